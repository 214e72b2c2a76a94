//! `sandbox`: the practice shop without the window.

use std::path::Path;

use secrecy::ExposeSecret;

use super::printing::print_line;
use super::{args, data_dir};
use crate::i18n::Language;
use crate::worker::market_file_text;
use vitrine_core::market::{self, MarketDraft, MarketKey, Profile, READY_MADE};
use vitrine_domain::{Exit, Problem, ProblemKind};
use vitrine_local::files;
use vitrine_sandbox::{Categories, Dialect, Faults, Sandbox};

/// A longer file of faults was not written by a person.
const MAX_FAULTS_BYTES: u64 = 1 << 20;

/// Serves until Ctrl-C. Prints a market file to standard output, with the practice token in a comment: its
/// own, or the given one with its own addresses, so that a file can be tried without the marketplace that it
/// is for.
///
/// # Errors
/// `MarketFile` when the market file or the file of faults cannot be used, `PortTaken` when the port cannot
/// be.
pub fn run(options: &args::Sandbox, data_dir: Option<&Path>) -> Result<Exit, Problem> {
    let stand_in = options.stand_in_for.as_ref().map(|given| StandIn::read(given, data_dir)).transpose()?;
    let mut faults = match &options.faults {
        None => Faults::default(),
        Some(path) => {
            let unusable = |said: String| {
                Problem::new(ProblemKind::MarketFile)
                    .with_subject(path.display().to_string())
                    .with_quotation(said)
            };
            let text =
                files::read_text(path, MAX_FAULTS_BYTES).map_err(|error| unusable(error.to_string()))?;
            Faults::from_toml(&text).map_err(|error| unusable(error.to_string()))?
        }
    };
    match options.categories {
        Some(Language::English) => faults.behaviour.categories = Categories::English,
        Some(Language::Persian) => faults.behaviour.categories = Categories::Persian,
        None => {}
    }
    let layout: vitrine_sandbox::Layout = options.layout.into();
    let mut options = vitrine_sandbox::Options {
        port: options.port,
        initial_products: options.products,
        initial_variants: options.variants,
        faults,
        ..vitrine_sandbox::Options::default()
    };
    if let Some(stand_in) = &stand_in {
        stand_in.configure(&mut options);
    }
    let failed = |error: std::io::Error| Problem::of_port(options.port.to_string(), &error);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        let shop = vitrine_sandbox::start(options.clone()).await.map_err(failed)?;
        let market_file = match stand_in {
            Some(stand_in) => stand_in.at(&shop, layout)?,
            None => shop.market_file_in(layout),
        };
        // The secret is needed by some sign-in methods.
        let (token, client) = (shop.token(), shop.client());
        let secrets = [("token", token.expose_secret()), ("client secret", client.secret.expose_secret())];
        let secrets: String =
            secrets.iter().map(|(name, secret)| format!("# Practice {name}: {secret}\n")).collect();
        print_line(&format!("{secrets}{}", market_file.trim_end()));
        let _ = tokio::signal::ctrl_c().await;
        shop.shutdown().await;
        Ok(Exit::AllDone)
    })
}

/// A market file whose marketplace the practice shop stands in for.
struct StandIn {
    file: MarketDraft,
    profile: Profile,
    /// A marketplace that is known beyond its file is stood in for as it is.
    dialect: Dialect,
}

impl StandIn {
    fn read(given: &Path, chosen: Option<&Path>) -> Result<Self, Problem> {
        let text = market_file_text(given, &data_dir::choose(chosen)?)?;
        let source = given.display().to_string();
        let is_known = READY_MADE.iter().any(|ready_made| given.as_os_str() == ready_made.key);
        let dialect = if is_known { Dialect::PUBLIC } else { Dialect::CONTRACT };
        Ok(Self {
            file: MarketDraft::read(&text, &source)?,
            profile: Profile::parse(&text, &source)?,
            dialect,
        })
    }

    /// Makes the practice shop behave as the file expects.
    fn configure(&self, options: &mut vitrine_sandbox::Options) {
        let behaviour = &mut options.faults.behaviour;
        if self.profile.categories_url().is_some() && behaviour.categories == Categories::None {
            behaviour.categories = Categories::English;
        }
        behaviour.sku_unique |= self.profile.rules().sku_unique;
        options.dialect = self.dialect;
        if let Some(redirect_uri) = &self.profile.oauth.redirect_uri {
            options.redirect_uris = vec![redirect_uri.clone()];
        }
    }

    /// The file with the addresses and the app of the practice shop, in this layout where the file is in
    /// another.
    fn at(mut self, shop: &Sandbox, layout: vitrine_sandbox::Layout) -> Result<String, Problem> {
        let own = MarketDraft::read(&shop.market_file(), vitrine_sandbox::MARKET_NAME)?;
        for key in
            MarketKey::ALL.into_iter().filter(|key| !matches!(key, MarketKey::Name | MarketKey::Scopes))
        {
            own.text(key).clone_into(self.file.text_mut(key));
        }
        let written = self.file.to_toml();
        if layout == vitrine_sandbox::Layout::Base || self.file.layout == market::Layout::Core {
            return Ok(written);
        }
        // Each layout writes its own hosts only.
        let mut file = MarketDraft::read(&written, vitrine_sandbox::MARKET_NAME)?;
        file.layout = market::Layout::Core;
        for key in [MarketKey::Core, MarketKey::Upload] {
            own.text(key).clone_into(file.text_mut(key));
        }
        Ok(layout.of_paths(&file.to_toml()))
    }
}
