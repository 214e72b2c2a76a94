//! What is remembered of looking for newer versions, so that a restart does not look again.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::store::Store;
use vitrine_domain::Problem;
use vitrine_model::messages::Release;

/// The key under which the store holds it.
const KEY: &str = "updates";
/// The time between two looks of which nobody pressed the button.
const INTERVAL: SignedDuration = SignedDuration::from_hours(24);

/// What was found.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    /// The address that was asked.
    pub address: String,
    /// When it was asked last, whether or not it answered.
    pub tried_at: Option<Timestamp>,
    /// When it answered last.
    pub checked_at: Option<Timestamp>,
    /// The release that it named.
    pub release: Option<Release>,
    /// The newest version that the person was told of.
    pub told: Option<String>,
}

impl Saved {
    /// What was saved for this address. What cannot be read, or belongs to another address, is forgotten.
    pub fn load(store: &Store, address: &str) -> Result<Self, Problem> {
        let saved = store.setting(KEY)?.and_then(|json| serde_json::from_str::<Self>(&json).ok());
        Ok(saved
            .filter(|saved| saved.address == address)
            .unwrap_or_else(|| Self { address: address.to_owned(), ..Self::default() }))
    }

    pub fn save(&self, store: &Store) -> Result<(), Problem> {
        serde_json::to_string(self).map_or(Ok(()), |json| store.set_setting(KEY, &json))
    }

    /// How long to wait before the next look. A clock that was set back does not postpone it.
    pub fn due_in(&self, now: Timestamp) -> SignedDuration {
        let Some(last) = self.tried_at.filter(|last| *last <= now) else { return SignedDuration::ZERO };
        (INTERVAL - now.duration_since(last)).max(SignedDuration::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_passes_between_two_looks() {
        let at = |hours: i64| Timestamp::from_second(1_800_000_000 + hours * 3_600).unwrap();
        assert_eq!(Saved::default().due_in(at(0)), SignedDuration::ZERO, "it was never looked");
        let saved = Saved { tried_at: Some(at(0)), ..Saved::default() };
        assert_eq!(saved.due_in(at(1)), SignedDuration::from_hours(23));
        assert_eq!(saved.due_in(at(24)), SignedDuration::ZERO);
        assert_eq!(saved.due_in(at(90)), SignedDuration::ZERO);
        assert_eq!(saved.due_in(at(-3)), SignedDuration::ZERO, "the clock was set back");
    }
}
