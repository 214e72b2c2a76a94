//! Photos from disk to the marketplace: prepared ahead of the requests, within limits, in the order of the
//! drafts.

use crate::import::engine::item::{Item, Progress, Stage};
use crate::import::engine::queues::{ItemIndex, Queues};
use crate::import::engine::refusals::Sent;
use crate::import::engine::state::{Engine, StepContext, backoff};
use crate::import::engine::{Effect, PhotoRef};
use crate::import::journal::Record;
use crate::import::limits::SentPhoto;
use crate::import::state::State;
use crate::pace::{Kind, Outcome, Permit, Standstill, is_from_the_way};
use vitrine_domain::{AnswerForm, FileId, Problem, ProblemKind, Verdict};
use vitrine_media::ContentHash;

/// How many uploads of one photo may fail, while others succeed, before its draft fails.
const MAX_TRIES: u32 = 8;

impl Engine {
    /// Starts drafts and requests the preparation of their photos, as far as memory allows.
    pub(in crate::import::engine) fn prepare_more(&mut self, step: &mut StepContext<'_>) {
        while self.may_progress() {
            let Queues { waiting, preparing, in_memory, bytes, .. } = self.queues();
            let room = *in_memory < self.config.photos_ahead.max(1);
            let bytes_left = *bytes < self.config.bytes_ahead;
            if *preparing >= self.config.preparing.max(1) || (*in_memory > 0 && !(room && bytes_left)) {
                return;
            }
            let Some((item_index, index)) = self.next_to_prepare() else {
                match waiting.first().copied() {
                    Some((_, item_index)) => self.begin(step, item_index),
                    None => return,
                }
                continue;
            };
            self.items.change_photo((item_index, index), |photo| photo.stage = Stage::Preparing);
            let reuse = index > 0 && !self.items[item_index].fresh_photos;
            let photo = PhotoRef { draft: self.items[item_index].id, index };
            step.effects.push(Effect::Prepare { photo, reuse, limits: self.limits_for(item_index, index) });
        }
    }

    /// The photo to prepare next: one of a draft that a person corrected before all others.
    fn next_to_prepare(&self) -> Option<(ItemIndex, usize)> {
        let Queues { to_prepare, preferred, .. } = self.queues();
        let of =
            |&item_index: &ItemIndex| to_prepare.range((item_index, 0)..=(item_index, usize::MAX)).next();
        preferred.iter().find_map(of).or_else(|| to_prepare.first()).copied()
    }

    fn begin(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        self.set(step, item_index, Progress::Uploading);
        self.mark_ready_if_uploaded(step, item_index);
        if self.items[item_index].state() == State::Ready {
            self.send_creations(step);
        }
    }

    fn mark_ready_if_uploaded(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        let item = &self.items[item_index];
        if item.state() == State::Uploading && item.photos_uploaded() == item.photos.len() {
            self.set(step, item_index, Progress::Ready { not_before: None });
        }
    }

    /// The item of a photo that still exists.
    fn item_of(&self, photo: PhotoRef) -> Option<ItemIndex> {
        let item_index = self.items.find(photo.draft)?;
        (photo.index < self.items[item_index].photos.len()).then_some(item_index)
    }

    pub(in crate::import::engine) fn prepared(
        &mut self,
        step: &mut StepContext<'_>,
        photo: PhotoRef,
        hash: ContentHash,
        sent: SentPhoto,
        known: Option<FileId>,
    ) {
        let Some(item_index) = self.item_of(photo) else { return };
        if !matches!(self.items[item_index].photos[photo.index].stage, Stage::Preparing) {
            return;
        }
        self.items.change_photo((item_index, photo.index), |this| {
            this.hash = Some(hash);
            this.sent = Some(sent);
            this.stage = Stage::Prepared { bytes: sent.bytes, not_before: None };
        });
        let (wanted, fresh) =
            (self.items[item_index].state() == State::Uploading, self.items[item_index].fresh_photos);
        let known = known.filter(|_| photo.index > 0 && !fresh);
        if !wanted {
            self.release_bytes(step, photo);
        } else if let Some(file) = known {
            self.release_bytes(step, photo);
            self.mark_uploaded(step, item_index, photo, file);
        }
    }

