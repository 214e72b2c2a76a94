//! The dialog with the properties of products of the review: what their category asks for, their unit and
//! quantity, and their status. Nothing changes before it is confirmed, and then all at once.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui::Ui;

use super::after::After;
use crate::i18n::without_direction_marks;
use crate::ui::screens::Cx;
use crate::ui::screens::category::{editors, list_options, missing_attributes, status_name};
use vitrine_domain::category::AttributeGroup;
use vitrine_domain::{CreateRules, Draft, Field, FieldError};
use vitrine_model::{Action, Import, ImportAction, ReviewAction, attribute_texts};
use vitrine_text::Text;
use vitrine_widgets::layout::tiles;
use vitrine_widgets::theme;
use vitrine_widgets::{Answer, Button, Dialog, FormField, labelled, segments, select};

/// The narrowest field, in points.
const FIELD_WIDTH: f32 = 200.0;

/// The dialog's own state.
pub struct DetailsDialog {
    products: Vec<usize>,
    /// The plan to which the products belong.
    pub plan: u64,
    /// The category for which the values were read.
    read_for: Option<i64>,
    /// The values that all products have, by attribute, with the changes.
    texts: BTreeMap<i64, String>,
    /// The attributes for which the products have different values.
    mixed: Vec<i64>,
    changed: BTreeSet<i64>,
    /// The status that is to be set.
    status: Option<i64>,
    /// The quantity that is to be set, as typed.
    quantity: Option<String>,
    /// The unit that is to be set; in it, `None` is that of the category.
    unit: Option<Option<i64>>,
    unfolded: bool,
}

impl DetailsDialog {
    pub fn new(products: Vec<usize>, import: &Import) -> Self {
        Self {
            products,
            plan: import.review.plan_revision(),
            read_for: None,
            texts: BTreeMap::new(),
            mixed: Vec::new(),
            changed: BTreeSet::new(),
            status: None,
            quantity: None,
            unit: None,
            unfolded: false,
        }
    }

    /// Draws the dialog. Returns what is open then.
    pub fn show(&mut self, ui: &Ui, cx: &mut Cx<'_>) -> After {
        let count = self.products.len();
        let title = cx.format("category-details-title", crate::args!["count" => count]).into_owned();
        let has_changes = !self.changed.is_empty()
            || self.status.is_some()
            || self.quantity.is_some()
            || self.unit.is_some();
        let label = if has_changes {
            cx.format("category-details-apply", crate::args!["count" => count])
        } else {
            cx.t("bulk-apply-none")
        };
        let dialog = Dialog::new("details of products", title, cx.t("cancel"))
            .confirm(Button::primary(label).identity("apply properties"))
            .ready(has_changes && self.quantity_error().is_none())
            .enter_confirms()
            .focus_contents();
        let rules = cx.model.rules();
        let mut changes_category = false;
        let answer = dialog.show(ui, |ui| {
            changes_category = self.category(ui, cx, &rules);
            if rules.takes(Field::UnitQuantity) && rules.takes(Field::UnitType) {
                tiles(ui, FIELD_WIDTH, [Field::UnitQuantity, Field::UnitType], |ui, field| match field {
                    Field::UnitType => self.unit(ui, cx, &rules),
                    _ => self.quantity(ui, cx),
                });
            }
            self.status(ui, cx, &rules);
        });
        if changes_category {
            return After::Choose(std::mem::take(&mut self.products));
        }
        match answer {
            None => return After::Same,
            Some(Answer::Confirmed) => self.apply(cx, &rules),
            Some(Answer::Cancelled) => {}
        }
        After::Nothing
    }

    /// The category and its attributes. Returns whether another category is wanted.
    fn category(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, rules: &CreateRules) -> bool {
        let import = &cx.model.import;
        let known = &cx.model.categories.market_categories;
        let category = import.review.common_category(&self.products, rules);
        let path = category.and_then(|category| known.tree.as_ref()?.path(category));
        let has_none = |product: &usize| import.review.evaluated(*product, rules).0.category_id.is_none();
        let shown = match &path {
            Some(path) => path.as_str().into(),
            None if self.products.iter().all(has_none) => cx.t("category-details-no-category"),
            None => cx.t("category-details-different"),
        };
        let mut changes = false;
        if path.is_some() {
            ui.add(Text::new(shown).strong().wrap());
        } else {
            ui.add(Text::new(shown).wrap());
            changes = ui.add(Button::secondary(cx.t("category-choose")).small()).clicked();
        }
        if let (Some(category), true) =
            (category, rules.categories.as_ref().is_some_and(|rules| rules.has_attributes))
        {
            match known.attributes.get(&category).cloned() {
                Some(groups) => self.attributes(ui, cx, category, &groups, rules),
                None => missing_attributes(ui, cx, category),
            }
        }
        // After what has to be filled in, which has the focus first.
        changes || path.is_some() && ui.add(Button::quiet(cx.t("category-details-change")).small()).clicked()
    }

    fn attributes(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        category: i64,
        groups: &[AttributeGroup],
        rules: &CreateRules,
    ) {
        if self.read_for.replace(category) != Some(category) {
            self.read(groups, &cx.model.import, rules);
        }
        if groups.iter().all(|group| group.attributes.is_empty()) {
            ui.add(Text::new(cx.t("category-details-none")).color(theme::palette(ui).ink_soft).wrap());
        }
        let change =
            editors(ui, cx, "attribute of products", groups, &self.texts, &self.mixed, &mut self.unfolded);
        if let Some((attribute, text)) = change {
            self.texts.insert(attribute, text);
            self.changed.insert(attribute);
            self.mixed.retain(|mixed| *mixed != attribute);
        }
    }

