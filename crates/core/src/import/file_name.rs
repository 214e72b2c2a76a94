//! What the name of a photo's file tells: its counter, whether a person chose it, whether it marks the cover,
//! and when the photo was taken.

use std::path::Path;

use jiff::civil::DateTime;

use vitrine_domain::text::{digit, folded};

/// Extensions of photos, whether or not this program can read them.
pub const PHOTO_EXTENSIONS: &[&str] =
    &["jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif"];

/// Extensions of photos as the sensor of a camera saw them.
const RAW_EXTENSIONS: &[&str] = &[
    "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "orf", "rw2", "rwl", "raf", "pef", "srw",
    "x3f", "3fr", "fff", "iiq", "erf", "mef", "mrw", "kdc", "dcr", "gpr",
];

/// Extensions of what is often dropped beside photos, and is never one, nor a spreadsheet.
const OTHER_EXTENSIONS: &[&str] = &[
    "mp4", "mov", "avi", "mkv", "webm", "3gp", "m4v", "mpg", "mpeg", "wmv", "mp3", "wav", "m4a", "ogg",
    "aac", "opus", "txt", "rtf", "doc", "docx", "ppt", "pptx", "html", "htm", "exe", "msi", "apk", "lnk",
    "url",
];

/// Whether a file of this name is surely neither a photo nor a spreadsheet.
pub fn has_other_name(path: &Path) -> bool {
    has_extension(path, OTHER_EXTENSIONS)
}

/// Whether a file of this name is meant to be a photo.
pub fn has_photo_name(path: &Path) -> bool {
    has_extension(path, PHOTO_EXTENSIONS) || has_raw_name(path)
}

/// Whether a file of this name is meant to be a camera's raw photo.
pub fn has_raw_name(path: &Path) -> bool {
    has_extension(path, RAW_EXTENSIONS)
}

