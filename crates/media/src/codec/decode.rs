//! Decodes files to pixels. A photo that decodes only in part is reported as damaged.

use std::io::{BufRead, Cursor, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::{DynamicImage, GrayImage, ImageDecoder, ImageReader, Limits, RgbImage, RgbaImage};
use webpx::DecoderConfig;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::heic;
use super::jpeg::{self, Colors, Completeness, Planes};
use super::webp_frames;
use crate::metadata::numbers::be_u32;
use crate::metadata::profile::MAX_PROFILE_BYTES;
use crate::metadata::{clean, exif, jpeg_segments};
use crate::transform::scale;
use crate::{Format, Size};
use vitrine_domain::{Problem, ProblemKind};

/// The maximum size of a decoded picture in bytes: just enough for 200 megapixels at three bytes each.
///
/// A file of a few hundred bytes can claim 100,000 × 100,000 pixels; it is refused by its header.
const MAX_DECODED_BYTES: u64 = 640 << 20;
/// The longest side. Beyond what cameras and panoramas have, shrinking takes more memory than the picture.
const MAX_SIDE: u32 = 1 << 17;

/// A picture as it is stored: not yet rotated upright, in its own colour space.
pub struct Decoded {
    pub picture: Picture,
    /// The colour profile in the file, if it describes these pixels.
    pub icc: Option<Vec<u8>>,
}

/// Decoded pixels, at full or reduced size.
pub enum Picture {
    /// Eight bits a channel: grey, RGB or RGBA.
    Whole(DynamicImage),
    /// Read at a reduced size, in the planes of the JPEG; to be shrunk further.
    Planes(Planes),
    /// Read at a reduced size, as whole pixels; `full_size` is the size of the original.
    Reduced { image: DynamicImage, full_size: Size },
}

impl Picture {
    /// The size of the original picture, in pixels.
    pub fn size(&self) -> Size {
        match self {
            Self::Whole(image) => scale::size_of(image),
            Self::Planes(planes) => planes.size,
            Self::Reduced { full_size, .. } => *full_size,
        }
    }

    /// The picture resized to `to`.
    pub fn resized(&self, to: Size) -> Result<DynamicImage, Problem> {
        match self {
            Self::Whole(image) | Self::Reduced { image, .. } => scale::shrink(image, to),
            Self::Planes(planes) => planes.image(to),
        }
    }
}

/// Reads the size from the header and checks it against the limit.
///
/// # Errors
///
/// `PhotoDamaged`, `PhotoTooLarge` or `PhotoFormatUnsupported`.
pub fn dimensions(format: Format, bytes: &[u8]) -> Result<Size, Problem> {
    let size = match format {
        Format::Jpeg => {
            let frame =
                jpeg_segments::parse_frame(bytes).ok_or_else(|| Problem::new(ProblemKind::PhotoDamaged))?;
            if !frame.is_supported {
                return Err(unsupported("JPEG"));
            }
            frame.size
        }
        Format::Heic => heic::size(bytes)?,
        _ => return layout_in(format, Cursor::new(bytes))?.checked(),
    };
    check_size(format, size)
}

/// How a picture is decoded: its size, and the bytes that a pixel takes as it is stored, which are more than
/// one a channel in 16-bit pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub size: Size,
    format: Format,
    pixel_bytes: u64,
}

/// The memory that a picture takes whatever its size: the rows at hand while it is shrunk, and the small
/// pictures in which a code is looked for.
pub const WORKING_BYTES: u64 = 12 << 20;

impl Layout {
    /// The memory in bytes for decoding it: its pixels as they are stored, and once more with a byte for each
    /// channel.
    pub fn decoding_cost(self) -> u64 {
        let bytes = match self.format {
            // The decoder holds what it has unpacked, and copies it.
            Format::Tiff => (2 * self.pixel_bytes).max(self.pixel_bytes + 4),
            // An animation has a frame, a canvas, and the picture that is made of them.
            Format::WebP => 12,
            _ => self.pixel_bytes + 4,
        };
        self.size.pixels().saturating_mul(bytes.max(8)).saturating_add(WORKING_BYTES)
    }

    /// The size, of a picture that is neither empty nor too large to decode.
    pub fn checked(self) -> Result<Size, Problem> {
        check(self.size, self.pixel_bytes.max(4))
    }
}

/// Reads the layout from the header of a file other than JPEG and HEIC.
pub fn layout_in(format: Format, mut file: impl BufRead + Seek) -> Result<Layout, Problem> {
    if format == Format::Png {
        // The decoder would unpack the colour profile first.
        let mut head = [0; PNG_HEAD_BYTES];
        return file
            .read_exact(&mut head)
            .ok()
            .and_then(|()| png_layout(&head))
            .ok_or_else(|| Problem::new(ProblemKind::PhotoDamaged));
    }
    catch_panics(|| {
        let decoder = open(format, file).into_decoder()?;
        let (width, height) = decoder.dimensions();
        Ok::<_, image::ImageError>(Layout {
            size: Size::new(width, height),
            format,
            pixel_bytes: decoder.color_type().bytes_per_pixel().into(),
        })
    })
}

