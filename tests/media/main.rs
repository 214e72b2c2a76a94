//! What happens to photos between the disk and the marketplace, on pictures made here.

mod damage;
mod limits;
mod photos;
mod privacy;
mod scaled;
mod showing;
