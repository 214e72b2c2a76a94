//! What outlives the program of the lists that are followed, for each shop.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::store::Store;
use vitrine_core::edit::follow::{Agreed, FileState, Hold, ListedKey, Pending};
use vitrine_core::import::sheet::{ColumnUse, NamedColumn};
use vitrine_domain::{AccountKey, PriceUnit, Problem, ProblemKind};
use vitrine_model::messages::{FollowOptions, ListId};

/// What the shop's lists are saved under.
const KEY: &str = "followed_lists";
/// So many lists are remembered that are not followed any more.
const REMEMBERED: usize = 20;

/// A list, with what it and the shop agreed on at its last step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedList {
    pub id: ListId,
    pub path: PathBuf,
    /// Whether it is followed again at the next start.
    pub is_on: bool,
    pub options: FollowOptions,
    /// What was said of its columns: headings with the names of uses.
    columns: Vec<(String, Option<String>)>,
    pub price_unit: Option<PriceUnit>,
    /// Which unit the file itself named when it was read first with that answer: where it names another one
    /// later, the answer is not about it.
    #[serde(default)]
    pub named_unit: Option<Option<PriceUnit>>,
    /// Why nothing of it is sent without a person, until one has looked at it.
    #[serde(default)]
    pub held: Option<Hold>,
    /// The file of the last step.
    pub file: Option<FileState>,
    #[serde(with = "pairs")]
    pub agreed: Agreed,
    /// What was sent, until it is known what became of it.
    #[serde(with = "pairs")]
    pub pending: BTreeMap<ListedKey, Pending>,
}

/// Maps whose keys are no texts, as lists of pairs.
mod pairs {
    use std::collections::BTreeMap;

    use serde::de::DeserializeOwned;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub fn deserialize<'de, K: DeserializeOwned + Ord, V: DeserializeOwned, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<K, V>, D::Error> {
        Ok(Vec::<(K, V)>::deserialize(deserializer)?.into_iter().collect())
    }
}

impl SavedList {
    /// A list that was never followed.
    pub fn new(id: ListId, path: PathBuf) -> Self {
        Self {
            id,
            path,
            is_on: false,
            options: FollowOptions::default(),
            columns: Vec::new(),
            price_unit: None,
            named_unit: None,
            held: None,
            file: None,
            agreed: Agreed::new(),
            pending: BTreeMap::new(),
        }
    }

    /// What was said of its columns.
    pub fn columns(&self) -> Vec<NamedColumn> {
        let column = |(heading, used): &(String, Option<String>)| {
            (heading.clone(), used.as_deref().and_then(ColumnUse::from_name))
        };
        self.columns.iter().map(column).collect()
    }

    /// Replaces what was said of its columns.
    pub fn set_columns(&mut self, columns: &[NamedColumn]) {
        let column =
            |(heading, used): &NamedColumn| (heading.clone(), used.map(|used| used.name().to_owned()));
        self.columns = columns.iter().map(column).collect();
    }
}

/// The lists of the shop, the latest first.
///
/// # Errors
/// `Storage`.
pub fn load(store: &Store, account: &AccountKey) -> Result<Vec<SavedList>, Problem> {
    let Some(json) = store.shop_choice(account, KEY)? else { return Ok(Vec::new()) };
    serde_json::from_str(&json).or_else(|error| {
        // What cannot be read is followed no more; nothing is sent on the strength of it.
        tracing::warn!(%error, "the lists that are followed cannot be read");
        Ok(Vec::new())
    })
}

/// Saves the lists of the shop.
///
/// # Errors
/// `Storage`.
pub fn save<'a>(
    lists: impl Iterator<Item = &'a SavedList>,
    store: &Store,
    account: &AccountKey,
) -> Result<(), Problem> {
    let mut earlier = 0;
    let is_kept = |saved: &&SavedList| {
        earlier += usize::from(!saved.is_on);
        saved.is_on || earlier <= REMEMBERED
    };
    let json = serde_json::to_string(&lists.filter(is_kept).collect::<Vec<_>>())
        .map_err(|error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string()))?;
    store.set_shop_choice(account, KEY, &json)
}
