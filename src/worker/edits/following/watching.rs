//! Watches the file of a list, by looking at it: network drives announce nothing. Reads it when it was saved.

use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;

use super::super::preview::read_wishes;
use crate::worker::photos::blocking;
use crate::worker::sheet_reader::ReadSheet;
use vitrine_core::edit::follow::{FileState, FileWatch, Sighting};
use vitrine_core::edit::plan::{KnownOfChanges, RequestedChanges};
use vitrine_core::import::sheet::{ColumnMapping, NamedColumn};
use vitrine_domain::{PriceUnit, PriceUnits, Problem, ProblemKind};

/// The time between two looks.
const INTERVAL: Duration = Duration::from_secs(1);

/// What is known of a list before it is read.
pub struct ListFile {
    pub path: PathBuf,
    pub chosen: Vec<ColumnMapping>,
    pub columns: Vec<NamedColumn>,
    pub price_unit: Option<PriceUnit>,
    pub shop_units: Option<PriceUnits>,
    /// Whether the marketplace changes variants.
    pub has_variants: bool,
}

/// What was seen of a list.
pub enum Seen {
    Read(FileState, Box<RequestedChanges>),
    Failed(Problem),
    /// It went away, or came back.
    Away(bool),
}

/// Reports each save of a list. Never ends by itself.
pub async fn watch(
    list: ListFile,
    reader: ReadSheet,
    clock: fn() -> Timestamp,
    on_seen: impl Fn(Seen),
) -> Infallible {
    let mut watch = FileWatch::default();
    loop {
        let seen = match watch.look(state_of(&list.path).await, clock()) {
            Sighting::Nothing => None,
            Sighting::Missing => Some(Seen::Away(true)),
            Sighting::Back => Some(Seen::Away(false)),
            Sighting::Saved(state) => saved(&list, state, reader, &mut watch, clock).await,
        };
        if let Some(seen) = seen {
            on_seen(seen);
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

async fn state_of(path: &Path) -> Option<FileState> {
    let path = path.to_owned();
    let look = move || {
        let state = |meta: fs::Metadata| FileState {
            bytes: meta.len(),
            changed: meta.modified().ok().and_then(|at| Timestamp::try_from(at).ok()),
        };
        Ok(fs::metadata(path).ok().filter(fs::Metadata::is_file).map(state))
    };
    blocking(look).await.ok().flatten()
}

async fn saved(
    list: &ListFile,
    state: FileState,
    reader: ReadSheet,
    watch: &mut FileWatch,
    clock: fn() -> Timestamp,
) -> Option<Seen> {
    let known = KnownOfChanges {
        path: list.path.clone(),
        chosen: list.chosen.clone(),
        columns: list.columns.clone(),
        price_unit: list.price_unit,
        shop_units: list.shop_units,
        has_variants: list.has_variants,
    };
    match read_wishes(known, reader, &|_| {}).await {
        // What was written meanwhile may be in it by half.
        Ok(_) if state_of(&list.path).await != Some(state) => None,
        Ok(read) => {
            watch.was_read(state);
            Some(Seen::Read(state, Box::new(read)))
        }
        Err(problem) if problem.kind == ProblemKind::Sheet => {
            watch.was_not_read(state, clock()).then_some(Seen::Failed(problem))
        }
        // It is whole, and somebody has to say something, or to change it.
        Err(problem) => {
            watch.was_read(state);
            Some(Seen::Failed(problem))
        }
    }
}
