//! Planning a drop: the disk is read on another thread, and the screens are told how far that is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::reading::likenesses::Viewer;
use super::reading::read_progress::ReadProgress;
use super::reading::scan::{self, DiskClues, KnownPhotos, Unseen};
use super::reading::slow_sheets::SlowSheets;
use super::reading::walk::Dropped;
use super::state::{ImportTaskResult, Imports};
use crate::worker::context::Context;
use crate::worker::phone::INBOX_FOLDER;
use crate::worker::photos::blocking;
use crate::worker::sheet_pictures::{self, SheetPictures};
use crate::worker::tasks::{Lifetime, Slot};
use crate::worker::thumbnails::thumbnail_cache;
use vitrine_core::import::GroupingChoice;
use vitrine_core::import::plan::{count_by_cards, count_by_likeness};
use vitrine_model::messages::{Event, ImportEvent, SheetRequest};

/// How often the number of files is reported at most.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

impl Imports {
    /// Plans the paths; an earlier plan is given up.
    pub(super) fn plan(
        &self,
        paths: Vec<PathBuf>,
        grouping: GroupingChoice,
        mut sheet: SheetRequest,
        cx: &mut Context,
    ) {
        Self::cancel_plan(cx);
        cx.send(Event::Import(ImportEvent::PlanBegun));
        if let Some(market) = cx.session.market() {
            let rules = market.client.profile().rules();
            (sheet.market_fields, sheet.statuses) = (rules.fields, rules.statuses);
        }
        let remembered = cx.settings.get().sheets.clone();
        let pictures = SheetPictures {
            folder: cx.options.data_dir.join(sheet_pictures::FOLDER),
            take: cx.options.take_pictures,
            free_space: cx.options.free_space,
        };
        let looks = KnownPhotos {
            inbox: cx.options.data_dir.join(INBOX_FOLDER),
            pictures: Some(pictures),
            slow: SlowSheets::load(&cx.store),
            ..self.looks.clone()
        };
        let (viewer, read_sheet) = (viewer(cx), cx.options.read_sheet);
        cx.tasks.spawn_reporting(Lifetime::Program, Slot::Plan, |reporter| async move {
            let request = Arc::new((paths, grouping, sheet, remembered));
            let report = |(read, found)| {
                reporter.report(ImportTaskResult::Update(ImportEvent::Reading { read, found }));
            };
            let mut looked = false;
            loop {
                // Dropped with this task, whereupon the thread stops reading.
                let waiting = Arc::new(());
                let progress = Arc::new(ReadProgress::new(&waiting));
                let (read, request, known) = (Arc::clone(&progress), Arc::clone(&request), looks.clone());
                let planning = blocking(move || {
                    let (paths, grouping, sheet, remembered) = &*request;
                    // Links are resolved as they are when the photos are found.
                    let dropped = Dropped::of(&scan::with_folders_of_sheets(paths));
                    Ok((
                        scan::plan_paths(paths, grouping, sheet, remembered, &known, &read, read_sheet),
                        dropped,
                    ))
                });
                let report_read = |counts| {
                    report(counts);
                    let first = progress.take_first();
                    if !first.is_empty() {
                        reporter.report(ImportTaskResult::Update(ImportEvent::FirstPlanned(first)));
                    }
                };
                let ((planned, unseen), dropped) =
                    reporting(planning, || progress.counts(), report_read).await.unwrap_or_default();
                // What could not be looked at stays unknown.
                if unseen.is_empty() || std::mem::replace(&mut looked, true) {
                    break ImportTaskResult::Planned(planned, dropped);
                }
                let Unseen { likenesses, cards } = unseen;
                let (all, compared, seen) =
                    (likenesses.len() + cards.len(), likenesses.len(), AtomicUsize::new(0));
                let looking = async {
                    looks
                        .likenesses
                        .examine(likenesses, &viewer, |done| seen.store(done, Ordering::Relaxed))
                        .await;
                    looks
                        .cards
                        .search(cards, &viewer.budget, |done| seen.store(compared + done, Ordering::Relaxed))
                        .await;
                };
                reporting(looking, || (seen.load(Ordering::Relaxed), all), report).await;
            }
        });
    }

    /// Looks at the photos of a folder and tells how many products they are if those that look alike are
    /// together, and by the cards among them. Another request replaces this one.
    pub(super) fn compare_photos(&self, folder: PathBuf, photos: Vec<PathBuf>, cx: &mut Context) {
        let (looks, viewer) = (self.looks.clone(), viewer(cx));
        cx.tasks.spawn(Lifetime::Program, Slot::PhotoComparison, async move {
            looks.likenesses.examine(photos.clone(), &viewer, |_| {}).await;
            looks.cards.search(photos.clone(), &viewer.budget, |_| {}).await;
            let count = photos.len();
            let counted = blocking(move || {
                let photos: Vec<&Path> = photos.iter().map(PathBuf::as_path).collect();
                let mut clues = DiskClues::new(&looks);
                Ok((count_by_likeness(&photos, &mut clues), count_by_cards(&photos, &mut clues)))
            });
            let (products, by_cards) = counted.await.unwrap_or((1, None));
            ImportTaskResult::Update(ImportEvent::PhotosCompared {
                folder,
                photos: count,
                products,
                by_cards,
            })
        });
    }

    /// Gives up the plan that is being made.
    pub(super) fn cancel_plan(cx: &mut Context) {
        cx.tasks.cancel(&Slot::Plan);
    }
}

fn viewer(cx: &Context) -> Viewer {
    Viewer { cache: thumbnail_cache(&cx.options), now: cx.now().into(), budget: cx.budget.clone() }
}

/// Waits for work and reports meanwhile how far it is, whenever that has changed.
async fn reporting<T>(
    work: impl Future<Output = T>,
    done: impl Fn() -> (usize, usize),
    report: impl Fn((usize, usize)),
) -> T {
    let mut work = std::pin::pin!(work);
    let mut reported = (0, 0);
    loop {
        tokio::select! {
            result = &mut work => return result,
            () = tokio::time::sleep(REPORT_INTERVAL) => {}
        }
        if std::mem::replace(&mut reported, done()) != reported {
            report(reported);
        }
    }
}
