//! What the marketplace takes: by its market file, and by what its refusals taught here and in earlier runs.

use super::hub::Hub;
use crate::import::limits::PhotoLimits;
use crate::media::Limits;

impl Hub {
    pub(super) fn photo_limits(&self) -> Limits {
        let Some(market) = &self.market else { return Limits::default() };
        let stated = Limits { max_bytes: market.client.profile().limits.photo_bytes, ..Limits::default() };
        match self.store.limits(&market.name) {
            Ok(named) => PhotoLimits::from_named(&named).on(stated),
            Err(problem) => {
                tracing::warn!(%problem, "the limits learned are not to be had");
                stated
            }
        }
    }

    /// Not to remember is no reason to stop: the next refusal teaches it again.
    pub(super) fn learn_limits(&mut self, limits: &PhotoLimits) {
        let Some(market) = &self.market else { return };
        for (name, value) in limits.named() {
            tracing::info!(name, value, "the marketplace taught a limit");
            if let Err(problem) = self.store.learn_limit(&market.name, &name, value) {
                tracing::warn!(%problem, "a limit cannot be kept");
            }
        }
        self.tell_photo_limits();
    }
}
