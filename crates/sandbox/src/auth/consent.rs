//! Operation 1: the page where a person grants or denies a client access, in English or Persian.

use std::fmt::Write;
use std::sync::Arc;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::form_urlencoded;

use crate::operation::SSO;
use crate::state::access::{ALL_SCOPES, Consent, Person, SCOPES};
use crate::state::{App, lock};
use vitrine_domain::Scope;

/// The path of the client's picture, for whoami.
pub const ICON: &str = "/accounts/client.svg";

/// Serves the client's picture.
pub async fn icon() -> Response {
    const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><rect width=\"8\" height=\"8\" rx=\"2\" fill=\"#0f766e\"/>\
                           <path d=\"M2 2l2 4 2-4\" fill=\"none\" stroke=\"#fff\"/></svg>";
    ([(header::CONTENT_TYPE, "image/svg+xml")], DRAWING).into_response()
}

/// The query of operation 1. Other parameters are ignored (RFC 6749 section 3.1).
#[derive(Default)]
struct ConsentRequest {
    client_id: String,
    scope: String,
    redirect_uri: String,
    state: String,
    challenge: Option<String>,
    challenge_method: Option<String>,
}

impl ConsentRequest {
    fn read(query: &str) -> Self {
        let mut consent_request = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "client_id" => consent_request.client_id = value.into_owned(),
                "scope" => consent_request.scope = value.into_owned(),
                "redirect_uri" => consent_request.redirect_uri = value.into_owned(),
                "state" => consent_request.state = value.into_owned(),
                "code_challenge" => consent_request.challenge = Some(value.into_owned()),
                "code_challenge_method" => consent_request.challenge_method = Some(value.into_owned()),
                _ => {}
            }
        }
        consent_request
    }

    /// The error to redirect back to the client, if the request is invalid.
    fn error(&self, may_ask_for_all: bool) -> Option<&'static str> {
        let known = |scope: &str| SCOPES.contains(&scope) || (may_ask_for_all && scope == ALL_SCOPES);
        match self {
            Self { state, .. } if state.is_empty() => Some("invalid_request"),
            Self { challenge: Some(_), challenge_method, .. }
                if challenge_method.as_deref() != Some("S256") =>
            {
                Some("invalid_request")
            }
            Self { scope, .. } if scope.is_empty() || !scope.split(' ').all(known) => Some("invalid_scope"),
            _ => None,
        }
    }
}

/// Shows the consent page.
pub async fn show(State(app): State<Arc<App>>, request: Request) -> Response {
    let texts = PageTexts::of(request.headers());
    let consent_request = ConsentRequest::read(request.uri().query().unwrap_or(""));
    let now = app.now();
    let mut access = lock(&app.access);
    // Only registered addresses are redirected to.
    if consent_request.client_id != access.client.id {
        return error_page(texts, "invalid_client", texts.unknown_client);
    }
    if !access.client.redirect_uris.contains(&consent_request.redirect_uri) {
        return error_page(texts, "redirect_uri_mismatch", texts.wrong_address);
    }
    if let Some(error) = consent_request.error(app.dialect.grants_any_scopes) {
        return redirect_back(
            &consent_request.redirect_uri,
            &[("error", error), ("state", &consent_request.state)],
        );
    }
    let scopes: Vec<String> = consent_request.scope.split(' ').map(str::to_owned).collect();
    let origin = url::Url::parse(&consent_request.redirect_uri)
        .map_or_else(|_| String::new(), |url| url.origin().ascii_serialization());
    let client = access.client.name.clone();
    let consent = Consent::new(
        scopes.clone(),
        consent_request.redirect_uri,
        consent_request.state,
        consent_request.challenge,
        now,
    );
    let ticket = access.open_consent(consent, now);
    page(StatusCode::OK, texts, &origin, &consent_form(texts, &client, &scopes, &ticket))
}

