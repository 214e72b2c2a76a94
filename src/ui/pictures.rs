//! Thumbnails as textures: requested when they are visible, cancelled when they are scrolled away.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use eframe::egui::{self, ColorImage, TextureFilter, TextureHandle, TextureOptions};

use crate::worker::{Command, Picture, PictureKey, ThumbnailCommand};
use vitrine_domain::Problem;
use vitrine_widgets::PictureState;

/// The limit for textures in memory, in bytes of pixels; about 500 thumbnails.
const MAX_TEXTURE_BYTES: usize = 96 << 20;

/// Texture options for pictures drawn smaller than they are: mipmaps avoid aliasing.
pub const DOWNSCALED: TextureOptions =
    TextureOptions { mipmap_mode: Some(TextureFilter::Linear), ..TextureOptions::LINEAR };

struct CachedPicture {
    shown: PictureState,
    bytes: usize,
    /// The last frame in which it was visible.
    last_visible: u64,
    request: RequestState,
}

/// The state of the request to the worker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequestState {
    Requested,
    /// Cancelled before the final picture arrived.
    Cancelled,
    Done,
}

/// The cache of thumbnails.
#[derive(Default)]
pub struct Pictures {
    entries: HashMap<PictureKey, CachedPicture>,
    frame: u64,
    bytes: usize,
    /// Requested before they are visible.
    prefetching: HashSet<PictureKey>,
    commands: Vec<Command>,
}

/// As many as the worker makes at a time, so that visible pictures do not have to wait longer.
const MAX_PREFETCH: usize = 2;
/// No more unusable photos are looked at again at once.
const MAX_LOOKED_AT_AGAIN: usize = 500;

impl Pictures {
    /// A picture that is visible in this frame; requests it the first time.
    pub fn get(&mut self, key: &PictureKey) -> PictureState {
        let wanted = CachedPicture {
            shown: PictureState::Waiting,
            bytes: 0,
            last_visible: self.frame,
            request: RequestState::Cancelled,
        };
        let entry = self.entries.entry(key.clone()).or_insert(wanted);
        entry.last_visible = self.frame;
        if entry.request == RequestState::Cancelled {
            entry.request = RequestState::Requested;
            self.commands.push(Command::Thumbnail(ThumbnailCommand::Load { key: key.clone() }));
        }
        entry.shown.clone()
    }

    /// Requests a picture that is not visible, for the facts the worker derives from the photo. Does nothing
    /// while visible ones are missing; returns whether it was requested.
    pub fn prefetch(&mut self, key: &PictureKey) -> bool {
        let busy = self.prefetching.len() >= MAX_PREFETCH
            || self.entries.values().any(|entry| entry.request == RequestState::Requested);
        if !busy && self.prefetching.insert(key.clone()) {
            self.commands.push(Command::Thumbnail(ThumbnailCommand::Load { key: key.clone() }));
        }
        !busy
    }

