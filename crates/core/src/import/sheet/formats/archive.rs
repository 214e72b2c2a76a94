//! The archive of an Excel or OpenDocument file. What its parts unpack to is bounded while they are read.

use std::collections::HashMap;
use std::io::{self, BufReader, Cursor, Read};
use std::rc::Rc;

use zip::ZipArchive;
use zip::read::ZipFile;

use super::bounds::{MAX_UNPACKED, unpacks_too_large};
use super::xml::Xml;
use vitrine_domain::{Problem, ProblemKind};

/// The parts of a workbook.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
    parts: Rc<Parts>,
}

/// The numbers of parts by their names, whose letters some programs write differently.
#[derive(Default)]
pub struct Parts(HashMap<String, usize>);

impl Parts {
    pub fn number(&self, name: &str) -> Option<usize> {
        self.0.get(&compared(name)).copied()
    }

    /// How many there are in a folder.
    pub fn count_in(&self, folder: &str) -> usize {
        self.0.keys().filter(|name| name.starts_with(folder)).count()
    }
}

fn compared(name: &str) -> String {
    name.trim_start_matches(['.', '/', '\\']).replace('\\', "/").to_ascii_lowercase()
}

/// A part that is being read.
pub struct Part<'a, 'b> {
    file: ZipFile<'a, Cursor<&'b [u8]>>,
    left: &'a mut u64,
}

impl Read for Part<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        *self.left = self.left.checked_sub(read as u64).ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(read)
    }
}

impl<'a> Archive<'a> {
    /// # Errors
    /// `Sheet` when it is no archive.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Problem> {
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| Problem::new(ProblemKind::Sheet).with_quotation(error.to_string()))?;
        let mut parts = Parts::default();
        for (number, name) in
            zip.file_names().enumerate().filter_map(|(number, name)| Some((number, name.ok()?)))
        {
            parts.0.entry(compared(&name)).or_insert(number);
        }
        Ok(Self { zip, left: MAX_UNPACKED, parts: Rc::new(parts) })
    }

    /// Whether there is a part of this name.
    pub fn has(&self, name: &str) -> bool {
        self.parts.number(name).is_some()
    }

    pub fn parts(&self) -> Rc<Parts> {
        Rc::clone(&self.parts)
    }

    /// Unpacks all parts once, for readers that do not bound them.
    ///
    /// # Errors
    /// `Sheet` when they unpack to more than is read.
    pub fn measure(&mut self) -> Result<(), Problem> {
        let mut left = self.left;
        for index in 0..self.zip.len() {
            // What is damaged is left to the reader. One byte more shows that it is too large.
            let Ok(part) = self.zip.by_index(index) else { continue };
            let mut part = part.take(left + 1);
            let _ = io::copy(&mut part, &mut io::sink());
            left = part.limit().checked_sub(1).ok_or_else(unpacks_too_large)?;
        }
        Ok(())
    }

    /// Opens a part of XML; `None` if there is none of this name, or it cannot be unpacked.
    pub fn xml(&mut self, name: &str) -> Option<Xml<BufReader<Part<'_, 'a>>>> {
        let number = self.parts.number(name)?;
        let Self { zip, left, .. } = self;
        let file = zip.by_index(number).ok()?;
        Some(Xml::new(BufReader::new(Part { file, left })))
    }

    /// Unpacks a part of at most so many bytes; `None` if it is longer, empty or damaged.
    pub fn unpack(&mut self, number: usize, most: u64) -> Option<Vec<u8>> {
        let part = self.zip.by_index(number).ok().filter(|part| part.size() <= most)?;
        let mut bytes = Vec::new();
        // What a part says of its length may be wrong.
        part.take(most + 1).read_to_end(&mut bytes).ok()?;
        (1..=most).contains(&(bytes.len() as u64)).then_some(bytes)
    }
}
