//! What `ui::text` costs beside egui's own labels, which order nothing: the same lines, the same font, in one run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use eframe::egui::{Context, RawInput, Rect, Ui, Vec2};
use vitrine::ui::text;

const ROWS: usize = 35;
const FRAMES: u32 = 200;

/// A table's cells. `turn` makes them new text.
fn cells(turn: u32) -> Vec<String> {
    (0..ROWS)
        .flat_map(|row| {
            [
                format!("گلیم دستباف قشقایی {row}×۳ متر (New) {turn}"),
                "۱٬۲۵۰٬۰۰۰ تومان".to_owned() + &turn.to_string(),
                format!("Kilim {row}, handmade, {turn}"),
                "منتشر شده".to_owned(),
            ]
        })
        .collect()
}

/// Time a frame, without its first ones.
fn frames(label: fn(&mut Ui, &str), cells: impl Fn(u32) -> Vec<String>) -> Duration {
    let ctx = Context::default();
    text::install_fonts(&ctx);
    let screen = Rect::from_min_size(Default::default(), Vec2::new(2000.0, 4000.0));
    let mut frame = |turn| {
        let cells = cells(turn);
        let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
        let start = Instant::now();
        let mut output = ctx.run_ui(input, |ui| cells.iter().for_each(|cell| label(ui, cell)));
        let took = start.elapsed();
        output.textures_delta.clear();
        black_box(output.shapes.len());
        took
    };
    for turn in 0..5 {
        frame(turn);
    }
    (5..5 + FRAMES).map(&mut frame).sum::<Duration>() / FRAMES
}

fn compare(what: &str, cells: impl Fn(u32) -> Vec<String> + Copy) {
    #[allow(clippy::disallowed_methods, reason = "the peer to compare with")]
    let plain = frames(|ui, text| drop(ui.label(text)), cells);
    let ours = frames(|ui, text| drop(text::label(ui, text)), cells);
    let ratio = ours.as_secs_f64() / plain.as_secs_f64();
    println!("{what}: {ratio:.2}× egui's own labels ({ours:.1?} and {plain:.1?} for {} labels)", cells(0).len());
}

fn main() {
    compare("redrawn", |_| cells(0));
    compare("new text each frame", cells);
}
