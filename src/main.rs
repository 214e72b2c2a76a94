//! Reads the command line and starts either the window or the terminal.

use vitrine::auth::environment;

fn main() {
    environment::run_without_secrets(|| std::process::exit(vitrine::cli::main()));
}
