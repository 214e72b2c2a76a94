//! Things sewn and felted: cushions, slippers, bags.

use tiny_skia::Transform;

use super::canvas::{
    Canvas, across, blob, curve, darker, down, fade, flat, glow, lighter, oval, polygon, polyline, rectangle,
    solid, thick,
};
use super::woven::{Palette, finish_cloth, flower};

/// A cushion with rows of paisley.
pub(super) fn cushion(canvas: &mut Canvas, palette: Palette) {
    let [ground, a, b, piping, d] = palette;
    let plump = blob(&[
        (190.0, 190.0),
        (350.0, 218.0),
        (500.0, 224.0),
        (650.0, 218.0),
        (812.0, 188.0),
        (782.0, 350.0),
        (776.0, 500.0),
        (782.0, 650.0),
        (814.0, 816.0),
        (650.0, 786.0),
        (500.0, 780.0),
        (350.0, 786.0),
        (188.0, 814.0),
        (218.0, 650.0),
        (224.0, 500.0),
        (218.0, 350.0),
    ]);
    canvas.shadow(&plump, (14.0, 22.0), 40.0, 0.75);
    for (x, y, turn) in
        [(190.0, 190.0, 135.0), (812.0, 188.0, 225.0), (814.0, 816.0, 315.0), (188.0, 814.0, 45.0)]
    {
        tassel(canvas, (x, y), turn, piping);
    }
    canvas.fill(&plump, solid(ground));
    canvas.inside(&plump, |canvas| {
        for row in 0..7u8 {
            for column in 0..7u8 {
                let stagger = if row % 2 == 0 { 0.0 } else { 54.0 };
                let (x, y) =
                    (200.0 + 108.0 * f32::from(column) + stagger - 40.0, 200.0 + 100.0 * f32::from(row));
                let mirrored = if row % 2 == 0 { 1.0 } else { -1.0 };
                paisley(canvas, (x, y), mirrored, [a, b, d]);
            }
        }
    });
    canvas.weave(&plump, 4.0, 0.09);
    canvas.inside(&plump, |canvas| {
        canvas.fill(
            &plump,
            glow(
                430.0,
                410.0,
                460.0,
                460.0,
                &[
                    (0.0, fade(0xffffff, 0.3)),
                    (0.45, fade(0xffffff, 0.05)),
                    (0.75, fade(0x1c1410, 0.2)),
                    (1.0, fade(0x1c1410, 0.62)),
                ],
            ),
        );
        for (x, y) in [(240.0, 240.0), (762.0, 240.0), (764.0, 764.0), (238.0, 764.0)] {
            let (to_x, to_y) = (x + (500.0 - x) * 0.42, y + (500.0 - y) * 0.42);
            canvas.line(
                &curve(&[(x, y), ((x + to_x) / 2.0 + 12.0, (y + to_y) / 2.0), (to_x, to_y)]),
                16.0,
                flat(0x1c1410, 0.12),
            );
        }
    });
    canvas.line(&plump, 13.0, solid(darker(piping, 0.35)));
    canvas.line(&plump, 8.0, solid(piping));
    canvas.line(&plump, 2.5, flat(0xffffff, 0.35));
}

fn paisley(canvas: &mut Canvas, (x, y): (f32, f32), mirrored: f32, [a, b, d]: [u32; 3]) {
    canvas.placed(Transform::from_translate(x, y).pre_scale(mirrored, 1.0), |canvas| {
        let drop = |scale: f32| {
            blob(
                &[
                    (0.0, 34.0),
                    (-24.0, 22.0),
                    (-28.0, -4.0),
                    (-8.0, -30.0),
                    (16.0, -46.0),
                    (34.0, -40.0),
                    (22.0, -26.0),
                    (26.0, 0.0),
                    (22.0, 24.0),
                ]
                .map(|(x, y)| (x * scale, y * scale)),
            )
        };
        for (scale, color) in [(1.0, a), (0.8, b), (0.56, d)] {
            canvas.fill(&drop(scale), solid(color));
        }
        flower(canvas, (0.0, 8.0), 10.0, a, b);
        for bud in 0..7u8 {
            let angle = 1.0 + f32::from(bud) * 0.62;
            canvas.fill(&oval(38.0 * angle.cos() - 2.0, 4.0 + 42.0 * angle.sin(), 3.6, 3.6), solid(b));
        }
    });
}

