//! Files and folders → drafts. Pure: the worker scans the disk and passes in what it found.

mod alike;
mod clues;
mod combine;
mod folder;
mod group;
mod merge;
mod mixed_folders;
mod product_folders;
mod row_names;
mod set_aside;
mod several_folders;
mod taken;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::file_name::{has_extension, has_photo_name, named_size, original_of};
use super::foreign_path::leads_off_this_disk;
use super::natural_order::{natural_key, natural_path_key};
use super::sheet::{SheetOverview, is_sheet};
use super::state::{Grouping, GroupingChoice, PlannedDraft};
use vitrine_domain::{Finding, Problem, ProblemKind};

pub use clues::Clues;
pub use folder::{FolderPlan, MAX_SAMPLE, Reason};
pub use merge::{NamedPhoto, TakenPictures, merge};
pub use taken::Taken;

use clues::{Known, Needs};
use folder::{Position, judge};
use product_folders::{ProductFolders, name_by_folders};

/// A file or folder found while scanning the dropped paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    pub path: PathBuf,
    pub kind: FoundKind,
    /// The index of the dropped path that contains it (or is it).
    pub root: usize,
}

/// What a found file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundKind {
    /// A picture, judged by its content, in a format that can be prepared.
    Photo,
    /// Named like a picture, but not one.
    NotAPhoto,
    /// A picture in a format that this program cannot read.
    Unsupported,
    /// Named like a picture, but empty.
    Empty,
    /// Not readable, with the system's reason.
    Unreadable(String),
    /// A link to a folder that contains it.
    FolderLoop,
    /// A link that leads out of what was dropped, with its target. It was not followed.
    LinkOutside(PathBuf),
    /// Only a placeholder is on this computer, or the beginning of the file.
    Elsewhere,
    /// A photo as the camera's sensor saw it, which no shop shows.
    Raw,
    /// A file in which others are packed.
    Archive,
    /// A file or folder that another program keeps for itself.
    Leftover,
    /// Any other file; ignored.
    Other,
}

/// The drafts of an import, before the user reviews them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportPlan {
    pub drafts: Vec<PlannedDraft>,
    /// Files that look as if they should have become products, and why they did not.
    pub problems: Vec<Problem>,
    /// The number of ignored files: neither pictures nor named like ones, or of other programs. A folder of
    /// another program counts once.
    pub ignored: usize,
    /// The first of them, as many as are worth a list.
    pub ignored_files: Vec<PathBuf>,
    /// The sheets that were merged into it, in their order.
    pub sheets: Vec<SheetOverview>,
    /// Sheets in the dropped folders that are not used.
    pub other_sheets: Vec<PathBuf>,
    /// Photos that were left out because the owner made a better one of them, which lies beside it. A sheet
    /// may name them all the same.
    pub originals: Vec<PathBuf>,
    /// How the photos of each folder were grouped, if that was chosen automatically.
    pub folders: Vec<FolderPlan>,
}

impl ImportPlan {
    /// Marks the products with photos that lead out of what was dropped, so that they are not sent as long as
    /// they have them.
    pub fn withhold_outside(&mut self) {
        withhold(&mut self.drafts, &self.problems);
    }

    fn ignore(&mut self, file: &Path) {
        self.ignored += 1;
        if self.ignored_files.len() < MAX_LISTED {
            self.ignored_files.push(file.to_owned());
        }
    }

    /// The plan after a sheet has taken photos for its own products: a folder whose photos are no longer as
    /// they were planned needs no answer.
    pub fn settle_questions(&mut self) {
        let mut by_folder: HashMap<&Path, usize> = HashMap::new();
        let of_rows: HashSet<(&Path, &str)> = self.sheets.iter().flat_map(SheetOverview::products).collect();
        let is_planned =
            |draft: &&PlannedDraft| !of_rows.contains(&(draft.source.as_path(), draft.source_name.as_str()));
        for photo in self.drafts.iter().filter(is_planned).flat_map(|draft| &draft.photos) {
            *by_folder.entry(photo.parent().unwrap_or(Path::new(""))).or_default() += 1;
        }
        for folder in &mut self.folders {
            folder.is_unclear &= by_folder.get(folder.folder.as_path()) == Some(&folder.photos);
        }
    }
}

