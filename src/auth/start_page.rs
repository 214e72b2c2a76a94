//! The address at which the browser is opened: a page on this computer that leads on to the consent page,
//! once.
//!
//! The command line of a browser can be read by everybody who uses the computer, and the address of the
//! consent page has the state of the sign-in in it. So the command line gets an address that says nothing. A
//! file with a redirect would do the same, but browsers in a sandbox (Snap, Flatpak) cannot read the folders
//! in which it would be private.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use secrecy::{ExposeSecret, SecretString};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::browser::random;
use super::connection_guard::{self, Pages};
use super::request_head::RequestHead;
use super::{answer, peer};
use vitrine_domain::{Problem, ProblemKind};

/// Serves the page until it is dropped.
pub struct StartPage {
    address: String,
    serving: JoinHandle<()>,
}

impl Drop for StartPage {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl StartPage {
    /// A page that leads to `consent_page`. Is called inside a tokio runtime.
    ///
    /// # Errors
    ///
    /// [`ProblemKind::Internal`] if the system has no free port or no random source.
    pub fn open(consent_page: String) -> Result<Self, Problem> {
        let failed =
            |error: std::io::Error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string());
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let authority = listener.local_addr().map_err(failed)?.to_string();
        let listener = TcpListener::from_std(listener).map_err(failed)?;
        let path = SecretString::from(format!("/{}", random()?.expose_secret()));
        let address = format!("http://{authority}{}", path.expose_secret());
        let page = OncePage {
            authority,
            path: blake3::hash(path.expose_secret().as_bytes()),
            consent_page: Some(consent_page),
        };
        let serving = tokio::spawn(connection_guard::serve(listener, Arc::new(Mutex::new(page))));
        Ok(Self { address, serving })
    }

    /// The address to open.
    pub fn address(&self) -> &str {
        &self.address
    }
}

struct OncePage {
    authority: String,
    /// Hashes are compared in constant time.
    path: blake3::Hash,
    /// `None` once it was told.
    consent_page: Option<String>,
}

impl Pages for OncePage {
    fn answer(&mut self, request: &RequestHead<'_>, from: &TcpStream) -> Vec<u8> {
        // Whoever reads the command line may be faster than the browser.
        let is_stranger = peer::is_of_same_person(from) == Some(false);
        if is_stranger { answer::rejection(403) } else { self.lead_on(request) }
    }
}

impl OncePage {
    fn lead_on(&mut self, request: &RequestHead<'_>) -> Vec<u8> {
        if request.method != "GET" {
            return answer::rejection(405);
        }
        let hosts: Vec<&str> = request.all("Host").collect();
        if hosts != [self.authority.as_str()] {
            return answer::rejection(421);
        }
        if request.all("Origin").next().is_some() || !request.is_navigation() {
            return answer::rejection(403);
        }
        if blake3::hash(request.target.as_bytes()) != self.path {
            return answer::rejection(404);
        }
        self.consent_page.take().map_or_else(|| answer::rejection(410), |address| answer::lead_to(&address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "/only-once";

    fn page() -> OncePage {
        let path = blake3::hash(PATH.as_bytes());
        OncePage {
            authority: "127.0.0.1:1".to_owned(),
            path,
            consent_page: Some("https://sso.example/?state=s".to_owned()),
        }
    }

    /// The answer to a request with this target and header.
    fn ask(page: &mut OncePage, target: &str, header: &str) -> String {
        let head = format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:1\r\n{header}\r\n");
        String::from_utf8(page.lead_on(&RequestHead::parse(head.as_bytes()).unwrap())).unwrap()
    }

    #[test]
    fn the_page_leads_on_once() {
        let mut page = page();
        let first = ask(&mut page, PATH, "");
        assert!(
            first.starts_with("HTTP/1.1 303") && first.contains("Location: https://sso.example/?state=s\r\n"),
            "{first}"
        );
        assert!(ask(&mut page, PATH, "").starts_with("HTTP/1.1 410"));
    }

    #[test]
    fn only_a_person_who_goes_there_uses_it_up() {
        let mut page = page();
        for (target, header) in [
            ("/", ""),
            (PATH, "Sec-Purpose: prefetch\r\n"),
            (PATH, "Sec-Fetch-Dest: image\r\n"),
            (PATH, "Host: evil\r\n"),
        ] {
            assert!(!ask(&mut page, target, header).contains("sso.example"), "{target} {header}");
        }
        assert!(ask(&mut page, PATH, "Sec-Fetch-Dest: document\r\n").contains("sso.example"));
    }
}
