//! A real worker, driven by commands and observed through its events, at a practice shop that may misbehave.

#[path = "../kit/mod.rs"]
mod kit;

mod accounts;
mod damaged_store;
mod data_folder;
mod days_off;
mod discounts;
mod edits;
mod followed_lists;
mod phone;
mod photo_edits;
mod practice;
mod product_changes;
mod product_form;
mod products;
mod swapped_links;
mod thumbnails;
mod token_renewal;
mod updates;
mod variants;
mod webhooks;
