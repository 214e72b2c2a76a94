//! The create form: its photos go up as soon as they are dropped, and its product is created like any imported one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::task::AbortHandle;

use super::hub::{Done, Hub};
use super::pictures::Source;
use super::run::{blocking, file_to_send, prepared};
use super::session::Live;
use super::{Event, FormPhotoId, FormPhotoState, PhotoSource};
use crate::domain::{Code, Draft, Edit, FileId, Problem};
use crate::import::PlannedDraft;
use crate::import::limits::{PhotoLimits, Sent};
use crate::media::{Budget, ContentHash, Limits, Treatment};
use crate::pace::Kind;

/// Times a photo is made to fit what a refusal teaches.
const MOST_TRIES: usize = 9;

#[derive(Default)]
pub struct Form {
    photos: HashMap<FormPhotoId, FormPhoto>,
}

struct FormPhoto {
    source: PhotoSource,
    edit: Edit,
    task: Option<AbortHandle>,
    uploaded: Option<Uploaded>,
    /// As it was edited before: going back to that needs no other upload.
    earlier: HashMap<Edit, Uploaded>,
    /// Nobody was signed in for it, or not any more: it goes up once somebody is.
    waits: bool,
}

/// A photo that is up, and what the journal has to know of it.
#[derive(Clone)]
pub struct Uploaded {
    /// Where its bytes lie, should it have to be sent again.
    pub path: PathBuf,
    /// Of the file as it lies on the disk.
    pub hash: ContentHash,
    pub edit: Edit,
    pub file: FileId,
    /// What refusals taught before it was taken.
    pub learned: PhotoLimits,
}

impl Form {
    fn waiting(&self) -> Vec<FormPhotoId> {
        self.photos.iter().filter(|(_, photo)| photo.waits).map(|(id, _)| *id).collect()
    }

    pub fn clear(&mut self) {
        for (_, photo) in self.photos.drain() {
            if let Some(task) = photo.task {
                task.abort();
            }
        }
    }
}

impl Hub {
    pub(super) fn form_photo_add(&mut self, id: FormPhotoId, source: PhotoSource) {
        self.form
            .photos
            .insert(id, FormPhoto { source, edit: Edit::default(), task: None, uploaded: None, earlier: HashMap::new(), waits: false });
        self.form_photo_send(id);
    }

    pub(super) fn form_photo_edit(&mut self, id: FormPhotoId, edit: Edit) {
        let Some(photo) = self.form.photos.get_mut(&id).filter(|photo| photo.edit != edit) else { return };
        if let Some(task) = photo.task.take() {
            task.abort();
        }
        if let Some(before) = photo.uploaded.take() {
            photo.earlier.insert(photo.edit, before);
        }
        photo.edit = edit;
        photo.uploaded = photo.earlier.remove(&edit);
        match &photo.uploaded {
            Some(uploaded) => {
                let state = FormPhotoState::Uploaded(uploaded.file.clone());
                self.tell(Event::FormPhoto { id, state });
            }
            None => self.form_photo_send(id),
        }
    }

    pub(super) fn form_photo_retry(&mut self, id: FormPhotoId) {
        if self.form.photos.get(&id).is_some_and(|photo| photo.uploaded.is_none() && photo.task.is_none()) {
            self.form_photo_send(id);
        }
    }

    pub(super) fn form_photo_remove(&mut self, id: FormPhotoId) {
        if let Some(FormPhoto { task: Some(task), .. }) = self.form.photos.remove(&id) {
            task.abort();
        }
    }

    fn form_photo_send(&mut self, id: FormPhotoId) {
        let Some(live) = self.live.clone() else {
            return self.form_photo_waits(id, Problem::new(Code::SignInNeeded));
        };
        self.tell(Event::FormPhoto { id, state: FormPhotoState::Preparing });
        let Some(photo) = self.form.photos.get(&id) else { return };
        let (source, edit) = (photo.source.clone(), photo.edit);
        let (pasted_dir, sender) = (self.options.data_dir.join("pasted"), self.done_sender());
        let (limits, budget) = (self.photo_limits(), self.imports.budget().clone());
        let task = self.spawn(async move {
            let doing = sender.clone();
            let treated = move |treatment| drop(doing.send(Done::FormPhotoTreated { id, edit, treatment }));
            let tell = move |state| {
                let _ = sender.send(Done::FormPhoto { id, edit, state, uploaded: None });
            };
            let (state, uploaded) = match upload(&live, source, edit, pasted_dir, (limits, &budget), treated, tell).await {
                Ok(uploaded) => (FormPhotoState::Uploaded(uploaded.file.clone()), Some(uploaded)),
                Err(problem) => (FormPhotoState::Failed(problem), None),
            };
            Done::FormPhoto { id, edit, state, uploaded }
        });
        if let Some(photo) = self.form.photos.get_mut(&id) {
            photo.waits = false;
            photo.task = Some(task);
        }
    }