/// The number of ignored files that are listed; a dropped home folder may have any number.
const MAX_LISTED: usize = 200;

/// Groups the files found below the dropped paths `roots` into drafts, in natural order. What was dropped
/// twice, directly and inside a folder, is planned once.
///
/// A file that should be a photo but cannot be used stays in its draft, which then fails naming the file: a
/// created product cannot be changed, so none is created with half of its photos. The problem is reported
/// here as well, for the review before Start.
///
/// `clues` are asked for times only where the names of a folder's photos say nothing, or where they are to be
/// grouped by time; and for likenesses only where photos are to be grouped by these.
pub fn plan(
    roots: &[PathBuf],
    found: &[FoundFile],
    choice: &GroupingChoice,
    clues: &mut dyn Clues,
) -> ImportPlan {
    let mut planned = ImportPlan::default();
    let mut photos: Vec<Photo<'_>> = Vec::new();
    let once = deduplicate(roots, found);
    let edited: HashSet<(&Path, String)> = once
        .iter()
        .filter(|found| found.kind == FoundKind::Photo)
        .filter_map(|found| {
            folder_and_stem(&found.path).and_then(|(folder, stem)| Some((folder, original_of(&stem)?)))
        })
        .collect();
    let developed: HashSet<(&Path, String)> = once
        .iter()
        .filter(|found| found.kind == FoundKind::Photo)
        .filter_map(|found| folder_and_stem(&found.path))
        .collect();
    let converted: HashSet<(&Path, String)> = once
        .iter()
        .filter(|found| found.kind == FoundKind::Photo && has_extension(&found.path, &["jpg", "jpeg"]))
        .filter_map(|found| folder_and_stem(&found.path))
        .map(|(folder, stem)| (folder, stem.trim_end_matches(".heic").to_owned()))
        .collect();
    for found in once {
        let problem = |code| Problem::new(code).with_subject(found.path.to_string_lossy());
        let root = roots.get(found.root).map_or(Path::new(""), PathBuf::as_path);
        let photo = Photo { path: &found.path, dropped_directly: root == found.path };
        let mut unusable = |code| {
            planned.problems.push(problem(code));
            photos.push(photo);
        };
        let is_used = found.kind == FoundKind::Photo || has_photo_name(&found.path) || is_sheet(&found.path);
        match &found.kind {
            // The journal is text: a name that cannot be written there could not be resumed after a crash.
            _ if is_used && found.path.to_str().is_none() => {
                planned
                    .problems
                    .push(problem(ProblemKind::FileUnreadable).with_diagnostic(Finding::NameNotUnicode));
            }
            // The owner has made a better one of it, which lies beside it.
            FoundKind::Photo if folder_and_stem(&found.path).is_some_and(|name| edited.contains(&name)) => {
                planned.ignore(&found.path);
                planned.originals.push(found.path.clone());
            }
            // So do phones and programs that copy from them: the same photo for those that read no HEIC.
            FoundKind::Photo
                if has_extension(&found.path, &["heic", "heif"])
                    && folder_and_stem(&found.path).is_some_and(|name| converted.contains(&name)) =>
            {
                planned.ignore(&found.path);
            }
            FoundKind::Photo => photos.push(photo),
            FoundKind::NotAPhoto => unusable(ProblemKind::NotAPhoto),
            FoundKind::Unsupported => unusable(ProblemKind::PhotoFormatUnsupported),
            FoundKind::Empty => unusable(ProblemKind::FileEmpty),
            FoundKind::Unreadable(reason) => {
                planned.problems.push(problem(ProblemKind::FileUnreadable).with_quotation(reason));
                if has_photo_name(&found.path) {
                    photos.push(photo);
                }
            }
            FoundKind::FolderLoop => planned.problems.push(problem(ProblemKind::FolderLoop)),
            FoundKind::LinkOutside(target) => {
                planned.problems.push(outside(&found.path, target));
                // A target on another computer would be called as soon as somebody looks at the photo.
                if has_photo_name(&found.path) && !leads_off_this_disk(target) {
                    photos.push(photo);
                }
            }
            FoundKind::Elsewhere => {
                planned.problems.push(problem(ProblemKind::FileElsewhere));
                if has_photo_name(&found.path) {
                    photos.push(photo);
                }
            }
            FoundKind::Raw if has_developed(&found.path, &developed) => planned.ignore(&found.path),
            FoundKind::Raw => unusable(ProblemKind::PhotoFormatUnsupported),
            FoundKind::Archive => planned.problems.push(problem(ProblemKind::FilePacked)),
            FoundKind::Leftover | FoundKind::Other => planned.ignore(&found.path),
        }
    }
    photos.sort_by_cached_key(|photo| natural_path_key(photo.path));
    let is_dropped = |folder: &Path| roots.iter().any(|root| folder.starts_with(root));
    let folders = product_folders(&mut photos, &mut planned, is_dropped);
    for folder in photos_by_folder(&photos, &folders) {
        let (drafts, folder) = plan_folder(&folder, choice, clues);
        planned.drafts.extend(drafts);
        planned.folders.extend(folder);
    }
    name_by_folders(&mut planned.drafts, is_dropped);
    planned.drafts.sort_by_cached_key(|draft| {
        (natural_path_key(&draft.source), draft.photos.iter().map(|photo| natural_path_key(photo)).min())
    });
    planned
        .problems
        .sort_by_cached_key(|problem| natural_key(problem.subject.as_deref().unwrap_or_default()));
    if planned.drafts.is_empty() && planned.problems.is_empty() {
        let names: Vec<_> = roots.iter().map(|root| root.to_string_lossy()).collect();
        planned.problems.push(Problem::new(ProblemKind::NothingFound).with_subject(names.join(", ")));
    }
    planned
}

