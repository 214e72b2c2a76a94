//! Recognizes what was imported before, so that importing the same folder again creates no duplicates.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::Path;

use super::journal::DraftHistory;
use super::sku;
use super::state::{DraftId, PlannedDraft, State};
use crate::domain::text::folded;
use crate::domain::{CreateRules, Draft, MarketCategories, Problem};
use crate::media::{ContentHash, PerceptualHash};

/// A draft as handed to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum AddedDraft {
    /// A product to create.
    New { id: DraftId, planned: PlannedDraft },
    /// A product that would certainly be refused because of a field's value.
    Refused { id: DraftId, planned: PlannedDraft, problem: Problem },
    /// Created by an earlier import: `earlier` is that draft, `id` the number of this row.
    Skipped { id: DraftId, planned: PlannedDraft, earlier: Box<DraftHistory> },
    /// Left unfinished by an earlier import: that draft continues, as planned now. `hashes` are its photos', in order.
    Adopted { planned: PlannedDraft, hashes: Vec<ContentHash>, earlier: Box<DraftHistory> },
}

impl AddedDraft {
    /// What is handed to the engine for a draft that [`classify`] compared with `earlier` ones. A draft that continues
    /// an earlier one keeps that draft's number; `id` is the number of any other.
    pub fn from_decision(
        decision: ImportDecision,
        id: DraftId,
        planned: PlannedDraft,
        hashes: Vec<ContentHash>,
        earlier: &[DraftHistory],
    ) -> Self {
        match decision {
            ImportDecision::New => Self::New { id, planned },
            ImportDecision::Skip(index) => Self::Skipped { id, planned, earlier: Box::new(earlier[index].clone()) },
            ImportDecision::Adopt(index) => Self::Adopted { planned, hashes, earlier: Box::new(earlier[index].clone()) },
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
            Self::New { planned, .. } | Self::Refused { planned, .. } | Self::Skipped { planned, .. } | Self::Adopted { planned, .. } => {
                planned
            }
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

/// The indices of planned drafts for which [`classify`] needs the photos' hashes: those whose source has the name of an
/// earlier draft's source.
pub fn needs_hashes(planned: &[PlannedDraft], earlier: &[DraftHistory]) -> Vec<usize> {
    let names: HashSet<String> =
        earlier.iter().filter(|known| is_candidate(known)).map(|known| folded(&known.planned.source_name)).collect();
    (0..planned.len()).filter(|&index| names.contains(&folded(&planned[index].source_name))).collect()
}

/// Compares each planned draft with the earlier drafts of the same account. Each earlier draft matches at most one.
///
/// Two drafts match if their sources have the same name (except for spelling) and either their photos are the same in
/// any order (which photo is the cover may be decided anew), or the source is the same path and they share a photo or have
/// none.
/// `hashes` are the photos' hashes of each planned draft in order, empty where [`needs_hashes`] did not ask for them or a photo could not be read.
pub fn classify(planned: &[PlannedDraft], hashes: &[Vec<ContentHash>], earlier: &[DraftHistory]) -> Vec<ImportDecision> {
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, known) in earlier.iter().enumerate().filter(|(_, known)| is_candidate(known)) {
        by_name.entry(folded(&known.planned.source_name)).or_default().push(index);
    }
    // Drafts that are in the shop, or may be, come first: continuing a cancelled duplicate would create the product
    // twice.
    for indices in by_name.values_mut() {
        indices.sort_by_key(|&index| (earlier[index].state != State::Created, !earlier[index].is_unconfirmed(), index));
    }
    let mut decisions = vec![ImportDecision::New; planned.len()];
    for same in [same_photos, same_source] {
        for (index, draft) in planned.iter().enumerate().filter(|(index, _)| *index < hashes.len()) {
            if decisions[index] != ImportDecision::New {
                continue;
            }
            let Some(candidates) = by_name.get_mut(&folded(&draft.source_name)) else { continue };
            let Some(place) = candidates.iter().position(|&known| same(draft, &hashes[index], &earlier[known])) else { continue };
            let known = candidates.remove(place);
            decisions[index] =
                if earlier[known].state == State::Created { ImportDecision::Skip(known) } else { ImportDecision::Adopt(known) };
        }
    }
    decisions
}

/// A new draft one of whose photos belongs to a product in the shop: two products were joined before, or the photos are
/// grouped in another way now.
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

/// Finds the drafts that [`classify`] called new although a photo of them was sent with a created product. Only photos that have
/// the file name of an earlier one are read: `hash` returns the hash of a photo, or `None` if it cannot be read.
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
    let new = planned.iter().zip(decisions).enumerate().filter(|(_, (_, decision))| **decision == ImportDecision::New);
    let shared = |(planned, (draft, _)): (usize, (&PlannedDraft, _))| {
        Some(SharedPhoto { planned, earlier: draft.photos.iter().find_map(|photo| owner(photo))? })
    };
    new.filter_map(shared).collect()
}

/// The source names of earlier drafts that [`shared_photos`] should see: those the photos would have by folder and by file.
pub fn names_of_photos(planned: &[PlannedDraft]) -> impl Iterator<Item = &str> {
    let photos = planned.iter().flat_map(|planned| &planned.photos);
    photos.flat_map(|photo| [photo.file_stem(), photo.parent().and_then(Path::file_name)]).flatten().filter_map(OsStr::to_str)
}

/// A skipped row stands for a product that another draft created.
fn is_candidate(known: &DraftHistory) -> bool {
    known.state != State::Skipped
}

/// The photos of a draft are known only if all are uploaded: of a different folder, just this photo may be uploaded.
fn same_photos(_: &PlannedDraft, hashes: &[ContentHash], known: &DraftHistory) -> bool {
    !hashes.is_empty()
        && known.planned.photos.len() == hashes.len()
        && known.uploads.len() == hashes.len()
        && sorted(known.uploads.values().map(|upload| upload.hash)) == sorted(hashes.iter().copied())
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
    untouched || photoless || known.uploads.values().any(|upload| hashes.contains(&upload.hash))
}

/// What happens to started drafts.
#[derive(Default)]
pub struct Decisions {
    /// The drafts to hand to the engine.
    pub added: Vec<AddedDraft>,
    /// Drafts that are in the run already, where they failed or were cancelled: they are retried.
    pub retries: Vec<(DraftId, Draft)>,
}

/// Decides what happens to each started draft, beside the account's `earlier` ones. `hashes` are those of its photos, or why they cannot
/// be compared: such a draft may have been created, and fails. `in_run`
/// returns the state of an earlier draft that is in the run already, and so is not added again.
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
    let unreadable: Vec<Option<Problem>> = hashes.iter().map(|hashes| hashes.as_ref().err().cloned()).collect();
    let hashes: Vec<Vec<ContentHash>> = hashes.into_iter().map(Result::unwrap_or_default).collect();
    let decisions = classify(&planned, &hashes, earlier);
    let mut taken: HashSet<String> =
        earlier.iter().map(|known| &known.planned).chain(&planned).filter_map(|of| of.draft.sku.clone()).collect();
    let of_others: HashSet<&str> = earlier.iter().filter_map(|known| known.planned.draft.sku.as_deref()).collect();
    let all = ids.into_iter().zip(planned).zip(decisions).zip(hashes).zip(unreadable);
    for ((((id, mut planned), decision), hashes), unreadable) in all {
        match decision {
            // The SKU under which it may have been sent, so that it is found.
            ImportDecision::Adopt(index) if sku::is_generated(&planned) && earlier[index].planned.draft.sku.is_some() => {
                planned.draft.sku.clone_from(&earlier[index].planned.draft.sku);
            }
            ImportDecision::New if planned.draft.sku.as_deref().is_some_and(|sku| of_others.contains(sku)) => {
                sku::renew(&mut planned, &mut taken);
            }
            _ => {}
        }
        if let ImportDecision::Adopt(index) = decision
            && let Some(state) = in_run(earlier[index].id)
        {
            if matches!(state, State::Failed | State::Cancelled) && planned.open_cell().is_none() {
                outcome.retries.push((earlier[index].id, planned.draft));
            }
            continue;
        }
        market_categories.complete(&mut planned.draft, rules);
        let refused = || market_categories.check(&planned.draft, planned.photos.len(), rules).into_iter().next().map(Problem::from);
        let problem = unreadable.or_else(|| planned.open_cell().cloned()).or_else(refused);
        outcome.added.push(match (decision, problem) {
            (ImportDecision::New | ImportDecision::Adopt(_), Some(problem)) => AddedDraft::Refused { id, planned, problem },
            _ => AddedDraft::from_decision(decision, id, planned, hashes, earlier),
        });
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Code, Edit, Field, FileId};
    use crate::import::RunId;
    use crate::import::journal::Upload;

