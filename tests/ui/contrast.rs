//! The contrast of all text with its background: at least 4.5:1 (WCAG 2.2, 1.4.3), in every scene.

use super::*;
use eframe::egui::epaint::{ClippedShape, RectShape, TextShape};
use eframe::egui::{Color32, Pos2, Rect, Shape};
use vitrine::ui::theme::contrast;

const LEAST: f64 = 4.5;
/// What cannot be used now is exempt, but is to be read.
const MIN_DISABLED: f64 = 2.5;

/// Shapes in the order they are painted, without the groups they come in.
fn flat<'a>(shape: &'a Shape, found: &mut Vec<&'a Shape>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| flat(shape, found)),
        other => found.push(other),
    }
}

/// What lies under a point after these shapes; none where a picture does.
fn ground(painted: &[(Rect, &Shape)], at: Pos2) -> Option<Color32> {
    let mut ground = Some(Color32::BLACK);
    for (clip, shape) in painted {
        let Shape::Rect(RectShape { rect, fill, brush, .. }) = shape else { continue };
        if !clip.contains(at) || !rect.contains(at) {
            continue;
        }
        ground = if brush.is_some() { None } else { ground.map(|under| under.blend(*fill)).or((fill.a() == 255).then_some(*fill)) };
    }
    ground
}

/// The colours of a text: each section may have one of its own.
fn inks(text: &TextShape) -> Vec<Color32> {
    let shown = |colour: Color32| {
        let colour = text.override_text_color.unwrap_or(if colour == Color32::PLACEHOLDER { text.fallback_color } else { colour });
        colour.gamma_multiply(text.opacity_factor)
    };
    let mut inks: Vec<Color32> = text.galley.job.sections.iter().map(|section| shown(section.format.color)).collect();
    inks.dedup();
    inks
}

/// Every text that does not read well enough.
fn hard_to_read(shapes: &[ClippedShape]) -> (usize, Vec<String>) {
    let mut painted: Vec<(Rect, &Shape)> = Vec::new();
    let (mut looked_at, mut hard) = (0, Vec::new());
    for ClippedShape { clip_rect, shape, .. } in shapes {
        let mut parts = Vec::new();
        flat(shape, &mut parts);
        for part in parts {
            if let Shape::Text(text) = part
                && !text.galley.text().trim().is_empty()
                && let at = text.visual_bounding_rect().center()
                && clip_rect.contains(at)
                && let Some(ground) = ground(&painted, at)
            {
                for ink in inks(text) {
                    looked_at += 1;
                    let (least, ratio) = (if ink.a() < 255 { MIN_DISABLED } else { LEAST }, contrast(ground.blend(ink), ground));
                    if ratio < least {
                        hard.push(format!("{ratio:.2}:1 {ink:?} on {ground:?}: {}", text.galley.text()));
                    }
                }
            }
            painted.push((*clip_rect, part));
        }
    }
    (looked_at, hard)
}

#[test]
fn every_text_of_every_scene_has_enough_contrast() {
    for theme in [Theme::Light, Theme::Dark] {
        for scene in scenes::all() {
            let name = scene.name;
            let mut stage = Stage::dressed(Language::English, theme, Harness::builder().with_size([1100.0, 760.0]));
            stage.play(scene);
            let (looked_at, hard) = hard_to_read(&stage.harness.output().shapes);
            assert!(looked_at > 3, "{name}: texts are found");
            assert!(hard.is_empty(), "{theme:?} {name}:\n{}", hard.join("\n"));
        }
    }
}

#[test]
fn every_widget_has_enough_contrast_in_every_state() {
    for theme in [Theme::Light, Theme::Dark] {
        let harness = gallery(Language::English, theme);
        let (looked_at, hard) = hard_to_read(&harness.output().shapes);
        assert!(looked_at > 100, "{theme:?}: texts are found, {looked_at}");
        assert!(hard.is_empty(), "{theme:?}:\n{}", hard.join("\n"));
    }
}
