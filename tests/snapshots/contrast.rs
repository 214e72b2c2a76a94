//! The contrast that the pictures really have: every text, also of disabled widgets, has at least 4.5:1 with
//! what is behind it, icons and the focus ring 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). The shapes only say where to
//! measure; all colours are read from the pixels.

use std::collections::{BTreeMap, HashMap};

use eframe::egui::epaint::{ClippedShape, RectShape, TextShape};
use eframe::egui::{Align2, Color32, FontId, Key, Rect, Shape, StrokeKind, vec2};
use egui_kittest::Harness;
use image::RgbaImage;
use vitrine_widgets::theme::contrast;

use super::*;

const TEXT: f64 = 4.5;
const ICON: f64 = 3.0;
const RING: f64 = 3.0;
/// How much of a ring has to stand out: a neighbour may touch one of its four sides.
const MIN_SHARE: f64 = 0.7;
/// Pixels per point, so that even the thinnest stroke of a letter has pixels of its full colour.
const SCALE: f32 = 2.0;
/// The gallery is so high that its picture would be too large.
const GALLERY_SCALE: f32 = 1.5;
/// So many pixels of a colour are a colour of the text; fewer may be anything.
const FEW_PIXELS: usize = 6;
/// Larger shapes are drawings, in points.
const LARGEST_ICON: f32 = 48.0;

/// What was measured in a picture, and what has too little contrast.
#[derive(Default)]
struct Measured {
    texts: usize,
    icons: usize,
    rings: usize,
    low: Vec<String>,
}

/// A picture, with its pixels per point.
struct Picture {
    pixels: RgbaImage,
    scale: f32,
}

/// The shapes of a frame in painting order, without groups, each with its clip rectangle.
fn flat(shapes: &[ClippedShape]) -> Vec<(Rect, &Shape)> {
    fn add<'a>(clip: Rect, shape: &'a Shape, found: &mut Vec<(Rect, &'a Shape)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(clip, shape, found)),
            other => found.push((clip, other)),
        }
    }
    let mut found = Vec::new();
    shapes.iter().for_each(|ClippedShape { clip_rect, shape, .. }| add(*clip_rect, shape, &mut found));
    found
}

/// Whether it hides or shades what was painted below it.
fn covers(shape: &Shape) -> bool {
    match shape {
        Shape::Rect(RectShape { fill, brush, .. }) => fill.a() > 0 || brush.is_some(),
        Shape::Mesh(_) => true,
        _ => false,
    }
}

/// The contrast of a shape with what is behind it. `inside` are the places of the shape's colour, in points;
/// `None` if nothing of them is in sight. What is behind is the most frequent colour around them.
fn measured(picture: &Picture, inside: &[Rect], clip: Rect) -> Option<(f64, Color32, Color32)> {
    let whole =
        inside.iter().fold(Rect::NOTHING, |whole, rect| whole.union(*rect)).expand(1.0).intersect(clip);
    let around = counted(pixels(picture, whole));
    let behind = around.into_iter().max_by_key(|(_, count)| *count)?.0;
    let in_sight = counted(inside.iter().flat_map(|rect| pixels(picture, rect.intersect(clip))));
    let mut ratios: Vec<(f64, Color32, usize)> =
        in_sight.into_iter().map(|(colour, count)| (contrast(colour, behind), colour, count)).collect();
    ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut pixels_before = 0;
    let (ratio, colour, _) = ratios.into_iter().find(|(_, _, count)| {
        pixels_before += count;
        pixels_before >= FEW_PIXELS
    })?;
    Some((ratio, colour, behind))
}

/// The colours, and how often each is there.
fn counted(colours: impl Iterator<Item = Color32>) -> HashMap<Color32, usize> {
    let mut counts = HashMap::new();
    colours.for_each(|colour| *counts.entry(colour).or_default() += 1);
    counts
}

/// The pixels whose centres are in a rectangle of points.
fn pixels(picture: &Picture, rect: Rect) -> impl Iterator<Item = Color32> {
    let range = |from: f32, to: f32, end: u32| {
        let first = (from * picture.scale).round().max(0.0) as u32;
        first..((to * picture.scale).round().max(0.0) as u32).min(end)
    };
    let (columns, rows) = (
        range(rect.left(), rect.right(), picture.pixels.width()),
        range(rect.top(), rect.bottom(), picture.pixels.height()),
    );
    rows.flat_map(move |y| columns.clone().map(move |x| (x, y))).map(|(x, y)| {
        let [r, g, b, _] = picture.pixels.get_pixel(x, y).0;
        Color32::from_rgb(r, g, b)
    })
}

