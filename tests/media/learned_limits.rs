//! Limits that are missing in the market file are learned from rejections and remembered, but not trusted
//! blindly.

use image::{ImageFormat, Rgb, RgbImage};
use vitrine_sandbox::{FaultRule, Faults, Operation, Options, Outcome, ShopBehaviour};

use crate::kit::shop::{Shop, TestEnv};

/// A shop with an upload limit that is missing in the market file. `tell_photo_bytes`: whether a rejection
/// states the limit.
fn shop_with_unknown_limit(photo_bytes: u64, tell_photo_bytes: bool) -> (Shop, TestEnv) {
    let behaviour = ShopBehaviour { photo_bytes, tell_photo_bytes, ..ShopBehaviour::default() };
    let shop =
        Shop::open(Options { faults: Faults { behaviour, ..Faults::default() }, ..Options::default() });
    let mut file = shop.sandbox.market_file();
    file.push('\n');
    let env = TestEnv::with_market_file(&without_limit(&file), shop.sandbox.token());
    (shop, env)
}

/// Removes the limit from the market file.
fn without_limit(market_file: &str) -> String {
    market_file.lines().filter(|line| !line.starts_with("photo_bytes")).collect::<Vec<_>>().join("\n")
}

/// A square PNG with this side that cannot be compressed: three bytes per pixel.
fn write_noise(env: &TestEnv, name: &str, side: u32) {
    let mut hash = blake3::Hasher::new().update(name.as_bytes()).finalize_xof();
    let mut pixels = vec![0; side as usize * side as usize * 3];
    hash.fill(&mut pixels);
    let picture = RgbImage::from_raw(side, side, pixels).unwrap();
    picture.save_with_format(env.photos().join(name), ImageFormat::Png).unwrap();
}

/// A PNG that compresses to almost nothing.
fn write_plain(env: &TestEnv, name: &str) {
    RgbImage::from_pixel(300, 200, Rgb([200, 30, 30]))
        .save_with_format(env.photos().join(name), ImageFormat::Png)
        .unwrap();
}

/// The number of uploads with this response status.
fn count_uploads(shop: &Shop, status: u16) -> usize {
    let has_status =
        |outcome: &Outcome| matches!(outcome, Outcome::Answered { status: actual, .. } if *actual == status);
    shop.sandbox
        .requests()
        .iter()
        .filter(|request| request.operation == Some(Operation::Upload) && has_status(&request.outcome))
        .count()
}

#[test]
fn oversized_photos_are_resized_others_unchanged_and_the_limit_remembered() {
    for states_limit in [true, false] {
        let (shop, env) = shop_with_unknown_limit(200_000, states_limit);
        for n in 0..4 {
            write_noise(&env, &format!("Rug {n}.png"), 350);
            write_plain(&env, &format!("Cup {n}.png"));
        }
        let output = env.import(&[]);
        assert_eq!(
            (output.status, output.counts()),
            (0, [8, 0, 0, 0]),
            "limit stated: {states_limit}: {}",
            output.stderr
        );
        let files = shop.sandbox.files();
        assert!(files.iter().all(|file| file.size <= 200_000));
        let of = |name: &str| {
            files
                .iter()
                .filter(|file| file.file_name.starts_with(name))
                .map(|file| &*file.mime_type)
                .collect::<Vec<_>>()
        };
        assert_eq!(of("Cup"), ["image/png"; 4], "small photos are sent unchanged");
        assert_eq!(of("Rug"), ["image/jpeg"; 4]);
        let rejected = count_uploads(&shop, 413);
        assert!(rejected > 0);

        write_noise(&env, "Shawl.png", 350);
        let output = env.import(&[]);
        assert_eq!(
            (output.status, output.counts()),
            (0, [1, 8, 0, 0]),
            "limit stated: {states_limit}: {}",
            output.stderr
        );
        assert_eq!(
            count_uploads(&shop, 413),
            rejected,
            "limit stated: {states_limit}: the limit is known by now"
        );
    }
}

#[test]
fn a_marketplace_that_accepts_only_small_photos_gets_small_ones() {
    for states_limit in [true, false] {
        let (shop, env) = shop_with_unknown_limit(30_000, states_limit);
        for n in 0..3 {
            write_noise(&env, &format!("Rug {n}.png"), 350);
        }
        let output = env.import(&[]);
        assert_eq!(
            (output.status, output.counts()),
            (0, [3, 0, 0, 0]),
            "limit stated: {states_limit}: {}",
            output.stderr
        );
        assert!(shop.sandbox.files().iter().all(|file| file.size <= 30_000));
    }
}

#[test]
fn a_marketplace_that_refuses_every_size_is_not_retried_forever_and_teaches_no_limit() {
    let rule = FaultRule { on: Some(Operation::Upload), status: Some(413), ..FaultRule::default() };
    let shop = Shop::open(Options { faults: Faults::of(rule), ..Options::default() });
    let env = TestEnv::with_market_file(&without_limit(&shop.sandbox.market_file()), shop.sandbox.token());
    write_noise(&env, "Rug.png", 400);
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (1, [0, 0, 1, 0]), "{}", output.stderr);
    let line = &output.product_events()["Rug"];
    assert_eq!(line["problem"]["code"], "payload_too_large", "{line}");
    assert!(output.stdout.contains("Rug.png"), "{}", output.stdout);
    assert!((2..9).contains(&count_uploads(&shop, 413)));

    shop.sandbox.set_faults(Faults::default());
    let output = env.import(&[]);
    assert_eq!((output.status, output.counts()), (0, [1, 0, 0, 0]), "{}", output.stderr);
    assert_eq!(
        shop.sandbox.files()[0].mime_type,
        "image/png",
        "no limit was learned, so the photo is sent unchanged"
    );
}
