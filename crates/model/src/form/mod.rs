//! The create form: its fields, its photos, and the state of the request.

mod saved;
mod taken;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::messages::{Command, FormCommand, FormPhotoId, FormPhotoState, PhotoSource};
use vitrine_domain::category::AttributeValue;
use vitrine_domain::{
    CreateRules, Draft, Field, FieldError, MarketCategories, PhotoEdit, Problem, ProblemKind, ProductId,
    TypedProduct, Verdict,
};

/// A photo of the form.
#[derive(Clone, Debug)]
pub struct FormPhoto {
    /// Identifies the photo for the worker; never used twice.
    pub id: FormPhotoId,
    /// The file name.
    pub name: String,
    /// The user's edit.
    pub edit: PhotoEdit,
    /// How far the upload is.
    pub state: FormPhotoState,
}

/// The state of the form's request.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum FormPhase {
    /// The form can be edited.
    #[default]
    Editing,
    /// The request is under way. `then_next`: after it the form is emptied for the next product.
    Sending { then_next: bool },
    /// The answer was lost; the shop's list is being checked.
    Checking { then_next: bool },
    /// The product was created; `None` when the marketplace did not tell its id.
    Created(Option<ProductId>),
    /// It is unknown whether the product exists. Sending again might create a duplicate, so the user checks
    /// the shop first.
    Unsure,
}

/// Why the form cannot be sent yet. The first reason that applies is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum FormBlocker {
    /// A request is under way, or its outcome is unknown.
    Busy,
    /// These fields are missing or wrong.
    Fields(Vec<Field>),
    /// So many photos could not be uploaded.
    PhotosFailed(usize),
    /// So many photos are still being uploaded.
    PhotosUploading(usize),
}

/// What the user did in the create form.
#[derive(Debug)]
pub enum FormAction {
    /// Types into a field.
    Type(Field, String),
    /// Sets whether the product is sold wholesale.
    Wholesale(bool),
    /// Sets the value of an attribute of the category, by the attribute's id.
    Attribute(i64, String),
    /// Adds photos.
    Add(Vec<PhotoSource>),
    /// Removes a photo.
    Remove(FormPhotoId),
    /// Uploads a failed photo again.
    Retry(FormPhotoId),
    /// Applies edits to photos.
    Edit(Vec<(FormPhotoId, PhotoEdit)>),
    /// Moves a photo to an index; the first photo is the cover.
    Move(FormPhotoId, usize),
    /// Creates the product. `then_next`: and begins the next one.
    Send { then_next: bool },
    /// Creates it, without a price, as the user was asked.
    SendUnpriced,
    /// Closes that question.
    CloseQuestion,
    /// The user checked whether the product exists in the shop.
    Resolve { exists: bool },
    /// Empties the form.
    Clear,
    /// Puts back what the last action took out of it.
    PutBack,
    /// Begins another product with these fields, in the place of what is in the form.
    Begin(Box<Draft>),
    /// Keeps the texts for another product, which needs photos of its own.
    KeepTexts,
    /// The account is left; what is in the form was saved for it.
    Leave,
}

/// What an action took out of the form. Its photos stay uploaded as long as it can be put back.
#[derive(Clone, Debug)]
pub enum Taken {
    /// All that was in it.
    Contents {
        texts: BTreeMap<Field, String>,
        attributes: BTreeMap<i64, String>,
        wholesale: bool,
        photos: Vec<FormPhoto>,
    },
    /// A photo, and where it stood.
    Photo { place: usize, photo: FormPhoto },
}

/// The create form.
#[derive(Clone, Debug, Default)]
pub struct Form {
    texts: BTreeMap<Field, String>,
    /// The values of attributes as typed, by the attributes' ids. Those of another category are kept, but not
    /// sent.
    attributes: BTreeMap<i64, String>,
    /// Whether the product is sold wholesale.
    pub wholesale: bool,
    /// The photos, in order; the first is the cover.
    pub photos: Vec<FormPhoto>,
    /// The state of the request.
    pub phase: FormPhase,
    /// Why the last request was rejected.
    pub problem: Option<Problem>,
    /// Whether the field that was rejected was changed since.
    is_rejection_met: bool,
    /// Whether a product without a price is to be created, and whether the next one is begun then; `None`:
    /// that is not asked.
    pub question: Option<bool>,
    taken: Option<Box<Taken>>,
    /// What is known of the marketplace's categories.
    pub(super) market_categories: Arc<MarketCategories>,
    next_photo: u64,
    /// Increases with every change of what is saved.
    pub(super) revision: u64,
    saved_revision: u64,
}

