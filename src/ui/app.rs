//! The app: applies the worker's events to the model, draws the screens, then performs the user's actions.

use std::borrow::Cow;
use std::sync::mpsc::Receiver;

use eframe::egui::{self, ColorImage, TextureHandle, Ui};
use jiff::Zoned;

use super::commands::{self, Run, UiCommand};
use super::drops::{self, Drops};
use super::paste_keys::{PasteKeys, Pasted};
use super::pictures::{DOWNSCALED, Pictures};
use super::screens::{self, Cx, Views};
use super::text_host;
use crate::i18n::{Language, Messages};
use crate::worker::{
    CatalogCommand, Command, Event, ImportCommand, ImportEvent, PasteTarget, PhotoEvent, PlatformCommand,
    SaveTo, Settings, Theme, WebhookEvent,
};
use vitrine_core::edit::EditCounts;
use vitrine_core::import::report::{ReportKind, ReportRow};
use vitrine_domain::{Currency, MarketEvent};
use vitrine_model::{Action, Model, Phase, Question, Screen, goes_on, takes_drop_with_dialog};
use vitrine_widgets::click_guard::ClickGuard;
use vitrine_widgets::input_splitter::InputSplitter;
use vitrine_widgets::key_guard::KeyGuard;
use vitrine_widgets::{self as widgets, Dialog, focus, layout, theme};

/// The window's connection to the worker.
pub struct Link {
    /// Sends a command. Never blocks.
    pub send: Box<dyn Fn(Command)>,
    /// The worker's events.
    pub events: Receiver<Event>,
}

/// The app icon, a PNG of 128 × 128 pixels.
pub(super) const ICON: &[u8] = include_bytes!("../../assets/icon-128.png");

/// Events applied per frame, so that many of them cannot delay the window. The rest follow in the next frame.
const MAX_EVENTS_PER_FRAME: usize = 256;
/// Of those, pictures, each of which is uploaded to the graphics card.
const MAX_PICTURES_PER_FRAME: usize = 24;

/// At most one sale and one message are told on the desktop in this time, in seconds: a burst is one piece of
/// news.
const NOTABLE_INTERVAL: f64 = 10.0;

/// The window's whole state.
///
/// It is large because it holds what outlives a frame: the model, the worker, and the state of each screen.
pub struct App {
    link: Link,
    model: Model,
    words: Messages,
    /// The system's language, determined once.
    system_language: Language,
    views: Views,
    pictures: Pictures,
    drops: Drops,
    paste_keys: PasteKeys,
    /// The settings and the desktop's theme that were last applied to egui.
    applied_settings: Option<(Settings, Theme)>,
    clock: fn() -> Zoned,
    brand: TextureHandle,
    typed: Typed,
    closing: Closing,
    /// When a sale and a message were last told on the desktop, in egui's time, in seconds.
    notable_at: [Option<f64>; 2],
    /// Shortcuts that wait for the next pass, when no dialog is open any more.
    waiting: Vec<UiCommand>,
    /// The zoom in the last pass, in percent.
    zoom: u16,
    /// When the keyboard or the mouse was last used, in egui's time, in seconds.
    hands_used: f64,
}

/// When what was typed changed, in egui's time, in seconds.
#[derive(Default)]
struct Typed {
    /// The revision that was last seen.
    revision: u64,
    changed: f64,
    /// When the first change since the last saving was seen.
    unsaved_since: Option<f64>,
}

/// How far closing the window is.
#[derive(Default)]
struct Closing {
    /// Whether the worker was asked to stop.
    is_decided: bool,
    /// Whether the window is still to be closed.
    is_due: bool,
    /// When the person was asked, in egui's time, in seconds.
    asked_at: f64,
}

/// How long what was typed must stay unchanged before it is saved, in seconds.
const SAVE_DELAY_SECONDS: f64 = 1.0;
/// The time after which it is saved although it still changes, in seconds.
const SAVE_AT_LEAST_EVERY_SECONDS: f64 = 10.0;
/// The second click of a double click on the window's button is no answer, in seconds.
const DOUBLE_CLICK_SECONDS: f64 = 1.0;
/// How long neither the keyboard nor the mouse was used when something may be added to the review by itself,
/// in seconds.
const HANDS_REST_SECONDS: f64 = 3.0;

