//! The receiver of webhooks: a small server that stores each delivery before it accepts it.
//!
//! It runs on two threads of its own, one for connections and one for the disk, so that a burst of deliveries does not delay the
//! worker. The window and `vitrine webhook listen` use it alike. What protects it from the network is in [`connections`]; the
//! answers are in [`server`], passing on in [`forward`].

mod connections;
mod event;
mod forward;
mod run;
mod server;
#[cfg(test)]
mod tests;
mod writer;

pub use event::ReceiverEvent;
pub use forward::may_forward_to;
pub use run::{Receiver, ReceiverOptions};