impl Form {
    /// The text of a field exactly as typed.
    pub fn text(&self, field: Field) -> &str {
        self.texts.get(&field).map_or("", String::as_str)
    }

    /// The value of an attribute exactly as typed.
    pub fn attribute(&self, id: i64) -> &str {
        self.attributes.get(&id).map_or("", String::as_str)
    }

    /// The category that was chosen.
    pub fn category(&self) -> Option<i64> {
        self.text(Field::CategoryId).parse().ok()
    }

    /// Whether there is neither a photo nor any text.
    pub fn is_empty(&self) -> bool {
        self.photos.is_empty() && self.texts.values().all(|text| text.trim().is_empty())
    }

    /// Whether the form is locked: a request is under way, or its outcome is unknown.
    pub fn is_busy(&self) -> bool {
        matches!(self.phase, FormPhase::Sending { .. } | FormPhase::Checking { .. } | FormPhase::Unsure)
    }

    /// Whether the next product is begun as soon as this one is created.
    pub const fn begins_next(&self) -> bool {
        matches!(self.phase, FormPhase::Sending { then_next: true } | FormPhase::Checking { then_next: true })
    }

    /// The draft, and what is wrong with each field.
    pub fn draft(&self, rules: &CreateRules) -> (Draft, BTreeMap<Field, FieldError>) {
        let mut typed = TypedProduct::from(Draft { is_wholesale: Some(self.wholesale), ..Draft::default() });
        self.texts.iter().for_each(|(&field, text)| typed.set(field, text));
        let groups = self.category().and_then(|category| self.market_categories.attributes.get(&category));
        let attributes =
            groups.into_iter().flat_map(|groups| groups.iter()).flat_map(|group| &group.attributes);
        let given = attributes
            .map(|attribute| (attribute.id, self.attribute(attribute.id)))
            .filter(|(_, text)| !text.trim().is_empty());
        typed.draft.product_attribute = given
            .map(|(id, text)| AttributeValue {
                name: id.to_string(),
                text: text.to_owned(),
                sent: None,
                where_taken: false,
            })
            .collect();
        let TypedProduct { draft, mut errors } =
            typed.evaluate(self.photos.len(), rules, &self.market_categories);
        // The form shows the cover among the photos, so there is one error for both.
        if let Some(error) = errors.remove(&Field::Photo) {
            errors.insert(Field::Photos, error);
        }
        (draft, errors)
    }

    /// Whether a photo is on its way.
    pub(crate) fn is_sending_photos(&self) -> bool {
        let is_under_way = |state: &FormPhotoState| {
            matches!(state, FormPhotoState::Preparing | FormPhotoState::Sending { .. })
        };
        self.photos.iter().any(|photo| is_under_way(&photo.state))
    }

    /// Why the form cannot be sent; `None` when it can.
    pub fn blocked(&self, errors: &BTreeMap<Field, FieldError>) -> Option<FormBlocker> {
        let count = |wanted: fn(&FormPhotoState) -> bool| {
            self.photos.iter().filter(|photo| wanted(&photo.state)).count()
        };
        let failed = count(|state| matches!(state, FormPhotoState::Failed(_)));
        let under_way =
            count(|state| matches!(state, FormPhotoState::Preparing | FormPhotoState::Sending { .. }));
        if self.phase != FormPhase::Editing {
            Some(FormBlocker::Busy)
        } else if !errors.is_empty() {
            Some(FormBlocker::Fields(errors.keys().copied().collect()))
        } else if failed > 0 {
            Some(FormBlocker::PhotosFailed(failed))
        } else if under_way > 0 {
            Some(FormBlocker::PhotosUploading(under_way))
        } else {
            None
        }
    }

    /// The field that the marketplace rejected, if it named one of the form and that was not changed since.
    pub fn rejected_field(&self) -> Option<Field> {
        if self.is_rejection_met {
            return None;
        }
        let field = Field::from_name(self.problem.as_ref()?.field.as_deref()?)?;
        Some(if field == Field::Photo { Field::Photos } else { field })
    }

    /// Performs an action; returns the commands for the worker.
    pub(super) fn act(&mut self, action: FormAction, rules: &CreateRules) -> Vec<Command> {
        self.revision += 1;
        let question = self.question.take();
        if matches!(action, FormAction::PutBack) {
            return self.put_back();
        }
        let mut commands = self.forget_taken(&action);
        commands.extend(self.perform(action, question, rules));
        commands
    }

