//! Compares `vitrine_text` with egui's own labels, which do not reorder text: the same lines and font in one
//! run. Also measures the longest frame of every widget with extreme text.

use std::hint::black_box;
use std::time::{Duration, Instant};

use egui::{Context, Event, Key, Modifiers, PointerButton, RawInput, Rect, Ui, Vec2, pos2};
use vitrine_text::Text;

#[path = "../tests/bidi/extreme_texts.rs"]
mod extreme_texts;

const ROWS: usize = 35;
const FRAMES: u32 = 200;

/// The cells of a table; another `turn` makes new text.
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

fn input(events: Vec<Event>, time: f64) -> RawInput {
    let screen = Rect::from_min_size(Default::default(), Vec2::new(2000.0, 4000.0));
    RawInput { screen_rect: Some(screen), events, time: Some(time), ..RawInput::default() }
}

/// The time per frame, without the first ones.
fn frames(label: fn(&mut Ui, &str), cells: impl Fn(u32) -> Vec<String>) -> Duration {
    let ctx = Context::default();
    vitrine_text::install_fonts(&ctx);
    let mut frame = |turn| {
        let cells = cells(turn);
        let start = Instant::now();
        let mut output = ctx.run_ui(input(Vec::new(), f64::from(turn) / 60.0), |ui| {
            cells.iter().for_each(|cell| label(ui, cell));
        });
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

/// Alternating, so that other load of the machine affects both.
fn compare(what: &str, cells: impl Fn(u32) -> Vec<String> + Copy) {
    #[allow(clippy::disallowed_methods, reason = "the peer to compare with")]
    let plain = || frames(|ui, text| drop(ui.label(text)), cells);
    let ours = || frames(|ui, text| drop(vitrine_text::label(ui, text)), cells);
    let mut rounds: Vec<(f64, Duration, Duration)> = (0..5)
        .map(|_| {
            let (plain, ours) = (plain(), ours());
            (ours.as_secs_f64() / plain.as_secs_f64(), ours, plain)
        })
        .collect();
    rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, ours, plain) = rounds[rounds.len() / 2];
    println!(
        "{what}: {ratio:.2}× egui's own labels ({ours:.1?} and {plain:.1?} for {} labels)",
        cells(0).len()
    );
}

type Add = fn(&mut Ui, &mut String);

const SHOWN: [(&str, Add); 5] = [
    ("label, wrapped", |ui, text| drop(ui.add(Text::new(&*text).wrap()))),
    ("label in a narrow place", |ui, text| {
        ui.set_max_width(3.0);
        ui.add(Text::new(&*text).wrap());
    }),
    ("label, selectable", |ui, text| drop(ui.add(Text::new(&*text).wrap().selectable()))),
    ("cell", |ui, text| drop(ui.add(Text::new(&*text).truncate()))),
    ("button", |ui, text| drop(vitrine_text::button(ui, text.clone()))),
];

const EDITED: [(&str, Add); 3] = [
    ("line", |ui, text| drop(ui.add(vitrine_text::line_edit("edited", text)))),
    ("paragraphs", |ui, text| drop(ui.add(vitrine_text::paragraph_edit("edited", text)))),
    ("password", |ui, text| drop(ui.add(vitrine_text::line_edit("edited", text).password(true)))),
];

fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// Typical user actions, one step per frame.
fn actions() -> Vec<(&'static str, Vec<Event>)> {
    let ctrl = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };
    let press = |pressed| Event::PointerButton {
        pos: pos2(60.0, 20.0),
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let (_, long) = extreme_texts::extreme_texts()
        .into_iter()
        .find(|(name, _)| name.contains("in one line"))
        .expect("a text of one line");
    let mut actions = vec![
        ("click", vec![Event::PointerMoved(pos2(60.0, 20.0)), press(true)]),
        ("release", vec![press(false)]),
        ("type", vec![Event::Text("ب".to_owned())]),
        ("type again", vec![Event::Text("ب".to_owned())]),
        ("select all", vec![key(Key::A, ctrl)]),
        ("copy", vec![Event::Copy]),
        ("to the end", vec![key(Key::End, ctrl)]),
        ("backspace", vec![key(Key::Backspace, Modifiers::NONE)]),
        ("to the start", vec![key(Key::Home, ctrl)]),
        ("delete", vec![key(Key::Delete, Modifiers::NONE)]),
        ("a word back", vec![key(Key::Backspace, ctrl)]),
        ("select the line", vec![key(Key::End, Modifiers::SHIFT)]),
    ];
    for arrow in
        [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown, Key::PageDown, Key::Home, Key::End]
    {
        actions.push(("move", vec![key(arrow, Modifiers::NONE)]));
        actions.push(("move by word", vec![key(arrow, ctrl)]));
    }
    actions.push(("paste a megabyte", vec![Event::Paste(long)]));
    actions.push(("type after it", vec![Event::Text("x".to_owned())]));
    actions.push(("undo", vec![key(Key::Z, ctrl)]));
    actions.push(("undo more", vec![key(Key::Z, ctrl)]));
    actions.push(("redo", vec![key(Key::Y, ctrl)]));
    actions
}

/// The longest frame of a widget, and the action in it.
fn longest(add: Add, text: &str, actions: &[(&'static str, Vec<Event>)]) -> (Duration, &'static str) {
    let ctx = Context::default();
    vitrine_text::install_fonts(&ctx);
    // Glyphs are rasterised once per program, not once per text.
    let mut edited = String::new();
    let mut time = 0.0;
    let mut frame = |edited: &mut String, events: Vec<Event>| {
        time += 0.1;
        let events = input(events, time);
        let start = Instant::now();
        let mut output = ctx.run_ui(events, |ui| {
            ui.set_max_width(400.0);
            add(ui, edited);
        });
        let took = start.elapsed();
        output.textures_delta.clear();
        took
    };
    for _ in 0..3 {
        frame(&mut edited, Vec::new());
    }
    text.clone_into(&mut edited);
    let mut longest = (frame(&mut edited, Vec::new()), "show");
    for (name, events) in actions {
        let took = frame(&mut edited, events.clone());
        if took > longest.0 {
            longest = (took, name);
        }
    }
    longest
}

fn main() {
    let only = std::env::args().find(|arg| ["worst", "ratio"].contains(&arg.as_str()));
    if only.as_deref() != Some("worst") {
        compare("redrawn", |_| cells(0));
        compare("new text each frame", cells);
    }
    if only.as_deref() == Some("ratio") {
        return;
    }
    let actions = actions();
    for (widgets, actions) in [(&SHOWN[..], &[][..]), (&EDITED[..], &actions[..])] {
        for (what, add) in widgets {
            let mut found: Vec<_> = extreme_texts::extreme_texts()
                .iter()
                .map(|(name, text)| (longest(*add, text, actions), *name))
                .collect();
            found.sort_by_key(|((took, _), _)| std::cmp::Reverse(*took));
            let slowest: Vec<String> = found
                .iter()
                .take(4)
                .map(|((took, action), name)| format!("{took:.1?} {name} ({action})"))
                .collect();
            println!("longest frame, {what}: {}", slowest.join("; "));
        }
    }
}
