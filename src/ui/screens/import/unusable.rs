//! The list of dropped files that cannot be used.

use std::path::Path;

use eframe::egui::{Ui, vec2};

use crate::i18n::display_path;
use crate::ui::icons::Icon;
use crate::ui::layout::{column_layout, is_rtl, sides};
use crate::ui::screens::Cx;
use crate::ui::scroll::Scroll;
use crate::ui::theme::{self, space};
use crate::ui::widgets::{Button, Notice};
use vitrine_core::import::foreign_path::leads_off_this_disk;
use vitrine_domain::{Code, Problem};
use vitrine_model::Action;
use vitrine_text::Text;

/// Draws the list, collapsed unless `unfolded`. Returns whether the button to expand or collapse it was pressed.
pub fn show(ui: &mut Ui, unfolded: bool, cx: &mut Cx<'_>) -> bool {
    let model = cx.model;
    let problems = model.import.review.problems();
    if problems.is_empty() {
        return false;
    }
    let p = theme::palette(ui);
    // A row's problem names its sheet.
    let sheets = model.import.review.sheet().overviews();
    let is_row = |problem: &&Problem| {
        let subject = problem.subject.as_deref().map(Path::new);
        subject.is_some_and(|subject| sheets.iter().any(|sheet| sheet.path == subject))
    };
    let rows = problems.iter().filter(is_row).count();
    let kinds = [("import-unusable", problems.len() - rows), ("import-unusable-rows", rows)];
    let titles = kinds.into_iter().filter(|(_, count)| *count > 0);
    let titles: Vec<_> = titles.map(|(key, count)| cx.format(key, crate::args!["count" => count])).collect();
    let title = titles.join(" · ");
    let unfold = Button::secondary(cx.t("details")).expands(unfolded).small();
    Notice::new(p.warn, Icon::Alert, title).stacked().action(unfold).show(ui, |ui| {
        if !unfolded {
            return;
        }
        let line = 2.0 * ui.text_style_height(&eframe::egui::TextStyle::Body) + space::S;
        let gap = ui.spacing().item_spacing.y;
        let high = ((line + gap) * problems.len() as f32 - gap).min(3.5 * line);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), high), column_layout(is_rtl(ui)), |ui| {
            Scroll::new("unusable").up_to(high).show_rows(ui, line, problems.len(), |ui, visible| {
                for problem in problems.get(visible).unwrap_or_default() {
                    line_of(ui, cx, problem, line);
                }
            });
        });
    })
}

/// A file's problem, with cause and remedy on a second line, and a button that adds what it leads to.
fn line_of(ui: &mut Ui, cx: &mut Cx<'_>, problem: &Problem, high: f32) {
    let text = cx.words.problem(problem);
    let subject = problem.subject.as_deref().unwrap_or_default();
    let file = Path::new(subject).file_name().map_or_else(|| subject.into(), |name| name.to_string_lossy());
    let title = if text.title.contains(&*file) {
        text.title
    } else {
        cx.format("import-file-problem", crate::args!["name" => file, "title" => text.title.as_str()]).into_owned()
    };
    let why = format!("{} {}", text.cause, text.remedy);
    let tooltip = format!("{}\n{}\n{}", display_path(Path::new(subject)), text.cause, text.remedy);
    let high = high - ui.spacing().item_spacing.y;
    let words = |ui: &mut Ui| {
        ui.allocate_ui_with_layout(vec2(ui.available_width(), high), column_layout(is_rtl(ui)), |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            vitrine_text::tooltip(ui.add(Text::new(title).truncate()), tooltip.as_str());
            vitrine_text::tooltip(ui.add(Text::new(why).small().color(theme::palette(ui).ink_soft).truncate()), tooltip);
        });
    };
    let Some(target) = to_add(problem) else { return words(ui) };
    sides(ui, high, words, |ui| {
        let add = vitrine_text::tooltip(ui.add(Button::secondary(cx.t("import-unusable-add")).small()), display_path(target));
        if add.clicked() {
            cx.act(Action::Drop(vec![target.to_owned()]));
        }
    });
}

/// What has to be added so that a file can be used that leads out of what was dropped. Another computer is not called by a button that
/// says nothing of it.
fn to_add(problem: &Problem) -> Option<&Path> {
    let target = problem.expected.as_deref().filter(|_| problem.code == Code::OutsideDropped).map(Path::new)?;
    (!leads_off_this_disk(target)).then_some(target)
}
