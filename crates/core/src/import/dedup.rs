//! Recognizes what was imported before, so that importing the same folder again creates no duplicates.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::Path;

use super::file_name::without_price;
use super::journal::DraftHistory;
use super::sku;
use super::state::{DraftId, PlannedDraft, State};
use vitrine_domain::text::{folded, searchable};
use vitrine_domain::{CreateRules, Draft, Field, MarketCategories, Problem};
use vitrine_media::{ContentHash, PerceptualHash};

/// A draft as handed to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum AddedDraft {
    /// A product to create.
    New { id: DraftId, planned: PlannedDraft },
    /// A product that would certainly be refused because of a field's value.
    Refused { id: DraftId, planned: PlannedDraft, problem: Problem },
    /// Created by an earlier import: `earlier` is that draft, `id` the number of this row.
    Skipped { id: DraftId, planned: PlannedDraft, earlier: Box<DraftHistory> },
    /// Left unfinished by an earlier import: that draft continues, as planned now. `hashes` are its photos',
    /// in order.
    Adopted { planned: PlannedDraft, hashes: Vec<ContentHash>, earlier: Box<DraftHistory> },
}

impl AddedDraft {
    /// What is handed to the engine for a draft that [`classify`] compared with `earlier` ones. A draft that
    /// continues an earlier one keeps that draft's number; `id` is the number of any other.
    pub fn from_decision(
        decision: ImportDecision,
        id: DraftId,
        planned: PlannedDraft,
        hashes: Vec<ContentHash>,
        earlier: &[DraftHistory],
    ) -> Self {
        match decision {
            ImportDecision::New => Self::New { id, planned },
            ImportDecision::Skip(index) => {
                Self::Skipped { id, planned, earlier: Box::new(earlier[index].clone()) }
            }
            ImportDecision::Adopt(index) => {
                Self::Adopted { planned, hashes, earlier: Box::new(earlier[index].clone()) }
            }
        }
    }

    /// The number of the draft's row.
    pub fn id(&self) -> DraftId {
        match self {
            Self::New { id, .. } | Self::Refused { id, .. } | Self::Skipped { id, .. } => *id,
            Self::Adopted { earlier, .. } => earlier.id,
        }
    }

    /// The draft as planned now.
    pub const fn planned(&self) -> &PlannedDraft {
        match self {
            Self::New { planned, .. }
            | Self::Refused { planned, .. }
            | Self::Skipped { planned, .. }
            | Self::Adopted { planned, .. } => planned,
        }
    }
}

/// What to do with one planned draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportDecision {
    /// Create it.
    New,
    /// It is in the shop already: the index of the earlier draft.
    Skip(usize),
    /// It was left unfinished: the index of the earlier draft.
    Adopt(usize),
}

/// The indices of planned drafts for which [`classify`] needs the photos' hashes: those whose source has the
/// name of an earlier draft's source, and those with the SKU or the name of an earlier draft.
pub fn needs_hashes(planned: &[PlannedDraft], earlier: &[DraftHistory]) -> Vec<usize> {
    let names: HashSet<String> = earlier
        .iter()
        .filter(|known| is_candidate(known))
        .map(|known| compared_name(&known.planned))
        .collect();
    let of = |key: Key| -> HashSet<String> {
        earlier.iter().filter(|known| is_candidate(known)).filter_map(|known| key(&known.planned)).collect()
    };
    let (codes, titles) = (of(code), of(title));
    let is_wanted = |planned: &PlannedDraft| {
        names.contains(&compared_name(planned))
            || code(planned).is_some_and(|code| codes.contains(&code))
            || title(planned).is_some_and(|title| titles.contains(&title))
            || (planned.is_left_by_rows && !names.is_empty())
    };
    (0..planned.len()).filter(|&index| is_wanted(&planned[index])).collect()
}

