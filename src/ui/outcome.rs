//! What became of things, on screen: a product's state as a pill, and a problem with its cause and remedy.

use eframe::egui::Ui;

use crate::i18n::{Messages, ProblemText};
use vitrine_core::import::State;
use vitrine_domain::Problem;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{self, Palette};
use vitrine_widgets::{Button, Notice, Pill};

/// A problem's notice with title, cause, remedy and an optional button. Returns whether that was pressed.
pub fn problem(
    ui: &mut Ui,
    words: &Messages,
    problem: &Problem,
    action: Option<Button<'_>>,
    more: impl FnOnce(&mut Ui),
) -> bool {
    problem_notice(ui, &words.problem(problem), action, more)
}

/// As [`problem`], for a text that was already made.
pub fn problem_notice(
    ui: &mut Ui,
    text: &ProblemText,
    action: Option<Button<'_>>,
    more: impl FnOnce(&mut Ui),
) -> bool {
    let tone = theme::palette(ui).bad;
    let mut notice =
        Notice::new(tone, Icon::Alert, text.title.as_str()).spoken(Some(text.with_title(&text.title)));
    if let Some(action) = action {
        notice = notice.action(action);
    }
    notice.show(ui, |ui| {
        problem_text(ui, text);
        more(ui);
    })
}

/// Cause and remedy, to be put below a title. The notice around them says them ([`Notice::spoken`]).
pub fn problem_text(ui: &mut Ui, text: &ProblemText) {
    let p = theme::palette(ui);
    // The cause ends with the marketplace's own message, which users may want to copy.
    ui.add(Text::new(&text.cause).color(p.ink).wrap().selectable());
    ui.add(Text::new(&text.remedy).color(p.ink).wrap());
}

/// The pill for the state of an imported product.
pub fn state_pill<'a>(words: &'a Messages, p: &Palette, state: State) -> Pill<'a> {
    let (icon, tone) = match state {
        State::Waiting => (Icon::Clock, p.plain),
        State::Uploading => (Icon::Upload, p.info),
        State::Ready => (Icon::Photo, p.info),
        State::Creating => (Icon::Create, p.info),
        State::Checking => (Icon::Search, p.warn),
        State::NeedsPerson => (Icon::Question, p.warn),
        State::Created => (Icon::Check, p.good),
        State::Skipped => (Icon::Star, p.good),
        State::Failed => (Icon::Alert, p.bad),
        State::Cancelled => (Icon::Stop, p.plain),
    };
    Pill::new(words.state(state), tone).icon(icon)
}
