//! Sample photos.
