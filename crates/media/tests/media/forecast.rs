//! The forecast of changes to a photo matches the changes made.

use image::ImageFormat;
use vitrine_domain::PhotoEdit;
use vitrine_media::{Change, Format, Length, Limits, PhotoChanges, PhotoInfo, Size, prepare, prepare_edited};

use crate::kit::photos::*;

/// The forecast changes and the changes made.
fn forecast_and_actual(bytes: &[u8], limits: &Limits) -> (PhotoChanges, PhotoChanges) {
    (
        PhotoInfo::of(bytes).unwrap().forecast(&PhotoEdit::default(), limits),
        PhotoChanges::from(&prepared(bytes, limits)),
    )
}

/// The changes without the quality, which is not part of the forecast.
fn kinds(changes: &PhotoChanges) -> Vec<Change> {
    let kind = |change: &Change| match *change {
        Change::Encoded { from, to, .. } => Change::Encoded { from, to, quality: None },
        other => other,
    };
    changes.changes.iter().map(kind).collect()
}

fn camera_photo(width: u32, height: u32) -> Vec<u8> {
    jpeg_with_exif(
        &encode(&stored_rotated(6, &noise(width, height)), ImageFormat::Jpeg),
        &camera_exif(6, b""),
    )
}

#[test]
fn the_forecast_of_a_fitting_photo_is_that_it_is_cleaned_and_turned() {
    let (forecast, actual) = forecast_and_actual(&camera_photo(96, 64), &Limits::default());
    assert_eq!(forecast.changes, [Change::Cleaned { location: true }, Change::Rotated]);
    assert_eq!(forecast.changes, actual.changes);
    let plain = encode(&scene(90, 60), ImageFormat::Jpeg);
    let (forecast, actual) = forecast_and_actual(&plain, &Limits::default());
    assert_eq!((forecast.changes.len(), actual.changes.len()), (0, 0));
    assert_eq!(actual.to, Length::Exactly(plain.len() as u64));
}

#[test]
fn the_forecast_of_a_large_photo_is_rotating_and_resizing() {
    let limits = Limits { max_side: Some(100), ..Limits::default() };
    let (forecast, actual) = forecast_and_actual(&camera_photo(300, 200), &limits);
    assert_eq!(kinds(&forecast), kinds(&actual));
    assert!(kinds(&forecast).contains(&Change::Rotated));
    assert!(
        kinds(&forecast).contains(&Change::Shrunk { from: Size::new(300, 200), to: Size::new(100, 66) }),
        "{forecast:?}"
    );
}

#[test]
fn the_forecast_of_a_long_file_is_the_byte_limit() {
    let bytes = camera_photo(600, 400);
    let max = bytes.len() as u64 / 3;
    let (forecast, actual) =
        forecast_and_actual(&bytes, &Limits { max_bytes: Some(max), ..Limits::default() });
    assert_eq!((forecast.from, forecast.to), (bytes.len() as u64, Length::AtMost(max)));
    assert!(matches!(actual.to, Length::Exactly(sent) if sent <= max), "{actual:?}");
}

#[test]
fn the_forecast_of_an_unaccepted_format_is_a_conversion() {
    for (name, bytes) in every_format() {
        let (forecast, actual) = forecast_and_actual(&bytes, &formats_only(&[Format::Jpeg]));
        let converts = |changes: &PhotoChanges| {
            kinds(changes).iter().any(|change| matches!(change, Change::Encoded { .. }))
        };
        assert_eq!(converts(&forecast), converts(&actual), "{name}");
    }
}

#[test]
fn the_forecast_of_an_edited_photo_resizes_the_edited_size() {
    let (bytes, edit) = (camera_photo(300, 200), PhotoEdit::default().rotated_right());
    for (limits, size) in [
        (Limits::default(), Size::new(200, 300)),
        (Limits { max_side: Some(100), ..Limits::default() }, Size::new(66, 100)),
    ] {
        let actual = prepare_edited("rug.jpg", bytes.clone(), &edit, &limits).unwrap();
        assert_eq!(actual.size, size);
        let forecast = PhotoInfo::of(&bytes).unwrap().forecast(&edit, &limits);
        assert_eq!(kinds(&forecast), kinds(&PhotoChanges::from(&actual)));
        assert!(forecast.changes.contains(&Change::Edited));
    }
}

#[test]
fn an_empty_edit_changes_no_byte() {
    for (name, bytes) in every_format() {
        let plain = prepare(name, bytes.clone(), &Limits::default()).map(|photo| photo.bytes);
        assert_eq!(
            prepare_edited(name, bytes, &PhotoEdit::default(), &Limits::default()).map(|photo| photo.bytes),
            plain,
            "{name}"
        );
    }
}
