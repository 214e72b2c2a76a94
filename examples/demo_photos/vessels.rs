//! Things turned on a wheel or blown: bowls, vases, mugs, jars, candles, baskets.

use super::canvas::{
    Canvas, Turned, across, blob, curve, darker, down, fade, flat, glow, lighter, oval, polygon, polyline,
    rosette, rounded, solid,
};

/// Everything upright shares its shadow: a pool underneath and a long soft one away from the light.
fn stand(canvas: &mut Canvas, body: &Turned) {
    let ((foot, radius), tilt) = (body.foot(), body.tilt);
    let wide = body.widest();
    canvas.contact(body.cx + wide * 0.45, foot + radius * tilt * 0.8, wide * 1.5, wide * tilt * 0.95, 0.3);
    canvas.contact(
        body.cx + radius * 0.08,
        foot + radius * tilt * 0.55,
        radius * 1.22,
        radius * tilt * 1.0 + 10.0,
        0.65,
    );
}

/// A bowl whose inside shows a painted rosette.
pub(super) fn bowl(canvas: &mut Canvas, glaze: u32, paint: u32) {
    let body = Turned::new(
        500.0,
        0.36,
        &[
            (430.0, 320.0),
            (470.0, 314.0),
            (540.0, 288.0),
            (610.0, 236.0),
            (660.0, 176.0),
            (685.0, 140.0),
            (706.0, 136.0),
            (716.0, 140.0),
        ],
    );
    stand(canvas, &body);
    let outline = body.outline();
    canvas.fill(&outline, solid(glaze));
    canvas.inside(&outline, |canvas| {
        canvas.fill(&body.band(470.0, 482.0), solid(paint));
        canvas.fill(&body.band(492.0, 496.0), solid(paint));
        for petal in 0..13u8 {
            let turn = f32::from(petal) / 6.0 - 1.0;
            let ((x0, y0), (x1, y1), (x2, y2)) =
                (body.at(510.0, turn), body.at(560.0, turn + 0.05), body.at(612.0, turn));
            let (x3, y3) = body.at(560.0, turn - 0.05);
            canvas.fill(&blob(&[(x0, y0), (x1, y1), (x2, y2), (x3, y3)]), solid(paint));
        }
        canvas.fill(&body.band(694.0, 716.0), flat(darker(glaze, 0.3), 0.6));
    });
    body.light(canvas, 1.0);
    inside_of_bowl(canvas, &body, glaze, paint);
}

fn inside_of_bowl(canvas: &mut Canvas, body: &Turned, glaze: u32, paint: u32) {
    let (top, radius) = body.top();
    let mouth = body.mouth();
    canvas.fill(&mouth, solid(glaze));
    // Circles further down lie lower in the picture and are narrower.
    let ring = |share: f32| {
        let depth = (1.0 - share) * 46.0;
        (top + depth, radius * share, radius * share * body.tilt)
    };
    canvas.inside(&mouth, |canvas| {
        for (outer, inner) in [(0.94, 0.9), (0.86, 0.85)] {
            for (share, color) in [(outer, paint), (inner, glaze)] {
                let (cy, rx, ry) = ring(share);
                canvas.fill(&oval(body.cx, cy, rx, ry), solid(color));
            }
        }
        for (share, lobes, depth, color) in [
            (0.62, 12, 0.16, paint),
            (0.53, 12, 0.16, glaze),
            (0.36, 8, 0.2, paint),
            (0.25, 8, 0.15, lighter(paint, 0.45)),
            (0.12, 6, 0.1, glaze),
        ] {
            let (cy, rx, ry) = ring(share);
            canvas.fill(&rosette(body.cx, cy, rx, ry, lobes, depth), solid(color));
        }
        let (cy, rx, ry) = ring(0.74);
        for dot in 0..24u8 {
            let angle = f32::from(dot) / 24.0 * std::f32::consts::TAU;
            canvas.fill(&oval(body.cx + rx * angle.cos(), cy + ry * angle.sin(), 8.0, 5.0), solid(paint));
        }
        // The wall on the light's side lies in shade, the far wall is lit.
        let (left, right) = (body.cx - radius, body.cx + radius);
        canvas.fill(
            &mouth,
            across(
                left,
                right,
                &[
                    (0.0, fade(0x1c1410, 0.5)),
                    (0.4, fade(0x1c1410, 0.12)),
                    (0.75, fade(0xffffff, 0.1)),
                    (1.0, fade(0xffffff, 0.22)),
                ],
            ),
        );
        let (up, low) = (top - radius * body.tilt, top + radius * body.tilt);
        canvas.fill(
            &mouth,
            down(
                up,
                low,
                &[(0.0, fade(0x1c1410, 0.32)), (0.4, fade(0x1c1410, 0.0)), (1.0, fade(0xffffff, 0.12))],
            ),
        );
        canvas.fill(
            &oval(body.cx + 120.0, top + 52.0, 60.0, 12.0),
            glow(
                body.cx + 120.0,
                top + 52.0,
                60.0,
                12.0,
                &[(0.0, fade(0xffffff, 0.7)), (1.0, fade(0xffffff, 0.0))],
            ),
        );
    });
    canvas.line(&mouth, 7.0, solid(lighter(glaze, 0.3)));
    canvas.line(&mouth, 2.0, flat(darker(glaze, 0.5), 0.5));
}