    pub(in crate::import::engine) fn prepare_failed(
        &mut self,
        step: &mut StepContext<'_>,
        photo: PhotoRef,
        problem: Problem,
    ) {
        let Some(item_index) = self.item_of(photo) else { return };
        if !matches!(self.items[item_index].photos[photo.index].stage, Stage::Preparing) {
            return;
        }
        self.items.change_photo((item_index, photo.index), |this| this.stage = Stage::Waiting);
        if self.items[item_index].state() == State::Uploading {
            self.fail(step, item_index, problem);
        }
    }

    pub(in crate::import::engine) fn send_uploads(&mut self, step: &mut StepContext<'_>) {
        while self.may_progress()
            && let Some((item_index, index)) = self.next_upload()
        {
            let ticket = match step.pace.permit(step.now, Kind::Upload) {
                Permit::Go(ticket) => ticket,
                Permit::Wait(time) => return self.hold_until(step, time),
                Permit::Full => return self.no_free_slot = true,
            };
            let place = self.refusals.place_photo(self.items[item_index].attempts.photo_place);
            self.items.change(item_index, |item| {
                item.attempts.photo_place = Some(place);
                item.photos[index].stage = Stage::Sending { bytes: item.photos[index].stage.bytes(), ticket };
            });
            step.effects.push(Effect::Upload { photo: PhotoRef { draft: self.items[item_index].id, index } });
        }
    }

    /// The first photo whose content is not being uploaded for another draft: a size chart is uploaded once.
    fn next_upload(&self) -> Option<(ItemIndex, usize)> {
        let Queues { to_upload, preferred, sending_contents, .. } = self.queues();
        let waits = |&(item_index, index): &(ItemIndex, usize)| {
            self.sharable(item_index, index).is_some_and(|content| sending_contents.contains_key(&content))
        };
        let of = |&item_index: &ItemIndex| {
            to_upload.range((item_index, 0)..=(item_index, usize::MAX)).copied().find(|photo| !waits(photo))
        };
        preferred.iter().find_map(of).or_else(|| to_upload.iter().copied().find(|photo| !waits(photo)))
    }

    /// The content by which a photo may share another draft's upload. Covers never do.
    fn sharable(&self, item_index: ItemIndex, index: usize) -> Option<ContentHash> {
        let item = &self.items[item_index];
        item.content(index).filter(|_| index > 0 && !item.fresh_photos)
    }

    /// Assigns a file that was just uploaded to the photos that waited for it.
    fn share(&mut self, step: &mut StepContext<'_>, hash: ContentHash, file: &FileId) {
        let is_twin =
            |&(item_index, index): &(ItemIndex, usize)| self.sharable(item_index, index) == Some(hash);
        let twins: Vec<_> = self.queues().to_upload.iter().copied().filter(is_twin).collect();
        for (item_index, index) in twins {
            let photo = PhotoRef { draft: self.items[item_index].id, index };
            self.release_bytes(step, photo);
            self.mark_uploaded(step, item_index, photo, file.clone());
        }
    }

    pub(in crate::import::engine) fn uploaded(
        &mut self,
        step: &mut StepContext<'_>,
        photo: PhotoRef,
        result: Result<FileId, Problem>,
    ) {
        let Some(item_index) = self.item_of(photo) else { return };
        let Stage::Sending { bytes, ticket } = self.items[item_index].photos[photo.index].stage else {
            return;
        };
        self.items.change(item_index, |item| {
            item.photos[photo.index].stage = Stage::Prepared { bytes, not_before: None }
        });
        let hash = self.items[item_index].content(photo.index);
        step.pace.done(step.now, ticket, Outcome::of(&result));
        match result {
            // Another photo has this id: sent with it, the product might show that one.
            Ok(file) if self.uploads.files.get(&file).is_some_and(|of| Some(*of) != hash) => {
                self.upload_again(step, &file);
                let path = self.items[item_index].planned.photos[photo.index].display().to_string();
                self.upload_failed(
                    step,
                    item_index,
                    photo,
                    Problem::new(ProblemKind::FileIdTaken).with_subject(path),
                );
            }
            Ok(file) => {
                self.uploads.count += 1;
                self.learn_from_success(step, item_index, photo.index);
                self.release_bytes(step, photo);
                self.mark_uploaded(step, item_index, photo, file.clone());
                if let Some(hash) = hash {
                    self.share(step, hash, &file);
                }
            }
            Err(problem) => self.upload_failed(step, item_index, photo, problem),
        }
    }

