//! `report`: writes what an import did to a file.

use jiff::tz::TimeZone;

use super::args;
use super::terminal::{Exit, Terminal};
use crate::args;
use crate::domain::{Code, Currency, Problem};
use crate::import::RunId;
use crate::import::report::{ReportKind, ReportRow};
use crate::worker::{Command, Event, ImportCommand, SaveTo};

/// `report`: reads the rows of an import from the journal and saves them as a table.
///
/// # Errors
/// `NoImport` when there is no such import, `Storage` when the file cannot be written.
pub fn save(terminal: &Terminal, options: &args::Report) -> Result<Exit, Problem> {
    let kind = if options.failed { ReportKind::Failed } else { ReportKind::Whole };
    let (rows, currency) = read(terminal, options.run.map(RunId), kind)?;
    let table = terminal.messages.report(kind, &rows, &currency, &TimeZone::system());
    terminal.send(Command::Import(ImportCommand::SaveTable { table, to: SaveTo::File(options.output.clone()) }));
    loop {
        match terminal.next() {
            Event::TableSaved(path) => {
                let line = args!["count" => rows.len(), "path" => path.display().to_string()];
                println!("{}", terminal.messages.format("cli-report-saved", line));
                return Ok(Exit::AllDone);
            }
            Event::Problem(problem) => return Err(problem),
            Event::Stopped => return Err(Problem::new(Code::Cancelled)),
            _ => {}
        }
    }
}

fn read(terminal: &Terminal, run: Option<RunId>, kind: ReportKind) -> Result<(Vec<ReportRow>, Currency), Problem> {
    terminal.send(Command::Import(ImportCommand::Report { run, kind }));
    loop {
        match terminal.next() {
            Event::Report { rows, currency, .. } => return Ok((rows, currency)),
            Event::Problem(problem) => return Err(problem),
            Event::Stopped => return Err(Problem::new(Code::Cancelled)),
            _ => {}
        }
    }
}
