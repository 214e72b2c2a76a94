//! Which photos belong to which product, and in which order, as the person arranged them.
//!
//! The arrangement lies over the plan: the worker may plan again at any time (more was dropped, the grouping
//! changed), and the arranged products keep their photos. A photo that was planned is always in exactly one
//! product, or removed from one.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::draft_key::{KeyRef, key};
use crate::messages::ArrangedProduct;
use vitrine_core::import::plan::{FoundFile, FoundKind, Taken, plan, withhold};
use vitrine_core::import::{Grouping, PlannedDraft};

/// The products whose photos were arranged. The others are as planned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrangement {
    /// Shared with the steps of the history.
    products: Vec<Arc<ArrangedProduct>>,
    /// Photos that were not dropped: the person chose them in place of others.
    added: BTreeSet<PathBuf>,
}

/// A change to the photos of planned products. Products are named by their indices in the plan, and photos by
/// theirs in the product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhotoAction {
    /// Moves photos of a product together to the position of one of its photos; the first one is the cover.
    Reorder { product: usize, photos: BTreeSet<usize>, to: usize },
    /// Takes photos out of their product.
    Remove { product: usize, photos: BTreeSet<usize> },
    /// Moves photos to the end of another product.
    Move { product: usize, photos: BTreeSet<usize>, to: usize },
    /// Makes a new product of some of the photos.
    Split { product: usize, photos: BTreeSet<usize> },
    /// Moves all photos of a product to the end of another one, which takes the place of both.
    Merge { product: usize, into: usize },
    /// Asks with the system's dialog for a file to put in the place of a photo.
    ChooseReplacement { product: usize, photo: usize },
}

impl Arrangement {
    /// The saved arrangement.
    pub fn restored(products: Vec<ArrangedProduct>, added: Vec<PathBuf>) -> Self {
        Self { products: products.into_iter().map(Arc::new).collect(), added: added.into_iter().collect() }
    }

    /// The arranged products and the added photos, to be saved.
    pub fn to_save(&self) -> (Vec<ArrangedProduct>, Vec<PathBuf>) {
        (
            self.products.iter().map(|product| (**product).clone()).collect(),
            self.added.iter().cloned().collect(),
        )
    }

    pub const fn is_empty(&self) -> bool {
        self.products.is_empty()
    }

    /// The photos that were taken out of their products.
    pub fn removed(&self) -> impl Iterator<Item = &Path> {
        self.products.iter().flat_map(|product| &product.removed).map(PathBuf::as_path)
    }

    /// Changes the arrangement of `drafts`, the products as they are arranged now. What names no photo
    /// changes nothing. A new product gets none of the identities of which `is_taken` is true.
    pub fn perform(
        &mut self,
        action: &PhotoAction,
        drafts: &[PlannedDraft],
        is_taken: impl Fn(KeyRef<'_>) -> bool,
    ) {
        match *action {
            PhotoAction::Reorder { product, ref photos, to } => {
                let Some(draft) = drafts.get(product) else { return };
                let order = reordered(draft.photos.len(), photos, to);
                if !order.is_sorted() {
                    self.arranged(draft).product.photos =
                        order.iter().map(|&photo| draft.photos[photo].clone()).collect();
                }
            }
            PhotoAction::Remove { product, ref photos } => {
                let Some(draft) = drafts.get(product) else { return };
                let out = self.take_photos(draft, photos);
                self.again(draft).removed.extend(out);
            }
            PhotoAction::Move { product, ref photos, to } => {
                let (Some(from), Some(into)) =
                    (drafts.get(product), drafts.get(to).filter(|_| to != product))
                else {
                    return;
                };
                let out = self.take_photos(from, photos);
                self.arranged(into).product.photos.extend(out);
            }
            PhotoAction::Merge { product, into } => {
                let all = drafts.get(product).map_or(0, |draft| draft.photos.len());
                self.perform(
                    &PhotoAction::Move { product, photos: (0..all).collect(), to: into },
                    drafts,
                    is_taken,
                );
            }
            PhotoAction::Split { product, ref photos } => {
                let Some(draft) = drafts.get(product) else { return };
                let count = photos.range(..draft.photos.len()).count();
                if count > 0 && count < draft.photos.len() {
                    let out = self.take_photos(draft, photos);
                    let is_taken = |new: KeyRef<'_>| {
                        is_taken(new) || self.position(new).is_some_and(|at| self.has_photos(at))
                    };
                    let new = new_product(draft, out, is_taken);
                    self.arranged(&new);
                }
            }
            PhotoAction::ChooseReplacement { .. } => {}
        }
    }

