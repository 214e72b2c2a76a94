//! Measures frames with much content: the real screens, drawn through egui without a GPU, with a large amount
//! and with a hundredth of it in the same run. Also measures planning and loading, compared with a tenth of
//! the amount.
//!
//! A frame is input, layout and tessellation at 1280 × 800; frames that handle a key press count as well. The
//! time is CPU time where the system reports it, so that other processes do not matter.

#[allow(dead_code, reason = "parts are used by the tests only")]
#[path = "../tests/kit/window/scenes.rs"]
mod scenes;

mod frames;

use std::cell::RefCell;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use eframe::egui::accesskit::{NodeId, Role};
use eframe::egui::{
    Context, Event as Input, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, RawInput,
    Rect, TouchPhase, Vec2, pos2, vec2,
};
use frames::{Clock, milliseconds, percentile};
use vitrine::i18n::{Language, without_direction_marks};
use vitrine::ui::{Action, App, ImportAction, Link, Screen, Unpriced};
use vitrine::worker::{
    self, CategoryEvent, Command, Event, ImportCommand, ImportEvent, PhotoEvent, PictureKey, Progress,
    SheetRequest, SheetSource, ThumbnailCommand,
};
use vitrine_core::import::{Counts, Grouping, PlannedDraft, State};
use vitrine_domain::category::Category;
use vitrine_domain::{AnswerForm, Draft, Field, Price, Problem, ProblemKind};

const PRODUCTS: u64 = 100_000;
/// Folders of four photos each: 20,000 files.
const FOLDERS: usize = 5_000;
/// Products of a review.
const REVIEWED: usize = 20_000;
const FAILURES: u64 = 5_000;
const CAUSES: u64 = 300;
const CATEGORIES: i64 = 20_000;
/// The same screen with this many times less content is measured for comparison.
const SMALL_FACTOR: u64 = 100;

const FRAMES: usize = 200;
/// The maximum frame time in milliseconds, for 99 of 100 frames.
const MAX_FRAME_MS: f64 = 4.0;
/// The products of a review that are changed at once.
const CHANGED: usize = 10_000;
/// How often each change of all products is measured.
const CHANGES: usize = 20;
/// The time of a frame at 60 frames a second: the maximum for a change of all products.
const MAX_CHANGE_MS: f64 = 1000.0 / 60.0;

struct Window {
    ctx: Context,
    app: App,
    sent: Rc<RefCell<Vec<Command>>>,
    tell: Sender<Event>,
    time: f64,
}

impl Window {
    fn new() -> Self {
        let ctx = Context::default();
        let (tell, events) = mpsc::channel();
        let sent = Rc::new(RefCell::new(Vec::new()));
        let record = Rc::clone(&sent);
        let link = Link { send: Box::new(move |command| record.borrow_mut().push(command)), events };
        let app = App::with_system_language(&ctx, link, Language::English);
        let mut window = Self { ctx, app, sent, tell, time: 0.0 };
        window.apply_event(scenes::signed_in());
        window
    }

