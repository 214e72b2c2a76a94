//! The person's settings, as the store keeps them.

use std::path::{Path, PathBuf};

use super::platform::Settings;
use crate::domain::Problem;
use crate::store::Store;

/// Under which name the store keeps them.
const KEY: &str = "settings";

#[derive(Default)]
pub struct KeptSettings(Settings);

impl KeptSettings {
    pub const fn get(&self) -> &Settings {
        &self.0
    }

    /// The market file used last.
    pub fn market(&self) -> Option<&Path> {
        self.0.market.as_deref()
    }

    /// What an older or newer version wrote and this one cannot read is left to the defaults.
    pub fn load(&mut self, store: &Store) -> Result<(), Problem> {
        self.0 = store.setting(KEY)?.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
        Ok(())
    }

    /// Everything but the marketplace, which is the worker's to know: a screen may hold an older one.
    pub fn replace(&mut self, settings: Settings, store: &Store) -> Result<(), Problem> {
        let market = self.0.market.take();
        self.0 = Settings { market, ..settings };
        self.save(store)
    }

    pub fn set_market(&mut self, market: Option<PathBuf>, store: &Store) -> Result<(), Problem> {
        self.0.market = market;
        self.save(store)
    }

    fn save(&self, store: &Store) -> Result<(), Problem> {
        serde_json::to_string(&self.0).map_or(Ok(()), |json| store.set_setting(KEY, &json))
    }
}
