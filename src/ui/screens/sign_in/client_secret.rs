//! The client secret, for sign-in methods that need one.

use crate::ui::outcome;
use eframe::egui::Ui;
use secrecy::SecretString;

use crate::ui::screens::Cx;
use crate::worker::{AccountCommand, ClientSecretState, Command};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::{Button, FormField, Notice, theme};

/// The form for the secret. It is typed once, saved in the keychain, and never shown again.
pub fn show(ui: &mut Ui, typed: &mut String, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    match &cx.model.sign_in.secret {
        ClientSecretState::Kept | ClientSecretState::ThisSession => {
            let saved = cx.model.sign_in.secret == ClientSecretState::Kept;
            let title = cx.t(if saved { "secret-saved" } else { "secret-session" });
            if Notice::new(p.good, Icon::Key, title)
                .action(Button::secondary(cx.t("secret-forget")).small())
                .show(ui, |_| {})
            {
                cx.ask(Command::Account(AccountCommand::ForgetClientSecret));
            }
        }
        ClientSecretState::NotKept(problem) => {
            let session = Button::secondary(cx.t("secret-use-session")).small();
            if outcome::problem(ui, cx.words, problem, Some(session), |_| {}) {
                cx.ask(Command::Account(AccountCommand::ClientSecretThisSession));
            }
            if ui.add(Button::quiet(cx.t("secret-forget")).small()).clicked() {
                cx.ask(Command::Account(AccountCommand::ForgetClientSecret));
            }
        }
        ClientSecretState::None => {
            secret_field(ui, cx, "secret", typed);
            let ready = !typed.trim().is_empty();
            if ui.add(Button::secondary(cx.t("secret-save")).with_icon(Icon::Key).enabled(ready)).clicked() {
                save_typed(typed, cx);
            }
        }
    }
}

/// Warns that the secret could not be saved, on a page that does not show the form.
pub fn not_saved(ui: &mut Ui, cx: &Cx<'_>) {
    if matches!(cx.model.sign_in.secret, ClientSecretState::NotKept(_)) {
        warning(ui, cx, Icon::Key, "secret-not-saved");
    }
}

/// Saves a secret that was typed, even if its own button was not pressed.
pub fn save_typed(typed: &mut String, cx: &mut Cx<'_>) {
    if cx.model.sign_in.secret == ClientSecretState::None && !typed.trim().is_empty() {
        let secret = std::mem::take(typed);
        cx.ask(Command::Account(AccountCommand::SaveClientSecret(SecretString::from(secret))));
    }
}

/// A password field; `key` names its label and help.
pub fn secret_field(ui: &mut Ui, cx: &Cx<'_>, key: &'static str, text: &mut String) {
    FormField::new(cx.t(key)).help(cx.words.attribute(key, "help", crate::args![])).show(ui, |ui, error| {
        let width = ui.available_width();
        ui.add(
            vitrine_text::line_edit(("sign-in secret", key), text)
                .password(true)
                .width(width)
                .margin(theme::EDITOR)
                .error(error),
        )
    });
}

/// A warning; `key` names its title and help.
pub fn warning(ui: &mut Ui, cx: &Cx<'_>, icon: Icon, key: &'static str) {
    let body = cx.words.attribute(key, "help", crate::args![]);
    Notice::new(theme::palette(ui).warn, icon, cx.t(key)).show(ui, |ui| drop(ui.add(Text::new(body).wrap())));
}
