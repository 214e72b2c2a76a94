//! Photos from the disk to the marketplace: prepared ahead of the requests, within bounds, in the order of the drafts.

use crate::domain::{Code, FileId, Problem, Verdict};
use crate::import::engine::item::Stage;
use crate::import::engine::rule::Rule;
use crate::import::engine::state::{Deferred, Engine, ItemIndex, StepContext, backoff};
use crate::import::engine::{Effect, PhotoRef};
use crate::import::journal::Record;
use crate::import::limits::SentPhoto;
use crate::import::state::State;
use crate::media::ContentHash;
use crate::pace::{Kind, Outcome, Permit, Standstill};

/// Failed uploads of one photo, while others get through, before its draft is given up.
const MAX_TRIES: u32 = 8;

impl Engine {
    /// Starts drafts and has their photos prepared, as far as memory is granted.
    pub(in crate::import::engine) fn prepare_more(&mut self, turn: &mut StepContext<'_>) {
        while self.may_make() {
            let room = self.in_memory < self.config.photos_ahead.max(1) || !self.holds(Rule::Memory);
            let bytes_left = self.bytes < self.config.bytes_ahead || !self.holds(Rule::Memory);
            if self.preparing >= self.config.preparing.max(1) || (self.in_memory > 0 && !(room && bytes_left)) {
                return;
            }
            let Some((place, index)) = self.to_prepare.pop_first() else {
                match self.queue.pop_front() {
                    Some(place) => self.begin(turn, place),
                    None => return,
                }
                continue;
            };
            let item = &mut self.items[place];
            item.photos[index].stage = Stage::Preparing;
            self.preparing += 1;
            self.in_memory += 1;
            let reuse = (index > 0 || !self.holds(Rule::OwnCover)) && !self.items[place].fresh_photos;
            let photo = PhotoRef { draft: self.items[place].id, index };
            turn.effects.push(Effect::Prepare { photo, reuse, limits: self.limits_for(place, index) });
        }
    }

    fn begin(&mut self, turn: &mut StepContext<'_>, place: ItemIndex) {
        for (index, photo) in self.items[place].photos.iter().enumerate() {
            match photo.stage {
                Stage::Waiting => {
                    self.to_prepare.insert((place, index));
                }
                Stage::Prepared(_) => {
                    self.to_upload.insert((place, index));
                }
                Stage::Preparing | Stage::Sending(..) | Stage::Up(_) => {}
            }
        }
        self.set_state(turn, place, State::Uploading);
        self.ready_when_up(turn, place);
        if self.ready.contains(&place) {
            self.send_creations(turn);
        }
    }

    fn ready_when_up(&mut self, turn: &mut StepContext<'_>, place: ItemIndex) {
        let item = &self.items[place];
        if item.state == State::Uploading && item.photos_uploaded() == item.photos.len() {
            self.set_state(turn, place, State::Ready);
            self.ready.insert(place);
        }
    }

    /// Where a photo is, if anything still wants it.
    fn at(&self, photo: PhotoRef) -> Option<ItemIndex> {
        let place = *self.places.get(&photo.draft)?;
        (photo.index < self.items[place].photos.len()).then_some(place)
    }

    pub(in crate::import::engine) fn prepared(
        &mut self,
        turn: &mut StepContext<'_>,
        photo: PhotoRef,
        hash: ContentHash,
        sent: SentPhoto,
        known: Option<FileId>,
    ) {
        let Some(place) = self.at(photo) else { return };
        let item = &mut self.items[place];
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
        let known = known.filter(|_| (photo.index > 0 || !self.holds(Rule::OwnCover)) && !fresh);
        if !wanted {
            self.forget(turn, photo);
        } else if let Some(file) = known {
            self.forget(turn, photo);
            self.is_up(turn, place, photo, file);
        } else {
            self.to_upload.insert((place, photo.index));
        }
    }

    pub(in crate::import::engine) fn prepare_failed(&mut self, turn: &mut StepContext<'_>, photo: PhotoRef, problem: Problem) {
        let Some(place) = self.at(photo) else { return };
        let item = &mut self.items[place];
        if !matches!(item.photos[photo.index].stage, Stage::Preparing) {
            return;
        }
        item.photos[photo.index].stage = Stage::Waiting;
        let wanted = item.state == State::Uploading;
        self.preparing -= 1;
        self.in_memory -= 1;
        if wanted {
            self.fail(turn, place, problem);
        }
    }

    pub(in crate::import::engine) fn send_uploads(&mut self, turn: &mut StepContext<'_>) {
        while self.may_make()
            && let Some((place, index)) = self.next_upload()
        {
            let ticket = match turn.pace.permit(turn.now, Kind::Upload) {
                Permit::Go(ticket) => ticket,
                Permit::Wait(time) => return self.hold_until(turn, time),
                Permit::Full => return self.no_place = true,
            };
            self.to_upload.remove(&(place, index));
            let item = &mut self.items[place];
            let Stage::Prepared(bytes) = item.photos[index].stage else {
                turn.pace.done(turn.now, ticket, Outcome::NotSent);
                continue;
            };
            item.photos[index].stage = Stage::Sending(bytes, ticket);
            let content = self.content(place, index);
            self.sending_hashes.extend(content);
            self.sending += 1;
            turn.effects.push(Effect::Upload { photo: PhotoRef { draft: self.items[place].id, index } });
        }
    }

