//! The pictures of an Excel file: on the cells, in the cells as Excel has them, and in the cells as WPS has
//! them.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};

use super::archive::Archive;
use super::bounds::Budget;
use super::pictures::Look;
use super::placement::{Anchored, Edge, End, Span};
use super::relations::{Relations, relations};
use super::table::Table;
use super::xml::{add_text, attribute, flag, number};
use vitrine_domain::{Crop, Problem};

/// The pictures that cells have as their values. `None` in the place of a part: it is not in the file.
#[derive(Default)]
pub struct CellPictures {
    /// By the number that a cell has, from 1. Other values than pictures have such numbers, too.
    rich: Vec<Option<Option<usize>>>,
    /// By the name in WPS's own function.
    names: HashMap<String, Option<usize>>,
}

impl CellPictures {
    /// Reads which there are. `part` knows the parts by their kinds and usual names.
    pub fn read(archive: &mut Archive<'_>, part: impl Fn(&str, &str) -> String) -> Result<Self, Problem> {
        let values = values(archive, &part("/sheetMetadata", "xl/metadata.xml"))?;
        let rich = if values.is_empty() { Vec::new() } else { rich_pictures(archive, &part, &values)? };
        let images = part("/cellImage", "xl/cellimages.xml");
        let relations = relations(archive, &images)?;
        let mut names = HashMap::new();
        for Drawn { name, part, .. } in pictures_in(archive, &images, &relations, |_, _| Ok(()))? {
            names.insert(name, part);
        }
        Ok(Self { rich, names })
    }

    /// Whether WPS's function has to be looked for.
    pub fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// The part of the picture that is the value of a cell; `None` if its value is none.
    pub fn of_cell(&self, rich: Option<usize>, formula: &str, text: &str) -> Option<Option<usize>> {
        if let Some(number) = rich {
            let known = number.checked_sub(1).and_then(|index| self.rich.get(index)).copied().flatten();
            // For programs that do not know it, it is an error.
            return known.or_else(|| (text == "#VALUE!").then_some(None));
        }
        if formula.is_empty() && !text.starts_with('=') {
            return None;
        }
        let name = [formula, text].into_iter().find_map(wps_name)?;
        Some(self.names.get(name).copied().flatten())
    }
}

/// The name in `_xlfn.DISPIMG("ID_…",1)`.
fn wps_name(formula: &str) -> Option<&str> {
    formula.split_once("DISPIMG(")?.1.split('"').nth(1)
}

/// For each number that cells have, that of its rich value.
fn values(archive: &mut Archive<'_>, part: &str) -> Result<Vec<Option<usize>>, Problem> {
    let Some(mut xml) = archive.xml(part) else { return Ok(Vec::new()) };
    let (mut types, mut wanted, mut rich, mut values, mut budget) =
        (0, None, Vec::new(), Vec::new(), Budget::default());
    let (mut is_rich, mut is_value) = (false, false);
    loop {
        match xml.next()? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "metadataType" => {
                    types += 1;
                    if attribute(&tag, "name").as_deref() == Some("XLRICHVALUE") {
                        wanted = Some(types);
                    }
                }
                "futureMetadata" => is_rich = attribute(&tag, "name").as_deref() == Some("XLRICHVALUE"),
                "rvb" if is_rich => rich.push(number(&tag, "i")),
                "valueMetadata" => is_value = true,
                "rc" if is_value => {
                    budget.take_places(1)?;
                    let value = number(&tag, "v").filter(|_| number(&tag, "t") == wanted);
                    values.push(value.and_then(|value| rich.get(value).copied().flatten()));
                }
                _ => {}
            },
            Event::End(tag) if tag.local_name().as_ref() == "valueMetadata" => is_value = false,
            Event::Eof => return Ok(values),
            _ => {}
        }
    }
}

