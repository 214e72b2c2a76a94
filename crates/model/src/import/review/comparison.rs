//! Comparing the plan with earlier imports of the account, by the worker. The result is advice: Start
//! compares again.

use super::known::KnownProducts;
use super::{Review, key};
use crate::messages::{Command, ImportCommand, PlanComparison};
use vitrine_domain::{AccountKey, ProductId};

impl Review {
    /// The command that compares the plan with earlier imports of the account, if that was not requested yet.
    /// What was known for another account is forgotten.
    pub(in crate::import) fn comparison_command(
        &mut self,
        account: Option<AccountKey>,
        is_shown: bool,
    ) -> Option<Command> {
        if self.known.compared.as_ref().is_some_and(|(compared, _)| Some(compared) != account.as_ref()) {
            self.forget_known();
        }
        let wanted = (account?, self.revisions.plan);
        if !is_shown || self.derived.drafts.is_empty() || self.known.compared.as_ref() == Some(&wanted) {
            return None;
        }
        self.known.compared = Some(wanted);
        Some(Command::Import(ImportCommand::ComparePlan {
            plan: self.revisions.plan,
            drafts: self.derived.drafts.clone(),
            account: None,
        }))
    }

    /// Takes the worker's comparison of a plan. One of an earlier plan is ignored, because that of this plan
    /// follows. Returns whether it was of this one.
    pub(crate) fn plan_compared(&mut self, plan: u64, compared: Option<PlanComparison>) -> bool {
        if self.known.compared.as_ref().is_none_or(|(_, compared)| *compared != plan)
            || self.revisions.plan != plan
        {
            return false;
        }
        let PlanComparison { in_shop, sharing, unfinished, .. } = compared.unwrap_or_default();
        self.known.unfinished = unfinished;
        self.known.changed = in_shop.iter().filter(|known| !known.other_values.is_empty()).count();
        let in_shop = in_shop
            .into_iter()
            .filter_map(|known| Some((key(self.derived.drafts.get(known.index)?).owned(), known.product)));
        self.known.in_shop = in_shop.collect();
        self.known.sharing = sharing
            .into_iter()
            .filter_map(|shares| Some((key(self.derived.drafts.get(shares.index)?).owned(), shares.with)))
            .collect();
        self.derived.checks.touch_all();
        true
    }

    fn forget_known(&mut self) {
        self.known = KnownProducts { again: self.known.again, ..KnownProducts::default() };
        self.looks.forget_covers();
        self.derived.checks.touch_all();
    }

    /// What earlier imports of the account created of the plan.
    pub const fn known(&self) -> &KnownProducts {
        &self.known
    }

    /// Whether a planned product is in the shop already, by an earlier import. The product's id is `None` if
    /// the marketplace did not return it.
    pub fn in_shop(&self, index: usize) -> Option<Option<&ProductId>> {
        self.known.in_shop.get(&key(self.derived.drafts.get(index)?)).map(Option::as_ref)
    }

    /// The name of a product in the shop that has a photo of this planned product, which is new.
    pub fn shares_photo_with(&self, index: usize) -> Option<&str> {
        self.known.sharing.get(&key(self.derived.drafts.get(index)?)).map(String::as_str)
    }

    /// The indices of the new products that have a photo of a product in the shop.
    pub fn sharing_photos(&self) -> Vec<usize> {
        (0..self.derived.drafts.len()).filter(|&index| self.shares_photo_with(index).is_some()).collect()
    }

    /// Whether Start would skip a planned product.
    pub fn is_skipped(&self, index: usize) -> bool {
        !self.known.again && !self.known.in_shop.is_empty() && self.in_shop(index).is_some()
    }

    /// Chooses whether products that an earlier import created are created again.
    pub(in crate::import) fn create_again(&mut self, again: bool) {
        self.known.again = again;
        self.derived.checks.touch_all();
    }

    /// Whether something was typed into a planned product, apart from default values.
    pub fn is_typed_into(&self, index: usize) -> bool {
        let typed = self.derived.drafts.get(index).and_then(|draft| self.content.typed.get(&key(draft)));
        typed.is_some_and(|typed| !typed.is_empty())
    }

    /// The number of products that are new: all but those that Start would skip.
    pub fn to_create(&self) -> usize {
        self.derived.drafts.len().saturating_sub(self.derived.checks.skipped())
    }

