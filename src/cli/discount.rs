//! `discount`: gives a discount to products, ends those that run, or prints them.

use serde_json::json;

use super::args;
use super::edit::{Sending, begin, preview_and_send};
use super::printing::{print_json, print_line};
use super::products::load;
use super::terminal::Terminal;
use crate::worker::{MarketChoice, Wanted};
use vitrine_domain::foreign_text::printable;
use vitrine_domain::{
    Discount, DiscountRules, Exit, Field, FieldError, FieldProblem, Problem, ProblemKind, Product,
};

/// `discount`: previews it, asks, and sends it; without numbers, prints what runs.
///
/// # Errors
/// What kept it from being sent, or the products from being read.
pub fn discount(
    terminal: &Terminal,
    market: MarketChoice,
    options: &args::Discount,
) -> Result<Exit, Problem> {
    let sending =
        Sending { dry_run: options.dry_run, yes: options.yes, json: options.json, brings_back: options.end };
    let is_listed = options.percent.is_none() && !options.end;
    begin(terminal, market, sending, |signed_in| {
        let rules = signed_in.rules.discounts.ok_or_else(|| Problem::new(ProblemKind::NoDiscounts))?;
        if is_listed {
            return print_running(terminal, options.json);
        }
        let wanted =
            Wanted::Discount { products: options.products.clone(), discount: wanted(options, rules)? };
        preview_and_send(terminal, signed_in, wanted, sending)
    })
}

/// The discount that the options name, within what the marketplace takes.
fn wanted(options: &args::Discount, rules: DiscountRules) -> Result<Discount, Problem> {
    let (Some(percent), Some(days)) = (options.percent, options.days) else { return Ok(Discount::NONE) };
    let max = match () {
        () if percent > rules.percent_max => i64::from(rules.percent_max),
        () if days > rules.days_max => i64::from(rules.days_max),
        () => return Ok(Discount::wanted(percent, days)),
    };
    Err(FieldProblem { field: Field::Discount, error: FieldError::AboveMaximum { max } }.into())
}

/// Prints the products for which a discount runs.
fn print_running(terminal: &Terminal, is_json: bool) -> Result<Exit, Problem> {
    let mut running: Vec<(Product, Discount)> = Vec::new();
    load(terminal, false, |products| match products {
        Some(products) => {
            let discounted =
                |product: &Product| Some((product.clone(), product.discount.filter(|one| one.runs())?));
            running.extend(products.iter().filter_map(discounted));
        }
        None => running.clear(),
    })?;
    let words = &terminal.messages;
    for (product, discount) in &running {
        if is_json {
            print_json(&json!({
                "event": "discount",
                "product_id": product.id,
                "name": product.title,
                "percent": discount.percent,
                "ends_at": discount.ends,
                "price": product.price,
                "primary_price": product.own_price(),
            }));
        } else {
            let (id, title) = (product.id.as_str(), printable(&product.title));
            print_line(&format!("{id:>10}  {}  {title}", words.discount(*discount)));
        }
    }
    if running.is_empty() && !is_json {
        print_line(&words.text("discounts-none"));
    }
    Ok(Exit::AllDone)
}
