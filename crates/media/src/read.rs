//! Reads photos from disk. Blocking.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use jiff::civil::DateTime;

use super::codec::jpeg::with_end;
use super::format::{Format, sniff};
use super::metadata::{exif, jpeg_segments};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_local::files;

/// The largest file that is read, in bytes: beyond what any camera writes, and a bound on the memory for one
/// photo.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

/// A JPEG file begins with its EXIF block, which is at most 64 KB.
const EXIF_HEAD_BYTES: u64 = 68 << 10;

/// Reads a whole photo file of at most `max_bytes`.
///
/// # Errors
///
/// `FileUnreadable` for anything but a regular file (a folder called `a.jpg`, a pipe) and for a file that
/// changes while it is read, such as on a camera card still being copied; `FileEmpty`; `PhotoTooLarge`.
pub fn read_photo(path: &Path, max_bytes: u64) -> Result<Vec<u8>, Problem> {
    read_open_photo(files::open(path), max_bytes)
        .map_err(|problem| problem.with_subject(path.display().to_string()))
}

/// As [`read_photo`], of a file that somebody else opened.
///
/// # Errors
/// Those of [`read_photo`], without the path.
pub fn read_open_photo(opened: io::Result<File>, max_bytes: u64) -> Result<Vec<u8>, Problem> {
    let mut file = opened.map_err(unreadable)?;
    let before = file.metadata().map_err(unreadable)?;
    if before.len() > max_bytes {
        return Err(Problem::new(ProblemKind::PhotoTooLarge).with_quotation(format!(
            "{} MB > {} MB",
            before.len() >> 20,
            max_bytes >> 20
        )));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(before.len()).unwrap_or(0) + 1);
    file.by_ref().take(max_bytes + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let after = file.metadata().map_err(unreadable)?;
    let changed = bytes.len() as u64 != before.len()
        || after.len() != before.len()
        || after.modified().ok() != before.modified().ok();
    if changed {
        return Err(unreadable(io::Error::other("changed while being read")));
    }
    if bytes.is_empty() {
        return Err(Problem::new(ProblemKind::FileEmpty));
    }
    Ok(with_end(bytes))
}

/// When a photo was taken, by the camera's clock. Reads no more than the first [`EXIF_HEAD_BYTES`] of the
/// file; `None` if they do not tell.
pub fn read_taken_at(path: &Path) -> Option<DateTime> {
    let mut head = Vec::new();
    files::open(path).ok()?.take(EXIF_HEAD_BYTES).read_to_end(&mut head).ok()?;
    match sniff(&head)? {
        Format::Jpeg => exif::taken_at(jpeg_segments::find_exif(&head)?),
        Format::Tiff => exif::taken_at(&head),
        _ => None,
    }
}

fn unreadable(error: io::Error) -> Problem {
    Problem::new(ProblemKind::FileUnreadable).with_quotation(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn problem(path: &Path) -> Problem {
        let problem = read_photo(path, 1 << 20).unwrap_err();
        assert_eq!(problem.subject.as_deref(), path.to_str());
        problem
    }

    #[test]
    fn a_file_is_read_completely() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("mug.jpg");
        fs::write(&path, [7; 1000]).unwrap();
        assert_eq!(read_photo(&path, 1000).unwrap(), [7; 1000]);
    }

    #[test]
    fn a_jpeg_that_lacks_only_its_end_is_read_with_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("mug.jpg");
        let picture = image::RgbImage::from_fn(40, 30, |x, y| image::Rgb([x as u8 * 6, y as u8 * 8, 90]));
        picture.save(&path).unwrap();
        let whole = fs::read(&path).unwrap();
        for missing in [1, 2] {
            fs::write(&path, &whole[..whole.len() - missing]).unwrap();
            assert_eq!(read_photo(&path, 1 << 20).unwrap(), whole, "{missing}");
        }
        let cut = &whole[..whole.len() - 40];
        fs::write(&path, cut).unwrap();
        assert_eq!(read_photo(&path, 1 << 20).unwrap(), cut, "a part of the picture is missing");
    }

    #[test]
    fn a_panorama_whose_camera_writes_something_in_the_place_of_its_end_is_read_with_that() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("panorama.jpg");
        let picture = image::RgbImage::from_fn(40, 30, |x, y| image::Rgb([x as u8 * 6, y as u8 * 8, 90]));
        picture.save(&path).unwrap();
        let whole = fs::read(&path).unwrap();
        let data = b"\0\0\x30\x0B\x12\0\0\0Panorama_Shot_Info\xFF\xD8\xFF\xE1 a film".to_vec();
        let numbers = |numbers: &[usize]| -> Vec<u8> {
            numbers.iter().flat_map(|number| (*number as u32).to_le_bytes()).collect()
        };
        let directory = [b"SEFH".to_vec(), numbers(&[107, 1, 0x0b30_0000, data.len(), data.len()])].concat();
        let end = [numbers(&[directory.len()]), b"SEFT".to_vec()].concat();
        let behind = [data, directory, end].concat();
        fs::write(&path, [&whole[..whole.len() - 2], &behind].concat()).unwrap();
        assert_eq!(read_photo(&path, 1 << 20).unwrap(), whole);
        let cut = [&whole[..whole.len() - 40], &behind].concat();
        fs::write(&path, &cut).unwrap();
        assert_eq!(read_photo(&path, 1 << 20).unwrap(), cut, "a part of the picture is missing");
    }

    #[test]
    fn the_time_a_photo_was_taken_is_read_from_the_beginning_of_its_file() {
        let mut exif = b"II\x2A\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x1A\0\0\0\0\0\0\0".to_vec();
        exif.extend(b"\x01\0\x03\x90\x02\0\x14\0\0\0\x2C\0\0\0\0\0\0\0");
        exif.extend(b"2024:06:11 12:03:12\0");
        let segment = [b"Exif\0\0".as_slice(), &exif].concat();
        let length = u16::try_from(segment.len() + 2).unwrap().to_be_bytes();
        let jpeg = [b"\xFF\xD8\xFF\xE1".as_slice(), &length, &segment, &[0; 100_000]].concat();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("mug.jpg");
        fs::write(&path, jpeg).unwrap();
        assert_eq!(read_taken_at(&path), Some(jiff::civil::date(2024, 6, 11).at(12, 3, 12, 0)));
        fs::write(&path, b"\xFF\xD8\xFF\xD9").unwrap();
        assert_eq!((read_taken_at(&path), read_taken_at(dir.path())), (None, None));
    }

    #[test]
    fn unreadable_files_are_refused_with_the_reason() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = dir.path().join(name);
            fs::write(&path, bytes).unwrap();
            path
        };
        assert_eq!(problem(&file("empty.jpg", b"")).kind, ProblemKind::FileEmpty);
        assert_eq!(problem(&file("big.jpg", &vec![0; (1 << 20) + 1])).kind, ProblemKind::PhotoTooLarge);
        assert_eq!(problem(&dir.path().join("gone.jpg")).kind, ProblemKind::FileUnreadable);

        let folder = dir.path().join("a.jpg");
        fs::create_dir(&folder).unwrap();
        let refused = problem(&folder);
        assert_eq!(refused.kind, ProblemKind::FileUnreadable);
        assert!(refused.quotation.unwrap().contains("directory"));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_without_waiting_for_a_writer() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pipe.jpg");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(problem(&path).kind, ProblemKind::FileUnreadable);
    }
}
