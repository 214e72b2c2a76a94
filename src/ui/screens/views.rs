//! The current screen, and the state of all screens.

use eframe::egui::Ui;

use super::context::Cx;
use super::frame::page;
use super::help::Help;
use super::palette::{Chosen, Palette};
use super::{create, editor, import, products, settings, sign_in, webhooks};
use crate::i18n::Language;
use crate::ui::commands::UiCommand;
use crate::worker::{AccountCommand, Command, Session};
use vitrine_model::{Model, Screen};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::space;
use vitrine_widgets::{self as widgets, on_screen};

/// Each screen's own state, which may be lost without harm.
#[derive(Default)]
pub struct Views {
    pub(super) sign_in: sign_in::methods::SignInView,
    pub(super) setup: settings::market_form::MarketFormView,
    pub(super) confirm: sign_in::confirm::ConfirmView,
    pub(super) create: create::CreateView,
    pub(super) products: products::ProductsView,
    pub(super) import: import::ImportView,
    pub(super) webhooks: webhooks::WebhooksView,
    pub(super) editor: editor::EditorView,
    overlay: Overlay,
}

/// What was opened over the window by a shortcut.
#[derive(Default)]
enum Overlay {
    #[default]
    None,
    Help(Help),
    Palette(Box<Palette>),
}

impl Views {
    /// Opens the help about the page that is shown.
    pub fn open_help(&mut self, model: &Model) {
        self.overlay = Overlay::Help(if model.is_standalone() { Help::of(0) } else { Help::about(model) });
    }

    /// Opens the list of all actions.
    pub fn open_palette(&mut self, language: Language) {
        self.overlay = Overlay::Palette(Box::new(Palette::new(language)));
    }

    /// Begins every screen of an account anew: another shop is shown, or none. What was selected, typed or
    /// asked for one shop is never meant for another.
    pub fn shop_changed(&mut self) {
        self.create = create::CreateView::default();
        self.products = products::ProductsView::default();
        self.import = import::ImportView::default();
        self.webhooks = webhooks::WebhooksView::default();
        self.editor = editor::EditorView::default();
        self.overlay = Overlay::None;
    }

    /// Discards secrets and other state of signing in once it has succeeded.
    pub fn session_changed(&mut self, session: &Session) {
        if matches!(session, Session::SignedIn { .. }) {
            self.sign_in = sign_in::methods::SignInView::default();
            self.confirm = sign_in::confirm::ConfirmView::default();
        }
    }
}

/// Draws what a shortcut opened. Returns the command of the window that was chosen there.
pub fn overlay(ui: &Ui, views: &mut Views, cx: &mut Cx<'_>) -> Option<UiCommand> {
    match std::mem::take(&mut views.overlay) {
        Overlay::None => {}
        Overlay::Help(mut help) => {
            if help.show(ui, cx) {
                views.overlay = Overlay::Help(help);
            }
        }
        Overlay::Palette(mut palette) => {
            let (stays, chosen) = palette.show(ui, cx);
            if stays {
                views.overlay = Overlay::Palette(palette);
            }
            match chosen {
                Some(Chosen::Action(action)) => cx.act(*action),
                Some(Chosen::Command(command)) => return Some(command),
                Some(Chosen::Button(id)) => on_screen::press(ui.ctx(), id),
                Some(Chosen::Guide(part)) => views.overlay = Overlay::Help(Help::of(part)),
                None => {}
            }
        }
    }
    None
}

/// Draws the current screen.
pub fn screen(ui: &mut Ui, views: &mut Views, cx: &mut Cx<'_>) {
    match cx.model.screen {
        Screen::Settings => settings::show(ui, cx),
        Screen::Webhooks => webhooks::show(ui, &mut views.webhooks, cx),
        Screen::Import | Screen::Create | Screen::Products if shop_missing(cx) => no_shop(ui, cx),
        Screen::Import => import::show(ui, &mut views.import, cx),
        Screen::Create => create::show(ui, &mut views.create, cx),
        Screen::Products => products::show(ui, &mut views.products, cx),
    }
}

fn shop_missing(cx: &Cx<'_>) -> bool {
    cx.model.account().is_some_and(|account| account.vendor.is_none())
}

fn no_shop(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(account) = cx.model.account() else { return };
    let name = account.display_name().to_owned();
    page(ui, "no shop", |ui| {
        ui.add_space(space::XL);
        let body =
            format!("{} {}", cx.format("no-shop-body", crate::args!["name" => name]), cx.t("no-shop-remedy"));
        let actions = vec![UiCommand::SignOut.primary(cx.words)];
        if widgets::empty_state(ui, Icon::Shop, cx.t("no-shop-title"), body.into(), actions).is_some() {
            cx.ask(Command::Account(AccountCommand::SignOut));
        }
    });
}
