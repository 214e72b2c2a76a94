//! What holds of the whole of `ui::text`.

mod bounds;
mod reference;
mod seen;
