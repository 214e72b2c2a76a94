//! Which products the options ask for, and in which order: the window's filters.

use super::super::args;
use super::super::import::load_categories;
use super::super::terminal::{SignedIn, Terminal};
use vitrine_core::catalog::{Arrangement, Facets, Filter};
use vitrine_domain::text::{folded, searchable};
use vitrine_domain::{CreateRules, Field, FieldError, FieldProblem, Price, Problem, Status, parse_integer};

/// What the options of `products` ask for.
pub struct Selection<'a> {
    options: &'a args::Products,
    rules: &'a CreateRules,
    /// The least and the greatest price that are asked for.
    prices: [Option<Price>; 2],
    /// The category that is asked for, and all in it.
    categories: Vec<i64>,
}

impl<'a> Selection<'a> {
    /// Reads the options; a category is looked up.
    ///
    /// # Errors
    /// An unknown category, or the problem with which the categories cannot be read; a price that is none in
    /// the unit of people.
    pub fn read(
        terminal: &Terminal,
        SignedIn { rules, currency, .. }: &'a SignedIn,
        options: &'a args::Products,
    ) -> Result<Self, Problem> {
        let categories = options
            .category
            .as_ref()
            .map_or_else(|| Ok(Vec::new()), |named| categories(terminal, rules, named));
        let price = |text: &Option<String>| {
            text.as_deref()
                .map(|text| currency.read(text))
                .transpose()
                .map_err(|error| Problem::from(FieldProblem { field: Field::PrimaryPrice, error }))
        };
        let prices = [price(&options.min_price)?, price(&options.max_price)?];
        Ok(Self { options, rules, prices, categories: categories? })
    }

    /// Whether all products are asked for, in the shop's order.
    pub fn is_everything(&self) -> bool {
        let args::Products { find, status, sort, .. } = self.options;
        let has_text = find.as_ref().is_some_and(|text| !searchable(text).is_empty());
        !has_text && status.is_none() && sort.is_none() && self.filter().is_empty()
    }

    /// The conditions, except that of the status.
    fn filter(&self) -> Filter {
        let options = self.options;
        Filter {
            status: None,
            out_of_stock: options.out_of_stock,
            wholesale: options.wholesale,
            without_photo: options.no_photo,
            least_price: self.prices[0],
            greatest_price: self.prices[1],
            categories: self.categories.clone(),
            changed_since: options.changed_since,
            created: None,
        }
    }

    /// The arrangement of products with these counts.
    ///
    /// # Errors
    /// A status that neither a product nor the marketplace file has.
    pub fn arrangement(&self, facets: &Facets) -> Result<Arrangement, Problem> {
        let status =
            self.options.status.as_deref().map(|named| status(named, facets, self.rules)).transpose()?;
        Ok(Arrangement {
            query: self.options.find.clone().unwrap_or_default(),
            filter: Filter { status, ..self.filter() },
            sort: self.options.sort.map(|column| (column.into(), self.options.descending)),
        })
    }

    /// The messages about conditions that no product can meet because the list does not tell what they are
    /// about.
    pub fn untold(&self, facets: &Facets) -> impl Iterator<Item = &'static str> {
        let has_categories = self.categories.is_empty() || !facets.categories().is_empty();
        let has_times = self.options.changed_since.is_none() || facets.dated > 0;
        [(has_categories, "cli-products-no-categories"), (has_times, "cli-products-no-times")]
            .into_iter()
            .filter_map(|(is_told, key)| (!is_told).then_some(key))
    }
}

fn categories(terminal: &Terminal, rules: &CreateRules, named: &str) -> Result<Vec<i64>, Problem> {
    let number = parse_integer(named).ok();
    let unknown = || FieldProblem {
        field: Field::CategoryId,
        error: FieldError::UnknownChoice { text: named.trim().into() },
    };
    if rules.categories.is_none() {
        return number.map(|id| vec![id]).ok_or_else(|| unknown().into());
    }
    let tree = match load_categories(terminal) {
        Ok((market_categories, _)) => market_categories.tree.unwrap_or_default(),
        // A number means something without its name.
        Err(_) if number.is_some() => return Ok(number.into_iter().collect()),
        Err(problem) => return Err(problem),
    };
    match tree.resolve(named, false) {
        Ok(category) => Ok(tree.within(category.id)),
        Err(_) if number.is_some() => Ok(number.into_iter().collect()),
        Err(error) => Err(FieldProblem { field: Field::CategoryId, error }.into()),
    }
}

/// The status that a number or a name means: one of the products', else one of the marketplace file's, which
/// no product has.
fn status(named: &str, facets: &Facets, rules: &CreateRules) -> Result<Status, Problem> {
    let name = folded(named);
    let of_file = rules.statuses.iter().find(|choice| folded(&choice.name) == name).map(|choice| choice.id);
    let value = parse_integer(named).ok().or(of_file);
    let is_it = |status: &Status| {
        status.name.as_deref().is_some_and(|known| folded(known) == name)
            || (value.is_some() && status.value == value)
    };
    let of_products = facets.statuses().iter().map(|(status, _)| status).find(|status| is_it(status));
    match (of_products, value) {
        (Some(status), _) => Ok(status.clone()),
        (None, Some(_)) => Ok(Status { name: None, value }),
        (None, None) => Err(FieldProblem {
            field: Field::Status,
            error: FieldError::UnknownChoice { text: named.trim().into() },
        }
        .into()),
    }
}
