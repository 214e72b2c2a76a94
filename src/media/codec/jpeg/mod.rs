//! A JPEG reader (ITU-T T.81) for pictures that will be shrunk: it makes them smaller while reading, in the
//! planes they are stored in.
//!
//! Of each 8 × 8 block it decodes only the lowest coefficients that the wanted size needs, and passes over
//! the others several at a time; at 1/8 that leaves the first one, the block's mean. Baseline pictures of all
//! samplings and colours are read, and progressive ones at 1/8. Whatever else there is, or is not as it
//! should be, is left to the full decoder: `None` means that, and never that a file is damaged.

mod bits;
mod codes;
mod forward;
mod huffman;
mod inverse;
mod planes;
mod scan;
mod segment;
mod whole;
mod write;

use crate::media::Size;
use crate::media::metadata::jpeg_segments::{self, marker, next_marker, segment_at};
use crate::media::metadata::numbers::be_u16;
use bits::Coded;
use huffman::{Coefficients, Table};
use inverse::Weights;
use scan::{Component, Reading};

pub use planes::{Colors, Planes, Subsampled420, printed};
pub use whole::Wholeness;
pub use write::{Band, write};

/// Reads a picture of at least `wanted` pixels, as it is stored (not turned), and its colour profile.
///
/// Colours that are stored at fewer pixels than the brightness come in at least `colors_wanted`.
/// `None`: the full decoder has to.
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
            marker::DQT => reader.quantizers(payload)?,
            marker::DHT => reader.tables(payload)?,
            marker::DRI => reader.restart = be_u16(payload, 0)?.into(),
            marker::APP2 if payload.starts_with(ICC) => reader.profile.push(payload.get(ICC.len()..)?),
            marker::APP14 if payload.starts_with(b"Adobe") => reader.adobe = Some(*payload.get(11)?),
            marker::SOF0 | marker::SOF1 | marker::SOF2 => reader.frame(marker == marker::SOF2, payload, (wanted, colors_wanted))?,
            marker::SOS => at += reader.scan(payload, bytes.get(end..)?)?,
            // Arithmetic codes, lossless and layered pictures; a number of lines told at the end.
            marker::SOF3..=marker::SOF15 | marker::DNL => return None,
            marker::APP0..=marker::APP15 | marker::COM => {}
            _ => return None,
        }
    }
}

/// Whether all the picture's data are there: what this says `Whole` of, every decoder reads to its end.
pub fn wholeness(bytes: &[u8]) -> Wholeness {
    let progressive = jpeg_segments::frame_of_head(bytes).is_some_and(|frame| frame.progressive);
    match read(bytes, Size::new(1, 1), Size::new(1, 1)) {
        Some(_) if !progressive => Wholeness::Whole,
        Some(_) => whole::wholeness(bytes),
        None if whole::wholeness(bytes) == Wholeness::Broken => Wholeness::Broken,
        None => Wholeness::Unsure,
    }
}

/// Begins a part of a colour profile; its number and how many there are follow.
const ICC: &[u8] = b"ICC_PROFILE\0";

#[derive(Default)]
struct Reader<'a> {
    profile: Vec<&'a [u8]>,
    quantizers: [Option<[u16; 64]>; 4],
    firsts: [Option<Table>; 4],
    others: [Option<Coefficients>; 4],
    restart: usize,
    adobe: Option<u8>,
    frame: Option<Frame>,
    coded: Coded,
}

struct Frame {
    size: Size,
    progressive: bool,
    components: Vec<Component>,
    /// Each way, how many units of blocks of all components.
    units: (usize, usize),
    largest: (usize, usize),
}

