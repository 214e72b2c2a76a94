//! `report`: writes what an import did to a file.

use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;

use super::args;
use super::printing::print_line;
use super::terminal::Terminal;
use crate::args;
use crate::worker::{Command, Event, ImportCommand, ImportEvent, MarketChoice, SaveTo};
use vitrine_core::import::RunId;
use vitrine_core::import::report::{ReportKind, ReportRow};
use vitrine_core::import::sheet::ImportedSheet;
use vitrine_core::import::table::Table;
use vitrine_domain::{Currency, Exit, Problem, ProblemKind};

/// `report`: reads the rows of an import from the journal and saves them as a table.
///
/// # Errors
/// `NoImport` when there is no such import, `Storage` when the file cannot be written.
pub fn save(terminal: &Terminal, options: &args::Report) -> Result<Exit, Problem> {
    let kind = if options.failed { ReportKind::Failed } else { ReportKind::Whole };
    let (rows, currency) = read(terminal, options.run.map(RunId), kind)?;
    let table = terminal.messages.report(kind, &rows, &currency, &TimeZone::system());
    let path = write(terminal, table, &options.output)?;
    let line = args!["count" => rows.len(), "path" => path.display().to_string()];
    print_line(&terminal.messages.format("cli-report-saved", line));
    Ok(Exit::AllDone)
}

/// `sheet-template`: saves an empty sheet with all headings, in the language of the messages.
///
/// # Errors
/// `Storage` when the file cannot be written.
pub fn save_template(terminal: &Terminal, market: &MarketChoice, output: &Path) -> Result<Exit, Problem> {
    let currency = terminal.currency_of(market);
    let path = write(terminal, terminal.messages.sheet_template(&currency), output)?;
    print_line(
        &terminal.messages.format("cli-sheet-template-saved", args!["path" => path.display().to_string()]),
    );
    Ok(Exit::AllDone)
}

/// Saves a copy of an imported sheet with what became of its rows.
///
/// # Errors
/// `Sheet` when the sheet cannot be read any more, `Storage` when the file cannot be written.
pub fn save_sheet_results(terminal: &Terminal, sheet: ImportedSheet, output: &Path) -> Result<(), Problem> {
    terminal.send(Command::Import(ImportCommand::SheetResults(Box::new(sheet))));
    let results = terminal.wait(|event| {
        if let Event::Import(ImportEvent::SheetResults(results)) = event {
            Some(Ok((**results).clone()))
        } else {
            None
        }
    })?;
    let path = write(terminal, terminal.messages.sheet_results(&results), output)?;
    terminal.print_notice(
        &terminal.messages.format("cli-results-saved", args!["path" => path.display().to_string()]),
    );
    Ok(())
}

fn write(terminal: &Terminal, table: Table, output: &Path) -> Result<PathBuf, Problem> {
    terminal.send(Command::Import(ImportCommand::SaveTable { table, to: SaveTo::File(output.to_owned()) }));
    loop {
        match terminal.next() {
            Event::Import(ImportEvent::TableSaved(path)) => return Ok(path),
            Event::Problem(problem) => return Err(problem),
            Event::Stopped => return Err(Problem::new(ProblemKind::Cancelled)),
            _ => {}
        }
    }
}

fn read(
    terminal: &Terminal,
    run: Option<RunId>,
    kind: ReportKind,
) -> Result<(Vec<ReportRow>, Currency), Problem> {
    terminal.send(Command::Import(ImportCommand::Report { run, kind }));
    loop {
        match terminal.next() {
            Event::Import(ImportEvent::Report { rows, currency, .. }) => return Ok((rows, currency)),
            Event::Problem(problem) => return Err(problem),
            Event::Stopped => return Err(Problem::new(ProblemKind::Cancelled)),
            _ => {}
        }
    }
}
