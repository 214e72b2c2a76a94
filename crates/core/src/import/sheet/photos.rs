//! Finds the photos that a sheet names among the dropped ones.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use super::matching::{all_digits, key};
use crate::import::file_name::{NameKind, PHOTO_EXTENSIONS, file_name, has_photo_name, stamp, stem};
use crate::import::foreign_path::{leads_off_this_disk, lies_in, with_slashes, without_steps_up};
use vitrine_domain::text::folded;

/// An index of the dropped photos.
pub struct PhotoFinder<'a> {
    /// The folder of the sheet.
    folder: &'a Path,
    dropped: &'a [PathBuf],
    /// The most parts that the path of a dropped photo has: a longer one ends no path.
    deepest: usize,
    /// The dropped photos by the last parts of their paths, as they are compared, for each number of parts
    /// that was asked for. The file's name is there with and without its extension.
    by_tail: HashMap<usize, HashMap<String, Vec<&'a Path>>>,
    /// Those that a camera numbered, by the numbers that only one has. Made when it is first needed.
    by_number: Option<HashMap<u64, Option<&'a Path>>>,
    /// Photos that were left out because edited ones lie beside them, by their names.
    originals: HashMap<String, Vec<&'a Path>>,
}

/// What a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    Photo(&'a Path),
    /// Several photos are called so, and nothing tells which of them is meant.
    Several,
}

/// `owner` is always what the row calls its folder and its product: of several photos of one name, that in
/// the folder of such a name is meant.
impl<'a> PhotoFinder<'a> {
    pub fn new(folder: &'a Path, dropped: &'a [PathBuf]) -> Self {
        let deepest = dropped.iter().map(|path| path.components().count()).max().unwrap_or(0);
        Self { folder, dropped, deepest, by_tail: HashMap::new(), by_number: None, originals: HashMap::new() }
    }

    /// Also finds photos that were left out because edited ones lie beside them, if a sheet names just these.
    pub fn with_originals(mut self, originals: &'a [PathBuf]) -> Self {
        for original in originals {
            self.originals.entry(file_name(original)).or_default().push(original);
        }
        self
    }

