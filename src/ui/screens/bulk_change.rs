//! The editors of a change of one field of many products: a new value, or an amount or a percentage.

use eframe::egui::Ui;

use crate::domain::Field;
use crate::import::bulk::{BulkChange, BulkError, BulkOperation};
use crate::ui::model::is_number;
use crate::ui::screens::Cx;
use crate::ui::text;
use crate::ui::theme;
use crate::ui::widgets::FormField;

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

/// The editors of a change.
pub fn inputs(ui: &mut Ui, change: &mut BulkChange, field: Field, error: Option<&BulkError>, cx: &Cx<'_>) {
    let operand_error = match error {
        Some(BulkError::Operand(error)) => Some(cx.words.field_error(error).into()),
        _ => None,
    };
    let percent = matches!(change.operation, BulkOperation::IncreasePercent | BulkOperation::DecreasePercent);
    let label = if percent { cx.t("bulk-percent") } else { cx.label(field) };
    let note = if percent { None } else { cx.toman_equivalent(field, &change.operand).map(Into::into) };
    FormField::new(label).note(note).error(operand_error).show(ui, |ui, error| {
        let width = ui.available_width().min(320.0);
        ui.add(
            text::line_edit("bulk operand", &mut change.operand)
                .number(is_number(field).then_some(cx.words))
                .width(width)
                .margin(theme::EDITOR)
                .error(error),
        )
    });
    if change.operation != BulkOperation::Set {
        let rounding_error = match error {
            Some(BulkError::Rounding(error)) => Some(cx.words.field_error(error).into()),
            _ => None,
        };
        FormField::new(cx.t("bulk-rounding")).error(rounding_error).show(ui, |ui, error| {
            let width = ui.available_width().min(320.0);
            ui.add(
                text::line_edit("bulk rounding", &mut change.rounding)
                    .number(Some(cx.words))
                    .width(width)
                    .margin(theme::EDITOR)
                    .error(error),
            )
        });
    }
}
