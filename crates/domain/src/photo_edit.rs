//! The edits that a person makes to a photo before it is sent. The original file is never changed.

use serde::{Deserialize, Serialize};

/// The edits of one photo, applied in this order: rotate, straighten, crop, adjust brightness, whiten the
/// background.
///
/// All numbers are integers, so that an edit is still the same value after it was stored and read back.
/// Values out of range (from a journal that was modified by hand) are clamped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct PhotoEdit {
    /// Clockwise quarter turns, 0 to 3.
    #[serde(skip_serializing_if = "is_default")]
    pub turns: u8,
    /// Straightening angle in tenths of a degree, clockwise; at most [`PhotoEdit::MAX_TILT`] in either
    /// direction.
    #[serde(skip_serializing_if = "is_default")]
    pub tilt: i16,
    /// The part of the photo to keep; `None` keeps all of it.
    #[serde(skip_serializing_if = "is_default")]
    pub crop: Option<Crop>,
    /// Negative is darker, positive is brighter; at most [`PhotoEdit::MAX_BRIGHTNESS`] in either direction.
    #[serde(skip_serializing_if = "is_default")]
    pub brightness: i8,
    /// Whether a plain background is replaced by pure white.
    #[serde(skip_serializing_if = "is_default")]
    pub white: bool,
}

/// The part of a photo that is kept. Lengths are in [`Crop::WHOLE`]ths of the photo, so that a crop applies
/// to photos of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crop {
    /// Any rectangle, as fractions of the photo's width and height.
    Free { left: u16, top: u16, width: u16, height: u16 },
    /// A rectangle of a fixed aspect ratio, centred at `x`, `y`. `scale` is its size as a fraction of the
    /// largest possible one.
    Shaped { ratio: Ratio, x: u16, y: u16, scale: u16 },
}

/// Aspect ratio, width to height. Written as `3:4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Ratio {
    width: u16,
    height: u16,
}

/// A rectangle within a picture, in that picture's unit (pixels, or points of the window).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The distance from the left edge.
    pub left: f64,
    /// The distance from the top edge.
    pub top: f64,
    /// The length from left to right.
    pub width: f64,
    /// The length from top to bottom.
    pub height: f64,
}

impl PhotoEdit {
    /// Largest straightening angle, in tenths of a degree.
    pub const MAX_TILT: i16 = 150;
    /// Largest change of brightness.
    pub const MAX_BRIGHTNESS: i8 = 100;

    /// Whether this edit leaves the photo unchanged.
    pub fn is_identity(&self) -> bool {
        *self == Self::default()
    }

    /// Rotates clockwise by a quarter turn; the crop rotates with the photo.
    #[must_use]
    pub fn rotated_right(self) -> Self {
        Self { turns: (self.turns + 1) % 4, crop: self.crop.map(Crop::rotated_right), ..self }
    }

    /// Rotates counterclockwise by a quarter turn.
    #[must_use]
    pub fn rotated_left(self) -> Self {
        self.rotated_right().rotated_right().rotated_right()
    }

    /// Sets the straightening angle, in tenths of a degree, clamped to the allowed range.
    #[must_use]
    pub fn with_tilt(self, tenths: i16) -> Self {
        Self { tilt: tenths.clamp(-Self::MAX_TILT, Self::MAX_TILT), ..self }
    }

    /// Sets the brightness, clamped to the allowed range.
    #[must_use]
    pub fn with_brightness(self, to: i8) -> Self {
        Self { brightness: to.clamp(-Self::MAX_BRIGHTNESS, Self::MAX_BRIGHTNESS), ..self }
    }

    /// Straightening angle in degrees, clamped to the allowed range.
    pub fn degrees(&self) -> f64 {
        f64::from(self.tilt.clamp(-Self::MAX_TILT, Self::MAX_TILT)) / 10.0
    }

    /// Size of the whole photo after rotating and straightening: the largest rectangle of the same aspect
    /// ratio without empty corners.
    pub fn straightened_size(&self, width: f64, height: f64) -> (f64, f64) {
        let (width, height) = if self.turns % 2 == 1 { (height, width) } else { (width, height) };
        let (sin, cos) = self.degrees().abs().to_radians().sin_cos();
        let longer = (width / height).max(height / width);
        let scale = if longer.is_finite() { cos + sin * longer } else { 1.0 };
        (width / scale, height / scale)
    }
}

impl Crop {
    /// The full width or height in the unit of a crop's lengths.
    pub const WHOLE: u16 = 10_000;

