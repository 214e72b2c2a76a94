//! Categories that earlier products suggest, computed once for a name.

use std::collections::HashMap;

use crate::ui::screens::Cx;
use vitrine_core::import::categories::Suggestion;

/// The suggestions for names: each is a comparison with up to thousands of earlier products.
#[derive(Default)]
pub struct Suggestions {
    /// The earlier products from which they were made: their number, and the name of the latest.
    made_from: Option<(usize, Option<String>)>,
    of_names: HashMap<String, Option<Suggestion>>,
}

/// More names are forgotten: somebody types them letter by letter.
const MAX_NAMES: usize = 10_000;

impl Suggestions {
    /// The category of an earlier product with a similar name, if the marketplace still has it.
    pub fn of(&mut self, cx: &Cx<'_>, name: &str) -> Option<Suggestion> {
        let known = &cx.model.categories;
        let from = Some((
            known.choices.products.len(),
            known.choices.products.first().map(|(name, _)| name.clone()),
        ));
        if self.made_from != from || self.of_names.len() > MAX_NAMES {
            *self = Self { made_from: from, of_names: HashMap::new() };
        }
        let suggestion = match self.of_names.get(name) {
            Some(suggestion) => suggestion.clone(),
            None => {
                self.of_names.entry(name.to_owned()).or_insert_with(|| known.choices.suggest(name)).clone()
            }
        };
        suggestion.filter(|suggestion| {
            known.market_categories.tree.as_ref().is_some_and(|tree| tree.get(suggestion.category).is_some())
        })
    }
}
