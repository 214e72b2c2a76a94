//! What an action took out of the form is put back on request.

use super::{Form, FormAction, FormPhase, FormPhoto, Taken};
use crate::messages::{Command, FormCommand, FormPhotoId};

impl Form {
    /// What the last action took out, and can be put back now.
    pub fn taken(&self) -> Option<&Taken> {
        self.taken.as_deref().filter(|_| self.phase == FormPhase::Editing)
    }

    /// Takes everything out of the form, to be put back on request. A product that was created is not in
    /// question any more.
    pub(super) fn take_contents(&mut self) {
        if self.phase == FormPhase::Editing && !self.is_empty() {
            self.taken = Some(Box::new(Taken::Contents {
                texts: std::mem::take(&mut self.texts),
                attributes: std::mem::take(&mut self.attributes),
                wholesale: std::mem::take(&mut self.wholesale),
                photos: std::mem::take(&mut self.photos),
            }));
        }
    }

    /// Takes a photo out of the form, to be put back on request.
    pub(super) fn take_photo(&mut self, id: FormPhotoId) {
        if let Some(place) = self.photos.iter().position(|photo| photo.id == id) {
            self.taken = Some(Box::new(Taken::Photo { place, photo: self.photos.remove(place) }));
        }
    }

    /// Puts back what was taken: all of it in the place of what is in the form now, a photo among the others.
    pub(super) fn put_back(&mut self) -> Vec<Command> {
        if self.phase != FormPhase::Editing {
            return Vec::new();
        }
        match self.taken.take().map(|taken| *taken) {
            None => Vec::new(),
            Some(Taken::Photo { place, photo }) => {
                self.photos.insert(place.min(self.photos.len()), photo);
                Vec::new()
            }
            Some(Taken::Contents { texts, attributes, wholesale, photos }) => {
                (self.texts, self.attributes, self.wholesale) = (texts, attributes, wholesale);
                removed(&std::mem::replace(&mut self.photos, photos))
            }
        }
    }

    /// What was taken is gone for good when something else is done; a photo only when its place in the form
    /// is gone, too.
    pub(super) fn forget_taken(&mut self, action: &FormAction) -> Vec<Command> {
        let stays = match self.taken.as_deref() {
            Some(Taken::Photo { .. }) => !matches!(
                action,
                FormAction::Remove(_)
                    | FormAction::Send { .. }
                    | FormAction::SendUnpriced
                    | FormAction::Clear
                    | FormAction::Begin(_)
                    | FormAction::KeepTexts
                    | FormAction::Leave
            ),
            _ => false,
        };
        if stays {
            return Vec::new();
        }
        self.taken.take().map(|taken| removed(taken.photos())).unwrap_or_default()
    }
}

impl Taken {
    /// The photos among it, which stay uploaded meanwhile.
    pub fn photos(&self) -> &[FormPhoto] {
        match self {
            Self::Contents { photos, .. } => photos,
            Self::Photo { photo, .. } => std::slice::from_ref(photo),
        }
    }

    pub(super) fn photos_mut(&mut self) -> &mut [FormPhoto] {
        match self {
            Self::Contents { photos, .. } => photos,
            Self::Photo { photo, .. } => std::slice::from_mut(photo),
        }
    }
}

fn removed(photos: &[FormPhoto]) -> Vec<Command> {
    photos.iter().map(|photo| Command::Form(FormCommand::RemovePhoto(photo.id))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{FormPhotoState, PhotoSource};
    use vitrine_domain::{CreateRules, Draft, Field, FileId};

    fn act(form: &mut Form, action: FormAction) -> Vec<Command> {
        form.act(action, &CreateRules::default())
    }

    fn filled() -> Form {
        let mut form = Form::default();
        act(&mut form, FormAction::Type(Field::Name, "Rug".to_owned()));
        act(
            &mut form,
            FormAction::Add(vec![PhotoSource::File("rug.jpg".into()), PhotoSource::File("back.jpg".into())]),
        );
        form
    }

    fn is_removed(commands: &[Command], ids: &[u64]) -> bool {
        let removed = commands.iter().map(|command| match command {
            Command::Form(FormCommand::RemovePhoto(FormPhotoId(id))) => *id,
            _ => u64::MAX,
        });
        removed.eq(ids.iter().copied())
    }

    #[test]
    fn a_cleared_form_comes_back_with_its_photos_until_the_next_change() {
        let mut form = filled();
        assert!(act(&mut form, FormAction::Clear).is_empty(), "the photos stay uploaded");
        assert!(form.is_empty());
        form.photo_changed(FormPhotoId(0), FormPhotoState::Uploaded(FileId::from(1)));
        assert!(act(&mut form, FormAction::PutBack).is_empty());
        assert_eq!((form.text(Field::Name), form.photos.len()), ("Rug", 2));
        assert_eq!(
            form.photos[0].state,
            FormPhotoState::Uploaded(FileId::from(1)),
            "the upload has ended meanwhile"
        );
        act(&mut form, FormAction::Clear);
        let commands = act(&mut form, FormAction::Type(Field::Name, "Bowl".to_owned()));
        assert!(is_removed(&commands, &[0, 1]), "{commands:?}");
        act(&mut form, FormAction::PutBack);
        assert_eq!(form.text(Field::Name), "Bowl", "what is typed since is not replaced");
    }

    #[test]
    fn what_another_product_replaces_in_the_form_comes_back() {
        let mut form = filled();
        act(&mut form, FormAction::Begin(Box::new(Draft { name: "Kilim".to_owned(), ..Draft::default() })));
        assert_eq!((form.text(Field::Name), form.photos.len()), ("Kilim", 0));
        act(&mut form, FormAction::PutBack);
        assert_eq!((form.text(Field::Name), form.photos.len()), ("Rug", 2));
    }

    #[test]
    fn a_photo_that_was_removed_comes_back_to_its_place_while_the_form_is_typed_in() {
        let mut form = filled();
        assert!(act(&mut form, FormAction::Remove(FormPhotoId(0))).is_empty(), "the photo stays uploaded");
        act(&mut form, FormAction::Type(Field::Name, "Kilim".to_owned()));
        act(&mut form, FormAction::PutBack);
        assert_eq!(form.photos.iter().map(|photo| photo.id.0).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(form.text(Field::Name), "Kilim");
        act(&mut form, FormAction::Remove(FormPhotoId(0)));
        let commands = act(&mut form, FormAction::Remove(FormPhotoId(1)));
        assert!(is_removed(&commands, &[0]), "{commands:?}");
        let commands = act(&mut form, FormAction::Leave);
        assert!(
            is_removed(&commands, &[1]),
            "what was taken does not outlive the account's form: {commands:?}"
        );
    }
}
