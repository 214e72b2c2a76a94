//! Categories of the products to import: from folders, by name, and the attributes that the categories ask
//! for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::super::args;
use super::super::terminal::Terminal;
use super::values::CategoryValues;
use crate::args;
use crate::worker::{CategoryCommand, CategoryEvent, CategoryPreview, Command, Event, MarketChoice};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::categories::{CategoryChoices, fill_from_folder, keep_category_open};
use vitrine_domain::CategoryRules;
use vitrine_domain::category::{Attribute, AttributeValue, contact_data};
use vitrine_domain::{
    CreateRules, Draft, Field, FieldError, FieldProblem, MarketCategories, Problem, ProblemKind,
};

/// Refuses values for fields that the marketplace does not have.
///
/// # Errors
/// `InvalidField` for the first such field of `--set`.
pub fn check_fields(options: &args::Import, rules: &CreateRules) -> Result<(), Problem> {
    let foreign = options.set.iter().map(|(field, _)| *field).find(|field| !rules.takes(*field));
    let foreign = foreign.or_else(|| {
        (!options.category.is_empty() && rules.categories.is_none()).then_some(Field::CategoryId)
    });
    foreign.map_or(Ok(()), |field| Err(FieldProblem { field, error: FieldError::NotTaken }.into()))
}

/// Gives every product its category and attributes.
///
/// # Errors
/// The problem that kept the categories from being read while a product needs them, or the attributes of a
/// category, unless products are to be created without; or an unknown category of the command line.
pub fn complete(
    terminal: &Terminal,
    options: &args::Import,
    rules: &CreateRules,
    values: &CategoryValues,
    drafts: &mut [PlannedDraft],
) -> Result<(), Problem> {
    let Some(of_market) = &rules.categories else { return Ok(()) };
    let (mut market_categories, mut choices) = match load(terminal) {
        Ok(loaded) => loaded,
        Err(problem) if is_needed(options, of_market, drafts) => return Err(problem),
        Err(problem) => {
            terminal.report_problem(&problem);
            return Ok(());
        }
    };
    for (folder, category) in map_folders(options, of_market, &market_categories, &mut choices)? {
        terminal.send(Command::Category(CategoryCommand::MapFolder { folder, category: Some(category) }));
    }
    fill_categories(options, rules, &market_categories, &choices, values.category, drafts);
    if of_market.has_attributes {
        load_attributes(terminal, options, drafts, &mut market_categories)?;
    }
    fill_attributes(rules, &values.attributes, &market_categories, drafts);
    print_notices(terminal, rules, drafts);
    Ok(())
}

/// As [`complete`] while nobody is signed in, as far as what was read earlier tells. The rest is completed
/// when the import is resumed.
///
/// # Errors
/// An unknown category of the command line.
pub fn complete_signed_out(
    terminal: &Terminal,
    market: &MarketChoice,
    options: &args::Import,
    values: &CategoryValues,
    drafts: &mut [PlannedDraft],
) -> Result<(), Problem> {
    // Why nobody is signed in is the problem to report.
    let Some(preview) =
        preview(terminal, market).ok().flatten().filter(|preview| preview.rules.categories.is_some())
    else {
        return Ok(());
    };
    if preview.market_categories.tree.is_some() {
        complete_from(&preview, terminal, options, values, drafts)?;
    } else {
        drafts.iter_mut().for_each(|planned| {
            keep_category_open(planned, &roots(options), &options.category, values.category);
        });
    }
    for draft in drafts.iter_mut().map(|planned| &mut planned.draft) {
        if preview.market_categories.attributes_of(draft).is_none() {
            let for_all =
                values.attributes.iter().cloned().map(|value| AttributeValue { where_taken: true, ..value });
            draft.product_attribute.extend(for_all);
        }
    }
    Ok(())
}

/// What is known of the marketplace without asking it; `None` if none is chosen.
///
/// # Errors
/// The problem with which it cannot be read.
pub fn preview(terminal: &Terminal, market: &MarketChoice) -> Result<Option<Box<CategoryPreview>>, Problem> {
    terminal.send(Command::Category(CategoryCommand::Preview(market.clone())));
    terminal.wait(|event| match event {
        Event::Category(CategoryEvent::Preview(preview)) => Some(Ok(preview.clone())),
        Event::Category(CategoryEvent::Failed(problem)) => Some(Err(problem.clone())),
        _ => None,
    })
}

