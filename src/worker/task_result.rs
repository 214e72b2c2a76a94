//! Results of tasks, by the service that waits for them.

use super::{accounts, catalog, categories, edits, imports, market_check, phone, platform, product_form, thumbnails, updates, webhooks};
use vitrine_domain::Problem;

/// The result of a task.
pub enum TaskResult {
    Account(Box<accounts::TaskResult>),
    Import(imports::TaskResult),
    Catalog(catalog::TaskResult),
    Edit(edits::TaskResult),
    Category(categories::TaskResult),
    MarketCheck(market_check::TaskResult),
    Form(product_form::TaskResult),
    Thumbnail(thumbnails::TaskResult),
    Webhook(webhooks::TaskResult),
    Phone(phone::TaskResult),
    Platform(platform::TaskResult),
    Update(updates::TaskResult),
    DatabaseChecked(Result<(), Problem>),
}

impl From<accounts::TaskResult> for TaskResult {
    fn from(done: accounts::TaskResult) -> Self {
        Self::Account(Box::new(done))
    }
}

impl From<imports::TaskResult> for TaskResult {
    fn from(done: imports::TaskResult) -> Self {
        Self::Import(done)
    }
}

impl From<catalog::TaskResult> for TaskResult {
    fn from(done: catalog::TaskResult) -> Self {
        Self::Catalog(done)
    }
}

impl From<edits::TaskResult> for TaskResult {
    fn from(done: edits::TaskResult) -> Self {
        Self::Edit(done)
    }
}

impl From<categories::TaskResult> for TaskResult {
    fn from(done: categories::TaskResult) -> Self {
        Self::Category(done)
    }
}

impl From<market_check::TaskResult> for TaskResult {
    fn from(done: market_check::TaskResult) -> Self {
        Self::MarketCheck(done)
    }
}

impl From<product_form::TaskResult> for TaskResult {
    fn from(done: product_form::TaskResult) -> Self {
        Self::Form(done)
    }
}

impl From<thumbnails::TaskResult> for TaskResult {
    fn from(done: thumbnails::TaskResult) -> Self {
        Self::Thumbnail(done)
    }
}

impl From<webhooks::TaskResult> for TaskResult {
    fn from(done: webhooks::TaskResult) -> Self {
        Self::Webhook(done)
    }
}

impl From<phone::TaskResult> for TaskResult {
    fn from(done: phone::TaskResult) -> Self {
        Self::Phone(done)
    }
}

impl From<platform::TaskResult> for TaskResult {
    fn from(done: platform::TaskResult) -> Self {
        Self::Platform(done)
    }
}

impl From<updates::TaskResult> for TaskResult {
    fn from(done: updates::TaskResult) -> Self {
        Self::Update(done)
    }
}
