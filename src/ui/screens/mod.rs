//! What fills the window. Each screen draws the model and says what a person did; none changes the model itself.

mod accounts;
mod badge;
mod confirm;
mod create;
mod difference;
mod editor;
mod import;
mod login;
mod notes;
mod products;
mod settings;
mod setup;
mod shell;
mod sign_in;
mod webhooks;

use std::borrow::Cow;

use eframe::egui::{Frame, Margin, Rect, Stroke, TextureHandle, Ui, UiBuilder, vec2};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::icons::Icon;
use super::layout::{column_layout, is_rtl, sides};
use super::model::{Action, Model, Screen};
use super::pictures::Pictures;
use super::scroll::Scroll;
use super::text::Text;
use super::theme::{self, height, space};
use super::widgets::{self, Button, Notice};
use crate::domain::{Field, Problem, Scope, parse_integer};
use crate::i18n::{Arguments, Messages};
use crate::worker::{AccountCommand, Command, Session};
pub use shell::{body, is_alone, overlay};

/// What a screen sees, and where it says what a person did.
pub struct Cx<'a> {
    pub model: &'a Model,
    pub words: &'a Messages,
    pub pictures: &'a mut Pictures,
    /// The program's mark.
    pub brand: &'a TextureHandle,
    /// Files are being dragged over the window.
    pub hovering: bool,
    pub actions: Vec<Action>,
}

impl<'a> Cx<'a> {
    pub fn t(&self, key: &'a str) -> Cow<'a, str> {
        self.words.text(key)
    }

    pub fn format(&self, key: &'a str, arguments: Arguments<'_>) -> Cow<'a, str> {
        self.words.format(key, arguments)
    }

    /// A field's label, with the unit the marketplace counts its prices in.
    pub fn label(&self, field: Field) -> Cow<'a, str> {
        self.words.field_in(field, self.model.currency())
    }

    /// A price being typed, as sellers think of it, where that is another unit.
    pub fn money_beside(&self, field: Field, typed: &str) -> Option<String> {
        let price = (field == Field::PrimaryPrice).then(|| parse_integer(typed).ok()).flatten()?;
        self.words.money_beside(price, self.model.currency())
    }

    /// A moment as this computer's clock shows it.
    fn date_time(&self, at: Timestamp) -> String {
        self.words.date_time(at.to_zoned(TimeZone::system()).datetime())
    }

    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    pub fn ask(&mut self, command: Command) {
        self.act(Action::Ask(command));
    }
}

/// What each screen remembers for itself: nothing that would be missed.
#[derive(Default)]
pub struct Views {
    sign_in: sign_in::View,
    setup: setup::View,
    confirm: confirm::View,
    create: create::View,
    products: products::View,
    import: import::View,
    webhooks: webhooks::View,
    editor: editor::View,
}

impl Views {
    /// Secrets and the like of a session go with it.
    pub fn session_changed(&mut self, session: &Session) {
        if matches!(session, Session::SignedIn { .. }) {
            self.sign_in = sign_in::View::default();
            self.confirm = confirm::View::default();
        }
    }
}

/// The chosen screen, inside the window's frame.
fn screen(ui: &mut Ui, views: &mut Views, cx: &mut Cx<'_>) {
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
    let name = account.shown_name().to_owned();
    page(ui, "no shop", |ui| {
        ui.add_space(space::XL);
        let body = format!("{} {}", cx.format("no-shop-body", crate::args!["name" => name]), cx.t("no-shop-remedy"));
        let actions = vec![Button::primary(cx.t("sign-out")).with_icon(Icon::SignOut)];
        if widgets::empty_state(ui, Icon::Shop, cx.t("no-shop-title"), body.into(), actions).is_some() {
            cx.ask(Command::Account(AccountCommand::SignOut));
        }
    });
}

/// The room of a screen, with the window's margins; it scrolls when it has to.
fn page(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui)) {
    let rtl = is_rtl(ui);
    Scroll::new(id).show(ui, |ui| {
        margins(ui).show(ui, |ui| {
            ui.with_layout(column_layout(rtl), |ui| {
                ui.set_width(ui.available_width());
                contents(ui);
            });
        });
    });
}

