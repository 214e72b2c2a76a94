//! Actions of an impatient person between Start and the first product. Nothing is lost, and nothing reaches
//! another shop.

use std::cell::{Cell, RefCell};
use std::fs::OpenOptions;
use std::path::Path;

use vitrine::worker::{
    AccountCommand, AccountEvent, CatalogCommand, CatalogEvent, Command, Event, ImportCommand, ImportEvent,
    Progress, SavedProduct, SavedReview, SheetRequest,
};
use vitrine_core::import::{Counts, Grouping, PlannedDraft, Waiting};
use vitrine_domain::UserId;
use vitrine_sandbox::{FaultRule, Faults, Operation, Person};

use super::harness::AccountHarness;

const NAMES: [&str; 4] = ["bowl", "cup", "jug", "rug"];
/// The length of the padded photos, in bytes. Reading them takes longer than anything that the tests do
/// meanwhile.
const PADDED_LEN: u64 = 200 << 20;

/// The owner has imported all of [`NAMES`] but the last, and plans all of them now. A start compares the
/// photos with that import.
fn after_an_import() -> (AccountHarness, Vec<PlannedDraft>) {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    let drafts = harness.plan(&NAMES[..3]);
    harness.send(Command::Import(ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    assert_eq!(ended_counts(&mut harness).created, 3);
    let drafts = harness.plan(&NAMES);
    (harness, drafts)
}

/// Waits for the end of the import.
fn ended_counts(harness: &mut AccountHarness) -> Counts {
    harness.until(|event| {
        if let Event::Import(ImportEvent::Ended(progress)) = event { Some(progress.counts) } else { None }
    })
}

/// Pads each photo's file to [`PADDED_LEN`], or restores its length.
fn set_padded(dir: &Path, padded: bool) {
    for name in NAMES {
        let path = dir.join(format!("{name}.png"));
        let length_file = dir.join(format!("{name}.length"));
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        if padded {
            std::fs::write(&length_file, file.metadata().unwrap().len().to_string()).unwrap();
            file.set_len(PADDED_LEN).unwrap();
        } else {
            file.set_len(std::fs::read_to_string(&length_file).unwrap().parse().unwrap()).unwrap();
        }
    }
}

fn press_start(harness: &AccountHarness, drafts: Vec<PlannedDraft>) {
    set_padded(harness.dir.path(), true);
    harness.send(Command::Import(ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: true,
        rest: None,
    }));
}

/// The number of products in the shop of `person`, who must be signed in.
fn product_count(harness: &mut AccountHarness, person: Person) -> usize {
    assert!(
        harness.accounts.iter().any(|entry| entry.current && entry.account.id == UserId::from(person.id()))
    );
    harness.send(Command::Catalog(CatalogCommand::Load));
    let count = Cell::new(0);
    harness.until(|event| match event {
        Event::Catalog(CatalogEvent::Page { products, .. }) => {
            count.set(count.get() + products.len());
            None
        }
        Event::Catalog(CatalogEvent::Ended { .. }) => Some(count.get()),
        Event::Catalog(CatalogEvent::Failed(problem)) => panic!("{problem}"),
        _ => None,
    })
}

#[test]
fn an_account_selected_during_the_photo_comparison_gets_no_products() {
    let (mut harness, drafts) = after_an_import();
    press_start(&harness, drafts);
    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.until(|event| matches!(event, Event::Left).then_some(()));
    harness.sign_in(Person::OtherOwner);
    harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    set_padded(harness.dir.path(), false);
    harness.accounts_when(|accounts| {
        accounts
            .iter()
            .any(|entry| entry.current && entry.account.id == UserId::from(Person::OtherOwner.id()))
    });
    assert_eq!(product_count(&mut harness, Person::OtherOwner), 0);

    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.until(|event| match event {
        Event::Import(ImportEvent::Drafts(_)) | Event::Import(ImportEvent::Rows(_)) => {
            panic!("the other account was shown the import")
        }
        Event::Left => Some(()),
        _ => None,
    });
    harness.switch(Person::Owner);
    let left = harness.until(|event| {
        if let Event::Import(ImportEvent::Unfinished(left)) = event { Some(left.counts) } else { None }
    });
    assert_eq!(left.waiting, 4, "the import waits for the account in which it was started");
    harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    let counts = ended_counts(&mut harness);
    assert_eq!((counts.created, counts.skipped), (1, 3));
    assert_eq!(harness.shop.titles(), NAMES);
}

#[test]
fn an_import_started_with_a_refused_token_waits_for_the_sign_in_and_continues() {
    let (mut harness, drafts) = after_an_import();
    let unauthorized = FaultRule { on: Some(Operation::List), status: Some(401), ..FaultRule::default() };
    harness.shop.sandbox.set_faults(Faults::of(unauthorized));
    harness.send(Command::Catalog(CatalogCommand::Load));
    assert!(harness.signed_out().is_some());
    harness.shop.sandbox.set_faults(Faults::default());

    harness.send(Command::Import(ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: true,
        rest: None,
    }));
    let result = harness.until(|event| match event {
        Event::Import(ImportEvent::Progress(progress)) => {
            (progress.waiting == Some(Waiting::SignIn)).then_some(Ok(()))
        }
        Event::Problem(problem) => Some(Err(problem.clone())),
        _ => None,
    });
    assert_eq!(result, Ok(()), "a problem would return the screen to the review");
    harness.sign_in(Person::Owner);
    let counts = ended_counts(&mut harness);
    assert_eq!((counts.created, counts.skipped), (1, 3));
    assert_eq!(harness.shop.titles(), NAMES);
}

