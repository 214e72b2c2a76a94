//! The system's file dialog and clipboard. Both may wait on other programs, so both run on threads of their own.

use std::path::PathBuf;

use super::{PhotoSource, Picked};
use crate::import::table::TableFormat;

/// Opens the dialog and waits for the person. Empty when they closed it.
pub async fn pick(what: Picked) -> Vec<PathBuf> {
    let dialog = rfd::AsyncFileDialog::new();
    let photos = || rfd::AsyncFileDialog::new().add_filter("Photos", &["jpg", "jpeg", "jfif", "png", "webp", "gif", "bmp", "tif", "tiff"]);
    let handles = match what {
        Picked::FormPhotos | Picked::ImportPhotos => photos().pick_files().await.unwrap_or_default(),
        Picked::ImportFolder => dialog.pick_folders().await.unwrap_or_default(),
        Picked::MarketFile => dialog.add_filter("TOML", &["toml"]).pick_file().await.into_iter().collect(),
    };
    handles.into_iter().map(|handle| handle.path().to_owned()).collect()
}

/// Asks where to write a table. `None` when the dialog was closed.
pub async fn save_table(proposed: &str) -> Option<PathBuf> {
    let mut dialog = rfd::AsyncFileDialog::new().set_file_name(format!("{proposed}.{}", TableFormat::ALL[0].extension()));
    for format in TableFormat::ALL {
        dialog = dialog.add_filter(format.extension().to_uppercase(), &[format.extension()]);
    }
    dialog.save_file().await.map(|handle| handle.path().to_owned())
}

/// Copied files, else a copied picture. Blocking.
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
