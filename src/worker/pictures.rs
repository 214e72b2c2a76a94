//! Thumbnails: of the shop's products by address, of dropped photos by path. Decoded here, so that the window only uploads pixels.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::Arc;

use tokio::task::AbortHandle;

use super::hub::{Done, Hub};
use super::{Event, Picture, PictureKey};
use crate::domain::{Code, Problem};
use crate::media;

/// Pictures being made at once. Decoding a 48-megapixel photo may take 200 MB for a moment.
const AT_ONCE: usize = 2;

/// Wanted pictures, the newest wish first: what is on screen now goes before what scrolled by.
#[derive(Default)]
pub struct Pictures {
    wanted: VecDeque<(PictureKey, u32)>,
    under_way: HashMap<PictureKey, AbortHandle>,
}

impl Hub {
    pub(super) fn load_picture(&mut self, key: PictureKey, side: u32) {
        if self.pictures.under_way.contains_key(&key) || self.pictures.wanted.iter().any(|(wanted, _)| *wanted == key) {
            return;
        }
        self.pictures.wanted.push_back((key, side));
        self.next_pictures();
    }

    pub(super) fn forget_picture(&mut self, key: &PictureKey) {
        self.pictures.wanted.retain(|(wanted, _)| wanted != key);
        if let Some(task) = self.pictures.under_way.remove(key) {
            task.abort();
        }
        self.next_pictures();
    }

    pub(super) fn picture_done(&mut self, key: PictureKey, result: Result<Picture, Problem>) {
        if self.pictures.under_way.remove(&key).is_some() {
            self.tell(Event::Picture { key, result });
        }
        self.next_pictures();
    }

    fn next_pictures(&mut self) {
        while self.pictures.under_way.len() < AT_ONCE {
            let Some((key, side)) = self.pictures.wanted.pop_back() else { return };
            let source = self.picture_source(&key);
            let task_key = key.clone();
            let client = self.live.as_ref().map(|live| live.client.clone());
            let task = self.spawn(async move {
                let result = match source {
                    Source::Address(url) => match client {
                        Some(client) => match client.picture(&url).await {
                            Ok(bytes) => made(move || media::thumbnail(&bytes, side)).await,
                            Err(problem) => Err(problem),
                        },
                        None => Err(Problem::new(Code::SignInNeeded)),
                    },
                    Source::File(path) => made(move || file_thumbnail(&path, side)).await,
                    Source::Bytes(bytes) => made(move || media::thumbnail(&bytes, side)).await,
                    Source::Gone => Err(Problem::new(Code::Cancelled)),
                };
                Done::Picture { key: task_key, result }
            });
            self.pictures.under_way.insert(key, task);
        }
    }

    fn picture_source(&self, key: &PictureKey) -> Source {
        match key {
            PictureKey::Url(url) => Source::Address(url.clone()),
            PictureKey::File(path) => Source::File(path.clone()),
            PictureKey::Form(id) => self.form_photo_source(*id),
        }
    }
}

pub enum Source {
    Address(String),
    File(std::path::PathBuf),
    Bytes(Arc<[u8]>),
    Gone,
}

fn file_thumbnail(path: &Path, side: u32) -> Result<media::Pixels, Problem> {
    media::thumbnail(&media::read_photo(path, media::MAX_FILE_BYTES)?, side)
}

async fn made(make: impl FnOnce() -> Result<media::Pixels, Problem> + Send + 'static) -> Result<Picture, Problem> {
    let pixels = tokio::task::spawn_blocking(make).await.map_err(|error| Problem::new(Code::Internal).saying(error.to_string()))??;
    Ok(Picture { width: pixels.width, height: pixels.height, rgba: pixels.rgba.into() })
}
