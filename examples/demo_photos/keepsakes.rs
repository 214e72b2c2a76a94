//! Metal, beads, soap and paper: trays, necklaces, bars of soap, notebooks.

use std::f32::consts::{PI, TAU};

use tiny_skia::Transform;

use super::canvas::{
    Canvas, across, blob, curve, darker, down, fade, flat, glow, lighter, mix, oval, polygon, polyline,
    rosette, rounded, run, solid, thick,
};
use super::vessels::ball;

/// A chased metal tray, seen from above.
pub(super) fn tray(canvas: &mut Canvas, metal: u32) {
    let rim = rosette(500.0, 500.0, 386.0, 386.0, 24, 0.018);
    canvas.shadow(&rim, (14.0, 20.0), 34.0, 0.8);
    canvas.fill(&rim, solid(metal));
    canvas.inside(&rim, |canvas| brushed(canvas, 396.0, metal));
    canvas.line(
        &rim,
        9.0,
        run(
            (150.0, 150.0),
            (850.0, 850.0),
            &[
                (0.0, fade(lighter(metal, 0.7), 1.0)),
                (0.5, fade(metal, 1.0)),
                (1.0, fade(darker(metal, 0.55), 1.0)),
            ],
        ),
    );
    // The step down to the floor of the tray: dark towards the light, bright away from it.
    for (radius, width) in [(330.0, 14.0), (318.0, 6.0)] {
        let step = [
            (0.0, fade(darker(metal, 0.6), 0.9)),
            (0.5, fade(metal, 0.4)),
            (1.0, fade(lighter(metal, 0.75), 0.95)),
        ];
        canvas.line(&oval(500.0, 500.0, radius, radius), width, run((220.0, 220.0), (780.0, 780.0), &step));
    }
    for i in 0..36u8 {
        let angle = f32::from(i) / 36.0 * TAU;
        dent(canvas, (500.0 + 358.0 * angle.cos(), 500.0 + 358.0 * angle.sin()), 15.0, metal);
    }
    for (radius, count, size) in [(292.0, 60, 8.0), (150.0, 32, 7.0)] {
        for i in 0..count {
            let angle = f32::from(u8::try_from(i).unwrap_or(0)) / count as f32 * TAU;
            dent(canvas, (500.0 + radius * angle.cos(), 500.0 + radius * angle.sin()), size, metal);
        }
    }
    engraving(canvas, metal);
    canvas.fill(
        &rim,
        run(
            (180.0, 180.0),
            (820.0, 820.0),
            &[(0.0, fade(0xffffff, 0.2)), (0.45, fade(0xffffff, 0.0)), (1.0, fade(0x1c1410, 0.3))],
        ),
    );
}

/// Metal polished in circles mirrors the room in rays.
fn brushed(canvas: &mut Canvas, radius: f32, metal: u32) {
    const RAYS: u16 = 180;
    for ray in 0..RAYS {
        let (from, to) =
            (f32::from(ray) / f32::from(RAYS) * TAU, (f32::from(ray) + 1.4) / f32::from(RAYS) * TAU);
        let shine = ((from * 2.0 + 0.9).cos() * 0.6 + (from * 3.0 - 0.4).cos() * 0.4) * 0.42;
        let color = if shine > 0.0 { lighter(metal, shine) } else { darker(metal, -shine) };
        let at = |angle: f32| (500.0 + radius * angle.cos(), 500.0 + radius * angle.sin());
        canvas.fill(&polygon(&[(500.0, 500.0), at(from), at(to)]), solid(color));
    }
    let mut circle = 12.0;
    while circle < radius {
        let strength = canvas.between(0.02, 0.1);
        canvas.line(&oval(500.0, 500.0, circle, circle), 1.2, flat(darker(metal, 0.6), strength));
        circle += 4.0;
    }
}

fn dent(canvas: &mut Canvas, (x, y): (f32, f32), size: f32, metal: u32) {
    canvas.fill(
        &oval(x, y, size, size),
        glow(
            x + size * 0.3,
            y + size * 0.3,
            size * 1.3,
            size * 1.3,
            &[
                (0.0, fade(lighter(metal, 0.6), 0.9)),
                (0.6, fade(metal, 0.5)),
                (1.0, fade(darker(metal, 0.6), 0.8)),
            ],
        ),
    );
}

