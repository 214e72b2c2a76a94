//! What is sent for the lists, and what became of it.

use std::collections::HashMap;

use super::saved::{self, SavedList};
use super::{Following, List};
use crate::worker::context::Context;
use vitrine_core::edit::follow::{ListStep, ListedKey, Pending, PendingFate};
use vitrine_core::edit::{EditRunId, RowState, StoredRow};
use vitrine_domain::{AccountKey, Problem, ProblemKind, ProductId};
use vitrine_model::messages::ListId;

/// So many of the last runs are looked through for what became of a step.
const RUNS: usize = 100;

impl Following {
    /// Remembers what is about to be sent for a list, before it is: a sale after it must not be undone by the
    /// same list.
    ///
    /// # Errors
    /// `Storage`: then nothing may be sent.
    pub fn will_send(
        &mut self,
        id: ListId,
        step: &ListStep,
        rows: &[StoredRow],
        cx: &Context,
    ) -> Result<(), Problem> {
        let after = cx.store.edit_runs(&account(cx)?, 1)?.first().map(|run| run.id);
        let Some(list) = self.list(id) else { return Ok(()) };
        for (row, change) in rows.iter().flat_map(|row| row.changes.iter().map(move |change| (row, change))) {
            let key = ListedKey { product: row.product.clone(), key: change.key() };
            let wanted = step.wanted.get(&key).zip(change.new.integer());
            let pending = wanted.map(|((listed, _), sent)| Pending { listed: *listed, sent, after });
            list.saved.pending.extend(pending.map(|pending| (key, pending)));
        }
        self.save(cx)
    }

    /// Learns from the runs what became of what was sent for the lists.
    ///
    /// # Errors
    /// `Storage`.
    pub fn settle(&mut self, cx: &Context) -> Result<(), Problem> {
        let pending = self.lists.iter().flat_map(|list| list.saved.pending.values());
        let Some(after) = pending.map(|pending| pending.after).min() else { return Ok(()) };
        let account = account(cx)?;
        let mut rows: HashMap<ProductId, Vec<(EditRunId, StoredRow)>> = HashMap::new();
        for run in cx.store.edit_runs(&account, RUNS)?.iter().rev().filter(|run| Some(run.id) > after) {
            for row in cx.store.edit_rows(&account, run.id)?.unwrap_or_default() {
                rows.entry(row.product.clone()).or_default().push((run.id, row));
            }
        }
        for List { saved: SavedList { agreed, pending, .. }, .. } in &mut self.lists {
            pending.retain(|key, pending| {
                let of_product = rows.get(&key.product).into_iter().flatten();
                let later = of_product.filter(|(run, _)| Some(*run) > pending.after).map(|(_, row)| row);
                let fate = pending.fate(key, later);
                if fate == PendingFate::Agreed {
                    agreed.insert(key.clone(), pending.listed);
                }
                fate == PendingFate::Open
            });
        }
        self.save(cx)
    }

    /// A person leaves what the shop has in rows of a run that moved: the list has said its number, and is
    /// heard again when it says another one.
    ///
    /// # Errors
    /// `Storage`.
    pub fn keep_of_shop(&mut self, run: EditRunId, rows: &[usize], cx: &Context) -> Result<(), Problem> {
        if self.all().all(|saved| saved.pending.is_empty()) {
            return Ok(());
        }
        let of_run = cx.store.edit_rows(&account(cx)?, run)?.unwrap_or_default();
        let moved = rows.iter().filter_map(|row| of_run.get(*row)).filter(|row| row.state == RowState::Moved);
        for (row, change) in moved.flat_map(|row| row.changes.iter().map(move |change| (row, change))) {
            let key = ListedKey { product: row.product.clone(), key: change.key() };
            for SavedList { agreed, pending, .. } in self.all() {
                agreed.extend(pending.remove(&key).map(|pending| (key.clone(), pending.listed)));
            }
        }
        self.save(cx)
    }

    /// Saves the lists.
    ///
    /// # Errors
    /// `Storage`.
    pub fn save(&self, cx: &Context) -> Result<(), Problem> {
        let lists = self.lists.iter().map(|list| &list.saved).chain(&self.earlier);
        saved::save(lists, &cx.store, &account(cx)?)
    }
}

fn account(cx: &Context) -> Result<AccountKey, Problem> {
    cx.account().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))
}