    /// The number of products that Start creates. The other new ones stay in the review.
    pub fn ready(&self) -> usize {
        self.to_create().saturating_sub(self.derived.checks.incomplete().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::tests::{act, in_review};
    use crate::import::{Import, ImportAction, ReviewAction, Unpriced};
    use crate::messages::KnownProduct;
    use vitrine_domain::{CreateRules, Field, UserId, VendorId};

    fn account(user: u64) -> AccountKey {
        AccountKey { market: "example".to_owned(), user: UserId::from(user), vendor: VendorId::from(1) }
    }

    fn rules() -> CreateRules {
        CreateRules { required: vec![Field::Name, Field::PrimaryPrice], ..CreateRules::default() }
    }

    /// A review of three products; the command that compares it was taken.
    fn compared(in_shop: &[usize]) -> Import {
        let mut import = in_review(&["Rug", "Bowl", "Vase"]);
        let Some(Command::Import(ImportCommand::ComparePlan { plan, drafts, .. })) =
            import.comparison_command(Some(account(1)))
        else {
            panic!("nothing is compared")
        };
        assert_eq!(drafts.len(), 3);
        let known = |&index| KnownProduct {
            index,
            product: Some(ProductId::from(70 + index as u64)),
            other_values: Vec::new(),
        };
        let in_shop = in_shop.iter().map(known).collect();
        import.review.plan_compared(plan, Some(PlanComparison { in_shop, ..PlanComparison::default() }));
        import.review.check(&rules());
        import
    }

    #[test]
    fn products_in_the_shop_are_marked_and_not_counted() {
        let mut import = compared(&[0, 2]);
        assert_eq!(
            (import.review.in_shop(0), import.review.in_shop(1)),
            (Some(Some(&ProductId::from(70))), None)
        );
        assert_eq!(import.review.to_create(), 1);
        act(&mut import, ImportAction::Review(ReviewAction::Again(true)));
        import.review.check(&rules());
        assert_eq!(
            (import.review.to_create(), import.review.in_shop(0).is_some()),
            (3, true),
            "created again, they are still in the shop"
        );
    }

    #[test]
    fn what_a_resumed_import_has_does_not_wait_in_the_review() {
        let mut import = compared(&[0]);
        import.review.known.unfinished = 1;
        act(&mut import, ImportAction::Resume);
        assert_eq!(import.run.left_in_review, 1, "neither the one in the shop nor the unfinished one");
    }

    #[test]
    fn nothing_is_required_of_a_product_that_is_not_sent() {
        let mut import = compared(&[0, 2]);
        assert_eq!(import.review.checks().incomplete(), [1]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::PrimaryPrice, "9".to_owned())));
        import.review.check(&rules());
        assert!(import.review.checks().incomplete().is_empty());
        act(&mut import, ImportAction::Review(ReviewAction::Again(true)));
        import.review.check(&rules());
        assert_eq!(import.review.checks().incomplete(), [0, 2]);
    }

    #[test]
    fn prices_are_asked_of_new_products_only() {
        let mut import = compared(&[0, 2]);
        let start = |unpriced| ImportAction::Start { again: false, unpriced };
        import.act(start(Unpriced::Ask), &CreateRules::default(), &Default::default());
        assert_eq!(import.review.question.as_ref().map(|question| question.without_price.len()), Some(1));
        let mut import = compared(&[0, 1, 2]);
        let (commands, _) = import.act(start(Unpriced::Ask), &CreateRules::default(), &Default::default());
        assert!(import.review.question.is_none() && !commands.is_empty(), "all would be skipped");
    }

    #[test]
    fn products_in_the_shop_do_not_count_as_created_with_a_price() {
        let mut import = compared(&[0]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::PrimaryPrice, "9".to_owned())));
        let rules = CreateRules::default();
        import.act(
            ImportAction::Start { again: false, unpriced: Unpriced::Ask },
            &rules,
            &Default::default(),
        );
        let question = import.review.question.clone().unwrap();
        assert_eq!((question.without_price, question.complete), (vec![1, 2], 0));
        let start = ImportAction::Start { again: false, unpriced: Unpriced::LeaveOut };
        let (commands, _) = import.act(start, &rules, &Default::default());
        assert!(commands.is_empty(), "nothing would be created: {commands:?}");
    }

    #[test]
    fn the_number_to_create_is_that_of_the_products_that_are_ready() {
        let mut import = compared(&[0]);
        assert_eq!((import.review.to_create(), import.review.ready()), (2, 0));
        act(&mut import, ImportAction::Review(ReviewAction::Type(2, Field::PrimaryPrice, "9".to_owned())));
        import.review.check(&rules());
        assert_eq!((import.review.to_create(), import.review.ready()), (2, 1));
    }

    #[test]
    fn a_plan_is_compared_once_and_again_when_it_changed() {
        let mut import = compared(&[0]);
        assert!(import.comparison_command(Some(account(1))).is_none());
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::Stock, "4".to_owned())));
        assert!(import.comparison_command(Some(account(1))).is_none(), "typing changes no photo");
        act(&mut import, ImportAction::Review(ReviewAction::Remove(1)));
        let before = import.review.plan_revision() - 1;
        assert!(import.comparison_command(Some(account(1))).is_some());
        assert!(import.review.in_shop(0).is_some(), "the mark stays meanwhile");
        import.review.plan_compared(before, Some(PlanComparison::default()));
        assert!(import.review.in_shop(0).is_some(), "the answer about an earlier plan is ignored");
    }

    #[test]
    fn what_is_known_belongs_to_one_account() {
        let mut import = compared(&[0]);
        assert!(import.comparison_command(None).is_none());
        assert!(import.review.in_shop(0).is_none(), "nobody is signed in");
        let mut import = compared(&[0]);
        assert!(import.comparison_command(Some(account(2))).is_some());
        assert!(import.review.in_shop(0).is_none());
        import.review.check(&rules());
        assert_eq!(import.review.to_create(), 3);
    }

    #[test]
    fn products_in_the_shop_are_locked_unless_they_are_created_again_and_what_was_typed_before_is_counted() {
        let mut import = compared(&[0, 2]);
        let stock = |product| (product, Field::Stock, "4".to_owned());
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::Stock, "4".to_owned())));
        act(&mut import, ImportAction::Review(ReviewAction::SetCells(vec![stock(2)])));
        assert!(!import.can_undo(), "nothing was changed");
        act(&mut import, ImportAction::Review(ReviewAction::SetCells((0..3).map(stock).collect())));
        assert_eq!([0, 1, 2].map(|product| import.review.is_typed_into(product)), [false, true, false]);
        act(&mut import, ImportAction::Review(ReviewAction::Again(true)));
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::Stock, "4".to_owned())));
        act(&mut import, ImportAction::Review(ReviewAction::Again(false)));
        import.review.check(&rules());
        assert_eq!(import.review.checks().typed_in_vain(), 1);
    }
}
