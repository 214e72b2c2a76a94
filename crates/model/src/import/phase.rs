//! The stages of an import.

/// The stage of the import screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Nothing was dropped yet.
    #[default]
    Empty,
    /// The dropped paths are being scanned.
    Planning,
    /// Products are planned; nothing was sent.
    Review,
    /// An import is running.
    Running,
    /// The import has ended; its results are shown.
    Ended,
}
