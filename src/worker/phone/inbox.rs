//! Photos from a phone on the disk: begun ones, those that are in no product yet, and a folder for each product. Blocking.
//!
//! Every name on the disk is made here: of a hash that was parsed, or of a number that was counted.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::photo_hash::PhotoHash;
use super::received::ReceivedProduct;
use crate::domain::{Draft, Field};
use crate::media::{FreeSpace, sniff};

/// The folder in the data directory.
pub const FOLDER: &str = "phone";

/// The largest photo, in bytes: 200 megapixels as HEIC or JPEG fit.
pub const MAX_PHOTO_BYTES: u64 = 100 << 20;

/// So many photos wait to be put into products at most, and so many were begun.
const MAX_WAITING: usize = 2_000;
const MAX_BEGUN: usize = 64;

/// So many products are kept at most, each with so many photos.
const MAX_PRODUCTS: usize = 5_000;
const MAX_PHOTOS: usize = 1_000;

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 300;

/// So much stays free on the disk, in bytes.
const MIN_FREE_BYTES: u64 = 500 << 20;

/// Why something was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Another part of the photo is expected: it has so many bytes.
    Has(u64),
    /// Another request sends the same photo.
    Busy,
    TooLarge,
    TooMany,
    DiskFull,
    /// The bytes are not those of the hash. They are forgotten.
    WrongContent,
    NotAPhoto,
    Name,
    Price,
    /// A photo of a product that was not sent.
    NoSuchPhoto,
    Disk,
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        tracing::warn!(%error, "a photo from a phone cannot be kept");
        if error.kind() == io::ErrorKind::StorageFull { Self::DiskFull } else { Self::Disk }
    }
}

/// What of the phone's photos is here, for its page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InboxState {
    /// Photos that are in no product yet, in the order in which they came.
    pub waiting: Vec<PhotoHash>,
    /// Begun photos with the number of their bytes.
    pub begun: BTreeMap<String, u64>,
    /// Photos that are in products.
    pub sent: Vec<PhotoHash>,
    /// The numbers that pages gave to products that came.
    pub products: Vec<String>,
}

/// The photos of a phone on the disk.
pub struct Inbox {
    folder: PathBuf,
    free_space: FreeSpace,
    waiting: Vec<PhotoHash>,
    begun: HashMap<PhotoHash, u64>,
    /// Photos that a request sends at this moment.
    busy: HashSet<PhotoHash>,
    sent: HashMap<PhotoHash, PathBuf>,
    products: Vec<(PathBuf, ReceivedProduct)>,
    next: u32,
}

impl Inbox {
    /// Reads what earlier sessions received, and puts photos of a product that was not finished back among those that wait.
    pub fn open(data_dir: &Path, free_space: FreeSpace) -> io::Result<Self> {
        let folder = data_dir.join(FOLDER);
        let mut inbox = Self {
            folder,
            free_space,
            waiting: Vec::new(),
            begun: HashMap::new(),
            busy: HashSet::new(),
            sent: HashMap::new(),
            products: Vec::new(),
            next: 1,
        };
        for folder in [inbox.waiting_folder(), inbox.begun_folder()] {
            make_private_dir(&folder)?;
        }
        inbox.read_products()?;
        inbox.read_waiting()?;
        for file in fs::read_dir(inbox.begun_folder())?.flatten() {
            if let (Some(hash), Ok(meta)) = (hash_of(&file.path()), file.metadata()) {
                inbox.begun.insert(hash, meta.len());
            }
        }
        Ok(inbox)
    }

    fn waiting_folder(&self) -> PathBuf {
        self.folder.join("waiting")
    }

    fn begun_folder(&self) -> PathBuf {
        self.folder.join("begun")
    }

    fn read_products(&mut self) -> io::Result<()> {
        let mut folders: Vec<PathBuf> = fs::read_dir(&self.folder)?.flatten().map(|entry| entry.path()).collect();
        folders.sort();
        for folder in folders {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if let Some(number) = name.strip_prefix("new-") {
                // It was written after all photos had come into the folder.
                if let Some(product) = ReceivedProduct::of(&folder) {
                    name_photos(&folder, &product)?;
                    let finished = self.folder.join(number);
                    fs::rename(&folder, &finished)?;
                    self.next = self.next.max(number.parse().unwrap_or(0_u32).saturating_add(1));
                    self.remember(finished, product);
                    continue;
                }
                tracing::info!(number, "photos of a product that was not finished wait again");
                for photo in fs::read_dir(&folder)?.flatten().filter(|photo| hash_of(&photo.path()).is_some()) {
                    fs::rename(photo.path(), self.waiting_folder().join(photo.file_name()))?;
                }
                fs::remove_dir_all(&folder)?;
            } else if let (Ok(number), Some(product)) = (name.parse::<u32>(), ReceivedProduct::of(&folder)) {
                self.next = self.next.max(number.saturating_add(1));
                self.remember(folder, product);
            }
        }
        Ok(())
    }

