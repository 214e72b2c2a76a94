//! The window without a display or a worker: the commands that it sends are recorded, and the test supplies
//! the events. A test with a real worker passes its [`Link`] to [`TestWindow::with_link`].

#[path = "../../../examples/gallery/gallery.rs"]
mod gallery_window;
pub mod scenes;
pub mod typing;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{self, Sender};

use eframe::egui::{self, Event as Input, Key, Modifiers, PointerButton, Pos2, Rect, ThemePreference};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder};
pub use gallery_window::Gallery;
use jiff::Zoned;
use jiff::civil::date;
use jiff::tz::TimeZone;
use scenes::{Scene, Step};
use vitrine::i18n::{Arguments, Language, without_direction_marks};
use vitrine::ui::{Action, App, ImportAction, Link, Phase, ReviewAction};
use vitrine::worker::{
    Command, Event, FormCommand, FormContents, ImportEvent, PhotoEvent, PictureKey, Theme, ThumbnailCommand,
};
use vitrine_domain::Field;

type SentCommands = Rc<RefCell<Vec<Command>>>;

pub struct TestWindow {
    pub harness: Harness<'static, Option<App>>,
    sent: SentCommands,
    event_sender: Sender<Event>,
}

impl TestWindow {
    /// A window of the default size, before any event except the settings.
    pub fn new(language: Language) -> Self {
        Self::with_size(language, [1100.0, 760.0])
    }

    pub fn with_size(language: Language, size: [f32; 2]) -> Self {
        Self::with_theme(language, Theme::Light, Harness::builder().with_size(size))
    }

    /// A window with a theme, drawn as configured by `builder`.
    pub fn with_theme(language: Language, theme: Theme, builder: HarnessBuilder<Option<App>>) -> Self {
        let (event_sender, events) = mpsc::channel();
        let sent = SentCommands::default();
        let record = Rc::clone(&sent);
        let link = Link { send: Box::new(move |command| record.borrow_mut().push(command)), events };
        let mut window = Self { harness: harness(link, language, builder), sent, event_sender };
        window.deliver(scenes::settings(language.tag(), theme));
        window
    }

    /// A window connected to a worker of the test. Its commands go there and are not recorded.
    pub fn with_link(link: Link, language: Language) -> Self {
        let (event_sender, _) = mpsc::channel();
        Self {
            harness: harness(link, language, Harness::builder().with_size([1100.0, 760.0])),
            sent: SentCommands::default(),
            event_sender,
        }
    }

    /// A window that is signed in to a shop.
    pub fn signed_in(language: Language) -> Self {
        let mut window = Self::new(language);
        window.deliver(scenes::signed_in());
        window.take_commands();
        window
    }

    pub fn show_scene(&mut self, scene: Scene) {
        self.show_steps(scene.steps);
    }

    /// Applies steps between which nobody looks: each has one frame.
    pub fn show_steps(&mut self, steps: impl IntoIterator<Item = Step>) {
        for step in steps {
            self.begin_step(step);
            self.harness.step();
        }
        self.harness.run();
    }

    pub fn apply_step(&mut self, step: Step) {
        self.begin_step(step);
        self.harness.run();
    }

    fn begin_step(&mut self, step: Step) {
        match step {
            Step::Event(event) => {
                self.request_plan_of(&event);
                self.send(event);
            }
            Step::Action(action) => self.app_mut().act(action),
        }
    }

    /// Delivers an event of the worker and draws until nothing changes.
    pub fn deliver(&mut self, event: Event) {
        self.request_plan_of(&event);
        self.send(event);
        self.harness.run();
    }

    /// Delivers an event of a plan whose beginning the test delivers itself.
    pub fn deliver_alone(&mut self, event: ImportEvent) {
        let _ = self.event_sender.send(Event::Import(event));
        self.harness.run();
    }

    /// Sends an event. The worker begins a plan before it tells of it, and it has begun all that were
    /// requested.
    fn send(&self, event: Event) {
        let is_of_plan = matches!(
            event,
            Event::Import(
                ImportEvent::SheetPlanned { .. }
                    | ImportEvent::Reading { .. }
                    | ImportEvent::FirstPlanned(_)
                    | ImportEvent::Planned { .. }
            )
        );
        // More than were requested do no harm.
        let begun = if is_of_plan { 8 } else { 0 };
        for event in std::iter::repeat_n(Event::Import(ImportEvent::PlanBegun), begun).chain([event]) {
            let _ = self.event_sender.send(event);
        }
    }

