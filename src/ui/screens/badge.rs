//! The changes to a photo, shown beside its picture.

use eframe::egui::{Color32, Ui, vec2};

use super::Cx;
use crate::i18n::{PhotoWords, without_direction_marks};
use crate::worker::PictureKey;
use vitrine_model::PhotoOutcome;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column, is_rtl, row_layout};
use vitrine_widgets::theme;

/// The height of one line, in points.
pub const HEIGHT: f32 = 18.0;
/// The size of the icon, in points.
const ICON_SIZE: f32 = 13.0;
const GAP: f32 = 4.0;

fn words(cx: &Cx<'_>, key: &PictureKey) -> Option<(Icon, PhotoWords)> {
    Some(match cx.model.photos.outcome(key)? {
        PhotoOutcome::Expected(changes) => (Icon::Clock, cx.words.photo_changes_planned(&changes)),
        PhotoOutcome::Done(changes) => (Icon::Check, cx.words.photo_changes_made(&changes)),
        PhotoOutcome::Rejected(problem) => (Icon::Alert, cx.words.rejected_photo(&problem)),
    })
}

/// A photo's name with all changes, for screen readers and the tooltip.
pub fn name_with_changes(cx: &Cx<'_>, name: &str, key: &PictureKey) -> String {
    let Some((_, words)) = words(cx, key) else { return name.to_owned() };
    let named = cx.format("photo-name-with-changes", crate::args!["name" => name, "what" => words.full]);
    without_direction_marks(&named).into_owned()
}

fn ink(ui: &Ui, icon: Icon) -> Color32 {
    let p = theme::palette(ui);
    if icon == Icon::Alert { p.bad.ink } else { p.ink_soft }
}

/// The number of lines that [`show`] draws; 0 while nothing is known, and for a photo that is sent as it is.
pub fn lines(cx: &Cx<'_>, key: &PictureKey) -> usize {
    words(cx, key).map_or(0, |(_, words)| words.lines.iter().filter(|line| !line.is_empty()).count())
}

/// A short reason why a photo cannot be used.
pub fn refusal(cx: &Cx<'_>, key: &PictureKey) -> Option<String> {
    words(cx, key).filter(|(icon, _)| *icon == Icon::Alert).map(|(_, words)| words.short)
}

/// Shows the changes in one small line; its tooltip has all of them.
pub fn show_line(ui: &mut Ui, cx: &Cx<'_>, key: &PictureKey) {
    let Some((icon, words)) = words(cx, key).filter(|(_, words)| !words.short.is_empty()) else { return };
    let ink = ink(ui, icon);
    line(ui, |ui| {
        icon.show(ui, ICON_SIZE, ink);
        let line = ui.add(Text::new(words.short).small().color(ink).truncate());
        vitrine_text::tooltip(line, words.full);
    });
}

/// Shows the changes in at most two small lines; their tooltip has all of them.
pub fn show(ui: &mut Ui, cx: &Cx<'_>, key: &PictureKey) {
    let Some((icon, words)) = words(cx, key) else { return };
    let ink = ink(ui, icon);
    let [first, others] = words.lines;
    column(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (mark, part) in
            [(Some(icon), first), (None, others)].into_iter().filter(|(_, part)| !part.is_empty())
        {
            line(ui, |ui| {
                match mark {
                    Some(icon) => drop(icon.show(ui, ICON_SIZE, ink)),
                    None => ui.add_space(ICON_SIZE + GAP),
                }
                let line = ui.add(Text::new(part).small().color(ink).truncate());
                vitrine_text::tooltip(line, words.full.as_str());
            });
        }
    });
}

fn line(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let layout = row_layout(is_rtl(ui));
    ui.allocate_ui_with_layout(vec2(ui.available_width(), HEIGHT), layout, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        contents(ui);
    });
}
