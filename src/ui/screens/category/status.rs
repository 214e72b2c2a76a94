//! The names of statuses, units and values.

use std::borrow::Cow;

use crate::ui::screens::Cx;
use vitrine_domain::category::{UNITS, Unit};
use vitrine_domain::text::folded;
use vitrine_domain::{CreateRules, Draft, Field, Price, Signs, StatusChoice, parse_integer, typed_part};

/// Whether a field is chosen from a short list.
pub const fn is_list(field: Field) -> bool {
    matches!(field, Field::Status | Field::UnitType)
}

/// The options of a status or unit.
pub type ListOptions<'a> = Vec<(Option<i64>, Cow<'a, str>)>;

/// The statuses of the marketplace, or the units; for a unit, the first option is that of the product's
/// category.
pub fn list_options<'a>(
    cx: &Cx<'a>,
    field: Field,
    rules: &CreateRules,
    category: Option<i64>,
) -> ListOptions<'a> {
    if field == Field::Status {
        return rules
            .statuses
            .iter()
            .map(|status| (Some(status.id), Cow::Owned(status_name(cx, status).into_owned())))
            .collect();
    }
    let named = category.and_then(|id| cx.model.categories.market_categories.tree.as_ref()?.get(id)?.unit);
    let usual = rules.categories.as_ref().and_then(|rules| rules.unit(named)).and_then(Unit::from_id);
    let usual = match &usual {
        Some(unit) => cx.format("unit-of-category", crate::args!["unit" => unit_name(cx, unit)]),
        None => cx.t("unit-none"),
    };
    std::iter::once((None, usual))
        .chain(UNITS.iter().map(|unit| (Some(unit.id), unit_name(cx, unit))))
        .collect()
}

/// What is chosen for a product: its status or unit. Without a status of its own it gets the marketplace's
/// first.
pub fn list_choice(field: Field, draft: &Draft, rules: &CreateRules) -> Option<i64> {
    match field {
        Field::Status => draft.status.or_else(|| Some(rules.statuses.first()?.id)),
        _ => draft.unit_type,
    }
}

/// A status or unit by its name.
pub fn list_text(cx: &Cx<'_>, field: Field, chosen: Option<i64>) -> String {
    let options = list_options(cx, field, &cx.model.rules(), None);
    let named =
        options.into_iter().find(|(id, _)| id.is_some() && *id == chosen).map(|(_, name)| name.into_owned());
    named.or_else(|| chosen.map(|id| id.to_string())).unwrap_or_default()
}

/// The number of the status or unit that a text names in the language of the window or in that of the
/// marketplace file; else the text.
pub fn list_value(cx: &Cx<'_>, field: Field, text: &str) -> String {
    let (wanted, rules) = (folded(text.trim()), cx.model.rules());
    let options = list_options(cx, field, &rules, None).into_iter();
    let of_file = rules.statuses.iter().map(|status| (Some(status.id), Cow::from(&status.name)));
    let of_file = of_file.filter(|_| field == Field::Status);
    let of_units =
        UNITS.iter().map(|unit| (Some(unit.id), Cow::from(unit.name))).filter(|_| field == Field::UnitType);
    let named = options
        .chain(of_file)
        .chain(of_units)
        .filter(|(_, name)| folded(name) == wanted)
        .find_map(|(id, _)| id);
    named.map_or_else(|| text.to_owned(), |id| id.to_string())
}

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
        Field::CategoryId => parse_integer(text)
            .ok()
            .and_then(|id| cx.model.categories.market_categories.tree.as_ref()?.path(id)),
        Field::PrimaryPrice => {
            Price::parse(text, Signs::default()).ok().map(|price| cx.words.money(price, cx.model.currency()))
        }
        Field::Variants => Some(cx.typed(field, text).into_owned()),
        Field::Status => cx.model.rules().status(text).map(|status| status_name(cx, status).into_owned()),
        // A package that weighs so much more than its product.
        Field::PackageWeight => text
            .strip_prefix('+')
            .and_then(|more| parse_integer(more).ok())
            .map(|more| cx.format("import-packaging", crate::args!["count" => more]).into_owned()),
        _ => None,
    };
    known.unwrap_or_else(|| cx.words.number_text(typed_part(text)))
}

/// A unit in the language of the window.
fn unit_name<'a>(cx: &Cx<'a>, unit: &Unit) -> Cow<'a, str> {
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
