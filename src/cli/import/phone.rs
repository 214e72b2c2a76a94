//! `import --from-phone`: receives photos from a phone until the person says that all are here.

use std::io::BufRead;
use std::path::PathBuf;

use super::super::printing::print_error_line;
use super::super::terminal::Terminal;
use crate::args;
use crate::worker::{Command, Event, PhoneCommand, PhoneEnd, PhoneEvent, PhoneState};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_media::QrCode;

/// Receives products. Returns their folders.
///
/// # Errors
/// The problem that kept it from receiving; `Cancelled` when the program is stopped.
pub fn receive(terminal: &Terminal) -> Result<Vec<PathBuf>, Problem> {
    terminal.send(Command::Phone(PhoneCommand::Open { network: None }));
    let mut folders = Vec::new();
    let (mut invited, mut products) = (false, 0);
    loop {
        match terminal.next() {
            Event::Phone(PhoneEvent::State(state)) => {
                if !std::mem::replace(&mut invited, true) {
                    invite(terminal, &state);
                    end_with_enter(terminal);
                }
                if state.products > products {
                    products = state.products;
                    print_received(terminal, &state);
                }
            }
            Event::Phone(PhoneEvent::Products(received)) => folders.extend(received),
            Event::Phone(PhoneEvent::Ended(PhoneEnd::Closed | PhoneEnd::Idle)) => return Ok(folders),
            Event::Phone(PhoneEvent::Ended(PhoneEnd::Failed(problem))) => return Err(problem),
            Event::Stopped => return Err(Problem::new(ProblemKind::Cancelled)),
            _ => {}
        }
    }
}

/// Shows the code and the address. They are what was asked for, so they are shown even with `--quiet`.
fn invite(terminal: &Terminal, state: &PhoneState) {
    let Some(invitation) = &state.invitation else { return };
    let messages = &terminal.messages;
    print_error_line(&drawn(&invitation.code));
    print_error_line(&messages.format("phone-terminal-scan", args!["address" => invitation.address()]));
    terminal.print_notice(&messages.text("phone-plain"));
    terminal.print_notice(&messages.text("phone-terminal-end"));
}

fn print_received(terminal: &Terminal, state: &PhoneState) {
    let messages = &terminal.messages;
    let products = messages.format("count-products", args!["count" => state.products]).into_owned();
    let photos = messages.format("count-photos", args!["count" => state.photos]).into_owned();
    terminal.print_notice(
        &messages.format("phone-terminal-product", args!["products" => products, "photos" => photos]),
    );
}

/// Ends receiving when a line is typed. Without input it ends when no phone sends anything.
fn end_with_enter(terminal: &Terminal) {
    let send = terminal.sender();
    let wait = move || {
        if std::io::stdin().lock().read_line(&mut String::new()).is_ok_and(|read| read > 0) {
            send(Command::Phone(PhoneCommand::Close));
        }
    };
    if let Err(error) = std::thread::Builder::new().name("enter".to_owned()).spawn(wait) {
        tracing::warn!(%error, "Enter does not end receiving");
    }
}

/// The code in half blocks, dark on light whatever the terminal's colours.
fn drawn(code: &QrCode) -> String {
    let mut lines = Vec::new();
    for y in (0..code.side()).step_by(2) {
        let pair = |x| match (code.is_dark(x, y), code.is_dark(x, y + 1)) {
            (true, true) => ' ',
            (true, false) => '▄',
            (false, true) => '▀',
            (false, false) => '█',
        };
        lines.push(format!("\u{1b}[97;40m{}\u{1b}[0m", (0..code.side()).map(pair).collect::<String>()));
    }
    lines.join("\n")
}
