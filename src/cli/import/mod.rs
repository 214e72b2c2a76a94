//! `import` and `resume`: runs the worker's import and prints its progress.

mod answers;
mod categories;
mod confirm;
mod in_shop;
mod phone;
pub(super) mod plan;
mod reporter;
mod slips;
pub(super) mod values;

use std::path::Path;

use serde_json::json;

use super::args;
use super::printing::print_json;
use super::report::save_sheet_results;
use super::terminal::{Terminal, problem_json};
use crate::i18n::Messages;
use crate::worker::{
    CategoryPreview, Command, Event, ImportCommand, ImportEvent, MarketChoice, Progress, Session, Waiting,
};
use answers::Answers;
use confirm::{confirm_count, confirm_missing_prices};
use in_shop::InShop;
use plan::Plan;
use reporter::{ImportReporter, print_totals};
use slips::confirm_slips;
use values::{CategoryValues, Values};
use vitrine_core::import::sheet::ImportedSheet;
use vitrine_core::import::{Counts, PlannedDraft};
use vitrine_domain::{Exit, Problem, ProblemKind};

pub use categories::load as load_categories;
pub use phone::receive as receive_from_phone;

/// `import`: plans the products, signs in, and imports them.
///
/// # Errors
/// The problem that kept the import from starting.
pub fn import(terminal: &Terminal, market: MarketChoice, options: &args::Import) -> Result<Exit, Problem> {
    let mut found = 0;
    let result = plan_and_import(terminal, market, options, &mut found);
    if options.json && !options.dry_run {
        match &result {
            Err(problem) => print_failure(&terminal.messages, problem, found),
            Ok(_) if found == 0 => print_totals(Counts::default(), 0),
            Ok(_) => {}
        }
    }
    result
}

fn report(terminal: &Terminal, problem: &Problem, json: bool) -> Exit {
    if json {
        print_problem(&terminal.messages, problem);
    }
    terminal.report_problem(problem)
}

/// `import --dry-run`: prints what would be created, and what would be asked before.
fn print_plan(
    terminal: &Terminal,
    preview: Option<Box<CategoryPreview>>,
    options: &args::Import,
    (values, of_category): (&Values, &CategoryValues),
    mut plan: Plan,
    problems: &[Problem],
) -> Result<Exit, Problem> {
    let mut question = None;
    if let Some(preview) = &preview {
        categories::check_fields(options, &preview.rules)?;
        plan = plan.in_column_of_unit(terminal, options, values, &preview.currency)?;
        // The run would ask before anything is sent.
        question = plan.question(options, &preview.currency);
        if question.is_none() {
            plan = plan.in_shop_unit(terminal, options, values, &preview.currency)?;
        }
        categories::complete_from(preview, terminal, options, of_category, &mut plan.drafts)?;
    }
    question = question.or_else(|| plan.question_of_sheet());
    let in_shop = InShop::of(terminal, options, preview.as_deref(), &plan.drafts, question.is_none())?;
    plan.print_products(terminal, preview.as_deref(), problems, &in_shop, options.json);
    Ok(question.map_or(Exit::AllDone, |problem| report(terminal, &problem, options.json)))
}

