//! A practice marketplace on 127.0.0.1: all of the contract (docs/marketplace-api.md), really behaving, with faults on request.
//!
//! Written from the contract alone, not from this program's client: where the two disagree the contract decides. It is
//! strict where the contract is exact; where the contract leaves something unspecified, [`Behaviour`] says what happens.
//!
//! `server` starts it. A request passes `http::gate`, where faults befall it and it is recorded, and reaches by `routes` one
//! handler a file: in `auth` (operations 1 to 5) and in `shop` (6 to 9, and photos). Below them lie `state` (tokens, and what
//! the marketplace holds) and `faults`, both without I/O but for the files that outlive a restart.

mod auth;
mod faults;
mod http;
mod operation;
mod routes;
mod server;
mod shop;
mod state;

pub use faults::{Behaviour, CreationAnswer, FileIds, PhotoIds, RefusalForm, Wrapper};
pub use faults::{DateIn, Faults, Moment, Paging, RetryAfter, Rule};
pub use operation::Operation;
pub use server::{Options, Sandbox, State, start};
pub use state::Clock;
pub use state::access::{Client, Person};
pub use state::ledger::{CreatedProduct, CreatedWebhook, ProductFields, UploadedFile, WebhookService};
pub use state::log::{Outcome, Record};
