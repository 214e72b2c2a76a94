//! Keeps the shop in step with the account's lists: each save of one is compared with the shop and told to
//! the screens; what is clear is sent where the owner wants that, and a person starts the rest as a preview
//! like any other.

use jiff::Timestamp;

use super::following::{Following, List, ListFile, SavedList, Seen, load, watch};
use super::preview::{Made, PreviewWatch, make_of_list};
use super::run::Source;
use super::service::preview_sources;
use super::{EditTaskResult, Edits};
use crate::worker::context::Context;
use crate::worker::sheet_reader::ReadSheet;
use crate::worker::tasks::{Lifetime, Reporter, Slot};
use vitrine_core::edit::follow::{ListStep, what_goes_alone};
use vitrine_core::edit::plan::Preview;
use vitrine_core::edit::{RunPurpose, StoredRow};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{EditEvent, Event, FollowedSheet, ListId, ListState};

impl Edits {
    /// Follows a list from now on.
    pub(super) fn follow(&mut self, sheet: FollowedSheet, cx: &mut Context) -> Result<(), Problem> {
        let session = cx.authenticated().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?;
        if session.profile().edit.is_none() {
            return Err(Problem::new(ProblemKind::NoEditing));
        }
        let mut list = self.following.saved(&sheet.path);
        list.set_columns(&sheet.columns);
        (list.price_unit, list.options, list.is_on) = (sheet.price_unit, sheet.options, sheet.is_remembered);
        list.named_unit = None;
        begin(&mut self.following, list, cx);
        send_lists(&self.following, cx);
        self.following.save(cx)
    }

    /// Follows a list no more.
    pub(super) fn stop_following(&mut self, id: ListId, cx: &mut Context) -> Result<(), Problem> {
        cx.tasks.cancel(&Slot::FollowedFile(id));
        cx.tasks.cancel(&Slot::FollowedList(id));
        self.following.stop(id);
        send_lists(&self.following, cx);
        self.following.save(cx)
    }

    /// Goes on with the lists of the account that has signed in.
    pub(super) fn follow_again(&mut self, cx: &mut Context) {
        let Some(account) = cx.account() else { return };
        let lists = load(&cx.store, &account).unwrap_or_else(|problem| {
            tracing::warn!(%problem, "the lists that are followed cannot be read");
            Vec::new()
        });
        self.following = Following::default();
        for list in lists {
            if list.is_on {
                begin(&mut self.following, list, cx);
            } else {
                self.following.earlier.push(list);
            }
        }
        if !self.following.lists.is_empty() {
            send_lists(&self.following, cx);
        }
    }

    /// Something was seen of a list's file.
    pub(super) fn on_list_seen(&mut self, id: ListId, seen: Seen, cx: &mut Context) {
        let Some(list) = self.following.list(id) else { return };
        list.see(seen);
        self.compare(id, cx);
        send_lists(&self.following, cx);
    }

    /// Compares the lists once more of which the last comparison is not the last word.
    pub(super) fn compare_again(&mut self, cx: &mut Context) {
        let open = self.following.lists.iter().filter(|list| list.is_open()).map(|list| list.saved.id);
        let open: Vec<ListId> = open.collect();
        open.iter().for_each(|id| self.compare(*id, cx));
        if !open.is_empty() {
            send_lists(&self.following, cx);
        }
    }

    /// Compares a list with the shop, as soon as no run changes that.
    fn compare(&mut self, id: ListId, cx: &mut Context) {
        let is_away = |list: &mut List| list.state == ListState::Missing;
        if self.run.is_some() || self.following.list(id).is_none_or(is_away) {
            return;
        }
        if let Err(problem) = self.following.settle(cx) {
            return cx.send(Event::Problem(problem));
        }
        let Some(rows) = self.following.rows_of(id) else { return };
        let sources = match preview_sources(cx) {
            Ok(sources) => sources,
            Err(problem) => return self.on_compared(id, Err(problem), cx),
        };
        self.following.list(id).into_iter().for_each(|list| list.state = ListState::Comparing);
        cx.tasks.spawn(Lifetime::Account, Slot::FollowedList(id), async move {
            let watch = PreviewWatch { on_read: &|_, _| {}, on_retry: &|_| {}, on_question: &|_| {} };
            EditTaskResult::Compared { list: id, result: make_of_list(&rows, &sources, &watch).await }
        });
    }

