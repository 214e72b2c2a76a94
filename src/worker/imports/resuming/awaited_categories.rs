//! Products that were started before the categories were known wait for them: where their category comes
//! from, and what was typed for its attributes, means something only then.

use std::collections::{BTreeMap, BTreeSet};

use crate::store::PendingImport;
use crate::worker::context::Context;
use crate::worker::imports::running::run::Purpose;
use crate::worker::imports::state::{AwaitedCategories, Imports, Resumption};
use crate::worker::notice::Notice;
use crate::worker::unfinished::resumable;
use vitrine_core::import::categories::{TypedFolders, find_open_category};
use vitrine_core::import::engine::Input;
use vitrine_core::import::{DraftId, PlannedDraft};
use vitrine_domain::CategoryRules;
use vitrine_domain::{AccountKey, CreateRules, Problem, TypedProduct};
use vitrine_model::messages::{Event, ImportEvent};

/// What a product waits for before it can be sent.
enum Awaits {
    Tree,
    Attributes(i64),
}

impl Imports {
    /// Continues pending imports once the tree, and the attributes of their categories, are known. Until then
    /// they belong to a run already, so that Pause and Cancel reach them.
    pub(in crate::worker::imports) fn resume_when_known(
        &mut self,
        resumption: Resumption,
        cx: &mut Context,
    ) -> Result<(), Problem> {
        let (pending, is_paused) = self.take_pending(&resumption.account, cx)?;
        let (mut tree, mut open) = (false, BTreeSet::new());
        for (_, planned) in pending.iter().flat_map(|started| &started.drafts) {
            match awaits(&mut planned.clone(), resumption.without_attributes, cx) {
                Some(Awaits::Tree) => tree = true,
                Some(Awaits::Attributes(category)) => drop(open.insert(category)),
                None => {}
            }
        }
        if !tree && open.is_empty() {
            return self.resume_known(&resumption.account, &BTreeSet::new(), is_paused, cx);
        }
        let run = self.joinable_run(&resumption.account, cx)?;
        self.run(run).into_iter().for_each(|run| run.pending_imports.extend(pending.iter().cloned()));
        if is_paused {
            self.push(run, Input::Pause);
        }
        if tree {
            cx.notify(Notice::CategoriesNeeded);
        } else {
            cx.notify(Notice::AttributesNeeded(open.iter().copied().collect()));
        }
        self.updates.begin();
        self.awaited_categories =
            Some(AwaitedCategories { resumption, tree, open, unread: BTreeSet::new(), failed: None });
        Ok(())
    }

    /// The tree was read, or could not be. Products that need it keep waiting.
    pub(in crate::worker::imports) fn on_categories(&mut self, problem: Option<&Problem>, cx: &mut Context) {
        let Some(awaited) = self.awaited_categories.take_if(|awaited| awaited.tree) else { return };
        let account = awaited.resumption.account.clone();
        let resumed = match problem {
            None => self.resume_when_known(awaited.resumption, cx),
            Some(_) => self.resume_known(&account, &BTreeSet::new(), false, cx),
        };
        cx.report_error(resumed);
        self.report_rest(&account, problem, cx);
    }

    /// The attributes of a category were read, or could not be. Products whose attributes could not be read
    /// keep waiting, unless they are to be created without.
    pub(in crate::worker::imports) fn on_attributes(
        &mut self,
        category: i64,
        problem: Option<&Problem>,
        cx: &mut Context,
    ) {
        let Some(awaited) = &mut self.awaited_categories else { return };
        if awaited.open.remove(&category) && problem.is_some() {
            awaited.failed = problem.cloned();
            awaited.unread.insert(category);
        }
        let is_answered = |awaited: &mut AwaitedCategories| !awaited.tree && awaited.open.is_empty();
        let Some(AwaitedCategories { resumption, unread, failed, .. }) =
            self.awaited_categories.take_if(is_answered)
        else {
            return;
        };
        let Resumption { account, without_attributes } = resumption;
        let reported = self.report_categories(&account, &unread, cx);
        cx.report_error(reported);
        let without = if without_attributes { unread } else { BTreeSet::new() };
        let resumed = self.resume_known(&account, &without, false, cx);
        cx.report_error(resumed);
        self.report_rest(&account, failed.filter(|_| !without_attributes).as_ref(), cx);
    }

