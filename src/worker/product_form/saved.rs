//! The saved form: kept for its account until it is sent or emptied, so that closing the window loses
//! nothing.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::service::ProductForm;
use super::upload::pasted_path;
use crate::store::Store;
use crate::worker::context::Context;
use vitrine_domain::{AccountKey, PhotoEdit, Problem};
use vitrine_model::messages::{Event, FormContents, FormEvent, FormPhotoId, PhotoSource, RestoredForm};

/// The key under which the store saves a form.
const FORM: &str = "product";

/// The form as it is stored: its photos are files.
#[derive(Serialize, Deserialize)]
struct SavedForm {
    contents: FormContents,
    photos: Vec<SavedPhoto>,
}

#[derive(Serialize, Deserialize)]
struct SavedPhoto {
    path: PathBuf,
    #[serde(default)]
    edit: PhotoEdit,
}

/// Deletes the account's saved form: it was sent.
pub fn delete(store: &Store, account: &AccountKey) -> Result<(), Problem> {
    store.delete_form(account, FORM)
}

impl ProductForm {
    /// Saves the form for the account on the screens, or deletes it where there is nothing in it.
    pub(super) fn save(&self, contents: Option<FormContents>, photos: &[FormPhotoId], cx: &mut Context) {
        // Also while the account's token is being renewed.
        let Some(account) = cx.session.shown().cloned() else { return };
        let saved = contents.map(|contents| SavedForm { contents, photos: self.photo_files(photos, cx) });
        let done = match saved.map(|saved| serde_json::to_string(&saved)) {
            None => delete(&cx.store, &account),
            Some(Ok(json)) => cx.store.save_form(&account, FORM, &json),
            // A path that is not valid Unicode cannot be saved; the form is still on the screen.
            Some(Err(error)) => {
                tracing::warn!(%error, "form not saved");
                Ok(())
            }
        };
        cx.report_error(done);
    }

    fn photo_files(&self, photos: &[FormPhotoId], cx: &Context) -> Vec<SavedPhoto> {
        let pasted_dir = cx.options.data_dir.join("pasted");
        let photos = photos.iter().filter_map(|id| self.photo(*id)).map(|(source, edit)| {
            let path = match source {
                PhotoSource::File(path) => path.clone(),
                PhotoSource::Bytes { name, bytes } => pasted_path(name, bytes, &pasted_dir),
            };
            SavedPhoto { path, edit }
        });
        photos.collect()
    }

    /// Sends the form that an earlier session of this account saved. One that this version cannot read is
    /// ignored.
    pub(super) fn send_saved(cx: &mut Context) {
        let Some(account) = cx.account() else { return };
        match cx.store.form(&account, FORM) {
            Ok(json) => {
                if let Some(saved) = json.and_then(|json| serde_json::from_str::<SavedForm>(&json).ok()) {
                    let photos = saved.photos.into_iter().map(|photo| (photo.path, photo.edit)).collect();
                    cx.send(Event::Form(FormEvent::Restored(Box::new(RestoredForm {
                        contents: saved.contents,
                        photos,
                    }))));
                }
            }
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }
}
