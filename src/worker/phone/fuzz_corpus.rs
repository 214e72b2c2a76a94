//! Runs the fuzz targets of what a phone sends on their corpora and on variations of them.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::corpus;

#[path = "../../../fuzz/src/phone.rs"]
mod phone;

#[test]
fn nothing_of_the_fuzz_corpus_gets_past_the_door_or_out_of_the_folder() {
    corpus::run("phone_requests", phone::stranger);
    corpus::run("phone_uploads", phone::uploads);
}

fn damaged(target: &str, file: Index, damage: &[corpus::Damage]) -> Vec<u8> {
    let files = corpus::files(target);
    let mut bytes = file.get(&files).1.clone();
    damage.iter().for_each(|damage| damage.apply(&mut bytes, &files));
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_variation_of_a_request_gets_past_the_door(file: Index, damage in proptest::collection::vec(corpus::Damage::any(), 1..5)) {
        phone::stranger(&damaged("phone_requests", file, &damage));
    }

    #[test]
    fn no_order_of_uploads_confuses_the_inbox(file: Index, damage in proptest::collection::vec(corpus::Damage::any(), 1..8)) {
        phone::uploads(&damaged("phone_uploads", file, &damage));
    }
}
