//! The window without a screen or a worker: its commands are recorded, and the test supplies events. A test with a real
//! worker passes its [`Link`] to [`Stage::with_link`].

pub mod scenes;
pub mod typing;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{self, Sender};

use eframe::egui::{self, Event as Input, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder};
use jiff::Zoned;
use jiff::civil::date;
use jiff::tz::TimeZone;
use scenes::{Scene, Step};
use vitrine::domain::Field;
use vitrine::i18n::{Arguments, Language, without_direction_marks};
use vitrine::ui::{App, Gallery, Link};
use vitrine::worker::{Command, Event, PictureKey, Theme, ThumbnailCommand};

type Sent = Rc<RefCell<Vec<Command>>>;

pub struct Stage {
    pub harness: Harness<'static, Option<App>>,
    sent: Sent,
    tell: Sender<Event>,
}

impl Stage {
    /// A window of the default size in a language, before any event.
    pub fn new(language: Language) -> Self {
        Self::sized(language, [1100.0, 760.0])
    }

    pub fn sized(language: Language, size: [f32; 2]) -> Self {
        Self::dressed(language, Theme::Light, Harness::builder().with_size(size))
    }

    /// A window with a theme, drawn as configured by `builder`.
    pub fn dressed(language: Language, theme: Theme, builder: HarnessBuilder<Option<App>>) -> Self {
        let (tell, events) = mpsc::channel();
        let sent = Sent::default();
        let record = Rc::clone(&sent);
        let link = Link { send: Box::new(move |command| record.borrow_mut().push(command)), events };
        let mut stage = Self { harness: harness(link, language, builder), sent, tell };
        stage.tell(scenes::settings(language.tag(), theme));
        stage
    }

    /// A window connected to a worker of the test; nothing is recorded.
    pub fn with_link(link: Link, language: Language) -> Self {
        let (tell, _) = mpsc::channel();
        Self { harness: harness(link, language, Harness::builder().with_size([1100.0, 760.0])), sent: Sent::default(), tell }
    }

    /// A window signed in to a shop.
    pub fn in_shop(language: Language) -> Self {
        let mut stage = Self::new(language);
        stage.tell(scenes::signed_in());
        stage.sent();
        stage
    }

    pub fn play(&mut self, scene: Scene) {
        for step in scene.steps {
            self.step(step);
        }
    }

    pub fn step(&mut self, step: Step) {
        match step {
            Step::SliderLabel(event) => self.tell(event),
            Step::Done(action) => self.app_mut().act(action),
        }
        self.harness.run();
    }

    /// Delivers an event of the worker, then draws until nothing changes.
    pub fn tell(&mut self, event: Event) {
        let _ = self.tell.send(event);
        self.harness.run();
    }

    /// The commands since the last call, except requests for pictures.
    pub fn sent(&mut self) -> Vec<Command> {
        let mut sent: Vec<Command> = self.sent.borrow_mut().drain(..).collect();
        sent.retain(|command| {
            !matches!(command, Command::Thumbnail(ThumbnailCommand::Load { .. }) | Command::Thumbnail(ThumbnailCommand::Forget(_)))
        });
        sent
    }

    /// Delivers every requested picture and returns their keys.
    pub fn bring_pictures(&mut self) -> Vec<PictureKey> {
        let sent: Vec<Command> = self.sent.borrow_mut().drain(..).collect();
        let mut brought = Vec::new();
        for command in sent {
            if let Command::Thumbnail(ThumbnailCommand::Load { key, .. }) = command {
                let _ = self.tell.send(Event::Picture { result: Ok(scenes::picture(&key)), key: key.clone(), is_provisional: false });
                brought.push(key);
            }
        }
        self.harness.run();
        brought
    }

    /// The number of pictures requested since the commands were last taken.
    pub fn pictures_wanted(&self) -> usize {
        self.sent.borrow().iter().filter(|command| matches!(command, Command::Thumbnail(ThumbnailCommand::Load { .. }))).count()
    }

    pub fn app(&self) -> &App {
        self.harness.state().as_ref().expect("the app is made before the first frame")
    }

    pub fn app_mut(&mut self) -> &mut App {
        self.harness.state_mut().as_mut().expect("the app is made before the first frame")
    }

    /// A message as read by a screen reader.
    pub fn words(&self, key: &str) -> String {
        without_direction_marks(&self.app().words().text(key)).into_owned()
    }

    pub fn format(&self, key: &str, arguments: Arguments<'_>) -> String {
        without_direction_marks(&self.app().words().format(key, arguments)).into_owned()
    }

    /// The name of the button that creates so many products in the shop.
    pub fn start_button(&self, count: i32) -> String {
        let model = self.app().model();
        let vendor = model.account().and_then(|account| account.vendor.as_ref()).expect("somebody with a shop is signed in");
        let title = vendor.title.clone().expect("a shop with a name");
        let is_practice = model.market() == Some((title.as_str(), true));
        let shop = if is_practice { self.words("login-practice-title") } else { title };
        self.format("import-start-in", vitrine::args!["count" => count, "shop" => shop])
    }

    /// The label of a field as read by a screen reader.
    pub fn label(&self, field: Field) -> String {
        let label = self.app().words().field_with_unit(field, self.app().model().currency());
        without_direction_marks(&label).into_owned()
    }