/// The places of the letters of a text, for each of its colours.
fn letters(text: &TextShape) -> BTreeMap<[u8; 4], Vec<Rect>> {
    let mut found: BTreeMap<[u8; 4], Vec<Rect>> = BTreeMap::new();
    for placed in &text.galley.rows {
        for glyph in placed.row.glyphs.iter().filter(|glyph| !glyph.uv_rect.is_nothing()) {
            let first = glyph.first_vertex as usize;
            let Some(corners) = placed.row.visuals.mesh.vertices.get(first..first + 4) else { continue };
            let place = Rect::from_points(&[corners[0].pos, corners[1].pos, corners[2].pos, corners[3].pos]);
            found
                .entry(corners[0].color.to_array())
                .or_default()
                .push(place.translate(text.pos.to_vec2() + placed.pos.to_vec2()));
        }
    }
    found
}

/// Whether it is a stroke of an icon.
fn is_icon(shape: &Shape) -> bool {
    let size = shape.visual_bounding_rect().size();
    let is_stroke = matches!(shape, Shape::Path(_) | Shape::Circle(_) | Shape::LineSegment { .. });
    // Lines that only separate are exempt.
    is_stroke && size.max_elem() <= LARGEST_ICON && size.min_elem() >= 3.0
}

/// Whether it is a focus ring.
fn ring(shape: &Shape) -> Option<&RectShape> {
    match shape {
        Shape::Rect(ring)
            if ring.stroke.width >= 2.0 && ring.stroke_kind == StrokeKind::Outside && ring.fill.a() == 0 =>
        {
            Some(ring)
        }
        _ => None,
    }
}

/// The share of a ring's length that stands out from what is around it.
fn distinct_share(picture: &Picture, ring: &RectShape) -> f64 {
    let middle = ring.rect.expand(ring.stroke.width / 2.0);
    let around = ring.rect.expand(ring.stroke.width + 0.8);
    // The corners are round.
    let corner = f32::from(ring.corner_radius.nw).min(ring.rect.size().min_elem() / 2.0) + ring.stroke.width;
    let (middle_x, middle_y) = (middle.x_range().shrink(corner), middle.y_range().shrink(corner));
    let at = |x: f32, y: f32| {
        let (x, y) = ((x * picture.scale).max(0.0) as u32, (y * picture.scale).max(0.0) as u32);
        let [r, g, b, _] = picture.pixels.get_pixel_checked(x, y)?.0;
        Some(Color32::from_rgb(r, g, b))
    };
    let (mut seen, mut distinct) = (0, 0);
    let mut compare = |on: Option<Color32>, beside: Option<Color32>| {
        if let (Some(on), Some(beside)) = (on, beside) {
            seen += 1;
            distinct += usize::from(contrast(on, beside) >= RING);
        }
    };
    let steps = |from: f32, to: f32| (0..=20).map(move |step| from + (to - from) * step as f32 / 20.0);
    for x in steps(middle_x.min, middle_x.max.max(middle_x.min)) {
        compare(at(x, middle.top()), at(x, around.top()));
        compare(at(x, middle.bottom()), at(x, around.bottom()));
    }
    for y in steps(middle_y.min.min(middle.center().y), middle_y.max.max(middle.center().y)) {
        compare(at(middle.left(), y), at(around.left(), y));
        compare(at(middle.right(), y), at(around.right(), y));
    }
    if seen == 0 { 1.0 } else { f64::from(distinct as u32) / f64::from(seen as u32) }
}

/// Draws the frame and measures what is in sight and not covered.
fn measure<State>(harness: &mut Harness<'_, State>) -> Measured {
    let picture =
        Picture { pixels: harness.render().expect("a picture"), scale: harness.ctx.pixels_per_point() };
    let shapes = flat(&harness.output().shapes);
    let covering = |(index, (clip, shape)): (usize, &(Rect, &Shape))| {
        covers(shape).then(|| (index, shape.visual_bounding_rect().intersect(*clip).shrink(0.5)))
    };
    let covering: Vec<(usize, Rect)> = shapes.iter().enumerate().filter_map(covering).collect();
    let mut measured_frame = Measured::default();
    for (index, (clip, shape)) in shapes.iter().enumerate() {
        let bounds = shape.visual_bounding_rect().intersect(*clip);
        let is_covered = || {
            covering.iter().filter(|(later, _)| *later > index).any(|(_, later)| {
                let common = later.intersect(bounds);
                // A ring that is covered in part must still stand out.
                common.is_positive() && (ring(shape).is_none() || common.area() > bounds.area() / 2.0)
            })
        };
        // What is scrolled out of sight fades at the edge.
        let is_cut = bounds.area() < 0.7 * shape.visual_bounding_rect().area();
        if !bounds.is_positive() || is_cut || is_covered() {
            continue;
        }
        match shape {
            Shape::Text(text) => {
                for places in letters(text).values() {
                    let Some((ratio, colour, behind)) = measured(&picture, places, *clip) else { continue };
                    measured_frame.texts += 1;
                    if ratio < TEXT {
                        measured_frame
                            .low
                            .push(format!("{ratio:.2}:1 {colour:?} on {behind:?}: {}", text.galley.text()));
                    }
                }
            }
            shape if is_icon(shape) => {
                let Some((ratio, colour, behind)) = measured(&picture, &[bounds.expand(2.0)], *clip) else {
                    continue;
                };
                measured_frame.icons += 1;
                if ratio < ICON {
                    measured_frame.low.push(format!(
                        "{ratio:.2}:1 {colour:?} on {behind:?}: a stroke of an icon at {bounds:?}"
                    ));
                }
            }
            shape => {
                let Some(ring) = ring(shape) else { continue };
                measured_frame.rings += 1;
                let share = distinct_share(&picture, ring);
                if share < MIN_SHARE {
                    measured_frame.low.push(format!(
                        "only {:.0} % of a focus ring stand out at {:?}",
                        share * 100.0,
                        ring.rect
                    ));
                }
            }
        }
    }
    measured_frame
}

