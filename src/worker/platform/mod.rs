//! The desktop: dialogs, clipboard, light or dark, second starts of the program; and the settings.

mod appearance;
pub mod dialogs;
mod messages;
mod service;
mod task_result;

pub use messages::{PasteTarget, PickTarget, PlatformCommand, Settings, TableColumns, Theme};
pub use service::{on_result, perform, start};
pub use task_result::TaskResult;
