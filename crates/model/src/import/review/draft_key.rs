//! What identifies a planned product.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hashbrown::{Equivalent, HashMap, HashSet};

use vitrine_core::import::PlannedDraft;
use vitrine_domain::Field;

/// Identifies a planned product across planning again: its source path and source name.
///
/// A change of all cells of a column compares and copies thousands of them in a frame. That is why the path
/// is compared as plain text and not by its components, and why copies share it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DraftKey(Arc<(OsString, String)>);

/// A [`DraftKey`] that borrows its texts, to look one up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyRef<'a> {
    source: &'a OsStr,
    name: &'a str,
}

/// Values of planned products.
pub type ByDraft<V> = HashMap<DraftKey, V, ahash::RandomState>;

/// Several planned products.
pub type DraftKeys = HashSet<DraftKey, ahash::RandomState>;

/// What was typed into planned products.
pub type TypedTexts = ByDraft<BTreeMap<Field, String>>;

/// Identifies a planned product, to look it up.
pub fn key(draft: &PlannedDraft) -> KeyRef<'_> {
    KeyRef::new(&draft.source, &draft.source_name)
}

impl DraftKey {
    pub fn new(source: PathBuf, name: String) -> Self {
        Self(Arc::new((source.into_os_string(), name)))
    }

    pub fn source(&self) -> &Path {
        Path::new(&self.0.0)
    }

    pub fn name(&self) -> &str {
        &self.0.1
    }

    pub fn borrowed(&self) -> KeyRef<'_> {
        KeyRef::new(self.source(), self.name())
    }
}

impl<'a> KeyRef<'a> {
    pub fn new(source: &'a Path, name: &'a str) -> Self {
        Self { source: source.as_os_str(), name }
    }

    pub fn owned(self) -> DraftKey {
        DraftKey::new(self.source.into(), self.name.to_owned())
    }
}

// As its borrowed form, so that either finds the other.
impl Hash for DraftKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.borrowed().hash(state);
    }
}

impl Equivalent<DraftKey> for KeyRef<'_> {
    fn equivalent(&self, key: &DraftKey) -> bool {
        *self == key.borrowed()
    }
}