    /// Requests these photos, which could not be used, once more: their files may have been replaced. Others
    /// that failed are requested when they are visible.
    pub fn look_again<'a>(&mut self, unusable: impl Iterator<Item = &'a Path>) {
        self.entries.retain(|_, entry| !matches!(entry.shown, PictureState::Failed));
        let keys = unusable.take(MAX_LOOKED_AT_AGAIN).map(|file| PictureKey::File(file.to_owned()));
        self.commands.extend(keys.map(|key| Command::Thumbnail(ThumbnailCommand::Load { key })));
    }

    /// Takes a picture from the worker, or its failure. Pictures that are no longer wanted are ignored.
    ///
    /// A quick preview (`is_provisional`) is later replaced by the final picture without flicker.
    pub fn insert(
        &mut self,
        ctx: &egui::Context,
        key: &PictureKey,
        result: Result<Picture, Problem>,
        is_provisional: bool,
    ) {
        if !is_provisional {
            self.prefetching.remove(key);
        }
        let Some(entry) = self.entries.get_mut(key) else { return };
        self.bytes -= entry.bytes;
        entry.bytes = 0;
        if !is_provisional {
            entry.request = RequestState::Done;
        }
        entry.shown = match result.ok().and_then(|picture| texture(ctx, &picture)) {
            Some(texture) => {
                entry.bytes = texture.byte_size();
                self.bytes += entry.bytes;
                PictureState::Ready(texture)
            }
            None => PictureState::Failed,
        };
    }

    /// Ends a frame: returns the requests to send, and cancels those for pictures no longer visible.
    pub fn end_frame(&mut self) -> Vec<Command> {
        let mut commands = std::mem::take(&mut self.commands);
        let (frame, prefetching) = (self.frame, &mut self.prefetching);
        self.entries.retain(|key, entry| {
            let is_hidden = entry.last_visible < frame;
            if is_hidden && entry.request == RequestState::Requested {
                entry.request = RequestState::Cancelled;
                prefetching.remove(key);
                commands.push(Command::Thumbnail(ThumbnailCommand::Forget(key.clone())));
            }
            !is_hidden || matches!(entry.shown, PictureState::Ready(_))
        });
        self.evict();
        self.frame += 1;
        commands
    }

    /// Drops the textures that were not visible for the longest time until the budget is met; never visible
    /// ones.
    fn evict(&mut self) {
        if self.bytes <= MAX_TEXTURE_BYTES {
            return;
        }
        let mut old: Vec<(u64, PictureKey)> = self
            .entries
            .iter()
            .filter(|(_, entry)| entry.last_visible < self.frame)
            .map(|(key, entry)| (entry.last_visible, key.clone()))
            .collect();
        old.sort_unstable_by_key(|(last_visible, _)| *last_visible);
        for (_, key) in old {
            if self.bytes <= MAX_TEXTURE_BYTES {
                break;
            }
            if let Some(entry) = self.entries.remove(&key) {
                self.bytes -= entry.bytes;
            }
        }
    }
}

