//! Memory shared by everything that decodes: large pictures wait their turn instead of adding up.

use std::fs::{self, File};
use std::io::{BufReader, Read, Seek};
use std::path::Path;
use std::sync::Arc;

use image::metadata::Orientation;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::codec::decode;
use super::metadata::{exif, jpeg_segments};
use super::{Format, MAX_FILE_BYTES, Size, sniff};
use crate::domain::{Code, Problem};

/// One permit stands for this many bytes, so that a semaphore can count gigabytes.
const UNIT: u64 = 64 << 10;

/// How much memory may be in use for decoding at a time.
#[derive(Clone, Debug)]
pub struct Budget {
    semaphore: Arc<Semaphore>,
    units: u32,
}

/// A share of a [`Budget`], given back when dropped.
#[derive(Debug)]
#[must_use = "dropping it gives the memory back"]
pub struct Admitted {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Budget {
    pub fn new(bytes: u64) -> Self {
        let units = u32::try_from(bytes / UNIT).unwrap_or(u32::MAX).clamp(1, Semaphore::MAX_PERMITS.try_into().unwrap_or(u32::MAX));
        Self { semaphore: Arc::new(Semaphore::new(units as usize)), units }
    }

    /// Waits until `bytes` of memory are free. Who asks for more than there is gets all of it, alone.
    ///
    /// First come, first served: a large picture is not overtaken for ever by small ones.
    pub async fn admit(&self, bytes: u64) -> Admitted {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX).min(self.units);
        // The semaphore is never closed, so this does not fail.
        Admitted { _permit: Arc::clone(&self.semaphore).acquire_many_owned(units).await.ok() }
    }
}

/// Enough of a JPEG to find how large it is; some programs put much before that.
const HEAD: u64 = 512 << 10;

/// About how many bytes of memory preparing this photo takes, its file and all. Reads only what is needed to tell.
///
/// What is no readable photo costs only its file: it is refused before it is decoded. Where the size cannot be told from
/// the head of the file, it counts as more than there is.
pub fn cost_of_file(path: &Path) -> u64 {
    cost_of(path).unwrap_or(0)
}

/// `None` for what [`super::read_photo`] refuses unread. Nothing but files is opened: a pipe would wait for a writer.
fn cost_of(path: &Path) -> Option<u64> {
    let length = fs::metadata(path).ok().filter(|meta| meta.is_file() && meta.len() <= MAX_FILE_BYTES)?.len();
    let mut file = File::open(path).ok()?;
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head).ok()?;
    let Some(format) = sniff(&head) else { return Some(length) };
    // Their size cannot be told without all of the file.
    if matches!(format, Format::Heic | Format::Avif) && format.is_readable() {
        return Some(u64::MAX);
    }
    let decoding = if format == Format::Jpeg {
        decoding_cost(&head)
    } else {
        file.rewind().ok()?;
        cost_in(format, decode::size_in(format, BufReader::new(file)).and_then(|size| decode::checked(format, size)))
    };
    // What is cleaned is a copy.
    Some(decoding.saturating_add(2 * length))
}

/// About how many bytes of memory preparing or showing this photo takes, beside the file itself.
///
/// Reads only the header. What is no picture, or too large a one, costs nothing: it is refused before it is decoded.
pub fn decoding_cost(bytes: &[u8]) -> u64 {
    let Some(format) = sniff(bytes) else { return 0 };
    let size = decode::dimensions(format, bytes);
    let (Ok(size), Format::Jpeg) = (&size, format) else { return cost_in(format, size) };
    let frame = jpeg_segments::frame_of_head(bytes);
    let progressive = frame.is_some_and(|frame| frame.progressive);
    // Inks are held beside the colours made of them.
    let inks = if frame.is_some_and(|frame| frame.components == 4) { 4 } else { 0 };
    let turned = jpeg_segments::exif_of_head(bytes).is_some_and(|block| exif::read(block).orientation != Orientation::NoTransforms);
    let beside = match (progressive, turned) {
        // The coefficients are held while decoding.
        (true, _) => 6,
        (false, true) => 3,
        (false, false) => 1,
    };
    size.pixels() * (3 + beside + inks)
}

/// In a format other than JPEG, or of a JPEG that does not tell its size.
fn cost_in(format: Format, size: Result<Size, Problem>) -> u64 {
    match size {
        Ok(size) => size.pixels() * 8,
        // Once it is cleaned of what does not belong there its size may be told after all, and be anything.
        Err(problem) if problem.code == Code::PhotoDamaged && matches!(format, Format::Jpeg | Format::Png | Format::WebP | Format::Gif) => {
            u64::MAX
        }
        Err(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn try_now(budget: &Budget, bytes: u64) -> Option<Admitted> {
        match pin!(budget.admit(bytes)).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(admitted) => Some(admitted),
            Poll::Pending => None,
        }
    }

    #[test]
    fn pictures_that_do_not_fit_together_wait_for_each_other() {
        let budget = Budget::new(300 << 20);
        let first = try_now(&budget, 200 << 20).unwrap();
        assert!(try_now(&budget, 200 << 20).is_none());
        assert!(try_now(&budget, 100 << 20).is_some());
        drop(first);
        assert!(try_now(&budget, 200 << 20).is_some());
    }

    #[test]
    fn a_picture_larger_than_the_budget_is_let_in_alone() {
        let budget = Budget::new(300 << 20);
        let huge = try_now(&budget, 1 << 40).unwrap();
        assert!(try_now(&budget, 1).is_none());
        drop(huge);
        assert!(try_now(&budget, 1).is_some());
    }
}
