//! From the review to the run: Start, and sending failed products again.

use std::collections::BTreeSet;

use super::{Import, Phase, Throughput, Unpriced};
use crate::messages::{Command, ImportCommand, PlatformCommand, Progress, Settings};
use vitrine_core::import::sheet::ImportedSheet;
use vitrine_core::import::{DraftId, RunId};
use vitrine_domain::CreateRules;

impl Import {
    /// Starts the import of the products that are ready; what is typed into the others stays in the review.
    /// Products without a price are created only with the user's consent.
    pub(super) fn start(
        &mut self,
        again: bool,
        unpriced: Unpriced,
        rules: &CreateRules,
        settings: &Settings,
    ) -> (Vec<Command>, Option<Settings>) {
        let review = &mut self.review;
        review.question = None;
        let staying = match review.staying(again, unpriced, rules) {
            Ok(staying) => staying,
            Err(question) => {
                review.question = Some(question).filter(|_| self.phase == Phase::Review);
                return (Vec::new(), None);
            }
        };
        let sent: BTreeSet<usize> =
            (0..review.drafts().len()).filter(|index| !staying.contains(index)).collect();
        let creates_nothing = sent.iter().all(|&index| review.is_skipped(index));
        if self.phase != Phase::Review || sent.is_empty() || (creates_nothing && !staying.is_empty()) {
            return (Vec::new(), None);
        }
        let drafts = review.to_send(&sent, rules);
        let rest = (!staying.is_empty()).then(|| review.without_sent(&sent));
        let mut settings = Settings { grouping: review.grouping(), ..settings.clone() };
        review.keep_defaults(&mut settings);
        let skips_expected = sent.iter().filter(|&&index| review.is_skipped(index)).count();
        let sheet = ImportedSheet::of(review.sheet().overviews());
        self.run.discard_rows();
        self.enter_run();
        self.run.skips_expected = skips_expected;
        self.run.left_in_review = staying.len();
        self.run.progress.counts.waiting = drafts.len();
        self.run.sheet.clone_from(&sheet);
        if rest.is_some() {
            self.reading.waiting_review.clone_from(&rest);
        }
        let generate_skus = settings.generate_skus && rules.sku_unique;
        let rest = rest.map(Box::new);
        let commands = vec![
            Command::Platform(PlatformCommand::SaveSettings(Box::new(settings.clone()))),
            Command::Import(ImportCommand::KeepSheet(sheet.map(Box::new))),
            Command::Import(ImportCommand::Start {
                drafts,
                allow_duplicates: again,
                generate_skus,
                from_review: true,
                rest,
            }),
        ];
        (commands, Some(settings))
    }

    /// The start was rejected: its products are in the review again, with those that were to stay.
    pub(super) fn take_back_start(&mut self) {
        if self.phase == Phase::Review {
            self.reading.waiting_review = None;
            self.run.left_in_review = 0;
        }
    }

