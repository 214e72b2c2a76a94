//! Photos: whatever the bytes, nothing falls over, and what is sent is whole, private and within the limits.
//!
//! The targets' bodies; `tests/media/fuzz_corpus.rs` runs them too.

use vitrine_media::{
    Format, Limits, PhotoInfo, Prepared, Size, decoding_cost, prepare, read_preview, sniff, strip_metadata,
    thumbnail,
};

/// Larger pictures only make the search slow.
const LARGEST: u64 = 4 << 20;

/// Our own reader, the walk that proves a file whole, the rewriter of segments, and zune-jpeg behind them.
pub fn jpeg(data: &[u8]) {
    survives(&beginning_with(b"\xFF\xD8\xFF", data));
}

/// The walker of chunks and the decoder behind it. Checksums are made right: else nearly nothing gets beyond
/// them.
pub fn png(data: &[u8]) {
    let mut file = beginning_with(b"\x89PNG\r\n\x1A\n", data);
    let mut at = 8;
    while let Some(length) = file.get(at..).and_then(|rest| rest.first_chunk()) {
        let end = at + 8 + u32::from_be_bytes(*length) as usize;
        let Some(named) = file.get(at + 4..end) else { break };
        let checksum = checksum(named);
        let Some(stated) = file.get_mut(end..end + 4) else { break };
        stated.copy_from_slice(&checksum.to_be_bytes());
        at = end + 4;
    }
    survives(&file);
}

/// The walker of chunks, libwebp for the screen and image-webp for what is sent.
pub fn webp(data: &[u8]) {
    let mut file = beginning_with(b"RIFF\0\0\0\0WEBP", data);
    // The stated length is right: else nearly nothing gets beyond it.
    let length = file.len() as u32 - 8;
    file[4..8].copy_from_slice(&length.to_le_bytes());
    survives(&file);
}

/// The walker of blocks and the decoder behind it.
pub fn gif(data: &[u8]) {
    survives(&beginning_with(b"GIF89a", data));
}

pub fn bmp(data: &[u8]) {
    survives(&beginning_with(b"BM", data));
}

/// The decoder and our reader of its directories.
pub fn tiff(data: &[u8]) {
    survives(&beginning_with(b"II\x2A\0", data));
}

/// The container's boxes, what bounds their work, and the decoder behind them.
pub fn heic(data: &[u8]) {
    let mut file = data.to_vec();
    // The length of the first box and the brands behind it are part of the search.
    if let Some(kind) = file.get_mut(4..8) {
        kind.copy_from_slice(b"ftyp");
    }
    survives(&file);
}

/// The data are the block of a whole JPEG.
pub fn exif(data: &[u8]) {
    /// Grey, 8 × 8.
    const JPEG: &[u8] = include_bytes!("../carriers/grey.jpg");
    let block = &data[..data.len().min(60_000)];
    let length = (block.len() + 8) as u16;
    survives(&[b"\xFF\xD8\xFF\xE1", &length.to_be_bytes()[..], b"Exif\0\0", block, &JPEG[2..]].concat());
}

fn survives(bytes: &[u8]) {
    let _ = read_preview(bytes, 64);
    let clean = strip_metadata(bytes.to_vec());
    if let Ok(once) = &clean {
        let twice = strip_metadata(once.clone()).expect("what was cleaned is still a photo");
        assert!(*once == twice, "cleaning again changed something");
        if let Ok(facts) = PhotoInfo::of(once) {
            assert!(
                matches!(facts.format, Format::Tiff | Format::Heic)
                    || !(facts.has_private_data || facts.has_location),
                "{facts:?}"
            );
        }
    }
    let (cost, cost_of_clean) = (decoding_cost(bytes), clean.as_deref().map_or(0, decoding_cost));
    assert!(
        cost_of_clean <= cost || cost_of_clean == u64::MAX,
        "it waits for {cost} and takes {cost_of_clean}"
    );
    if cost_of_clean > LARGEST || cost > LARGEST && cost != u64::MAX {
        return;
    }
    // Of a damaged photo, which decoder comes to pixels may depend on the junk beside them: only the shape is
    // held here.
    if let (Ok(shown), Ok(Ok(after))) = (thumbnail(bytes, 64), clean.map(|once| thumbnail(&once, 64))) {
        assert_eq!((after.width, after.height), (shown.width, shown.height), "cleaning changed the picture");
    }
    if let Ok(photo) = prepare("photo", bytes.to_vec(), &Limits::default()) {
        others_read(&photo);
    }
    let limits =
        Limits { max_bytes: Some(6000), max_side: Some(80), formats: vec![Format::Jpeg, Format::Png] };
    if let Ok(photo) = prepare("photo", bytes.to_vec(), &limits) {
        assert!(photo.bytes.len() <= 6000 && photo.size.longest_side() <= 80, "{photo:?}");
        others_read(&photo);
    }
}

fn others_read(photo: &Prepared) {
    assert_eq!(sniff(&photo.bytes), Some(photo.format));
    let picture = image::load_from_memory(&photo.bytes).expect("another decoder reads it");
    let stored = Size::new(picture.width(), picture.height());
    assert!(
        stored == photo.size || Size::new(stored.height, stored.width) == photo.size,
        "{stored} for {photo:?}"
    );
}

/// The bytes as a file of the format that `magic` begins.
fn beginning_with(magic: &[u8], bytes: &[u8]) -> Vec<u8> {
    [magic, bytes.get(magic.len()..).unwrap_or_default()].concat()
}

/// CRC-32.
pub fn checksum(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _: u32| if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), bit))
}
