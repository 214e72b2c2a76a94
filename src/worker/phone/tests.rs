//! The server against a stranger in the same network: each attack is refused, and the phone's transfer
//! completes after it.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use secrecy::ExposeSecret;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::access::Access;
use super::inbox::Inbox;
use super::server::{FromPhone, Shared, bind, lock, serve};
use super::*;
use crate::i18n::Language;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;
use vitrine_domain::Currency;

/// A server, and the phone that it waits for.
struct Scene {
    data: tempfile::TempDir,
    address: SocketAddr,
    secret: String,
    shared: Arc<Shared>,
    closed: CancellationToken,
    events: Receiver<FromPhone>,
}

impl Drop for Scene {
    fn drop(&mut self) {
        self.closed.cancel();
    }
}

/// A status, the head, and the body of an answer.
type Answer = (u16, String, String);

impl Scene {
    async fn new() -> Self {
        Self::in_folder(tempfile::tempdir().unwrap()).await
    }

    async fn in_folder(data: tempfile::TempDir) -> Self {
        let (listener, address) = bind(IpAddr::V4(Ipv4Addr::LOCALHOST), 0).await.unwrap();
        let mut access = Access::new(address);
        let secret = access.invite().unwrap().expose_secret().split_once('#').unwrap().1.to_owned();
        let inbox = Arc::new(Mutex::new(Inbox::open(data.path(), None, |_| None).unwrap()));
        let (told, events) = channel();
        let told = Mutex::new(told);
        let tell = Box::new(move |event| _ = lock(&told).send(event));
        let words = page::words(Language::English, &Currency::Unnamed);
        let shared = Arc::new(Shared {
            access: Mutex::new(access),
            inbox,
            clock: Timestamp::now,
            active: AtomicI64::new(0),
            words,
            currency: Currency::Unnamed,
            tell,
        });
        let closed = CancellationToken::new();
        tokio::spawn(serve(listener, Arc::clone(&shared), closed.clone()));
        Self { data, address, secret, shared, closed, events }
    }

    async fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer))
            .await
            .expect("an answer");
        read_answer(&answer)
    }

    /// A request as the page sends it; `change` makes it something else.
    async fn request(&self, method: &str, path: &str, cookie: Option<&str>, body: &[u8]) -> Answer {
        self.send(&self.head(method, path, cookie, body)).await
    }

    fn head(&self, method: &str, path: &str, cookie: Option<&str>, body: &[u8]) -> Vec<u8> {
        let host = self.address;
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        if method != "GET" {
            head += &format!(
                "Origin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
                body.len()
            );
        }
        if let Some(cookie) = cookie {
            head += &format!("Cookie: {cookie}\r\n");
        }
        [head.as_bytes(), b"\r\n", body].concat()
    }

    async fn let_in(&self, page: &str) -> Option<String> {
        let body = serde_json::json!({ "secret": self.secret, "page": page }).to_string();
        let (status, head, _) = self.request("POST", "/session", None, body.as_bytes()).await;
        (status == 204).then(|| {
            let line = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap().to_owned();
            assert!(line.contains("HttpOnly") && line.contains("SameSite=Strict"), "{line}");
            line.split(';').next().unwrap().to_owned()
        })
    }

    async fn put(&self, cookie: &str, photo: &[u8]) -> Answer {
        let path = format!("/photos/{}?length={}&from=0&left=0", hash(photo), photo.len());
        self.request("PUT", &path, Some(cookie), photo).await
    }

    async fn finish(&self, cookie: &str, id: &str, photos: &[&[u8]]) -> Answer {
        let photos: Vec<_> = photos.iter().map(|photo| hash(photo)).collect();
        let body =
            serde_json::json!({ "id": id, "is_roll": false, "name": "Kilim", "price": "", "photos": photos })
                .to_string();
        self.request("POST", "/products", Some(cookie), body.as_bytes()).await
    }

    /// The transfer of the phone, as it is without anybody else.
    async fn assert_completes(&self, name: &str) {
        let photo = photo(name.as_bytes());
        let cookie = self
            .let_in("the phone's own page")
            .await
            .unwrap_or_else(|| panic!("{name}: the phone is let in"));
        assert_eq!(self.put(&cookie, &photo).await.0, 200, "{name}");
        assert_eq!(
            self.finish(&cookie, &format!("product after {}", name.len()), &[&photo]).await.0,
            204,
            "{name}"
        );
        let folder = self
            .events
            .try_iter()
            .find_map(|event| if let FromPhone::Product(folder) = event { Some(folder) } else { None });
        let folder = folder.unwrap_or_else(|| panic!("{name}: a product"));
        assert_eq!(std::fs::read(folder.join("001.jpg")).unwrap(), photo, "{name}: nothing cut");
    }
}

