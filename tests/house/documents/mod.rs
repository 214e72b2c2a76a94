//! The documents are correct: links have targets, and the things they name exist.

mod code_names;
mod links;
mod named_items;
mod reference;
mod screen_texts;
mod words;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A Markdown file, split into prose and code.
struct Document {
    /// Relative to the root of the project.
    name: String,
    path: PathBuf,
    /// Paragraphs of prose without their code.
    prose: Vec<String>,
    /// Text between backticks, and the lines of code blocks with continued lines joined.
    code: Vec<String>,
    /// The headings without `#`.
    headings: Vec<String>,
}

static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let paths = files(root(), &|path| path.extension().is_some_and(|extension| extension == "md"));
    let documents: Vec<Document> = paths.into_iter().map(Document::read).collect();
    assert!(
        documents.iter().any(|document| document.name == "README.md"),
        "README.md is among the documents"
    );
    documents
});

/// The files below a folder that are part of the project.
fn files(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let entry = entry.expect("a directory entry");
            let (path, name) = (entry.path(), entry.file_name());
            let is_excluded = name == "target" || name.to_string_lossy().starts_with('.') && name != ".ci";
            if path.is_dir() && !is_excluded {
                folders.push(path);
            } else if path.is_file() && wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

impl Document {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
        let mut document = Self { name, path, prose: Vec::new(), code: Vec::new(), headings: Vec::new() };
        let mut paragraph = String::new();
        let mut block: Option<String> = None;
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                document.finish_paragraph(&mut paragraph);
                match block.take() {
                    Some(block) => {
                        document.code.extend(block.replace("\\\n", " ").lines().map(str::to_owned));
                    }
                    None => block = Some(String::new()),
                }
            } else if let Some(block) = &mut block {
                block.push_str(line);
                block.push('\n');
            } else if line.trim().is_empty() {
                document.finish_paragraph(&mut paragraph);
            } else {
                if line.starts_with('#') {
                    document.headings.push(line.trim_start_matches('#').trim().to_owned());
                }
                paragraph.push_str(line);
                paragraph.push('\n');
            }
        }
        assert!(block.is_none(), "{}: an unclosed code block", document.name);
        document.finish_paragraph(&mut paragraph);
        document
    }

    /// Splits a paragraph into prose and code.
    fn finish_paragraph(&mut self, paragraph: &mut String) {
        let mut prose = String::new();
        for (number, part) in paragraph.split('`').enumerate() {
            if number.is_multiple_of(2) {
                prose.push_str(part);
            } else {
                self.code.push(part.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
        assert!(
            paragraph.matches('`').count().is_multiple_of(2),
            "{}: an unmatched backtick in {paragraph:?}",
            self.name
        );
        if !prose.is_empty() {
            self.prose.push(prose);
        }
        paragraph.clear();
    }
}
