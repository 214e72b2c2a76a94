//! What the token may not do, and the offer to sign in again for more.

use eframe::egui::Ui;

use super::context::Cx;
use crate::domain::{Problem, Scope};
use crate::ui::icons::Icon;
use crate::ui::model::Action;
use crate::ui::text::Text;
use crate::ui::theme;
use crate::ui::widgets::{Button, Notice};
use crate::worker::Session;

pub const READ: &str = Scope::PRODUCT_READ;
pub const WRITE: &str = Scope::PRODUCT_WRITE;

/// Tells, before anything is tried, that the token lacks what this screen needs, and offers to sign in again with it.
pub fn scope_notice(ui: &mut Ui, cx: &mut Cx<'_>, scope: &str) {
    if cx.model.lacks_scope(scope) {
        let tone = theme::palette(ui).warn;
        let text = cx.format("missing-scope", crate::args!["scope" => scope]);
        let notice = Notice::new(tone, Icon::Key, text.into_owned()).action(Button::secondary(cx.t("again-offer")).small());
        if notice.show(ui, |ui| drop(ui.add(Text::new(cx.words.scope(scope)).wrap()))) {
            cx.act(Action::SignInAgain(vec![Scope(scope.to_owned())]));
        }
    }
}

/// Under a refusal for want of a permission: signing in again with it, right there.
pub fn again_offer(ui: &mut Ui, cx: &mut Cx<'_>, problem: &Problem) {
    let missing = problem.missing_scopes();
    let practice = matches!(cx.model.session, Session::SignedIn { practice: true, .. });
    if missing.is_empty() || practice {
        return;
    }
    if ui.add(Button::secondary(cx.t("again-offer")).with_icon(Icon::Key).small()).clicked() {
        cx.act(Action::SignInAgain(missing));
    }
}