    /// The dropped photo of this very name, whose path ends as named.
    pub fn exact(&mut self, named: &Path, owner: &[&str]) -> Option<Found<'a>> {
        let parts = parts(named);
        let (name, folders) = parts.split_last()?;
        let own = self.in_own_folder(folders, name, owner);
        own.or_else(|| {
            let found = self.ending(folders, name).iter().copied();
            let found: Vec<&Path> = found.filter(|path| is_called(path, name)).collect();
            (!found.is_empty()).then(|| self.choose(found, folders, name, owner))
        })
        .or_else(|| {
            let within: PathBuf = folders.iter().collect();
            let is_there = |path: &&Path| path.parent().is_some_and(|own| own.ends_with(&within));
            let originals = self.originals.get(name).into_iter().flatten().copied();
            let found: Vec<&Path> = originals.filter(is_there).collect();
            (!found.is_empty()).then(|| self.one_of(found, folders, name))
        })
    }

    /// The dropped photo that is named in another spelling, or without its extension, by a name that is no
    /// path.
    pub fn similar_name(&mut self, name: &str, owner: &[&str]) -> Option<Found<'a>> {
        self.called(&[], name, owner)
    }

    /// The only dropped photo to which a camera gave this number: `IMG_0019` for 19. Smaller numbers may be
    /// how many there are.
    pub fn numbered(&mut self, number: &str) -> Option<Found<'a>> {
        const LEAST: u64 = 10;
        let number = all_digits(number)?.parse().ok().filter(|number| *number >= LEAST)?;
        let dropped = self.dropped;
        let by_number = self.by_number.get_or_insert_with(|| camera_numbers(dropped));
        by_number.get(&number).copied().flatten().map(Found::Photo)
    }

    /// The dropped photo that is named in another spelling or format, without its extension, by an address on
    /// the web, or by its path on another computer: then the one whose path has most of its last parts.
    pub fn similar(&mut self, named: &Path, owner: &[&str]) -> Option<Found<'a>> {
        let parts = parts(named);
        let (name, folders) = parts.split_last()?;
        // Shop systems name the photo that they show, which they made of the one that its owner has.
        let mut names = vec![name.clone()];
        names.extend(without_size(name).map(str::to_owned));
        // A photo may be there in another format than when it was named.
        let formats = if has_photo_name(Path::new(name)) { PHOTO_EXTENSIONS } else { &[] };
        let in_format = |format: &&str| Path::new(name).with_extension(format).to_string_lossy().into_owned();
        names.extend(formats.iter().map(in_format));
        // A number alone is the name of photos in any folder.
        let is_number = all_digits(&stem(Path::new(name))).is_some();
        let is_placed = is_number && !folders.is_empty() && is_relative(named);
        let longest = folders.len().saturating_sub(self.deepest);
        for name in &names {
            for from in longest..=folders.len() - usize::from(is_placed) {
                let found = self.called(&folders[from..], name, owner);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The dropped photos of this name in folders of these names.
    fn ending(&mut self, folders: &[String], name: &str) -> &[&'a Path] {
        let (dropped, parts) = (self.dropped, folders.len() + 1);
        if parts > self.deepest {
            return &[];
        }
        let tails = self.by_tail.entry(parts).or_insert_with(|| tails(dropped, parts));
        tails.get(&tail(folders, name)).map_or(&[], Vec::as_slice)
    }

    /// The dropped photo of this name, in one spelling or another, in folders of these names.
    fn called(&mut self, folders: &[String], name: &str, owner: &[&str]) -> Option<Found<'a>> {
        let own = self.in_own_folder(folders, name, owner);
        own.or_else(|| {
            let found = self.ending(folders, name).to_vec();
            (!found.is_empty()).then(|| self.choose(found, folders, name, owner))
        })
    }

    /// The photo of this very name in a folder with a name of the product, if there are others of the name.
    fn in_own_folder(&mut self, folders: &[String], name: &str, owner: &[&str]) -> Option<Found<'a>> {
        if self.ending(folders, name).len() < 2 {
            return None;
        }
        let (found, folders) = self.near(folders, name, owner)?;
        let found: Vec<&Path> = found.into_iter().filter(|path| is_called(path, name)).collect();
        (!found.is_empty()).then(|| self.one_of(in_same_folders(found, &folders), &folders, name))
    }

    /// Chooses among photos that lie in `folders` and are called `name`, in one spelling or another.
    fn choose(&mut self, found: Vec<&'a Path>, folders: &[String], name: &str, owner: &[&str]) -> Found<'a> {
        let found = in_same_folders(spelled(found, name), folders);
        if found.len() > 1
            && let Some((near, folders)) = self.near(folders, name, owner)
        {
            let near: Vec<&Path> = near.into_iter().filter(|path| found.contains(path)).collect();
            if !near.is_empty() {
                return self.one_of(in_same_folders(near, &folders), &folders, name);
            }
        }
        self.one_of(found, folders, name)
    }

    /// The only one of the photos. A path in a sheet begins in its own folder.
    fn one_of(&self, found: Vec<&'a Path>, folders: &[String], name: &str) -> Found<'a> {
        let beside = folders.iter().fold(self.folder.to_owned(), |path, folder| path.join(folder)).join(name);
        if let Some(beside) = found.iter().find(|path| **path == beside) {
            return Found::Photo(beside);
        }
        let place = |path: &Path| (path.parent().map(Path::to_owned), folded(&stem(path)));
        match found.as_slice() {
            [first, others @ ..] if others.iter().all(|other| place(other) == place(first)) => {
                Found::Photo(first)
            }
            _ => Found::Several,
        }
    }

    /// The photos of this name in a folder with a name of the product, and the folders that lead to them.
    fn near(
        &mut self,
        folders: &[String],
        name: &str,
        owner: &[&str],
    ) -> Option<(Vec<&'a Path>, Vec<String>)> {
        for own in owner {
            let above = parts(Path::new(own));
            for from in (above.len() + folders.len()).saturating_sub(self.deepest)..above.len() {
                let folders = [&above[from..], folders].concat();
                let near = self.ending(&folders, name).to_vec();
                if !near.is_empty() {
                    return Some((near, folders));
                }
            }
        }
        None
    }

    /// Where a photo would be that was not dropped: in the folder of the sheet, under its name, so that a
    /// problem can mention it. With it comes the path that the sheet names if that leads out of this folder:
    /// whoever wrote the sheet does not choose among the files of this computer, nor which other computers
    /// are called.
    pub fn beside_sheet(&self, named: &Path) -> (PathBuf, Option<PathBuf>) {
        let under_its_name = self.folder.join(last_part(named));
        if leads_off_this_disk(named) {
            return (under_its_name, Some(named.to_owned()));
        }
        match without_steps_up(&self.folder.join(with_slashes(named))) {
            path if lies_in(&path, self.folder) => (path, None),
            path => (under_its_name, Some(path)),
        }
    }
}

/// The name of the photo of which a shop system made this one: `mug-scaled.jpg`, `mug-600x600.jpg`,
/// `mug-e1650000000000.jpg`.
fn without_size(name: &str) -> Option<&str> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let (base, end) = stem.rsplit_once('-')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_size = end.split_once('x').is_some_and(|(width, height)| digits(width) && digits(height));
    let is_edit = end.strip_prefix('e').is_some_and(|time| time.len() >= 10 && digits(time));
    (matches!(end, "scaled" | "rotated") || is_size || is_edit).then_some(base)
}