    /// Draws a frame and returns its time.
    fn frame(&mut self, events: Vec<Input>) -> Duration {
        self.time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
        let input =
            RawInput { screen_rect, events, time: Some(self.time), focused: true, ..RawInput::default() };
        let (ctx, app) = (self.ctx.clone(), &mut self.app);
        let start = Clock::start();
        let mut output = ctx.run_ui(input, |ui| {
            app.drain(&ctx);
            app.draw(ui);
        });
        black_box(ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point).len());
        let took = start.elapsed();
        output.textures_delta.clear();
        self.deliver_pictures();
        took
    }

    /// Delivers the requested pictures with the next frame, as the worker would.
    fn deliver_pictures(&mut self) {
        for command in self.sent.borrow_mut().drain(..) {
            let Command::Thumbnail(ThumbnailCommand::Load { key, .. }) = command else { continue };
            let _ = self.tell.send(Event::Photo(PhotoEvent::Picture {
                result: Ok(scenes::picture(&key)),
                key,
                is_provisional: false,
            }));
        }
    }

    fn settle(&mut self) {
        for _ in 0..20 {
            self.frame(Vec::new());
        }
    }

    fn apply_event(&mut self, event: Event) {
        let _ = self.tell.send(event);
        self.frame(Vec::new());
    }

    fn act(&mut self, action: Action) {
        self.app.act(action);
        self.settle();
    }

    /// The accessible name of a cell of the review; rows are counted from one.
    fn cell(&self, field: Field, row: usize) -> String {
        let (words, import) = (self.app.words(), &self.app.model().import);
        let name = import.review.with_defaults(row - 1).name;
        let product = if field == Field::Name {
            import.review.drafts()[row - 1].source_name.clone()
        } else {
            name.clone()
        };
        let product = match import.review.checks().findings().other_of_name(&name, row - 1) {
            None => product,
            Some(_) => {
                words.format("review-row", vitrine::args!["row" => row, "product" => product]).into_owned()
            }
        };
        let label = words.field_with_unit(field, self.app.model().currency());
        without_direction_marks(
            &words.format("review-cell", vitrine::args!["field" => label.as_ref(), "product" => product]),
        )
        .into_owned()
    }

    /// The centre of the element with this accessible name.
    fn center_of(&mut self, name: &str) -> Pos2 {
        self.ctx.enable_accesskit();
        let mut found = None;
        for _ in 0..3 {
            self.time += 1.0 / 60.0;
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
            let input = RawInput { screen_rect, time: Some(self.time), focused: true, ..RawInput::default() };
            let (ctx, app) = (self.ctx.clone(), &mut self.app);
            let mut output = ctx.run_ui(input, |ui| app.draw(ui));
            output.textures_delta.clear();
            let nodes =
                output.platform_output.accesskit_update.map(|update| update.nodes).unwrap_or_default();
            let is_named =
                |id: &NodeId| nodes.iter().any(|(other, node)| other == id && node.value() == Some(name));
            let mut named = nodes.iter().filter(|(_, node)| {
                node.role() != Role::Label
                    && (node.label() == Some(name) || node.labelled_by().iter().any(is_named))
            });
            found = named.find_map(|(_, node)| node.bounds()).or(found);
        }
        self.ctx.disable_accesskit();
        let bounds = found.unwrap_or_else(|| panic!("there is no element named “{name}”"));
        pos2((bounds.x0 + bounds.x1) as f32 / 2.0, (bounds.y0 + bounds.y1) as f32 / 2.0)
    }

    fn click(&mut self, at: Pos2) {
        self.frame(vec![Input::PointerMoved(at)]);
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            self.frame(vec![Input::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE }]);
        }
        // Waits longer than a double click.
        self.time += 1.0;
        self.settle();
    }

    fn message(&self, key: &str) -> String {
        without_direction_marks(&self.app.words().text(key)).into_owned()
    }

    /// Frames without input, as when the pointer moves or a picture arrives.
    fn idle_frames(&mut self) -> Vec<Duration> {
        self.settle();
        (0..FRAMES).map(|_| self.frame(Vec::new())).collect()
    }

    /// A letter and the frame after it, in which the text takes effect.
    fn typing_frames(&mut self, text: &str) -> Vec<Duration> {
        self.settle();
        let letters: Vec<char> = text.chars().collect();
        let mut took = Vec::new();
        while took.len() < FRAMES {
            for letter in &letters {
                took.push(self.frame(vec![Input::Text(letter.to_string())]));
                took.push(self.frame(Vec::new()));
            }
            for _ in &letters {
                took.push(self.frame(vec![key(Key::Backspace, Modifiers::NONE)]));
                took.push(self.frame(Vec::new()));
            }
        }
        took
    }

    /// The slowest of the frame with this input and the five after it. Modifiers are released afterwards.
    fn slowest_frame(&mut self, events: Vec<Input>) -> Duration {
        let first = self.frame(events);
        (0..5).map(|_| self.frame(Vec::new())).fold(first, Duration::max)
    }

    fn typed_price(&self, product: usize) -> Option<String> {
        self.app.model().import.review.typed(product, Field::PrimaryPrice).map(str::to_owned)
    }

    fn scrolling_frames(&mut self) -> Vec<Duration> {
        self.frame(vec![Input::PointerMoved(pos2(640.0, 600.0))]);
        self.settle();
        let wheel = |delta: f32| Input::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: Vec2::new(0.0, delta),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        };
        (0..FRAMES).map(|_| self.frame(vec![wheel(-240.0)])).collect()
    }
}