    /// Reads the values that the products have in common.
    fn read(&mut self, groups: &[AttributeGroup], import: &Import, rules: &CreateRules) {
        (self.texts, self.mixed, self.changed) = Default::default();
        let mut all = self
            .products
            .iter()
            .map(|&product| attribute_texts(&import.review.evaluated(product, rules).0, groups));
        self.texts = all.next().unwrap_or_default();
        for other in all {
            for attribute in groups.iter().flat_map(|group| &group.attributes).map(|attribute| attribute.id) {
                if !self.mixed.contains(&attribute) && self.texts.get(&attribute) != other.get(&attribute) {
                    self.texts.remove(&attribute);
                    self.mixed.push(attribute);
                }
            }
        }
    }

    /// What is wrong with the quantity that was typed.
    fn quantity_error(&self) -> Option<FieldError> {
        Draft::default().set(Field::UnitQuantity, self.quantity.as_deref()?).err()
    }

    fn quantity(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let import = &cx.model.import;
        let mut now = self.products.iter().map(|&product| import.review.with_defaults(product).unit_quantity);
        let first = now.next().flatten();
        let is_mixed = now.any(|other| other != first);
        let common = first
            .filter(|_| !is_mixed)
            .map(|quantity| cx.words.number_text(&quantity.to_string()))
            .unwrap_or_default();
        let hint = if is_mixed { cx.t("import-fix-values-differ") } else { "".into() };
        let mut text = self.quantity.clone().unwrap_or(common);
        let error = self.quantity_error().map(|error| cx.words.field_error(&error).into());
        let response =
            FormField::new(cx.words.field(Field::UnitQuantity)).error(error).show(ui, |ui, error| {
                let width = ui.available_width();
                let edit = vitrine_text::line_edit("quantity of products", &mut text)
                    .number(Some(cx.words))
                    .hint(hint)
                    .width(width);
                ui.add(edit.margin(theme::EDITOR).error(error))
            });
        if response.changed() {
            self.quantity = Some(text);
        }
    }

    fn unit(&mut self, ui: &mut Ui, cx: &Cx<'_>, rules: &CreateRules) {
        let import = &cx.model.import;
        let mut now = self.products.iter().map(|&product| import.review.with_defaults(product).unit_type);
        let first = now.next().flatten();
        let common = now.all(|other| other == first).then_some(first);
        let options =
            list_options(cx, Field::UnitType, rules, import.review.common_category(&self.products, rules));
        let mut options: Vec<_> = options.into_iter().map(|(unit, name)| (Some(unit), name)).collect();
        if common.is_none() && self.unit.is_none() {
            options.insert(0, (None, cx.t("import-fix-values-differ")));
        }
        let label = cx.words.field(Field::UnitType);
        let name = without_direction_marks(&label).into_owned();
        if let Some(Some(picked)) =
            labelled(ui, label, |ui| select(ui, &name, self.unit.or(common), &options))
        {
            self.unit = Some(picked).filter(|picked| Some(*picked) != common);
        }
    }

    fn status(&mut self, ui: &mut Ui, cx: &Cx<'_>, rules: &CreateRules) {
        let Some(first) = rules.statuses.first() else { return };
        let import = &cx.model.import;
        let mut now = self
            .products
            .iter()
            .map(|&product| import.review.evaluated(product, rules).0.status.unwrap_or(first.id));
        let common = now.next().filter(|status| now.all(|other| other == *status));
        let options: Vec<_> =
            rules.statuses.iter().map(|status| (Some(status.id), status_name(cx, status), None)).collect();
        labelled(ui, cx.words.field(Field::Status), |ui| {
            if let Some(chosen) = segments(ui, self.status.or(common), &options) {
                self.status = chosen.filter(|chosen| Some(*chosen) != common);
            }
        });
    }

    fn apply(&self, cx: &mut Cx<'_>, rules: &CreateRules) {
        let import = &cx.model.import;
        let mut cells = Vec::new();
        if let Some(status) = self.status {
            cells.extend(self.products.iter().map(|&product| (product, Field::Status, status.to_string())));
        }
        let products = || self.products.iter().copied();
        if let Some(quantity) = &self.quantity {
            cells.extend(products().map(|product| (product, Field::UnitQuantity, quantity.clone())));
        }
        if let Some(unit) = self.unit {
            let text = unit.map(|id| id.to_string()).unwrap_or_default();
            cells.extend(products().map(|product| (product, Field::UnitType, text.clone())));
        }
        let groups = self
            .read_for
            .and_then(|category| cx.model.categories.market_categories.attributes.get(&category));
        if let Some(groups) = groups.filter(|_| !self.changed.is_empty()) {
            let changed = self.texts.iter().filter(|(attribute, _)| self.changed.contains(attribute));
            let changed = changed.map(|(attribute, text)| (*attribute, text.clone())).collect();
            cells.extend(import.review.attribute_cells(&self.products, groups, &changed, rules));
        }
        cx.act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells))));
    }
}
