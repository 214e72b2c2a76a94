//! The frame around the contents of a screen.

mod brand;
mod language;
mod navigation_form;
mod page;
mod standalone;

pub use brand::brand;
pub use language::choose_language;
pub use navigation_form::NavigationForm;
pub use page::{BottomBar, NoticeStrip, fixed_page, fixed_page_above, page, title, title_with_buttons};
pub use standalone::{checking, standalone};
