//! Things woven and knotted: rugs, carpets, scarves.

use tiny_skia::Transform;

use super::canvas::{
    Canvas, Shape, across, blob, curve, darker, down, fade, flat, lighter, oval, rectangle, rosette, run,
    solid,
};

/// The colours of one piece: ground, and four to draw with.
pub(super) type Palette = [u32; 5];

/// A flat-woven rug, all steps and lozenges.
pub(super) fn kilim(canvas: &mut Canvas, palette: Palette) {
    const CELL: f32 = 9.0;
    const COLUMNS: i16 = 56;
    const ROWS: i16 = 84;
    let (left, top) = (500.0 - f32::from(COLUMNS) * CELL / 2.0, 500.0 - f32::from(ROWS) * CELL / 2.0);
    let (width, height) = (f32::from(COLUMNS) * CELL, f32::from(ROWS) * CELL);
    fringe(canvas, (left, top, width, height), 38.0);
    let rug = rectangle(left, top, width, height);
    canvas.shadow(&rug, (8.0, 12.0), 22.0, 0.6);
    for row in 0..ROWS {
        // Wool of one dye is never quite one colour.
        let uneven = canvas.between(-0.07, 0.07);
        for column in 0..COLUMNS {
            let color =
                palette[kilim_cell(column.min(COLUMNS - 1 - column), row.min(ROWS - 1 - row), ROWS / 2)];
            let tone = uneven + canvas.between(-0.03, 0.03);
            let color = if tone < 0.0 { darker(color, -tone) } else { lighter(color, tone) };
            // A hair larger than its cell, so that no seam shows.
            canvas.fill(
                &rectangle(
                    left + f32::from(column) * CELL,
                    top + f32::from(row) * CELL,
                    CELL + 0.6,
                    CELL + 0.6,
                ),
                solid(color),
            );
        }
    }
    finish_cloth(canvas, &rug, 4.5, 0.12);
}

/// Which colour lies so many cells from the nearest long and the nearest short edge.
fn kilim_cell(x: i16, y: i16, half: i16) -> usize {
    match x.min(y) {
        0 => return 1,
        1..=2 => return 0,
        // A saw-tooth belt.
        3..=6 => {
            let (along, across) = if x < y { (y, x - 3) } else { (x, y - 3) };
            return if (along % 8 - 4).abs() > across { 2 } else { 3 };
        }
        7 => return 1,
        8 => return 4,
        _ => {}
    }
    // Lozenges down the middle, with half lozenges between them at the sides.
    let span = 20;
    let from_middle = 27 - x;
    let along = (half - 1 - y).rem_euclid(span * 2);
    let steps = (from_middle * 4 / 5 + (along - span).abs() * 9 / 10) / 2;
    let side = (x - 9) + along.min(span * 2 - along) * 9 / 10;
    match (steps, side) {
        (0..=1, _) => 1,
        (2..=3, _) => 3,
        (4, _) => 1,
        (5..=6, _) => 2,
        (7, _) => 4,
        (_, 0..=3) => 3,
        (_, 4..=5) => 1,
        (_, 6..=8) => 4,
        _ => 0,
    }
}

fn fringe(canvas: &mut Canvas, (left, top, width, height): (f32, f32, f32, f32), length: f32) {
    let mut x = left + 3.0;
    while x < left + width {
        let (up, low) = (canvas.between(-4.0, 4.0), canvas.between(-4.0, 4.0));
        for (from, to, sway) in
            [(top + 2.0, top - length, up), (top + height - 2.0, top + height + length, low)]
        {
            let tuft = curve(&[(x, from), (x + sway * 0.4, (from + to) / 2.0), (x + sway, to + sway)]);
            canvas.line(&tuft, 4.5, flat(0x5d5040, 0.35));
            canvas.line(&tuft, 2.6, solid(0xece2cc));
        }
        x += 6.5;
    }
}

/// Weave, and light from the upper left.
pub(super) fn finish_cloth(canvas: &mut Canvas, cloth: &Shape, gap: f32, strength: f32) {
    canvas.weave(cloth, gap, strength);
    canvas.fill(
        cloth,
        run(
            (150.0, 100.0),
            (850.0, 900.0),
            &[(0.0, fade(0xffffff, 0.16)), (0.5, fade(0xffffff, 0.0)), (1.0, fade(0x1c1410, 0.2))],
        ),
    );
}

