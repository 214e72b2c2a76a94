//! The operations of the contract and their paths.
//!
//! Where the base layout and the webhook service are is a matter of the [`Dialect`].

use axum::http::Method;
use serde::Deserialize;

use super::dialect::Dialect;

pub const CORE: &str = "/core";
pub const UPLOAD: &str = "/upload";
pub const AUTH: &str = "/auth";
pub const SSO: &str = "/accounts/sso";
/// The seller's own server, which holds the client secret (`exchange_url` in the market file).
pub const EXCHANGE: &str = "/exchange";
/// Below the webhook service: delivers an event on request.
pub const TRIAL: &str = "/practice/events";
pub const PICTURES: &str = "/pictures";

/// The operation of a request, used to select faults. In a faults file: `authorize`, `token`, `whoami`, `me`,
/// …
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
    /// Beginning and ending a discount.
    Discount,
    /// Operation 9, and the other operations of the webhook service.
    Webhook,
    /// What the marketplace itself sends to the addresses of webhooks.
    Delivery,
    /// The categories and their attributes.
    Categories,
    /// A product photo in any size.
    Picture,
}

impl Operation {
    /// The operation of a request; `None` for an unknown path.
    pub fn of(method: &Method, path: &str, dialect: &Dialect) -> Option<Self> {
        let below = |host: &str| path.strip_prefix(host).and_then(|rest| Self::of_v1(method, rest));
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let get = method == Method::GET;
        let post = method == Method::POST;
        let patch = method == Method::PATCH;
        let delete = method == Method::DELETE;
        match parts.as_slice() {
            ["accounts", "sso"] => Some(Self::Authorize),
            ["auth", "oauth", "token"] | ["exchange"] if post => Some(Self::Token),
            ["auth", "whoami"] if get => Some(Self::Whoami),
            ["core", "v3", "users", "me"] if get => Some(Self::Me),
            ["upload", "v3", "files"] if post => Some(Self::Upload),
            ["core", "v4", "vendors", _, "products"] if post => Some(Self::Create),
            ["core", "v3", "vendors", _, "products"] | ["core", "v3", "products"] if get => Some(Self::List),
            ["core", "v4", "products", _] if get => Some(Self::ReadProduct),
            ["core", "v4", "products", _] | ["core", "v4", "products", _, "variations", _] if patch => {
                Some(Self::Change)
            }
            ["core", "v4", "vendors", _, "products"] if patch => Some(Self::Batch),
            ["core", "v3", "vendors", _, "discounts"] if post || delete => Some(Self::Discount),
            ["core", "v3", "categories", ..] if get => Some(Self::Categories),
            ["pictures", ..] if get => Some(Self::Picture),
            _ => {
                let webhook = below(dialect.webhook).filter(|operation| *operation == Self::Webhook);
                webhook.or_else(|| below(dialect.base).filter(|operation| *operation != Self::Webhook))
            }
        }
    }

    /// The operation of a path of the base layout or of the webhook service, without their addresses.
    fn of_v1(method: &Method, path: &str) -> Option<Self> {
        let parts: Vec<&str> = path.strip_prefix("/v1/")?.split('/').collect();
        let get = method == Method::GET;
        let post = method == Method::POST;
        let patch = method == Method::PATCH;
        let delete = method == Method::DELETE;
        match parts.as_slice() {
            ["users", "me"] if get => Some(Self::Me),
            ["files"] if post => Some(Self::Upload),
            ["vendors", _, "products"] if post => Some(Self::Create),
            ["vendors", _, "products"] | ["products"] if get => Some(Self::List),
            ["products", _] if get => Some(Self::ReadProduct),
            ["products", _] | ["products", _, "variations", _] if patch => Some(Self::Change),
            ["vendors", _, "products", "batch-updates"] if patch => Some(Self::Batch),
            ["vendors", _, "discounts"] if post || delete => Some(Self::Discount),
            ["categories", ..] if get => Some(Self::Categories),
            ["webhooks", ..] | ["customers", "webhooks"] => Some(Self::Webhook),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(method: &Method, path: &str) -> Option<Operation> {
        Operation::of(method, path, &Dialect::CONTRACT)
    }

    #[test]
    fn creation_is_v4_and_listing_v3_on_the_core_host() {
        assert_eq!(of(&Method::POST, "/core/v4/vendors/5/products"), Some(Operation::Create));
        assert_eq!(of(&Method::GET, "/core/v3/vendors/5/products"), Some(Operation::List));
        assert_eq!(of(&Method::POST, "/core/v3/vendors/5/products"), None);
        assert_eq!(of(&Method::GET, "/core/v4/vendors/5/products"), None);
        assert_eq!(of(&Method::PATCH, "/core/v4/vendors/5/products"), Some(Operation::Batch));
    }

    #[test]
    fn hosts_are_told_apart_except_where_they_are_one() {
        assert_eq!(of(&Method::GET, "/api/v1/users/me"), Some(Operation::Me));
        assert_eq!(of(&Method::GET, "/webhook/v1/webhooks"), Some(Operation::Webhook));
        for mixed_up in ["/webhook/v1/users/me", "/api/v1/webhooks", "/v1/users/me"] {
            assert_eq!(of(&Method::GET, mixed_up), None, "{mixed_up}");
        }
        for (path, operation) in [
            ("/v1/users/me", Operation::Me),
            ("/v1/webhooks", Operation::Webhook),
            ("/v1/products", Operation::List),
        ] {
            assert_eq!(Operation::of(&Method::GET, path, &Dialect::PUBLIC), Some(operation));
        }
    }
}
