//! What is to be said about a product of the review: one sign at the end of its row.

use std::collections::HashMap;

use eframe::egui::{Response, Ui};

use crate::ui::icons::Icon;
use crate::ui::screens::import::table::row::Row;
use crate::ui::screens::import::{findings, known};
use crate::ui::screens::{Cx, badge};
use crate::ui::theme;
use crate::ui::widgets::{Button, menu};
use crate::worker::PictureKey;
use vitrine_core::import::Boundary;
use vitrine_media::Duplicate;
use vitrine_text::Text;

/// The width of the open notes, in points.
const WIDTH: f32 = 300.0;

/// All notes about a product. `covers` holds the first product of each cover.
pub fn all(cx: &Cx<'_>, covers: &HashMap<PictureKey, usize>, index: usize) -> Vec<String> {
    let import = &cx.model.import;
    let cover = import.review.drafts().get(index).and_then(|planned| planned.photos.first());
    let refusal = cover.and_then(|cover| badge::refusal(cx, &import.review.picture(cover)));
    let known = known::note(cx, index);
    let name = if import.review.in_shop(index).is_some() { None } else { findings::name_note(cx, index) };
    [refusal, known, name, like_another(cx, covers, index), boundary(cx, index)].into_iter().flatten().collect()
}

/// How certain it is that the product begins with its first photo, where photos of a camera roll were divided.
fn boundary(cx: &Cx<'_>, index: usize) -> Option<String> {
    let (key, pause) = match cx.model.import.review.drafts().get(index)?.boundary {
        Boundary::Certain => return None,
        Boundary::Likely(pause) => ("boundary-likely", pause),
        Boundary::Unsure(pause) => ("boundary-unsure", pause),
    };
    let known = if pause.is_some() { "yes" } else { "no" };
    Some(cx.format(key, crate::args!["known" => known, "seconds" => pause.unwrap_or_default()]).into_owned())
}

/// A note that the product's photo looks like another product's. It is only a hint: products may share a photo.
fn like_another(cx: &Cx<'_>, covers: &HashMap<PictureKey, usize>, index: usize) -> Option<String> {
    let import = &cx.model.import;
    let cover = import.review.picture(import.review.drafts().get(index)?.photos.first()?);
    // Of several products with the same file, the first one is named.
    let same_file = covers.get(&cover).filter(|&&other| other != index).map(|&other| (other, Duplicate::Exact));
    let others =
        cx.model.photos.duplicates.duplicates_of(&cover).iter().filter_map(|(key, duplicate)| Some((*covers.get(key)?, *duplicate)));
    let (other, duplicate) = same_file.or_else(|| {
        others.filter(|(other, _)| *other != index).min_by_key(|(other, duplicate)| (*duplicate == Duplicate::Similar, *other))
    })?;
    let (draft, _) = import.review.effective(other, &cx.model.rules());
    let words = if duplicate == Duplicate::Exact { "photo-same" } else { "photo-similar" };
    Some(cx.format(words, crate::args!["name" => draft.name.as_str()]).into_owned())
}

/// The sign with the number of notes, which opens them. Its name says them all.
pub fn sign(ui: &mut Ui, cx: &Cx<'_>, row: &Row) -> Option<Response> {
    if row.notes.is_empty() {
        return None;
    }
    let said = row.notes.join(&cx.t("list-separator"));
    let named = crate::args!["name" => row.draft.name.as_str(), "notes" => said];
    let name = cx.format("review-notes", named).into_owned();
    let count = cx.words.integer(i64::try_from(row.notes.len()).unwrap_or_default());
    let button = ui.add(Button::quiet(count).with_icon(Icon::Info).named(name).identity("notes").small());
    menu(&button, WIDTH, |ui| {
        for note in &row.notes {
            ui.add(Text::new(note.as_str()).color(theme::palette(ui).ink).wrap());
        }
        false
    });
    Some(vitrine_text::tooltip(button, row.notes.join("\n")))
}
