//! What follows a dialog.

/// What is open after a dialog was drawn.
pub enum After {
    /// The dialog itself.
    Same,
    Nothing,
    /// Another category is chosen for these products.
    Choose(Vec<usize>),
    /// The properties of these products are filled in.
    Details(Vec<usize>),
}
