//! `sandbox`: the practice shop without the window.

use std::io::Write;

use secrecy::ExposeSecret;

use super::args;
use super::terminal::Exit;
use crate::domain::{Code, Problem};
use crate::i18n::Language;
use crate::sandbox::{self, Categories, Faults};

/// Serves until Ctrl-C. Prints a market file to standard output, with the practice token in a comment.
///
/// # Errors
/// `MarketFile` when the file of faults cannot be used, `PortTaken` when the port cannot be.
pub fn run(options: &args::Sandbox) -> Result<Exit, Problem> {
    let mut faults = match &options.faults {
        None => Faults::default(),
        Some(path) => {
            let unusable = |said: String| Problem::new(Code::MarketFile).with_subject(path.display().to_string()).with_quotation(said);
            let text = std::fs::read_to_string(path).map_err(|error| unusable(error.to_string()))?;
            Faults::from_toml(&text).map_err(|error| unusable(error.to_string()))?
        }
    };
    match options.categories {
        Some(Language::English) => faults.behaviour.categories = Categories::English,
        Some(Language::Persian) => faults.behaviour.categories = Categories::Persian,
        None => {}
    }
    let options = sandbox::Options { port: options.port, faults, ..sandbox::Options::default() };
    let failed =
        |error: std::io::Error| Problem::new(Code::PortTaken).with_subject(options.port.to_string()).with_quotation(error.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        let shop = sandbox::start(options.clone()).await.map_err(failed)?;
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "# Practice token: {}", shop.token().expose_secret());
        // Needed by some sign-in methods.
        let _ = writeln!(out, "# Practice client secret: {}", shop.client().secret.expose_secret());
        let _ = write!(out, "{}", shop.market_file()).and_then(|()| out.flush());
        drop(out);
        let _ = tokio::signal::ctrl_c().await;
        shop.shutdown().await;
        Ok(Exit::AllDone)
    })
}
