//! Marketplaces and accounts: choosing, every way to sign in, saving and renewing tokens, switching, signing
//! out.
//!
//! Pasted tokens, the browser and client credentials all end in [`check`], and then in [`sign_in`].

mod asked_waits;
mod browser;
mod client_secrets;
mod confirm;
mod credentials;
mod leave;
mod list;
mod markets;
mod practice;
mod question;
mod renewal;
mod save_tokens;
mod service;
mod sign_in;
mod state;
mod task_result;

pub use leave::leaves_account;
pub use state::Accounts;
pub use task_result::AccountTaskResult;
