//! The JSON of the operations.

mod answers;
mod categories;
mod product;
mod value;
mod webhook;
pub mod wrapper;

pub use answers::{Creation, ProductPage, TokenClient, TokenIdentity, Tokens, UploadedFile};
pub use answers::{account, added_webhook, creation, json, product_page, token_identity, tokens, uploaded_file};
pub use categories::{attributes, category_tree};
pub use product::payload as product_payload;
pub use webhook::{AddedWebhook, NewWebhook};
