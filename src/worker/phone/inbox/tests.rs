//! Photos come once, in order and whole, whatever is sent.

use sha2::{Digest, Sha256};

use super::*;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{AccountKey, UserId, VendorId};

fn hash(bytes: &[u8]) -> PhotoHash {
    PhotoHash(Sha256::digest(bytes).into())
}

fn photo(number: u8) -> Vec<u8> {
    [b"\xFF\xD8\xFF\xE0".as_slice(), &[number; 200]].concat()
}

fn send(inbox: &mut Inbox, bytes: &[u8]) -> Result<(), Refusal> {
    let hash = hash(bytes);
    let Some(file) = inbox.begin(hash, 0, bytes.len() as u64)? else { return Ok(()) };
    fs::write(file, bytes).unwrap();
    inbox.finish(hash, None, None)
}

fn product(id: &str, photos: &[Vec<u8>]) -> ReceivedProduct {
    let photos = photos.iter().map(|photo| hash(photo)).collect();
    ReceivedProduct {
        id: id.to_owned(),
        name: " گلیم  قشقایی ".to_owned(),
        price: "۲٬۵۰۰٬۰۰۰".to_owned(),
        photos,
        ..ReceivedProduct::default()
    }
}

fn open(data: &Path) -> Inbox {
    Inbox::open(data, None, |_| None).unwrap()
}

#[test]
fn photos_and_products_of_one_shop_do_not_wait_in_another_one() {
    let data = tempfile::tempdir().unwrap();
    let of = |shop: Option<u64>| {
        let account = shop.map(|shop| AccountKey {
            market: "example".to_owned(),
            user: UserId::from(7),
            vendor: VendorId::from(shop),
        });
        Inbox::open(data.path(), account.as_ref(), |_| None).unwrap()
    };
    send(&mut of(None), &photo(1)).unwrap();
    let mut first = of(Some(1));
    assert_eq!(first.waiting(), 1, "the first account has what came before");
    send(&mut first, &photo(2)).unwrap();
    let (folder, _) = first.make_product(product("1", &[photo(2)])).unwrap();
    let other = of(Some(2));
    assert_eq!((other.waiting(), other.undelivered().count()), (0, 0), "another shop has neither");
    let again = of(Some(1));
    assert_eq!(again.waiting(), 1, "they wait for their own shop");
    assert_eq!(again.undelivered().collect::<Vec<_>>(), [folder.as_path()]);
}

#[test]
fn a_product_gets_its_photos_in_their_order_with_name_and_price() {
    let data = tempfile::tempdir().unwrap();
    let mut inbox = open(data.path());
    let photos = [photo(1), photo(2), photo(3)];
    photos.iter().for_each(|photo| send(&mut inbox, photo).unwrap());
    let order = [photos[2].clone(), photos[0].clone()];
    let (folder, is_new) = inbox.make_product(product("a", &order)).unwrap();
    assert!(is_new);
    assert_eq!(fs::read(folder.join("001.jpg")).unwrap(), photos[2]);
    assert_eq!(fs::read(folder.join("002.jpg")).unwrap(), photos[0]);
    assert_eq!(inbox.state().waiting, [hash(&photos[1])]);
    let mut planned = PlannedDraft::default();
    received_product(&data.path().join(FOLDER), &folder).unwrap().fill(&mut planned);
    assert_eq!(
        (planned.draft.name.as_str(), planned.draft.primary_price),
        ("گلیم قشقایی", Some(vitrine_domain::Price::on_wire(2_500_000)))
    );
}

#[test]
fn what_is_sent_again_is_taken_once() {
    let data = tempfile::tempdir().unwrap();
    let mut inbox = open(data.path());
    send(&mut inbox, &photo(1)).unwrap();
    send(&mut inbox, &photo(1)).unwrap();
    assert_eq!(inbox.state().waiting.len(), 1);
    let first = inbox.make_product(product("a", &[photo(1)])).unwrap();
    let mut inbox = open(data.path());
    assert_eq!(inbox.make_product(product("a", &[photo(1)])).unwrap(), (first.0, false));
    send(&mut inbox, &photo(1)).unwrap();
    assert_eq!((inbox.state().waiting.len(), inbox.folders().count()), (0, 1));
}

