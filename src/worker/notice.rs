//! Messages from one service to all others. The bus delivers each notice to every service, in order, before
//! the next command.

use super::photos::UploadedPhoto;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Problem, Product};
use vitrine_model::messages::Session;

/// A message from one service to all others.
pub enum Notice {
    /// A valid token is available: what was refused or waits may be sent now. `fresh`: the account was not
    /// signed in before.
    SignedIn { fresh: bool },
    /// Nobody is signed in, and no token is being obtained. `session` is sent to the screens after the
    /// services that waited.
    SignedOut { problem: Problem, session: Option<Session> },
    /// The person chose another language.
    LanguageChanged,
    /// The lists of accounts and marketplaces have changed.
    ListsChanged,
    /// The account on the screens was left: nothing of it may continue.
    AccountLeft,
    /// Products with a category were started: their names and categories.
    ProductsStarted(Vec<(String, i64)>),
    /// Products wait until the tree of categories is read.
    CategoriesNeeded,
    /// The tree of categories was read, or could not be, as far as it was needed.
    CategoriesAnswered { problem: Option<Problem> },
    /// Folders were given categories.
    FoldersMapped(Vec<(String, i64)>),
    /// Products of an earlier session wait until the attributes of these categories are read.
    AttributesNeeded(Vec<i64>),
    /// The attributes of a category were read, or could not be.
    AttributesAnswered { category: i64, problem: Option<Problem> },
    /// Products of the shop were read by themselves, with their current values.
    ProductsRead(Vec<Product>),
    /// Products of the shop were created or changed, which cannot be read one by one.
    ShopChanged,
    /// Something could not be written to the disk.
    StorageFailed,
    /// The create form was sent; its photos are already uploaded.
    FormSent { planned: PlannedDraft, photos: Vec<UploadedPhoto> },
}

impl Notice {
    /// These products were started. Those without a category say nothing.
    pub fn products_started<'a>(drafts: impl IntoIterator<Item = &'a PlannedDraft>) -> Self {
        let named = drafts
            .into_iter()
            .filter_map(|planned| Some((planned.draft.name.clone(), planned.draft.category_id?)));
        Self::ProductsStarted(named.collect())
    }
}
