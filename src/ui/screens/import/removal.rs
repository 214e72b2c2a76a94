//! The question before several products are taken out of the review at once: it lists them.

use eframe::egui::Ui;

use super::named;
use crate::ui::screens::Cx;
use vitrine_model::{Action, ImportAction, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::scroll::Scroll;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Answer, Button, Dialog};

/// The height of the list, in points.
const HEIGHT: f32 = 220.0;
/// So many products are listed by name; of more, the others are counted.
const MAX_LISTED: usize = 200;

/// The question that is open.
#[derive(Default)]
pub struct RemovalView {
    /// The products, and the plan to which their places belong.
    asked: Option<(Vec<usize>, u64)>,
}

impl RemovalView {
    /// Asks whether these products are taken out.
    pub fn ask(&mut self, products: Vec<usize>, cx: &Cx<'_>) {
        self.asked = Some((products, cx.model.import.review.plan_revision()));
    }
}

/// Draws the question while it is open.
pub fn show(ui: &Ui, view: &mut RemovalView, cx: &mut Cx<'_>) {
    // Other products have these places now.
    view.asked.take_if(|(_, plan)| *plan != cx.model.import.review.plan_revision());
    let Some((products, _)) = &view.asked else { return };
    let count = || crate::args!["count" => products.len()];
    let confirm = Button::danger(cx.format("import-remove-yes", count())).with_icon(Icon::Trash);
    let dialog =
        Dialog::new("remove products", cx.format("import-remove-ask", count()), cx.t("import-unpriced-back"))
            .confirm(confirm);
    let answer = dialog.show(ui, |ui| {
        Scroll::new("products to remove").up_to(HEIGHT).show(ui, |ui| {
            for &product in products.iter().take(MAX_LISTED) {
                ui.add(Text::new(named::product(product, cx)).wrap());
            }
            if let Some(more) = products.len().checked_sub(MAX_LISTED).filter(|more| *more > 0) {
                ui.add(Text::new(cx.format("category-gap-more", crate::args!["count" => more])).wrap());
            }
        });
        ui.add_space(space::XS);
        ui.add(Text::new(cx.t("import-remove-help")).small().color(theme::palette(ui).ink_soft).wrap());
    });
    match answer {
        None => return,
        Some(Answer::Cancelled) => {}
        Some(Answer::Confirmed) => {
            cx.act(Action::Import(ImportAction::Review(ReviewAction::RemoveAll(products.clone()))));
        }
    }
    view.asked = None;
}
