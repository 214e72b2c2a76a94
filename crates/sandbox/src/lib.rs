//! A practice marketplace on 127.0.0.1: implements the whole contract (docs/marketplace-api.md), with faults
//! on request.
//!
//! It is written from the contract, independently of this program's client: where they disagree, the contract
//! decides. It is strict where the contract is exact; where the contract leaves something open,
//! [`ShopBehaviour`] decides. With another [`Dialect`] it speaks as the public marketplace instead.
//!
//! `server` starts it. A request passes `http::middleware`, which records it and applies faults, and `routes`
//! directs it to a handler in `auth` (operations 1 to 5) or `shop` (6 to 9, and photos). Below them are
//! `state` (tokens and stored data) and `faults`, without I/O except for the files that outlive a restart.

mod auth;
mod dialect;
mod faults;
mod http;
mod operation;
mod routes;
mod server;
mod shop;
mod state;

pub use dialect::Dialect;
pub use faults::{
    BatchAnswer, BatchError, Categories, CreationAnswer, FileIds, PhotoIds, RefusalForm, ShopBehaviour,
    Wrapper,
};
pub use faults::{DateIn, FaultForm, FaultRule, Faults, Moment, Paging, RetryAfter};
pub use operation::Operation;
pub use server::{Layout, MARKET_NAME, Options, Sandbox, State, start};
pub use shop::category_data::path as category_titles;
pub use state::Clock;
pub use state::access::{Client, Person};
pub use state::log::{Outcome, Record};
pub use state::store::{CreatedProduct, CreatedWebhook, ProductFields, UploadedFile, WebhookService};