/// Compares each planned draft with the earlier drafts of the same account. Each earlier draft matches at
/// most one.
///
/// Two drafts match if their sources have the same name (except for spelling) and either their photos are the
/// same in any order (which photo is the cover may be decided anew), or the source is the same path and they
/// share a photo or have none. Two also match if their owner gave them one SKU, and the name or the cover is
/// the same: a list may call a product otherwise today, or show it in another photo. And they do if they have
/// the same name and a photo in common, however the photos are called and grouped. What the rows of a sheet
/// left is in the shop if it is the cover of a product there, whatever that is called. `hashes` are the
/// photos' hashes of each planned draft in order, empty where [`needs_hashes`] did not ask for them or a
/// photo could not be read.
pub fn classify(
    planned: &[PlannedDraft],
    hashes: &[Vec<ContentHash>],
    earlier: &[DraftHistory],
) -> Vec<ImportDecision> {
    let mut decisions = vec![ImportDecision::New; planned.len()];
    let mut matched: HashSet<usize> = HashSet::new();
    for (key, same) in PASSES {
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        let is_free =
            |(index, known): &(usize, &DraftHistory)| is_candidate(known) && !matched.contains(index);
        for (index, known) in earlier.iter().enumerate().filter(is_free) {
            if let Some(key) = key(&known.planned) {
                by_key.entry(key).or_default().push(index);
            }
        }
        // Drafts that are in the shop, or may be, come first: continuing a cancelled duplicate would create
        // the product twice.
        for indices in by_key.values_mut() {
            indices.sort_by_key(|&index| {
                (earlier[index].state != State::Created, !earlier[index].is_unconfirmed(), index)
            });
        }
        for (index, draft) in planned.iter().enumerate().filter(|(index, _)| *index < hashes.len()) {
            let candidates = key(draft).and_then(|key| by_key.get_mut(&key));
            let Some(candidates) = candidates.filter(|_| decisions[index] == ImportDecision::New) else {
                continue;
            };
            let is_same = |known: &usize| same(draft, &hashes[index], &earlier[*known]);
            if let Some(place) = candidates.iter().position(is_same) {
                let known = candidates.remove(place);
                matched.insert(known);
                decisions[index] = match doubt_of(known, earlier) {
                    _ if earlier[known].state != State::Created => ImportDecision::Adopt(known),
                    Some(doubted) => ImportDecision::Adopt(doubted),
                    None => ImportDecision::Skip(known),
                };
            }
        }
    }
    let left = planned.iter().zip(hashes).zip(&mut decisions);
    for ((_, hashes), decision) in
        left.filter(|((draft, _), decision)| draft.is_left_by_rows && **decision == ImportDecision::New)
    {
        let is_cover = |known: &DraftHistory| {
            let cover = known.uploads.get(&0).map(|upload| upload.hash);
            known.state == State::Created && cover.is_some_and(|cover| hashes.contains(&cover))
        };
        *decision = earlier.iter().position(is_cover).map_or(ImportDecision::New, ImportDecision::Skip);
    }
    decisions
}

/// A new draft one of whose photos belongs to a product in the shop: two products were joined before, or the
/// photos are grouped in another way now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedPhoto {
    /// The index of the planned draft.
    pub planned: usize,
    /// The index of the earlier draft, which was created.
    pub earlier: usize,
}

/// The cover of a product that an earlier import created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentCover {
    /// The product's name, as it was sent.
    pub name: String,
    pub look: PerceptualHash,
}