    /// Reports the products whose attributes could not be read.
    fn report_categories(
        &self,
        account: &AccountKey,
        unread: &BTreeSet<i64>,
        cx: &mut Context,
    ) -> Result<(), Problem> {
        let mut counts: BTreeMap<i64, usize> = unread.iter().map(|category| (*category, 0)).collect();
        if unread.is_empty() {
            return Ok(());
        }
        for (_, mut planned) in self.pending(account, cx)?.into_iter().flat_map(|started| started.drafts) {
            find_category(&mut planned, cx);
            if let Some(count) = planned.draft.category_id.and_then(|category| counts.get_mut(&category)) {
                *count += 1;
            }
        }
        counts.into_iter().for_each(|(category, products)| {
            cx.send(Event::Import(ImportEvent::LacksAttributes { category, products }));
        });
        Ok(())
    }

    /// Offers to resume what keeps waiting because of a problem.
    fn report_rest(&mut self, account: &AccountKey, problem: Option<&Problem>, cx: &mut Context) {
        self.updates.begin();
        // Where nothing waits for it, the problem concerns no import.
        let waits = self.runs.iter().any(|run| !run.pending_imports.is_empty())
            || self.pending(account, cx).is_ok_and(|left| !left.is_empty());
        self.unreported_wait = problem.filter(|_| waits).map(|problem| (account.clone(), problem.clone()));
    }

    /// Reports why some products keep waiting. While others are created it is only the problem, so that they
    /// stay on the screen.
    pub(in crate::worker::imports) fn report_unread(&mut self, cx: &mut Context) {
        // A problem before the first product is on the screen would mean that nothing was started.
        let is_comparing = self.runs.iter().any(|run| !run.comparisons.is_empty());
        let Some((account, problem)) =
            self.unreported_wait.take_if(|_| !is_comparing && self.inputs.is_empty())
        else {
            return;
        };
        // A run with nothing else in it would never end.
        self.runs.retain(|run| run.purpose != Purpose::Import || run.engine.rows().next().is_some());
        if self.runs_of(Purpose::Import).next().is_none() {
            self.offer_rest(&account, cx);
        }
        cx.send(Event::Problem(problem));
    }

