use image::{Rgb, RgbImage};
use proptest::prelude::*;

use super::*;
use vitrine_domain::{Crop, Ratio};

const RED: Rgb<u8> = Rgb([200, 30, 30]);
const BLUE: Rgb<u8> = Rgb([30, 30, 200]);

/// Red on the left, blue on the right.
fn red_left_blue_right(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { RED } else { BLUE }).into()
}

fn edited(image: DynamicImage, edit: PhotoEdit) -> RgbImage {
    apply(image, &edit).into_rgb8()
}

/// A dark disc on paper lit from one side.
fn disc_on_paper(width: u32, height: u32, paper: impl Fn(u32) -> u8) -> DynamicImage {
    let radius = f64::from(height) / 4.0;
    RgbImage::from_fn(width, height, |x, y| {
        let (across, down) = (f64::from(x) - f64::from(width) / 2.0, f64::from(y) - f64::from(height) / 2.0);
        if across.hypot(down) < radius { Rgb([120, 40, 60]) } else { Rgb([paper(x); 3]) }
    })
    .into()
}

#[test]
fn a_quarter_turn_to_the_right_moves_the_left_side_to_the_top() {
    let right = edited(red_left_blue_right(60, 20), PhotoEdit::default().rotated_right());
    assert_eq!(
        (right.dimensions(), *right.get_pixel(10, 2), *right.get_pixel(10, 57)),
        ((20, 60), RED, BLUE)
    );
    let left = edited(red_left_blue_right(60, 20), PhotoEdit::default().rotated_left());
    assert_eq!((*left.get_pixel(10, 2), *left.get_pixel(10, 57)), (BLUE, RED));
}

#[test]
fn a_crop_keeps_exactly_its_rectangle() {
    let free = Crop::Free { left: 0, top: 2500, width: 5000, height: 5000 };
    let part = edited(red_left_blue_right(80, 40), PhotoEdit { crop: Some(free), ..PhotoEdit::default() });
    assert_eq!(part.dimensions(), (40, 20));
    assert!(part.pixels().all(|pixel| *pixel == RED));
    let square = edited(
        red_left_blue_right(81, 40),
        PhotoEdit { crop: Some(Crop::of_ratio(Ratio::SQUARE)), ..PhotoEdit::default() },
    );
    assert_eq!(square.dimensions(), (40, 40));
}

#[test]
fn straightening_leaves_no_empty_corner_and_rotates_in_the_right_direction() {
    // A horizon falling to the right by ten degrees, with blue above red.
    let fall = 10f64.to_radians().tan();
    let slope = RgbImage::from_fn(300, 200, |x, y| {
        if f64::from(y) - 100.0 < (f64::from(x) - 150.0) * fall { BLUE } else { RED }
    });
    let level = edited(slope.into(), PhotoEdit::default().with_tilt(-100));
    assert!(level.width() < 300 && level.height() < 200);
    let middle = level.height() / 2;
    for x in 0..level.width() {
        assert_eq!((*level.get_pixel(x, middle - 4), *level.get_pixel(x, middle + 4)), (BLUE, RED), "at {x}");
    }
    let plain = edited(RgbImage::from_pixel(90, 60, RED).into(), PhotoEdit::default().with_tilt(150));
    assert!(plain.pixels().all(|pixel| *pixel == RED));
}

#[test]
fn brightness_changes_middle_tones_but_not_black_and_white() {
    let steps = || DynamicImage::from(RgbImage::from_fn(3, 1, |x, _| Rgb([[0, 100, 255][x as usize]; 3])));
    let tones = |brightness| {
        edited(steps(), PhotoEdit::default().with_brightness(brightness))
            .pixels()
            .map(|pixel| pixel.0[0])
            .collect::<Vec<_>>()
    };
    let (darker, brighter) = (tones(-50), tones(50));
    assert_eq!((darker[0], darker[2], brighter[0], brighter[2]), (0, 255, 0, 255));
    assert!(darker[1] < 80 && brighter[1] > 120, "{darker:?} {brighter:?}");
}

#[test]
fn a_plain_background_becomes_pure_white_and_the_product_is_unchanged() {
    for (lit, paper) in [
        ("evenly", Box::new(|_| 225u8) as Box<dyn Fn(u32) -> u8>),
        ("from the right", Box::new(|x| 200 + (x / 10) as u8)),
    ] {
        let white = edited(disc_on_paper(400, 300, paper), PhotoEdit { white: true, ..PhotoEdit::default() });
        for corner in [(0, 0), (399, 0), (0, 299), (399, 299), (60, 150)] {
            assert_eq!(white.get_pixel(corner.0, corner.1).0, [255; 3], "lit {lit}, at {corner:?}");
        }
        assert_eq!(white.get_pixel(200, 150).0, [120, 40, 60]);
        let kept = white.pixels().filter(|pixel| pixel.0 == [120, 40, 60]).count() as f64;
        assert!((kept / (std::f64::consts::PI * 75.0 * 75.0) - 1.0).abs() < 0.05, "lit {lit}: {kept}");
    }
}

