//! Products as columns, JSON lines or CSV.

use serde_json::json;
use std::borrow::Borrow;

use super::super::args;
use super::super::printing::{
    check_written_for_a_reader, highlight_heading, print_json_lines, print_line, print_text, shows_results,
};
use super::super::terminal::Terminal;
use crate::args;
use crate::i18n::Messages;
use vitrine_core::import::sheet::marked;
use vitrine_domain::foreign_text::printable;
use vitrine_domain::{Currency, Field, Price, Problem, ProblemKind, Product};

/// Prints products to the standard output, several times if necessary.
pub struct ProductPrinter<'a> {
    words: &'a Messages,
    currency: &'a Currency,
    form: Form,
}

enum Form {
    Columns { printed: usize },
    Json,
    Csv(CsvForm),
}

/// Which rows CSV has, and whether its header was printed.
#[derive(Clone, Copy, Debug, Default)]
struct CsvForm {
    has_header: bool,
    variants: bool,
}

impl<'a> ProductPrinter<'a> {
    /// A printer for the form that the options choose.
    pub fn new(terminal: &'a Terminal, currency: &'a Currency, options: &args::Products) -> Self {
        let form = match (options.json, options.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv(CsvForm { has_header: false, variants: options.variants }),
            _ => Form::Columns { printed: 0 },
        };
        Self { words: &terminal.messages, currency, form }
    }

    /// Whether all products have to be printed at once.
    pub const fn prints_columns(&self) -> bool {
        matches!(self.form, Form::Columns { .. })
    }

    /// Prints products.
    ///
    /// # Errors
    /// When the standard output cannot be written.
    pub fn print(&mut self, products: impl Iterator<Item: Borrow<Product>>) -> Result<(), Problem> {
        match &mut self.form {
            Form::Json => print_json_lines(products.map(|product| product_json(product.borrow()))),
            Form::Csv(form) => {
                let rows = csv_rows(form, products).map_err(|error| {
                    Problem::new(ProblemKind::Storage)
                        .with_subject("stdout")
                        .with_quotation(error.to_string())
                })?;
                print_text(&rows);
            }
            Form::Columns { printed } => *printed += print_columns(self.words, products, self.currency),
        }
        check_written_for_a_reader()
    }

    /// Prints what follows the last product.
    pub fn finish(self) {
        if let Form::Columns { printed } = self.form {
            print_line(&self.words.format("cli-products-total", args!["count" => printed]));
        }
    }
}

/// Prints a table, and returns the number of products. It has a header on a terminal only, since programs
/// reading a pipe expect one product per line.
fn print_columns(
    words: &Messages,
    products: impl Iterator<Item: Borrow<Product>>,
    currency: &Currency,
) -> usize {
    let price = |product: &Product| {
        product.price.map(|price| words.money_with_equivalent(price, currency)).unwrap_or_default()
    };
    let stock = |product: &Product| product.inventory.map(|stock| words.integer(stock)).unwrap_or_default();
    let mut rows: Vec<[String; 4]> = Vec::new();
    let has_header = shows_results();
    if has_header {
        let [price, stock, name] =
            [Field::PrimaryPrice, Field::Stock, Field::Name].map(|field| words.field(field).into_owned());
        rows.push([words.text("cli-products-id").into_owned(), price, stock, name]);
    }
    rows.extend(products.map(|product| {
        let product = product.borrow();
        [product.id.as_str().to_owned(), price(product), stock(product), product.title.clone()]
            .map(|cell| printable(&cell).into_owned())
    }));
    let width = |column: usize, min_width: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default().max(min_width)
    };
    let widths = [width(0, 10), width(1, 0), width(2, 6)];
    for (at, [id, price, stock, title]) in rows.iter().enumerate() {
        let line = format!("{id:>0$}  {price:>1$}  {stock:>2$}  {title}", widths[0], widths[1], widths[2]);
        print_line(&if has_header && at == 0 { highlight_heading(&line) } else { line });
    }
    rows.len() - usize::from(has_header)
}