    /// Presses the element with this name.
    pub fn press(&mut self, name: &str) {
        // Scrolls it into view first, like a person.
        let window = self.harness.ctx.content_rect();
        if !window.contains(self.harness.get_by_label(name).rect().center()) {
            self.harness.get_by_label(name).scroll_to_me();
            self.harness.run();
        }
        self.harness.get_by_label(name).click();
        self.harness.run();
    }

    pub fn press_key(&mut self, key: &str) {
        let name = self.words(key);
        self.press(&name);
    }

    /// Presses and holds a key like a real window: with its text in the same frame, and frames after it.
    pub fn hold(&mut self, key: Key) {
        let (modifiers, physical_key) = (Modifiers::NONE, None);
        // egui determines whether the key repeats.
        self.harness.input_mut().events.push(Input::Key { key, pressed: true, repeat: false, modifiers, physical_key });
        if key == Key::Space {
            self.harness.input_mut().events.push(Input::Text(" ".to_owned()));
        }
        self.harness.step();
        self.harness.run();
    }

    /// Presses a key and releases it some frames later.
    pub fn tap(&mut self, key: Key) {
        self.hold(key);
        self.harness.key_up(key);
        self.harness.step();
        self.harness.run();
    }

    /// Presses and releases the mouse button at `at`, with a frame for each.
    pub fn click(&mut self, at: Pos2) {
        for pressed in [true, false] {
            let button = PointerButton::Primary;
            self.harness.event(Input::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
            self.harness.step();
            self.harness.step();
        }
    }

    /// Scrolls the element with this name into view and moves the pointer over it.
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
    pub fn places_of(&self, text: &str) -> Vec<Rect> {
        let found = self.harness.query_all_by(|node| spoken(node).is_some_and(|label| label.contains(text)));
        found.map(|node| node.rect()).collect()
    }

    /// Types into the field with this name, after its content.
    pub fn type_into(&mut self, name: &str, text: &str) {
        let field = self.harness.get_by(|node| is_editor(node.role()) && called(node, name));
        field.focus();
        self.harness.run();
        let field = self.harness.get_by(|node| is_editor(node.role()) && called(node, name));
        field.type_text(text);
        self.harness.run();
    }

    /// The rectangle of an input field.
    pub fn place_of_field(&self, name: &str) -> Rect {
        self.harness.get_by(|node| is_editor(node.role()) && called(node, name)).rect()
    }

    /// The content of a field.
    pub fn value(&self, name: &str) -> String {
        let field = self.harness.get_by(|node| is_editor(node.role()) && called(node, name));
        field.value().unwrap_or_default()
    }

    pub fn shows(&self, text: &str) -> bool {
        self.times_shown(text) > 0
    }

    pub fn times_shown(&self, text: &str) -> usize {
        self.harness.query_all_by(|node| spoken(node).is_some_and(|label| label.contains(text))).count()
    }

    /// All visible texts, from top to bottom.
    pub fn texts(&self) -> Vec<String> {
        let mut nodes: Vec<(f32, String)> = self
            .harness
            .query_all_by(|node| spoken(node).is_some())
            .filter_map(|node| Some((node.rect().top(), spoken(&node.accesskit_node())?)))
            .collect();
        nodes.sort_by(|a, b| a.0.total_cmp(&b.0));
        nodes.into_iter().map(|(_, text)| text).collect()
    }

    pub fn shows_key(&self, key: &str) -> bool {
        self.shows(&self.words(key))
    }

    pub fn is_enabled(&self, name: &str) -> bool {
        !self.harness.get_by_label(name).accesskit_node().is_disabled()
    }
}

fn harness(link: Link, language: Language, builder: HarnessBuilder<Option<App>>) -> Harness<'static, Option<App>> {
    let mut link = Some(link);
    builder.with_max_steps(16).build_ui_state(
        move |ui, app: &mut Option<App>| {
            let ctx = ui.ctx().clone();
            if let Some(link) = link.take() {
                *app = Some(App::with_system_language(&ctx, link, language).with_clock(clock));
            }
            if let Some(app) = app {
                app.drain(&ctx);
                app.draw(&mut whole_window(ui));
            }
        },
        None,
    )
}

/// The widget gallery, in a window of its full height.
pub fn gallery(language: Language, theme: Theme, builder: HarnessBuilder<Option<Gallery>>) -> Harness<'static, Option<Gallery>> {
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

/// Removes the harness's margin: a window has none.
pub fn whole_window(ui: &mut egui::Ui) -> egui::Ui {
    let window = ui.ctx().content_rect();
    let mut whole = ui.new_child(egui::UiBuilder::new().max_rect(window));
    whole.set_clip_rect(window);
    whole
}

/// A fixed time.
fn clock() -> Zoned {
    date(2026, 11, 21).at(14, 5, 0, 0).to_zoned(TimeZone::UTC).expect("a time that is there")
}

fn is_editor(role: egui::accesskit::Role) -> bool {
    use egui::accesskit::Role;
    matches!(role, Role::TextInput | Role::MultilineTextInput | Role::PasswordInput | Role::SearchInput | Role::NumberInput)
}

fn spoken(node: &egui_kittest::kittest::AccessKitNode<'_>) -> Option<String> {
    node.label().or_else(|| node.value())
}

fn called(node: &egui_kittest::kittest::AccessKitNode<'_>, name: &str) -> bool {
    node.label().is_some_and(|label| label == name)
}
