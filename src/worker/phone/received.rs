//! What a phone said about the photos of a folder, kept in the folder itself.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::photo_hash::PhotoHash;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::Field;
use vitrine_local::files;
use vitrine_local::private;

/// The file in a product's folder, which no file of the person is.
pub const FILE: &str = ".product.json";

/// A product of as many photos as a phone may send takes a tenth.
const MAX_BYTES: u64 = 1 << 20;

/// A product, or a roll of photos, that a phone sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReceivedProduct {
    /// The number that the page made up, by which it is recognized if it is sent again.
    pub id: String,
    /// Photos of several products, which the import has to tell apart.
    pub is_roll: bool,
    pub name: String,
    /// As typed, with its unit.
    pub price: String,
    pub photos: Vec<PhotoHash>,
    /// The review had it when the program ended.
    pub delivered: bool,
    /// For which account it came, as the inbox calls it; empty: for whoever signs in next.
    pub owner: String,
}

impl ReceivedProduct {
    /// What the phone said about a folder; `None` for any other folder. Only folders of the inbox are to be
    /// asked: anybody may put such a file into another one.
    pub(in crate::worker::phone) fn of(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&files::read(&folder.join(FILE), MAX_BYTES).ok()?).ok()
    }

    /// Writes it into the folder.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        let json = serde_json::to_vec(self)?;
        let new = folder.join(".product.new");
        let mut file = private::open(&new, File::options().write(true).create(true).truncate(true))?;
        file.write_all(&json)?;
        file.sync_all()?;
        drop(file);
        fs::rename(new, folder.join(FILE))
    }

    /// Fills in what was typed on the phone.
    pub fn fill(&self, planned: &mut PlannedDraft) {
        if !self.name.is_empty() {
            planned.draft.name.clone_from(&self.name);
        }
        if !self.price.is_empty()
            && let Err(error) = planned.draft.set(Field::PrimaryPrice, &self.price)
        {
            tracing::warn!(?error, "a price from a phone cannot be used");
        }
    }
}