/// Photos by the number at the end of the names that a camera gave them; `None` where several have it.
fn camera_numbers(paths: &[PathBuf]) -> HashMap<u64, Option<&Path>> {
    const LEAST_DIGITS: usize = 4;
    let number = |path: &Path| {
        let name = stem(path);
        let digits = &name[name.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
        let is_camera = NameKind::of(&name) == NameKind::Device && stamp(&name).is_none();
        digits.parse().ok().filter(|_| is_camera && digits.len() >= LEAST_DIGITS)
    };
    let mut numbers: HashMap<u64, Option<&Path>> = HashMap::new();
    for (number, path) in paths.iter().filter_map(|path| Some((number(path)?, path.as_path()))) {
        numbers.entry(number).and_modify(|known| *known = None).or_insert(Some(path));
    }
    numbers
}

fn is_called(path: &Path, name: &str) -> bool {
    path.file_name().is_some_and(|own| own == name)
}

/// Those of the photos whose names are spelled most like this one.
fn spelled<'a>(found: Vec<&'a Path>, name: &str) -> Vec<&'a Path> {
    let is_whole = |path: &Path| is_called(path, name);
    let is_stem = |path: &Path| path.file_stem().is_some_and(|own| own == name);
    let folded_name = folded(name);
    let is_folded =
        |path: &Path| folded(&file_name(path)) == folded_name || folded(&stem(path)) == folded_name;
    let ways: [&dyn Fn(&Path) -> bool; 3] = [&is_whole, &is_stem, &is_folded];
    only_if_any(found, &ways)
}

/// Those of the photos whose folders are spelled in the same way, if there are any.
fn in_same_folders<'a>(found: Vec<&'a Path>, folders: &[String]) -> Vec<&'a Path> {
    if folders.is_empty() {
        return found;
    }
    let folders: PathBuf = folders.iter().collect();
    only_if_any(found, &[&|path: &Path| path.parent().is_some_and(|own| own.ends_with(&folders))])
}

fn only_if_any<'a>(found: Vec<&'a Path>, ways: &[&dyn Fn(&Path) -> bool]) -> Vec<&'a Path> {
    if found.len() < 2 {
        return found;
    }
    let those = |is_so: &&dyn Fn(&Path) -> bool| {
        let those: Vec<&'a Path> = found.iter().copied().filter(|path| is_so(path)).collect();
        (!those.is_empty()).then_some(those)
    };
    ways.iter().find_map(those).unwrap_or(found)
}

/// The last parts of a path in the form in which they are compared.
fn tail(folders: &[impl AsRef<str>], name: &str) -> String {
    let mut tail = String::new();
    for folder in folders {
        tail.push_str(&key(folder.as_ref()));
        tail.push('/');
    }
    tail + &key(name)
}

/// Paths by so many of their last parts, the file's name in each of its forms.
fn tails(paths: &[PathBuf], parts: usize) -> HashMap<String, Vec<&Path>> {
    let mut tails: HashMap<String, Vec<&Path>> = HashMap::with_capacity(2 * paths.len());
    let file_stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for path in paths {
        let above = path.parent().into_iter().flat_map(Path::components).filter_map(|part| match part {
            Component::Normal(part) => Some(part.to_string_lossy()),
            _ => None,
        });
        let above: Vec<Cow<'_, str>> = above.collect();
        let Some(from) = (above.len() + 1).checked_sub(parts) else { continue };
        for name in [file_name(path), file_stem(path), stem(path)] {
            let found = tails.entry(tail(&above[from..], &name)).or_default();
            if !key(&name).is_empty() && found.last() != Some(&path.as_path()) {
                found.push(path);
            }
        }
    }
    tails
}

