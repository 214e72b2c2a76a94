//! XML of a part of a workbook, read tag by tag.

use std::borrow::Cow;
use std::io::{self, BufRead};

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::bounds::unpacks_too_large;
use vitrine_domain::text::digit;
use vitrine_domain::{Problem, ProblemKind};

/// A reader of tags and text. An empty element is a start and an end.
pub struct Xml<R> {
    reader: Reader<R>,
    buffer: Vec<u8>,
}

impl<R: BufRead> Xml<R> {
    pub fn new(source: R) -> Self {
        let mut reader = Reader::from_reader(source);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, buffer: Vec::new() }
    }

    /// The next tag or text; `Event::Eof` at the end.
    ///
    /// # Errors
    /// `Sheet` when the text is no XML, or longer than is read.
    pub fn next(&mut self) -> Result<Event<'_>, Problem> {
        self.buffer.clear();
        self.reader.read_event_into(&mut self.buffer).map_err(|error| match error {
            quick_xml::Error::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => unpacks_too_large(),
            error => Problem::new(ProblemKind::Sheet).with_quotation(error.to_string()),
        })
    }
}

/// An attribute's value, by its name without a prefix.
pub fn attribute<'a>(tag: &'a BytesStart<'_>, name: &str) -> Option<Cow<'a, str>> {
    let mut attributes = tag.attributes();
    attributes.with_checks(false);
    let found = attributes.flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(|value| Cow::Owned(value.into_owned()))
}

/// An attribute's number; `None` if it has none. One in a form that is not understood is the largest.
pub fn number(tag: &BytesStart<'_>, name: &str) -> Option<usize> {
    attribute(tag, name).map(|value| value.trim().parse().unwrap_or(usize::MAX))
}

/// Whether an attribute is there and true.
pub fn flag(tag: &BytesStart<'_>, name: &str) -> bool {
    attribute(tag, name).is_some_and(|value| matches!(value.trim(), "1" | "true" | "on"))
}

/// A text of which parts may be struck out, such as the earlier price beside the one of today.
#[derive(Default)]
pub struct RichText {
    /// What is not struck out.
    kept: String,
    struck: String,
    pub is_struck: bool,
    /// Whether the text stands above the line, as the number of a footnote does.
    pub is_raised: bool,
}

impl RichText {
    pub fn add(&mut self, event: &Event<'_>) {
        let mut text = String::new();
        add_text(event, &mut text);
        self.push(&text);
    }

    pub fn push(&mut self, text: &str) {
        let part = if self.is_struck { &mut self.struck } else { &mut self.kept };
        if self.is_raised {
            part.extend(text.chars().map(raised));
        } else {
            part.push_str(text);
        }
    }

    /// Whether there is a text, and all of it is struck out.
    pub fn is_all_struck(&self) -> bool {
        self.kept.trim().is_empty() && !self.struck.trim().is_empty()
    }

    /// What counts: what is not struck out, if there is something.
    pub fn shown(self) -> String {
        if self.is_all_struck() { self.struck } else { self.kept }
    }
}

/// A digit above the line.
fn raised(c: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit(c).and_then(|digit| RAISED.get(usize::from(digit)).copied()).unwrap_or(c)
}

/// Adds the text of an event, if it is one.
pub fn add_text(event: &Event<'_>, text: &mut String) {
    match event {
        Event::Text(part) => text.push_str(&part.xml10_content()),
        Event::CData(part) => text.push_str(&part.xml10_content()),
        Event::GeneralRef(reference) => match reference.resolve_char_ref() {
            Ok(Some(c)) => text.push(c),
            _ => {
                let name = reference.xml10_content();
                match quick_xml::escape::resolve_predefined_entity(&name) {
                    Some(known) => text.push_str(known),
                    None => {
                        text.push('&');
                        text.push_str(&name);
                        text.push(';');
                    }
                }
            }
        },
        _ => {}
    }
}
