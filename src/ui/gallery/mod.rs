//! Every widget in every state, in either language and theme: a reference for building screens, and the subject of the
//! snapshot tests.

mod controls;
mod display;
mod sample;
mod section;

use eframe::egui::{self, Frame, Margin, Ui, UiBuilder};

use self::sample::Sample;
use super::app::brand;
use super::layout::{self, column_layout, sides};
use super::scroll::Scroll;
use super::widgets::{self, segments};
use super::{text_host, theme};
use crate::i18n::{Language, Messages};
use crate::worker::Theme;
use vitrine_text::Text;

/// The gallery's window.
pub struct Gallery {
    words: Messages,
    theme: Theme,
    sample: Sample,
}

impl Gallery {
    /// Creates the gallery once, before the first frame.
    pub fn new(ctx: &egui::Context, language: Language, theme: Theme) -> Self {
        text_host::install(ctx);
        theme::install(ctx);
        let words = Messages::new(language);
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
            (Theme::System, words.text("settings-theme-system"), None),
            (Theme::Light, words.text("settings-theme-light"), None),
            (Theme::Dark, words.text("settings-theme-dark"), None),
        ];
        let languages = Language::ALL.map(|language| (language, language.own_name().into(), None));
        sides(ui, 36.0, |ui| drop(ui.add(title)), |ui| language = segments(ui, words.language(), &languages));
        sides(ui, 36.0, |_| {}, |ui| theme = segments(ui, self.theme, &themes));
        if language.is_none() && theme.is_none() {
            return;
        }
        if let Some(language) = language {
            self.words = Messages::new(language);
        }
        self.theme = theme.unwrap_or(self.theme);
        self.apply_theme(ui.ctx());
        ui.ctx().request_repaint();
    }

    fn apply_theme(&self, ctx: &egui::Context) {
        layout::set_rtl(ctx, self.words.language().is_rtl());
        theme::apply(ctx, self.theme, Theme::System);
    }
}

impl eframe::App for Gallery {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.draw(ui);
    }
}
