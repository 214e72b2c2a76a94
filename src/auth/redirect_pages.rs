//! The pages at the redirect address, without I/O: what each request is answered, and which one ends the
//! sign-in.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use tokio::sync::oneshot;

use super::answer;
use super::callback::{CallbackRequest, Consent, Expected, Rejected};
use super::request_head::RequestHead;
use vitrine_model::messages::ClosingPage;

/// The browser is redirected here, so that the code disappears from the address bar and the history.
const CLOSING_PATH: &str = "/vitrine/signed-in";

/// Answers requests at the redirect address. The first valid redirect is reported; after that only the
/// closing page is served.
pub struct RedirectPages {
    expected: Expected,
    closing: Html,
    /// The target of the redirect that was reported.
    caught: Option<blake3::Hash>,
    consent_sender: Option<oneshot::Sender<Consent>>,
    closed_sender: Option<oneshot::Sender<()>>,
}

impl RedirectPages {
    /// The pages, the consent that they will receive, and the moment at which the browser has the closing
    /// page.
    pub fn new(
        expected: Expected,
        page: &ClosingPage,
    ) -> (Self, oneshot::Receiver<Consent>, oneshot::Receiver<()>) {
        let ((consent_sender, caught), (closed_sender, closed)) = (oneshot::channel(), oneshot::channel());
        let (consent_sender, closed_sender) = (Some(consent_sender), Some(closed_sender));
        (
            Self { expected, closing: closing_html(page), caught: None, consent_sender, closed_sender },
            caught,
            closed,
        )
    }

    /// The answer to a request.
    pub fn answer(&mut self, request: &RequestHead<'_>) -> Vec<u8> {
        if self.caught.is_some() && (request.method, request.target) == ("GET", CLOSING_PATH) {
            let _ = self.closed_sender.take().map(|sender| sender.send(()));
            return answer::page(&self.closing.text, &self.closing.policy);
        }
        let consent = match self.validate(request) {
            Ok(consent) => consent,
            Err(Rejected(status)) => return answer::rejection(status),
        };
        let target = blake3::hash(request.target.as_bytes());
        match self.caught {
            None => {
                self.caught = Some(target);
                let _ = self.consent_sender.take().map(|sender| sender.send(consent));
            }
            // The same page is loaded anew.
            Some(caught) if caught == target => {}
            Some(_) => return answer::rejection(410),
        }
        answer::lead_to(CLOSING_PATH)
    }

    fn validate(&self, request: &RequestHead<'_>) -> Result<Consent, Rejected> {
        let hosts: Vec<&str> = request.all("Host").collect();
        self.expected.validate(&CallbackRequest {
            method: request.method,
            target: request.target,
            hosts: &hosts,
            has_origin: request.all("Origin").next().is_some(),
            is_navigation: request.is_navigation(),
        })
    }
}

/// The closing page, and a content security policy that permits only its own style.
struct Html {
    text: String,
    policy: String,
}

const STYLE: &str = "\
:root{color-scheme:light dark;--back:#f3f1ec;--card:#fff;--text:#1f2933;--soft:#5b6673;--line:#d8d4ca;--main:#0f766e}\
@media(prefers-color-scheme:dark){:root{--back:#15181c;--card:#1f242a;--text:#eceff2;--soft:#a3adb8;--line:#39414a;--main:#2dd4bf}}\
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--back);color:var(--text);\
font:16px/1.7 system-ui,'Segoe UI',Tahoma,sans-serif}\
main{width:min(26rem,92vw);padding:2.5rem 2rem;text-align:center;background:var(--card);border:1px solid var(--line);border-radius:14px}\
svg{width:3.5rem;height:3.5rem;color:var(--main)}h1{font-size:1.375rem;line-height:1.4;margin:1rem 0 .5rem}p{margin:0;color:var(--soft)}\
h1,p{text-wrap:balance}[dir=rtl] svg{transform:scaleX(-1)}";

const ICON: &str = "<svg viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-linecap=\"round\" \
                    stroke-linejoin=\"round\" aria-hidden=\"true\"><path d=\"M9 6L4 11l5 5M4 11h10a6 6 0 0 1 6 6v1\"/></svg>";

fn closing_html(page: &ClosingPage) -> Html {
    let direction = if page.right_to_left { "rtl" } else { "ltr" };
    let [title, body] = [&page.title, &page.body].map(|text| escaped(text));
    let text = format!(
        "<!doctype html><html lang=\"{}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head>\
         <body><main>{ICON}<h1>{title}</h1><p>{body}</p></main></body></html>",
        page.language
    );
    let style = STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    );
    Html { text, policy }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
