//! Correcting failed products, one at a time or all with the same cause.

use crate::ui::outcome;
use eframe::egui::Ui;

use super::fix_cells::Cells;
use super::fix_table;
use crate::i18n::without_direction_marks;
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::ui::screens::permission::offer_reauthorization;
use vitrine_core::import::{DraftId, State};
use vitrine_domain::{Field, FieldError, FieldKind, Problem, ProblemKind, parse_flag};
use vitrine_model::{Action, BatchFix, FailureGroup, ImportAction, WaitingAlike};
use vitrine_text::Text;
use vitrine_widgets::layout::{beside, tiles};
use vitrine_widgets::theme::space;
use vitrine_widgets::{self as widgets, Answer, Button, Dialog, FormField, check, theme};

/// The dialog that is open.
pub enum FixDialog {
    /// One product.
    One(DraftId),
    /// All products with the same cause.
    Batch(Box<BatchDialog>),
}

/// Several products with the same cause.
pub struct BatchDialog {
    problem: Problem,
    batch_fix: BatchFix,
    /// The text typed for all of them.
    typed: String,
    /// The products that wait with the same value, and whether they are corrected as well.
    alike: WaitingAlike,
    also_waiting: bool,
    /// The product that is edited alone.
    editing: Option<DraftId>,
    table: Cells,
}

/// The space for focus rings above and below the contents of a dialog, and the least height of the table, in
/// points.
const FOCUS_RINGS: f32 = 10.0;
const MIN_TABLE: f32 = 110.0;
/// The width of the button to undo, and of the narrowest dialog that has it, in points.
const UNDO: f32 = 36.0;
const ROOM_FOR_UNDO: f32 = 700.0;

impl FixDialog {
    /// A dialog for the products of a group.
    pub fn of(group: &FailureGroup<'_>) -> Self {
        let drafts = group.drafts();
        match drafts[..] {
            [only] => Self::One(only),
            _ => Self::Batch(Box::new(BatchDialog {
                problem: group.problem.clone(),
                batch_fix: BatchFix::of(drafts),
                typed: String::new(),
                alike: WaitingAlike::default(),
                also_waiting: true,
                editing: None,
                table: Cells::default(),
            })),
        }
    }
}

/// How the products with one cause can be corrected.
enum FixMethod {
    /// One value for all, in this field.
    Same(Field),
    /// A separate value for each.
    Each(Field),
    /// The marketplace gave no field: each is edited as a whole, or all are sent again as they are.
    Whole,
}

impl FixMethod {
    fn fields(&self) -> &[Field] {
        match self {
            Self::Same(field) | Self::Each(field) => std::slice::from_ref(field),
            Self::Whole => &[],
        }
    }
}

fn fix_method(problem: &Problem) -> Option<FixMethod> {
    let field = problem.field.as_deref();
    match (field.and_then(Field::from_name), problem.kind) {
        (Some(own @ (Field::Name | Field::Sku)), _) => Some(FixMethod::Each(own)),
        (Some(field), _) if field.kind() != FieldKind::Photos => Some(FixMethod::Same(field)),
        (None, ProblemKind::Unprocessable | ProblemKind::Refused) if field.is_none() => {
            Some(FixMethod::Whole)
        }
        _ => None,
    }
}

/// Whether the products of a group can be corrected by typing.
pub fn can_fix(group: &FailureGroup<'_>) -> bool {
    fix_method(group.problem).is_some() && group.is_fixable()
}

/// Whether a value was refused, so that sending the same again is in vain.
pub fn needs_value(group: &FailureGroup<'_>) -> bool {
    matches!(fix_method(group.problem), Some(FixMethod::Same(_) | FixMethod::Each(_))) && group.is_fixable()
}

/// Draws the dialog. Returns it while it stays open.
pub fn show(ui: &Ui, fixing: FixDialog, cx: &mut Cx<'_>) -> Option<FixDialog> {
    match fixing {
        FixDialog::One(draft) => single(ui, draft, cx).then_some(fixing),
        FixDialog::Batch(all) => batch(ui, all, cx).map(FixDialog::Batch),
    }
}

/// The dialog for one product: its problem, its fields, and sending it again. Returns whether it stays open.
fn single(ui: &Ui, draft: DraftId, cx: &mut Cx<'_>) -> bool {
    let Some(row) = cx.model.import.run.row(draft).filter(|row| row.state == State::Failed) else {
        return false;
    };
    let errors =
        cx.model.import.run.fix_errors(row.id, &cx.model.categories.market_categories, &cx.model.rules());
    let refused =
        row.problem.as_ref().and_then(|problem| problem.field.as_deref()).and_then(Field::from_name);
    let dialog = Dialog::new("mend", row.name.as_str(), cx.t("close"))
        .confirm(Button::primary(cx.t("retry")))
        .ready(errors.is_empty())
        .enter_confirms()
        .focus_contents();
    let answer = dialog.show(ui, |ui| {
        if let Some(problem) = &row.problem {
            outcome::problem_notice(ui, &cx.words.creation_problem(problem), None, |ui| {
                offer_reauthorization(ui, cx, problem);
            });
        }
        tiles(ui, 200.0, fix_fields(refused), |ui, field| {
            let kept = cx.model.import.run.edited_text(row.id, field, |value| cx.value_kept(value));
            let mut text = cx.typed(field, &kept).into_owned();
            let error = errors.get(&field);
            let note = cx.toman_equivalent(field, &kept);
            let answer = Editor {
                draft: Some(row.id),
                label: &cx.label(field),
                note,
                error,
                marked: refused == Some(field),
            };
            if answer.show(ui, cx, field, &mut text) {
                let kept = cx.kept(field, &text);
                cx.act(Action::Import(ImportAction::Fix(row.id, field, kept)));
            }
        });
    });
    if answer == Some(Answer::Confirmed) {
        cx.act(Action::Import(ImportAction::Retry(vec![row.id])));
    }
    answer.is_none()
}