/// The address on the web that a cell names, also in the formula by which spreadsheet programs show it:
/// `=IMAGE("https://…")`.
pub fn web_address(named: &Path) -> Option<url::Url> {
    let text = named.to_str()?;
    let text = text.strip_prefix('=').and_then(|formula| formula.split('"').nth(1)).unwrap_or(text);
    // Browsers do not need the beginning.
    let whole = if text.starts_with("www.") { Cow::Owned(format!("https://{text}")) } else { text.into() };
    url::Url::parse(&whole).ok().filter(|address| matches!(address.scheme(), "http" | "https"))
}

/// The folders and the file of a path of any system, or of an address on the web.
fn parts(named: &Path) -> Vec<String> {
    if let Some(address) = web_address(named) {
        let decoded = |part: &str| {
            let part = part.replace('+', "%2B");
            url::form_urlencoded::parse(part.as_bytes())
                .next()
                .map(|(name, _)| name.into_owned())
                .unwrap_or_default()
        };
        return address.path_segments().into_iter().flatten().map(decoded).collect();
    }
    let text = named.to_string_lossy();
    text.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).map(str::to_owned).collect()
}

/// Whether a path begins where its sheet lies.
fn is_relative(named: &Path) -> bool {
    let text = named.to_string_lossy();
    web_address(named).is_none() && !text.starts_with(['/', '\\']) && !text.contains(':')
}