pub fn has_extension(path: &Path, known: &[&str]) -> bool {
    let extension = path.extension().and_then(std::ffi::OsStr::to_str);
    extension.is_some_and(|extension| known.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

/// A longer trailing number belongs to a camera or a catalogue; it does not count the photos of one product.
const MAX_COUNTER_DIGITS: usize = 3;

/// Words that cameras, phones, messengers and editors put into file names.
const DEVICE_WORDS: &[&str] = &[
    "img",
    "image",
    "images",
    "imgs",
    "dsc",
    "dscn",
    "dscf",
    "dscs",
    "dcim",
    "sam",
    "pxl",
    "mvimg",
    "gopr",
    "dji",
    "cimg",
    "imag",
    "photo",
    "photos",
    "pic",
    "pics",
    "picture",
    "screenshot",
    "screenshots",
    "snapshot",
    "scan",
    "file",
    "camera",
    "whatsapp",
    "wa",
    "telegram",
    "received",
    "fb",
    "instagram",
    "inshot",
    "snapseed",
    "picsart",
    "remini",
    "burst",
    "portrait",
    "hdr",
    "edited",
    "edit",
    "untitled",
    "unnamed",
    "copy",
    "download",
    "downloads",
    "new",
    "folder",
    "at",
    "am",
    "pm",
    "of",
    "عکس",
    "عکسها",
    "تصویر",
    "تصاویر",
    "پوشه",
    "جدید",
    "دوربین",
];

/// Words for a view of the thing in the photo, which do not name the thing.
const VIEW_WORDS: &[&str] = &[
    "cover",
    "main",
    "front",
    "back",
    "rear",
    "side",
    "left",
    "right",
    "top",
    "bottom",
    "inside",
    "outside",
    "detail",
    "details",
    "close",
    "closeup",
    "up",
    "view",
    "angle",
    "zoom",
    "اصلی",
    "کاور",
    "جلد",
    "جلو",
    "روبرو",
    "پشت",
    "کنار",
    "بغل",
    "بالا",
    "پایین",
    "داخل",
    "جزییات",
    "جزئیات",
    "نما",
];

/// Words that mark a product's cover photo, at the end of its name or as the whole name.
const COVER_WORDS: &[&str] = &["cover", "main", "اصلی", "کاور", "جلد"];

/// What a name is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameKind {
    /// Digits only, or a single letter.
    Number,
    /// A device's name for a photo: `IMG_1234`, `WhatsApp Image 2024-06-11 at 12.03.12`.
    Device,
    /// A view of the thing in the photo: `front`, `detail 2`.
    View,
    /// A name that a person chose.
    Words,
}

impl NameKind {
    /// The kind of a file's stem, or of a folder's name.
    pub fn of(name: &str) -> Self {
        let words = words(name);
        let is_device = |word: &String| DEVICE_WORDS.contains(&word.as_str());
        match words.as_slice() {
            _ if stamp(name).is_some() || is_random(name) || is_serial(name, &words) => Self::Device,
            [] => Self::Number,
            [word] if word.chars().nth(1).is_none() && digits(name) == 0 => Self::Number,
            words if words.iter().all(is_device) => Self::Device,
            words if words.iter().all(|word| VIEW_WORDS.contains(&word.as_str())) => Self::View,
            _ => Self::Words,
        }
    }
}

/// A letter before a long number, such as `P1010234` or `_DSC` cut short.
fn is_serial(name: &str, words: &[String]) -> bool {
    const MIN_SERIAL_DIGITS: usize = 6;
    words.len() == 1 && words[0].chars().nth(1).is_none() && digits(name) >= MIN_SERIAL_DIGITS
}

/// A name made by chance, such as `3F2504E0-4F89-11D3-9A0C-0305E82C3301`.
fn is_random(name: &str) -> bool {
    const MIN_RANDOM: usize = 16;
    let letters: Vec<char> = name.chars().filter(|c| c.is_alphanumeric()).collect();
    letters.len() >= MIN_RANDOM && letters.iter().all(char::is_ascii_hexdigit) && digits(name) >= 4
}

fn digits(name: &str) -> usize {
    name.chars().filter(|c| digit(*c).is_some()).count()
}

/// The words of a name, folded: runs of letters.
fn words(name: &str) -> Vec<String> {
    let folded = folded(name);
    folded.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Sorts a product's photos: those marked as its cover first, then one of its front, then the others.
pub fn cover_rank(stem: &str) -> u8 {
    let name = folded(strip_counter(stem));
    let is_last = |word: &str| {
        name.strip_suffix(word)
            .is_some_and(|before| before.chars().next_back().is_none_or(|before| !before.is_alphanumeric()))
    };
    match () {
        () if COVER_WORDS.iter().copied().any(is_last) => 0,
        () if is_last("front") || is_last("جلو") => 1,
        () => 2,
    }
}

/// The thing that a photo shows, as far as its name tells: the name, folded, without its counter and without
/// the words for a view. Empty for names without words.
pub fn subject(stem: &str) -> String {
    let name = folded(strip_counter(stem));
    let parts = name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let mut parts: Vec<&str> = parts.collect();
    while parts.last().is_some_and(|last| VIEW_WORDS.contains(last)) {
        parts.pop();
    }
    parts.join(" ")
}

/// The name of a photo's file without its endings, as a person reads it: names of files from the web are in
/// percent code, name the format twice, or end with a query; and some programs add that they have edited the
/// photo.
pub fn stem(path: &Path) -> String {
    let name = decoded(&file_name(path));
    let name = name
        .split_once('?')
        .map(|(name, _)| name)
        .filter(|name| has_photo_name(Path::new(name)))
        .unwrap_or(&name);
    let mut stem = Path::new(name);
    loop {
        let shorter = Path::new(stem.file_stem().unwrap_or_default());
        if !has_photo_name(shorter) || shorter == stem {
            let stem = shorter.to_string_lossy();
            // WordPress marks so what it made of a large photo.
            let stem = stem.strip_suffix("-scaled").filter(|base| !base.is_empty()).unwrap_or(&stem);
            return unedited(stem).unwrap_or(stem).to_owned();
        }
        stem = shorter;
    }
}

/// The name with its percent code read, if it is valid and all of it is text.
fn decoded(name: &str) -> String {
    let coded =
        name.as_bytes().windows(3).any(|part| part[0] == b'%' && part[1..].iter().all(u8::is_ascii_hexdigit));
    let plain = name.replace('+', "%2B");
    let read = url::form_urlencoded::parse(plain.as_bytes()).next().map(|(name, _)| name.into_owned());
    let is_text =
        |read: &String| !read.contains(['/', '\\', '\u{fffd}']) && !read.chars().any(char::is_control);
    if coded && !name.contains(['&', '=']) {
        read.filter(is_text).unwrap_or_else(|| name.to_owned())
    } else {
        name.to_owned()
    }
}

/// How programs mark the copy of a photo that was edited in them.
const EDITED: &[&str] = &[
    "-edited",
    "_edited",
    " edited",
    " (edited)",
    "-edit",
    "_edit",
    "-effects",
    "-enhanced",
    "-removebg-preview",
    "-removebg",
    "-ویرایش\u{200c}شده",
    "-ویرایش شده",
    " (ویرایش\u{200c}شده)",
    " (ویرایش شده)",
];

fn unedited(stem: &str) -> Option<&str> {
    let strip = |end: &&str| {
        let at = stem.len().checked_sub(end.len())?;
        stem.get(at..)
            .filter(|last| last.eq_ignore_ascii_case(end))
            .and(stem.get(..at))
            .filter(|base| !base.is_empty())
    };
    EDITED.iter().find_map(strip)
}

/// The name, in lower case, of the photo of which a photo of this name is an edited copy: `mug-edited`,
/// `IMG_E0001`, `IMG_0001~2`, and of a portrait the one with its background as it was.
pub fn original_of(stem: &str) -> Option<String> {
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let stem = stem.to_lowercase();
    let of_phone = || stem.strip_prefix("img_e").filter(is_number).map(|number| format!("img_{number}"));
    let of_gallery = || {
        stem.rsplit_once('~')
            .filter(|(base, number)| !base.is_empty() && is_number(number))
            .map(|(base, _)| base.to_owned())
    };
    let of_portrait = || Some(format!("{}portrait-02.original", stem.strip_suffix("portrait-01.cover")?));
    unedited(&stem).map(str::to_owned).or_else(of_phone).or_else(of_gallery).or_else(of_portrait)
}

/// How programs and people mark the copy of a photo, or the one that they chose.
const COPIED: &[&str] = &["copy", "کپی", "final", "نهایی", "new", "جدید"];

/// Those of them that name another product where no code stands before them.
const RENEWED: &[&str] = &["new", "جدید"];

/// The name, in lower case, under which people look for a photo of this name that is one of several: a copy
/// (`mug - Copy (2)`, `Copy of mug`, `mug_final`), an edited one (`mug~2`, `mug (ویرایش شده)`), or one that
/// says how many there are (`mug 1 of 3`).
pub fn base_of(stem: &str) -> Option<String> {
    if let Some(original) = original_of(stem) {
        return Some(original);
    }
    let name = stem.trim().to_lowercase();
    if let Some(name) = name.strip_prefix("copy of ") {
        return Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }
    let is_between = |c: char| matches!(c, '-' | '_' | ' ' | '.' | '–' | '(');
    let whole = strip_counter(&name).trim_end_matches([')', ' ']);
    let without_word = |word: &&str| {
        let before = whole.strip_suffix(*word)?;
        let base = before.trim_end_matches(is_between);
        let is_base = !base.is_empty() && (digits(base) > 0 || !RENEWED.contains(word));
        (base.len() < before.len() && is_base).then(|| base.to_owned())
    };
    let of_several = || {
        let before = name.trim_end_matches(|c| digit(c).is_some());
        let rest = ["of", "از"].into_iter().find_map(|word| before.trim_end().strip_suffix(word))?.trim_end();
        let base = rest.trim_end_matches(|c| digit(c).is_some());
        let is_numbered = before.len() < name.len() && base.len() < rest.len();
        Some(base.trim_end_matches(is_between).to_owned()).filter(|base| is_numbered && !base.is_empty())
    };
    COPIED.iter().find_map(without_word).or_else(of_several)
}

/// A name that ends with a size in pixels, as shops on the web name their copies: `mug-600x600` → `mug`, 600,
/// 600.
pub fn named_size(stem: &str) -> Option<(&str, u32, u32)> {
    let (base, size) = stem.rsplit_once(['-', '_']).filter(|(base, _)| !base.is_empty())?;
    let (width, height) = size.split_once('x')?;
    Some((base, width.parse().ok()?, height.parse().ok()?))
}

pub fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A name for the shop: underscores become spaces, and runs of spaces one space.
pub fn shop_name(name: &str) -> String {
    name.replace('_', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name without the price behind it: `Rug - 250,000 toman` → `Rug`. A number without a word for money is a
/// part of the name.
pub fn without_price(name: &str) -> &str {
    const MONEY: [&str; 16] = [
        "تومان",
        "تومن",
        "ت",
        "ریال",
        "هزار",
        "هزارتومان",
        "هزارتومن",
        "میلیون",
        "toman",
        "tomans",
        "tmn",
        "rial",
        "rials",
        "irr",
        "thousand",
        "million",
    ];
    let is_between =
        |c: char| c.is_whitespace() || matches!(c, '-' | '–' | '_' | '(' | ')' | '[' | ']' | ':' | '/');
    let is_of_number = |c: char| digit(c).is_some() || matches!(c, ',' | '٬' | '،' | '.' | '٫');
    let (mut rest, mut is_money) = (name.trim_end_matches(is_between), false);
    loop {
        let word = rest.rsplit(is_between).next().unwrap_or_default();
        let letters = word.trim_start_matches(is_of_number);
        let said = folded(letters);
        if letters.is_empty() || !MONEY.contains(&said.as_str()) {
            break;
        }
        is_money = true;
        rest = rest[..rest.len() - letters.len()].trim_end_matches(is_between);
    }
    let before = rest.trim_end_matches(is_of_number);
    let is_price = is_money && before.len() < rest.len() && before.ends_with(is_between);
    let before = before.trim_end_matches(is_between);
    let before = ["قیمت", "price"].iter().find_map(|word| before.strip_suffix(word)).unwrap_or(before);
    let before = before.trim_end_matches(is_between);
    if is_price && before.contains(char::is_alphabetic) { before } else { name }
}

/// `mug-1`, `mug (3)`, `mug_02`, `mug3` → `mug`. Digits of any script; a name without a counter stays as it
/// is.
pub fn strip_counter(stem: &str) -> &str {
    let trimmed = stem.trim_end();
    let (inner, bracketed) = match trimmed.strip_suffix(')') {
        Some(inner) => (inner, true),
        None => (trimmed, false),
    };
    let base = inner.trim_end_matches(|c| digit(c).is_some());
    let digits = inner[base.len()..].chars().count();
    let base = if bracketed { base.strip_suffix('(') } else { Some(base) };
    match base {
        Some(base) if (1..=MAX_COUNTER_DIGITS).contains(&digits) => {
            base.trim_end_matches(['-', '_', ' ', '.', '–', '#'])
        }
        _ => trimmed,
    }
}

/// The number that [`strip_counter`] removes; 0 if there is none.
pub fn counter(stem: &str) -> u32 {
    let digits = stem[strip_counter(stem).len()..].chars().filter_map(digit);
    digits.fold(0, |number, digit| number * 10 + u32::from(digit))
}

/// How the number that [`strip_counter`] removes is joined to the name: ` `, `-`, ` ()`; empty if there is
/// none.
pub fn counter_style(stem: &str) -> String {
    stem.trim_end()[strip_counter(stem).len()..].chars().filter(|c| digit(*c).is_none()).collect()
}

/// A name of one photo of several that letters count behind a code, without the letter, and which letter it
/// is, from 1: `1001a`, `A1-B`, `12 (c)`.
pub fn lettered(stem: &str) -> Option<(&str, u32)> {
    let trimmed = stem.trim_end();
    let trimmed = trimmed.strip_suffix(')').unwrap_or(trimmed);
    let letter = trimmed.chars().next_back().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let code = trimmed[..trimmed.len() - 1].trim_end_matches(['-', '_', ' ', '.', '(']);
    let is_code = code.chars().nth(1).is_some() && code.ends_with(|c| digit(c).is_some());
    is_code.then(|| (code, u32::from(letter) - u32::from('a') + 1))
}

/// The date and time in a name: `20240611_120312`, `PXL_20240611_120312345`, `photo_2024-06-11_12-03-12`,
/// `WhatsApp Image 2024-06-11 at 12.03.12 PM`.
pub fn stamp(stem: &str) -> Option<DateTime> {
    let folded = folded(stem);
    let runs: Vec<&str> = folded.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
    let words = words(stem);
    let afternoon = words.iter().any(|word| word == "pm").then_some(true);
    let afternoon = afternoon.or_else(|| words.iter().any(|word| word == "am").then_some(false));
    (0..runs.len()).find_map(|at| date_time(runs.get(at..)?, afternoon))
}

/// The date and time at the beginning of runs of digits. `afternoon` is known if the hours count to twelve.
fn date_time(runs: &[&str], afternoon: Option<bool>) -> Option<DateTime> {
    let number = |text: Option<&str>| text?.parse::<i8>().ok();
    let (year, parts): (&str, [Option<i8>; 5]) = match runs {
        [year, month, day, hour, minute, second, ..]
            if year.len() == 4 && [month, day, hour, minute, second].iter().all(|run| run.len() <= 2) =>
        {
            (year, [month, day, hour, minute, second].map(|run| number(Some(run))))
        }
        [date, time, ..] if date.len() == 8 && (6..=9).contains(&time.len()) => {
            let at = |text: &str, at: usize| number(text.get(at..at + 2));
            (date.get(..4)?, [at(date, 4), at(date, 6), at(time, 0), at(time, 2), at(time, 4)])
        }
        [both, ..] if (14..=17).contains(&both.len()) => {
            (both.get(..4)?, [4, 6, 8, 10, 12].map(|at| number(both.get(at..at + 2))))
        }
        _ => return None,
    };
    let year: i16 = year.parse().ok().filter(|year| (1990..=2099).contains(year))?;
    let [month, day, hour, minute, second] = parts;
    let hour = match (hour?, afternoon) {
        (hour, Some(true)) if hour < 12 => hour + 12,
        (12, Some(false)) => 0,
        (hour, _) => hour,
    };
    DateTime::new(year, month?, day?, hour, minute?, second?, 0).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_copy_an_edited_photo_and_one_of_several_are_called_like_the_first() {
        for (name, base) in [
            ("A1 - Copy", Some("a1")),
            ("A1 - Copy (2)", Some("a1")),
            ("A2 - کپی", Some("a2")),
            ("Copy of A3", Some("a3")),
            ("A4_copy", Some("a4")),
            ("A5~2", Some("a5")),
            ("A6_final", Some("a6")),
            ("A7 (ویرایش شده)", Some("a7")),
            ("A8 new", Some("a8")),
            ("گلیم جدید", None),
            ("Rug 1 of 3", Some("rug")),
            ("کاسه 2از3", Some("کاسه")),
            ("Hardcopy", None),
            ("Box of 3", None),
            ("copy", None),
            ("Copy of ", None),
            ("1 of 3", None),
            ("new", None),
        ] {
            assert_eq!(base_of(name).as_deref(), base, "{name}");
        }
    }

    #[test]
    fn a_letter_behind_a_code_counts_its_photos() {
        for (name, code) in [
            ("1001a", Some(("1001", 1))),
            ("A1-B", Some(("A1", 2))),
            ("۱۲ (c)", Some(("۱۲", 3))),
            ("Rug a", None),
            ("1a", None),
            ("Mug", None),
            ("", None),
        ] {
            assert_eq!(lettered(name), code, "{name}");
        }
    }

    #[test]
    fn what_a_device_named_is_told_from_what_a_person_named() {
        use NameKind::{Device, Number, View, Words};
        for (name, kind) in [
            ("1", Number),
            ("۰۳", Number),
            ("12_3", Number),
            ("a", Number),
            ("IMG_1234", Device),
            ("DSC01234", Device),
            ("P1010234", Device),
            ("IMG-20240611-WA0012", Device),
            ("20240611_120312", Device),
            ("WhatsApp Image 2024-06-11 at 12.03.12 (2)", Device),
            ("3F2504E0-4F89-11D3-9A0C-0305E82C3301", Device),
            ("عکس ۱۲", Device),
            ("New folder (3)", Device),
            ("front", View),
            ("جلو ۲", View),
            ("vase", Words),
            ("rug-12_1", Words),
            ("K-1203", Words),
            ("گلیم ۱", Words),
            ("face", Words),
        ] {
            assert_eq!(NameKind::of(name), kind, "{name}");
        }
    }

    #[test]
    fn names_of_the_web_and_of_editors_are_read_as_words() {
        for (name, read) in [
            ("%DA%AF%D9%84%DB%8C%D9%85.jpg", "گلیم"),
            ("red%20mug.jpg", "red mug"),
            ("mug.jpg.webp", "mug"),
            ("mug.JPG.jpeg.png", "mug"),
            ("mug.jpg?w=600", "mug"),
            ("mug-edited.jpg", "mug"),
            ("mug-Edit.tif", "mug"),
            ("mug-scaled.jpg", "mug"),
            ("50% wool.jpg", "50% wool"),
            ("100%ab%.jpg", "100%ab%"),
            ("%FF%FE.jpg", "%FF%FE"),
            ("a%2Fb.jpg", "a%2Fb"),
            ("C+D.jpg", "C+D"),
            ("No. 5.jpg", "No. 5"),
            (".jpg", ".jpg"),
        ] {
            assert_eq!(stem(Path::new(name)), read, "{name}");
        }
    }

    #[test]
    fn an_edited_copy_tells_its_original() {
        for (copy, original) in [
            ("mug-edited", Some("mug")),
            ("mug (edited)", Some("mug")),
            ("mug-removebg-preview", Some("mug")),
            ("گلیم-ویرایش\u{200c}شده", Some("گلیم")),
            ("PXL_1.PORTRAIT-01.COVER", Some("pxl_1.portrait-02.original")),
            ("IMG_E0001", Some("img_0001")),
            ("IMG_0001~2", Some("img_0001")),
            ("IMG_Easter", None),
            ("edited", None),
            ("mug", None),
        ] {
            assert_eq!(original_of(copy).as_deref(), original, "{copy}");
        }
        assert_eq!(
            (named_size("mug-600x450"), named_size("mug"), named_size("600x600")),
            (Some(("mug", 600, 450)), None, None)
        );
    }

    #[test]
    fn times_are_read_from_names() {
        let noon = date(2024, 6, 11).at(12, 3, 12, 0);
        for name in [
            "20240611_120312",
            "PXL_20240611_120312345",
            "photo_2024-06-11_12-03-12",
            "WhatsApp Image 2024-06-11 at 12.03.12 PM",
        ] {
            assert_eq!(stamp(name), Some(noon), "{name}");
        }
        assert_eq!(
            stamp("WhatsApp Image 2024-06-11 at 1.03.12 PM"),
            Some(date(2024, 6, 11).at(13, 3, 12, 0))
        );
        for name in ["IMG_1234", "IMG-20240611-WA0012", "20241311_120312", "rug 1", ""] {
            assert_eq!(stamp(name), None, "{name}");
        }
    }

    #[test]
    fn a_cover_is_marked_by_its_name() {
        for (name, rank) in [
            ("cover", 0),
            ("Rug-main", 0),
            ("rug_COVER", 0),
            ("گلیم اصلی", 0),
            ("front", 1),
            ("domain", 2),
            ("maine", 2),
            ("1", 2),
        ] {
            assert_eq!(cover_rank(name), rank, "{name}");
        }
    }

    #[test]
    fn views_and_counters_do_not_change_the_subject() {
        for name in ["Rug 12_1", "rug-12-main", "rug 12 (front)", "rug 12"] {
            assert!(subject(name).starts_with("rug"), "{name}");
        }
        assert_eq!(subject("rug-main"), subject("Rug (2)"));
        assert_eq!((subject("front"), subject("12")), (String::new(), String::new()));
    }

    proptest::proptest! {
        #[test]
        fn any_name_can_be_read(name in "\\PC*") {
            let (base, _) = (strip_counter(&name), counter(&name));
            proptest::prop_assert!(name.starts_with(base));
            proptest::prop_assert_eq!(strip_counter(base).len() <= base.len(), true);
            let _ = (NameKind::of(&name), subject(&name), stamp(&name), cover_rank(&name));
        }
    }
}
