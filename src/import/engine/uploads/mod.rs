//! Photos on their way up: prepared ahead of the requests, sent, and made to fit where one is refused for what it is.

pub(super) mod lessons;
mod photos;
mod refit;
