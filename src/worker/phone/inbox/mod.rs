//! Photos from a phone on the disk: begun ones, those that are in no product yet, and a folder for each
//! product. Blocking.
//!
//! Every name on the disk is made here: of a hash that was parsed, or of a number that was counted.

mod files;
mod refusal;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use serde::Serialize;

use self::files::{check, clean_name, clean_price, hash_of, name_photos, photo_of_product};
pub use self::refusal::Refusal;
use super::photo_hash::PhotoHash;
use super::received::ReceivedProduct;
use vitrine_domain::AccountKey;
use vitrine_local::private;
use vitrine_media::FreeSpace;

/// The folder in the data directory.
pub const FOLDER: &str = "phone";

/// The largest photo, in bytes: 200 megapixels as HEIC or JPEG fit.
pub const MAX_PHOTO_BYTES: u64 = 100 << 20;

/// The names of all photos that may wait take a tenth.
const MAX_ORDER_BYTES: u64 = 2 << 20;

/// So many photos wait to be put into products at most, and so many were begun.
const MAX_WAITING: usize = 2_000;
const MAX_BEGUN: usize = 64;

/// So many products are kept at most, each with so many photos.
const MAX_PRODUCTS: usize = 5_000;
const MAX_PHOTOS: usize = 1_000;

/// So much stays free on the disk, in bytes.
const MIN_FREE_BYTES: u64 = 500 << 20;

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
    /// What the names end with that belong to one account: photos that wait become products of its shop.
    owner: String,
    free_space: FreeSpace,
    waiting: Vec<PhotoHash>,
    begun: HashMap<PhotoHash, u64>,
    /// Photos that a request sends at this moment, with how many bytes of them are still to be written at
    /// most.
    busy: HashMap<PhotoHash, u64>,
    sent: HashMap<PhotoHash, PathBuf>,
    products: Vec<(PathBuf, ReceivedProduct)>,
    next: u32,
}

/// The folder of the photos that are in no product yet.
const WAITING: &str = "waiting";

/// What the names end with that belong to an account.
fn owner(account: &AccountKey) -> String {
    let name = format!("{}\n{}\n{}", account.market, account.user, account.vendor);
    format!("-{}", &blake3::hash(name.as_bytes()).to_hex()[..16])
}

/// What a phone said about a folder of the inbox, checked as when it came; `None` for any other folder,
/// whatever lies in it.
pub fn received_product(inbox: &Path, folder: &Path) -> Option<ReceivedProduct> {
    folder.file_name()?.to_str()?.parse::<u32>().ok()?;
    if folder.parent()?.canonicalize().ok()? != inbox.canonicalize().ok()? {
        return None;
    }
    let product = ReceivedProduct::of(folder)?;
    Some(ReceivedProduct {
        name: clean_name(&product.name).ok()?,
        price: clean_price(&product.price).ok()?,
        ..product
    })
}

impl Inbox {
    /// Reads what earlier sessions received, and puts photos of a product that was not finished back among
    /// those that wait. Those that an account received wait until it receives again; those that came while
    /// nobody was signed in are the next account's.
    pub fn open(data_dir: &Path, account: Option<&AccountKey>, free_space: FreeSpace) -> io::Result<Self> {
        let folder = data_dir.join(FOLDER);
        let mut inbox = Self {
            folder,
            owner: account.map(owner).unwrap_or_default(),
            free_space,
            waiting: Vec::new(),
            begun: HashMap::new(),
            busy: HashMap::new(),
            sent: HashMap::new(),
            products: Vec::new(),
            next: 1,
        };
        for folder in [inbox.folder.clone(), inbox.waiting_folder(), inbox.begun_folder()] {
            private::make_dir(&folder)?;
        }
        inbox.read_products()?;
        inbox.take_unowned()?;
        inbox.read_waiting()?;
        for file in fs::read_dir(inbox.begun_folder())?.flatten() {
            if let (Some(hash), Ok(meta)) = (hash_of(&file.path()), file.metadata()) {
                inbox.begun.insert(hash, meta.len());
            }
        }
        Ok(inbox)
    }

