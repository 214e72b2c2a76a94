//! Uploads of photos: prepared ahead of the requests, sent, and made to fit if one is refused for its size or
//! format.

mod photos;
mod refit;
