//! Notices about missing scopes, with the offer to sign in again.

use eframe::egui::Ui;

use super::context::Cx;
use crate::worker::Session;
use vitrine_domain::{Problem, Scope};
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::{Button, Notice, theme};

/// The scope for listing products.
pub const READ: &str = Scope::PRODUCT_READ;
/// The scope for creating products.
pub const WRITE: &str = Scope::PRODUCT_WRITE;

/// Warns that the token lacks a scope that the screen needs, and offers to sign in again with it.
pub fn scope_notice(ui: &mut Ui, cx: &mut Cx<'_>, scope: &str) {
    if cx.model.lacks_scope(scope) {
        let tone = theme::palette(ui).warn;
        let text = cx.format("missing-scope", crate::args!["scope" => scope]);
        let notice = Notice::new(tone, Icon::Key, text.into_owned())
            .action(Button::secondary(cx.t("reauthorize-offer")).small());
        if notice.show(ui, |ui| drop(ui.add(Text::new(cx.words.scope(scope)).wrap()))) {
            cx.act(Action::Reauthorize(vec![Scope(scope.to_owned())]));
        }
    }
}

/// Offers to sign in again if a problem was caused by a missing scope.
pub fn offer_reauthorization(ui: &mut Ui, cx: &mut Cx<'_>, problem: &Problem) {
    let missing = problem.missing_scopes();
    let practice = matches!(cx.model.session, Session::SignedIn { practice: true, .. });
    if missing.is_empty() || practice {
        return;
    }
    if ui.add(Button::secondary(cx.t("reauthorize-offer")).with_icon(Icon::Key).small()).clicked() {
        cx.act(Action::Reauthorize(missing));
    }
}
