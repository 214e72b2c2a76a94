//! SKUs for products that have none, so that a creation whose answer was lost can be found by them.

use super::state::PlannedDraft;

/// Letters and digits that nobody confuses.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 10;

/// Gives the draft an SKU unless it has one. The same source always gets the same one, on this computer and on others.
pub fn generate(planned: &mut PlannedDraft) {
    if planned.draft.sku.is_some() {
        return;
    }
    let mut hash = blake3::Hasher::new();
    hash.update(planned.source.to_string_lossy().as_bytes()).update(&[0]).update(planned.source_name.as_bytes());
    let bytes = hash.finalize();
    let code: String = bytes.as_bytes().iter().take(LENGTH).map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect();
    planned.draft.sku = Some(format!("V-{code}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sku(source: &str, name: &str) -> String {
        let mut planned = PlannedDraft { source: source.into(), source_name: name.to_owned(), ..PlannedDraft::default() };
        generate(&mut planned);
        planned.draft.sku.unwrap()
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
        let mut planned = PlannedDraft::default();
        planned.draft.sku = Some("K-1".to_owned());
        generate(&mut planned);
        assert_eq!(planned.draft.sku.as_deref(), Some("K-1"));
    }
}
