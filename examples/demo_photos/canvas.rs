//! A square of paper, a thousand units wide, and the few ways of putting colour on it that the goods are
//! drawn with.

use std::f32::consts::TAU;

use image::{DynamicImage, RgbImage, RgbaImage};
use tiny_skia::{
    Color, ColorU8, FillRule, FilterQuality, GradientStop, LineCap, LineJoin, LinearGradient, Mask, Paint,
    Path, PathBuilder, Pattern, Pixmap, PixmapPaint, Point, RadialGradient, Rect, Shader, SpreadMode, Stroke,
    Transform,
};

use fastrand::Rng;

/// `None` for a shape without extent: it leaves no mark.
pub(super) type Shape = Option<Path>;
/// A colour, or colours that run into each other.
pub(super) type Ink = Shader<'static>;

pub(super) struct Canvas {
    pixels: Pixmap,
    /// From units to pixels.
    view: Transform,
    clip: Option<Mask>,
    dice: Rng,
}

impl Canvas {
    /// `side` in pixels; `None` for zero.
    pub fn new(side: u32, seed: u64) -> Option<Self> {
        let scale = side as f32 / 1000.0;
        Some(Self {
            pixels: Pixmap::new(side, side)?,
            view: Transform::from_scale(scale, scale),
            clip: None,
            dice: Rng::with_seed(seed),
        })
    }