/// A vase with two painted belts, and three dried stems in it.
pub(super) fn vase(canvas: &mut Canvas, glaze: u32, paint: u32) {
    let body = Turned::new(
        500.0,
        0.2,
        &[
            (360.0, 78.0),
            (376.0, 70.0),
            (410.0, 60.0),
            (450.0, 70.0),
            (510.0, 132.0),
            (590.0, 186.0),
            (660.0, 190.0),
            (740.0, 156.0),
            (800.0, 118.0),
            (826.0, 112.0),
        ],
    );
    stand(canvas, &body);
    for (lean, height, berries) in
        [(-150.0, 96.0, 0xb5651d), (20.0, 40.0, 0xa8452f), (165.0, 130.0, 0xcf9a4a)]
    {
        stem(canvas, (500.0, 380.0), (500.0 + lean, height), berries);
    }
    let outline = body.outline();
    canvas.fill(&outline, solid(glaze));
    canvas.inside(&outline, |canvas| {
        canvas.fill(&body.band(820.0, 830.0), solid(darker(glaze, 0.45)));
        for (top, bottom) in [(540.0, 548.0), (556.0, 560.0), (700.0, 704.0), (712.0, 720.0)] {
            canvas.fill(&body.band(top, bottom), solid(paint));
        }
        for lozenge in 0..15u8 {
            let turn = f32::from(lozenge) / 7.0 - 1.0;
            let corners = [
                body.at(576.0, turn),
                body.at(628.0, turn + 0.065),
                body.at(684.0, turn),
                body.at(628.0, turn - 0.065),
            ];
            canvas.fill(&polygon(&corners), solid(paint));
            let (x, y) = body.at(629.0, turn);
            canvas.fill(&oval(x, y, 6.0, 9.0), solid(glaze));
        }
        // Glaze that ran down from the lip.
        canvas.fill(
            &outline,
            down(350.0, 560.0, &[(0.0, fade(darker(glaze, 0.4), 0.8)), (1.0, fade(darker(glaze, 0.4), 0.0))]),
        );
    });
    canvas.speckle(&outline, 260, 2.2, 0.16);
    body.light(canvas, 1.0);
    let mouth = oval(500.0, 360.0, 78.0, 78.0 * 0.2);
    canvas.fill(&mouth, solid(darker(glaze, 0.75)));
    canvas.line(&mouth, 7.0, solid(lighter(glaze, 0.2)));
    for lean in [-150.0_f32, 20.0, 165.0] {
        canvas.line(
            &polyline(&[(500.0 + lean * 0.08, 366.0), (500.0 + lean * 0.14, 345.0)]),
            5.0,
            solid(0x6b5a32),
        );
    }
}