/// As [`complete`], with what was read earlier: nothing is requested, and nothing is remembered.
///
/// # Errors
/// An unknown category of the command line.
pub fn complete_from(
    preview: &CategoryPreview,
    terminal: &Terminal,
    options: &args::Import,
    values: &CategoryValues,
    drafts: &mut [PlannedDraft],
) -> Result<(), Problem> {
    let CategoryPreview { rules, market_categories, choices, .. } = preview;
    if rules.categories.is_none() {
        return Ok(());
    }
    let (Some(of_market), Some(_)) = (&rules.categories, &market_categories.tree) else {
        terminal.print_notice(&terminal.messages.text("cli-categories-unread"));
        return Ok(());
    };
    let mut choices = choices.clone();
    map_folders(options, of_market, market_categories, &mut choices)?;
    fill_categories(options, rules, market_categories, &choices, values.category, drafts);
    fill_attributes(rules, &values.attributes, market_categories, drafts);
    print_notices(terminal, rules, drafts);
    if drafts.iter().any(|planned| {
        planned.typed().evaluate(planned.photos.len(), rules, market_categories).lacks_attributes()
    }) {
        terminal.print_notice(&terminal.messages.text("cli-attributes-unknown"));
    }
    Ok(())
}

/// Takes over the folders of `--category`, and returns them with their categories.
fn map_folders(
    options: &args::Import,
    of_market: &CategoryRules,
    market_categories: &MarketCategories,
    choices: &mut CategoryChoices,
) -> Result<Vec<(String, i64)>, Problem> {
    let tree = market_categories.tree.clone().unwrap_or_default();
    let refused = |error| Problem::from(FieldProblem { field: Field::CategoryId, error });
    let mapped = options.category.iter().map(|(folder, named)| {
        let category = tree.resolve(named, of_market.leaf_only).map_err(refused)?.id;
        choices.map_folder(folder, Some(category));
        Ok((folder.clone(), category))
    });
    mapped.collect()
}

fn fill_categories(
    options: &args::Import,
    rules: &CreateRules,
    market_categories: &MarketCategories,
    choices: &CategoryChoices,
    default: Option<i64>,
    drafts: &mut [PlannedDraft],
) {
    let roots = roots(options);
    for planned in drafts {
        if !fill_from_folder(planned, &roots, market_categories, choices) && planned.draft.category.is_none()
        {
            planned.draft.category_id = planned.draft.category_id.or(default);
        }
        planned.evaluate(rules, market_categories);
    }
}

/// The paths of the command line.
fn roots(options: &args::Import) -> Vec<PathBuf> {
    options.paths.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())).collect()
}

fn fill_attributes(
    rules: &CreateRules,
    attributes: &[AttributeValue],
    market_categories: &MarketCategories,
    drafts: &mut [PlannedDraft],
) {
    for planned in drafts {
        add_attributes(&mut planned.draft, attributes, market_categories);
        planned.evaluate(rules, market_categories);
    }
}

fn print_notices(terminal: &Terminal, rules: &CreateRules, drafts: &[PlannedDraft]) {
    print_categories(terminal, drafts);
    if rules.checks.contact_warning {
        print_contact_data(terminal, drafts);
    }
}

/// Waits until the categories are known, so that products of an earlier session can be completed.
pub fn wait_until_known(terminal: &Terminal, rules: &CreateRules) -> MarketCategories {
    if rules.categories.is_none() {
        return MarketCategories::default();
    }
    load(terminal).map(|(market_categories, _)| market_categories).unwrap_or_else(|problem| {
        terminal.report_problem(&problem);
        MarketCategories::default()
    })
}

/// Whether products cannot be created without knowing the categories: their folder may name one, and a
/// category may ask for attributes.
fn is_needed(options: &args::Import, of_market: &CategoryRules, drafts: &[PlannedDraft]) -> bool {
    let may_ask = of_market.has_attributes && !options.without_attributes;
    drafts.iter().any(|planned| may_ask || planned.draft.category_id.is_none())
}