    fn planned(place: &str, name: &str) -> PlannedDraft {
        let draft = Draft { name: name.to_owned(), ..Draft::default() };
        PlannedDraft { draft, source: place.into(), source_name: name.to_owned(), photos: vec!["1.jpg".into()], ..PlannedDraft::default() }
    }

    fn hashes(contents: &[&str]) -> Vec<ContentHash> {
        contents.iter().map(|content| ContentHash::of(content.as_bytes())).collect()
    }

    fn earlier(place: &str, name: &str, contents: &[&str], state: State) -> DraftHistory {
        let mut known = DraftHistory::new(DraftId(1), RunId(1), planned(place, name));
        known.planned.photos = contents.iter().map(|content| format!("{content}.jpg").into()).collect();
        known.state = state;
        for (index, hash) in hashes(contents).into_iter().enumerate() {
            known.uploads.insert(index, Upload { hash, edit: Edit::default(), file: FileId::from(index as u64 + 1), stale: false });
        }
        known
    }

    fn decisions(new: &[(&str, &str, &[&str])], earlier: &[DraftHistory]) -> Vec<ImportDecision> {
        let drafts: Vec<PlannedDraft> = new.iter().map(|(place, name, _)| planned(place, name)).collect();
        let hashes: Vec<Vec<ContentHash>> = new.iter().map(|(_, _, contents)| hashes(contents)).collect();
        classify(&drafts, &hashes, earlier)
    }