    /// A list was compared: what is clear goes without a person where the owner wants that.
    pub(super) fn on_compared(&mut self, id: ListId, result: Result<Made, Problem>, cx: &mut Context) {
        let is_free = self.refuse_second(None, cx).is_ok();
        let Some(list) = self.following.list(id) else { return };
        let (preview, step) = match result {
            Ok(Made { preview, step: Some(step) }) => (preview, step),
            Ok(Made { step: None, .. }) => return,
            Err(problem) => {
                list.state = ListState::Failed(problem);
                return send_lists(&self.following, cx);
            }
        };
        list.saved.agreed.extend(step.agreed.iter().cloned());
        let rows = alone(list, &preview, &step);
        let goes = !rows.is_empty() && is_free;
        let file = list.file();
        if rows.is_empty() || goes {
            (list.is_news, list.saved.file) = (false, file);
        }
        let saved_at = file.and_then(|file| file.changed);
        list.state = if goes {
            ListState::Comparing
        } else {
            let (counts, undecided) = (preview.counts, list.undecided());
            ListState::Compared { counts, undecided, saved_at, hold: list.saved.held }
        };
        let done = if goes {
            let sent = self.following.will_send(id, &step, &rows, cx);
            sent.and_then(|()| {
                self.open(Source::New { rows, purpose: RunPurpose::default() }, Vec::new(), cx)
            })
        } else {
            self.following.save(cx)
        };
        cx.report_error(done);
        send_lists(&self.following, cx);
    }
}

/// What of a step is sent without a person. Notes why nothing is, where it otherwise would.
fn alone(list: &mut List, preview: &Preview, step: &ListStep) -> Vec<StoredRow> {
    let mut rows = Vec::new();
    if list.is_news {
        match what_goes_alone(preview, step, list.is_older()) {
            Ok(waiting) if list.saved.held.is_none() && list.saved.options.sends_stock => {
                rows = preview.to_send(&waiting);
            }
            Ok(_) => {}
            Err(hold) => list.saved.held = Some(hold),
        }
    }
    // Nothing is left that somebody would have to look at.
    list.saved.held = list.saved.held.filter(|_| preview.counts.to_change + preview.counts.moved > 0);
    rows
}

/// Watches a list from now on.
fn begin(following: &mut Following, saved: SavedList, cx: &mut Context) {
    let id = saved.id;
    let file = ListFile {
        path: saved.path.clone(),
        chosen: cx.settings.get().sheets.clone(),
        columns: saved.columns(),
        price_unit: saved.price_unit,
        shop_units: cx.authenticated().and_then(|session| session.profile().currency.units()),
        has_variants: cx.authenticated().is_some_and(|session| session.profile().rules().changes_variants),
    };
    let (reader, clock) = (cx.options.read_sheet, cx.options.clock);
    cx.tasks.cancel(&Slot::FollowedList(id));
    cx.tasks.spawn_reporting(Lifetime::Account, Slot::FollowedFile(id), |reporter| {
        watched(id, file, (reader, clock), reporter)
    });
    following.lists.push(List::of(saved));
}

async fn watched(
    id: ListId,
    file: ListFile,
    (reader, clock): (ReadSheet, fn() -> Timestamp),
    reporter: Reporter,
) -> EditTaskResult {
    let on_seen = |seen| {
        reporter.report(EditTaskResult::ListSeen { list: id, seen });
    };
    match watch(file, reader, clock, on_seen).await {}
}

fn send_lists(following: &Following, cx: &mut Context) {
    let lists = following.lists.iter().map(List::shown).collect();
    cx.send(Event::Edit(EditEvent::Following(lists)));
}