#[test]
fn photos_in_no_product_and_begun_ones_survive_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let mut inbox = open(data.path());
    send(&mut inbox, &photo(1)).unwrap();
    send(&mut inbox, &photo(4)).unwrap();
    send(&mut inbox, &photo(3)).unwrap();
    let begun = photo(2);
    fs::write(inbox.begin(hash(&begun), 0, 204).unwrap().unwrap(), &begun[..50]).unwrap();
    drop(inbox);
    let mut inbox = open(data.path());
    let state = inbox.state();
    assert_eq!(
        (state.waiting, state.begun),
        ([1, 4, 3].map(|number| hash(&photo(number))).to_vec(), [(hash(&begun).to_string(), 50)].into())
    );
    assert_eq!(inbox.begin(hash(&begun), 0, 204), Err(Refusal::Has(50)), "it goes on where it stopped");
    let file = inbox.begin(hash(&begun), 50, 154).unwrap().unwrap();
    fs::write(file, &begun).unwrap();
    assert_eq!(inbox.finish(hash(&begun), None, None), Ok(()));
    assert_eq!(inbox.state().waiting.len(), 4);
}

#[test]
fn a_product_that_was_being_made_as_the_program_was_killed_gives_its_photos_back() {
    let data = tempfile::tempdir().unwrap();
    let mut inbox = open(data.path());
    send(&mut inbox, &photo(1)).unwrap();
    let new = data.path().join(FOLDER).join("new-00001");
    fs::create_dir(&new).unwrap();
    fs::rename(inbox.waiting_photo(hash(&photo(1))).unwrap(), new.join(hash(&photo(1)).to_string())).unwrap();
    let mut inbox = open(data.path());
    assert_eq!(inbox.state().waiting, [hash(&photo(1))]);
    assert!(!new.exists());

    let (folder, _) = inbox.make_product(product("a", &[photo(1)])).unwrap();
    fs::rename(&folder, &new).unwrap();
    fs::rename(new.join("001.jpg"), new.join(hash(&photo(1)).to_string())).unwrap();
    let inbox = open(data.path());
    assert_eq!(
        inbox.folders().collect::<Vec<_>>(),
        [folder.as_path()],
        "one of which all photos were there is finished"
    );
    assert_eq!(fs::read(folder.join("001.jpg")).unwrap(), photo(1));
}

#[test]
fn bytes_that_are_not_those_of_the_hash_and_files_that_are_no_photos_are_forgotten() {
    let data = tempfile::tempdir().unwrap();
    let mut inbox = open(data.path());
    let file = inbox.begin(hash(&photo(1)), 0, 204).unwrap().unwrap();
    fs::write(&file, photo(2)).unwrap();
    assert_eq!(inbox.finish(hash(&photo(1)), None, None), Err(Refusal::WrongContent));
    assert!(!file.exists());
    assert_eq!(send(&mut inbox, b"<script>"), Err(Refusal::NotAPhoto));
    assert_eq!(
        send(&mut inbox, b"\0\0\0\x14ftypavif\0\0\0\0avif"),
        Err(Refusal::NotAPhoto),
        "what cannot be read is told"
    );
    assert_eq!(inbox.state(), InboxState::default());
    assert_eq!(send(&mut inbox, &photo(1)), Ok(()), "the right bytes are still taken");
}

#[test]
fn sizes_and_texts_are_bounded() {
    let data = tempfile::tempdir().unwrap();
    let mut inbox = open(data.path());
    assert_eq!(inbox.begin(hash(b"a"), 0, MAX_PHOTO_BYTES + 1), Err(Refusal::TooLarge));
    assert_eq!(inbox.begin(hash(b"a"), u64::MAX, 2), Err(Refusal::TooLarge));
    let full = |_: &Path| Some(MIN_FREE_BYTES);
    assert_eq!(
        Inbox { free_space: full, ..open(data.path()) }.begin(hash(b"a"), 0, 1),
        Err(Refusal::DiskFull)
    );
    send(&mut inbox, &photo(1)).unwrap();
    let refused = |change: &dyn Fn(&mut ReceivedProduct)| {
        let mut product = product("a", &[photo(1)]);
        change(&mut product);
        open(data.path()).make_product(product).unwrap_err()
    };
    assert_eq!(refused(&|product| product.name = "x".repeat(301)), Refusal::Name);
    assert_eq!(refused(&|product| product.name = "\u{202e}x".to_owned()), Refusal::Name);
    assert_eq!(refused(&|product| product.price = "free".to_owned()), Refusal::Price);
    assert_eq!(refused(&|product| product.photos.clear()), Refusal::TooMany);
    assert_eq!(refused(&|product| product.photos.push(product.photos[0])), Refusal::NoSuchPhoto);
    assert_eq!(refused(&|product| product.photos.push(hash(b"x"))), Refusal::NoSuchPhoto);
    assert!(
        inbox.make_product(product("../../a", &[photo(1)])).unwrap().0.ends_with("00001"),
        "no path is made of what a phone says"
    );
}

