//! Photos from disk to the marketplace: prepared ahead of the requests, within limits, in the order of the drafts.

use crate::domain::{Code, FileId, Problem, Verdict};
use crate::import::engine::item::Stage;
use crate::import::engine::refusals::Sent;
use crate::import::engine::state::{Deferred, Engine, ItemIndex, StepContext, backoff};
use crate::import::engine::{Effect, PhotoRef};
use crate::import::journal::Record;
use crate::import::limits::SentPhoto;
use crate::import::state::State;
use crate::media::ContentHash;
use crate::pace::{Kind, Outcome, Permit, Standstill};

/// How many uploads of one photo may fail, while others succeed, before its draft fails.
const MAX_TRIES: u32 = 8;

impl Engine {
    /// Starts drafts and requests the preparation of their photos, as far as memory allows.
    pub(in crate::import::engine) fn prepare_more(&mut self, step: &mut StepContext<'_>) {
        while self.may_progress() {
            let room = self.in_memory < self.config.photos_ahead.max(1);
            let bytes_left = self.bytes < self.config.bytes_ahead;
            if self.preparing >= self.config.preparing.max(1) || (self.in_memory > 0 && !(room && bytes_left)) {
                return;
            }
            let Some((item_index, index)) = self.take_next_to_prepare() else {
                match self.queue.pop_front() {
                    Some(item_index) => self.begin(step, item_index),
                    None => return,
                }
                continue;
            };
            let item = &mut self.items[item_index];
            item.photos[index].stage = Stage::Preparing;
            self.preparing += 1;
            self.in_memory += 1;
            let reuse = index > 0 && !self.items[item_index].fresh_photos;
            let photo = PhotoRef { draft: self.items[item_index].id, index };
            step.effects.push(Effect::Prepare { photo, reuse, limits: self.limits_for(item_index, index) });
        }
    }

    /// The photo to prepare next: one of a draft that a person corrected before all others.
    fn take_next_to_prepare(&mut self) -> Option<(ItemIndex, usize)> {
        let of = |&item_index: &ItemIndex| self.to_prepare.range((item_index, 0)..=(item_index, usize::MAX)).next().copied();
        let next = self.retried.iter().find_map(of).or_else(|| self.to_prepare.first().copied())?;
        self.to_prepare.take(&next)
    }

    fn begin(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        for (index, photo) in self.items[item_index].photos.iter().enumerate() {
            match photo.stage {
                Stage::Waiting => {
                    self.to_prepare.insert((item_index, index));
                }
                Stage::Prepared(_) => {
                    self.to_upload.insert((item_index, index));
                }
                Stage::Preparing | Stage::Sending(..) | Stage::Up(_) => {}
            }
        }
        self.set_state(step, item_index, State::Uploading);
        self.mark_ready_if_uploaded(step, item_index);
        if self.ready.contains(&item_index) {
            self.send_creations(step);
        }
    }

    fn mark_ready_if_uploaded(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex) {
        let item = &self.items[item_index];
        if item.state == State::Uploading && item.photos_uploaded() == item.photos.len() {
            self.set_state(step, item_index, State::Ready);
            self.ready.insert(item_index);
        }
    }

    /// The item of a photo that still exists.
    fn item_of(&self, photo: PhotoRef) -> Option<ItemIndex> {
        let item_index = *self.index_by_draft.get(&photo.draft)?;
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
        let item = &mut self.items[item_index];
        let this = &mut item.photos[photo.index];
        if !matches!(this.stage, Stage::Preparing) {
            return;
        }
        self.preparing -= 1;
        self.bytes += sent.bytes;
        this.hash = Some(hash);
        this.sent = Some(sent);
        this.stage = Stage::Prepared(sent.bytes);
        let (wanted, fresh) = (item.state == State::Uploading, item.fresh_photos);
        let known = known.filter(|_| photo.index > 0 && !fresh);
        if !wanted {
            self.release_bytes(step, photo);
        } else if let Some(file) = known {
            self.release_bytes(step, photo);
            self.mark_uploaded(step, item_index, photo, file);
        } else {
            self.to_upload.insert((item_index, photo.index));
        }
    }

    pub(in crate::import::engine) fn prepare_failed(&mut self, step: &mut StepContext<'_>, photo: PhotoRef, problem: Problem) {
        let Some(item_index) = self.item_of(photo) else { return };
        let item = &mut self.items[item_index];
        if !matches!(item.photos[photo.index].stage, Stage::Preparing) {
            return;
        }
        item.photos[photo.index].stage = Stage::Waiting;
        let wanted = item.state == State::Uploading;
        self.preparing -= 1;
        self.in_memory -= 1;
        if wanted {
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
            self.to_upload.remove(&(item_index, index));
            let item = &mut self.items[item_index];
            let Stage::Prepared(bytes) = item.photos[index].stage else {
                step.pace.done(step.now, ticket, Outcome::NotSent);
                continue;
            };
            item.photos[index].stage = Stage::Sending(bytes, ticket);
            item.photo_place = Some(self.refusals.place_photo(item.photo_place));
            let content = self.content(item_index, index);
            self.sending_hashes.extend(content);
            self.sending += 1;
            step.effects.push(Effect::Upload { photo: PhotoRef { draft: self.items[item_index].id, index } });
        }
    }

