//! Every relative link and anchor in the documents has a target.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{DOCUMENTS, Document, files, root};

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let anchors: BTreeMap<PathBuf, BTreeSet<String>> =
        DOCUMENTS.iter().map(|document| (normalized(&document.path), document.anchors())).collect();
    let mut broken = Vec::new();
    let mut seen = 0;
    for document in DOCUMENTS.iter() {
        for link in document.links().into_iter().filter(|link| !is_external(link)) {
            seen += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = document.path.parent().expect("a folder");
            let target = normalized(&if file.is_empty() { document.path.clone() } else { folder.join(file) });
            if !target.exists() {
                broken.push(format!("{}: {link}: there is no such file", document.name));
            } else if !anchor.is_empty()
                && !anchors.get(&target).is_some_and(|anchors| anchors.contains(anchor))
            {
                broken.push(format!("{}: {link}: there is no such heading", document.name));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
    assert!(seen > 20, "only {seen} links were found");
}

/// `tests/window/pictures.py` creates the pictures; an unused one would stay forever.
#[test]
fn every_picture_is_used_and_their_total_size_is_limited() {
    let shown: BTreeSet<PathBuf> = DOCUMENTS
        .iter()
        .flat_map(|document| {
            document
                .links()
                .into_iter()
                .map(|link| normalized(&document.path.parent().expect("a folder").join(link)))
        })
        .collect();
    let pictures = files(&root().join("docs/pictures"), &|_| true);
    let unused: Vec<&PathBuf> =
        pictures.iter().filter(|picture| !shown.contains(&normalized(picture))).collect();
    assert!(unused.is_empty(), "no page shows {unused:?}");
    let bytes: u64 = pictures.iter().map(|picture| fs::metadata(picture).expect("a file").len()).sum();
    assert!(bytes <= 1_500_000, "the pictures take {bytes} bytes");
}

/// Whether the target is outside of the repository.
fn is_external(link: &str) -> bool {
    ["http://", "https://", "mailto:"].iter().any(|scheme| link.starts_with(scheme))
}

/// Removes `.` and `..`.
fn normalized(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                normal.pop();
            }
            std::path::Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

impl Document {
    /// The targets of links and pictures, in Markdown and in HTML.
    fn links(&self) -> Vec<String> {
        let mut links = Vec::new();
        for prose in &self.prose {
            let markdown = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
            links.extend(markdown.map(|(target, _)| target.trim().to_owned()));
            for attribute in ["src=\"", "srcset=\"", "href=\""] {
                let html = prose.split(attribute).skip(1).filter_map(|rest| rest.split_once('"'));
                links.extend(html.map(|(target, _)| target.trim().to_owned()));
            }
            let references =
                prose.lines().filter(|line| line.starts_with('[')).filter_map(|line| line.split_once("]: "));
            links.extend(references.map(|(_, target)| target.trim().to_owned()));
        }
        links
    }

    /// The valid anchors of this document, as GitHub derives them from the headings.
    fn anchors(&self) -> BTreeSet<String> {
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        let mut anchors = BTreeSet::new();
        for heading in &self.headings {
            let slug = slug(heading);
            let before = times.entry(slug.clone()).or_default();
            anchors.insert(if *before == 0 { slug } else { format!("{slug}-{before}") });
            *before += 1;
        }
        let named = self
            .prose
            .iter()
            .flat_map(|prose| prose.split("<a id=\"").skip(1))
            .filter_map(|rest| rest.split_once('"'));
        anchors.extend(named.map(|(name, _)| name.to_owned()));
        anchors
    }
}

fn slug(heading: &str) -> String {
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    kept.replace(' ', "-")
}

#[test]
fn anchors_match_those_of_github() {
    assert_eq!(slug("2.3a Uploaded file"), "23a-uploaded-file");
    assert_eq!(slug("Does it change products I already have?"), "does-it-change-products-i-already-have");
    assert_eq!(slug("`[list]`: how products are listed"), "list-how-products-are-listed");
}
