//! Events in words.

use std::borrow::Cow;

use crate::i18n::Messages;
use crate::ui::screens::Cx;
use vitrine_domain::EVENTS;

/// The name of the event of a delivery.
pub fn name<'a>(cx: &Cx<'a>, event: Option<u32>) -> Cow<'a, str> {
    let known = event.and_then(|id| EVENTS.iter().find(|event| event.id == id));
    known.map_or_else(|| cx.t("receiver-unknown-event"), |event| cx.words.event(event).name)
}

/// The names of several events.
pub fn names(words: &Messages, ids: &[u32]) -> String {
    let name = |id: &u32| {
        let known = EVENTS.iter().find(|event| event.id == *id);
        known.map_or_else(|| words.integer(i64::from(*id)), |event| words.event(event).name.into_owned())
    };
    ids.iter().map(name).collect::<Vec<_>>().join(&words.text("list-separator"))
}
