//! How a token is obtained and renewed, and the check of whose token it is.

pub mod check;
pub mod client_secret;
pub mod grant;
pub mod renewer;
