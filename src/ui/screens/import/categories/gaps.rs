//! What the categories of several products lack, with the fix beside it.

use eframe::egui::Ui;

use super::{View, title};
use crate::ui::icons::Icon;
use crate::ui::layout::sides;
use crate::ui::model::Gap;
use crate::ui::screens::Cx;
use crate::ui::screens::category::attribute_choices;
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, space};
use crate::ui::widgets::Button;

/// How many are shown, in a low and in a high window.
const FEW: usize = 1;
const MANY: usize = 3;
/// The height of a line, in points.
const LINE: f32 = 30.0;

/// Draws a line for each.
pub fn show(ui: &mut Ui, view: &mut View, cx: &mut Cx<'_>) {
    let model = cx.model;
    // Attributes that are only being read need nothing to be done.
    let is_open = |gap: &Gap| match gap {
        Gap::UnknownAttributes { category } => model.categories.attributes_problems.contains_key(category),
        Gap::Category { .. } | Gap::Attribute { .. } => true,
    };
    let gaps: Vec<_> = model.import.checks().gaps().iter().filter(|(gap, _)| is_open(gap)).collect();
    if gaps.is_empty() || cx.model.categories.catalogue.tree.is_none() {
        return;
    }
    let p = theme::palette(ui);
    let most = if ui.ctx().content_rect().height() < 700.0 { FEW } else { MANY };
    theme::notice(p.warn).inner_margin(eframe::egui::Margin::symmetric(12, 4)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 0.0;
        for (at, (gap, products)) in gaps.iter().copied().take(most).enumerate() {
            let words = words(cx, gap, products.len());
            let more =
                (at + 1 == most && gaps.len() > most).then(|| cx.format("category-gap-more", crate::args!["count" => gaps.len() - most]));
            let mut pressed = false;
            sides(
                ui,
                LINE,
                |ui| {
                    Icon::Alert.show(ui, 16.0, p.warn.ink);
                    let line = ui.add(Text::new(words.as_str()).color(p.ink).truncate());
                    text::tooltip(line, words.as_str());
                },
                |ui| {
                    pressed = fix(ui, cx, gap, &words);
                    if let Some(more) = more {
                        ui.add_space(space::XS);
                        ui.add(Text::new(more).small().color(p.ink_soft).extend());
                    }
                },
            );
            if pressed {
                let products = products.iter().copied().collect();
                match gap {
                    Gap::Category { folder } => view.choose(products, !folder.is_empty(), &cx.model.import),
                    Gap::Attribute { .. } | Gap::UnknownAttributes { .. } => view.details(products, &cx.model.import),
                }
            }
        }
    });
}

/// What can be done about it. Returns whether its dialog is to be opened.
fn fix(ui: &mut Ui, cx: &mut Cx<'_>, gap: &Gap, words: &str) -> bool {
    let label = match gap {
        Gap::UnknownAttributes { category } => {
            attribute_choices(ui, cx, *category);
            return false;
        }
        Gap::Category { .. } => cx.t("category-choose"),
        Gap::Attribute { .. } => cx.t("category-gap-fill"),
    };
    let button = ui.add(Button::secondary(label).small());
    text::describe(&button, words);
    button.clicked()
}

fn words(cx: &Cx<'_>, gap: &Gap, count: usize) -> String {
    match gap {
        Gap::Category { folder } if folder.is_empty() => cx.format("category-gap-none", crate::args!["count" => count]).into_owned(),
        Gap::Category { folder } => {
            let folder = folder.split('/').next_back().unwrap_or_default();
            cx.format("category-gap-folder", crate::args!["count" => count, "folder" => folder]).into_owned()
        }
        Gap::Attribute { category, title: attribute } => {
            let category = title(cx, *category).unwrap_or_default();
            let named = crate::args!["count" => count, "category" => category, "attribute" => attribute.as_str()];
            cx.format("category-gap-attribute", named).into_owned()
        }
        Gap::UnknownAttributes { category } => {
            let category = title(cx, *category).unwrap_or_default();
            cx.format("category-gap-unknown", crate::args!["count" => count, "category" => category]).into_owned()
        }
    }
}
