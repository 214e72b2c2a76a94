//! The create form: its photos are uploaded as soon as they are added, and its product is created like an
//! imported one.

use std::collections::HashMap;

use super::FormTaskResult;
use super::upload::upload;
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::photos::UploadedPhoto;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Draft, PhotoEdit, Problem, ProblemKind, Verdict};
use vitrine_model::messages::{
    Event, FormCommand, FormEvent, FormPhotoId, FormPhotoState, PhotoEvent, PhotoSource, PictureKey,
};

/// The service of the create form.
#[derive(Default)]
pub struct ProductForm {
    photos: HashMap<FormPhotoId, FormPhoto>,
}

struct FormPhoto {
    source: PhotoSource,
    edit: PhotoEdit,
    uploaded: Option<UploadedPhoto>,
    /// Uploads with earlier edits: returning to one of them needs no new upload.
    earlier: HashMap<PhotoEdit, UploadedPhoto>,
    /// Waits for somebody to sign in, and is uploaded then.
    waits_for_sign_in: bool,
}

impl ProductForm {
    /// Performs a command.
    pub fn perform(&mut self, command: FormCommand, cx: &mut Context) {
        match command {
            FormCommand::AddPhoto { id, source } => {
                let photo = FormPhoto {
                    source,
                    edit: PhotoEdit::default(),
                    uploaded: None,
                    earlier: HashMap::new(),
                    waits_for_sign_in: false,
                };
                self.photos.insert(id, photo);
                self.send_photo(id, cx);
            }
            FormCommand::EditPhoto { id, edit } => self.edit_photo(id, edit, cx),
            FormCommand::RetryPhoto(id) => {
                let not_uploaded = self.photos.get(&id).is_some_and(|photo| photo.uploaded.is_none());
                if not_uploaded && !cx.tasks.is_running(&Slot::FormPhoto(id)) {
                    self.send_photo(id, cx);
                }
            }
            FormCommand::RemovePhoto(id) => {
                self.photos.remove(&id);
                cx.tasks.cancel(&Slot::FormPhoto(id));
            }
            FormCommand::Send { draft, photos } => self.send(draft, &photos, cx),
            FormCommand::Save { contents, photos } => self.save(contents, &photos, cx),
        }
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: FormTaskResult, cx: &mut Context) {
        match done {
            FormTaskResult::Photo { id, state, uploaded } => self.photo_done(id, state, uploaded, cx),
            FormTaskResult::Prepared { id, edit, changes } => {
                cx.send(Event::Photo(PhotoEvent::Prepared {
                    key: PictureKey::Form(id).edited(edit),
                    changes,
                }));
            }
        }
    }

    /// Handles a notice of another service.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { fresh } => {
                self.waiting().into_iter().for_each(|id| self.send_photo(id, cx));
                if *fresh {
                    Self::send_saved(cx);
                }
            }
            // They keep waiting: the next sign-in of this account sends them.
            Notice::SignedOut { problem, .. } => {
                for id in self.waiting() {
                    cx.send(Event::Form(FormEvent::Photo {
                        id,
                        state: FormPhotoState::Failed(problem.clone()),
                    }));
                }
            }
            Notice::AccountLeft => self.photos.clear(),
            _ => {}
        }
    }

    fn waiting(&self) -> Vec<FormPhotoId> {
        self.photos.iter().filter(|(_, photo)| photo.waits_for_sign_in).map(|(id, _)| *id).collect()
    }

    fn edit_photo(&mut self, id: FormPhotoId, edit: PhotoEdit, cx: &mut Context) {
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
                cx.send(Event::Form(FormEvent::Photo { id, state }));
            }
            None => self.send_photo(id, cx),
        }
    }

    fn send_photo(&mut self, id: FormPhotoId, cx: &mut Context) {
        let Some(photo) = self.photos.get_mut(&id) else { return };
        let Some(session) = cx.authenticated().cloned() else {
            // The message also offers to sign in.
            photo.waits_for_sign_in = true;
            if !cx.session.is_renewing() {
                let problem = Problem::new(ProblemKind::SignInNeeded);
                cx.send(Event::Form(FormEvent::Photo { id, state: FormPhotoState::Failed(problem) }));
            }
            return;
        };
        photo.waits_for_sign_in = false;
        let (source, edit) = (photo.source.clone(), photo.edit);
        cx.send(Event::Form(FormEvent::Photo { id, state: FormPhotoState::Preparing }));
        let (pasted_dir, limits, budget) =
            (cx.options.data_dir.join("pasted"), cx.photo_limits(), cx.budget.clone());
        cx.tasks.spawn_reporting(Lifetime::Account, Slot::FormPhoto(id), |reporter| async move {
            let doing = reporter.clone();
            let on_changes = move |changes| _ = doing.report(FormTaskResult::Prepared { id, edit, changes });
            let report =
                move |state| _ = reporter.report(FormTaskResult::Photo { id, state, uploaded: None });
            let (state, uploaded) =
                match upload(&session, source, edit, pasted_dir, (limits, &budget), on_changes, report).await
                {
                    Ok(uploaded) => {
                        (FormPhotoState::Uploaded(uploaded.file.clone()), Some(Box::new(uploaded)))
                    }
                    Err(problem) => (FormPhotoState::Failed(problem), None),
                };
            FormTaskResult::Photo { id, state, uploaded }
        });
    }

    fn photo_done(
        &mut self,
        id: FormPhotoId,
        state: FormPhotoState,
        uploaded: Option<Box<UploadedPhoto>>,
        cx: &mut Context,
    ) {
        let Some(photo) = self.photos.get_mut(&id) else { return };
        if let Some(uploaded) = &uploaded {
            cx.learn_limits(&uploaded.learned);
        }
        photo.uploaded = uploaded.map(|uploaded| *uploaded);
        match state {
            FormPhotoState::Failed(problem) if problem.verdict() == Verdict::SignIn => {
                photo.waits_for_sign_in = true;
            }
            state => cx.send(Event::Form(FormEvent::Photo { id, state })),
        }
    }

    /// Passes the product on to the imports, which record, create and reconcile it like an imported one.
    fn send(&self, draft: Draft, photos: &[FormPhotoId], cx: &mut Context) {
        let uploaded: Option<Vec<UploadedPhoto>> =
            photos.iter().map(|id| self.photos.get(id)?.uploaded.clone()).collect();
        let Some(uploaded) = uploaded else {
            return cx.send(Event::Form(FormEvent::Result(Err(
                Problem::new(ProblemKind::InvalidField).with_field("photos")
            ))));
        };
        let planned = PlannedDraft {
            source_name: draft.name.clone(),
            draft,
            source: uploaded.first().map(|photo| photo.path.clone()).unwrap_or_default(),
            photos: uploaded.iter().map(|photo| photo.path.clone()).collect(),
            ..PlannedDraft::default()
        }
        .edited(uploaded.iter().map(|photo| photo.edit));
        cx.notify(Notice::FormSent { planned, photos: uploaded });
    }

    /// A photo's source and edit; `None` for a photo that is no longer in the form.
    pub(super) fn photo(&self, id: FormPhotoId) -> Option<(&PhotoSource, PhotoEdit)> {
        self.photos.get(&id).map(|photo| (&photo.source, photo.edit))
    }

    /// The source of a photo's bytes; `None` for a photo that is no longer in the form.
    pub fn source(&self, id: FormPhotoId) -> Option<&PhotoSource> {
        self.photos.get(&id).map(|photo| &photo.source)
    }
}