fn stem(canvas: &mut Canvas, from: (f32, f32), to: (f32, f32), berries: u32) {
    let bow = ((from.0 + to.0) / 2.0 - (to.0 - from.0) * 0.2, (from.1 + to.1) / 2.0);
    canvas.line(&curve(&[from, bow, to]), 5.0, solid(0x6b5a32));
    for berry in 0..26u8 {
        let along = f32::from(berry) / 26.0;
        let (x, y) = (to.0 + (bow.0 - to.0) * along * 0.8, to.1 + (bow.1 - to.1) * along * 0.8);
        let (dx, dy) = (canvas.between(-26.0, 26.0) * (0.4 + along), canvas.between(-9.0, 9.0));
        canvas.line(&polyline(&[(x, y + 10.0), (x + dx, y + dy)]), 2.0, solid(0x6b5a32));
        let radius = canvas.between(6.0, 11.0);
        ball(canvas, (x + dx, y + dy), radius, berries, 0.5);
    }
}

/// A ball in the same light as everything else.
pub(super) fn ball(canvas: &mut Canvas, (x, y): (f32, f32), radius: f32, color: u32, gloss: f32) {
    let shape = oval(x, y, radius, radius);
    let (lit_x, lit_y) = (x - radius * 0.35, y - radius * 0.38);
    let colors = [
        (0.0, fade(lighter(color, 0.45), 1.0)),
        (0.4, fade(color, 1.0)),
        (0.8, fade(darker(color, 0.42), 1.0)),
        (1.0, fade(darker(color, 0.3), 1.0)),
    ];
    canvas.fill(&shape, glow(lit_x, lit_y, radius * 1.5, radius * 1.5, &colors));
    let spot = radius * 0.26;
    canvas.fill(
        &oval(lit_x, lit_y, spot, spot * 0.8),
        glow(lit_x, lit_y, spot, spot * 0.8, &[(0.0, fade(0xffffff, gloss)), (1.0, fade(0xffffff, 0.0))]),
    );
}

/// A mug of coffee: glazed above, bare clay below.
pub(super) fn mug(canvas: &mut Canvas, glaze: u32, clay: u32) {
    let body = Turned::new(
        460.0,
        0.26,
        &[(380.0, 196.0), (400.0, 194.0), (560.0, 190.0), (680.0, 184.0), (730.0, 172.0), (752.0, 154.0)],
    );
    stand(canvas, &body);
    let handle = curve(&[(630.0, 470.0), (716.0, 452.0), (766.0, 520.0), (742.0, 612.0), (630.0, 662.0)]);
    for (width, color) in [(50.0, darker(glaze, 0.5)), (43.0, darker(glaze, 0.15)), (26.0, glaze)] {
        canvas.line(&handle, width, solid(color));
    }
    let shine = curve(&[(640.0, 462.0), (710.0, 447.0), (752.0, 500.0)]);
    canvas.line(&shine, 8.0, flat(0xffffff, 0.5));

    let outline = body.outline();
    canvas.fill(&outline, solid(glaze));
    canvas.inside(&outline, |canvas| {
        canvas.fill(&body.below(650.0), solid(clay));
        canvas.line(&body.band(646.0, 650.0), 3.0, flat(darker(glaze, 0.5), 0.5));
        for groove in 0..6u8 {
            let y = 450.0 + 30.0 * f32::from(groove);
            canvas.line(&body.band(y, y + 1.0), 2.0, flat(darker(glaze, 0.6), 0.14));
        }
    });
    canvas.speckle(&outline, 420, 2.6, 0.24);
    body.light(canvas, 0.9);
    let mouth = body.mouth();
    canvas.fill(
        &mouth,
        across(264.0, 656.0, &[(0.0, fade(darker(glaze, 0.55), 1.0)), (1.0, fade(lighter(glaze, 0.1), 1.0))]),
    );
    canvas.inside(&mouth, |canvas| {
        let coffee = oval(460.0, 408.0, 182.0, 46.0);
        canvas.fill(
            &coffee,
            glow(
                400.0,
                396.0,
                240.0,
                60.0,
                &[(0.0, fade(0x6b3f22, 1.0)), (0.7, fade(0x3a1f10, 1.0)), (1.0, fade(0x2a150a, 1.0))],
            ),
        );
        canvas.line(&coffee, 5.0, flat(0xb98552, 0.8));
        canvas.fill(&oval(520.0, 418.0, 50.0, 9.0), flat(0xffffff, 0.16));
    });
    canvas.line(&mouth, 8.0, solid(lighter(glaze, 0.25)));
    canvas.line(&mouth, 2.0, flat(darker(glaze, 0.6), 0.35));
}