/// Signature, and the first chunk up to the kind of colours.
const PNG_HEAD_BYTES: usize = 26;

fn png_layout(head: &[u8; PNG_HEAD_BYTES]) -> Option<Layout> {
    let (bits, kind) = (head[24], head[25]);
    // With transparency, which follows.
    let channels = match kind {
        0 | 4 => 2,
        2 | 3 | 6 => 4,
        _ => return None,
    };
    let size = Size::new(be_u32(head, 16)?, be_u32(head, 20)?);
    (&head[12..16] == b"IHDR").then_some(Layout {
        size,
        format: Format::Png,
        pixel_bytes: if bits == 16 { 2 * channels } else { channels },
    })
}

/// Refuses pictures that are empty or too large to decode.
pub fn check_size(format: Format, size: Size) -> Result<Size, Problem> {
    check(size, if format == Format::Jpeg { 3 } else { 4 })
}

fn check(size: Size, pixel_bytes: u64) -> Result<Size, Problem> {
    if size.pixels() == 0 {
        return Err(Problem::new(ProblemKind::PhotoDamaged));
    }
    let is_long = size.width.max(size.height) > MAX_SIDE;
    if is_long || size.pixels().saturating_mul(pixel_bytes) > MAX_DECODED_BYTES {
        return Err(Problem::new(ProblemKind::PhotoTooLarge).with_quotation(size.to_string()));
    }
    Ok(size)
}

/// Decodes the (first) picture for shrinking to `side` pixels, at a reduced size where that is faster.
///
/// `colors_side` is the size that suffices for colour planes stored at a lower resolution than brightness.
pub fn decode_reduced(format: Format, bytes: &[u8], side: u32, colors_side: u32) -> Result<Decoded, Problem> {
    match read_reduced(format, bytes, side, colors_side)? {
        Some(decoded) => {
            // The reduced reader looks only at the DC coefficients of a progressive picture.
            if jpeg_segments::parse_frame(bytes).is_some_and(|frame| frame.progressive)
                && jpeg::completeness(bytes) != Completeness::Complete
            {
                return decode(format, bytes);
            }
            Ok(decoded)
        }
        None => decode(format, bytes),
    }
}

/// Decodes the (first) picture for the screen: faster, but it may miss some damage.
pub fn decode_for_display(format: Format, bytes: &[u8], side: u32) -> Result<Decoded, Problem> {
    if format == Format::WebP {
        let size = dimensions(format, bytes)?;
        if let Some(picture) = decode_webp(bytes, size, side) {
            let icc = catch_panics(|| open(format, Cursor::new(bytes)).into_decoder()?.icc_profile())?;
            return Ok(Decoded { picture, icc: icc.filter(|icc| icc.len() <= MAX_PROFILE_BYTES) });
        }
    }
    read_reduced(format, bytes, side, side)?.map_or_else(|| decode(format, bytes), Ok)
}

/// Decodes the small picture that cameras embed in a HEIC photo.
pub fn decode_embedded_heic(bytes: &[u8]) -> Option<Decoded> {
    let (image, icc) =
        catch_panics(|| heic::thumbnail(bytes).ok_or_else(|| Problem::new(ProblemKind::PhotoDamaged)))
            .ok()?;
    Some(Decoded { picture: Picture::Whole(image), icc })
}

/// Decodes the (first) picture completely, to be written as a JPEG of the same size.
///
/// A picture that is stored in planes stays in planes: they take half the memory of RGB, and rotating needs
/// only one more plane.
pub fn decode_for_reencoding(format: Format, bytes: &[u8]) -> Result<Decoded, Problem> {
    let size = dimensions(format, bytes)?;
    if format == Format::Jpeg
        && let Some((planes, None)) =
            jpeg::read(bytes, size, Size::new(size.width.div_ceil(2), size.height.div_ceil(2)))
        && planes.can_subsample(size)
    {
        return Ok(Decoded { picture: Picture::Planes(planes), icc: None });
    }
    decode(format, bytes)
}

/// Reads a JPEG at a reduced size, where the reader supports it.
fn read_reduced(
    format: Format,
    bytes: &[u8],
    side: u32,
    colors_side: u32,
) -> Result<Option<Decoded>, Problem> {
    let size = dimensions(format, bytes)?;
    if format != Format::Jpeg || side >= size.longest_side() {
        return Ok(None);
    }
    let [wanted, colors_wanted] = [side, colors_side].map(|side| scale::size_within(size, side, 1));
    let read = jpeg::read(bytes, wanted, colors_wanted);
    Ok(read.map(|(planes, icc)| Decoded { picture: Picture::Planes(planes), icc }))
}

