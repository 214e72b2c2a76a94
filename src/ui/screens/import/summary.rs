//! What the review knows of the photos of its whole plan.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use crate::worker::PictureKey;
use vitrine_domain::Problem;
use vitrine_model::{PhotoFindings, PhotoOutcome, SheetRest};

/// What the summary depends on: the revisions of the plan and of what is known about copies, the number of
/// photos that the marketplace accepts; and the revisions of what is found photo by photo: unusable ones, and
/// covers like those in the shop; and how many products are in the shop already.
type Inputs = ((u64, u64, Option<usize>), (u64, u64), usize);

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
    /// How many of them belong to products that are not in the shop yet.
    pub new_photos: usize,
    /// The photos that can be taken out.
    pub findings: PhotoFindings,
    /// The photos that turned out to be unusable when their pictures were made.
    pub unusable: Vec<Problem>,
    /// What found no partner between each sheet and the products.
    pub sheets: Vec<SheetRest>,
    /// The new products whose cover looks like one in the shop.
    pub like_sent: Vec<usize>,
    /// The first product with each cover.
    pub covers: HashMap<PictureKey, usize>,
    /// Covers whose fingerprint may not be known yet, in reverse order.
    unknown: Vec<PictureKey>,
    /// Behind the covers, the other photos are looked at: the product and the place there of the next one.
    next: (usize, usize),
}

/// How many of the other photos are passed in a frame at most.
const PASSED_AT_ONCE: usize = 500;

/// Computes the summary again if its photos have changed.
pub fn update(ui: &Ui, held: &mut Summary, cx: &Cx<'_>) {
    let import = &cx.model.import;
    let limit = cx.model.rules().photos;
    let inputs = (
        (import.review.plan_revision(), import.review.looks().copies_revision, limit),
        (cx.model.photos.rejections, import.review.looks().covers_revision),
        import.review.checks().skipped(),
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
    let mut found = Summary {
        made_for: Some(inputs),
        made_at: now,
        unusable: unusable(&findings, cx),
        findings,
        sheets: SheetRest::of_each(&import.review),
        like_sent: import.review.looking_like_sent(),
        ..Summary::default()
    };
    for (index, planned) in import.review.drafts().iter().enumerate() {
        found.photos += planned.photos.len();
        found.new_photos += if import.review.is_skipped(index) { 0 } else { planned.photos.len() };
        if let Some(cover) = planned.photos.first() {
            let cover = import.review.picture(cover);
            found.unknown.push(cover.clone());
            found.covers.entry(cover).or_insert(index);
        }
    }
    found.unknown.reverse();
    *held = found;
}

/// The problems of those photos that were not known when they were read.
fn unusable(findings: &PhotoFindings, cx: &Cx<'_>) -> Vec<Problem> {
    let review = &cx.model.import.review;
    let known: HashSet<&str> =
        review.problems().iter().filter_map(|problem| problem.subject.as_deref()).collect();
    let photos = findings.unusable.iter().flat_map(|(product, places)| {
        places.iter().filter_map(|&place| review.drafts().get(*product)?.photos.get(place))
    });
    let mut files: Vec<&Path> = photos.map(PathBuf::as_path).collect();
    files.sort_unstable();
    files.dedup();
    let problem = |file: &Path| {
        let subject = file.to_string_lossy();
        if known.contains(&*subject) {
            return None;
        }
        match cx.model.photos.outcome(&PictureKey::File(file.to_owned()))? {
            PhotoOutcome::Rejected(problem) => Some(problem.with_subject(subject)),
            _ => None,
        }
    };
    files.into_iter().filter_map(problem).collect()
}

/// Requests the pictures of all photos, out of sight too: those of the covers first, whose duplicates are
/// found wherever their rows are, and then those of the others, of which a damaged one keeps its product from
/// being created.
pub fn prefetch(ui: &Ui, summary: &mut Summary, cx: &mut Cx<'_>) {
    while let Some(cover) = summary.unknown.last() {
        if !is_looked_at(cover, cx) && !cx.pictures.prefetch(cover) {
            return;
        }
        summary.unknown.pop();
    }
    let review = &cx.model.import.review;
    for _ in 0..PASSED_AT_ONCE {
        let (product, place) = summary.next;
        let Some(planned) = review.drafts().get(product) else { return };
        let Some(photo) = planned.photos.get(place.max(1)) else {
            summary.next = (product + 1, 1);
            continue;
        };
        let photo = review.picture(photo);
        if !is_looked_at(&photo, cx) && !cx.pictures.prefetch(&photo) {
            return;
        }
        summary.next = (product, place.max(1) + 1);
    }
    ui.ctx().request_repaint();
}

/// Whether it is known what is on a photo, or that it cannot be used.
fn is_looked_at(photo: &PictureKey, cx: &Cx<'_>) -> bool {
    let photos = &cx.model.photos;
    photos.duplicates.is_known(photo) || matches!(photos.outcome(photo), Some(PhotoOutcome::Rejected(_)))
}
