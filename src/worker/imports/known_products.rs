//! Tells before Start which planned products earlier imports of the account created, and which photos a
//! product has twice.
//!
//! The answer is advice for the review. Start compares again, because files and journal may change until
//! then.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::earlier::photo_copies::photo_copies;
use super::earlier::photo_hashes::PhotoHashes;
use super::state::{ImportTaskResult, Imports};
use crate::store::Store;
use crate::worker::context::Context;
use crate::worker::photos::blocking;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::import::dedup::{
    ImportDecision, SharedPhoto, classify, names_of, names_of_photos, needs_hashes, other_values,
    shared_photos, skus_of,
};
use vitrine_core::import::journal::{DraftHistory, Entry, JournalReplay};
use vitrine_core::import::{DraftId, PlannedDraft, State};
use vitrine_domain::{AccountKey, Problem, ProductId};
use vitrine_media::ContentHash;
use vitrine_model::messages::{Event, ImportEvent, KnownProduct, PhotoPlaces, PlanComparison, SharesPhoto};

impl Imports {
    /// Compares a plan with the earlier imports of the account, or of the current one, instead of any plan
    /// that is being compared.
    pub(super) fn compare_plan(
        &mut self,
        plan: u64,
        drafts: Vec<PlannedDraft>,
        account: Option<AccountKey>,
        cx: &mut Context,
    ) {
        // Reading photos for a plan that is gone would delay those of this one.
        cx.tasks.cancel(&Slot::KnownProducts);
        let Some(account) = account.or_else(|| cx.account()) else {
            return cx.send(Event::Import(ImportEvent::PlanCompared { plan, compared: None }));
        };
        // Products created a moment ago count as well.
        self.drain(cx);
        let (store, clock, hashes) = (cx.store.path(), cx.options.clock, self.photo_hashes.clone());
        let running = Arc::new(());
        let wanted = Arc::downgrade(&running);
        cx.tasks.spawn(Lifetime::Account, Slot::KnownProducts, async move {
            // Dropped with the task: then nobody waits for the rest.
            let _running = running;
            let compared = blocking(move || {
                hashes.keep_only(&drafts);
                let is_wanted = || wanted.strong_count() > 0;
                let known = store.connect().and_then(|store| {
                    known_products(&store, &account, &drafts, &hashes, is_wanted, clock().as_second())
                });
                Ok((known, photo_copies(&drafts, &hashes, is_wanted)))
            });
            match compared.await {
                Ok((compared, copies)) => ImportTaskResult::PlanCompared { plan, compared, copies },
                Err(problem) => {
                    ImportTaskResult::PlanCompared { plan, compared: Err(problem), copies: Vec::new() }
                }
            }
        });
    }

    /// The comparison of a plan has ended. Without an answer nothing is claimed.
    pub(super) fn on_plan_compared(
        plan: u64,
        compared: Result<PlanComparison, Problem>,
        copies: PhotoPlaces,
        cx: &mut Context,
    ) {
        if let Err(problem) = &compared {
            tracing::warn!(%problem, "the plan is not compared with earlier imports");
        }
        cx.send(Event::Import(ImportEvent::PlanCompared { plan, compared: compared.ok() }));
        cx.send(Event::Import(ImportEvent::PhotoCopies { plan, copies }));
    }
}