/// Finds the drafts that [`classify`] called new although a photo of them was sent with a created product.
/// Only photos that have the file name of an earlier one are read: `hash` returns the hash of a photo, or
/// `None` if it cannot be read.
pub fn shared_photos(
    planned: &[PlannedDraft],
    decisions: &[ImportDecision],
    earlier: &[DraftHistory],
    hash: impl Fn(&Path) -> Option<ContentHash>,
) -> Vec<SharedPhoto> {
    let mut sent: HashMap<&OsStr, Vec<(usize, ContentHash)>> = HashMap::new();
    for (index, known) in earlier.iter().enumerate().filter(|(_, known)| known.state == State::Created) {
        for (&photo, upload) in &known.uploads {
            if let Some(name) = known.planned.photos.get(photo).and_then(|path| path.file_name()) {
                sent.entry(name).or_default().push((index, upload.hash));
            }
        }
    }
    let owner = |photo: &Path| {
        let candidates = sent.get(photo.file_name()?)?;
        let hash = hash(photo)?;
        candidates.iter().find(|(_, of)| *of == hash).map(|(known, _)| *known)
    };
    let new = planned
        .iter()
        .zip(decisions)
        .enumerate()
        .filter(|(_, (_, decision))| **decision == ImportDecision::New);
    let shared = |(planned, (draft, _)): (usize, (&PlannedDraft, _))| {
        Some(SharedPhoto { planned, earlier: draft.photos.iter().find_map(|photo| owner(photo))? })
    };
    new.filter_map(shared).collect()
}

/// The source names of earlier drafts that [`shared_photos`] should see: those the photos would have by
/// folder and by file.
pub fn names_of_photos(planned: &[PlannedDraft]) -> impl Iterator<Item = &str> {
    let photos = planned.iter().flat_map(|planned| &planned.photos);
    photos
        .flat_map(|photo| [photo.file_stem(), photo.parent().and_then(Path::file_name)])
        .flatten()
        .filter_map(OsStr::to_str)
}

/// The name by which a product is compared. A price that its folder says changes, and the same word is
/// written with a half-space, with a space, or with nothing between its parts.
fn compared_name(planned: &PlannedDraft) -> String {
    searchable(without_price(&planned.source_name))
}

/// The SKU by which a product is compared.
fn code(planned: &PlannedDraft) -> Option<String> {
    planned.draft.sku.as_deref().map(folded).filter(|sku| !sku.is_empty())
}

/// The name under which a product is compared with those that its owner sees in the shop.
fn title(planned: &PlannedDraft) -> Option<String> {
    Some(searchable(&planned.draft.name)).filter(|title| !title.is_empty())
}

/// What two drafts have to have in common, and what tells whether they are the same product then.
type Key = fn(&PlannedDraft) -> Option<String>;
type Same = fn(&PlannedDraft, &[ContentHash], &DraftHistory) -> bool;

/// By what drafts are compared, one after the other, what proves least last: of several rows with one name
/// and one photo, each is the product of its own SKU; of several that have the same photos in whatever order,
/// the one from the same place is meant.
const PASSES: [(Key, Same); 7] = [
    (code, same_place),
    (code, same_photos),
    (of_source, same_place),
    (of_source, same_photos),
    (of_source, same_source),
    (code, same_in_part),
    (title, same_photo),
];

fn of_source(planned: &PlannedDraft) -> Option<String> {
    Some(compared_name(planned))
}

/// The fields of which a draft that was created before has another value as it is planned now: its name, its
/// photos if there are more, and those of which it says anything.
pub fn other_values(planned: &PlannedDraft, earlier: &PlannedDraft) -> Vec<Field> {
    let is_renamed = compared_name(planned) != compared_name(earlier) && title(planned) != title(earlier);
    let has_more = planned.photos.len() > earlier.photos.len();
    let mut fields: Vec<Field> = is_renamed.then_some(Field::Name).into_iter().collect();
    fields.extend(planned.draft.other_values(&earlier.draft));
    fields.extend(has_more.then_some(Field::Photos));
    fields
}

/// The names with a price that products are called by in their folder, under which an earlier import may have
/// known them.
pub fn names_with_price(planned: &[PlannedDraft]) -> impl Iterator<Item = &str> {
    planned.iter().filter_map(own_name).filter(|name| without_price(name) != *name)
}

