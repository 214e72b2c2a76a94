//! Plain values that a shop is made of: products, accounts, fields, problems. No I/O, no wire formats, no user
//! interface.

mod account;
mod backoff;
pub mod build_info;
pub mod category;
mod currency;
mod diagnostic;
mod draft;
mod edit;
mod event;
mod field;
mod field_value;
mod id;
mod list_notation;
mod problem;
mod product;
mod product_state;
mod public_page;
mod quantity;
mod rules;
pub mod text;

pub use account::{Account, AccountKey, Scope, Vendor};
pub use backoff::Backoff;
pub use currency::Currency;
pub use diagnostic::{Diagnostic, Finding, Position};
pub use draft::Draft;
pub use edit::{Crop, Edit, Frame, Ratio};
pub use event::EVENTS;
pub use event::Event as MarketEvent;
pub use field::{Change, Field, FieldError, FieldKind, FieldSpec, FieldUnit, FormPart, parse_flag, parse_integer};
pub use field_value::FieldValue;
pub use id::{FileId, ProductId, ServiceId, UserId, VendorId, WebhookId};
pub use list_notation::Dimensions;
pub use problem::{Code, PhotoLimit, Problem, Verdict};
pub use product::{CatalogState, PhotoUrls, Product, ProductPhoto, Review, Status};
pub use product_state::{BatchItem, ProductChange, ProductState};
pub use public_page::PublicPage;
pub use quantity::Quantity;
pub use rules::{Checks, CreateRules, FieldProblem, StatusChoice};
