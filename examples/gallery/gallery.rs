//! Every widget in every state, in either language and theme: a reference for building screens, and the
//! subject of the snapshot tests.

mod controls;
mod display;

use eframe::egui::{self, Frame, Margin, TextureHandle, ThemePreference, Ui, UiBuilder};

use vitrine::i18n::{Language, Messages};
use vitrine::ui::{brand, text_host};
use vitrine_text::Text;
use vitrine_widgets::layout::{self, column_layout, sides};
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{self as widgets, segments};

/// The values of the widgets that can be operated.
pub struct Sample {
    pub picture: TextureHandle,
    pub dialog: bool,
    pub checked: bool,
    pub chosen: u8,
    pub name: String,
    pub price: String,
    pub token: String,
    pub about: String,
}

/// The gallery's window.
pub struct Gallery {
    words: Messages,
    theme: ThemePreference,
    sample: Sample,
}

impl Gallery {
    /// Creates the gallery once, before the first frame.
    pub fn new(ctx: &egui::Context, language: Language, theme: ThemePreference) -> Self {
        text_host::install(ctx);
        theme::install(ctx);
        let words = messages(language);
        let sample = Sample {
            picture: brand(ctx),
            dialog: false,
            checked: true,
            chosen: 0,
            name: words.text("gallery-sample-name").into_owned(),
            price: "12.5".to_owned(),
            token: "secret".to_owned(),
            about: words.text("gallery-sample-text").into_owned(),
        };
        let gallery = Self { words, theme, sample };
        gallery.apply_theme(ctx);
        gallery
    }

    /// Draws the gallery.
    pub fn draw(&mut self, ui: &mut Ui) {
        widgets::begin_frame(ui.ctx());
        let rtl = self.words.language().is_rtl();
        let canvas = Frame::new().fill(theme::palette(ui).canvas);
        egui::CentralPanel::default().frame(canvas).show(ui, |ui| {
            let room = UiBuilder::new().max_rect(ui.available_rect_before_wrap()).layout(column_layout(rtl));
            ui.scope_builder(room, |ui| {
                Scroll::new("gallery").show(ui, |ui| {
                    Frame::new().inner_margin(Margin::symmetric(28, 18)).show(ui, |ui| self.contents(ui));
                });
            });
        });
    }

    fn contents(&mut self, ui: &mut Ui) {
        ui.set_width(ui.available_width());
        self.header(ui);
        let Self { words, sample, .. } = self;
        controls::buttons(ui, words);
        controls::choices(ui, words, sample);
        controls::fields(ui, words, sample);
        controls::dialog(ui, words, sample);
        display::type_scale(ui, words);
        display::notices(ui, words);
        display::toasts(ui, words);
        display::pills(ui, words);
        display::progress(ui, words);
        display::table(ui, words, sample);
        display::zones(ui, words);
        display::icons(ui, words);
    }

    fn header(&mut self, ui: &mut Ui) {
        let words = &self.words;
        let (mut language, mut theme) = (None, None);
        let title = Text::new(words.text("gallery-title")).heading().truncate();
        let themes = [
            (ThemePreference::System, words.text("settings-theme-system"), None),
            (ThemePreference::Light, words.text("settings-theme-light"), None),
            (ThemePreference::Dark, words.text("settings-theme-dark"), None),
        ];
        let languages = Language::ALL.map(|language| (language, language.own_name().into(), None));
        sides(ui, 36.0, |ui| drop(ui.add(title)), |ui| language = segments(ui, words.language(), &languages));
        sides(ui, 36.0, |_| {}, |ui| theme = segments(ui, self.theme, &themes));
        if language.is_none() && theme.is_none() {
            return;
        }
        if let Some(language) = language {
            self.words = messages(language);
        }
        self.theme = theme.unwrap_or(self.theme);
        self.apply_theme(ui.ctx());
        ui.ctx().request_repaint();
    }

    fn apply_theme(&self, ctx: &egui::Context) {
        layout::set_rtl(ctx, self.words.language().is_rtl());
        theme::apply(ctx, self.theme, egui::Theme::Light);
    }
}

/// The program's messages with those of the gallery.
fn messages(language: Language) -> Messages {
    Messages::new(language).with(match language {
        Language::English => include_str!("messages/en.ftl"),
        Language::Persian => include_str!("messages/fa.ftl"),
    })
}

/// A section with a title.
pub fn section(ui: &mut Ui, words: &Messages, key: &str, contents: impl FnOnce(&mut Ui)) {
    ui.add_space(space::M);
    vitrine_text::strong(ui, words.text(key));
    theme::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = space::M;
        contents(ui);
    });
}

impl eframe::App for Gallery {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.draw(ui);
    }
}