impl App {
    /// Creates the app once, before the first frame. `system_language` is used while the settings name no
    /// language.
    pub fn with_system_language(ctx: &egui::Context, link: Link, system_language: Language) -> Self {
        text_host::install(ctx);
        theme::install(ctx);
        ctx.add_plugin(InputSplitter::default());
        ctx.add_plugin(ClickGuard::default());
        ctx.add_plugin(KeyGuard::default());
        Self {
            link,
            model: Model::default(),
            words: Messages::new(system_language),
            system_language,
            views: Views::default(),
            pictures: Pictures::default(),
            drops: Drops::default(),
            paste_keys: PasteKeys::default(),
            applied_settings: None,
            clock: Zoned::now,
            brand: brand(ctx),
            typed: Typed::default(),
            closing: Closing::default(),
            notable_at: [None; 2],
            waiting: Vec::new(),
            zoom: 100,
            hands_used: f64::NEG_INFINITY,
        }
    }

    /// Replaces the system clock.
    #[must_use]
    pub fn with_clock(self, clock: fn() -> Zoned) -> Self {
        Self { clock, ..self }
    }

    /// The state that the screens show.
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// The messages of the language on the screen.
    pub const fn words(&self) -> &Messages {
        &self.words
    }

    /// Applies the worker's events. Draws nothing, because it also runs while the window is hidden.
    pub fn drain(&mut self, ctx: &egui::Context) {
        self.model.now = (self.clock)();
        if let Some(commands) = self.model.check_part() {
            commands.into_iter().for_each(|command| (self.link.send)(command));
            ctx.request_repaint();
        }
        let mut pictures = 0;
        for _ in 0..MAX_EVENTS_PER_FRAME {
            let Ok(event) = self.link.events.try_recv() else { return };
            if let Event::Photo(PhotoEvent::Picture { key, result, is_provisional }) = event {
                self.model
                    .picture_made(&key, result.as_ref().err())
                    .into_iter()
                    .for_each(|command| (self.link.send)(command));
                self.pictures.insert(ctx, &key, result, is_provisional);
                pictures += 1;
                if pictures >= MAX_PICTURES_PER_FRAME {
                    break;
                }
            } else {
                let (importing, changing) =
                    (self.model.import.phase == Phase::Running, self.model.product_edits.is_running());
                let shop = self.model.shop_shown().cloned();
                let notable = self.notable(ctx, &event);
                self.apply_event(event);
                notable.iter().for_each(|news| self.announce(ctx, news));
                if self.model.shop_shown() != shop.as_ref() {
                    self.views.shop_changed();
                    self.waiting.clear();
                    vitrine_text::forget_editors(ctx);
                    widgets::forget_places(ctx);
                }
                if importing && self.model.import.phase == Phase::Ended {
                    self.announce(ctx, &self.import_result());
                }
                if changing && let Some(run) = self.model.product_edits.run.as_ref().filter(|run| run.ended) {
                    self.announce(ctx, &self.edit_result(&run.progress.counts));
                }
            }
        }
        ctx.request_repaint();
    }

    /// Tells on the desktop what has ended, if the window is out of sight.
    fn announce(&self, ctx: &egui::Context, result: &str) {
        if ctx.input(|input| input.raw.focused) {
            return;
        }
        ctx.send_viewport_cmd(egui::ViewportCommand::RequestUserAttention(
            egui::UserAttentionType::Informational,
        ));
        self.tell_on_desktop(result);
    }

    fn tell_on_desktop(&self, said: &str) {
        let said = crate::i18n::without_direction_marks(said).into_owned();
        (self.link.send)(Command::Platform(PlatformCommand::Notify(said)));
    }

    /// What is told on the desktop of deliveries: new sales and messages, each once, if the window is out of
    /// sight.
    fn notable(&mut self, ctx: &egui::Context, event: &Event) -> Vec<String> {
        let Event::Webhook(WebhookEvent::Received(received)) = event else { return Vec::new() };
        let (now, focused) = ctx.input(|input| (input.time, input.raw.focused));
        let is_new =
            |id: u32| received.iter().any(|delivery| delivery.event == Some(id) && delivery.count == 1);
        let is_due = |at: Option<f64>| at.is_none_or(|at| now - at >= NOTABLE_INTERVAL);
        let mut news = Vec::new();
        let told = [
            (MarketEvent::VENDOR_NEW_ORDER, "webhook-notify-sale"),
            (MarketEvent::CHAT_RECEIVED_MESSAGE, "webhook-notify-message"),
        ];
        for (at, (id, key)) in told.into_iter().enumerate() {
            if !focused && is_new(id) && is_due(self.notable_at[at]) {
                self.notable_at[at] = Some(now);
                let shop = screens::shop_name(&self.model, &self.words).unwrap_or_default().into_owned();
                news.push(self.words.format(key, crate::args!["shop" => shop]).into_owned());
            }
        }
        news
    }

