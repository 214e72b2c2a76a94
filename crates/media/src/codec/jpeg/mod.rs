//! A JPEG reader (ITU-T T.81) for pictures that will be shrunk: it reduces them while decoding, and keeps the
//! stored planes.
//!
//! Of each 8 × 8 block it decodes only the lowest coefficients that the wanted size needs, and skips the
//! others several at a time; at 1/8 only the DC coefficient, the mean of the block, is left. It reads
//! baseline pictures of all samplings and colour spaces, and progressive ones at 1/8. Everything else,
//! including malformed files, is left to the full decoder: `None` means only that, never that a file is
//! damaged.

mod bits;
mod completeness;
mod forward;
mod huffman;
mod huffman_encoder;
mod inverse;
mod planes;
mod scan;
mod tables;
mod turn;
mod write;

use crate::Size;
use crate::metadata::jpeg_segments::{self, marker, next_marker, segment_at};
use crate::metadata::numbers::be_u16;
use bits::EntropyCodedData;
use inverse::Dequantizer;
use scan::{Component, ScanPart};
use tables::Tables;

pub use completeness::{Completeness, with_end};
pub use planes::{Colors, Planes, Subsampled420, cmyk_to_rgb};
pub use turn::turn;
pub use write::{McuRow, write};

/// Reads a picture at `wanted` pixels or more, as it is stored (not rotated), and its colour profile.
///
/// Colour planes stored at a lower resolution than brightness have at least `colors_wanted` pixels. `None`:
/// the full decoder has to read this file.
pub fn read(bytes: &[u8], wanted: Size, colors_wanted: Size) -> Option<(Planes, Option<Vec<u8>>)> {
    let mut reader = Reader::default();
    let mut at = 2;
    loop {
        let (marker, start) = next_marker(bytes, at)?;
        if marker == marker::EOI {
            return reader.finish();
        }
        let (payload, end) = segment_at(bytes, start)?;
        at = end;
        match marker {
            marker::DQT => reader.tables.read_quantizers(payload)?,
            marker::DHT => {
                let progressive = reader.frame.as_ref().is_some_and(|frame| frame.progressive);
                reader.tables.read_huffman(payload, progressive)?;
            }
            marker::DRI => reader.restart = be_u16(payload, 0)?.into(),
            marker::APP2 if payload.starts_with(ICC) => reader.profile.push(payload.get(ICC.len()..)?),
            marker::APP14 if payload.starts_with(b"Adobe") => reader.adobe = Some(*payload.get(11)?),
            marker::SOF0 | marker::SOF1 | marker::SOF2 => {
                reader.frame(marker == marker::SOF2, payload, (wanted, colors_wanted))?;
            }
            marker::SOS => at += reader.scan(payload, bytes.get(end..)?)?,
            // Arithmetic coding, lossless and hierarchical pictures; a number of lines given after the scan.
            marker::SOF3..=marker::SOF15 | marker::DNL => return None,
            marker::APP0..=marker::APP15 | marker::COM => {}
            _ => return None,
        }
    }
}

/// Checks whether the data of the picture are complete: every decoder reads a `Complete` file to its end.
pub fn completeness(bytes: &[u8]) -> Completeness {
    let progressive = jpeg_segments::parse_frame(bytes).is_some_and(|frame| frame.progressive);
    match read(bytes, Size::new(1, 1), Size::new(1, 1)) {
        Some(_) if !progressive => Completeness::Complete,
        Some(_) => completeness::check(bytes),
        None if completeness::check(bytes) == Completeness::Broken => Completeness::Broken,
        None => Completeness::Uncertain,
    }
}

/// The prefix of a segment with a part of a colour profile; its number and the number of parts follow.
const ICC: &[u8] = b"ICC_PROFILE\0";

#[derive(Default)]
struct Reader<'a> {
    profile: Vec<&'a [u8]>,
    tables: Tables,
    restart: usize,
    adobe: Option<u8>,
    frame: Option<Frame>,
    coded: EntropyCodedData,
}

struct Frame {
    size: Size,
    progressive: bool,
    components: Vec<Component>,
    /// The number of MCUs in each direction.
    mcus: (usize, usize),
    /// The largest sampling factors of all components, horizontal and vertical.
    max_sampling: (usize, usize),
}