    /// Evenly spread between the two.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.dice.f32()
    }

    /// From here on everything is moved, turned or scaled so.
    pub fn look(&mut self, change: Transform) {
        self.view = self.view.pre_concat(change);
    }

    /// Draws something moved, turned or scaled.
    pub fn placed(&mut self, change: Transform, draw: impl FnOnce(&mut Self)) {
        let before = self.view;
        self.look(change);
        draw(self);
        self.view = before;
    }

    /// Draws something that shows only inside the shape.
    pub fn inside(&mut self, shape: &Shape, draw: impl FnOnce(&mut Self)) {
        let Some(path) = shape else { return };
        let before = self.clip.take();
        self.clip = match &before {
            Some(outer) => Some(outer.clone()),
            None => Mask::new(self.pixels.width(), self.pixels.height()),
        };
        if let Some(mask) = &mut self.clip {
            match before {
                Some(_) => mask.intersect_path(path, FillRule::Winding, true, self.view),
                None => mask.fill_path(path, FillRule::Winding, true, self.view),
            }
        }
        draw(self);
        self.clip = before;
    }

    pub fn fill(&mut self, shape: &Shape, ink: Ink) {
        if let Some(path) = shape {
            let paint = Paint { shader: ink, anti_alias: true, ..Paint::default() };
            self.pixels.fill_path(path, &paint, FillRule::Winding, self.view, self.clip.as_ref());
        }
    }

    pub fn line(&mut self, shape: &Shape, width: f32, ink: Ink) {
        if let Some(path) = shape {
            let paint = Paint { shader: ink, anti_alias: true, ..Paint::default() };
            let stroke =
                Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
            self.pixels.stroke_path(path, &paint, &stroke, self.view, self.clip.as_ref());
        }
    }

    /// The blurred shadow of something that lies flat, moved away from the light.
    ///
    /// Drawn small, blurred, and enlarged again: what is blurred needs few pixels.
    pub fn shadow(&mut self, shape: &Shape, (dx, dy): (f32, f32), blur: f32, strength: f32) {
        let (scale, _) = self.view.get_scale();
        let blur = blur * scale;
        let coarse = (blur / 4.0).max(1.0);
        let Some(path) = shape.clone().and_then(|path| path.transform(self.view)) else { return };
        let Some(bounds) = path.bounds().outset(blur * 2.0, blur * 2.0) else { return };
        // Bounded: a shape is not much larger than the picture.
        let (width, height) =
            ((bounds.width() / coarse).ceil() as u32, (bounds.height() / coarse).ceil() as u32);
        let Some(mut small) = Pixmap::new(width, height) else { return };
        let ink = Paint { shader: solid(SHADE), anti_alias: true, ..Paint::default() };
        let shrink =
            Transform::from_translate(-bounds.left(), -bounds.top()).post_scale(1.0 / coarse, 1.0 / coarse);
        small.fill_path(&path, &ink, FillRule::Winding, shrink, None);
        soften(&mut small);
        let enlarge = Transform::from_scale(coarse, coarse)
            .post_translate(bounds.left() + dx * scale, bounds.top() + dy * scale);
        let paint =
            PixmapPaint { opacity: strength, quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        self.pixels.draw_pixmap(0, 0, small.as_ref(), &paint, enlarge, self.clip.as_ref());
    }

    /// The dark pool where something stands.
    pub fn contact(&mut self, cx: f32, cy: f32, rx: f32, ry: f32, strength: f32) {
        let fading =
            [(0.0, fade(SHADE, strength)), (0.55, fade(SHADE, strength * 0.55)), (1.0, fade(SHADE, 0.0))];
        self.fill(&oval(cx, cy, rx, ry), glow(cx, cy, rx, ry, &fading));
    }

    /// Small marks of two tones strewn over the shape, as clay, stone and felt have.
    pub fn speckle(&mut self, shape: &Shape, count: u32, size: f32, strength: f32) {
        let Some(bounds) = shape.as_ref().map(Path::bounds) else { return };
        self.inside(shape, |canvas| {
            for mark in 0..count {
                let (x, y) = (
                    canvas.between(bounds.left(), bounds.right()),
                    canvas.between(bounds.top(), bounds.bottom()),
                );
                let radius = size * canvas.between(0.4, 1.0);
                let tone = if mark % 2 == 0 { 0xffffff } else { SHADE };
                canvas.fill(&oval(x, y, radius, radius), flat(tone, strength));
            }
        });
    }

    /// Fine threads both ways, as cloth has.
    pub fn weave(&mut self, shape: &Shape, gap: f32, strength: f32) {
        // One crossing of two threads, repeated.
        const TILE: u32 = 8;
        let (Some(path), Some(mut tile)) = (shape, Pixmap::new(TILE, TILE)) else { return };
        for (thread, tone) in
            [(rectangle(0.0, 0.0, 8.0, 3.2), SHADE), (rectangle(0.0, 0.0, 3.2, 8.0), 0xff_ff_ff)]
        {
            if let Some(thread) = thread {
                let paint = Paint { shader: flat(tone, strength), anti_alias: true, ..Paint::default() };
                tile.fill_path(&thread, &paint, FillRule::Winding, Transform::identity(), None);
            }
        }
        let to_units = Transform::from_scale(gap / TILE as f32, gap / TILE as f32);
        let shader = Pattern::new(tile.as_ref(), SpreadMode::Repeat, FilterQuality::Bilinear, 1.0, to_units);
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        self.pixels.fill_path(path, &paint, FillRule::Winding, self.view, self.clip.as_ref());
    }

    /// The grain of a camera, without which smooth paper looks drawn.
    fn grain(&mut self) {
        const TILE: u32 = 256;
        const STRENGTH: f32 = 9.0;
        let Some(mut tile) = Pixmap::new(TILE, TILE) else { return };
        for pixel in tile.pixels_mut() {
            let noise = self.between(-STRENGTH, STRENGTH) + self.between(-STRENGTH, STRENGTH);
            let tone = if noise < 0.0 { 0 } else { 255 };
            *pixel = ColorU8::from_rgba(tone, tone, tone, noise.abs() as u8).premultiply();
        }
        let shader = Pattern::new(
            tile.as_ref(),
            SpreadMode::Repeat,
            FilterQuality::Nearest,
            1.0,
            Transform::identity(),
        );
        let paint = Paint { shader, ..Paint::default() };
        let all = Rect::from_xywh(0.0, 0.0, self.pixels.width() as f32, self.pixels.height() as f32);
        if let Some(all) = all {
            self.pixels.fill_rect(all, &paint, Transform::identity(), None);
        }
    }

    pub fn into_photo(mut self) -> Option<RgbImage> {
        self.grain();
        let (width, height) = (self.pixels.width(), self.pixels.height());
        // Everything has been painted over, so there is no alpha left to lose.
        let pixels = RgbaImage::from_raw(width, height, self.pixels.take())?;
        Some(DynamicImage::ImageRgba8(pixels).into_rgb8())
    }
}

/// Blurs by about four pixels: three times the mean of five neighbours, along rows and then along columns.
fn soften(pixmap: &mut Pixmap) {
    let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
    let mut alpha: Vec<u8> = pixmap.pixels().iter().map(|pixel| pixel.alpha()).collect();
    for (lines, length, along, between) in [(height, width, 1, width), (width, height, width, 1)] {
        for line in 0..lines {
            for _ in 0..3 {
                soften_line(&mut alpha, line * between, along, length);
            }
        }
    }
    let [_, r, g, b] = SHADE.to_be_bytes();
    for (pixel, alpha) in pixmap.pixels_mut().iter_mut().zip(alpha) {
        *pixel = ColorU8::from_rgba(r, g, b, alpha).premultiply();
    }
}

