//! The one tokio thread between the screens and everything that takes time: takes [`Command`]s, sends
//! [`Event`]s.
//!
//! [`start`] returns a [`Handle`] for sending commands and the channel of events. Inside, the [`bus`]
//! dispatches each command to the service that owns its subject: one folder per service, with its own results
//! and state; what it is told and tells stands in [`messages`]. Whatever takes time (a request, preparing a
//! photo) is one of the [`tasks`], which ends with a result for its service unless its account was left or a
//! newer task replaced it. Services communicate through [`notice`]s only. So nothing is shared, and nothing
//! is locked except the rate limiter and the hashes of photos already read.

mod accounts;
mod bus;
mod catalog;
mod categories;
mod context;
mod database_check;
mod edits;
mod executor;
mod handle;
mod imports;
mod market_check;
mod market_files;
mod notice;
mod options;
mod phone;
mod photos;
mod platform;
mod product_form;
mod progress_interval;
mod saved_settings;
mod session;
mod sheet_pictures;
pub mod sheet_reader;
#[cfg(test)]
pub(crate) mod sim;
#[cfg(test)]
pub(crate) mod sim_env;
mod task_result;
mod tasks;
mod thumbnails;
mod unfinished;
mod updates;
mod webhooks;

#[cfg(test)]
pub(crate) use bus::Bus;

pub use handle::{Handle, end_at_the_second_signal, start};
pub use market_files::{id_of as market_id, text_of as market_file_text};
pub use options::{Options, SHUTDOWN_LIMIT};
pub use platform::crash_report;
pub use platform::sample_photos::write_sample_photos;

pub use vitrine_core::import::Waiting;
pub use vitrine_model::messages::*;
pub use webhooks::{Receiver, ReceiverEvent, ReceiverOptions, may_forward_to};
