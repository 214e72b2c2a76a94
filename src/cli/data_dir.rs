//! Where the data are.

use std::path::{Path, PathBuf};

use crate::worker;
use vitrine_domain::{Finding, Problem, ProblemKind};

/// The file beside the program that makes it portable: then all data are beside it, too.
const PORTABLE_MARKER: &str = "portable.txt";
/// The data directory beside a portable program.
const PORTABLE_FOLDER: &str = "data";

/// The data directory: `given`, else that of a portable program, else the platform's own.
///
/// # Errors
/// `Storage` when there is no home directory.
pub fn choose(given: Option<&Path>) -> Result<PathBuf, Problem> {
    match given {
        Some(dir) => Ok(dir.to_owned()),
        None => portable()
            .or_else(|| {
                directories::ProjectDirs::from("", "", "Vitrine").map(|dirs| dirs.data_local_dir().to_owned())
            })
            .ok_or_else(|| Problem::new(ProblemKind::Storage).with_diagnostic(Finding::NoHomeDirectory)),
    }
}

/// The default options of a worker on this data directory. A portable program leaves nothing elsewhere on the
/// computer.
pub fn worker_options(data_dir: PathBuf) -> worker::Options {
    let options = worker::Options::new(data_dir);
    let lock_dir = portable().map(|dir| dir.join("turns")).or(options.lock_dir);
    worker::Options { lock_dir, ..options }
}

fn portable() -> Option<PathBuf> {
    portable_beside(&std::env::current_exe().ok()?)
}

/// The data directory of the program at this path if it is portable.
fn portable_beside(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    folder.join(PORTABLE_MARKER).is_file().then(|| folder.join(PORTABLE_FOLDER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_beside_the_program_keeps_the_data_beside_it() {
        let stick = tempfile::tempdir().unwrap();
        let folder = stick.path().join("برنامه‌های من");
        std::fs::create_dir(&folder).unwrap();
        let program = folder.join("vitrine");
        assert_eq!(portable_beside(&program), None);
        std::fs::create_dir(folder.join(PORTABLE_MARKER)).unwrap();
        assert_eq!(portable_beside(&program), None, "a folder of that name is no marker");
        std::fs::remove_dir(folder.join(PORTABLE_MARKER)).unwrap();
        std::fs::write(folder.join(PORTABLE_MARKER), "").unwrap();
        assert_eq!(portable_beside(&program), Some(folder.join("data")));
    }

    #[test]
    fn a_directory_that_is_given_takes_precedence() {
        assert_eq!(choose(Some(Path::new("here"))), Ok(PathBuf::from("here")));
    }
}
