//! Two files fit side by side: the formatter holds the width of the code, and this test that of comments,
//! which the formatter leaves alone.

use std::fs;
use std::path::Path;

const WIDTH: usize = 110;

#[test]
fn no_comment_is_wider_than_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(
        fs::read_to_string(root.join("rustfmt.toml")).unwrap().contains(&format!("max_width = {WIDTH}\n"))
    );
    let folders =
        crate::source_folders().into_iter().chain(["tests", "benches"].map(|folder| root.join(folder)));
    let wide: Vec<String> =
        folders.flat_map(|folder| crate::rust_files(&folder)).flat_map(|file| wide(&file)).collect();
    assert!(wide.is_empty(), "these comments have more than {WIDTH} characters:\n{}", wide.join("\n"));
}

fn wide(file: &Path) -> Vec<String> {
    let source = fs::read_to_string(file).unwrap();
    let is_wide = |line: &str| line.trim_start().starts_with("//") && line.chars().count() > WIDTH;
    let numbered = source.lines().enumerate().filter(|(_, line)| is_wide(line));
    numbered.map(|(number, _)| format!("{}:{}", file.display(), number + 1)).collect()
}
