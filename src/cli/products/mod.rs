//! `products`: the products of the shop, as they are now or as they were saved.

mod printer;
mod selection;

use std::collections::HashSet;

use super::args;
use super::terminal::Terminal;
use crate::args;
use crate::worker::{CatalogCommand, CatalogEvent, Command, Event, MarketChoice};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use printer::ProductPrinter;
use selection::Selection;
use vitrine_core::catalog::{Facets, Finder, ProductList};
use vitrine_domain::{CatalogState, Currency, Exit, Problem, ProblemKind, Product};

/// `products`: prints the products as columns, JSON lines or CSV.
///
/// # Errors
/// The problem of the sign-in, or of an option that names what does not exist.
pub fn list(terminal: &Terminal, market: MarketChoice, options: &args::Products) -> Result<Exit, Problem> {
    let signed_in = terminal.sign_in(market)?;
    let selection = Selection::read(terminal, &signed_in, options)?;
    let mut printer = ProductPrinter::new(terminal, &signed_in.currency, options);
    // Columns are as wide as their widest cell, and an order needs all products.
    let streams = selection.is_everything() && !printer.prints_columns();
    let mut unprinted = Ok(());
    let mut kept = Vec::new();
    // A list that is read again after a sign-in begins at its first page again.
    let mut printed = HashSet::new();
    let loaded = load(terminal, options.saved, |products| match products {
        Some(products) if streams => {
            let new = products.iter().filter(|product| printed.insert(product.id.clone()));
            unprinted = std::mem::replace(&mut unprinted, Ok(())).and_then(|()| printer.print(new));
        }
        Some(products) => kept.extend_from_slice(products),
        None => kept.clear(),
    });
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(problem) => return Ok(terminal.report_list_problem(&problem)),
    };
    unprinted?;
    if selection.is_everything() {
        printer.print(kept.iter())?;
    } else {
        print_selected(terminal, &selection, &mut printer, kept, &signed_in.currency)?;
    }
    printer.finish();
    print_state(terminal, loaded.state, loaded.is_saved);
    Ok(Exit::AllDone)
}

/// Prints the products that are asked for, in the order that is asked for.
fn print_selected(
    terminal: &Terminal,
    selection: &Selection<'_>,
    printer: &mut ProductPrinter<'_>,
    products: Vec<Product>,
    currency: &Currency,
) -> Result<(), Problem> {
    let (mut list, mut facets) = (ProductList::default(), Facets::default());
    products.into_iter().for_each(|product| list.put(product));
    facets.update(&list);
    let arrangement = selection.arrangement(&facets).inspect_err(|_| {
        let statuses =
            facets.statuses().iter().filter_map(|(status, _)| terminal.messages.product_status(Some(status)));
        let statuses: Vec<String> = statuses.collect();
        terminal.print_notice(
            &terminal.messages.format("cli-products-statuses", args!["statuses" => statuses.join(", ")]),
        );
    })?;
    for key in selection.untold(&facets) {
        terminal.print_notice(&terminal.messages.text(key));
    }
    let (category, time) = arrangement.filter.untold(&facets);
    let are_told = (!facets.categories().is_empty(), facets.dated > 0);
    let some = [
        (category, are_told.0, "products-filter-category-untold"),
        (time, are_told.1, "products-filter-time-untold"),
    ];
    for (count, _, key) in some.into_iter().filter(|(count, are_told, _)| *count > 0 && *are_told) {
        terminal.print_notice(&terminal.messages.format(key, args!["count" => count]));
    }
    let rows = Finder::rows_of(&list, &arrangement, |price| terminal.messages.price(price, currency));
    printer.print(rows.into_iter().filter_map(|row| list.product(row)))
}

/// Says how old a saved list is, and whether products may be missing.
fn print_state(terminal: &Terminal, state: CatalogState, is_saved: bool) {
    let words = &terminal.messages;
    if is_saved {
        let zone = TimeZone::system();
        let at = words.date_time(state.read_at.to_zoned(zone).datetime());
        terminal.print_notice(
            &words.format("cli-products-saved", args!["at" => at, "age" => age(state.read_at, terminal)]),
        );
    }
    if !state.is_complete {
        terminal.print_notice(&words.text("cli-products-incomplete"));
    }
}

/// How long ago something was, in the largest unit of which it was more than one.
fn age(at: Timestamp, terminal: &Terminal) -> String {
    let minutes = (Timestamp::now().as_second() - at.as_second()).max(0) / 60;
    let (count, unit) = match minutes {
        0..120 => (minutes, "minutes"),
        120..2880 => (minutes / 60, "hours"),
        _ => (minutes / 1440, "days"),
    };
    terminal.messages.format("cli-products-age", args!["count" => count, "unit" => unit]).into_owned()
}

/// A shop's list that was read to its end.
pub(super) struct Loaded {
    state: CatalogState,
    is_saved: bool,
}

/// Loads the products: from the shop, or as they were saved. Each part goes to `take` as it comes; `None`
/// says that the list begins.
pub(super) fn load(
    terminal: &Terminal,
    saved: bool,
    mut take: impl FnMut(Option<&[Product]>),
) -> Result<Loaded, Problem> {
    terminal.send(Command::Catalog(if saved { CatalogCommand::OpenSaved } else { CatalogCommand::Load }));
    let mut is_saved = false;
    terminal.wait(|event| match event {
        Event::Catalog(CatalogEvent::Started { .. }) => {
            take(None);
            None
        }
        Event::Catalog(CatalogEvent::Saved { products, .. }) => {
            is_saved = true;
            take(Some(products));
            None
        }
        Event::Catalog(CatalogEvent::Page { products, .. }) => {
            take(Some(products));
            None
        }
        Event::Catalog(CatalogEvent::Ended { state, .. }) => Some(Ok(Loaded { state: *state, is_saved })),
        Event::Catalog(CatalogEvent::Failed(problem)) => Some(Err(problem.clone())),
        Event::Left => Some(Err(Problem::new(ProblemKind::OtherAccount))),
        _ => None,
    })
}