    fn remember(&mut self, folder: PathBuf, product: ReceivedProduct) {
        for (index, hash) in product.photos.iter().enumerate() {
            self.sent.insert(*hash, photo_of_product(&folder, index));
        }
        self.products.push((folder, product));
    }

    /// Reads the photos that wait, in the order in which they came.
    fn read_waiting(&mut self) -> io::Result<()> {
        let order = fs::read_to_string(self.order_file()).unwrap_or_default();
        let place: HashMap<&str, usize> = order.lines().enumerate().map(|(place, hash)| (hash, place)).collect();
        let files = fs::read_dir(self.waiting_folder())?.flatten();
        self.waiting = files.filter_map(|file| hash_of(&file.path())).collect();
        self.waiting.sort_by_key(|hash| (place.get(hash.to_string().as_str()).copied().unwrap_or(usize::MAX), *hash));
        let lines: String = self.waiting.iter().map(|hash| format!("{hash}\n")).collect();
        fs::write(self.order_file(), lines)
    }

    fn order_file(&self) -> PathBuf {
        self.folder.join("order")
    }

    /// What is here.
    pub fn state(&self) -> InboxState {
        let mut sent: Vec<PhotoHash> = self.sent.keys().copied().collect();
        sent.sort();
        InboxState {
            waiting: self.waiting.clone(),
            begun: self.begun.iter().map(|(hash, length)| (hash.to_string(), *length)).collect(),
            sent,
            products: self.products.iter().map(|(_, product)| product.id.clone()).collect(),
        }
    }

    /// The products that the review may not have: nothing says that it had them when the program ended.
    pub fn undelivered(&self) -> impl Iterator<Item = &Path> {
        self.products.iter().filter(|(_, product)| !product.delivered).map(|(folder, _)| folder.as_path())
    }

    /// The products that the review had when the program ended.
    pub fn delivered(&self) -> impl Iterator<Item = &Path> {
        self.products.iter().filter(|(_, product)| product.delivered).map(|(folder, _)| folder.as_path())
    }

    /// The number of the next product.
    pub const fn next_number(&self) -> u32 {
        self.next
    }

    /// The products from this number on.
    pub fn made_since(&self, number: u32) -> impl Iterator<Item = &Path> {
        let is_since = move |folder: &Path| {
            folder.file_name().is_some_and(|name| name.to_string_lossy().parse::<u32>().is_ok_and(|made| made >= number))
        };
        self.products.iter().map(|(folder, _)| folder.as_path()).filter(move |folder| is_since(folder))
    }

    /// How many photos are in no product yet.
    pub const fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The folders of all products.
    #[cfg(test)]
    fn folders(&self) -> impl Iterator<Item = &Path> {
        self.products.iter().map(|(folder, _)| folder.as_path())
    }

    /// Notes that the review has all products.
    pub fn set_delivered(&mut self) {
        for (folder, product) in &mut self.products {
            if !std::mem::replace(&mut product.delivered, true)
                && let Err(error) = product.save(folder)
            {
                tracing::warn!(%error, "products from a phone will come again");
            }
        }
    }

    /// Deletes a product, whose photos nothing refers to any more.
    pub fn delete(&mut self, folder: &Path) {
        let Some(at) = self.products.iter().position(|(known, _)| known == folder) else { return };
        let (folder, product) = self.products.remove(at);
        product.photos.iter().for_each(|hash| drop(self.sent.remove(hash)));
        if let Err(error) = fs::remove_dir_all(&folder) {
            tracing::warn!(%error, "photos from a phone cannot be deleted");
        }
    }

    /// A photo that waits, to be shown on the phone.
    pub fn waiting_photo(&self, hash: PhotoHash) -> Option<PathBuf> {
        self.waiting.contains(&hash).then(|| self.waiting_folder().join(hash.to_string()))
    }

