//! What is told of a path by its spelling alone, without looking at the disk.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf, Prefix};

/// Whether a path leads to another computer or to a device, by its spelling on any system: `//host/share`,
/// `\\.\COM1`. Only looking whether such a file exists calls that computer.
pub fn leads_off_this_disk(path: &Path) -> bool {
    let text = path.as_os_str().as_encoded_bytes();
    let is_slash = |at: usize| matches!(text.get(at), Some(b'/' | b'\\'));
    let of_prefix = |part: Component<'_>| matches!(part, Component::Prefix(prefix) if !matches!(prefix.kind(), Prefix::Disk(_) | Prefix::VerbatimDisk(_)));
    (is_slash(0) && is_slash(1))
        || path.components().next().is_some_and(of_prefix)
        || path.components().any(is_device)
}

/// The path that an address such as `file:///C:/photos/a.jpg` means, else the path itself.
pub fn without_scheme(path: &Path) -> &Path {
    let Some(rest) = path.to_str().and_then(|text| text.strip_prefix("file://")) else { return path };
    let drive = rest.strip_prefix('/').filter(|rest| has_drive(rest));
    Path::new(drive.unwrap_or(rest))
}

/// The path inside a folder that a file from Windows means: `photos\a.jpg` has two parts there, and one
/// elsewhere.
pub fn with_slashes(path: &Path) -> Cow<'_, Path> {
    match path.to_str() {
        Some(text) if cfg!(not(windows)) && text.contains('\\') => {
            PathBuf::from(text.replace('\\', "/")).into()
        }
        _ => path.into(),
    }
}

/// Whether a path is one of Windows, where this computer has no such: `C:\photos\a.jpg`.
pub fn is_of_windows(path: &Path) -> bool {
    cfg!(not(windows)) && path.to_str().is_some_and(has_drive)
}

fn has_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic())
}

/// Windows takes these names for devices in every folder, also with an extension.
fn is_device(part: Component<'_>) -> bool {
    let Component::Normal(name) = part else { return false };
    let name = name.to_string_lossy().to_ascii_uppercase();
    let name = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    let numbered = |kind: &str| {
        name.strip_prefix(kind).is_some_and(|number| {
            matches!(number.chars().collect::<Vec<_>>()[..], ['0'..='9' | '¹' | '²' | '³'])
        })
    };
    matches!(name, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") || numbered("COM") || numbered("LPT")
}

/// Whether a path leads into a folder, by its spelling alone. On Windows, letters of both cases are the same.
pub fn lies_in(path: &Path, folder: &Path) -> bool {
    let lower = |path: &Path| PathBuf::from(path.to_string_lossy().to_lowercase());
    path.starts_with(folder) || (cfg!(windows) && lower(path).starts_with(lower(folder)))
}

/// The path without `.` and `..`, by its spelling alone.
pub fn without_steps_up(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(windows))]
    #[test]
    fn paths_of_windows_are_known_by_their_drive() {
        for path in [r"C:\photos\a.jpg", "d:/a.jpg", "file:///C:/photos/a.jpg"] {
            assert!(is_of_windows(without_scheme(Path::new(path))), "{path}");
        }
        for path in ["a.jpg", "/home/a.jpg", "file:///home/a.jpg", "c:a.jpg", "12:/a.jpg"] {
            assert!(!is_of_windows(without_scheme(Path::new(path))), "{path}");
        }
    }

    #[test]
    fn paths_to_other_computers_and_to_devices_are_known_by_their_spelling() {
        for path in [
            "//host/share/a.jpg",
            r"\\host\share\a.jpg",
            r"\\.\COM1",
            r"\\?\UNC\host\share",
            r"/\host\a",
            "photos/CON",
            "aux.jpg",
            "a/lpt1.png",
            "nul",
        ] {
            assert!(leads_off_this_disk(Path::new(path)), "{path}");
        }
        for path in [
            "/home/a.jpg",
            "a.jpg",
            "../b",
            r"photos\a.jpg",
            "C:/photos/a.jpg",
            "console.jpg",
            "com.jpg",
            "company/COM12.jpg",
            "",
        ] {
            assert!(!leads_off_this_disk(Path::new(path)), "{path}");
        }
    }
}