    /// Delivers events in one frame.
    pub fn deliver_all(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.request_plan_of(&event);
            self.send(event);
        }
        self.harness.run();
    }

    /// Another plan of a review comes only where one was requested.
    fn request_plan_of(&mut self, event: &Event) {
        let is_in_review =
            self.harness.state().as_ref().is_some_and(|app| app.model().import.phase == Phase::Review);
        if is_in_review
            && matches!(event, Event::Import(ImportEvent::SheetPlanned { .. } | ImportEvent::Planned { .. }))
        {
            let grouping = self.app().model().import.review.grouping();
            self.app_mut().act(Action::Import(ImportAction::Review(ReviewAction::Grouping(grouping))));
        }
    }

    /// Takes the commands sent since the last call, except requests for pictures and what is sent as time
    /// passes: the saved form.
    pub fn take_commands(&mut self) -> Vec<Command> {
        let mut sent: Vec<Command> = self.sent.borrow_mut().drain(..).collect();
        sent.retain(|command| {
            !matches!(
                command,
                Command::Thumbnail(ThumbnailCommand::Load { .. } | ThumbnailCommand::Forget(_))
                    | Command::Form(FormCommand::Save { .. })
            )
        });
        sent
    }

    /// How many commands were sent and not taken yet, without requests for pictures.
    pub fn sent(&self) -> usize {
        self.sent.borrow().iter().filter(|command| !matches!(command, Command::Thumbnail(_))).count()
    }

    /// Takes the forms that were saved since the last call.
    pub fn take_saved_forms(&mut self) -> Vec<Option<FormContents>> {
        let saved = |command| {
            if let Command::Form(FormCommand::Save { contents, .. }) = command {
                Some(contents)
            } else {
                None
            }
        };
        self.sent.borrow_mut().drain(..).filter_map(saved).collect()
    }

    /// Delivers every requested picture and returns their keys.
    pub fn deliver_pictures(&mut self) -> Vec<PictureKey> {
        let sent: Vec<Command> = self.sent.borrow_mut().drain(..).collect();
        let mut delivered = Vec::new();
        for command in sent {
            if let Command::Thumbnail(ThumbnailCommand::Load { key, .. }) = command {
                let _ = self.event_sender.send(Event::Photo(PhotoEvent::Picture {
                    result: Ok(scenes::picture(&key)),
                    key: key.clone(),
                    is_provisional: false,
                }));
                delivered.push(key);
            }
        }
        self.harness.run();
        delivered
    }

    /// The number of pictures requested since the commands were last taken.
    pub fn pending_pictures(&self) -> usize {
        self.sent
            .borrow()
            .iter()
            .filter(|command| matches!(command, Command::Thumbnail(ThumbnailCommand::Load { .. })))
            .count()
    }

    pub fn app(&self) -> &App {
        self.harness.state().as_ref().expect("the app is created in the first frame")
    }

    pub fn app_mut(&mut self) -> &mut App {
        self.harness.state_mut().as_mut().expect("the app is created in the first frame")
    }

    /// The message with this key, as a screen reader reads it.
    pub fn message(&self, key: &str) -> String {
        without_direction_marks(&self.app().words().text(key)).into_owned()
    }

    pub fn format(&self, key: &str, arguments: Arguments<'_>) -> String {
        without_direction_marks(&self.app().words().format(key, arguments)).into_owned()
    }

    /// The name of the button that creates this many products in the shop.
    pub fn start_button(&self, count: i32) -> String {
        let model = self.app().model();
        let vendor = model
            .account()
            .and_then(|account| account.vendor.as_ref())
            .expect("an account with a shop is signed in");
        let title = vendor.title.clone().expect("a shop with a name");
        let is_practice = model.market() == Some((title.as_str(), true));
        let shop = if is_practice { self.message("login-practice-title") } else { title };
        self.format("import-start-in", vitrine::args!["count" => count, "shop" => shop])
    }

    /// The label of a field, as a screen reader reads it.
    pub fn label(&self, field: Field) -> String {
        let label = self.app().words().field_with_unit(field, self.app().model().currency());
        without_direction_marks(&label).into_owned()
    }

    /// The accessible name of a cell in the review's table. `row`: the place of the product in the plan, from
    /// 1.
    pub fn cell(&self, field: Field, row: usize) -> String {
        self.format(
            "review-cell",
            vitrine::args!["field" => self.label(field), "product" => self.product_called(field, row)],
        )
    }

    /// How the product of a cell is called.
    pub fn product_called(&self, field: Field, row: usize) -> String {
        let import = &self.app().model().import;
        let (planned, name) = (&import.review.drafts()[row - 1], import.review.with_defaults(row - 1).name);
        let is_named = field != Field::Name && !name.trim().is_empty();
        let product = if is_named { name.trim() } else { planned.source_name.as_str() };
        match import.review.checks().findings().other_of_name(&name, row - 1) {
            None => product.to_owned(),
            Some(_) => self.format("review-row", vitrine::args!["row" => row, "product" => product]),
        }
    }

    /// Presses the element with this accessible name.
    pub fn press(&mut self, name: &str) {
        // A person scrolls it into view first.
        let bounds = self.harness.ctx.content_rect();
        if !bounds.contains(self.harness.get_by_label(name).rect().center()) {
            self.harness.get_by_label(name).scroll_to_me();
            self.harness.run();
        }
        self.harness.get_by_label(name).click();
        self.harness.run();
    }

    /// Opens what is to be settled in the review, if it is not open.
    pub fn open_things(&mut self) {
        if self.shows_message("settle-close") {
            return;
        }
        let names = (1..20).map(|count| self.format("settle-count", vitrine::args!["count" => count]));
        let name = names
            .into_iter()
            .find(|name| self.harness.query_by_label(name).is_some())
            .expect("there is something to settle");
        self.press(&name);
    }

    /// Presses the element whose name is the message with this key.
    pub fn press_message(&mut self, key: &str) {
        let name = self.message(key);
        self.press(&name);
    }

    /// Presses a key without releasing it. Its text arrives in the same frame, as in a real window, and
    /// frames follow.
    pub fn hold_key(&mut self, key: Key) {
        let (modifiers, physical_key) = (Modifiers::NONE, None);
        // egui determines whether this is a repeat.
        self.harness.input_mut().events.push(Input::Key {
            key,
            pressed: true,
            repeat: false,
            modifiers,
            physical_key,
        });
        if key == Key::Space {
            self.harness.input_mut().events.push(Input::Text(" ".to_owned()));
        }
        self.harness.step();
        self.harness.run();
    }

    /// Presses a key and releases it some frames later.
    pub fn tap_key(&mut self, key: Key) {
        self.hold_key(key);
        self.harness.key_up(key);
        self.harness.step();
        self.harness.run();
    }

    /// Presses and releases the mouse button at `at`, in separate frames.
    pub fn click(&mut self, at: Pos2) {
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            self.harness.event(Input::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
            self.harness.step();
            self.harness.step();
        }
    }

    /// Moves the mouse somewhere and clicks there with these keys held.
    pub fn click_with(&mut self, modifiers: Modifiers, at: Pos2) {
        self.harness.event(Input::PointerMoved(at));
        self.harness.event(Input::ModifiersChanged(modifiers));
        self.harness.step();
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            self.harness.event(Input::PointerButton { pos: at, button, pressed, modifiers });
            self.harness.step();
        }
        self.harness.event(Input::ModifiersChanged(Modifiers::NONE));
        self.harness.run();
    }

    /// Nobody types for a moment: what waits for that comes.
    pub fn pause(&mut self) {
        let frames = (1.5 / self.harness.input().predicted_dt).ceil() as usize;
        (0..frames).for_each(|_| self.harness.step());
        self.harness.run();
    }

    /// Scrolls the element with this name into view, moves the pointer over it, and returns the position.
    pub fn point_at(&mut self, name: &str) -> Pos2 {
        self.harness.get_by_label(name).scroll_to_me();
        self.harness.run();
        let at = self.harness.get_by_label(name).rect().center();
        self.harness.event(Input::PointerMoved(at));
        self.harness.run();
        at
    }

    /// Focuses the element with this name.
    pub fn focus(&mut self, name: &str) {
        self.harness.get_by_label(name).focus();
        self.harness.run();
        assert!(self.is_focused(name), "{name}");
    }

    pub fn is_focused(&self, name: &str) -> bool {
        self.harness.get_by_label(name).is_focused()
    }

    /// The rectangles of all texts that contain `text`.
    pub fn rects_of(&self, text: &str) -> Vec<Rect> {
        let found =
            self.harness.query_all_by(|node| label_or_value(node).is_some_and(|label| label.contains(text)));
        found.map(|node| node.rect()).collect()
    }

    /// Focuses the field with this name and types after its content.
    pub fn type_into(&mut self, name: &str, text: &str) {
        let field = self.harness.get_by(|node| is_editor(node.role()) && has_label(node, name));
        field.focus();
        self.harness.run();
        let field = self.harness.get_by(|node| is_editor(node.role()) && has_label(node, name));
        field.type_text(text);
        self.harness.run();
    }

    /// The rectangle of an input field.
    pub fn field_rect(&self, name: &str) -> Rect {
        self.harness.get_by(|node| is_editor(node.role()) && has_label(node, name)).rect()
    }

    /// The content of a field.
    pub fn value(&self, name: &str) -> String {
        let field = self.harness.get_by(|node| is_editor(node.role()) && has_label(node, name));
        field.value().unwrap_or_default()
    }

    pub fn shows(&self, text: &str) -> bool {
        self.count_shown(text) > 0
    }

    pub fn count_shown(&self, text: &str) -> usize {
        self.harness
            .query_all_by(|node| label_or_value(node).is_some_and(|label| label.contains(text)))
            .count()
    }

    /// How many drawn texts contain this one, whether a screen reader says it or not.
    pub fn count_drawn(&self, text: &str) -> usize {
        let is_drawn = |shape: &egui::Shape| match shape {
            egui::Shape::Text(drawn) => without_direction_marks(drawn.galley.text()).contains(text),
            _ => false,
        };
        self.harness.output().shapes.iter().filter(|shape| is_drawn(&shape.shape)).count()
    }

    /// All visible texts, from top to bottom.
    pub fn texts(&self) -> Vec<String> {
        let mut nodes: Vec<(f32, String)> = self
            .harness
            .query_all_by(|node| label_or_value(node).is_some())
            .filter_map(|node| Some((node.rect().top(), label_or_value(&node.accesskit_node())?)))
            .collect();
        nodes.sort_by(|a, b| a.0.total_cmp(&b.0));
        nodes.into_iter().map(|(_, text)| text).collect()
    }

    pub fn shows_message(&self, key: &str) -> bool {
        self.shows(&self.message(key))
    }

    pub fn is_enabled(&self, name: &str) -> bool {
        !self.harness.get_by_label(name).accesskit_node().is_disabled()
    }
}