#[test]
fn a_busy_background_is_unchanged() {
    let busy: DynamicImage =
        RgbImage::from_fn(200, 200, |x, y| Rgb([((x / 20 + y / 20) % 2 * 200) as u8; 3])).into();
    assert_eq!(edited(busy.clone(), PhotoEdit { white: true, ..PhotoEdit::default() }), busy.into_rgb8());
}

#[test]
fn a_white_cup_on_grey_paper_is_not_erased() {
    let cup = RgbImage::from_fn(400, 300, |x, y| {
        let grain = ((x * 7 + y * 13) % 5) as u8;
        if (120..280).contains(&x) && (80..220).contains(&y) {
            Rgb([236 + grain; 3])
        } else {
            Rgb([216 + grain; 3])
        }
    });
    let white = edited(cup.into(), PhotoEdit { white: true, ..PhotoEdit::default() });
    assert_eq!(white.get_pixel(20, 20).0, [255; 3]);
    assert!(white.get_pixel(200, 150).0[0] < 245, "the inside of the object is not background");
}

#[test]
fn transparent_parts_become_white() {
    let clear = RgbaImage::from_fn(40, 40, |x, _| {
        image::Rgba(if x < 20 { [90, 10, 10, 0] } else { [90, 10, 10, 255] })
    });
    let white = edited(clear.into(), PhotoEdit { white: true, ..PhotoEdit::default() });
    assert_eq!(white.get_pixel(2, 20).0, [255; 3]);
}

#[test]
fn an_uncropped_preview_shows_edits_inside_the_crop_only() {
    let crop = Crop::Free { left: 2000, top: 2000, width: 6000, height: 6000 };
    let edit = PhotoEdit { white: true, brightness: 30, crop: Some(crop), ..PhotoEdit::default() };
    let image = disc_on_paper(200, 100, |_| 215);
    let rgba = image.to_rgba8();
    let pixels = Pixels { width: 200, height: 100, rgba: rgba.into_raw() };
    let (around, part) = (edit_pixels(&pixels, &edit, false), edit_pixels(&pixels, &edit, true));
    assert_eq!((around.width, around.height, part.width, part.height), (200, 100, 120, 60));
    let at = |pixels: &Pixels, x: u32, y: u32| pixels.rgba[((y * pixels.width + x) * 4) as usize];
    assert!(at(&around, 1, 1) < 255, "the background outside the crop is unchanged");
    assert_eq!((at(&around, 45, 25), at(&part, 5, 5)), (255, 255));
}

#[test]
fn an_edit_changes_the_hash_of_a_photo_and_no_edit_keeps_it() {
    let photo = ContentHash::of(b"rug");
    assert_eq!(photo.edited(&PhotoEdit::default()), photo);
    let (right, left) = (
        photo.edited(&PhotoEdit::default().rotated_right()),
        photo.edited(&PhotoEdit::default().rotated_left()),
    );
    assert!(right != photo && left != photo && right != left);
    // Stored in journals and caches: it must never change.
    assert_eq!(serde_json::to_string(&PhotoEdit::default().rotated_right()).unwrap(), r#"{"turns":1}"#);
}

fn any_crop() -> impl Strategy<Value = Option<Crop>> {
    let free =
        any::<[u16; 4]>().prop_map(|[left, top, width, height]| Crop::Free { left, top, width, height });
    let ratio = (1u16..90, 1u16..90).prop_filter_map("no ratio", |(width, height)| Ratio::new(width, height));
    let shaped =
        (ratio, any::<[u16; 3]>()).prop_map(|(ratio, [x, y, scale])| Crop::Shaped { ratio, x, y, scale });
    proptest::option::of(prop_oneof![free, shaped])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn edits_never_empty_or_enlarge_a_picture(
        (width, height, kind) in (1u32..70, 1u32..70, 0u8..3),
        (turns, tilt, brightness, white, crop) in (any::<u8>(), any::<i16>(), any::<i8>(), any::<bool>(), any_crop()),
        seed in any::<u8>(),
    ) {
        let edit = PhotoEdit { turns, tilt, crop, brightness, white };
        let image: DynamicImage = RgbImage::from_fn(width, height, |x, y| Rgb([(x * 7 + y * 13) as u8 ^ seed, x as u8, seed])).into();
        let image = match kind { 0 => image.to_luma8().into(), 1 => image, _ => DynamicImage::from(image.to_rgba8()) };
        let pixels = Pixels { width, height, rgba: image.to_rgba8().into_raw() };
        let done = apply(image, &edit);
        prop_assert!(done.width() >= 1 && done.height() >= 1);
        prop_assert!(done.width().max(done.height()) <= width.max(height));
        prop_assert_eq!(edited_size(Size::new(width, height), &edit), size_of(&done), "the size matches the forecast");
        let around = edit_pixels(&pixels, &edit, false);
        prop_assert_eq!(around.rgba.len(), (around.width * around.height * 4) as usize);
    }

    #[test]
    fn an_empty_edit_changes_no_pixel((width, height) in (1u32..40, 1u32..40), seed in any::<u8>()) {
        let image = RgbImage::from_fn(width, height, |x, y| Rgb([x as u8 ^ seed, y as u8, seed]));
        prop_assert_eq!(apply(image.clone().into(), &PhotoEdit::default()).into_rgb8(), image);
    }
}