/// A jar of honey under a cloth lid, with a label.
pub(super) fn honey(canvas: &mut Canvas, honey: u32) {
    let body = Turned::new(
        500.0,
        0.2,
        &[
            (400.0, 150.0),
            (424.0, 158.0),
            (462.0, 196.0),
            (500.0, 206.0),
            (760.0, 206.0),
            (800.0, 196.0),
            (816.0, 180.0),
        ],
    );
    stand(canvas, &body);
    // Light that went through the honey colours the shadow.
    canvas.fill(
        &oval(660.0, 846.0, 170.0, 24.0),
        glow(660.0, 846.0, 170.0, 24.0, &[(0.0, fade(honey, 0.75)), (1.0, fade(honey, 0.0))]),
    );
    let outline = body.outline();
    canvas.fill(&outline, solid(0xe9e6dc));
    canvas.inside(&outline, |canvas| {
        let content = body.below(452.0);
        canvas.fill(
            &content,
            across(
                294.0,
                706.0,
                &[
                    (0.0, fade(darker(honey, 0.55), 1.0)),
                    (0.25, fade(honey, 1.0)),
                    (0.5, fade(lighter(honey, 0.3), 1.0)),
                    (0.8, fade(honey, 1.0)),
                    (1.0, fade(darker(honey, 0.6), 1.0)),
                ],
            ),
        );
        canvas.fill(
            &content,
            glow(560.0, 640.0, 150.0, 180.0, &[(0.0, fade(0xffe9a8, 0.6)), (1.0, fade(0xffe9a8, 0.0))]),
        );
        canvas.fill(&oval(500.0, 452.0, 186.0, 34.0), flat(lighter(honey, 0.35), 0.9));
        for _ in 0..22 {
            let (x, y, r) =
                (canvas.between(320.0, 680.0), canvas.between(490.0, 780.0), canvas.between(2.0, 5.0));
            canvas.line(&oval(x, y, r, r), 1.5, flat(0xfff4d0, 0.5));
        }
    });
    label(canvas, &body, (570.0, 730.0), 0x8a5a14);
    body.light(canvas, 0.9);
    cloth_lid(canvas);
}

fn label(canvas: &mut Canvas, body: &Turned, (top, bottom): (f32, f32), ink: u32) {
    let edge = |turns: [f32; 5], y: f32| turns.map(|turn| body.at(y, turn));
    let mut around = edge([-0.62, -0.3, 0.0, 0.3, 0.62], top).to_vec();
    around.extend(edge([0.62, 0.3, 0.0, -0.3, -0.62], bottom));
    canvas.fill(&polygon(&around), solid(0xf7f0de));
    canvas.line(&polygon(&around), 2.0, flat(ink, 0.4));
    let (x, y) = body.at((top + bottom) / 2.0 - 34.0, 0.0);
    for ring in [34.0_f32, 25.0] {
        let corners: Vec<(f32, f32)> = (0..6u8)
            .map(|corner| f32::from(corner) * 1.047 + 0.524)
            .map(|angle| (x + ring * angle.cos(), y + ring * angle.sin()))
            .collect();
        canvas.line(&polygon(&corners), 4.0, solid(ink));
    }
    for (dy, half) in [(62.0, 80.0), (82.0, 54.0)] {
        canvas.line(
            &curve(&[(x - half, y + dy - 6.0), (x, y + dy), (x + half, y + dy - 6.0)]),
            6.0,
            flat(ink, 0.8),
        );
    }
}

