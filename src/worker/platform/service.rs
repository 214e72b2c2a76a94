//! The desktop: dialogs, clipboard, light or dark, second starts of the program, a watched folder; and the
//! settings.

use std::path::Path;

use super::PlatformTaskResult;
use super::sample_photos::write_sample_photos;
use super::{
    appearance, clipboard, crash_report, dialogs, notifications, problem_report, unused_files, watched_folder,
};
use crate::i18n::Language;
use crate::store::{HandedOver, Instance};
use crate::worker::context::Context;
use crate::worker::market_files;
use crate::worker::notice::Notice;
use crate::worker::photos::blocking;
use crate::worker::sheet_pictures;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{Event, PasteTarget, PhotoSource, PickTarget, PlatformCommand, PlatformEvent};
use vitrine_sandbox::Categories;

/// Loads the settings and accepts paths of second starts.
pub fn start(instance: &mut Instance, cx: &mut Context) {
    let loaded = cx.settings.load(&cx.store);
    cx.report_error(loaded);
    cx.send(Event::Platform(PlatformEvent::Settings(Box::new(cx.settings.get().clone()))));
    take_handed_over_paths(instance, cx);
    delete_unused_files(cx);
}

/// Deletes pasted pictures and those of spreadsheets of earlier sessions on another thread.
fn delete_unused_files(cx: &mut Context) {
    let [pasted, of_sheets] =
        [clipboard::FOLDER, sheet_pictures::FOLDER].map(|folder| cx.options.data_dir.join(folder));
    // Most people never have one.
    if !pasted.exists() && !of_sheets.exists() {
        return;
    }
    let store = cx.store.path();
    cx.tasks.spawn(Lifetime::Program, None, async move {
        let deleting = blocking(move || {
            let store = store.connect()?;
            unused_files::delete_unused(&pasted, &store, |file| std::fs::remove_file(file));
            unused_files::delete_unused(&of_sheets, &store, sheet_pictures::remove_unused);
            Ok(())
        });
        if let Err(problem) = deleting.await {
            tracing::warn!(%problem, "pictures that are not used stay");
        }
        PlatformTaskResult::UnusedFilesDeleted
    });
}

/// Performs a command.
pub fn perform(command: PlatformCommand, cx: &mut Context) {
    match command {
        PlatformCommand::FollowAppearance => appearance::follow(cx),
        PlatformCommand::SaveSettings(settings) => {
            let is_new = cx.settings.get().language != settings.language;
            let kept = cx.settings.replace(*settings, &cx.store);
            cx.report_error(kept);
            if is_new {
                cx.notify(Notice::LanguageChanged);
            }
        }
        PlatformCommand::TakeCrashReport => {
            if let Some(report) = crash_report::take(&cx.options.data_dir) {
                cx.send(Event::Platform(PlatformEvent::CrashReport(report)));
            }
        }
        PlatformCommand::ReportProblem => report_problem(cx),
        PlatformCommand::OpenPage(address) => open_page(address, cx),
        PlatformCommand::OpenDataFolder => {
            let folder =
                std::path::absolute(&cx.options.data_dir).unwrap_or_else(|_| cx.options.data_dir.clone());
            open_page(folder.to_string_lossy().into_owned(), cx);
        }
        PlatformCommand::Notify(summary) => notifications::notify(summary, cx),
        PlatformCommand::Pick(what) => {
            let language = cx.language();
            let pick = async move {
                PlatformTaskResult::Picked { what, picked: dialogs::pick(what, language).await }
            };
            cx.tasks.spawn(Lifetime::Program, None, pick);
        }
        PlatformCommand::PickSamplePhotos => pick_sample_photos(cx),
        PlatformCommand::Paste { target, name } => {
            paste(target, move |folder| clipboard::photos(target, &name, folder), cx);
        }
        PlatformCommand::PasteFiles(target) => paste(target, |_| Ok(clipboard::files()), cx),
        PlatformCommand::WatchFolder(Some(folder)) => {
            cx.tasks.cancel(&Slot::WatchedFolder);
            cx.tasks.spawn_reporting(Lifetime::Account, Slot::WatchedFolder, |reporter| {
                watched_folder::watch(folder, reporter)
            });
        }
        PlatformCommand::WatchFolder(None) => cx.tasks.cancel(&Slot::WatchedFolder),
    }
}