    fn import_result(&self) -> Cow<'_, str> {
        let counts = self.model.import.run.progress.counts;
        match counts.missing() {
            0 if counts.needs_person > 0 => {
                self.words.format("import-ended-asked", crate::args!["count" => counts.needs_person])
            }
            0 => {
                let shop = screens::shop_name(&self.model, &self.words).unwrap_or_default();
                self.words.format(
                    "import-notify-done",
                    crate::args!["count" => counts.created + counts.skipped, "shop" => shop],
                )
            }
            missing => self.words.format("import-notify-incomplete", crate::args!["count" => missing]),
        }
    }

    fn edit_result(&self, counts: &EditCounts) -> Cow<'_, str> {
        match counts.failed + counts.cancelled + counts.moved {
            0 => self.words.format("edits-ended", crate::args!["count" => counts.changed]),
            missing => self.words.format("edits-notify-incomplete", crate::args!["count" => missing]),
        }
    }

    fn apply_event(&mut self, event: Event) {
        if let Event::Session(session) = &event {
            self.views.session_changed(session);
        }
        if let Event::Import(ImportEvent::Report { kind, rows, currency }) = &event {
            self.save_report(*kind, rows, currency);
        }
        if let Event::Import(ImportEvent::SheetResults(results)) = &event {
            let table = self.words.sheet_results(results);
            let to = SaveTo::New(self.words.sheet_results_path(&results.path));
            (self.link.send)(Command::Import(ImportCommand::SaveTable { table, to }));
        }
        for command in self.model.apply(event) {
            (self.link.send)(command);
        }
    }

    /// The window puts a report into words; the worker writes the file.
    fn save_report(&self, kind: ReportKind, rows: &[ReportRow], currency: &Currency) {
        let table = self.words.report(kind, rows, currency, self.model.now.time_zone());
        (self.link.send)(Command::Import(ImportCommand::SaveTable {
            table,
            to: SaveTo::Ask(self.words.report_file_name(kind)),
        }));
    }

    /// Draws the window and performs the user's actions.
    pub fn draw(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.apply_settings(&ctx);
        self.follow_zoom(&ctx);
        self.set_market_name();
        let name = self.words.text("app-name");
        ctx.accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label(name.as_ref()));
        if let Some(left) = self.model.notifications.expire(&(self.clock)()) {
            ctx.request_repaint_after(left);
        }
        self.save_typed(&ctx);
        self.add_arrived(&ctx);
        if let Some(paths) = self.drops.collect(&ctx) {
            let is_taken = !is_modal(&ctx) || takes_drop_with_dialog(&self.model);
            self.act(if is_taken { Action::Drop(paths) } else { Action::DropOnDialog });
        }
        let returns = |event: &egui::Event| matches!(event, egui::Event::WindowFocused(true));
        if ctx.input(|input| input.events.iter().any(returns)) {
            // The person was elsewhere, perhaps to replace a damaged file.
            self.pictures.look_again(self.model.photos.rejected_files().into_iter());
        }
        let was_modal = is_modal(&ctx);
        for action in self.shortcuts(&ctx) {
            self.act(action);
        }
        let mut cx = Cx {
            model: &self.model,
            words: &self.words,
            pictures: &mut self.pictures,
            brand: &self.brand,
            hovering: drops::hovering(&ctx),
            actions: Vec::new(),
            command: None,
        };
        let chosen = screens::body(ui, &mut self.views, &mut cx);
        screens::overlay(ui, &cx);
        let actions = std::mem::take(&mut cx.actions);
        let acted = !actions.is_empty() || chosen.is_some();
        for action in actions {
            self.act(action);
        }
        // Those of a dialog that is closed now, and those pressed right after it was closed.
        self.waiting.extend(chosen);
        let was_closed = was_modal && !Dialog::is_drawn(&ctx);
        if was_closed {
            self.waiting.extend(commands::pressed_commands(&ctx));
        }
        for command in self.pictures.end_frame() {
            (self.link.send)(command);
        }
        if acted || was_closed {
            // The result of an action is drawn in the next frame.
            ctx.request_repaint();
        }
    }

    /// Performs an action of the user.
    pub fn act(&mut self, action: Action) {
        for command in self.model.act(action) {
            let ends = matches!(command, Command::Shutdown);
            (self.closing.is_decided, self.closing.is_due) =
                (self.closing.is_decided || ends, self.closing.is_due || ends);
            (self.link.send)(command);
        }
    }

    /// The shortcuts of the whole window; and pasting outside a text field, which adds photos. Both are
    /// ignored while a dialog or the photo editor is open, except F6 within it, and most of them on a
    /// full-window page.
    fn shortcuts(&mut self, ctx: &egui::Context) -> Vec<Action> {
        let typing = vitrine_text::is_typing(ctx);
        let pasted = ctx.input(|input| self.paste_keys.pasted(&input.events, typing));
        if is_modal(ctx) {
            // A dialog has parts, too: its table, and what is around it.
            if let Some(back) = commands::take_region(ctx) {
                focus::move_to_region(ctx, back);
            }
            return Vec::new();
        }
        let mut pressed = std::mem::take(&mut self.waiting);
        pressed.extend(commands::pressed_commands(ctx));
        let mut actions: Vec<Action> =
            pressed.into_iter().filter_map(|command| self.perform(ctx, command)).collect();
        if self.model.is_standalone() {
            return Vec::new();
        }
        let target = match self.model.screen {
            Screen::Create => Some(PasteTarget::Form),
            Screen::Import => Some(PasteTarget::Import),
            _ => None,
        };
        actions.extend(pasted.zip(target).map(|(pasted, target)| {
            Action::Ask(Command::Platform(match pasted {
                Pasted::Picture => PlatformCommand::Paste {
                    target,
                    name: self.words.text("import-pasted-name").into_owned(),
                },
                Pasted::Files => PlatformCommand::PasteFiles(target),
            }))
        }));
        actions
    }

    fn perform(&mut self, ctx: &egui::Context, command: UiCommand) -> Option<Action> {
        match command {
            UiCommand::Overview => self.views.open_help(&self.model),
            UiCommand::NextRegion => focus::move_to_region(ctx, false),
            UiCommand::PreviousRegion => focus::move_to_region(ctx, true),
            UiCommand::Palette => self.views.open_palette(self.words.language()),
            _ if self.model.is_standalone() => {}
            UiCommand::MainAction | UiCommand::CreateNext => commands::ask_for(ctx, command),
            UiCommand::Find => self.find(ctx),
            UiCommand::Refresh => {
                let may_load = self.model.screen == Screen::Products && self.model.products.loading.is_none();
                return may_load.then_some(Action::Ask(Command::Catalog(CatalogCommand::Load)));
            }
            command => {
                let Run::Go(screen) = command.spec().run else { return None };
                focus::go_to_heading(ctx);
                return Some(Action::Go(screen));
            }
        }
        None
    }

    /// Goes to the field that searches the screen, if there is one.
    fn find(&self, ctx: &egui::Context) {
        let editor = match self.model.screen {
            Screen::Products => vitrine_text::edit_id("find products"),
            Screen::Import => vitrine_text::edit_id("find in the review"),
            _ => return,
        };
        if focus::drawn(ctx, editor).is_some() {
            vitrine_text::focus_and_select(ctx, editor);
        }
    }

    /// Remembers the zoom that was changed by keys, and shows that of the settings.
    fn follow_zoom(&mut self, ctx: &egui::Context) {
        let zoom = (ctx.zoom_factor() * 100.0).round() as u16;
        if std::mem::replace(&mut self.zoom, zoom) != zoom && zoom != self.model.settings.zoom() {
            self.act(Action::Settings(Settings { zoom_percent: Some(zoom), ..self.model.settings.clone() }));
            // It is applied: to set it once more would undo a key that was pressed since, and the two would
            // take turns for ever.
            self.applied_settings.iter_mut().for_each(|(applied, _)| applied.zoom_percent = Some(zoom));
        }
    }

    /// Tells the messages the marketplace's name, which problems mention.
    fn set_market_name(&self) {
        self.words.set_market(self.model.market().map(|(name, _)| name), self.model.currency());
    }

    /// Applies a change of language or theme in the settings.
    fn apply_settings(&mut self, ctx: &egui::Context) {
        let (settings, desktop) = (&self.model.settings, self.model.desktop);
        if self
            .applied_settings
            .as_ref()
            .is_some_and(|(was, desktop_was)| (was, *desktop_was) == (settings, desktop))
        {
            return;
        }
        let language =
            settings.language.as_deref().and_then(Language::from_tag).unwrap_or(self.system_language);
        if language != self.words.language() {
            self.words = Messages::new(language);
        }
        layout::set_rtl(ctx, language.is_rtl());
        text_host::set_words(ctx, &self.words);
        apply_theme(ctx, settings.theme, desktop);
        if self.applied_settings.as_ref().is_none_or(|(was, _)| was.zoom() != settings.zoom()) {
            ctx.set_zoom_factor(f32::from(settings.zoom()) / 100.0);
        }
        ctx.send_viewport_cmd(egui::ViewportCommand::Title(self.words.text("app-name").into_owned()));
        self.applied_settings = Some((settings.clone(), desktop));
    }

    /// Saves what was typed once it has stayed unchanged for a while, and at intervals while it does not, so
    /// that little is lost with the window.
    fn save_typed(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        let revision = self.model.typed_revision();
        if self.typed.revision != revision {
            self.typed.revision = revision;
            self.typed.changed = now;
            self.typed.unsaved_since.get_or_insert(now);
        }
        let forced =
            self.typed.unsaved_since.map_or(f64::INFINITY, |since| since + SAVE_AT_LEAST_EVERY_SECONDS);
        let due_in = (self.typed.changed + SAVE_DELAY_SECONDS).min(forced) - now;
        if due_in <= 0.0 {
            self.typed.unsaved_since = None;
            self.model.save_typed().into_iter().for_each(&self.link.send);
        } else {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(due_in));
        }
    }

    /// Adds what came into the watched folder, unless somebody types in the review or answers a question: it
    /// is read anew, and what is typed meanwhile would go nowhere.
    fn add_arrived(&mut self, ctx: &egui::Context) {
        // Also a mouse that moves: what it is on the way to should not give way to something else.
        let (now, is_used) =
            ctx.input(|input| (input.time, input.pointer.any_down() || !input.events.is_empty()));
        if is_used {
            self.hands_used = now;
        }
        if !self.model.has_arrived() {
            return;
        }
        let rest_in = self.hands_used + HANDS_REST_SECONDS - now;
        if vitrine_text::is_typing(ctx) || is_modal(ctx) {
            self.model.say_arrived_waits();
        } else if rest_in > 0.0 {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(rest_in));
        } else {
            self.model.add_arrived().into_iter().for_each(&self.link.send);
        }
    }

    /// Closes the window, which stops the worker. What goes on is asked about first, once: whoever closes
    /// again means it, be it a person or an installer.
    pub fn close(&mut self, ctx: &egui::Context) {
        if std::mem::take(&mut self.closing.is_due) {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        let (requested, now) = ctx.input(|input| (input.viewport().close_requested(), input.time));
        if !requested || self.closing.is_decided {
            return;
        }
        let is_asked = self.model.sign_in.question == Some(Question::Close);
        if goes_on(&self.model) && !(is_asked && now - self.closing.asked_at > DOUBLE_CLICK_SECONDS) {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            if !is_asked {
                self.closing.asked_at = now;
                self.act(Action::Question(Question::Close));
                ctx.request_repaint();
            }
            return;
        }
        let import = &self.model.import;
        let waiting = if import.phase == Phase::Review { import.review.to_create() } else { 0 };
        if waiting > 0 {
            self.tell_on_desktop(&self.words.format("review-waits-closed", crate::args!["count" => waiting]));
        }
        self.act(Action::Answer(Some(Command::Shutdown)));
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.drain(ctx);
        self.close(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.draw(ui);
        // A frame may be drawn in several passes.
        if ui.ctx().cumulative_frame_nr() == 0 && ui.ctx().current_pass_index() == 0 {
            tracing::info!("first frame");
        }
    }
}

/// Whether a dialog was open in the last pass. It may have been closed there.
fn is_modal(ctx: &egui::Context) -> bool {
    ctx.memory(|memory| memory.top_modal_layer().is_some())
}

/// The app icon as a texture.
pub fn brand(ctx: &egui::Context) -> TextureHandle {
    let image = match eframe::icon_data::from_png_bytes(ICON) {
        Ok(icon) => {
            ColorImage::from_rgba_unmultiplied([icon.width as usize, icon.height as usize], &icon.rgba)
        }
        // The file is embedded, and a test decodes it.
        Err(_) => ColorImage::example(),
    };
    ctx.load_texture("brand", image, DOWNSCALED)
}

/// Applies the theme of the settings; where neither the system nor the desktop has one, the light theme.
fn apply_theme(ctx: &egui::Context, chosen: Theme, desktop: Theme) {
    let preference = match chosen {
        Theme::System => egui::ThemePreference::System,
        Theme::Light => egui::ThemePreference::Light,
        Theme::Dark => egui::ThemePreference::Dark,
    };
    let desktop = if desktop == Theme::Dark { egui::Theme::Dark } else { egui::Theme::Light };
    theme::apply(ctx, preference, desktop);
}
