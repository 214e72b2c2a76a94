//! The words of the page that a phone shows.

use std::collections::BTreeMap;

use crate::args;
use crate::i18n::Messages;

/// The page's own messages.
const KEYS: [&str; 41] = [
    "phone-page-title",
    "phone-page-connecting",
    "phone-page-product",
    "phone-page-take",
    "phone-page-choose",
    "phone-page-name",
    "phone-page-price",
    "phone-page-optional",
    "phone-page-next",
    "phone-page-roll",
    "phone-page-roll-help",
    "phone-page-sending",
    "phone-page-sent",
    "phone-page-waiting-network",
    "phone-page-ended-title",
    "phone-page-ended",
    "phone-page-other-phone",
    "phone-page-remove",
    "phone-page-retry",
    "phone-page-done",
    "phone-page-already",
    "phone-page-not-a-photo",
    "phone-page-too-large",
    "phone-page-disk-full",
    "phone-page-failed",
    "phone-page-bad-price",
    "phone-page-bad-name",
    "phone-page-kept",
    "phone-page-products",
    "phone-page-unnamed",
    "phone-page-language",
    "phone-page-keep-open",
    "phone-page-photo",
    "phone-page-one-photo",
    "phone-page-photos",
    "phone-page-state-waiting",
    "phone-page-state-sending",
    "phone-page-state-sent",
    "phone-page-too-many",
    "phone-page-plain",
    "phone-page-product-sent",
];

impl Messages {
    /// The page's texts by their keys, with `{done}`, `{all}` and `{count}` where the page puts numbers.
    pub fn phone_page(&self) -> BTreeMap<&'static str, String> {
        let places = || args!["done" => "{done}", "all" => "{all}", "count" => "{count}"];
        KEYS.iter().map(|key| (*key, self.format(key, places()).into_owned())).collect()
    }
}
