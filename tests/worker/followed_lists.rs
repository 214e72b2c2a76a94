//! Lists that are followed: to which shop they belong, and what a restart makes of them.

use std::path::Path;
use std::time::Duration;

use vitrine::worker::{
    AccountCommand, Command, EditCommand, EditEvent, Event, FollowOptions, FollowedList, FollowedSheet,
    KeepToken, ListId, ListState, Session, Wanted,
};
use vitrine_domain::ProblemKind;
use vitrine_sandbox::{Faults, Operation, Person};

use super::edits::{Desk, PRODUCTS, desk};

/// Saves a list of the products of the shop that each have this stock.
fn save(list: &Path, stock: i64) {
    let rows: String = (1..=PRODUCTS).map(|place| format!("{},{stock}\n", 3000 + place)).collect();
    let beside = list.with_extension("tmp");
    std::fs::write(&beside, format!("id,stock\n{rows}")).unwrap();
    std::fs::rename(&beside, list).unwrap();
}

impl Desk {
    fn follow(&self, list: &Path) {
        self.send(EditCommand::Follow(FollowedSheet {
            path: list.to_owned(),
            options: FollowOptions { sends_stock: true, ..FollowOptions::default() },
            is_remembered: true,
            ..FollowedSheet::default()
        }));
    }

    /// Waits until a list that is followed was compared with the shop.
    fn compared(&self) -> FollowedList {
        self.update(|update| match update {
            EditEvent::Following(lists) => {
                lists.iter().find(|list| matches!(list.state, ListState::Compared { .. })).cloned()
            }
            _ => None,
        })
    }

    /// The same after a restart of the program.
    fn restarted(self) -> Self {
        let Self { worker, shop, env, previews } = self;
        drop(worker);
        Self { worker: env.worker(), shop, env, previews }
    }

    fn stocks(&self) -> Vec<i64> {
        let products = self.shop.sandbox.products();
        products.into_iter().map(|product| product.fields.stock.unwrap_or_default()).collect()
    }
}

#[test]
fn a_list_is_followed_for_its_own_shop_and_goes_on_when_that_is_opened_again() {
    let mut desk = desk(Faults::default());
    (1..=PRODUCTS).for_each(|place| desk.shop.sandbox.change(3000 + place, |fields| fields.stock = Some(10)));
    let list = desk.env.dir.path().join("list.csv");
    save(&list, 10);
    desk.follow(&list);
    assert_eq!(desk.compared().differing(), 0);

    desk.worker.send(Command::Account(AccountCommand::AddAccount));
    desk.worker.until(|event| matches!(event, Event::Left).then_some(()));
    let before = desk.shop.sandbox.request_count();
    save(&list, 12);
    let scopes = ["vendor.product.read", "vendor.product.write"];
    let token = desk.shop.sandbox.issue_token(Person::OtherOwner, &scopes, Duration::from_secs(600));
    let keep = KeepToken::ThisSession;
    desk.worker.send(Command::Account(AccountCommand::SignIn { token, refresh: None, keep }));
    desk.worker.until(|event| match event {
        Event::Edit(EditEvent::Following(lists)) => panic!("that is another shop's: {lists:?}"),
        Event::Session(Session::SignedIn { .. }) => Some(()),
        _ => None,
    });
    // Of another shop, a list is none.
    let other = desk.try_preview(Wanted::Followed(ListId(1)));
    assert_eq!(other.unwrap_err().kind, ProblemKind::NoChanges);
    let requests = desk.shop.sandbox.requests();
    assert!(requests[before..].iter().all(|request| request.operation != Some(Operation::Batch)));
    assert_eq!(desk.stocks(), [10; 25]);

    let desk = desk.restarted();
    assert_eq!(desk.compared().differing(), 0, "it goes on by itself, and the stocks are sent");
    assert_eq!(desk.stocks(), [12; 25]);
    desk.send(EditCommand::StopFollowing(ListId(1)));
    desk.update(|update| matches!(update, EditEvent::Following(lists) if lists.is_empty()).then_some(()));
    save(&list, 15);
    let mut desk = desk.restarted();
    let other = desk.try_preview(Wanted::Followed(ListId(1)));
    assert_eq!(other.unwrap_err().kind, ProblemKind::NoChanges, "it is followed no more");
    assert_eq!(desk.stocks(), [12; 25]);
}
