//! `products`: every product of the shop.

use serde_json::json;

use super::terminal::{Exit, Terminal, print_json};
use crate::args;
use crate::domain::{Code, Problem, Product};
use crate::worker::{CatalogCommand, Command, Event, MarketChoice, ProductsUpdate};

pub fn list(terminal: &Terminal, market: MarketChoice, json: bool, csv: bool) -> Result<Exit, Problem> {
    let currency = terminal.sign_in(market)?.currency;
    let products = load(terminal)?;
    if json {
        products.iter().for_each(|product| print_json(&product_json(product)));
    } else if csv {
        write_csv(&products).map_err(|error| Problem::new(Code::Storage).about("stdout").saying(error.to_string()))?;
    } else {
        let price = |product: &Product| product.price.map(|price| terminal.messages.money_line(price, &currency)).unwrap_or_default();
        let width = products.iter().map(|product| price(product).chars().count()).max().unwrap_or_default();
        for product in products.iter() {
            let price = price(product);
            let stock = product.inventory.map(|stock| terminal.messages.integer(stock)).unwrap_or_default();
            println!("{:>10}  {price:>width$}  {stock:>6}  {}", product.id.as_str(), product.title);
        }
        println!("{}", terminal.messages.format("cli-products-total", args!["count" => products.len()]));
    }
    Ok(Exit::AllDone)
}

fn load(terminal: &Terminal) -> Result<Vec<Product>, Problem> {
    terminal.send(Command::Catalog(CatalogCommand::Load));
    let mut listed = Vec::new();
    terminal.wait(|event| match event {
        Event::Products(ProductsUpdate::Started { .. }) => {
            listed.clear();
            None
        }
        Event::Products(ProductsUpdate::Page { products, done, .. }) => {
            listed.extend_from_slice(products);
            done.then(|| Ok(std::mem::take(&mut listed)))
        }
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
    let mut writer = csv::Writer::from_writer(std::io::stdout().lock());
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
