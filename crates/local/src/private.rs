//! Folders and files that only the person who uses the program can open: its data hold the shop's prices,
//! photos and buyers.
//!
//! All of them are made here. What an older version left open is closed when it is used again. On Windows,
//! the folders of a person are closed to others already.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use crate::files;

/// What the program makes in its data directory: folders and files, and how its databases begin, beside which
/// are others.
const OWN_NAMES: [&str; 12] = [
    "crash.txt",
    "crash-shown.txt",
    "renderer.json",
    "logs",
    "markets",
    "pasted",
    "phone",
    "practice",
    "sample-photos",
    "sheet-pictures",
    "thumbnails",
    "turns",
];
const OWN_BEGINNINGS: [&str; 5] =
    ["vitrine.db", "vitrine.lock", "vitrine.instance", "vitrine.clean", "deliveries.sqlite"];

fn is_ours(name: &str) -> bool {
    OWN_NAMES.contains(&name) || OWN_BEGINNINGS.iter().any(|own| name.starts_with(own))
}

/// Makes a folder of the program, with those around it. One that is there is closed to everybody else.
///
/// # Errors
/// What the system says.
pub fn make_dir(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)?;
    close(dir);
    Ok(())
}

/// Makes the data directory. One that is there is closed to everybody else if it holds only what the program
/// makes: a person may have chosen a folder that others use, too. In such a folder, what the program made is.
///
/// # Errors
/// What the system says.
pub fn make_data_dir(dir: &Path) -> io::Result<()> {
    let (mut ours, mut has_others) = (Vec::new(), false);
    for entry in fs::read_dir(dir).into_iter().flatten() {
        let Ok(entry) = entry else {
            has_others = true;
            continue;
        };
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if is_ours(&name) {
            ours.push(entry);
        } else if !name.ends_with(".toml") {
            has_others = true;
        }
    }
    // An empty folder may be anybody's, but what is in it from now on is ours.
    if !has_others {
        return make_dir(dir);
    }
    for entry in ours {
        // What a link leads to is elsewhere.
        if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
            close(&entry.path());
        }
    }
    Ok(())
}

/// Opens a file of the program; one that is made is for its owner alone, and one that is there is closed to
/// everybody else.
///
/// # Errors
/// What the system says, and another error for what is no plain file: nothing waits for a pipe.
pub fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    let file = options.open(path)?;
    files::check_plain(&file.metadata()?)?;
    close(path);
    Ok(file)
}

/// Writes a file of the program, in place of one that is there.
///
/// # Errors
/// What the system says.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    open(path, File::options().write(true).create(true).truncate(true))?.write_all(bytes)
}

/// Closes the files of a database to everybody else, and refuses what is no plain file among them: a database
/// would wait for a pipe. None is opened here, as closing it again would release the locks that this process
/// has on it.
///
/// # Errors
/// Those of [`files::open`].
pub fn close_database(file: &Path) -> io::Result<()> {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut path = file.as_os_str().to_owned();
        path.push(suffix);
        let path = Path::new(&path);
        if let Ok(meta) = fs::metadata(path) {
            files::check_plain(&meta)?;
            close(path);
        }
    }
    Ok(())
}

/// Closes a folder or a file of the program to everybody else, where it is not.
pub fn close(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let Ok(meta) = fs::metadata(path) else { return };
        let mode = meta.permissions().mode();
        // In a folder with the sticky bit, such as that for temporary files, everybody has files.
        let is_everybodys = mode & 0o1000 != 0;
        if mode & 0o077 != 0
            && !is_everybodys
            && let Err(error) = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700))
        {
            // A file system without permissions, or a file of somebody else.
            tracing::warn!(%error, path = %path.display(), "others may be able to open this");
        }
    }
    let _ = path;
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn open_to_all(path: &Path) {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn what_is_made_is_for_its_owner_alone() {
        let place = tempfile::tempdir().unwrap();
        let (outer, inner) = (place.path().join("outer"), place.path().join("outer/inner"));
        make_dir(&inner).unwrap();
        write(&inner.join("file"), b"text").unwrap();
        assert_eq!([&outer, &inner, &inner.join("file")].map(|path| mode(path)), [0o700, 0o700, 0o600]);
    }

    #[test]
    fn a_pipe_in_the_place_of_a_file_is_not_waited_for() {
        let place = tempfile::tempdir().unwrap();
        let pipe = place.path().join("vitrine.lock");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for options in
            [File::options().read(true).write(true), File::options().write(true), File::options().read(true)]
        {
            assert!(open(&pipe, options).is_err());
        }
    }

    #[test]
    fn what_an_older_version_left_open_is_closed() {
        let place = tempfile::tempdir().unwrap();
        let (dir, file) = (place.path().join("data"), place.path().join("data/vitrine.db"));
        fs::create_dir(&dir).unwrap();
        fs::write(&file, "old").unwrap();
        open_to_all(&dir);
        open_to_all(&file);
        make_data_dir(&dir).unwrap();
        drop(open(&file, File::options().read(true)).unwrap());
        assert_eq!((mode(&dir), mode(&file)), (0o700, 0o600));
        assert_eq!(fs::read(&file).unwrap(), b"old");
    }

    #[test]
    fn a_data_directory_that_others_use_too_stays_open_to_them() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("index.html"), "of somebody else").unwrap();
        open_to_all(place.path());
        make_data_dir(place.path()).unwrap();
        assert_eq!(mode(place.path()), 0o755);
    }

    #[test]
    fn what_an_older_version_left_open_in_a_folder_of_others_is_closed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        let ours = OWN_NAMES.iter().chain(&OWN_BEGINNINGS).copied().chain(["vitrine.db-wal"]);
        let others = ["index.html", "logs-of-another", "vitrine.desktop", "shop.toml", "elsewhere"];
        for name in ours.clone().chain(others) {
            if name.contains('.') {
                fs::write(path(name), "").unwrap();
            } else {
                fs::create_dir(path(name)).unwrap();
            }
            open_to_all(&path(name));
        }
        fs::remove_dir(path("turns")).unwrap();
        std::os::unix::fs::symlink(path("elsewhere"), path("turns")).unwrap();
        make_data_dir(place.path()).unwrap();
        for name in ours.filter(|&name| name != "turns") {
            assert_eq!(mode(&path(name)) & 0o077, 0, "{name}");
        }
        for name in others {
            assert_ne!(mode(&path(name)) & 0o077, 0, "{name}");
        }
        assert_ne!(mode(place.path()) & 0o077, 0);
    }
}
