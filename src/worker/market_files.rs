//! Market files on disk: found by name, read, written.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::worker::context::Context;
use vitrine_core::market::{Profile, READY_MADE, ReadyMade};
use vitrine_domain::origins::market_name;
use vitrine_domain::{Currency, Finding, Problem, ProblemKind};
use vitrine_local::files;
use vitrine_local::private;
use vitrine_model::messages::MarketChoice;

/// The folder of market files in the data directory.
const FOLDER: &str = "markets";

/// A longer file is not a market file.
const MAX_BYTES: u64 = 1024 * 1024;

/// The folder of market files.
pub fn folder(data_dir: &Path) -> PathBuf {
    data_dir.join(FOLDER)
}

/// The given path if it exists, else the market file of this name in the data directory. A ready-made one is
/// written there first.
pub fn find(given: &Path, data_dir: &Path) -> PathBuf {
    if given.exists() || given.components().count() > 1 {
        return given.to_owned();
    }
    let named = folder(data_dir).join(given).with_extension("toml");
    if named.exists() || write_ready_made(given, data_dir, &named) { named } else { given.to_owned() }
}

/// The market file that a choice means, without making it the current marketplace. `None` for the practice
/// shop, and for a file that cannot be used.
pub fn chosen(choice: &MarketChoice, cx: &Context) -> Option<Profile> {
    let path = match choice {
        MarketChoice::Practice => return None,
        MarketChoice::File(path) | MarketChoice::Given(path) => path,
        MarketChoice::LastInWindow if cx.settings.get().practice => return None,
        MarketChoice::LastUsed | MarketChoice::LastInWindow => cx.settings.market()?,
    };
    profile(&find(path, &cx.options.data_dir)).ok()
}

/// Whether this file, or the file of this name, describes the current marketplace.
pub fn is_current(file: &Path, cx: &Context) -> bool {
    let named = chosen(&MarketChoice::File(file.to_owned()), cx).map(|profile| profile.id());
    named.is_some_and(|id| cx.session.market().is_some_and(|market| market.id == id && !market.practice))
}

/// The text of a ready-made file, else of the file that [`find`] finds. Nothing is written.
///
/// # Errors
/// As [`read`].
pub fn text_of(given: &Path, data_dir: &Path) -> Result<String, Problem> {
    match READY_MADE.iter().find(|ready_made| given.as_os_str() == ready_made.key) {
        Some(ready_made) => Ok(ready_made.text.to_owned()),
        None => read(&find(given, data_dir)),
    }
}

/// The ready-made files that were not written into the data directory yet.
pub fn unused_ready_made(data_dir: &Path) -> impl Iterator<Item = &'static ReadyMade> {
    let folder = folder(data_dir);
    READY_MADE.iter().filter(move |ready_made| !folder.join(ready_made.key).with_extension("toml").exists())
}

/// Writes the ready-made file of this name, so that it can be edited. Returns whether there is one and it was
/// written.
fn write_ready_made(given: &Path, data_dir: &Path, target: &Path) -> bool {
    let Some(ready_made) = READY_MADE.iter().find(|ready_made| given.as_os_str() == ready_made.key) else {
        return false;
    };
    let written = write(&folder(data_dir), target, ready_made.text);
    written
        .inspect_err(|problem| tracing::warn!(%problem, "a ready-made market file cannot be written"))
        .is_ok()
}

/// Reads a market file.
///
/// # Errors
/// `FileUnreadable` when there is no such text file, `MarketFile` when it is far too large for one.
pub fn read(path: &Path) -> Result<String, Problem> {
    let problem = |code| Problem::new(code).with_subject(path.display().to_string());
    let unreadable =
        |error: std::io::Error| problem(ProblemKind::FileUnreadable).with_quotation(error.to_string());
    files::read_text(path, MAX_BYTES).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => problem(ProblemKind::MarketFile).with_diagnostic(Finding::FileTooLarge {
            bytes: std::fs::metadata(path).map_or(MAX_BYTES, |meta| meta.len()),
        }),
        _ => unreadable(error),
    })
}

