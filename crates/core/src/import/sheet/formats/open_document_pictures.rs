//! The pictures of an OpenDocument file: frames in cells, and on the whole table.

use quick_xml::events::BytesStart;

use super::archive::Parts;
use super::pictures::Look;
use super::placement::{Anchored, Edge, End, Span};
use super::xml::attribute;

/// Follows the frames with pictures through the tags around them.
#[derive(Default)]
pub struct Frames {
    open: Option<Open>,
    /// How many groups are around what is read.
    groups: usize,
    pub found: Vec<Frame>,
    /// Pictures that are joined to one drawing.
    pub grouped: usize,
}

/// A frame with a picture. Lengths are in EMU.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    x: u64,
    y: u64,
    width: u64,
    height: u64,
    /// The number of the picture's part; `None` if it is not in the file.
    part: Option<usize>,
}

#[derive(Default)]
struct Open {
    frame: Frame,
    /// Whether there is a picture that needs no other in its place.
    has_picture: bool,
    has_any: bool,
    /// A chart, for example, of which the picture is only a view.
    is_object: bool,
}

impl Frames {
    pub fn begin(&mut self, tag: &BytesStart<'_>, parts: &Parts) {
        let measure = |name| attribute(tag, name).and_then(|text| length(&text)).unwrap_or(0);
        match (tag.local_name().as_ref(), &mut self.open) {
            ("g", _) => self.groups += 1,
            ("frame", _) => {
                let frame = Frame {
                    x: measure("x"),
                    y: measure("y"),
                    width: measure("width"),
                    height: measure("height"),
                    part: None,
                };
                self.open = Some(Open { frame, ..Open::default() });
            }
            ("image", Some(open)) if !open.has_picture => {
                let name = attribute(tag, "href").unwrap_or_default();
                // A drawing has a photo beside it, for programs that cannot show it.
                open.has_picture = !["svg", "svm", "emf", "wmf"]
                    .iter()
                    .any(|drawing| name.to_ascii_lowercase().ends_with(drawing));
                (open.has_any, open.frame.part) = (true, parts.number(&name));
            }
            ("object" | "object-ole" | "plugin" | "applet", Some(open)) => open.is_object = true,
            _ => {}
        }
    }

    pub fn end(&mut self, name: &str) {
        match name {
            "g" => self.groups = self.groups.saturating_sub(1),
            "frame" => match self.open.take() {
                Some(open) if open.is_object || !open.has_any => {}
                Some(_) if self.groups > 0 => self.grouped += 1,
                Some(open) => self.found.push(open.frame),
                None => {}
            },
            _ => {}
        }
    }
}

impl Frame {
    /// How it lies if it is in a cell.
    pub const fn in_cell(self, row: usize, column: usize) -> Anchored {
        self.from(Edge::In { index: row, offset: self.y }, Edge::In { index: column, offset: self.x })
    }

    /// How it lies if it is on the whole table.
    pub const fn on_table(self) -> Anchored {
        self.from(Edge::From(self.y), Edge::From(self.x))
    }

    const fn from(self, row: Edge, column: Edge) -> Anchored {
        let rows = Span { begin: row, end: End::After(self.height) };
        Anchored {
            rows,
            columns: Span { begin: column, end: End::After(self.width) },
            part: self.part,
            look: Look::WHOLE,
        }
    }
}

/// A length such as `2.5cm`, in EMU.
pub fn length(text: &str) -> Option<u64> {
    const UNITS: [(&str, f64); 6] = [
        ("cm", 360_000.0),
        ("mm", 36_000.0),
        ("in", 914_400.0),
        ("pt", 12_700.0),
        ("pc", 152_400.0),
        ("px", 9525.0),
    ];
    let text = text.trim();
    let (number, emu) = UNITS.iter().find_map(|(unit, emu)| Some((text.strip_suffix(unit)?, emu)))?;
    let emu = number.trim().parse::<f64>().ok()? * emu;
    (0.0..1e15).contains(&emu).then_some(emu as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_every_unit() {
        for (text, emu) in [
            ("2.5cm", Some(900_000)),
            ("25mm", Some(900_000)),
            ("1in", Some(914_400)),
            (" 15 pt", Some(190_500)),
        ] {
            assert_eq!(length(text), emu, "{text}");
        }
        for wrong in ["", "2.5", "-1cm", "NaNcm", "1e99cm", "cm"] {
            assert_eq!(length(wrong), None, "{wrong}");
        }
    }
}
