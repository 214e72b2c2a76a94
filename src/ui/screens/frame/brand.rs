//! The app icon with the app's name.

use eframe::egui::{Color32, Rect, Sense, Ui, Vec2, pos2};

use crate::ui::screens::Cx;
use vitrine_text::Text;
use vitrine_widgets::theme::size;

/// Draws the icon and the name in a row.
pub fn brand(ui: &mut Ui, cx: &Cx<'_>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        let (mark, _) = ui.allocate_exact_size(Vec2::splat(38.0), Sense::empty());
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(cx.brand.id(), mark, whole, Color32::WHITE);
        ui.add(Text::new(cx.t("app-name")).strong().size(size::LARGE + 2.0));
    });
}