fn cloth_lid(canvas: &mut Canvas) {
    let frill: Vec<(f32, f32)> = (0..=16u8)
        .map(|fold| {
            let along = f32::from(fold) / 16.0;
            let x = 312.0 + 376.0 * along;
            let drop = if fold % 2 == 0 { 468.0 } else { 446.0 };
            (x, drop + 26.0 * (along * std::f32::consts::PI).sin())
        })
        .collect();
    let mut cloth = vec![(352.0, 386.0), (372.0, 344.0), (500.0, 326.0), (628.0, 344.0), (648.0, 386.0)];
    cloth.extend(frill.iter().rev());
    let cloth = blob(&cloth);
    canvas.shadow(&cloth, (4.0, 12.0), 14.0, 0.4);
    canvas.fill(&cloth, solid(0xf3e9d2));
    canvas.inside(&cloth, |canvas| {
        for stripe in 0..22u8 {
            let at = 290.0 + 20.0 * f32::from(stripe);
            canvas.line(&polyline(&[(at, 300.0), (at, 520.0)]), 5.0, flat(0xa83232, 0.55));
            canvas.line(&polyline(&[(290.0, at + 10.0), (710.0, at + 10.0)]), 5.0, flat(0xa83232, 0.4));
        }
        canvas.fill(
            &cloth,
            across(
                300.0,
                700.0,
                &[(0.0, fade(0x1c1410, 0.3)), (0.35, fade(0xffffff, 0.2)), (1.0, fade(0x1c1410, 0.42))],
            ),
        );
        for fold in 0..9u8 {
            let x = 330.0 + 42.0 * f32::from(fold);
            canvas.line(&polyline(&[(x, 412.0), (x - 6.0, 500.0)]), 8.0, flat(0x1c1410, 0.13));
        }
    });
    canvas.line(
        &curve(&[(352.0, 404.0), (430.0, 424.0), (500.0, 430.0), (570.0, 424.0), (648.0, 404.0)]),
        9.0,
        solid(0xb89a66),
    );
    canvas.line(
        &curve(&[(352.0, 402.0), (430.0, 422.0), (500.0, 428.0), (570.0, 422.0), (648.0, 402.0)]),
        3.0,
        solid(0xe2caa0),
    );
}

/// A small glass of saffron threads, some of them strewn before it.
pub(super) fn saffron(canvas: &mut Canvas) {
    let body = Turned::new(
        500.0,
        0.2,
        &[(380.0, 140.0), (420.0, 156.0), (450.0, 160.0), (740.0, 160.0), (764.0, 152.0), (774.0, 140.0)],
    );
    stand(canvas, &body);
    threads(canvas, 260, (230.0, 770.0), (800.0, 900.0));
    let outline = body.outline();
    canvas.fill(&outline, solid(0xeceae4));
    canvas.inside(&outline, |canvas| {
        canvas.fill(&body.below(500.0), solid(0x7a1009));
        threads(canvas, 1500, (330.0, 670.0), (505.0, 806.0));
        canvas.fill(
            &body.band(380.0, 500.0),
            across(
                340.0,
                660.0,
                &[(0.0, fade(0x9aa0a0, 0.5)), (0.5, fade(0xffffff, 0.3)), (1.0, fade(0x9aa0a0, 0.5))],
            ),
        );
        threads(canvas, 160, (345.0, 655.0), (486.0, 520.0));
    });
    body.light(canvas, 1.0);
    let lid = Turned::new(500.0, 0.2, &[(306.0, 158.0), (316.0, 166.0), (386.0, 166.0), (396.0, 162.0)]);
    canvas.fill(&lid.outline(), solid(0xc79a3c));
    canvas.inside(&lid.outline(), |canvas| {
        for rib in 0..40u8 {
            let turn = f32::from(rib) / 19.5 - 1.0;
            canvas.line(&polyline(&[lid.at(322.0, turn), lid.at(380.0, turn)]), 3.0, flat(0x5a3d0c, 0.35));
        }
    });
    lid.light(canvas, 0.8);
    canvas.fill(
        &lid.mouth(),
        across(
            342.0,
            658.0,
            &[(0.0, fade(0xa87a24, 1.0)), (0.35, fade(0xf6dc96, 1.0)), (1.0, fade(0xa67b2a, 1.0))],
        ),
    );
    canvas.line(&oval(500.0, 306.0, 118.0, 23.0), 3.0, flat(0x7a5512, 0.6));
}

