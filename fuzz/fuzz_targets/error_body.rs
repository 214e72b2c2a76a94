#![no_main]
//! Any answer makes a problem that is fit to show, short, and without the secrets that were sent.

use libfuzzer_sys::fuzz_target;
use vitrine_fuzz::auth::address_difference::{AddressDifference, Side};
use vitrine_fuzz::refusals::refusal;

const SECRET: &str = "sesame";

fuzz_target!(|data: &[u8]| {
    let Some((&[status, sign_in], body)) = data.split_first_chunk::<2>() else { return };
    let problem = refusal(200 + u16::from(status), body, sign_in % 2 == 1, &[SECRET]);
    for text in [&problem.quotation, &problem.field].into_iter().flatten() {
        assert!(text.chars().count() <= 300, "{text:?}");
        assert!(
            !text
                .chars()
                .any(|c| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')),
            "{text:?}"
        );
    }
    assert!(!format!("{problem:?} {problem}").contains(SECRET), "{problem:?}");
    if let Some(difference) = AddressDifference::of(&problem) {
        let _ = [Side::Sent, Side::Registered].map(|side| difference.with_markers(side));
    }
    let json = serde_json::to_string(&problem).expect("a problem is JSON");
    assert_eq!(serde_json::from_str::<vitrine_domain::Problem>(&json).expect("and reads back"), problem);
});