#[test]
fn pausing_during_the_photo_comparison_holds_the_import_until_resumed() {
    let (mut harness, drafts) = after_an_import();
    press_start(&harness, drafts);
    harness.send(Command::Import(ImportCommand::Pause));
    let paused =
        |progress: &Progress| progress.waiting == Some(Waiting::Paused) && progress.counts.waiting == 4;
    harness.until(|event| {
        matches!(event, Event::Import(ImportEvent::Progress(progress)) if paused(progress)).then_some(())
    });
    set_padded(harness.dir.path(), false);
    harness.send(Command::Account(AccountCommand::WhoAmI));
    harness.until(|event| match event {
        Event::Account(AccountEvent::WhoAmI(_)) => Some(()),
        Event::Import(ImportEvent::Ended(_)) => panic!("the paused import continued"),
        _ => None,
    });
    assert_eq!(harness.shop.titles(), NAMES[..3]);
    harness.send(Command::Import(ImportCommand::Continue));
    assert_eq!(ended_counts(&mut harness).waiting, 0);
    assert!(harness.shop.titles().len() > 3);
}

#[test]
fn cancelling_during_the_photo_comparison_sends_nothing() {
    let (mut harness, drafts) = after_an_import();
    press_start(&harness, drafts);
    harness.send(Command::Import(ImportCommand::Cancel));
    let counts = ended_counts(&mut harness);
    assert_eq!((counts.cancelled, counts.created, counts.waiting), (4, 0, 0));
    assert_eq!((harness.shop.titles().len(), harness.shop.sandbox.files().len()), (3, 3));
    // A restart does not bring the import back.
    harness.restart();
    harness.sign_in(Person::Owner);
    harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    harness.send(Command::Account(AccountCommand::WhoAmI));
    harness.until(|event| match event {
        Event::Import(ImportEvent::Unfinished(left)) => panic!("{left:?}"),
        Event::Account(AccountEvent::WhoAmI(_)) => Some(()),
        _ => None,
    });
    assert_eq!(harness.shop.titles().len(), 3);
}

#[test]
fn an_import_closed_during_the_photo_comparison_is_offered_at_the_next_start() {
    let (mut harness, drafts) = after_an_import();
    let review = SavedReview { dropped: vec![harness.dir.path().to_owned()], ..SavedReview::default() };
    harness.send(Command::Import(ImportCommand::SaveReview(Some(Box::new(review)))));
    press_start(&harness, drafts);
    harness.restart();
    set_padded(harness.dir.path(), false);
    harness.sign_in(Person::Owner);
    let left = harness.until(|event| match event {
        Event::Import(ImportEvent::ReviewRestored(_)) => panic!("the started review is restored"),
        Event::Import(ImportEvent::Unfinished(left)) => Some(left.counts),
        _ => None,
    });
    assert_eq!(left.waiting, 4);
    harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    let counts = ended_counts(&mut harness);
    assert_eq!((counts.created, counts.skipped, counts.waiting), (1, 3, 0));
    assert_eq!(harness.shop.titles(), NAMES);
}

