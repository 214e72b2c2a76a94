//! What a phone, or a stranger in its network, sends.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::worker::phone::access::{Access, RequestHead};
use crate::worker::phone::inbox::{Inbox, Refusal};
use crate::worker::phone::photo_hash::PhotoHash;
use crate::worker::phone::received::ReceivedProduct;

const HOST: &str = "192.168.1.5:8766";
const NOW: i64 = 1_790_000_000;

/// The head of a request and an attempt to be let in, of lines: method, target, host, origin, site, cookie,
/// secret, page.
pub fn stranger(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.split('\n');
    let mut next = || lines.next().unwrap_or_default();
    let (method, target) = (next(), next());
    let [host, origin, site, cookie] = [next(), next(), next(), next()];
    let (secret, page) = (next(), next());
    let mut access = Access::new(HOST.parse().expect("an address"));
    let invited = access.invite().is_ok();
    let given = |value| if str::is_empty(value) { Vec::new() } else { vec![value] };
    let (hosts, origins, sites) = (given(host), given(origin), given(site));
    let head = RequestHead { method, target, hosts: &hosts, origins: &origins, sites: &sites };
    if access.validate(&head).is_ok() {
        assert!(host == HOST && target.starts_with('/'), "{head:?}");
        assert!(origin.is_empty() || origin == format!("http://{HOST}"), "{head:?}");
        assert!(method == "GET" || !origin.is_empty(), "{head:?}");
    }
    assert!(!access.admits(&[cookie]), "nobody was let in");
    let now = jiff::Timestamp::from_second(NOW).expect("a time");
    for _ in 0..40 {
        assert!(access.exchange(secret, page, now).is_err(), "128 bits are not guessed");
    }
    assert!(invited && access.phones() == 0);
}

/// Uploads, products and restarts in any order: each byte says what comes next.
pub fn uploads(data: &[u8]) {
    let place = tempfile::tempdir().expect("a folder");
    let mut inbox = open(place.path());
    let mut steps = data.iter().copied();
    let mut sent = 0;
    while let Some(step) = steps.next() {
        let photo = photo(step >> 4);
        let hash = PhotoHash(Sha256::digest(&photo).into());
        let length = photo.len() as u64;
        match step % 8 {
            // A whole photo, a part of one, the rest of one, other bytes than were said.
            0 | 1 => send(&mut inbox, hash, &photo, 0, photo.len()),
            2 => {
                let part = usize::from(steps.next().unwrap_or_default()) % (photo.len() + 3);
                killed(inbox, hash, &photo, part);
                inbox = open(place.path());
            }
            3 => {
                let has = inbox.state().begun.get(&hash.to_string()).copied().unwrap_or_default();
                send(
                    &mut inbox,
                    hash,
                    &photo,
                    usize::try_from(has.min(length)).unwrap_or_default(),
                    photo.len(),
                );
            }
            4 => send(&mut inbox, hash, &vec![step; photo.len()], 0, photo.len()),
            5 => _ = inbox.discard(hash),
            6 => {
                sent += 1;
                let text: Vec<u8> = steps.by_ref().take(usize::from(step >> 4)).collect();
                let name = String::from_utf8_lossy(&text).into_owned();
                let waiting = inbox.state().waiting;
                let photos = waiting.iter().copied().chain([hash]).take(1 + usize::from(step >> 6)).collect();
                let id = format!("product {}", sent % 5);
                drop(inbox.make_product(ReceivedProduct {
                    id,
                    price: name.clone(),
                    name,
                    photos,
                    ..ReceivedProduct::default()
                }));
            }
            _ => {
                let before = inbox.state();
                drop(inbox);
                inbox = open(place.path());
                let after = inbox.state();
                assert_eq!(
                    (before.waiting, before.sent, before.products),
                    (after.waiting, after.sent, after.products)
                );
            }
        }
    }
    assert_files(place.path(), &inbox);
    for number in 0..16 {
        assert_completes(&mut inbox, &photo(number));
    }
}

/// The program ends after some bytes of a photo were written, or more than all, before anything was noted.
fn killed(mut inbox: Inbox, hash: PhotoHash, photo: &[u8], bytes: usize) {
    if let Ok(Some(file)) = inbox.begin(hash, 0, photo.len() as u64) {
        let twice = [photo, photo].concat();
        fs::write(&file, &twice[..bytes]).expect("a file");
    }
}

/// Whatever was begun, a few requests of the page bring a photo, or say that it is none.
fn assert_completes(inbox: &mut Inbox, photo: &[u8]) {
    let hash = PhotoHash(Sha256::digest(photo).into());
    let mut from = inbox.state().begun.get(&hash.to_string()).copied().unwrap_or_default();
    for _ in 0..4 {
        from = from.min(photo.len() as u64);
        let begun = inbox.begin(hash, from, photo.len() as u64 - from);
        let answer = begun.and_then(|file| {
            let Some(file) = file else { return Ok(()) };
            let begun = fs::read(&file).unwrap_or_default();
            let rest = &photo[usize::try_from(from).unwrap_or_default()..];
            fs::write(&file, [&begun, rest].concat()).expect("a file");
            inbox.finish(hash, None, None)
        });
        match answer {
            Ok(()) | Err(Refusal::NotAPhoto | Refusal::TooMany) => return,
            Err(Refusal::Has(has)) => from = has,
            Err(_) => from = 0,
        }
    }
    panic!("a photo that never comes");
}

fn open(place: &Path) -> Inbox {
    Inbox::open(place, None, |_| None).expect("an inbox")
}

/// A small photo of each kind that is known by its first bytes, and one that is none.
fn photo(number: u8) -> Vec<u8> {
    let head: &[u8] = match number % 4 {
        0 => b"\xFF\xD8\xFF\xE0",
        1 => b"\x89PNG\r\n\x1A\n",
        2 => b"GIF89a",
        _ => b"<script>",
    };
    [head, &vec![number; 40 + usize::from(number)]].concat()
}

/// Sends the bytes of a photo from one to another, as the server does.
fn send(inbox: &mut Inbox, hash: PhotoHash, photo: &[u8], from: usize, to: usize) {
    let rest = (photo.len() - from) as u64;
    let Ok(Some(file)) = inbox.begin(hash, from as u64, rest) else { return };
    let begun = fs::read(&file).unwrap_or_default();
    assert_eq!(begun.len(), from, "it goes on where it stopped");
    fs::write(&file, [&begun, &photo[from..to.max(from)]].concat()).expect("a file");
    if to < photo.len() { inbox.interrupted(hash) } else { _ = inbox.finish(hash, None, None) }
}

/// Every file is one of the inbox, and what waits is what its name says.
fn assert_files(place: &Path, inbox: &Inbox) {
    let state = inbox.state();
    let root = place.join("phone");
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    assert_eq!(names(place), ["phone".to_owned()].into());
    for name in names(&root) {
        let is_product = name.len() == 5 && name.bytes().all(|byte| byte.is_ascii_digit());
        assert!(is_product || ["waiting", "begun", "order"].contains(&name.as_str()), "{name}");
    }
    assert_eq!(names(&root.join("waiting")), state.waiting.iter().map(ToString::to_string).collect());
    assert_eq!(names(&root.join("begun")), state.begun.keys().cloned().collect());
    for hash in &state.waiting {
        let bytes = fs::read(root.join("waiting").join(hash.to_string())).expect("a photo");
        assert_eq!(PhotoHash(Sha256::digest(&bytes).into()), *hash);
    }
    assert!(state.waiting.iter().all(|hash| !state.sent.contains(hash)), "a photo is in one place");
}
