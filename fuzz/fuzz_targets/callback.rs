#![no_main]
//! No request without the state is believed, whatever it holds, and none is trouble.

use libfuzzer_sys::fuzz_target;
use secrecy::ExposeSecret;
use vitrine_fuzz::auth::callback::{CallbackRequest, Consent, Expected, consent_from_address};

const STATE: &str = "Zm9yLXRoaXMtb25lLXNpZ24taW4tb25seQ";
const HOST: &str = "127.0.0.1:8765";

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let expected = Expected::new("http://127.0.0.1:8765/callback", STATE).expect("an address");
    let mut lines = text.splitn(3, '\n');
    let (target, method, host) =
        (lines.next().unwrap_or(""), lines.next().unwrap_or("GET"), lines.next().unwrap_or(HOST));
    let judged = expected.validate(&CallbackRequest {
        method,
        target,
        hosts: &[host],
        has_origin: false,
        is_navigation: true,
    });
    let pasted = consent_from_address(&text, &expected);
    // Percent signs can spell the state, too.
    let may_hold_state = |text: &str| text.contains(STATE) || text.contains('%');
    if judged.is_ok() {
        assert!(may_hold_state(target) && method == "GET" && host.eq_ignore_ascii_case(HOST), "{text:?}");
    }
    if let Ok(Consent::Code(code)) = &pasted {
        assert!(!code.expose_secret().is_empty());
    }

    // With the state, a code comes through to the letter or not at all.
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("code", &text)
        .append_pair("state", STATE)
        .finish();
    let target = format!("/callback?{query}");
    match expected.validate(&CallbackRequest {
        method: "GET",
        target: &target,
        hosts: &[HOST],
        has_origin: false,
        is_navigation: true,
    }) {
        Ok(Consent::Code(code)) => assert_eq!(code.expose_secret(), text),
        Ok(Consent::Denied { .. }) => panic!("a code is no denial"),
        Err(_) => {}
    }
    assert!(Expected::new(&text, STATE).is_ok() || url::Url::parse(&text).is_err());
});
