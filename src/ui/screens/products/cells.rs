//! The cells of the products table.

use std::borrow::Cow;

use eframe::egui::Ui;

use super::columns::ProductsColumn;
use crate::i18n::{Messages, field_of_variant};
use crate::ui::screens::Cx;
use crate::ui::screens::rows::{at_right, photo_side};
use vitrine_domain::{Currency, Price, Product, Status, Variant};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{Palette, Tone, space};
use vitrine_widgets::{self as widgets, PictureState, Pill, RowWords, row_fold};

/// What a row shows: a product, or one of its variants.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    pub product: &'a Product,
    pub variant: Option<&'a Variant>,
}

impl Shown<'_> {
    /// What it is called in full.
    pub fn title<'a>(&'a self, words: &'a Messages) -> Cow<'a, str> {
        let title = self.product.title.as_str();
        let title = if title.trim().is_empty() { words.text("untitled") } else { title.into() };
        match self.variant {
            None => title,
            Some(variant) => field_of_variant(words, &title, variant.called()).into(),
        }
    }

    pub fn price(&self) -> Option<Price> {
        self.variant.map_or(self.product.price, |variant| variant.primary_price)
    }

    /// The price that the owner set.
    pub fn own_price(&self) -> Option<Price> {
        self.variant.map_or_else(|| self.product.own_price(), |variant| variant.primary_price)
    }

    pub fn stock(&self) -> Option<i64> {
        self.variant.map_or(self.product.inventory, |variant| variant.stock)
    }

    fn sku(&self) -> Option<&str> {
        self.variant.map_or(&self.product.sku, |variant| &variant.sku).as_deref()
    }

    fn id(&self) -> &str {
        self.variant.map_or(self.product.id.as_str(), |variant| variant.id.as_str())
    }

    /// The status of a product; a variant has none of its own.
    fn status(&self) -> Option<&Status> {
        self.product.status.as_ref().filter(|_| self.variant.is_none())
    }

    fn is_wholesale(&self) -> bool {
        self.variant.is_none() && self.product.is_wholesale == Some(true)
    }

    /// How many variants it has, in words.
    fn variant_count(&self, words: &Messages) -> Option<String> {
        let count = self.product.variants.len();
        let is_told = self.variant.is_none() && count > 0;
        is_told.then(|| words.format("products-variant-count", crate::args!["count" => count]).into_owned())
    }
}

/// What is said of a price or a stock in the place of what the shop has, because something was typed there.
pub type SaidOfTyped<'a> = &'a dyn Fn(ProductsColumn) -> Option<String>;

/// The row as a screen reader reads it.
pub fn row_words(
    words: &Messages,
    currency: &Currency,
    shown: Shown<'_>,
    typed: SaidOfTyped<'_>,
) -> RowWords {
    let named = |key, value: String| format!("{}: {value}", words.text(key));
    let title = shown.title(words).into_owned();
    let variants = shown.variant_count(words);
    let price = typed(ProductsColumn::Price).or_else(|| Some(words.money(shown.price()?, currency)));
    let price = price.map(|price| named("column-price", price));
    let status = words.product_status(shown.status()).map(|status| named("column-status", status));
    let stock = typed(ProductsColumn::Stock).or_else(|| Some(words.integer(shown.stock()?)));
    let stock = stock.map(|stock| named("column-stock", stock));
    let parts: Vec<String> = [Some(title), variants, price, status, stock].into_iter().flatten().collect();
    RowWords { name: crate::i18n::said(words, &parts), ..RowWords::default() }
}