/// The names of planned drafts and of their sources, by which they may be recognized.
pub fn names_of(planned: &[PlannedDraft]) -> impl Iterator<Item = &str> {
    planned.iter().flat_map(|planned| [planned.source_name.as_str(), planned.draft.name.as_str()])
}

/// The SKUs of planned drafts, by which they may be recognized as well.
pub fn skus_of(planned: &[PlannedDraft]) -> impl Iterator<Item = &str> {
    planned.iter().filter_map(|planned| planned.draft.sku.as_deref())
}

/// The name of its folder, or that of its file without its extension.
fn own_name(planned: &PlannedDraft) -> Option<&str> {
    let is_file = planned.photos.contains(&planned.source);
    let own = if is_file { planned.source.file_stem() } else { planned.source.file_name() };
    own.and_then(OsStr::to_str)
}

/// A skipped row stands for a product that another draft created.
fn is_candidate(known: &DraftHistory) -> bool {
    known.state != State::Skipped
}

/// A later draft that was skipped for the product of this one, and is so no longer, because that was found to
/// be another's: it is in doubt, or a person said that it is not there.
fn doubt_of(known: usize, earlier: &[DraftHistory]) -> Option<usize> {
    let cover = earlier[known].cover.as_ref()?;
    let is_doubt = |later: &DraftHistory| {
        let is_skipped = matches!(later.state, State::Skipped | State::Created);
        let was_skipped = (later.attempts == 0 && later.cover.as_ref() == Some(cover))
            || later.former_covers.contains(cover);
        !is_skipped && was_skipped && later.planned.source == earlier[known].planned.source
    };
    earlier.iter().rposition(is_doubt)
}

/// The photos of a draft are known only if all are uploaded: of a different folder, just this photo may be
/// uploaded.
fn same_photos(_: &PlannedDraft, hashes: &[ContentHash], known: &DraftHistory) -> bool {
    !hashes.is_empty()
        && known.planned.photos.len() == hashes.len()
        && known.uploads.len() == hashes.len()
        && sorted(known.uploads.values().map(|upload| upload.hash)) == sorted(hashes.iter().copied())
}

/// Whether its product is in the shop, or may be.
fn may_be_there(known: &DraftHistory) -> bool {
    known.state == State::Created || known.is_unconfirmed()
}

/// Of drafts with one SKU: whether the name or the cover is the same, too. The path alone is not enough: some
/// owners count the codes of each delivery from 1; nor is another photo, such as one of all sizes.
fn same_in_part(draft: &PlannedDraft, hashes: &[ContentHash], known: &DraftHistory) -> bool {
    let is_alike = compared_name(draft) == compared_name(&known.planned)
        || title(draft) == title(&known.planned)
        || has_cover(hashes, known);
    is_alike && may_be_there(known) && !sku::is_generated(draft)
}

/// Of drafts with one name: whether they have a photo in common, and not two SKUs of their owner.
fn same_photo(draft: &PlannedDraft, hashes: &[ContentHash], known: &DraftHistory) -> bool {
    let own_code = |planned| code(planned).filter(|_| !sku::is_generated(planned));
    let have_two_codes = || {
        let codes = own_code(draft).zip(own_code(&known.planned));
        codes.is_some_and(|(now, before)| now != before)
    };
    may_be_there(known) && shares_photo(hashes, known) && !have_two_codes()
}

fn has_cover(hashes: &[ContentHash], known: &DraftHistory) -> bool {
    known.uploads.get(&0).is_some_and(|cover| hashes.first() == Some(&cover.hash))
}

fn shares_photo(hashes: &[ContentHash], known: &DraftHistory) -> bool {
    known.uploads.values().any(|upload| hashes.contains(&upload.hash))
}

fn same_place(draft: &PlannedDraft, hashes: &[ContentHash], known: &DraftHistory) -> bool {
    may_be_there(known) && draft.source == known.planned.source && same_photos(draft, hashes, known)
}

