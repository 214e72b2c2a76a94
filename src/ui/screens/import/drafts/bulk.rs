//! The dialog that changes one field of all selected products, with the table of what changes.

use std::borrow::Cow;
use std::sync::Arc;

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use crate::ui::screens::bulk_change::{
    Input, OPERAND, TypedChanges, go_on_typing, inputs, operation_key, set_operation,
};
use crate::ui::screens::changes::{self, LeaveOut, Products, Shown};
use crate::ui::screens::rows::row_height;
use vitrine_core::edit::plan::{LeftOut, Preview};
use vitrine_core::import::bulk::{BulkChange, BulkError, BulkOperation, BulkResult};
use vitrine_domain::Field;
use vitrine_model::{Action, ImportAction, PreviewPurpose, ReviewAction, bulk_fields, is_number};
use vitrine_widgets::layout::tiles;
use vitrine_widgets::theme::height;
use vitrine_widgets::{Answer, Button, Dialog, fitting_segments, labelled, select};

/// The dialog's own state.
#[derive(Default)]
pub struct BulkView {
    is_open: bool,
    field: Option<Field>,
    typed: TypedChanges,
    computed: Option<Computed>,
    /// What is left out, which grows the revision.
    left_out: LeftOut,
    revision: u64,
    table: changes::ChangesView,
}

/// What a change would do, until it, the products, or what was typed into them changes.
struct Computed {
    products: Vec<usize>,
    field: Field,
    change: BulkChange,
    revision: u64,
    results: Result<Results, BulkError>,
}

/// What a change would do to each product, also as a preview.
#[derive(Clone)]
struct Results {
    each: Arc<[(usize, BulkResult)]>,
    preview: Arc<Preview>,
}

/// The space for focus rings above and below the contents of a dialog, the least height of the table, and
/// what it has above its rows, in points.
const FOCUS_RINGS: f32 = 10.0;
const MIN_TABLE: f32 = 110.0;
const ABOVE_ROWS: f32 = height::CONTROL + height::LOW_HEADER + 12.0;
/// In a window lower than this, in points, what is chosen stands in one line, with at least so much room for
/// each.
const LOW: f32 = 600.0;
const MIN_CHOICE: f32 = 140.0;

/// What is chosen in a line.
#[derive(Clone, Copy)]
enum Choice {
    Field,
    Operation,
    Input(Input),
}

impl BulkView {
    /// Opens the dialog.
    pub fn open(&mut self) {
        *self = Self { is_open: true, field: self.field, ..Self::default() };
    }

    /// What the change would do; `None`: nothing was typed yet, which is no error and clears nothing.
    fn update(
        &mut self,
        products: &[usize],
        field: Field,
        cx: &Cx<'_>,
    ) -> Option<Result<Results, BulkError>> {
        if self.typed.change.is_empty() {
            self.computed = None;
            return None;
        }
        let import = &cx.model.import;
        let is_same = |made: &&Computed| {
            made.products == products
                && made.field == field
                && made.change == self.typed.change
                && made.revision == import.review.revision()
        };
        if let Some(computed) = self.computed.as_ref().filter(is_same) {
            return Some(computed.results.clone());
        }
        self.left_out.clear();
        self.revision += 1;
        let results = import.review.preview(products, field, &self.typed.change);
        let results = results.map(|each| Results {
            preview: Arc::new(import.review.bulk_preview(field, &each)),
            each: each.into(),
        });
        let (products, change) = (products.to_vec(), self.typed.change.clone());
        self.computed = Some(Computed {
            products,
            field,
            change,
            revision: import.review.revision(),
            results: results.clone(),
        });
        Some(results)
    }

    fn leave_out(&mut self, changed: Vec<LeaveOut>) {
        for LeaveOut { changes, out } in changed {
            self.revision += 1;
            for change in changes {
                if out {
                    self.left_out.insert(change);
                } else {
                    self.left_out.remove(&change);
                }
            }
        }
    }
}

