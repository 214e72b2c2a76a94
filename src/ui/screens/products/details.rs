//! The details of a product, beside the table: a large photo, all fields, and how the product came into the
//! shop.

use std::cell::RefCell;
use std::path::Path;

use eframe::egui::{Color32, CornerRadius, Image, Role, Sense, Ui, WidgetInfo, vec2};

use super::cells;

use crate::i18n::{Messages, display_path, without_direction_marks};
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::ui::screens::changes::values;
use crate::worker::{Command, Origin, PictureKey, PlatformCommand};
use vitrine_domain::{Draft, Field, FieldKind, Product, ProductId, ProductState};
use vitrine_model::{Action, FormAction, Model, Screen};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{self, column, sides};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, height, round, space};
use vitrine_widgets::{self as widgets, Answer, Button, Dialog, PictureState};

/// The greatest height of the photo, in points.
const PHOTO_HEIGHT: f32 = 260.0;
/// The share of the width that the photo takes at the start side, and its limits, in points.
const PHOTO_SHARE: f32 = 0.38;
const PHOTO_WIDTHS: (f32, f32) = (112.0, 300.0);
/// The side of each photo of a product that has several, in points.
const SMALL_PHOTO: f32 = 64.0;
/// So many files are named and shown of those from which a product was made.
const NAMED_FILES: usize = 6;

/// An entry of a row's context menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowMenuItem {
    Details,
    Change,
    /// Its page at the marketplace.
    Page,
    Like,
    Copy,
}

/// What was pressed in the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    Close,
    Change,
}

/// What the details remember from frame to frame.
#[derive(Default)]
pub struct DetailsView {
    /// The draft for which it is asked whether it takes the place of what is in the form.
    replacing: Option<Box<Draft>>,
    /// The product that was shown in the frame before.
    shown: Option<ProductId>,
}

impl DetailsView {
    /// No product is shown.
    pub fn close(&mut self) {
        self.shown = None;
    }

    /// Opens the form with a product like this one. Asks first if the form is in use.
    pub fn begin_like(&mut self, product: &Product, cx: &mut Cx<'_>) {
        let draft = Box::new(like(product, cx.model.products.origin(&product.id)));
        if cx.model.form.is_empty() {
            begin(draft, cx);
        } else {
            self.replacing = Some(draft);
        }
    }

    /// Draws the question.
    pub fn question(&mut self, ui: &Ui, cx: &mut Cx<'_>) {
        let Some(draft) = self.replacing.take() else { return };
        // What is being sent cannot be replaced.
        let is_busy = cx.model.form.is_busy();
        let confirm = Button::primary(cx.t("products-like-replace")).enabled(!is_busy);
        let dialog = Dialog::new("a product like this one", cx.t("products-like"), cx.t("cancel"))
            .confirm(confirm)
            .ready(!is_busy);
        let help = cx.t(if is_busy { "products-like-busy" } else { "products-like-help" });
        match dialog.show(ui, |ui| drop(ui.add(Text::new(help).wrap()))) {
            Some(Answer::Confirmed) => begin(draft, cx),
            Some(Answer::Cancelled) => {}
            None => self.replacing = Some(draft),
        }
    }
}

fn begin(draft: Box<Draft>, cx: &mut Cx<'_>) {
    cx.act(Action::Form(FormAction::Begin(draft)));
    cx.act(Action::Go(Screen::Create));
}

/// The fields for a product like this one: those that were sent from this computer, with what the shop says
/// now. A code of its own belongs to one product only.
fn like(product: &Product, origin: Option<&Origin>) -> Draft {
    let sent = origin.map(|origin| origin.planned.draft.clone()).unwrap_or_default();
    Draft {
        name: product.title.clone(),
        primary_price: product.own_price().or(sent.primary_price),
        stock: product.inventory.or(sent.stock),
        is_wholesale: product.is_wholesale.or(sent.is_wholesale),
        sku: None,
        barcode: None,
        ..sent
    }
}

/// The address of the product's page at the marketplace, where the market file says where it is.
pub fn page(product: &Product, model: &Model) -> Option<String> {
    let shop = model.account().and_then(|account| account.vendor.as_ref());
    model.rules().public_page.as_ref()?.address(shop, &product.id)
}

/// Draws a row's context menu. Returns the entry that was chosen.
pub fn menu(ui: &mut Ui, words: &Messages, (can_change, has_page): (bool, bool)) -> Option<RowMenuItem> {
    let entries = [
        (RowMenuItem::Details, UiCommand::OpenDetails),
        (RowMenuItem::Change, UiCommand::ChangeProducts),
        (RowMenuItem::Page, UiCommand::OpenProductPage),
        (RowMenuItem::Like, UiCommand::CreateAlike),
        (RowMenuItem::Copy, UiCommand::CopyProducts),
    ];
    column(ui, |ui| {
        let shown = entries.into_iter().filter(|(entry, _)| match entry {
            RowMenuItem::Change => can_change,
            RowMenuItem::Page => has_page,
            _ => true,
        });
        let pressed = shown.map(|(entry, command)| (entry, ui.add(command.quiet(words).small()).clicked()));
        pressed.fold(None, |chosen, (entry, is_pressed)| chosen.or(is_pressed.then_some(entry)))
    })
}

