//! An impatient person's actions between Start and the first product: nothing is lost, and nothing reaches another shop.

use std::cell::Cell;
use std::fs::OpenOptions;
use std::path::Path;

use vitrine::domain::UserId;
use vitrine::import::{Counts, Grouping, PlannedDraft, Waiting};
use vitrine::sandbox::{Faults, Operation, Person, Rule};
use vitrine::worker::{AccountCommand, CatalogCommand, Command, Event, ImportCommand, ProductsUpdate, Progress, SavedReview};

use super::desk::Desk;

const NAMES: [&str; 4] = ["bowl", "cup", "jug", "rug"];
/// Reading photos of this length takes longer than anything that is pressed meanwhile.
const LONG: u64 = 200 << 20;

/// A desk whose owner has imported all but the last of [`NAMES`]; the photos have grown since, so that comparing them
/// with that import takes a while.
fn imported_before() -> (Desk, Vec<PlannedDraft>) {
    let mut desk = Desk::new();
    desk.signs_in(Person::Owner);
    let drafts = desk.planned(&NAMES[..3]);
    desk.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, from_review: false }));
    assert_eq!(ended(&mut desk).created, 3);
    let drafts = desk.planned(&NAMES);
    (desk, drafts)
}

fn ended(desk: &mut Desk) -> Counts {
    desk.until(|event| if let Event::ImportEnded(progress) = event { Some(progress.counts) } else { None })
}

/// Adds to each photo's file, or takes that away again.
fn stretch(dir: &Path, long: bool) {
    for name in NAMES {
        let path = dir.join(format!("{name}.png"));
        let kept = dir.join(format!("{name}.length"));
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        if long {
            std::fs::write(&kept, file.metadata().unwrap().len().to_string()).unwrap();
            file.set_len(LONG).unwrap();
        } else {
            file.set_len(std::fs::read_to_string(&kept).unwrap().parse().unwrap()).unwrap();
        }
    }
}

fn press_start(desk: &Desk, drafts: Vec<PlannedDraft>) {
    stretch(desk.dir.path(), true);
    desk.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, from_review: true }));
}

fn shop_of(desk: &mut Desk, person: Person) -> usize {
    assert!(desk.accounts.iter().any(|entry| entry.current && entry.account.id == UserId::from(person.id())));
    desk.send(Command::Catalog(CatalogCommand::Load));
    let count = Cell::new(0);
    desk.until(|event| match event {
        Event::Products(ProductsUpdate::Page { products, done, .. }) => {
            count.set(count.get() + products.len());
            done.then(|| count.get())
        }
        Event::Products(ProductsUpdate::Failed(problem)) => panic!("{problem}"),
        _ => None,
    })
}

#[test]
fn an_account_selected_during_the_photo_comparison_gets_no_products() {
    let (mut desk, drafts) = imported_before();
    press_start(&desk, drafts);
    desk.send(Command::Account(AccountCommand::AddAccount));
    desk.until(|event| matches!(event, Event::Left).then_some(()));
    desk.signs_in(Person::OtherOwner);
    desk.send(Command::Import(ImportCommand::Resume));
    stretch(desk.dir.path(), false);
    desk.accounts_when(|accounts| accounts.iter().any(|entry| entry.current && entry.account.id == UserId::from(Person::OtherOwner.id())));
    assert_eq!(shop_of(&mut desk, Person::OtherOwner), 0);

    desk.send(Command::Account(AccountCommand::AddAccount));
    desk.until(|event| match event {
        Event::ImportDrafts(_) | Event::ImportRows(_) => panic!("the other account was shown the import"),
        Event::Left => Some(()),
        _ => None,
    });
    desk.switch(Person::Owner);
    let left = desk.until(|event| if let Event::ImportUnfinished(left) = event { Some(left.counts) } else { None });
    assert_eq!(left.waiting, 4, "it waits for the account it was started in");
    desk.send(Command::Import(ImportCommand::Resume));
    let counts = ended(&mut desk);
    assert_eq!((counts.created, counts.skipped), (1, 3));
    assert_eq!(desk.shop.titles(), NAMES);
}

#[test]
fn an_import_started_with_a_refused_token_waits_for_the_sign_in_and_continues() {
    let (mut desk, drafts) = imported_before();
    let unauthorized = Rule { on: Some(Operation::List), status: Some(401), ..Rule::default() };
    desk.shop.sandbox.set_faults(Faults::of(unauthorized));
    desk.send(Command::Catalog(CatalogCommand::Load));
    assert!(desk.signed_out().is_some());
    desk.shop.sandbox.set_faults(Faults::default());

    desk.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, from_review: true }));
    let told = desk.until(|event| match event {
        Event::ImportProgress(progress) => (progress.waiting == Some(Waiting::SignIn)).then_some(Ok(())),
        Event::Problem(problem) => Some(Err(problem.clone())),
        _ => None,
    });
    assert_eq!(told, Ok(()), "a problem would take the screen back to the review");
    desk.signs_in(Person::Owner);
    let counts = ended(&mut desk);
    assert_eq!((counts.created, counts.skipped), (1, 3));
    assert_eq!(desk.shop.titles(), NAMES);
}

