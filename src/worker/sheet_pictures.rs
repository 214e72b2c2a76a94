//! The pictures that were taken out of spreadsheets, as files of the program's own: an import reads files,
//! and may have to read them weeks later. This owns their folder. Each has its content as its name, so that
//! the same picture is the same photo whichever sheet it is in, and whenever that is read.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::worker::sheet_reader::TakePictures;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_local::private;
use vitrine_media::{ContentHash, FreeSpace, MIN_FREE_BYTES};

/// The folder, in the data directory.
pub const FOLDER: &str = "sheet-pictures";

/// A picture with a shorter side is an icon or a line.
const MIN_SIDE: u32 = 32;

/// The files that this process has promised to somebody.
static IN_USE: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// Takes pictures out of sheets.
#[derive(Clone)]
pub struct SheetPictures {
    pub folder: PathBuf,
    pub take: TakePictures,
    pub free_space: FreeSpace,
}

impl SheetPictures {
    /// Takes pictures out of a sheet, by the numbers of their parts. Returns the file of each that is a
    /// photo.
    ///
    /// # Errors
    /// `Sheet` when they cannot be taken out, `Storage` when they cannot be written.
    pub fn of(&self, sheet: &[u8], parts: &[usize]) -> Result<Vec<Option<PathBuf>>, Problem> {
        let (mut photos, mut failed) = (Vec::with_capacity(parts.len()), None);
        let taken = (self.take)(sheet, parts, &mut |picture| match picture
            .map_or(Ok(None), |picture| self.keep(&picture))
        {
            Ok(photo) => photos.push(photo),
            Err(error) => failed = Some(error),
        });
        taken.map_err(|finding| Problem::new(ProblemKind::Sheet).with_diagnostic(finding))?;
        failed.map_or(Ok(photos), |error: io::Error| {
            Err(Problem::new(ProblemKind::Storage).with_quotation(error.to_string()))
        })
    }

    /// Writes a picture, unless it is there; `None` if it is no photo.
    fn keep(&self, picture: &[u8]) -> io::Result<Option<PathBuf>> {
        let Some(format) = vitrine_media::sniff(picture).filter(|format| format.is_readable()) else {
            return Ok(None);
        };
        let path = self.folder.join(format!("{}.{}", ContentHash::of(picture), format.extension()));
        let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        // One that was not written whole is written again.
        if !fs::metadata(&path).is_ok_and(|file| file.len() == picture.len() as u64) {
            private::make_dir(&self.folder)?;
            if (self.free_space)(&self.folder)
                .is_some_and(|free| free < MIN_FREE_BYTES + picture.len() as u64)
            {
                return Err(io::ErrorKind::StorageFull.into());
            }
            private::open(&path, File::options().write(true).create(true).truncate(true))?
                .write_all(picture)?;
        }
        if vitrine_media::read_size(&path).is_none_or(|size| size.width.min(size.height) < MIN_SIDE) {
            drop(fs::remove_file(&path));
            return Ok(None);
        }
        in_use.get_or_insert_default().insert(path.clone());
        Ok(Some(path))
    }
}

/// Removes a picture that nothing mentions, unless it has been taken out of a sheet again meanwhile.
///
/// # Errors
/// Those of the system.
pub fn remove_unused(path: &Path) -> io::Result<()> {
    let in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
    if in_use.as_ref().is_some_and(|paths| paths.contains(path)) { Ok(()) } else { fs::remove_file(path) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::Finding;
    use vitrine_media::free_space;

    fn png(side: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let picture = image::RgbImage::from_pixel(side, side, image::Rgb([side as u8; 3]));
        picture.write_to(&mut io::Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
        bytes
    }

    fn pictures(data: &Path, free_space: FreeSpace) -> SheetPictures {
        let take: TakePictures = |_, parts, each| {
            parts.iter().for_each(|part| each(Some(png(u32::try_from(*part).unwrap()))));
            Ok(())
        };
        SheetPictures { folder: data.join(FOLDER), take, free_space }
    }

    #[test]
    fn a_picture_is_one_file_of_the_program_however_often_it_is_taken_and_icons_are_none() {
        let data = tempfile::tempdir().unwrap();
        let pictures = pictures(data.path(), free_space);
        let photos = pictures.of(b"sheet", &[40, 1, 50, 31]).unwrap();
        let [Some(first), None, Some(second), None] = photos.as_slice() else { panic!("{photos:?}") };
        assert_eq!((fs::read(first).unwrap(), fs::read(second).unwrap()), (png(40), png(50)));
        // The computer was switched off while it was written.
        fs::write(first, "part").unwrap();
        assert_eq!(pictures.of(b"sheet", &[40]).unwrap(), [Some(first.clone())]);
        assert_eq!((fs::read(first).unwrap(), fs::read_dir(&pictures.folder).unwrap().count()), (png(40), 2));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(
                [first, &pictures.folder]
                    .map(|path| fs::metadata(path).unwrap().permissions().mode() & 0o777),
                [0o600, 0o700]
            );
        }
    }

    #[test]
    fn what_was_taken_in_this_session_is_not_removed_as_unused() {
        let data = tempfile::tempdir().unwrap();
        let pictures = pictures(data.path(), free_space);
        let taken = pictures.of(b"sheet", &[60]).unwrap().remove(0).unwrap();
        let of_earlier = pictures.folder.join("earlier.png");
        fs::write(&of_earlier, "picture").unwrap();
        [&taken, &of_earlier].into_iter().for_each(|path| remove_unused(path).unwrap());
        assert_eq!((taken.exists(), of_earlier.exists()), (true, false));
    }

    #[test]
    fn a_full_disk_is_said_and_the_reader_s_end_too() {
        let data = tempfile::tempdir().unwrap();
        let full = pictures(data.path(), |_| Some(MIN_FREE_BYTES));
        let ended =
            SheetPictures { take: |_, _, _| Err(Finding::ReaderEnded), ..pictures(data.path(), free_space) };
        for (taker, code) in [(full, ProblemKind::Storage), (ended, ProblemKind::Sheet)] {
            assert_eq!(taker.of(b"sheet", &[40, 50]).map_err(|problem| problem.kind), Err(code));
        }
    }
}
