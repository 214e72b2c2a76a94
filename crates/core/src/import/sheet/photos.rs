//! Finds the photos that a sheet names among the dropped ones.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::matching::key;
use crate::import::file_name::{file_name, stem};
use crate::import::foreign_path::{leads_off_this_disk, lies_in, with_slashes, without_steps_up};

/// An index of the dropped photos.
pub struct PhotoFinder<'a> {
    /// The folder of the sheet.
    folder: &'a Path,
    dropped: &'a [PathBuf],
    /// The dropped photos by their last path components, for each number of components that occurs in the
    /// sheet.
    by_suffix: HashMap<usize, HashMap<&'a Path, &'a Path>>,
    /// By file name and by file name without extension, as they are compared. Made when it is first needed.
    by_key: Option<HashMap<String, &'a Path>>,
}

impl<'a> PhotoFinder<'a> {
    pub fn new(folder: &'a Path, dropped: &'a [PathBuf]) -> Self {
        Self { folder, dropped, by_suffix: HashMap::new(), by_key: None }
    }

    /// The dropped photo whose path ends as named, the first one if several do.
    pub fn exact(&mut self, named: &Path) -> Option<&'a Path> {
        let components = named.components().count();
        let suffixes = self.by_suffix.entry(components).or_insert_with(|| suffixes(self.dropped, components));
        suffixes.get(named).copied()
    }

    /// The dropped photo that is named in another spelling, or without its extension, by a name that is no
    /// path.
    pub fn similar_name(&mut self, name: &str) -> Option<&'a Path> {
        self.by_key.get_or_insert_with(|| by_key(self.dropped)).get(&key(name)).copied()
    }

    /// The dropped photo that is named in another spelling, without its extension, or by an address on the
    /// web.
    pub fn similar(&mut self, named: &Path) -> Option<&'a Path> {
        let name = last_part(named);
        let by_key = self.by_key.get_or_insert_with(|| by_key(self.dropped));
        let found = by_key.get(&key(&name)).copied();
        // Shop systems name the photo that they show, which they made of the one that its owner has.
        found.or_else(|| by_key.get(&key(without_size(&name)?)).copied())
    }

    /// Where a photo would be that was not dropped: in the folder of the sheet, under its name, so that a
    /// problem can mention it. With it comes the path that the sheet names if that leads out of this folder:
    /// whoever wrote the sheet does not choose among the files of this computer, nor which other computers
    /// are called.
    pub fn beside_sheet(&self, named: &Path) -> (PathBuf, Option<PathBuf>) {
        let under_its_name = self.folder.join(&*last_part(named));
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

/// Paths by their last `components`; of several with the same ending, the first one.
fn suffixes(paths: &[PathBuf], components: usize) -> HashMap<&Path, &Path> {
    let mut suffixes = HashMap::with_capacity(paths.len());
    for path in paths {
        let Some(above) = path.components().count().checked_sub(components) else { continue };
        let mut end = path.components();
        end.by_ref().take(above).for_each(drop);
        suffixes.entry(end.as_path()).or_insert(path.as_path());
    }
    suffixes
}

fn by_key(paths: &[PathBuf]) -> HashMap<String, &Path> {
    let mut found = HashMap::with_capacity(2 * paths.len());
    for name in
        [file_name, |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), stem]
    {
        for path in paths {
            found.entry(key(&name(path))).or_insert(path.as_path());
        }
    }
    found
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

/// The file name at the end of a path of any system, or of an address on the web.
fn last_part(named: &Path) -> Cow<'_, str> {
    let text = named.to_string_lossy();
    if let Some(address) = web_address(named) {
        let last = address.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default();
        return url::form_urlencoded::parse(last.replace('+', "%2B").as_bytes())
            .next()
            .map_or(Cow::Owned(String::new()), |(name, _)| Cow::Owned(name.into_owned()));
    }
    match text.rfind(['/', '\\']) {
        Some(at) => Cow::Owned(text[at + 1..].to_owned()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_photo_is_found_by_the_last_components_of_its_path() {
        let dropped = ["/x/rug/1.jpg", "/x/bowl/1.jpg", "/x/rug/2.jpg"].map(PathBuf::from);
        let mut finder = PhotoFinder::new(Path::new("/sheets"), &dropped);
        for (named, found) in [
            ("1.jpg", Some("/x/rug/1.jpg")),
            ("bowl/1.jpg", Some("/x/bowl/1.jpg")),
            ("/x/rug/2.jpg", Some("/x/rug/2.jpg")),
            ("owl/1.jpg", None),
            ("/rug/2.jpg", None),
            ("a/b/c/d/e.jpg", None),
        ] {
            assert_eq!(finder.exact(Path::new(named)), found.map(Path::new), "{named}");
        }
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
            let found = finder
                .similar(Path::new(named))
                .or_else(|| finder.similar(&Path::new(named).with_extension("")));
            assert_eq!(found, Some(dropped[0].as_path()), "{named}");
        }
        assert_eq!(finder.similar(Path::new("گليم 2.jpg")), Some(dropped[1].as_path()));
        assert_eq!(
            finder.similar(Path::new("https://shop.example/%DA%AF%D9%84%DB%8C%D9%85%20%DB%B2.jpg")),
            Some(dropped[1].as_path())
        );
    }

    #[test]
    fn finding_5_000_rows_among_20_000_photos_indexes_each_photo_once() {
        let dropped: Vec<PathBuf> =
            (0..20_000).map(|n| PathBuf::from(format!("/photos/product {}/{}.jpg", n / 4, n % 4))).collect();
        let mut finder = PhotoFinder::new(Path::new("/"), &dropped);
        for row in 0..5_000 {
            let named = PathBuf::from(format!("product {row}/3.jpg"));
            assert_eq!(finder.exact(&named), Some(Path::new("/photos").join(named).as_path()));
        }
        let indexed: usize = finder.by_suffix.values().map(HashMap::len).sum();
        assert_eq!(indexed, dropped.len(), "every row is looked up in one and the same index");
    }
}