    /// The largest crop of this aspect ratio, centred.
    pub const fn of_ratio(ratio: Ratio) -> Self {
        Self::Shaped { ratio, x: Self::WHOLE / 2, y: Self::WHOLE / 2, scale: Self::WHOLE }
    }

    /// The aspect ratio of a fixed-ratio crop; `None` for a free crop.
    pub const fn ratio(&self) -> Option<Ratio> {
        match self {
            Self::Free { .. } => None,
            Self::Shaped { ratio, .. } => Some(*ratio),
        }
    }

    /// The rectangle that this crop keeps of a picture of the given size.
    pub fn frame(&self, width: f64, height: f64) -> Frame {
        let share = |length: u16| f64::from(length.min(Self::WHOLE)) / f64::from(Self::WHOLE);
        match *self {
            Self::Free { left, top, width: wide, height: high } => {
                let (left, top) = (share(left), share(top));
                let (wide, high) = (share(wide).min(1.0 - left), share(high).min(1.0 - top));
                Frame { left: left * width, top: top * height, width: wide * width, height: high * height }
            }
            Self::Shaped { ratio, x, y, scale } => {
                let (most_wide, most_high) = ratio.largest_in(width, height);
                let (wide, high) = (most_wide * share(scale), most_high * share(scale));
                let place = |middle: u16, whole: f64, part: f64| {
                    (share(middle) * whole - part / 2.0).clamp(0.0, (whole - part).max(0.0))
                };
                Frame { left: place(x, width, wide), top: place(y, height, high), width: wide, height: high }
            }
        }
    }

    /// The same rectangle in whole pixels: left, top, width, height. It is never empty and never reaches
    /// outside a picture that is not empty.
    pub fn pixels(&self, width: u32, height: u32) -> [u32; 4] {
        let frame = self.frame(width.into(), height.into());
        let length = |part: f64, whole: u32| (part.round() as u32).clamp(1, whole.max(1));
        let (mut wide, mut high) = (length(frame.width, width), length(frame.height, height));
        if let Some(ratio) = self.ratio() {
            // Computed from the shorter side, where a rounding error matters more.
            let exact = f64::from(ratio.width) / f64::from(ratio.height);
            if exact >= 1.0 {
                high = length(f64::from(wide) / exact, height);
            } else {
                wide = length(f64::from(high) * exact, width);
            }
        }
        let place = |at: f64, part: u32, whole: u32| (at.round() as u32).min(whole.max(1) - part);
        [place(frame.left, wide, width), place(frame.top, high, height), wide, high]
    }

    /// The crop that keeps `frame` of a picture of the given size; with `ratio`, a fixed-ratio crop.
    pub fn from_frame(frame: Frame, width: f64, height: f64, ratio: Option<Ratio>) -> Self {
        let share = |part: f64, whole: f64| {
            ((part / whole.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) * f64::from(Self::WHOLE)).round() as u16
        };
        match ratio {
            None => {
                let (left, top) = (share(frame.left, width), share(frame.top, height));
                let part = |end: u16, begin: u16| end.saturating_sub(begin).max(1);
                let (right, bottom) =
                    (share(frame.left + frame.width, width), share(frame.top + frame.height, height));
                Self::Free { left, top, width: part(right, left), height: part(bottom, top) }
            }
            Some(ratio) => {
                let (most_wide, _) = ratio.largest_in(width, height);
                let (x, y) = (
                    share(frame.left + frame.width / 2.0, width),
                    share(frame.top + frame.height / 2.0, height),
                );
                Self::Shaped { ratio, x, y, scale: share(frame.width, most_wide).max(1) }
            }
        }
    }

    /// The crop of the same area after the photo was rotated clockwise by a quarter turn.
    #[must_use]
    pub fn rotated_right(self) -> Self {
        match self {
            Self::Free { left, top, width, height } => {
                let end = top.saturating_add(height).min(Self::WHOLE);
                Self::Free { left: Self::WHOLE - end, top: left, width: height, height: width }
            }
            Self::Shaped { ratio, x, y, scale } => {
                Self::Shaped { ratio, x: Self::WHOLE - y.min(Self::WHOLE), y: x, scale }
            }
        }
    }
}

impl Ratio {
    /// One to one.
    pub const SQUARE: Self = Self { width: 1, height: 1 };

    /// Returns `None` if a side is zero or one side is more than a hundred times the other.
    pub fn new(width: u16, height: u16) -> Option<Self> {
        let (short, long) = (width.min(height), width.max(height));
        (short > 0 && u32::from(long) <= u32::from(short) * 100).then_some(Self { width, height })
    }

