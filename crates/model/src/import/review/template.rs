//! Using a template in the review: its default values, and its rule for prices.

use super::bulk::waits_for_unit;
use super::draft_key::key;
use super::history::Step;
use super::{Review, Touched};
use vitrine_core::import::Template;
use vitrine_core::import::bulk::BulkResult;
use vitrine_domain::{Draft, Field, Price, Signs};

/// What using a template would change.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct TemplatePreview {
    /// The default values that change: what is typed now, and the new text.
    pub defaults: Vec<(Field, String, String)>,
    /// The products whose prices change: their places, what they cost now, and then.
    pub prices: Vec<(usize, Price, Price)>,
    /// The number of products for which the rule gives no valid price.
    pub invalid: usize,
}

impl TemplatePreview {
    /// Whether nothing would change.
    pub const fn is_empty(&self) -> bool {
        self.defaults.is_empty() && self.prices.is_empty()
    }
}

impl Review {
    /// What using a template would change. Values in the cells of products are changed by its rule for prices
    /// only.
    pub fn preview_template(&self, template: &Template) -> TemplatePreview {
        let (changed, invalid) = self.ruled_prices(template);
        TemplatePreview {
            defaults: self.content.defaults.changed_by(template),
            prices: changed.into_iter().map(|(product, price, _, new)| (product, price, new)).collect(),
            invalid,
        }
    }

    /// Uses a template, as one change.
    pub(crate) fn use_template(&mut self, template: &Template) {
        let mut steps = Vec::new();
        let defaults = self.content.defaults.changed_by(template);
        if !defaults.is_empty() {
            let changed = defaults.into_iter().map(|(field, _, text)| (field, text));
            let defaults = self.content.defaults.with(changed);
            steps.push(self.change(|content, _| content.replace_defaults(defaults)));
        }
        let (changed, _) = self.ruled_prices(template);
        if !changed.is_empty() {
            let prices: Vec<_> = changed
                .iter()
                .map(|&(product, _, basis, new)| (key(&self.derived.drafts[product]).owned(), basis, new))
                .collect();
            let cells = changed
                .iter()
                .map(|&(product, _, _, new)| (product, Field::PrimaryPrice, new.wire().to_string()));
            steps.push(self.change(|content, drafts| content.type_texts(drafts, cells)));
            self.change(|content, _| {
                let note = |(product, basis, new)| content.price_rules.note(product, basis, new);
                (prices.into_iter().for_each(note), Touched::NextPlan)
            });
        }
        if !steps.is_empty() {
            self.history.record(Step::Several(steps), None);
        }
    }

    /// The products whose prices the rule changes: place, price now, the price to which the rule is applied,
    /// and the new one; and the number of those for which it gives no valid price. A default price is not
    /// changed.
    fn ruled_prices(&self, template: &Template) -> (Vec<(usize, Price, Price, Price)>, usize) {
        let Some(change) = template.price_change() else { return Default::default() };
        let (mut changed, mut invalid) = (Vec::new(), 0);
        for (product, planned) in
            self.derived.drafts.iter().enumerate().filter(|(product, _)| !self.is_skipped(*product))
        {
            let Some(price) = self.own_price(product) else { continue };
            if waits_for_unit(self, product) {
                invalid += 1;
                continue;
            }
            let basis = self.content.price_rules.basis(key(planned), price);
            let new = match change
                .of(&Draft { primary_price: Some(basis), ..Draft::default() }, Field::PrimaryPrice)
            {
                BulkResult::Changed(text) => Price::parse(&text, Signs::default()).unwrap_or(basis),
                BulkResult::Unchanged => basis,
                BulkResult::Invalid(_) => {
                    invalid += 1;
                    continue;
                }
            };
            if new != price {
                changed.push((product, price, basis, new));
            }
        }
        (changed, invalid)
    }

