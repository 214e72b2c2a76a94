//! What the review says about products that are in the shop already.

use eframe::egui::Ui;

use crate::ui::icons::Icon;
use crate::ui::layout::{is_rtl, row_layout};
use crate::ui::screens::Cx;
use crate::ui::text::{self, Text};
use crate::ui::theme;

/// One line above the table: how many products are new, and what happens to those that are in the shop.
pub fn line(ui: &mut Ui, cx: &Cx<'_>) {
    let import = &cx.model.import;
    let known = import.known_products();
    if known == 0 {
        return;
    }
    let p = theme::palette(ui);
    let (tone, icon, said, help) = if import.again {
        let said = cx.format("import-known-again", crate::args!["count" => known]).into_owned();
        (p.warn, Icon::Alert, said, None)
    } else {
        let new = cx.format("import-known-new", crate::args!["count" => import.to_create()]);
        let there = cx.format("import-known-in-shop", crate::args!["count" => import.checks().skipped()]);
        let mut said = format!("{new}  ·  {there}");
        let in_vain = import.checks().typed_in_vain();
        if in_vain > 0 {
            said = format!("{said}  ·  {}", cx.format("import-known-edited", crate::args!["count" => in_vain]));
        }
        (p.good, Icon::Check, said, Some(cx.t("import-known-help")))
    };
    ui.allocate_ui_with_layout(eframe::egui::vec2(ui.available_width(), 24.0), row_layout(is_rtl(ui)), |ui| {
        icon.show(ui, 17.0, tone.ink);
        let line = ui.add(Text::new(said.clone()).color(p.ink).truncate());
        text::tooltip(line, help.map_or(said.clone(), |help| format!("{said}\n{help}")));
    });
}

/// What is said under the name of a product that is in the shop already.
pub fn note(cx: &Cx<'_>, index: usize) -> Option<String> {
    let import = &cx.model.import;
    let product = import.in_shop(index)?;
    let there = match product {
        Some(id) => cx.format("import-known-row-id", crate::args!["id" => id.as_str()]),
        None => cx.t("import-known-row"),
    };
    if import.is_skipped(index) && import.is_typed_into(index) {
        return Some(format!("{there}  ·  {}", cx.t("import-known-row-edited")));
    }
    Some(there.into_owned())
}