    /// `question`: the one that was open.
    fn perform(&mut self, action: FormAction, question: Option<bool>, rules: &CreateRules) -> Vec<Command> {
        match action {
            FormAction::Send { then_next } => return self.send(rules, then_next, false),
            FormAction::SendUnpriced => {
                return question.map(|then_next| self.send(rules, then_next, true)).unwrap_or_default();
            }
            FormAction::Resolve { exists } if self.phase == FormPhase::Unsure => {
                self.phase = if exists { FormPhase::Created(None) } else { FormPhase::Editing };
                self.problem = None;
            }
            FormAction::Retry(id) => {
                if let Some(photo) = self.photos.iter_mut().find(|photo| photo.id == id) {
                    photo.state = FormPhotoState::Preparing;
                    return vec![Command::Form(FormCommand::RetryPhoto(id))];
                }
            }
            FormAction::Leave => {
                let commands = self.restart(BTreeMap::new());
                // The next account may have saved a form, which the empty one must not replace.
                self.saved_revision = self.revision;
                return commands;
            }
            // What is being sent must not change.
            _ if self.is_busy() => {}
            FormAction::Type(field, text) => {
                self.clear_rejection(field);
                self.texts.insert(field, text);
            }
            FormAction::Attribute(id, text) => {
                self.clear_rejection(Field::ProductAttribute);
                self.attributes.insert(id, text);
            }
            FormAction::Wholesale(yes) => {
                self.clear_rejection(Field::IsWholesale);
                self.wholesale = yes;
            }
            FormAction::Add(photos) => return self.add(photos),
            FormAction::Remove(id) => {
                self.clear_rejection(Field::Photos);
                self.take_photo(id);
            }
            FormAction::Edit(edits) => return self.edit(edits),
            FormAction::Move(id, to) => self.move_photo(id, to),
            FormAction::Resolve { .. } | FormAction::CloseQuestion | FormAction::PutBack => {}
            FormAction::Clear => {
                self.take_contents();
                return self.restart(BTreeMap::new());
            }
            FormAction::Begin(draft) => {
                self.take_contents();
                // Attributes and the wholesale switch have places of their own.
                let texts = draft
                    .texts()
                    .filter(|(field, _)| !matches!(field, Field::ProductAttribute | Field::IsWholesale));
                let commands = self.restart(texts.collect());
                self.wholesale = draft.is_wholesale == Some(true);
                let attributes = draft.product_attribute.into_iter();
                self.attributes =
                    attributes.filter_map(|value| Some((value.name.parse().ok()?, value.text))).collect();
                return commands;
            }
            FormAction::KeepTexts => {
                let texts = std::mem::take(&mut self.texts);
                let attributes = std::mem::take(&mut self.attributes);
                let wholesale = self.wholesale;
                let commands = self.restart(texts);
                (self.attributes, self.wholesale) = (attributes, wholesale);
                return commands;
            }
        }
        Vec::new()
    }

    /// Takes the state of a photo's upload.
    pub(super) fn photo_changed(&mut self, id: FormPhotoId, state: FormPhotoState) {
        // A result for a photo that was removed meanwhile is ignored.
        let taken = self.taken.iter_mut().flat_map(|taken| taken.photos_mut());
        if let Some(photo) = self.photos.iter_mut().chain(taken).find(|photo| photo.id == id) {
            photo.state = state;
        }
    }

    /// The answer was lost, and the worker checks the shop.
    pub(super) fn start_checking(&mut self) {
        if let FormPhase::Sending { then_next } = self.phase {
            self.phase = FormPhase::Checking { then_next };
        }
    }

    /// Takes the request's result. Returns the commands that follow from it.
    pub(super) fn take_result(&mut self, result: Result<Option<ProductId>, Problem>) -> Vec<Command> {
        self.revision += 1;
        match result {
            Ok(_) if self.begins_next() => return self.restart(BTreeMap::new()),
            Ok(id) => {
                self.phase = FormPhase::Created(id);
                self.problem = None;
            }
            Err(problem) => {
                let unsure = problem.kind == ProblemKind::Ambiguous || problem.verdict() == Verdict::Unknown;
                self.phase = if unsure { FormPhase::Unsure } else { FormPhase::Editing };
                (self.problem, self.is_rejection_met) = (Some(problem), false);
            }
        }
        Vec::new()
    }

    /// The account was left while a request was under way, so its outcome stays unknown.
    pub(super) fn abandon(&mut self) {
        if self.is_busy() {
            self.phase = FormPhase::Unsure;
            self.problem.get_or_insert(Problem::new(ProblemKind::Ambiguous));
        }
    }