/// A knotted carpet: a medallion, four corners, and borders of rosettes.
pub(super) fn carpet(canvas: &mut Canvas, palette: Palette) {
    let [ground, navy, cream, accent, leaf] = palette;
    let (left, top, width, height) = (215.0, 80.0, 570.0, 840.0);
    fringe(canvas, (left, top, width, height), 26.0);
    let rug = rectangle(left, top, width, height);
    canvas.shadow(&rug, (8.0, 12.0), 24.0, 0.6);
    let inset = |by: f32| rectangle(left + by, top + by, width - 2.0 * by, height - 2.0 * by);
    for (by, color) in [
        (0.0, navy),
        (12.0, cream),
        (17.0, ground),
        (34.0, cream),
        (38.0, navy),
        (96.0, cream),
        (100.0, accent),
        (114.0, cream),
        (118.0, ground),
    ] {
        canvas.fill(&inset(by), solid(color));
    }
    border(canvas, (left, top, width, height), palette);
    let field = inset(118.0);
    canvas.inside(&field, |canvas| {
        vines(canvas, (left + 118.0, top + 118.0, width - 236.0, height - 236.0), palette);
        for (cx, cy) in [
            (left + 118.0, top + 118.0),
            (left + width - 118.0, top + 118.0),
            (left + 118.0, top + height - 118.0),
            (left + width - 118.0, top + height - 118.0),
        ] {
            for (size, color) in [(1.0, cream), (0.95, navy), (0.62, accent), (0.55, cream), (0.4, leaf)] {
                canvas.fill(&rosette(cx, cy, 150.0 * size, 185.0 * size, 16, 0.06), solid(color));
            }
        }
        medallion(canvas, palette);
    });
    finish_cloth(canvas, &rug, 4.0, 0.14);
}

fn border(canvas: &mut Canvas, (left, top, width, height): (f32, f32, f32, f32), palette: Palette) {
    let (near, far_x, far_y) = (67.0, left + width - 67.0, top + height - 67.0);
    let across = (1..=7u8).flat_map(|i| {
        [top + near, far_y].map(|y| (left + near + (width - 2.0 * near) * f32::from(i) / 8.0, y))
    });
    let along = (0..=12u8).flat_map(|i| {
        [left + near, far_x].map(|x| (x, top + near + (height - 2.0 * near) * f32::from(i) / 12.0))
    });
    for (i, (x, y)) in across.chain(along).enumerate() {
        flower(canvas, (x, y), 20.0, [palette[0], palette[3]][i / 2 % 2], palette[2]);
    }
}

pub(super) fn flower(canvas: &mut Canvas, (x, y): (f32, f32), size: f32, petals: u32, heart: u32) {
    canvas.fill(&rosette(x, y, size, size, 8, 0.16), solid(heart));
    canvas.fill(&rosette(x, y, size * 0.8, size * 0.8, 8, 0.18), solid(petals));
    canvas.fill(&oval(x, y, size * 0.32, size * 0.32), solid(heart));
    canvas.fill(&oval(x, y, size * 0.16, size * 0.16), solid(darker(petals, 0.4)));
}

fn vines(
    canvas: &mut Canvas,
    (left, top, width, height): (f32, f32, f32, f32),
    [_, navy, cream, accent, leaf]: Palette,
) {
    for line in 0..5u8 {
        let x = left + width * (f32::from(line) + 0.5) / 5.0;
        let swing = if line % 2 == 0 { 26.0 } else { -26.0 };
        let points: Vec<(f32, f32)> = (0..=12u8)
            .map(|i| (x + if i % 2 == 0 { swing } else { -swing }, top + height * f32::from(i) / 12.0))
            .collect();
        canvas.line(&curve(&points), 3.0, solid(leaf));
        for (i, &(x, y)) in points.iter().enumerate() {
            flower(canvas, (x, y), 13.0, [accent, navy][i % 2], cream);
            let tip = (x - swing * 0.9, y + 22.0);
            canvas.fill(
                &blob(&[
                    (x - swing * 0.3, y + 18.0),
                    (tip.0, tip.1 - 7.0),
                    (tip.0 - swing * 0.2, tip.1 + 4.0),
                    (x - swing * 0.4, y + 28.0),
                ]),
                solid(leaf),
            );
        }
    }
}

fn medallion(canvas: &mut Canvas, [ground, navy, cream, accent, leaf]: Palette) {
    for side in [-1.0, 1.0] {
        let y = 500.0 + side * 238.0;
        canvas.fill(&rosette(500.0, y, 34.0, 52.0, 4, 0.12), solid(cream));
        canvas.fill(&rosette(500.0, y, 28.0, 44.0, 4, 0.12), solid(navy));
        flower(canvas, (500.0, y), 14.0, accent, cream);
    }
    for (size, lobes, depth, color) in [
        (1.0, 16, 0.07, cream),
        (0.95, 16, 0.07, navy),
        (0.76, 16, 0.06, cream),
        (0.73, 16, 0.06, accent),
        (0.52, 12, 0.08, cream),
        (0.49, 12, 0.08, ground),
        (0.28, 8, 0.12, cream),
        (0.24, 8, 0.14, leaf),
        (0.1, 8, 0.1, cream),
    ] {
        canvas.fill(&rosette(500.0, 500.0, 150.0 * size, 206.0 * size, lobes, depth), solid(color));
    }
    for (reach, size, petals) in [(0.86, 11.0, accent), (0.62, 10.0, navy), (0.385, 9.0, accent)] {
        for i in 0..16u8 {
            let angle = (f32::from(i) + 0.5) / 16.0 * std::f32::consts::TAU;
            flower(
                canvas,
                (500.0 + 150.0 * reach * angle.cos(), 500.0 + 206.0 * reach * angle.sin()),
                size,
                petals,
                cream,
            );
        }
    }
}