/// The pictures among rich values.
fn rich_pictures(
    archive: &mut Archive<'_>,
    part: impl Fn(&str, &str) -> String,
    values: &[Option<usize>],
) -> Result<Vec<Option<Option<usize>>>, Problem> {
    let kinds = kinds(archive, &part("/rdRichValueStructure", "xl/richData/rdrichvaluestructure.xml"))?;
    let named = part("/richValueRel", "xl/richData/richValueRel.xml");
    let relations = relations(archive, &named)?;
    let mut files = Vec::new();
    if let Some(mut xml) = archive.xml(&named) {
        loop {
            match xml.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "rel" => {
                    files.push(attribute(&tag, "id").map(String::from));
                }
                Event::Eof => break,
                _ => {}
            }
        }
    }
    let parts = archive.parts();
    let file = |index: usize| parts.number(&relations.get(files.get(index)?.as_deref()?)?.0);
    let mut rich = Vec::new();
    let Some(mut xml) = archive.xml(&part("/rdRichValue", "xl/richData/rdrichvalue.xml")) else {
        return Ok(Vec::new());
    };
    let (mut kind, mut column, mut text, mut found) = (None, 0, String::new(), None);
    loop {
        let event = xml.next()?;
        match &event {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "rv" => (kind, column, found) = (kinds.get(number(tag, "s").unwrap_or(0)), 0, None),
                "v" => text.clear(),
                _ => {}
            },
            Event::End(tag) => match tag.local_name().as_ref() {
                "v" => {
                    match kind {
                        Some(Kind::Picture(at)) if *at == column => {
                            found = Some(text.trim().parse().ok().and_then(file));
                        }
                        Some(Kind::OnWeb) => found = Some(None),
                        _ => {}
                    }
                    column += 1;
                }
                "rv" => rich.push(found),
                _ => {}
            },
            Event::Eof => break,
            event => add_text(event, &mut text),
        }
    }
    Ok(values.iter().map(|value| rich.get((*value)?).copied().flatten()).collect())
}

/// What a rich value is.
enum Kind {
    /// A picture of the file: the place of its number among the values.
    Picture(usize),
    OnWeb,
    Other,
}

fn kinds(archive: &mut Archive<'_>, part: &str) -> Result<Vec<Kind>, Problem> {
    let Some(mut xml) = archive.xml(part) else { return Ok(Vec::new()) };
    let (mut kinds, mut key) = (Vec::new(), 0);
    loop {
        match xml.next()? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "s" => {
                    key = 0;
                    let is_on_web = attribute(&tag, "t").is_some_and(|kind| kind.starts_with("_webimage"));
                    kinds.push(if is_on_web { Kind::OnWeb } else { Kind::Other });
                }
                "k" => {
                    if attribute(&tag, "n").as_deref() == Some("_rvRel:LocalImageIdentifier") {
                        kinds.iter_mut().last().into_iter().for_each(|kind| *kind = Kind::Picture(key));
                    }
                    key += 1;
                }
                _ => {}
            },
            Event::Eof => return Ok(kinds),
            _ => {}
        }
    }
}

/// Reads the pictures that lie on the cells of a worksheet.
pub fn read_drawing(archive: &mut Archive<'_>, drawing: &str, table: &mut Table<'_>) -> Result<(), Problem> {
    let relations = relations(archive, drawing)?;
    pictures_in(archive, drawing, &relations, |anchor, pictures| {
        match pictures {
            [Drawn { part, look, .. }] => {
                let (rows, columns) = (anchor.span(0), anchor.span(1));
                table.add_picture(Anchored { rows, columns, part: *part, look: *look })?;
            }
            pictures => table.add_grouped(pictures.len()),
        }
        Ok(())
    })?;
    Ok(())
}

/// A picture in a drawing.
#[derive(Default)]
struct Drawn {
    name: String,
    is_hidden: bool,
    part: Option<usize>,
    look: Look,
}

/// What a picture is cut by at its left, top, right and bottom; the file has it in thousandths of a percent.
fn cut(tag: &BytesStart<'_>) -> [u16; 4] {
    ["l", "t", "r", "b"].map(|name| {
        let part: i64 = attribute(tag, name).and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        // What is less than nothing is a margin.
        u16::try_from((part / 10).clamp(0, i64::from(Crop::WHOLE))).unwrap_or(0)
    })
}

/// Clockwise quarter turns; the file has sixty thousandths of a degree.
fn turns(tag: &BytesStart<'_>) -> u8 {
    let angle: i64 = attribute(tag, "rot").and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    let quarters = angle.rem_euclid(360 * 60_000) / (90 * 60_000);
    if angle % (90 * 60_000) == 0 { u8::try_from(quarters).unwrap_or(0) } else { 0 }
}

/// How a drawing lies over the cells.
#[derive(Default)]
struct Anchor {
    /// Of rows, then of columns: index and offset.
    from: [(usize, u64); 2],
    to: Option<[(usize, u64); 2]>,
    position: Option<[u64; 2]>,
    length: Option<[u64; 2]>,
}

impl Anchor {
    /// How it lies along the rows (0), or along the columns (1).
    fn span(&self, axis: usize) -> Span {
        let edge = |(index, offset): (usize, u64)| Edge::In { index, offset };
        let begin =
            self.position.map_or_else(|| edge(self.from[axis]), |position| Edge::From(position[axis]));
        let length = self.length.map_or(0, |length| length[axis]);
        Span { begin, end: self.to.map_or(End::After(length), |to| End::At(edge(to[axis]))) }
    }

