//! Results of tasks, by the service that waits for them.

use super::{
    accounts, catalog, categories, edits, imports, market_check, phone, platform, product_form, thumbnails,
    updates, webhooks,
};
use vitrine_domain::Problem;

/// The result of a task.
pub enum TaskResult {
    Account(Box<accounts::AccountTaskResult>),
    Import(imports::ImportTaskResult),
    Catalog(catalog::CatalogTaskResult),
    Edit(edits::EditTaskResult),
    Category(categories::CategoryTaskResult),
    MarketCheck(market_check::CheckTaskResult),
    Form(product_form::FormTaskResult),
    Thumbnail(thumbnails::ThumbnailTaskResult),
    Webhook(webhooks::WebhookTaskResult),
    Phone(phone::PhoneTaskResult),
    Platform(platform::PlatformTaskResult),
    Update(updates::UpdateTaskResult),
    DatabaseChecked(Result<(), Problem>),
    /// The token of one of the requests of a task whose result was delivered before.
    TokenRefused(Problem),
}

/// What a service's task returns becomes the result for that service.
macro_rules! belongs {
    ($($result:ty => $service:ident),+) => {
        $(impl From<$result> for TaskResult {
            fn from(done: $result) -> Self {
                Self::$service(done)
            }
        })+
    };
}

belongs! {
    imports::ImportTaskResult => Import,
    catalog::CatalogTaskResult => Catalog,
    edits::EditTaskResult => Edit,
    categories::CategoryTaskResult => Category,
    market_check::CheckTaskResult => MarketCheck,
    product_form::FormTaskResult => Form,
    thumbnails::ThumbnailTaskResult => Thumbnail,
    webhooks::WebhookTaskResult => Webhook,
    phone::PhoneTaskResult => Phone,
    platform::PlatformTaskResult => Platform,
    updates::UpdateTaskResult => Update
}

impl From<accounts::AccountTaskResult> for TaskResult {
    fn from(done: accounts::AccountTaskResult) -> Self {
        Self::Account(Box::new(done))
    }
}