/// Draws the dialog while it is open, for these products.
pub fn show(ui: &Ui, view: &mut BulkView, products: &[usize], cx: &mut Cx<'_>) {
    if !view.is_open {
        return;
    }
    let field = view.field.unwrap_or(Field::PrimaryPrice);
    let results = view.update(products, field, cx);
    let (error, results) = match results {
        Some(Ok(results)) => (None, Some(results)),
        Some(Err(error)) => (Some(error), None),
        None => (None, None),
    };
    if let Some(results) = &results {
        view.table.update(shown(&results.preview, products, &view.left_out, view.revision));
    }
    let changes = results.as_ref().map_or(0, |_| view.table.to_send());
    let title = cx.format("bulk-title", crate::args!["count" => products.len()]);
    // Nothing typed yet is not the same as a change of no product.
    let label = if changes == 0 {
        cx.t("bulk-apply-none")
    } else {
        cx.format("bulk-apply", crate::args!["count" => changes])
    };
    let said = results.as_ref().and_then(|_| view.table.said(cx)).map(Into::into);
    let dialog = Dialog::new("bulk change", title, cx.t("cancel")).large().said(said);
    let dialog = dialog.confirm(Button::primary(label)).ready(changes > 0).enter_confirms();
    let dialog = dialog.focus_widget(vitrine_text::edit_id(OPERAND));
    let answer = dialog.show(ui, |ui| {
        let top = ui.cursor().top();
        choose(ui, view, field, error.as_ref(), cx);
        let room = Dialog::room(ui) - FOCUS_RINGS - (ui.cursor().top() - top);
        let high = room.min(ABOVE_ROWS + row_height(cx) * products.len() as f32).max(MIN_TABLE);
        let bottom = ui.cursor().top() + high;
        if let Some(results) = &results {
            let shown = shown(&results.preview, products, &view.left_out, view.revision);
            let left_out = changes::show(ui, &mut view.table, shown, high, cx);
            view.leave_out(left_out);
        } else {
            vitrine_text::weak(ui, cx.t("bulk-nothing-yet"));
        }
        // The buttons stay where they are while something is typed.
        let left = bottom - ui.cursor().top();
        if left > 0.0 {
            ui.add_space(left);
        }
    });
    match (answer, results) {
        (Some(Answer::Confirmed), Some(results)) => {
            let is_kept = |(place, _): &(usize, &(usize, BulkResult))| !view.left_out.contains(&(*place, 0));
            let kept =
                results.each.iter().enumerate().filter(is_kept).map(|(_, result)| result.clone()).collect();
            cx.act(Action::Import(ImportAction::Review(ReviewAction::bulk(field, kept))));
            view.is_open = false;
        }
        (Some(_), _) => view.is_open = false,
        (None, _) => {}
    }
}

/// The field, and how it is changed.
fn choose(ui: &mut Ui, view: &mut BulkView, field: Field, error: Option<&BulkError>, cx: &Cx<'_>) {
    let rules = cx.model.rules();
    let taken = bulk_fields().into_iter().filter(|field| rules.takes(*field));
    let fields: Vec<_> = taken.map(|field| (field, cx.words.field(field), None)).collect();
    let operations: Vec<_> = BulkOperation::ALL
        .into_iter()
        .map(|operation| (operation, cx.t(operation_key(operation)), None))
        .collect();
    let operation = view.typed.change.operation;
    let (mut chosen, mut operates) = (None, None);
    if ui.ctx().content_rect().height() < LOW {
        // In one line, so that more of the table is in sight.
        let choices = [Choice::Field].into_iter().chain(is_number(field).then_some(Choice::Operation));
        tiles(ui, MIN_CHOICE, choices.chain(Input::of(operation).map(Choice::Input)), |ui, choice| {
            match choice {
                Choice::Field => chosen = choose_one(ui, cx.t("bulk-field"), field, &fields),
                Choice::Operation => {
                    operates = choose_one(ui, cx.t("bulk-operation"), operation, &operations);
                }
                Choice::Input(input) => input.show(ui, &mut view.typed.change, field, error, cx),
            }
        });
    } else {
        chosen = fitting_segments(ui, &cx.t("bulk-field"), field, &fields);
        if is_number(field) {
            operates = fitting_segments(ui, &cx.t("bulk-operation"), operation, &operations);
        }
        inputs(ui, &mut view.typed.change, field, error, cx);
    }
    set_operation(&mut view.typed.change, field, operates.unwrap_or(operation), cx);
    if operates.is_some() || chosen.is_some() {
        go_on_typing(ui);
    }
    if let Some(chosen) = chosen {
        let mut typed = std::mem::take(&mut view.typed);
        typed.choose(field, chosen);
        *view = BulkView { is_open: true, field: Some(chosen), typed, ..BulkView::default() };
    }
}

/// A choice with its name above, as the editors beside it.
fn choose_one<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: Cow<'_, str>,
    chosen: T,
    options: &[(T, Cow<'_, str>, Option<String>)],
) -> Option<T> {
    let options: Vec<(T, Cow<'_, str>)> =
        options.iter().map(|(value, text, _)| (*value, text.clone())).collect();
    labelled(ui, name.clone(), |ui| select(ui, &name, chosen, &options))
}

fn shown<'a>(
    preview: &'a Arc<Preview>,
    products: &'a [usize],
    left_out: &'a LeftOut,
    revision: u64,
) -> Shown<'a> {
    Shown { preview, of: Products::Review(products), left_out, revision, purpose: PreviewPurpose::Change }
}
