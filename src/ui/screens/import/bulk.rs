//! The dialog that changes one field of all selected products, with a preview of what changes.

use eframe::egui::Ui;

use crate::domain::Field;
use crate::import::bulk::{BulkChange, BulkOperation, BulkResult};
use crate::ui::model::{Action, bulk_fields, is_number};
use crate::ui::screens::Cx;
use crate::ui::screens::bulk_change::{inputs, operation_key};
use crate::ui::screens::category::value_text;
use crate::ui::text::Text;
use crate::ui::theme::{self, space};
use crate::ui::widgets::{Answer, Button, Dialog, named_segments};

/// The dialog's own state.
#[derive(Default)]
pub struct View {
    is_open: bool,
    field: Option<Field>,
    change: BulkChange,
}

/// How many products the preview shows.
const PREVIEW: usize = 5;

impl View {
    /// Opens the dialog.
    pub fn open(&mut self) {
        *self = Self { is_open: true, field: self.field, ..Self::default() };
    }
}

/// Draws the dialog while it is open, for these products.
pub fn show(ui: &Ui, view: &mut View, products: &[usize], cx: &mut Cx<'_>) {
    if !view.is_open {
        return;
    }
    let field = view.field.unwrap_or(Field::PrimaryPrice);
    // Nothing typed yet is no error, and clears nothing by itself.
    let results = if view.change.is_empty() { None } else { Some(cx.model.import.preview(products, field, &view.change)) };
    let changes = match &results {
        Some(Ok(results)) => results.iter().filter(|(_, result)| matches!(result, BulkResult::Changed(_))).count(),
        _ => 0,
    };
    let title = cx.format("bulk-title", crate::args!["count" => products.len()]);
    // Nothing typed yet is not the same as a change of no product.
    let label = if changes == 0 { cx.t("bulk-apply-none") } else { cx.format("bulk-apply", crate::args!["count" => changes]) };
    let confirm = Button::primary(label);
    let dialog = Dialog::new("bulk change", title, cx.t("cancel")).confirm(confirm).ready(changes > 0).focus_contents();
    let answer = dialog.show(ui, |ui| {
        let rules = cx.model.rules();
        let taken = bulk_fields().into_iter().filter(|field| rules.takes(*field));
        let fields: Vec<_> = taken.map(|field| (field, cx.words.field(field), None)).collect();
        if let Some(chosen) = named_segments(ui, &cx.t("bulk-field"), field, &fields) {
            *view = View { is_open: true, field: Some(chosen), change: BulkChange::default() };
        }
        if is_number(field) {
            let operations: Vec<_> =
                BulkOperation::ALL.into_iter().map(|operation| (operation, cx.t(operation_key(operation)), None)).collect();
            if let Some(operation) = named_segments(ui, &cx.t("bulk-operation"), view.change.operation, &operations) {
                view.change.operation = operation;
            }
        }
        let error = match &results {
            Some(Err(error)) => Some(error),
            _ => None,
        };
        inputs(ui, &mut view.change, field, error, cx);
        if let Some(Ok(results)) = &results {
            preview(ui, field, results, cx);
        }
    });
    match (answer, results) {
        (Some(Answer::Confirmed), Some(Ok(results))) => {
            cx.act(Action::Import(cx.model.import.bulk_action(field, results)));
            view.is_open = false;
        }
        (Some(_), _) => view.is_open = false,
        (None, _) => {}
    }
}

/// What changes, and what does not.
fn preview(ui: &mut Ui, field: Field, results: &[(usize, BulkResult)], cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let changed = |(product, result): &(usize, BulkResult)| match result {
        BulkResult::Changed(new) => Some((*product, new.clone())),
        BulkResult::Unchanged | BulkResult::Invalid(_) => None,
    };
    ui.add_space(space::XS);
    for (product, new) in results.iter().filter_map(changed).take(PREVIEW) {
        let draft = cx.model.import.with_defaults(product);
        let write = |text: &str| if is_number(field) { value_text(cx, field, text) } else { text.to_owned() };
        let old = Some(draft.as_typed(field));
        let old = old.filter(|old| !old.is_empty()).map_or_else(|| "—".to_owned(), |old| write(&old));
        let new = write(&new);
        let line = cx.format("bulk-change", crate::args!["name" => draft.name.as_str(), "old" => old, "new" => new]);
        ui.add(Text::new(line).color(p.ink).truncate());
    }
    let count = |wanted: fn(&BulkResult) -> bool| results.iter().filter(|(_, result)| wanted(result)).count();
    let unchanged = count(|result| *result == BulkResult::Unchanged);
    let invalid = count(|result| matches!(result, BulkResult::Invalid(_)));
    for (key, count) in [("bulk-unchanged", unchanged), ("bulk-invalid", invalid)] {
        if count > 0 {
            ui.add(Text::new(cx.format(key, crate::args!["count" => count])).small().color(p.ink_soft).wrap());
        }
    }
}
