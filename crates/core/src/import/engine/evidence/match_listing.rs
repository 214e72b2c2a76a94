//! Finds our products in a listing. Pure: a listing and claims go in, matches come out.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use crate::import::engine::{ListedProduct, ListedProducts};
use crate::import::journal::Identity;
use vitrine_domain::text::folded;
use vitrine_domain::{Draft, FileId, Price, ProductId};

/// A draft of ours whose product the shop may hold.
#[derive(Clone, Debug)]
pub struct Claim {
    pub cover: Option<FileId>,
    pub product: Option<ProductId>,
    pub fields: SentFields,
    pub sku: Option<String>,
    /// Whether its creation was confirmed; otherwise its existence is in question.
    pub created: bool,
    /// The marketplace said that it has it, and no list has shown it.
    pub accepted: bool,
    /// Created so recently that the list may not have it yet.
    pub fresh: bool,
    /// It may be older than the baseline.
    pub sent_before: bool,
    /// When it was first sent, if that is known.
    pub first_sent_at: Option<Duration>,
}

/// The fields of a product that come back in a list as they were sent. Fields that were not sent may come
/// back with any value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SentFields {
    pub title: String,
    /// `None` if none was sent.
    pub price: Option<Price>,
    /// The number of pieces; `None` if none was sent.
    pub stock: Option<i64>,
}

impl SentFields {
    /// Those of a draft. What a list shows as the price and the stock of a product with variants depends on
    /// them, in a way that each marketplace has for itself.
    pub fn of(draft: &Draft) -> Self {
        let is_whole = draft.variants.is_empty();
        Self {
            title: folded(&draft.name),
            price: draft.primary_price.filter(|_| is_whole),
            stock: draft.stock.filter(|_| is_whole),
        }
    }

    fn matches(&self, listed: &ListedProduct) -> bool {
        fn open<T: PartialEq>(sent: Option<T>, listed: Option<T>) -> bool {
            sent.is_none() || listed.is_none() || sent == listed
        }
        open(self.price, listed.price)
            && open(self.stock, listed.stock)
            && self.title == folded(&listed.title)
    }
}

/// Whether a claim's product is in the listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchResult {
    /// Listed; with its id if that is certain.
    Listed(Option<ProductId>),
    NotListed,
    /// An unexplained listed product may be it.
    Unclear,
}

/// The result of matching claims against a listing.
#[derive(Debug)]
pub struct Matches {
    /// One per claim.
    pub results: Vec<MatchResult>,
    /// What the listing reveals about recognizing products.
    pub evidence: Option<Identity>,
    /// A product of ours came back as it was sent, but without a photo id.
    pub photoless: bool,
}

/// Listed products that cannot be ours.
pub struct ExcludedProducts<'a> {
    /// The products that the shop held before the run, if known.
    pub baseline: Option<&'a HashSet<ProductId>>,
    /// The products of drafts that claim nothing any more, whichever import they belong to.
    pub assigned: &'a HashSet<ProductId>,
    /// Those of drafts of other imports, with the covers that these were sent with.
    pub of_others: &'a HashMap<ProductId, Option<FileId>>,
    /// When a list first showed each product.
    pub first_seen: &'a HashMap<ProductId, Duration>,
    /// The covers of all drafts, with the folded names of those that have each, and whether their product is
    /// known. A marketplace may give equal photos the same id.
    pub covers: &'a HashMap<FileId, Vec<(String, bool)>>,
}

/// Matches claims against a listing, complete or not.
///
/// By the product's id if the creation's response gave one; by the cover if covers are proven to come back;
/// otherwise, and for products without photos, by the other fields, counting new products.
pub fn match_claims(
    listing: &ListedProducts,
    identity: Identity,
    excluded: &ExcludedProducts<'_>,
    claims: &[Claim],
) -> Matches {
    let mut matching =
        Matching { listing, identity, excluded, used: HashSet::new(), evidence: None, photoless: false };
    let mut results = vec![MatchResult::NotListed; claims.len()];
    matching.by_product(claims, &mut results);
    matching.by_cover(claims, &mut results);
    if identity == Identity::Unproven {
        matching.by_known_covers();
    }
    // A part of the shop is no place to count in. And once a cover came back, what has another photo is not
    // ours.
    if listing.cut_short || (identity == Identity::Unproven && matching.evidence == Some(Identity::Cover)) {
        return matching.into_matches(results);
    }
    matching.by_fields(claims, &mut results);
    if matches!(identity, Identity::Unproven | Identity::Cover) {
        matching.by_unexplained(claims, &mut results);
    }
    matching.by_name_or_sku(claims, &mut results);
    matching.into_matches(results)
}

