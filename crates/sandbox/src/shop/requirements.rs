//! What the public service requires of a new product beyond the contract. Only where categories are on.

use axum::http::StatusCode;
use serde_json::{Map, Value};

use super::category_data::{Attribute, Leaf, find_leaf, is_group};
use crate::faults::ShopBehaviour;
use crate::http::refusal::{Refusal, RefusalReason};

/// The statuses in which a product can be created, with their names in English and Persian.
pub const STATUSES: [(u64, [&str; 2]); 4] = [
    (2976, ["published", "منتشرشده"]),
    (HIDDEN, ["not published", "منتشرنشده"]),
    (3568, ["waiting for approval", "در انتظار تأیید"]),
    (4184, ["illegal", "غیرمجاز"]),
];
/// The status of a draft that buyers do not see.
pub const HIDDEN: u64 = 3790;
/// The units of sale. Categories name them by other numbers.
const UNITS: [(u64, u64); 4] = [(6304, 6332), (6373, 6375), (6392, 6392), (6438, 6438)];
const CARAT: u64 = 6466;
const REQUIRED: [&str; 5] = ["name", "category_id", "status", "preparation_days", "package_weight"];
/// The lowest price.
pub const MIN_PRICE: i64 = 1_000;
const MAX_KEYWORDS: usize = 12;
const MAX_BRIEF_CHARS: usize = 250;

/// Checks a payload. At a relaxed shop no attribute is required.
pub fn check(sent: &Map<String, Value>, behaviour: &ShopBehaviour) -> Result<(), Refusal> {
    let missing: Vec<RefusalReason> = REQUIRED
        .into_iter()
        .filter(|field| sent.get(*field).is_none_or(Value::is_null))
        .map(|field| RefusalReason::about(field, "Field required"))
        .collect();
    if !missing.is_empty() {
        return Err(Refusal { status: StatusCode::BAD_REQUEST, reasons: missing });
    }
    let mut wrong: Vec<RefusalReason> = ["category_id", "status", "unit_type"]
        .into_iter()
        .filter(|field| sent.get(*field).is_some_and(|value| value.as_u64().is_none()))
        .map(|field| RefusalReason::about(field, "value is not a valid integer"))
        .collect();
    if quantity(sent) == Some(None) {
        wrong.push(RefusalReason::about("unit_quantity", "value is not a valid number"));
    }
    if !wrong.is_empty() {
        return Err(Refusal { status: StatusCode::BAD_REQUEST, reasons: wrong });
    }
    let reasons = refused(sent, behaviour);
    if reasons.is_empty() { Ok(()) } else { Err(Refusal::unprocessable(reasons)) }
}

/// How many units one item has, which need not be a whole number; inside, `None` where it is no positive
/// number.
fn quantity(sent: &Map<String, Value>) -> Option<Option<f64>> {
    sent.get("unit_quantity").map(|value| value.as_f64().filter(|number| *number > 0.0))
}

