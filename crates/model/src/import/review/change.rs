//! The content of the review changes in one way, from which what follows is derived.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::content::{Content, Touched};
use super::draft_key::key;
use super::{BasePlan, Derived, Review};
use vitrine_core::import::PlannedDraft;

impl Review {
    /// Changes the content. `change` is given the products, and says what the change means for them.
    pub(in crate::import) fn change<T>(
        &mut self,
        change: impl FnOnce(&mut Content, &[PlannedDraft]) -> (T, Touched),
    ) -> T {
        let drafts = &self.derived.drafts;
        let (result, touched) = self.content.change(|content| change(content, drafts));
        self.revisions.now += 1;
        self.derive(touched);
        result
    }

    fn derive(&mut self, touched: Touched) {
        let checks = &mut self.derived.checks;
        match touched {
            Touched::NextPlan => {}
            Touched::Values(products) => products.into_iter().for_each(|product| checks.touch(product)),
            Touched::EachValue => (0..self.derived.drafts.len()).for_each(|product| checks.touch(product)),
            Touched::Edits => self.revisions.plan += 1,
            Touched::Out(products) => {
                checks.remove(&products);
                let mut index = 0..;
                self.derived.drafts.retain(|_| index.next().is_some_and(|index| !products.contains(&index)));
                self.revisions.plan += 1;
            }
            Touched::Back(drafts) => {
                for (index, draft) in drafts {
                    self.derived.drafts.insert(index.min(self.derived.drafts.len()), draft);
                }
                self.products_changed();
            }
            Touched::Products => {
                self.derived.rebuild(&self.plan, &self.content);
                self.products_changed();
            }
        }
    }

    fn products_changed(&mut self) {
        self.categories.find_folders(&self.derived.drafts, &self.content.dropped);
        self.revisions.plan += 1;
        self.derived.checks.touch_all();
    }
}

impl Derived {
    /// Derives the products from the plan and the person's changes.
    fn rebuild(&mut self, plan: &BasePlan, content: &Content) {
        let Content { arrangement, removed, .. } = content;
        let mut drafts = arrangement.apply(&plan.drafts);
        drafts.retain(|draft| !removed.contains(&key(draft)));
        let mut problems = plan.problems.clone();
        let taken_out: HashSet<&Path> = arrangement.removed().collect();
        if !taken_out.is_empty() {
            // A file that was taken out of its product is no problem any more.
            let held: HashSet<&Path> =
                drafts.iter().flat_map(|draft| &draft.photos).map(PathBuf::as_path).collect();
            let is_out = |file: &Path| taken_out.contains(file) && !held.contains(file);
            problems
                .retain(|problem| !problem.subject.as_deref().is_some_and(|file| is_out(Path::new(file))));
        }
        (self.drafts, self.problems) = (drafts, problems);
    }
}
