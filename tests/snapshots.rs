//! The most used scenes and the gallery, drawn by a software renderer and compared with the pictures in
//! `tests/snapshots`; and the contrast of every scene. What the other scenes show is in the lists of roles
//! and names (`tests/ui/roles`).
//!
//! After a change that is meant: `UPDATE_SNAPSHOTS=1 cargo test --features snapshots --test snapshots`, and
//! look at what `git status` shows.

#[path = "snapshots/contrast.rs"]
mod contrast;
mod kit;

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use egui_kittest::{
    Harness, HarnessBuilder, SnapshotOptions, SnapshotResult, SnapshotResults, try_image_snapshot_options,
};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use kit::window::{self, TestWindow, scenes};
use vitrine::i18n::Language;
use vitrine::worker::{Event, Theme};
use vitrine_domain::{Problem, ProblemKind};

const ROOMY: [f32; 2] = [1100.0, 760.0];
const SMALL: [f32; 2] = [900.0, 600.0];
/// Pictures are kept for ever and change with everything, so that few are compared.
const KEY: [&str; 8] = [
    "login",
    "import-review",
    "import-running",
    "import-ended",
    "create",
    "products",
    "settings-accounts",
    "sign-out",
];
/// The scenes with the most in them are drawn in a small window, too.
const CROWDED: [&str; 2] = ["import-review", "products"];

/// One pixel of difference in the anti-aliasing of a driver is no change; a few changed letters are.
fn tolerance() -> SnapshotOptions {
    SnapshotOptions::new().threshold(0.6).max_failed_pixels(8)
}

fn builder<State>(size: [f32; 2]) -> HarnessBuilder<State> {
    Harness::builder().with_size(size).with_options(tolerance()).wgpu()
}

fn name(part: &str, language: Language, theme: Theme) -> String {
    format!("{part}-{}-{}", language.tag(), if theme == Theme::Dark { "dark" } else { "light" })
}

fn window(scene: scenes::Scene, language: Language, theme: Theme, size: [f32; 2]) -> TestWindow {
    let mut window = TestWindow::with_theme(language, theme, builder(size));
    window.show_scene(scene);
    window.deliver_pictures();
    window
}

fn compare_scenes(language: Language, theme: Theme) {
    let mut results = SnapshotResults::new();
    for scene in scenes::all().into_iter().filter(|scene| KEY.contains(&scene.name)) {
        let part = scene.name;
        let mut window = window(scene, language, theme, ROOMY);
        results.add(compare(&mut window.harness, &name(part, language, theme)));
    }
    for scene in scenes::all().into_iter().filter(|scene| CROWDED.contains(&scene.name)) {
        let part = format!("{}-small", scene.name);
        let mut window = window(scene, language, theme, SMALL);
        results.add(compare(&mut window.harness, &name(&part, language, theme)));
    }
}

fn compare<State>(harness: &mut Harness<'_, State>, name: &str) -> SnapshotResult {
    let path = Path::new("tests/snapshots").join(name).with_extension("png");
    let before = std::fs::read(&path).ok();
    let result = harness.try_snapshot(name);
    if updating() && std::fs::read(&path).ok() != before {
        pack(&path);
    }
    result
}

fn updating() -> bool {
    std::env::var("UPDATE_SNAPSHOTS").is_ok_and(|said| !matches!(said.as_str(), "0" | "false" | "no" | "off"))
}

/// Writes a picture again, as small as it gets: these are kept with the program for ever.
fn pack(path: &Path) {
    let picture = image::open(path).expect("the picture just written").into_rgb8();
    let file = File::create(path).expect("a file to write to");
    let encoder =
        PngEncoder::new_with_quality(BufWriter::new(file), CompressionType::Best, FilterType::Adaptive);
    picture.write_with_encoder(encoder).expect("a written picture");
}

// Each of them in each language and each theme once: the other two combinations show no more than the
// gallery's do.

#[test]
fn scenes_in_english_by_day() {
    compare_scenes(Language::English, Theme::Light);
}

#[test]
fn scenes_in_persian_by_night() {
    compare_scenes(Language::Persian, Theme::Dark);
}

/// The widgets, which all scenes are made of.
#[test]
fn the_gallery_in_both_languages_by_day_and_by_night() {
    let mut results = SnapshotResults::new();
    for language in Language::ALL {
        for theme in [Theme::Light, Theme::Dark] {
            results.add(compare(
                &mut window::gallery(language, theme, builder(ROOMY)),
                &name("gallery", language, theme),
            ));
        }
    }
}

/// The comparison itself: equal pictures pass, a changed word and a changed colour do not.
#[test]
fn a_changed_word_or_colour_is_detected() {
    if updating() {
        return;
    }
    let told = |code, theme| {
        let mut window = TestWindow::with_theme(Language::Persian, theme, builder(SMALL));
        window.deliver(scenes::signed_in());
        window.deliver(Event::Problem(Problem::new(code)));
        window.harness.render().expect("a picture")
    };
    let place = tempfile::tempdir().expect("a temporary directory");
    let options = tolerance().output_path(place.path());
    let first = told(ProblemKind::Unreachable, Theme::Light);
    first.save(place.path().join("told.png")).expect("a saved picture");
    let compared = |picture| try_image_snapshot_options(&picture, "told", &options);
    assert!(compared(told(ProblemKind::Unreachable, Theme::Light)).is_ok());
    assert!(compared(told(ProblemKind::TimedOut, Theme::Light)).is_err(), "another word");
    assert!(compared(told(ProblemKind::Unreachable, Theme::Dark)).is_err(), "other colours");
    let mut spot = first;
    for x in 100..104 {
        (100..104).for_each(|y| spot.put_pixel(x, y, image::Rgba([255, 0, 0, 255])));
    }
    assert!(compared(spot).is_err(), "a spot of 4 by 4 pixels");
}
