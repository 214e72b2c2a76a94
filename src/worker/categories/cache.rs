//! Values of a marketplace that are kept for some time, and longer while the marketplace cannot be reached.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::StorePath;
use crate::worker::photos::blocking;
use vitrine_domain::Problem;

/// A value of the marketplace, or from the cache.
pub struct Cached<T> {
    pub value: T,
    /// Why a newer value could not be read.
    pub outdated: Option<Problem>,
}

/// The names under which the tree and the attributes of a category are kept.
pub const TREE: &str = "categories";
pub const ATTRIBUTES: &str = "attributes/";

/// The name under which a shop's choices are stored.
pub const CHOICES: &str = "categories";

/// The place of a value in the cache.
pub struct Place {
    pub store: StorePath,
    pub market: String,
    /// `categories`, or `attributes/302`.
    pub name: String,
    /// Seconds since 1970.
    pub now: i64,
    /// How long a value is used without asking the marketplace.
    pub lifetime: Duration,
}

impl Place {
    /// The cached value if it is young enough, else the marketplace's, else the cached one whatever its age.
    pub async fn load<T>(
        self,
        refresh: bool,
        request: impl Future<Output = Result<T, Problem>>,
    ) -> Result<Cached<T>, Problem>
    where
        T: Serialize + DeserializeOwned + Send + 'static,
    {
        let (store, market, name) = (self.store.clone(), self.market.clone(), self.name.clone());
        let read = blocking(move || {
            let kept = store.connect()?.cached(&market, &name)?;
            // One that an earlier version wrote differently is read anew.
            Ok(kept.and_then(|(at, json)| Some((at, serde_json::from_str::<T>(&json).ok()?))))
        });
        let kept = read
            .await
            .inspect_err(|problem| tracing::warn!(%problem, name = self.name, "the cache cannot be read"))
            .ok()
            .flatten();
        let is_young = |at: i64| (0..=self.lifetime.as_secs().cast_signed()).contains(&(self.now - at));
        if let Some((at, value)) = kept {
            if is_young(at) && !refresh {
                return Ok(Cached { value, outdated: None });
            }
            return Ok(match request.await {
                Ok(value) => Cached { value: self.keep(value).await, outdated: None },
                Err(problem) => Cached { value, outdated: Some(problem) },
            });
        }
        Ok(Cached { value: self.keep(request.await?).await, outdated: None })
    }

    /// A failure is only logged: the value is read again.
    async fn keep<T: Serialize>(self, value: T) -> T {
        let Ok(json) = serde_json::to_string(&value) else { return value };
        let kept =
            blocking(move || self.store.connect()?.set_cached(&self.market, &self.name, self.now, &json))
                .await;
        if let Err(problem) = kept {
            tracing::warn!(%problem, "the cache cannot be written");
        }
        value
    }
}
