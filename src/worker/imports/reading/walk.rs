//! Walks through dropped files and folders. Blocking.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::read_progress::ReadProgress;
use crate::import::file_name::has_photo_name;
use crate::import::natural_order::natural_key;
use crate::import::plan::FoundKind;

/// What the walk found: a file that is still to be read, or something whose kind is known.
pub struct Entry {
    pub path: PathBuf,
    /// The index of the dropped path that contains it (or is it).
    pub root: usize,
    pub kind: Option<FoundKind>,
}

/// The entries found so far.
pub struct Walk<'a> {
    entries: Vec<Entry>,
    /// The real paths of the folders being walked through, to detect a link to one of them.
    open_folders: HashSet<PathBuf>,
    progress: &'a ReadProgress,
    /// Told after each folder: the entries so far, and the folder.
    on_folder: &'a mut dyn FnMut(&[Entry], &Path),
}

impl<'a> Walk<'a> {
    pub fn new(progress: &'a ReadProgress, on_folder: &'a mut dyn FnMut(&[Entry], &Path)) -> Self {
        Self { entries: Vec::new(), open_folders: HashSet::new(), progress, on_folder }
    }

    /// The entries of all dropped paths.
    pub fn through(mut self, roots: &[PathBuf]) -> Vec<Entry> {
        for (root, path) in roots.iter().enumerate() {
            self.visit(path, root);
        }
        self.entries
    }

    fn visit(&mut self, path: &Path, root: usize) {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => self.visit_folder(path, root),
            Ok(meta) if meta.is_file() => self.add_file(path, root),
            // A pipe: opening it would wait for a writer.
            Ok(_) if has_photo_name(path) => self.add(path, root, FoundKind::Unreadable("not a regular file".to_owned())),
            Ok(_) => self.add(path, root, FoundKind::Other),
            Err(error) => self.add(path, root, FoundKind::Unreadable(error.to_string())),
        }
    }

    fn visit_folder(&mut self, folder: &Path, root: usize) {
        let real = match folder.canonicalize() {
            Ok(real) => real,
            Err(error) => return self.add(folder, root, FoundKind::Unreadable(error.to_string())),
        };
        if self.open_folders.contains(&real) {
            return self.add(folder, root, FoundKind::FolderLoop);
        }
        let inside = match fs::read_dir(folder) {
            Ok(inside) => inside,
            Err(error) => return self.add(folder, root, FoundKind::Unreadable(error.to_string())),
        };
        self.open_folders.insert(real.clone());
        let before = self.entries.len();
        let mut found = Vec::new();
        for entry in inside {
            match entry {
                // A file is known without another look at the disk, unless it is a link.
                Ok(entry) => found.push((entry.file_name(), entry.file_type().is_ok_and(|kind| kind.is_file()))),
                Err(error) => self.add(folder, root, FoundKind::Unreadable(error.to_string())),
            }
        }
        // In the plan's order, so that the first entries are the first products.
        found.sort_by_cached_key(|(name, _)| natural_key(&name.to_string_lossy()));
        for (name, is_file) in found {
            if !self.progress.is_wanted() {
                return;
            }
            let path = folder.join(name);
            if is_file { self.add_file(&path, root) } else { self.visit(&path, root) }
        }
        self.open_folders.remove(&real);
        // If it were ignored silently, the user would look for the photo that the name promises.
        if self.entries.len() == before && has_photo_name(folder) {
            self.add(folder, root, FoundKind::Unreadable("an empty folder".to_owned()));
        }
        (self.on_folder)(&self.entries, folder);
    }

    /// A regular file, to be read.
    fn add_file(&mut self, path: &Path, root: usize) {
        self.progress.found_one();
        self.entries.push(Entry { path: path.to_owned(), root, kind: None });
    }

    fn add(&mut self, path: &Path, root: usize, kind: FoundKind) {
        self.entries.push(Entry { path: path.to_owned(), root, kind: Some(kind) });
    }
}
