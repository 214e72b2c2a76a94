//! Attributes of a category, and the values that a product has for them.

use serde::{Deserialize, Serialize};

use crate::FieldError;
use crate::text::folded;

/// Attributes under a common title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttributeGroup {
    pub title: String,
    pub attributes: Vec<Attribute>,
}

/// A property that products of a category have, such as the material.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    pub id: i64,
    pub title: String,
    /// The unit of a free value.
    pub unit: Option<String>,
    /// `None`: the marketplace does not say, so it is treated as optional.
    pub required: Option<bool>,
    /// The values to choose from; none if any text may be entered.
    pub options: Vec<AttributeOption>,
    /// Whether several of the options may be chosen.
    pub multiple: bool,
}

/// A value to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttributeOption {
    pub id: i64,
    pub title: String,
}

/// A product's value for an attribute, as typed and as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttributeValue {
    /// The attribute's title or id, as typed.
    pub name: String,
    /// The value as typed. Several options are separated by commas.
    pub text: String,
    /// What is sent; `None` until the attributes of the category are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<SentAttribute>,
    /// Given for all products before their categories were known: it counts only where the category has the
    /// attribute and the product no value of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub where_taken: bool,
}

/// An element of `product_attribute`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentAttribute {
    pub attribute_id: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selected_values: Vec<i64>,
}

/// Between the options of an attribute with several.
const SEPARATORS: [char; 4] = [',', '،', '؛', '|'];

impl Attribute {
    /// Finds an attribute by its id or its title. A title that several attributes have names none of them.
    pub fn find<'a>(groups: &'a [AttributeGroup], name: &str) -> Option<&'a Self> {
        let all = || groups.iter().flat_map(|group| &group.attributes);
        let wanted = folded(name);
        all()
            .find(|attribute| attribute.id.to_string() == wanted)
            .or_else(|| only(all(), |attribute| folded(&attribute.title) == wanted))
    }

    /// The value that typed text means. An option is typed by its title or its id.
    ///
    /// # Errors
    /// `UnknownChoice` for what is no option of this attribute, `TooMany` for several where one is allowed.
    pub fn read(&self, text: &str) -> Result<SentAttribute, FieldError> {
        let sent = |value, selected_values| SentAttribute { attribute_id: self.id, value, selected_values };
        if self.options.is_empty() {
            return Ok(sent(Some(text.trim().to_owned()), Vec::new()));
        }
        // The title of an option may contain a comma.
        let mut selected = match self.option(text) {
            Some(option) => vec![option.id],
            None => {
                let parts = text.split(SEPARATORS).map(str::trim).filter(|part| !part.is_empty());
                let unknown = |part: &str| FieldError::UnknownChoice { text: part.into() };
                parts
                    .map(|part| self.option(part).map(|option| option.id).ok_or_else(|| unknown(part)))
                    .collect::<Result<Vec<_>, _>>()?
            }
        };
        let mut seen = std::collections::HashSet::new();
        selected.retain(|id| seen.insert(*id));
        match selected.len() {
            0 => Err(FieldError::UnknownChoice { text: text.trim().into() }),
            count @ 2.. if !self.multiple => Err(FieldError::TooMany { limit: 1, count }),
            _ => Ok(sent(None, selected)),
        }
    }

    /// A title that several options have names none of them.
    fn option(&self, text: &str) -> Option<&AttributeOption> {
        let wanted = folded(text);
        let by_title = only(self.options.iter(), |option| folded(&option.title) == wanted);
        by_title.or_else(|| self.options.iter().find(|option| option.id.to_string() == wanted))
    }
}

/// The only item that fits; `None` if there are several.
fn only<T>(items: impl Iterator<Item = T>, fits: impl Fn(&T) -> bool) -> Option<T> {
    let mut fitting = items.filter(fits);
    fitting.next().filter(|_| fitting.next().is_none())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn attribute(
        id: i64,
        title: &str,
        required: Option<bool>,
        options: &[(i64, &str)],
        multiple: bool,
    ) -> Attribute {
        let options = options
            .iter()
            .map(|(id, title)| AttributeOption { id: *id, title: (*title).to_owned() })
            .collect();
        Attribute { id, title: title.to_owned(), unit: None, required, options, multiple }
    }

    #[test]
    fn options_are_chosen_by_title_or_id_and_free_values_are_kept() {
        let material = attribute(219, "جنس", Some(true), &[(17, "پشم"), (18, "نخ، پنبه")], false);
        assert_eq!(material.read(" پشم").map(|sent| sent.selected_values), Ok(vec![17]));
        assert_eq!(material.read("18").map(|sent| sent.selected_values), Ok(vec![18]));
        assert_eq!(
            material.read("نخ، پنبه").map(|sent| sent.selected_values),
            Ok(vec![18]),
            "a comma inside of an option"
        );
        let free = attribute(221, "Size", None, &[], false).read(" 120 × 80 ").unwrap();
        assert_eq!((free.value.as_deref(), free.selected_values.len()), (Some("120 × 80"), 0));
    }

    #[test]
    fn an_option_of_another_attribute_is_refused_instead_of_being_sent() {
        let material = attribute(219, "Material", Some(true), &[(17, "Wool")], false);
        assert_eq!(material.read("99"), Err(FieldError::UnknownChoice { text: "99".into() }));
        assert_eq!(material.read(" "), Err(FieldError::UnknownChoice { text: "".into() }));
    }

    #[test]
    fn a_title_that_several_have_names_none_of_them() {
        let colour = attribute(5, "Colour", None, &[(1, "Red"), (2, "red"), (3, "Blue")], false);
        assert_eq!(colour.read("Red"), Err(FieldError::UnknownChoice { text: "Red".into() }));
        assert_eq!(colour.read("2").map(|sent| sent.selected_values), Ok(vec![2]));
        let other = attribute(6, "colour", None, &[], false);
        let groups = [AttributeGroup { title: String::new(), attributes: vec![colour, other] }];
        assert_eq!(Attribute::find(&groups, "Colour"), None);
        assert_eq!(Attribute::find(&groups, "6").map(|attribute| attribute.id), Some(6));
    }

    #[test]
    fn several_options_are_allowed_only_where_the_attribute_says_so() {
        let options = [(1, "Red"), (2, "Blue")];
        let one = attribute(5, "Colour", None, &options, false);
        assert_eq!(one.read("Red, Blue"), Err(FieldError::TooMany { limit: 1, count: 2 }));
        let several = attribute(5, "Colour", None, &options, true);
        assert_eq!(several.read("Blue، red, Blue").map(|sent| sent.selected_values), Ok(vec![2, 1]));
    }

    #[test]
    fn an_attribute_is_found_by_id_before_title() {
        let groups = [AttributeGroup {
            title: String::new(),
            attributes: vec![attribute(7, "12", None, &[], false), attribute(12, "B", None, &[], false)],
        }];
        assert_eq!(Attribute::find(&groups, "۱۲").map(|attribute| attribute.id), Some(12));
        assert_eq!(Attribute::find(&groups, " b ").map(|attribute| attribute.id), Some(12));
        assert_eq!(Attribute::find(&groups, "C"), None);
    }
}
