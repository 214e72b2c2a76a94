//! SKUs for products that have none, so that a creation whose answer was lost can be found by them.

use std::collections::HashSet;

use super::state::PlannedDraft;

/// Letters and digits that nobody confuses.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 10;

/// So many products of one source are told from SKUs that an owner wrote.
const MAX_EQUAL: u32 = 1000;

/// Gives an SKU to each draft that has none. The same source gets the same one, on this computer and on
/// others, until the comparison with earlier imports shows that another product has it ([`renew`]). `copy`
/// tells apart products that are created once more from those that exist; random bytes, empty otherwise.
pub fn generate(drafts: &mut [PlannedDraft], copy: &[u8]) {
    let mut taken: HashSet<String> = drafts.iter().filter_map(|planned| planned.draft.sku.clone()).collect();
    for planned in drafts.iter_mut().filter(|planned| planned.draft.sku.is_none()) {
        // Several rows of a sheet may have the same name.
        let free = (0u32..).map(|number| code(planned, copy, number)).find(|sku| !taken.contains(sku));
        taken.extend(free.clone());
        planned.draft.sku = free;
    }
}

/// Gives another SKU to a draft whose generated one belongs to another product: its folder was used before,
/// for other photos. An SKU that the owner wrote stays.
pub fn renew(planned: &mut PlannedDraft, taken: &mut HashSet<String>) {
    if is_generated(planned)
        && let Some(free) = (1u32..).map(|number| code(planned, &[], number)).find(|sku| !taken.contains(sku))
    {
        taken.insert(free.clone());
        planned.draft.sku = Some(free);
    }
}

/// Whether [`generate`] gave a draft its SKU.
pub fn is_generated(planned: &PlannedDraft) -> bool {
    let is_code = |sku: &String| (0..MAX_EQUAL).any(|number| code(planned, &[], number) == *sku);
    planned.draft.sku.as_ref().is_some_and(is_code)
}

fn code(planned: &PlannedDraft, copy: &[u8], number: u32) -> String {
    let mut hash = blake3::Hasher::new();
    hash.update(planned.source.to_string_lossy().as_bytes())
        .update(&[0])
        .update(planned.source_name.as_bytes());
    if !copy.is_empty() {
        hash.update(&[0]).update(copy);
    }
    if number > 0 {
        hash.update(&[0]).update(&number.to_le_bytes());
    }
    let letters = hash
        .finalize()
        .as_bytes()
        .iter()
        .take(LENGTH)
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect::<String>();
    format!("V-{letters}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sku(source: &str, name: &str) -> String {
        skus(&[planned(source, name)], b"").remove(0)
    }

    fn planned(source: &str, name: &str) -> PlannedDraft {
        PlannedDraft { source: source.into(), source_name: name.to_owned(), ..PlannedDraft::default() }
    }

    fn skus(drafts: &[PlannedDraft], copy: &[u8]) -> Vec<String> {
        let mut drafts = drafts.to_vec();
        generate(&mut drafts, copy);
        drafts.into_iter().filter_map(|planned| planned.draft.sku).collect()
    }

    #[test]
    fn a_source_always_gets_the_same_sku_and_others_get_others() {
        assert_eq!(sku("/photos/گلیم", "گلیم"), sku("/photos/گلیم", "گلیم"));
        assert_ne!(sku("/photos/a", "a"), sku("/photos/b", "a"));
        assert_ne!(sku("/photos/a", "a"), sku("/photos/a", "b"));
        assert_eq!(sku("/p", "p").len(), 2 + LENGTH);
    }

    #[test]
    fn an_sku_of_the_owner_is_kept() {
        let mut own = planned("/p", "p");
        own.draft.sku = Some("K-1".to_owned());
        assert_eq!(skus(&[own], b""), ["K-1"]);
    }

    #[test]
    fn no_sku_is_given_twice() {
        let mut own = planned("/p", "p");
        own.draft.sku = Some(sku("/sheet", "Rug"));
        let all = skus(&[planned("/sheet", "Rug"), own, planned("/sheet", "Rug")], b"");
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 3, "{all:?}");
        assert_eq!(skus(&[planned("/sheet", "Rug"), planned("/sheet", "Rug")], b"")[0], sku("/sheet", "Rug"));
    }

    #[test]
    fn a_generated_sku_that_another_product_has_is_replaced_and_one_of_the_owner_is_not() {
        let mut drafts = [planned("/p", "p")];
        generate(&mut drafts, b"");
        let [mut second] = drafts;
        let first = second.draft.sku.clone();
        let mut taken: HashSet<String> = first.clone().into_iter().collect();
        renew(&mut second, &mut taken);
        let mut third = second.clone();
        renew(&mut third, &mut taken);
        assert_eq!(
            [&first, &second.draft.sku, &third.draft.sku].into_iter().flatten().collect::<HashSet<_>>().len(),
            3
        );
        let mut own = planned("/p", "p");
        own.draft.sku = Some("V-0000000000".to_owned());
        renew(&mut own, &mut taken);
        assert_eq!(own.draft.sku.as_deref(), Some("V-0000000000"));
    }

    #[test]
    fn a_product_that_is_created_once_more_gets_another_sku_each_time() {
        let again = |copy: &[u8]| skus(&[planned("/p", "p")], copy).remove(0);
        let all = [sku("/p", "p"), again(b"1"), again(b"2")];
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 3, "{all:?}");
    }
}
