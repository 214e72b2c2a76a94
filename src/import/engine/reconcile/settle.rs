//! Which listed products are ours. Pure: a listing and claims go in, matches come out.

use std::collections::{HashMap, HashSet};

use crate::domain::text::folded;
use crate::domain::{FileId, ProductId};
use crate::import::engine::{ListedProduct, Listing};
use crate::import::journal::Identity;

/// A draft of ours that the shop may hold.
#[derive(Clone, Debug)]
pub struct Claim {
    pub cover: Option<FileId>,
    pub product: Option<ProductId>,
    pub likeness: Likeness,
    /// Its creation was answered; otherwise whether it exists is the question.
    pub created: bool,
    /// Created so lately that the list may not have it yet.
    pub fresh: bool,
    /// It may be older than the baseline.
    pub sent_before: bool,
}

/// What of a product comes back in a list as it was sent. What was not sent may come back as anything.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Likeness {
    pub title: String,
    pub price: Option<i64>,
    pub stock: Option<i64>,
}

impl Likeness {
    fn fits(&self, seen: &ListedProduct) -> bool {
        let open = |sent: Option<i64>, listed: Option<i64>| sent.is_none() || listed.is_none() || sent == listed;
        open(self.price, seen.price) && open(self.stock, seen.stock) && self.title == folded(&seen.title)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Listed; its id where that is sure.
    Here(Option<ProductId>),
    NotHere,
    /// Something listed may be it.
    Unclear,
}

#[derive(Debug)]
pub struct Matched {
    /// One for each claim.
    pub answers: Vec<Answer>,
    /// What the listing says of how products are known again.
    pub evidence: Option<Identity>,
    /// A product of ours came back as it was sent, but without a photo's id.
    pub photoless: bool,
}

/// Products that cannot be ours.
pub struct Others<'a> {
    /// What the shop held before the run, when that is known.
    pub baseline: Option<&'a HashSet<ProductId>>,
    /// Products of drafts that claim nothing any more.
    pub taken: &'a HashSet<ProductId>,
}

/// Sets claims against a listing, complete or not.
///
/// By the product's id where the creation's answer gave one; by the cover where covers are proven to come back; by
/// likeness, counting what is new, where they are not.
pub fn match_claims(listing: &Listing, identity: Identity, others: &Others<'_>, claims: &[Claim]) -> Matched {
    let mut matching = Matching { listing, identity, others, used: HashSet::new(), evidence: None, photoless: false };
    let mut answers = vec![Answer::NotHere; claims.len()];
    matching.by_product(claims, &mut answers);
    matching.by_cover(claims, &mut answers);
    if identity != Identity::Cover {
        matching.by_likeness(claims, &mut answers);
    }
    if identity == Identity::Unproven {
        matching.by_strangers(claims, &mut answers);
    }
    Matched { answers, evidence: matching.evidence, photoless: matching.photoless }
}

struct Matching<'a> {
    listing: &'a Listing,
    identity: Identity,
    others: &'a Others<'a>,
    /// Listed products (by place) that are some claim's.
    used: HashSet<usize>,
    evidence: Option<Identity>,
    photoless: bool,
}

