//! Whoever may write into a folder can put a link in the place of a photo after it was planned: what the link
//! leads to is not sent.

#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::PathBuf;

use image::RgbImage;
use vitrine::worker::{Command, Event, ImportCommand, ImportEvent, SheetRequest};
use vitrine_core::import::{Grouping, PlannedDraft, Row};
use vitrine_domain::{Draft, Price, ProblemKind};
use vitrine_sandbox::Options;

use crate::kit::shop::{Shop, TestEnv};
use crate::kit::worker::Worker;

/// A photo that differs from those with other numbers.
fn photo(path: PathBuf, number: u8) -> PathBuf {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    RgbImage::from_pixel(400, 200, image::Rgb([number, 90, 90])).save(&path).unwrap();
    path
}

fn planned(worker: &Worker, env: &TestEnv) -> Vec<PlannedDraft> {
    worker.send(Command::Import(ImportCommand::Plan {
        paths: vec![env.photos()],
        grouping: Grouping::Auto.into(),
        sheet: SheetRequest::default(),
    }));
    let drafts = worker.until(|event| match event {
        Event::Import(ImportEvent::Planned { drafts, .. }) => Some(drafts.clone()),
        _ => None,
    });
    let priced = |planned: PlannedDraft| PlannedDraft {
        draft: Draft { primary_price: Some(Price::on_wire(9000)), stock: Some(1), ..planned.draft.clone() },
        ..planned
    };
    drafts.into_iter().map(priced).collect()
}

/// Starts the drafts and returns the last row of each, by name.
fn imported(worker: &Worker, drafts: Vec<PlannedDraft>) -> Vec<Row> {
    worker.send(Command::Import(ImportCommand::Start {
        drafts,
        allow_duplicates: false,
        generate_skus: false,
        from_review: false,
        rest: None,
    }));
    let mut rows: Vec<Row> = Vec::new();
    worker.until(|event| match event {
        Event::Import(ImportEvent::Rows(changed)) => {
            rows.retain(|row| !changed.iter().any(|new| new.id == row.id));
            rows.extend(changed.iter().cloned());
            None
        }
        Event::Import(ImportEvent::Ended(_)) => Some(()),
        _ => None,
    });
    rows.sort_by(|one, other| one.name.cmp(&other.name));
    rows
}

#[test]
fn a_link_in_the_place_of_a_planned_photo_or_folder_is_not_sent() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let private = tempfile::tempdir().unwrap();
    let secret = photo(private.path().join("1.png"), 1);
    let [bowl, mug, _rug] = ["Bowl", "Mug", "Rug"].map(|name| env.photos().join(name));
    photo(bowl.join("1.png"), 10);
    photo(mug.join("1.png"), 20);
    photo(env.photos().join("Rug/1.png"), 30);
    let worker = env.worker();
    let drafts = planned(&worker, &env);
    std::fs::remove_file(bowl.join("1.png")).unwrap();
    symlink(&secret, bowl.join("1.png")).unwrap();
    std::fs::remove_dir_all(&mug).unwrap();
    symlink(private.path(), &mug).unwrap();

    let rows = imported(&worker, drafts);
    let said: Vec<_> = rows
        .iter()
        .map(|row| (row.name.as_str(), row.problem.as_ref().map(|problem| problem.kind)))
        .collect();
    let refused = Some(ProblemKind::OutsideDropped);
    assert_eq!(said, [("Bowl", refused), ("Mug", refused), ("Rug", None)]);
    assert_eq!(shop.sandbox.files().len(), 1, "nothing else was uploaded");
    assert_eq!(shop.sandbox.products().len(), 1);
}

#[test]
fn links_that_stay_in_what_was_dropped_are_followed_to_the_end() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let elsewhere = tempfile::tempdir().unwrap();
    let real = elsewhere.path().join("photos");
    photo(real.join("Rug/1.png"), 30);
    photo(real.join("Bowl/1.png"), 10);
    // The dropped folder is a link itself, and one inside leads to another photo in it.
    std::fs::remove_dir_all(env.photos()).unwrap();
    symlink(&real, env.photos()).unwrap();
    symlink(real.join("Rug/1.png"), real.join("Bowl/2.png")).unwrap();
    let worker = env.worker();
    let rows = imported(&worker, planned(&worker, &env));
    assert!(rows.iter().all(|row| row.problem.is_none()), "{rows:?}");
    assert_eq!(shop.sandbox.products().len(), 2);
}
