//! The segments of a JPEG file (ITU-T T.81): markers `FF xx`, most followed by a length; after each scan header coded data
//! up to the next marker.

use super::numbers::be_u16;
use crate::media::Size;

/// What the frame header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub size: Size,
    /// Of a kind the decoder knows: Huffman-coded, baseline to progressive, eight bits a sample.
    pub readable: bool,
    /// Colours at a lower resolution than brightness.
    subsampled: bool,
    /// In the samplings that cameras and programs write, which every decoder knows.
    pub usual: bool,
    /// One colour after the other, at different resolutions: zune-jpeg (to 0.5.15) gets these wrong without saying so.
    pub one_by_one: bool,
    pub components: u8,
    /// Comes in several passes over the whole picture, which a decoder has to hold.
    pub progressive: bool,
}

/// The second byte of each marker.
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

/// Begins the segment that holds the EXIF block.
pub const EXIF: &[u8] = b"Exif\0";

/// Takes from a segment what it says about the frame.
pub fn note_frame(frame: &mut Option<Frame>, marker: u8, payload: &[u8]) {
    match (marker, &mut *frame) {
        (marker::DHT | marker::JPG | marker::DAC, _) => {}
        (marker::SOF0..=marker::SOF15, None) => *frame = frame_header(marker, payload),
        (marker::SOS, Some(frame)) => {
            frame.one_by_one |= !frame.progressive && frame.subsampled && payload.first() != Some(&frame.components);
        }
        _ => {}
    }
}

fn frame_header(marker: u8, payload: &[u8]) -> Option<Frame> {
    let size = Size::new(be_u16(payload, 3)?.into(), be_u16(payload, 1)?.into());
    let components = *payload.get(5)?;
    let mut samplings = payload.get(6..)?.chunks_exact(3).map(|component| component[1]);
    let first = samplings.next()?;
    let usual = matches!(first, 0x11 | 0x12 | 0x21 | 0x22 | 0x41) && samplings.clone().all(|of| of == 0x11) && matches!(components, 1 | 3);
    Some(Frame {
        size,
        readable: marker <= marker::SOF2 && payload.first() == Some(&8),
        subsampled: samplings.any(|sampling| sampling != first),
        usual,
        one_by_one: false,
        components,
        progressive: marker == marker::SOF2,
    })
}

/// The next marker and where its `FF` lies. What is between segments by mistake is passed over.
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

/// What the segment whose marker is at `start` holds, and where it ends.
pub fn segment_at(bytes: &[u8], start: usize) -> Option<(&[u8], usize)> {
    let body = start + 2;
    let end = body + usize::from(be_u16(bytes, body)?);
    Some((bytes.get(body + 2..end)?, end))
}

/// How long the coded data of a scan is: up to a marker that is neither a stuffed zero nor a restart.
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

/// What the frame header says, of a file of which only the beginning need be there.
pub fn frame_of_head(head: &[u8]) -> Option<Frame> {
    let mut frame = None;
    segments_of_head(head).for_each(|(marker, payload)| note_frame(&mut frame, marker, payload));
    frame
}

/// The EXIF block of a file of which only the beginning is there.
pub fn exif_of_head(head: &[u8]) -> Option<&[u8]> {
    segments_of_head(head).find_map(|(marker, payload)| {
        (marker == marker::APP1 && payload.starts_with(EXIF)).then(|| payload.get(EXIF.len() + 1..)).flatten()
    })
}

/// The whole segments up to the header of the first scan.
fn segments_of_head(head: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut at = Some(2);
    std::iter::from_fn(move || {
        let (marker, start) = next_marker(head, at?)?;
        let (payload, end) = segment_at(head, start)?;
        at = (!matches!(marker, marker::SOI | marker::EOI | marker::SOS)).then_some(end);
        Some((marker, payload))
    })
}