fn products(count: u64) -> Window {
    let mut window = Window::new();
    window.app.act(Action::Go(Screen::Products));
    scenes::products(count).into_iter().for_each(|event| window.apply_event(event));
    window.settle();
    window
}

/// A review whose first cell of prices has the cursor, and 10,000 prices to paste.
fn review_for_changes() -> (Window, String) {
    let mut window = review(CHANGED);
    let name = window.cell(Field::PrimaryPrice, 1);
    let at = window.center_of(&name);
    window.click(at);
    let prices = (0..CHANGED).map(|row| (100_000 + row).to_string()).collect::<Vec<_>>().join("\n");
    (window, prices)
}

/// Changes all prices of the review by keys. Each time is that of the slowest frame: the one with the key, or
/// one of those after it.
fn measure_changes() -> usize {
    let (mut window, prices) = review_for_changes();
    let (command, extend) = (Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT);
    let [mut pasted, mut undone, mut filled, mut found] = [const { Vec::new() }; 4];
    for _ in 0..CHANGES {
        window.frame(vec![key(Key::ArrowUp, command)]);
        window.settle();
        pasted.push(window.slowest_frame(vec![Input::Paste(prices.clone())]));
        assert_eq!(
            window.typed_price(CHANGED - 1),
            Some((100_000 + CHANGED - 1).to_string()),
            "all prices are pasted"
        );
        undone.push(window.slowest_frame(vec![key(Key::Z, command)]));
        assert_eq!(window.typed_price(CHANGED - 1), None, "the paste is undone");
        window.frame(vec![key(Key::ArrowUp, command)]);
        window.settle();
        window.frame(vec![Input::Text("7".to_owned())]);
        window.frame(vec![key(Key::ArrowDown, extend)]);
        window.settle();
        filled.push(window.slowest_frame(vec![key(Key::D, command)]));
        assert!(
            window.typed_price(CHANGED - 1).is_some_and(|typed| typed.contains('7')),
            "the first price is in all products"
        );
        window.slowest_frame(vec![key(Key::Z, command)]);
        window.slowest_frame(vec![key(Key::Z, command)]);
    }
    window.frame(vec![key(Key::F, command)]);
    window.settle();
    for _ in 0..CHANGES / 2 {
        found.extend(["k", "i"].map(|letter| window.slowest_frame(vec![Input::Text(letter.to_owned())])));
        found.extend([(); 2].map(|()| window.slowest_frame(vec![key(Key::Backspace, Modifiers::NONE)])));
    }
    println!();
    println!("{:<58} {:>8} {:>8}", "a change of 10,000 products, slowest frame in ms", "p50", "max");
    let work = [
        ("10,000 prices pasted", pasted),
        ("undone", undone),
        ("a price filled down", filled),
        ("a letter typed into find", found),
    ];
    let mut missed = 0;
    for (what, took) in work {
        let (p50, max) = (percentile(&took, 50), percentile(&took, 100));
        println!("{what:<58} {p50:>8.2} {max:>8.2}");
        missed += usize::from(p50 > MAX_CHANGE_MS);
    }
    missed
}

