//! Thumbnails as textures: asked for when they are looked at, forgotten when they have scrolled away.

use std::collections::HashMap;

use eframe::egui::{self, ColorImage, TextureFilter, TextureHandle, TextureOptions};

use crate::domain::Problem;
use crate::worker::{Command, Picture, PictureKey};

/// Textures kept, in bytes of their pixels: some 600 thumbnails.
const BUDGET: usize = 48 << 20;
/// The longer side of a thumbnail, in pixels: sharp at 48 points on a screen of twice the density.
const SIDE: u32 = 128;

/// How a picture is drawn smaller than it is: without the sparkle that plain filtering leaves.
pub const SHRUNK: TextureOptions = TextureOptions { mipmap_mode: Some(TextureFilter::Linear), ..TextureOptions::LINEAR };

/// What there is of a picture now.
#[derive(Clone)]
pub enum Shown {
    Waiting,
    Ready(TextureHandle),
    Failed,
}

struct Entry {
    shown: Shown,
    bytes: usize,
    /// The frame it was last looked at.
    seen: u64,
}

#[derive(Default)]
pub struct Pictures {
    entries: HashMap<PictureKey, Entry>,
    frame: u64,
    bytes: usize,
    commands: Vec<Command>,
}

impl Pictures {
    /// A picture that is visible in this frame. The first look asks for it.
    pub fn look(&mut self, key: &PictureKey) -> Shown {
        if let Some(entry) = self.entries.get_mut(key) {
            entry.seen = self.frame;
            return entry.shown.clone();
        }
        self.commands.push(Command::LoadPicture { key: key.clone(), side: SIDE });
        self.entries.insert(key.clone(), Entry { shown: Shown::Waiting, bytes: 0, seen: self.frame });
        Shown::Waiting
    }

    /// A picture came, or will not come. One that nobody waits for any more is dropped.
    pub fn take(&mut self, ctx: &egui::Context, key: &PictureKey, result: Result<Picture, Problem>) {
        let Some(entry) = self.entries.get_mut(key) else { return };
        self.bytes -= entry.bytes;
        entry.bytes = 0;
        entry.shown = match result.ok().and_then(|picture| texture(ctx, &picture)) {
            Some(texture) => {
                entry.bytes = texture.byte_size();
                self.bytes += entry.bytes;
                Shown::Ready(texture)
            }
            None => Shown::Failed,
        };
    }

    /// After the screens were drawn: what is to be asked for, and what no longer needs to come.
    pub fn end_frame(&mut self) -> Vec<Command> {
        let mut commands = std::mem::take(&mut self.commands);
        let frame = self.frame;
        self.entries.retain(|key, entry| {
            let gone = entry.seen < frame && !matches!(entry.shown, Shown::Ready(_));
            if gone && matches!(entry.shown, Shown::Waiting) {
                commands.push(Command::ForgetPicture(key.clone()));
            }
            !gone
        });
        self.evict();
        self.frame += 1;
        commands
    }

    /// Drops the textures looked at longest ago until the budget holds; never one that is in view.
    fn evict(&mut self) {
        if self.bytes <= BUDGET {
            return;
        }
        let mut old: Vec<(u64, PictureKey)> =
            self.entries.iter().filter(|(_, entry)| entry.seen < self.frame).map(|(key, entry)| (entry.seen, key.clone())).collect();
        old.sort_unstable_by_key(|(seen, _)| *seen);
        for (_, key) in old {
            if self.bytes <= BUDGET {
                break;
            }
            if let Some(entry) = self.entries.remove(&key) {
                self.bytes -= entry.bytes;
            }
        }
    }
}

/// `None` when the pixels do not fill the size told.
fn texture(ctx: &egui::Context, picture: &Picture) -> Option<TextureHandle> {
    let size = [usize::try_from(picture.width).ok()?, usize::try_from(picture.height).ok()?];
    let whole = size[0].checked_mul(size[1])?.checked_mul(4)? == picture.rgba.len();
    if !whole || size[0] == 0 || size[1] == 0 {
        return None;
    }
    let image = ColorImage::from_rgba_unmultiplied(size, &picture.rgba);
    Some(ctx.load_texture("picture", image, SHRUNK))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: usize) -> PictureKey {
        PictureKey::Url(format!("http://127.0.0.1/{n}.jpg"))
    }

    fn picture(side: u32) -> Picture {
        Picture { width: side, height: side, rgba: vec![200; (side * side * 4) as usize].into() }
    }

    #[test]
    fn a_picture_is_asked_for_once_however_often_it_is_drawn() {
        let mut pictures = Pictures::default();
        pictures.look(&key(1));
        assert_eq!(pictures.end_frame().len(), 1);
        pictures.look(&key(1));
        assert!(pictures.end_frame().is_empty());
    }

    #[test]
    fn a_picture_that_scrolled_away_before_it_came_is_forgotten() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        pictures.look(&key(1));
        pictures.end_frame();
        assert!(matches!(pictures.end_frame().as_slice(), [Command::ForgetPicture(_)]));
        pictures.take(&ctx, &key(1), Ok(picture(8)));
        assert!(matches!(pictures.look(&key(1)), Shown::Waiting), "it is asked for again when looked at again");
    }

    #[test]
    fn textures_stay_within_their_budget_and_the_oldest_go_first() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        let side = 1024;
        let fits = BUDGET / (side * side * 4) as usize;
        for n in 0..fits + 3 {
            pictures.look(&key(n));
            pictures.take(&ctx, &key(n), Ok(picture(side)));
            pictures.end_frame();
        }
        assert!(pictures.bytes <= BUDGET);
        assert!(!pictures.entries.contains_key(&key(0)));
        assert!(pictures.entries.contains_key(&key(fits + 2)));
    }

    #[test]
    fn pixels_that_do_not_fill_the_picture_are_refused() {
        let ctx = egui::Context::default();
        let mut pictures = Pictures::default();
        pictures.look(&key(1));
        pictures.take(&ctx, &key(1), Ok(Picture { width: 100, height: 100, rgba: vec![0; 7].into() }));
        assert!(matches!(pictures.look(&key(1)), Shown::Failed));
    }
}
