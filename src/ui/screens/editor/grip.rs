//! Dragging the crop frame within its limits and at its aspect ratio.

use vitrine_domain::Frame;

/// The part of the frame that is dragged: for each axis its start (-1), its end (1) or neither (0). (0, 0)
/// moves the whole frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grip(pub i8, pub i8);

impl Grip {
    /// The whole frame.
    pub const MOVE: Self = Self(0, 0);
    /// The four corners.
    pub const CORNERS: [Self; 4] = [Self(-1, -1), Self(1, -1), Self(-1, 1), Self(1, 1)];
    /// The four edges.
    pub const EDGES: [Self; 4] = [Self(-1, 0), Self(1, 0), Self(0, -1), Self(0, 1)];

    /// The frame after a drag by `right` and `down` in a picture of this size. `ratio` is width / height, if
    /// it is fixed.
    pub fn moved(
        self,
        frame: Frame,
        (right, down): (f64, f64),
        (width, height): (f64, f64),
        ratio: Option<f64>,
    ) -> Frame {
        let min_side = width.max(height) * 0.05;
        match (self, ratio) {
            (Self::MOVE, _) => Frame {
                left: (frame.left + right).clamp(0.0, (width - frame.width).max(0.0)),
                top: (frame.top + down).clamp(0.0, (height - frame.height).max(0.0)),
                ..frame
            },
            (Self(across, along), None) => {
                let (left, wide) = stretched(frame.left, frame.width, across, right, width, min_side);
                let (top, high) = stretched(frame.top, frame.height, along, down, height, min_side);
                Frame { left, top, width: wide, height: high }
            }
            (Self(across, along), Some(ratio)) => {
                // The opposite corner stays.
                let (wide, high) =
                    (frame.width + right * f64::from(across), frame.height + down * f64::from(along));
                let room = |side: i8, begin: f64, length: f64, whole: f64| {
                    if side < 0 { begin + length } else { whole - begin }
                };
                let most = room(across, frame.left, frame.width, width)
                    .min(room(along, frame.top, frame.height, height) * ratio);
                let wide = wide.max(high * ratio).max(min_side.min(most)).min(most);
                let high = wide / ratio;
                let begin = |side: i8, begin: f64, length: f64, now: f64| {
                    if side < 0 { begin + length - now } else { begin }
                };
                Frame {
                    left: begin(across, frame.left, frame.width, wide),
                    top: begin(along, frame.top, frame.height, high),
                    width: wide,
                    height: high,
                }
            }
        }
    }
}

/// Start and length along one axis after the dragged side has moved by `by`.
fn stretched(begin: f64, length: f64, side: i8, by: f64, whole: f64, min_side: f64) -> (f64, f64) {
    let end = begin + length;
    match side {
        -1 => {
            let begin = (begin + by).min(end - min_side).max(0.0);
            (begin, end - begin)
        }
        1 => (begin, (end + by).max(begin + min_side).min(whole) - begin),
        _ => (begin, length),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SIZE: (f64, f64) = (400.0, 300.0);

    fn frame(left: f64, top: f64, width: f64, height: f64) -> Frame {
        Frame { left, top, width, height }
    }

    #[test]
    fn dragging_a_corner_moves_its_two_sides() {
        let grown = Grip(1, 1).moved(frame(10.0, 10.0, 100.0, 100.0), (20.0, 30.0), SIZE, None);
        assert_eq!(grown, frame(10.0, 10.0, 120.0, 130.0));
        let shrunk = Grip(-1, -1).moved(grown, (20.0, 30.0), SIZE, None);
        assert_eq!(shrunk, frame(30.0, 40.0, 100.0, 100.0));
    }

    #[test]
    fn a_fixed_ratio_is_kept() {
        let grown = Grip(-1, 1).moved(frame(100.0, 100.0, 100.0, 100.0), (-40.0, 5.0), SIZE, Some(1.0));
        assert_eq!(grown, frame(60.0, 100.0, 140.0, 140.0));
        let stopped = Grip(1, 1).moved(frame(100.0, 100.0, 100.0, 100.0), (900.0, 900.0), SIZE, Some(1.0));
        assert_eq!(stopped, frame(100.0, 100.0, 200.0, 200.0), "limited by the lower edge");
    }

    proptest! {
        #[test]
        fn no_drag_leaves_the_picture_or_inverts_the_frame(
            (right, down) in (-900f64..900.0, -900f64..900.0), index in 0usize..9, shaped in any::<bool>(),
        ) {
            let grip = [Grip::MOVE].into_iter().chain(Grip::CORNERS).chain(Grip::EDGES).nth(index).unwrap();
            let ratio = (shaped && grip.0 != 0 && grip.1 != 0).then_some(1.0);
            let moved = grip.moved(frame(100.0, 80.0, 120.0, 120.0), (right, down), SIZE, ratio);
            prop_assert!(moved.width >= 19.0 && moved.height >= 19.0, "{:?}", moved);
            prop_assert!(moved.left >= -1e-6 && moved.top >= -1e-6);
            prop_assert!(moved.left + moved.width <= 400.0 + 1e-6 && moved.top + moved.height <= 300.0 + 1e-6);
        }
    }
}