impl Reader<'_> {
    fn frame(
        &mut self,
        progressive: bool,
        payload: &[u8],
        (wanted, colors_wanted): (Size, Size),
    ) -> Option<()> {
        let size = Size::new(be_u16(payload, 3)?.into(), be_u16(payload, 1)?.into());
        let (&[precision, .., count], described) = payload.split_first_chunk::<6>()?;
        let as_expected =
            precision == 8 && matches!(count, 1 | 3 | 4) && described.len() == 3 * usize::from(count);
        if self.frame.is_some() || !as_expected || size.pixels() == 0 {
            return None;
        }
        let samplings =
            || described.chunks_exact(3).map(|of| (usize::from(of[1] >> 4), usize::from(of[1] & 15)));
        if !samplings()
            .all(|(h_sampling, v_sampling)| (1..=4).contains(&h_sampling) && (1..=4).contains(&v_sampling))
        {
            return None;
        }
        let max_sampling = (samplings().map(|of| of.0).max()?, samplings().map(|of| of.1).max()?);
        let (width, height) = (size.width as usize, size.height as usize);
        let mcus = (width.div_ceil(8 * max_sampling.0), height.div_ceil(8 * max_sampling.1));
        let mut components = Vec::new();
        for (of, (h_sampling, v_sampling)) in described.chunks_exact(3).zip(samplings()) {
            let share =
                |length: u32, part: usize, whole: usize| f64::from(length) * part as f64 / whole as f64;
            let stored = (
                share(size.width, h_sampling, max_sampling.0),
                share(size.height, v_sampling, max_sampling.1),
            );
            let side = block_side_for(
                stored,
                if (h_sampling, v_sampling) == max_sampling { wanted } else { colors_wanted },
            );
            if progressive && components.is_empty() && side != 1 {
                return None;
            }
            let side = if progressive { 1 } else { side };
            let (wide, high) = (mcus.0 * h_sampling, mcus.1 * v_sampling);
            components.push(Component {
                id: of[0],
                h_sampling,
                v_sampling,
                quantizer: usize::from(of[2]),
                side,
                blocks: ((stored.0.ceil() as usize).div_ceil(8), (stored.1.ceil() as usize).div_ceil(8)),
                pixels: if progressive { Vec::new() } else { vec![0; wide * high * side * side] },
                stride: wide * side,
                dc: vec![0; if progressive { wide * high } else { 0 }],
                missing_bits: None,
            });
        }
        self.frame = Some(Frame { size, progressive, components, mcus, max_sampling });
        Some(())
    }

    /// Reads a scan's data and returns their length.
    fn scan(&mut self, header: &[u8], data: &[u8]) -> Option<usize> {
        let Frame { progressive, components, mcus, .. } = self.frame.as_mut()?;
        let (&count, rest) = header.split_first()?;
        let (selectors, rest) = rest.split_at_checked(2 * usize::from(count))?;
        let &[start, end, bits] = rest else { return None };
        if *progressive && start > 0 {
            return jpeg_segments::coded_length(data).into();
        }
        let mut chosen = Vec::new();
        let mut left = components.iter_mut();
        for selector in selectors.chunks_exact(2) {
            // Components appear in frame order, each at most once, as T.81 B.2.3 requires.
            let component = left.by_ref().find(|component| component.id == selector[0])?;
            chosen.push((component, usize::from(selector[1] >> 4), usize::from(selector[1] & 15)));
        }
        let length = self.coded.load(data)?;
        if *progressive {
            if end != 0 {
                return None;
            }
            let mut chosen: Vec<_> = chosen
                .into_iter()
                .map(|(component, first, _)| (component, self.tables.dc.get(first).and_then(Option::as_ref)))
                .collect();
            scan::read_progressive_dc(&self.coded, &mut chosen, *mcus, self.restart, (bits >> 4, bits & 15))?;
            return Some(length);
        }
        if (start, end, bits) != (0, 63, 0) {
            return None;
        }
        let mut parts = Vec::new();
        for (component, first, others) in chosen {
            if component.missing_bits.replace(0).is_some() {
                return None;
            }
            let quantizers = self.tables.quantizers.get(component.quantizer)?.as_ref()?;
            parts.push(ScanPart {
                dequantizer: Dequantizer::new(quantizers, component.side),
                component,
                dc_table: self.tables.dc.get(first)?.as_ref()?,
                ac_table: self.tables.ac.get(others)?.as_ref()?,
            });
        }
        scan::read_baseline(&self.coded, &mut parts, *mcus, self.restart)?;
        Some(length)
    }

    fn finish(mut self) -> Option<(Planes, Option<Vec<u8>>)> {
        let Frame { size, progressive, mut components, max_sampling, .. } = self.frame?;
        for component in &mut components {
            if component.missing_bits != Some(0) {
                return None;
            }
            if progressive {
                let weight = f32::from(self.tables.quantizers.get(component.quantizer)?.as_ref()?[0]) / 8.0;
                component.pixels =
                    component.dc.iter().map(|&first| inverse::idct_1(f32::from(first) * weight)).collect();
            }
        }
        let ids: Vec<u8> = components.iter().map(|component| component.id).collect();
        let colors = colors(&ids, self.adobe)?;
        self.profile.sort_by_key(|part| part.first());
        let profile = self
            .profile
            .iter()
            .flat_map(|part| part.get(2..).unwrap_or_default())
            .copied()
            .collect::<Vec<u8>>();
        let profile = Some(profile).filter(|profile| !profile.is_empty());
        // A CMYK profile does not describe the resulting RGB.
        let (press, described) =
            if matches!(colors, Colors::Cmyk | Colors::Ycck) { (profile, None) } else { (None, profile) };
        Some((Planes::new(size, colors, press, max_sampling, components), described))
    }
}

/// The size to decode each block to (1 to 4, or 8 pixels), so that the plane is not smaller than wanted.
fn block_side_for(stored: (f64, f64), wanted: Size) -> usize {
    let needed =
        (f64::from(wanted.width) / stored.0).max(f64::from(wanted.height) / stored.1) * 8.0 * OVERSAMPLING;
    [1, 2, 3, 4].into_iter().find(|&side| side as f64 >= needed).unwrap_or(8)
}

/// How much larger than wanted a picture is read: a good filter for the rest hides block artefacts.
const OVERSAMPLING: f64 = 1.2;

/// The colour space: from Adobe's APP14 segment, otherwise by convention.
fn colors(ids: &[u8], adobe: Option<u8>) -> Option<Colors> {
    Some(match (ids.len(), adobe) {
        (1, _) => Colors::Grey,
        (3, Some(0)) => Colors::Rgb,
        (3, Some(1)) => Colors::YCbCr,
        // Some programs name the components like this instead of writing APP14; decoders disagree on it.
        (3, None) if ids != b"RGB" => Colors::YCbCr,
        (4, None | Some(0)) => Colors::Cmyk,
        (4, Some(2)) => Colors::Ycck,
        _ => return None,
    })
}