impl Reader<'_> {
    fn quantizers(&mut self, mut payload: &[u8]) -> Option<()> {
        while let Some((&kind, rest)) = payload.split_first() {
            let table = self.quantizers.get_mut(usize::from(kind & 15))?.insert([0; 64]);
            let wide = match kind >> 4 {
                0 => 1,
                1 => 2,
                _ => return None,
            };
            let (values, rest) = rest.split_at_checked(64 * wide)?;
            for (entry, value) in table.iter_mut().zip(values.chunks_exact(wide)) {
                *entry = value.iter().fold(0, |high, &low| high << 8 | u16::from(low));
            }
            payload = rest;
        }
        Some(())
    }

    fn tables(&mut self, mut payload: &[u8]) -> Option<()> {
        while let Some((&kind, rest)) = payload.split_first() {
            let (counts, rest) = rest.split_first_chunk::<16>()?;
            let total = counts.iter().map(|&count| usize::from(count)).sum();
            let (values, rest) = rest.split_at_checked(total)?;
            let place = usize::from(kind & 15);
            match kind >> 4 {
                0 if values.iter().any(|&size| size > 15) => return None,
                0 => *self.firsts.get_mut(place)? = Some(Table::new(counts, values)?),
                1 if self.frame.as_ref().is_some_and(|frame| frame.progressive) => {}
                1 => *self.others.get_mut(place)? = Some(Coefficients::new(counts, values)?),
                _ => return None,
            }
            payload = rest;
        }
        Some(())
    }

    fn frame(&mut self, progressive: bool, payload: &[u8], (wanted, colors_wanted): (Size, Size)) -> Option<()> {
        let size = Size::new(be_u16(payload, 3)?.into(), be_u16(payload, 1)?.into());
        let (&[precision, .., count], described) = payload.split_first_chunk::<6>()?;
        let as_expected = precision == 8 && matches!(count, 1 | 3 | 4) && described.len() == 3 * usize::from(count);
        if self.frame.is_some() || !as_expected || size.pixels() == 0 {
            return None;
        }
        let samplings = || described.chunks_exact(3).map(|of| (usize::from(of[1] >> 4), usize::from(of[1] & 15)));
        if !samplings().all(|(across, down)| (1..=4).contains(&across) && (1..=4).contains(&down)) {
            return None;
        }
        let largest = (samplings().map(|of| of.0).max()?, samplings().map(|of| of.1).max()?);
        let (width, height) = (size.width as usize, size.height as usize);
        let units = (width.div_ceil(8 * largest.0), height.div_ceil(8 * largest.1));
        let mut components = Vec::new();
        for (of, (across, down)) in described.chunks_exact(3).zip(samplings()) {
            let share = |length: u32, part: usize, whole: usize| f64::from(length) * part as f64 / whole as f64;
            let stored = (share(size.width, across, largest.0), share(size.height, down, largest.1));
            let side = side_for(stored, if (across, down) == largest { wanted } else { colors_wanted });
            if progressive && components.is_empty() && side != 1 {
                return None;
            }
            let side = if progressive { 1 } else { side };
            let (wide, high) = (units.0 * across, units.1 * down);
            components.push(Component {
                id: of[0],
                across,
                down,
                quantizer: usize::from(of[2]),
                side,
                blocks: ((stored.0.ceil() as usize).div_ceil(8), (stored.1.ceil() as usize).div_ceil(8)),
                pixels: if progressive { Vec::new() } else { vec![0; wide * high * side * side] },
                stride: wide * side,
                firsts: vec![0; if progressive { wide * high } else { 0 }],
                missing_bits: None,
            });
        }
        self.frame = Some(Frame { size, progressive, components, units, largest });
        Some(())
    }

    /// Reads a scan's data and says how long it is.
    fn scan(&mut self, header: &[u8], data: &[u8]) -> Option<usize> {
        let Frame { progressive, components, units, .. } = self.frame.as_mut()?;
        let (&count, rest) = header.split_first()?;
        let (selectors, rest) = rest.split_at_checked(2 * usize::from(count))?;
        let &[start, end, bits] = rest else { return None };
        if *progressive && start > 0 {
            return jpeg_segments::coded_length(data).into();
        }
        let mut chosen = Vec::new();
        let mut left = components.iter_mut();
        for selector in selectors.chunks_exact(2) {
            // In the order of the frame, each at most once, as the standard wants it.
            let component = left.by_ref().find(|component| component.id == selector[0])?;
            chosen.push((component, usize::from(selector[1] >> 4), usize::from(selector[1] & 15)));
        }
        let length = self.coded.take(data)?;
        if *progressive {
            if end != 0 {
                return None;
            }
            let mut chosen: Vec<_> =
                chosen.into_iter().map(|(component, first, _)| (component, self.firsts.get(first).and_then(Option::as_ref))).collect();
            scan::progressive(&self.coded, &mut chosen, *units, self.restart, (bits >> 4, bits & 15))?;
            return Some(length);
        }
        if (start, end, bits) != (0, 63, 0) {
            return None;
        }
        let mut readings = Vec::new();
        for (component, first, others) in chosen {
            if component.missing_bits.replace(0).is_some() {
                return None;
            }
            let quantizers = self.quantizers.get(component.quantizer)?.as_ref()?;
            readings.push(Reading {
                weights: Weights::new(quantizers, component.side),
                component,
                first: self.firsts.get(first)?.as_ref()?,
                others: self.others.get(others)?.as_ref()?,
            });
        }
        scan::baseline(&self.coded, &mut readings, *units, self.restart)?;
        Some(length)
    }

    fn finish(mut self) -> Option<(Planes, Option<Vec<u8>>)> {
        let Frame { size, progressive, mut components, largest, .. } = self.frame?;
        for component in &mut components {
            if component.missing_bits != Some(0) {
                return None;
            }
            if progressive {
                let weight = f32::from(self.quantizers.get(component.quantizer)?.as_ref()?[0]) / 8.0;
                component.pixels = component.firsts.iter().map(|&first| inverse::one(f32::from(first) * weight)).collect();
            }
        }
        let ids: Vec<u8> = components.iter().map(|component| component.id).collect();
        let colors = colors(&ids, self.adobe)?;
        self.profile.sort_by_key(|part| part.first());
        let profile = self.profile.iter().flat_map(|part| part.get(2..).unwrap_or_default()).copied().collect::<Vec<u8>>();
        let profile = Some(profile).filter(|profile| !profile.is_empty());
        // A profile of a printing press does not describe the RGB made from its inks.
        let (press, described) = if matches!(colors, Colors::Inks | Colors::CodedInks) { (profile, None) } else { (None, profile) };
        Some((Planes::new(size, colors, press, largest, components), described))
    }
}

/// How many pixels a side to make of a block, so that the plane is not smaller than wanted.
fn side_for(stored: (f64, f64), wanted: Size) -> usize {
    let needed = (f64::from(wanted.width) / stored.0).max(f64::from(wanted.height) / stored.1) * 8.0 * SPARE;
    [1, 2, 3, 4].into_iter().find(|&side| side as f64 >= needed).unwrap_or(8)
}

/// How much larger than wanted a picture is read: shrinking the rest with a good filter hides the blocks' own.
const SPARE: f64 = 1.2;

/// What the components mean: told by Adobe's segment, else usage.
fn colors(ids: &[u8], adobe: Option<u8>) -> Option<Colors> {
    Some(match (ids.len(), adobe) {
        (1, _) => Colors::Grey,
        (3, Some(0)) => Colors::Rgb,
        (3, Some(1)) => Colors::YCbCr,
        // Some programs name the components so instead of writing Adobe's segment; decoders do not agree.
        (3, None) if ids != b"RGB" => Colors::YCbCr,
        (4, None | Some(0)) => Colors::Inks,
        (4, Some(2)) => Colors::CodedInks,
        _ => return None,
    })
}
