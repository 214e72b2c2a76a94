//! A plan takes the place of the one before: what was typed, arranged and removed follows it.

use std::path::{Path, PathBuf};

use hashbrown::{HashMap, HashSet};

use super::Review;
use super::base_plan::BasePlan;
use super::draft_key::{DraftKey, KeyRef, key};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::plan::FolderPlan;
use vitrine_core::import::sheet::SheetOverview;
use vitrine_domain::Problem;

/// A product into which something was typed, by what it is recognised in another plan.
pub(super) struct TypedProduct {
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
        self.plans += 1;
        for draft in drafts.iter().filter(|draft| !self.removed.contains(&key(draft))) {
            // A sheet of failed products contains edits; those made here take precedence.
            for (index, photo) in draft.photos.iter().enumerate().filter(|(index, _)| !draft.edit(*index).is_identity()) {
                self.edits.entry(photo.clone()).or_insert(draft.edit(index));
            }
        }
        let before = self.typed_products();
        let of_file = |problem: &Problem| Some((PathBuf::from(problem.subject.as_deref()?), problem.code));
        self.unusable = problems.iter().filter_map(of_file).collect();
        self.base = BasePlan { drafts, problems };
        self.rebuild_drafts();
        self.carry_over(before);
        self.ignored = ignored;
        self.folders = folders;
        self.revision += 1;
    }

    /// Derives the products from the plan and the person's changes.
    pub(in crate::import) fn rebuild_drafts(&mut self) {
        self.drafts = self.arrangement.apply(&self.base.drafts);
        self.drafts.retain(|draft| !self.removed.contains(&key(draft)));
        self.problems.clone_from(&self.base.problems);
        let removed: HashSet<PathBuf> = self.arrangement.removed().map(Path::to_owned).collect();
        if !removed.is_empty() {
            // A file that was taken out of its product is no problem any more.
            let held: HashSet<&Path> = self.drafts.iter().flat_map(|draft| &draft.photos).map(PathBuf::as_path).collect();
            let is_out = |file: &Path| removed.contains(file) && !held.contains(file);
            self.problems.retain(|problem| !problem.subject.as_deref().is_some_and(|file| is_out(Path::new(file))));
        }
        self.find_folders();
        self.plan_revision += 1;
        self.checks.touch_all();
    }

    /// The products that are shown, and into which something was typed.
    pub(super) fn typed_products(&self) -> Vec<TypedProduct> {
        let has_typed = |draft: &&PlannedDraft| self.typed.get(&key(draft)).is_some_and(|texts| !texts.is_empty());
        let typed = self.drafts.iter().filter(has_typed);
        typed.map(|draft| TypedProduct { key: key(draft).owned(), cover: draft.photos.first().cloned() }).collect()
    }

    /// Photos that were grouped anew are in other products: what was typed goes with the cover, or with the row of a spreadsheet that has
    /// found its photos. Nothing replaces what is typed there. It also stays where it was, so that the former plan has it again.
    pub(super) fn carry_over(&mut self, before: Vec<TypedProduct>) {
        let now: HashSet<KeyRef<'_>> = self.drafts.iter().map(key).collect();
        let orphans: Vec<TypedProduct> = before.into_iter().filter(|product| !now.contains(&product.key.borrowed())).collect();
        if orphans.is_empty() {
            return;
        }
        let mut by_photo: HashMap<&PathBuf, KeyRef<'_>> = HashMap::new();
        for draft in &self.drafts {
            by_photo.extend(draft.photos.iter().map(|photo| (photo, key(draft))));
        }
        // Of several rows of the same name, none is meant.
        let mut by_name: HashMap<&str, Option<KeyRef<'_>>> = HashMap::new();
        for (source, name) in self.sheet.overviews().iter().flat_map(SheetOverview::products) {
            by_name.entry(name).and_modify(|row| *row = None).or_insert(Some(KeyRef::new(source, name)));
        }
        let place = |orphan: &TypedProduct| match &orphan.cover {
            Some(cover) => by_photo.get(cover).copied(),
            None => by_name.get(orphan.key.name()).copied().flatten().filter(|row| now.contains(row)),
        };
        let moves: Vec<(DraftKey, DraftKey)> =
            orphans.iter().filter_map(|orphan| Some((orphan.key.clone(), place(orphan)?.owned()))).collect();
        for (from, to) in moves {
            let mut texts = self.typed.get(&from).cloned().unwrap_or_default();
            if let Some(carried) = self.carried.get(&from) {
                // It is still where it was typed.
                texts.retain(|field, text| carried.get(field) != Some(text));
            }
            let there = self.typed.entry(to.clone()).or_default();
            texts.retain(|field, _| !there.contains_key(field));
            there.extend(texts.clone());
            self.carried.entry(to).or_default().extend(texts);
        }
    }
}
