//! The archive of an Excel or OpenDocument file. What its parts unpack to is bounded while they are read.

use std::io::{self, BufReader, Cursor, Read};

use zip::ZipArchive;
use zip::read::ZipFile;

use super::bounds::{MAX_UNPACKED, unpacks_too_large};
use super::xml::Xml;
use crate::domain::{Code, Problem};

/// The parts of a workbook.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
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
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| Problem::new(Code::Sheet).with_quotation(error.to_string()))?;
        Ok(Self { zip, left: MAX_UNPACKED })
    }

    /// The whole name of a part, whose letters some programs write differently.
    pub fn name(&self, wanted: &str) -> Option<String> {
        let wanted = wanted.trim_start_matches('/').replace('\\', "/");
        let mut names = self.zip.file_names().flatten();
        names.find(|name| name.trim_start_matches('/').replace('\\', "/").eq_ignore_ascii_case(&wanted)).map(std::borrow::Cow::into_owned)
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
        let name = self.name(name)?;
        let Self { zip, left } = self;
        let file = zip.by_name(&name).ok()?;
        Some(Xml::new(BufReader::new(Part { file, left })))
    }
}