    /// Begins to take a photo from its byte `from` on, of which `length` are sent. `Ok(None)`: it is here.
    ///
    /// # Errors
    ///
    /// Why it is not taken.
    pub fn begin(&mut self, hash: PhotoHash, from: u64, length: u64) -> Result<Option<PathBuf>, Refusal> {
        if self.waiting.contains(&hash) || self.sent.contains_key(&hash) {
            return Ok(None);
        }
        if from.checked_add(length).is_none_or(|end| end > MAX_PHOTO_BYTES) {
            return Err(Refusal::TooLarge);
        }
        let is_new = !self.begun.contains_key(&hash);
        if self.waiting.len() >= MAX_WAITING || (is_new && self.begun.len() >= MAX_BEGUN && !self.forget_begun()) {
            return Err(Refusal::TooMany);
        }
        if (self.free_space)(&self.folder).is_some_and(|free| free < MIN_FREE_BYTES.saturating_add(length)) {
            return Err(Refusal::DiskFull);
        }
        if self.busy.contains(&hash) {
            return Err(Refusal::Busy);
        }
        let has = self.begun.get(&hash).copied().unwrap_or_default();
        if has != from {
            return Err(Refusal::Has(has));
        }
        self.busy.insert(hash);
        self.begun.insert(hash, has);
        Ok(Some(self.begun_folder().join(hash.to_string())))
    }

    /// Forgets a begun photo that nobody sends; the phone begins it anew if it still wants to.
    fn forget_begun(&mut self) -> bool {
        let Some(hash) = self.begun.keys().find(|hash| !self.busy.contains(hash)).copied() else { return false };
        self.forget(hash);
        true
    }

    fn forget(&mut self, hash: PhotoHash) {
        self.begun.remove(&hash);
        if let Err(error) = fs::remove_file(self.begun_folder().join(hash.to_string())) {
            tracing::warn!(%error, "a begun photo cannot be deleted");
        }
    }

    /// A request for a photo has ended after so many bytes are here, the last of them or not.
    pub fn interrupted(&mut self, hash: PhotoHash) {
        self.busy.remove(&hash);
        match fs::metadata(self.begun_folder().join(hash.to_string())) {
            Ok(meta) => _ = self.begun.insert(hash, meta.len()),
            Err(_) => _ = self.begun.remove(&hash),
        }
    }

    /// Takes a photo of which all bytes are here. `hashed`: the hash of its bytes, if they were hashed as they came.
    ///
    /// # Errors
    ///
    /// `WrongContent` or `NotAPhoto`; it is forgotten then.
    pub fn finish(&mut self, hash: PhotoHash, hashed: Option<PhotoHash>, taken: Option<u64>) -> Result<(), Refusal> {
        self.busy.remove(&hash);
        let file = self.begun_folder().join(hash.to_string());
        let checked = check(&file, hash, hashed);
        if let Err(refusal) = checked {
            self.forget(hash);
            return Err(refusal);
        }
        if let Some(millis) = taken {
            let time = UNIX_EPOCH + Duration::from_millis(millis);
            if let Err(error) = File::options().append(true).open(&file).and_then(|file| file.set_modified(time)) {
                tracing::debug!(%error, "the time of a photo from a phone is not kept");
            }
        }
        let mut order = File::options().create(true).append(true).open(self.order_file())?;
        writeln!(order, "{hash}")?;
        fs::rename(&file, self.waiting_folder().join(hash.to_string()))?;
        self.begun.remove(&hash);
        self.waiting.push(hash);
        Ok(())
    }

    /// Deletes a photo that is in no product.
    pub fn discard(&mut self, hash: PhotoHash) -> Result<(), Refusal> {
        if let Some(at) = self.waiting.iter().position(|waiting| *waiting == hash) {
            fs::remove_file(self.waiting_folder().join(hash.to_string()))?;
            self.waiting.remove(at);
        }
        Ok(())
    }

    /// Makes a product of photos that wait. One that came before is not made again. Returns its folder, and whether it is new.
    ///
    /// # Errors
    ///
    /// Why it is not made; the photos go on waiting.
    pub fn make_product(&mut self, mut product: ReceivedProduct) -> Result<(PathBuf, bool), Refusal> {
        if let Some((folder, _)) = self.products.iter().find(|(_, known)| known.id == product.id) {
            return Ok((folder.clone(), false));
        }
        product.name = clean_name(&product.name)?;
        product.price = clean_price(&product.price)?;
        let once: HashSet<PhotoHash> = product.photos.iter().copied().collect();
        if product.photos.is_empty() || product.photos.len() > MAX_PHOTOS || self.products.len() >= MAX_PRODUCTS {
            return Err(Refusal::TooMany);
        }
        let is_here = |hash: &PhotoHash| self.waiting.contains(hash) || self.sent.contains_key(hash);
        if once.len() != product.photos.len() || !product.photos.iter().all(is_here) {
            return Err(Refusal::NoSuchPhoto);
        }
        let number = self.next;
        let (new, folder) = (self.folder.join(format!("new-{number:05}")), self.folder.join(format!("{number:05}")));
        make_private_dir(&new)?;
        self.next = number.saturating_add(1);
        if let Err(error) = self.move_photos(&new, &product) {
            self.read_products()?;
            return Err(error.into());
        }
        fs::rename(&new, &folder)?;
        self.waiting.retain(|hash| !once.contains(hash));
        self.remember(folder.clone(), product);
        Ok((folder, true))
    }