/// The folder's name is that of its language, so that photos of both may lie there.
fn pick_sample_photos(cx: &mut Context) {
    let (language, categories) = match cx.language() {
        Language::Persian => ("fa", Categories::Persian),
        Language::English => ("en", Categories::English),
    };
    let folder = cx.options.data_dir.join("sample-photos").join(language);
    cx.tasks.spawn(Lifetime::Program, None, async move {
        let write = move || {
            let failed = |error: std::io::Error| {
                Problem::new(ProblemKind::Storage)
                    .with_subject("sample-photos")
                    .with_quotation(error.to_string())
            };
            write_sample_photos(&folder, categories).map(|()| vec![folder]).map_err(failed)
        };
        PlatformTaskResult::Picked { what: PickTarget::ImportFolder, picked: blocking(write).await }
    });
}

/// Handles the result of a task.
pub fn on_result(done: PlatformTaskResult, cx: &mut Context) {
    match done {
        #[cfg(all(unix, not(target_os = "macos")))]
        PlatformTaskResult::Appearance(theme) => cx.send(Event::Platform(PlatformEvent::Appearance(theme))),
        PlatformTaskResult::Picked { what, picked: Ok(paths) } if !paths.is_empty() => {
            cx.send(Event::Platform(PlatformEvent::Picked { what, paths }));
        }
        PlatformTaskResult::Picked { picked, .. } => cx.report_error(picked),
        PlatformTaskResult::Pasted { target, photos: Ok(photos) } => {
            cx.send(Event::Platform(PlatformEvent::Pasted { target, photos }));
        }
        PlatformTaskResult::Pasted { photos, .. } => cx.report_error(photos),
        PlatformTaskResult::ProblemReport(Ok((report, folder))) => {
            cx.send(Event::Platform(PlatformEvent::ProblemReport { report, folder }));
        }
        PlatformTaskResult::ProblemReport(made) => cx.report_error(made),
        PlatformTaskResult::PageNotOpened(address) => {
            cx.send(Event::Platform(PlatformEvent::PageNotOpened(address)));
        }
        PlatformTaskResult::FoundInFolder(paths) => {
            cx.send(Event::Platform(PlatformEvent::FoundInFolder(paths)));
        }
        PlatformTaskResult::FolderMissing(missing) => {
            cx.send(Event::Platform(PlatformEvent::WatchedFolderMissing(missing)));
        }
        PlatformTaskResult::Notified | PlatformTaskResult::UnusedFilesDeleted => {}
        PlatformTaskResult::HandedOver(handed_over) => take_handed_over(handed_over, cx),
    }
}

/// Reads the log on another thread.
fn report_problem(cx: &mut Context) {
    let folder = cx.options.data_dir.clone();
    cx.tasks.spawn(Lifetime::Program, None, async move {
        let making = blocking(move || Ok((problem_report::make(&folder), folder)));
        PlatformTaskResult::ProblemReport(making.await)
    });
}

/// Opens a page or a folder. Runs detached: some browsers return only when they are closed, and nothing waits
/// for that.
fn open_page(address: String, cx: &Context) {
    let (open, reporter) = (cx.options.open_page, cx.tasks.program_reporter());
    let job = move || {
        if let Err(error) = open(&address) {
            tracing::warn!(error, "no program opened it");
            reporter.report(PlatformTaskResult::PageNotOpened(address));
        }
    };
    if let Err(error) = std::thread::Builder::new().name("open".to_owned()).spawn(job) {
        tracing::warn!(%error, "no program opened it");
    }
}

/// Reads the clipboard on another thread.
fn paste(
    target: PasteTarget,
    read: impl FnOnce(&Path) -> Result<Vec<PhotoSource>, Problem> + Send + 'static,
    cx: &mut Context,
) {
    let folder = cx.options.data_dir.join(clipboard::FOLDER);
    cx.tasks.spawn(Lifetime::Program, None, async move {
        PlatformTaskResult::Pasted { target, photos: blocking(move || read(&folder)).await }
    });
}

/// Accepts the paths of second starts of the program.
fn take_handed_over_paths(instance: &mut Instance, cx: &Context) {
    let reporter = cx.tasks.program_reporter();
    if let Err(problem) =
        instance.listen(move |handed_over| _ = reporter.report(PlatformTaskResult::HandedOver(handed_over)))
    {
        tracing::warn!(%problem, "a second start cannot hand over its paths");
    }
}

/// Paths that were meant for a certain marketplace are not taken at another.
fn take_handed_over(HandedOver { paths, market }: HandedOver, cx: &mut Context) {
    let other = market.filter(|market| !paths.is_empty() && !market_files::is_current(market, cx));
    match other {
        Some(market) => cx.send(Event::Problem(
            Problem::new(ProblemKind::OtherMarketplace).with_subject(market.display().to_string()),
        )),
        None => cx.send(Event::Platform(PlatformEvent::Dropped(paths))),
    }
}
