//! The editors for the attributes of a category.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hash::Hash;

use eframe::egui::Ui;

use crate::i18n::without_direction_marks;
use crate::ui::screens::Cx;
use crate::worker::{CategoryCommand, Command};
use vitrine_domain::FieldError;
use vitrine_domain::category::{Attribute, AttributeGroup};
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::tiles;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Button, FormField, check, labelled, select};

/// A new value: the attribute's id, and the text.
pub type AttributeChange = (i64, String);

/// The narrowest editor, in points.
const WIDTH: f32 = 230.0;
/// Longer titles of options are cut in lists.
const MAX_CHARS: usize = 48;
/// Between the chosen options of an attribute with several.
const SEPARATOR: &str = ", ";

/// Draws an editor for each attribute: the required ones first, then, if `unfolded`, the others by their
/// groups. `texts` are the values as typed, and `mixed` are attributes of several products that have
/// different values. `identity` is what is edited. Returns the change, and sets `unfolded`.
pub fn editors(
    ui: &mut Ui,
    cx: &Cx<'_>,
    identity: impl Hash + Debug + Copy,
    groups: &[AttributeGroup],
    texts: &BTreeMap<i64, String>,
    mixed: &[i64],
    unfolded: &mut bool,
) -> Option<AttributeChange> {
    let mut change = None;
    let is_required = |attribute: &&Attribute| attribute.required == Some(true);
    let all = || groups.iter().flat_map(|group| &group.attributes);
    let mut draw = |ui: &mut Ui, attribute: &Attribute| {
        let text = texts.get(&attribute.id).map_or("", String::as_str);
        let new = editor(ui, cx, (identity, attribute.id), attribute, text, mixed.contains(&attribute.id));
        if let Some(new) = new {
            change = Some((attribute.id, new));
        }
    };
    tiles(ui, WIDTH, all().filter(is_required), &mut draw);
    let others = all().filter(|attribute| !is_required(attribute)).count();
    if others == 0 {
        return change;
    }
    let filled = all().filter(|attribute| {
        !is_required(attribute) && texts.get(&attribute.id).is_some_and(|text| !text.is_empty())
    });
    let counts = crate::args!["count" => others, "filled" => filled.count()];
    let icon = if *unfolded { Icon::Up } else { Icon::Down };
    if ui
        .add(
            Button::quiet(cx.format("category-more-attributes", counts))
                .with_icon(icon)
                .identity("more attributes")
                .small(),
        )
        .clicked()
    {
        *unfolded = !*unfolded;
    }
    if *unfolded {
        for group in groups {
            let mut optional = group.attributes.iter().filter(|attribute| !is_required(attribute)).peekable();
            if optional.peek().is_none() {
                continue;
            }
            if groups.len() > 1 && !group.title.is_empty() {
                ui.add(Text::new(&group.title).small().color(theme::palette(ui).ink_soft).truncate());
            }
            tiles(ui, WIDTH, optional, &mut draw);
        }
    }
    change
}

/// In place of attributes: they are being loaded, or could not be.
pub fn missing_attributes(ui: &mut Ui, cx: &mut Cx<'_>, category: i64) {
    let p = theme::palette(ui);
    let Some(problem) = cx.model.categories.attributes_problems.get(&category) else {
        return drop(
            ui.add(Text::new(cx.t("category-attributes-loading")).small().color(p.ink_soft).announced(false)),
        );
    };
    let words = cx.words.problem(problem);
    let failed = cx.format("category-attributes-failed", crate::args!["why" => words.title.as_str()]);
    ui.add(Text::new(failed).small().color(p.bad.ink).wrap().announced(true));
    let is_decided = cx.model.categories.market_categories.unchecked.contains(&category);
    ui.horizontal_wrapped(|ui| {
        attribute_choices(ui, cx, category);
        if is_decided {
            ui.add(
                Text::new(cx.t("category-attributes-skipped"))
                    .small()
                    .color(p.ink_soft)
                    .wrap()
                    .announced(true),
            );
        }
    });
}

/// What can be done where the attributes of a category could not be read: reading them again, or doing
/// without them.
pub fn attribute_choices(ui: &mut Ui, cx: &mut Cx<'_>, category: i64) {
    if ui.add(Button::secondary(cx.t("retry")).small()).clicked() {
        cx.ask(Command::Category(CategoryCommand::LoadAttributes { category, again: true }));
    }
    let is_decided = cx.model.categories.market_categories.unchecked.contains(&category);
    if !is_decided && ui.add(Button::quiet(cx.t("category-attributes-skip")).small()).clicked() {
        cx.act(Action::DoWithoutAttributes(category));
    }
}

