//! What tasks come to, by the service that waits for it.

use super::{accounts, catalog, imports, platform, product_form, thumbnails, webhooks};
use crate::domain::Problem;

pub enum Done {
    Account(Box<accounts::Done>),
    Import(imports::Done),
    Catalog(catalog::Done),
    Form(product_form::Done),
    Thumbnail(thumbnails::Done),
    Webhook(webhooks::Done),
    Platform(platform::Done),
    FileChecked(Result<(), Problem>),
}

impl From<accounts::Done> for Done {
    fn from(done: accounts::Done) -> Self {
        Self::Account(Box::new(done))
    }
}

impl From<imports::Done> for Done {
    fn from(done: imports::Done) -> Self {
        Self::Import(done)
    }
}

impl From<catalog::Done> for Done {
    fn from(done: catalog::Done) -> Self {
        Self::Catalog(done)
    }
}

impl From<product_form::Done> for Done {
    fn from(done: product_form::Done) -> Self {
        Self::Form(done)
    }
}

impl From<thumbnails::Done> for Done {
    fn from(done: thumbnails::Done) -> Self {
        Self::Thumbnail(done)
    }
}

impl From<webhooks::Done> for Done {
    fn from(done: webhooks::Done) -> Self {
        Self::Webhook(done)
    }
}

impl From<platform::Done> for Done {
    fn from(done: platform::Done) -> Self {
        Self::Platform(done)
    }
}
