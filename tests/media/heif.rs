//! Phone photos in HEIC and AVIF, encoded by libheif's own tool (Debian: `libheif-examples`).

use std::process::Command;

use image::ImageFormat;
use vitrine::media::{Change, Format, Limits, PhotoInfo, Size, thumbnail};

use crate::kit::photos::*;

fn encoded(extension: &str, options: &[&str]) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let [from, to] = ["scene.png", extension].map(|name| dir.path().join(name));
    scene(320, 200).save_with_format(&from, ImageFormat::Png).unwrap();
    let output = Command::new("heif-enc").args(options).arg(&from).arg("-o").arg(&to).output().expect("heif-enc is installed");
    assert!(output.status.success(), "{output:?}");
    std::fs::read(to).unwrap()
}

#[test]
fn heic_and_avif_photos_are_shown_and_converted_to_jpeg() {
    for (bytes, format) in [(encoded("a.heic", &["-q", "90"]), Format::Heic), (encoded("a.avif", &["-A", "-q", "90"]), Format::Avif)] {
        let facts = PhotoInfo::of(&bytes).unwrap();
        assert_eq!((facts.format, facts.size), (format, Size::new(320, 200)));
        let small = thumbnail(&bytes, 64).unwrap();
        assert_eq!((small.width, small.height), (64, 40));
        let photo = prepared(&bytes, &Limits::default());
        assert_eq!(photo.format, Format::Jpeg);
        assert!(matches!(photo.changes[..], [Change::Encoded { from, to: Format::Jpeg, .. }] if from == format), "{photo:?}");
        assert!(is_upright(&decoded(&photo.bytes).into_rgb8()));
    }
}

#[test]
fn a_damaged_heic_photo_is_refused() {
    let whole = encoded("a.heic", &[]);
    for part in 1..10 {
        assert!(vitrine::media::prepare("phone.heic", whole[..whole.len() * part / 10].to_vec(), &Limits::default()).is_err());
    }
}
