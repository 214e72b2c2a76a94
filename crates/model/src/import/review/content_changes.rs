//! Changes of the content, each with what takes it back, and with what it means for the products.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::arrangement::Arrangement;
use super::content::{Content, Touched};
use super::defaults::Defaults;
use super::draft_key::{DraftKeys, key};
use super::history::{CellText, Step};
use vitrine_core::import::{Grouping, PlannedDraft};
use vitrine_domain::{Field, PhotoEdit};

impl Content {
    /// Sets what is typed into cells of planned products. Each product is looked up once: its texts are all
    /// over the memory, and a change may be of ten thousand.
    pub fn type_texts(
        &mut self,
        drafts: &[PlannedDraft],
        texts: impl IntoIterator<Item = (usize, Field, String)>,
    ) -> (Step, Touched) {
        let (mut cells, mut touched) = (Vec::new(), Vec::new());
        for (index, field, text) in texts {
            let Some(key) = drafts.get(index).map(key) else { continue };
            let (draft, text) = match self.typed.get_key_value_mut(&key) {
                Some((known, typed)) => (known.clone(), typed.insert(field, text)),
                None => {
                    let draft = key.owned();
                    self.typed.insert(draft.clone(), BTreeMap::from([(field, text)]));
                    (draft, None)
                }
            };
            touched.push(index);
            cells.push(CellText { draft, index, field, text });
        }
        // Applied in the reverse order, the first text of a cell that was set twice wins.
        cells.reverse();
        (Step::Cells(cells), Touched::Values(touched))
    }

    /// Sets what is typed into cells, as it was before.
    pub fn set_texts(&mut self, drafts: &[PlannedDraft], mut cells: Vec<CellText>) -> (Step, Touched) {
        let (mut touched, mut moved) = (Vec::new(), DraftKeys::default());
        for CellText { draft, index, field, text } in &mut cells {
            match drafts.get(*index) {
                Some(planned) if key(planned) == draft.borrowed() => touched.push(*index),
                _ => drop(moved.insert(draft.clone())),
            }
            let typed = match self.typed.get_mut(draft) {
                Some(typed) => typed,
                None => self.typed.entry(draft.clone()).or_default(),
            };
            *text = match text.take() {
                Some(text) => typed.insert(*field, text),
                None => typed.remove(field),
            };
        }
        if !moved.is_empty() {
            touched.extend((0..drafts.len()).filter(|&index| moved.contains(&key(&drafts[index]))));
        }
        cells.reverse();
        (Step::Cells(cells), Touched::Values(touched))
    }

    /// Takes products out of the plan of this number.
    pub fn take_out(
        &mut self,
        drafts: &[PlannedDraft],
        indices: &BTreeSet<usize>,
        plan: u64,
    ) -> (Step, Touched) {
        let out: Vec<_> =
            indices.iter().filter_map(|&index| Some((index, drafts.get(index)?.clone()))).collect();
        self.removed.extend(out.iter().map(|(_, draft)| key(draft).owned()));
        (Step::PutBack { plan, drafts: out }, Touched::Out(indices.clone()))
    }

    /// Sets the edits of photos; `None`: not edited.
    pub fn replace_edits(&mut self, edits: Vec<(PathBuf, Option<PhotoEdit>)>) -> (Step, Touched) {
        let replace = |(photo, edit): (PathBuf, Option<PhotoEdit>)| {
            let before = match edit.filter(|edit| !edit.is_identity()) {
                Some(edit) => self.edits.insert(photo.clone(), edit),
                None => self.edits.remove(&photo),
            };
            (photo, before)
        };
        (Step::Edits(edits.into_iter().map(replace).collect()), Touched::Edits)
    }

    /// Sets the answers for folders; `None`: it is chosen automatically.
    pub fn set_answers(&mut self, answers: Vec<(PathBuf, Option<Grouping>)>) -> (Step, Touched) {
        let set = |(folder, answer): (PathBuf, Option<Grouping>)| {
            let before = match answer {
                Some(grouping) => self.answers.insert(folder.clone(), grouping),
                None => self.answers.remove(&folder),
            };
            (folder, before)
        };
        (Step::Folders(answers.into_iter().map(set).collect()), Touched::NextPlan)
    }

    /// Replaces the default values.
    pub fn replace_defaults(&mut self, defaults: Defaults) -> (Step, Touched) {
        (Step::Defaults(std::mem::replace(&mut self.defaults, defaults)), Touched::EachValue)
    }

    /// Changes which photos belong to which product.
    pub fn replace_arrangement(&mut self, arrangement: Arrangement) -> (Step, Touched) {
        (Step::Photos(std::mem::replace(&mut self.arrangement, arrangement)), Touched::Products)
    }
}