struct Matching<'a> {
    listing: &'a ListedProducts,
    identity: Identity,
    excluded: &'a ExcludedProducts<'a>,
    /// Indices of listed products that are matched to a claim.
    used: HashSet<usize>,
    evidence: Option<Identity>,
    photoless: bool,
}

impl Matching<'_> {
    fn into_matches(self, results: Vec<MatchResult>) -> Matches {
        Matches { results, evidence: self.evidence, photoless: self.photoless }
    }

    fn by_product(&mut self, claims: &[Claim], results: &mut [MatchResult]) {
        let wanted: HashMap<&ProductId, usize> =
            claims.iter().enumerate().filter_map(|(n, claim)| Some((claim.product.as_ref()?, n))).collect();
        if wanted.is_empty() {
            return;
        }
        for (position, listed) in self.listing.products.iter().enumerate() {
            if let Some(&n) =
                wanted.get(&listed.id).filter(|&&n| !self.is_of_other_in_doubt(n, listed, claims))
            {
                results[n] = MatchResult::Listed(Some(listed.id.clone()));
                self.used.insert(position);
                self.learn_identity(&claims[n], listed);
            }
        }
    }

    /// Whether a listed product has the cover and the name of another draft, of which it is not known what
    /// became: an answer named the wrong draft's product.
    fn is_of_other_in_doubt(&self, n: usize, listed: &ListedProduct, claims: &[Claim]) -> bool {
        let Some(photo) = listed
            .photo
            .as_ref()
            .filter(|photo| self.identity == Identity::Cover && claims[n].cover.as_ref() != Some(photo))
        else {
            return false;
        };
        let title = folded(&listed.title);
        let has_it = |other: &Claim| {
            !other.created && other.cover.as_ref() == Some(photo) && other.fields.title == title
        };
        claims.iter().enumerate().any(|(m, other)| m != n && has_it(other))
    }

    fn by_cover(&mut self, claims: &[Claim], results: &mut [MatchResult]) {
        if !matches!(self.identity, Identity::Cover | Identity::Unproven) {
            return;
        }
        let mut wanted: HashMap<&FileId, Vec<usize>> = HashMap::new();
        for (n, claim) in claims.iter().enumerate().filter(|(n, _)| results[*n] == MatchResult::NotListed) {
            if let Some(cover) = &claim.cover {
                wanted.entry(cover).or_default().push(n);
            }
        }
        // One with the name of a draft is rather its product than one without.
        let has_name = |n: usize, listed: &ListedProduct| claims[n].fields.title == folded(&listed.title);
        let with_cover = self.listing.products.iter().enumerate();
        let with_cover = with_cover
            .filter_map(|(position, listed)| Some((position, listed, wanted.get(listed.photo.as_ref()?)?)));
        let (named, others): (Vec<_>, Vec<_>) =
            with_cover.partition(|(_, listed, members)| members.iter().any(|&n| has_name(n, listed)));
        for (position, listed, members) in named.into_iter().chain(others) {
            // A product that is known to belong to another draft is not this one's; of several drafts with
            // one cover, the one with the product's name is meant.
            let title = folded(&listed.title);
            let is_shared = listed
                .photo
                .as_ref()
                .and_then(|photo| self.excluded.covers.get(photo))
                .is_some_and(|names| names.len() > 1);
            let is_meant = |n: &usize| !is_shared && members.len() == 1 || claims[*n].fields.title == title;
            let meant: Vec<usize> = members.iter().copied().filter(is_meant).collect();
            if self.is_misnamed(listed) {
                let may_be_its =
                    |n: &&usize| claims[**n].fields.title == title && self.could_be(&claims[**n], listed);
                let unsure = meant
                    .iter()
                    .filter(may_be_its)
                    .filter(|&&n| !claims[n].created && results[n] == MatchResult::NotListed);
                unsure
                    .copied()
                    .collect::<Vec<_>>()
                    .into_iter()
                    .for_each(|n| results[n] = MatchResult::Unclear);
            }
            if meant.is_empty()
                || self.excluded.assigned.contains(&listed.id)
                || self.used.contains(&position)
            {
                continue;
            }
            // Of those that look alike, it is rather that of one that the marketplace said it has.
            let is_lost = |n: usize| !claims[n].created && !claims[n].accepted;
            let open: Vec<usize> =
                meant.iter().copied().filter(|&n| !matches!(results[n], MatchResult::Listed(_))).collect();
            let Some(n) = open.iter().copied().min_by_key(|&n| is_lost(n)) else { continue };
            if self.identity == Identity::Unproven && !self.proves(n, listed, claims, results) {
                continue;
            }
            // Of several lost ones that look alike, and of which fewer are listed, nothing tells which ones
            // these are.
            let lost: Vec<usize> =
                open.into_iter().filter(|&n| is_lost(n) && claims[n].fields.title == title).collect();
            if is_lost(n) && lost.len() > self.count_alike(listed, &title) {
                lost.into_iter().for_each(|n| results[n] = MatchResult::Unclear);
                continue;
            }
            let has_name = claims[n].fields.title == title;
            let is_anothers = self.excluded.covers.values().flatten().any(|(name, _)| *name == title);
            let is_anothers = is_anothers || claims.iter().any(|other| other.fields.title == title);
            let is_new = self.excluded.baseline.is_some() && !claims[n].sent_before && !is_anothers;
            match (self.could_be(&claims[n], listed), has_name) {
                (true, _) if has_name || is_new => {
                    self.used.insert(position);
                    results[n] = MatchResult::Listed(Some(listed.id.clone()));
                    self.learn_identity(&claims[n], listed);
                }
                // It may be an older product with the same photo, or ours under another name; and no list
                // should have had ours before.
                _ => results[n] = MatchResult::Unclear,
            }
        }
    }

    /// Of a product that a draft is known to have, its cover comes back: an earlier process created it, and
    /// no claim is left.
    fn by_known_covers(&mut self) {
        let has_its_cover = |listed: &ListedProduct| {
            let names = listed.photo.as_ref().and_then(|photo| self.excluded.covers.get(photo));
            let title = folded(&listed.title);
            self.excluded.assigned.contains(&listed.id)
                && names.is_some_and(|names| names.iter().any(|(name, is_known)| *is_known && *name == title))
        };
        if self.listing.products.iter().any(has_its_cover) {
            self.add_evidence(Identity::Cover);
        }
    }

    /// How many listed products that belong to nobody yet have this one's photo and name.
    fn count_alike(&self, one: &ListedProduct, title: &str) -> usize {
        let is_alike = |listed: &ListedProduct| listed.photo == one.photo && folded(&listed.title) == title;
        let is_free = |position: usize, listed: &ListedProduct| {
            !self.used.contains(&position) && !self.excluded.assigned.contains(&listed.id) && is_alike(listed)
        };
        self.listing
            .products
            .iter()
            .enumerate()
            .filter(|(position, listed)| is_free(*position, listed))
            .count()
    }

    /// Whether the product of a draft of another import is listed with another cover than that one's: its
    /// answer may have named the product of the draft whose cover this is.
    fn is_misnamed(&self, listed: &ListedProduct) -> bool {
        let sent_with = self.excluded.of_others.get(&listed.id).filter(|_| self.identity == Identity::Cover);
        sent_with.is_some_and(|cover| *cover != listed.photo)
    }

    /// While the identity is unproven, an equal id may be chance: the name must agree as well, the product
    /// must be new, and no other claim of that name may explain it.
    fn proves(
        &self,
        n: usize,
        listed: &ListedProduct,
        claims: &[Claim],
        results: &mut [MatchResult],
    ) -> bool {
        let title = &claims[n].fields.title;
        if *title != folded(&listed.title) || !self.could_be(&claims[n], listed) {
            return false;
        }
        let alike =
            |m: &usize| !matches!(results[*m], MatchResult::Listed(_)) && claims[*m].fields.title == *title;
        let alike: Vec<usize> = (0..claims.len()).filter(alike).collect();
        if alike.len() > 1 {
            // It belongs to one of them, and nothing tells to which.
            alike.into_iter().for_each(|m| results[m] = MatchResult::Unclear);
            return false;
        }
        true
    }

    /// Whether the list shows products that were not there before and are nobody's: then not all that was
    /// there is known.
    fn has_strangers(&self, claims: &[Claim]) -> bool {
        let Some(baseline) = self.excluded.baseline else { return false };
        let titles: HashSet<&str> = claims.iter().map(|claim| claim.fields.title.as_str()).collect();
        let is_known = |listed: &ListedProduct| {
            baseline.contains(&listed.id) || self.excluded.assigned.contains(&listed.id)
        };
        let is_stranger =
            |listed: &ListedProduct| !is_known(listed) && !titles.contains(folded(&listed.title).as_str());
        self.listing
            .products
            .iter()
            .enumerate()
            .any(|(position, listed)| !self.used.contains(&position) && is_stranger(listed))
    }

    fn by_fields(&mut self, claims: &[Claim], results: &mut [MatchResult]) {
        let mut groups: HashMap<&SentFields, Vec<usize>> = HashMap::new();
        let by_cover = |claim: &Claim| self.identity == Identity::Cover && claim.cover.is_some();
        let open = claims
            .iter()
            .enumerate()
            .filter(|(n, claim)| results[*n] == MatchResult::NotListed && !by_cover(claim));
        for (n, claim) in open {
            groups.entry(&claim.fields).or_default().push(n);
        }
        // The most precisely described claims first; a listed product counts for one group only.
        let mut groups: Vec<(&SentFields, Vec<usize>)> = groups.into_iter().collect();
        groups.sort_by_key(|(fields, members)| (fields.price.is_none(), fields.stock.is_none(), members[0]));
        let is_whole = !self.has_strangers(claims);
        for (fields, members) in groups {
            self.count_group(fields, &members, is_whole, claims, results);
        }
    }

    fn count_group(
        &mut self,
        fields: &SentFields,
        members: &[usize],
        is_whole: bool,
        claims: &[Claim],
        results: &mut [MatchResult],
    ) {
        // If one of them has no baseline, any similar product may be it, old or new.
        let sent_before = members.iter().any(|&n| claims[n].sent_before) || self.excluded.baseline.is_none();
        let matches = |position: &usize| {
            let listed = &self.listing.products[*position];
            let new =
                sent_before || self.excluded.baseline.is_some_and(|baseline| !baseline.contains(&listed.id));
            let new = new && members.iter().any(|&n| !self.was_seen_before(&claims[n], listed));
            new && !self.used.contains(position)
                && !self.excluded.assigned.contains(&listed.id)
                && fields.matches(listed)
        };
        let candidates: Vec<usize> = (0..self.listing.products.len()).filter(matches).collect();
        let (created, unconfirmed): (Vec<usize>, Vec<usize>) =
            members.iter().partition(|&&n| claims[n].created);
        // Lists that were empty before may have lacked what they show now: unless the marketplace said so, it
        // need not be ours.
        let was_empty =
            self.identity == Identity::Unproven && self.excluded.baseline.is_some_and(HashSet::is_empty);
        let may_be_old = was_empty && unconfirmed.iter().any(|&n| !claims[n].accepted);
        let countable = !sent_before && self.identity != Identity::Nothing && is_whole && !may_be_old;
        if candidates.is_empty() {
            if self.identity == Identity::Nothing {
                unconfirmed.iter().for_each(|&n| results[n] = MatchResult::Unclear);
            }
        } else if !countable {
            unconfirmed.iter().for_each(|&n| results[n] = MatchResult::Unclear);
        } else if candidates.len() == members.len() {
            // The one that was sent first has the one that was seen first: no product is older than its
            // draft.
            let (mut members, mut candidates) = (members.to_vec(), candidates);
            members.sort_by_key(|&n| claims[n].first_sent_at);
            candidates.sort_by_key(|&position| {
                let first_seen = self.excluded.first_seen.get(&self.listing.products[position].id);
                first_seen.copied().unwrap_or(Duration::MAX)
            });
            for (&n, &position) in members.iter().zip(&candidates) {
                results[n] = MatchResult::Listed(Some(self.listing.products[position].id.clone()));
                self.used.insert(position);
                self.learn_identity(&claims[n], &self.listing.products[position]);
            }
        } else if candidates.len() > members.len() || unconfirmed.is_empty() {
            // Which of the created ones are listed, and since when, cannot be told; nothing depends on it.
            created.iter().for_each(|&n| results[n] = MatchResult::Unclear);
            unconfirmed.iter().for_each(|&n| results[n] = MatchResult::Listed(None));
        } else if candidates.len() > created.len()
            || created.iter().any(|&n| claims[n].fresh || claims[n].product.is_some())
            || self.has_moved(&fields.title, created.iter().map(|&n| &claims[n]), claims)
        {
            // One of the created ones may still be missing, have an id of another kind, or have been sold: it
            // is not known which products these are.
            unconfirmed.iter().for_each(|&n| results[n] = MatchResult::Unclear);
        } else if candidates.len() == created.len() {
            created.iter().for_each(|&n| results[n] = MatchResult::Listed(None));
            self.used.extend(&candidates);
            // All of them are listed, whichever is which, and none with the id of its cover: covers do not
            // come back.
            let photos: Vec<_> =
                candidates.iter().map(|&position| self.listing.products[position].photo.as_ref()).collect();
            let covers = || members.iter().map(|&n| claims[n].cover.as_ref());
            if photos
                .iter()
                .all(|photo| photo.is_some() && covers().all(|cover| cover.is_some() && cover != *photo))
            {
                self.add_evidence(Identity::Fields);
            }
        }
    }

    /// Whether a listed product has the name of created ones, could be one of these, and has values that
    /// nobody sent: a sale changed it.
    fn has_moved<'a>(
        &self,
        title: &str,
        mut created: impl Iterator<Item = &'a Claim> + Clone,
        claims: &[Claim],
    ) -> bool {
        let is_free = |position: usize, listed: &ListedProduct| {
            !self.used.contains(&position) && !self.excluded.assigned.contains(&listed.id)
        };
        let listed =
            self.listing.products.iter().enumerate().filter(|(position, listed)| is_free(*position, listed));
        let unsent = listed.filter(|(_, listed)| {
            folded(&listed.title) == title && !claims.iter().any(|claim| claim.fields.matches(listed))
        });
        unsent.into_iter().any(|(_, listed)| created.any(|claim| self.could_be(claim, listed)))
    }

    /// While it is not known how our products look in the list, any unexplained product may be one. Where
    /// covers are known to come back, that goes for those without photos: their names may come back changed.
    fn by_unexplained(&self, claims: &[Claim], results: &mut [MatchResult]) {
        let listed = self.listing.products.iter().enumerate();
        let unexplained = listed.filter(|(position, listed)| {
            !self.used.contains(position) && !self.excluded.assigned.contains(&listed.id)
        });
        let unexplained_products: Vec<&ListedProduct> = unexplained.map(|(_, listed)| listed).collect();
        for (claim, answer) in claims.iter().zip(results) {
            let by_cover = self.identity == Identity::Cover;
            let looks_like_it =
                |listed: &&ListedProduct| !by_cover || (claim.cover.is_none() && listed.photo.is_none());
            let mut candidates = unexplained_products.iter().filter(|listed| looks_like_it(listed));
            if !claim.created
                && *answer == MatchResult::NotListed
                && candidates.any(|listed| self.could_be(claim, listed))
            {
                *answer = MatchResult::Unclear;
            }
        }
    }

    /// A listed product that was not there before, belongs to no other draft, and has the name or the SKU may
    /// be the one, whatever became of its photo, price and stock.
    fn by_name_or_sku(&self, claims: &[Claim], results: &mut [MatchResult]) {
        let open: Vec<usize> = (0..claims.len())
            .filter(|&n| !claims[n].created && results[n] == MatchResult::NotListed)
            .collect();
        if open.is_empty() {
            return;
        }
        let found =
            claims.iter().zip(&*results).filter(|(_, result)| matches!(result, MatchResult::Listed(_)));
        let found: HashSet<_> = found
            .filter_map(|(claim, _)| Some((claim.cover.as_ref()?, claim.fields.title.as_str())))
            .collect();
        for (position, listed) in self.listing.products.iter().enumerate() {
            if self.used.contains(&position) || self.excluded.assigned.contains(&listed.id) {
                continue;
            }
            let title = folded(&listed.title);
            // One that has its product already does not have a second one: that shows another's cover, or a
            // gateway repeated a request.
            let of_other = |claim: &Claim| {
                let photo = listed.photo.as_ref().filter(|_| self.identity == Identity::Cover);
                let names = photo
                    .filter(|photo| claim.cover.as_ref() != Some(photo))
                    .and_then(|photo| self.excluded.covers.get(photo));
                let is_owner = |(name, is_known): &(String, bool)| *name == title && !is_known;
                let is_found = photo.is_some_and(|photo| found.contains(&(photo, title.as_str())));
                !is_found && names.is_some_and(|names| names.iter().any(is_owner))
            };
            let is_like = |claim: &Claim| {
                claim.fields.title == title || (claim.sku.is_some() && claim.sku == listed.sku)
            };
            for &n in &open {
                if is_like(&claims[n]) && self.could_be(&claims[n], listed) && !of_other(&claims[n]) {
                    results[n] = MatchResult::Unclear;
                }
            }
        }
    }

    /// Whether a listed product could be this claim's, considering when it was created.
    fn could_be(&self, claim: &Claim, listed: &ListedProduct) -> bool {
        let is_new =
            claim.sent_before || self.excluded.baseline.is_none_or(|baseline| !baseline.contains(&listed.id));
        is_new && !self.was_seen_before(claim, listed)
    }

    /// Whether a list showed the product before the claim was ever sent.
    fn was_seen_before(&self, claim: &Claim, listed: &ListedProduct) -> bool {
        let first_seen = self.excluded.first_seen.get(&listed.id);
        claim.first_sent_at.zip(first_seen).is_some_and(|(sent, seen)| *seen < sent)
    }

    /// `listed` is certainly this claim's product: derives what that says about recognizing products.
    fn learn_identity(&mut self, claim: &Claim, listed: &ListedProduct) {
        let Some(cover) = &claim.cover else { return };
        self.photoless |= listed.photo.is_none() && claim.fields.matches(listed);
        let Some(photo) = &listed.photo else { return };
        let shown = if cover == photo {
            Identity::Cover
        } else if claim.fields.matches(listed) {
            Identity::Fields
        } else {
            Identity::Nothing
        };
        self.add_evidence(shown);
    }

    /// One product whose photo or fields do not come back is enough to doubt it for all.
    fn add_evidence(&mut self, shown: Identity) {
        let rank = |identity| match identity {
            Identity::Unproven => 0,
            Identity::Cover => 1,
            Identity::Fields => 2,
            Identity::Nothing => 3,
        };
        if self.evidence.is_none_or(|known| rank(shown) > rank(known)) {
            self.evidence = Some(shown);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_proves_nothing_once_one_of_a_name_was_sold() {
        let created = || Claim { cover: Some(FileId::from(1)), created: true, ..claim_named("mug") };
        let lost = Claim {
            cover: Some(FileId::from(3)),
            first_sent_at: Some(Duration::from_secs(10)),
            ..claim_named("mug")
        };
        let sold = ListedProduct { stock: Some(0), ..listed(7, "mug", 70) };
        let of = |products: Vec<ListedProduct>| {
            let listing = ListedProducts { complete: true, cut_short: false, has_shrunk: false, products };
            let (baseline, none) = (HashSet::new(), HashSet::new());
            // It was seen before the lost one was sent.
            let first_seen = HashMap::from([(ProductId::from(7), Duration::from_secs(5))]);
            let excluded = ExcludedProducts {
                baseline: Some(&baseline),
                assigned: &none,
                of_others: &HashMap::new(),
                first_seen: &first_seen,
                covers: &HashMap::new(),
            };
            match_claims(&listing, Identity::Fields, &excluded, &[created(), created(), lost.clone()])
                .results
                .remove(2)
        };
        assert_eq!(of(vec![listed(8, "mug", 80), listed(9, "mug", 90)]), MatchResult::NotListed);
        assert_eq!(of(vec![sold, listed(8, "mug", 80), listed(9, "mug", 90)]), MatchResult::Unclear);
    }

    fn claim(cover: u64, created: bool) -> Claim {
        Claim { cover: Some(FileId::from(cover)), created, ..claim_named("mug") }
    }

    fn claim_named(title: &str) -> Claim {
        let fields = SentFields { title: title.to_owned(), price: Some(Price::on_wire(1)), stock: Some(1) };
        let (created, accepted, fresh, sent_before) = (false, false, false, false);
        Claim {
            cover: None,
            product: None,
            fields,
            sku: None,
            created,
            accepted,
            fresh,
            sent_before,
            first_sent_at: None,
        }
    }

    fn listed(id: u64, title: &str, photo: u64) -> ListedProduct {
        let photo = Some(FileId::from(photo));
        ListedProduct {
            id: ProductId::from(id),
            title: title.to_owned(),
            price: Some(Price::on_wire(1)),
            stock: Some(1),
            photo,
            sku: None,
            variants: Vec::new(),
            at: Duration::ZERO,
        }
    }

    fn matched(products: Vec<ListedProduct>, claims: &[Claim]) -> Matches {
        matched_after(&HashMap::new(), products, claims)
    }

    fn matched_after(
        first_seen: &HashMap<ProductId, Duration>,
        products: Vec<ListedProduct>,
        claims: &[Claim],
    ) -> Matches {
        matched_in(&HashSet::from([ProductId::from(9000)]), first_seen, products, claims)
    }

    fn matched_in(
        baseline: &HashSet<ProductId>,
        first_seen: &HashMap<ProductId, Duration>,
        products: Vec<ListedProduct>,
        claims: &[Claim],
    ) -> Matches {
        let (none, covers, of_others) = (HashSet::new(), HashMap::new(), HashMap::new());
        let excluded = ExcludedProducts {
            baseline: Some(baseline),
            assigned: &none,
            of_others: &of_others,
            first_seen,
            covers: &covers,
        };
        match_claims(
            &ListedProducts { complete: true, cut_short: false, has_shrunk: false, products },
            Identity::Unproven,
            &excluded,
            claims,
        )
    }

    #[test]
    fn what_a_list_showed_before_a_draft_was_sent_is_not_its_product() {
        let sent = Claim { first_sent_at: Some(Duration::from_secs(20)), ..claim(60, false) };
        for (seen, result) in
            [(10, MatchResult::NotListed), (30, MatchResult::Listed(Some(ProductId::from(1))))]
        {
            let first_seen = HashMap::from([(ProductId::from(1), Duration::from_secs(seen))]);
            let shown = matched_after(&first_seen, vec![listed(1, "mug", 77)], std::slice::from_ref(&sent));
            assert_eq!(shown.results, [result], "{seen}");
        }
    }

    #[test]
    fn a_first_product_listed_with_another_photo_id_proves_that_covers_do_not_come_back() {
        let shown = matched(vec![listed(1, "mug", 77)], &[claim(50, true), claim(60, false)]);
        assert_eq!(shown.evidence, Some(Identity::Fields));
        assert_eq!(shown.results[0], MatchResult::Listed(None));
    }

    #[test]
    fn once_a_cover_came_back_another_photo_is_not_ours_whatever_the_name_and_the_price() {
        let ours = Claim { product: Some(ProductId::from(1)), ..claim(50, true) };
        let shown = matched(vec![listed(1, "mug", 50), listed(2, "mug", 77)], &[ours, claim(60, false)]);
        assert_eq!(shown.evidence, Some(Identity::Cover));
        assert_eq!(
            shown.results[1],
            MatchResult::NotListed,
            "a list that was empty by mistake made it seem new"
        );
    }

    #[test]
    fn a_second_product_with_the_cover_of_another_draft_may_be_that_of_a_lost_one_with_its_name() {
        let listed = vec![listed(1, "mug", 50), listed(2, "mug", 50)];
        let (none, covers) =
            (HashSet::new(), HashMap::from([(FileId::from(50), vec![("mug".to_owned(), false)])]));
        let (of_others, first_seen) = (HashMap::new(), HashMap::new());
        let excluded = ExcludedProducts {
            baseline: Some(&none),
            assigned: &none,
            of_others: &of_others,
            first_seen: &first_seen,
            covers: &covers,
        };
        let listing =
            ListedProducts { complete: true, cut_short: false, has_shrunk: false, products: listed };
        let shown = match_claims(&listing, Identity::Cover, &excluded, &[claim(50, false), claim(60, false)]);
        assert_eq!(shown.results, [MatchResult::Listed(Some(ProductId::from(1))), MatchResult::Unclear]);
    }

    #[test]
    fn a_product_that_a_draft_is_known_to_have_shows_that_covers_come_back() {
        let assigned = HashSet::from([ProductId::from(1)]);
        let (none, of_others, first_seen) = (HashSet::new(), HashMap::new(), HashMap::new());
        let known = HashMap::from([(FileId::from(50), vec![("mug".to_owned(), true)])]);
        let excluded = ExcludedProducts {
            baseline: Some(&none),
            assigned: &assigned,
            of_others: &of_others,
            first_seen: &first_seen,
            covers: &known,
        };
        // A gateway repeated its creation: the second one is not that of a lost draft with another photo.
        let products = vec![listed(1, "mug", 50), listed(2, "mug", 50)];
        let listing = ListedProducts { complete: true, cut_short: false, has_shrunk: false, products };
        let shown = match_claims(&listing, Identity::Unproven, &excluded, &[claim(60, false)]);
        assert_eq!((shown.evidence, &shown.results[0]), (Some(Identity::Cover), &MatchResult::NotListed));
    }

    #[test]
    fn of_two_with_one_cover_and_name_the_one_that_the_marketplace_said_it_has_is_listed() {
        let said = Claim { accepted: true, ..claim(60, false) };
        let excluded_covers =
            HashMap::from([(FileId::from(60), vec![("mug".to_owned(), false), ("mug".to_owned(), false)])]);
        let (none, of_others, first_seen) = (HashSet::new(), HashMap::new(), HashMap::new());
        let excluded = ExcludedProducts {
            baseline: Some(&none),
            assigned: &none,
            of_others: &of_others,
            first_seen: &first_seen,
            covers: &excluded_covers,
        };
        let listing = ListedProducts {
            complete: true,
            cut_short: false,
            has_shrunk: false,
            products: vec![listed(1, "mug", 60)],
        };
        let shown = match_claims(&listing, Identity::Cover, &excluded, &[claim(60, false), said]);
        assert_eq!(shown.results, [MatchResult::NotListed, MatchResult::Listed(Some(ProductId::from(1)))]);
    }

    #[test]
    fn nothing_is_counted_in_a_list_with_strangers_that_it_lacked_before() {
        let lost = [claim(60, false)];
        assert_eq!(
            matched(vec![listed(1, "mug", 77)], &lost).results,
            [MatchResult::Listed(Some(ProductId::from(1)))]
        );
        let with_stranger = vec![listed(1, "mug", 77), listed(2, "vase", 78)];
        assert_eq!(
            matched(with_stranger, &lost).results,
            [MatchResult::Unclear],
            "it may have lacked the mug as well"
        );
    }

    #[test]
    fn what_appears_in_a_list_that_was_empty_need_not_be_a_lost_product() {
        let said = Claim { accepted: true, ..claim(60, false) };
        for (lost, result) in
            [(claim(60, false), MatchResult::Unclear), (said, MatchResult::Listed(Some(ProductId::from(1))))]
        {
            let shown = matched_in(
                &HashSet::new(),
                &HashMap::new(),
                vec![listed(1, "mug", 77)],
                std::slice::from_ref(&lost),
            );
            assert_eq!(
                shown.results,
                [result],
                "an index that was being rebuilt had an old one of this name"
            );
        }
    }

    /// Matches in a shop that shows covers and held nothing before. `covers`: those of drafts, with their
    /// names.
    fn matched_by_cover(
        covers: &[(u64, &str)],
        products: Vec<ListedProduct>,
        claims: &[Claim],
    ) -> Vec<MatchResult> {
        let mut names: HashMap<FileId, Vec<(String, bool)>> = HashMap::new();
        for (cover, name) in covers {
            names.entry(FileId::from(*cover)).or_default().push(((*name).to_owned(), false));
        }
        let (none, of_others, first_seen) = (HashSet::new(), HashMap::new(), HashMap::new());
        let excluded = ExcludedProducts {
            baseline: Some(&none),
            assigned: &none,
            of_others: &of_others,
            first_seen: &first_seen,
            covers: &names,
        };
        match_claims(
            &ListedProducts { complete: true, cut_short: false, has_shrunk: false, products },
            Identity::Cover,
            &excluded,
            claims,
        )
        .results
    }

    #[test]
    fn of_two_products_with_one_cover_the_one_with_the_name_is_the_drafts_whichever_comes_first() {
        let covers = [(50, "vase"), (60, "mug")];
        let products = vec![listed(1, "vase", 60), listed(2, "mug", 60)];
        assert_eq!(
            matched_by_cover(&covers, products.clone(), &[claim(60, false)]),
            [MatchResult::Listed(Some(ProductId::from(2)))]
        );
        assert_eq!(
            matched_by_cover(&covers[1..], products.clone(), &[claim(60, false)]),
            [MatchResult::Listed(Some(ProductId::from(2)))]
        );
        // The vase is shown with the cover of the mug: it is not the mug under another name.
        assert_eq!(
            matched_by_cover(&covers, products[..1].to_vec(), &[claim(60, false)]),
            [MatchResult::Unclear]
        );
    }

    #[test]
    fn which_of_two_lost_ones_with_one_cover_and_name_is_listed_is_not_known_before_both_are() {
        let (covers, lost) = ([(60, "mug"), (60, "mug")], [claim(60, false), claim(60, false)]);
        let shown = |products: &[ListedProduct]| matched_by_cover(&covers, products.to_vec(), &lost);
        let both = [listed(1, "mug", 60), listed(2, "mug", 60)];
        assert_eq!(shown(&both[..1]), [MatchResult::Unclear, MatchResult::Unclear]);
        assert_eq!(shown(&both), [1, 2].map(|id| MatchResult::Listed(Some(ProductId::from(id)))));
    }

    #[test]
    fn an_equal_id_proves_nothing_while_another_product_of_that_name_is_open() {
        // The first product's photo happens to have the id of the second one's cover.
        let shown = matched(vec![listed(1, "mug", 60)], &[claim(50, true), claim(60, false)]);
        assert_eq!(shown.evidence, None);
        assert_eq!(shown.results, [MatchResult::Unclear, MatchResult::Unclear]);
        let alone = matched(vec![listed(1, "mug", 60)], &[claim(60, false), claim_named("bowl")]);
        assert_eq!(alone.evidence, Some(Identity::Cover));
        assert_eq!(alone.results[0], MatchResult::Listed(Some(ProductId::from(1))));
    }

    #[test]
    fn a_product_that_may_not_be_listed_yet_leaves_similar_ones_unclear() {
        let just_created = Claim { fresh: true, ..claim(50, true) };
        let shown = matched(vec![listed(1, "mug", 77)], &[just_created, claim(60, false)]);
        assert_eq!((shown.evidence, &shown.results[1]), (None, &MatchResult::Unclear));
    }
}
