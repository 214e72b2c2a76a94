//! The contrast of all text with its background: at least 4.5:1 (WCAG 2.2, 1.4.3), in every scene.

use super::*;
use eframe::egui::epaint::{ClippedShape, RectShape, TextShape};
use eframe::egui::{Color32, Pos2, Rect, Shape};
use vitrine_widgets::theme::contrast;

const MIN_CONTRAST: f64 = 4.5;
/// WCAG exempts disabled elements, but they must be readable nevertheless, even where they are faded.
const MIN_DISABLED_CONTRAST: f64 = 4.5;

/// Collects shapes in painting order and resolves groups.
fn flatten<'a>(shape: &'a Shape, found: &mut Vec<&'a Shape>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| flatten(shape, found)),
        other => found.push(other),
    }
}

/// The colour at a point after these shapes are painted; `None` if a picture is there.
fn background(painted: &[(Rect, &Shape)], at: Pos2) -> Option<Color32> {
    let mut color = Some(Color32::BLACK);
    for (clip, shape) in painted {
        let Shape::Rect(RectShape { rect, fill, brush, .. }) = shape else { continue };
        if !clip.contains(at) || !rect.contains(at) {
            continue;
        }
        color = if brush.is_some() {
            None
        } else {
            color.map(|under| under.blend(*fill)).or((fill.a() == 255).then_some(*fill))
        };
    }
    color
}

/// The colours of the sections of a text.
fn text_colors(text: &TextShape) -> Vec<Color32> {
    let visible = |colour: Color32| {
        let colour = text.override_text_color.unwrap_or(if colour == Color32::PLACEHOLDER {
            text.fallback_color
        } else {
            colour
        });
        colour.gamma_multiply(text.opacity_factor)
    };
    let mut colors: Vec<Color32> =
        text.galley.job.sections.iter().map(|section| visible(section.format.color)).collect();
    colors.dedup();
    colors
}

/// The number of texts that were checked, and those with too little contrast.
fn low_contrast_texts(shapes: &[ClippedShape]) -> (usize, Vec<String>) {
    let mut painted: Vec<(Rect, &Shape)> = Vec::new();
    let (mut checked, mut failures) = (0, Vec::new());
    for ClippedShape { clip_rect, shape, .. } in shapes {
        let mut parts = Vec::new();
        flatten(shape, &mut parts);
        for part in parts {
            if let Shape::Text(text) = part
                && !text.galley.text().trim().is_empty()
                && let at = text.visual_bounding_rect().center()
                && clip_rect.contains(at)
                && let Some(background) = background(&painted, at)
            {
                for color in text_colors(text) {
                    checked += 1;
                    let (min, ratio) = (
                        if color.a() < 255 { MIN_DISABLED_CONTRAST } else { MIN_CONTRAST },
                        contrast(background.blend(color), background),
                    );
                    if ratio < min {
                        failures.push(format!(
                            "{ratio:.2}:1 {color:?} on {background:?}: {}",
                            text.galley.text()
                        ));
                    }
                }
            }
            painted.push((*clip_rect, part));
        }
    }
    (checked, failures)
}

#[test]
fn every_text_of_every_scene_has_enough_contrast() {
    for theme in [Theme::Light, Theme::Dark] {
        for scene in scenes::all() {
            let name = scene.name;
            let mut window = TestWindow::with_theme(
                Language::English,
                theme,
                Harness::builder().with_size([1100.0, 760.0]),
            );
            window.show_scene(scene);
            let (checked, failures) = low_contrast_texts(&window.harness.output().shapes);
            assert!(checked > 3, "{name}: only {checked} texts were found");
            assert!(failures.is_empty(), "{theme:?} {name}:\n{}", failures.join("\n"));
        }
    }
}

#[test]
fn every_widget_has_enough_contrast_in_every_state() {
    for theme in [Theme::Light, Theme::Dark] {
        let harness = gallery(Language::English, theme);
        let (checked, failures) = low_contrast_texts(&harness.output().shapes);
        assert!(checked > 100, "{theme:?}: only {checked} texts were found");
        assert!(failures.is_empty(), "{theme:?}:\n{}", failures.join("\n"));
    }
}
