//! What the review knows of the photos of its whole plan.

use std::collections::HashMap;
use std::time::Duration;

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use crate::worker::PictureKey;
use vitrine_model::{PhotoFindings, PhotoOutcome};

/// What the summary depends on: the revisions of the plan and of what is known about copies, the number of
/// photos that the marketplace accepts; and the revisions of what is found photo by photo: unusable ones, and
/// covers like those in the shop.
type Inputs = ((u64, u64, Option<usize>), (u64, u64));

/// How often the summary is computed again at most while photos are looked at.
const FINDINGS_INTERVAL_SECONDS: f64 = 0.25;

/// Values derived from the photos of the whole plan. Computed again when products or photos change, not when
/// the user types.
#[derive(Default)]
pub struct Summary {
    made_for: Option<Inputs>,
    /// When it was computed, in egui's time.
    made_at: f64,
    pub photos: usize,
    /// The photos that can be taken out.
    pub findings: PhotoFindings,
    /// The new products whose cover looks like one in the shop.
    pub like_sent: Vec<usize>,
    /// The first product with each cover.
    pub covers: HashMap<PictureKey, usize>,
    /// Covers whose fingerprint may not be known yet, in reverse order.
    unknown: Vec<PictureKey>,
}

/// Computes the summary again if its photos have changed.
pub fn update(ui: &Ui, held: &mut Summary, cx: &Cx<'_>) {
    let import = &cx.model.import;
    let limit = cx.model.rules().photos;
    let inputs = (
        (import.review.plan_revision(), import.review.looks().copies_revision, limit),
        (cx.model.photos.rejections, import.review.looks().covers_revision),
    );
    if held.made_for == Some(inputs) {
        return;
    }
    // Photos are looked at one by one, which may be thousands of times.
    let now = ui.input(|input| input.time);
    let same_plan = held.made_for.is_some_and(|made_for| made_for.0 == inputs.0);
    let wait = held.made_at + FINDINGS_INTERVAL_SECONDS - now;
    if same_plan && wait > 0.0 {
        return ui.ctx().request_repaint_after(Duration::from_secs_f64(wait));
    }
    let findings = import.review.photo_findings(limit, &cx.model.photos.rejected_files());
    let like_sent = import.review.looking_like_sent();
    let mut found =
        Summary { made_for: Some(inputs), made_at: now, findings, like_sent, ..Summary::default() };
    for (index, planned) in import.review.drafts().iter().enumerate() {
        found.photos += planned.photos.len();
        if let Some(cover) = planned.photos.first() {
            let cover = import.review.picture(cover);
            found.unknown.push(cover.clone());
            found.covers.entry(cover).or_insert(index);
        }
    }
    found.unknown.reverse();
    *held = found;
}

/// Requests the fingerprints of all covers, so that duplicates are found wherever their rows are.
pub fn prefetch(summary: &mut Summary, cx: &mut Cx<'_>) {
    let photos = &cx.model.photos;
    while let Some(cover) = summary.unknown.last() {
        let known = photos.duplicates.is_known(cover)
            || matches!(photos.outcome(cover), Some(PhotoOutcome::Rejected(_)));
        if !known && !cx.pictures.prefetch(cover) {
            return;
        }
        summary.unknown.pop();
    }
}