fn fine_builder<State>(size: [f32; 2], scale: f32) -> HarnessBuilder<State> {
    Harness::builder().with_size(size).with_pixels_per_point(scale).wgpu()
}

/// Every scene in one language and theme, with the keyboard focus on the first thing that Tab reaches.
fn measure_scenes(language: Language, theme: Theme) {
    let (mut low, mut rings) = (Vec::new(), 0);
    for scene in scenes::all() {
        let name = scene.name;
        let mut window = TestWindow::with_theme(language, theme, fine_builder(ROOMY, SCALE));
        window.show_scene(scene);
        window.deliver_pictures();
        window.tap_key(Key::Tab);
        let measured = measure(&mut window.harness);
        assert!(measured.texts > 3, "{name}: only {} texts were measured", measured.texts);
        rings += measured.rings;
        low.extend(measured.low.into_iter().map(|found| format!("{name}: {found}")));
    }
    assert!(low.is_empty(), "{theme:?}:\n{}", low.join("\n"));
    assert!(rings > 25, "only {rings} focus rings were measured");
}

#[test]
fn every_scene_by_day_has_enough_contrast_in_its_picture() {
    measure_scenes(Language::English, Theme::Light);
}

#[test]
fn every_scene_by_night_has_enough_contrast_in_its_picture() {
    measure_scenes(Language::Persian, Theme::Dark);
}

/// Every widget in every state: hovered, focused, disabled.
#[test]
fn every_widget_has_enough_contrast_in_its_picture() {
    for theme in [Theme::Light, Theme::Dark] {
        let mut gallery = window::gallery(Language::English, theme, fine_builder(ROOMY, GALLERY_SCALE));
        let measured = measure(&mut gallery);
        let counts = (measured.texts, measured.icons, measured.rings);
        assert!(counts.0 > 100 && counts.1 > 60 && counts.2 > 8, "{theme:?}: {counts:?}");
        assert!(measured.low.is_empty(), "{theme:?}:\n{}", measured.low.join("\n"));
    }
}

/// The measurement itself: each of these is found when its colour is too close to the background, and passes
/// otherwise.
#[test]
#[expect(clippy::disallowed_methods, reason = "one Latin word, without the window's fonts")]
fn a_text_an_icon_and_a_ring_in_a_pale_colour_are_found() {
    let drawn = |ink: Color32| {
        let mut harness =
            Harness::builder().with_size([300.0, 120.0]).with_pixels_per_point(SCALE).wgpu().build_ui(
                move |ui| {
                    let painter = ui.painter().clone();
                    painter.rect_filled(ui.ctx().content_rect(), 0.0, Color32::WHITE);
                    painter.text(
                        eframe::egui::pos2(20.0, 20.0),
                        Align2::LEFT_TOP,
                        "Price",
                        FontId::proportional(14.0),
                        ink,
                    );
                    painter.circle_stroke(eframe::egui::pos2(100.0, 30.0), 8.0, (2.0, ink));
                    let place = Rect::from_min_size(eframe::egui::pos2(140.0, 20.0), vec2(90.0, 40.0));
                    painter.rect_stroke(place, 6.0, (2.0, ink), StrokeKind::Outside);
                },
            );
        measure(&mut harness)
    };
    let good = drawn(Color32::from_gray(0x70));
    assert_eq!((good.texts, good.icons, good.rings), (1, 1, 1));
    assert!(good.low.is_empty(), "{:?}", good.low);
    assert_eq!(
        drawn(Color32::from_gray(0x80)).low.len(),
        1,
        "enough for an icon and a ring, too little for text: 3.95:1"
    );
    assert_eq!(drawn(Color32::from_gray(0xa0)).low.len(), 3, "2.6:1 is too little for all of them");
}