fn harness(
    link: Link,
    language: Language,
    builder: HarnessBuilder<Option<App>>,
) -> Harness<'static, Option<App>> {
    let mut link = Some(link);
    builder.with_max_steps(16).build_ui_state(
        move |ui, app: &mut Option<App>| {
            let ctx = ui.ctx().clone();
            if let Some(link) = link.take() {
                *app = Some(App::with_system_language(&ctx, link, language).with_clock(clock));
            }
            if let Some(app) = app {
                app.drain(&ctx);
                app.close(&ctx);
                app.draw(&mut whole_window(ui));
            }
        },
        None,
    )
}

/// The widget gallery, in a window of its full height.
pub fn gallery(
    language: Language,
    theme: Theme,
    builder: HarnessBuilder<Option<Gallery>>,
) -> Harness<'static, Option<Gallery>> {
    let theme = if theme == Theme::Dark { ThemePreference::Dark } else { ThemePreference::Light };
    let mut harness = builder.with_size([1100.0, 4350.0]).build_ui_state(
        move |ui, gallery: &mut Option<Gallery>| {
            let ctx = ui.ctx().clone();
            gallery.get_or_insert_with(|| Gallery::new(&ctx, language, theme)).draw(&mut whole_window(ui));
        },
        None,
    );
    harness.run();
    harness
}

