//! The forecast of changes to a photo matches the changes made.

use image::ImageFormat;
use vitrine::domain::Edit;
use vitrine::media::{Change, Format, Length, Limits, PhotoChanges, PhotoInfo, Size, prepare, prepare_edited};

use crate::kit::photos::*;

/// The forecast, and the changes made.
fn both(bytes: &[u8], limits: &Limits) -> (PhotoChanges, PhotoChanges) {
    (PhotoInfo::of(bytes).unwrap().forecast(limits), PhotoChanges::from(&prepared(bytes, limits)))
}

/// The quality is not part of the forecast.
fn kinds(treatment: &PhotoChanges) -> Vec<Change> {
    let kind = |change: &Change| match *change {
        Change::Encoded { from, to, .. } => Change::Encoded { from, to, quality: None },
        other => other,
    };
    treatment.changes.iter().map(kind).collect()
}

fn camera_photo(width: u32, height: u32) -> Vec<u8> {
    jpeg_with_exif(&encode(&held(6, &noise(width, height)), ImageFormat::Jpeg), &camera_exif(6, b""))
}

#[test]
fn the_forecast_of_a_fitting_photo_is_only_the_removed_location() {
    let (said, done) = both(&camera_photo(90, 60), &Limits::default());
    assert_eq!(said.changes, [Change::Cleaned { location: true }]);
    assert_eq!(said.changes, done.changes);
    let plain = encode(&scene(90, 60), ImageFormat::Jpeg);
    let (said, done) = both(&plain, &Limits::default());
    assert_eq!((said.changes.len(), done.changes.len()), (0, 0));
    assert_eq!(done.to, Length::Exactly(plain.len() as u64));
}

#[test]
fn the_forecast_of_a_large_photo_is_rotating_and_resizing() {
    let limits = Limits { max_side: Some(100), ..Limits::default() };
    let (said, done) = both(&camera_photo(300, 200), &limits);
    assert_eq!(kinds(&said), kinds(&done));
    assert!(kinds(&said).contains(&Change::Rotated));
    assert!(kinds(&said).contains(&Change::Shrunk { from: Size::new(300, 200), to: Size::new(100, 66) }), "{said:?}");
}

#[test]
fn the_forecast_of_a_long_file_is_the_byte_limit() {
    let bytes = camera_photo(600, 400);
    let most = bytes.len() as u64 / 3;
    let (said, done) = both(&bytes, &Limits { max_bytes: Some(most), ..Limits::default() });
    assert_eq!((said.from, said.to), (bytes.len() as u64, Length::AtMost(most)));
    assert!(matches!(done.to, Length::Exactly(sent) if sent <= most), "{done:?}");
}

#[test]
fn the_forecast_of_an_unaccepted_format_is_a_conversion() {
    for (name, bytes) in every_format() {
        let (said, done) = both(&bytes, &takes_only(&[Format::Jpeg]));
        let converts = |treatment: &PhotoChanges| kinds(treatment).iter().any(|change| matches!(change, Change::Encoded { .. }));
        assert_eq!(converts(&said), converts(&done), "{name}");
    }
}

#[test]
fn the_forecast_of_an_edited_photo_resizes_the_edited_size() {
    let (bytes, edit) = (camera_photo(300, 200), Edit::default().rotated_right());
    for (limits, size) in
        [(Limits::default(), Size::new(200, 300)), (Limits { max_side: Some(100), ..Limits::default() }, Size::new(66, 100))]
    {
        let done = prepare_edited("rug.jpg", bytes.clone(), &edit, &limits).unwrap();
        assert_eq!(done.size, size);
        let said = PhotoInfo::of(&bytes).unwrap().forecast_edited(&edit, &limits);
        assert_eq!(kinds(&said), kinds(&PhotoChanges::from(&done)));
        assert!(said.changes.contains(&Change::Edited));
    }
}

#[test]
fn an_empty_edit_changes_no_byte() {
    for (name, bytes) in every_format() {
        let plain = prepare(name, bytes.clone(), &Limits::default()).map(|photo| photo.bytes);
        assert_eq!(prepare_edited(name, bytes, &Edit::default(), &Limits::default()).map(|photo| photo.bytes), plain, "{name}");
    }
}