    /// Puts a file in the place of a photo of `draft`. A file that is in one of the `products` already is
    /// taken out of it.
    pub fn replace(&mut self, draft: &PlannedDraft, photo: usize, file: &Path, products: &[PlannedDraft]) {
        let Some(out) = draft.photos.get(photo).filter(|out| *out != file).cloned() else { return };
        let place = |draft: &PlannedDraft| draft.photos.iter().position(|held| held == file);
        let photos = if let Some(at) = place(draft) {
            let photos = &mut self.arranged(draft).product.photos;
            photos.swap(photo, at);
            photos.remove(at);
            None
        } else if let Some((holder, at)) = products.iter().find_map(|holder| Some((holder, place(holder)?))) {
            self.take_photos(holder, &BTreeSet::from([at]));
            Some(&mut self.arranged(draft).product.photos)
        } else {
            self.bring_in(file);
            Some(&mut self.arranged(draft).product.photos)
        };
        if let Some(photos) = photos {
            file.clone_into(&mut photos[photo]);
        }
        self.again(draft).removed.push(out);
    }

    /// Makes a file that is in no product one that a product can have.
    fn bring_in(&mut self, file: &Path) {
        for product in &mut self.products {
            if let Some(at) = product.removed.iter().position(|removed| removed == file) {
                Arc::make_mut(product).removed.remove(at);
                return;
            }
        }
        self.added.insert(file.to_owned());
    }

    /// Takes photos out of a product; returns them in their order.
    fn take_photos(&mut self, draft: &PlannedDraft, photos: &BTreeSet<usize>) -> Vec<PathBuf> {
        let (out, kept): (Vec<_>, Vec<_>) =
            draft.photos.iter().cloned().enumerate().partition(|(index, _)| photos.contains(index));
        self.arranged(draft).product.photos = kept.into_iter().map(|(_, photo)| photo).collect();
        out.into_iter().map(|(_, photo)| photo).collect()
    }

    /// A product of the arrangement with the photos that it has now. Call it once for each product of a
    /// change.
    fn arranged(&mut self, draft: &PlannedDraft) -> &mut ArrangedProduct {
        let at = self.position(key(draft)).unwrap_or(self.products.len());
        if at == self.products.len() {
            let product = PlannedDraft { edits: Vec::new(), ..draft.clone() };
            self.products.push(Arc::new(ArrangedProduct { product, removed: Vec::new() }));
        }
        let arranged = Arc::make_mut(&mut self.products[at]);
        arranged.product.photos.clone_from(&draft.photos);
        arranged
    }

    /// A product that this change has already taken.
    fn again(&mut self, draft: &PlannedDraft) -> &mut ArrangedProduct {
        match self.position(key(draft)) {
            Some(at) => Arc::make_mut(&mut self.products[at]),
            None => self.arranged(draft),
        }
    }

    fn position(&self, of: KeyRef<'_>) -> Option<usize> {
        self.products.iter().position(|product| key(&product.product) == of)
    }

    fn has_photos(&self, at: usize) -> bool {
        !self.products[at].product.photos.is_empty()
    }

