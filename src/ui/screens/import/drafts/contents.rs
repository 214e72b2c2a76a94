//! What is in the cells of the review's table, and what becomes of what is typed there.

use crate::ui::screens::Cx;
use crate::ui::screens::category::{is_list, list_choice, list_text, list_value};
use crate::ui::screens::grid::{CellText, Cells, Pasted, Rows};
use vitrine_domain::Field;
use vitrine_model::{Action, ImportAction, Model, PhotoAction, ReviewAction, ReviewFinder};

impl Rows for ReviewFinder {
    fn len(&self) -> usize {
        Self::len(self)
    }

    fn product(&self, row: usize) -> Option<usize> {
        Self::product(self, row)
    }

    fn row(&self, product: usize) -> Option<usize> {
        Self::row(self, product)
    }
}

impl Cells for ReviewFinder {
    fn own_text(&self, model: &Model, product: usize, field: Field) -> String {
        model.import.review.own_text(product, field)
    }

    /// What was typed, else what would be sent.
    fn copied(&self, cx: &Cx<'_>, product: usize, field: Field) -> String {
        let review = &cx.model.import.review;
        if field == Field::CategoryId {
            return review.category_text(product);
        }
        if is_list(field) {
            let chosen = list_choice(field, &review.with_defaults(product), &cx.model.rules());
            return list_text(cx, field, chosen);
        }
        let typed = review.typed(product, field).filter(|typed| !typed.trim().is_empty());
        let kept = typed.map_or_else(|| review.with_defaults(product).text(field), str::to_owned);
        cx.typed(field, &kept).into_owned()
    }

    fn is_choice(&self, field: Field) -> bool {
        matches!(field, Field::CategoryId | Field::ProductAttribute) || is_list(field)
    }

    fn set(&self, cx: &mut Cx<'_>, cells: Vec<CellText>) {
        let cells = meant(cx, cells);
        review(cx, ReviewAction::SetCells(cells));
    }

    fn paste(&self, cx: &mut Cx<'_>, cells: Vec<CellText>, pasted: Pasted) {
        let cells = meant(cx, cells);
        let replaced = if pasted.goes_on { cx.model.import.review.count_replaced(&cells) } else { 0 };
        review(cx, ReviewAction::SetCells(cells));
        if replaced > 0 {
            cx.act(Action::ValuesReplaced(replaced));
        }
        if pasted.beyond > 0 {
            cx.act(Action::PastedTooMuch(pasted.beyond));
        }
    }

    fn restore(&self, cx: &mut Cx<'_>, (product, field, text): CellText) {
        review(cx, ReviewAction::Type(product, field, text));
    }

    fn merge(&self, cx: &mut Cx<'_>, product: usize, into: usize) {
        review(cx, ReviewAction::Photos(PhotoAction::Merge { product, into }));
    }
}

fn review(cx: &mut Cx<'_>, action: ReviewAction) {
    cx.act(Action::Import(ImportAction::Review(action)));
}

/// What texts of people set. A status or unit may be named; a price is in the unit of people.
fn meant(cx: &Cx<'_>, cells: Vec<CellText>) -> Vec<CellText> {
    let one = |(product, field, text): CellText| {
        let meant = if is_list(field) { list_value(cx, field, &text) } else { cx.kept(field, &text) };
        (product, field, meant)
    };
    cells.into_iter().map(one).collect()
}
