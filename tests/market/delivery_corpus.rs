//! Runs the fuzz target of deliveries on its corpus and on variations of it.

use proptest::prelude::*;
use proptest::sample::Index;

#[path = "../../fuzz/src/corpus.rs"]
mod corpus;
#[path = "../../fuzz/src/delivery.rs"]
mod delivery;

const TARGET: &str = "deliveries";

#[test]
fn no_delivery_of_the_fuzz_corpus_confuses_the_reader() {
    corpus::run(TARGET, delivery::body);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn no_damaged_delivery_confuses_the_reader(file: Index, damage in proptest::collection::vec(corpus::Damage::any(), 1..5)) {
        let files = corpus::files(TARGET);
        let mut bytes = file.get(&files).1.clone();
        damage.iter().for_each(|damage| damage.apply(&mut bytes, &files));
        delivery::body(&bytes);
    }
}
