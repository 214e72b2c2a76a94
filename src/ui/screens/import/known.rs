//! What the review says about products that are in the shop already.

use eframe::egui::Ui;

use super::row::Note;
use super::{card, findings, removal};
use crate::ui::screens::Cx;
use vitrine_model::{Action, ImportAction, PhotoFindings, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::{Button, check, focus, theme};

/// How many products are new, what happens to those that are in the shop, and the fixes of what looks like a
/// slip.
pub fn known_card(
    ui: &mut Ui,
    removal: &mut removal::RemovalView,
    photos: &PhotoFindings,
    like_sent: &[usize],
    cx: &mut Cx<'_>,
) {
    let known = cx.model.import.review.known().count_in_shop() > 0;
    let sharing = cx.model.import.review.known().count_sharing_photos();
    if !known && !has_fixes(photos, like_sent, cx) {
        return;
    }
    card::frame(ui, |ui| {
        if known {
            counts(ui, cx);
            again(ui, cx);
        }
        unfinished(ui, cx);
        if sharing > 0 {
            let products = cx.model.import.review.sharing_photos();
            leave_out(ui, removal, ["import-sharing-fix", "import-sharing-help"], products, cx);
        }
        leave_out(ui, removal, ["import-like-sent-fix", "import-like-sent-help"], like_sent.to_vec(), cx);
        findings::fixes(ui, cx);
        findings::photo_fixes(ui, photos, cx);
    });
}

/// Whether there is anything to fix here.
pub fn has_fixes(photos: &PhotoFindings, like_sent: &[usize], cx: &Cx<'_>) -> bool {
    let review = &cx.model.import.review;
    review.known().unfinished > 0
        || review.known().count_sharing_photos() > 0
        || !like_sent.is_empty()
        || !photos.is_empty()
        || findings::any(cx)
}

/// That products are in an unfinished import, too, whose values these replace.
fn unfinished(ui: &mut Ui, cx: &Cx<'_>) {
    let count = cx.model.import.review.known().unfinished;
    if count == 0 {
        return;
    }
    let p = theme::palette(ui);
    ui.horizontal_top(|ui| {
        Icon::Clock.show(ui, 17.0, p.warn.ink);
        let said = cx.format("import-known-unfinished", crate::args!["count" => count]);
        ui.add(Text::new(said).color(p.ink).wrap());
    });
}

/// Whether known products are created again.
fn again(ui: &mut Ui, cx: &mut Cx<'_>) {
    let again = cx.model.import.review.known().again;
    let chosen = check(ui, again, cx.t("import-again"));
    focus::inherits_nothing(&chosen);
    if chosen.clicked() {
        cx.act(Action::Import(ImportAction::Review(ReviewAction::Again(!again))));
    }
    vitrine_text::tooltip(chosen, cx.t("import-again-help"));
}

/// A button that takes new products out of the review because of their photos, after they were listed.
/// `keys`: of its label and its help.
fn leave_out(
    ui: &mut Ui,
    removal: &mut removal::RemovalView,
    [label, help]: [&str; 2],
    products: Vec<usize>,
    cx: &Cx<'_>,
) {
    if products.is_empty() {
        return;
    }
    let label = cx.format(label, crate::args!["count" => products.len()]);
    let button = ui.add(Button::secondary(label).with_icon(Icon::Alert).small());
    let is_pressed = button.clicked();
    vitrine_text::tooltip(button, cx.t(help));
    if is_pressed {
        removal.ask(products, cx);
    }
}

fn counts(ui: &mut Ui, cx: &Cx<'_>) {
    let import = &cx.model.import;
    let p = theme::palette(ui);
    let (tone, icon, said, help) = if import.review.known().again {
        let said = cx
            .format("import-known-again", crate::args!["count" => import.review.known().count_in_shop()])
            .into_owned();
        (p.warn, Icon::Alert, said.clone(), said)
    } else {
        let new = cx.format("import-known-new", crate::args!["count" => import.review.to_create()]);
        let there =
            cx.format("import-known-in-shop", crate::args!["count" => import.review.checks().skipped()]);
        let mut said = format!("{new}  ·  {there}");
        let in_vain = import.review.checks().typed_in_vain();
        if in_vain > 0 {
            said =
                format!("{said}  ·  {}", cx.format("import-known-edited", crate::args!["count" => in_vain]));
        }
        let help = format!("{said}\n{}", cx.t("import-known-help"));
        (p.good, Icon::Check, said, help)
    };
    ui.horizontal_top(|ui| {
        icon.show(ui, 17.0, tone.ink);
        let line = ui.add(Text::new(said).color(p.ink).wrap());
        vitrine_text::tooltip(line, help);
    });
    let known = import.review.known();
    if known.changed > 0 && !known.again {
        let said = cx.format("import-known-changed", crate::args!["count" => known.changed]);
        ui.add(Text::new(said).small().color(p.ink).wrap());
    }
}

/// That a product is in the shop already, or looks like one there.
pub fn note(cx: &Cx<'_>, index: usize) -> Option<Note> {
    let review = &cx.model.import.review;
    let like = |key, with: &str| Note {
        brief: cx.t("review-state-maybe-in-shop").into_owned(),
        whole: cx.format(key, crate::args!["name" => with]).into_owned(),
    };
    if let Some(with) = review.shares_photo_with(index) {
        return Some(like("import-sharing-row", with));
    }
    if let Some(with) = review.looks_like_sent(index) {
        return Some(like("import-like-sent-row", with));
    }
    let brief = cx.t("import-known-row").into_owned();
    let mut whole = match review.in_shop(index)? {
        Some(id) => cx.format("import-known-row-id", crate::args!["id" => id.as_str()]).into_owned(),
        None => brief.clone(),
    };
    if review.is_skipped(index) && review.is_typed_into(index) {
        whole = format!("{whole}  ·  {}", cx.t("import-known-row-edited"));
    }
    Some(Note { brief, whole })
}