fn tassel(canvas: &mut Canvas, (x, y): (f32, f32), turn: f32, color: u32) {
    canvas.placed(Transform::from_rotate_at(turn, x, y), |canvas| {
        for thread in 0..16u8 {
            let spread = f32::from(thread) - 7.5;
            let end = (x + spread * 3.6, y + 74.0 + canvas.between(-5.0, 5.0));
            canvas.line(
                &curve(&[(x + spread * 0.6, y + 8.0), (x + spread * 1.8, y + 38.0), end]),
                4.0,
                solid(darker(color, if thread % 2 == 0 { 0.0 } else { 0.25 })),
            );
        }
        canvas.line(&polyline(&[(x - 10.0, y + 22.0), (x + 10.0, y + 22.0)]), 8.0, solid(darker(color, 0.4)));
    });
}

/// A pair of felt slippers, seen from above.
pub(super) fn slippers(canvas: &mut Canvas, felt: u32, lining: u32, pompom: u32) {
    for (mirrored, x, turn) in [(1.0, 352.0, -7.0), (-1.0, 648.0, 9.0)] {
        let place = Transform::from_translate(x, 500.0).pre_rotate(turn).pre_scale(mirrored, 1.0);
        canvas.placed(place, |canvas| slipper(canvas, felt, lining, pompom));
    }
}

fn slipper(canvas: &mut Canvas, felt: u32, lining: u32, pompom: u32) {
    let sole = blob(&[
        (-4.0, -318.0),
        (70.0, -280.0),
        (106.0, -180.0),
        (98.0, -50.0),
        (80.0, 80.0),
        (92.0, 210.0),
        (66.0, 300.0),
        (0.0, 326.0),
        (-66.0, 300.0),
        (-88.0, 210.0),
        (-84.0, 80.0),
        (-108.0, -60.0),
        (-104.0, -190.0),
        (-66.0, -286.0),
    ]);
    canvas.shadow(&sole, (12.0, 16.0), 26.0, 0.75);
    canvas.fill(&sole, solid(felt));
    canvas.speckle(&sole, 900, 2.4, 0.07);
    canvas.inside(&sole, |canvas| {
        canvas.fill(
            &sole,
            glow(
                -26.0,
                -150.0,
                170.0,
                250.0,
                &[(0.0, fade(0xffffff, 0.3)), (0.6, fade(0xffffff, 0.0)), (1.0, fade(0x1c1410, 0.42))],
            ),
        );
    });
    let opening = blob(&[
        (0.0, -60.0),
        (58.0, -26.0),
        (62.0, 80.0),
        (66.0, 200.0),
        (44.0, 272.0),
        (0.0, 290.0),
        (-44.0, 272.0),
        (-62.0, 200.0),
        (-62.0, 80.0),
        (-60.0, -26.0),
    ]);
    canvas.fill(&opening, solid(darker(lining, 0.12)));
    canvas.inside(&opening, |canvas| {
        canvas.fill(
            &opening,
            down(
                -70.0,
                300.0,
                &[(0.0, fade(0x1c1410, 0.75)), (0.3, fade(0x1c1410, 0.25)), (1.0, fade(0x1c1410, 0.0))],
            ),
        );
        canvas.fill(
            &opening,
            across(
                -64.0,
                66.0,
                &[(0.0, fade(0x1c1410, 0.4)), (0.3, fade(0x1c1410, 0.0)), (1.0, fade(0xffffff, 0.14))],
            ),
        );
        canvas.speckle(&opening, 300, 2.0, 0.1);
    });
    canvas.line(&opening, 17.0, solid(darker(felt, 0.35)));
    canvas.line(&opening, 11.0, solid(lighter(lining, 0.1)));
    for stitch in 0..44u8 {
        let angle = f32::from(stitch) / 44.0 * std::f32::consts::TAU;
        let (x, y) = (88.0 * angle.cos(), 5.0 + 300.0 * angle.sin());
        canvas.line(&polyline(&[(x * 0.98, y * 0.98), (x, y)]), 3.0, flat(lighter(felt, 0.5), 0.4));
    }
    pom(canvas, (0.0, -128.0), 44.0, pompom);
}

