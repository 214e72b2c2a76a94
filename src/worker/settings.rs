//! Settings: kept in the store, told at the start.

use super::hub::Hub;
use super::{Event, Settings};

/// Under which name the store keeps them.
const KEY: &str = "settings";

impl Hub {
    pub(super) fn load_settings(&mut self) {
        match self.store.setting(KEY) {
            // What an older or newer version wrote and this one cannot read is left to the defaults.
            Ok(json) => self.settings = json.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default(),
            Err(problem) => self.tell(Event::Problem(problem)),
        }
        self.tell(Event::Settings(self.settings.clone()));
    }

    pub(super) fn save_settings(&mut self, settings: Settings) {
        // The marketplace is the worker's to know; a screen may hold an older one.
        let market = self.settings.market.take();
        self.settings = Settings { market, ..settings };
        self.store_settings();
    }

    pub(super) fn store_settings(&mut self) {
        let kept = serde_json::to_string(&self.settings).map_or(Ok(()), |json| self.store.set_setting(KEY, &json));
        if let Err(problem) = kept {
            self.tell(Event::Problem(problem));
        }
    }
}
