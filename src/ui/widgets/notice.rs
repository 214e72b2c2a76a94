//! Something to be read: what happened, why, and what to do.

use std::borrow::Cow;

use eframe::egui::{Ui, vec2};

use crate::domain::Problem;
use crate::i18n::{Messages, ProblemText};
use crate::ui::icons::Icon;
use crate::ui::layout::column;
use crate::ui::text::Text;
use crate::ui::theme::{self, Tone, space};

/// A coloured box with an icon, a line, and whatever `more` puts under it.
pub fn notice<'a>(ui: &mut Ui, tone: Tone, icon: Icon, title: impl Into<Cow<'a, str>>, more: impl FnOnce(&mut Ui)) {
    let p = theme::palette(ui);
    theme::notice(tone).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing = vec2(space::S + 2.0, space::XS);
            icon.show(ui, 21.0, tone.ink);
            column(ui, |ui| {
                ui.add(Text::new(title).strong().color(p.ink).wrap());
                more(ui);
            });
        });
    });
}

/// A problem: its title, cause and remedy, and whatever `more` offers to do about it.
pub fn problem(ui: &mut Ui, words: &Messages, problem: &Problem, more: impl FnOnce(&mut Ui)) {
    let tone = theme::palette(ui).bad;
    let text = words.problem(problem);
    notice(ui, tone, Icon::Alert, text.title.clone(), |ui| {
        problem_text(ui, &text);
        more(ui);
    });
}

/// Cause and remedy, for under a title.
pub fn problem_text(ui: &mut Ui, text: &ProblemText) {
    let p = theme::palette(ui);
    ui.add(Text::new(&text.cause).color(p.ink).wrap());
    ui.add(Text::new(&text.remedy).color(p.ink).wrap());
}
