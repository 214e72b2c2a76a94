//! The program, run from the command line against the practice shop.

#[path = "../kit/mod.rs"]
mod kit;

mod account;
mod categories;
mod check;
mod create_variants;
mod discounts;
mod done_event;
mod edit;
#[cfg(unix)]
mod edit_follow;
#[cfg(unix)]
mod edit_killed;
mod edit_variants;
mod faults;
mod help;
mod import;
#[cfg(unix)]
mod killed;
#[cfg(target_os = "linux")]
mod login;
mod origins;
mod packaged;
mod printing;
mod products;
#[cfg(target_os = "linux")]
mod pty;
mod public_marketplace;
mod report;
mod sheet;
mod template;
#[cfg(target_os = "linux")]
mod terminal;
mod text_output;
mod toman;
mod webhooks;