    /// The planned products with their photos as arranged. A planned product that has lost all its photos
    /// goes, and a new product comes after the one from which its first photo is.
    pub fn apply(&self, planned: &[PlannedDraft]) -> Vec<PlannedDraft> {
        if self.is_empty() {
            return planned.to_vec();
        }
        let Claims { homes, kept, taken } = self.claims(planned);
        let mut arranged_at: HashMap<usize, Vec<PathBuf>> = HashMap::new();
        let mut new_after: HashMap<usize, Vec<PlannedDraft>> = HashMap::new();
        for ((arranged, home), kept) in self.products.iter().zip(homes).zip(kept) {
            let origin = kept.iter().find_map(|(_, from)| *from).unwrap_or(planned.len().saturating_sub(1));
            let photos: Vec<PathBuf> = kept.into_iter().map(|(photo, _)| photo.to_owned()).collect();
            match home {
                Some(home) => drop(arranged_at.insert(home, photos)),
                None if photos.is_empty() => {}
                None => new_after
                    .entry(origin)
                    .or_default()
                    .push(PlannedDraft { photos, ..arranged.product.clone() }),
            }
        }
        let mut taken = taken;
        let mut drafts = Vec::with_capacity(planned.len() + new_after.len());
        for (index, draft) in planned.iter().enumerate() {
            let mut photos = arranged_at.remove(&index).unwrap_or_default();
            // What the arrangement does not know comes last: it was dropped later.
            photos.extend(
                draft.photos.iter().filter(|photo| !take_one(&mut taken, (index, photo.as_path()))).cloned(),
            );
            if photos == draft.photos {
                drafts.push(draft.clone());
            } else if !photos.is_empty() {
                drafts.push(PlannedDraft { photos, edits: Vec::new(), ..draft.clone() });
            }
            drafts.extend(new_after.remove(&index).into_iter().flatten());
        }
        // Without any planned product.
        drafts.extend(new_after.into_values().flatten());
        // A photo that is withheld is so in whichever product it is.
        withhold(&mut drafts, planned.iter().flat_map(|draft| &draft.unusable));
        drafts
    }

