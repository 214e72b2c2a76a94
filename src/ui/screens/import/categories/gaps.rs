//! What the categories of several products lack, with the fix beside it.

use std::collections::BTreeSet;

use eframe::egui::Ui;

use super::{CategoriesView, title};
use crate::ui::screens::Cx;
use crate::ui::screens::category::attribute_choices;
use vitrine_model::Gap;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::{Button, Notice, theme};

/// How many are shown.
const MANY: usize = 6;

/// Those at which something can be done. Attributes that are only being read need nothing.
fn open_gaps<'a>(cx: &Cx<'a>) -> impl Iterator<Item = (&'a Gap, &'a BTreeSet<usize>)> {
    let model = cx.model;
    let is_open = move |gap: &Gap| match gap {
        Gap::UnknownAttributes { category } => model.categories.attributes_problems.contains_key(category),
        Gap::Category { .. } | Gap::Attribute { .. } => true,
    };
    let knows_tree = model.categories.market_categories.tree.is_some();
    model.import.review.checks().gaps().iter().filter(move |(gap, _)| knows_tree && is_open(gap))
}

/// Whether there are any.
pub fn any(cx: &Cx<'_>) -> bool {
    open_gaps(cx).next().is_some()
}

/// Draws a card with a line for each.
pub fn show(ui: &mut Ui, view: &mut CategoriesView, cx: &mut Cx<'_>) {
    let gaps: Vec<_> = open_gaps(cx).collect();
    if gaps.is_empty() {
        return;
    }
    let p = theme::palette(ui);
    let title = cx.t("settle-categories").into_owned();
    let shown = gaps.iter().copied().take(MANY).map(|gap| (gap, words(cx, gap.0, gap.1.len())));
    let shown: Vec<_> = shown.collect();
    let said: Vec<&str> =
        std::iter::once(title.as_str()).chain(shown.iter().map(|(_, words)| words.as_str())).collect();
    let said = said.join(". ");
    Notice::new(p.warn, Icon::Alert, title).spoken(Some(said)).stacked().show(ui, |ui| {
        for ((gap, products), words) in shown {
            ui.add(Text::new(words.as_str()).color(p.ink).wrap());
            if fix(ui, cx, gap, &words) {
                let products = products.iter().copied().collect();
                match gap {
                    Gap::Category { folder } => view.choose(products, !folder.is_empty(), &cx.model.import),
                    Gap::Attribute { .. } | Gap::UnknownAttributes { .. } => {
                        view.details(products, &cx.model.import);
                    }
                }
            }
        }
        if gaps.len() > MANY {
            let more = cx.format("category-gap-more", crate::args!["count" => gaps.len() - MANY]);
            ui.add(Text::new(more).small().color(p.ink_soft).wrap());
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
    vitrine_text::describe(&button, words);
    button.clicked()
}

fn words(cx: &Cx<'_>, gap: &Gap, count: usize) -> String {
    match gap {
        Gap::Category { folder } if folder.is_empty() => {
            cx.format("category-gap-none", crate::args!["count" => count]).into_owned()
        }
        Gap::Category { folder } => {
            let folder = folder.split('/').next_back().unwrap_or_default();
            cx.format("category-gap-folder", crate::args!["count" => count, "folder" => folder]).into_owned()
        }
        Gap::Attribute { category, title: attribute } => {
            let category = title(cx, *category).unwrap_or_default();
            let named =
                crate::args!["count" => count, "category" => category, "attribute" => attribute.as_str()];
            cx.format("category-gap-attribute", named).into_owned()
        }
        Gap::UnknownAttributes { category } => {
            let category = title(cx, *category).unwrap_or_default();
            cx.format("category-gap-unknown", crate::args!["count" => count, "category" => category])
                .into_owned()
        }
    }
}
