//! The list of dropped files that cannot be used.

use std::path::Path;

use eframe::egui::Ui;

use crate::i18n::display_path;
use crate::ui::screens::Cx;
use vitrine_core::import::foreign_path::leads_off_this_disk;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Button, Notice, VirtualList};

/// The greatest height of the list, in points; the rest is scrolled.
const HEIGHT: f32 = 240.0;

/// The part of the screen's own state about these files.
#[derive(Default)]
pub struct UnusableView {
    pub unfolded: bool,
    lines: VirtualList,
}

/// Draws the list, collapsed until its button is pressed. `photos`: the photos that turned out to be unusable
/// when their pictures were made.
pub fn show(ui: &mut Ui, view: &mut UnusableView, photos: &[Problem], cx: &mut Cx<'_>) {
    let model = cx.model;
    let problems: Vec<&Problem> = model.import.review.problems().iter().chain(photos).collect();
    if problems.is_empty() {
        return;
    }
    let p = theme::palette(ui);
    // A row's problem names its sheet.
    let sheets = model.import.review.sheet().overviews();
    let is_row = |problem: &&&Problem| {
        let subject = problem.subject.as_deref().map(Path::new);
        subject.is_some_and(|subject| sheets.iter().any(|sheet| sheet.path == subject))
    };
    let rows = problems.iter().filter(is_row).count();
    let kinds = [("import-unusable", problems.len() - rows), ("import-unusable-rows", rows)];
    let titles = kinds.into_iter().filter(|(_, count)| *count > 0);
    let titles: Vec<_> = titles.map(|(key, count)| cx.format(key, crate::args!["count" => count])).collect();
    let title = titles.join(" · ");
    let UnusableView { unfolded, lines } = view;
    let unfold = Button::secondary(cx.t("details")).expands(*unfolded).small();
    let pressed = Notice::new(p.warn, Icon::Alert, title).stacked().action(unfold).show(ui, |ui| {
        if *unfolded {
            let list = Scroll::new("unusable").up_to(HEIGHT);
            list.show(ui, |ui| lines.show(ui, problems.len(), |ui, index| line(ui, cx, problems[index])));
        }
    });
    *unfolded ^= pressed;
}

/// A file's problem with its cause; where it leads elsewhere, the whole of it, and a button that adds what it
/// leads to.
fn line(ui: &mut Ui, cx: &mut Cx<'_>, problem: &Problem) {
    let text = cx.words.problem(problem);
    let subject = problem.subject.as_deref().unwrap_or_default();
    let file = Path::new(subject).file_name().map_or_else(|| subject.into(), |name| name.to_string_lossy());
    let title = if text.title.contains(&*file) {
        text.title
    } else {
        cx.format("import-file-problem", crate::args!["name" => file, "title" => text.title.as_str()])
            .into_owned()
    };
    let tooltip = format!("{}\n{}\n{}", display_path(Path::new(subject)), text.cause, text.remedy);
    let target = to_add(problem);
    let soft = theme::palette(ui).ink_soft;
    ui.spacing_mut().item_spacing.y = space::XS;
    vitrine_text::tooltip(ui.add(Text::new(title).wrap()), tooltip.as_str());
    let why =
        Text::new(if target.is_some() { text.cause } else { format!("{} {}", text.cause, text.remedy) })
            .small()
            .color(soft);
    vitrine_text::tooltip(ui.add(if target.is_some() { why.wrap() } else { why.truncate() }), tooltip);
    if let Some(target) = target
        && ui.add(Button::secondary(cx.t("import-unusable-add")).small()).clicked()
    {
        cx.act(Action::Drop(vec![target.to_owned()]));
    }
}

/// What has to be added so that a file can be used that leads out of what was dropped. Another computer is
/// not called by a button that says nothing of it.
fn to_add(problem: &Problem) -> Option<&Path> {
    let target =
        problem.expected.as_deref().filter(|_| problem.kind == ProblemKind::OutsideDropped).map(Path::new)?;
    (!leads_off_this_disk(target)).then_some(target)
}
