//! The JSON of the operations.

mod answers;
mod categories;
mod changes;
#[cfg(test)]
mod contract;
mod delivery;
mod product;
mod product_page;
mod review;
mod value;
mod webhook;
pub mod wrapper;

pub use answers::{Creation, TokenClient, TokenIdentity, Tokens, UploadedFile};
pub use answers::{account, creation, json, token_identity, tokens, uploaded_file};
pub use categories::{attributes, category_tree};
pub use changes::{
    batch_items, batch_payload, change_payload, changed_product, discount_payload, discounted, product_state,
    product_states, variant_payloads,
};
pub use delivery::{DeliveryContent, delivery_content};
pub use product::payload as product_payload;
pub use product_page::{ProductPage, product_page};
pub use webhook::{
    AddedWebhook, DeliveryAttempt, EventInfo, HeaderLines, NewWebhook, Webhook, WebhookChange, WebhookService,
};
pub use webhook::{added_service, added_webhook, delivery_log, event_infos, webhook_services, webhooks};
