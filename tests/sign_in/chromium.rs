//! Signing in with a real browser: Chromium, controlled through chromedriver, opens the practice shop's
//! consent page.
//!
//! Skipped unless `VITRINE_TEST_CHROMIUM` is set, which needs chromedriver (Debian: chromium-driver). With
//! `VITRINE_TEST_PICTURES=DIR` it saves screenshots of the consent page and the closing page in DIR.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use serde_json::{Value, json};
use vitrine_sandbox::Options;

use crate::kit::shop::browser::{browser_script, opened_address};
use crate::kit::shop::port::free_port;
use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::kit::timeout::{TIMEOUT, Watchdog};

/// A WebDriver session (W3C) with a separate browser profile.
struct Chromium {
    driver: Child,
    _profile: tempfile::TempDir,
    runtime: tokio::runtime::Runtime,
    client: reqwest::Client,
    session: String,
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // Inside `async`, because the request's timeout needs the runtime's timer.
        let _ = self.runtime.block_on(async { self.client.delete(&self.session).send().await });
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Chromium {
    /// `None` if the test is to be skipped.
    fn start(language: &str) -> Option<Self> {
        if std::env::var_os("VITRINE_TEST_CHROMIUM").is_none() {
            eprintln!("skipped: set VITRINE_TEST_CHROMIUM and install chromedriver");
            return None;
        }
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let watchdog = Watchdog::start(TIMEOUT, &driver);
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines
            .filter_map(|line| {
                line.split_once("successfully on port ")
                    .map(|(_, port)| port.trim_end_matches('.').to_owned())
            })
            .next();
        let origin = format!("http://127.0.0.1:{}", port.expect("a port"));
        drop(watchdog);

        let profile = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let client = reqwest::Client::builder().no_proxy().timeout(TIMEOUT).build().unwrap();
        let mut chromium =
            Self { driver, _profile: profile, runtime, client, session: format!("{origin}/session") };
        let arguments = [
            "--headless=new".to_owned(),
            // Needed by root, as in containers. The browser opens no foreign pages.
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--window-size=900,640".to_owned(),
            format!("--user-data-dir={}", chromium._profile.path().display()),
        ];
        let options = json!({ "args": arguments, "prefs": { "intl.accept_languages": language } });
        let wanted = json!({ "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { "performance": "ALL", "browser": "ALL" } });
        let created = chromium.post("", json!({ "capabilities": { "alwaysMatch": wanted } }));
        let id = created["sessionId"].as_str().expect("a session");
        chromium.session = format!("{}/{id}", chromium.session);
        Some(chromium)
    }

    fn send(&self, request: reqwest::RequestBuilder) -> Value {
        let value = self
            .runtime
            .block_on(async { request.send().await.unwrap().json::<Value>().await.unwrap() })["value"]
            .clone();
        assert!(value.get("error").is_none(), "{value}");
        value
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.send(self.client.post(format!("{}{path}", self.session)).json(&body))
    }

    fn get(&self, path: &str) -> Value {
        self.send(self.client.get(format!("{}{path}", self.session)))
    }

    fn open(&self, address: &str) {
        self.post("/url", json!({ "url": address }));
    }

    fn click(&self, selector: &str) {
        let found = self.post("/element", json!({ "using": "css selector", "value": selector }));
        let element = found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned();
        self.post(&format!("/element/{element}/click"), json!({}));
    }

    /// Waits until the tab shows this address. Fails after 20 seconds.
    fn wait_for_address(&self, address: &str) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while self.get("/url") != address {
            assert!(Instant::now() < deadline, "the tab is at {}, not at {address}", self.get("/url"));
        }
    }

    fn evaluate(&self, script: &str) -> Value {
        self.post("/execute/sync", json!({ "script": format!("return {script}"), "args": [] }))
    }

    /// Every address in the tab's history, including those that were redirected.
    fn history(&self) -> Vec<String> {
        let found =
            self.post("/goog/cdp/execute", json!({ "cmd": "Page.getNavigationHistory", "params": {} }));
        let entries = found["entries"].as_array().unwrap();
        entries
            .iter()
            .flat_map(|entry| [&entry["url"], &entry["userTypedURL"]])
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    }

    fn requests(&self) -> Vec<String> {
        let log = self.post("/se/log", json!({ "type": "performance" }));
        let messages = log
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| serde_json::from_str::<Value>(entry["message"].as_str().unwrap()).unwrap());
        let sent = messages.filter(|message| message["message"]["method"] == "Network.requestWillBeSent");
        sent.map(|message| message["message"]["params"]["request"]["url"].as_str().unwrap().to_owned())
            .collect()
    }

    fn console_messages(&self) -> Value {
        self.post("/se/log", json!({ "type": "browser" }))
    }

    fn save_screenshot(&self, name: &str) {
        if let Some(folder) = std::env::var_os("VITRINE_TEST_PICTURES") {
            let bytes =
                base64::prelude::BASE64_STANDARD.decode(self.get("/screenshot").as_str().unwrap()).unwrap();
            std::fs::write(std::path::Path::new(&folder).join(format!("{name}.png")), bytes).unwrap();
        }
    }
}

/// A practice shop and a running `vitrine login --browser`, whose `$BROWSER` reported the address to open.
struct SignIn {
    shop: Shop,
    port: u16,
    env: TestEnv,
    running: Child,
    address: String,
}

fn sign_in(language: &str) -> SignIn {
    let port = free_port();
    let shop = Shop::open(Options {
        redirect_uris: vec![format!("http://127.0.0.1:{port}/callback")],
        ..Options::default()
    });
    let market_file = shop.sandbox.market_file().replace("Practice shop", &format!("Practice shop {port}"));
    let env = TestEnv::with_market_file(&market_file, shop.sandbox.token());
    let (script, pipe) = browser_script(&env);
    let mut command = env.command(&["login", "--browser", "--language", language]);
    let running = command
        .env("BROWSER", &script)
        .env("VITRINE_LOG", "trace")
        .env_remove("VITRINE_TOKEN")
        .spawn()
        .unwrap();
    let address = opened_address(&pipe);
    SignIn { shop, port, env, running, address }
}

impl SignIn {
    /// Waits for the program to exit successfully. Without a keychain, it may fail to store the token.
    fn finish(self) -> RunOutput {
        let output = RunOutput::from(self.running);
        let expected = if std::env::var_os("VITRINE_TEST_KEYCHAIN").is_some() { &[0][..] } else { &[0, 3] };
        assert!(expected.contains(&output.status), "{output:?}");
        drop((self.shop, self.env));
        output
    }
}

#[test]
fn consent_in_chromium_signs_in_and_ends_at_a_page_in_the_persons_language() {
    for (language, direction, title) in
        [("en", "ltr", "Return to Vitrine"), ("fa", "rtl", "به ویترین برگردید")]
    {
        let Some(chromium) = Chromium::start(language) else { return };
        let sign_in = sign_in(language);
        let (port, shop) = (sign_in.port, sign_in.shop.sandbox.address());
        // Discards the requests of the new tab itself.
        chromium.open("about:blank");
        chromium.requests();
        chromium.open(&sign_in.address);
        chromium.save_screenshot(&format!("consent-{language}"));
        chromium.click("button.yes");

        // What the person sees.
        chromium.wait_for_address(&format!("http://127.0.0.1:{port}/vitrine/signed-in"));
        assert_eq!(
            chromium.evaluate("[document.documentElement.lang, document.documentElement.dir]"),
            json!([language, direction])
        );
        let text = chromium.evaluate("document.body.innerText");
        let text = text.as_str().unwrap();
        assert!(chromium.get("/title") == title && text.starts_with(title), "{text}");
        assert_eq!(
            chromium.evaluate("getComputedStyle(document.querySelector('main')).borderRadius"),
            "14px",
            "the policy allows the page's own style"
        );
        chromium.save_screenshot(&format!("closing-{language}"));

        // Nothing else is loaded than the private page that leads on, the consent and the closing page, and
        // no policy blocks what they need.
        for request in chromium.requests() {
            let origins =
                [sign_in.address.clone(), format!("http://127.0.0.1:{port}/"), format!("http://{shop}/")];
            assert!(origins.iter().any(|origin| request.starts_with(origin)), "{request}");
        }
        assert_eq!(chromium.console_messages(), json!([]));
        assert_eq!(chromium.evaluate("performance.getEntriesByType('resource').length"), 0);
        assert_eq!(chromium.evaluate("document.scripts.length"), 0);

        // The code is neither in the address bar nor in the history.
        let history = chromium.history();
        assert!(history.len() > 1 && history.iter().all(|address| !address.contains("code=")), "{history:?}");
        assert_eq!(chromium.evaluate("document.referrer"), "");

        sign_in.finish();
    }
}

#[test]
fn a_denied_consent_in_chromium_ends_the_sign_in_with_advice() {
    let Some(chromium) = Chromium::start("en") else { return };
    let sign_in = sign_in("en");
    chromium.open(&sign_in.address);
    chromium.click("button:not(.yes)");
    chromium.wait_for_address(&format!("http://127.0.0.1:{}/vitrine/signed-in", sign_in.port));
    let history = chromium.history();
    let output = RunOutput::from(sign_in.running);
    assert_eq!(output.status, 3, "{output:?}");
    assert!(
        output.stderr.contains("Sign-in was rejected") && output.stderr.contains("allow access"),
        "{}",
        output.stderr
    );
    assert!(history.iter().all(|address| !address.contains("error=")), "{history:?}");
}

#[test]
fn a_foreign_page_cannot_end_the_sign_in() {
    let Some(chromium) = Chromium::start("en") else { return };
    let sign_in = sign_in("en");
    let target = format!("http://127.0.0.1:{}/callback", sign_in.port);
    // A page on another origin tries everything that a script can send.
    chromium.open("data:text/html,<h1>Somebody else</h1>");
    let attack = format!(
        "(async () => {{ const to = '{target}'; \
         for (const query of ['', '?error=access_denied', '?code=x', '?code=x&state=guess']) {{ \
           await fetch(to + query, {{ mode: 'no-cors' }}).catch(() => 0); \
           await fetch(to + query, {{ mode: 'no-cors', method: 'POST', body: 'x' }}).catch(() => 0); \
           await fetch(to + query, {{ method: 'PUT' }}).catch(() => 0); \
           const image = new Image(); image.src = to + query; await new Promise(done => image.onerror = image.onload = done); }} \
         return 'done' }})()"
    );
    let done = chromium.post(
        "/execute/async",
        json!({ "script": format!("const [end] = arguments; {attack}.then(end)"), "args": [] }),
    );
    assert_eq!(done, "done");
    chromium.open(&format!("{target}?error=access_denied"));

    chromium.open(&sign_in.address);
    chromium.click("button.yes");
    chromium.wait_for_address(&format!("http://127.0.0.1:{}/vitrine/signed-in", sign_in.port));
    sign_in.finish();
}