fn refused(sent: &Map<String, Value>, behaviour: &ShopBehaviour) -> Vec<RefusalReason> {
    let number = |field: &str| sent.get(field).and_then(Value::as_i64);
    let id = |field: &str| sent.get(field).and_then(Value::as_u64);
    let mut reasons = Vec::new();
    let mut refuse = |field, message: String| reasons.push(RefusalReason::about(field, message));
    if !STATUSES.iter().any(|(status, _)| Some(*status) == id("status")) {
        refuse("status", "The status is not valid.".to_owned());
    }
    let leaf = id("category_id").and_then(find_leaf);
    match leaf {
        None if id("category_id").is_some_and(is_group) => {
            refuse("category_id", "The category has to be one without further categories.".to_owned());
        }
        None => refuse("category_id", "There is no such category.".to_owned()),
        Some(leaf) => {
            if let (Some(max), Some(days)) = (leaf.max_preparation_days, id("preparation_days"))
                && days > max
            {
                refuse("preparation_days", format!("At most {max} days are allowed in this category."));
            }
            if let Some(message) = refused_attributes(leaf, sent.get("product_attribute"), behaviour) {
                refuse("product_attribute", message);
            }
        }
    }
    if let (Some(weight), Some(package)) = (number("weight"), number("package_weight"))
        && package < weight + 1
    {
        refuse("package_weight", "The package has to be heavier than the product.".to_owned());
    }
    if number("primary_price").is_some_and(|price| price < MIN_PRICE) {
        refuse("primary_price", format!("The price is at least {MIN_PRICE}."));
    }
    let variants = sent.get("variants").and_then(Value::as_array).into_iter().flatten();
    if variants.filter_map(|variant| variant["primary_price"].as_i64()).any(|price| price < MIN_PRICE) {
        refuse("variants", format!("The price of a variant is at least {MIN_PRICE}."));
    }
    match (id("unit_type"), quantity(sent).flatten()) {
        (Some(unit), Some(_))
            if unit == CARAT || UNITS.iter().any(|(from, to)| (*from..=*to).contains(&unit)) => {}
        (Some(_), Some(_)) => refuse("unit_type", "There is no such unit.".to_owned()),
        (Some(_), None) => refuse("unit_quantity", "Field required".to_owned()),
        (None, Some(_)) => refuse("unit_type", "Field required".to_owned()),
        (None, None) => {}
    }
    if sent.get("keywords").and_then(Value::as_array).is_some_and(|words| words.len() > MAX_KEYWORDS) {
        refuse("keywords", format!("At most {MAX_KEYWORDS} keywords."));
    }
    if sent.get("brief").and_then(Value::as_str).is_some_and(|brief| brief.chars().count() > MAX_BRIEF_CHARS)
    {
        refuse("brief", format!("At most {MAX_BRIEF_CHARS} characters."));
    }
    if let Some(size) = sent.get("packaging_dimensions") {
        let sides =
            ["length", "width", "height"].map(|side| size.get(side).and_then(Value::as_u64).unwrap_or(0));
        if sides.contains(&0) {
            refuse("packaging_dimensions", "Length, width and height are required.".to_owned());
        }
    }
    reasons
}

fn refused_attributes(leaf: &Leaf, sent: Option<&Value>, behaviour: &ShopBehaviour) -> Option<String> {
    let values = match sent {
        None | Some(Value::Null) => &[][..],
        Some(Value::Array(values)) => values,
        Some(_) => return Some("product_attribute must be an array.".to_owned()),
    };
    let mut given = Vec::new();
    for value in values {
        let id = value.get("attribute_id").and_then(Value::as_u64);
        let Some(attribute) = leaf.attributes.iter().find(|attribute| Some(attribute.id) == id) else {
            return Some("The category has no such attribute.".to_owned());
        };
        let selected = value.get("selected_values").and_then(Value::as_array);
        let is_option =
            |chosen: &Value| attribute.options.iter().any(|(option, _)| Some(*option) == chosen.as_u64());
        let is_valid =
            match (attribute.options.is_empty(), selected, value.get("value").and_then(Value::as_str)) {
                (false, Some(chosen), None) => {
                    !chosen.is_empty()
                        && chosen.iter().all(is_option)
                        && (attribute.multiple || chosen.len() == 1)
                }
                (true, None, Some(text)) => !text.trim().is_empty(),
                _ => false,
            };
        if !is_valid {
            return Some(format!(
                "The value of {} is not valid.",
                attribute.title.in_language(behaviour.categories)
            ));
        }
        given.push(attribute.id);
    }
    let is_missing = |attribute: &&Attribute| {
        !behaviour.relaxed && attribute.required == Some(true) && !given.contains(&attribute.id)
    };
    let missing = leaf.attributes.iter().find(is_missing)?;
    Some(format!("{} is required in this category.", missing.title.in_language(behaviour.categories)))
}