fn threads(canvas: &mut Canvas, count: u32, (left, right): (f32, f32), (top, bottom): (f32, f32)) {
    for thread in 0..count {
        let (x, y) = (canvas.between(left, right), canvas.between(top, bottom));
        let (dx, dy, bow) =
            (canvas.between(-34.0, 34.0), canvas.between(-14.0, 14.0), canvas.between(-9.0, 9.0));
        let color = [0xa3150c, 0xc2230f, 0x8a0f0a, 0xd9441a, 0xb01c10][thread as usize % 5];
        canvas.line(
            &curve(&[(x, y), (x + dx * 0.5, y + dy * 0.5 + bow), (x + dx, y + dy)]),
            3.2,
            solid(color),
        );
    }
}

/// Three candles of different height, lit.
pub(super) fn candles(canvas: &mut Canvas, wax: u32) {
    for (cx, top, radius, foot) in
        [(395.0, 330.0, 92.0, 720.0), (620.0, 450.0, 100.0, 745.0), (490.0, 570.0, 96.0, 800.0)]
    {
        let body = Turned::new(
            cx,
            0.22,
            &[(top, radius), (top + 12.0, radius + 2.0), (foot - 10.0, radius + 2.0), (foot, radius)],
        );
        stand(canvas, &body);
        let outline = body.outline();
        canvas.fill(&outline, solid(wax));
        canvas.inside(&outline, |canvas| {
            let shining = [(0.0, fade(0xffe6a0, 0.85)), (1.0, fade(0xffc860, 0.0))];
            canvas.fill(&outline, down(top, top + 150.0, &shining));
            comb(canvas, cx, radius, (top, foot + 40.0), wax);
        });
        body.light(canvas, 0.35);
        let pool = body.mouth();
        canvas.fill(
            &pool,
            glow(
                cx,
                top,
                radius,
                radius * 0.22,
                &[(0.0, fade(0xfff3c8, 1.0)), (0.6, fade(lighter(wax, 0.35), 1.0)), (1.0, fade(wax, 1.0))],
            ),
        );
        canvas.line(&pool, 4.0, flat(lighter(wax, 0.5), 0.9));
        flame(canvas, cx, top);
    }
}

/// Beeswax rolled from a comb: rows of six-sided dents.
fn comb(canvas: &mut Canvas, cx: f32, radius: f32, (top, bottom): (f32, f32), wax: u32) {
    let mut y = top + 20.0;
    let mut odd = false;
    while y < bottom {
        for cell in -9..=9_i8 {
            let turn = (f32::from(cell) + if odd { 0.5 } else { 0.0 }) / 9.0;
            let angle = turn * std::f32::consts::FRAC_PI_2;
            let x = cx + (radius + 2.0) * angle.sin();
            let squeeze = angle.cos().max(0.05);
            let dip = y + radius * 0.22 * angle.cos() - 10.0;
            canvas.line(&rosette(x, dip, 8.0 * squeeze, 9.0, 6, 0.06), 2.0, flat(darker(wax, 0.45), 0.3));
        }
        y += 17.0;
        odd = !odd;
    }
}

