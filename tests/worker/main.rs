//! A real worker at a real marketplace, which may misbehave: commands in, events out.

#[path = "../kit/mod.rs"]
mod kit;

mod accounts;
mod damage;
mod edit;
mod form;
mod pictures;
mod products;
mod refresh;
