//! What fills the window. Each screen draws the model and says what a person did; none changes the model itself.

mod badge;
mod context;
mod create;
mod editor;
mod frame;
mod import;
mod notes;
mod permission;
mod products;
mod settings;
mod shell;
mod sign_in;
mod views;
mod webhooks;

pub use context::Cx;
pub use shell::{body, is_alone, overlay};
pub use views::Views;
