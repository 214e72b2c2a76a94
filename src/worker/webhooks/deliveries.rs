//! The stored deliveries of an account, read and changed on another thread.

use std::path::PathBuf;

use crate::store::Deliveries;
use crate::worker::photos::blocking;
use crate::worker::session::AuthenticatedSession;
use vitrine_core::market::delivery_content;
use vitrine_domain::{Account, Problem};
use vitrine_domain::{Forwarding, StoredDelivery};
use vitrine_model::messages::Delivery;

/// How many deliveries the screens have.
pub const SHOWN: u32 = 1_000;

/// How an account's deliveries are named in the file. It may have no shop: the app itself has events as well.
pub fn owner(session: &AuthenticatedSession) -> String {
    let vendor = session.account.vendor.as_ref().map_or("-", |vendor| vendor.id.as_str());
    format!("{}/{}/{vendor}", session.market.id, session.account.id)
}

/// How the keychain names the token that deliveries for an account have to carry.
pub fn token_entry(account: &Account, market: &str) -> String {
    match &account.vendor {
        Some(vendor) => format!("service token of {}@{market}", vendor.id),
        None => format!("service token of user {}@{market}", account.id),
    }
}

/// A delivery as it is listed.
pub fn listed(stored: &StoredDelivery) -> Delivery {
    let StoredDelivery { id, first_at, last_at, count, forwarding, .. } = *stored;
    let event = delivery_content(&stored.body).event.map(|event| event.id);
    Delivery {
        id,
        first_at,
        last_at,
        count,
        method: stored.method.clone(),
        path: stored.path.clone(),
        event,
        size: stored.body.len(),
        forwarding,
    }
}

/// The newest deliveries.
pub async fn load(data_dir: PathBuf, owner: String) -> Result<Vec<Delivery>, Problem> {
    blocking(move || {
        let newest = Deliveries::open(&data_dir, &owner)?.newest(SHOWN)?;
        Ok(newest.iter().map(listed).collect())
    })
    .await
}

/// One whole delivery.
pub async fn open(data_dir: PathBuf, owner: String, id: i64) -> Result<Option<StoredDelivery>, Problem> {
    blocking(move || Deliveries::open(&data_dir, &owner)?.get(id)).await
}

/// Deletes all.
pub async fn clear(data_dir: PathBuf, owner: String) -> Result<(), Problem> {
    blocking(move || Deliveries::open(&data_dir, &owner)?.clear()).await
}

/// Has a delivery passed on again.
pub async fn replay(data_dir: PathBuf, owner: String, id: i64) -> Result<(), Problem> {
    blocking(move || Deliveries::open(&data_dir, &owner)?.set_forwarding(id, Forwarding::Waiting)).await
}
