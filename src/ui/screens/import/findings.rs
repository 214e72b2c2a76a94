//! What looks like a slip in the review, with the fix beside it: equal names, and prices far from the
//! others'. None keeps the import from starting.

use eframe::egui::{Response, Ui};

use crate::ui::screens::Cx;
use crate::ui::screens::import::row::Note;
use vitrine_domain::Field;
use vitrine_domain::category::contact_data;
use vitrine_model::{Action, ImportAction, PhotoFindings, PriceTypo, ReviewAction, count_photos};
use vitrine_widgets::Button;
use vitrine_widgets::icons::Icon;

const SLIPS: [PriceTypo; 2] = [PriceTypo::TenTimes, PriceTypo::Tenth];

/// Whether there is anything to fix.
pub fn any(cx: &Cx<'_>) -> bool {
    let findings = cx.model.import.review.checks().findings();
    findings.equal_names() > 0
        || !findings.stocks_like_prices().is_empty()
        || SLIPS.into_iter().any(|slip| !findings.slips(slip).is_empty())
}

/// A button for each kind of slip, which fixes all of that kind.
pub fn fixes(ui: &mut Ui, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let findings = import.review.checks().findings();
    let equal_names = findings.equal_names();
    if equal_names > 0 {
        let label = cx.format("import-equal-names-fix", crate::args!["count" => equal_names]);
        let button = ui.add(Button::secondary(label).with_icon(Icon::Alert).small());
        if button.clicked() {
            set(cx, import.review.numbered_names());
        }
        vitrine_text::tooltip(button, cx.t("import-equal-names-help"));
    }
    let stocks = findings.stocks_like_prices();
    if !stocks.is_empty() {
        let label = cx.format("import-stocks-clear", crate::args!["count" => stocks.len()]);
        let button = ui.add(Button::secondary(label).with_icon(Icon::Alert).small());
        if button.clicked() {
            set(cx, stocks.iter().map(|&index| (index, Field::Stock, String::new())).collect());
        }
        vitrine_text::tooltip(button, cx.t("import-stock-help"));
    }
    for slip in SLIPS {
        let products = findings.slips(slip);
        if products.is_empty() {
            continue;
        }
        let label = cx.format(keys(slip).fix_all, crate::args!["count" => products.len()]);
        let button = ui.add(Button::secondary(label).with_icon(Icon::Alert).small());
        if button.clicked() {
            fix_prices(cx, products, slip);
        }
        vitrine_text::tooltip(button, cx.t("import-slip-help"));
    }
}

/// A button for each kind of photos that can be taken out.
pub fn photo_fixes(ui: &mut Ui, photos: &PhotoFindings, cx: &mut Cx<'_>) {
    let limit = cx.model.rules().photos.unwrap_or_default();
    let kinds = [
        (&photos.surplus, "import-photos-surplus-fix", "import-photos-surplus-help"),
        (&photos.unusable, "import-photos-unusable-fix", "import-photos-unusable-help"),
        (&photos.copies, "import-photos-copies-fix", "import-photos-copies-help"),
    ];
    for (out, fix, help) in kinds.into_iter().filter(|(out, ..)| !out.is_empty()) {
        let counts = || crate::args!["products" => out.len(), "count" => count_photos(out), "limit" => limit];
        let button = ui.add(Button::secondary(cx.format(fix, counts())).with_icon(Icon::Photo).small());
        if button.clicked() {
            cx.act(Action::Import(ImportAction::Review(ReviewAction::RemovePhotos(out.clone()))));
        }
        vitrine_text::tooltip(button, cx.format(help, counts()));
    }
}

/// The number of products whose texts contain contact data, where the marketplace refuses that.
pub fn contact_count(cx: &Cx<'_>) -> usize {
    if cx.model.rules().checks.contact_warning {
        cx.model.import.review.checks().findings().contacts().len()
    } else {
        0
    }
}

/// That a product's texts contain contact data.
fn contact_note(cx: &Cx<'_>, index: usize) -> Option<Note> {
    let review = &cx.model.import.review;
    let contacts = review.checks().findings().contacts();
    let field = *contacts.get(&index).filter(|_| cx.model.rules().checks.contact_warning)?;
    let text = review.with_defaults(index).text(field);
    let found = contact_data(&text)?;
    let told = crate::args!["field" => cx.words.field(field), "text" => found.text()];
    let whole = cx.format("contact-data-found", told).into_owned();
    Some(Note { brief: cx.t("review-state-contact").into_owned(), whole })
}

/// What is said of a product's name: that a text of it contains contact data, or that another product has
/// the name, here or in the shop.
pub fn name_note(cx: &Cx<'_>, index: usize) -> Option<Note> {
    let review = &cx.model.import.review;
    if let Some(note) = contact_note(cx, index) {
        return Some(note);
    }
    let name = review.with_defaults(index).name;
    let whole = if review.checks().findings().other_of_name(&name, index).is_some() {
        "import-equal-name-here"
    } else if cx.model.products.list().has_title(&name) {
        "import-equal-name-in-shop"
    } else {
        return None;
    };
    let brief = cx.t("review-state-same-name").into_owned();
    Some(Note { brief, whole: cx.t(whole).into_owned() })
}

/// What is said of a stock that may be a price in the wrong column.
pub fn stock_note(cx: &Cx<'_>, index: usize) -> Option<String> {
    let is_found = cx.model.import.review.checks().findings().stocks_like_prices().contains(&index);
    is_found.then(|| cx.t("import-stock-like-price").into_owned())
}

/// The line under a price that is a slip, which fixes it when pressed.
pub fn price_fix(ui: &mut Ui, cx: &mut Cx<'_>, index: usize, slip: PriceTypo) -> Response {
    let keys = keys(slip);
    let line = vitrine_text::small_link(ui, cx.t(keys.row));
    let name = cx.format(keys.fix_row, crate::args!["row" => index + 1]);
    let line = vitrine_text::tooltip(line, format!("{}\n{}", name, cx.t("import-slip-help")));
    if line.clicked() {
        fix_prices(cx, &[index], slip);
    }
    line
}

fn fix_prices(cx: &mut Cx<'_>, products: &[usize], slip: PriceTypo) {
    let import = &cx.model.import;
    let fixed = |&index: &usize| {
        let price = import.review.with_defaults(index).primary_price?;
        Some((index, Field::PrimaryPrice, slip.fixed(price).wire().to_string()))
    };
    set(cx, products.iter().filter_map(fixed).collect());
}

/// Sets cells as one change; where that is of several products, undoing it is offered.
fn set(cx: &mut Cx<'_>, cells: Vec<(usize, Field, String)>) {
    let count = cells.len();
    cx.act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells))));
    if count > 1 {
        cx.act(Action::ValuesReplaced(count));
    }
}

struct Keys {
    row: &'static str,
    fix_row: &'static str,
    fix_all: &'static str,
}

const fn keys(slip: PriceTypo) -> Keys {
    match slip {
        PriceTypo::TenTimes => Keys {
            row: "import-slip-high",
            fix_row: "import-slip-high-fix",
            fix_all: "import-slips-high-fix",
        },
        PriceTypo::Tenth => {
            Keys { row: "import-slip-low", fix_row: "import-slip-low-fix", fix_all: "import-slips-low-fix" }
        }
    }
}
