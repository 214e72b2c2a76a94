//! Names by a pattern: offered for products whose names say nothing, and on request for all.

use eframe::egui::{Ui, vec2};

use crate::ui::screens::Cx;
use vitrine_core::import::naming::{NamePattern, says_nothing};
use vitrine_domain::Field;
use vitrine_model::{Action, ImportAction, ReviewAction, named_by, to_name};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Button, FormField, Notice};

/// Which products are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Those whose names say nothing, as far as that is offered: not while another question is open.
    Nameless { is_asking: bool },
    /// All of them, on request.
    All,
}

/// The screen's own state.
#[derive(Default)]
pub struct NamingView {
    /// The pattern as typed; `None`: not touched yet.
    pattern: Option<String>,
    /// Whether it was asked for, for all products.
    for_all: bool,
    /// The plan for which the offer was declined.
    declined: Option<u64>,
}

/// How many names the example shows.
const EXAMPLES: usize = 3;

impl NamingView {
    /// Opens the offer for all products.
    pub fn open(&mut self) {
        self.for_all = true;
    }

    /// Whether it was opened for all products.
    pub const fn is_open(&self) -> bool {
        self.for_all
    }

    /// Whether names are offered because some say nothing, while no other question `is_open`.
    pub fn is_offered(&self, cx: &Cx<'_>, is_open: bool) -> bool {
        let import = &cx.model.import;
        !import.review.checks().nameless().is_empty()
            && !is_open
            && self.declined != Some(import.review.plan_number())
    }
}

/// Draws the pattern for these products. What is asked for all never takes the place of the offer for some.
pub fn show(ui: &mut Ui, view: &mut NamingView, named: Named, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let all = match named {
        Named::All => true,
        Named::Nameless { is_asking } if view.is_offered(cx, is_asking) => false,
        Named::Nameless { .. } => return,
    };
    let named = to_name(&import.review, all);
    let Some(first) = named.first().and_then(|index| import.review.drafts().get(*index)) else { return };
    let count = named.len();
    let p = theme::palette(ui);
    let title = if all { "import-naming-all" } else { "import-naming-title" };
    let title = cx.format(title, crate::args!["count" => count]).into_owned();
    let folder = first
        .photos
        .first()
        .and_then(|photo| photo.parent()?.file_name())
        .unwrap_or_default()
        .to_string_lossy();
    let proposed = if says_nothing(&folder) {
        String::new()
    } else {
        cx.t("import-naming-folder-and-number").into_owned()
    };
    let mut pattern = view.pattern.clone().unwrap_or_else(|| proposed.clone());
    let replaced = named.iter().filter(|&&index| import.review.typed(index, Field::Name).is_some()).count();
    let (mut apply, mut decline) = (false, false);
    Notice::new(p.info, Icon::Edit, title).stacked().show(ui, |ui| {
        if !all {
            let name = first.draft.name.as_str();
            let said = cx.format("import-naming-body", crate::args!["name" => name]);
            ui.add(Text::new(said).small().color(p.ink).wrap());
        }
        FormField::new(cx.t("import-naming-pattern")).show(ui, |ui, _| {
            let width = ui.available_width().min(420.0);
            ui.add(
                vitrine_text::line_edit("name pattern", &mut pattern)
                    .hint(cx.t("import-naming-hint"))
                    .width(width)
                    .margin(theme::EDITOR),
            )
        });
        let example = example(&named, cx, &pattern);
        if let Some(example) = &example {
            ui.add(Text::new(example).color(p.ink).wrap());
        }
        if replaced > 0 {
            let said = cx.format("import-naming-replaces", crate::args!["count" => replaced]);
            ui.add(Text::new(said).small().color(p.ink).wrap());
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
            for (label, inserted) in [
                ("import-naming-add-number", "import-naming-number"),
                ("import-naming-add-folder", "import-naming-folder"),
                ("import-naming-add-file", "import-naming-file"),
            ] {
                if ui.add(Button::quiet(cx.t(label)).small()).clicked() {
                    let gap = if pattern.is_empty() || pattern.ends_with(' ') { "" } else { " " };
                    pattern = format!("{pattern}{gap}{}", cx.t(inserted));
                }
            }
            let button =
                Button::primary(cx.format("import-naming-apply", crate::args!["count" => count])).small();
            apply = ui.add(button.enabled(example.is_some())).clicked();
            decline = ui.add(Button::quiet(cx.t("import-naming-decline")).small()).clicked();
        });
    });
    if apply {
        name_products(all, cx, &pattern);
    }
    view.pattern = (pattern != proposed && !apply && !decline).then_some(pattern);
    if apply || decline {
        view.for_all &= !all;
        if !all {
            view.declined = decline.then_some(cx.model.import.review.plan_number());
        }
    }
}

/// The first names that the pattern gives.
fn example(named: &[usize], cx: &Cx<'_>, pattern: &str) -> Option<String> {
    let pattern = NamePattern::new(pattern)?;
    let products =
        named.iter().take(EXAMPLES).filter_map(|index| cx.model.import.review.drafts().get(*index));
    let names = pattern.names(products, [], |number| cx.words.digits(&number.to_string()));
    Some(cx.format("import-naming-example", crate::args!["names" => cx.words.list(&names)]).into_owned())
}

/// Names the products, as one change.
fn name_products(all: bool, cx: &mut Cx<'_>, pattern: &str) {
    let Some(pattern) = NamePattern::new(pattern) else { return };
    let names =
        named_by(&cx.model.import.review, all, &pattern, |number| cx.words.digits(&number.to_string()));
    let count = names.len();
    cx.act(Action::Import(ImportAction::Review(ReviewAction::SetCells(names))));
    cx.act(Action::ValuesReplaced(count));
}