fn soften_line(values: &mut [u8], start: usize, step: usize, length: usize) {
    const REACH: usize = 2;
    let old: Vec<u16> = (0..length).map(|i| u16::from(values[start + i * step])).collect();
    // Beyond the ends lies nothing.
    let mut sum: u16 = old.iter().take(REACH).sum();
    for i in 0..length {
        sum += old.get(i + REACH).copied().unwrap_or(0);
        // A mean of bytes is a byte.
        values[start + i * step] = (sum / (2 * REACH as u16 + 1)) as u8;
        if let Some(gone) = i.checked_sub(REACH) {
            sum -= old[gone];
        }
    }
}

/// What shadows are made of: not quite black, a little warm.
const SHADE: u32 = 0x1c_14_10;

/// A colour as `0xRRGGBB`, and how much of it.
pub(super) fn fade(rgb: u32, opacity: f32) -> Color {
    let [_, r, g, b] = rgb.to_be_bytes();
    let mut color = Color::from_rgba8(r, g, b, 255);
    color.set_alpha(opacity.clamp(0.0, 1.0));
    color
}

pub(super) fn solid(rgb: u32) -> Ink {
    flat(rgb, 1.0)
}

pub(super) fn flat(rgb: u32, opacity: f32) -> Ink {
    Shader::SolidColor(fade(rgb, opacity))
}

/// Between two colours: 0 is the first, 1 the second.
pub(super) fn mix(from: u32, to: u32, share: f32) -> u32 {
    let channel = |shift: u32| {
        let (a, b) = ((from >> shift & 255) as f32, (to >> shift & 255) as f32);
        ((a + (b - a) * share.clamp(0.0, 1.0)).round() as u32) << shift
    };
    channel(16) | channel(8) | channel(0)
}

/// Towards the dark, as in shadow.
pub(super) fn darker(rgb: u32, share: f32) -> u32 {
    mix(rgb, SHADE, share)
}

/// Towards white, as in light.
pub(super) fn lighter(rgb: u32, share: f32) -> u32 {
    mix(rgb, 0xff_fb_f2, share)
}

type Stops<'a> = &'a [(f32, Color)];

fn stops(stops: Stops) -> Vec<GradientStop> {
    stops.iter().map(|&(at, color)| GradientStop::new(at, color)).collect()
}

/// Colours from the first point to the second.
pub(super) fn run(from: (f32, f32), to: (f32, f32), colors: Stops) -> Ink {
    let shader =
        LinearGradient::new(from.into(), to.into(), stops(colors), SpreadMode::Pad, Transform::identity());
    shader.unwrap_or(Shader::SolidColor(Color::TRANSPARENT))
}

pub(super) fn across(left: f32, right: f32, colors: Stops) -> Ink {
    run((left, 0.0), (right, 0.0), colors)
}

pub(super) fn down(top: f32, bottom: f32, colors: Stops) -> Ink {
    run((0.0, top), (0.0, bottom), colors)
}

/// Colours from the middle of an oval to its edge.
pub(super) fn glow(cx: f32, cy: f32, rx: f32, ry: f32, colors: Stops) -> Ink {
    let to_oval = Transform::from_translate(cx, cy).pre_scale(rx.max(0.01), ry.max(0.01));
    let middle = Point::zero();
    let shader = RadialGradient::new(middle, 0.0, middle, 1.0, stops(colors), SpreadMode::Pad, to_oval);
    shader.unwrap_or(Shader::SolidColor(Color::TRANSPARENT))
}

pub(super) fn oval(cx: f32, cy: f32, rx: f32, ry: f32) -> Shape {
    PathBuilder::from_oval(Rect::from_ltrb(cx - rx, cy - ry, cx + rx, cy + ry)?)
}

pub(super) fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Shape {
    Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect)
}