/// The folders that belong to the product of the folder above. Smaller copies of the same photos are left
/// out.
fn product_folders<'a>(
    photos: &mut Vec<Photo<'a>>,
    planned: &mut ImportPlan,
    is_dropped: impl Fn(&Path) -> bool,
) -> ProductFolders<'a> {
    let in_folders = photos.iter().filter(|photo| !photo.dropped_directly).map(|photo| photo.path);
    let folders = ProductFolders::of(&in_folders.collect::<Vec<_>>(), is_dropped);
    photos.retain(|photo| {
        let is_copy = folders.copies.contains(photo.path);
        if is_copy {
            planned.ignore(photo.path);
        }
        !is_copy
    });
    folders
}

#[derive(Clone, Copy)]
struct Photo<'a> {
    path: &'a Path,
    /// Dropped directly, not inside of a folder.
    dropped_directly: bool,
}

/// Each path once, preferably as part of a dropped folder.
fn deduplicate<'a>(roots: &[PathBuf], found: &'a [FoundFile]) -> Vec<&'a FoundFile> {
    let mut index_by_path: HashMap<&Path, usize> = HashMap::with_capacity(found.len());
    let mut once: Vec<&FoundFile> = Vec::with_capacity(found.len());
    for this in found {
        match index_by_path.get(this.path.as_path()) {
            None => {
                index_by_path.insert(&this.path, once.len());
                once.push(this);
            }
            Some(&index) if roots.get(once[index].root) == Some(&this.path) => once[index] = this,
            Some(_) => {}
        }
    }
    once
}