    /// The price that a product has itself, from its sheet or typed.
    fn own_price(&self, product: usize) -> Option<Price> {
        let mut draft = Draft {
            primary_price: self.derived.drafts.get(product)?.draft.primary_price,
            ..Draft::default()
        };
        match self.typed(product, Field::PrimaryPrice) {
            Some(text) if draft.set(Field::PrimaryPrice, text).is_err() => None,
            _ => draft.primary_price,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::tests::{act, in_review};
    use crate::import::{Import, ImportAction, ReviewAction};
    use crate::messages::{Command, ImportCommand};
    use vitrine_core::import::bulk::{BulkChange, BulkOperation};
    use vitrine_domain::{AccountKey, UserId, VendorId};

    fn template(stock: i64, percent: &str) -> Template {
        Template {
            account: AccountKey {
                market: "Shop".to_owned(),
                user: UserId::from(1),
                vendor: VendorId::from(2),
            },
            name: percent.to_owned(),
            defaults: Draft { stock: Some(stock), ..Draft::default() }.into(),
            price_rule: Some(BulkChange {
                operation: BulkOperation::IncreasePercent,
                operand: percent.to_owned(),
                rounding: String::new(),
            }),
        }
    }

    /// Two products with a price of their own, and one without.
    fn review() -> Import {
        let mut import = in_review(&["Rug", "Bowl", "Vase"]);
        for (product, price) in ["1000", "۲۰۰۰"].into_iter().enumerate() {
            act(
                &mut import,
                ImportAction::Review(ReviewAction::Type(product, Field::PrimaryPrice, price.to_owned())),
            );
        }
        import
    }

    fn prices(import: &Import) -> Vec<Option<i64>> {
        (0..import.review.drafts().len())
            .map(|product| import.review.with_defaults(product).primary_price.map(Price::wire))
            .collect()
    }

    #[test]
    fn defaults_and_prices_are_set_and_undone_as_one_change() {
        let mut import = review();
        act(&mut import, ImportAction::Review(ReviewAction::TypeDefault(Field::Stock, "3".to_owned())));
        act(&mut import, ImportAction::Review(ReviewAction::TypeDefault(Field::Weight, "40".to_owned())));
        let preview = import.review.preview_template(&template(5, "10"));
        assert_eq!(preview.defaults, [(Field::Stock, "3".to_owned(), "5".to_owned())]);
        let prices_of = |product, now, then| (product, Price::on_wire(now), Price::on_wire(then));
        assert_eq!(preview.prices, [prices_of(0, 1000, 1100), prices_of(1, 2000, 2200)]);
        import.review.use_template(&template(5, "10"));
        assert_eq!(
            (import.review.defaults().text(Field::Stock), import.review.defaults().text(Field::Weight)),
            ("5", "40")
        );
        assert_eq!(prices(&import), [Some(1100), Some(2200), None]);
        act(&mut import, ImportAction::Undo);
        assert_eq!(
            (import.review.defaults().text(Field::Stock), prices(&import)),
            ("3", vec![Some(1000), Some(2000), None])
        );
        act(&mut import, ImportAction::Redo);
        assert_eq!(
            (import.review.defaults().text(Field::Stock), prices(&import)),
            ("5", vec![Some(1100), Some(2200), None])
        );
    }

    #[test]
    fn a_template_used_twice_or_another_one_after_it_raises_prices_once() {
        let mut import = review();
        import.review.use_template(&template(5, "10"));
        assert!(import.review.preview_template(&template(5, "10")).is_empty());
        import.review.use_template(&template(5, "20"));
        assert_eq!(prices(&import), [Some(1200), Some(2400), None]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::PrimaryPrice, "5000".to_owned())));
        import.review.use_template(&template(5, "10"));
        assert_eq!(
            prices(&import),
            [Some(5500), Some(2200), None],
            "a price typed since is where the rule begins"
        );
    }

    #[test]
    fn what_a_rule_did_is_known_after_a_restart() {
        let mut import = review();
        import.review.use_template(&template(5, "10"));
        let Some(Command::Import(ImportCommand::SaveReview(Some(saved)))) = import.save_command() else {
            panic!("nothing is saved")
        };
        let mut later = Import::default();
        later.restore_saved(serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap());
        later.planned(import.review.drafts().to_vec(), Vec::new(), 0, Vec::new());
        later.review.use_template(&template(5, "20"));
        assert_eq!(prices(&later), [Some(1200), Some(2400), None]);
    }

    #[test]
    fn values_typed_into_cells_stay_and_an_invalid_price_is_left_to_its_cell() {
        let mut import = review();
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::Stock, "9".to_owned())));
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::PrimaryPrice, "dear".to_owned())));
        import.review.use_template(&template(5, "10"));
        assert_eq!(
            (import.review.with_defaults(0).stock, import.review.with_defaults(1).stock),
            (Some(9), Some(5))
        );
        assert_eq!(import.review.typed(1, Field::PrimaryPrice), Some("dear"));
    }
}
