//! A row of the review's table.

use std::borrow::Cow;
use std::collections::BTreeMap;

use eframe::egui::Response;
use eframe::egui::accesskit::Invalid;

use crate::i18n::without_direction_marks;
use crate::ui::screens::Cx;
use vitrine_domain::{Draft, Field, FieldError};

/// What is to be said about a product: in the few words of its state, and whole.
pub struct Note {
    pub brief: String,
    pub whole: String,
}

/// A row of the table.
pub struct Row {
    /// The product's index in the plan.
    pub index: usize,
    /// Which of its editors belong to the selected range.
    pub selected: Vec<bool>,
    /// The product as it would be sent.
    pub draft: Draft,
    /// What is wrong with its fields.
    pub errors: BTreeMap<Field, FieldError>,
    /// Whether it is in the shop already, so that nothing of it is sent, and nothing can be typed.
    pub is_locked: bool,
    /// What is to be said about it: that it is in the shop already, that its name is taken, or what is wrong
    /// with its photo.
    pub notes: Vec<Note>,
}

/// A field with its unit. Prices whose unit is asked about are in none yet.
pub fn label<'a>(cx: &Cx<'a>, field: Field) -> Cow<'a, str> {
    if field == Field::PrimaryPrice && is_unit_asked(cx) { cx.words.field(field) } else { cx.label(field) }
}

/// Whether a sheet's prices have a unit that nobody has said yet.
pub fn is_unit_asked(cx: &Cx<'_>) -> bool {
    let sheet = cx.model.import.review.sheet();
    sheet.overviews().iter().any(|overview| sheet.open_unit_question(overview).is_some())
}

impl Row {
    /// How the product is called in the name of a cell: by its name, and while it has none, by its folder or
    /// file. The cell of the name itself is not to be called otherwise while it is typed: there, the product
    /// is called as its sheet or the phone calls it, or by its folder or file. Where others have the same
    /// name, its number tells it apart.
    pub fn called(&self, cx: &Cx<'_>, field: Field) -> String {
        let import = &cx.model.import;
        let planned = import.review.drafts().get(self.index);
        let own = match field {
            Field::Name => planned.map_or("", |planned| planned.draft.name.trim()),
            _ => self.draft.name.trim(),
        };
        let source = || planned.map_or("", |planned| planned.source_name.as_str());
        let name = if own.is_empty() { source() } else { own };
        if import.review.checks().findings().other_of_name(&self.draft.name, self.index).is_none() {
            return name.to_owned();
        }
        cx.format("review-row", crate::args!["row" => self.index + 1, "product" => name]).into_owned()
    }

    /// What a cell is called for screen readers: its field and the product.
    pub fn cell_name(&self, cx: &Cx<'_>, field: Field) -> String {
        let product = self.called(cx, field);
        let name = cx
            .format("review-cell", crate::args!["field" => label(cx, field), "product" => product.as_str()]);
        without_direction_marks(&name).into_owned()
    }

    /// Tells screen readers whether a cell can be changed, whether it has to be filled in, and whether its
    /// value can be sent.
    pub fn describe_cell(&self, cx: &Cx<'_>, cell: &Response, field: Field) {
        let (is_required, is_wrong) =
            (cx.model.rules().required.contains(&field), self.errors.contains_key(&field));
        cell.ctx.accesskit_node_builder(cell.id, |node| {
            if self.is_locked {
                node.set_read_only();
            } else if is_required {
                node.set_required();
            }
            if is_wrong {
                node.set_invalid(Invalid::True);
            }
        });
    }
}