/// The editor of a field's new value.
struct Editor<'a> {
    /// The product; `None` if the value is for several.
    draft: Option<DraftId>,
    label: &'a str,
    note: Option<String>,
    error: Option<&'a FieldError>,
    /// Whether the field was rejected.
    marked: bool,
}

impl Editor<'_> {
    /// A text field, or a choice of yes and no. Returns whether the value was changed.
    fn show(self, ui: &mut Ui, cx: &Cx<'_>, field: Field, text: &mut String) -> bool {
        let shown = FormField::new(self.label)
            .note(self.note.map(Into::into))
            .error(self.error.map(|error| cx.words.field_error(error).into()))
            .error_in_line(self.error.map(|error| cx.error_in_line(error)));
        let mut chosen = None;
        let response = shown.show(ui, |ui, error| {
            if field.kind() == FieldKind::Flag {
                let options = [(Some(true), cx.t("yes"), None), (Some(false), cx.t("no"), None)];
                return ui
                    .scope(|ui| chosen = widgets::segments(ui, parse_flag(text).ok(), &options).flatten())
                    .response;
            }
            let width = ui.available_width();
            ui.add(
                vitrine_text::line_edit(("failed product", self.draft, field), text)
                    .number((field.kind() == FieldKind::Integer).then_some(cx.words))
                    .width(width)
                    .margin(theme::EDITOR)
                    .error(error || self.marked),
            )
        });
        if let Some(yes) = chosen {
            *text = yes.to_string();
        }
        chosen.is_some() || response.changed()
    }
}

/// The dialog for all products with one cause. It sends those that are complete.
fn batch(ui: &Ui, mut all: Box<BatchDialog>, cx: &mut Cx<'_>) -> Option<Box<BatchDialog>> {
    if let Some(draft) = all.editing {
        if single(ui, draft, cx) {
            return Some(all);
        }
        all.editing = None;
    }
    let method = fix_method(&all.problem)?;
    cx.model.import.run.update_batch(
        &mut all.batch_fix,
        method.fields(),
        &cx.model.categories.market_categories,
        &cx.model.rules(),
    );
    if let FixMethod::Same(field) = method {
        cx.model.import.run.update_waiting_alike(&mut all.alike, &all.batch_fix.failed, field);
    }
    let examined = all.batch_fix.is_complete();
    if !examined || (matches!(method, FixMethod::Same(_)) && !all.alike.is_complete()) {
        ui.ctx().request_repaint();
    }
    let count = all.batch_fix.failed.len();
    if count == 0 {
        return None;
    }
    let ready = all.ready(&method).len();
    let words = cx.words.creation_problem(&all.problem);
    let title = cx
        .format("import-failed-group", crate::args!["count" => count, "title" => words.title.as_str()])
        .into_owned();
    let send = match ready {
        0 => cx.t("retry"),
        _ => cx.format("import-retry-all", crate::args!["count" => ready + all.waiting().len()]),
    };
    let is_incomplete = count > ready && all.batch_fix.state.typed;
    // The table shows one field; a category may ask for others.
    let wrong: Vec<_> =
        all.batch_fix.state.errors.keys().map(|field| cx.words.field(*field).into_owned()).collect();
    let fields = wrong.join(&cx.t("list-separator"));
    // Those whose own value was not typed anew.
    let fields = if fields.is_empty() { words.title.clone() } else { fields };
    let told = crate::args!["count" => count - ready, "fields" => fields];
    let incomplete = is_incomplete.then(|| cx.format("import-fix-incomplete", told));
    let dialog = Dialog::new("mend all", title, cx.t("close")).large().said(incomplete);
    let dialog =
        dialog.confirm(Button::primary(send)).ready(ready > 0 || !examined).enter_confirms().focus_contents();
    let can_undo = cx.model.import.run.can_undo_fix(&all.batch_fix.failed);
    let mut undone = can_undo && UiCommand::Undo.consume_keys(ui.ctx());
    let answer = dialog.show(ui, |ui| {
        let top = ui.cursor().top();
        if method.fields().is_empty() || ui.available_width() < ROOM_FOR_UNDO {
            outcome::problem_text(ui, &words);
        } else {
            // Beside the text, where it takes no height from the table; in a small window there is its key.
            let width = ui.available_width() - UNDO - space::M;
            let undo = UiCommand::Undo.icon_button(cx.words).enabled(can_undo);
            beside(ui, width, |ui| outcome::problem_text(ui, &words), |ui| undone |= ui.add(undo).clicked());
        }
        match &method {
            FixMethod::Same(field) => same(ui, &mut all, *field, cx),
            FixMethod::Each(_) => {}
            FixMethod::Whole => drop(ui.add(Text::new(cx.t("import-fix-no-field")).wrap())),
        }
        let high = (Dialog::room(ui) - FOCUS_RINGS - (ui.cursor().top() - top)).max(MIN_TABLE);
        let field = match &method {
            FixMethod::Same(field) | FixMethod::Each(field) => Some(*field),
            FixMethod::Whole => None,
        };
        let BatchDialog { batch_fix, table, editing, .. } = &mut *all;
        *editing = fix_table::show(ui, table, &batch_fix.failed, field, high, cx).or(*editing);
    });
    if undone {
        all.typed.clear();
        cx.act(Action::Import(ImportAction::UndoFix));
    }
    if answer == Some(Answer::Confirmed) {
        while !all.batch_fix.is_complete() {
            cx.model.import.run.update_batch(
                &mut all.batch_fix,
                method.fields(),
                &cx.model.categories.market_categories,
                &cx.model.rules(),
            );
        }
        let mut products = all.ready(&method).to_vec();
        if products.is_empty() {
            return Some(all);
        }
        if let (FixMethod::Same(field), waiting @ [_, ..]) = (&method, all.waiting()) {
            cx.act(Action::Import(ImportAction::FixAll(waiting.to_vec(), *field, all.typed.clone())));
            products.extend(waiting);
        }
        cx.act(Action::Import(ImportAction::Retry(products)));
    }
    answer.is_none().then_some(all)
}