    /// Shows an import that is on the disk: one that has ended, or what an earlier session left, which goes
    /// on unless it only failed. A review that is open waits behind it, and is saved as it is now.
    pub(super) fn enter_earlier(&mut self, ended: Option<RunId>) -> Vec<Command> {
        if ended.is_some() && !self.run.may_give_way(self.phase) {
            return Vec::new();
        }
        let only_failed = self.run.unfinished.is_some_and(|left| left.counts.waiting == 0);
        let (mut left, mut commands) = (self.run.left_in_review, Vec::new());
        if self.phase == Phase::Review && !self.review.drafts().is_empty() {
            let review = self.review.without_sent(&BTreeSet::new());
            // What this import, or one before, has of them does not wait.
            let known = self.review.known().count_in_shop() + self.review.known().unfinished;
            left = self.review.drafts().len().saturating_sub(known);
            commands.push(Command::Import(ImportCommand::SaveReview(Some(Box::new(review.clone())))));
            self.reading.waiting_review = Some(review);
        }
        self.run.discard_rows();
        self.run.sheet = None;
        self.enter_run();
        (self.run.left_in_review, self.run.is_resumed) = (left, true);
        self.run.throughput = Throughput::of_resumed();
        commands.push(Command::Import(if ended.is_some() || only_failed {
            ImportCommand::Reopen(ended)
        } else {
            ImportCommand::Resume { without_attributes: false }
        }));
        commands
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
        (self.run.skips_expected, self.run.left_in_review) = (0, 0);
        self.run.is_resumed = false;
        // Should the worker reject the start, the review is saved again.
        self.review.mark_changed();
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::import::tests::{act, in_review, planned};
    use crate::import::{ImportAction, Reason, ReviewAction};
    use crate::messages::SavedReview;
    use vitrine_domain::{Field, ProblemKind};

    const START: ImportAction = ImportAction::Start { again: false, unpriced: Unpriced::Ask };

    fn type_into(import: &mut Import, index: usize, field: Field, text: &str) {
        act(import, ImportAction::Review(ReviewAction::Type(index, field, text.to_owned())));
    }

    /// The names of the products that a start sends, and the review that stays.
    fn sent(commands: &[Command]) -> (Vec<String>, Option<SavedReview>) {
        let start = commands.iter().find_map(|command| match command {
            Command::Import(ImportCommand::Start { drafts, rest, .. }) => {
                Some((drafts, rest.as_deref().cloned()))
            }
            _ => None,
        });
        let (drafts, rest) = start.expect("nothing is started");
        (drafts.iter().map(|planned| planned.draft.name.clone()).collect(), rest)
    }

    fn names(import: &Import) -> Vec<String> {
        (0..import.review.drafts().len()).map(|index| import.review.with_defaults(index).name).collect()
    }

    /// The folder is read again.
    fn read(import: &mut Import) {
        import.planned(vec![planned("Rug"), planned("Bowl"), planned("Vase")], Vec::new(), 0, Vec::new());
    }

    /// Of three products, the bowl has no price; it has a name and a stock of its own.
    fn one_is_not_ready() -> Import {
        let mut import = in_review(&["Rug", "Bowl", "Vase"]);
        type_into(&mut import, 0, Field::PrimaryPrice, "100");
        type_into(&mut import, 1, Field::Name, "Copper bowl");
        type_into(&mut import, 1, Field::Stock, "4");
        type_into(&mut import, 2, Field::PrimaryPrice, "300");
        import
    }

    #[test]
    fn what_is_ready_is_created_and_the_rest_is_the_next_batch_with_its_values() {
        let mut import = one_is_not_ready();
        let (created, rest) = sent(&act(&mut import, START));
        assert_eq!(
            (created, rest.is_some(), import.run.left_in_review),
            (vec!["Rug".to_owned(), "Vase".to_owned()], true, 1)
        );
        import.ended(Progress::default());
        let commands = act(&mut import, ImportAction::Clear);
        assert!(
            matches!(commands.as_slice(), [Command::Import(ImportCommand::Plan { paths, .. })] if paths == &[PathBuf::from("/shop")]),
            "what is saved is not deleted before it is read: {commands:?}"
        );
        read(&mut import);
        assert_eq!(
            (names(&import), import.review.typed(0, Field::Stock)),
            (vec!["Copper bowl".to_owned()], Some("4"))
        );
        assert!(import.save_command().is_some() && !import.can_undo());
        type_into(&mut import, 0, Field::PrimaryPrice, "200");
        assert_eq!(
            sent(&act(&mut import, START)),
            (vec!["Copper bowl".to_owned()], None),
            "what was created is not sent again"
        );
        assert_eq!(import.run.left_in_review, 0);
    }

    #[test]
    fn a_product_with_a_damaged_photo_is_not_ready_and_stays() {
        let mut import = in_review(&["Rug", "Vase"]);
        (0..2).for_each(|index| type_into(&mut import, index, Field::PrimaryPrice, "100"));
        let photo = import.review.drafts()[1].photos[0].clone();
        let mut ready = |reason| {
            import.review.picture_made(&photo, reason);
            import.review.check(&CreateRules::default());
            (import.review.ready(), import.review.checks().reasons().collect::<Vec<_>>())
        };
        assert_eq!(ready(Some(ProblemKind::PhotoDamaged)), (1, vec![Reason::DamagedPhoto]));
        assert_eq!(ready(Some(ProblemKind::PhotoTooLarge)), (1, vec![Reason::Field(Field::Photos)]));
        assert_eq!(ready(None), (2, Vec::new()), "another look at the file found it whole");
        ready(Some(ProblemKind::PhotoDamaged));
        let (created, rest) = sent(&act(&mut import, START));
        assert_eq!((created, rest.is_some()), (vec!["Rug".to_owned()], true));
    }

    #[test]
    fn the_next_session_finds_the_rest_alone() {
        let (_, rest) = sent(&act(&mut one_is_not_ready(), START));
        let mut later = Import::default();
        later.restore_saved(rest.unwrap());
        read(&mut later);
        assert_eq!(
            (names(&later), later.review.typed(0, Field::Stock)),
            (vec!["Copper bowl".to_owned()], Some("4"))
        );
    }

    #[test]
    fn a_rejected_start_leaves_the_whole_review() {
        let mut import = one_is_not_ready();
        act(&mut import, START);
        import.handle_problem();
        assert_eq!((import.phase, names(&import).len(), import.run.left_in_review), (Phase::Review, 3, 0));
        let commands = act(&mut import, ImportAction::Clear);
        assert!(
            matches!(commands.as_slice(), [Command::Import(ImportCommand::SaveReview(None))]),
            "the rest waits nowhere else: {commands:?}"
        );
    }

    #[test]
    fn the_same_folder_dropped_after_the_import_shows_the_rest() {
        for done in [true, false] {
            let mut import = one_is_not_ready();
            act(&mut import, START);
            let mut progress = Progress::default();
            progress.counts.failed = usize::from(!done);
            import.ended(progress);
            import.dropped(vec![PathBuf::from("/shop")]);
            if !done {
                // It waits until the failed products were seen.
                let saved = import.save_command();
                let Some(Command::Import(ImportCommand::SaveReview(Some(review)))) = saved else {
                    panic!("{saved:?}")
                };
                assert!(
                    review.products.iter().any(|product| product.removed),
                    "what waits is saved with the rest"
                );
                act(&mut import, ImportAction::Clear);
            }
            read(&mut import);
            assert_eq!(names(&import), ["Copper bowl"]);
        }
    }

    #[test]
    fn nothing_starts_that_would_create_nothing() {
        let mut import = in_review(&["Rug", "Bowl"]);
        assert!(act(&mut import, START).is_empty());
        assert_eq!(import.phase, Phase::Review);
    }
}
