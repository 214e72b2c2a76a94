//! Groups with a name for screen readers.

use std::borrow::Cow;

use egui::Ui;
use egui::accesskit::{Node, NodeId, Rect, Role};

use crate::focus;
use crate::layout::column;
use crate::theme::space;
use vitrine_text::without_direction_marks;

/// Gives its contents a name that only screen readers tell.
pub fn group<R>(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        let result = contents(ui);
        let name = without_direction_marks(name);
        mark(ui, |node| node.set_label(name.as_ref()));
        result
    })
    .inner
}

/// A label above other contents, such as a row of options. For screen readers it is the name of the group.
pub fn labelled<R>(ui: &mut Ui, label: Cow<'_, str>, contents: impl FnOnce(&mut Ui) -> R) -> R {
    column(ui, |ui| {
        // As high as the label of a field beside it.
        ui.spacing_mut().item_spacing.y = space::XS;
        let label = ui.horizontal(|ui| vitrine_text::strong(ui, label).id).inner;
        let result = contents(ui);
        mark(ui, |node| node.push_labelled_by(NodeId(label.value())));
        result
    })
}

/// Says of each widget of its contents, after what describes it, what it belongs to: a screen reader goes
/// from one to the next, and reads nothing of what stands between them.
pub fn belonging_to<R>(ui: &mut Ui, whole: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let before = focus::stops(ui.ctx());
    let result = contents(ui);
    let whole = without_direction_marks(whole);
    for id in focus::widgets_since(ui.ctx(), before) {
        ui.ctx().accesskit_node_builder(id, |node| match node.description().map(str::to_owned) {
            Some(own) if own.contains(whole.as_ref()) => {}
            Some(own) => node.set_description(format!("{}. {whole}", own.trim_end_matches('.'))),
            None => node.set_description(whole.as_ref()),
        });
    }
    result
}

/// Makes the node of a `Ui`, which has neither role nor bounds of its own, a group.
fn mark(ui: &Ui, name: impl FnOnce(&mut Node)) {
    let (rect, scale) = (ui.min_rect(), ui.ctx().pixels_per_point());
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(Role::Group);
        let [x0, y0, x1, y1] =
            [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(|edge| f64::from(edge * scale));
        node.set_bounds(Rect { x0, y0, x1, y1 });
        name(node);
    });
}