    /// Sends the product. One without a price is asked about first, unless that `is_answered`.
    fn send(&mut self, rules: &CreateRules, then_next: bool, is_answered: bool) -> Vec<Command> {
        let (draft, errors) = self.draft(rules);
        if self.blocked(&errors).is_some() {
            return Vec::new();
        }
        if draft.lacks(Field::PrimaryPrice) && !is_answered {
            self.question = Some(then_next);
            return Vec::new();
        }
        self.phase = FormPhase::Sending { then_next };
        self.problem = None;
        vec![Command::Form(FormCommand::Send {
            draft,
            photos: self.photos.iter().map(|photo| photo.id).collect(),
        })]
    }

    fn add(&mut self, photos: Vec<PhotoSource>) -> Vec<Command> {
        // Photos added after a success start the next product.
        let mut commands = match self.phase {
            FormPhase::Created(_) => self.restart(BTreeMap::new()),
            _ => Vec::new(),
        };
        self.clear_rejection(Field::Photos);
        for source in photos {
            let id = FormPhotoId(self.next_photo);
            self.next_photo += 1;
            let name = match &source {
                PhotoSource::File(path) => {
                    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
                }
                PhotoSource::Bytes { name, .. } => name.clone(),
            };
            self.photos.push(FormPhoto {
                id,
                name,
                edit: PhotoEdit::default(),
                state: FormPhotoState::Preparing,
            });
            commands.push(Command::Form(FormCommand::AddPhoto { id, source }));
        }
        commands
    }

    /// Applies edits; only photos whose edit changed are uploaded again.
    fn edit(&mut self, edits: Vec<(FormPhotoId, PhotoEdit)>) -> Vec<Command> {
        let mut commands = Vec::new();
        for (id, edit) in edits {
            if let Some(photo) = self.photos.iter_mut().find(|photo| photo.id == id && photo.edit != edit) {
                photo.edit = edit;
                photo.state = FormPhotoState::Preparing;
                commands.push(Command::Form(FormCommand::EditPhoto { id, edit }));
            }
        }
        if !commands.is_empty() {
            self.clear_rejection(Field::Photos);
        }
        commands
    }

    fn move_photo(&mut self, id: FormPhotoId, to: usize) {
        if let Some(from) = self.photos.iter().position(|photo| photo.id == id) {
            let photo = self.photos.remove(from);
            self.photos.insert(to.min(self.photos.len()), photo);
        }
    }

    /// The rejected field is not marked any more when it is changed. Why the last request was rejected stays
    /// in sight: nothing moves while somebody types.
    fn clear_rejection(&mut self, field: Field) {
        self.is_rejection_met |= self.rejected_field() == Some(field);
    }