/// As [`import`]; sets `found` to the number of products to import.
fn plan_and_import(
    terminal: &Terminal,
    market: MarketChoice,
    options: &args::Import,
    found: &mut usize,
) -> Result<Exit, Problem> {
    let (mut values, signed_in) = Values::of(terminal, &market, options)?;
    let of_category = values.take_category_values();
    let preview = if options.dry_run { categories::preview(terminal, &market)? } else { None };
    // What its columns are used for depends on the marketplace.
    let signed_in = match signed_in {
        None if options.sheet.is_some() && !options.dry_run => Some(terminal.sign_in(market.clone())),
        signed_in => signed_in.map(Ok),
    };
    let of_shop = signed_in.as_ref().and_then(|signed_in| Some(&*signed_in.as_ref().ok()?.rules));
    let fields = preview.as_ref().map(|preview| &preview.rules).or(of_shop).map(|rules| rules.fields.clone());
    let mut plan = Plan::of(terminal, options, &values, fields.unwrap_or_default())?;
    plan.print_sheet(terminal, options.json);
    // An unusable photo of a draft is reported with its product.
    let problems = std::mem::take(&mut plan.problems);
    let is_shown = |problem: &Problem| options.dry_run || !belongs_to_draft(problem, &plan.drafts);
    let problems: Vec<Problem> = problems.into_iter().filter(is_shown).collect();
    for problem in &problems {
        report(terminal, problem, options.json);
    }
    if plan.drafts.is_empty() {
        if problems.is_empty() {
            terminal.report_problem(&Problem::new(ProblemKind::NothingFound));
        }
        return Ok(Exit::Input);
    }
    if options.dry_run {
        return print_plan(terminal, preview, options, (&values, &of_category), plan, &problems);
    }
    plan.question_of_sheet().map_or(Ok(()), Err)?;
    confirm_missing_prices(terminal, options, &plan.drafts)?;
    *found = plan.drafts.len();
    let signed_in = signed_in.unwrap_or_else(|| terminal.sign_in(market.clone()));
    if let Ok(signed_in) = &signed_in {
        categories::check_fields(options, &signed_in.rules)?;
        plan = plan.in_column_of_unit(terminal, options, &values, &signed_in.currency)?;
        plan = plan.in_shop_unit(terminal, options, &values, &signed_in.currency)?;
        confirm_slips(terminal, options, &plan.drafts)?;
        categories::complete(terminal, options, &signed_in.rules, &of_category, &mut plan.drafts)?;
    } else {
        confirm_slips(terminal, options, &plan.drafts)?;
        categories::complete_signed_out(terminal, &market, options, &of_category, &mut plan.drafts)?;
    }
    let followed = match signed_in {
        // Prices in a unit can be sent only to a marketplace whose unit is known.
        Err(problem)
            if !(Exit::from(&problem) == Exit::SignIn || problem.is_passing())
                || plan.names_unit(options) =>
        {
            // Nothing of it is kept.
            *found = 0;
            Err(problem)
        }
        // If nobody is signed in, or nobody can be asked who that is, the worker saves the import for
        // `resume`.
        signed_in => {
            if let Ok(signed_in) = &signed_in
                && !confirm_count(terminal, options, &plan.drafts, signed_in)?
            {
                return Ok(Exit::Input);
            }
            let sheet = ImportedSheet::of(plan.overviews());
            terminal.send(Command::Import(ImportCommand::KeepSheet(sheet.clone().map(Box::new))));
            terminal.send(Command::Import(ImportCommand::Start {
                drafts: plan.drafts,
                allow_duplicates: options.again,
                generate_skus: options.generate_sku,
                from_review: false,
                rest: None,
            }));
            let followed = match signed_in {
                Err(problem) if problem.is_passing() => {
                    return Ok(put_off(terminal, options, &problem, *found));
                }
                signed_in => signed_in
                    .and(follow(terminal, (options.json, false), &mut Answers::default(), &mut |_, _| {}))
                    .map(|(exit, _)| exit),
            };
            match (followed, sheet, &options.results) {
                (Ok(exit), Some(sheet), Some(output)) => Ok(save_results(terminal, sheet, output, exit)),
                (followed, ..) => followed,
            }
        }
    };
    match followed {
        // A folder that contains itself was still scanned completely, and an archive beside photos may have
        // been left there.
        Ok(Exit::AllDone)
            if problems.iter().any(|problem| {
                !matches!(problem.kind, ProblemKind::FolderLoop | ProblemKind::FilePacked)
            }) =>
        {
            Ok(Exit::SomeNotCreated)
        }
        followed => followed,
    }
}

/// Says that an import which was saved did not begin, because the marketplace does not answer.
fn put_off(terminal: &Terminal, options: &args::Import, problem: &Problem, products: usize) -> Exit {
    terminal.report_problem(problem);
    terminal.print_notice(&terminal.messages.text("cli-resume-hint"));
    if options.json {
        print_failure(&terminal.messages, problem, products);
    }
    Exit::Stopped
}

/// `resume`: continues the unfinished imports of the account.
///
/// # Errors
/// The problem that kept them from continuing.
pub fn resume(terminal: &Terminal, market: MarketChoice, options: &args::Resume) -> Result<Exit, Problem> {
    let signed_in = terminal.sign_in(market);
    // Nothing was refused: what is unfinished stays as it is.
    let no_answer = signed_in.as_ref().is_err_and(Problem::is_passing);
    let resumed = signed_in.and_then(|signed_in| {
        let market_categories = categories::wait_until_known(terminal, &signed_in.rules);
        terminal
            .send(Command::Import(ImportCommand::Resume { without_attributes: options.without_attributes }));
        let mut answers = Answers::new(options);
        let followed = follow(terminal, (options.json, true), &mut answers, &mut |category, products| {
            categories::print_unread(terminal, &market_categories, category, products);
            if !options.without_attributes {
                terminal.print_notice(&terminal.messages.text("cli-resume-attributes-needed"));
            }
        });
        answers.print_unused(terminal);
        followed
    });
    if options.json
        && let Err(problem) = &resumed
    {
        print_failure(&terminal.messages, problem, count_unfinished(terminal));
    }
    let (exit, sheet) = match resumed {
        Err(problem) if no_answer => {
            terminal.report_problem(&problem);
            return Ok(Exit::Stopped);
        }
        resumed => resumed?,
    };
    match (&options.results, sheet) {
        (Some(output), Some(sheet)) => return Ok(save_results(terminal, *sheet, output, exit)),
        (Some(_), None) => terminal.print_notice(&terminal.messages.text("cli-results-none")),
        (None, _) => {}
    }
    Ok(exit)
}

