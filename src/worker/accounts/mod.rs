//! Marketplaces and accounts: choosing, every way to sign in, saving and renewing tokens, switching, signing out.
//!
//! Pasted tokens, the browser and client credentials all end in [`check`], and then in [`sign_in`].

mod browser;
mod check;
mod client_secret;
mod confirm;
mod grant;
mod held_entry;
mod keep_secret;
mod leave;
mod list;
mod market_files;
mod markets;
mod messages;
mod practice;
mod renewal;
mod renewer;
mod save_tokens;
mod service;
mod session;
mod sign_in;
mod state;
mod token_store;
mod token_stores;

pub use leave::leaves_account;
pub use market_files::is_current as is_current_market;
pub use market_files::{chosen as chosen_market, currency_of, text_of as market_file_text};
pub use messages::{
    AccountCommand, AccountEntry, AccountEvent, BrowserSignIn, ClientSecretState, FoundAccount, KeepToken, MarketChoice, MarketEntry,
    MarketFileEvent, RedirectMode, Session, SignInMethods,
};
pub use session::{ActiveSession, AuthenticatedSession};
pub use state::{Accounts, TaskResult};
