//! The command line: the same worker as the window, reporting to a terminal.
//!
//! Standard output carries results (JSON lines with `--json`); standard error carries everything else.

mod account;
mod args;
mod cards;
mod check;
mod data_dir;
mod demo;
mod discount;
mod edit;
mod help;
mod import;
mod language;
mod log_file;
mod printing;
mod products;
mod progress;
mod report;
mod sandbox;
mod sheet;
mod terminal;
mod webhook;
mod window;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use clap::ColorChoice;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt};

use crate::auth::environment;
use crate::i18n::{Language, Messages};
use crate::worker::{self, MarketChoice, sheet_reader};
use args::{Arguments, Command, Webhook};
use terminal::{OutputOptions, Terminal};
use vitrine_domain::{Exit, Problem};

/// The packages and fonts in the program, with the texts of their licenses. `tests/house/supply_chain` keeps
/// it current.
const LICENSES: &str = include_str!("../../assets/licenses.txt");

/// Whether to use color in everything that is printed.
fn color_choice(given: &[OsString]) -> anstream::ColorChoice {
    match help::color(given) {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
}

/// The whole program: parses the command line, runs the command, and returns its exit status.
pub fn main() -> i32 {
    if let Some(served) =
        std::env::args_os().nth(1).and_then(|argument| sheet_reader::serve(&argument, printing::pipe()))
    {
        return i32::from(served.is_err());
    }
    program() as i32
}

fn program() -> Exit {
    let given: Vec<OsString> = std::env::args_os().collect();
    color_choice(&given).write_global();
    printing::print_panics();
    let requested = help::language(&given);
    let messages = Arc::new(Messages::for_terminal(language::of_output(requested)));
    let arguments = match help::read(&messages, given) {
        Ok(arguments) => arguments,
        Err(exit) => return exit,
    };
    // The log of the window on one's own shop is saved.
    let folder = data_dir::choose(arguments.data_dir.as_deref()).ok().filter(|_| arguments.command.is_none());
    start_log(arguments.verbose, folder.map(|data_dir| data_dir.join("logs")));
    let opens_window = matches!(arguments.command, None | Some(Command::Demo));
    let report = |problem: Problem| {
        if opens_window {
            window::show_problem(&problem);
        }
        terminal::report_problem(&messages, &problem)
    };
    let exit = run(arguments, requested, &messages).unwrap_or_else(report);
    match printing::check_written_for_a_reader() {
        Err(problem) if exit == Exit::AllDone => terminal::report_problem(&messages, &problem),
        _ => exit,
    }
}

/// Writes logs to standard error if `VITRINE_LOG` (such as `vitrine=debug`) or `-v` is given; and those of
/// the window, which nobody may have started from a terminal, into a file in `folder`.
fn start_log(verbose: u8, folder: Option<PathBuf>) {
    let level = match verbose {
        0 => None,
        1 => Some("vitrine=info"),
        2 => Some("vitrine=debug"),
        _ => Some("vitrine=trace"),
    };
    let filter = EnvFilter::try_from_env("VITRINE_LOG").ok().or_else(|| level.map(EnvFilter::new));
    let printed =
        filter.map(|filter| fmt::layer().with_ansi(false).with_writer(printing::errors).with_filter(filter));
    let saved = folder.map(|folder| {
        let file = fmt::layer().with_ansi(false).with_writer(log_file::LogFile::new(folder));
        file.with_filter(EnvFilter::new("warn,vitrine=info"))
    });
    let _ = tracing_subscriber::registry().with(printed).with(saved).try_init();
}

fn run(arguments: Arguments, language: Option<Language>, messages: &Arc<Messages>) -> Result<Exit, Problem> {
    let Arguments { data_dir, market, command, paths, quiet, no_progress, .. } = arguments;
    let output_options = OutputOptions { quiet, no_progress };
    let market = market.map_or(MarketChoice::LastUsed, MarketChoice::Given);
    let command = match command {
        Some(Command::Sandbox(options)) => return sandbox::run(&options, data_dir.as_deref()),
        Some(Command::Webhook(Webhook::Listen(options))) => {
            return webhook::listen::run(
                messages,
                output_options,
                data_dir::choose(data_dir.as_deref())?,
                &market,
                &options,
            );
        }
        Some(Command::Demo) => return demo::run(messages, output_options, data_dir.as_deref(), language),
        Some(Command::Completions { shell }) => return Ok(printed(&completions(messages, shell))),
        Some(Command::Licenses) => return Ok(printed(LICENSES)),
        Some(Command::Man) => return Ok(printed(&help::man::page(messages))),
        other => other,
    };
    let data_dir = data_dir::choose(data_dir.as_deref())?;
    let mut options = worker_options(data_dir.clone());
    options.practice.persian = language.unwrap_or_else(Language::system) == Language::Persian;
    let Some(command) = command else {
        return window::with_renderer(Some(&data_dir), |attempt| {
            window::run(attempt, options, market, language, paths)
        });
    };
    // Read before the worker starts, which handles Ctrl-C itself.
    let token = match &command {
        Command::Login(login) if login.token_stdin => Some(account::read_token(messages)?),
        _ => None,
    };
    let works_offline = matches!(&command, Command::Products(args::Products { saved: true, .. }));
    let options = worker::Options { stop_on_signal: true, works_offline, ..options };
    let terminal =
        Terminal::start(Arc::clone(messages), output_options, options).inspect_err(
            |problem| match &command {
                Command::Import(args::Import { json: true, .. })
                | Command::Resume(args::Resume { json: true, .. }) => {
                    import::print_failure(messages, problem, 0);
                }
                Command::Edit(args::Edit { json: true, dry_run: false, .. })
                | Command::Discount(args::Discount { json: true, dry_run: false, .. }) => {
                    edit::print_failure(messages, problem);
                }
                _ => {}
            },
        )?;
    let result = match &command {
        Command::Import(options) if options.from_phone => {
            import::receive_from_phone(&terminal).and_then(|folders| {
                let paths = options.paths.iter().cloned().chain(folders).collect();
                import::import(&terminal, market, &args::Import { paths, ..options.clone() })
            })
        }
        Command::Login(login) => account::login(&terminal, market, login, token),
        Command::Logout => account::logout(&terminal, market),
        Command::Whoami { json } => account::whoami(&terminal, market, *json),
        Command::Products(options) => products::list(&terminal, market, options),
        Command::Import(options) => import::import(&terminal, market, options),
        Command::Edit(options) => edit::edit(&terminal, market, options),
        Command::Discount(options) => discount::discount(&terminal, market, options),
        Command::Resume(options) => import::resume(&terminal, market, options),
        Command::Check { write, json } => check::check(&terminal, market, *write, *json),
        Command::Report(options) => report::save(&terminal, options),
        Command::Cards(options) => cards::save(&terminal, &market, options),
        Command::SheetTemplate { output } => report::save_template(&terminal, &market, output),
        Command::Webhook(command) => webhook::run(&terminal, market, command),
        Command::Demo
        | Command::Sandbox(_)
        | Command::Completions { .. }
        | Command::Licenses
        | Command::Man => Ok(Exit::AllDone),
    };
    terminal.stop();
    result
}

/// A completion script for `shell`.
fn completions(messages: &Messages, shell: clap_complete::Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::command(messages), "vitrine", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

fn printed(text: &str) -> Exit {
    printing::print_text(text);
    Exit::AllDone
}

fn worker_options(data_dir: PathBuf) -> worker::Options {
    worker::Options {
        token: environment::secret("VITRINE_TOKEN"),
        client_secret: environment::secret("VITRINE_CLIENT_SECRET"),
        ..data_dir::worker_options(data_dir)
    }
}
