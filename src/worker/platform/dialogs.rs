//! The system's file dialogs and clipboard. Both may wait for other programs, so neither runs on the worker's thread.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::messages::PickTarget;
use crate::domain::{Code, Problem};
use crate::import::table::TableFormat;
use crate::worker::product_form::PhotoSource;

/// No person closes a dialog so quickly: it did not open.
const QUICKEST_PERSON: Duration = Duration::from_millis(250);

/// Opens a dialog and waits for the user. Empty when the dialog was cancelled.
///
/// # Errors
/// [`Code::NoDialog`] when no dialog can be opened.
pub async fn pick(what: PickTarget) -> Result<Vec<PathBuf>, Problem> {
    let dialog = rfd::AsyncFileDialog::new();
    let photos = || {
        rfd::AsyncFileDialog::new()
            .add_filter("Photos", &["jpg", "jpeg", "jfif", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif"])
    };
    let asked = Instant::now();
    let handles = match what {
        PickTarget::FormPhotos | PickTarget::ImportPhotos => photos().pick_files().await,
        PickTarget::ReviewPhoto => photos().pick_file().await.map(|handle| vec![handle]),
        PickTarget::ImportFolder => dialog.pick_folders().await,
        PickTarget::MarketFile => dialog.add_filter("TOML", &["toml"]).pick_file().await.map(|handle| vec![handle]),
    };
    let handles = answered(asked, handles)?.unwrap_or_default();
    Ok(handles.into_iter().map(|handle| handle.path().to_owned()).collect())
}

/// Asks where to write a table. `None` when the dialog was cancelled.
///
/// # Errors
/// [`Code::NoDialog`] when no dialog can be opened.
pub async fn save_table(proposed: &str) -> Result<Option<PathBuf>, Problem> {
    let mut dialog = rfd::AsyncFileDialog::new().set_file_name(format!("{proposed}.{}", TableFormat::ALL[0].extension()));
    for format in TableFormat::ALL {
        dialog = dialog.add_filter(format.extension().to_uppercase(), &[format.extension()]);
    }
    let asked = Instant::now();
    Ok(answered(asked, dialog.save_file().await)?.map(|handle| handle.path().to_owned()))
}

/// A dialog that could not be opened looks like a cancelled one, except for the time it took.
fn answered<T>(asked: Instant, answer: Option<T>) -> Result<Option<T>, Problem> {
    if answer.is_none() && asked.elapsed() < QUICKEST_PERSON { Err(Problem::new(Code::NoDialog)) } else { Ok(answer) }
}

/// The copied files, else the copied picture. Blocking.
pub fn clipboard_photos() -> Vec<PhotoSource> {
    let Ok(mut clipboard) = arboard::Clipboard::new() else { return Vec::new() };
    if let Ok(files) = clipboard.get().file_list()
        && !files.is_empty()
    {
        return files.into_iter().map(PhotoSource::File).collect();
    }
    clipboard.get_image().ok().and_then(encoded).into_iter().collect()
}

fn encoded(picture: arboard::ImageData<'_>) -> Option<PhotoSource> {
    let (width, height) = (u32::try_from(picture.width).ok()?, u32::try_from(picture.height).ok()?);
    let pixels = image::RgbaImage::from_raw(width, height, picture.bytes.into_owned())?;
    let mut bytes = Vec::new();
    pixels.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).ok()?;
    Some(PhotoSource::Bytes { name: "clipboard.png".to_owned(), bytes: bytes.into() })
}