    /// Uploads photos anew that have this id, of drafts that were not sent yet.
    fn upload_again(&mut self, step: &mut StepContext<'_>, file: &FileId) {
        let has_it =
            |item: &Item| item.photos.iter().any(|photo| matches!(&photo.stage, Stage::Up(of) if of == file));
        let is_unsent =
            |item: &Item| matches!(item.state(), State::Waiting | State::Uploading | State::Ready);
        let drafts: Vec<ItemIndex> = (0..self.items.len())
            .filter(|&item_index| is_unsent(&self.items[item_index]) && has_it(&self.items[item_index]))
            .collect();
        for item_index in drafts {
            self.items.change(item_index, |item| {
                let taken = item
                    .photos
                    .iter_mut()
                    .filter(|photo| matches!(&photo.stage, Stage::Up(of) if of == file));
                taken.for_each(|photo| photo.stage = Stage::Waiting);
            });
            if self.items[item_index].state() == State::Ready {
                self.set(step, item_index, Progress::Uploading);
            }
        }
    }

    fn mark_uploaded(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        photo: PhotoRef,
        file: FileId,
    ) {
        let PhotoRef { draft, index } = photo;
        let up = Stage::Up(file.clone());
        self.items.change_photo((item_index, index), |this| this.stage = up);
        if let Some(content) = self.items[item_index].content(index) {
            self.uploads.files.insert(file.clone(), content);
        }
        if let Some(hash) = self.items[item_index].photos[index].hash {
            let edit = self.items[item_index].planned.edit(index);
            self.record(step, Record::PhotoUploaded { draft, index, hash, edit, file });
        }
        step.effects.push(Effect::Changed(draft));
        self.mark_ready_if_uploaded(step, item_index);
    }

    fn upload_failed(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        photo: PhotoRef,
        problem: Problem,
    ) {
        // Something on the way may have sent such a page, and let the same photo pass later.
        let is_page = problem.kind == ProblemKind::PayloadTooLarge && problem.form == AnswerForm::Page;
        let verdict = if is_page { Verdict::Unknown } else { problem.verdict() };
        self.signed_out |= verdict == Verdict::SignIn;
        let can_fit = self.learn_from_refusal(item_index, photo.index, &problem);
        if self.items[item_index].state() != State::Uploading {
            return self.release_bytes(step, photo);
        }
        if can_fit {
            return self.refit(step, photo);
        }
        let problem = match self.items[item_index].planned.photos.get(photo.index) {
            // Tells which of several photos it was.
            Some(path)
                if (problem.limit.is_some() || verdict == Verdict::Refused) && problem.subject.is_none() =>
            {
                problem.with_subject(path.display().to_string())
            }
            _ => problem,
        };
        let down = matches!(step.pace.standstill(step.now), Some(Standstill::Down { .. }));
        // A failure while the marketplace is down says nothing about this photo, unless it was answered at
        // that address.
        let answered =
            !is_from_the_way(&problem) && problem.status.is_some_and(|status| (400..500).contains(&status));
        let counts = verdict == Verdict::Unknown && (!down || answered);
        let tries = self.items[item_index].photos[photo.index].tries + u32::from(counts);
        self.items.change_photo((item_index, photo.index), |this| this.tries = tries);
        match verdict {
            Verdict::Refused => self.handle_refusal(
                step,
                item_index,
                Sent::Photo(self.items[item_index].attempts.photo_place),
                problem,
            ),
            Verdict::Unknown if tries >= MAX_TRIES => self.fail(step, item_index, problem),
            Verdict::SignIn | Verdict::Throttled => {}
            Verdict::Unknown | Verdict::NotDone => {
                // Uploading twice is harmless: it leaves an id that nobody uses.
                self.last_failure = Some(problem);
                let salt = photo.draft.0.wrapping_mul(31).wrapping_add(photo.index as u64);
                let not_before = Some(step.now + backoff(tries.max(1), salt));
                self.items.change_photo((item_index, photo.index), |this| {
                    this.stage = Stage::Prepared { bytes: this.stage.bytes(), not_before };
                });
            }
        }
    }

    /// Releases a photo's bytes.
    pub(in crate::import::engine) fn release_bytes(&mut self, step: &mut StepContext<'_>, photo: PhotoRef) {
        let Some(item_index) = self.item_of(photo) else { return };
        if matches!(self.items[item_index].photos[photo.index].stage, Stage::Prepared { .. }) {
            self.items.change_photo((item_index, photo.index), |this| this.stage = Stage::Waiting);
            step.effects.push(Effect::Release { photo });
        }
    }
}
