//! What the goods stand on or lie on.

use tiny_skia::Transform;

use super::canvas::{
    Canvas, across, darker, down, fade, flat, glow, lighter, mix, oval, polyline, rectangle, run, solid,
};

/// Where a photo is taken.
#[derive(Clone, Copy)]
pub(super) enum Studio {
    /// Paper that hangs behind and runs forward under the goods, in this colour.
    Paper(u32),
    /// Seen from above: smooth plaster.
    Plaster(u32),
    /// Seen from above: coarse cloth.
    Linen(u32),
    /// Seen from above: boards.
    Wood(u32),
}

impl Studio {
    pub fn set_up(self, canvas: &mut Canvas) {
        let frame = rectangle(0.0, 0.0, 1000.0, 1000.0);
        match self {
            Self::Paper(color) => {
                let wall = lighter(color, 0.35);
                let colors = [
                    (0.0, fade(darker(wall, 0.06), 1.0)),
                    (0.5, fade(wall, 1.0)),
                    (0.62, fade(lighter(color, 0.12), 1.0)),
                    (0.72, fade(color, 1.0)),
                    (1.0, fade(darker(color, 0.12), 1.0)),
                ];
                canvas.fill(&frame, down(0.0, 1000.0, &colors));
                canvas.fill(
                    &oval(360.0, 330.0, 620.0, 520.0),
                    glow(
                        360.0,
                        330.0,
                        620.0,
                        520.0,
                        &[(0.0, fade(0xffffff, 0.5)), (1.0, fade(0xffffff, 0.0))],
                    ),
                );
            }
            Self::Plaster(color) => {
                canvas.fill(&frame, solid(color));
                for _ in 0..30 {
                    let (x, y, r) = (
                        canvas.between(0.0, 1000.0),
                        canvas.between(0.0, 1000.0),
                        canvas.between(60.0, 240.0),
                    );
                    let tone = if canvas.between(0.0, 1.0) < 0.5 {
                        lighter(color, 0.6)
                    } else {
                        darker(color, 0.35)
                    };
                    canvas.fill(
                        &oval(x, y, r, r * 0.7),
                        glow(x, y, r, r * 0.7, &[(0.0, fade(tone, 0.14)), (1.0, fade(tone, 0.0))]),
                    );
                }
                canvas.speckle(&frame, 500, 1.6, 0.12);
            }
            Self::Linen(color) => {
                canvas.fill(&frame, solid(color));
                canvas.weave(&frame, 5.0, 0.1);
                for _ in 0..140 {
                    let (x, y, length) = (
                        canvas.between(-50.0, 1000.0),
                        canvas.between(0.0, 1000.0),
                        canvas.between(40.0, 220.0),
                    );
                    let ends = if canvas.between(0.0, 1.0) < 0.5 { (x + length, y) } else { (x, y + length) };
                    canvas.line(&polyline(&[(x, y), ends]), 1.6, flat(darker(color, 0.4), 0.13));
                }
            }
            Self::Wood(color) => boards(canvas, color),
        }
        if !matches!(self, Self::Paper(_)) {
            let light = [(0.0, fade(0xffffff, 0.22)), (0.5, fade(0xffffff, 0.0)), (1.0, fade(0x1c1410, 0.2))];
            canvas.fill(&frame, run((0.0, 0.0), (1000.0, 1000.0), &light));
        }
        let corners = [(0.0, fade(0x1c1410, 0.0)), (0.62, fade(0x1c1410, 0.0)), (1.0, fade(0x1c1410, 0.22))];
        canvas.fill(&frame, glow(500.0, 480.0, 760.0, 760.0, &corners));
    }
}

fn boards(canvas: &mut Canvas, color: u32) {
    const WIDTH: f32 = 250.0;
    for board in 0..4u8 {
        let x = f32::from(board) * WIDTH;
        let tone = mix(lighter(color, 0.1), darker(color, 0.14), canvas.between(0.0, 1.0));
        let plank = rectangle(x, 0.0, WIDTH, 1000.0);
        canvas.fill(
            &plank,
            across(
                x,
                x + WIDTH,
                &[
                    (0.0, fade(darker(tone, 0.08), 1.0)),
                    (0.5, fade(tone, 1.0)),
                    (1.0, fade(darker(tone, 0.05), 1.0)),
                ],
            ),
        );
        canvas.inside(&plank, |canvas| {
            for _ in 0..24 {
                let (at, sway, width) =
                    (x + canvas.between(0.0, WIDTH), canvas.between(-16.0, 16.0), canvas.between(1.0, 4.6));
                let grain = super::canvas::curve(&[
                    (at, -10.0),
                    (at + sway, 320.0),
                    (at - sway * 0.6, 680.0),
                    (at + sway * 0.4, 1010.0),
                ]);
                canvas.line(&grain, width, flat(darker(tone, 0.5), 0.16));
            }
        });
        canvas.line(&polyline(&[(x, 0.0), (x, 1000.0)]), 3.0, flat(darker(color, 0.75), 0.7));
        canvas.placed(Transform::from_translate(3.0, 0.0), |canvas| {
            canvas.line(&polyline(&[(x, 0.0), (x, 1000.0)]), 1.5, flat(0xffffff, 0.25));
        });
    }
}