pub(super) fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Shape {
    let (right, bottom) = (x + width, y + height);
    // How far a cubic's handle lies out for a quarter circle.
    let k = radius * (1.0 - 0.552);
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.cubic_to(right - k, y, right, y + k, right, y + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - k, right - k, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.cubic_to(x + k, bottom, x, bottom - k, x, bottom - radius);
    path.line_to(x, y + radius);
    path.cubic_to(x, y + k, x + k, y, x + radius, y);
    path.close();
    path.finish()
}

pub(super) fn polyline(points: &[(f32, f32)]) -> Shape {
    straight(points, false)
}

pub(super) fn polygon(points: &[(f32, f32)]) -> Shape {
    straight(points, true)
}

fn straight(points: &[(f32, f32)], closed: bool) -> Shape {
    let (&(x, y), rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(x, y);
    rest.iter().for_each(|&(x, y)| path.line_to(x, y));
    if closed {
        path.close();
    }
    path.finish()
}

/// A curve through all the points (Catmull–Rom).
pub(super) fn curve(points: &[(f32, f32)]) -> Shape {
    let (&(x, y), _) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(x, y);
    trace(&mut path, points);
    path.finish()
}

/// A closed curve through all the points.
pub(super) fn blob(points: &[(f32, f32)]) -> Shape {
    let n = points.len();
    let &(x, y) = points.first()?;
    let mut path = PathBuilder::new();
    path.move_to(x, y);
    for i in 0..n {
        bend(&mut path, points[(i + n - 1) % n], points[i], points[(i + 1) % n], points[(i + 2) % n]);
    }
    path.close();
    path.finish()
}

/// Goes on from where the path is, which must be the first point.
fn trace(path: &mut PathBuilder, points: &[(f32, f32)]) {
    for i in 1..points.len() {
        let before = points[i.saturating_sub(2)];
        let after = points[(i + 1).min(points.len() - 1)];
        bend(path, before, points[i - 1], points[i], after);
    }
}

fn bend(path: &mut PathBuilder, before: (f32, f32), from: (f32, f32), to: (f32, f32), after: (f32, f32)) {
    let lean = |a: f32, b: f32| (b - a) / 6.0;
    path.cubic_to(
        from.0 + lean(before.0, to.0),
        from.1 + lean(before.1, to.1),
        to.0 - lean(from.0, after.0),
        to.1 - lean(from.1, after.1),
        to.0,
        to.1,
    );
}

/// The area a line of this width covers.
pub(super) fn thick(line: &Shape, width: f32) -> Shape {
    let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    line.as_ref()?.stroke(&stroke, 1.0)
}

/// A round shape whose edge goes in and out `lobes` times by `depth`, a share of the radius.
pub(super) fn rosette(cx: f32, cy: f32, rx: f32, ry: f32, lobes: u16, depth: f32) -> Shape {
    let steps = lobes.max(1) * 12;
    let points: Vec<(f32, f32)> = (0..steps)
        .map(|step| {
            let angle = f32::from(step) / f32::from(steps) * TAU;
            let reach = 1.0 + depth * (angle * f32::from(lobes)).cos();
            (cx + rx * reach * angle.cos(), cy + ry * reach * angle.sin())
        })
        .collect();
    polygon(&points)
}

/// Something round that stands upright: a pot, a jar, a candle. Seen a little from above.
pub(super) struct Turned {
    pub cx: f32,
    /// Height and radius, from the top down.
    pub profile: Vec<(f32, f32)>,
    /// How flat its circles look: 0 from the side, 1 from above.
    pub tilt: f32,
}

impl Turned {
    pub fn new(cx: f32, tilt: f32, profile: &[(f32, f32)]) -> Self {
        Self { cx, profile: profile.to_vec(), tilt }
    }

    pub fn top(&self) -> (f32, f32) {
        self.profile.first().copied().unwrap_or_default()
    }

    pub fn foot(&self) -> (f32, f32) {
        self.profile.last().copied().unwrap_or_default()
    }

    pub fn widest(&self) -> f32 {
        self.profile.iter().fold(0.0, |widest: f32, &(_, radius)| widest.max(radius))
    }

    /// The radius at a height.
    pub fn radius(&self, y: f32) -> f32 {
        let below = self.profile.iter().position(|&(at, _)| at >= y).unwrap_or(self.profile.len() - 1).max(1);
        let ((y0, r0), (y1, r1)) = (self.profile[below - 1], self.profile[below]);
        r0 + (r1 - r0) * ((y - y0) / (y1 - y0).max(0.01)).clamp(0.0, 1.0)
    }

    /// The opening, or the lid.
    pub fn mouth(&self) -> Shape {
        let (y, radius) = self.top();
        oval(self.cx, y, radius, radius * self.tilt)
    }

    /// What is seen of the outside, with the mouth.
    pub fn outline(&self) -> Shape {
        let (top, top_radius) = self.top();
        let (foot, foot_radius) = self.foot();
        let right: Vec<(f32, f32)> = self.profile.iter().map(|&(y, r)| (self.cx + r, y)).collect();
        let left: Vec<(f32, f32)> = self.profile.iter().rev().map(|&(y, r)| (self.cx - r, y)).collect();
        let mut path = PathBuilder::new();
        path.move_to(self.cx + top_radius, top);
        trace(&mut path, &right);
        half_circle(&mut path, (self.cx, foot), -foot_radius, foot_radius * self.tilt);
        trace(&mut path, &left);
        half_circle(&mut path, (self.cx, top), top_radius, -top_radius * self.tilt);
        path.close();
        path.finish()
    }

    /// The front of a ring around it, between two heights.
    pub fn band(&self, top: f32, bottom: f32) -> Shape {
        let (r0, r1) = (self.radius(top), self.radius(bottom));
        let mut path = PathBuilder::new();
        path.move_to(self.cx + r0, top);
        path.line_to(self.cx + r1, bottom);
        half_circle(&mut path, (self.cx, bottom), -r1, r1 * self.tilt);
        path.line_to(self.cx - r0, top);
        half_circle(&mut path, (self.cx, top), r0, r0 * self.tilt);
        path.close();
        path.finish()
    }

    /// Its front from a height downwards, for what it is filled with or dipped in. Goes beyond the outline.
    pub fn below(&self, y: f32) -> Shape {
        let (radius, side) = (self.radius(y), self.widest() + 5.0);
        let bottom = self.foot().0 + side;
        let mut path = PathBuilder::new();
        path.move_to(self.cx + radius, y);
        path.line_to(self.cx + side, y);
        path.line_to(self.cx + side, bottom);
        path.line_to(self.cx - side, bottom);
        path.line_to(self.cx - side, y);
        path.line_to(self.cx - radius, y);
        half_circle(&mut path, (self.cx, y), radius, radius * self.tilt);
        path.close();
        path.finish()
    }

    /// A point on its front: `turn` goes from −1 (left edge) to 1 (right edge).
    pub fn at(&self, y: f32, turn: f32) -> (f32, f32) {
        let radius = self.radius(y);
        let angle = turn * TAU / 4.0;
        (self.cx + radius * angle.sin(), y + radius * self.tilt * angle.cos())
    }

    /// The light on its outside, coming from the upper left. `gloss` from 0 (felt) to 1 (glaze).
    pub fn light(&self, canvas: &mut Canvas, gloss: f32) {
        let outline = self.outline();
        let (widest, (top, _), (foot, _)) = (self.widest(), self.top(), self.foot());
        let (left, right) = (self.cx - widest, self.cx + widest);
        canvas.inside(&outline, |canvas| {
            let round = [
                (0.0, fade(SHADE, 0.42)),
                (0.16, fade(SHADE, 0.1)),
                (0.32, fade(0xffffff, 0.16)),
                (0.48, fade(0xffffff, 0.0)),
                (0.78, fade(SHADE, 0.28)),
                (0.95, fade(SHADE, 0.55)),
                (1.0, fade(SHADE, 0.42)),
            ];
            canvas.fill(&outline, across(left, right, &round));
            let bottom = foot + widest * self.tilt;
            canvas.fill(
                &outline,
                down(
                    top,
                    bottom,
                    &[(0.0, fade(0xffffff, 0.08)), (0.5, fade(SHADE, 0.0)), (1.0, fade(SHADE, 0.34))],
                ),
            );
            let heights = || (0..=12u8).map(|step| top + (foot - top) * (0.1 + 0.068 * f32::from(step)));
            let streak = |from: f32, to: f32| -> Vec<(f32, f32)> {
                heights().map(|y| self.at(y, from)).chain(heights().rev().map(|y| self.at(y, to))).collect()
            };
            for (width, strength) in [(0.16, 0.08), (0.1, 0.12), (0.05, 0.2)] {
                canvas.fill(&blob(&streak(-0.42 - width, -0.42 + width)), flat(0xffffff, strength * gloss));
            }
            canvas.fill(&blob(&streak(0.78, 0.86)), flat(0xffffff, 0.1 * gloss));
        });
    }
}

/// Half an oval from (cx − rx) … to (cx + rx) by way of cy + ry; a negative radius goes the other way.
fn half_circle(path: &mut PathBuilder, (cx, cy): (f32, f32), rx: f32, ry: f32) {
    const K: f32 = 0.552;
    path.cubic_to(cx - rx, cy + ry * K, cx - rx * K, cy + ry, cx, cy + ry);
    path.cubic_to(cx + rx * K, cy + ry, cx + rx, cy + ry * K, cx + rx, cy);
}