/// Checks that the (first) picture decodes completely.
pub fn check_decodable(format: Format, bytes: &[u8]) -> Result<(), Problem> {
    dimensions(format, bytes)?;
    let frame = if format == Format::Jpeg { jpeg_segments::parse_frame(bytes) } else { None };
    if let Some(frame) = frame
        && (frame.has_common_sampling || frame.has_separate_scans)
        && jpeg::completeness(bytes) == Completeness::Complete
    {
        return Ok(());
    }
    decode(format, bytes).map(|_| ())
}

/// Decodes the (first) picture completely.
pub fn decode(format: Format, bytes: &[u8]) -> Result<Decoded, Problem> {
    let size = dimensions(format, bytes)?;
    let frame = if format == Format::Jpeg { jpeg_segments::parse_frame(bytes) } else { None };
    let (image, icc) = match format {
        Format::Jpeg if frame.is_some_and(|frame| frame.has_separate_scans) => {
            let (planes, icc) =
                jpeg::read(bytes, size, size).ok_or_else(|| Problem::new(ProblemKind::PhotoDamaged))?;
            (planes.image(size)?, icc)
        }
        // Our own reader is faster for baseline CMYK pictures.
        Format::Jpeg
            if frame.is_some_and(|frame| frame.components == 4)
                && let Some((planes, icc)) = jpeg::read(bytes, size, size) =>
        {
            (planes.image(size)?, icc)
        }
        // Other decoders silently fill in what is missing at the end.
        Format::Jpeg if jpeg::completeness(bytes) == Completeness::Broken => {
            return Err(Problem::new(ProblemKind::PhotoDamaged));
        }
        Format::Jpeg => catch_panics(|| decode_jpeg(bytes))?,
        Format::Tiff if !tiff_parts_fit(bytes, size) => return Err(Problem::new(ProblemKind::PhotoDamaged)),
        Format::WebP if !webp_frames::fit(bytes, size) => {
            return Err(Problem::new(ProblemKind::PhotoDamaged));
        }
        Format::Heic => catch_panics(|| heic::decode(bytes))?,
        Format::Png => {
            // Without packed texts, and without a profile that unpacks to more than the memory.
            let (_, parts) = clean::open(bytes)?;
            let lean = parts.assemble(bytes);
            catch_panics(|| decode_other(format, lean.as_deref().unwrap_or(bytes)))?
        }
        _ => catch_panics(|| decode_other(format, bytes))?,
    };
    let icc = icc.filter(|icc| icc.len() <= MAX_PROFILE_BYTES);
    let image = match image {
        DynamicImage::ImageLuma8(_) | DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_) => image,
        DynamicImage::ImageLuma16(_) => image.into_luma8().into(),
        _ if image.color().has_alpha() => image.into_rgba8().into(),
        _ => image.into_rgb8().into(),
    };
    Ok(Decoded { picture: Picture::Whole(image), icc })
}

/// Checks that no JPEG inside a TIFF claims to be larger than its strip or tile: the decoder would allocate
/// all of its pixels, for each of up to some ten thousand parts.
fn tiff_parts_fit(tiff: &[u8], whole: Size) -> bool {
    let (part, jpegs) = exif::embedded_jpegs(tiff, whole);
    // JPEG blocks may extend beyond the edge of the part.
    let spare = |length: u32| length.saturating_add(64);
    let fits = |frame: jpeg_segments::Frame| {
        frame.size.width <= spare(part.width) && frame.size.height <= spare(part.height)
    };
    jpegs.into_iter().all(|jpeg| jpeg_segments::parse_frame(jpeg).is_none_or(fits))
}

/// Runs a decoder; an error or a panic on a hostile file means that the file is damaged.
fn catch_panics<T, E: Into<DecoderError>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, Problem> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(error.into().0),
        Err(_panic) => Err(Problem::new(ProblemKind::PhotoDamaged)),
    }
}

struct DecoderError(Problem);

impl From<image::ImageError> for DecoderError {
    fn from(error: image::ImageError) -> Self {
        use image::ImageError::{Limits, Unsupported};
        let code = match error {
            Unsupported(_) => ProblemKind::PhotoFormatUnsupported,
            Limits(_) => ProblemKind::PhotoTooLarge,
            _ => ProblemKind::PhotoDamaged,
        };
        Self(Problem::new(code).with_quotation(error.to_string()))
    }
}

impl From<zune_jpeg::errors::DecodeErrors> for DecoderError {
    fn from(error: zune_jpeg::errors::DecodeErrors) -> Self {
        Self(Problem::new(ProblemKind::PhotoDamaged).with_quotation(error.to_string()))
    }
}

