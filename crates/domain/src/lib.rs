//! Plain values that a shop is made of: products and their fields, accounts, problems.
//!
//! Comes in: texts, numbers. Goes out: values that are checked, and problems that say what is wrong.
//! Never: a file, a request, a clock, the JSON of a marketplace, anything that is drawn.

// Input from outside must not panic: a missing value, text cut inside a character. An `expect` states why it
// cannot fail.
#![cfg_attr(not(test), warn(clippy::get_unwrap, clippy::unwrap_used))]
// What is printed goes through the program's `cli::printing`.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

mod account;
mod backoff;
pub mod category;
mod currency;
mod diagnostic;
mod discount;
mod field;
pub mod foreign_text;
mod id;
mod market_categories;
pub mod origins;
mod photo_edit;
mod price;
mod price_unit;
mod problem;
mod product;
mod public_page;
mod rules;
pub mod text;
mod typed_product;
mod webhook;

pub use account::{Account, AccountKey, Scope, Vendor};
pub use backoff::Backoff;
pub use currency::{Currency, RialPrices};
pub use diagnostic::{Diagnostic, Finding, Position};
pub use discount::{Discount, DiscountRules};
pub use field::{
    Change, Dimensions, Field, FieldError, FieldKind, FieldSpec, FieldUnit, FieldValue, FormPart, ONE, Point,
    Quantity, Signs, has_magnitude, is_approximate, is_in_short, is_phone_or_card, may_be_price,
    none_in_stock, parse_amount, parse_flag, parse_integer, parse_whole, typed_part, why_no_number, words_of,
};
pub use id::{FileId, ProductId, ServiceId, UserId, VariantId, VendorId, WebhookId};
pub use market_categories::MarketCategories;
pub use origins::Origins;
pub use photo_edit::{Crop, Frame, PhotoEdit, Ratio};
pub use price::Price;
pub use price_unit::{PriceUnit, PriceUnits};
pub use problem::{
    AddressMistake, Advice, AnswerForm, Exit, PhotoLimit, Problem, ProblemKind, Subject, Verdict,
    WriteVerdict,
};
pub use product::{
    BatchItem, CatalogState, Draft, DraftVariant, FieldKey, PhotoUrls, Product, ProductChange,
    ProductOrVariant, ProductPhoto, ProductState, Review, Status, Variant, VariantGrid, folded_values,
};
pub use public_page::PublicPage;
pub use rules::{CategoryRules, CreateRules, FieldLimits, FieldProblem, StatusChoice, WeightUnit};
pub use typed_product::TypedProduct;
pub use webhook::{EVENTS, Forwarding, MarketEvent, StoredDelivery};