/// Draws the details. Returns what was pressed that concerns the screen. `beside`: they stand beside the
/// table, not in its place.
pub fn show(
    ui: &mut Ui,
    view: &mut DetailsView,
    product: &Product,
    beside: bool,
    cx: &mut Cx<'_>,
) -> Option<Pressed> {
    let mut pressed = None;
    let is_new = view.shown.replace(product.id.clone()).is_none_or(|shown| shown != product.id);
    if beside {
        let close = |ui: &mut Ui| {
            if ui.add(Button::icon(Icon::Close, cx.t("close")).small()).clicked() {
                pressed = Some(Pressed::Close);
            }
        };
        sides(ui, height::CONTROL, |ui| drop(vitrine_text::strong(ui, cx.t("products-details"))), close);
    } else {
        ui.horizontal(|ui| {
            let back = ui.add(Button::secondary(cx.t("products-back")).with_icon(Icon::Back).small());
            // The row that had the focus is not there any more.
            if is_new {
                back.request_focus();
            }
            if back.clicked() {
                pressed = Some(Pressed::Close);
            }
            vitrine_text::strong(ui, cx.t("products-details"));
        });
    }
    pressed = actions(ui, view, product, cx).or(pressed);
    Scroll::new("details of a product").by_keys().show(ui, |ui| {
        column(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = space::XS;
            let width = (ui.available_width() * PHOTO_SHARE).clamp(PHOTO_WIDTHS.0, PHOTO_WIDTHS.1);
            let shared = RefCell::new(&mut *cx);
            layout::beside(
                ui,
                width,
                |ui| photo(ui, product, *shared.borrow_mut()),
                |ui| {
                    let title = if product.title.trim().is_empty() {
                        shared.borrow().t("untitled")
                    } else {
                        product.title.as_str().into()
                    };
                    ui.add(Text::new(title).strong().wrap());
                    fields(ui, product, *shared.borrow());
                },
            );
            variants(ui, product, cx);
            review(ui, product, cx);
            if let Some(made) = cx.model.products.origin(&product.id) {
                origin(ui, made, cx);
            }
        });
    });
    pressed
}

/// What can be done with the product.
fn actions(ui: &mut Ui, view: &mut DetailsView, product: &Product, cx: &mut Cx<'_>) -> Option<Pressed> {
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        if cx.model.product_edits.is_available
            && ui.add(UiCommand::ChangeProducts.secondary(cx.words).small()).clicked()
        {
            pressed = Some(Pressed::Change);
        }
        if let Some(address) = page(product, cx.model)
            && ui.add(UiCommand::OpenProductPage.secondary(cx.words).small()).clicked()
        {
            cx.ask(Command::Platform(PlatformCommand::OpenPage(address)));
        }
        if ui.add(UiCommand::CreateAlike.secondary(cx.words).small()).clicked() {
            view.begin_like(product, cx);
        }
    });
    pressed
}

/// The cover, as large as there is room, uncropped.
fn photo(ui: &mut Ui, product: &Product, cx: &mut Cx<'_>) {
    let products = &cx.model.products;
    let large = products.large_picture(product).map(|key| cx.pictures.get(&key));
    // Until the large one is there, the small one.
    let shown = match large {
        Some(PictureState::Waiting) => products.picture(product).map(|key| cx.pictures.get(&key)),
        shown => shown,
    };
    let Some(PictureState::Ready(texture)) = shown else {
        let shown = shown.unwrap_or(PictureState::Failed);
        let side = ui.available_width().min(PHOTO_HEIGHT);
        widgets::thumbnail(ui, &shown, side, &product.title);
        return;
    };
    let picture = texture.size_vec2();
    let scale = (ui.available_width() / picture.x).min(PHOTO_HEIGHT / picture.y);
    let room = vec2(ui.available_width(), picture.y * scale);
    let (rect, response) = ui.allocate_exact_size(room, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, without_direction_marks(&product.title)));
    let place = eframe::egui::Align2::CENTER_CENTER.align_size_within_rect(picture * scale, rect);
    let image = Image::new((texture.id(), picture)).corner_radius(CornerRadius::same(round::CONTROL));
    image.tint(Color32::WHITE).paint_at(ui, place);
}