/// Saves the results of an import into a copy of its sheet. A failure is reported; the import's own outcome
/// stays, unless it was a success.
fn save_results(terminal: &Terminal, sheet: ImportedSheet, output: &Path, exit: Exit) -> Exit {
    match save_sheet_results(terminal, sheet, output) {
        Ok(()) => exit,
        Err(problem) => {
            let failed = terminal.report_problem(&problem);
            if exit == Exit::AllDone { failed } else { exit }
        }
    }
}

/// The number of products in unfinished imports, for an account that could not be signed in.
fn count_unfinished(terminal: &Terminal) -> usize {
    let mut unfinished_count = 0;
    terminal.send(Command::Import(ImportCommand::Resume { without_attributes: false }));
    loop {
        match terminal.next() {
            Event::Import(ImportEvent::Unfinished(unfinished)) => {
                unfinished_count = unfinished.counts.waiting;
            }
            Event::Problem(_) | Event::Import(ImportEvent::Ended(_)) | Event::Stopped => {
                return unfinished_count;
            }
            _ => {}
        }
    }
}

/// Prints the last JSON lines of an import that did not start.
pub fn print_failure(messages: &Messages, problem: &Problem, waiting: usize) {
    print_problem(messages, problem);
    print_totals(Counts { waiting, ..Counts::default() }, 0);
}

fn print_problem(messages: &Messages, problem: &Problem) {
    print_json(&json!({ "event": "problem", "problem": problem_json(messages.problem(problem), problem) }));
}

fn belongs_to_draft(problem: &Problem, drafts: &[PlannedDraft]) -> bool {
    let mut photos = drafts.iter().flat_map(|planned| &planned.photos);
    problem.subject.as_deref().is_some_and(|subject| photos.any(|photo| photo.as_os_str() == subject))
}

/// Prints an import's progress until it ends, stops, or waits for what `answers` does not say. Returns the
/// sheet of an earlier session's import, too. `unread` gets the categories whose attributes could not be
/// read, with the number of products that wait for them.
///
/// # Errors
/// The problem that kept the import from starting.
fn follow(
    terminal: &Terminal,
    (json, is_resumed): (bool, bool),
    answers: &mut Answers,
    unread: &mut dyn FnMut(i64, usize),
) -> Result<(Exit, Option<Box<ImportedSheet>>), Problem> {
    let mut started = false;
    let mut reporter = ImportReporter::new(terminal, json);
    let mut last: Option<Progress> = None;
    let mut sheet = None;
    // While an expired token is being renewed, no sign-in is needed yet.
    let mut renewing = false;
    let exit = loop {
        match terminal.next() {
            Event::Import(ImportEvent::Drafts(_)) => started = true,
            Event::Import(ImportEvent::LeftOfOthers(count)) => {
                terminal.print_notice(
                    &terminal.messages.format("cli-left-of-others", crate::args!["count" => count]),
                );
            }
            Event::Import(ImportEvent::LacksAttributes { category, products }) => unread(category, products),
            Event::Import(ImportEvent::Sheet(of_import)) => sheet = Some(of_import),
            Event::Import(ImportEvent::Rows(rows)) => reporter.update_rows(rows),
            Event::Import(ImportEvent::Progress(progress)) => {
                let waits_for_renewal = renewing && progress.waiting == Some(Waiting::SignIn);
                let is_answered =
                    progress.waiting == Some(Waiting::Person) && answers.give(terminal, &reporter);
                let exit =
                    if waits_for_renewal || is_answered { None } else { reporter.update_progress(&progress) };
                last = Some(progress);
                if let Some(exit) = exit {
                    break exit;
                }
            }
            Event::Session(session) => {
                renewing = matches!(session, Session::Checking { .. });
                let waiting = last.as_ref().filter(|last| last.waiting == Some(Waiting::SignIn));
                if let (Session::SignedOut { .. }, Some(waiting)) = (&session, waiting) {
                    break reporter.update_progress(waiting).unwrap_or(Exit::SignIn);
                }
            }
            Event::Import(ImportEvent::Ended(progress))
                if progress.counts.needs_person > 0 && answers.give(terminal, &reporter) =>
            {
                last = Some(progress);
            }
            Event::Import(ImportEvent::Ended(progress)) => {
                if progress.counts.needs_person > 0 {
                    reporter.print_waiting(&Waiting::Person);
                }
                let exit = match progress.counts {
                    counts if counts.waiting > 0 => Exit::Stopped,
                    counts if counts.failed + counts.cancelled > 0 => Exit::SomeNotCreated,
                    _ => Exit::AllDone,
                };
                last = Some(progress);
                break exit;
            }
            // The renewed token belongs to another account; the import waits for its own.
            Event::Left if !started => return Err(Problem::new(ProblemKind::OtherAccount)),
            Event::Left => break terminal.report_problem(&Problem::new(ProblemKind::OtherAccount)),
            Event::Problem(problem) if !started => return Err(problem),
            Event::Problem(problem) => {
                terminal.report_problem(&problem);
            }
            Event::Stopped => break Exit::Stopped,
            _ => {}
        }
    };
    reporter.finish(&last.unwrap_or_default(), is_resumed);
    Ok((exit, sheet))
}