fn flame(canvas: &mut Canvas, cx: f32, top: f32) {
    canvas.line(&curve(&[(cx, top), (cx + 2.0, top - 16.0), (cx - 1.0, top - 32.0)]), 5.0, solid(0x3a2a20));
    let middle = top - 70.0;
    canvas.fill(
        &oval(cx, middle, 150.0, 150.0),
        glow(cx, middle, 150.0, 150.0, &[(0.0, fade(0xffd98a, 0.6)), (1.0, fade(0xffd98a, 0.0))]),
    );
    let tongue = |rise: f32, wide: f32| {
        blob(&[(cx, top - 30.0 - rise), (cx + wide, top - 48.0), (cx, top - 18.0), (cx - wide, top - 48.0)])
    };
    canvas.fill(
        &tongue(86.0, 20.0),
        down(
            top - 120.0,
            top - 16.0,
            &[(0.0, fade(0xff9a2a, 0.85)), (0.6, fade(0xffc64a, 1.0)), (1.0, fade(0xff8a1a, 0.7))],
        ),
    );
    canvas.fill(&tongue(46.0, 11.0), solid(0xfff6d8));
}

/// A woven basket with a handle.
pub(super) fn basket(canvas: &mut Canvas, straw: u32) {
    let body = Turned::new(
        500.0,
        0.3,
        &[(500.0, 270.0), (540.0, 266.0), (640.0, 246.0), (740.0, 214.0), (780.0, 198.0)],
    );
    stand(canvas, &body);
    handle(canvas, straw);
    let mouth = body.mouth();
    let outline = body.outline();
    canvas.fill(&outline, solid(darker(straw, 0.45)));
    canvas.inside(&outline, |canvas| weaving(canvas, &body, straw));
    body.light(canvas, 0.12);
    canvas.fill(&mouth, solid(darker(straw, 0.72)));
    canvas.inside(&mouth, |canvas| {
        for depth in 0..7u8 {
            let y = 500.0 + 14.0 * f32::from(depth);
            canvas.line(&oval(500.0, y, 262.0 - 4.0 * f32::from(depth), 76.0), 7.0, flat(straw, 0.34));
        }
        canvas.fill(
            &mouth,
            across(
                230.0,
                770.0,
                &[(0.0, fade(0x1c1410, 0.7)), (0.6, fade(0x1c1410, 0.15)), (1.0, fade(0xffffff, 0.1))],
            ),
        );
    });
    for (width, color) in [(30.0, darker(straw, 0.5)), (24.0, straw), (8.0, lighter(straw, 0.45))] {
        canvas.line(&mouth, width, solid(color));
    }
    for wrap in 0..56u8 {
        let angle = f32::from(wrap) / 56.0 * std::f32::consts::TAU;
        let (x, y) = (500.0 + 270.0 * angle.cos(), 500.0 + 81.0 * angle.sin());
        canvas.line(
            &polyline(&[(x - 5.0, y - 12.0), (x + 5.0, y + 12.0)]),
            3.0,
            flat(darker(straw, 0.6), 0.6),
        );
    }
    ties(canvas, straw);
}

fn weaving(canvas: &mut Canvas, body: &Turned, straw: u32) {
    for row in 0..15u8 {
        let y = 512.0 + 19.0 * f32::from(row);
        for stitch in -17..=17_i8 {
            let turn = (f32::from(stitch) + if row % 2 == 0 { 0.0 } else { 0.5 }) / 17.0;
            let ((x0, y0), (x1, y1)) = (body.at(y, turn - 0.026), body.at(y, turn + 0.026));
            let tone = [straw, lighter(straw, 0.18), darker(straw, 0.1)]
                [usize::from((row + stitch.unsigned_abs()) % 3)];
            canvas.line(&polyline(&[(x0, y0), (x1, y1)]), 16.0, solid(darker(tone, 0.3)));
            canvas.line(&polyline(&[(x0, y0 - 2.0), (x1, y1 - 2.0)]), 9.0, solid(tone));
        }
    }
}

