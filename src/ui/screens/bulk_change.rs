//! The editors of a change of one field of many products: a new value, or an amount or a percentage.

use std::collections::BTreeMap;

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use vitrine_core::import::bulk::{BulkChange, BulkError, BulkOperation};
use vitrine_domain::{Field, typed_part};
use vitrine_model::is_number;
use vitrine_widgets::layout::tiles;
use vitrine_widgets::{FormField, theme};

/// What was typed for each field: for the one that is chosen, and for those that were chosen before it.
#[derive(Default)]
pub struct TypedChanges {
    pub change: BulkChange,
    others: BTreeMap<Field, BulkChange>,
}

impl TypedChanges {
    /// Another field is chosen. What was typed for this one is there again when it is chosen again.
    pub fn choose(&mut self, from: Field, to: Field) {
        let left = std::mem::take(&mut self.change);
        self.others.insert(from, left);
        self.change = self.others.remove(&to).unwrap_or_default();
    }
}

/// The message that names an operation.
pub const fn operation_key(operation: BulkOperation) -> &'static str {
    match operation {
        BulkOperation::Set => "bulk-set",
        BulkOperation::Increase => "bulk-increase",
        BulkOperation::Decrease => "bulk-decrease",
        BulkOperation::IncreasePercent => "bulk-increase-percent",
        BulkOperation::DecreasePercent => "bulk-decrease-percent",
    }
}

/// The identity of the editor of the new value, the amount or the percentage.
pub const OPERAND: &str = "bulk operand";

/// An editor of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    Operand,
    Rounding,
}

/// The least width of an editor, its greatest, and its height with the label above and the line below, in
/// points.
const MIN_INPUT: f32 = 200.0;
const MAX_INPUT: f32 = 320.0;
pub const INPUT_HEIGHT: f32 = 78.0;

/// The editors of a change, side by side where there is room. What is said below one moves nothing.
pub fn inputs(ui: &mut Ui, change: &mut BulkChange, field: Field, error: Option<&BulkError>, cx: &Cx<'_>) {
    tiles(ui, MIN_INPUT, Input::of(change.operation), |ui, part| part.show(ui, change, field, error, cx));
}

const fn is_percent(operation: BulkOperation) -> bool {
    matches!(operation, BulkOperation::IncreasePercent | BulkOperation::DecreasePercent)
}

/// What was clicked says how; now the number is typed. The keys that choose stay where they are. Call it
/// after the editors: one that has the focus loses it by a click beside it.
pub fn go_on_typing(ui: &Ui) {
    if ui.input(|input| input.pointer.any_released()) {
        vitrine_text::focus_and_select(ui.ctx(), vitrine_text::edit_id(OPERAND));
    }
}

/// Chooses an operation. A number that was typed for a percentage has no unit, one for a price has.
pub fn set_operation(change: &mut BulkChange, field: Field, operation: BulkOperation, cx: &Cx<'_>) {
    if is_percent(operation) != is_percent(change.operation) {
        let typed = cx.typed(if is_percent(operation) { field } else { Field::Name }, &change.operand);
        change.operand = if is_percent(operation) { typed.into_owned() } else { cx.kept(field, &typed) };
    }
    change.operation = operation;
}

impl Input {
    /// The editors of an operation.
    pub fn of(operation: BulkOperation) -> impl Iterator<Item = Self> {
        let has_rounding = operation != BulkOperation::Set;
        [Self::Operand, Self::Rounding].into_iter().filter(move |part| has_rounding || *part == Self::Operand)
    }

    /// Draws the editor.
    pub fn show(
        self,
        ui: &mut Ui,
        change: &mut BulkChange,
        field: Field,
        error: Option<&BulkError>,
        cx: &Cx<'_>,
    ) {
        let part = self;
        let percent = is_percent(change.operation);
        ui.set_min_height(INPUT_HEIGHT);
        let (label, identity, is_number) = match part {
            Input::Operand if percent => (cx.t("bulk-percent"), OPERAND, is_number(field)),
            Input::Operand => (cx.label(field), OPERAND, is_number(field)),
            Input::Rounding => (cx.t("bulk-rounding"), "bulk rounding", true),
        };
        let error = match (part, error) {
            (Input::Operand, Some(BulkError::Operand(error)))
            | (Input::Rounding, Some(BulkError::Rounding(error))) => Some(error),
            _ => None,
        };
        let note = if part == Input::Operand && !percent {
            cx.toman_equivalent(field, &change.operand)
        } else {
            None
        };
        let kept = if part == Input::Operand { &mut change.operand } else { &mut change.rounding };
        let is_price = field == Field::PrimaryPrice && !(part == Input::Operand && percent);
        let mut text = if is_price { cx.typed(field, kept) } else { typed_part(kept).into() }.into_owned();
        let shown = FormField::new(label)
            .note(note.map(Into::into))
            .error(error.map(|error| cx.words.field_error(error).into()))
            .error_in_line(error.map(|error| cx.error_in_line(error)));
        let before = text.clone();
        shown.show(ui, |ui, error| {
            let width = ui.available_width().min(MAX_INPUT);
            let number = is_number.then_some(cx.words);
            ui.add(
                vitrine_text::line_edit(identity, &mut text)
                    .number(number)
                    .width(width)
                    .margin(theme::EDITOR)
                    .error(error),
            )
        });
        // The editor also writes digits in the language, which is no change that a person made.
        if text != before {
            *kept = if is_price { cx.kept(field, &text) } else { text };
        }
    }
}