    /// Each photo keeps its hash as its name until all are there, so that it can be put back.
    fn move_photos(&self, new: &Path, product: &ReceivedProduct) -> io::Result<()> {
        for hash in &product.photos {
            let to = new.join(hash.to_string());
            match self.sent.get(hash) {
                Some(known) => _ = fs::copy(known, &to)?,
                None => fs::rename(self.waiting_folder().join(hash.to_string()), &to)?,
            }
            File::open(&to)?.sync_all()?;
        }
        product.save(new)?;
        name_photos(new, product)
    }
}

/// Numbers the photos of a product that still have their hash as their name.
fn name_photos(folder: &Path, product: &ReceivedProduct) -> io::Result<()> {
    for (index, hash) in product.photos.iter().enumerate() {
        let from = folder.join(hash.to_string());
        if from.exists() {
            fs::rename(&from, folder.join(file_name(index, &from)))?;
        }
    }
    Ok(())
}

/// The name of a product's photo: its number, and the ending of its format.
fn file_name(index: usize, file: &Path) -> String {
    let extension = head(file).ok().and_then(|head| sniff(&head)).map_or("jpg", |format| format.extension());
    format!("{:03}.{extension}", index + 1)
}

/// The photo of a product at a place, whatever its format.
fn photo_of_product(folder: &Path, index: usize) -> PathBuf {
    let stem = format!("{:03}", index + 1);
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    files.into_iter().find(|file| file.file_stem().is_some_and(|name| name == stem.as_str())).unwrap_or_else(|| folder.join(stem))
}

fn hash_of(file: &Path) -> Option<PhotoHash> {
    file.file_name()?.to_str()?.parse().ok()
}

fn head(file: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(file)?.take(64).read_to_end(&mut head)?;
    Ok(head)
}

fn check(file: &Path, hash: PhotoHash, hashed: Option<PhotoHash>) -> Result<(), Refusal> {
    let hashed = match hashed {
        Some(hashed) => hashed,
        None => {
            let mut hasher = Sha256::new();
            let mut file = File::open(file)?;
            let mut part = vec![0; 256 << 10];
            loop {
                match file.read(&mut part)? {
                    0 => break PhotoHash(hasher.finalize().into()),
                    read => hasher.update(&part[..read]),
                }
            }
        }
    };
    if hashed != hash {
        return Err(Refusal::WrongContent);
    }
    match sniff(&head(file)?) {
        Some(format) if format.is_readable() => Ok(()),
        _ => Err(Refusal::NotAPhoto),
    }
}

/// A name in one line, without signs that could reorder what is beside it.
fn clean_name(name: &str) -> Result<String, Refusal> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_bad = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if name.chars().count() > MAX_NAME_CHARS || name.chars().any(is_bad) { Err(Refusal::Name) } else { Ok(name) }
}

fn clean_price(price: &str) -> Result<String, Refusal> {
    let price = price.trim();
    if price.len() > MAX_NAME_CHARS || (!price.is_empty() && Draft::default().set(Field::PrimaryPrice, price).is_err()) {
        return Err(Refusal::Price);
    }
    Ok(price.to_owned())
}

fn make_private_dir(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::PlannedDraft;

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
        Inbox::open(data, |_| None).unwrap()
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
        ReceivedProduct::of(&folder).unwrap().fill(&mut planned);
        assert_eq!((planned.draft.name.as_str(), planned.draft.primary_price), ("گلیم قشقایی", Some(2_500_000)));
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
        assert_eq!(inbox.folders().collect::<Vec<_>>(), [folder.as_path()], "one of which all photos were there is finished");
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
        assert_eq!(send(&mut inbox, b"\0\0\0\x14ftypavif\0\0\0\0avif"), Err(Refusal::NotAPhoto), "what cannot be read is told");
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
        assert_eq!(Inbox { free_space: full, ..open(data.path()) }.begin(hash(b"a"), 0, 1), Err(Refusal::DiskFull));
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
        assert!(inbox.make_product(product("../../a", &[photo(1)])).unwrap().0.ends_with("00001"), "no path is made of what a phone says");
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
}
