//! From the review to the run: Start, and sending failed products again.

use super::{Import, Phase, Throughput, Unpriced, UnpricedQuestion};
use crate::messages::{Command, ImportCommand, PlatformCommand, Progress, Settings};
use vitrine_core::import::DraftId;
use vitrine_core::import::sheet::SheetOverview;
use vitrine_domain::{CreateRules, Field};

impl Import {
    /// Starts the import. Products without a price are created only with the user's consent.
    pub(super) fn start(
        &mut self,
        again: bool,
        unpriced: Unpriced,
        rules: &CreateRules,
        settings: &Settings,
    ) -> (Vec<Command>, Option<Settings>) {
        let review = &mut self.review;
        review.question = None;
        let without_price = review.sent_without(Field::PrimaryPrice, rules);
        if unpriced == Unpriced::LeaveOut {
            review.leave_out(&without_price);
        }
        if self.phase != Phase::Review || review.drafts.is_empty() || !review.incomplete(rules).is_empty() {
            return (Vec::new(), None);
        }
        if unpriced == Unpriced::Ask && !without_price.is_empty() {
            let without_stock = review.sent_without(Field::Stock, rules).len();
            review.question = Some(UnpricedQuestion { again, without_price: without_price.len(), without_stock });
            return (Vec::new(), None);
        }
        let drafts = review.to_send(rules);
        let defaults = review.keep_defaults(&settings.defaults);
        let settings = Settings { grouping: review.grouping, defaults, ..settings.clone() };
        let skips_expected = review.checks().skipped();
        let sheet = review.sheet().overviews().first().map(SheetOverview::imported);
        self.run.discard_rows();
        self.enter_run();
        self.run.skips_expected = skips_expected;
        self.run.progress.counts.waiting = drafts.len();
        self.run.sheet.clone_from(&sheet);
        let generate_skus = settings.generate_skus && rules.sku_unique;
        let commands = vec![
            Command::Platform(PlatformCommand::SaveSettings(Box::new(settings.clone()))),
            Command::Import(ImportCommand::KeepSheet(sheet.map(Box::new))),
            Command::Import(ImportCommand::Start { drafts, allow_duplicates: again, generate_skus, from_review: true }),
        ];
        (commands, Some(settings))
    }

    /// Goes on with the imports that an earlier session left unfinished.
    pub(super) fn resume(&mut self) -> Vec<Command> {
        let only_failed = self.run.unfinished.is_some_and(|left| left.counts.waiting == 0);
        self.run.discard_rows();
        self.enter_run();
        vec![if only_failed {
            Command::Import(ImportCommand::Reopen)
        } else {
            Command::Import(ImportCommand::Resume { without_attributes: false })
        }]
    }

    /// Sends those of the products that have no errors.
    pub(super) fn retry(&mut self, drafts: &[DraftId], rules: &CreateRules) -> Vec<Command> {
        let corrected = self.run.take_corrected(drafts, &self.review.categories.market_categories, rules);
        if corrected.is_empty() {
            return Vec::new();
        }
        self.run.phase_before_start = Some(self.phase);
        self.phase = Phase::Running;
        vec![Command::Import(ImportCommand::Retry(corrected))]
    }

    /// Enters the running phase, before the worker has accepted the start.
    fn enter_run(&mut self) {
        self.run.phase_before_start = Some(self.phase);
        self.phase = Phase::Running;
        self.run.progress = Progress::default();
        self.run.throughput = Throughput::default();
        self.run.skips_expected = 0;
        // Should the worker reject the start, the review is saved again.
        self.review.revision += 1;
    }
}