impl Matching<'_> {
    fn by_product(&mut self, claims: &[Claim], answers: &mut [Answer]) {
        let wanted: HashMap<&ProductId, usize> =
            claims.iter().enumerate().filter_map(|(n, claim)| Some((claim.product.as_ref()?, n))).collect();
        if wanted.is_empty() {
            return;
        }
        for (place, seen) in self.listing.products.iter().enumerate() {
            if let Some(&n) = wanted.get(&seen.id) {
                answers[n] = Answer::Here(Some(seen.id.clone()));
                self.used.insert(place);
                self.learn(&claims[n], seen);
            }
        }
    }

    fn by_cover(&mut self, claims: &[Claim], answers: &mut [Answer]) {
        if !matches!(self.identity, Identity::Cover | Identity::Unproven) {
            return;
        }
        let mut wanted: HashMap<&FileId, Vec<usize>> = HashMap::new();
        for (n, claim) in claims.iter().enumerate().filter(|(n, _)| answers[*n] == Answer::NotHere) {
            if let Some(cover) = &claim.cover {
                wanted.entry(cover).or_default().push(n);
            }
        }
        for (place, seen) in self.listing.products.iter().enumerate() {
            let Some(members) = seen.photo.as_ref().and_then(|photo| wanted.get(photo)) else { continue };
            // A marketplace may give equal photos one id. What another draft is known to be is not this one's, and of
            // several with one cover it is the one named so.
            let title = folded(&seen.title);
            let open = |n: &&usize| answers[**n] == Answer::NotHere && (members.len() == 1 || claims[**n].likeness.title == title);
            let Some(&n) = members.iter().find(open) else { continue };
            if self.others.taken.contains(&seen.id) {
                continue;
            }
            if self.identity == Identity::Unproven && !self.proves(n, seen, claims, answers) {
                continue;
            }
            if self.used.insert(place) {
                answers[n] = Answer::Here(Some(seen.id.clone()));
                self.learn(&claims[n], seen);
            }
        }
    }

    /// Unproven, an equal number may be chance: then the name has to agree, the product to be new, and no other claim of
    /// that name may explain it.
    fn proves(&self, n: usize, seen: &ListedProduct, claims: &[Claim], answers: &mut [Answer]) -> bool {
        let title = &claims[n].likeness.title;
        if *title != folded(&seen.title) || !self.may_be(&claims[n], seen) {
            return false;
        }
        let alike = |m: &usize| !matches!(answers[*m], Answer::Here(_)) && claims[*m].likeness.title == *title;
        let alike: Vec<usize> = (0..claims.len()).filter(alike).collect();
        if alike.len() > 1 {
            // It is one of theirs, and nothing says whose.
            alike.into_iter().for_each(|m| answers[m] = Answer::Unclear);
            return false;
        }
        true
    }

    fn by_likeness(&mut self, claims: &[Claim], answers: &mut [Answer]) {
        let mut groups: HashMap<&Likeness, Vec<usize>> = HashMap::new();
        for (n, claim) in claims.iter().enumerate().filter(|(n, _)| answers[*n] == Answer::NotHere) {
            groups.entry(&claim.likeness).or_default().push(n);
        }
        // The most exactly described first; a listed product counts for one group.
        let mut groups: Vec<(&Likeness, Vec<usize>)> = groups.into_iter().collect();
        groups.sort_by_key(|(likeness, members)| (likeness.price.is_none(), likeness.stock.is_none(), members[0]));
        for (likeness, members) in groups {
            self.count_group(likeness, &members, claims, answers);
        }
    }

    fn count_group(&mut self, likeness: &Likeness, members: &[usize], claims: &[Claim], answers: &mut [Answer]) {
        // With no baseline for one of them, any product that looks like it may be it, old or new.
        let sent_before = members.iter().any(|&n| claims[n].sent_before) || self.others.baseline.is_none();
        let fits = |place: &usize| {
            let seen = &self.listing.products[*place];
            let new = sent_before || self.others.baseline.is_some_and(|baseline| !baseline.contains(&seen.id));
            new && !self.used.contains(place) && !self.others.taken.contains(&seen.id) && likeness.fits(seen)
        };
        let candidates: Vec<usize> = (0..self.listing.products.len()).filter(fits).collect();
        let (created, lost): (Vec<usize>, Vec<usize>) = members.iter().partition(|&&n| claims[n].created);
        let countable = !sent_before && self.identity != Identity::Nothing;
        if candidates.is_empty() {
            if self.identity == Identity::Nothing {
                lost.iter().for_each(|&n| answers[n] = Answer::Unclear);
            }
        } else if !countable {
            lost.iter().for_each(|&n| answers[n] = Answer::Unclear);
        } else if candidates.len() == members.len() {
            for (&n, &place) in members.iter().zip(&candidates) {
                answers[n] = Answer::Here(Some(self.listing.products[place].id.clone()));
                self.used.insert(place);
                self.learn(&claims[n], &self.listing.products[place]);
            }
        } else if candidates.len() > members.len() || lost.is_empty() {
            // Which of those created are listed, and since when, is not to be told; nor does anything hang on it.
            created.iter().for_each(|&n| answers[n] = Answer::Unclear);
            lost.iter().for_each(|&n| answers[n] = Answer::Here(None));
        } else if candidates.len() > created.len() || created.iter().any(|&n| claims[n].fresh || claims[n].product.is_some()) {
            // One of those created may be missing still, or have an id of another kind: who knows which these are.
            lost.iter().for_each(|&n| answers[n] = Answer::Unclear);
        } else if candidates.len() == created.len() {
            created.iter().for_each(|&n| answers[n] = Answer::Here(None));
            // All of them are listed, whichever is which, and none with the number of its cover: covers do not come back.
            let photos: Vec<_> = candidates.iter().map(|&place| self.listing.products[place].photo.as_ref()).collect();
            let covers = || members.iter().map(|&n| claims[n].cover.as_ref());
            if photos.iter().all(|photo| photo.is_some() && covers().all(|cover| cover != *photo)) {
                self.note(Identity::Likeness);
            }
        }
    }

    /// While it is not known how our products look in the list, anything that nothing explains may be one.
    fn by_strangers(&self, claims: &[Claim], answers: &mut [Answer]) {
        let listed = self.listing.products.iter().enumerate();
        let unexplained = listed.filter(|(place, seen)| !self.used.contains(place) && !self.others.taken.contains(&seen.id));
        let strangers: Vec<&ListedProduct> = unexplained.map(|(_, seen)| seen).collect();
        for (claim, answer) in claims.iter().zip(answers) {
            if !claim.created && *answer == Answer::NotHere && strangers.iter().any(|seen| self.may_be(claim, seen)) {
                *answer = Answer::Unclear;
            }
        }
    }

    /// Could a listed product be this claim's, going by when it came to be?
    fn may_be(&self, claim: &Claim, seen: &ListedProduct) -> bool {
        claim.sent_before || self.others.baseline.is_none_or(|baseline| !baseline.contains(&seen.id))
    }

    /// `seen` is certainly this claim's product: what does it say of how products are known again?
    fn learn(&mut self, claim: &Claim, seen: &ListedProduct) {
        self.photoless |= seen.photo.is_none() && claim.likeness.fits(seen);
        let (Some(cover), Some(photo)) = (&claim.cover, &seen.photo) else { return };
        let shown = if cover == photo {
            Identity::Cover
        } else if claim.likeness.fits(seen) {
            Identity::Likeness
        } else {
            Identity::Nothing
        };
        self.note(shown);
    }

    /// One product whose photo or likeness does not come back is enough to doubt it for all.
    fn note(&mut self, shown: Identity) {
        let rank = |identity| match identity {
            Identity::Unproven => 0,
            Identity::Cover => 1,
            Identity::Likeness => 2,
            Identity::Nothing => 3,
        };
        if self.evidence.is_none_or(|known| rank(shown) > rank(known)) {
            self.evidence = Some(shown);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn claim(cover: u64, created: bool) -> Claim {
        Claim { cover: Some(FileId::from(cover)), created, ..claim_named("mug") }
    }

    fn claim_named(title: &str) -> Claim {
        let likeness = Likeness { title: title.to_owned(), price: Some(1), stock: Some(1) };
        Claim { cover: None, product: None, likeness, created: false, fresh: false, sent_before: false }
    }

    fn listed(id: u64, title: &str, photo: u64) -> ListedProduct {
        let photo = Some(FileId::from(photo));
        ListedProduct { id: ProductId::from(id), title: title.to_owned(), price: Some(1), stock: Some(1), photo, at: Duration::ZERO }
    }

    fn matched(products: Vec<ListedProduct>, claims: &[Claim]) -> Matched {
        let none = HashSet::new();
        let others = Others { baseline: Some(&none), taken: &none };
        match_claims(&Listing { complete: true, products }, Identity::Unproven, &others, claims)
    }

    #[test]
    fn a_first_product_without_a_told_id_that_comes_back_under_another_photo_proves_that_covers_do_not() {
        let shown = matched(vec![listed(1, "mug", 77)], &[claim(50, true), claim(60, false)]);
        assert_eq!(shown.evidence, Some(Identity::Likeness));
        assert_eq!(shown.answers[0], Answer::Here(None));
    }

    #[test]
    fn an_equal_number_proves_nothing_while_another_product_of_that_name_is_open() {
        // The first one's photo happens to have the number of the second one's cover.
        let shown = matched(vec![listed(1, "mug", 60)], &[claim(50, true), claim(60, false)]);
        assert_eq!(shown.evidence, None);
        assert_eq!(shown.answers, [Answer::Unclear, Answer::Unclear]);
        let alone = matched(vec![listed(1, "mug", 60)], &[claim(60, false), claim_named("bowl")]);
        assert_eq!(alone.evidence, Some(Identity::Cover));
        assert_eq!(alone.answers[0], Answer::Here(Some(ProductId::from(1))));
    }

    #[test]
    fn what_may_not_be_listed_yet_leaves_its_like_in_doubt() {
        let just_created = Claim { fresh: true, ..claim(50, true) };
        let shown = matched(vec![listed(1, "mug", 77)], &[just_created, claim(60, false)]);
        assert_eq!((shown.evidence, &shown.answers[1]), (None, &Answer::Unclear));
    }
}