/// `None` when the number of pixels does not match the size.
fn texture(ctx: &egui::Context, picture: &Picture) -> Option<TextureHandle> {
    let size = [usize::try_from(picture.width).ok()?, usize::try_from(picture.height).ok()?];
    let whole = size[0].checked_mul(size[1])?.checked_mul(4)? == picture.rgba.len();
    if !whole || size[0] == 0 || size[1] == 0 {
        return None;
    }
    let image = ColorImage::from_rgba_unmultiplied(size, &picture.rgba);
    Some(ctx.load_texture("picture", image, DOWNSCALED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::ProblemKind;

    fn key(n: usize) -> PictureKey {
        PictureKey::Url(format!("http://127.0.0.1/{n}.jpg"))
    }

    fn picture(side: u32) -> Picture {
        Picture { width: side, height: side, rgba: vec![200; (side * side * 4) as usize].into() }
    }

    #[test]
    fn a_picture_is_requested_once_however_often_it_is_drawn() {
        let mut pictures = Pictures::default();
        pictures.get(&key(1));
        assert_eq!(pictures.end_frame().len(), 1);
        pictures.get(&key(1));
        assert!(pictures.end_frame().is_empty());
    }

    #[test]
    fn a_picture_scrolled_away_before_it_arrived_is_cancelled() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        pictures.get(&key(1));
        pictures.end_frame();
        assert!(matches!(pictures.end_frame().as_slice(), [Command::Thumbnail(ThumbnailCommand::Forget(_))]));
        pictures.insert(&ctx, &key(1), Ok(picture(8)), false);
        assert!(
            matches!(pictures.get(&key(1)), PictureState::Waiting),
            "it is requested again when visible again"
        );
    }

    #[test]
    fn pictures_out_of_sight_are_requested_after_the_visible_ones() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        pictures.get(&key(1));
        assert!(!pictures.prefetch(&key(2)), "visible ones first");
        pictures.insert(&ctx, &key(1), Ok(picture(8)), false);
        assert!(pictures.prefetch(&key(2)) && pictures.prefetch(&key(3)));
        assert!(!pictures.prefetch(&key(4)), "only a few are requested at a time");
        assert_eq!(pictures.end_frame().len(), 3);
        pictures.insert(&ctx, &key(2), Ok(picture(8)), true);
        assert!(!pictures.prefetch(&key(4)), "a quick preview does not finish the request");
        pictures.insert(&ctx, &key(2), Ok(picture(8)), false);
        assert!(pictures.prefetch(&key(4)));
        assert_eq!(pictures.bytes, 8 * 8 * 4, "only visible pictures use memory");
    }

    #[test]
    fn a_quick_preview_is_shown_until_the_final_picture_arrives() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        let width = |shown: PictureState| {
            if let PictureState::Ready(texture) = shown { texture.size()[0] } else { 0 }
        };
        pictures.get(&key(1));
        pictures.end_frame();
        pictures.insert(&ctx, &key(1), Ok(picture(8)), true);
        assert_eq!(width(pictures.get(&key(1))), 8);
        assert!(pictures.end_frame().is_empty(), "the final picture was requested already");
        pictures.insert(&ctx, &key(1), Ok(picture(16)), false);
        assert_eq!(width(pictures.get(&key(1))), 16);
        assert_eq!(pictures.bytes, 16 * 16 * 4);
    }

    #[test]
    fn a_preview_scrolled_away_stays_and_its_final_picture_is_requested_when_it_is_visible_again() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        pictures.get(&key(1));
        pictures.end_frame();
        pictures.insert(&ctx, &key(1), Ok(picture(8)), true);
        assert!(matches!(pictures.end_frame().as_slice(), [Command::Thumbnail(ThumbnailCommand::Forget(_))]));
        assert!(pictures.end_frame().is_empty());
        assert!(matches!(pictures.get(&key(1)), PictureState::Ready(_)), "the picture is still in memory");
        assert!(matches!(
            pictures.end_frame().as_slice(),
            [Command::Thumbnail(ThumbnailCommand::Load { .. })]
        ));
    }

    #[test]
    fn textures_stay_within_the_budget_and_the_oldest_are_dropped_first() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        let side = 1024;
        let fits = MAX_TEXTURE_BYTES / (side * side * 4) as usize;
        for n in 0..fits + 3 {
            pictures.get(&key(n));
            pictures.insert(&ctx, &key(n), Ok(picture(side)), false);
            pictures.end_frame();
        }
        assert!(pictures.bytes <= MAX_TEXTURE_BYTES);
        assert!(!pictures.entries.contains_key(&key(0)));
        assert!(pictures.entries.contains_key(&key(fits + 2)));
    }

    #[test]
    fn a_picture_that_failed_is_requested_again_when_its_file_may_have_been_replaced() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        let file = Path::new("/shop/1.jpg");
        let key = PictureKey::File(file.to_owned());
        pictures.get(&key);
        pictures.insert(&ctx, &key, Err(Problem::new(ProblemKind::PhotoDamaged)), false);
        pictures.end_frame();
        pictures.look_again([file].into_iter());
        assert!(matches!(
            pictures.end_frame().as_slice(),
            [Command::Thumbnail(ThumbnailCommand::Load { .. })]
        ));
        assert!(matches!(pictures.get(&key), PictureState::Waiting));
    }

    #[test]
    fn a_picture_with_the_wrong_number_of_pixels_fails() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        pictures.get(&key(1));
        pictures.insert(
            &ctx,
            &key(1),
            Ok(Picture { width: 100, height: 100, rgba: vec![0; 7].into() }),
            false,
        );
        assert!(matches!(pictures.get(&key(1)), PictureState::Failed));
    }
}