/// Marks each product with those of the problems that are about photos of its own that lead out of what was
/// dropped.
pub fn withhold<'a>(drafts: &mut [PlannedDraft], problems: impl IntoIterator<Item = &'a Problem>) {
    let is_outside = |problem: &Problem| problem.kind == ProblemKind::OutsideDropped;
    let mut outside: HashMap<&Path, Problem> = HashMap::new();
    for problem in problems.into_iter().filter(|problem| is_outside(problem)) {
        let Some(photo) = problem.subject.as_deref() else { continue };
        let known = outside.entry(Path::new(photo));
        // Several rows name it: which of them a product is from is not known here.
        known
            .and_modify(|known| (known.diagnostic, known.quotation) = (None, None))
            .or_insert_with(|| problem.clone());
    }
    for draft in drafts {
        draft.unusable.retain(|problem| !is_outside(problem));
        draft.unusable.extend(draft.photos.iter().filter_map(|photo| outside.get(photo.as_path())).cloned());
    }
}

/// A file that lies, or leads, out of what was dropped. `expected` is what has to be added so that it is
/// used.
pub fn outside(path: &Path, target: &Path) -> Problem {
    let problem = Problem::new(ProblemKind::OutsideDropped).with_subject(path.to_string_lossy());
    Problem { expected: Some(target.to_string_lossy().into_owned()), ..problem }
}

fn folder_and_stem(path: &Path) -> Option<(&Path, String)> {
    Some((path.parent()?, path.file_stem()?.to_string_lossy().to_lowercase()))
}

/// Whether a camera's raw photo has the same photo developed beside it, or in the folder above its own.
fn has_developed(raw: &Path, developed: &HashSet<(&Path, String)>) -> bool {
    let Some((folder, stem)) = folder_and_stem(raw) else { return false };
    [Some(folder), folder.parent()]
        .into_iter()
        .flatten()
        .any(|folder| developed.contains(&(folder, stem.clone())))
}

/// The photos that lie directly in one folder, in natural order.
struct FolderPhotos<'a> {
    folder: &'a Path,
    photos: Vec<&'a Path>,
    position: Position,
}

fn photos_by_folder<'a>(photos: &[Photo<'a>], of: &ProductFolders<'a>) -> Vec<FolderPhotos<'a>> {
    let parents = parents_of_photo_folders(photos, of);
    let mut folders: Vec<FolderPhotos<'a>> = Vec::new();
    let mut begun: HashMap<&Path, usize> = HashMap::new();
    for photo in photos {
        let folder = of.product(photo.path.parent().unwrap_or(Path::new("")));
        let index = *begun.entry(folder).or_insert(folders.len());
        if index == folders.len() {
            let position = match () {
                () if photo.dropped_directly => Position::Dropped,
                () if parents.contains(folder) => Position::BesideFolders,
                () => Position::Folder { is_only: false },
            };
            folders.push(FolderPhotos { folder, photos: Vec::new(), position });
        }
        folders[index].photos.push(photo.path);
    }
    // Details come behind the photos that lie in the product's folder itself.
    for FolderPhotos { folder, photos, .. } in &mut folders {
        photos.sort_by_key(|photo| photo.parent() != Some(*folder));
    }
    if let [FolderPhotos { position: Position::Folder { is_only }, .. }] = folders.as_mut_slice() {
        *is_only = true;
    }
    folders
}

/// Folders that contain folders of photos (among those dropped as folders).
fn parents_of_photo_folders<'a>(photos: &[Photo<'a>], of: &ProductFolders<'a>) -> HashSet<&'a Path> {
    let holding: HashSet<&Path> = photos
        .iter()
        .filter(|photo| !photo.dropped_directly)
        .filter_map(|photo| photo.path.parent().map(|folder| of.product(folder)))
        .collect();
    holding.iter().flat_map(|folder| folder.ancestors().skip(1)).collect()
}