/// The room of a screen whose last part takes the height that is left: `contents` is told where the room ends. In a low
/// window the last part keeps a usable height, and the whole scrolls.
fn fixed_page(ui: &mut Ui, id: &str, contents: impl FnOnce(&mut Ui, Bottom)) {
    let bottom = ui.available_rect_before_wrap().bottom() - space::M;
    let top = ui.cursor().top();
    page(ui, id, |ui| {
        let scrolled = top + f32::from(margins(ui).inner_margin.top) - ui.cursor().top();
        contents(ui, Bottom(bottom - scrolled));
    });
}

/// Where the visible room ends, in the coordinates of the page.
#[derive(Clone, Copy)]
struct Bottom(f32);

impl Bottom {
    /// Gives the rest of the height to what is drawn last.
    fn fill(self, ui: &mut Ui, least: f32, contents: impl FnOnce(&mut Ui)) {
        let height = (self.0 - ui.cursor().top()).max(least);
        let size = vec2(ui.available_width(), height);
        let layout = *ui.layout();
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_max_height(height);
            contents(ui);
        });
    }
}

fn margins(ui: &Ui) -> Frame {
    let wide = if ui.available_width() > 760.0 { 28 } else { 16 };
    Frame::new().inner_margin(Margin { left: wide, right: wide, top: 18, bottom: 10 })
}

/// A screen's name, and what may be done with all of it.
fn title(ui: &mut Ui, text: Cow<'_, str>, trailing: impl FnOnce(&mut Ui)) {
    sides(
        ui,
        height::CONTROL,
        |ui| {
            ui.add(Text::new(text).heading().truncate());
        },
        trailing,
    );
}

/// The bar at the foot of a screen where its one main thing is done. Its room is kept before the page is drawn, and it is
/// drawn after it: so the Tab key comes to it last.
struct Foot(Rect);

impl Foot {
    const HIGH: f32 = height::CONTROL + 2.0 * Self::MARGIN;
    const MARGIN: f32 = 10.0;

    fn keep_room(ui: &mut Ui) -> Self {
        let room = ui.available_rect_before_wrap();
        let (page, foot) = room.split_top_bottom_at_y(room.bottom() - Self::HIGH);
        ui.set_max_height(page.height());
        Self(foot)
    }

    fn show(self, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
        let p = theme::palette(ui);
        ui.painter().rect_filled(self.0, 0.0, p.surface);
        ui.painter().hline(self.0.x_range(), self.0.top() + 0.5, Stroke::new(1.0, p.line));
        let side = f32::from(margins(ui).inner_margin.left);
        let room = self.0.shrink2(vec2(side, Self::MARGIN));
        contents(&mut ui.new_child(UiBuilder::new().id_salt("foot").max_rect(room).layout(column_layout(is_rtl(ui)))));
    }
}

/// Tells, before anything is tried, that the token lacks what this screen needs, and offers to sign in again with it.
fn scope_notice(ui: &mut Ui, cx: &mut Cx<'_>, scope: &str) {
    if cx.model.lacks_scope(scope) {
        let tone = theme::palette(ui).warn;
        let text = cx.format("missing-scope", crate::args!["scope" => scope]);
        let notice = Notice::new(tone, Icon::Key, text.into_owned()).action(Button::secondary(cx.t("again-offer")).small());
        if notice.show(ui, |ui| drop(ui.add(Text::new(cx.words.scope(scope)).wrap()))) {
            cx.act(Action::SignInAgain(vec![Scope(scope.to_owned())]));
        }
    }
}

/// Under a refusal for want of a permission: signing in again with it, right there.
fn again_offer(ui: &mut Ui, cx: &mut Cx<'_>, problem: &Problem) {
    let missing = problem.missing_scopes();
    let practice = matches!(cx.model.session, Session::SignedIn { practice: true, .. });
    if missing.is_empty() || practice {
        return;
    }
    if ui.add(Button::secondary(cx.t("again-offer")).with_icon(Icon::Key).small()).clicked() {
        cx.act(Action::SignInAgain(missing));
    }
}

const READ: &str = Scope::PRODUCT_READ;
const WRITE: &str = Scope::PRODUCT_WRITE;