    /// The first photo that is not just being sent for another draft: a size chart goes up once.
    fn next_upload(&self) -> Option<(ItemIndex, usize)> {
        let waits =
            |&(place, index): &(ItemIndex, usize)| self.sharable(place, index).is_some_and(|hash| self.sending_hashes.contains(&hash));
        self.to_upload.iter().copied().find(|photo| !waits(photo))
    }

    /// The content by which a photo may take another draft's upload for its own. Covers never do.
    fn sharable(&self, place: ItemIndex, index: usize) -> Option<ContentHash> {
        self.content(place, index).filter(|_| index > 0 && !self.items[place].fresh_photos)
    }

    /// The fingerprint of what is sent: of the photo as it is edited.
    fn content(&self, place: ItemIndex, index: usize) -> Option<ContentHash> {
        let item = &self.items[place];
        item.photos[index].hash.map(|hash| hash.edited(&item.planned.edit(index)))
    }

    /// Gives a file that has just gone up to the photos that waited for it.
    fn share(&mut self, turn: &mut StepContext<'_>, hash: ContentHash, file: &FileId) {
        let twins: Vec<_> = self.to_upload.iter().copied().filter(|&(place, index)| self.sharable(place, index) == Some(hash)).collect();
        for (place, index) in twins {
            self.to_upload.remove(&(place, index));
            let photo = PhotoRef { draft: self.items[place].id, index };
            self.forget(turn, photo);
            self.is_up(turn, place, photo, file.clone());
        }
    }

    pub(in crate::import::engine) fn uploaded(&mut self, turn: &mut StepContext<'_>, photo: PhotoRef, result: Result<FileId, Problem>) {
        let Some(place) = self.at(photo) else { return };
        let this = &mut self.items[place].photos[photo.index];
        let Stage::Sending(bytes, ticket) = this.stage else { return };
        this.stage = Stage::Prepared(bytes);
        let hash = self.content(place, photo.index);
        self.sending -= 1;
        if let Some(sent) = self.sending_hashes.iter().position(|sending| Some(*sending) == hash) {
            self.sending_hashes.swap_remove(sent);
        }
        turn.pace.done(turn.now, ticket, Outcome::of(&result));
        match result {
            Ok(file) => {
                self.uploads += 1;
                self.learn(turn, place, photo.index);
                self.forget(turn, photo);
                self.is_up(turn, place, photo, file.clone());
                if let Some(hash) = hash {
                    self.share(turn, hash, &file);
                }
            }
            Err(problem) => self.upload_failed(turn, place, photo, problem),
        }
    }

    fn is_up(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, photo: PhotoRef, file: FileId) {
        let PhotoRef { draft, index } = photo;
        let this = &mut self.items[place].photos[index];
        this.stage = Stage::Up(file.clone());
        if let Some(hash) = this.hash {
            let edit = self.items[place].planned.edit(index);
            self.record(turn, Record::PhotoUploaded { draft, index, hash, edit, file });
        }
        turn.effects.push(Effect::Changed(draft));
        self.ready_when_up(turn, place);
    }

    fn upload_failed(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, photo: PhotoRef, problem: Problem) {
        let verdict = problem.verdict();
        self.signed_out |= verdict == Verdict::SignIn;
        let can_fit = self.take_lesson(place, photo.index, &problem);
        if self.items[place].state != State::Uploading {
            return self.forget(turn, photo);
        }
        if can_fit {
            return self.refit(turn, place, photo);
        }
        let problem = match self.items[place].planned.photos.get(photo.index) {
            // Which one it was, of several.
            Some(path) if (problem.limit.is_some() || verdict == Verdict::Refused) && problem.subject.is_none() => {
                problem.about(path.display().to_string())
            }
            _ => problem,
        };
        let down = matches!(turn.pace.standstill(turn.now), Some(Standstill::Down { .. }));
        let tries = &mut self.items[place].photos[photo.index].tries;
        // What fails because nothing is there says nothing of this photo.
        *tries += u32::from(verdict == Verdict::Unknown && !down);
        let tries = *tries;
        match verdict {
            Verdict::Refused => self.is_refused(turn, place, problem),
            // A marketplace that sends photos on to another host does so the next time, too.
            Verdict::Unknown if tries >= MAX_TRIES || problem.code == Code::RedirectRefused => self.fail(turn, place, problem),
            Verdict::SignIn | Verdict::Throttled => {
                self.to_upload.insert((place, photo.index));
            }
            Verdict::Unknown | Verdict::NotDone => {
                // Uploading twice is harmless: an id nobody uses.
                self.last_failure = Some(problem);
                let salt = photo.draft.0.wrapping_mul(31).wrapping_add(photo.index as u64);
                self.put_off.insert((turn.now + backoff(tries.max(1), salt), Deferred::Upload(place, photo.index)));
            }
        }
    }

    /// Lets go of a photo's bytes.
    pub(in crate::import::engine) fn forget(&mut self, turn: &mut StepContext<'_>, photo: PhotoRef) {
        let Some(place) = self.at(photo) else { return };
        let this = &mut self.items[place].photos[photo.index];
        if let Stage::Prepared(bytes) = this.stage {
            this.stage = Stage::Waiting;
            self.in_memory -= 1;
            self.bytes -= bytes;
            turn.effects.push(Effect::Forget { photo });
        }
    }
}