    /// Finds the planned photos of the arranged products. A sheet may give a photo to several products, so
    /// each occurrence is claimed once: first by its own product, then from products that were arranged, then
    /// from any.
    fn claims<'a>(&'a self, planned: &'a [PlannedDraft]) -> Claims<'a> {
        let mut by_key: HashMap<(&Path, &str), usize> = HashMap::with_capacity(planned.len());
        for (index, draft) in planned.iter().enumerate() {
            by_key.entry((&draft.source, &draft.source_name)).or_insert(index);
        }
        let home = |product: &PlannedDraft| {
            by_key.get(&(product.source.as_path(), product.source_name.as_str())).copied()
        };
        let homes: Vec<Option<usize>> =
            self.products.iter().map(|arranged| home(&arranged.product)).collect();
        // Each claim: the photo, and the planned product that it comes from once that is found.
        let claimed =
            |arranged: &'a Arc<ArrangedProduct>| arranged.product.photos.iter().chain(&arranged.removed);
        let mut claims: Vec<Vec<(&Path, Option<usize>)>> = self
            .products
            .iter()
            .map(|arranged| claimed(arranged).map(|photo| (photo.as_path(), None)).collect())
            .collect();
        let mut free: HashMap<&Path, Vec<usize>> =
            claims.iter().flatten().map(|(photo, _)| (*photo, Vec::new())).collect();
        for (index, draft) in planned.iter().enumerate() {
            for photo in &draft.photos {
                if let Some(places) = free.get_mut(photo.as_path()) {
                    places.push(index);
                }
            }
        }
        let arranged: HashSet<usize> = homes.iter().copied().flatten().collect();
        let mut taken: HashMap<(usize, &Path), usize> = HashMap::new();
        for rule in [SearchScope::Own, SearchScope::Arranged, SearchScope::Any] {
            for (claims, home) in claims.iter_mut().zip(&homes) {
                for (photo, from) in claims.iter_mut().filter(|(_, from)| from.is_none()) {
                    let Some(places) = free.get_mut(photo) else { continue };
                    let found = places.iter().position(|place| match rule {
                        SearchScope::Own => *home == Some(*place),
                        SearchScope::Arranged => arranged.contains(place),
                        SearchScope::Any => true,
                    });
                    if let Some(found) = found {
                        let place = places.remove(found);
                        *from = Some(place);
                        *taken.entry((place, photo)).or_default() += 1;
                    }
                }
            }
        }
        let kept = |(claims, arranged): (Vec<(&'a Path, Option<usize>)>, &Arc<ArrangedProduct>)| {
            let photos = claims.into_iter().take(arranged.product.photos.len());
            photos.filter(|(photo, from)| from.is_some() || self.added.contains(*photo)).collect()
        };
        let kept = claims.into_iter().zip(&self.products).map(kept).collect();
        Claims { homes, kept, taken }
    }
}

/// In which planned products a photo of an arranged one is looked for.
#[derive(Clone, Copy)]
enum SearchScope {
    Own,
    Arranged,
    Any,
}

/// What the arranged products have of the planned ones.
struct Claims<'a> {
    /// The index of the planned product that each arranged one is; `None`: it is new.
    homes: Vec<Option<usize>>,
    /// The photos of each arranged product that exist, and the planned product that each was in.
    kept: Vec<Vec<(&'a Path, Option<usize>)>>,
    /// How often each planned product has lost a photo, to an arranged one or because it was removed.
    taken: HashMap<(usize, &'a Path), usize>,
}

/// The order of `count` photos after some of them were moved together to the place of the photo `to`: behind
/// it if they come from before it.
fn reordered(count: usize, moved: &BTreeSet<usize>, to: usize) -> Vec<usize> {
    let (moved, mut order): (Vec<usize>, Vec<usize>) = (0..count).partition(|photo| moved.contains(photo));
    if to < count {
        let is_behind = moved.first().is_some_and(|first| *first < to) && !moved.contains(&to);
        let at = order.iter().filter(|&&photo| photo < to).count() + usize::from(is_behind);
        order.splice(at..at, moved);
        return order;
    }
    (0..count).collect()
}

/// Whether a count of this key was left, which it takes.
fn take_one<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, of: K) -> bool {
    let count = counts.get_mut(&of).filter(|count| **count > 0);
    count.map(|count| *count -= 1).is_some()
}

/// A product of photos that were in another one. It is what the plan makes of the first of these files by
/// itself: when the file is dropped alone, the product is known again. If another product has that identity,
/// the next file gives it.
fn new_product(
    of: &PlannedDraft,
    photos: Vec<PathBuf>,
    is_taken: impl Fn(KeyRef<'_>) -> bool,
) -> PlannedDraft {
    let found: Vec<FoundFile> = photos
        .iter()
        .enumerate()
        .map(|(root, path)| FoundFile { path: path.clone(), kind: FoundKind::Photo, root })
        .collect();
    let mut files = plan(&photos, &found, &Grouping::File.into(), &mut |_: &Path| Taken::default()).drafts;
    let free = files.iter().position(|file| !is_taken(key(file)));
    let file = match free {
        Some(free) => files.swap_remove(free),
        None => {
            let first = files.into_iter().next().unwrap_or_else(|| of.clone());
            let folder = first.source.parent().map(Path::to_owned).unwrap_or_default();
            let numbered = (2..).map(|number| (folder.clone(), format!("{} {number}", first.source_name)));
            let keys = std::iter::once((folder.clone(), first.source_name.clone())).chain(numbered);
            let free = keys.into_iter().find(|(source, name)| !is_taken(KeyRef::new(source, name)));
            let (source, source_name) = free.unwrap_or_default();
            PlannedDraft { source, source_name, ..first }
        }
    };
    let mut draft = file.draft.clone();
    // A number alone is no name.
    if !draft.name.contains(char::is_alphabetic) {
        draft.name = format!("{} {}", of.draft.name, draft.name).trim().to_owned();
    }
    PlannedDraft { draft, photos, edits: Vec::new(), ..file }
}