fn key(key: Key, modifiers: Modifiers) -> Input {
    Input::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

fn released(key: Key) -> Input {
    Input::Key { key, physical_key: None, pressed: false, repeat: false, modifiers: Modifiers::NONE }
}

fn drafts(count: usize) -> Vec<PlannedDraft> {
    let four = |draft: PlannedDraft| PlannedDraft {
        photos: (0..4).map(|photo| draft.source.join(format!("{photo}.jpg"))).collect(),
        draft: Draft { primary_price: Some(Price::on_wire(250_000)), ..draft.draft },
        ..draft
    };
    scenes::planned_drafts(count).into_iter().map(four).collect()
}

fn review(count: usize) -> Window {
    let mut window = Window::new();
    window.app.act(Action::Drop(vec![PathBuf::from("/photos")]));
    let drafts = drafts(count);
    for (n, draft) in drafts.iter().enumerate() {
        let key = PictureKey::File(draft.photos[0].clone());
        let _ = window
            .tell
            .send(Event::Photo(PhotoEvent::Facts { key: key.clone(), facts: scenes::photo_info(n) }));
        let _ = window
            .tell
            .send(Event::Photo(PhotoEvent::Fingerprint { key, fingerprint: scenes::fingerprint(n % 4, n) }));
    }
    window.apply_event(Event::Import(ImportEvent::PlanBegun));
    window.apply_event(Event::Import(ImportEvent::Planned {
        drafts,
        problems: Vec::new(),
        ignored: 0,
        folders: Vec::new(),
    }));
    // The events before it are applied some in each frame.
    while window.app.model().import.review.drafts().is_empty() {
        window.frame(Vec::new());
    }
    window.settle();
    window
}

/// The create form at a marketplace with so many categories, with the focus at the button that opens their
/// picker.
fn form_with_categories(count: i64) -> Window {
    let mut window = Window::new();
    window.apply_event(scenes::category_scenes::signed_in());
    let category = |id: i64| Category {
        id,
        title: format!("دستهٔ شمارهٔ {id} از بافته‌ها"),
        parent: (id > 100).then_some((id % 100) as usize),
        is_leaf: id > 100,
        unit: None,
        max_preparation_days: None,
    };
    let tree = Arc::new((1..=count + 100).map(category).collect::<Vec<_>>().into());
    window.apply_event(Event::Category(CategoryEvent::Loaded { tree, outdated: None }));
    window.act(Action::Go(Screen::Create));
    window.settle();
    let choose = without_direction_marks(&window.app.words().field(Field::CategoryId)).into_owned();
    let at = window.center_of(&choose);
    window.click(at);
    window.frame(vec![key(Key::Escape, Modifiers::NONE)]);
    window.settle();
    window
}

/// All failed, with causes in the marketplace's words.
fn failed(count: u64, causes: u64) -> Window {
    let mut window = Window::new();
    let refused = |cause: u64| Problem {
        form: AnswerForm::Own,
        status: Some(422),
        ..Problem::new(ProblemKind::Unprocessable)
            .with_field("primary_price")
            .with_quotation(format!("at least {}", 1_000 * (cause + 1)))
    };
    let rows: Vec<_> = (0..count).map(|i| scenes::row(i, State::Failed, Some(refused(i % causes)))).collect();
    let sent = rows.iter().zip(drafts(count as usize)).map(|(row, planned)| (row.id, planned)).collect();
    window.app.act(Action::Drop(vec![PathBuf::from("/photos")]));
    window.apply_event(Event::Import(ImportEvent::PlanBegun));
    window.apply_event(Event::Import(ImportEvent::Planned {
        drafts: drafts(2),
        problems: Vec::new(),
        ignored: 0,
        folders: Vec::new(),
    }));
    window.act(Action::Import(ImportAction::Start { again: false, unpriced: Unpriced::Create }));
    window.apply_event(Event::Import(ImportEvent::Drafts(sent)));
    for page in rows.chunks(100) {
        window.apply_event(Event::Import(ImportEvent::Rows(page.to_vec())));
    }
    let counts = Counts { failed: count as usize, ..Counts::default() };
    window.apply_event(Event::Import(ImportEvent::Ended(Progress { counts, ..Progress::default() })));
    window.settle();
    window
}

/// The failures of a single cause, with their dialog open.
fn fix_dialog(count: u64) -> Window {
    let mut window = failed(count, 1);
    let name = without_direction_marks(
        &window.app.words().format("import-fix-all", vitrine::args!["count" => count]),
    )
    .into_owned();
    let at = window.center_of(&name);
    window.click(at);
    window
}

/// Prints a row of the table; returns true if the bound is missed.
fn compare(what: &str, large: &[Duration], small: &[Duration]) -> bool {
    let (p50, p99, peer) = (percentile(large, 50), percentile(large, 99), percentile(small, 50));
    println!("{what:<58} {p50:>8.2} {p99:>8.2} {:>8.2}×", p50 / peer);
    p99 > MAX_FRAME_MS
}

/// Opens the picker of categories again and again. Each time is that of the slowest frame.
fn measure_picker() -> usize {
    let mut window = form_with_categories(CATEGORIES);
    let mut opened = Vec::new();
    for _ in 0..CHANGES {
        opened.push(window.slowest_frame(vec![key(Key::Enter, Modifiers::NONE)]));
        window.frame(vec![released(Key::Enter)]);
        window.settle();
        assert!(window.ctx.memory(|memory| memory.top_modal_layer()).is_some(), "the picker is open");
        window.frame(vec![key(Key::Escape, Modifiers::NONE), released(Key::Escape)]);
        window.settle();
    }
    let (p50, max) = (percentile(&opened, 50), percentile(&opened, 100));
    println!("{:<58} {p50:>8.2} {max:>8.2}", "the picker of 20,000 categories opened");
    usize::from(p50 > MAX_CHANGE_MS)
}

fn measure_frames() -> usize {
    println!("{:<58} {:>8} {:>8} {:>9}", "frames, in ms", "p50", "p99", "of few");
    let mut missed = 0;
    let (mut large, mut small) = (products(PRODUCTS), products(PRODUCTS / SMALL_FACTOR));
    missed += usize::from(compare("100,000 products, at rest", &large.idle_frames(), &small.idle_frames()));
    missed += usize::from(compare(
        "100,000 products, scrolling",
        &large.scrolling_frames(),
        &small.scrolling_frames(),
    ));
    let find = large.message("products-search");
    for window in [&mut large, &mut small] {
        let at = window.center_of(&find);
        window.click(at);
    }
    missed += usize::from(compare(
        "100,000 products, typing in find",
        &large.typing_frames("walnut board"),
        &small.typing_frames("walnut board"),
    ));

    let (mut large, mut small) = (review(REVIEWED), review(REVIEWED / SMALL_FACTOR as usize));
    missed += usize::from(compare(
        "review of 20,000 drafts, 80,000 files, at rest",
        &large.idle_frames(),
        &small.idle_frames(),
    ));
    for (field, text, what) in [
        (Field::PrimaryPrice, "12500", "review, typing a price"),
        (Field::Name, "a red rug", "review, typing a name"),
    ] {
        let name = large.cell(field, 2);
        for window in [&mut large, &mut small] {
            let at = window.center_of(&name);
            window.click(at);
        }
        missed += usize::from(compare(what, &large.typing_frames(text), &small.typing_frames(text)));
    }
    missed += usize::from(compare("review, scrolling", &large.scrolling_frames(), &small.scrolling_frames()));

    let (mut large, mut small) =
        (failed(FAILURES, CAUSES), failed(FAILURES / SMALL_FACTOR, CAUSES / SMALL_FACTOR));
    missed += usize::from(compare(
        "5,000 failures of 300 causes, at rest",
        &large.idle_frames(),
        &small.idle_frames(),
    ));
    missed += usize::from(compare(
        "5,000 failures of 300 causes, scrolling",
        &large.scrolling_frames(),
        &small.scrolling_frames(),
    ));
    let (mut large, mut small) = (fix_dialog(FAILURES), fix_dialog(FAILURES / SMALL_FACTOR));
    missed += usize::from(compare(
        "fixing 5,000 failures together, at rest",
        &large.idle_frames(),
        &small.idle_frames(),
    ));
    let (mut many, mut few) =
        (form_with_categories(CATEGORIES), form_with_categories(CATEGORIES / SMALL_FACTOR as i64));
    for window in [&mut many, &mut few] {
        window.slowest_frame(vec![key(Key::Enter, Modifiers::NONE)]);
    }
    missed += usize::from(compare(
        "20,000 categories, typing in find",
        &many.typing_frames("بافته ۱۹"),
        &few.typing_frames("بافته ۱۹"),
    ));
    missed += usize::from(compare(
        "fixing 5,000 failures together, typing a price",
        &large.typing_frames("12500"),
        &small.typing_frames("12500"),
    ));
    missed
}

/// Reads sheets as the program does, by the program: a bench that starts itself would measure itself again.
const READ_SHEET: worker::sheet_reader::ReadSheet = |name, bytes| {
    let program = env!("CARGO_BIN_EXE_vitrine").into();
    worker::sheet_reader::Isolated { program, limit: Duration::from_secs(20) }.read(name, bytes)
};

/// Plans this many folders of four photos, with a sheet that has a row for each.
fn planned(folders: usize) -> Duration {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut sheet = "name,price,photos\n".to_owned();
    for folder in 0..folders {
        let path = dir.path().join("photos").join(format!("product {folder}"));
        std::fs::create_dir_all(&path).expect("a folder");
        (0..4).for_each(|photo| photo_at(&path.join(format!("{photo}.jpg"))));
        let _ = writeln!(sheet, "Product {folder},250000,product {folder}/0.jpg|product {folder}/1.jpg");
    }
    let sheet_path = dir.path().join("sheet.csv");
    std::fs::write(&sheet_path, sheet).expect("a sheet");
    let (worker, events) = worker::start(
        worker::Options { read_sheet: READ_SHEET, ..worker::Options::new(dir.path().join("data")) },
        || {},
    )
    .expect("the worker starts");
    let start = Instant::now();
    let paths = vec![dir.path().join("photos")];
    let sheet = SheetRequest { source: SheetSource::File(sheet_path), ..SheetRequest::default() };
    worker.send(Command::Import(ImportCommand::Plan { paths, grouping: Grouping::Auto.into(), sheet }));
    loop {
        if let Event::Import(ImportEvent::Planned { drafts, .. }) = events.recv().expect("a plan") {
            assert_eq!(
                drafts.len(),
                2 * folders,
                "one product for each row, and one for the remaining photos"
            );
            return start.elapsed();
        }
    }
}

fn photo_at(path: &Path) {
    std::fs::write(path, b"\xff\xd8\xff\xe0").expect("a photo");
}

/// Delivers all rows page by page, with a frame for each.
fn rows_told(count: u64) -> Duration {
    let start = Clock::start();
    black_box(failed(count, CAUSES));
    start.elapsed()
}

fn main() {
    let missed = measure_frames() + measure_changes() + measure_picker();
    println!();
    println!("{:<58} {:>8} {:>18}", "work, in ms", "all", "of a tenth (10×)");
    let work = [
        ("planning 20,000 files with a sheet of 5,000 rows", planned(FOLDERS), planned(FOLDERS / 10)),
        ("5,000 rows told, a hundred an event", rows_told(FAILURES), rows_told(FAILURES / 10)),
    ];
    for (what, all, tenth) in work {
        println!("{what:<58} {:>8.0} {:>17.1}×", milliseconds(all), all.as_secs_f64() / tenth.as_secs_f64());
    }
    assert_eq!(missed, 0, "frames took longer than {MAX_FRAME_MS} ms, or changes longer than a frame");
}
