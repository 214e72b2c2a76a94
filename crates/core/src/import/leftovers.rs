//! What other programs leave in folders of photos: small copies, recycle bins, downloads that are not
//! finished, and placeholders of photos that are kept elsewhere.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::file_name::has_photo_name;
use super::sheet::is_sheet;

/// Folders and files of network drives, systems and photo programs, in lower case. What begins with a dot is
/// one, too.
const NAMES: &[&str] = &[
    // Network drives: Synology, QNAP, and others.
    "@eadir",
    "@tmp",
    "#recycle",
    "#snapshot",
    "@recycle",
    "@recently-snapshot",
    "@sharebin",
    "~snapshot",
    "@__thumb",
    "network trash folder",
    "temporary items",
    // Recycle bins and what a check of the disk found.
    "$recycle.bin",
    "recycler",
    "recycled",
    "lost+found",
    "lost.dir",
    "found.000",
    "system volume information",
    // Systems.
    "__macosx",
    "thumbs.db",
    "ehthumbs.db",
    "ehthumbs_vista.db",
    "desktop.ini",
    "icon\r",
    // Photo programs and cameras.
    "_thumbs",
    "_thumb",
    "captureone",
    "[originals]",
    "thmbnl",
    "nksc_param",
    "picasa.ini",
    "zbthumbnail.info",
    "_gsdata_",
];

/// How the names of folders with small copies end, and of files that are not complete, in lower case.
const ENDINGS: &[&str] = &[
    ".lrdata",
    ".lrcat-data",
    ".photoslibrary",
    ".photolibrary",
    ".aplibrary",
    ".migratedphotolibrary",
    ".cocatalog",
    "@synoeastream",
    "@synoresource",
    // The small pictures of films that cameras write.
    ".thm",
    // Downloads and copies that are not finished.
    ".part",
    ".partial",
    ".crdownload",
    ".download",
    ".opdownload",
    ".filepart",
    ".aria2",
    ".xltd",
    ".!ut",
    ".!qb",
    ".tmp",
    ".temp",
];

/// Whether a file or folder, by its name, is of another program and no product.
pub fn is_leftover(path: &Path) -> bool {
    let name = name(path);
    // An exported chat has a small copy of each photo: `photo_1@01-01-2024_12-00-00_thumb.jpg`,
    // `rug.jpg_thumb.jpg`.
    let is_thumb = name
        .rsplit_once("_thumb.")
        .is_some_and(|(of, _)| of.starts_with("photo_") || Path::new(of).extension().is_some());
    let is_backup = name.strip_suffix('~').is_some_and(|name| has_photo_name(Path::new(name)));
    is_backup
        || is_thumb
        || name.starts_with('.')
        || name.starts_with("~$")
        || NAMES.contains(&name.as_str())
        || ENDINGS.iter().any(|end| name.ends_with(end))
}

/// The photo or spreadsheet in whose place a service that keeps files elsewhere has put a placeholder of this
/// name: `.2.jpg.icloud`, `2.jpg.nextcloud`.
pub fn placeholder_of(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let of_icloud = || name.strip_prefix('.')?.strip_suffix(".icloud");
    let of_others = || [".cloud", ".nextcloud", ".owncloud"].iter().find_map(|end| name.strip_suffix(end));
    let real = path.with_file_name(of_icloud().or_else(of_others)?);
    (has_photo_name(&real) || is_sheet(&real)).then_some(real)
}

/// Files in which other files are packed.
const ARCHIVES: &[&str] = &[
    "zip", "zipx", "rar", "7z", "tar", "tgz", "tbz", "tbz2", "txz", "gz", "bz2", "xz", "zst", "cab", "arj",
    "lzh", "sit", "sitx",
];

/// Whether other files are packed in a file of this name.
pub fn is_archive(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| ARCHIVES.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_programs_keep_in_a_folder_is_no_product() {
        for name in [
            "@eaDir",
            "#recycle",
            "$RECYCLE.BIN",
            "@Recycle",
            "RECYCLER",
            "lost+found",
            "System Volume Information",
            "__MACOSX",
            ".AppleDouble",
            "._x.jpg",
            ".DS_Store",
            "Thumbs.db",
            "IMG_1.jpg.part",
            "photo.jpg.crdownload",
            "photo (1).jpg.tmp",
            "Catalog Previews.lrdata",
            "Shop.photoslibrary",
            "MVI_0001.THM",
            "~$prices.xlsx",
            "Rug@SynoEAStream",
            "_thumbs",
            "mug.jpg~",
        ] {
            assert!(is_leftover(Path::new("/shop").join(name).as_path()), "{name}");
        }
        for name in [
            "Rug",
            "part.jpg",
            "mug part 2",
            "@home.jpg",
            "#12 red.jpg",
            "Recycle bag",
            "Thumbs up.jpg",
            "$5 mug",
            "~mug.jpg",
            "Original",
        ] {
            assert!(!is_leftover(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_placeholder_tells_the_photo_that_is_kept_elsewhere() {
        for (name, photo) in [
            (".2.jpg.icloud", Some("/shop/2.jpg")),
            (".IMG_3.HEIC.icloud", Some("/shop/IMG_3.HEIC")),
            (".prices.xlsx.icloud", Some("/shop/prices.xlsx")),
            ("mug.jpg.nextcloud", Some("/shop/mug.jpg")),
            (".notes.txt.icloud", None),
            ("mug.icloud.jpg", None),
            ("2.jpg", None),
        ] {
            assert_eq!(placeholder_of(&Path::new("/shop").join(name)), photo.map(PathBuf::from), "{name}");
        }
    }
}