    fn waiting_folder(&self) -> PathBuf {
        self.folder.join(format!("{WAITING}{}", self.owner))
    }

    /// Takes the photos that came while nobody was signed in.
    fn take_unowned(&self) -> io::Result<()> {
        let (unowned, waiting) = (self.folder.join(WAITING), self.waiting_folder());
        if unowned == waiting {
            return Ok(());
        }
        for photo in fs::read_dir(unowned).into_iter().flatten().flatten() {
            if hash_of(&photo.path()).is_some() {
                fs::rename(photo.path(), waiting.join(photo.file_name()))?;
            }
        }
        Ok(())
    }

    fn begun_folder(&self) -> PathBuf {
        self.folder.join("begun")
    }

    fn read_products(&mut self) -> io::Result<()> {
        let mut folders: Vec<PathBuf> =
            fs::read_dir(&self.folder)?.flatten().map(|entry| entry.path()).collect();
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
                for photo in fs::read_dir(&folder)?.flatten().filter(|photo| hash_of(&photo.path()).is_some())
                {
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
        let order = vitrine_local::files::read_text(&self.order_file(), MAX_ORDER_BYTES).unwrap_or_default();
        let place: HashMap<&str, usize> =
            order.lines().enumerate().map(|(place, hash)| (hash, place)).collect();
        let files = fs::read_dir(self.waiting_folder())?.flatten();
        self.waiting = files.filter_map(|file| hash_of(&file.path())).collect();
        self.waiting
            .sort_by_key(|hash| (place.get(hash.to_string().as_str()).copied().unwrap_or(usize::MAX), *hash));
        let lines: String = self.waiting.iter().map(|hash| format!("{hash}\n")).collect();
        private::write(&self.order_file(), lines.as_bytes())
    }

    fn order_file(&self) -> PathBuf {
        self.folder.join(format!("order{}", self.owner))
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

    /// The products that the review of the account may not have: nothing says that it had them when the
    /// program ended.
    pub fn undelivered(&self) -> impl Iterator<Item = &Path> {
        let is_own = |product: &ReceivedProduct| product.owner.is_empty() || product.owner == self.owner;
        let products = self.products.iter().filter(move |(_, product)| !product.delivered && is_own(product));
        products.map(|(folder, _)| folder.as_path())
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
            folder
                .file_name()
                .is_some_and(|name| name.to_string_lossy().parse::<u32>().is_ok_and(|made| made >= number))
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
        if self.waiting.len() >= MAX_WAITING
            || (is_new && self.begun.len() >= MAX_BEGUN && !self.forget_begun())
        {
            return Err(Refusal::TooMany);
        }
        if self.busy.contains_key(&hash) {
            return Err(Refusal::Busy);
        }
        if !self.has_room_for(length) {
            return Err(Refusal::DiskFull);
        }
        let mut has = self.begun.get(&hash).copied().unwrap_or_default();
        if has > from.saturating_add(length) {
            // Bytes of a request that ended were written after they had been counted.
            self.forget(hash);
            has = 0;
        }
        if has != from {
            return Err(Refusal::Has(has));
        }
        self.busy.insert(hash, length);
        self.begun.insert(hash, has);
        Ok(Some(self.begun_folder().join(hash.to_string())))
    }

    /// Whether enough stays free on the disk when this many bytes are written, and all that was promised to
    /// others at this moment.
    fn has_room_for(&self, bytes: u64) -> bool {
        let promised = self.busy.values().fold(bytes, |sum, length| sum.saturating_add(*length));
        (self.free_space)(&self.folder).is_none_or(|free| free >= MIN_FREE_BYTES.saturating_add(promised))
    }

    /// Forgets a begun photo that nobody sends; the phone begins it anew if it still wants to.
    fn forget_begun(&mut self) -> bool {
        let Some(hash) = self.begun.keys().find(|hash| !self.busy.contains_key(hash)).copied() else {
            return false;
        };
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

    /// Takes a photo of which all bytes are here. `hashed`: the hash of its bytes, if they were hashed as
    /// they came.
    ///
    /// # Errors
    ///
    /// `WrongContent` or `NotAPhoto`; it is forgotten then.
    pub fn finish(
        &mut self,
        hash: PhotoHash,
        hashed: Option<PhotoHash>,
        taken: Option<u64>,
    ) -> Result<(), Refusal> {
        self.busy.remove(&hash);
        let file = self.begun_folder().join(hash.to_string());
        let checked = check(&file, hash, hashed);
        if let Err(refusal) = checked {
            self.forget(hash);
            return Err(refusal);
        }
        // Windows knows no time beyond the year 60056.
        let taken = taken.and_then(|millis| UNIX_EPOCH.checked_add(Duration::from_millis(millis)));
        if let Some(time) = taken
            && let Err(error) =
                private::open(&file, File::options().append(true)).and_then(|file| file.set_modified(time))
        {
            tracing::debug!(%error, "the time of a photo from a phone is not kept");
        }
        let mut order = private::open(&self.order_file(), File::options().create(true).append(true))?;
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

    /// Makes a product of photos that wait. One that came before is not made again. Returns its folder, and
    /// whether it is new.
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
        product.owner.clone_from(&self.owner);
        let once: HashSet<PhotoHash> = product.photos.iter().copied().collect();
        if product.photos.is_empty()
            || product.photos.len() > MAX_PHOTOS
            || self.products.len() >= MAX_PRODUCTS
        {
            return Err(Refusal::TooMany);
        }
        let is_here = |hash: &PhotoHash| self.waiting.contains(hash) || self.sent.contains_key(hash);
        if once.len() != product.photos.len() || !product.photos.iter().all(is_here) {
            return Err(Refusal::NoSuchPhoto);
        }
        // Photos that another product has are copied.
        let copied = product
            .photos
            .iter()
            .filter_map(|hash| fs::metadata(self.sent.get(hash)?).ok())
            .map(|meta| meta.len())
            .sum();
        if copied > 0 && !self.has_room_for(copied) {
            return Err(Refusal::DiskFull);
        }
        let number = self.next;
        let (new, folder) =
            (self.folder.join(format!("new-{number:05}")), self.folder.join(format!("{number:05}")));
        private::make_dir(&new)?;
        self.next = number.saturating_add(1);
        let made = self.move_photos(&new, &product).and_then(|()| fs::rename(&new, &folder));
        if let Err(error) = made {
            self.put_back(&new, &product)?;
            return Err(error.into());
        }
        self.waiting.retain(|hash| !once.contains(hash));
        self.remember(folder.clone(), product);
        Ok((folder, true))
    }

    /// Each photo keeps its hash as its name until all are there, so that it can be put back.
    fn move_photos(&self, new: &Path, product: &ReceivedProduct) -> io::Result<()> {
        for hash in &product.photos {
            let to = new.join(hash.to_string());
            match self.sent.get(hash) {
                Some(known) => {
                    let mut copy =
                        private::open(&to, File::options().write(true).create(true).truncate(true))?;
                    io::copy(&mut vitrine_local::files::open(known)?, &mut copy)?;
                }
                None => fs::rename(self.waiting_folder().join(hash.to_string()), &to)?,
            }
            // Windows writes to the disk only what may be written to.
            private::open(&to, File::options().append(true))?.sync_all()?;
        }
        product.save(new)?;
        name_photos(new, product)
    }

    /// The photos of a product that could not be made wait again: a folder in which another program has a
    /// file open cannot be renamed on Windows.
    fn put_back(&self, new: &Path, product: &ReceivedProduct) -> io::Result<()> {
        for (index, hash) in product.photos.iter().enumerate() {
            let moved = [new.join(hash.to_string()), photo_of_product(new, index)];
            if let Some(moved) = moved.iter().find(|photo| photo.exists() && !self.sent.contains_key(hash)) {
                fs::rename(moved, self.waiting_folder().join(hash.to_string()))?;
            }
        }
        fs::remove_dir_all(new)
    }
}
