//! Which photos of a camera roll show the same thing, where one product's photos were taken one after the
//! other.

use std::sync::Arc;

use super::taken::LONG_PAUSE;
use vitrine_media::Likeness;

/// A photo is compared with so many of a product's latest photos.
const MAX_COMPARED: usize = 16;

/// Groups photos that look alike: the indices of the photos of each product, in the order in which they were
/// taken, else in their own. A photo belongs to the product before it, or to the one before that: the
/// photographer may have gone back to a thing. A long pause separates products, however much they look alike.
/// Of `looks`, what is unknown is like nothing.
pub fn group_alike(looks: &[Option<Arc<Likeness>>], times: Option<&[i64]>) -> Vec<Vec<usize>> {
    let time = |index: usize| times.and_then(|times| times.get(index)).copied();
    let mut order: Vec<usize> = (0..looks.len()).collect();
    order.sort_by_key(|&index| time(index));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut since_pause = 0;
    let mut before = None;
    for index in order {
        if before.zip(time(index)).is_some_and(|(before, now)| now - before >= LONG_PAUSE) {
            since_pause = groups.len();
        }
        before = time(index);
        let belongs_to = |group: &Vec<usize>| {
            group.iter().rev().take(MAX_COMPARED).any(|&known| is_alike(looks, known, index))
        };
        let near = groups.len().saturating_sub(2).max(since_pause);
        match groups.iter().skip(near).rposition(belongs_to) {
            Some(at) => {
                // What was between two photos of one thing is of it, too.
                let between: Vec<usize> = groups.drain(near + at + 1..).flatten().collect();
                groups[near + at].extend(between.into_iter().chain([index]));
            }
            None => groups.push(vec![index]),
        }
    }
    groups
}

fn is_alike(looks: &[Option<Arc<Likeness>>], one: usize, other: usize) -> bool {
    looks[one].as_ref().zip(looks[other].as_ref()).is_some_and(|(one, other)| one.is_like(other))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use vitrine_media::Pixels;

    const THINGS: usize = 6;
    const PLACES: usize = 5;

    /// Discs of different colours before a wall, each at places near to each other.
    static PHOTOS: LazyLock<Vec<Option<Arc<Likeness>>>> = LazyLock::new(|| {
        (0..THINGS * PLACES).map(|number| drawn(number / PLACES, number % PLACES)).collect()
    });

    fn drawn(thing: usize, place: usize) -> Option<Arc<Likeness>> {
        let [r, g, b] =
            [[200, 30, 30], [30, 160, 40], [30, 40, 190], [210, 190, 20], [20, 170, 180], [150, 30, 160]]
                [thing];
        let (left, top, radius) =
            (14 + thing % 3 * 18 + place, 18 + thing / 3 * 28 - place / 2, 8 + thing + place / 3);
        let is_thing =
            |x: usize, y: usize| x.abs_diff(left).pow(2) + y.abs_diff(top).pow(2) < radius * radius;
        let pixel = |x, y| if is_thing(x, y) { [r, g, b, 255] } else { [225, 222, 214, 255] };
        let rgba = (0..64).flat_map(|y| (0..64).flat_map(move |x| pixel(x, y))).collect();
        Likeness::of(&Pixels { width: 64, height: 64, rgba }).map(Arc::new)
    }

    fn photo(thing: usize, place: usize) -> Option<Arc<Likeness>> {
        PHOTOS[thing * PLACES + place].clone()
    }

    #[test]
    fn photos_of_one_thing_are_together() {
        let looks: Vec<_> =
            [(0, 1), (0, 2), (0, 3), (1, 4), (2, 1), (2, 3)].map(|(thing, place)| photo(thing, place)).into();
        assert_eq!(group_alike(&looks, None), [vec![0, 1, 2], vec![3], vec![4, 5]]);
    }

    #[test]
    fn a_photo_between_two_of_one_thing_is_of_it() {
        let looks: Vec<_> = [(0, 1), (1, 2), (0, 3), (2, 4)].map(|(thing, place)| photo(thing, place)).into();
        assert_eq!(group_alike(&looks, None), [vec![0, 1, 2], vec![3]]);
    }

    #[test]
    fn a_long_pause_separates_what_looks_alike() {
        let looks: Vec<_> = [1, 2, 3, 4].map(|place| photo(0, place)).into();
        assert_eq!(group_alike(&looks, Some(&[0, 20, 400, 420])), [vec![0, 1], vec![2, 3]]);
        assert_eq!(group_alike(&looks, Some(&[30, 20, 0, 10])), [vec![2, 3, 1, 0]], "in the order of time");
    }

    #[test]
    fn photos_that_could_not_be_compared_are_products_of_their_own() {
        assert_eq!(group_alike(&[None, None, photo(0, 1)], None).len(), 3);
    }

    proptest! {
        #[test]
        fn every_photo_is_in_one_group_and_neighbours_that_look_alike_are_together(
            shown in proptest::collection::vec((0..THINGS, 0..PLACES), 0..24),
        ) {
            let looks: Vec<_> = shown.iter().map(|&(thing, place)| photo(thing, place)).collect();
            let groups = group_alike(&looks, None);
            let mut all: Vec<usize> = groups.iter().flatten().copied().collect();
            prop_assert!(all.is_sorted(), "groups follow each other: {:?}", groups);
            all.dedup();
            prop_assert_eq!(all.len(), looks.len());
            let group_of = |index: usize| groups.iter().position(|group| group.contains(&index));
            for index in 1..looks.len() {
                if is_alike(&looks, index - 1, index) {
                    prop_assert_eq!(group_of(index - 1), group_of(index));
                }
            }
        }

        #[test]
        fn pauses_only_divide(
            shown in proptest::collection::vec((0..THINGS, 0..PLACES, 0_i64..600), 1..24),
        ) {
            let looks: Vec<_> = shown.iter().map(|&(thing, place, _)| photo(thing, place)).collect();
            let times: Vec<i64> = shown.iter().scan(0, |now, &(_, _, pause)| { *now += pause; Some(*now) }).collect();
            for group in group_alike(&looks, Some(&times)) {
                prop_assert!(group.windows(2).all(|pair| times[pair[1]] - times[pair[0]] < LONG_PAUSE));
            }
        }
    }
}