    pub(super) fn form_photo_done(&mut self, id: FormPhotoId, edit: Edit, state: FormPhotoState, uploaded: Option<Uploaded>) {
        // What was on its way as it was edited before is no news any more.
        let Some(photo) = self.form.photos.get_mut(&id).filter(|photo| photo.edit == edit) else { return };
        if !matches!(state, FormPhotoState::Sending { .. } | FormPhotoState::Preparing) {
            photo.task = None;
        }
        let learned = uploaded.as_ref().map(|uploaded| uploaded.learned.clone());
        photo.uploaded = uploaded;
        if let Some(learned) = learned {
            self.learn_limits(&learned);
        }
        match state {
            FormPhotoState::Failed(problem) if problem.code == Code::Unauthorized => {
                self.note_problem_of(Some(&problem));
                match self.live {
                    // It was refused the token before this one.
                    Some(_) => self.form_photo_send(id),
                    None => self.form_photo_waits(id, problem),
                }
            }
            state => self.tell(Event::FormPhoto { id, state }),
        }
    }

    /// The photo goes up once somebody is signed in. The person hears of it where it takes them to sign in.
    fn form_photo_waits(&mut self, id: FormPhotoId, problem: Problem) {
        let Some(photo) = self.form.photos.get_mut(&id) else { return };
        photo.waits = true;
        if !self.renewals.is_looking() {
            self.tell(Event::FormPhoto { id, state: FormPhotoState::Failed(problem) });
        }
    }

    pub(super) fn form_photos_go_on(&mut self) {
        for id in self.form.waiting() {
            self.form_photo_send(id);
        }
    }

    /// They stay waiting: the next sign-in of this account sends them.
    pub(super) fn form_photos_give_up(&mut self, problem: &Problem) {
        for id in self.form.waiting() {
            self.tell(Event::FormPhoto { id, state: FormPhotoState::Failed(problem.clone()) });
        }
    }

    /// The form's product goes the same way as an imported one: recorded, created, and looked for when the answer is lost.
    pub(super) fn form_send(&mut self, draft: Draft, photos: &[FormPhotoId]) {
        let uploaded: Option<Vec<Uploaded>> = photos.iter().map(|id| self.form.photos.get(id)?.uploaded.clone()).collect();
        let Some(uploaded) = uploaded else {
            return self.tell(Event::FormResult(Err(Problem::new(Code::InvalidField).in_field("photos"))));
        };
        let source = uploaded.first().map(|photo| photo.path.clone()).unwrap_or_default();
        let planned = PlannedDraft {
            source_name: draft.name.clone(),
            draft,
            source,
            photos: uploaded.iter().map(|photo| photo.path.clone()).collect(),
            edits: Vec::new(),
        }
        .edited(uploaded.iter().map(|photo| photo.edit));
        self.start_form_run(planned, uploaded);
    }

    pub(super) fn form_photo_source(&self, id: FormPhotoId) -> Source {
        match self.form.photos.get(&id).map(|photo| &photo.source) {
            Some(PhotoSource::File(path)) => Source::File(path.clone()),
            Some(PhotoSource::Bytes { bytes, .. }) => Source::Bytes(Arc::clone(bytes)),
            None => Source::Gone,
        }
    }
}

async fn upload(
    live: &Live,
    source: PhotoSource,
    edit: Edit,
    place: PathBuf,
    (limits, budget): (Limits, &Budget),
    treated: impl Fn(Treatment) + Send,
    tell: impl Fn(FormPhotoState) + Send + Sync + 'static,
) -> Result<Uploaded, Problem> {
    let path = blocking(move || located(source, &place)).await?;
    let tell = Arc::new(tell);
    let mut learned = PhotoLimits::default();
    for _ in 0..MOST_TRIES {
        let prepared = Arc::new(prepared(path.clone(), edit, learned.on(limits.clone()), budget).await?);
        treated(Treatment::from(&*prepared));
        let total = prepared.bytes.len() as u64;
        let file = file_to_send(&path, &prepared);
        tell(FormPhotoState::Sending { sent: 0, total });
        let told = Arc::clone(&tell);
        let on_sent = move |sent| told(FormPhotoState::Sending { sent, total });
        match live.asked(live.gate.pass(Kind::Upload, live.client.upload(&live.token, file, on_sent)).await) {
            Ok(uploaded) => return Ok(Uploaded { path, hash: prepared.source_hash, edit, file: uploaded.id, learned }),
            Err(problem) => match problem.limit.and_then(|told| learned.after(told, Sent::from(&*prepared))) {
                Some(next) => learned = next,
                None => return Err(problem),
            },
        }
    }
    Err(Problem::new(Code::PayloadTooLarge).about(path.display().to_string()))
}

/// A path the photo can be read from, after a crash too: what was pasted is kept in the data directory.
fn located(source: PhotoSource, place: &Path) -> Result<PathBuf, Problem> {
    let (name, bytes) = match source {
        PhotoSource::File(path) => return Ok(path),
        PhotoSource::Bytes { name, bytes } => (name, bytes),
    };
    let ending = Path::new(&name).extension().and_then(|ending| ending.to_str()).unwrap_or("png");
    let path = place.join(ContentHash::of(&bytes).to_string()).with_extension(ending);
    let kept = std::fs::create_dir_all(place).and_then(|()| std::fs::write(&path, &bytes));
    kept.map_err(|error| Problem::new(Code::Storage).about(path.display().to_string()).saying(error.to_string()))?;
    Ok(path)
}
