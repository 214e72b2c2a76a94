//! The signed-in account, its shop, and the scopes of its token.

use serde::{Deserialize, Serialize};

use super::{UserId, VendorId};

/// The current user (contract 2.2). `vendor` is `None` when the account has no shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The user.
    pub id: UserId,
    /// The same as a hash, as the contract calls it.
    pub hash_id: Option<String>,
    /// The username.
    pub username: Option<String>,
    /// The full name.
    pub name: Option<String>,
    /// The user's shop.
    pub vendor: Option<Vendor>,
}

/// A seller's shop, as part of the current user (contract 2.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vendor {
    /// The shop; part of the addresses of its products.
    pub id: VendorId,
    /// The handle.
    pub identifier: Option<String>,
    /// The name to show.
    pub title: Option<String>,
}

/// Identifies the shop that stored data belongs to: an import that one account started is never continued by
/// another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AccountKey {
    /// The marketplace's id ([`Origins::market_id`](super::Origins::market_id)), which for the practice shop
    /// is its name: its port changes.
    pub market: String,
    /// The user who is signed in.
    pub user: UserId,
    /// The user's shop.
    pub vendor: VendorId,
}

impl Account {
    /// The key of this account's shop at `market`; `None` for an account without a shop.
    pub fn key(&self, market: &str) -> Option<AccountKey> {
        let vendor = self.vendor.as_ref()?;
        Some(AccountKey { market: market.to_owned(), user: self.id.clone(), vendor: vendor.id.clone() })
    }

    /// The name to show for this person: the full name, else the username, else the user id.
    pub fn display_name(&self) -> &str {
        [&self.name, &self.username]
            .into_iter()
            .flatten()
            .map(|name| name.trim())
            .find(|name| !name.is_empty())
            .unwrap_or(self.id.as_str())
    }
}

/// A permission that a token carries. The contract lists five; a marketplace may have more.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Scope(pub String);

impl Scope {
    /// Read products (contract section 5).
    pub const PRODUCT_READ: &str = "vendor.product.read";
    /// Create products.
    pub const PRODUCT_WRITE: &str = "vendor.product.write";
    /// Read orders, as a customer.
    pub const ORDER_READ: &str = "customer.order.read";
    /// Read messages.
    pub const CHAT_READ: &str = "customer.chat.read";
    /// Read parcels.
    pub const PARCEL_READ: &str = "vendor.parcel.read";
    /// The scopes that the contract lists (section 5).
    pub const DOCUMENTED: [&str; 5] =
        [Self::PRODUCT_READ, Self::PRODUCT_WRITE, Self::ORDER_READ, Self::CHAT_READ, Self::PARCEL_READ];
}
