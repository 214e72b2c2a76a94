//! How a part of an Excel file names others.

use std::collections::HashMap;

use quick_xml::events::Event;

use super::archive::Archive;
use super::bounds::Budget;
use super::xml::attribute;
use vitrine_domain::Problem;

/// The part and the kind of a relation, by its id.
pub type Relations = HashMap<String, (String, String)>;

/// The parts that a part names.
pub fn relations(archive: &mut Archive<'_>, part: &str) -> Result<Relations, Problem> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    let Some(mut xml) = archive.xml(&format!("{folder}/_rels/{file}.rels")) else {
        return Ok(Relations::new());
    };
    let (mut found, mut budget) = (Relations::new(), Budget::default());
    loop {
        match xml.next()? {
            Event::Start(tag) if tag.local_name().as_ref() == "Relationship" => {
                let text = |name| attribute(&tag, name).unwrap_or_default().into_owned();
                let (id, target, kind) = (text("Id"), text("Target"), text("Type"));
                budget.take_places(100)?;
                let is_outside = text("TargetMode") == "External";
                let target = if is_outside { target } else { resolved(folder, &target) };
                found.insert(id, (target, kind));
            }
            Event::Eof => return Ok(found),
            _ => {}
        }
    }
}

/// A part's name, which may be relative to the folder of the part that names it.
fn resolved(folder: &str, target: &str) -> String {
    let target = target.replace('\\', "/");
    if let Some(whole) = target.strip_prefix('/') {
        return whole.to_owned();
    }
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            ".." => drop(steps.pop()),
            "." | "" => {}
            step => steps.push(step),
        }
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_wherever_they_are_named_from() {
        assert_eq!(resolved("xl", "worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(resolved("xl/worksheets", "../drawings/drawing1.xml"), "xl/drawings/drawing1.xml");
        assert_eq!(resolved("xl", "/xl/styles.xml"), "xl/styles.xml");
    }
}
