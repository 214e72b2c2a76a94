//! Tells before Start which planned products earlier imports of the account created, and which photos a
//! product has twice.
//!
//! The answer is advice for the review. Start compares again, because files and journal may change until
//! then.

use std::sync::Arc;

use super::earlier::photo_copies::photo_copies;
use super::earlier::photo_hashes::PhotoHashes;
use super::state::{ImportTaskResult, Imports};
use crate::store::Store;
use crate::worker::context::Context;
use crate::worker::photos::blocking;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::dedup::{
    ImportDecision, SharedPhoto, classify, names_of_photos, needs_hashes, shared_photos,
};
use vitrine_core::import::journal::JournalReplay;
use vitrine_domain::{AccountKey, Problem};
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
    let names = planned.iter().map(|planned| planned.source_name.as_str()).chain(names_of_photos(planned));
    let earlier = JournalReplay::read(&store.earlier_entries(account, names, &left)?, unix_now).into_drafts();
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
            has_other_values: planned[index].draft.differs_in_values(&earlier[created].planned.draft),
        }),
        ImportDecision::New | ImportDecision::Adopt(_) => None,
    };
    let sharing = |SharedPhoto { planned, earlier: of }| SharesPhoto {
        index: planned,
        with: earlier[of].planned.draft.name.clone(),
    };
    let is_unfinished = |decision: &&ImportDecision| matches!(decision, ImportDecision::Adopt(of) if !earlier[*of].state.is_final());
    Ok(PlanComparison {
        unfinished: decisions.iter().filter(is_unfinished).count(),
        in_shop: decisions.into_iter().enumerate().filter_map(known).collect(),
        sharing: shared.into_iter().map(sharing).collect(),
        covers: store.sent_covers(account)?,
    })
}
