//! What the commands of the list of actions do now, and whether they can be done.

use crate::i18n::{Language, Messages};
use crate::worker::{
    AccountEntry, Command, PasteTarget, PickTarget, PlatformCommand, Session, Settings, Theme,
};
use vitrine_core::edit::EditRunId;
use vitrine_model::{
    Action, CellAction, FormAction, ImportAction, LeaveTarget, Model, Phase, ProductEditAction, Question,
    Screen, Unpriced,
};

const fn platform(command: PlatformCommand) -> Option<Action> {
    Some(Action::Ask(Command::Platform(command)))
}

pub const fn choose_folder(_: &Model, _: &Messages) -> Option<Action> {
    platform(PlatformCommand::Pick(PickTarget::ImportFolder))
}

pub const fn choose_photos(_: &Model, _: &Messages) -> Option<Action> {
    platform(PlatformCommand::Pick(PickTarget::ImportPhotos))
}

pub fn paste(model: &Model, words: &Messages) -> Option<Action> {
    let target = if model.screen == Screen::Create { PasteTarget::Form } else { PasteTarget::Import };
    platform(PlatformCommand::Paste { target, name: words.text("import-pasted-name").into_owned() })
}

pub const fn report_problem(_: &Model, _: &Messages) -> Option<Action> {
    platform(PlatformCommand::ReportProblem)
}

pub const fn open_data_folder(_: &Model, _: &Messages) -> Option<Action> {
    platform(PlatformCommand::OpenDataFolder)
}

pub const fn show_notifications(_: &Model, _: &Messages) -> Option<Action> {
    Some(Action::ShowNotifications(true))
}

pub fn show_activity(model: &Model, _: &Messages) -> Option<Action> {
    model.account().is_some().then_some(Action::ShowActivity(true))
}

pub fn start_import(model: &Model, _: &Messages) -> Option<Action> {
    let import = &model.import;
    let ready = || import.review.checks().are_complete() && import.review.ready() > 0;
    let may_start = import.phase == Phase::Review && ready();
    may_start.then_some(Action::Import(ImportAction::Start {
        again: import.review.known().again,
        unpriced: Unpriced::Ask,
    }))
}

pub fn undo(model: &Model, _: &Messages) -> Option<Action> {
    if model.screen == Screen::Create {
        return model.form.taken().map(|_| Action::Form(FormAction::PutBack));
    }
    match model.screen {
        Screen::Import => model.import.can_undo().then_some(Action::Import(ImportAction::Undo)),
        Screen::Products if model.products.cells.can_undo() => Some(Action::Cells(CellAction::Undo)),
        Screen::Products => model.product_edits.undoable().map(undo_changes),
        _ => None,
    }
}

pub fn redo(model: &Model, _: &Messages) -> Option<Action> {
    match model.screen {
        Screen::Import => model.import.can_redo().then_some(Action::Import(ImportAction::Redo)),
        Screen::Products if model.products.cells.can_redo() => Some(Action::Cells(CellAction::Redo)),
        Screen::Products => model.product_edits.redoable().map(undo_changes),
        _ => None,
    }
}

/// Brings the old values of a run back, after a preview.
const fn undo_changes(run: EditRunId) -> Action {
    Action::EditProducts(ProductEditAction::Undo(run))
}

pub fn start_over(model: &Model, _: &Messages) -> Option<Action> {
    (model.import.phase == Phase::Review).then_some(Action::Import(ImportAction::Clear))
}

fn while_running(model: &Model, action: ImportAction) -> Option<Action> {
    let import = &model.import;
    (import.phase == Phase::Running && !import.run.cancelling).then_some(Action::Import(action))
}

pub fn pause_import(model: &Model, _: &Messages) -> Option<Action> {
    while_running(model, ImportAction::Pause)
}

pub fn continue_import(model: &Model, _: &Messages) -> Option<Action> {
    while_running(model, ImportAction::Continue)
}

pub fn new_import(model: &Model, _: &Messages) -> Option<Action> {
    (model.import.phase == Phase::Ended).then_some(Action::Import(ImportAction::Clear))
}

pub fn clear_form(model: &Model, _: &Messages) -> Option<Action> {
    let form = &model.form;
    let may_clear = model.screen == Screen::Create && !form.is_empty() && !form.is_busy();
    may_clear.then_some(Action::Form(FormAction::Clear))
}

fn with_theme(model: &Model, theme: Theme) -> Option<Action> {
    Some(Action::Settings(Settings { theme, ..model.settings.clone() }))
}

pub fn light_colors(model: &Model, _: &Messages) -> Option<Action> {
    with_theme(model, Theme::Light)
}

pub fn dark_colors(model: &Model, _: &Messages) -> Option<Action> {
    with_theme(model, Theme::Dark)
}

pub fn system_colors(model: &Model, _: &Messages) -> Option<Action> {
    with_theme(model, Theme::System)
}

fn in_language(model: &Model, language: Language) -> Option<Action> {
    Some(Action::Settings(Settings { language: Some(language.tag().to_owned()), ..model.settings.clone() }))
}

pub fn english(model: &Model, _: &Messages) -> Option<Action> {
    in_language(model, Language::English)
}

pub fn persian(model: &Model, _: &Messages) -> Option<Action> {
    in_language(model, Language::Persian)
}

pub fn add_account(model: &Model, _: &Messages) -> Option<Action> {
    matches!(model.session, Session::SignedIn { practice: false, .. })
        .then_some(Action::Leave(LeaveTarget::Add))
}

pub fn other_market(model: &Model, _: &Messages) -> Option<Action> {
    matches!(model.session, Session::SignedIn { .. }).then_some(Action::Leave(LeaveTarget::Market))
}

pub fn sign_out(model: &Model, _: &Messages) -> Option<Action> {
    let current = model.sign_in.accounts.iter().find(|entry| entry.current);
    let ask = |entry: &AccountEntry| Action::Question(Question::SignOut(entry.clone()));
    let signed_in = matches!(model.session, Session::SignedIn { .. });
    signed_in.then(|| current.map_or(Action::Leave(LeaveTarget::SignOut), ask))
}