    /// Empties the form. Photo ids continue, because they are never used twice.
    fn restart(&mut self, texts: BTreeMap<Field, String>) -> Vec<Command> {
        let commands =
            self.photos.iter().map(|photo| Command::Form(FormCommand::RemovePhoto(photo.id))).collect();
        *self = Self {
            texts,
            market_categories: Arc::clone(&self.market_categories),
            next_photo: self.next_photo,
            taken: self.taken.take(),
            revision: self.revision,
            saved_revision: self.saved_revision,
            ..Self::default()
        };
        commands
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use vitrine_domain::{AnswerForm, FileId, Price};

    fn rules() -> CreateRules {
        CreateRules::default()
    }

    fn form_with_photo(state: FormPhotoState) -> Form {
        let mut form = Form::default();
        form.act(FormAction::Type(Field::Name, "Rug".to_owned()), &rules());
        form.act(FormAction::Type(Field::PrimaryPrice, "9000".to_owned()), &rules());
        form.act(FormAction::Add(vec![PhotoSource::File(PathBuf::from("rug.jpg"))]), &rules());
        form.photo_changed(FormPhotoId(0), state);
        form
    }

    fn uploaded() -> FormPhotoState {
        FormPhotoState::Uploaded(FileId::from(1))
    }

    #[test]
    fn a_form_is_sent_only_when_every_photo_is_uploaded() {
        let mut form = form_with_photo(FormPhotoState::Sending { sent: 1, total: 2 });
        assert!(form.act(FormAction::Send { then_next: false }, &rules()).is_empty());
        let (_, errors) = form.draft(&rules());
        assert_eq!(form.blocked(&errors), Some(FormBlocker::PhotosUploading(1)));
        form.photo_changed(FormPhotoId(0), uploaded());
        assert!(matches!(
            form.act(FormAction::Send { then_next: false }, &rules()).as_slice(),
            [Command::Form(FormCommand::Send { .. })]
        ));
    }

    #[test]
    fn a_product_without_a_price_is_asked_about_before_it_is_sent() {
        let mut form = form_with_photo(uploaded());
        form.act(FormAction::Type(Field::PrimaryPrice, String::new()), &rules());
        assert!(form.act(FormAction::Send { then_next: true }, &rules()).is_empty());
        assert_eq!((form.question, &form.phase), (Some(true), &FormPhase::Editing));
        form.act(FormAction::CloseQuestion, &rules());
        assert!(form.act(FormAction::SendUnpriced, &rules()).is_empty(), "nothing is asked any more");
        form.act(FormAction::Send { then_next: true }, &rules());
        assert_eq!(form.act(FormAction::SendUnpriced, &rules()).len(), 1);
        assert_eq!(form.phase, FormPhase::Sending { then_next: true });
    }

    #[test]
    fn a_form_is_not_sent_twice() {
        let mut form = form_with_photo(uploaded());
        assert_eq!(form.act(FormAction::Send { then_next: false }, &rules()).len(), 1);
        assert!(form.act(FormAction::Send { then_next: false }, &rules()).is_empty());
        form.start_checking();
        assert!(form.act(FormAction::Send { then_next: false }, &rules()).is_empty());
    }

    #[test]
    fn a_rejection_keeps_the_texts_and_marks_the_field_until_it_is_changed() {
        let mut form = form_with_photo(uploaded());
        form.act(FormAction::Type(Field::PrimaryPrice, "۱۲٬۰۰۰".to_owned()), &rules());
        form.act(FormAction::Send { then_next: false }, &rules());
        form.take_result(Err(Problem {
            form: AnswerForm::Own,
            ..Problem::new(ProblemKind::Unprocessable).with_field("primary_price")
        }));
        assert_eq!(form.text(Field::PrimaryPrice), "۱۲٬۰۰۰");
        assert_eq!(form.photos.len(), 1);
        assert_eq!(form.rejected_field(), Some(Field::PrimaryPrice));
        form.act(FormAction::Type(Field::PrimaryPrice, "12500".to_owned()), &rules());
        assert_eq!(form.rejected_field(), None);
    }

    #[test]
    fn a_product_that_may_exist_is_not_sent_again_before_the_user_has_checked() {
        for code in [ProblemKind::Ambiguous, ProblemKind::TimedOut] {
            let mut form = form_with_photo(uploaded());
            form.act(FormAction::Send { then_next: false }, &rules());
            form.take_result(Err(Problem::new(code)));
            assert!(form.act(FormAction::Send { then_next: false }, &rules()).is_empty(), "{code:?}");
            form.act(FormAction::Resolve { exists: false }, &rules());
            assert_eq!(form.act(FormAction::Send { then_next: false }, &rules()).len(), 1, "{code:?}");
        }
    }

    #[test]
    fn another_product_keeps_the_texts_and_gets_photos_of_its_own() {
        let mut form = form_with_photo(uploaded());
        form.act(FormAction::Send { then_next: false }, &rules());
        form.take_result(Ok(None));
        form.act(FormAction::KeepTexts, &rules());
        assert_eq!(form.text(Field::Name), "Rug");
        assert!(form.photos.is_empty());
        form.act(FormAction::Add(vec![PhotoSource::File(PathBuf::from("rug.jpg"))]), &rules());
        assert_eq!(form.photos[0].id, FormPhotoId(1), "a photo ID is never used twice");
    }

    #[test]
    fn a_product_like_another_one_begins_with_its_fields_and_without_its_photos() {
        let mut form = form_with_photo(uploaded());
        let like = Draft {
            name: "Kilim".to_owned(),
            primary_price: Some(Price::on_wire(5_000)),
            is_wholesale: Some(true),
            ..Draft::default()
        };
        form.act(FormAction::Begin(Box::new(like)), &rules());
        assert_eq!(
            (form.text(Field::Name), form.text(Field::PrimaryPrice), form.wholesale),
            ("Kilim", "5000", true)
        );
        assert!(form.photos.is_empty());
    }

    #[test]
    fn the_first_photo_is_the_cover_after_a_move() {
        let mut form = form_with_photo(uploaded());
        form.act(FormAction::Add(vec![PhotoSource::File(PathBuf::from("back.jpg"))]), &rules());
        form.act(FormAction::Move(FormPhotoId(1), 0), &rules());
        assert_eq!(form.photos[0].name, "back.jpg");
    }
}
