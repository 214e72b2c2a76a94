//! What photos tell beside their names: when they were taken, and what they show.

use std::path::Path;
use std::sync::Arc;

use super::taken::{Taken, clock_times, comparable_times};
use crate::import::cards::Card;
use crate::import::file_name::{stamp, stem};
use vitrine_media::Likeness;

/// What photos tell beside their names. Both may be slow, and are asked only where they are needed.
pub trait Clues {
    /// When a photo was taken.
    fn taken(&mut self, photo: &Path) -> Taken;
    /// What a photo shows; `None` if that is not known.
    fn likeness(&mut self, photo: &Path) -> Option<Arc<Likeness>>;
    /// The card in a photo; `None` if there is none, or if that is not known.
    fn card(&mut self, photo: &Path) -> Option<Card>;
    /// Whether a photo has so many pixels. Asked only where its name says so.
    fn has_size(&mut self, _: &Path, _: (u32, u32)) -> bool {
        false
    }
    /// Whether a card was found in a photo before. Never slow.
    fn has_shown_card(&self, _: &Path) -> bool {
        false
    }
}

/// Times alone.
impl<F: FnMut(&Path) -> Taken> Clues for F {
    fn taken(&mut self, photo: &Path) -> Taken {
        self(photo)
    }

    fn likeness(&mut self, _: &Path) -> Option<Arc<Likeness>> {
        None
    }

    fn card(&mut self, _: &Path) -> Option<Card> {
        None
    }
}

/// What the ways to group a folder's photos need to know of them, in their order.
#[derive(Default)]
pub struct Known {
    /// When they were taken.
    pub times: Option<Vec<i64>>,
    /// The same if the clocks of cameras say it, by which photos that look alike are divided. Times of files
    /// may be those of copying them.
    pub clock: Option<Vec<i64>>,
    pub likenesses: Vec<Option<Arc<Likeness>>>,
    /// The cards in them.
    pub cards: Vec<Option<Card>>,
}

/// What has to be known.
#[derive(Clone, Copy, Default)]
pub struct Needs {
    pub times: bool,
    pub likenesses: bool,
    pub cards: bool,
}

impl Known {
    /// The number of photos of cards.
    pub fn count_cards(&self) -> usize {
        self.cards.iter().flatten().count()
    }

    pub fn of(photos: &[&Path], needs: Needs, clues: &mut dyn Clues) -> Self {
        let Needs { times, likenesses, cards } = needs;
        if photos.len() < 2 || !(times || likenesses || cards) {
            return Self::default();
        }
        let taken: Vec<Taken> = photos.iter().map(|photo| time_of(photo, clues)).collect();
        let likenesses = photos.iter().filter(|_| likenesses).map(|photo| clues.likeness(photo)).collect();
        let cards = photos.iter().filter(|_| cards).map(|photo| clues.card(photo)).collect();
        Self { times: comparable_times(&taken), clock: clock_times(&taken), likenesses, cards }
    }
}

/// What is known of the time at which a photo was taken: from its file, else from its name.
fn time_of(photo: &Path, clues: &mut dyn Clues) -> Taken {
    let found = clues.taken(photo);
    Taken { clock: found.clock.or_else(|| stamp(&stem(photo))), ..found }
}