/// The drafts of one folder and, if their grouping was chosen automatically or for this folder, how it was
/// chosen.
fn plan_folder(
    folder: &FolderPhotos<'_>,
    choice: &GroupingChoice,
    clues: &mut dyn Clues,
) -> (Vec<PlannedDraft>, Option<FolderPlan>) {
    let FolderPhotos { folder, photos, position } = folder;
    let judged = judge(photos, *position);
    let answer = choice.folders.get(*folder).copied().filter(|answer| *answer != Grouping::Auto);
    let is_auto = choice.all == Grouping::Auto;
    let chosen =
        |answer: Option<Grouping>| if is_auto { answer.unwrap_or(judged.grouping) } else { choice.all };
    let needs = Needs {
        times: chosen(answer) == Grouping::Time || (is_auto && judged.by_clues),
        likenesses: chosen(answer) == Grouping::Likeness,
        cards: chosen(answer) == Grouping::Cards,
    };
    let known = Known::of(photos, needs, clues);
    // Of photos that were divided by their cards before, it stays known, so that they can be again.
    let shown_before = photos.iter().filter(|photo| answer.is_some() && clues.has_shown_card(photo)).count();
    let cards = known.count_cards().max(shown_before);
    // Photos that were to be divided by cards, but show none, are judged as any others.
    let answer = answer.filter(|answer| *answer != Grouping::Cards || cards > 0);
    let grouping = chosen(answer);
    let mut drafts: Vec<PlannedDraft> =
        group::groups(photos, grouping, &known).into_iter().map(|group| group.into_draft(folder)).collect();
    drafts.iter_mut().for_each(|draft| drop_size(draft, clues));
    let plan = is_auto.then(|| {
        let choices = choices(photos, grouping, &known);
        let is_unclear = answer.is_none() && judged.is_unclear && choices.len() > 1;
        FolderPlan {
            folder: folder.to_path_buf(),
            photos: photos.len(),
            sample: photos.iter().take(MAX_SAMPLE).map(|photo| photo.to_path_buf()).collect(),
            grouping,
            reason: match answer {
                Some(Grouping::Cards) => Reason::Cards,
                Some(_) => Reason::Chosen,
                None => judged.reason,
            },
            cards,
            products: drafts.len(),
            is_unclear,
            may_be_compared: is_unclear && judged.by_clues,
            choices,
        }
    });
    (drafts, plan)
}

/// Takes a size in pixels out of the name of a product of one photo, if that is the photo's own: shops on the
/// web name their copies so. Any other size may be the product's.
fn drop_size(draft: &mut PlannedDraft, clues: &mut dyn Clues) {
    let Some((base, width, height)) = named_size(&draft.source_name) else { return };
    if draft.photos.first() == Some(&draft.source) && clues.has_size(&draft.source, (width, height)) {
        let base = base.to_owned();
        if draft.draft.name == draft.source_name {
            draft.draft.name.clone_from(&base);
        }
        draft.source_name = base;
    }
}

/// The number of products that photos of one folder become if those that look alike are together.
pub fn count_by_likeness(photos: &[&Path], clues: &mut dyn Clues) -> usize {
    let mut photos = photos.to_vec();
    photos.sort_by_cached_key(|photo| natural_path_key(photo));
    let known = Known::of(&photos, Needs { likenesses: true, ..Needs::default() }, clues);
    group::groups(&photos, Grouping::Likeness, &known).len()
}

/// The number of products that cards among the photos of one folder make of them; `None` without cards.
pub fn count_by_cards(photos: &[&Path], clues: &mut dyn Clues) -> Option<usize> {
    let mut photos = photos.to_vec();
    photos.sort_by_cached_key(|photo| natural_path_key(photo));
    let known = Known::of(&photos, Needs { cards: true, ..Needs::default() }, clues);
    (known.count_cards() > 0).then(|| group::groups(&photos, Grouping::Cards, &known).len())
}

/// The ways to group a folder's photos that differ in their number of products, each with that number.
fn choices(photos: &[&Path], chosen: Grouping, known: &Known) -> Vec<(Grouping, usize)> {
    let mut choices: Vec<(Grouping, usize)> = Vec::new();
    for grouping in [Grouping::Folder, Grouping::File, Grouping::Name, Grouping::Time] {
        let products = group::groups(photos, grouping, known).len();
        match choices.iter_mut().find(|(_, known)| *known == products) {
            // Of two ways with the same result, the one that was chosen is shown.
            Some(same) if grouping == chosen => same.0 = chosen,
            Some(_) => {}
            None => choices.push((grouping, products)),
        }
    }
    choices
}
