//! The system's file dialogs. They wait for the user, so none runs on the worker's thread.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::i18n::{Language, Messages};
use vitrine_core::import::table::TableFormat;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::PickTarget;

/// No person closes a dialog so quickly: it did not open.
const QUICKEST_PERSON: Duration = Duration::from_millis(250);

/// Opens a dialog and waits for the user. Empty when the dialog was cancelled.
///
/// # Errors
/// [`ProblemKind::NoDialog`] when no dialog can be opened.
pub async fn pick(what: PickTarget, language: Language) -> Result<Vec<PathBuf>, Problem> {
    let words = Messages::new(language);
    let dialog = rfd::AsyncFileDialog::new().set_title(words.text(title(what)));
    let photos = ["jpg", "jpeg", "jfif", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif"];
    let asked = Instant::now();
    let handles = match what {
        PickTarget::FormPhotos | PickTarget::ImportPhotos | PickTarget::ProductPhotos => {
            dialog.add_filter(words.text("column-photos"), &photos).pick_files().await
        }
        PickTarget::ReviewPhoto => dialog
            .add_filter(words.text("column-photos"), &photos)
            .pick_file()
            .await
            .map(|handle| vec![handle]),
        PickTarget::ImportFolder => dialog.pick_folders().await,
        PickTarget::WatchedFolder => dialog.pick_folder().await.map(|handle| vec![handle]),
        PickTarget::ProductSheet => {
            let sheets = ["xlsx", "xlsm", "xls", "ods", "csv", "tsv", "txt"];
            dialog.add_filter("Excel, CSV", &sheets).pick_file().await.map(|handle| vec![handle])
        }
        PickTarget::MarketFile => {
            dialog.add_filter("TOML", &["toml"]).pick_file().await.map(|handle| vec![handle])
        }
    };
    let handles = answered(asked, handles)?.unwrap_or_default();
    Ok(handles.into_iter().map(|handle| handle.path().to_owned()).collect())
}

/// The key of a dialog's title. Without one, some systems show the name of the program that draws it.
const fn title(what: PickTarget) -> &'static str {
    match what {
        PickTarget::FormPhotos | PickTarget::ImportPhotos | PickTarget::ProductPhotos => "dialog-photos",
        PickTarget::ReviewPhoto => "dialog-photo",
        PickTarget::ImportFolder => "dialog-folders",
        PickTarget::WatchedFolder => "dialog-watched-folder",
        PickTarget::ProductSheet => "dialog-sheet",
        PickTarget::MarketFile => "dialog-market-file",
    }
}

/// Asks where to write a table. `None` when the dialog was cancelled.
///
/// # Errors
/// [`ProblemKind::NoDialog`] when no dialog can be opened.
pub async fn save_table(proposed: &str, language: Language) -> Result<Option<PathBuf>, Problem> {
    let title = Messages::new(language).text("dialog-save").into_owned();
    let mut dialog = rfd::AsyncFileDialog::new()
        .set_title(title)
        .set_file_name(format!("{proposed}.{}", TableFormat::ALL[0].extension()));
    for format in TableFormat::ALL {
        dialog = dialog.add_filter(format.extension().to_uppercase(), &[format.extension()]);
    }
    let asked = Instant::now();
    Ok(answered(asked, dialog.save_file().await)?.map(|handle| handle.path().to_owned()))
}

/// Asks where to save a PDF file.
pub async fn save_pdf(proposed: &str, language: Language) -> Result<Option<PathBuf>, Problem> {
    let title = Messages::new(language).text("dialog-save").into_owned();
    let dialog = rfd::AsyncFileDialog::new()
        .set_title(title)
        .set_file_name(format!("{proposed}.pdf"))
        .add_filter("PDF", &["pdf"]);
    let asked = Instant::now();
    Ok(answered(asked, dialog.save_file().await)?.map(|handle| handle.path().to_owned()))
}

/// A dialog that could not be opened looks like a cancelled one, except for the time it took.
fn answered<T>(asked: Instant, answer: Option<T>) -> Result<Option<T>, Problem> {
    if answer.is_none() && asked.elapsed() < QUICKEST_PERSON {
        Err(Problem::new(ProblemKind::NoDialog))
    } else {
        Ok(answer)
    }
}
