//! The desktop: dialogs, clipboard, light or dark, second starts of the program, a watched folder; and the settings.

mod appearance;
mod awake;
mod clipboard;
pub mod crash_report;
pub mod dialogs;
pub mod file_manager;
mod notifications;
mod problem_report;
pub mod sample_photos;
mod service;
mod task_result;
mod unused_files;
mod watched_folder;

pub use awake::keep_awake;
pub use service::{on_result, perform, start};
pub use task_result::TaskResult;