fn fields(ui: &mut Ui, product: &Product, cx: &Cx<'_>) {
    let (words, p) = (cx.words, theme::palette(ui));
    let price = product.price.map(|price| words.money(price, cx.model.currency()));
    let beside = product.price.and_then(|price| words.toman_equivalent(price, cx.model.currency()));
    let own = product.primary_price.map(|price| words.money(price, cx.model.currency()));
    let discount = product.discount.filter(|one| one.runs()).map(|one| words.discount(one));
    let yes = |yes: bool| words.text(if yes { "yes" } else { "no" }).into_owned();
    let lines = [
        (if discount.is_some() { "products-buyers-pay" } else { "column-price" }, price.clone()),
        ("products-own-price", own),
        ("field-discount", discount),
        ("column-stock", product.inventory.map(|stock| words.integer(stock))),
        ("column-wholesale", product.is_wholesale.map(yes)),
        ("field-sku", product.sku.clone()),
        ("report-product-id", Some(product.id.as_str().to_owned())),
    ];
    if product.status.is_some() {
        cells::status(ui, p, words, product);
    }
    let lines: Vec<_> = lines
        .into_iter()
        .filter_map(|(key, value)| Some((format!("{}:", words.text(key)), value?)))
        .collect();
    let label = |text: &str| Text::new(text.to_owned()).color(p.ink_soft);
    let widest = lines
        .iter()
        .map(|(name, _)| label(name).extend().galley(ui, f32::INFINITY).size().x)
        .fold(0.0, f32::max);
    let widest = widest.ceil().min(ui.available_width() / 2.0);
    for (name, value) in &lines {
        let shown = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add(Text::new(value.as_str()).wrap());
            if let Some(beside) = beside.as_deref().filter(|_| Some(value) == price.as_ref()) {
                ui.add(Text::new(beside).small().color(p.ink_soft).wrap());
            }
        };
        layout::beside(ui, widest, |ui| drop(ui.add(label(name).truncate())), shown);
    }
}

fn line(ui: &mut Ui, label: &str, value: &str) {
    let soft = theme::palette(ui).ink_soft;
    ui.horizontal_wrapped(|ui| {
        ui.add(Text::new(format!("{label}:")).color(soft).extend());
        ui.add(Text::new(value).wrap());
    });
}

/// The variants in which it is sold, each with its price and stock.
fn variants(ui: &mut Ui, product: &Product, cx: &Cx<'_>) {
    if product.variants.is_empty() {
        return;
    }
    ui.add_space(space::S);
    vitrine_text::strong(ui, cx.t("products-variants"));
    for variant in &product.variants {
        let named = |key, value: &str| format!("{}: {value}", cx.t(key));
        let price =
            variant.primary_price.map(|price| cx.words.money_with_equivalent(price, cx.model.currency()));
        let stock = variant.stock.map(|stock| named("column-stock", &cx.words.integer(stock)));
        let sku = variant.sku.as_deref().map(|sku| named("field-sku", sku));
        let parts: Vec<String> = [price, stock, sku].into_iter().flatten().collect();
        line(ui, variant.called(), &parts.join(" · "));
    }
}

/// New values that wait for the marketplace's review, beside those that it shows; or why it rejected them.
fn review(ui: &mut Ui, product: &Product, cx: &Cx<'_>) {
    let Some(review) = &product.review else { return };
    ui.add_space(space::S);
    vitrine_text::strong(
        ui,
        cx.t(if review.reasons.is_empty() { "products-in-review" } else { "products-rejected" }),
    );
    for reason in &review.reasons {
        ui.add(Text::new(reason.as_str()).wrap());
    }
    let shown = ProductState::from(product.clone());
    for (field, new) in review.values() {
        ui.add(Text::new(values::both(cx, field, shown.value(field).as_ref(), new)).wrap());
    }
}

/// When the product was created from this computer, from which folder and files, and what else was sent.
fn origin(ui: &mut Ui, Origin { at, planned }: &Origin, cx: &mut Cx<'_>) {
    ui.add_space(space::S);
    vitrine_text::strong(ui, cx.t("products-origin"));
    ui.add(Text::new(cx.format("products-origin-at", crate::args!["at" => cx.date_time(*at)])).wrap());
    if !planned.source.as_os_str().is_empty() {
        line(ui, &cx.t("column-source"), &display_path(&planned.source));
    }
    let name = |path: &Path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let mut files: Vec<String> = planned.photos.iter().take(NAMED_FILES).map(|photo| name(photo)).collect();
    let more = planned.photos.len() - files.len();
    if more > 0 {
        files.push(cx.format("products-origin-more", crate::args!["count" => more]).into_owned());
    }
    if !files.is_empty() {
        line(ui, &cx.t("column-photos"), &cx.words.list(&files));
    }
    // The cover stands above.
    if planned.photos.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            for (photo, name) in planned.photos.iter().zip(&files).take(NAMED_FILES) {
                let shown = cx.pictures.get(&PictureKey::File(photo.clone()));
                vitrine_text::tooltip(widgets::thumbnail(ui, &shown, SMALL_PHOTO, name), name.as_str());
            }
        });
    }
    let is_shown_above =
        |field: Field| matches!(field, Field::Name | Field::PrimaryPrice | Field::Stock | Field::Sku);
    let is_text = |field: Field| {
        matches!(field.kind(), FieldKind::Line | FieldKind::Paragraph | FieldKind::Integer | FieldKind::List)
    };
    for field in Field::ALL.into_iter().filter(|field| is_text(*field) && !is_shown_above(*field)) {
        if let Some(value) = planned.draft.value(field) {
            line(ui, &cx.words.field(field), &cx.words.value(&value));
        }
    }
}
