//! The desktop: its dialogs and clipboard, whether it is light or dark, second starts of the program; and the settings.

mod appearance;
pub mod dialogs;
mod done;
mod messages;
mod service;

pub use done::TaskResult;
pub use messages::{PasteTarget, PickTarget, PlatformCommand, Settings, Theme};
pub use service::{finished, perform, start};