fn product_json(product: &Product) -> serde_json::Value {
    let photo = product.photo.as_ref();
    json!({
        "id": product.id,
        "title": product.title,
        "price": product.price,
        "primary_price": product.own_price(),
        "discount": product.discount,
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
        "category_id": product.category_id,
        "created_at": product.created_at,
        "updated_at": product.changed_at,
    })
}

/// Text of a cell on one line, which is read back as no change.
fn csv_text(text: &str) -> String {
    let spaced: String =
        text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect();
    printable(&spaced).into_owned()
}

/// The columns of CSV. The last ones are there with rows of variants only.
const CSV_HEADINGS: [&str; 10] = [
    "id",
    "title",
    "price",
    "status",
    "inventory",
    "is_wholesale",
    "sku",
    "photo_id",
    "variant_id",
    "variant",
];
/// How many columns are there without variants.
const COLUMNS: usize = 8;

fn write(
    writer: &mut csv::Writer<Vec<u8>>,
    variants: bool,
    row: [impl AsRef<[u8]>; CSV_HEADINGS.len()],
) -> csv::Result<()> {
    writer.write_record(row.iter().take(if variants { row.len() } else { COLUMNS }))
}

/// CSV that a spreadsheet program takes for text, and a terminal too. The price is the owner's, which buyers
/// pay unless there is a discount.
fn csv_rows(form: &mut CsvForm, products: impl Iterator<Item: Borrow<Product>>) -> csv::Result<String> {
    let number = |value: Option<i64>| value.map(|number| number.to_string()).unwrap_or_default();
    let mut writer = csv::Writer::from_writer(Vec::new());
    if !std::mem::replace(&mut form.has_header, true) {
        write(&mut writer, form.variants, CSV_HEADINGS)?;
    }
    for product in products {
        let product = product.borrow();
        let text = |text: &str| marked(&csv_text(text)).into_owned();
        let status = product.status.as_ref().and_then(|status| status.name.as_deref()).unwrap_or_default();
        let photo = product
            .photo
            .as_ref()
            .and_then(|photo| photo.id.as_ref())
            .map(ToString::to_string)
            .unwrap_or_default();
        // One that is sold in variants has prices and stocks in their rows.
        let is_whole = !form.variants || product.variants.is_empty();
        let row = [
            text(product.id.as_str()),
            text(&product.title),
            number(product.own_price().filter(|_| is_whole).map(Price::wire)),
            text(status),
            number(product.inventory.filter(|_| is_whole)),
            product.is_wholesale.map(|yes| yes.to_string()).unwrap_or_default(),
            text(product.sku.as_deref().unwrap_or_default()),
            text(&photo),
            String::new(),
            String::new(),
        ];
        write(&mut writer, form.variants, row)?;
        for variant in product.variants.iter().filter(|_| form.variants) {
            let row = [
                text(product.id.as_str()),
                text(&product.title),
                number(variant.primary_price.map(Price::wire)),
                String::new(),
                number(variant.stock),
                String::new(),
                text(variant.sku.as_deref().unwrap_or_default()),
                String::new(),
                text(variant.id.as_str()),
                text(&variant.properties_in_a_cell()),
            ];
            write(&mut writer, form.variants, row)?;
        }
    }
    let rows = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&rows).into_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use vitrine_core::edit::plan::{KnownOfChanges, Target, requested_changes};
    use vitrine_core::import::sheet;
    use vitrine_domain::Variant;

    #[test]
    fn no_name_is_a_formula_or_obeyed_by_a_terminal() {
        let product = |title: &str| Product {
            title: title.to_owned(),
            sku: Some("+1".to_owned()),
            ..Product::with_id(vitrine_domain::ProductId::from(7))
        };
        let titles = [
            "=HYPERLINK(\"http://x\")",
            "@SUM(1)",
            "mug\u{1b}]0;x\u{7}",
            "two\nlines",
            "-5 cups",
            "\u{feff}=1",
            "mug",
        ];
        let rows = csv_rows(
            &mut CsvForm { has_header: true, variants: false },
            titles.iter().map(|title| product(title)),
        )
        .unwrap();
        let shown: Vec<String> = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(rows.as_bytes())
            .records()
            .map(|row| row.unwrap()[1].to_owned())
            .collect();
        assert_eq!(
            shown,
            [
                "'=HYPERLINK(\"http://x\")",
                "'@SUM(1)",
                r"mug\x1b]0;x\x07",
                "two lines",
                "'-5 cups",
                "'=1",
                "mug"
            ]
        );
        assert!(rows.contains("'+1"));
    }

    #[test]
    fn each_variant_has_a_row_that_is_read_back_as_itself() {
        let size = |id: u64, size: &str| Variant {
            id: id.into(),
            name: size.to_owned(),
            properties: vec![("Size".to_owned(), size.to_owned())],
            sku: Some(format!("S-{size}")),
            primary_price: Some(Price::on_wire(450_000)),
            stock: Some(2),
        };
        let shirt = Product {
            title: "Shirt".to_owned(),
            price: Some(Price::on_wire(400_000)),
            inventory: Some(4),
            variants: vec![size(71, "M"), size(72, "L")],
            ..Product::with_id(7.into())
        };
        let rows =
            csv_rows(&mut CsvForm { has_header: false, variants: true }, [&shirt].into_iter()).unwrap();
        let cells = sheet::read(Path::new("products.csv"), rows.as_bytes()).unwrap();
        let changes = requested_changes(&cells, &KnownOfChanges::default()).unwrap().requested;
        let meant: Vec<_> = changes.iter().map(|change| change.target.clone()).collect();
        let variant = |id: u64| Target::Variant(7.into(), id.into());
        assert_eq!(meant, [Target::Id(7.into()), variant(71), variant(72)]);
        assert!(changes[0].values.iter().all(|(field, _)| *field == Field::Name), "{:?}", changes[0].values);
        let known = sheet::Known { market_fields: &[Field::Variants], ..sheet::Known::default() };
        let drafts = sheet::drafts(&cells, &known).drafts;
        let [draft] = drafts.as_slice() else { panic!("{drafts:#?}") };
        let read: Vec<_> = draft.draft.variants.iter().map(|variant| variant.properties.clone()).collect();
        assert_eq!(read, shirt.variants.iter().map(|variant| variant.properties.clone()).collect::<Vec<_>>());
        let discounted = Product { primary_price: Some(Price::on_wire(500_000)), ..shirt };
        let rows = csv_rows(&mut CsvForm::default(), [&discounted].into_iter()).unwrap();
        let expected = "id,title,price,status,inventory,is_wholesale,sku,photo_id\n7,Shirt,500000,,4,,,\n";
        assert_eq!(rows, expected, "without variants, one row for each product, with its owner's price");
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back_as_no_change(
            titles in prop::collection::vec(prop_oneof![any::<String>(), "[a-cآ-ج\n\t &;<>/'=+\u{200c}\u{200f}\u{a0}-]{0,12}"], 1..4),
        ) {
            let product = |(index, title): (usize, &String)| Product { title: title.clone(), ..Product::with_id(((index + 1) as u64).into()) };
            let rows = csv_rows(&mut CsvForm::default(), titles.iter().enumerate().map(product)).unwrap();
            let cells = sheet::read(Path::new("products.csv"), rows.as_bytes()).unwrap();
            for request in requested_changes(&cells, &KnownOfChanges::default()).unwrap().requested {
                let Target::Id(id) = request.target else { continue };
                let written = &titles[id.as_str().parse::<usize>().unwrap() - 1];
                for (_, read) in request.values.iter().filter(|(field, _)| *field == Field::Name) {
                    prop_assert!(read == written || sheet::is_read_as(written, read), "{written:?} became {read:?}");
                }
            }
        }
    }
}