    /// Size of the largest rectangle of this ratio that fits into the given one.
    pub fn largest_in(self, width: f64, height: f64) -> (f64, f64) {
        let ratio = f64::from(self.width) / f64::from(self.height);
        if width > height * ratio { (height * ratio, height) } else { (width, width / ratio) }
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.width, self.height)
    }
}

impl std::str::FromStr for Ratio {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sides = text
            .split_once(':')
            .and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
        let ratio = sides.and_then(|(width, height)| Self::new(width, height));
        ratio.ok_or_else(|| format!("`{text}` is no ratio of width to height, such as \"3:4\""))
    }
}

impl TryFrom<String> for Ratio {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Ratio> for String {
    fn from(ratio: Ratio) -> Self {
        ratio.to_string()
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SQUARE: Crop = Crop::of_ratio(Ratio::SQUARE);

    #[test]
    fn four_quarter_turns_restore_the_edit_and_rotate_its_crop() {
        let edit = PhotoEdit {
            crop: Some(Crop::Free { left: 1000, top: 2000, width: 3000, height: 4000 }),
            ..PhotoEdit::default()
        };
        let once = edit.rotated_right();
        assert_eq!(
            once.crop,
            Some(Crop::Free { left: 4000, top: 1000, width: 4000, height: 3000 }),
            "the lower left corner is now at the upper left"
        );
        assert_eq!(once.rotated_left(), edit);
        assert_eq!(edit.rotated_left().rotated_left().rotated_left().rotated_left(), edit);
    }

    #[test]
    fn a_square_crop_is_the_largest_square_of_each_photo() {
        assert_eq!(SQUARE.pixels(4000, 3000), [500, 0, 3000, 3000]);
        assert_eq!(SQUARE.pixels(3000, 4000), [0, 500, 3000, 3000]);
        assert_eq!(Crop::of_ratio("3:4".parse().unwrap()).pixels(4000, 3000), [875, 0, 2250, 3000]);
    }

    #[test]
    fn a_crop_made_from_a_frame_keeps_that_frame() {
        let frame = Frame { left: 100.0, top: 50.0, width: 300.0, height: 200.0 };
        assert_eq!(Crop::from_frame(frame, 400.0, 300.0, None).frame(400.0, 300.0).width, 300.0);
        let square = Frame { left: 40.0, top: 0.0, width: 150.0, height: 150.0 };
        let crop = Crop::from_frame(square, 400.0, 300.0, Some(Ratio::SQUARE));
        assert_eq!(crop.pixels(400, 300), [40, 0, 150, 150]);
    }

    #[test]
    fn an_edit_is_stored_without_its_defaults_and_reads_back_equal() {
        let edit = PhotoEdit {
            turns: 1,
            crop: Some(Crop::of_ratio("3:4".parse().unwrap())),
            ..PhotoEdit::default()
        };
        let json = serde_json::to_string(&edit).unwrap();
        assert_eq!(json, r#"{"turns":1,"crop":{"shaped":{"ratio":"3:4","x":5000,"y":5000,"scale":10000}}}"#);
        assert_eq!(serde_json::from_str::<PhotoEdit>(&json).unwrap(), edit);
        assert_eq!(serde_json::from_str::<PhotoEdit>("{}").unwrap(), PhotoEdit::default());
    }

    #[test]
    fn text_that_is_no_ratio_is_rejected() {
        for wrong in ["", "3", "3:", "0:4", "3:-4", "1:200", "3:4:5", "a:b"] {
            assert!(wrong.parse::<Ratio>().is_err(), "{wrong}");
        }
        assert_eq!("3 : 4".parse::<Ratio>().unwrap().to_string(), "3:4");
    }

    proptest! {
        #[test]
        fn a_crop_is_never_empty_and_never_leaves_the_picture(
            (width, height) in (1u32..6000, 1u32..6000), [a, b, c, d] in any::<[u16; 4]>(), shape in proptest::option::of((1u16..100, 1u16..100)),
        ) {
            let crop = match shape.and_then(|(wide, high)| Ratio::new(wide, high)) {
                Some(ratio) => Crop::Shaped { ratio, x: a, y: b, scale: c },
                None => Crop::Free { left: a, top: b, width: c, height: d },
            };
            for crop in [crop, crop.rotated_right()] {
                let [left, top, wide, high] = crop.pixels(width, height);
                prop_assert!(wide >= 1 && high >= 1);
                prop_assert!(left + wide <= width && top + high <= height);
            }
        }
    }
}