#[test]
fn pausing_during_the_photo_comparison_holds_the_import_until_resumed() {
    let (mut desk, drafts) = imported_before();
    press_start(&desk, drafts);
    desk.send(Command::Import(ImportCommand::Pause));
    let paused = |progress: &Progress| progress.waiting == Some(Waiting::Paused) && progress.counts.waiting == 4;
    desk.until(|event| matches!(event, Event::ImportProgress(progress) if paused(progress)).then_some(()));
    stretch(desk.dir.path(), false);
    desk.until(|event| matches!(event, Event::ImportDrafts(_)).then_some(()));
    desk.until(|event| match event {
        Event::ImportProgress(progress) => (progress.waiting == Some(Waiting::Paused)).then_some(()),
        Event::ImportEnded(_) => panic!("it went on"),
        _ => None,
    });
    assert_eq!(desk.shop.titles(), NAMES[..3]);
    desk.send(Command::Import(ImportCommand::Continue));
    assert_eq!(ended(&mut desk).waiting, 0);
    assert!(desk.shop.titles().len() > 3);
}

#[test]
fn cancelling_during_the_photo_comparison_sends_nothing() {
    let (mut desk, drafts) = imported_before();
    press_start(&desk, drafts);
    desk.send(Command::Import(ImportCommand::Cancel));
    let counts = ended(&mut desk);
    assert_eq!((counts.cancelled, counts.created, counts.waiting), (4, 0, 0));
    assert_eq!((desk.shop.titles().len(), desk.shop.sandbox.files().len()), (3, 3));
    // Nor does it come back.
    desk.restarts();
    desk.signs_in(Person::Owner);
    desk.send(Command::Import(ImportCommand::Resume));
    desk.send(Command::Account(AccountCommand::WhoAmI));
    desk.until(|event| match event {
        Event::ImportUnfinished(left) => panic!("{left:?}"),
        Event::WhoAmI(_) => Some(()),
        _ => None,
    });
    assert_eq!(desk.shop.titles().len(), 3);
}

#[test]
fn an_import_closed_during_the_photo_comparison_is_offered_at_the_next_start() {
    let (mut desk, drafts) = imported_before();
    let review = SavedReview { dropped: vec![desk.dir.path().to_owned()], ..SavedReview::default() };
    desk.send(Command::Import(ImportCommand::SaveReview(Some(Box::new(review)))));
    press_start(&desk, drafts);
    desk.restarts();
    stretch(desk.dir.path(), false);
    desk.signs_in(Person::Owner);
    let left = desk.until(|event| match event {
        Event::ReviewRestored(_) => panic!("the review is an import now"),
        Event::ImportUnfinished(left) => Some(left.counts),
        _ => None,
    });
    assert_eq!(left.waiting, 4);
    desk.send(Command::Import(ImportCommand::Resume));
    let counts = ended(&mut desk);
    assert_eq!((counts.created, counts.skipped, counts.waiting), (1, 3, 0));
    assert_eq!(desk.shop.titles(), NAMES);
}

#[test]
fn signing_out_at_start_keeps_the_review_and_the_started_import() {
    let mut desk = Desk::new();
    let drafts = desk.planned(&NAMES);
    desk.send(Command::Import(ImportCommand::Start { drafts, allow_duplicates: false, from_review: true }));
    desk.until(|event| matches!(event, Event::Problem(_)).then_some(()));
    desk.signs_in(Person::Owner);
    desk.send(Command::Import(ImportCommand::Resume));
    assert_eq!(ended(&mut desk).created, 4);
}

#[test]
fn of_two_plans_the_last_requested_one_counts() {
    let mut desk = Desk::new();
    let folder = |name: &str, count: usize| {
        let folder = desk.dir.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        let photo = folder.join("0.png");
        image::RgbImage::from_pixel(8, 8, image::Rgb([1, 2, 3])).save(&photo).unwrap();
        for n in 1..count {
            std::fs::copy(&photo, folder.join(format!("{n}.png"))).unwrap();
        }
        folder
    };
    let folders = [folder("large", 1500), folder("small", 2), folder("larger", 3000)];
    let plan = |desk: &Desk, at: usize| {
        desk.send(Command::Import(ImportCommand::Plan { paths: vec![folders[at].clone()], grouping: Grouping::File, sheet: None }));
    };
    let planned = |desk: &mut Desk| desk.until(|event| if let Event::Planned { drafts, .. } = event { Some(drafts.len()) } else { None });
    plan(&desk, 0);
    plan(&desk, 1);
    assert_eq!(planned(&mut desk), 2);
    // The large folder has been looked through by then, too.
    plan(&desk, 2);
    assert_eq!(planned(&mut desk), 3000);
}
