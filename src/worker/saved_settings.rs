//! The user's settings, as saved in the store.

use std::path::{Path, PathBuf};

use crate::store::Store;
use vitrine_domain::Problem;
use vitrine_model::messages::Settings;

/// The key under which the store holds them.
const KEY: &str = "settings";

/// The current settings; every change is saved.
#[derive(Default)]
pub struct SavedSettings(Settings);

impl SavedSettings {
    /// The current settings.
    pub const fn get(&self) -> &Settings {
        &self.0
    }

    /// The market file that was used last.
    pub fn market(&self) -> Option<&Path> {
        self.0.market.as_deref()
    }

    /// Loads the settings. What another version wrote and this one cannot read falls back to the defaults.
    pub fn load(&mut self, store: &Store) -> Result<(), Problem> {
        self.0 = store.setting(KEY)?.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
        Ok(())
    }

    /// Replaces all settings except the marketplace, which the worker owns: a screen may hold an outdated
    /// one.
    pub fn replace(&mut self, settings: Settings, store: &Store) -> Result<(), Problem> {
        let (market, practice) = (self.0.market.take(), self.0.practice);
        self.0 = Settings { market, practice, ..settings };
        self.save(store)
    }

    /// Saves the market file in use.
    pub fn set_market(&mut self, market: Option<PathBuf>, store: &Store) -> Result<(), Problem> {
        self.0.market = market;
        self.save(store)
    }

    /// Saves whether the practice shop is in use.
    pub fn set_practice(&mut self, practice: bool, store: &Store) -> Result<(), Problem> {
        if self.0.practice == practice {
            return Ok(());
        }
        self.0.practice = practice;
        self.save(store)
    }

    fn save(&self, store: &Store) -> Result<(), Problem> {
        serde_json::to_string(&self.0).map_or(Ok(()), |json| store.set_setting(KEY, &json))
    }
}
