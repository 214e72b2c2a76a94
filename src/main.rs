//! Reads the command line and starts either the window or the terminal.

use std::process::ExitCode;

fn main() -> ExitCode {
    vitrine::cli::main()
}
