//! Products that were started before the categories were known wait for them: where their category comes from, and what was typed
//! for its attributes, means something only then.

use std::collections::{BTreeMap, BTreeSet};

use super::state::{AwaitedCategories, Imports, Resumption};
use super::unfinished::resumable;
use crate::domain::category::CategoryRules;
use crate::domain::{AccountKey, CreateRules, Problem};
use crate::import::categories::{TypedFolders, find_open_category};
use crate::import::{DraftId, PlannedDraft};
use crate::store::PendingImport;
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::notice::Notice;

/// What a product waits for before it can be sent.
enum Awaits {
    Tree,
    Attributes(i64),
}

impl Imports {
    /// Continues pending imports once the tree, and the attributes of their categories, are known.
    pub(super) fn resume_when_known(&mut self, resumption: Resumption, cx: &mut Context) -> Result<(), Problem> {
        let (mut tree, mut open) = (false, BTreeSet::new());
        for (_, mut planned) in self.pending(&resumption.account, cx)?.into_iter().flat_map(|started| started.drafts) {
            match awaits(&mut planned, resumption.without_attributes, cx) {
                Some(Awaits::Tree) => tree = true,
                Some(Awaits::Attributes(category)) => drop(open.insert(category)),
                None => {}
            }
        }
        if tree {
            cx.notify(Notice::CategoriesNeeded);
        } else if open.is_empty() {
            return self.resume_known(&resumption.account, &BTreeSet::new(), cx);
        } else {
            cx.notify(Notice::AttributesNeeded(open.iter().copied().collect()));
        }
        self.awaited = Some(AwaitedCategories { resumption, tree, open, unread: BTreeSet::new(), failed: None });
        Ok(())
    }

    /// The tree was read, or could not be. Products that need it keep waiting.
    pub(super) fn on_categories(&mut self, problem: Option<&Problem>, cx: &mut Context) {
        let Some(awaited) = self.awaited.take_if(|awaited| awaited.tree) else { return };
        let account = awaited.resumption.account.clone();
        let resumed = match problem {
            None => self.resume_when_known(awaited.resumption, cx),
            Some(_) => self.resume_known(&account, &BTreeSet::new(), cx),
        };
        cx.report_error(resumed);
        self.report_rest(&account, problem, cx);
    }

    /// The attributes of a category were read, or could not be. Products whose attributes could not be read keep waiting, unless they
    /// are to be created without.
    pub(super) fn on_attributes(&mut self, category: i64, problem: Option<&Problem>, cx: &mut Context) {
        let Some(awaited) = &mut self.awaited else { return };
        if awaited.open.remove(&category) && problem.is_some() {
            awaited.failed = problem.cloned();
            awaited.unread.insert(category);
        }
        let is_answered = |awaited: &mut AwaitedCategories| !awaited.tree && awaited.open.is_empty();
        let Some(AwaitedCategories { resumption, unread, failed, .. }) = self.awaited.take_if(is_answered) else { return };
        let Resumption { account, without_attributes } = resumption;
        let reported = self.report_unread(&account, &unread, cx);
        cx.report_error(reported);
        let without = if without_attributes { unread } else { BTreeSet::new() };
        let resumed = self.resume_known(&account, &without, cx);
        cx.report_error(resumed);
        self.report_rest(&account, failed.filter(|_| !without_attributes).as_ref(), cx);
    }

    /// Reports the products whose attributes could not be read.
    fn report_unread(&self, account: &AccountKey, unread: &BTreeSet<i64>, cx: &mut Context) -> Result<(), Problem> {
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
        counts.into_iter().for_each(|(category, products)| cx.send(Event::ImportLacksAttributes { category, products }));
        Ok(())
    }

    /// Offers to resume what keeps waiting because of a problem.
    fn report_rest(&mut self, account: &AccountKey, problem: Option<&Problem>, cx: &mut Context) {
        self.updates.begin();
        let Some(problem) = problem else { return };
        let left = self.pending(account, cx).map(|pending| pending.iter().map(|started| started.drafts.len()).sum());
        match left.and_then(|left| if left > 0 { resumable(account, left, cx).map(Some) } else { Ok(None) }) {
            Ok(Some(left)) => cx.send(Event::ImportUnfinished(left)),
            Ok(None) => return,
            Err(problem) => cx.send(Event::Problem(problem)),
        }
        cx.send(Event::Problem(problem.clone()));
    }

