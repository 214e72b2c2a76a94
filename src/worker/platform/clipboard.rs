//! Photos on the clipboard. Reading it may wait for another program. Blocking.

use std::fs::File;
use std::io::{Cursor, ErrorKind, Write};
use std::path::{Path, PathBuf};

use vitrine_domain::{Problem, ProblemKind};
use vitrine_local::private;
use vitrine_model::messages::{PasteTarget, PhotoSource};

/// The folder for pasted pictures, in the data directory. They stay there while something refers to them: an
/// import may have to read them weeks later.
pub const FOLDER: &str = "pasted";

/// The copied files.
pub fn files() -> Vec<PhotoSource> {
    let files = arboard::Clipboard::new().and_then(|mut clipboard| clipboard.get().file_list());
    if let Err(error) = &files {
        tracing::debug!(%error, "there are no files on the clipboard");
    }
    files.unwrap_or_default().into_iter().map(PhotoSource::File).collect()
}

/// The copied files, else the copied picture, called `name`. An import reads files, so for it the picture
/// becomes one.
pub fn photos(target: PasteTarget, name: &str, folder: &Path) -> Result<Vec<PhotoSource>, Problem> {
    let files = files();
    if !files.is_empty() {
        return Ok(files);
    }
    let picture = arboard::Clipboard::new().and_then(|mut clipboard| clipboard.get_image());
    let Some(bytes) = picture.ok().and_then(encoded) else { return Ok(Vec::new()) };
    Ok(vec![match target {
        PasteTarget::Form => PhotoSource::Bytes { name: format!("{name}.png"), bytes: bytes.into() },
        PasteTarget::Import => PhotoSource::File(keep(&bytes, name, folder)?),
    }])
}

fn encoded(picture: arboard::ImageData<'_>) -> Option<Vec<u8>> {
    let (width, height) = (u32::try_from(picture.width).ok()?, u32::try_from(picture.height).ok()?);
    let pixels = image::RgbaImage::from_raw(width, height, picture.bytes.into_owned())?;
    let mut bytes = Vec::new();
    pixels.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).ok()?;
    Some(bytes)
}

/// Writes a picture under a name that no other has.
fn keep(bytes: &[u8], name: &str, folder: &Path) -> Result<PathBuf, Problem> {
    let failed = |path: &Path, error: std::io::Error| {
        Problem::new(ProblemKind::Storage)
            .with_subject(path.display().to_string())
            .with_quotation(error.to_string())
    };
    private::make_dir(folder).map_err(|error| failed(folder, error))?;
    for number in 1.. {
        let path =
            folder.join(if number == 1 { format!("{name}.png") } else { format!("{name} {number}.png") });
        match private::open(&path, File::options().write(true).create_new(true)) {
            Ok(mut file) => {
                let written = file.write_all(bytes).and_then(|()| file.sync_all());
                return written.map(|()| path.clone()).map_err(|error| failed(&path, error));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(&path, error)),
        }
    }
    Err(Problem::new(ProblemKind::Storage))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn pasted_pictures_are_kept_under_names_of_their_own() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join(FOLDER);
        let kept = [b"one", b"two"].map(|bytes| keep(bytes, "Pasted photo", &folder).unwrap());
        assert_eq!(kept, ["Pasted photo.png", "Pasted photo 2.png"].map(|name| folder.join(name)));
        assert_eq!(kept.map(|path| fs::read(path).unwrap()), [b"one", b"two"]);
    }
}
