//! Signing in with a real browser: Chromium, controlled by its driver, uses the practice shop's consent page.
//!
//! Runs where `VITRINE_TEST_CHROMIUM` is set and chromedriver is installed (Debian: chromium-driver); else it only says
//! so. With `VITRINE_TEST_PICTURES=DIR` it leaves pictures of the closing page there.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use serde_json::{Value, json};
use vitrine::sandbox::Options;

use crate::kit::patience::{PATIENCE, Watchdog};
use crate::kit::shop::browser::{hand_over, handed_over};
use crate::kit::shop::port::free_port;
use crate::kit::shop::{Desk, Ran, Shop};

/// A WebDriver session (W3C) with a profile of its own.
struct Chromium {
    driver: Child,
    _profile: tempfile::TempDir,
    runtime: tokio::runtime::Runtime,
    client: reqwest::Client,
    session: String,
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // Its limit needs the runtime's clock from the beginning.
        let _ = self.runtime.block_on(async { self.client.delete(&self.session).send().await });
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Chromium {
    /// `None` where there is none to be used.
    fn start(language: &str) -> Option<Self> {
        if std::env::var_os("VITRINE_TEST_CHROMIUM").is_none() {
            eprintln!("skipped: set VITRINE_TEST_CHROMIUM and install chromedriver");
            return None;
        }
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let watchdog = Watchdog::over(PATIENCE, &driver);
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port =
            lines.filter_map(|line| line.split_once("successfully on port ").map(|(_, port)| port.trim_end_matches('.').to_owned())).next();
        let origin = format!("http://127.0.0.1:{}", port.expect("a port"));
        drop(watchdog);

        let profile = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().unwrap();
        let mut chromium = Self { driver, _profile: profile, runtime, client, session: format!("{origin}/session") };
        let arguments = [
            "--headless=new".to_owned(),
            // For root, as in containers; the pages are this program's own.
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--window-size=900,640".to_owned(),
            format!("--user-data-dir={}", chromium._profile.path().display()),
        ];
        let options = json!({ "args": arguments, "prefs": { "intl.accept_languages": language } });
        let wanted = json!({ "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { "performance": "ALL", "browser": "ALL" } });
        let begun = chromium.ask("", json!({ "capabilities": { "alwaysMatch": wanted } }));
        let id = begun["sessionId"].as_str().expect("a session");
        chromium.session = format!("{}/{id}", chromium.session);
        Some(chromium)
    }

    fn answer(&self, request: reqwest::RequestBuilder) -> Value {
        let value = self.runtime.block_on(async { request.send().await.unwrap().json::<Value>().await.unwrap() })["value"].clone();
        assert!(value.get("error").is_none(), "{value}");
        value
    }

    fn ask(&self, path: &str, body: Value) -> Value {
        self.answer(self.client.post(format!("{}{path}", self.session)).json(&body))
    }

    fn told(&self, path: &str) -> Value {
        self.answer(self.client.get(format!("{}{path}", self.session)))
    }

    fn goes_to(&self, address: &str) {
        self.ask("/url", json!({ "url": address }));
    }

    fn clicks(&self, selector: &str) {
        let found = self.ask("/element", json!({ "using": "css selector", "value": selector }));
        let element = found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned();
        self.ask(&format!("/element/{element}/click"), json!({}));
    }

    /// Waits until the tab is at this address, some seconds at the most.
    fn arrives_at(&self, address: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        while self.told("/url") != address {
            assert!(Instant::now() < patience, "at {} and not at {address}", self.told("/url"));
        }
    }

    fn says(&self, script: &str) -> Value {
        self.ask("/execute/sync", json!({ "script": format!("return {script}"), "args": [] }))
    }

    /// Every address in the tab's history, also of pages that are shown no more.
    fn history(&self) -> Vec<String> {
        let found = self.ask("/goog/cdp/execute", json!({ "cmd": "Page.getNavigationHistory", "params": {} }));
        let entries = found["entries"].as_array().unwrap();
        entries.iter().flat_map(|entry| [&entry["url"], &entry["userTypedURL"]]).filter_map(Value::as_str).map(str::to_owned).collect()
    }

    fn requests(&self) -> Vec<String> {
        let log = self.ask("/se/log", json!({ "type": "performance" }));
        let messages =
            log.as_array().unwrap().iter().map(|entry| serde_json::from_str::<Value>(entry["message"].as_str().unwrap()).unwrap());
        let sent = messages.filter(|message| message["message"]["method"] == "Network.requestWillBeSent");
        sent.map(|message| message["message"]["params"]["request"]["url"].as_str().unwrap().to_owned()).collect()
    }

    fn complaints(&self) -> Value {
        self.ask("/se/log", json!({ "type": "browser" }))
    }

    fn picture(&self, name: &str) {
        if let Some(folder) = std::env::var_os("VITRINE_TEST_PICTURES") {
            let bytes = base64::prelude::BASE64_STANDARD.decode(self.told("/screenshot").as_str().unwrap()).unwrap();
            std::fs::write(std::path::Path::new(&folder).join(format!("{name}.png")), bytes).unwrap();
        }
    }
}

/// A practice shop, and `vitrine login --browser` on its way to it; its `$BROWSER` hands over the address to open.
struct SignIn {
    shop: Shop,
    port: u16,
    desk: Desk,
    running: Child,
    opened: String,
}

fn sign_in(language: &str) -> SignIn {
    let port = free_port();
    let shop = Shop::open(Options { redirect_uris: vec![format!("http://127.0.0.1:{port}/callback")], ..Options::default() });
    let market_file = shop.sandbox.market_file().replace("Practice shop", &format!("Practice shop {port}"));
    let desk = Desk::with(&market_file, shop.sandbox.token());
    let (script, pipe) = hand_over(&desk);
    let mut command = desk.command(&["login", "--browser", "--language", language]);
    let running = command.env("BROWSER", &script).env("VITRINE_LOG", "trace").env_remove("VITRINE_TOKEN").spawn().unwrap();
    let opened = handed_over(&pipe);
    SignIn { shop, port, desk, running, opened }
}

impl SignIn {
    /// How the program ended. Without a keychain there is nowhere to keep what it got.
    fn ended(self) -> Ran {
        let ran = Ran::from(self.running);
        let expected = if std::env::var_os("VITRINE_TEST_KEYCHAIN").is_some() { &[0][..] } else { &[0, 3] };
        assert!(expected.contains(&ran.status), "{ran:?}");
        drop((self.shop, self.desk));
        ran
    }
}

#[test]
fn consent_in_chromium_signs_in_and_ends_at_a_page_in_the_persons_language() {
    for (language, direction, title) in [("en", "ltr", "Return to Vitrine"), ("fa", "rtl", "به ویترین برگردید")] {
        let Some(chromium) = Chromium::start(language) else { return };
        let sign_in = sign_in(language);
        let (port, shop) = (sign_in.port, sign_in.shop.sandbox.address());
        // The first tab's own.
        chromium.goes_to("about:blank");
        chromium.requests();
        chromium.goes_to(&sign_in.opened);
        chromium.picture(&format!("consent-{language}"));
        chromium.clicks("button.yes");

        // What the person sees, and where.
        chromium.arrives_at(&format!("http://127.0.0.1:{port}/vitrine/signed-in"));
        assert_eq!(chromium.says("[document.documentElement.lang, document.documentElement.dir]"), json!([language, direction]));
        let text = chromium.says("document.body.innerText");
        let text = text.as_str().unwrap();
        assert!(chromium.told("/title") == title && text.starts_with(title), "{text}");
        assert_eq!(chromium.says("getComputedStyle(document.querySelector('main')).borderRadius"), "14px", "its own style is let in");
        chromium.picture(&format!("closing-{language}"));

        // It is all there is: nothing is fetched from anywhere, and the policy stands in nobody's way.
        for request in chromium.requests() {
            let ours = [format!("http://127.0.0.1:{port}/"), format!("http://{shop}/")];
            assert!(ours.iter().any(|origin| request.starts_with(origin)), "{request}");
        }
        assert_eq!(chromium.complaints(), json!([]));
        assert_eq!(chromium.says("performance.getEntriesByType('resource').length"), 0);
        assert_eq!(chromium.says("document.scripts.length"), 0);

        // The code is out of the address bar and of the history.
        let history = chromium.history();
        assert!(history.len() > 1 && history.iter().all(|address| !address.contains("code=")), "{history:?}");
        assert_eq!(chromium.says("document.referrer"), "");

        sign_in.ended();
    }
}

#[test]
fn a_denied_consent_in_chromium_ends_the_sign_in_with_advice() {
    let Some(chromium) = Chromium::start("en") else { return };
    let sign_in = sign_in("en");
    chromium.goes_to(&sign_in.opened);
    chromium.clicks("button:not(.yes)");
    chromium.arrives_at(&format!("http://127.0.0.1:{}/vitrine/signed-in", sign_in.port));
    let history = chromium.history();
    let ran = Ran::from(sign_in.running);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.err.contains("Sign-in was rejected") && ran.err.contains("allow access"), "{}", ran.err);
    assert!(history.iter().all(|address| !address.contains("error=")), "{history:?}");
}

#[test]
fn a_foreign_page_cannot_end_the_sign_in() {
    let Some(chromium) = Chromium::start("en") else { return };
    let sign_in = sign_in("en");
    let target = format!("http://127.0.0.1:{}/callback", sign_in.port);
    // As a page on another origin would do it, with everything a script and a form can send.
    chromium.goes_to("data:text/html,<h1>Somebody else</h1>");
    let attack = format!(
        "(async () => {{ const to = '{target}'; \
         for (const query of ['', '?error=access_denied', '?code=x', '?code=x&state=guess']) {{ \
           await fetch(to + query, {{ mode: 'no-cors' }}).catch(() => 0); \
           await fetch(to + query, {{ mode: 'no-cors', method: 'POST', body: 'x' }}).catch(() => 0); \
           await fetch(to + query, {{ method: 'PUT' }}).catch(() => 0); \
           const image = new Image(); image.src = to + query; await new Promise(done => image.onerror = image.onload = done); }} \
         return 'done' }})()"
    );
    let done = chromium.ask("/execute/async", json!({ "script": format!("const [end] = arguments; {attack}.then(end)"), "args": [] }));
    assert_eq!(done, "done");
    chromium.goes_to(&format!("{target}?error=access_denied"));

    chromium.goes_to(&sign_in.opened);
    chromium.clicks("button.yes");
    chromium.arrives_at(&format!("http://127.0.0.1:{}/vitrine/signed-in", sign_in.port));
    sign_in.ended();
}
