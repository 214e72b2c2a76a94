//! The create form: its photos go up as soon as they are dropped, and its product is created like any imported one.

use std::collections::HashMap;

use super::done::TaskResult;
use super::messages::{FormCommand, FormPhotoId, FormPhotoState, PhotoSource};
use super::upload::upload;
use crate::domain::{Code, Draft, Edit, Problem};
use crate::import::PlannedDraft;
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::notice::Notice;
use crate::worker::photos::UploadedPhoto;
use crate::worker::tasks::{Life, Slot};
use crate::worker::thumbnails::PictureKey;

#[derive(Default)]
pub struct ProductForm {
    photos: HashMap<FormPhotoId, FormPhoto>,
}

struct FormPhoto {
    source: PhotoSource,
    edit: Edit,
    uploaded: Option<UploadedPhoto>,
    /// As it was edited before: going back to that needs no other upload.
    earlier: HashMap<Edit, UploadedPhoto>,
    /// Nobody was signed in for it, or not any more: it goes up once somebody is.
    waits: bool,
}

impl ProductForm {
    pub fn perform(&mut self, command: FormCommand, cx: &mut Context) {
        match command {
            FormCommand::AddPhoto { id, source } => {
                let photo = FormPhoto { source, edit: Edit::default(), uploaded: None, earlier: HashMap::new(), waits: false };
                self.photos.insert(id, photo);
                self.send_photo(id, cx);
            }
            FormCommand::EditPhoto { id, edit } => self.edit_photo(id, edit, cx),
            FormCommand::RetryPhoto(id) => {
                let stands = self.photos.get(&id).is_some_and(|photo| photo.uploaded.is_none());
                if stands && !cx.tasks.is_running(&Slot::FormPhoto(id)) {
                    self.send_photo(id, cx);
                }
            }
            FormCommand::RemovePhoto(id) => {
                self.photos.remove(&id);
                cx.tasks.cancel(&Slot::FormPhoto(id));
            }
            FormCommand::Send { draft, photos } => self.send(draft, &photos, cx),
        }
    }

    pub fn finished(&mut self, done: TaskResult, cx: &mut Context) {
        match done {
            TaskResult::Photo { id, state, uploaded } => self.photo_done(id, state, uploaded, cx),
            TaskResult::Treated { id, edit, treatment } => {
                cx.tell(Event::PhotoPrepared { key: PictureKey::Form(id).edited(edit), changes: treatment });
            }
        }
    }

    pub fn heard(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { .. } => self.waiting().into_iter().for_each(|id| self.send_photo(id, cx)),
            // They stay waiting: the next sign-in of this account sends them.
            Notice::SignedOut { problem, .. } => {
                for id in self.waiting() {
                    cx.tell(Event::FormPhoto { id, state: FormPhotoState::Failed(problem.clone()) });
                }
            }
            Notice::AccountLeft => self.photos.clear(),
            Notice::TokenRefused(_) | Notice::ListsChanged | Notice::FormSent { .. } => {}
        }
    }

    fn waiting(&self) -> Vec<FormPhotoId> {
        self.photos.iter().filter(|(_, photo)| photo.waits).map(|(id, _)| *id).collect()
    }

    fn edit_photo(&mut self, id: FormPhotoId, edit: Edit, cx: &mut Context) {
        let Some(photo) = self.photos.get_mut(&id).filter(|photo| photo.edit != edit) else { return };
        cx.tasks.cancel(&Slot::FormPhoto(id));
        if let Some(before) = photo.uploaded.take() {
            photo.earlier.insert(photo.edit, before);
        }
        photo.edit = edit;
        photo.uploaded = photo.earlier.remove(&edit);
        match &photo.uploaded {
            Some(uploaded) => {
                let state = FormPhotoState::Uploaded(uploaded.file.clone());
                cx.tell(Event::FormPhoto { id, state });
            }
            None => self.send_photo(id, cx),
        }
    }

    fn send_photo(&mut self, id: FormPhotoId, cx: &mut Context) {
        let Some(photo) = self.photos.get_mut(&id) else { return };
        let Some(live) = cx.live().cloned() else {
            // The person hears of it where it takes them to sign in.
            photo.waits = true;
            if !cx.session.is_renewing() {
                let problem = Problem::new(Code::SignInNeeded);
                cx.tell(Event::FormPhoto { id, state: FormPhotoState::Failed(problem) });
            }
            return;
        };
        photo.waits = false;
        let (source, edit) = (photo.source.clone(), photo.edit);
        cx.tell(Event::FormPhoto { id, state: FormPhotoState::Preparing });
        let (pasted_dir, limits, budget) = (cx.options.data_dir.join("pasted"), cx.photo_limits(), cx.budget.clone());
        cx.tasks.spawn_reporting(Life::Account, Slot::FormPhoto(id), |reporter| async move {
            let doing = reporter.clone();
            let treated = move |treatment| _ = doing.report(TaskResult::Treated { id, edit, treatment });
            let tell = move |state| _ = reporter.report(TaskResult::Photo { id, state, uploaded: None });
            let (state, uploaded) = match upload(&live, source, edit, pasted_dir, (limits, &budget), treated, tell).await {
                Ok(uploaded) => (FormPhotoState::Uploaded(uploaded.file.clone()), Some(Box::new(uploaded))),
                Err(problem) => (FormPhotoState::Failed(problem), None),
            };
            TaskResult::Photo { id, state, uploaded }
        });
    }

    fn photo_done(&mut self, id: FormPhotoId, state: FormPhotoState, uploaded: Option<Box<UploadedPhoto>>, cx: &mut Context) {
        let Some(photo) = self.photos.get_mut(&id) else { return };
        if let Some(uploaded) = &uploaded {
            cx.learn_limits(&uploaded.learned);
        }
        photo.uploaded = uploaded.map(|uploaded| *uploaded);
        match state {
            FormPhotoState::Failed(problem) if problem.code == Code::Unauthorized => {
                photo.waits = true;
                cx.notify(Notice::TokenRefused(problem));
            }
            state => cx.tell(Event::FormPhoto { id, state }),
        }
    }

    /// The form's product goes the same way as an imported one: recorded, created, and looked for when the answer is lost.
    fn send(&self, draft: Draft, photos: &[FormPhotoId], cx: &mut Context) {
        let uploaded: Option<Vec<UploadedPhoto>> = photos.iter().map(|id| self.photos.get(id)?.uploaded.clone()).collect();
        let Some(uploaded) = uploaded else {
            return cx.tell(Event::FormResult(Err(Problem::new(Code::InvalidField).in_field("photos"))));
        };
        let planned = PlannedDraft {
            source_name: draft.name.clone(),
            draft,
            source: uploaded.first().map(|photo| photo.path.clone()).unwrap_or_default(),
            photos: uploaded.iter().map(|photo| photo.path.clone()).collect(),
            edits: Vec::new(),
        }
        .edited(uploaded.iter().map(|photo| photo.edit));
        cx.notify(Notice::FormSent { planned, photos: uploaded });
    }

    /// Where the photo's bytes are. `None` for one that is not in the form any more.
    pub fn source(&self, id: FormPhotoId) -> Option<&PhotoSource> {
        self.photos.get(&id).map(|photo| &photo.source)
    }
}