    #[test]
    fn the_same_folder_is_skipped_if_created_and_continued_if_not() {
        let known = [earlier("/a", "Rug", &["x", "y"], State::Created), earlier("/b", "Mug", &["z"], State::Failed)];
        assert_eq!(
            decisions(&[("/a", "Rug", &["x", "y"]), ("/b", "Mug", &["z"])], &known),
            [ImportDecision::Skip(0), ImportDecision::Adopt(1)]
        );
    }

    #[test]
    fn a_continued_draft_keeps_its_number_and_a_skipped_one_gets_a_new_row() {
        let known = [DraftHistory { id: DraftId(7), ..earlier("/a", "Rug", &["x"], State::Failed) }];
        let added = |decisions| AddedDraft::from_decision(decisions, DraftId(20), planned("/a", "Rug"), hashes(&["x"]), &known);
        assert_eq!(added(ImportDecision::New).id(), DraftId(20));
        assert_eq!(added(ImportDecision::Skip(0)).id(), DraftId(20));
        assert_eq!(added(ImportDecision::Adopt(0)).id(), DraftId(7));
        assert!(matches!(added(ImportDecision::Adopt(0)), AddedDraft::Adopted { hashes: of, .. } if of == hashes(&["x"])));
    }

    #[test]
    fn a_moved_folder_is_recognized_by_its_photos() {
        let known = [earlier("/a", "كتاب‌ها", &["x", "y"], State::Created)];
        assert_eq!(decisions(&[("/moved", "کتابها", &["x", "y"])], &known), [ImportDecision::Skip(0)]);
        assert_eq!(
            decisions(&[("/moved", "کتابها", &["y", "x"])], &known),
            [ImportDecision::Skip(0)],
            "which photo is the cover may be decided anew"
        );
    }

    #[test]
    fn a_folder_with_one_photo_more_is_the_same_product() {
        let known = [earlier("/a", "Rug", &["x"], State::Created)];
        assert_eq!(decisions(&[("/a", "Rug", &["x", "new"])], &known), [ImportDecision::Skip(0)]);
        assert_eq!(decisions(&[("/a", "Rug", &["new"])], &known), [ImportDecision::New]);
    }

