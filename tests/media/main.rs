//! What happens to photos between the disk and the marketplace, on pictures made here.

mod damage;
mod forecast;
#[cfg(feature = "heif")]
mod heif;
mod kept;
mod limits;
mod photos;
mod privacy;
mod scaled;
mod showing;