/// The tree of categories, and what the shop chose about them.
///
/// # Errors
/// The problem with which they cannot be read.
pub fn load(terminal: &Terminal) -> Result<(MarketCategories, CategoryChoices), Problem> {
    terminal.send(Command::Category(CategoryCommand::Load { refresh: false }));
    let mut choices = CategoryChoices::default();
    loop {
        match terminal.next() {
            Event::Category(CategoryEvent::Choices(known)) => choices = known,
            Event::Category(CategoryEvent::Loaded { tree, outdated }) => {
                if let Some(problem) = outdated {
                    terminal.print_notice(&terminal.messages.text("cli-categories-outdated"));
                    terminal.report_problem(&problem);
                }
                return Ok((MarketCategories { tree: Some(tree), ..MarketCategories::default() }, choices));
            }
            Event::Category(CategoryEvent::Failed(problem)) => return Err(problem),
            Event::Stopped => return Err(Problem::new(ProblemKind::Cancelled)),
            _ => {}
        }
    }
}

/// Loads the attributes of the products' categories.
///
/// # Errors
/// Why some could not be read, unless the products are to be created without.
fn load_attributes(
    terminal: &Terminal,
    options: &args::Import,
    drafts: &[PlannedDraft],
    market_categories: &mut MarketCategories,
) -> Result<(), Problem> {
    let is_known =
        |category: &i64| market_categories.tree.as_ref().is_some_and(|tree| tree.get(*category).is_some());
    let mut open: BTreeSet<i64> =
        drafts.iter().filter_map(|planned| planned.draft.category_id).filter(is_known).collect();
    for category in &open {
        terminal
            .send(Command::Category(CategoryCommand::LoadAttributes { category: *category, again: false }));
    }
    let mut failed = Vec::new();
    while !open.is_empty() {
        match terminal.next() {
            Event::Category(CategoryEvent::Attributes { category, groups }) => {
                open.remove(&category);
                market_categories.attributes.insert(category, Arc::clone(&groups));
            }
            Event::Category(CategoryEvent::AttributesFailed { category, problem })
                if open.remove(&category) =>
            {
                failed.push((category, problem));
            }
            Event::Stopped => return Err(Problem::new(ProblemKind::Cancelled)),
            _ => {}
        }
    }
    let Some((_, problem)) = failed.last() else { return Ok(()) };
    for (category, _) in &failed {
        let count = drafts.iter().filter(|planned| planned.draft.category_id == Some(*category)).count();
        print_unread(terminal, market_categories, *category, count);
    }
    if options.without_attributes {
        return Ok(());
    }
    terminal.print_notice(&terminal.messages.text("cli-attributes-needed"));
    Err(problem.clone())
}

/// Says that the attributes of a category could not be read.
pub fn print_unread(
    terminal: &Terminal,
    market_categories: &MarketCategories,
    category: i64,
    products: usize,
) {
    let path = market_categories.tree.as_ref().and_then(|tree| tree.path(category)).unwrap_or_default();
    terminal.print_notice(
        &terminal.messages.format("cli-attributes-unread", args!["category" => path, "count" => products]),
    );
}

/// Adds the values for attributes that the draft's category has, and the draft has no value for.
fn add_attributes(draft: &mut Draft, defaults: &[AttributeValue], market_categories: &MarketCategories) {
    let Some(groups) = market_categories.attributes_of(draft) else { return };
    let id = |value: &AttributeValue| Attribute::find(groups, &value.name).map(|attribute| attribute.id);
    let known: BTreeSet<i64> = draft.product_attribute.iter().filter_map(id).collect();
    let missing = defaults.iter().filter(|value| id(value).is_some_and(|id| !known.contains(&id))).cloned();
    draft.product_attribute.extend(missing.collect::<Vec<_>>());
}

/// Says how many products each category gets.
fn print_categories(terminal: &Terminal, drafts: &[PlannedDraft]) {
    let mut counts: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for planned in drafts {
        *counts.entry(planned.draft.category.as_deref()).or_default() += 1;
    }
    for (category, count) in counts {
        let line = match category {
            Some(category) => {
                terminal.messages.format("cli-category", args!["category" => category, "count" => count])
            }
            None => terminal.messages.format("cli-category-none", args!["count" => count]),
        };
        terminal.print_notice(&line);
    }
}

fn print_contact_data(terminal: &Terminal, drafts: &[PlannedDraft]) {
    for Draft { name, brief, description, .. } in drafts.iter().map(|planned| &planned.draft) {
        let texts = [Some(name), brief.as_ref(), description.as_ref()];
        if let Some(found) = texts.into_iter().flatten().find_map(|text| contact_data(text)) {
            let found = found.text();
            terminal.print_notice(
                &terminal
                    .messages
                    .format("cli-contact-data", args!["name" => name.as_str(), "text" => found]),
            );
        }
    }
}
