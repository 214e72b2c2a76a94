//! A plain HTTP client that stands in for a browser, and a `$BROWSER` script that reports which address the
//! program opened.

use std::path::{Path, PathBuf};

use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION};
use url::Url;

use super::{RunOutput, TestEnv};
use crate::kit::timeout::TIMEOUT;

/// An HTTP client that does not follow redirects, so that a test can look at each of them.
pub struct Browser {
    runtime: tokio::runtime::Runtime,
    pub client: reqwest::Client,
}

pub struct Page {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Browser {
    pub fn new() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .timeout(TIMEOUT)
            .build()
            .unwrap();
        Self { runtime: tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap(), client }
    }

    pub fn send(&self, request: reqwest::RequestBuilder) -> Page {
        self.runtime.block_on(async {
            let answer = request.send().await.unwrap();
            Page {
                status: answer.status().as_u16(),
                headers: answer.headers().clone(),
                text: answer.text().await.unwrap(),
            }
        })
    }

    /// The status of the response; `None` if no server listens there.
    pub fn status_of(&self, address: &Url) -> Option<u16> {
        self.runtime.block_on(async {
            self.client.get(address.clone()).send().await.ok().map(|answer| answer.status().as_u16())
        })
    }

    pub fn get(&self, address: &Url) -> Page {
        self.send(self.client.get(address.clone()))
    }

    /// The consent page to which the address that the program opened leads on.
    pub fn consent_page(&self, opened: &str) -> Url {
        let start = self.get(&opened.parse().unwrap());
        assert_eq!(start.status, 303, "{opened}");
        start.headers[LOCATION].to_str().unwrap().parse().unwrap()
    }

    /// Submits a decision (`allow` or `deny`) on the consent page and returns the redirect address.
    pub fn submit_consent(&self, address: &Url, decision: &str) -> Url {
        let page = self.get(address).text;
        let ticket =
            page.split("name=\"ticket\" value=\"").nth(1).expect("a consent page").split('"').next().unwrap();
        let form = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("ticket", ticket)
            .append_pair("decision", decision)
            .finish();
        let to = address.join("/accounts/sso").unwrap();
        let answer = self
            .send(self.client.post(to).header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form));
        answer.headers[LOCATION].to_str().unwrap().parse().unwrap()
    }

    pub fn allow(&self, address: &Url) -> Url {
        self.submit_consent(address, "allow")
    }
}

/// A `$BROWSER` script that opens nothing, and the pipe to which it writes the address.
#[cfg(unix)]
pub fn browser_script(env: &TestEnv) -> (PathBuf, PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let (pipe, script) = (env.dir.path().join("opened"), env.dir.path().join("browser.sh"));
    if !pipe.exists() {
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::fs::write(&script, format!("#!/bin/sh\nprintf %s \"$1\" > '{}'\n", pipe.display())).unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    (script, pipe)
}

/// The address that the program asked the browser to open. Fails after a time limit.
pub fn opened_address(pipe: &Path) -> String {
    let (pipe, (read, answer)) = (pipe.to_owned(), std::sync::mpsc::channel());
    std::thread::spawn(move || drop(read.send(std::fs::read_to_string(pipe))));
    answer.recv_timeout(TIMEOUT).expect("the program opens the browser").unwrap()
}

/// Runs `vitrine login`, allowing access on the consent page. Returns the output and the redirect address.
#[cfg(unix)]
pub fn log_in(env: &TestEnv) -> (RunOutput, Url) {
    let (script, pipe) = browser_script(env);
    let running = env
        .command(&["login"])
        .env("BROWSER", &script)
        .env("VITRINE_LOG", "trace")
        .env_remove("VITRINE_TOKEN")
        .spawn()
        .unwrap();
    let browser = Browser::new();
    let back = browser.allow(&browser.consent_page(&opened_address(&pipe)));
    let redirect = browser.get(&back);
    assert_eq!(redirect.status, 303);
    assert_eq!(browser.get(&back.join(redirect.headers[LOCATION].to_str().unwrap()).unwrap()).status, 200);
    (running.into(), back)
}