/// The file name at the end of a path of any system, or of an address on the web.
fn last_part(named: &Path) -> String {
    parts(named).pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_photo_is_found_by_the_last_components_of_its_path() {
        let dropped = ["/x/rug/1.jpg", "/x/bowl/1.jpg", "/x/rug/2.jpg"].map(PathBuf::from);
        let mut finder = PhotoFinder::new(Path::new("/sheets"), &dropped);
        for (named, found) in [
            ("bowl/1.jpg", Some("/x/bowl/1.jpg")),
            (r"bowl\1.jpg", Some("/x/bowl/1.jpg")),
            ("/x/rug/2.jpg", Some("/x/rug/2.jpg")),
            ("owl/1.jpg", None),
            ("/y/rug/2.jpg", None),
            ("a/b/c/d/e.jpg", None),
        ] {
            assert_eq!(
                finder.exact(Path::new(named), &[]),
                found.map(|path| Found::Photo(Path::new(path))),
                "{named}"
            );
        }
    }

    #[test]
    fn a_name_of_very_many_parts_takes_no_longer_than_its_length() {
        let dropped: Vec<PathBuf> = (0..50).map(|n| PathBuf::from(format!("/x/rug/{n}.jpg"))).collect();
        let mut finder = PhotoFinder::new(Path::new("/x"), &dropped);
        let long = "a/".repeat(100_000);
        let began = std::time::Instant::now();
        for named in ["none.jpg", "rug/7.jpg"].map(|name| format!("{long}{name}")) {
            let found = finder.similar(Path::new(&named), &[&long, "Rug"]);
            let is_there = named.ends_with("7.jpg").then_some(Found::Photo(&dropped[7]));
            assert_eq!((finder.exact(Path::new(&named), &[&long]), found), (None, is_there));
        }
        assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    }

    #[test]
    fn a_sheet_reaches_no_photo_out_of_its_folder() {
        let finder = PhotoFinder::new(Path::new("/sheets"), &[]);
        for (named, path, outside) in [
            ("owl/1.jpg", "/sheets/owl/1.jpg", None),
            ("owl/../1.jpg", "/sheets/1.jpg", None),
            ("/sheets/2.jpg", "/sheets/2.jpg", None),
            ("/home/me/passport.jpg", "/sheets/passport.jpg", Some("/home/me/passport.jpg")),
            ("../passport.jpg", "/sheets/passport.jpg", Some("/passport.jpg")),
            ("owl/../../sheets2/1.jpg", "/sheets/1.jpg", Some("/sheets2/1.jpg")),
            ("//host/share/1.jpg", "/sheets/1.jpg", Some("//host/share/1.jpg")),
            (r"\\host\share\1.jpg", "/sheets/1.jpg", Some(r"\\host\share\1.jpg")),
            (r"owl\1.jpg", "/sheets/owl/1.jpg", None),
            (r"..\passport.jpg", "/sheets/passport.jpg", Some("/passport.jpg")),
        ] {
            assert_eq!(
                finder.beside_sheet(Path::new(named)),
                (PathBuf::from(path), outside.map(PathBuf::from)),
                "{named}"
            );
        }
    }

    #[test]
    fn a_photo_is_found_without_its_extension_in_another_spelling_and_by_its_address() {
        let dropped = ["/x/Blue_Mug-1.JPG", "/x/گلیم ۲.jpg"].map(PathBuf::from);
        let mut finder = PhotoFinder::new(Path::new("/sheets"), &dropped);
        for named in [
            "blue mug 1.jpg",
            "Blue_Mug-1",
            "photos\\blue_mug-1.jpg",
            "https://shop.example/wp/2026/blue_mug-1.jpg?w=600",
            "Blue_Mug-1.jpeg",
            "https://shop.example/wp/2026/blue_mug-1-scaled.jpg",
            "https://shop.example/wp/2026/blue_mug-1-600x600.jpg",
            r#"=IMAGE("https://shop.example/blue_mug-1.jpg", 1)"#,
        ] {
            let found = finder.similar(Path::new(named), &[]);
            assert_eq!(found, Some(Found::Photo(&dropped[0])), "{named}");
        }
        assert_eq!(finder.similar(Path::new("گليم 2.jpg"), &[]), Some(Found::Photo(&dropped[1])));
        assert_eq!(
            finder.similar(Path::new("https://shop.example/%DA%AF%D9%84%DB%8C%D9%85%20%DB%B2.jpg"), &[]),
            Some(Found::Photo(&dropped[1]))
        );
    }

    #[test]
    fn finding_5_000_rows_among_20_000_photos_indexes_each_photo_once() {
        let dropped: Vec<PathBuf> =
            (0..20_000).map(|n| PathBuf::from(format!("/photos/product {}/{}.jpg", n / 4, n % 4))).collect();
        let mut finder = PhotoFinder::new(Path::new("/"), &dropped);
        for row in 0..5_000 {
            let named = PathBuf::from(format!("product {row}/3.jpg"));
            let photo = Path::new("/photos").join(&named);
            assert_eq!(finder.exact(&named, &[]), Some(Found::Photo(&photo)));
            let own = format!("product {row}");
            assert_eq!(finder.exact(Path::new("3.jpg"), &[&own]), Some(Found::Photo(&photo)));
        }
        assert_eq!(finder.by_tail.len(), 2, "every row is looked up in the same indices");
    }

    #[test]
    fn of_several_photos_of_a_name_the_path_or_the_products_folder_tells_which_is_meant() {
        let dropped = [
            "/p/x/1.jpg",
            "/p/y/1.jpg",
            "/p/BAG1/1.jpg",
            "/p/BAG-1/1.jpg",
            "/p/y/BAG-1.jpg",
            "/p/y/BAG1.jpg",
        ];
        let dropped = dropped.map(PathBuf::from);
        let mut finder = PhotoFinder::new(Path::new("/sheets"), &dropped);
        for (named, owner, found) in [
            (r"C:\photos\y\1.jpg", "", Some(1)),
            ("https://s.example/y/1.jpg", "", Some(1)),
            ("1.jpg", "x", Some(0)),
            ("1.jpg", "bag1", None),
            ("1.jpg", "BAG1", Some(2)),
            ("1.jpg", "BAG-1", Some(3)),
            ("1.jpg", "", None),
            ("BAG-1", "", Some(4)),
            ("BAG1", "", Some(5)),
            ("bag1.jpg", "", Some(5)),
        ] {
            let photo = found.map_or(Found::Several, |at: usize| Found::Photo(&dropped[at]));
            assert_eq!(finder.similar(Path::new(named), &[owner]), Some(photo), "{named} {owner}");
        }
        assert_eq!(finder.similar(Path::new("z/1.jpg"), &[]), None, "another folder is named");
    }
}
