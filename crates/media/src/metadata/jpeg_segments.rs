//! Parses and writes the marker segments of a JPEG file (ITU-T T.81 B): markers `FF xx`, most followed by a
//! length; each scan header is followed by coded data up to the next marker.

use super::numbers::be_u16;
use crate::Size;

/// The contents of the frame header that matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub size: Size,
    /// Whether the decoder supports it: Huffman coding, baseline to progressive, eight bits per sample.
    pub is_supported: bool,
    /// Whether a component has other sampling factors than the first.
    subsampled: bool,
    /// Whether it has a common combination of sampling factors, which every decoder supports.
    pub has_common_sampling: bool,
    /// Whether subsampled components come in separate scans: zune-jpeg (up to 0.5.15) decodes these
    /// incorrectly without an error.
    pub has_separate_scans: bool,
    pub components: u8,
    /// Whether the picture is stored in several passes, so that a decoder has to hold all coefficients.
    pub progressive: bool,
}

/// The second byte of each marker (T.81 table B.1).
pub mod marker {
    pub const SOF0: u8 = 0xC0;
    pub const SOF1: u8 = 0xC1;
    pub const SOF2: u8 = 0xC2;
    pub const SOF3: u8 = 0xC3;
    pub const DHT: u8 = 0xC4;
    pub const JPG: u8 = 0xC8;
    pub const DAC: u8 = 0xCC;
    pub const SOF15: u8 = 0xCF;
    pub const RST0: u8 = 0xD0;
    pub const RST7: u8 = 0xD7;
    pub const SOI: u8 = 0xD8;
    pub const EOI: u8 = 0xD9;
    pub const SOS: u8 = 0xDA;
    pub const DQT: u8 = 0xDB;
    pub const DNL: u8 = 0xDC;
    pub const DRI: u8 = 0xDD;
    pub const APP0: u8 = 0xE0;
    pub const APP1: u8 = 0xE1;
    pub const APP2: u8 = 0xE2;
    pub const APP14: u8 = 0xEE;
    pub const APP15: u8 = 0xEF;
    pub const COM: u8 = 0xFE;
    pub const TEM: u8 = 0x01;
}

/// The prefix of the segment that holds the EXIF block.
pub const EXIF: &[u8] = b"Exif\0";

/// Updates `frame` from a segment: its header, and whether scans are interleaved.
pub fn update_frame(frame: &mut Option<Frame>, marker: u8, payload: &[u8]) {
    match (marker, &mut *frame) {
        (marker::DHT | marker::JPG | marker::DAC, _) => {}
        (marker::SOF0..=marker::SOF15, None) => *frame = frame_header(marker, payload),
        (marker::SOS, Some(frame)) => {
            frame.has_separate_scans |=
                !frame.progressive && frame.subsampled && payload.first() != Some(&frame.components);
        }
        _ => {}
    }
}

fn frame_header(marker: u8, payload: &[u8]) -> Option<Frame> {
    let size = Size::new(be_u16(payload, 3)?.into(), be_u16(payload, 1)?.into());
    let components = *payload.get(5)?;
    let mut samplings = payload.get(6..)?.chunks_exact(3).map(|component| component[1]);
    let first = samplings.next()?;
    let usual = matches!(first, 0x11 | 0x12 | 0x21 | 0x22 | 0x41)
        && samplings.clone().all(|of| of == 0x11)
        && matches!(components, 1 | 3);
    Some(Frame {
        size,
        is_supported: marker <= marker::SOF2 && payload.first() == Some(&8),
        subsampled: samplings.any(|sampling| sampling != first),
        has_common_sampling: usual,
        has_separate_scans: false,
        components,
        progressive: marker == marker::SOF2,
    })
}

/// Finds the next marker from `from` on and the position of its `FF`. Stray bytes between segments are
/// skipped.
pub fn next_marker(bytes: &[u8], from: usize) -> Option<(u8, usize)> {
    let mut at = from;
    loop {
        at += bytes.get(at..)?.iter().position(|&byte| byte == 0xFF)?;
        match *bytes.get(at + 1)? {
            0xFF => at += 1,
            0 => at += 2,
            marker => return Some((marker, at)),
        }
    }
}

/// The payload of the segment whose marker is at `start`, and the end of the segment.
pub fn segment_at(bytes: &[u8], start: usize) -> Option<(&[u8], usize)> {
    let body = start + 2;
    let end = body + usize::from(be_u16(bytes, body)?);
    Some((bytes.get(body + 2..end)?, end))
}

/// The length of a scan's coded data: up to a marker that is neither a stuffed zero nor a restart.
pub fn coded_length(data: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = data.get(at..).and_then(|rest| memchr::memchr(0xFF, rest)) {
        at += found;
        match data.get(at + 1) {
            Some(0 | marker::RST0..=marker::RST7) => at += 2,
            Some(0xFF) => at += 1,
            _ => return at,
        }
    }
    data.len()
}

/// Reads the frame header; `head` needs to hold only the beginning of the file.
pub fn parse_frame(head: &[u8]) -> Option<Frame> {
    let mut frame = None;
    leading_segments(head).for_each(|(marker, payload)| update_frame(&mut frame, marker, payload));
    frame
}

/// Finds the EXIF block; `head` needs to hold only the beginning of the file.
pub fn find_exif(head: &[u8]) -> Option<&[u8]> {
    leading_segments(head).find_map(|(marker, payload)| {
        (marker == marker::APP1 && payload.starts_with(EXIF)).then(|| payload.get(EXIF.len() + 1..)).flatten()
    })
}

/// The complete segments up to the header of the first scan.
fn leading_segments(head: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut at = Some(2);
    std::iter::from_fn(move || {
        let (marker, start) = next_marker(head, at?)?;
        let (payload, end) = segment_at(head, start)?;
        at = (!matches!(marker, marker::SOI | marker::EOI | marker::SOS)).then_some(end);
        Some((marker, payload))
    })
}

/// Appends a segment with the concatenated `parts`, which are shorter than 64 KiB together.
pub fn append_segment(file: &mut Vec<u8>, marker: u8, parts: &[&[u8]]) {
    let length = 2 + parts.iter().map(|part| part.len()).sum::<usize>();
    file.extend([0xFF, marker]);
    file.extend((length as u16).to_be_bytes());
    parts.iter().for_each(|part| file.extend_from_slice(part));
}
