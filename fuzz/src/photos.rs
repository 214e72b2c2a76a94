//! Photos: whatever the bytes, nothing falls over, and what is sent is whole, private and within the limits.

use crate::media::{Facts, Format, Limits, Prepared, Size, cleaned, decoding_cost, first_picture, prepare, sniff, thumbnail};

/// Larger pictures only make the search slow.
const LARGEST: u64 = 4 << 20;

pub fn survives(bytes: &[u8]) {
    let _ = first_picture(bytes, 64);
    if decoding_cost(bytes) > LARGEST {
        return;
    }
    let _ = thumbnail(bytes, 64);
    if let Ok(once) = cleaned(bytes.to_vec()) {
        let twice = cleaned(once.clone()).expect("what was cleaned is still a photo");
        assert!(once == twice, "cleaning again changed something");
        if let Ok(facts) = Facts::of(&once) {
            assert!(facts.format == Format::Tiff || !(facts.telling || facts.place), "{facts:?}");
        }
    }
    if let Ok(photo) = prepare("photo", bytes.to_vec(), &Limits::default()) {
        others_read(&photo);
    }
    let limits = Limits { max_bytes: Some(6000), max_side: Some(80), formats: vec![Format::Jpeg, Format::Png] };
    if let Ok(photo) = prepare("photo", bytes.to_vec(), &limits) {
        assert!(photo.bytes.len() <= 6000 && photo.size.longest_side() <= 80, "{photo:?}");
        others_read(&photo);
    }
}

fn others_read(photo: &Prepared) {
    assert_eq!(sniff(&photo.bytes), Some(photo.format));
    let picture = image::load_from_memory(&photo.bytes).expect("another decoder reads it");
    let stored = Size::new(picture.width(), picture.height());
    assert!(stored == photo.size || Size::new(stored.height, stored.width) == photo.size, "{stored} for {photo:?}");
}

/// The bytes as a file of the format that `magic` begins.
pub fn beginning_with(magic: &[u8], bytes: &[u8]) -> Vec<u8> {
    [magic, bytes.get(magic.len()..).unwrap_or_default()].concat()
}