fn handle(canvas: &mut Canvas, straw: u32) {
    let bow = curve(&[(252.0, 490.0), (300.0, 270.0), (500.0, 180.0), (700.0, 270.0), (748.0, 490.0)]);
    for (width, color) in [(34.0, darker(straw, 0.55)), (28.0, straw), (8.0, lighter(straw, 0.4))] {
        canvas.line(&bow, width, solid(color));
    }
    for twist in 0..40u8 {
        let angle = std::f32::consts::PI * (1.0 - f32::from(twist) / 39.0);
        let (x, y) = (500.0 + 248.0 * angle.cos(), 470.0 - 290.0 * angle.sin().powf(0.86));
        canvas.line(
            &polyline(&[(x - 9.0, y - 9.0), (x + 9.0, y + 9.0)]),
            4.0,
            flat(darker(straw, 0.6), 0.55),
        );
    }
}

/// Where the handle is tied to the rim.
fn ties(canvas: &mut Canvas, straw: u32) {
    for x in [250.0, 750.0] {
        let tie = rounded(x - 20.0, 468.0, 40.0, 60.0, 12.0);
        let round = [
            (0.0, fade(darker(straw, 0.1), 1.0)),
            (0.4, fade(lighter(straw, 0.2), 1.0)),
            (1.0, fade(darker(straw, 0.45), 1.0)),
        ];
        canvas.fill(&tie, across(x - 20.0, x + 20.0, &round));
        for turn in 0..4u8 {
            let y = 478.0 + 13.0 * f32::from(turn);
            canvas.line(&polyline(&[(x - 18.0, y), (x + 18.0, y + 5.0)]), 3.0, flat(darker(straw, 0.6), 0.6));
        }
    }
}

/// Two glazed pomegranates.
pub(super) fn pomegranates(canvas: &mut Canvas, glaze: u32) {
    for (x, y, radius) in [(610.0, 560.0, 150.0), (390.0, 620.0, 185.0)] {
        canvas.contact(x + radius * 0.5, y + radius * 0.86, radius * 1.4, radius * 0.32, 0.35);
        canvas.contact(x + 10.0, y + radius * 0.92, radius * 0.75, radius * 0.16, 0.7);
        let crown: Vec<(f32, f32)> = (0..=10u8)
            .map(|tip| {
                let side = f32::from(tip) / 5.0 - 1.0;
                let rise = if tip % 2 == 0 { 1.36 } else { 1.14 };
                (x + side * radius * 0.3, y - radius * rise + radius * 0.1 * side * side)
            })
            .chain([(x + radius * 0.16, y - radius * 0.9), (x - radius * 0.16, y - radius * 0.9)])
            .collect();
        let crown = polygon(&crown);
        canvas.fill(
            &crown,
            across(
                x - radius * 0.3,
                x + radius * 0.3,
                &[
                    (0.0, fade(darker(glaze, 0.2), 1.0)),
                    (0.4, fade(lighter(glaze, 0.25), 1.0)),
                    (1.0, fade(darker(glaze, 0.55), 1.0)),
                ],
            ),
        );
        canvas.line(&crown, 4.0, solid(darker(glaze, 0.4)));
        ball(canvas, (x, y), radius, glaze, 0.95);
        let skin = oval(x, y, radius, radius);
        canvas.speckle(&skin, 120, 2.4, 0.18);
        canvas.inside(&skin, |canvas| {
            for rib in [-0.62_f32, -0.2, 0.24, 0.66] {
                let bow = radius * rib;
                canvas.line(
                    &curve(&[(x + bow * 0.2, y - radius), (x + bow, y), (x + bow * 0.3, y + radius)]),
                    5.0,
                    flat(darker(glaze, 0.6), 0.14),
                );
            }
            let edge = y + radius;
            canvas.fill(
                &skin,
                down(y + radius * 0.3, edge, &[(0.0, fade(0xffd9b0, 0.0)), (1.0, fade(0xffd9b0, 0.25))]),
            );
        });
        canvas.fill(&oval(x, y - radius * 0.93, radius * 0.2, radius * 0.06), flat(darker(glaze, 0.6), 0.5));
    }
}
