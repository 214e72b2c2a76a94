//! The values that the command line gives all products: those of `--set`, and those of a template.

use super::super::args;
use super::super::terminal::{SignedIn, Terminal};
use crate::worker::{Event, MarketChoice, PlatformEvent};
use vitrine_core::import::{DefaultValues, PlannedDraft, Template};
use vitrine_domain::category::AttributeValue;
use vitrine_domain::{Currency, Field, FieldProblem, Problem, ProblemKind};

/// The values for all products.
pub struct Values {
    /// Those of `--set`, and of the template where `--set` says nothing.
    defaults: DefaultValues,
    template: Option<Template>,
    /// The template's category, unless `--set` names one. It is for products whose folder has none.
    category: Option<i64>,
}

/// The values whose use depends on what a product has already.
pub struct CategoryValues {
    /// A product gets those that its category has.
    pub attributes: Vec<AttributeValue>,
    /// For products that have no category, and whose folder has none.
    pub category: Option<i64>,
}

impl Values {
    /// Reads the options. A template belongs to a shop, so finding it needs a sign-in, which is returned.
    ///
    /// # Errors
    /// The first field of `--set` whose value cannot be read, the problem of the sign-in, or `NoTemplate`.
    pub fn of(
        terminal: &Terminal,
        market: &MarketChoice,
        options: &args::Import,
    ) -> Result<(Self, Option<SignedIn>), Problem> {
        // The worker reports the settings as it starts.
        let settings = |event: &Event| match event {
            Event::Platform(PlatformEvent::Settings(settings)) => Some(Ok(settings.templates.clone())),
            _ => None,
        };
        let templates = options.template.as_ref().map(|_| terminal.wait(settings)).transpose()?;
        let has_price =
            options.set.iter().any(|(field, _)| matches!(field, Field::PrimaryPrice | Field::Variants));
        let currency = if has_price { terminal.currency_of(market) } else { Currency::Unnamed };
        let mut defaults =
            options.defaults(&currency).map_err(|(field, error)| FieldProblem { field, error })?;
        let (Some(name), Some(templates)) = (&options.template, templates) else {
            return Ok((Self { defaults, template: None, category: None }, None));
        };
        let signed_in = terminal.sign_in(market.clone())?;
        let account = signed_in.account.key(&signed_in.market);
        let (found, others): (Vec<Template>, Vec<Template>) = templates
            .into_iter()
            .filter(|template| Some(&template.account) == account.as_ref())
            .partition(|template| template.name == *name);
        let Some(mut template) = found.into_iter().next() else {
            let names: Vec<String> = others.into_iter().map(|template| template.name).collect();
            let separator = terminal.messages.text("list-separator");
            let expected = (!names.is_empty()).then(|| names.join(&separator));
            return Err(Problem { expected, ..Problem::new(ProblemKind::NoTemplate).with_subject(name) });
        };
        let values = &mut template.defaults.values;
        let (category, _) = (values.category_id.take(), values.category.take());
        let values = &defaults.values;
        let category = category.filter(|_| values.category_id.is_none() && values.category.is_none());
        defaults.fill(&template.defaults);
        let template = Template { defaults: defaults.clone(), ..template };
        Ok((Self { defaults, template: Some(template), category }, Some(signed_in)))
    }

    /// Takes out what [`Values::fill`] does not use.
    pub fn take_category_values(&mut self) -> CategoryValues {
        if let Some(template) = &mut self.template {
            template.defaults.values.product_attribute.clear();
        }
        CategoryValues {
            attributes: std::mem::take(&mut self.defaults.values.product_attribute),
            category: self.category.take(),
        }
    }

    /// Fills in a product.
    ///
    /// # Errors
    /// The template's rule gives no valid price. The product is unchanged then.
    pub fn fill(&self, planned: &mut PlannedDraft) -> Result<(), FieldProblem> {
        // `--set name=…` overrides a name that was only derived from a file name.
        if !self.defaults.values.name.is_empty() && planned.draft.name == planned.source_name {
            planned.draft.name.clear();
        }
        match &self.template {
            Some(template) => template
                .apply(&mut planned.draft)
                .map_err(|error| FieldProblem { field: Field::PrimaryPrice, error }),
            None => {
                planned.draft.fill(&self.defaults.values_for(&planned.draft));
                Ok(())
            }
        }?;
        // What a sheet says in a cell is not replaced, even if it means nothing.
        let open: Vec<Field> = planned.unusable_cells().map(|(field, ..)| field).collect();
        open.into_iter().for_each(|field| drop(planned.draft.set(field, "")));
        Ok(())
    }
}