/// Reads and parses a market file.
pub fn profile(path: &Path) -> Result<Profile, Problem> {
    Profile::parse(&read(path)?, &path.display().to_string())
}

/// The id of the marketplace of the file that [`find`] finds.
///
/// # Errors
/// As [`profile`].
pub fn id_of(given: &Path, data_dir: &Path) -> Result<String, Problem> {
    profile(&find(given, data_dir)).map(|profile| profile.id())
}

/// The currency of the marketplace with this id, if it or one of its name is in use or was the last one used.
pub fn currency_of(market: &str, cx: &Context) -> Currency {
    let in_use = cx.session.market().map(|market| Profile::clone(market.client.profile()));
    let last_used = || profile(&find(cx.settings.market()?, &cx.options.data_dir)).ok();
    in_use
        .or_else(last_used)
        .filter(|profile| profile.name == market_name(market))
        .map(|profile| profile.currency)
        .unwrap_or_default()
}

/// The market files in the folder, sorted by file name.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|it| it == "toml"))
        .collect();
    files.sort();
    files
}

/// A file for the marketplace with this id, named after it, which no other marketplace uses.
pub fn free_file(folder: &Path, id: &str) -> PathBuf {
    let plain: String =
        market_name(id).trim().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
    let plain = if plain.chars().all(|c| c == '-') { "market".to_owned() } else { plain };
    let named =
        |n: usize| folder.join(if n == 1 { format!("{plain}.toml") } else { format!("{plain}-{n}.toml") });
    let is_free = |path: &PathBuf| !path.exists() || profile(path).is_ok_and(|profile| profile.id() == id);
    (1..).map(named).find(is_free).unwrap_or_else(|| named(1))
}

/// Writes the file atomically.
pub fn write(folder: &Path, target: &Path, text: &str) -> Result<(), Problem> {
    let written = || {
        private::make_dir(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(target).map(drop).map_err(|error| error.error)
    };
    written().map_err(|error: std::io::Error| failed(target, &error))
}

/// Deletes a market file.
pub fn remove(file: &Path) -> Result<(), Problem> {
    std::fs::remove_file(file).map_err(|error| failed(file, &error))
}

fn failed(file: &Path, error: &std::io::Error) -> Problem {
    Problem::new(ProblemKind::Storage)
        .with_subject(file.display().to_string())
        .with_quotation(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ready_made_file_is_found_by_its_name_and_kept_as_edited() {
        let dir = tempfile::tempdir().unwrap();
        let found = find(Path::new("basalam"), dir.path());
        assert_eq!(
            (found.parent(), profile(&found).unwrap().name.as_str()),
            (Some(folder(dir.path()).as_path()), "Basalam")
        );
        std::fs::write(&found, "edited").unwrap();
        assert_eq!(std::fs::read_to_string(find(Path::new("basalam"), dir.path())).unwrap(), "edited");
        assert_eq!(find(Path::new("nowhere"), dir.path()), Path::new("nowhere"));
    }

    #[test]
    fn each_marketplace_gets_a_file_named_after_it() {
        let dir = tempfile::tempdir().unwrap();
        let file =
            |name: &str| free_file(dir.path(), name).file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(file("Basket / ../Market"), "Basket------Market.toml");
        assert_eq!(file("بازار"), "بازار.toml");
        assert_eq!(file("…"), "market.toml");
        std::fs::write(
            dir.path().join("a-b.toml"),
            "name = \"a b\"\nlayout = \"base\"\nbase_url = \"https://x.example\"",
        )
        .unwrap();
        let id = profile(&dir.path().join("a-b.toml")).unwrap().id();
        assert_eq!(file(&id), "a-b.toml", "the same marketplace keeps its file");
        assert_eq!(file("a b"), "a-b-2.toml", "one with its name and other addresses does not take it");
        assert_eq!(file("a.b"), "a-b-2.toml", "another");
    }
}
