//! Looking through dropped files and folders: the disk's part of planning an import. Blocking.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::sheet::with_sheet;
use crate::import::Grouping;
use crate::import::plan::{FoundFile, FoundKind, ImportPlan, has_photo_name, plan};
use crate::media;

/// Enough of a file to tell its format.
const HEAD: usize = 64;

/// Drafts for the dropped paths, and for the rows of a sheet.
pub fn planned(paths: &[PathBuf], grouping: Grouping, sheet: Option<&Path>) -> ImportPlan {
    let roots: Vec<PathBuf> = paths.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())).collect();
    let mut found = Vec::new();
    for (root, path) in roots.iter().enumerate() {
        Walk { root, found: &mut found, above: HashSet::new() }.look(path);
    }
    let planned = plan(&roots, &found, grouping);
    match sheet {
        Some(sheet) => with_sheet(planned, sheet),
        None => planned,
    }
}

struct Walk<'a> {
    root: usize,
    found: &'a mut Vec<FoundFile>,
    /// The real places of the folders being looked through, to notice a link back to one of them.
    above: HashSet<PathBuf>,
}

impl Walk<'_> {
    fn look(&mut self, path: &Path) {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => self.look_in(path),
            Ok(meta) if meta.is_file() => self.add(path, kind_of(path, meta.len())),
            // A pipe; opening it would wait for somebody to write to it.
            Ok(_) if has_photo_name(path) => self.add(path, FoundKind::Unreadable("not a regular file".to_owned())),
            Ok(_) => self.add(path, FoundKind::Other),
            Err(error) => self.add(path, FoundKind::Unreadable(error.to_string())),
        }
    }

    fn look_in(&mut self, folder: &Path) {
        let real = match folder.canonicalize() {
            Ok(real) => real,
            Err(error) => return self.add(folder, FoundKind::Unreadable(error.to_string())),
        };
        if self.above.contains(&real) {
            return self.add(folder, FoundKind::FolderLoop);
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.add(folder, FoundKind::Unreadable(error.to_string())),
        };
        self.above.insert(real.clone());
        let before = self.found.len();
        for entry in entries {
            match entry {
                Ok(entry) => self.look(&entry.path()),
                Err(error) => self.add(folder, FoundKind::Unreadable(error.to_string())),
            }
        }
        self.above.remove(&real);
        // Left out without a word, a person would look for the photo that the name promises.
        if self.found.len() == before && has_photo_name(folder) {
            self.add(folder, FoundKind::Unreadable("an empty folder".to_owned()));
        }
    }

    fn add(&mut self, path: &Path, kind: FoundKind) {
        self.found.push(FoundFile { path: path.to_owned(), kind, root: self.root });
    }
}

fn kind_of(path: &Path, length: u64) -> FoundKind {
    let named_photo = has_photo_name(path);
    if length == 0 {
        return if named_photo { FoundKind::Empty } else { FoundKind::Other };
    }
    let mut head = Vec::with_capacity(HEAD);
    match File::open(path).and_then(|file| file.take(HEAD as u64).read_to_end(&mut head)) {
        Err(error) if named_photo => FoundKind::Unreadable(error.to_string()),
        Err(_) => FoundKind::Other,
        Ok(_) => match media::sniff(&head) {
            Some(format) if !format.is_readable() => FoundKind::Unsupported,
            Some(_) => FoundKind::Photo,
            None if named_photo => FoundKind::NotAPhoto,
            None => FoundKind::Other,
        },
    }
}