fn sorted(hashes: impl Iterator<Item = ContentHash>) -> Vec<[u8; 32]> {
    let mut sorted: Vec<[u8; 32]> = hashes.map(|hash| *hash.as_bytes()).collect();
    sorted.sort_unstable();
    sorted
}

fn same_source(draft: &PlannedDraft, hashes: &[ContentHash], known: &DraftHistory) -> bool {
    if draft.source != known.planned.source {
        return false;
    }
    let untouched = known.uploads.is_empty() && known.attempts == 0;
    let photoless = draft.photos.is_empty() && known.planned.photos.is_empty();
    untouched || photoless || shares_photo(hashes, known)
}

/// What happens to started drafts.
#[derive(Default)]
pub struct Decisions {
    /// The drafts to hand to the engine.
    pub added: Vec<AddedDraft>,
    /// Drafts that are in the run already, where they failed or were cancelled: they are retried.
    pub retries: Vec<(DraftId, Draft)>,
}

/// Decides what happens to each started draft, beside the account's `earlier` ones. `hashes` are those of its
/// photos, or why they cannot be compared: such a draft may have been created, and fails. `in_run` returns
/// the state of an earlier draft that is in the run already, and so is not added again.
pub fn decide(
    drafts: Vec<(DraftId, PlannedDraft)>,
    hashes: Vec<Result<Vec<ContentHash>, Problem>>,
    earlier: &[DraftHistory],
    rules: &CreateRules,
    market_categories: &MarketCategories,
    in_run: impl Fn(DraftId) -> Option<State>,
) -> Decisions {
    let (ids, planned): (Vec<DraftId>, Vec<PlannedDraft>) = drafts.into_iter().unzip();
    let mut outcome = Decisions::default();
    let unreadable: Vec<Option<Problem>> =
        hashes.iter().map(|hashes| hashes.as_ref().err().cloned()).collect();
    let hashes: Vec<Vec<ContentHash>> = hashes.into_iter().map(Result::unwrap_or_default).collect();
    let decisions = classify(&planned, &hashes, earlier);
    let mut taken: HashSet<String> = earlier
        .iter()
        .map(|known| &known.planned)
        .chain(&planned)
        .filter_map(|of| of.draft.sku.clone())
        .collect();
    let of_others: HashSet<&str> =
        earlier.iter().filter_map(|known| known.planned.draft.sku.as_deref()).collect();
    let all = ids.into_iter().zip(planned).zip(decisions).zip(hashes).zip(unreadable);
    for ((((id, mut planned), decision), hashes), unreadable) in all {
        match decision {
            // The SKU under which it may have been sent, so that it is found.
            ImportDecision::Adopt(index)
                if sku::is_generated(&planned) && earlier[index].planned.draft.sku.is_some() =>
            {
                planned.draft.sku.clone_from(&earlier[index].planned.draft.sku);
            }
            ImportDecision::New
                if planned.draft.sku.as_deref().is_some_and(|sku| of_others.contains(sku)) =>
            {
                sku::renew(&mut planned, &mut taken);
            }
            _ => {}
        }
        let refused = planned.evaluate(rules, market_categories).map(Problem::from);
        let refused = planned.open_cell().cloned().or(refused);
        if let ImportDecision::Adopt(index) = decision
            && let Some(state) = in_run(earlier[index].id)
        {
            if matches!(state, State::Failed | State::Cancelled) && refused.is_none() {
                outcome.retries.push((earlier[index].id, planned.draft));
            }
            continue;
        }
        let problem = unreadable.or(refused);
        outcome.added.push(match (decision, problem) {
            (ImportDecision::New | ImportDecision::Adopt(_), Some(problem)) => {
                AddedDraft::Refused { id, planned, problem }
            }
            _ => AddedDraft::from_decision(decision, id, planned, hashes, earlier),
        });
    }
    outcome
}

#[cfg(test)]
mod tests;