    #[test]
    fn an_earlier_product_matches_one_new_draft_only() {
        let known = [earlier("/a", "Rug", &["x"], State::Created)];
        assert_eq!(decisions(&[("/a", "Rug", &["x"]), ("/b", "Rug", &["x"])], &known), [ImportDecision::Skip(0), ImportDecision::New]);
    }

    #[test]
    fn a_created_draft_is_matched_before_a_cancelled_duplicate() {
        let known = [earlier("/a", "Rug", &["x"], State::Cancelled), earlier("/a", "Rug", &["x"], State::Created)];
        assert_eq!(decisions(&[("/a", "Rug", &["x"])], &known), [ImportDecision::Skip(1)]);
    }

    #[test]
    fn an_unconfirmed_draft_is_matched_before_a_duplicate_that_was_never_sent() {
        let known = [earlier("/a", "Rug", &["x"], State::Waiting), earlier("/b", "Rug", &["x"], State::Checking)];
        assert_eq!(decisions(&[("/c", "Rug", &["x"])], &known), [ImportDecision::Adopt(1)]);
    }

    #[test]
    fn a_partly_uploaded_folder_does_not_match_a_product_of_just_the_uploaded_photo() {
        let mut begun = earlier("/a", "Rug", &["x", "y"], State::Waiting);
        begun.uploads.remove(&0);
        let known = [begun, earlier("/b", "Rug", &["y"], State::Checking)];
        let folders: [(&str, &str, &[&str]); 2] = [("/a", "Rug", &["x", "y"]), ("/b", "Rug", &["y"])];
        assert_eq!(decisions(&folders, &known), [ImportDecision::Adopt(0), ImportDecision::Adopt(1)]);
    }

    #[test]
    fn an_untouched_draft_is_matched_by_its_path() {
        let known = [earlier("/a", "Rug", &[], State::Waiting)];
        assert_eq!(decisions(&[("/a", "Rug", &["x"])], &known), [ImportDecision::Adopt(0)]);
        assert_eq!(decisions(&[("/b", "Rug", &["x"])], &known), [ImportDecision::New]);
    }

    #[test]
    fn a_new_product_that_has_a_photo_of_a_created_one_is_found() {
        // Two folders were joined to one product, and the photos of a third were sent one by one.
        let joined = DraftHistory {
            planned: PlannedDraft { photos: vec!["/a/1.jpg".into(), "/b/1.jpg".into()], ..planned("/a", "Rug") },
            ..earlier("/a", "Rug", &["x", "y"], State::Created)
        };
        let single = DraftHistory {
            planned: PlannedDraft { photos: vec!["/c/7.jpg".into()], ..planned("/c/7.jpg", "7") },
            ..earlier("/c", "7", &["z"], State::Created)
        };
        let failed = DraftHistory {
            planned: PlannedDraft { photos: vec!["/d/9.jpg".into()], ..planned("/d/9.jpg", "9") },
            ..earlier("/d", "9", &["w"], State::Failed)
        };
        let known = [joined, single, failed];
        let draft = |place: &str, name: &str, photos: &[&str]| PlannedDraft {
            photos: photos.iter().map(Into::into).collect(),
            ..planned(place, name)
        };
        let plan = [
            draft("/a", "Rug", &["/a/1.jpg"]),
            draft("/b", "Bowl", &["/b/1.jpg"]),
            draft("/c", "Vase", &["/c/6.jpg", "/c/7.jpg"]),
            draft("/d", "Mug", &["/d/9.jpg"]),
        ];
        let content = |photo: &Path| {
            Some(
                hashes(&[match photo.to_str()? {
                    "/a/1.jpg" => "x",
                    "/b/1.jpg" => "y",
                    "/c/7.jpg" => "z",
                    "/d/9.jpg" => "w",
                    _ => panic!("only photos with the name of an earlier one are read"),
                }])[0],
            )
        };
        let decisions = [ImportDecision::Skip(0), ImportDecision::New, ImportDecision::New, ImportDecision::New];
        let shared = shared_photos(&plan, &decisions, &known, content);
        assert_eq!(shared, [SharedPhoto { planned: 1, earlier: 0 }, SharedPhoto { planned: 2, earlier: 1 }]);
        assert!(shared_photos(&plan, &decisions, &known, |_| Some(hashes(&["other"])[0])).is_empty(), "the name alone says nothing");
    }

