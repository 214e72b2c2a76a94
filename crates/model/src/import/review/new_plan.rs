//! A plan takes the place of the one before: what was typed, arranged and removed follows it.

use std::path::PathBuf;

use hashbrown::{HashMap, HashSet};

use super::base_plan::BasePlan;
use super::content::Content;
use super::draft_key::{DraftKey, KeyRef, key};
use super::{Review, Touched};
use crate::messages::PlanDigests;
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::plan::FolderPlan;
use vitrine_core::import::sheet::SheetOverview;
use vitrine_domain::{PhotoEdit, Problem};

/// A product into which something was typed, by what it is recognised in another plan.
pub(super) struct TypedInto {
    key: DraftKey,
    cover: Option<PathBuf>,
}

impl Review {
    /// Takes the worker's plan.
    pub(in crate::import) fn take_plan(
        &mut self,
        drafts: Vec<PlannedDraft>,
        problems: Vec<Problem>,
        ignored: usize,
        folders: Vec<FolderPlan>,
    ) {
        self.revisions.plans += 1;
        let before = self.typed_products();
        let of_file = |problem: &Problem| Some((PathBuf::from(problem.subject.as_deref()?), problem.kind));
        self.looks.unusable = problems.iter().filter_map(of_file).collect();
        let edits: Vec<(PathBuf, PhotoEdit)> = drafts
            .iter()
            .filter(|draft| !self.content.removed.contains(&key(draft)))
            .flat_map(|draft| {
                draft.photos.iter().enumerate().map(|(index, photo)| (photo, draft.edit(index)))
            })
            .filter(|(_, edit)| !edit.is_identity())
            .map(|(photo, edit)| (photo.clone(), edit))
            .collect();
        self.plan = BasePlan {
            digests: PlanDigests::of(&drafts),
            changed_since_saved: std::mem::take(&mut self.plan.changed_since_saved),
            drafts,
            problems,
            folders,
            ignored,
            ignored_files: std::mem::take(&mut self.plan.ignored_files),
        };
        self.change(|content, _| {
            // A sheet of failed products contains edits; those made here take precedence.
            for (photo, edit) in edits {
                content.edits.entry(photo).or_insert(edit);
            }
            ((), Touched::Products)
        });
        self.carry_over(before);
    }

    /// Takes the names of files that are neither photos nor the sheet.
    pub(crate) fn take_ignored(&mut self, files: Vec<PathBuf>) {
        self.plan.ignored_files = files;
    }

    /// The products that are shown, and into which something was typed.
    pub(super) fn typed_products(&self) -> Vec<TypedInto> {
        let has_typed = |draft: &&PlannedDraft| {
            self.content.typed.get(&key(draft)).is_some_and(|texts| !texts.is_empty())
        };
        let typed = self.derived.drafts.iter().filter(has_typed);
        typed
            .map(|draft| TypedInto { key: key(draft).owned(), cover: draft.photos.first().cloned() })
            .collect()
    }

    /// Photos that were grouped anew are in other products: what was typed goes with the cover, or with the
    /// row of a spreadsheet that has found its photos. Nothing replaces what is typed there. It also stays
    /// where it was, so that the former plan has it again.
    pub(super) fn carry_over(&mut self, before: Vec<TypedInto>) {
        let moves = self.moves(before);
        if !moves.is_empty() {
            self.change(|content, _| {
                (moves.into_iter().for_each(|(from, to)| carry(content, &from, to)), Touched::NextPlan)
            });
        }
    }

    /// The products that are no more, each with the one that has its cover or its row.
    fn moves(&self, before: Vec<TypedInto>) -> Vec<(DraftKey, DraftKey)> {
        let now: HashSet<KeyRef<'_>> = self.derived.drafts.iter().map(key).collect();
        let orphans: Vec<TypedInto> =
            before.into_iter().filter(|product| !now.contains(&product.key.borrowed())).collect();
        if orphans.is_empty() {
            return Vec::new();
        }
        let mut by_photo: HashMap<&PathBuf, KeyRef<'_>> = HashMap::new();
        for draft in &self.derived.drafts {
            by_photo.extend(draft.photos.iter().map(|photo| (photo, key(draft))));
        }
        // Of several rows of the same name, none is meant.
        let mut by_name: HashMap<&str, Option<KeyRef<'_>>> = HashMap::new();
        for (source, name) in self.sheet.overviews().iter().flat_map(SheetOverview::products) {
            by_name.entry(name).and_modify(|row| *row = None).or_insert(Some(KeyRef::new(source, name)));
        }
        let place = |orphan: &TypedInto| match &orphan.cover {
            Some(cover) => by_photo.get(cover).copied(),
            None => by_name.get(orphan.key.name()).copied().flatten().filter(|row| now.contains(row)),
        };
        orphans.iter().filter_map(|orphan| Some((orphan.key.clone(), place(orphan)?.owned()))).collect()
    }
}

fn carry(content: &mut Content, from: &DraftKey, to: DraftKey) {
    let mut texts = content.typed.get(from).cloned().unwrap_or_default();
    if let Some(carried) = content.carried.get(from) {
        // It is still where it was typed.
        texts.retain(|field, text| carried.get(field) != Some(text));
    }
    let there = content.typed.entry(to.clone()).or_default();
    texts.retain(|field, _| !there.contains_key(field));
    there.extend(texts.clone());
    content.carried.entry(to).or_default().extend(texts);
}
