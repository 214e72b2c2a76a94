//! What is known of the photos shown.

use std::path::Path;

use super::state::Open;
use crate::ui::screens::Cx;
use vitrine_domain::Problem;
use vitrine_model::PhotoOutcome;

/// The first photo that cannot be used, and why.
pub fn unusable(cx: &Cx<'_>, open: &Open) -> Option<(usize, Problem)> {
    open.photos.iter().enumerate().find_map(|(index, photo)| Some((index, problem_of(cx, open, photo)?)))
}

/// Why a photo cannot be used.
pub fn problem_of(cx: &Cx<'_>, open: &Open, photo: &Path) -> Option<Problem> {
    match cx.model.photos.outcome(&cx.model.import.review.picture(photo)) {
        Some(PhotoOutcome::Rejected(problem)) => Some(problem),
        _ => open.problems.get(photo).cloned(),
    }
}

/// A product's name as it would be sent.
pub fn name_of(cx: &Cx<'_>, index: usize) -> String {
    cx.model.import.review.with_defaults(index).name
}

pub fn file_name(photo: &Path) -> String {
    photo.file_name().unwrap_or(photo.as_os_str()).to_string_lossy().into_owned()
}
