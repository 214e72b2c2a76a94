//! Natural sort order of names: `a2` before `a10`, ignoring case and the script of digits.

use std::path::Path;

use vitrine_domain::text::folded;

/// Sort key of a name. Keys are equal only for equal names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NaturalKey {
    parts: Vec<Part>,
    /// Breaks ties between names that read the same.
    name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The digits without leading zeros; a longer number is greater.
    Number(usize, String),
    Text(String),
}

pub fn natural_key(name: &str) -> NaturalKey {
    let mut parts: Vec<Part> = Vec::new();
    // Folding converts digits of every script to 0–9.
    for c in folded(name).chars() {
        match (parts.last_mut(), c.is_ascii_digit()) {
            (Some(Part::Number(length, digits)), true) => {
                if !digits.is_empty() || c != '0' {
                    digits.push(c);
                    *length += 1;
                }
            }
            (Some(Part::Text(text)), false) => text.push(c),
            (_, true) if c == '0' => parts.push(Part::Number(0, String::new())),
            (_, true) => parts.push(Part::Number(1, c.to_string())),
            (_, false) => parts.push(Part::Text(c.to_string())),
        }
    }
    NaturalKey { parts, name: name.to_owned() }
}

/// Sort key of a path: folder by folder, so that a folder's files stay together. A file's name counts before
/// its extension.
pub(super) fn natural_path_key(path: &Path) -> Vec<NaturalKey> {
    let mut keys: Vec<NaturalKey> = path
        .parent()
        .into_iter()
        .flat_map(Path::components)
        .map(|part| natural_key(&part.as_os_str().to_string_lossy()))
        .collect();
    for part in [path.file_stem(), path.extension()].into_iter().flatten() {
        keys.push(natural_key(&part.to_string_lossy()));
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_sort_by_value_in_any_script_and_case_is_ignored() {
        let mut names = [
            "b",
            "a10",
            "A2",
            "a۱",
            "a02",
            "a",
            "a1b",
            "a-1",
            "a100000000000000000000",
            "a99999999999999999999",
        ];
        names.sort_by_cached_key(|name| natural_key(name));
        assert_eq!(
            names,
            [
                "a",
                "a۱",
                "a1b",
                "A2",
                "a02",
                "a10",
                "a99999999999999999999",
                "a100000000000000000000",
                "a-1",
                "b"
            ]
        );
    }

    #[test]
    fn a_name_sorts_before_a_longer_name_that_starts_with_it() {
        let mut paths = ["/s/mug 2.jpg", "/s/mug.png", "/s/mug.jpg", "/s/b/a.jpg"].map(Path::new);
        paths.sort_by_cached_key(|path| natural_path_key(path));
        assert_eq!(paths, ["/s/b/a.jpg", "/s/mug.jpg", "/s/mug.png", "/s/mug 2.jpg"].map(Path::new));
    }

    proptest::proptest! {
        #[test]
        fn the_order_is_total(a in "\\PC*", b in "\\PC*") {
            proptest::prop_assert_eq!(natural_key(&a).cmp(&natural_key(&b)), natural_key(&b).cmp(&natural_key(&a)).reverse());
            proptest::prop_assert_eq!(natural_key(&a) == natural_key(&b), a == b);
        }
    }
}
