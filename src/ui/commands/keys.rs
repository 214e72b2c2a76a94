//! What the keys of commands do to the input, and how they are written.

use eframe::egui::{Context, Id, Key, Response};

use super::spec::{Combination, Run};
use super::table::UiCommand;

impl UiCommand {
    /// Takes its keys out of the input. Returns whether they were pressed.
    pub fn consume_keys(self, ctx: &Context) -> bool {
        let keys = self.spec().keys.iter();
        keys.fold(false, |pressed, (modifiers, key)| {
            ctx.input_mut(|input| input.consume_key(*modifiers, *key)) || pressed
        })
    }
}

/// Takes the keys of the commands of the whole window out of the input.
pub fn pressed_commands(ctx: &Context) -> Vec<UiCommand> {
    let of_window =
        UiCommand::ALL.into_iter().filter(|command| matches!(command.spec().run, Run::Window | Run::Go(_)));
    of_window.filter(|command| command.consume_keys(ctx)).collect()
}

/// Takes the one that moves the focus to the next part of a dialog out of the input; returns whether it goes
/// back.
pub fn take_region(ctx: &Context) -> Option<bool> {
    let back = UiCommand::PreviousRegion.consume_keys(ctx).then_some(true);
    back.or_else(|| UiCommand::NextRegion.consume_keys(ctx).then_some(false))
}

const ASKED: &str = "the command that was asked for, and in which pass";

/// Asks the screen for a command that has a button there, in this pass.
pub fn ask_for(ctx: &Context, command: UiCommand) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(Id::unique(ASKED), (command, pass)));
}

/// Whether the screen was asked for this command in this pass.
pub fn is_asked(ctx: &Context, command: UiCommand) -> bool {
    let now = (command, ctx.cumulative_pass_nr());
    ctx.data(|data| data.get_temp::<(UiCommand, u64)>(Id::unique(ASKED))) == Some(now)
}

/// Whether the button of a command was pressed, by itself or by the shortcut, which also gives it the focus.
pub fn is_pressed(button: &Response, command: UiCommand) -> bool {
    if is_asked(&button.ctx, command) && button.sense.senses_click() {
        button.request_focus();
        return true;
    }
    button.clicked()
}

/// A combination as it is written on the keyboard.
pub fn written((modifiers, key): Combination) -> String {
    let names = [
        (modifiers.command, "Ctrl"),
        (modifiers.alt, "Alt"),
        (modifiers.shift && key != Key::Questionmark, "Shift"),
    ];
    let mut parts: Vec<&str> = names.into_iter().filter(|(held, _)| *held).map(|(_, name)| name).collect();
    parts.push(match key {
        // The fonts have no glyphs for egui's symbols.
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        Key::Minus => "-",
        key => key.symbol_or_name(),
    });
    parts.join("+")
}