    /// Offers to resume what an account's runs did not begin.
    pub(in crate::worker::imports) fn offer_rest(&self, account: &AccountKey, cx: &mut Context) {
        let left =
            self.pending(account, cx).map(|pending| pending.iter().map(|started| started.drafts.len()).sum());
        match left.and_then(|left| if left > 0 { resumable(account, left, cx).map(Some) } else { Ok(None) }) {
            Ok(Some(left)) => cx.send(Event::Import(ImportEvent::Unfinished(left))),
            Ok(None) => {}
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }

    /// Continues what was started in an earlier session, or before somebody signed in, as far as it awaits
    /// nothing. Products of the categories `without` are created without attributes. What was paused while it
    /// waited stays so, though its run may have ended.
    fn resume_known(
        &mut self,
        account: &AccountKey,
        without: &BTreeSet<i64>,
        is_paused: bool,
        cx: &mut Context,
    ) -> Result<(), Problem> {
        let is_ready = |planned: &mut PlannedDraft, cx: &Context| match awaits(planned, false, cx) {
            None => true,
            Some(Awaits::Tree) => false,
            Some(Awaits::Attributes(category)) => {
                // Values for all products count only where a category has the attribute, which nobody knows.
                planned.draft.product_attribute.retain(|value| !value.where_taken);
                without.contains(&category)
            }
        };
        let (pending, was_paused) = self.take_pending(account, cx)?;
        if (is_paused || was_paused) && !pending.is_empty() {
            let run = self.joinable_run(account, cx)?;
            self.push(run, Input::Pause);
        }
        for started in pending {
            let was_open: BTreeSet<DraftId> = started
                .drafts
                .iter()
                .filter(|(_, planned)| planned.open_category.is_some())
                .map(|(id, _)| *id)
                .collect();
            remember_folders(&started, cx);
            let (mut ready, mut waiting) = (Vec::new(), Vec::new());
            for (id, mut planned) in started.drafts {
                let part = if is_ready(&mut planned, cx) { &mut ready } else { &mut waiting };
                part.push((id, planned));
            }
            let part = |drafts| PendingImport { allow_duplicates: started.allow_duplicates, drafts };
            if !ready.is_empty() {
                let found = ready.iter().filter(|(id, _)| was_open.contains(id)).map(|(_, planned)| planned);
                cx.notify(Notice::products_started(found));
                self.compare(account.clone(), part(ready), None, true, cx)?;
            }
            if !waiting.is_empty()
                && let Some(run) = self.runs.iter_mut().find(|run| run.is_joinable())
            {
                run.pending_imports.push(part(waiting));
            }
        }
        Ok(())
    }
}

/// What a product awaits. Its category is found if it can be.
fn awaits(planned: &mut PlannedDraft, without_attributes: bool, cx: &Context) -> Option<Awaits> {
    let rules = rules(cx);
    let of_market = rules.categories.as_ref()?;
    if cx.market_categories.tree.is_none() {
        let needs_attributes =
            of_market.has_attributes && !without_attributes && planned.draft.category_id.is_some();
        return (needs_attributes || awaits_category(planned, cx)).then_some(Awaits::Tree);
    }
    find_category(planned, cx);
    let typed = TypedProduct::from(planned.draft.clone()).evaluate(
        planned.photos.len(),
        &rules,
        &cx.market_categories,
    );
    typed.draft.category_id.filter(|_| typed.lacks_attributes()).map(Awaits::Attributes)
}

/// Whether the category of a product is found only in the tree, which is not known yet.
pub(in crate::worker::imports) fn awaits_category(planned: &PlannedDraft, cx: &Context) -> bool {
    let is_open = planned.draft.category_id.is_none()
        && (planned.draft.category.is_some() || planned.open_category.is_some());
    is_open && cx.market_categories.tree.is_none() && rules(cx).categories.is_some()
}

pub(in crate::worker::imports) fn find_category(planned: &mut PlannedDraft, cx: &Context) {
    if let Some(of_market) = rules(cx).categories {
        find_open_category(planned, &of_market, &cx.market_categories, &cx.category_choices);
    }
}

/// Remembers the categories that were given to folders, as is done at once while somebody is signed in.
pub(in crate::worker::imports) fn remember_folders(started: &PendingImport, cx: &mut Context) {
    let Some(of_market) = rules(cx).categories.filter(|_| cx.market_categories.tree.is_some()) else {
        return;
    };
    let given: BTreeSet<&(String, String)> = started
        .drafts
        .iter()
        .filter_map(|(_, planned)| planned.open_category.as_ref())
        .flat_map(|open| &open.folders)
        .collect();
    let given: Vec<(String, String)> = given.into_iter().cloned().collect();
    let folders = folders_with_category(&given, &of_market, cx);
    if !folders.is_empty() {
        cx.notify(Notice::FoldersMapped(folders));
    }
}

fn folders_with_category(
    given: &[(String, String)],
    of_market: &CategoryRules,
    cx: &Context,
) -> Vec<(String, i64)> {
    TypedFolders::read(given, of_market, &cx.market_categories).known.folders.into_iter().collect()
}

fn rules(cx: &Context) -> CreateRules {
    cx.session.market().map(|market| market.client.profile().rules()).unwrap_or_default()
}
