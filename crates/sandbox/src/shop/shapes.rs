//! Products as answers show them, in the forms of the dialect.

use serde_json::Value;

use super::{contract_shapes, public_shapes};
use crate::dialect::Forms;
use crate::state::App;
use crate::state::store::CreatedProduct;

/// A product of a shop's list.
pub fn row(app: &App, product: &CreatedProduct, is_full: bool) -> Value {
    match app.dialect.forms {
        Forms::Contract => contract_shapes::row(app, product, is_full),
        Forms::Public => public_shapes::row(app, product),
    }
}

/// A product of the list of all shops, which only public material has.
pub fn row_on_sale(app: &App, product: &CreatedProduct) -> Value {
    public_shapes::row_on_sale(app, product)
}

/// A product by itself.
pub fn product(app: &App, product: &CreatedProduct, is_full: bool) -> Value {
    match app.dialect.forms {
        Forms::Contract => contract_shapes::product(app, product, is_full),
        Forms::Public => public_shapes::product(app, product, is_full),
    }
}

/// A product that was just created.
pub fn created(app: &App, product: &CreatedProduct) -> Value {
    match app.dialect.forms {
        Forms::Contract => contract_shapes::created(app, product),
        Forms::Public => public_shapes::product(app, product, true),
    }
}