    fn begin(&mut self, tag: &BytesStart<'_>) {
        let pair = |names: [&str; 2]| names.map(|name| number(tag, name).map_or(0, emu));
        match tag.local_name().as_ref() {
            "to" => self.to = Some([(0, 0); 2]),
            "pos" => self.position = Some(pair(["y", "x"])),
            "ext" => self.length = Some(pair(["cy", "cx"])),
            _ => {}
        }
    }

    /// Sets a number within its first or its last corner.
    fn set(&mut self, corner: Corner, name: &str, text: &str) {
        let corner = match (corner, &mut self.to) {
            (Corner::Last, Some(to)) => to,
            _ => &mut self.from,
        };
        let number: u64 = text.trim().parse().unwrap_or(0);
        match name {
            "row" => corner[0].0 = usize::try_from(number).unwrap_or(usize::MAX),
            "rowOff" => corner[0].1 = number,
            "col" => corner[1].0 = usize::try_from(number).unwrap_or(usize::MAX),
            "colOff" => corner[1].1 = number,
            _ => {}
        }
    }
}

#[derive(Clone, Copy)]
enum Corner {
    First,
    Last,
}

/// A number that is not understood is no length.
fn emu(number: usize) -> u64 {
    if number == usize::MAX { 0 } else { number as u64 }
}

/// Reads the pictures of a drawing. `on_anchor` is told of each place with its pictures; those that have no
/// place are returned.
fn pictures_in(
    archive: &mut Archive<'_>,
    drawing: &str,
    relations: &Relations,
    mut on_anchor: impl FnMut(&Anchor, &[Drawn]) -> Result<(), Problem>,
) -> Result<Vec<Drawn>, Problem> {
    let (parts, mut budget) = (archive.parts(), Budget::default());
    let mut pictures: Vec<Drawn> = Vec::new();
    let Some(mut xml) = archive.xml(drawing) else { return Ok(pictures) };
    // How deep it is read within the anchor, and within what is written once more for older programs.
    let (mut anchor, mut depth, mut corner, mut fallback) = (Anchor::default(), 0_usize, None, 0_usize);
    let (mut is_picture, mut text) = (false, String::new());
    loop {
        let event = xml.next()?;
        match &event {
            Event::Start(tag) => {
                let name = tag.local_name();
                depth += 1;
                text.clear();
                match name.as_ref() {
                    "Fallback" => fallback += 1,
                    _ if fallback > 0 => {}
                    "twoCellAnchor" | "oneCellAnchor" | "absoluteAnchor" => {
                        (anchor, depth) = (Anchor::default(), 0);
                    }
                    "pic" => {
                        budget.take_places(1)?;
                        is_picture = true;
                        pictures.push(Drawn::default());
                    }
                    "cNvPr" if is_picture => {
                        if let Some(picture) = pictures.last_mut() {
                            picture.name = attribute(tag, "name").unwrap_or_default().into_owned();
                            picture.is_hidden = flag(tag, "hidden");
                        }
                    }
                    "blip" if is_picture => {
                        let part =
                            attribute(tag, "embed").and_then(|id| parts.number(&relations.get(&*id)?.0));
                        pictures.iter_mut().last().into_iter().for_each(|picture| picture.part = part);
                    }
                    "srcRect" if is_picture => {
                        pictures.iter_mut().last().into_iter().for_each(|of| of.look.cut = cut(tag));
                    }
                    "xfrm" if is_picture => {
                        pictures.iter_mut().last().into_iter().for_each(|of| of.look.turns = turns(tag));
                    }
                    "from" if depth == 1 => corner = Some(Corner::First),
                    name => {
                        if depth == 1 {
                            anchor.begin(tag);
                            corner = (name == "to").then_some(Corner::Last);
                        }
                    }
                }
            }
            Event::End(tag) => {
                let name = tag.local_name();
                depth = depth.saturating_sub(1);
                match name.as_ref() {
                    "Fallback" => fallback = fallback.saturating_sub(1),
                    "pic" => is_picture = false,
                    "twoCellAnchor" | "oneCellAnchor" | "absoluteAnchor" => {
                        pictures.retain(|picture| !picture.is_hidden);
                        on_anchor(&anchor, &pictures)?;
                        pictures.clear();
                    }
                    name => corner.into_iter().for_each(|corner| anchor.set(corner, name, &text)),
                }
            }
            Event::Eof => return Ok(pictures),
            event => add_text(event, &mut text),
        }
    }
}