/// The form of the page. Each `ticket` is valid for one answer, so that another site cannot answer for the
/// person.
#[derive(Deserialize)]
pub struct Answer {
    ticket: String,
    decision: Decision,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Decision {
    Allow,
    Deny,
}

/// Processes the person's answer.
pub async fn answer(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    form: Result<Form<Answer>, FormRejection>,
) -> Response {
    let texts = PageTexts::of(&headers);
    let now = app.now();
    let mut access = lock(&app.access);
    let answered =
        form.ok().and_then(|Form(form)| Some((access.close_consent(&form.ticket, now)?, form.decision)));
    let Some((consent, decision)) = answered else {
        return error_page(texts, "invalid_request", texts.page_too_old);
    };
    let (redirect_uri, state) = (consent.redirect_uri.clone(), consent.state.clone());
    match decision {
        Decision::Deny => redirect_back(&redirect_uri, &[("error", "access_denied"), ("state", &state)]),
        Decision::Allow => {
            let code = access.issue_code(consent, now);
            redirect_back(&redirect_uri, &[("code", &code), ("state", &state)])
        }
    }
}

/// Redirects to the client's registered address with these parameters added.
fn redirect_back(redirect_uri: &str, parameters: &[(&str, &str)]) -> Response {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
    let joint = if redirect_uri.contains('?') { '&' } else { '?' };
    let headers = [
        (header::LOCATION, format!("{redirect_uri}{joint}{query}")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::REFERRER_POLICY, "no-referrer".to_owned()),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// The texts of the page in one language.
struct PageTexts {
    language: &'static str,
    direction: &'static str,
    practice: &'static str,
    /// The parts before and after the client's name.
    question: (&'static str, &'static str),
    will_be_able_to: &'static str,
    signed_in_as: &'static str,
    allow: &'static str,
    deny: &'static str,
    stopped: &'static str,
    unknown_client: &'static str,
    wrong_address: &'static str,
    page_too_old: &'static str,
    scopes: &'static [(&'static str, &'static str)],
}

static ENGLISH: PageTexts = PageTexts {
    language: "en",
    direction: "ltr",
    practice: "Practice shop",
    question: ("Allow ", " to access your shop?"),
    will_be_able_to: "This app will be able to:",
    signed_in_as: "You’re signed in as",
    allow: "Allow",
    deny: "Deny",
    stopped: "Sign-in stopped",
    unknown_client: "No app with this client ID is registered here.",
    wrong_address: "The redirect URI doesn’t match the registered one. Protocol, host, port, path, and trailing slash must be identical.",
    page_too_old: "This page has expired. Start signing in again from Vitrine.",
    scopes: &[
        (ALL_SCOPES, "do everything that you can do, in your account and your shop"),
        (Scope::PRODUCT_READ, "view your shop’s products"),
        (Scope::PRODUCT_WRITE, "create and edit your shop’s products"),
        (Scope::ORDER_READ, "view your purchases"),
        (Scope::CHAT_READ, "read your chat messages"),
        (Scope::PARCEL_READ, "view your shop’s sales and parcels"),
        ("order-processing", "process your shop’s orders"),
        ("vendor.profile.read", "view your shop’s profile"),
        ("vendor.profile.write", "edit your shop’s profile"),
        ("vendor.parcel.write", "update your shop’s sales and parcels"),
        ("customer.profile.read", "view your account’s profile"),
        ("customer.profile.write", "edit your account’s profile"),
        ("customer.order.write", "place and update purchases for you"),
        ("customer.chat.write", "send chat messages for you"),
        ("customer.wallet.read", "view your wallet’s balance and history"),
        ("customer.wallet.write", "pay from your wallet"),
    ],
};

static PERSIAN: PageTexts = PageTexts {
    language: "fa",
    direction: "rtl",
    practice: "غرفهٔ تمرینی",
    question: ("به ", " اجازهٔ دسترسی به غرفه‌تان را می‌دهید؟"),
    will_be_able_to: "دسترسی‌های درخواستی:",
    signed_in_as: "حساب شما:",
    allow: "اجازه می‌دهم",
    deny: "اجازه نمی‌دهم",
    stopped: "ورود متوقف شد",
    unknown_client: "کلاینتی با این شناسه اینجا ثبت نشده است.",
    wrong_address: "آدرس بازگشت با آدرس ثبت‌شده یکسان نیست. پروتکل، میزبان، پورت، مسیر و اسلش پایانی باید یکی باشند.",
    page_too_old: "این صفحه منقضی شده است. ورود را از ویترین دوباره شروع کنید.",
    scopes: &[
        (ALL_SCOPES, "انجام هر کاری که خودتان می‌توانید، در حساب و غرفهٔ شما"),
        (Scope::PRODUCT_READ, "مشاهدهٔ محصولات غرفهٔ شما"),
        (Scope::PRODUCT_WRITE, "ثبت و ویرایش محصولات غرفهٔ شما"),
        (Scope::ORDER_READ, "مشاهدهٔ خریدهای شما"),
        (Scope::CHAT_READ, "خواندن پیام‌های گفتگوی شما"),
        (Scope::PARCEL_READ, "مشاهدهٔ فروش‌ها و مرسوله‌های غرفهٔ شما"),
        ("order-processing", "رسیدگی به سفارش‌های غرفهٔ شما"),
        ("vendor.profile.read", "مشاهدهٔ مشخصات غرفهٔ شما"),
        ("vendor.profile.write", "ویرایش مشخصات غرفهٔ شما"),
        ("vendor.parcel.write", "به‌روزرسانی فروش‌ها و مرسوله‌های غرفهٔ شما"),
        ("customer.profile.read", "مشاهدهٔ مشخصات حساب شما"),
        ("customer.profile.write", "ویرایش مشخصات حساب شما"),
        ("customer.order.write", "ثبت و تغییر خرید از طرف شما"),
        ("customer.chat.write", "فرستادن پیام از طرف شما"),
        ("customer.wallet.read", "مشاهدهٔ موجودی و تاریخچهٔ کیف پول شما"),
        ("customer.wallet.write", "پرداخت از کیف پول شما"),
    ],
};

impl PageTexts {
    /// The first of the two languages that the browser accepts.
    fn of(headers: &HeaderMap) -> &'static Self {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let language = |tag: &str| tag.trim().get(..2).map(str::to_ascii_lowercase);
        match wanted.split(',').filter_map(language).find(|tag| tag == "fa" || tag == "en") {
            Some(tag) if tag == "fa" => &PERSIAN,
            _ => &ENGLISH,
        }
    }

    fn scope(&self, name: &str) -> Option<&'static str> {
        self.scopes.iter().find(|(scope, _)| *scope == name).map(|(_, texts)| *texts)
    }
}

fn consent_form(texts: &PageTexts, client: &str, scopes: &[String], ticket: &str) -> String {
    let mut list = String::new();
    for scope in scopes {
        let meaning = texts.scope(scope).unwrap_or("");
        // Writing to a string cannot fail.
        let _ = write!(list, "<li>{meaning} <code dir=\"ltr\">{}</code></li>", escaped(scope));
    }
    let PageTexts { question: (before, after), will_be_able_to, signed_in_as, allow, deny, .. } = texts;
    let (client, ticket) = (escaped(client), escaped(ticket));
    let name = Person::Owner.name(texts.language == PERSIAN.language);
    format!(
        "<h1>{before}<bdi>{client}</bdi>{after}</h1><p>{will_be_able_to}</p><ul>{list}</ul>\
         <p class=\"who\">{signed_in_as} <bdi>{name}</bdi></p>\
         <form method=\"post\" action=\"{SSO}\"><input type=\"hidden\" name=\"ticket\" value=\"{ticket}\">\
         <button name=\"decision\" value=\"allow\" class=\"yes\">{allow}</button>\
         <button name=\"decision\" value=\"deny\">{deny}</button></form>"
    )
}

fn error_page(texts: &PageTexts, code: &str, cause: &str) -> Response {
    let inner = format!("<h1>{}</h1><p>{cause}</p><p><code dir=\"ltr\">{code}</code></p>", texts.stopped);
    page(StatusCode::BAD_REQUEST, texts, "", &inner)
}

const STYLE: &str = "\
:root{color-scheme:light dark;--back:#f3f1ec;--card:#fff;--text:#1f2933;--soft:#5b6673;--line:#d8d4ca;--main:#0f766e}\
@media(prefers-color-scheme:dark){:root{--back:#15181c;--card:#1f242a;--text:#eceff2;--soft:#a3adb8;--line:#39414a;--main:#2dd4bf}}\
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--back);color:var(--text);\
font:16px/1.6 system-ui,'Segoe UI',Tahoma,sans-serif}\
main{width:min(28rem,92vw);margin:2rem 0;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:14px}\
header{color:var(--soft);font-size:.875rem}h1{font-size:1.375rem;line-height:1.4;margin:.25rem 0 1rem}\
ul{padding-inline-start:1.25rem;margin:.5rem 0 1rem}li{margin:.375rem 0}code{color:var(--soft);font-size:.8125rem;white-space:nowrap}\
.who{color:var(--soft)}form{display:flex;gap:.75rem;margin-top:1.5rem}\
button{flex:1;padding:.75rem 1rem;font:inherit;border-radius:9px;border:1px solid var(--line);background:transparent;color:inherit;cursor:pointer}\
button.yes{background:var(--main);border-color:var(--main);color:var(--card);font-weight:600}\
button:focus-visible{outline:3px solid var(--main);outline-offset:2px}";

/// `origin` is where the answer redirects to: browsers apply the policy to redirects of a form as well.
fn page(status: StatusCode, texts: &PageTexts, origin: &str, inner: &str) -> Response {
    let PageTexts { language, direction, practice, .. } = texts;
    let html = format!(
        "<!doctype html><html lang=\"{language}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{practice}</title><style>{STYLE}</style></head>\
         <body><main><header>{practice}</header>{inner}</main></body></html>"
    );
    let style = STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style}'; form-action 'self' {origin}; frame-ancestors 'none'; base-uri 'none'"
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::REFERRER_POLICY, "no-referrer".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (header::X_FRAME_OPTIONS, "DENY".to_owned()),
    ];
    (status, headers, Html(html)).into_response()
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scope_is_explained_in_both_languages() {
        for texts in [&ENGLISH, &PERSIAN] {
            for scope in SCOPES.into_iter().chain([ALL_SCOPES]) {
                assert!(
                    texts.scope(scope).is_some_and(|meaning| !meaning.is_empty()),
                    "{scope} in {}",
                    texts.language
                );
            }
        }
    }
}
