//! Parses the tree of categories and the attributes of a category. Nothing about them is promised, so that a
//! part that makes no sense is left out, and the rest is used.

use std::collections::HashSet;

use serde_json::Value;

use super::answers::unexpected;
use super::value::{flag, integer, text};
use vitrine_domain::Problem;
use vitrine_domain::category::{Attribute, AttributeGroup, AttributeOption, Category, CategoryTree};

/// Longer titles are cut: nobody could tell them apart on a screen.
const MAX_TITLE_CHARS: usize = 120;

/// Keys that may contain the list next to other keys.
const CONTENT_KEYS: [&str; 4] = ["data", "result", "response", "items"];

/// Parses the tree. Of equal ids the first one counts, so that no category contains itself.
pub fn category_tree(answer: &Value) -> Result<CategoryTree, Problem> {
    let nodes = list(answer).ok_or_else(|| unexpected("no list of categories"))?;
    let mut all: Vec<Category> = Vec::new();
    let mut seen: HashSet<i64> = HashSet::new();
    // Not recursive: the depth is up to the marketplace. Children come after their parents and in their
    // order.
    let mut open: Vec<(&Value, Option<usize>)> = nodes.iter().rev().map(|node| (node, None)).collect();
    while let Some((node, parent)) = open.pop() {
        let children = node.get("children").and_then(list).unwrap_or_default();
        let Some(id) = integer(node.get("id")) else {
            // What it contains is still of use.
            open.extend(children.iter().rev().map(|child| (child, parent)));
            continue;
        };
        if !seen.insert(id) {
            continue;
        }
        let index = all.len();
        all.push(Category {
            id,
            title: title(node.get("title")).unwrap_or_else(|| id.to_string()),
            parent,
            // A list of nothing that could be a category contains none.
            is_leaf: !children.iter().any(Value::is_object),
            unit: node
                .get("unit_type")
                .and_then(|unit| integer(unit.get("id")).or_else(|| integer(Some(unit)))),
            max_preparation_days: integer(node.get("max_preparation_days")).filter(|days| *days > 0),
        });
        open.extend(children.iter().rev().map(|child| (child, Some(index))));
    }
    if all.is_empty() && !nodes.is_empty() { Err(unexpected("no readable category")) } else { Ok(all.into()) }
}

/// Parses the attributes of a category: groups of them, or one list. Of equal ids the first one counts.
pub fn attributes(answer: &Value) -> Result<Vec<AttributeGroup>, Problem> {
    let groups = list(answer).ok_or_else(|| unexpected("no list of attributes"))?;
    let mut seen = HashSet::new();
    let mut read = |attributes: &[Value]| -> Vec<Attribute> {
        attributes.iter().filter_map(attribute).filter(|attribute| seen.insert(attribute.id)).collect()
    };
    let is_group =
        |value: &Value| value.get("attributes").is_some_and(|list| list.is_array() || list.is_null());
    if groups.iter().any(is_group) {
        let inner = |group: &Value| group.get("attributes").and_then(list).unwrap_or_default().to_vec();
        let read = groups.iter().map(|group| AttributeGroup {
            title: title(group.get("title")).unwrap_or_default(),
            attributes: read(&inner(group)),
        });
        return Ok(read.filter(|group| !group.attributes.is_empty()).collect());
    }
    let attributes = read(groups);
    Ok(if attributes.is_empty() {
        Vec::new()
    } else {
        vec![AttributeGroup { title: String::new(), attributes }]
    })
}

fn attribute(value: &Value) -> Option<Attribute> {
    let id = integer(value.get("id"))?;
    let listed = ["selected_values", "values", "options"]
        .iter()
        .find_map(|key| value.get(*key).and_then(list))
        .unwrap_or_default();
    let mut seen = HashSet::new();
    let options = listed
        .iter()
        .filter_map(|option| option_of(option, id))
        .filter(|option| seen.insert(option.id))
        .collect();
    Some(Attribute {
        id,
        title: title(value.get("title")).unwrap_or_else(|| id.to_string()),
        unit: text(value.get("unit"))
            .or_else(|| text(value.get("unit")?.get("title")))
            .filter(|unit| !unit.trim().is_empty()),
        required: flag(value.get("required")),
        options,
        multiple: value.get("type").is_some_and(is_multiple),
    })
}