/// A child `Ui` without the margin of the test harness, because a real window has none.
pub fn whole_window(ui: &mut egui::Ui) -> egui::Ui {
    let bounds = ui.ctx().content_rect();
    let mut whole = ui.new_child(egui::UiBuilder::new().max_rect(bounds));
    whole.set_clip_rect(bounds);
    whole
}

thread_local! {
    /// How many seconds passed on the clock of this thread's windows.
    static SECONDS: std::cell::Cell<i64> = const { std::cell::Cell::new(0) };
}

/// Lets so many seconds pass.
pub fn advance_clock(seconds: i64) {
    SECONDS.set(SECONDS.get() + seconds);
}

/// A time that passes only where a test wants it.
fn clock() -> Zoned {
    let start = date(2026, 11, 21).at(14, 5, 0, 0).to_zoned(TimeZone::UTC).expect("a valid time");
    start + jiff::SignedDuration::from_secs(SECONDS.get())
}

fn is_editor(role: egui::accesskit::Role) -> bool {
    use egui::accesskit::Role;
    matches!(
        role,
        Role::TextInput
            | Role::MultilineTextInput
            | Role::PasswordInput
            | Role::SearchInput
            | Role::NumberInput
    )
}

fn label_or_value(node: &egui_kittest::kittest::AccessKitNode<'_>) -> Option<String> {
    node.label().or_else(|| node.value())
}

fn has_label(node: &egui_kittest::kittest::AccessKitNode<'_>, name: &str) -> bool {
    node.label().is_some_and(|label| label == name)
}