impl BatchDialog {
    /// The failed products that can be sent now.
    fn ready(&self, method: &FixMethod) -> &[DraftId] {
        if matches!(method, FixMethod::Whole) { &self.batch_fix.failed } else { &self.batch_fix.state.ready }
    }

    /// The waiting products that are corrected as well.
    fn waiting(&self) -> &[DraftId] {
        if self.also_waiting && !self.typed.trim().is_empty() { self.alike.products() } else { &[] }
    }
}

/// One editor for all products, and whether what is typed counts for those that wait, too.
fn same(ui: &mut Ui, all: &mut BatchDialog, field: Field, cx: &mut Cx<'_>) {
    let BatchDialog { batch_fix, typed, alike, also_waiting, .. } = all;
    let is_empty = typed.trim().is_empty();
    let mut text = cx.typed(field, typed).into_owned();
    let note = if is_empty { current_value(cx, batch_fix, field) } else { cx.toman_equivalent(field, typed) };
    let error = batch_fix.state.errors.get(&field).filter(|_| !is_empty);
    let count = batch_fix.failed.len();
    let label = cx
        .format("import-fix-for-all", crate::args!["field" => unmarked_label(cx, field), "count" => count])
        .into_owned();
    if (Editor { draft: None, label: &label, note, error, marked: false }).show(ui, cx, field, &mut text) {
        *typed = cx.kept(field, &text);
        cx.act(Action::Import(ImportAction::FixAll(batch_fix.failed.clone(), field, typed.clone())));
    }
    if !alike.products().is_empty() {
        let arguments = crate::args!["count" => alike.products().len(), "field" => field.name()];
        if check(ui, *also_waiting, cx.format("import-fix-waiting", arguments)).clicked() {
            *also_waiting = !*also_waiting;
        }
    }
}

/// A field's label for use inside another message, without direction marks, which must not be nested.
fn unmarked_label(cx: &Cx<'_>, field: Field) -> String {
    without_direction_marks(&cx.label(field)).into_owned()
}

/// The value that the products were sent with, or a note that they differ.
fn current_value(cx: &Cx<'_>, batch_fix: &BatchFix, field: Field) -> Option<String> {
    if !batch_fix.shares(field) {
        return Some(cx.t("import-fix-values-differ").into_owned());
    }
    let text =
        cx.model.import.run.sent_text(*batch_fix.failed.first()?, field, |value| cx.words.value(value));
    if text.is_empty() {
        return None;
    }
    let text = match parse_flag(&text) {
        Ok(yes) if field.kind() == FieldKind::Flag => cx.t(if yes { "yes" } else { "no" }).into_owned(),
        _ => text,
    };
    Some(cx.format("import-fix-current-value", crate::args!["value" => text]).into_owned())
}

/// The fields of the dialog: the rejected one first, then those most often wrong.
fn fix_fields(refused: Option<Field>) -> Vec<Field> {
    let is_usual = |field: &Field| {
        field.is_of_contract()
            && matches!(field.kind(), FieldKind::Line | FieldKind::Paragraph | FieldKind::Integer)
    };
    let mut usual: Vec<Field> = Field::offered().into_iter().filter(is_usual).collect();
    usual.sort_by_key(|field| *field != Field::Name);
    let first = refused.filter(|field| field.kind() != FieldKind::Photos);
    first.into_iter().chain(usual.into_iter().filter(|field| Some(*field) != first)).collect()
}
