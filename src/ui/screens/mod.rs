//! The screens. Each draws the model and returns the user's actions; none changes the model itself.

mod badge;
mod bulk_change;
mod category;
mod changes;
mod column_question;
mod context;
mod create;
mod editor;
mod frame;
mod grid;
mod heading;
mod help;
mod import;
mod navigation;
mod notifications;
mod palette;
mod permission;
mod products;
mod row_range;
mod rows;
mod search;
mod settings;
mod shell;
mod sign_in;
mod updates;
mod views;
mod webhooks;

pub use context::{Cx, shop_name};
pub use shell::{body, overlay};
pub use views::Views;
