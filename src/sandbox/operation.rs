//! The operations of the contract and their paths.
//!
//! Each host placeholder of the contract has a path of its own, so that a client that mixes up two hosts gets a 404.

use axum::http::Method;
use serde::Deserialize;

pub const BASE: &str = "/api";
pub const CORE: &str = "/core";
pub const UPLOAD: &str = "/upload";
pub const AUTH: &str = "/auth";
pub const SSO: &str = "/accounts/sso";
pub const WEBHOOK: &str = "/webhook";
/// The seller's own server, which holds the client secret (`exchange_url` in the market file).
pub const EXCHANGE: &str = "/exchange";
pub const PICTURES: &str = "/pictures";

/// The operation of a request, used to select faults. In a faults file: `authorize`, `token`, `whoami`, `me`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// Showing and answering the consent page (operation 1).
    Authorize,
    /// All grants of the token endpoint (operations 2 and 3, and refresh).
    Token,
    /// Operation 4.
    Whoami,
    /// Operation 5.
    Me,
    /// Operation 6.
    Upload,
    /// Operation 7.
    Create,
    /// Operation 8.
    List,
    /// Reading one product.
    ReadProduct,
    /// Changing one product.
    Change,
    /// Changing several products with one request.
    Batch,
    /// Operation 9, and the other operations of the webhook service.
    Webhook,
    /// The categories and their attributes.
    Categories,
    /// A product photo in any size.
    Picture,
}

impl Operation {
    /// The operation of a request; `None` for an unknown path.
    pub fn of(method: &Method, path: &str) -> Option<Self> {
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let get = method == Method::GET;
        let post = method == Method::POST;
        let patch = method == Method::PATCH;
        match parts.as_slice() {
            ["accounts", "sso"] => Some(Self::Authorize),
            ["auth", "oauth", "token"] | ["exchange"] if post => Some(Self::Token),
            ["auth", "whoami"] if get => Some(Self::Whoami),
            ["api", "v1", "users", "me"] | ["core", "v3", "users", "me"] if get => Some(Self::Me),
            ["api", "v1", "files"] | ["upload", "v3", "files"] if post => Some(Self::Upload),
            ["api", "v1", "vendors", _, "products"] | ["core", "v4", "vendors", _, "products"] if post => Some(Self::Create),
            ["api", "v1", "vendors", _, "products"] | ["core", "v3", "vendors", _, "products"] if get => Some(Self::List),
            ["api", "v1", "products", _] | ["core", "v4", "products", _] if get => Some(Self::ReadProduct),
            ["api", "v1", "products", _] | ["core", "v4", "products", _] if patch => Some(Self::Change),
            ["api", "v1", "vendors", _, "products", "batch-updates"] | ["core", "v4", "vendors", _, "products"] if patch => {
                Some(Self::Batch)
            }
            ["webhook", "v1", "webhooks", ..] => Some(Self::Webhook),
            ["api", "v1", "categories", ..] | ["core", "v3", "categories", ..] if get => Some(Self::Categories),
            ["pictures", ..] if get => Some(Self::Picture),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creation_is_v4_and_listing_v3_on_the_core_host() {
        assert_eq!(Operation::of(&Method::POST, "/core/v4/vendors/5/products"), Some(Operation::Create));
        assert_eq!(Operation::of(&Method::GET, "/core/v3/vendors/5/products"), Some(Operation::List));
        assert_eq!(Operation::of(&Method::POST, "/core/v3/vendors/5/products"), None);
        assert_eq!(Operation::of(&Method::GET, "/core/v4/vendors/5/products"), None);
        assert_eq!(Operation::of(&Method::PATCH, "/core/v4/vendors/5/products"), Some(Operation::Batch));
    }
}