    #[test]
    fn skipped_rows_match_nothing_and_only_equal_names_need_hashes() {
        let known = [earlier("/a", "Rug", &["x"], State::Skipped), earlier("/b", "Mug", &["x"], State::Created)];
        assert_eq!(decisions(&[("/a", "Rug", &["x"])], &known), [ImportDecision::New]);
        assert_eq!(needs_hashes(&[planned("/a", "Rug"), planned("/c", "mug"), planned("/d", "Bowl")], &known), [1]);
    }

    fn numbered(photo: &str) -> PlannedDraft {
        let mut planned = PlannedDraft {
            source: "/photos/New/1.jpg".into(),
            source_name: "1".to_owned(),
            photos: vec![photo.into()],
            ..PlannedDraft::default()
        };
        drop(planned.draft.set(Field::Name, "1"));
        let mut drafts = [planned];
        sku::generate(&mut drafts, b"");
        let [planned] = drafts;
        planned
    }

    /// What is decided about a draft of the folder, after earlier ones of the same folder with these states, each with whether its
    /// photo is the same.
    fn decided(earlier: &[(State, bool, Option<&str>)]) -> PlannedDraft {
        let photo = ContentHash::of(b"this week");
        let history = |(index, &(state, is_same, sku)): (usize, &(State, bool, Option<&str>))| {
            let mut known = DraftHistory::new(DraftId(index as u64 + 10), RunId(1), numbered("/photos/New/1.jpg"));
            if let Some(sku) = sku {
                known.planned.draft.sku = Some(sku.to_owned());
            }
            let hash = if is_same { photo } else { ContentHash::of(b"last week") };
            let file = FileId::from(7);
            known.uploads.insert(0, Upload { hash, edit: Edit::default(), file, stale: false });
            (known.state, known.attempts) = (state, 1);
            known
        };
        let earlier: Vec<DraftHistory> = earlier.iter().enumerate().map(history).collect();
        let drafts = vec![(DraftId(1), numbered("/photos/New/1.jpg"))];
        let decided = decide(drafts, vec![Ok(vec![photo])], &earlier, &CreateRules::default(), &MarketCategories::default(), |_| None);
        decided.added[0].planned().clone()
    }

    #[test]
    fn other_photos_in_a_folder_that_was_used_before_get_an_sku_of_their_own() {
        let first = numbered("/photos/New/1.jpg").draft.sku;
        let second = decided(&[(State::Created, false, None)]).draft.sku;
        let third = decided(&[(State::Created, false, None), (State::Created, false, second.as_deref())]).draft.sku;
        assert_eq!([&first, &second, &third].into_iter().flatten().collect::<HashSet<_>>().len(), 3, "{first:?} {second:?} {third:?}");
    }

    #[test]
    fn a_product_whose_photo_cannot_be_compared_fails_and_is_no_new_one() {
        let mut known = DraftHistory::new(DraftId(10), RunId(1), numbered("/photos/New/1.jpg"));
        known.uploads.insert(0, Upload { hash: ContentHash::of(b"rug"), edit: Edit::default(), file: FileId::from(7), stale: false });
        (known.state, known.attempts) = (State::Created, 1);
        let held = Problem::new(Code::FileUnreadable);
        let drafts = vec![(DraftId(1), numbered("/photos/New/1.jpg"))];
        let decided = decide(drafts, vec![Err(held.clone())], &[known], &CreateRules::default(), &MarketCategories::default(), |_| None);
        assert!(matches!(&decided.added[..], [AddedDraft::Refused { problem, .. }] if *problem == held), "{:?}", decided.added);
    }

    #[test]
    fn a_product_that_continues_keeps_the_sku_under_which_it_may_have_been_sent() {
        let sent = decided(&[(State::Created, false, None)]).draft.sku;
        let continued = decided(&[(State::Created, false, None), (State::Checking, true, sent.as_deref())]).draft.sku;
        assert_eq!(continued, sent);
    }
}
