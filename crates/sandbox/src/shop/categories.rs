//! The categories and their attributes, as the public service answers. Only where
//! [`ShopBehaviour::categories`] is on.
//!
//! [`ShopBehaviour::categories`]: crate::ShopBehaviour

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::category_data::{Attribute, Group, Leaf, TREE, find_leaf, is_group};
use crate::faults::Categories;
use crate::http::refusal::Refusal;
use crate::state::App;

/// The whole tree. No token is needed.
pub async fn tree(State(app): State<Arc<App>>) -> Result<Json<Value>, Refusal> {
    let language = language(&app)?;
    Ok(Json(json!({ "data": TREE.iter().map(|group| group_json(group, language)).collect::<Vec<_>>() })))
}

/// One category with those inside it.
pub async fn category(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    let language = language(&app)?;
    let id: u64 = id.parse().map_err(|_| no_category())?;
    let mut groups = TREE.iter().flat_map(|top| std::iter::once(top).chain(top.groups));
    let group = groups.find(|group| group.id == id).map(|group| group_json(group, language));
    group.or_else(|| Some(leaf_json(find_leaf(id)?, language))).map(Json).ok_or_else(no_category)
}

/// The attributes of a category. Those with several choices are shown on request only, as by the public
/// service.
pub async fn attributes(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Json<Value>, Refusal> {
    let language = language(&app)?;
    let id: u64 = id.parse().map_err(|_| no_category())?;
    let attributes = match find_leaf(id) {
        Some(leaf) => leaf.attributes,
        None if is_group(id) => &[],
        None => return Err(no_category()),
    };
    let hides_multiple = query.get("exclude_multi_selects").is_none_or(|text| text != "false");
    let shown: Vec<Value> = attributes
        .iter()
        .filter(|attribute| !(hides_multiple && attribute.multiple))
        .map(|attribute| attribute_json(attribute, language, app.behaviour().relaxed))
        .collect();
    let title = if language == Categories::Persian { "مشخصات" } else { "Specifications" };
    Ok(Json(
        json!({ "data": if shown.is_empty() { Vec::new() } else { vec![json!({ "title": title, "attributes": shown })] } }),
    ))
}

fn language(app: &App) -> Result<Categories, Refusal> {
    match app.behaviour().categories {
        Categories::None => Err(Refusal::new(StatusCode::NOT_FOUND, "There is nothing at this address.")),
        language => Ok(language),
    }
}

fn no_category() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "There is no such category.")
}

fn group_json(group: &Group, language: Categories) -> Value {
    let groups = group.groups.iter().map(|group| group_json(group, language));
    let children: Vec<Value> =
        groups.chain(group.leaves.iter().map(|leaf| leaf_json(leaf, language))).collect();
    json!({ "id": group.id, "title": group.title.in_language(language), "children": children, "unit_type": null })
}

fn leaf_json(leaf: &Leaf, language: Categories) -> Value {
    let unit = leaf.unit.map(|(id, title)| json!({ "id": id, "title": title.in_language(language) }));
    let mut value = json!({ "id": leaf.id, "title": leaf.title.in_language(language), "children": null, "unit_type": unit });
    if let Some(days) = leaf.max_preparation_days {
        value["max_preparation_days"] = days.into();
    }
    value
}

fn attribute_json(attribute: &Attribute, language: Categories, relaxed: bool) -> Value {
    let option = |(order, (id, title)): (usize, &(u64, super::category_data::Title))| {
        let title = title.in_language(language);
        json!({ "id": id, "title": title, "value": title, "attribute_id": attribute.id, "order": order, "vendor_id": null })
    };
    let kind = match (attribute.options.is_empty(), attribute.multiple) {
        (true, _) => None,
        (false, true) => Some(json!({ "name": "multi_select", "value": 3, "description": null })),
        (false, false) => Some(json!({ "name": "select", "value": 2, "description": null })),
    };
    let options: Option<Vec<Value>> =
        (!attribute.options.is_empty()).then(|| attribute.options.iter().enumerate().map(option).collect());
    json!({
        "id": attribute.id,
        "title": attribute.title.in_language(language),
        "type": kind,
        "unit": attribute.unit.map(|unit| unit.in_language(language)),
        "value": null,
        "selected_values": options,
        "required": attribute.required.map(|required| required && !relaxed),
    })
}