fn read_answer(answer: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(answer).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, head.to_owned(), body.to_owned())
}

fn photo(content: &[u8]) -> Vec<u8> {
    [b"\xFF\xD8\xFF\xE0".as_slice(), content, &[7; 3000]].concat()
}

fn hash(photo: &[u8]) -> photo_hash::PhotoHash {
    photo_hash::PhotoHash(Sha256::digest(photo).into())
}

/// Attacks as whole requests, with the answers that refuse them. `{host}`, `{secret}` and `{hash}` are filled
/// in.
const ATTACKS: &[(&str, &str, u16)] = &[
    ("another host name", "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 421),
    ("no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 421),
    ("two hosts", "GET / HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\nConnection: close\r\n\r\n", 421),
    (
        "the host in an absolute address",
        "GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
        404,
    ),
    ("the state without a cookie", "GET /state HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", 401),
    (
        "a made-up cookie",
        "GET /state HTTP/1.1\r\nHost: {host}\r\nCookie: vitrine_phone=00000000000000000000000000000000\r\nConnection: close\r\n\r\n",
        401,
    ),
    (
        "the secret as a cookie",
        "GET /state HTTP/1.1\r\nHost: {host}\r\nCookie: vitrine_phone={secret}\r\nConnection: close\r\n\r\n",
        401,
    ),
    (
        "the secret in the address",
        "GET /state?secret={secret} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
        401,
    ),
    (
        "the state for another page",
        "GET /state HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\nConnection: close\r\n\r\n",
        403,
    ),
    (
        "the state loaded by another page",
        "GET /state HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n",
        403,
    ),
    (
        "a question of another page whether it may",
        "OPTIONS /photos/{hash} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: PUT\r\nConnection: close\r\n\r\n",
        405,
    ),
    (
        "another method",
        "PATCH /photos/{hash} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        405,
    ),
    ("a head alone", "HEAD / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", 405),
    (
        "a form of another page with the secret",
        "POST /session HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        403,
    ),
    (
        "a form without an origin",
        "POST /session HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        403,
    ),
    (
        "a sandboxed form",
        "POST /session HTTP/1.1\r\nHost: {host}\r\nOrigin: null\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        403,
    ),
    (
        "a form instead of JSON",
        "POST /session HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        415,
    ),
    (
        "no JSON",
        "POST /session HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{",
        400,
    ),
    (
        "a wrong secret",
        "POST /session HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: 71\r\nConnection: close\r\n\r\n{\"secret\":\"00000000000000000000000000000000\",\"page\":\"0123456789abcdef\"}",
        403,
    ),
    (
        "an empty secret",
        "POST /session HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: 43\r\nConnection: close\r\n\r\n{\"secret\":\"\",\"page\":\"0123456789abcdef0123\"}",
        403,
    ),
    (
        "a photo without a cookie",
        "PUT /photos/{hash}?length=1&from=0 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx",
        401,
    ),
    (
        "a product without a cookie",
        "POST /products HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
        401,
    ),
    (
        "removing without a cookie",
        "DELETE /photos/{hash} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\r\n",
        401,
    ),
    (
        "a way out of the folder",
        "GET /../../../etc/passwd HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
        404,
    ),
    (
        "an encoded way out of the folder",
        "GET /%2e%2e%2f%2e%2e%2fetc%2fpasswd HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
        404,
    ),
    ("another file", "GET /favicon.ico HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n", 404),
    (
        "both lengths, to smuggle a request",
        "POST /session HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
        400,
    ),
    ("another protocol", "\x16\x03\x01\x02\0\x01\0\x01\u{fc}\x03\x03\r\n\r\n", 400),
    ("a line that is no request", "hello\r\n\r\n", 400),
];

#[tokio::test]
async fn attacks_are_refused_and_the_transfer_completes_after_each() {
    let mut refused = 0;
    for (name, attack, expected) in ATTACKS {
        let scene = Scene::new().await;
        let filled = attack
            .replace("{host}", &scene.address.to_string())
            .replace("{secret}", &scene.secret)
            .replace("{hash}", &hash(b"x").to_string());
        let (status, head, body) = scene.send(filled.as_bytes()).await;
        assert_eq!(status, *expected, "{name}: {head}");
        assert!(
            !head.to_lowercase().contains("access-control")
                && !body.contains("evil")
                && !body.contains("etc"),
            "{name}: nothing is reflected"
        );
        scene.assert_completes(name).await;
        refused += 1;
    }
    assert_eq!(refused, ATTACKS.len());
}

#[tokio::test]
async fn attacks_of_a_phone_that_was_let_in_are_refused_and_its_transfer_completes() {
    let scene = Scene::new().await;
    let cookie = scene.let_in("the phone's own page").await.unwrap();
    let cookie = cookie.as_str();
    let (good, name) = (photo(b"good"), hash(&photo(b"good")));
    for path in [
        "/photos/..%2f..%2fevil.jpg",
        "/photos/C:%5Cevil.jpg",
        "/photos/evil.jpg",
        "/photos/%00",
        "/photos/%ff",
        "/photos/",
    ] {
        let (status, ..) = scene.request("PUT", &format!("{path}?length=1&from=0"), Some(cookie), b"x").await;
        assert_eq!(status, 404, "{path}");
    }
    let upper = name.to_string().to_uppercase();
    assert_eq!(
        scene.request("PUT", &format!("/photos/{upper}?length=1&from=0"), Some(cookie), b"x").await.0,
        404
    );
    for query in [
        "",
        "?length=1",
        "?length=1&from=-1",
        "?length=2&from=0",
        "?length=0&from=0",
        "?length=1&from=18446744073709551615",
        "?length=x&from=0",
    ] {
        assert_eq!(
            scene.request("PUT", &format!("/photos/{name}{query}"), Some(cookie), b"x").await.0,
            400,
            "{query}"
        );
    }
    assert_eq!(
        scene.request("PUT", &format!("/photos/{name}?length=11&from=10"), Some(cookie), b"x").await.0,
        409,
        "a hole"
    );
    assert_eq!(
        scene
            .request("PUT", &format!("/photos/{name}?length=4&from=0"), Some(cookie), b"\xFF\xD8\xFF\xE1")
            .await
            .0,
        422,
        "other bytes"
    );
    let script = b"<script>alert(1)</script>";
    assert_eq!(scene.put(cookie, script).await.0, 415, "no photo");
    let host = scene.address;
    let length = "999999999999";
    let huge = format!(
        "PUT /photos/{name}?length={length}&from=0 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n",
        cookie
    );
    assert_eq!(scene.send(huge.as_bytes()).await.0, 413);
    let chunked = format!(
        "PUT /photos/{name}?length=3&from=0 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        cookie
    );
    assert_eq!(scene.send(chunked.as_bytes()).await.0, 411, "a photo without a length");
    let many = vec![b' '; 200 << 10];
    assert_eq!(scene.request("POST", "/products", Some(cookie), &many).await.0, 413);
    for body in [
        r#"{"id":"../../../a","is_roll":false,"name":"","price":"","photos":[]}"#,
        r#"{"id":"12345678","is_roll":false,"name":"a","price":"free","photos":[]}"#,
    ] {
        assert_eq!(scene.request("POST", "/products", Some(cookie), body.as_bytes()).await.0, 422, "{body}");
    }
    assert_eq!(scene.put(cookie, &good).await.0, 200);
    assert_eq!(scene.finish(cookie, "product 1", &[&good]).await.0, 204);
    let files: Vec<_> =
        std::fs::read_dir(scene.data.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(files, ["phone"], "nothing was written elsewhere");
}

#[tokio::test]
async fn a_used_secret_lets_nobody_else_in() {
    let scene = Scene::new().await;
    scene.assert_completes("first").await;
    assert_eq!(scene.let_in("a page of somebody who photographed the code").await, None);
    let again =
        lock(&scene.shared.access).invite().unwrap().expose_secret().split_once('#').unwrap().1.to_owned();
    let body = serde_json::json!({ "secret": again, "page": "a second phone's page" }).to_string();
    assert_eq!(scene.request("POST", "/session", None, body.as_bytes()).await.0, 204, "unless it is allowed");
}

#[tokio::test]
async fn two_hundred_idle_connections_and_slow_ones_keep_no_phone_out() {
    let scene = Scene::new().await;
    let mut idle = Vec::new();
    for at in 0..200 {
        let mut stream = TcpStream::connect(scene.address).await.unwrap();
        if at % 2 == 0 {
            stream.write_all(b"POST /session HTTP/1.1\r\nHo").await.unwrap();
        }
        idle.push(stream);
    }
    scene.assert_completes("with idle connections").await;
    let flood = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\n{}\r\n",
        scene.address,
        "X-Flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(20_000)
    );
    let (status, ..) = scene.send(flood.as_bytes()).await;
    assert!(status == 431 || status == 400 || status == 0, "{status}");
    let line = format!("GET /{} HTTP/1.1\r\nHost: {}\r\n\r\n", "a".repeat(1 << 20), scene.address);
    let (status, ..) = scene.send(line.as_bytes()).await;
    assert!(status == 414 || status == 431 || status == 0, "{status}");
    scene.assert_completes("with floods").await;
}

#[tokio::test]
async fn a_photo_whose_connection_broke_goes_on_where_it_stopped() {
    let scene = Scene::new().await;
    let cookie = scene.let_in("the phone's own page").await.unwrap();
    let whole = [photo(b"large"), vec![9; 400_000]].concat();
    let path = format!("/photos/{}?length={}&from=0&left=3", hash(&whole), whole.len());
    let request = scene.head("PUT", &path, Some(&cookie), &whole);
    let mut stream = TcpStream::connect(scene.address).await.unwrap();
    stream.write_all(&request[..request.len() - 150_000]).await.unwrap();
    drop(stream);
    let begun = loop {
        let (_, _, state) = scene.request("GET", "/state", Some(&cookie), b"").await;
        let state: serde_json::Value = serde_json::from_str(&state).unwrap();
        let begun = state["begun"][hash(&whole).to_string()].as_u64().unwrap_or_default();
        if begun == whole.len() as u64 - 150_000 {
            break usize::try_from(begun).unwrap();
        }
        tokio::task::yield_now().await;
    };
    let rest = format!("/photos/{}?length={}&from={begun}&left=3", hash(&whole), whole.len());
    // The broken request may still be ending.
    while scene.request("PUT", &rest, Some(&cookie), &whole[begun..]).await.0 == 409 {}
    assert_eq!(
        scene.put(&cookie, &whole).await.0,
        200,
        "a phone that did not hear so sends it again, and nothing is twice"
    );
    assert_eq!(scene.finish(&cookie, "product 1", &[&whole]).await.0, 204);
    assert_eq!(scene.finish(&cookie, "product 1", &[&whole]).await.0, 204);
    let products: Vec<FromPhone> =
        scene.events.try_iter().filter(|event| matches!(event, FromPhone::Product(_))).collect();
    let [FromPhone::Product(folder)] = products.as_slice() else { panic!("{products:?}") };
    assert_eq!(std::fs::read(folder.join("001.jpg")).unwrap(), whole);
}

/// A server in a folder where a photo was begun when the program was killed, its page's cookie, and how many
/// bytes the page reads that are there.
async fn killed_with_begun(photo: &[u8], on_disk: &[u8]) -> (Scene, String, u64) {
    let data = tempfile::tempdir().unwrap();
    drop(Inbox::open(data.path(), None, |_| None).unwrap());
    let begun = data.path().join(inbox::FOLDER).join("begun").join(hash(photo).to_string());
    std::fs::write(begun, on_disk).unwrap();
    let scene = Scene::in_folder(data).await;
    let cookie = scene.let_in("the phone's own page").await.unwrap();
    let (_, _, state) = scene.request("GET", "/state", Some(&cookie), b"").await;
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    let begun = state["begun"][hash(photo).to_string()].as_u64().unwrap();
    (scene, cookie, begun)
}

#[tokio::test]
async fn a_photo_whose_last_byte_was_written_before_the_program_was_killed_is_taken_without_another_byte() {
    let whole = photo(b"whole");
    let (scene, cookie, begun) = killed_with_begun(&whole, &whole).await;
    assert_eq!(begun, whole.len() as u64);
    let path = format!("/photos/{}?length={}&from={begun}&left=0", hash(&whole), whole.len());
    assert_eq!(scene.request("PUT", &path, Some(&cookie), b"").await.0, 200);
    assert_eq!(scene.finish(&cookie, "product 1", &[&whole]).await.0, 204);
}

#[tokio::test]
async fn a_begun_photo_that_is_not_the_one_that_was_announced_is_sent_anew() {
    let whole = photo(b"whole");
    let other = [b"\xFF\xD8\xFF\xE0".as_slice(), &vec![1; whole.len() - 4]].concat();
    let longer = [&*whole, b"twice"].concat();
    for (on_disk, refused) in [(other, 422), (longer, 409)] {
        let (scene, cookie, _) = killed_with_begun(&whole, &on_disk).await;
        let path = format!("/photos/{}?length={}&from={}&left=0", hash(&whole), whole.len(), whole.len());
        let (status, _, body) = scene.request("PUT", &path, Some(&cookie), b"").await;
        assert_eq!(status, refused, "{body}");
        assert!(refused == 422 || body == r#"{"has":0}"#, "{body}");
        assert_eq!(scene.put(&cookie, &whole).await.0, 200);
        assert_eq!(scene.finish(&cookie, "product 1", &[&whole]).await.0, 204);
    }
}

#[tokio::test]
async fn an_empty_file_of_the_phone_is_no_photo() {
    let scene = Scene::new().await;
    let cookie = scene.let_in("the phone's own page").await.unwrap();
    let (status, _, body) = scene.put(&cookie, b"").await;
    assert_eq!((status, body.as_str()), (415, r#"{"why":"not-a-photo"}"#));
}

#[tokio::test]
async fn photos_in_no_product_are_there_after_a_restart_for_the_phone_that_is_let_in_again() {
    let mut scene = Scene::new().await;
    let cookie = scene.let_in("the phone's own page").await.unwrap();
    let kept = photo(b"kept");
    scene.put(&cookie, &kept).await;
    let data = std::mem::replace(&mut scene.data, tempfile::tempdir().unwrap());
    scene.closed.cancel();
    assert!(
        TcpStream::connect(scene.address).await.is_err()
            || scene.request("GET", "/state", Some(&cookie), b"").await.0 == 0,
        "it has ended"
    );

    let scene = Scene::in_folder(data).await;
    assert_eq!(
        scene.request("GET", "/state", Some(&cookie), b"").await.0,
        401,
        "cookies of before are worth nothing"
    );
    let cookie = scene.let_in("the phone's own page").await.unwrap();
    let (_, _, state) = scene.request("GET", "/state", Some(&cookie), b"").await;
    assert!(state.contains(&hash(&kept).to_string()));
    let (status, head, _) =
        scene.request("GET", &format!("/photos/{}", hash(&kept)), Some(&cookie), b"").await;
    assert_eq!(status, 200);
    assert!(head.contains("image/jpeg") && head.contains("nosniff"), "{head}");
    assert_eq!(scene.finish(&cookie, "product 1", &[&kept]).await.0, 204);
}
