//! The cells of the products table.

use eframe::egui::Ui;

use super::columns::Part;
use crate::i18n::Messages;
use crate::ui::icons::Icon;
use crate::ui::pictures::PictureState;
use crate::ui::screens::Cx;
use crate::ui::screens::rows::{at_right, photo_side};
use crate::ui::theme::{Palette, Tone};
use crate::ui::widgets::{self, Pill, RowWords};
use vitrine_domain::{Currency, Price, Product, Status};
use vitrine_text::Text;

/// The row as a screen reader reads it.
pub fn row_words(words: &Messages, currency: &Currency, product: &Product) -> RowWords {
    let named = |key, value: String| format!("{}: {value}", words.text(key));
    let title = if product.title.trim().is_empty() {
        words.text("untitled").into_owned()
    } else {
        product.title.clone()
    };
    let price = product.price.map(|price| named("column-price", words.money(price, currency)));
    let status = words.product_status(product.status.as_ref()).map(|status| named("column-status", status));
    let stock = product.inventory.map(|stock| named("column-stock", words.integer(stock)));
    let parts: Vec<String> = [Some(title), price, status, stock].into_iter().flatten().collect();
    RowWords { name: parts.join(&words.text("list-separator")), ..RowWords::default() }
}

/// A cell as a screen reader reads it: its heading, its product, and what is in it.
pub fn in_words(
    words: &Messages,
    currency: &Currency,
    product: &Product,
    part: Part,
    is_selected: bool,
) -> String {
    let title = if product.title.trim().is_empty() {
        words.text("untitled").into_owned()
    } else {
        product.title.clone()
    };
    let text = match part {
        Part::Select => {
            Some(words.text(if is_selected { "row-selected" } else { "row-not-selected" }).into_owned())
        }
        Part::Photo | Part::Title => None,
        Part::Price => product.price.map(|price| words.money_with_equivalent(price, currency)),
        Part::Status => words.product_status(product.status.as_ref()),
        Part::Stock => product.inventory.map(|stock| words.integer(stock)),
        Part::Wholesale => Some(
            words.text(if product.is_wholesale == Some(true) { "wholesale-yes" } else { "no" }).into_owned(),
        ),
        Part::Sku => product.sku.clone(),
        Part::Id => Some(product.id.as_str().to_owned()),
    };
    let heading = part.heading(words);
    let heading = Some(heading.into_owned()).filter(|heading| !heading.is_empty());
    [heading, Some(title), text].into_iter().flatten().collect::<Vec<_>>().join(&words.text("list-separator"))
}

/// Draws a cell.
pub fn cell(ui: &mut Ui, cx: &mut Cx<'_>, p: &Palette, product: &Product, part: Part) {
    let words = cx.words;
    match part {
        // Drawn by the table, which knows what is selected.
        Part::Select => {}
        Part::Photo => {
            let picture = cx.model.products.picture(product);
            let shown = picture.map_or(PictureState::Failed, |key| cx.pictures.get(&key));
            let side = photo_side(ui);
            widgets::thumbnail(ui, &shown, side, &product.title);
        }
        Part::Title if product.title.trim().is_empty() => {
            ui.add(Text::new(words.text("untitled")).weak().truncate());
        }
        Part::Title => {
            ui.add(Text::new(&product.title).truncate());
        }
        Part::Price => price(ui, p, cx, product.price),
        Part::Status => status(ui, p, words, product),
        Part::Stock if product.inventory == Some(0) => {
            at_right(ui, Text::new(words.text("out-of-stock")).color(p.bad.ink), None);
        }
        Part::Stock => number(ui, p, product.inventory.map(|stock| words.integer(stock)), None),
        Part::Wholesale => {
            if product.is_wholesale == Some(true) {
                ui.add(Text::new(words.text("wholesale-yes")).truncate());
            }
        }
        Part::Sku => line(ui, p, product.sku.clone()),
        Part::Id => line(ui, p, Some(product.id.as_str().to_owned())),
    }
}

/// The marketplace's status.
pub fn status(ui: &mut Ui, p: &Palette, words: &Messages, product: &Product) {
    if let Some(name) = words.product_status(product.status.as_ref()) {
        let (tone, icon) = status_tone(product.status.as_ref(), p);
        ui.add(Pill::new(name, tone).icon(icon));
    }
}

fn price(ui: &mut Ui, p: &Palette, cx: &Cx<'_>, price: Option<Price>) {
    let (words, currency) = (cx.words, cx.model.currency());
    let beside = price.and_then(|price| words.toman_equivalent(price, currency));
    number(ui, p, price.map(|price| words.money(price, currency)), beside);
}

/// A number at the right of its column, with its value in another unit.
fn number(ui: &mut Ui, p: &Palette, text: Option<String>, beside: Option<String>) {
    match text {
        Some(text) => at_right(ui, Text::new(text), beside),
        None => at_right(ui, Text::new("—").color(p.ink_soft), None),
    }
}

fn line(ui: &mut Ui, p: &Palette, text: Option<String>) {
    match text {
        Some(text) => ui.add(Text::new(text).truncate()),
        None => ui.add(Text::new("—").color(p.ink_soft)),
    };
}

/// The colour and icon of a status. Its values are not documented; three are known from the marketplace's
/// public SDK (2976 published, 4184 illegal, 3568 pending).
fn status_tone(status: Option<&Status>, p: &Palette) -> (Tone, Icon) {
    match status.and_then(|status| status.value) {
        Some(2976) => (p.good, Icon::Check),
        Some(4184) => (p.bad, Icon::Alert),
        Some(3568) => (p.warn, Icon::Clock),
        _ => (p.plain, Icon::Info),
    }
}
