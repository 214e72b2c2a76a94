//! `products`: every product of the shop.

use std::io::{self, IsTerminal as _};

use clap::builder::Styles;
use serde_json::json;

use super::terminal::{Exit, Terminal, print_json};
use crate::args;
use crate::domain::{Code, Currency, Field, Problem, Product};
use crate::worker::{CatalogCommand, Command, Event, MarketChoice, ProductsUpdate};

/// `products`: prints the products as columns, JSON lines or CSV.
///
/// # Errors
/// The problem of the sign-in or of the listing.
pub fn list(terminal: &Terminal, market: MarketChoice, json: bool, csv: bool) -> Result<Exit, Problem> {
    let currency = terminal.sign_in(market)?.currency;
    let products = match load(terminal) {
        Ok(products) => products,
        Err(problem) => return Ok(terminal.report_list_problem(&problem)),
    };
    if json {
        products.iter().for_each(|product| print_json(&product_json(product)));
    } else if csv {
        write_csv(&products).map_err(|error| Problem::new(Code::Storage).with_subject("stdout").with_quotation(error.to_string()))?;
    } else {
        print_columns(terminal, &products, &currency);
        println!("{}", terminal.messages.format("cli-products-total", args!["count" => products.len()]));
    }
    Ok(Exit::AllDone)
}

/// Prints a table. It has a header on a terminal only, since programs reading a pipe expect one product per line.
fn print_columns(terminal: &Terminal, products: &[Product], currency: &Currency) {
    let words = &terminal.messages;
    let price = |product: &Product| product.price.map(|price| words.money_with_equivalent(price, currency)).unwrap_or_default();
    let stock = |product: &Product| product.inventory.map(|stock| words.integer(stock)).unwrap_or_default();
    let mut rows: Vec<[String; 4]> = Vec::new();
    let has_header = io::stdout().is_terminal();
    if has_header {
        let [price, stock, name] = [Field::PrimaryPrice, Field::Stock, Field::Name].map(|field| words.field(field).into_owned());
        rows.push([words.text("cli-products-id").into_owned(), price, stock, name]);
    }
    rows.extend(products.iter().map(|product| [product.id.as_str().to_owned(), price(product), stock(product), product.title.clone()]));
    let width =
        |column: usize, min_width: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default().max(min_width);
    let widths = [width(0, 10), width(1, 0), width(2, 6)];
    let style = *Styles::styled().get_header();
    for (at, [id, price, stock, title]) in rows.iter().enumerate() {
        let line = format!("{id:>0$}  {price:>1$}  {stock:>2$}  {title}", widths[0], widths[1], widths[2]);
        if has_header && at == 0 {
            anstream::println!("{style}{line}{style:#}");
        } else {
            println!("{line}");
        }
    }
}

fn load(terminal: &Terminal) -> Result<Vec<Product>, Problem> {
    terminal.send(Command::Catalog(CatalogCommand::Load));
    let mut listed = Vec::new();
    terminal.wait(|event| match event {
        Event::Products(ProductsUpdate::Started { .. }) => {
            listed.clear();
            None
        }
        Event::Products(ProductsUpdate::Page { products, .. }) => {
            listed.extend_from_slice(products);
            None
        }
        Event::Products(ProductsUpdate::Ended { .. }) => Some(Ok(std::mem::take(&mut listed))),
        Event::Products(ProductsUpdate::Failed(problem)) => Some(Err(problem.clone())),
        Event::Left => Some(Err(Problem::new(Code::OtherAccount))),
        _ => None,
    })
}

fn product_json(product: &Product) -> serde_json::Value {
    let photo = product.photo.as_ref();
    json!({
        "id": product.id,
        "title": product.title,
        "price": product.price,
        "photo": photo.map(|photo| json!({
            "id": photo.id,
            "original": photo.urls.original,
            "xs": photo.urls.xs,
            "sm": photo.urls.sm,
            "md": photo.urls.md,
            "lg": photo.urls.lg,
        })),
        "status": product.status.as_ref().map(|status| json!({ "name": status.name, "value": status.value })),
        "inventory": product.inventory,
        "is_wholesale": product.is_wholesale,
        "sku": product.sku,
    })
}

fn write_csv(products: &[Product]) -> csv::Result<()> {
    let text = |value: Option<i64>| value.map(|number| number.to_string()).unwrap_or_default();
    let mut writer = csv::Writer::from_writer(io::stdout().lock());
    writer.write_record(["id", "title", "price", "status", "inventory", "is_wholesale", "sku", "photo_id"])?;
    for product in products {
        let status = product.status.as_ref().and_then(|status| status.name.clone()).unwrap_or_default();
        let photo = product.photo.as_ref().and_then(|photo| photo.id.as_ref()).map(ToString::to_string).unwrap_or_default();
        let wholesale = product.is_wholesale.map(|yes| yes.to_string()).unwrap_or_default();
        writer.write_record([
            product.id.as_str(),
            &product.title,
            &text(product.price),
            &status,
            &text(product.inventory),
            &wholesale,
            product.sku.as_deref().unwrap_or_default(),
            &photo,
        ])?;
    }
    writer.flush()?;
    Ok(())
}