/// A cell as a screen reader reads it: its heading, its product or variant, and what is in it.
pub fn in_words(
    words: &Messages,
    currency: &Currency,
    shown: Shown<'_>,
    part: ProductsColumn,
    (is_selected, typed): (bool, SaidOfTyped<'_>),
) -> String {
    let title = shown.title(words).into_owned();
    let text = match part {
        ProductsColumn::Select => {
            Some(words.text(if is_selected { "row-selected" } else { "row-not-selected" }).into_owned())
        }
        ProductsColumn::Photo => None,
        ProductsColumn::Title => shown.variant_count(words),
        ProductsColumn::Price => {
            typed(part).or_else(|| Some(words.money_with_equivalent(shown.price()?, currency)))
        }
        ProductsColumn::Status => words.product_status(shown.status()),
        ProductsColumn::Stock => typed(part).or_else(|| Some(words.integer(shown.stock()?))),
        ProductsColumn::Wholesale if shown.variant.is_some() => None,
        ProductsColumn::Wholesale => {
            Some(words.text(if shown.is_wholesale() { "wholesale-yes" } else { "no" }).into_owned())
        }
        ProductsColumn::Sku => shown.sku().map(str::to_owned),
        ProductsColumn::Id => Some(shown.id().to_owned()),
    };
    let heading = part.heading(words);
    let heading = Some(heading.into_owned()).filter(|heading| !heading.is_empty());
    crate::i18n::said(words, &[heading, Some(title), text].into_iter().flatten().collect::<Vec<_>>())
}

/// Draws a cell, except that of the name and the check box.
pub fn cell(ui: &mut Ui, cx: &mut Cx<'_>, p: &Palette, shown: Shown<'_>, part: ProductsColumn) {
    let words = cx.words;
    match part {
        // Drawn by the table, which knows what is selected and unfolded.
        ProductsColumn::Select | ProductsColumn::Title => {}
        ProductsColumn::Photo if shown.variant.is_some() => {}
        ProductsColumn::Photo => {
            let product = shown.product;
            let picture = cx.model.products.picture(product);
            let shown = picture.map_or(PictureState::Failed, |key| cx.pictures.get(&key));
            let side = photo_side(ui);
            widgets::thumbnail(ui, &shown, side, "");
        }
        ProductsColumn::Price => price(ui, p, cx, shown.price()),
        ProductsColumn::Status if shown.variant.is_some() => {}
        ProductsColumn::Status => status(ui, p, words, shown.product),
        ProductsColumn::Stock if shown.stock() == Some(0) => {
            at_right(ui, Text::new(words.text("out-of-stock")).color(p.bad.ink), None);
        }
        ProductsColumn::Stock => number(ui, p, shown.stock().map(|stock| words.integer(stock)), None),
        ProductsColumn::Wholesale => {
            if shown.is_wholesale() {
                ui.add(Text::new(words.text("wholesale-yes")).truncate());
            }
        }
        ProductsColumn::Sku => line(ui, p, shown.sku().map(str::to_owned)),
        ProductsColumn::Id => line(ui, p, Some(shown.id().to_owned())),
    }
}

/// The room at the start of the name of a variant, in points.
const INDENT: f32 = 32.0;
/// With less room for the name, the number of variants is not written beside it, in points.
const MIN_NAME_ROOM: f32 = 96.0;

/// Draws the name. Of a product with variants, a sign shows and hides them; returns whether it was pressed.
pub fn title(ui: &mut Ui, words: &Messages, p: &Palette, shown: Shown<'_>, is_unfolded: bool) -> bool {
    if let Some(variant) = shown.variant {
        ui.add_space(INDENT);
        ui.add(Text::new(variant.called()).color(p.ink_soft).truncate());
        return false;
    }
    let name = shown.title(words);
    let Some(count) = shown.variant_count(words) else {
        let is_untitled = shown.product.title.trim().is_empty();
        let text = Text::new(name);
        ui.add(if is_untitled { text.weak() } else { text }.truncate());
        return false;
    };
    let key = if is_unfolded { "products-hide-variants" } else { "products-show-variants" };
    let tip = words.format(key, crate::args!["name" => name.as_ref()]);
    let pressed = row_fold(ui, is_unfolded, tip).clicked();
    let count = Text::new(count).small().color(p.ink_soft);
    let room = ui.available_width() - count.galley(ui, f32::INFINITY).size().x - space::S;
    // In a narrow column, the name comes first: products are told apart by it.
    if room < MIN_NAME_ROOM {
        ui.add(Text::new(name).truncate());
        return pressed;
    }
    ui.scope(|ui| {
        ui.set_max_width(room);
        ui.add(Text::new(name).truncate());
    });
    ui.add(count.truncate());
    pressed
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
