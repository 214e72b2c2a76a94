//! Plain values that a shop is made of: products, accounts, fields, problems. No I/O, no wire formats, no user
//! interface.

mod account;
mod backoff;
pub mod category;
mod currency;
mod diagnostic;
mod edit;
mod event;
mod field;
pub mod foreign_text;
mod id;
mod market_categories;
pub mod origins;
mod problem;
mod product;
mod public_page;
mod rules;
pub mod text;

pub use account::{Account, AccountKey, Scope, Vendor};
pub use backoff::Backoff;
pub use currency::Currency;
pub use diagnostic::{Diagnostic, Finding, Position};
pub use edit::{Crop, Edit, Frame, Ratio};
pub use event::EVENTS;
pub use event::Event as MarketEvent;
pub use field::{
    Change, Dimensions, Field, FieldError, FieldKind, FieldSpec, FieldUnit, FieldValue, FormPart, Point, Quantity, Signs, parse_amount,
    parse_flag, parse_integer, parse_whole,
};
pub use id::{FileId, ProductId, ServiceId, UserId, VendorId, WebhookId};
pub use market_categories::MarketCategories;
pub use origins::Origins;
pub use problem::{AnswerForm, Code, PhotoLimit, Problem, Verdict, WriteVerdict};
pub use product::{BatchItem, CatalogState, Draft, PhotoUrls, Product, ProductChange, ProductPhoto, ProductState, Review, Status};
pub use public_page::PublicPage;
pub use rules::{Checks, CreateRules, FieldProblem, StatusChoice};