/// An editor by the form of the attribute: one option, several, or free text with its unit. Returns the new
/// text.
fn editor(
    ui: &mut Ui,
    cx: &Cx<'_>,
    identity: impl Hash + Debug,
    attribute: &Attribute,
    text: &str,
    is_mixed: bool,
) -> Option<String> {
    let label = match &attribute.unit {
        Some(unit) if !unit.is_empty() => cx.format(
            "field-with-unit",
            crate::args!["field" => attribute.title.as_str(), "unit" => unit.as_str()],
        ),
        _ => attribute.title.as_str().into(),
    };
    let label = shortened(&label);
    let required = (attribute.required == Some(true)).then(|| cx.t("field-required"));
    let error = (!text.trim().is_empty())
        .then(|| attribute.read(text).err())
        .flatten()
        .map(|error: FieldError| cx.words.field_error(&error));
    let hint = if is_mixed { cx.t("import-fix-values-differ") } else { "".into() };
    if attribute.multiple && !attribute.options.is_empty() {
        return labelled(ui, label.into(), |ui| several(ui, attribute, text, &hint));
    }
    let mut changed = None;
    let name = without_direction_marks(&label).into_owned();
    FormField::new(label).required(required).error(error.map(Into::into)).show(ui, |ui, error| {
        if attribute.options.is_empty() {
            let mut typed = text.to_owned();
            let width = ui.available_width();
            let edit = vitrine_text::line_edit(identity, &mut typed)
                .hint(hint)
                .width(width)
                .margin(theme::EDITOR)
                .error(error);
            let response = ui.add(edit);
            if response.changed() {
                changed = Some(typed);
            }
            return response;
        }
        ui.scope(|ui| changed = attribute_editor(ui, cx, &name, attribute, text, &hint)).response
    });
    changed
}

fn attribute_editor(
    ui: &mut Ui,
    cx: &Cx<'_>,
    name: &str,
    attribute: &Attribute,
    text: &str,
    hint: &str,
) -> Option<String> {
    let chosen = attribute.read(text).ok().and_then(|sent| sent.selected_values.first().copied());
    let nothing = if hint.is_empty() { cx.t("category-choose-option") } else { hint.to_owned().into() };
    let options =
        attribute.options.iter().map(|option| (Some(option.id), Cow::from(shortened(&option.title))));
    let options: Vec<(Option<i64>, Cow<'_, str>)> = std::iter::once((None, nothing)).chain(options).collect();
    let picked = select(ui, name, chosen, &options)?;
    Some(picked.map(|id| text_of(attribute, &[id])).unwrap_or_default())
}

fn several(ui: &mut Ui, attribute: &Attribute, text: &str, hint: &str) -> Option<String> {
    let mut chosen = attribute.read(text).map(|sent| sent.selected_values).unwrap_or_default();
    let mut changed = false;
    if !hint.is_empty() {
        ui.add(Text::new(hint).small().color(theme::palette(ui).ink_soft).truncate());
    }
    ui.spacing_mut().item_spacing.y = space::XS;
    for option in &attribute.options {
        let is_chosen = chosen.contains(&option.id);
        if check(ui, is_chosen, shortened(&option.title)).clicked() {
            changed = true;
            if is_chosen {
                chosen.retain(|id| *id != option.id);
            } else {
                chosen.push(option.id);
            }
        }
    }
    changed.then(|| text_of(attribute, &chosen))
}

/// The options as they would be typed: by their titles, or by their ids where a title means something else.
fn text_of(attribute: &Attribute, chosen: &[i64]) -> String {
    let title = |id: &i64| {
        attribute.options.iter().find(|option| option.id == *id).map(|option| option.title.clone())
    };
    let titles: Vec<String> = chosen.iter().filter_map(title).collect();
    let typed = titles.join(SEPARATOR);
    if attribute.read(&typed).is_ok_and(|sent| sent.selected_values == chosen) {
        return typed;
    }
    chosen.iter().map(i64::to_string).collect::<Vec<_>>().join(SEPARATOR)
}

fn shortened(title: &str) -> String {
    if title.chars().count() <= MAX_CHARS {
        return title.to_owned();
    }
    title.chars().take(MAX_CHARS - 1).chain(['…']).collect()
}
