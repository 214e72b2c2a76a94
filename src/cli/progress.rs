//! The bar that shows how far a run is, on a terminal.

#![expect(clippy::disallowed_methods, reason = "what the bar shows is made printable here")]

use indicatif::{ProgressBar, ProgressStyle};

use vitrine_domain::foreign_text::printable;

/// A bar with a line beside it. Everything else is printed while it is suspended.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar, or none.
    pub fn new(is_shown: bool) -> Self {
        let bar = if is_shown { ProgressBar::new(0) } else { ProgressBar::hidden() };
        bar.set_style(
            ProgressStyle::with_template("{bar:30} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Self(bar)
    }

    /// Shows that so many are done.
    pub fn show(&self, done: usize, total: usize, line: &str) {
        self.0.set_length(total as u64);
        self.0.set_position(done as u64);
        self.0.set_message(printable(line).into_owned());
    }

    /// Whether nothing is shown.
    pub fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    /// Prints something above the bar.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
