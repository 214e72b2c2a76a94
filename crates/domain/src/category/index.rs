//! Finds categories as a person types.

use memchr::memmem;

use super::CategoryTree;
use crate::text::{folded, searchable};

/// The leaves of a tree, prepared for being searched at every key.
#[derive(Clone, Debug, Default)]
pub struct CategoryIndex {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    id: i64,
    /// Folded: where its words begin.
    title: String,
    /// The title and the path as they are searched.
    searched_title: String,
    path: String,
}

/// How well an entry matches; a smaller one is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    WholeTitle,
    TitleStart,
    WordOfTitle,
    InTitle,
    InPath,
}

impl CategoryIndex {
    /// Prepares the leaves of a tree.
    pub fn new(tree: &CategoryTree) -> Self {
        let entry = |id: i64, title: &str| {
            let path = searchable(&tree.path(id).unwrap_or_default());
            Entry { id, title: folded(title), searched_title: searchable(title), path }
        };
        Self { entries: tree.leaves().map(|leaf| entry(leaf.id, &leaf.title)).collect() }
    }

    /// The ids of at most `limit` leaves whose path contains every typed word, the best first. `preferred`
    /// (pinned, then recent) come first among them, in their order; without text they come before all others.
    pub fn find(&self, text: &str, limit: usize, preferred: &[i64]) -> Vec<i64> {
        let typed = searchable(text);
        let words: Vec<String> =
            folded(text).split(' ').map(searchable).filter(|word| !word.is_empty()).collect();
        let words: Vec<Word<'_>> = words.iter().map(|word| Word::new(word)).collect();
        let mut found: Vec<((usize, Rank, usize), i64)> = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            if !words.iter().all(|word| word.is_in(&entry.path)) {
                continue;
            }
            let place = preferred.iter().position(|id| *id == entry.id).unwrap_or(usize::MAX);
            found.push(((place, entry.rank(&typed, &words), at), entry.id));
        }
        if found.len() > limit && limit > 0 {
            found.select_nth_unstable(limit - 1);
            found.truncate(limit);
        }
        found.sort_unstable();
        found.truncate(limit);
        found.into_iter().map(|(_, id)| id).collect()
    }
}

impl Entry {
    fn rank(&self, typed: &str, words: &[Word<'_>]) -> Rank {
        let Some(first) = words.first() else { return Rank::InPath };
        let (title, searched) = (self.title.as_str(), self.searched_title.as_str());
        match () {
            () if searched == typed => Rank::WholeTitle,
            () if searched.starts_with(typed) => Rank::TitleStart,
            () if title.starts_with(first.text) || first.starts_word(title) => Rank::WordOfTitle,
            () if words.iter().any(|word| word.is_in(searched)) => Rank::InTitle,
            () => Rank::InPath,
        }
    }
}

/// A typed word, prepared for being searched in thousands of texts.
struct Word<'a> {
    text: &'a str,
    finder: memmem::Finder<'a>,
}

impl<'a> Word<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, finder: memmem::Finder::new(text) }
    }

    fn is_in(&self, text: &str) -> bool {
        self.finder.find(text.as_bytes()).is_some()
    }

    /// Whether a word of a text, but the first, starts with this one.
    fn starts_word(&self, text: &str) -> bool {
        let text = text.as_bytes();
        self.finder.find_iter(text).any(|at| at.checked_sub(1).is_some_and(|before| text[before] == b' '))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::{category, tree};
    use super::*;

    #[test]
    fn a_leaf_is_found_by_words_of_its_path_in_any_order_and_spelling() {
        let index = CategoryIndex::new(&tree());
        for (text, ids) in [
            ("kil", &[302, 78][..]),
            ("rugs kil", &[302]),
            ("KILIM home", &[302]),
            ("گبه هاي", &[299]),
            ("گبه‌هاي", &[299]),
            ("  ", &[302, 299, 324, 77, 78]),
            ("kitchen", &[324]),
            ("nothing", &[]),
        ] {
            assert_eq!(index.find(text, 10, &[]), ids, "{text}");
        }
    }

    #[test]
    fn pinned_and_recent_categories_come_first_and_then_better_matches() {
        let index = CategoryIndex::new(&tree());
        assert_eq!(index.find("", 3, &[78, 324]), [78, 324, 302]);
        assert_eq!(index.find("rugs", 5, &[]), [77, 302, 299], "a title before a path");
        assert_eq!(index.find("rugs", 5, &[299]), [299, 77, 302]);
        assert_eq!(index.find("rugs", 0, &[]), [0i64; 0]);
    }

    /// A key may take 5 ms. The work is a search in each path and nothing else, so that it is enough to bound
    /// the bytes that are searched.
    #[test]
    fn a_key_searches_no_more_than_the_paths_of_the_leaves() {
        let all: Vec<_> =
            (0..20_000).map(|id| category(id, &format!("دستهٔ شمارهٔ {id} از بافته‌ها"), None, true)).collect();
        let index = CategoryIndex::new(&all.into());
        let bytes: usize = index.entries.iter().map(|entry| entry.path.len()).sum();
        assert!(bytes < 2 << 20, "{bytes}");
        assert_eq!(index.find("19999", 20, &[]), [19_999]);
        assert_eq!(index.find("بافته", 20, &[7]).len(), 20);
    }
}
