//! How often the progress of imports and of changes is sent to the screens: no more often than anything on
//! them changes.

use std::time::Duration;

use vitrine_core::import::Waiting;

/// The minimum interval between updates.
pub const UPDATE_INTERVAL: Duration = Duration::from_millis(100);
/// Waits are counted down in seconds.
const COUNTDOWN_INTERVAL: Duration = Duration::from_secs(1);

/// The time from an update to the next one, even if nothing happens. `waiting`: what the last update said;
/// `changed`: rows have changed since. `None`: nothing changes until the user acts.
pub const fn next_update_after(waiting: Option<&Waiting>, changed: bool) -> Option<Duration> {
    match waiting {
        _ if changed => Some(UPDATE_INTERVAL),
        None | Some(Waiting::Canary) => Some(UPDATE_INTERVAL),
        Some(
            Waiting::Pace { .. }
            | Waiting::OwnPace { .. }
            | Waiting::Checking { .. }
            | Waiting::Confirming { .. }
            | Waiting::Network { .. },
        ) => Some(COUNTDOWN_INTERVAL),
        Some(
            Waiting::Paused | Waiting::SignIn | Waiting::Refusals(_) | Waiting::Person | Waiting::Storage(_),
        ) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_counted_down_in_seconds_and_a_person_is_waited_for_silently() {
        let wait = Duration::from_secs(20);
        for waiting in [
            Waiting::Checking { next_check: wait },
            Waiting::Pace { for_: wait },
            Waiting::OwnPace { for_: wait },
        ] {
            assert_eq!(next_update_after(Some(&waiting), false), Some(Duration::from_secs(1)), "{waiting:?}");
            assert_eq!(next_update_after(Some(&waiting), true), Some(UPDATE_INTERVAL), "{waiting:?}");
        }
        assert_eq!(next_update_after(None, false), Some(UPDATE_INTERVAL));
        assert_eq!(next_update_after(Some(&Waiting::Paused), false), None);
    }
}
