//! Formats a draft's fields as text for editing.

use std::collections::BTreeMap;

use vitrine_domain::{Draft, Field};

/// The fields that have a value, as a user would type them.
pub fn as_typed(draft: &Draft) -> BTreeMap<Field, String> {
    let typed = |field: Field| {
        let text = match field {
            Field::IsWholesale => draft.is_wholesale.map(|yes| yes.to_string()),
            field => draft
                .integer(field)
                .map(|number| number.to_string())
                .or_else(|| draft.line(field).map(str::to_owned))
                .or_else(|| draft.list(field)),
        };
        text.filter(|text| !text.is_empty()).map(|text| (field, text))
    };
    Field::ALL.into_iter().filter_map(typed).collect()
}
