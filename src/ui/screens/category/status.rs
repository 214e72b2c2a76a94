//! The names of statuses, units and values.

use std::borrow::Cow;

use crate::domain::category::Unit;
use crate::domain::{Field, StatusChoice, parse_integer};
use crate::ui::screens::Cx;

/// A status: the usual ones in the language of the window, others as the marketplace file names them.
pub fn status_name<'a>(cx: &Cx<'a>, status: &StatusChoice) -> Cow<'a, str> {
    match status.name.as_str() {
        "published" => cx.t("status-published"),
        "hidden" => cx.t("status-hidden"),
        other => other.to_owned().into(),
    }
}

/// A field's value as it is read: a category by its path, a status by its name, numbers with separators.
pub fn value_text(cx: &Cx<'_>, field: Field, text: &str) -> String {
    let known = match field {
        Field::CategoryId => parse_integer(text).ok().and_then(|id| cx.model.categories.catalogue.tree.as_ref()?.path(id)),
        Field::Status => cx.model.rules().status(text).map(|status| status_name(cx, status).into_owned()),
        _ => None,
    };
    known.unwrap_or_else(|| cx.words.number_text(text))
}

/// A unit in the language of the window.
pub fn unit_name<'a>(cx: &Cx<'a>, unit: &Unit) -> Cow<'a, str> {
    KEYS.iter().find(|(id, _)| *id == unit.id).map_or(Cow::Borrowed(unit.name), |(_, key)| cx.t(key))
}

/// The messages that name the units.
const KEYS: [(i64, &str); 35] = [
    (6304, "unit-piece"),
    (6305, "unit-kilogram"),
    (6306, "unit-gram"),
    (6307, "unit-metre"),
    (6308, "unit-centimetre"),
    (6309, "unit-mesghal"),
    (6310, "unit-slice"),
    (6311, "unit-litre"),
    (6312, "unit-millilitre"),
    (6313, "unit-cc"),
    (6314, "unit-ounce"),
    (6315, "unit-suit-length"),
    (6316, "unit-bolt"),
    (6317, "unit-dozen"),
    (6318, "unit-pair"),
    (6319, "unit-pack"),
    (6320, "unit-roll-of-cloth"),
    (6321, "unit-carton"),
    (6322, "unit-rug"),
    (6323, "unit-bottle"),
    (6324, "unit-set"),
    (6325, "unit-bush"),
    (6326, "unit-stem"),
    (6327, "unit-bar"),
    (6328, "unit-skein"),
    (6329, "unit-tree"),
    (6330, "unit-sir"),
    (6331, "unit-inch"),
    (6332, "unit-foot"),
    (6373, "unit-volume"),
    (6374, "unit-millimetre"),
    (6375, "unit-square-metre"),
    (6392, "unit-roll"),
    (6438, "unit-soot"),
    (6466, "unit-carat"),
];
