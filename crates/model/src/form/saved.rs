//! Saving the form for its account, and restoring what an earlier session left.

use super::{Form, FormAction, FormPhase};
use crate::messages::{Command, FormCommand, FormContents, PhotoSource, RestoredForm};
use vitrine_domain::{CreateRules, Field};

impl Form {
    /// The command that saves the form, if it changed since it was last saved. It belongs to the account
    /// signed in. What is being sent is not saved: from then on the product is in the journal.
    pub(crate) fn save_command(&mut self) -> Option<Command> {
        if !matches!(self.phase, FormPhase::Editing | FormPhase::Unsure)
            || self.saved_revision == self.revision
        {
            return None;
        }
        self.saved_revision = self.revision;
        let contents = (!self.is_empty()).then(|| FormContents {
            texts: self.texts.iter().map(|(field, text)| (field.name().to_owned(), text.clone())).collect(),
            attributes: self.attributes.clone(),
            is_wholesale: self.wholesale,
        });
        Some(Command::Form(FormCommand::Save {
            contents,
            photos: self.photos.iter().map(|photo| photo.id).collect(),
        }))
    }

    /// Fills the form with what an earlier session left, unless something is in it already.
    pub(crate) fn restore(&mut self, restored: RestoredForm, rules: &CreateRules) -> Vec<Command> {
        if self.phase != FormPhase::Editing || !self.is_empty() {
            return Vec::new();
        }
        let FormContents { texts, attributes, is_wholesale } = restored.contents;
        self.texts =
            texts.into_iter().filter_map(|(name, text)| Some((Field::from_name(&name)?, text))).collect();
        (self.attributes, self.wholesale) = (attributes, is_wholesale);
        let (files, edits): (Vec<_>, Vec<_>) = restored.photos.into_iter().unzip();
        let first = self.photos.len();
        let mut commands =
            self.act(FormAction::Add(files.into_iter().map(PhotoSource::File).collect()), rules);
        let edits = self.photos[first..]
            .iter()
            .map(|photo| photo.id)
            .zip(edits)
            .filter(|(_, edit)| !edit.is_identity())
            .collect();
        commands.extend(self.act(FormAction::Edit(edits), rules));
        self.saved_revision = self.revision;
        commands
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::FormPhotoId;
    use vitrine_domain::PhotoEdit;

    fn typed(form: &mut Form, field: Field, text: &str) {
        form.act(FormAction::Type(field, text.to_owned()), &CreateRules::default());
    }

    #[test]
    fn a_form_is_saved_when_it_changed_and_once() {
        let mut form = Form::default();
        assert!(
            form.save_command().is_none(),
            "an untouched form would delete what an earlier session saved"
        );
        typed(&mut form, Field::Name, "گلیم");
        let Some(Command::Form(FormCommand::Save { contents: Some(saved), photos })) = form.save_command()
        else {
            panic!()
        };
        assert_eq!((saved.texts["name"].as_str(), photos.len()), ("گلیم", 0));
        assert!(form.save_command().is_none());
        form.act(FormAction::Clear, &CreateRules::default());
        assert!(matches!(form.save_command(), Some(Command::Form(FormCommand::Save { contents: None, .. }))));
    }

    #[test]
    fn what_is_being_sent_is_not_saved_and_a_refused_form_is_saved_again() {
        let mut form = Form::default();
        typed(&mut form, Field::Name, "Rug");
        form.phase = FormPhase::Sending { then_next: false };
        assert!(form.save_command().is_none());
        form.take_result(Err(vitrine_domain::Problem::new(vitrine_domain::ProblemKind::Unprocessable)));
        assert!(form.save_command().is_some());
    }

    #[test]
    fn a_restored_form_is_as_it_was_and_its_photos_are_uploaded_with_their_edits() {
        let turned = PhotoEdit { turns: 1, ..PhotoEdit::default() };
        let contents = FormContents {
            texts: [("name".to_owned(), "Rug".to_owned())].into(),
            is_wholesale: true,
            ..FormContents::default()
        };
        let restored = RestoredForm {
            contents,
            photos: vec![("/a.jpg".into(), PhotoEdit::default()), ("/b.jpg".into(), turned)],
        };
        let mut form = Form::default();
        let commands = form.restore(restored.clone(), &CreateRules::default());
        assert!(matches!(
            commands.as_slice(),
            [
                Command::Form(FormCommand::AddPhoto { .. }),
                Command::Form(FormCommand::AddPhoto { .. }),
                Command::Form(FormCommand::EditPhoto { id: FormPhotoId(1), edit }),
            ] if *edit == turned
        ));
        assert_eq!((form.text(Field::Name), form.wholesale, form.photos.len()), ("Rug", true, 2));
        assert!(
            form.restore(restored, &CreateRules::default()).is_empty(),
            "what is in the form is not replaced"
        );
        assert_eq!(form.photos.len(), 2);
    }
}