fn pom(canvas: &mut Canvas, (x, y): (f32, f32), radius: f32, color: u32) {
    canvas.contact(x + 10.0, y + 14.0, radius * 1.35, radius * 1.3, 0.6);
    for hair in 0..420u16 {
        let angle = canvas.between(0.0, std::f32::consts::TAU);
        let reach = radius * canvas.between(0.2, 1.12);
        let lit = (-angle.cos() - angle.sin()) * 0.22 * reach / radius;
        let tone = if lit > 0.0 { lighter(color, lit) } else { darker(color, -lit * 1.6) };
        let tone = if hair % 3 == 0 { lighter(tone, 0.12) } else { tone };
        let (dx, dy) = (angle.cos() * reach, angle.sin() * reach);
        canvas.line(&polyline(&[(x + dx * 0.55, y + dy * 0.55), (x + dx, y + dy)]), 4.0, solid(tone));
    }
}

/// A cloth bag printed with a tree.
pub(super) fn tote(canvas: &mut Canvas, cloth: u32, print: u32) {
    for (dy, tone) in [(-16.0, darker(cloth, 0.25)), (0.0, cloth)] {
        let strap = curve(&[
            (390.0, 330.0 + dy),
            (400.0, 190.0 + dy),
            (500.0, 130.0 + dy),
            (600.0, 190.0 + dy),
            (610.0, 330.0 + dy),
        ]);
        canvas.shadow(&thick(&strap, 28.0), (8.0, 10.0), 14.0, 0.4);
        canvas.line(&strap, 30.0, solid(darker(tone, 0.18)));
        canvas.line(&strap, 25.0, solid(tone));
    }
    let bag = polygon(&[
        (266.0, 312.0),
        (500.0, 318.0),
        (734.0, 312.0),
        (740.0, 600.0),
        (748.0, 868.0),
        (742.0, 878.0),
        (500.0, 884.0),
        (258.0, 878.0),
        (252.0, 868.0),
        (260.0, 600.0),
    ]);
    canvas.shadow(&bag, (12.0, 18.0), 30.0, 0.65);
    canvas.fill(&bag, solid(cloth));
    canvas.inside(&bag, |canvas| {
        canvas.line(&curve(&[(260.0, 348.0), (500.0, 356.0), (740.0, 348.0)]), 2.5, flat(0x1c1410, 0.3));
        cypress(canvas, print);
        for (x, lean) in [(330.0, 30.0), (430.0, -16.0), (620.0, 22.0), (690.0, -28.0)] {
            let crease = curve(&[(x, 300.0), (x + lean, 560.0), (x - lean * 0.4, 890.0)]);
            canvas.line(&crease, 26.0, flat(0x1c1410, 0.06));
            canvas.placed(Transform::from_translate(-16.0, 0.0), |canvas| {
                canvas.line(&crease, 12.0, flat(0xffffff, 0.14));
            });
        }
    });
    finish_cloth(canvas, &bag, 4.5, 0.1);
    for x in [390.0, 610.0] {
        canvas.fill(&rectangle(x - 13.0, 326.0, 26.0, 66.0), solid(darker(cloth, 0.08)));
        canvas.line(
            &polygon(&[(x - 9.0, 350.0), (x + 9.0, 350.0), (x + 9.0, 386.0), (x - 9.0, 386.0)]),
            2.0,
            flat(0x1c1410, 0.4),
        );
    }
}

fn cypress(canvas: &mut Canvas, print: u32) {
    canvas.line(&polyline(&[(500.0, 700.0), (500.0, 790.0)]), 14.0, solid(print));
    let crown = |scale: f32| {
        blob(
            &[
                (0.0, 170.0),
                (-78.0, 130.0),
                (-92.0, 40.0),
                (-56.0, -90.0),
                (6.0, -190.0),
                (40.0, -214.0),
                (44.0, -170.0),
                (62.0, -80.0),
                (92.0, 40.0),
                (78.0, 130.0),
            ]
            .map(|(x, y)| (500.0 + x * scale, 580.0 + y * scale)),
        )
    };
    canvas.fill(&crown(1.0), solid(print));
    canvas.line(&crown(0.86), 3.0, flat(0xffffff, 0.75));
    for leaf in 0..7u8 {
        let y = 480.0 + 34.0 * f32::from(leaf);
        let reach = 14.0 + 7.0 * f32::from(leaf).min(5.0);
        canvas.line(
            &curve(&[(500.0 - reach, y - 14.0), (500.0, y + 12.0), (500.0 + reach, y - 14.0)]),
            4.0,
            flat(0xffffff, 0.75),
        );
        canvas.fill(&oval(500.0, y - 8.0, 4.0, 4.0), flat(0xffffff, 0.75));
    }
}