/// Compares planned drafts with the earlier imports of the account. Blocking; stops early once it is not
/// wanted.
fn known_products(
    store: &Store,
    account: &AccountKey,
    planned: &[PlannedDraft],
    hashes: &PhotoHashes,
    is_wanted: impl Fn() -> bool,
    unix_now: i64,
) -> Result<PlanComparison, Problem> {
    let left = planned.iter().filter(|planned| planned.is_left_by_rows).flat_map(|planned| &planned.photos);
    let left: Vec<ContentHash> =
        left.take_while(|_| is_wanted()).filter_map(|photo| hashes.of(photo)).collect();
    let names = names_of(planned).chain(names_of_photos(planned));
    let entries = store.earlier_entries(account, names, skus_of(planned), &left)?;
    let earlier = JournalReplay::read(&entries, unix_now).into_drafts();
    let mut of_drafts = vec![Vec::new(); planned.len()];
    for index in needs_hashes(planned, &earlier) {
        let photos = planned[index].photos.iter().take_while(|_| is_wanted()).map(|photo| hashes.of(photo));
        of_drafts[index] = photos.collect::<Option<_>>().unwrap_or_default();
    }
    let decisions = classify(planned, &of_drafts, &earlier);
    let shared =
        shared_photos(planned, &decisions, &earlier, |photo| is_wanted().then(|| hashes.of(photo)).flatten());
    let known = |(index, decision): (usize, ImportDecision)| match decision {
        ImportDecision::Skip(created) => Some(KnownProduct {
            index,
            product: earlier[created].product.clone(),
            other_values: other_values(&planned[index], &earlier[created].planned),
        }),
        ImportDecision::New | ImportDecision::Adopt(_) => None,
    };
    let sharing = |SharedPhoto { planned, earlier: of }| SharesPhoto {
        index: planned,
        with: earlier[of].planned.draft.name.clone(),
    };
    let mut sharing: Vec<SharesPhoto> = shared.into_iter().map(sharing).collect();
    let is_new = |index: &usize| {
        decisions[*index] == ImportDecision::New && sharing.iter().all(|known| known.index != *index)
    };
    let new: Vec<usize> = (0..planned.len()).filter(is_new).take_while(|_| is_wanted()).collect();
    let covers =
        new.into_iter().filter_map(|index| Some((index, hashes.of(planned[index].photos.first()?)?)));
    sharing.extend(with_covers_in_shop(store, account, covers.collect(), unix_now)?);
    let is_unfinished = |decision: &&ImportDecision| matches!(decision, ImportDecision::Adopt(of) if !earlier[*of].state.is_final());
    let created = decisions.iter().enumerate().filter_map(|(index, decision)| match decision {
        ImportDecision::Skip(created) => Some((index, &earlier[*created])),
        ImportDecision::New | ImportDecision::Adopt(_) => None,
    });
    let gone = gone(store, account, &created.collect::<Vec<_>>(), &entries)?;
    Ok(PlanComparison {
        gone,
        unfinished: decisions.iter().filter(is_unfinished).count(),
        in_shop: decisions.into_iter().enumerate().filter_map(known).collect(),
        sharing,
        covers: store.sent_covers(account)?,
    })
}

/// The indices of created products that the shop's list does not have, which was read to its end since then.
fn gone(
    store: &Store,
    account: &AccountKey,
    created: &[(usize, &DraftHistory)],
    entries: &[Entry],
) -> Result<Vec<usize>, Problem> {
    let Some((catalog, state)) = store.catalog(account)?.filter(|(_, state)| state.is_complete) else {
        return Ok(Vec::new());
    };
    let listed: HashSet<ProductId> = store.catalog_names(catalog)?.into_iter().map(|(id, _)| id).collect();
    let mut last: HashMap<DraftId, i64> = HashMap::new();
    for (draft, at) in entries.iter().filter_map(|entry| Some((entry.record.draft()?, entry.at))) {
        last.entry(draft).and_modify(|last| *last = at.max(*last)).or_insert(at);
    }
    let is_gone = |known: &DraftHistory| {
        let is_older = last.get(&known.id).is_some_and(|at| *at < state.read_at.as_second());
        is_older && known.product.as_ref().is_some_and(|product| !listed.contains(product))
    };
    Ok(created.iter().filter(|(_, known)| is_gone(known)).map(|(index, _)| *index).collect())
}

/// The products whose cover is the very file with which a product of another name was created.
fn with_covers_in_shop(
    store: &Store,
    account: &AccountKey,
    covers: Vec<(usize, ContentHash)>,
    unix_now: i64,
) -> Result<Vec<SharesPhoto>, Problem> {
    let photos: Vec<ContentHash> = covers.iter().map(|(_, cover)| *cover).collect();
    let entries = store.earlier_entries(account, [], [], &photos)?;
    let earlier = JournalReplay::read(&entries, unix_now).into_drafts();
    let created = earlier.iter().filter(|known| known.state == State::Created);
    let names: HashMap<ContentHash, &str> = created
        .filter_map(|known| Some((known.uploads.get(&0)?.hash, known.planned.draft.name.as_str())))
        .collect();
    let sharing = |(index, cover): (usize, ContentHash)| {
        Some(SharesPhoto { index, with: (*names.get(&cover)?).to_owned() })
    };
    Ok(covers.into_iter().filter_map(sharing).collect())
}
