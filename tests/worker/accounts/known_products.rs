//! What the review is told about products of earlier imports, before Start.

use std::fs::OpenOptions;

use vitrine::worker::{
    AccountCommand, Command, Event, ImportCommand, ImportEvent, KnownProduct, PlanComparison, Progress,
    SharesPhoto,
};
use vitrine_core::import::{PlannedDraft, Waiting};
use vitrine_domain::{ProductId, UserId};
use vitrine_sandbox::Person;

use super::harness::AccountHarness;

fn compare(harness: &AccountHarness, plan: u64, drafts: &[PlannedDraft]) {
    harness.send(Command::Import(ImportCommand::ComparePlan {
        plan,
        drafts: drafts.to_vec(),
        account: None,
    }));
}

fn comparison(harness: &mut AccountHarness) -> (u64, Option<PlanComparison>) {
    harness.until(|event| {
        if let Event::Import(ImportEvent::PlanCompared { plan, compared }) = event {
            Some((*plan, compared.clone()))
        } else {
            None
        }
    })
}

/// The next answer: the number of the plan, and its products that are in the shop.
fn answer(harness: &mut AccountHarness) -> (u64, Option<Vec<KnownProduct>>) {
    let (plan, compared) = comparison(harness);
    (plan, compared.map(|compared| compared.in_shop))
}

/// A harness whose owner has imported the first two of three planned products.
fn imported_before() -> (AccountHarness, Vec<PlannedDraft>) {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    let drafts = harness.plan(&["bowl", "cup", "rug"]);
    let started = drafts[..2].to_vec();
    harness.send(Command::Import(ImportCommand::Start {
        drafts: started,
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
    (harness, drafts)
}

#[test]
fn products_of_an_earlier_import_are_told_with_their_ids_before_start() {
    let (mut harness, drafts) = imported_before();
    compare(&harness, 1, &drafts);
    let (plan, in_shop) = answer(&mut harness);
    let in_shop = in_shop.unwrap();
    assert_eq!((plan, in_shop.iter().map(|known| known.index).collect::<Vec<_>>()), (1, vec![0, 1]));
    let ids: Vec<ProductId> = in_shop.into_iter().filter_map(|known| known.product).collect();
    assert_eq!(ids.len(), 2, "the products are named");
    assert_eq!(harness.shop.titles().len(), 2, "nothing was created");
}

#[test]
fn products_of_a_paused_import_are_counted_as_unfinished() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    let drafts = harness.plan(&["bowl", "cup", "rug"]);
    let started = drafts[..2].to_vec();
    let start = ImportCommand::Start {
        drafts: started,
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    };
    [start, ImportCommand::Pause].into_iter().for_each(|command| harness.send(Command::Import(command)));
    let is_paused =
        |progress: &Progress| progress.waiting == Some(Waiting::Paused) && progress.counts.total() == 2;
    harness.until(|event| {
        matches!(event, Event::Import(ImportEvent::Progress(progress)) if is_paused(progress)).then_some(())
    });
    compare(&harness, 1, &drafts);
    let compared = comparison(&mut harness).1.unwrap();
    assert_eq!((compared.unfinished, compared.in_shop.len()), (2, 0));
}

#[test]
fn a_photo_that_changed_since_makes_a_new_product() {
    let (mut harness, drafts) = imported_before();
    compare(&harness, 1, &drafts);
    assert_eq!(answer(&mut harness).1.unwrap().len(), 2);
    image::RgbImage::from_pixel(70, 30, image::Rgb([1, 2, 3])).save(&drafts[0].photos[0]).unwrap();
    compare(&harness, 2, &drafts);
    let (plan, in_shop) = answer(&mut harness);
    assert_eq!((plan, in_shop.unwrap().iter().map(|known| known.index).collect::<Vec<_>>()), (2, vec![1]));
}

#[test]
fn photos_that_were_sent_in_a_joined_product_are_told_when_they_are_planned_apart() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    let drafts = harness.plan(&["bowl", "cup", "rug"]);
    let mut joined = drafts[0].clone();
    joined.photos.extend(drafts[1].photos.iter().cloned());
    harness.send(Command::Import(ImportCommand::Start {
        drafts: vec![joined],
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
    compare(&harness, 1, &drafts);
    let compared = comparison(&mut harness).1.unwrap();
    assert_eq!(compared.in_shop.iter().map(|known| known.index).collect::<Vec<_>>(), [0]);
    assert_eq!(compared.sharing, [SharesPhoto { index: 1, with: drafts[0].draft.name.clone() }]);
}

#[test]
fn nothing_is_claimed_while_nobody_is_signed_in() {
    let (mut harness, drafts) = imported_before();
    harness.restart();
    compare(&harness, 5, &drafts);
    assert_eq!(answer(&mut harness), (5, None));
}

#[test]
fn a_changed_plan_replaces_the_comparison_under_way() {
    let (mut harness, drafts) = imported_before();
    stretch(&drafts);
    compare(&harness, 1, &drafts);
    compare(&harness, 2, &drafts[2..]);
    assert_eq!(answer(&mut harness), (2, Some(Vec::new())));
}

#[test]
fn an_account_selected_while_photos_are_read_is_not_told_what_is_in_the_other_shop() {
    let (mut harness, drafts) = imported_before();
    stretch(&drafts);
    compare(&harness, 1, &drafts);
    harness.send(Command::Account(AccountCommand::AddAccount));
    harness.until(|event| match event {
        Event::Import(ImportEvent::PlanCompared { .. }) => {
            panic!("the comparison belongs to the account that was left")
        }
        Event::Left => Some(()),
        _ => None,
    });
    harness.sign_in(Person::OtherOwner);
    harness.accounts_when(|accounts| {
        accounts
            .iter()
            .any(|entry| entry.current && entry.account.id == UserId::from(Person::OtherOwner.id()))
    });
    compare(&harness, 2, &drafts);
    assert_eq!(answer(&mut harness), (2, Some(Vec::new())), "the other shop has none of them");
}

/// Makes the photos so long that reading them takes longer than what follows.
fn stretch(drafts: &[PlannedDraft]) {
    for photo in drafts.iter().flat_map(|draft| &draft.photos) {
        OpenOptions::new().write(true).open(photo).unwrap().set_len(200 << 20).unwrap();
    }
}

#[test]
fn the_covers_of_created_products_are_told_with_their_names() {
    let mut harness = AccountHarness::new();
    harness.sign_in(Person::Owner);
    let drafts = harness.plan(&["bowl", "cup"]);
    let bars = image::RgbImage::from_fn(90, 70, |x, _| {
        image::Rgb(if x / 20 % 2 == 0 { [240, 230, 210] } else { [20, 60, 120] })
    });
    bars.save(&drafts[0].photos[0]).unwrap();
    harness.send(Command::Import(ImportCommand::Start {
        drafts: drafts.clone(),
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    harness.until(|event| matches!(event, Event::Import(ImportEvent::Ended(_))).then_some(()));
    compare(&harness, 1, &drafts);
    let covers = comparison(&mut harness).1.unwrap().covers;
    assert_eq!(covers.len(), 1, "a cover of one colour cannot be recognized");
    assert_eq!(covers[0].name, drafts[0].draft.name);
    let rgba = bars.pixels().flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
    let look =
        vitrine_media::PerceptualHash::of(&vitrine_media::Pixels { width: 90, height: 70, rgba }).unwrap();
    assert!(covers[0].look.is_similar(&look));
}