/// A folded scarf with stripes and a fringe.
pub(super) fn scarf(canvas: &mut Canvas, palette: Palette) {
    canvas.placed(Transform::from_rotate_at(14.0, 500.0, 500.0), |canvas| {
        fold(canvas, (330.0, 300.0, 250.0, 470.0), palette, true);
    });
    canvas.placed(Transform::from_rotate_at(-16.0, 500.0, 520.0), |canvas| {
        fold(canvas, (400.0, 300.0, 250.0, 550.0), palette, true);
    });
    canvas.placed(Transform::from_rotate_at(-2.0, 500.0, 300.0), |canvas| loop_of_scarf(canvas, palette));
}

fn fold(
    canvas: &mut Canvas,
    (x, y, width, height): (f32, f32, f32, f32),
    [ground, a, b, c, d]: Palette,
    fringed: bool,
) {
    let cloth = rectangle(x, y, width, height);
    canvas.shadow(&cloth, (8.0, 10.0), 22.0, 0.55);
    if fringed {
        let mut at = x + 6.0;
        while at < x + width {
            let (sway, length) = (canvas.between(-7.0, 7.0), canvas.between(54.0, 70.0));
            let tuft = curve(&[
                (at, y + height - 2.0),
                (at + sway * 0.4, y + height + length * 0.5),
                (at + sway, y + height + length),
            ]);
            canvas.line(&tuft, 6.5, flat(0x1c1410, 0.25));
            let wool = if canvas.between(0.0, 1.0) < 0.7 { ground } else { a };
            canvas.line(&tuft, 5.0, solid(wool));
            at += 9.5;
        }
    }
    canvas.fill(&cloth, solid(ground));
    canvas.inside(&cloth, |canvas| {
        for (from, size, color) in [
            (0.62, 0.05, a),
            (0.69, 0.015, b),
            (0.72, 0.06, c),
            (0.8, 0.015, b),
            (0.83, 0.03, d),
            (0.88, 0.015, b),
            (0.91, 0.05, a),
            (0.2, 0.02, a),
            (0.24, 0.01, b),
        ] {
            canvas.fill(&rectangle(x, y + height * from, width, height * size), solid(color));
        }
        for crease in [0.14, 0.31, 0.52, 0.68, 0.86] {
            let at = x + width * crease;
            canvas.fill(
                &rectangle(at - 22.0, y, 44.0, height),
                across(
                    at - 22.0,
                    at + 22.0,
                    &[
                        (0.0, fade(0xffffff, 0.0)),
                        (0.42, fade(0xffffff, 0.2)),
                        (0.55, fade(0x1c1410, 0.26)),
                        (1.0, fade(0x1c1410, 0.0)),
                    ],
                ),
            );
        }
    });
    finish_cloth(canvas, &cloth, 4.0, 0.1);
}

/// Where the scarf turns over itself.
fn loop_of_scarf(canvas: &mut Canvas, palette: Palette) {
    let [ground, a, b, ..] = palette;
    let knot = blob(&[
        (330.0, 270.0),
        (470.0, 222.0),
        (640.0, 250.0),
        (668.0, 330.0),
        (600.0, 392.0),
        (430.0, 398.0),
        (336.0, 352.0),
    ]);
    canvas.shadow(&knot, (6.0, 14.0), 22.0, 0.6);
    canvas.fill(&knot, solid(ground));
    canvas.inside(&knot, |canvas| {
        for (offset, width, color) in [(-64.0, 22.0, a), (-38.0, 6.0, b), (52.0, 20.0, a), (76.0, 6.0, b)] {
            let stripe = curve(&[
                (300.0, 320.0 + offset),
                (430.0, 296.0 + offset),
                (560.0, 300.0 + offset),
                (700.0, 322.0 + offset),
            ]);
            canvas.line(&stripe, width, solid(color));
        }
        for offset in [-52.0, -20.0, 14.0, 40.0, 66.0] {
            let crease = curve(&[
                (310.0, 318.0 + offset),
                (440.0, 300.0 + offset * 0.8),
                (560.0, 306.0 + offset * 0.8),
                (690.0, 326.0 + offset),
            ]);
            canvas.line(&crease, 12.0, flat(0x1c1410, 0.12));
            canvas.placed(Transform::from_translate(0.0, -9.0), |canvas| {
                canvas.line(&crease, 6.0, flat(0xffffff, 0.16));
            });
        }
        canvas.fill(
            &knot,
            down(
                220.0,
                400.0,
                &[(0.0, fade(0xffffff, 0.2)), (0.5, fade(0xffffff, 0.0)), (1.0, fade(0x1c1410, 0.4))],
            ),
        );
    });
    canvas.weave(&knot, 4.0, 0.08);
}
