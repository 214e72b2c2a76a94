//! Which renderer to open the window with, judging by earlier starts. Without I/O; [`super::start`] acts upon
//! it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ui::Renderer;

/// What earlier starts of this version of the program have shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The version that wrote it. Another version begins anew, because it may draw otherwise.
    version: String,
    /// The renderer with which the window was shown last.
    works: Option<Renderer>,
    /// The renderer with which a window was being opened. It stays when the graphics driver ends the process.
    opening: Option<Renderer>,
    /// Why the others do not work.
    #[serde(default)]
    failures: BTreeMap<Renderer, String>,
}

impl Default for Record {
    /// Nothing is known about this version.
    fn default() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            works: None,
            opening: None,
            failures: BTreeMap::new(),
        }
    }
}

impl Record {
    /// Reads a record that an earlier start wrote. A damaged one, and one of another version, counts as none.
    pub fn parse(text: &str) -> Self {
        let record: Option<Self> = serde_json::from_str(text).ok();
        record.filter(|record| record.version == env!("CARGO_PKG_VERSION")).unwrap_or_default()
    }

    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The renderers to try, one after the other. The one that worked last comes first, one that ended the
    /// process comes last.
    pub fn order(&self, chain: &[Renderer]) -> Vec<Renderer> {
        let mut order: Vec<Renderer> = self.works.into_iter().filter(|works| chain.contains(works)).collect();
        order.extend(chain.iter().filter(|renderer| self.works != Some(**renderer)));
        // Stable: the others keep their order.
        order.sort_by_key(|renderer| self.opening == Some(*renderer));
        order
    }

    /// Whether the window can be opened in this process: the renderer worked last, and did not end the
    /// process since.
    pub fn is_proven(&self, renderer: Renderer) -> bool {
        self.works == Some(renderer) && self.opening != Some(renderer)
    }

    /// A window is about to be opened.
    pub const fn begin(&mut self, renderer: Renderer) {
        self.opening = Some(renderer);
    }

    /// The window was shown.
    pub fn succeed(&mut self, renderer: Renderer) {
        (self.works, self.opening) = (Some(renderer), None);
        self.failures.remove(&renderer);
    }

    /// The window could not be opened, or was never shown.
    pub fn fail(&mut self, renderer: Renderer, cause: String) {
        self.opening = None;
        self.works = self.works.filter(|works| *works != renderer);
        self.failures.insert(renderer, cause);
    }

    /// What became of a process that was started to open the window, by the record that it left and its exit
    /// status.
    pub fn outcome(&self, renderer: Renderer, exit_status: Option<i32>) -> Outcome {
        match exit_status {
            Some(0) => Outcome::Ended(0),
            _ if self.opening == Some(renderer) => Outcome::NotShown(None),
            Some(status) if self.works == Some(renderer) => Outcome::Ended(status),
            Some(status) => match self.failures.get(&renderer) {
                Some(cause) => Outcome::NotShown(Some(cause.clone())),
                None => Outcome::Ended(status),
            },
            None => Outcome::NotShown(None),
        }
    }

    /// Forgets why `renderers` failed before, so that [`outcome`](Self::outcome) sees this start's causes
    /// only.
    pub fn forget_failures(&mut self, renderers: &[Renderer]) {
        self.failures.retain(|renderer, _| !renderers.contains(renderer));
    }
}

/// What became of a process that was started to open the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The window was shown, or was not to be opened at all. The exit status is the program's.
    Ended(i32),
    /// The window was not shown, for this reason; `None` when the process did not say any, because it was
    /// ended.
    NotShown(Option<String>),
}

#[cfg(test)]
mod tests {
    use super::Renderer::{Dx12, Glow, Warp};
    use super::*;

    const CHAIN: &[Renderer] = &[Dx12, Warp, Glow];

    fn works(renderer: Renderer) -> Record {
        let mut record = Record::default();
        record.begin(renderer);
        record.succeed(renderer);
        record
    }

    #[test]
    fn at_the_first_start_the_renderers_are_tried_in_the_order_of_the_chain() {
        let record = Record::default();
        assert_eq!(record.order(CHAIN), CHAIN);
        assert!(!record.is_proven(Dx12));
    }

    #[test]
    fn the_one_that_worked_is_tried_first() {
        let record = works(Warp);
        assert_eq!(record.order(CHAIN), [Warp, Dx12, Glow]);
        assert!(record.is_proven(Warp) && !record.is_proven(Dx12));
    }

    #[test]
    fn one_that_worked_and_now_fails_is_no_longer_preferred() {
        let mut record = works(Glow);
        record.begin(Glow);
        record.fail(Glow, "no pixel format".to_owned());
        assert_eq!(record.order(CHAIN), CHAIN);
        assert!(!record.is_proven(Glow));
        record.begin(Dx12);
        record.succeed(Dx12);
        assert!(record.is_proven(Dx12));
    }

    #[test]
    fn one_that_ended_the_process_is_tried_last_even_if_it_worked_before() {
        let mut record = works(Dx12);
        record.begin(Dx12);
        assert_eq!(record.order(CHAIN), [Warp, Glow, Dx12]);
        assert!(!record.is_proven(Dx12));
    }

    #[test]
    fn a_record_is_read_back_and_one_of_another_version_or_damaged_is_none() {
        let record = works(Warp);
        assert_eq!(Record::parse(&record.to_text()), record);
        let other = record.to_text().replace(env!("CARGO_PKG_VERSION"), "0.0.0");
        for text in [&*other, "", "{}", "{\"version\":", r#"{"version":"0.1.0","works":"vulkan"}"#] {
            assert_eq!(Record::parse(text), Record::default(), "{text}");
        }
    }

    #[test]
    fn what_worked_on_another_system_is_not_tried() {
        assert_eq!(works(Warp).order(&[Glow]), [Glow]);
    }

    #[test]
    fn a_process_that_ends_before_its_first_frame_leads_to_the_next_renderer() {
        let mut opening = Record::default();
        opening.begin(Dx12);
        for status in [Some(101), Some(-1_073_741_819), None] {
            assert_eq!(opening.outcome(Dx12, status), Outcome::NotShown(None), "{status:?}");
        }
        let mut failed = Record::default();
        failed.fail(Dx12, "no adapter".to_owned());
        assert_eq!(failed.outcome(Dx12, Some(1)), Outcome::NotShown(Some("no adapter".to_owned())));
    }

    #[test]
    fn a_process_that_showed_its_window_is_not_repeated_however_it_ends() {
        for status in [0, 1, 101] {
            assert_eq!(works(Dx12).outcome(Dx12, Some(status)), Outcome::Ended(status));
        }
    }

    #[test]
    fn a_process_that_handed_its_paths_over_or_could_not_use_its_data_is_not_repeated() {
        let record = Record::default();
        assert_eq!(record.outcome(Dx12, Some(0)), Outcome::Ended(0));
        assert_eq!(record.outcome(Dx12, Some(2)), Outcome::Ended(2));
        // Nor is an earlier failure taken for one of this start.
        let mut record = works(Glow);
        record.fail(Dx12, "no adapter".to_owned());
        record.forget_failures(CHAIN);
        assert_eq!(record.outcome(Dx12, Some(2)), Outcome::Ended(2));
    }
}
