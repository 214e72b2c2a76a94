//! What a document says outside of its tables: its title, and what is printed above and below its pages.

use quick_xml::events::Event;

use super::archive::Archive;
use super::xml::add_text;

/// More texts are not kept, and no longer ones, in bytes.
const MAX_TEXTS: usize = 8;
const MAX_TEXT: usize = 1_000;

/// The elements of an OpenDocument file that are printed on each page.
const PRINTED: [&str; 6] = ["header", "header-left", "header-first", "footer", "footer-left", "footer-first"];

/// The title of a new Excel file.
pub fn of_excel(archive: &mut Archive<'_>) -> Vec<String> {
    texts(archive, "docProps/core.xml", &["title"])
}

/// The title of an OpenDocument file, and the texts of its printed pages.
pub fn of_open_document(archive: &mut Archive<'_>) -> Vec<String> {
    let mut all = texts(archive, "meta.xml", &["title"]);
    all.extend(texts(archive, "styles.xml", &PRINTED));
    all
}

/// The texts of these elements. Of a damaged part those before the damage are kept: the table needs none.
fn texts(archive: &mut Archive<'_>, part: &str, elements: &[&str]) -> Vec<String> {
    let (mut found, mut text): (Vec<String>, Option<String>) = (Vec::new(), None);
    let Some(mut xml) = archive.xml(part) else { return found };
    while let Ok(event) = xml.next() {
        match &event {
            Event::Start(tag) if elements.contains(&tag.local_name().as_ref()) => text = Some(String::new()),
            Event::End(tag) if elements.contains(&tag.local_name().as_ref()) => {
                found.extend(text.take().filter(|text| !text.trim().is_empty()));
            }
            Event::End(_) => text.iter_mut().for_each(|text| text.push(' ')),
            Event::Eof => break,
            event => {
                if let Some(text) = text.as_mut().filter(|text| text.len() < MAX_TEXT) {
                    add_text(event, text);
                }
            }
        }
        if found.len() == MAX_TEXTS {
            break;
        }
    }
    found
}