    /// Continues what was started in an earlier session, or before somebody signed in, as far as it awaits nothing. Products of the
    /// categories `without` are created without attributes.
    fn resume_known(&mut self, account: &AccountKey, without: &BTreeSet<i64>, cx: &mut Context) -> Result<(), Problem> {
        let is_ready = |planned: &mut PlannedDraft, cx: &Context| match awaits(planned, false, cx) {
            None => true,
            Some(Awaits::Tree) => false,
            Some(Awaits::Attributes(category)) => {
                // Values for all products count only where a category has the attribute, which nobody knows.
                planned.draft.product_attribute.retain(|value| !value.where_taken);
                without.contains(&category)
            }
        };
        for mut started in self.pending(account, cx)? {
            let was_open: BTreeSet<DraftId> =
                started.drafts.iter().filter(|(_, planned)| planned.open_category.is_some()).map(|(id, _)| *id).collect();
            remember_folders(&started, cx);
            started.drafts.retain_mut(|(_, planned)| is_ready(planned, cx));
            let begun = cx.store.begun_drafts(started.drafts.iter().map(|(draft, _)| *draft))?;
            cx.store.delete_pending(begun.iter().copied())?;
            started.drafts.retain(|(draft, _)| !begun.contains(draft));
            if !started.drafts.is_empty() {
                let found = started.drafts.iter().filter(|(id, _)| was_open.contains(id)).map(|(_, planned)| planned);
                cx.notify(Notice::products_started(found));
                self.compare(account.clone(), started, false, true, cx)?;
            }
        }
        Ok(())
    }
}

/// What a product awaits. Its category is found if it can be.
fn awaits(planned: &mut PlannedDraft, without_attributes: bool, cx: &Context) -> Option<Awaits> {
    let rules = rules(cx);
    let of_market = rules.categories.as_ref()?;
    if cx.catalogue.tree.is_none() {
        let needs_attributes = of_market.has_attributes && !without_attributes && planned.draft.category_id.is_some();
        return (needs_attributes || awaits_category(planned, cx)).then_some(Awaits::Tree);
    }
    find_category(planned, cx);
    let mut draft = planned.draft.clone();
    cx.catalogue.complete(&mut draft, &rules);
    draft.category_id.filter(|_| cx.catalogue.lacks_attributes(&draft, &rules)).map(Awaits::Attributes)
}

/// Whether the category of a product is found only in the tree, which is not known yet.
pub(super) fn awaits_category(planned: &PlannedDraft, cx: &Context) -> bool {
    let is_open = planned.draft.category_id.is_none() && (planned.draft.category.is_some() || planned.open_category.is_some());
    is_open && cx.catalogue.tree.is_none() && rules(cx).categories.is_some()
}

fn find_category(planned: &mut PlannedDraft, cx: &Context) {
    if let Some(of_market) = rules(cx).categories {
        find_open_category(planned, &of_market, &cx.catalogue, &cx.category_choices);
    }
}

/// Remembers the categories that were given to folders, as is done at once while somebody is signed in.
fn remember_folders(started: &PendingImport, cx: &mut Context) {
    let Some(of_market) = rules(cx).categories.filter(|_| cx.catalogue.tree.is_some()) else { return };
    let given: BTreeSet<&(String, String)> =
        started.drafts.iter().filter_map(|(_, planned)| planned.open_category.as_ref()).flat_map(|open| &open.folders).collect();
    let given: Vec<(String, String)> = given.into_iter().cloned().collect();
    let folders = folders_with_category(&given, &of_market, cx);
    if !folders.is_empty() {
        cx.notify(Notice::FoldersMapped(folders));
    }
}

fn folders_with_category(given: &[(String, String)], of_market: &CategoryRules, cx: &Context) -> Vec<(String, i64)> {
    TypedFolders::read(given, of_market, &cx.catalogue).known.folders.into_iter().collect()
}

fn rules(cx: &Context) -> CreateRules {
    cx.session.market().map(|market| market.client.profile().rules()).unwrap_or_default()
}
