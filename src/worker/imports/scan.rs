//! Scans dropped files and folders: the part of planning that accesses the disk. Blocking.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::messages::SheetRequest;
use super::sheet::with_sheet;
use crate::import::Grouping;
use crate::import::plan::{FoundFile, FoundKind, ImportPlan, has_photo_name, plan};
use crate::import::sheet::{ColumnMapping, is_results, is_sheet};
use crate::media;

/// Bytes that are enough to detect a file's format.
const HEADER_BYTES: usize = 64;

/// Plans the dropped paths together with the rows of a spreadsheet. `remembered`: the columns of earlier sheets.
pub fn plan_paths(paths: &[PathBuf], grouping: Grouping, sheet: &SheetRequest, remembered: &[ColumnMapping]) -> ImportPlan {
    let roots: Vec<PathBuf> = paths.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())).collect();
    let mut found = Vec::new();
    for (root, path) in roots.iter().enumerate() {
        Walk { root, found: &mut found, open_folders: HashSet::new() }.visit(path);
    }
    let mut planned = plan(&roots, &found, grouping);
    with_sheet(&mut planned, sheet, sheets(&found), remembered);
    planned
}

/// The sheets among the files found, except those that programs hide while they have one open, and results of earlier imports.
fn sheets(found: &[FoundFile]) -> Vec<PathBuf> {
    let is_hidden = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with('.') || name.starts_with("~$") || is_results(path)
    };
    let sheets = found.iter().filter(|file| file.kind == FoundKind::Other && is_sheet(&file.path) && !is_hidden(&file.path));
    let mut sheets: Vec<PathBuf> = sheets.map(|file| file.path.clone()).collect();
    sheets.sort();
    sheets.dedup();
    sheets
}

struct Walk<'a> {
    root: usize,
    found: &'a mut Vec<FoundFile>,
    /// The real paths of the folders being scanned, to detect a link to one of them.
    open_folders: HashSet<PathBuf>,
}

impl Walk<'_> {
    fn visit(&mut self, path: &Path) {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => self.visit_folder(path),
            Ok(meta) if meta.is_file() => self.add(path, kind_of(path, meta.len())),
            // A pipe: opening it would wait for a writer.
            Ok(_) if has_photo_name(path) => self.add(path, FoundKind::Unreadable("not a regular file".to_owned())),
            Ok(_) => self.add(path, FoundKind::Other),
            Err(error) => self.add(path, FoundKind::Unreadable(error.to_string())),
        }
    }

    fn visit_folder(&mut self, folder: &Path) {
        let real = match folder.canonicalize() {
            Ok(real) => real,
            Err(error) => return self.add(folder, FoundKind::Unreadable(error.to_string())),
        };
        if self.open_folders.contains(&real) {
            return self.add(folder, FoundKind::FolderLoop);
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.add(folder, FoundKind::Unreadable(error.to_string())),
        };
        self.open_folders.insert(real.clone());
        let before = self.found.len();
        for entry in entries {
            match entry {
                Ok(entry) => self.visit(&entry.path()),
                Err(error) => self.add(folder, FoundKind::Unreadable(error.to_string())),
            }
        }
        self.open_folders.remove(&real);
        // If it were ignored silently, the user would look for the photo that the name promises.
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
    let mut head = Vec::with_capacity(HEADER_BYTES);
    match File::open(path).and_then(|file| file.take(HEADER_BYTES as u64).read_to_end(&mut head)) {
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
