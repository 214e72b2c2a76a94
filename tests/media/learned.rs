//! Limits that are missing in the market file: learned from refusals, remembered, and not trusted blindly.

use image::{ImageFormat, Rgb, RgbImage};
use vitrine::sandbox::{Behaviour, Faults, Operation, Options, Outcome, Rule};

use crate::kit::shop::{Desk, Shop};

fn shop_that_takes(photo_bytes: u64, tell_photo_bytes: bool) -> (Shop, Desk) {
    let behaviour = Behaviour { photo_bytes, tell_photo_bytes, ..Behaviour::default() };
    let shop = Shop::open(Options { faults: Faults { behaviour, ..Faults::default() }, ..Options::default() });
    let mut file = shop.sandbox.market_file();
    file.push('\n');
    let desk = Desk::with(&without_limit(&file), shop.sandbox.token());
    (shop, desk)
}

/// Removes the limit from the market file.
fn without_limit(market_file: &str) -> String {
    market_file.lines().filter(|line| !line.starts_with("photo_bytes")).collect::<Vec<_>>().join("\n")
}

/// A square PNG with this side that cannot be compressed: three bytes per pixel.
fn grainy(desk: &Desk, name: &str, side: u32) {
    let mut hash = blake3::Hasher::new().update(name.as_bytes()).finalize_xof();
    let mut pixels = vec![0; side as usize * side as usize * 3];
    hash.fill(&mut pixels);
    let picture = RgbImage::from_raw(side, side, pixels).unwrap();
    picture.save_with_format(desk.photos().join(name), ImageFormat::Png).unwrap();
}

fn plain(desk: &Desk, name: &str) {
    RgbImage::from_pixel(300, 200, Rgb([200, 30, 30])).save_with_format(desk.photos().join(name), ImageFormat::Png).unwrap();
}

/// The number of uploads answered with this status.
fn answered(shop: &Shop, status: u16) -> usize {
    let is = |outcome: &Outcome| matches!(outcome, Outcome::Answered { status: answered, .. } if *answered == status);
    shop.sandbox.requests().iter().filter(|request| request.operation == Some(Operation::Upload) && is(&request.outcome)).count()
}

#[test]
fn oversized_photos_are_resized_others_unchanged_and_the_limit_remembered() {
    for tells in [true, false] {
        let (shop, desk) = shop_that_takes(200_000, tells);
        for n in 0..4 {
            grainy(&desk, &format!("Rug {n}.png"), 350);
            plain(&desk, &format!("Cup {n}.png"));
        }
        let ran = desk.import(&[]);
        assert_eq!((ran.status, ran.counts()), (0, [8, 0, 0, 0]), "told: {tells}: {}", ran.err);
        let files = shop.sandbox.files();
        assert!(files.iter().all(|file| file.size <= 200_000));
        let of = |name: &str| files.iter().filter(|file| file.file_name.starts_with(name)).map(|file| &*file.mime_type).collect::<Vec<_>>();
        assert_eq!(of("Cup"), ["image/png"; 4], "what fits is sent as it is");
        assert_eq!(of("Rug"), ["image/jpeg"; 4]);
        let refused = answered(&shop, 413);
        assert!(refused > 0);

        grainy(&desk, "Shawl.png", 350);
        let ran = desk.import(&[]);
        assert_eq!((ran.status, ran.counts()), (0, [1, 8, 0, 0]), "told: {tells}: {}", ran.err);
        assert_eq!(answered(&shop, 413), refused, "told: {tells}: it is known by now");
    }
}

#[test]
fn a_marketplace_that_accepts_only_small_photos_gets_small_ones() {
    for tells in [true, false] {
        let (shop, desk) = shop_that_takes(30_000, tells);
        for n in 0..3 {
            grainy(&desk, &format!("Rug {n}.png"), 350);
        }
        let ran = desk.import(&[]);
        assert_eq!((ran.status, ran.counts()), (0, [3, 0, 0, 0]), "told: {tells}: {}", ran.err);
        assert!(shop.sandbox.files().iter().all(|file| file.size <= 30_000));
    }
}

#[test]
fn a_marketplace_that_refuses_every_size_is_not_retried_forever_and_teaches_no_limit() {
    let rule = Rule { on: Some(Operation::Upload), status: Some(413), ..Rule::default() };
    let shop = Shop::open(Options { faults: Faults::of(rule), ..Options::default() });
    let desk = Desk::with(&without_limit(&shop.sandbox.market_file()), shop.sandbox.token());
    grainy(&desk, "Rug.png", 400);
    let ran = desk.import(&[]);
    assert_eq!((ran.status, ran.counts()), (1, [0, 0, 1, 0]), "{}", ran.err);
    let line = &ran.products()["Rug"];
    assert_eq!(line["problem"]["code"], "payload_too_large", "{line}");
    assert!(ran.out.contains("Rug.png"), "{}", ran.out);
    assert!((2..9).contains(&answered(&shop, 413)));

    shop.sandbox.set_faults(Faults::default());
    let ran = desk.import(&[]);
    assert_eq!((ran.status, ran.counts()), (0, [1, 0, 0, 0]), "{}", ran.err);
    assert_eq!(shop.sandbox.files()[0].mime_type, "image/png", "nothing was learned from it");
}
