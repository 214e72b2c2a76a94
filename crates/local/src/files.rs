//! Opens files that somebody else wrote: photos, spreadsheets, marketplace files, settings.
//!
//! Whatever its name says, such a file may be a pipe that never ends, a device, or longer than the memory.
//! [`open`] gives plain files only, and never waits for another program; [`read`] gives at most as many bytes
//! as it is told. What is a plain file is decided of the file that is open: before that, it may be replaced
//! by another one.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Opens a plain file for reading. Links are followed.
///
/// # Errors
/// Those of the system, `IsADirectory` for a folder, and another one for what is neither a file nor a folder.
pub fn open(path: &Path) -> io::Result<File> {
    let file = match open_without_waiting(path) {
        // Another program has promised to give the file up when somebody else wants it.
        Err(error) if error.kind() == io::ErrorKind::WouldBlock && fs::metadata(path)?.is_file() => {
            File::open(path)?
        }
        opened => opened?,
    };
    check_plain(&file.metadata()?)?;
    Ok(file)
}

/// Refuses a folder, and what is neither a file nor a folder.
pub(crate) fn check_plain(meta: &Metadata) -> io::Result<()> {
    match () {
        () if meta.is_file() => Ok(()),
        () if meta.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        () => Err(io::Error::other("not a regular file")),
    }
}

/// Reads a plain file of at most `most` bytes.
///
/// # Errors
/// Those of [`open`], and `FileTooLarge`.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0) + 1);
    file.by_ref().take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

/// As [`read`], for a text in UTF-8.
///
/// # Errors
/// Those of [`read`], and `InvalidData` for what is no such text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// Writes a file that a person named, in place of one that is there. It is complete or not there at all, and
/// a link is replaced: what it leads to stays as it is. Into a device or a pipe is written.
///
/// # Errors
/// Those of the system.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|meta| !meta.is_file()) {
        return fs::write(path, bytes);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut new = tempfile::Builder::new();
    new.prefix(".new-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        new.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut new = new.tempfile_in(folder)?;
    io::Write::write_all(&mut new, bytes)?;
    if let Ok(meta) = fs::symlink_metadata(path)
        && meta.is_file()
    {
        new.as_file().set_permissions(meta.permissions())?;
    }
    new.persist(path).map(drop).map_err(|error| error.error)
}

/// Opening a pipe would wait for a writer, and some devices for a line.
#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(read: io::Result<Vec<u8>>) -> io::ErrorKind {
        read.unwrap_err().kind()
    }

    #[test]
    fn a_plain_file_is_read_up_to_its_limit() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("prices.csv");
        fs::write(&path, [b'7'; 1000]).unwrap();
        assert_eq!(read(&path, 1000).unwrap(), [b'7'; 1000]);
        assert_eq!(read_text(&path, 1000).unwrap().len(), 1000);
        assert_eq!(kind(read(&path, 999)), io::ErrorKind::FileTooLarge);
        assert_eq!(kind(read(place.path(), 999)), io::ErrorKind::IsADirectory);
        assert_eq!(kind(read(&place.path().join("none"), 999)), io::ErrorKind::NotFound);
        fs::write(&path, b"\xFF\xFE").unwrap();
        assert_eq!(read_text(&path, 1000).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[cfg(unix)]
    #[test]
    fn neither_a_pipe_nor_a_device_is_opened_and_nothing_waits_for_them() {
        let place = tempfile::tempdir().unwrap();
        let [pipe, zero, link] = ["pipe", "zero", "link"].map(|name| place.path().join(name));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", &zero).unwrap();
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        for path in [&pipe, &zero, &link, Path::new("/dev/null")] {
            let error = read(path, 10).unwrap_err();
            assert_eq!(error.to_string(), "not a regular file", "{}", path.display());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_replaced_and_what_it_leads_to_stays() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let place = tempfile::tempdir().unwrap();
        let [precious, link, dangling, gone] =
            ["precious", "link", "dangling", "gone"].map(|name| place.path().join(name));
        fs::write(&precious, "precious").unwrap();
        symlink(&precious, &link).unwrap();
        symlink(&gone, &dangling).unwrap();
        for path in [&link, &dangling] {
            replace(path, b"report").unwrap();
            assert!(fs::symlink_metadata(path).unwrap().is_file(), "{}", path.display());
            assert_eq!(fs::read(path).unwrap(), b"report");
        }
        assert_eq!(fs::read(&precious).unwrap(), b"precious");
        assert!(!gone.exists());
        fs::set_permissions(&precious, fs::Permissions::from_mode(0o640)).unwrap();
        replace(&precious, b"report").unwrap();
        assert_eq!(fs::read(&precious).unwrap(), b"report");
        assert_eq!(fs::metadata(&precious).unwrap().permissions().mode() & 0o777, 0o640);
        replace(Path::new("/dev/null"), b"report").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(replace(&place.path().join("none/report"), b"report").is_err());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 3, "nothing is left beside them");
    }

    /// The system's own programs give such files: `/proc` says zero bytes of each, and has some.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_longer_than_it_says_is_bounded_all_the_same() {
        assert_eq!(kind(read(Path::new("/proc/kallsyms"), 10)), io::ErrorKind::FileTooLarge);
    }
}