#[test]
fn what_several_requests_were_promised_leaves_the_disk_its_reserve_and_so_do_copies() {
    let data = tempfile::tempdir().unwrap();
    let room = |_: &Path| Some(MIN_FREE_BYTES + 1_000);
    let mut inbox = Inbox { free_space: room, ..open(data.path()) };
    inbox.begin(hash(b"a"), 0, 600).unwrap().expect("there is room for one");
    assert_eq!(
        inbox.begin(hash(b"b"), 0, 600),
        Err(Refusal::DiskFull),
        "not one byte of the first is on the disk yet"
    );
    inbox.interrupted(hash(b"a"));
    inbox.begin(hash(b"b"), 0, 600).unwrap().expect("there is room again");
    inbox.interrupted(hash(b"b"));

    send(&mut inbox, &photo(1)).unwrap();
    inbox.free_space = |_| Some(MIN_FREE_BYTES);
    inbox.make_product(product("first", &[photo(1)])).expect("its photo is moved");
    assert_eq!(
        inbox.make_product(product("second", &[photo(1)])),
        Err(Refusal::DiskFull),
        "its photo would be copied"
    );
    inbox.free_space = room;
    inbox.make_product(product("second", &[photo(1)])).expect("there is room for the copy");
}

#[test]
fn a_product_that_cannot_be_made_leaves_its_photos_waiting_and_the_others_as_they_are() {
    let data = tempfile::tempdir().unwrap();
    let mut inbox = open(data.path());
    [1, 2, 3].into_iter().for_each(|number| send(&mut inbox, &photo(number)).unwrap());
    let (first, _) = inbox.make_product(product("a", &[photo(1)])).unwrap();
    let two = [photo(2), photo(3)];

    // Somebody else's folder is in the way, and then somebody deletes a photo.
    let in_the_way = data.path().join(FOLDER).join("00002");
    fs::create_dir_all(in_the_way.join("of somebody else")).unwrap();
    assert_eq!(inbox.make_product(product("b", &two)), Err(Refusal::Disk));
    let kept = fs::read(inbox.waiting_photo(hash(&photo(2))).unwrap());
    assert_eq!(kept.unwrap(), photo(2));
    let removed = inbox.waiting_photo(hash(&photo(3))).unwrap();
    let bytes = fs::read(&removed).unwrap();
    fs::remove_file(&removed).unwrap();
    assert_eq!(inbox.make_product(product("b", &two)), Err(Refusal::Disk));
    assert_eq!(inbox.folders().collect::<Vec<_>>(), [first.as_path()], "each product once");
    fs::write(&removed, bytes).unwrap();

    let (second, is_new) = inbox.make_product(product("b", &two)).unwrap();
    assert!(is_new && second.join("002.jpg").exists());
    assert_eq!(inbox.state().waiting, []);
    assert_eq!(inbox.state().products, ["a", "b"]);
}

#[test]
fn products_come_again_until_the_review_surely_has_them() {
    let data = tempfile::tempdir().unwrap();
    let mut inbox = open(data.path());
    send(&mut inbox, &photo(1)).unwrap();
    inbox.make_product(product("a", &[photo(1)])).unwrap();
    let mut inbox = open(data.path());
    assert_eq!(inbox.undelivered().count(), 1);
    inbox.set_delivered();
    let mut inbox = open(data.path());
    assert_eq!((inbox.undelivered().count(), inbox.folders().count()), (0, 1));
    let folder = inbox.folders().next().unwrap().to_owned();
    inbox.delete(&folder);
    assert!(!folder.exists());
}

#[cfg(unix)]
#[test]
fn what_an_older_version_left_open_is_closed() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join(FOLDER);
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    open(data.path());
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o077, 0);
}