/// An option; `None` for one that belongs to another attribute.
fn option_of(value: &Value, attribute: i64) -> Option<AttributeOption> {
    let owner = integer(value.get("attribute_id"));
    let id = integer(value.get("id")).filter(|_| owner.is_none_or(|owner| owner == attribute))?;
    Some(AttributeOption {
        id,
        title: title(value.get("title"))
            .or_else(|| title(value.get("value")))
            .unwrap_or_else(|| id.to_string()),
    })
}

/// The values of `type` are published nowhere. Words that mean several values are taken at their word.
fn is_multiple(kind: &Value) -> bool {
    let words = [kind.get("name"), kind.get("description"), Some(kind)];
    words.into_iter().flatten().filter_map(Value::as_str).any(|word| {
        let word = word.to_lowercase();
        word.contains("multi") || word.contains("چند")
    })
}

fn title(value: Option<&Value>) -> Option<String> {
    let text = text(value)?;
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let clean = clean.trim();
    let cut: String = clean.chars().take(MAX_TITLE_CHARS).collect();
    let shown = if cut.len() < clean.len() { format!("{}…", cut.trim_end()) } else { cut };
    (!shown.is_empty()).then_some(shown)
}

/// A list, or an object that contains one.
fn list(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Array(items) => Some(items),
        Value::Object(map) => {
            CONTENT_KEYS.iter().find_map(|key| map.get(*key)?.as_array().map(Vec::as_slice))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use vitrine_domain::FieldError;

    fn tree(answer: &Value) -> CategoryTree {
        category_tree(answer).unwrap()
    }

    #[test]
    fn the_published_format_is_read() {
        let answer = json!({"data": [{"id": 1, "title": "Home", "unit_type": null, "children": [
            {"id": "302", "title": " گلیم\u{200c}ها ", "children": null, "unit_type": {"id": 5060, "title": "گرم"}, "max_preparation_days": 7},
            {"id": 299, "title": "Rug", "children": []},
        ]}]});
        let tree = tree(&answer);
        assert_eq!(
            (tree.len(), tree.leaves().count(), tree.path(302).as_deref()),
            (3, 2, Some("Home / گلیم\u{200c}ها"))
        );
        let kilim = tree.get(302).unwrap();
        assert_eq!((kilim.unit, kilim.max_preparation_days), (Some(5060), Some(7)));
    }

    #[test]
    fn a_tree_that_makes_no_sense_is_used_as_far_as_it_does() {
        let answer = json!([
            {"id": 1, "title": null, "children": [
                {"id": 1, "title": "itself", "children": [{"id": 5, "title": "lost with it"}]},
                {"id": null, "title": "nameless", "children": [{"id": 2, "title": "kept"}, null, 7, "x"]},
                {"id": 3, "title": "t".repeat(2000), "children": {"data": [{"id": 4.0, "title": 17}]}},
            ]},
            {"id": 2, "title": "again"},
            {"id": 6, "title": "null inside", "children": [null, 7]},
        ]);
        let tree = tree(&answer);
        assert_eq!(tree.categories().iter().map(|category| category.id).collect::<Vec<_>>(), [1, 2, 3, 4, 6]);
        assert_eq!(tree.leaves().map(|leaf| leaf.id).collect::<Vec<_>>(), [2, 4, 6]);
        assert_eq!(
            (tree.path(2).as_deref(), tree.path(4).map(|path| path.chars().count())),
            (Some("1 / kept"), Some(1 + 3 + 121 + 3 + 2))
        );
        for broken in [json!({}), json!("x"), json!(null), json!({"data": null}), json!([{"title": "no id"}])]
        {
            assert!(category_tree(&broken).is_err(), "{broken}");
        }
        assert!(category_tree(&json!({"data": []})).unwrap().is_empty());
    }

    #[test]
    fn a_deep_tree_and_one_of_20_000_categories_are_read() {
        let mut node = json!({"id": 100, "title": "leaf"});
        for id in 0..40 {
            node = json!({"id": id, "title": format!("level {id}"), "children": [node]});
        }
        assert_eq!(tree(&json!({ "data": [node] })).path(100).unwrap().matches(" / ").count(), 40);
        let many: Vec<Value> =
            (0..20_000).map(|id| json!({"id": id, "title": format!("category {id}")})).collect();
        assert_eq!(tree(&json!({ "data": many })).leaves().count(), 20_000);
    }

    /// Twelve levels, of which one contains the top again, and titles that agree in what is shown of them.
    #[test]
    fn a_cycle_twelve_levels_deep_ends_and_long_titles_are_never_guessed() {
        let mut node = json!({"id": 1, "title": "the top again", "children": [{"id": 2, "title": "lost"}]});
        for id in (1..=12).rev() {
            let leaf = json!({"id": (100 + id).to_string(), "title": format!("{}{id}", "t".repeat(2000)), "children": null});
            node = json!({"id": id, "title": format!("level {id}"), "children": [node, leaf]});
        }
        let tree = tree(&json!([node]));
        assert_eq!((tree.len(), tree.leaves().count()), (24, 12));
        assert_eq!(tree.path(12).unwrap().matches(" / ").count(), 11);
        let shown = tree.get(112).unwrap().title.clone();
        assert!(matches!(tree.resolve(&shown, true), Err(FieldError::AmbiguousChoice { .. })), "{shown}");
        assert_eq!(tree.resolve("112", true).map(|category| category.id), Ok(112));
    }

    #[test]
    fn attributes_are_read_in_groups_or_without() {
        let material = json!({"id": "219", "title": "Material", "required": "1", "type": {"name": "multi_select", "value": 3}, "unit": null,
            "selected_values": [{"id": 17, "title": "Wool", "attribute_id": 219}, {"id": 17, "title": "Twice"}, {"id": 9, "title": "Foreign", "attribute_id": 4}, null]});
        let size =
            json!({"id": 221, "title": "Size", "required": null, "unit": "cm", "selected_values": null});
        let groups = attributes(
            &json!({"data": [{"title": "Rug", "attributes": [material, size, size, null]}, {"title": "empty", "attributes": null}]}),
        )
        .unwrap();
        assert_eq!((groups.len(), groups[0].title.as_str(), groups[0].attributes.len()), (1, "Rug", 2));
        let [material_read, size_read] = groups[0].attributes.as_slice() else { panic!("{groups:?}") };
        assert_eq!(
            (material_read.required, material_read.multiple, material_read.options.len()),
            (Some(true), true, 1)
        );
        assert_eq!(
            (size_read.required, size_read.unit.as_deref(), size_read.options.len()),
            (None, Some("cm"), 0)
        );
        assert_eq!(attributes(&json!([material])).unwrap()[0].attributes.len(), 1);
        assert_eq!(attributes(&json!({"data": []})).unwrap(), []);
        assert!(attributes(&json!({"detail": "Not found"})).is_err());
    }

    /// JSON with the names that are looked for.
    fn arbitrary_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0..9i64).prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            "[0-9]{0,3}".prop_map(Value::from),
            ".{0,9}".prop_map(Value::from),
        ];
        leaf.prop_recursive(8, 80, 6, |inner| {
            let key = prop::sample::select(vec![
                "id",
                "title",
                "children",
                "data",
                "unit_type",
                "attributes",
                "selected_values",
                "required",
                "type",
                "unit",
            ]);
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(key.prop_map(str::to_owned), inner, 0..7)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_answer_is_read_or_refused(answer in arbitrary_json()) {
            if let Ok(tree) = category_tree(&answer) {
                for category in tree.categories() {
                    prop_assert!(tree.path(category.id).is_some());
                }
            }
            if let Ok(groups) = attributes(&answer) {
                let ids: Vec<i64> = groups.iter().flat_map(|group| &group.attributes).map(|attribute| attribute.id).collect();
                prop_assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
            }
        }
    }
}