#[test]
fn what_stays_in_the_review_takes_its_place_and_nothing_is_created_twice() {
    let (mut harness, mut drafts) = after_an_import();
    let rest = drafts.split_off(2);
    let review = |products: &[PlannedDraft]| SavedReview {
        dropped: vec![harness.dir.path().to_owned()],
        products: products
            .iter()
            .map(|sent| SavedProduct {
                source: sent.source.clone(),
                removed: true,
                ..SavedProduct::default()
            })
            .collect(),
        ..SavedReview::default()
    };
    let (whole, left) = (review(&[]), review(&drafts));
    let dropped_meanwhile =
        SavedReview { dropped: [left.dropped.clone(), vec!["/later".into()]].concat(), ..left.clone() };
    for later in [None, Some(dropped_meanwhile)] {
        harness.send(Command::Import(ImportCommand::SaveReview(Some(Box::new(whole.clone())))));
        set_padded(harness.dir.path(), true);
        harness.send(Command::Import(ImportCommand::Start {
            drafts: drafts.clone(),
            allow_duplicates: false,
            generate_skus: false,
            from_review: true,
            rest: Some(Box::new(left.clone())),
        }));
        if let Some(later) = &later {
            harness.send(Command::Import(ImportCommand::SaveReview(Some(Box::new(later.clone())))));
        }
        harness.restart();
        set_padded(harness.dir.path(), false);
        harness.sign_in(Person::Owner);
        let (restored, waiting) = (RefCell::new(None), Cell::new(None));
        harness.until(|event| {
            match event {
                Event::Import(ImportEvent::ReviewRestored(review)) => {
                    drop(restored.borrow_mut().replace((**review).clone()));
                }
                Event::Import(ImportEvent::Unfinished(left)) => waiting.set(Some(left.counts.waiting)),
                _ => {}
            }
            (restored.borrow().is_some() && waiting.get().is_some()).then_some(())
        });
        assert_eq!((restored.take(), waiting.get()), (Some(later.unwrap_or_else(|| left.clone())), Some(2)));
        harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
        ended_counts(&mut harness);
    }
    harness.send(Command::Import(ImportCommand::Start {
        drafts: rest,
        allow_duplicates: false,
        generate_skus: false,
        from_review: true,
        rest: None,
    }));
    ended_counts(&mut harness);
    assert_eq!(harness.shop.titles(), NAMES, "each once");
}

#[test]
fn signing_out_at_start_keeps_the_review_and_the_started_import() {
    let mut harness = AccountHarness::new();
    let drafts = harness.plan(&NAMES);
    harness.send(Command::Import(ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: true,
        rest: None,
    }));
    harness.until(|event| matches!(event, Event::Problem(_)).then_some(()));
    harness.sign_in(Person::Owner);
    harness.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    assert_eq!(ended_counts(&mut harness).created, 4);
}

#[test]
fn of_two_plans_the_last_requested_one_counts() {
    let mut harness = AccountHarness::new();
    let folder = |name: &str, count: usize| {
        let folder = harness.dir.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        let photo = folder.join("0.png");
        image::RgbImage::from_pixel(8, 8, image::Rgb([1, 2, 3])).save(&photo).unwrap();
        for n in 1..count {
            std::fs::copy(&photo, folder.join(format!("{n}.png"))).unwrap();
        }
        folder
    };
    let folders = [folder("large", 1500), folder("small", 2), folder("larger", 3000)];
    let plan = |harness: &AccountHarness, at: usize| {
        harness.send(Command::Import(ImportCommand::Plan {
            paths: vec![folders[at].clone()],
            grouping: Grouping::File.into(),
            sheet: SheetRequest::default(),
        }));
    };
    let planned = |harness: &mut AccountHarness| {
        harness.until(|event| {
            if let Event::Import(ImportEvent::Planned { drafts, .. }) = event {
                Some(drafts.len())
            } else {
                None
            }
        })
    };
    plan(&harness, 0);
    plan(&harness, 1);
    assert_eq!(planned(&mut harness), 2);
    // By the time this larger folder is planned, the first plan has finished as well.
    plan(&harness, 2);
    assert_eq!(planned(&mut harness), 3000);
}