impl From<Problem> for DecoderError {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

fn unsupported(what: &str) -> Problem {
    Problem::new(ProblemKind::PhotoFormatUnsupported).with_quotation(what)
}

fn open<R: BufRead + Seek>(format: Format, file: R) -> ImageReader<R> {
    let mut reader = ImageReader::new(file);
    if let Some(format) = format.decoder() {
        reader.set_format(format);
    }
    reader.limits(at_most(HEADER_BYTES));
    reader
}

/// The memory for reading a header, in bytes; and that for decoding in addition to what a picture was
/// admitted for.
const HEADER_BYTES: u64 = 8 << 20;

fn at_most(bytes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(bytes);
    limits
}

fn decode_other(format: Format, bytes: &[u8]) -> image::ImageResult<(DynamicImage, Option<Vec<u8>>)> {
    let mut decoder = open(format, Cursor::new(bytes)).into_decoder()?;
    let icc = decoder.icc_profile().ok().flatten();
    let (width, height) = decoder.dimensions();
    let layout = Layout {
        size: Size::new(width, height),
        format,
        pixel_bytes: decoder.color_type().bytes_per_pixel().into(),
    };
    decoder.set_limits(at_most(layout.decoding_cost().min(2 * MAX_DECODED_BYTES) + HEADER_BYTES))?;
    Ok((DynamicImage::from_decoder(decoder)?, icc))
}

/// How many times larger than wanted a WebP is decoded: libwebp shrinks by box averages, and a good filter
/// for the rest hides that.
const WEBP_OVERSAMPLING: u32 = 3;

/// Returns `None` for animations and damaged files; the strict decoder tells which.
fn decode_webp(bytes: &[u8], size: Size, side: u32) -> Option<Picture> {
    let decoder = webpx::Decoder::new(bytes).ok()?;
    let (alpha, animated) = (decoder.info().has_alpha, decoder.info().has_animation);
    if animated {
        return None;
    }
    let read = scale::size_within(size, side.saturating_mul(WEBP_OVERSAMPLING), 1);
    // `size` was checked before. Deblocking makes no visible difference once each pixel is the mean of many.
    let config = DecoderConfig::new()
        .limits(webpx::Limits::none())
        .bypass_filtering(read.longest_side() <= size.longest_side() / 2);
    let decoder = decoder.config(if read == size { config } else { config.scale(read.width, read.height) });
    let image = if alpha {
        let (pixels, width, height) = decoder.decode_rgba_raw().ok()?;
        RgbaImage::from_raw(width, height, pixels)?.into()
    } else {
        let (pixels, width, height) = decoder.decode_rgb_raw().ok()?;
        RgbImage::from_raw(width, height, pixels)?.into()
    };
    Some(Picture::Reduced { image, full_size: size })
}

/// Strict mode: a lenient decoder would paint missing rows grey.
fn decode_jpeg(bytes: &[u8]) -> Result<(DynamicImage, Option<Vec<u8>>), zune_jpeg::errors::DecodeErrors> {
    let options =
        DecoderOptions::default().set_strict_mode(true).set_max_width(usize::MAX).set_max_height(usize::MAX);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers()?;
    let (colors, out) = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => (Colors::Grey, ColorSpace::Luma),
        // CMYK samples as stored: zune-jpeg does not apply the profile of a printing press.
        Some(ColorSpace::CMYK) => (Colors::Cmyk, ColorSpace::CMYK),
        Some(ColorSpace::YCCK) => (Colors::Ycck, ColorSpace::YCCK),
        _ => (Colors::Rgb, ColorSpace::RGB),
    };
    decoder.set_options(options.jpeg_set_out_colorspace(out));
    let mut pixels = decoder.decode()?;
    let mut icc = decoder.icc_profile();
    if matches!(colors, Colors::Cmyk | Colors::Ycck) {
        let stored = pixels.chunks_exact(4).map(|cmyk| [cmyk[0], cmyk[1], cmyk[2], cmyk[3]]);
        // A CMYK profile does not describe the resulting RGB.
        pixels = jpeg::cmyk_to_rgb(stored, colors, icc.take().as_deref());
    }
    let (width, height) = decoder.dimensions().unwrap_or_default();
    let (width, height) = (width as u32, height as u32);
    let image = if colors == Colors::Grey {
        GrayImage::from_raw(width, height, pixels).map(DynamicImage::from)
    } else {
        RgbImage::from_raw(width, height, pixels).map(DynamicImage::from)
    };
    let image =
        image.ok_or(zune_jpeg::errors::DecodeErrors::FormatStatic("fewer pixels than the header says"))?;
    Ok((image, icc))
}