    /// The first photo whose content is not being uploaded for another draft: a size chart is uploaded once.
    fn next_upload(&self) -> Option<(ItemIndex, usize)> {
        let waits = |&(item_index, index): &(ItemIndex, usize)| {
            self.sharable(item_index, index).is_some_and(|hash| self.sending_hashes.contains(&hash))
        };
        let of =
            |&item_index: &ItemIndex| self.to_upload.range((item_index, 0)..=(item_index, usize::MAX)).copied().find(|photo| !waits(photo));
        self.retried.iter().find_map(of).or_else(|| self.to_upload.iter().copied().find(|photo| !waits(photo)))
    }

    /// The content by which a photo may share another draft's upload. Covers never do.
    fn sharable(&self, item_index: ItemIndex, index: usize) -> Option<ContentHash> {
        self.content(item_index, index).filter(|_| index > 0 && !self.items[item_index].fresh_photos)
    }

    /// The hash of what is uploaded: of the photo with its edits.
    fn content(&self, item_index: ItemIndex, index: usize) -> Option<ContentHash> {
        let item = &self.items[item_index];
        item.photos[index].hash.map(|hash| hash.edited(&item.planned.edit(index)))
    }

    /// Assigns a file that was just uploaded to the photos that waited for it.
    fn share(&mut self, step: &mut StepContext<'_>, hash: ContentHash, file: &FileId) {
        let twins: Vec<_> =
            self.to_upload.iter().copied().filter(|&(item_index, index)| self.sharable(item_index, index) == Some(hash)).collect();
        for (item_index, index) in twins {
            self.to_upload.remove(&(item_index, index));
            let photo = PhotoRef { draft: self.items[item_index].id, index };
            self.release_bytes(step, photo);
            self.mark_uploaded(step, item_index, photo, file.clone());
        }
    }

    pub(in crate::import::engine) fn uploaded(&mut self, step: &mut StepContext<'_>, photo: PhotoRef, result: Result<FileId, Problem>) {
        let Some(item_index) = self.item_of(photo) else { return };
        let this = &mut self.items[item_index].photos[photo.index];
        let Stage::Sending(bytes, ticket) = this.stage else { return };
        this.stage = Stage::Prepared(bytes);
        let hash = self.content(item_index, photo.index);
        self.sending -= 1;
        if let Some(sent) = self.sending_hashes.iter().position(|sending| Some(*sending) == hash) {
            self.sending_hashes.swap_remove(sent);
        }
        step.pace.done(step.now, ticket, Outcome::of(&result));
        match result {
            Ok(file) => {
                self.uploads += 1;
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

    fn mark_uploaded(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, photo: PhotoRef, file: FileId) {
        let PhotoRef { draft, index } = photo;
        let this = &mut self.items[item_index].photos[index];
        this.stage = Stage::Up(file.clone());
        if let Some(hash) = this.hash {
            let edit = self.items[item_index].planned.edit(index);
            self.record(step, Record::PhotoUploaded { draft, index, hash, edit, file });
        }
        step.effects.push(Effect::Changed(draft));
        self.mark_ready_if_uploaded(step, item_index);
    }

    fn upload_failed(&mut self, step: &mut StepContext<'_>, item_index: ItemIndex, photo: PhotoRef, problem: Problem) {
        let verdict = problem.verdict();
        self.signed_out |= verdict == Verdict::SignIn;
        let can_fit = self.learn_from_refusal(item_index, photo.index, &problem);
        if self.items[item_index].state != State::Uploading {
            return self.release_bytes(step, photo);
        }
        if can_fit {
            return self.refit(step, item_index, photo);
        }
        let problem = match self.items[item_index].planned.photos.get(photo.index) {
            // Tells which of several photos it was.
            Some(path) if (problem.limit.is_some() || verdict == Verdict::Refused) && problem.subject.is_none() => {
                problem.with_subject(path.display().to_string())
            }
            _ => problem,
        };
        let down = matches!(step.pace.standstill(step.now), Some(Standstill::Down { .. }));
        let tries = &mut self.items[item_index].photos[photo.index].tries;
        // A failure while the marketplace is down says nothing about this photo, unless it was answered at that address.
        let answered = problem.code != Code::ForeignAnswer && problem.status.is_some_and(|status| (400..500).contains(&status));
        *tries += u32::from(verdict == Verdict::Unknown && (!down || answered));
        let tries = *tries;
        match verdict {
            Verdict::Refused => self.handle_refusal(step, item_index, Sent::Photo(self.items[item_index].photo_place), problem),
            // A marketplace that redirects uploads to another host will do so again.
            Verdict::Unknown if tries >= MAX_TRIES || problem.code == Code::RedirectRefused => self.fail(step, item_index, problem),
            Verdict::SignIn | Verdict::Throttled => {
                self.to_upload.insert((item_index, photo.index));
            }
            Verdict::Unknown | Verdict::NotDone => {
                // Uploading twice is harmless: it leaves an id that nobody uses.
                self.last_failure = Some(problem);
                let salt = photo.draft.0.wrapping_mul(31).wrapping_add(photo.index as u64);
                self.deferred.insert((step.now + backoff(tries.max(1), salt), Deferred::Upload(item_index, photo.index)));
            }
        }
    }

    /// Releases a photo's bytes.
    pub(in crate::import::engine) fn release_bytes(&mut self, step: &mut StepContext<'_>, photo: PhotoRef) {
        let Some(item_index) = self.item_of(photo) else { return };
        let this = &mut self.items[item_index].photos[photo.index];
        if let Stage::Prepared(bytes) = this.stage {
            this.stage = Stage::Waiting;
            self.in_memory -= 1;
            self.bytes -= bytes;
            step.effects.push(Effect::Release { photo });
        }
    }
}
