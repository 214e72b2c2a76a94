//! HEIC, which is never sent unchanged: only its metadata are read.

use super::parts::{Parts, xmp_has_location};
use crate::metadata::{exif, heif};
use vitrine_domain::Problem;

/// Keeps the file in one piece. Its orientation is part of the picture (`irot`, `imir`) and is applied by the
/// decoder; the one in its EXIF block repeats that and does not count.
pub fn walk(bytes: &[u8]) -> Result<Parts, Problem> {
    let file = heif::open(bytes)?;
    let mut parts = Parts::whole(bytes, exif::Exif::default());
    let [block, packet] =
        [file.exif(file.primary_id), file.xmp(file.primary_id)].map(|read| read.ok().flatten());
    parts.has_location = block.as_deref().is_some_and(|block| exif::read(block).has_location)
        || packet.as_deref().is_some_and(xmp_has_location);
    parts.removed = block.is_some() || packet.is_some();
    Ok(parts)
}
