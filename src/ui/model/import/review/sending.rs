//! The products of the review as Start sends them.

use std::collections::BTreeSet;

use super::{Review, key, typed};
use crate::domain::{CreateRules, Draft, Edit, Field};
use crate::import::PlannedDraft;
use crate::import::categories::keep_category_open;

impl Review {
    /// The products that Start would send without a value of this field.
    pub(in crate::ui::model::import) fn sent_without(&self, field: Field, rules: &CreateRules) -> BTreeSet<usize> {
        let sent = (0..self.drafts.len()).filter(|&index| !self.is_skipped(index));
        sent.filter(|&index| self.effective(index, rules).0.integer(field).is_none()).collect()
    }

    /// The products, each with what was typed, the default values and the edits of its photos.
    pub(in crate::ui::model::import) fn to_send(&self, rules: &CreateRules) -> Vec<PlannedDraft> {
        (0..self.drafts.len()).map(|index| self.sent(index, rules)).collect()
    }

    fn sent(&self, index: usize, rules: &CreateRules) -> PlannedDraft {
        let planned = self.drafts[index].clone();
        let edits: Vec<Edit> = planned.photos.iter().map(|photo| self.edit(photo)).collect();
        let typed = self.typed.get(&key(&planned));
        let is_typed = |name: &str| Field::from_name(name).is_some_and(|field| typed.is_some_and(|typed| typed.contains_key(&field)));
        let mut planned = PlannedDraft { draft: self.effective(index, rules).0, ..planned }.edited(edits);
        // What was typed into a cell, even if it is nothing, takes the place of what the sheet said.
        planned.unusable.retain(|problem| !problem.field.as_deref().is_some_and(is_typed));
        if rules.categories.is_some() && self.categories.market_categories.tree.is_none() {
            keep_category_open(&mut planned, &self.dropped, &[], None);
        }
        planned
    }

    /// The default values that are offered to the next import: the valid ones, or else the `last` ones.
    pub(in crate::ui::model::import) fn keep_defaults(&mut self, last: &Draft) -> Draft {
        let valid = self.valid_defaults();
        let kept = if valid == Draft::default() { last.clone() } else { valid };
        self.offer_defaults(&kept);
        kept
    }

    /// Offers the default values of an earlier import.
    pub(in crate::ui::model::import) fn offer_defaults(&mut self, last: &Draft) {
        self.previous_defaults = typed::as_typed(last);
    }
}
