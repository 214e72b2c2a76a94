//! The waits that marketplaces ask for (`Retry-After`), kept over restarts: a program that is started again
//! does not knock sooner.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::worker::context::Context;
use crate::worker::session::gate::Gate;
use vitrine_domain::Problem;
use vitrine_model::messages::{AccountEvent, Event};

/// The setting that has them.
const KEY: &str = "asked_waits";
/// Shorter ones are over before a program is started again.
const WORTH_KEEPING: Duration = Duration::from_secs(1);
/// Shorter ones are over before somebody wonders.
const WORTH_TELLING: Duration = Duration::from_secs(10);

/// A wait by the wall clock, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct AskedWait {
    asked_at: i64,
    until: i64,
}

impl AskedWait {
    /// What is left of it. A clock that was set back does not make it longer.
    fn left(self, now: i64) -> Duration {
        let seconds = self.until.saturating_sub(now.max(self.asked_at));
        Duration::from_secs(u64::try_from(seconds).unwrap_or(0))
    }
}

/// Holds the requests to a marketplace back for what is left of the wait that it asked an earlier process
/// for.
pub fn restore(market: &str, gate: &Gate, cx: &mut Context) {
    match read(cx) {
        Ok(waits) => {
            let left =
                waits.get(market).map(|wait| wait.left(cx.now().as_second())).filter(|left| !left.is_zero());
            if let Some(left) = left {
                gate.pace().hold_for(gate.now(), left);
                tell(left, cx);
            }
        }
        Err(problem) => tracing::warn!(%problem, "how long the marketplace asked to wait is not known"),
    }
}

/// Says until when nothing is sent.
fn tell(left: Duration, cx: &mut Context) {
    if left >= WORTH_TELLING
        && let Ok(until) = cx.now().checked_add(left)
    {
        cx.send(Event::Account(AccountEvent::AskedToWait(until)));
    }
}

fn read(cx: &Context) -> Result<BTreeMap<String, AskedWait>, Problem> {
    let json = cx.store.setting(KEY)?;
    Ok(json.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default())
}

/// Until when the marketplace asked to wait, as it was kept last, on the clock of its gate.
#[derive(Default)]
pub struct KeptWait(Option<Duration>);

impl KeptWait {
    /// Keeps a wait that the marketplace has asked for since the last call.
    pub fn keep(&mut self, cx: &mut Context) {
        let Some(market) = cx.session.market().filter(|market| !market.practice) else { return };
        let (now, asked) = (market.gate.now(), market.gate.pace().asked_until());
        if asked <= now + WORTH_KEEPING || self.0 == Some(asked) {
            return;
        }
        self.0 = Some(asked);
        let market = market.id.clone();
        let asked_at = cx.now().as_second();
        // Parts of a second count as a whole one, of both times.
        let until = asked_at
            .saturating_add(i64::try_from((asked - now).as_secs()).unwrap_or(i64::MAX))
            .saturating_add(2);
        let kept = read(cx).and_then(|mut waits| {
            waits.retain(|_, wait| !wait.left(asked_at).is_zero());
            waits.insert(market, AskedWait { asked_at, until });
            cx.store.set_setting(KEY, &serde_json::json!(waits).to_string())
        });
        if let Err(problem) = kept {
            tracing::warn!(%problem, "how long the marketplace asked to wait is not kept");
        }
        tell(asked - now, cx);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_ends_when_it_was_to_end_and_never_becomes_longer() {
        let wait = AskedWait { asked_at: 1_000, until: 1_600 };
        assert_eq!(
            [900, 1_000, 1_250, 1_600, 9_000].map(|now| wait.left(now).as_secs()),
            [600, 600, 350, 0, 0]
        );
    }
}