fn engraving(canvas: &mut Canvas, metal: u32) {
    let mut cut = |shape, width: f32| {
        canvas.placed(Transform::from_translate(1.6, 1.6), |canvas| {
            canvas.line(&shape, width, flat(lighter(metal, 0.7), 0.6));
        });
        canvas.line(&shape, width, flat(darker(metal, 0.72), 0.8));
    };
    for petal in 0..16u8 {
        let angle = f32::from(petal) / 16.0 * TAU;
        let at = |radius: f32, turn: f32| {
            (500.0 + radius * (angle + turn).cos(), 500.0 + radius * (angle + turn).sin())
        };
        cut(blob(&[at(172.0, 0.0), at(212.0, 0.15), at(272.0, 0.0), at(212.0, -0.15)]), 4.0);
        cut(curve(&[at(188.0, 0.0), at(250.0, 0.0)]), 3.0);
        cut(blob(&[at(34.0, 0.0), at(82.0, 0.18), at(132.0, 0.0), at(82.0, -0.18)]), 3.5);
    }
    for radius in [276.0, 308.0, 138.0, 163.0, 30.0] {
        cut(oval(500.0, 500.0, radius, radius), 3.5);
    }
}

/// A string of beads with a pendant.
pub(super) fn necklace(canvas: &mut Canvas, stone: u32, metal: u32) {
    let thread: Vec<(f32, f32)> = (0..=200u8)
        .map(|i| PI * (0.08 + 0.84 * f32::from(i) / 200.0))
        .map(|angle| (500.0 - 300.0 * angle.cos(), 130.0 + 500.0 * angle.sin().powf(1.35)))
        .collect();
    canvas.shadow(&thick(&curve(&thread), 30.0), (9.0, 13.0), 16.0, 0.4);
    canvas.line(&curve(&thread), 4.0, solid(darker(metal, 0.3)));
    // Beads touch each other: each begins where the last one ended.
    let (mut gone, mut due) = (0.0, 0.0);
    let mut bead = 0_u32;
    for pair in thread.windows(2) {
        gone += (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
        let (x, y) = pair[1];
        let size = 0.55 + 0.45 * ((y - 230.0) / 400.0).clamp(0.0, 1.0);
        let radius = if bead % 3 == 1 { 11.0 } else { 22.0 } * size;
        if gone < due + radius {
            continue;
        }
        due = gone + radius;
        if bead % 3 == 1 {
            ball(canvas, (x, y), radius, metal, 1.0);
        } else {
            let tone = mix(stone, darker(stone, 0.3), canvas.between(0.0, 0.6));
            ball(canvas, (x, y), radius, tone, 0.85);
            vein(canvas, (x, y), radius);
        }
        bead += 1;
    }
    pendant(canvas, (500.0, 630.0), stone, metal);
}

/// The brown matrix that runs through turquoise.
fn vein(canvas: &mut Canvas, (x, y): (f32, f32), radius: f32) {
    canvas.inside(&oval(x, y, radius, radius), |canvas| {
        for _ in 0..2 {
            let (a, b, c) = (
                canvas.between(-radius, radius),
                canvas.between(-radius, radius),
                canvas.between(-radius, radius),
            );
            canvas.line(
                &curve(&[(x - radius, y + a), (x + c * 0.4, y + b * 0.5), (x + radius, y + b)]),
                1.6,
                flat(0x4a3218, 0.5),
            );
        }
    });
}

fn pendant(canvas: &mut Canvas, (x, y): (f32, f32), stone: u32, metal: u32) {
    let drop = |scale: f32| {
        blob(
            &[
                (0.0, -74.0),
                (40.0, -18.0),
                (56.0, 40.0),
                (34.0, 88.0),
                (0.0, 100.0),
                (-34.0, 88.0),
                (-56.0, 40.0),
                (-40.0, -18.0),
            ]
            .map(|(dx, dy)| (x + dx * scale, y + 120.0 + dy * scale)),
        )
    };
    canvas.shadow(&drop(1.0), (10.0, 14.0), 16.0, 0.6);
    canvas.line(&oval(x, y + 32.0, 13.0, 15.0), 7.0, solid(metal));
    canvas.fill(
        &drop(1.0),
        run(
            (x - 60.0, y + 40.0),
            (x + 60.0, y + 220.0),
            &[
                (0.0, fade(lighter(metal, 0.6), 1.0)),
                (0.5, fade(metal, 1.0)),
                (1.0, fade(darker(metal, 0.5), 1.0)),
            ],
        ),
    );
    for grain in 0..28u8 {
        let angle = f32::from(grain) / 28.0 * TAU;
        let (dx, dy) = (angle.sin(), -angle.cos());
        let reach = if dy < 0.0 { (46.0 * (1.0 + dy * 0.45), 82.0) } else { (47.0, 80.0) };
        ball(canvas, (x + dx * reach.0, y + 136.0 + dy * reach.1), 4.2, lighter(metal, 0.2), 0.9);
    }
    let inner = drop(0.68);
    canvas.fill(
        &inner,
        glow(
            x - 14.0,
            y + 104.0,
            80.0,
            96.0,
            &[
                (0.0, fade(lighter(stone, 0.45), 1.0)),
                (0.5, fade(stone, 1.0)),
                (1.0, fade(darker(stone, 0.5), 1.0)),
            ],
        ),
    );
    canvas.inside(&inner, |canvas| {
        for (a, b) in [(-40.0, 10.0), (14.0, 48.0)] {
            canvas.line(
                &curve(&[
                    (x - 50.0, y + 130.0 + a),
                    (x - 6.0, y + 130.0 + b * 0.3),
                    (x + 14.0, y + 120.0 + b),
                    (x + 50.0, y + 140.0 + b),
                ]),
                2.2,
                flat(0x4a3218, 0.55),
            );
        }
        canvas.fill(
            &oval(x - 16.0, y + 108.0, 14.0, 26.0),
            glow(x - 16.0, y + 108.0, 14.0, 26.0, &[(0.0, fade(0xffffff, 0.8)), (1.0, fade(0xffffff, 0.0))]),
        );
    });
    canvas.line(&inner, 3.0, flat(darker(metal, 0.6), 0.7));
}

/// Three bars of soap and a twig.
pub(super) fn soap(canvas: &mut Canvas, first: u32, second: u32) {
    twig(canvas, (690.0, 170.0), 58.0);
    for (x, y, turn, color) in [
        (360.0, 330.0, -14.0, second),
        (620.0, 520.0, 12.0, first),
        (360.0, 690.0, -5.0, lighter(first, 0.35)),
    ] {
        canvas.placed(Transform::from_translate(x, y).pre_rotate(turn), |canvas| bar(canvas, color));
    }
    twig(canvas, (700.0, 770.0), 24.0);
}

fn bar(canvas: &mut Canvas, color: u32) {
    let block = rounded(-180.0, -112.0, 360.0, 224.0, 34.0);
    canvas.shadow(&block, (12.0, 18.0), 24.0, 0.75);
    canvas.fill(&rounded(-176.0, -104.0, 360.0, 226.0, 36.0), solid(darker(color, 0.38)));
    canvas.fill(&block, solid(color));
    canvas.speckle(&block, 130, 3.0, 0.12);
    canvas.inside(&block, |canvas| {
        for _ in 0..5 {
            let (a, b) = (canvas.between(-110.0, 110.0), canvas.between(-60.0, 60.0));
            canvas.line(
                &curve(&[(-190.0, a), (-60.0, a + b), (70.0, a - b), (190.0, a + b * 0.5)]),
                12.0,
                flat(lighter(color, 0.5), 0.16),
            );
        }
        canvas.fill(
            &block,
            run(
                (-180.0, -112.0),
                (180.0, 112.0),
                &[(0.0, fade(0xffffff, 0.35)), (0.5, fade(0xffffff, 0.0)), (1.0, fade(0x1c1410, 0.24))],
            ),
        );
    });
    canvas.line(&rounded(-176.0, -108.0, 352.0, 216.0, 31.0), 6.0, flat(lighter(color, 0.6), 0.5));
    // A stamp: each line has a lit and a dark edge.
    let mut press = |shape, width: f32| {
        canvas.placed(Transform::from_translate(2.0, 2.4), |canvas| {
            canvas.line(&shape, width, flat(0xffffff, 0.5));
        });
        canvas.line(&shape, width, flat(darker(color, 0.55), 0.55));
    };
    press(rounded(-146.0, -80.0, 292.0, 160.0, 20.0), 4.0);
    press(curve(&[(-92.0, 34.0), (-20.0, 6.0), (96.0, -40.0)]), 5.0);
    for leaf in 0..5u8 {
        let x = -70.0 + 34.0 * f32::from(leaf);
        let y = 24.0 - 13.0 * f32::from(leaf);
        press(blob(&[(x, y), (x + 6.0, y - 28.0), (x + 34.0, y - 44.0), (x + 24.0, y - 16.0)]), 4.0);
        press(blob(&[(x + 8.0, y), (x + 36.0, y + 8.0), (x + 54.0, y + 30.0), (x + 26.0, y + 24.0)]), 4.0);
    }
}

fn twig(canvas: &mut Canvas, (x, y): (f32, f32), turn: f32) {
    canvas.placed(Transform::from_translate(x, y).pre_rotate(turn), |canvas| {
        let branch = curve(&[(-150.0, 16.0), (-40.0, -8.0), (80.0, 4.0), (170.0, -18.0)]);
        canvas.shadow(&thick(&branch, 6.0), (6.0, 9.0), 7.0, 0.3);
        canvas.line(&branch, 6.0, solid(0x6a5a3a));
        for leaf in 0..8u8 {
            let along = -130.0 + 40.0 * f32::from(leaf);
            for side in [-1.0, 1.0] {
                let shape = blob(&[
                    (along, 0.0),
                    (along + 16.0, side * 34.0),
                    (along + 46.0, side * 62.0),
                    (along + 30.0, side * 22.0),
                ]);
                let color = mix(0x6d8050, 0x9aa878, canvas.between(0.0, 1.0));
                canvas.shadow(&shape, (5.0, 8.0), 7.0, 0.28);
                canvas.fill(&shape, solid(color));
                canvas.line(
                    &curve(&[
                        (along + 4.0, side * 6.0),
                        (along + 22.0, side * 30.0),
                        (along + 42.0, side * 56.0),
                    ]),
                    1.8,
                    flat(lighter(color, 0.6), 0.7),
                );
            }
        }
        for (olive, color) in [(-60.0, 0x4c5a2c), (34.0, 0x37402a)] {
            canvas.contact(olive + 6.0, 40.0, 26.0, 26.0, 0.4);
            ball(canvas, (olive, 28.0), 20.0, color, 0.7);
        }
    });
}

/// A pile of hand-bound notebooks.
pub(super) fn notebooks(canvas: &mut Canvas, covers: [u32; 3]) {
    canvas.contact(560.0, 800.0, 430.0, 60.0, 0.55);
    canvas.contact(505.0, 790.0, 320.0, 26.0, 0.75);
    for (book, (left, right, bottom, thick)) in
        [(190.0, 800.0, 786.0, 108.0), (240.0, 770.0, 678.0, 92.0), (215.0, 740.0, 586.0, 82.0)]
            .into_iter()
            .enumerate()
    {
        notebook(canvas, (left, right, bottom, thick), covers[book]);
    }
    // The top cover, seen at a flat angle.
    let (near, far) = (504.0, 372.0);
    let cover = polygon(&[(215.0, near), (740.0, near), (684.0, far), (286.0, far)]);
    canvas.fill(
        &cover,
        down(far, near, &[(0.0, fade(lighter(covers[2], 0.22), 1.0)), (1.0, fade(covers[2], 1.0))]),
    );
    canvas.inside(&cover, |canvas| {
        canvas.placed(Transform::from_translate(484.0, 436.0).pre_scale(1.0, 0.3), |canvas| {
            for (size, lobes) in [(150.0, 12), (120.0, 12), (62.0, 8)] {
                canvas.line(&rosette(0.0, 0.0, size, size, lobes, 0.12), 7.0, flat(0xd9b25a, 0.9));
            }
            canvas.fill(&rosette(0.0, 0.0, 30.0, 30.0, 8, 0.2), flat(0xd9b25a, 0.9));
        });
        canvas.line(
            &polygon(&[(252.0, 494.0), (706.0, 494.0), (664.0, 382.0), (304.0, 382.0)]),
            3.0,
            flat(0xd9b25a, 0.8),
        );
        canvas.fill(
            &cover,
            across(
                215.0,
                740.0,
                &[(0.0, fade(0xffffff, 0.2)), (0.5, fade(0xffffff, 0.0)), (1.0, fade(0x1c1410, 0.25))],
            ),
        );
    });
    canvas.line(&polyline(&[(215.0, near), (740.0, near)]), 3.0, flat(lighter(covers[2], 0.6), 0.7));
    let ribbon = curve(&[(560.0, 575.0), (566.0, 640.0), (548.0, 700.0), (560.0, 760.0)]);
    canvas.line(&ribbon, 15.0, flat(0x1c1410, 0.2));
    canvas.line(&ribbon, 12.0, solid(0xb03a3a));
}

fn notebook(canvas: &mut Canvas, (left, right, bottom, thick): (f32, f32, f32, f32), cover: u32) {
    const BOARD: f32 = 13.0;
    let top = bottom - thick;
    let width = right - left;
    let pages = rounded(left + 16.0, top + BOARD - 2.0, width - 26.0, thick - 2.0 * BOARD + 4.0, 3.0);
    canvas.fill(&pages, solid(0xf0e6cf));
    canvas.inside(&pages, |canvas| {
        let mut y = top + BOARD;
        while y < bottom - BOARD {
            let strength = canvas.between(0.08, 0.32);
            canvas.line(&polyline(&[(left, y), (right, y)]), 1.3, flat(0x8a7450, strength));
            y += 2.8;
        }
        canvas.fill(
            &pages,
            down(
                top,
                bottom,
                &[(0.0, fade(0x1c1410, 0.42)), (0.35, fade(0x1c1410, 0.04)), (1.0, fade(0x1c1410, 0.22))],
            ),
        );
    });
    for y in [top, bottom - BOARD] {
        let board = rounded(left, y, width, BOARD, 5.0);
        canvas.fill(
            &board,
            across(
                left,
                right,
                &[
                    (0.0, fade(lighter(cover, 0.16), 1.0)),
                    (0.5, fade(cover, 1.0)),
                    (1.0, fade(darker(cover, 0.4), 1.0)),
                ],
            ),
        );
        canvas.line(
            &polyline(&[(left + 5.0, y + 2.0), (right - 5.0, y + 2.0)]),
            2.0,
            flat(lighter(cover, 0.6), 0.5),
        );
    }
    let spine = rounded(left - 6.0, top, 34.0, thick, 12.0);
    canvas.fill(
        &spine,
        across(
            left - 6.0,
            left + 28.0,
            &[
                (0.0, fade(darker(cover, 0.25), 1.0)),
                (0.4, fade(lighter(cover, 0.25), 1.0)),
                (1.0, fade(darker(cover, 0.35), 1.0)),
            ],
        ),
    );
    for stitch in [0.28, 0.5, 0.72] {
        let y = top + thick * stitch;
        canvas.line(&polyline(&[(left - 3.0, y), (left + 24.0, y)]), 3.4, solid(0xe9dcc0));
    }
    let elastic = right - 70.0;
    canvas.fill(&rounded(elastic, top - 2.0, 15.0, thick + 4.0, 3.0), solid(darker(cover, 0.62)));
    canvas.fill(&rounded(elastic + 2.0, top - 2.0, 4.0, thick + 4.0, 2.0), flat(0xffffff, 0.2));
}
