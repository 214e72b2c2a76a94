//! The rewriter of segments: whatever a program put into a photo beside the picture is gone, and the picture
//! is the same.

use super::photos::checksum;
use vitrine_media::{Format, sniff, strip_metadata, thumbnail};

/// In each part that is put in.
const SECRET: &[u8] = b"35.6892 N, 51.3890 E: Parvin's camera";

const PHOTOS: [&[u8]; 6] = [
    include_bytes!("../carriers/scene.jpg"),
    include_bytes!("../carriers/scene.gif"),
    include_bytes!("../carriers/scene.bmp"),
    include_bytes!("../../crates/media/tests/photos/palette.png"),
    include_bytes!("../../crates/media/tests/photos/lossy.webp"),
    include_bytes!("../../crates/media/tests/photos/animated.webp"),
];
const FROM_BEHIND: u8 = 0x80;

/// The first byte chooses the photo, and whether something lies behind its end; then come the parts that are
/// put into it: kind, place, length, what it holds.
pub fn clean(data: &[u8]) {
    let Some((choice, mut rest)) = data.split_first() else { return };
    let photo = PHOTOS[usize::from(choice & !FROM_BEHIND) % PHOTOS.len()];
    let mut file = photo.to_vec();
    while let [kind, place, length, more @ ..] = rest {
        let (held, more) = more.split_at(usize::from(*length).min(more.len()));
        rest = more;
        insert(&mut file, *kind, *place, &[held, SECRET].concat());
    }
    if choice & FROM_BEHIND != 0 {
        file.extend([rest, SECRET].concat());
    }
    let kept = strip_metadata(file.clone()).expect("parts that add up are no damage");
    assert!(memchr::memmem::find(&kept, SECRET).is_none(), "it still tells");
    assert!(strip_metadata(kept.clone()).expect("still a photo") == kept, "cleaning again changed something");
    let read = |bytes| image::load_from_memory(bytes).expect("another program reads it");
    assert!(read(&kept) == read(photo), "the picture is another one");
    if let Ok(shown) = thumbnail(&file, 128) {
        assert!(
            thumbnail(&kept, 128).expect("it could be read before") == shown,
            "it is shown otherwise than before"
        );
    }
}

fn insert(file: &mut Vec<u8>, kind: u8, place: u8, held: &[u8]) {
    let part = match sniff(file).expect("a photo") {
        Format::Jpeg => jpeg_segment(kind, held),
        Format::Png => {
            png_chunk([b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME", b"prVt"][usize::from(kind) % 6], held)
        }
        Format::WebP => riff_chunk(webp_name(kind), held),
        Format::Gif => gif_extension(kind, held),
        _ => return,
    };
    let places = places(file);
    let at = places[usize::from(place) % places.len()];
    file.splice(at..at, part.iter().copied());
    if sniff(file) == Some(Format::WebP) {
        // Into the first frame of an animation.
        if let (true, Some(frame)) = (kind >= 128, memchr::memmem::find(file, b"ANMF")) {
            let length = u32_at(file, frame + 4);
            file[frame + 4..frame + 8].copy_from_slice(&(length + part.len() as u32).to_le_bytes());
            let end = frame + 8 + length as usize;
            file.splice(end..end, part);
        }
        let length = file.len() as u32 - 8;
        file[4..8].copy_from_slice(&length.to_le_bytes());
    }
}

/// Where a part may be put in.
fn places(file: &[u8]) -> Vec<usize> {
    let mut places = Vec::new();
    match sniff(file) {
        Some(Format::Jpeg) => {
            let mut at = 2;
            // Up to the scan; what was put in may lie between segments.
            while let Some(marker) = file[at..]
                .windows(2)
                .position(|pair| pair[0] == 0xFF && pair[1] != 0xFF)
                .map(|found| at + found)
            {
                places.push(marker);
                if file[marker + 1] == 0xDA {
                    break;
                }
                at = marker + 2 + usize::from(u16::from_be_bytes([file[marker + 2], file[marker + 3]]));
            }
        }
        Some(Format::Png) => {
            let mut at = 8;
            while at < file.len() {
                at += 12 + u32::from_be_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]) as usize;
                places.push(at);
            }
            places.pop();
        }
        Some(Format::WebP) => {
            let mut at = 12;
            while at < file.len() {
                let length = u32_at(file, at + 4) as usize;
                at += 8 + length + length % 2;
                places.push(at);
            }
        }
        // Behind the palette, before the end.
        _ => places.extend([13 + (3 << ((file[10] & 7) + 1)), file.len() - 1]),
    }
    places
}

fn u32_at(file: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]])
}

fn jpeg_segment(kind: u8, held: &[u8]) -> Vec<u8> {
    let (marker, name): (u8, &[u8]) = match kind % 9 {
        0 => (0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01"),
        1 => (0xE1, b"Exif\0\0"),
        2 => (0xE1, b"http://ns.adobe.com/xap/1.0/\0"),
        3 => (0xE2, b"MPF\0"),
        4 => (0xED, b"Photoshop 3.0\0"),
        5 => (0xEE, b"Another"),
        6 => (0xFE, b""),
        7 => (0xE3 + kind % 11, b""),
        // Between segments.
        _ => return [jpeg_segment(6, held), SECRET.to_vec()].concat(),
    };
    let length = (2 + name.len() + held.len()) as u16;
    [&[0xFF, marker], &length.to_be_bytes()[..], name, held].concat()
}

fn png_chunk(name: &[u8; 4], held: &[u8]) -> Vec<u8> {
    let named = [name, held].concat();
    [&(held.len() as u32).to_be_bytes()[..], &named, &checksum(&named).to_be_bytes()].concat()
}

fn webp_name(kind: u8) -> &'static [u8; 4] {
    [b"EXIF", b"XMP ", b"prvt"][usize::from(kind) % 3]
}

fn riff_chunk(name: &[u8; 4], held: &[u8]) -> Vec<u8> {
    [name, &(held.len() as u32).to_le_bytes()[..], held, &vec![0; held.len() % 2]].concat()
}

fn gif_extension(kind: u8, held: &[u8]) -> Vec<u8> {
    let name: &[u8] = match kind % 3 {
        0 => b"\x21\xFE",
        1 => b"\x21\xFF\x0BXMP DataXMP",
        _ => b"\x21\xFF\x0BANOTHER 1.0",
    };
    // The secret in one block.
    let (before, secret) = held.split_at(held.len() - SECRET.len());
    let mut extension = name.to_vec();
    for block in before.chunks(255).chain([secret]) {
        extension.push(block.len() as u8);
        extension.extend(block);
    }
    extension.push(0);
    extension
}
