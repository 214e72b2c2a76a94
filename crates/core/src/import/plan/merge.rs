//! Merges the rows of a sheet with the dropped photos: rows name products, give their fields, and say which
//! photos belong to them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use url::Url;

use super::ImportPlan;
use super::combine::{Earlier, add_photos, combine};
use super::mixed_folders::{Mixed, left_in_folder, of_other_rows};
use super::row_names::{codes_of_variants, row_names};
use super::set_aside::SetAside;
use super::several_folders::{tell_folders_apart, withdraw_open_codes};
use crate::import::PlannedDraft;
use crate::import::file_name::{has_photo_name, original_of, strip_counter};
use crate::import::foreign_path::{is_of_windows, with_slashes, without_scheme};
use crate::import::sheet::claims::{Claims, Numbered};
use crate::import::sheet::matching::{
    Codes, Photos, Products, RowName, all_digits, file_stem, is_folder, is_name, key, leading_codes,
    own_name, photo_keys,
};
use crate::import::sheet::overview::{Precedence, SheetOverview, SheetRow};
use crate::import::sheet::photos::{Found, PhotoFinder, web_address};
use crate::import::sheet::rows::{OpenPhotos, Sheet};
use crate::import::sheet::sheet_draft::{Origin, SheetDraft};
use vitrine_domain::text::{digit, folded};
use vitrine_domain::{Draft, Field, PhotoEdit, Problem, ProblemKind};

/// A sheet merged with a plan.
#[derive(Debug, Default)]
pub struct Merged {
    pub overview: SheetOverview,
    /// Photos that rows name and nobody dropped. They may be beside the sheet.
    pub elsewhere: Vec<NamedPhoto>,
    /// Rows whose photos are addresses on the web, from which nothing is fetched.
    pub on_web: Vec<(usize, Url)>,
    /// Rows whose photos are on another computer, by their paths.
    pub on_other_computer: Vec<(usize, PathBuf)>,
    /// The pictures of the sheet that are photos of products now.
    pub pictures: HashSet<usize>,
}

/// The pictures of a sheet by their places, each with how the sheet shows it.
pub type TakenPictures = HashMap<usize, (PathBuf, PhotoEdit)>;

/// A photo that a row names and nobody dropped.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedPhoto {
    /// The row's number.
    pub row: usize,
    /// Where it would be beside the sheet.
    pub path: PathBuf,
    /// What the row names instead, if that is not in the folder of the sheet.
    pub outside: Option<PathBuf>,
}

/// Merges the sheet, which was read from the absolute path `path`, into the planned drafts.
///
/// A row with photos is a product of those photos, whatever they were planned as. A row without photos
/// describes the planned draft of its name or SKU, together with the photos that have that name and a number.
/// Planned drafts without a row stay as they are.
///
/// A row that has no photos otherwise has the `pictures` of the sheet that lie in it, where they could be
/// taken.
///
/// A row of a further sheet that names a product of an earlier one adds to it: photos, and cells that are
/// empty. `precedence` says whose values count where both have some.
pub fn merge(
    planned: &mut ImportPlan,
    mut sheet: Sheet,
    path: &Path,
    precedence: Option<Precedence>,
    pictures: &TakenPictures,
) -> Merged {
    let dropped: Vec<PathBuf> =
        planned.drafts.iter().flat_map(|draft| draft.photos.iter().cloned()).collect();
    let originals = std::mem::take(&mut planned.originals);
    let mut finder =
        PhotoFinder::new(path.parent().unwrap_or(Path::new("")), &dropped).with_originals(&originals);
    let earlier = Earlier::of(planned);
    let mut products = Products::new(&planned.drafts, &earlier.described);
    let mut merged = Merged::default();
    let mut unclear = split_photo_names(&mut sheet.drafts, &planned.drafts, &mut finder, &products);
    let mut of_row = |row: &SheetDraft| {
        let mut photos = Vec::new();
        for named in &row.photos {
            let found = find(named, row, &planned.drafts, &mut finder, &products, &mut merged);
            unclear.extend(found.unclear.into_iter().map(|name| (row.row, name)));
            photos.extend(found.photos);
        }
        photos
    };
    let mut found: Vec<Vec<PathBuf>> = sheet.drafts.iter().map(&mut of_row).collect();
    let known = earlier.matches(&sheet.drafts, &found, &planned.drafts);
    let (mut names, crossed) = row_names(&sheet.drafts, &photo_keys(&planned.drafts));
    names.iter_mut().zip(&known).filter(|(_, known)| known.is_some()).for_each(|(names, _)| names.clear());
    let named: HashSet<PathBuf> = found.iter().flatten().cloned().collect();
    unclear.extend(withdraw_open_codes(&sheet.drafts, &mut names, &planned.drafts, &named));
    let (reserved, open) = tell_folders_apart(&sheet.drafts, &mut names, &planned.drafts);
    products.reserve(reserved);
    unclear.extend(open);
    let (with_codes, of_variants): (Vec<Vec<String>>, Vec<Vec<String>>) =
        sheet.drafts.iter().map(|row| (names_with_code(row), names_of_variants(row))).unzip();
    for (names, both) in names.iter_mut().zip(&with_codes).filter(|(names, _)| !names.is_empty()) {
        names.extend(both.iter().map(|name| RowName::new(name)));
    }
    sheet.understood.open_photos = OpenPhotos { crossed_names: crossed, unclear, set_aside: 0 };
    let claims =
        if dropped.is_empty() { Claims::default() } else { claims_of(&sheet.drafts, &planned.drafts) };
    let (matches, mut taken) =
        take_all(&sheet.drafts, &planned.drafts, &mut products, (names, &of_variants), &claims, &mut found);
    leave_out_edited(planned, &originals, &mut taken);
    let has_photos = |(found, known): (&Vec<usize>, &Option<usize>)| {
        found.iter().chain(known).any(|&at| !planned.drafts[at].photos.is_empty())
    };
    let has_photos: Vec<bool> = matches.iter().zip(&known).map(has_photos).collect();
    give_pictures(&mut found, &mut sheet.drafts, &has_photos, pictures, &mut merged);
    let mixed = Mixed::of(&sheet.drafts, &found);
    let (mut added, mut joined) = (Vec::with_capacity(found.len()), HashSet::new());
    let mut keys = Keys::of(&planned.drafts);
    for (((mut row, photos), described), known) in sheet.drafts.into_iter().zip(found).zip(matches).zip(known)
    {
        let mut overview = described_row(&row);
        let (unusable, broken) = cells_of(std::mem::take(&mut row.problems), path);
        let product = if let Some(problem) = broken {
            // No product is made from the photos alone: it would lack what the row was meant to say.
            planned.problems.push(problem);
            taken.extend(described.iter().flat_map(|&index| planned.drafts[index].photos.iter().cloned()));
            None
        } else if let Some(index) = known {
            let product = &mut planned.drafts[index];
            merged.overview.conflicts.extend(combine(
                product,
                row.draft,
                unusable,
                earlier.has_names,
                precedence,
            ));
            add_photos(product, photos);
            Some(&*product)
        } else if let [first, others @ ..] = described.as_slice() {
            let more: Vec<PathBuf> =
                others.iter().flat_map(|&index| planned.drafts[index].photos.clone()).collect();
            joined.extend(others.iter().copied());
            let first = &mut planned.drafts[*first];
            first.photos.extend(more);
            first.unusable = unusable;
            overlay(first, row.draft);
            Some(&*first)
        } else {
            overview.has_photos = !photos.is_empty();
            let edits: Vec<PhotoEdit> =
                if photos.len() == row.photos.len() { row.edits_in_order().collect() } else { Vec::new() };
            let product = PlannedDraft { unusable, ..draft_of_row(path, row.draft, row.origin, photos) };
            added.push(keys.tell_apart(product.edited(edits)));
            added.last()
        };
        overview.product = product.map(|planned| (planned.source.clone(), planned.source_name.clone()));
        merged.overview.rows.push(overview);
    }
    planned.originals = originals;
    let set_aside = SetAside::of(&sheet.names_left_out, &merged.overview);
    sheet.understood.open_photos.set_aside = set_aside.remove(planned, &products, &earlier.described, &taken);
    remove_taken(planned, &products, (&joined, &earlier.described), (&taken, &mixed), &mut merged.overview);
    planned.drafts.extend(added);
    if earlier.described.is_empty() {
        order_by_rows(&mut planned.drafts, &merged.overview);
    }
    if !planned.drafts.is_empty() {
        // The photos are elsewhere, where the sheet says.
        planned.problems.retain(|problem| problem.kind != ProblemKind::NothingFound);
    }
    let SheetOverview { rows, without_row, conflicts, .. } = merged.overview;
    let understood = SheetOverview::of(Sheet { drafts: Vec::new(), ..sheet }, path);
    merged.overview = SheetOverview { rows, without_row, conflicts, precedence, ..understood };
    merged
}

/// Gives each row the planned drafts that it describes, and to the others photos. `of_variants`: names of
/// photos of their variants. Returns the planned drafts of each row, and all photos that are taken.
fn take_all<'a>(
    rows: &'a [SheetDraft],
    drafts: &[PlannedDraft],
    products: &mut Products,
    (mut names, of_variants): (Vec<Vec<RowName<'a>>>, &'a [Vec<String>]),
    claims: &Claims<'_>,
    found: &mut [Vec<PathBuf>],
) -> (Vec<Vec<usize>>, HashSet<PathBuf>) {
    let mut codes = Codes::of(rows.iter().enumerate().flat_map(codes_of));
    codes.keep(|row| !names[row].is_empty());
    let (matches, of_others) = match_rows((&names, of_variants), rows, drafts, products, claims, &mut codes);
    for (names, longer) in names.iter_mut().zip(of_variants).filter(|(names, _)| !names.is_empty()) {
        names.extend(longer.iter().map(|name| RowName::new(name)));
    }
    let mut taken: HashSet<PathBuf> = found.iter().flatten().cloned().collect();
    let photos = Photos::new(drafts, products, &taken, &of_others);
    take_photos(found, &names, &matches, rows, photos, claims, &mut codes);
    taken.extend(found.iter().flatten().cloned());
    (matches, taken)
}

/// Variants by which photos are looked for.
const MAX_VARIANTS: usize = 60;

/// The names of a row with its code, as people call folders: `102 Rug`, `Rug 102`.
fn names_with_code(row: &SheetDraft) -> Vec<String> {
    let name = row.draft.name.trim();
    // A small number counts photos.
    let is_code = |code: &&str| is_name(&key(code)) && !name.is_empty();
    let code = row.draft.sku.as_deref().map(str::trim).filter(is_code);
    code.into_iter().flat_map(|code| [format!("{code} {name}"), format!("{name} {code}")]).collect()
}

/// The names of a row with what tells one of its variants from the others: `Rug red`.
fn names_of_variants(row: &SheetDraft) -> Vec<String> {
    let name = row.draft.name.trim();
    let mut names: Vec<String> = Vec::new();
    for variant in row.draft.variants.iter().take(MAX_VARIANTS).filter(|_| !name.is_empty()) {
        let values: Vec<&str> = variant.properties.iter().map(|(_, value)| value.as_str()).collect();
        let all = values.join(" ");
        for value in values.iter().copied().chain([all.as_str()]) {
            let longer = format!("{name} {value}");
            if !names.contains(&longer) {
                names.push(longer);
            }
        }
    }
    names
}

/// A row as it is shown, before it is known what became of it.
fn described_row(row: &SheetDraft) -> SheetRow {
    let names = [Some(row.draft.name.as_str()), row.draft.sku.as_deref()];
    let name = names.into_iter().flatten().find(|name| !name.is_empty()).unwrap_or_default();
    SheetRow { row: row.row, name: name.to_owned(), product: None, has_photos: true }
}

/// What a cell names among the dropped photos.
#[derive(Default)]
struct Named {
    photos: Vec<PathBuf>,
    /// The names that several photos or folders have, where nothing tells which is meant.
    unclear: Vec<String>,
}

impl Named {
    fn of(found: Found<'_>, name: &Path) -> Self {
        match found {
            Found::Photo(photo) => Self { photos: vec![photo.to_owned()], ..Self::default() },
            Found::Several => Self::unclear(name),
        }
    }

    fn unclear(name: &Path) -> Self {
        Self { unclear: vec![name.to_string_lossy().into_owned()], ..Self::default() }
    }

    fn all(parts: Vec<Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.unclear.extend(part.unclear);
            for photo in part.photos {
                if !all.photos.contains(&photo) {
                    all.photos.push(photo);
                }
            }
        }
        all
    }
}

/// The photos that a cell names: a photo, or all photos of a folder.
fn find(
    named: &Path,
    row: &SheetDraft,
    drafts: &[PlannedDraft],
    finder: &mut PhotoFinder<'_>,
    products: &Products,
    merged: &mut Merged,
) -> Named {
    let owner: Vec<&str> = all_names(row).collect();
    if let Some(located) = located(named, &owner, drafts, finder, products) {
        return located;
    }
    if let Some(found) = finder.similar(named, &owner) {
        return Named::of(found, named);
    }
    if let Some(address) = web_address(named) {
        merged.on_web.push((row.row, address));
        return Named::default();
    }
    let named = without_scheme(named);
    if is_of_windows(named) {
        merged.on_other_computer.push((row.row, named.to_owned()));
        return Named::default();
    }
    let (path, outside) = finder.beside_sheet(named);
    merged.elsewhere.push(NamedPhoto { row: row.row, path: path.clone(), outside });
    Named { photos: vec![path], ..Named::default() }
}

/// What separates several photos in one cell, if the cell as a whole names none. A slash stands between the
/// folders of a path, too.
const BETWEEN: [&[&str]; 4] =
    [&["|", "\n", ";", "؛", ",", "،", "+", "&"], &[" و ", " and "], &["/", "\\"], &[" "]];

/// The dropped photos that a cell names as a whole, or else each in its part of the cell.
fn located(
    named: &Path,
    owner: &[&str],
    drafts: &[PlannedDraft],
    finder: &mut PhotoFinder<'_>,
    products: &Products,
) -> Option<Named> {
    if let Some(found) = finder.exact(named, owner) {
        return Some(Named::of(found, named));
    }
    if !has_photo_name(named) {
        match products.folders(drafts, &with_slashes(named)).as_slice() {
            [] => {}
            [folder] => return Some(Named { photos: drafts[*folder].photos.clone(), ..Named::default() }),
            _ => return Some(Named::unclear(named)),
        }
    }
    let text = named.to_str().filter(|_| web_address(named).is_none())?;
    if let Some(found) = finder.similar_name(text, owner).or_else(|| finder.numbered(text)) {
        return Some(Named::of(found, named));
    }
    if let Some(numbers) = range(text) {
        let of = |name: &String| {
            let found = finder.similar_name(name, owner).or_else(|| finder.numbered(name))?;
            Some(Named::of(found, Path::new(name)))
        };
        return numbers.iter().map(of).collect::<Option<Vec<Named>>>().map(Named::all);
    }
    BETWEEN.iter().find_map(|between| {
        let mut parts = vec![text];
        for sign in *between {
            parts = parts.iter().flat_map(|part| part.split(sign)).collect();
        }
        let parts: Vec<&Path> =
            parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).map(Path::new).collect();
        let is_path =
            between.contains(&"/") && parts.iter().any(|part| !products.folders(drafts, part).is_empty());
        if parts.len() < 2 || is_path {
            return None;
        }
        let found: Option<Vec<Named>> =
            parts.iter().map(|part| located(part, owner, drafts, finder, products)).collect();
        found.map(Named::all)
    })
}

/// The names of photos from one number to another: `4-6`, `IMG_0012-IMG_0014`.
fn range(text: &str) -> Option<Vec<String>> {
    const MOST: u32 = 50;
    let between = |sign: &&str| {
        let ends = text.match_indices(*sign).map(|(at, sign)| (&text[..at], &text[at + sign.len()..]));
        ends.filter_map(|(first, last)| Some((numbered(first)?, numbered(last)?)))
            .find(|((before, _), (same, _))| before == same)
    };
    let ((before, first), (_, last)) = ["-", "–", " تا ", " to "].iter().find_map(between)?;
    let (from, to) = (first.parse::<u32>().ok()?, last.parse::<u32>().ok()?);
    let width = first.len();
    (from < to && to - from < MOST)
        .then(|| (from..=to).map(|number| format!("{before}{number:0width$}")).collect())
}

/// A name of a photo without its extension, and the number at its end.
fn numbered(name: &str) -> Option<(String, String)> {
    let path = Path::new(name.trim());
    let stem = if has_photo_name(path) { path.file_stem()?.to_str()? } else { name.trim() };
    let before = stem.trim_end_matches(|c| digit(c).is_some());
    Some((before.to_owned(), all_digits(&stem[before.len()..])?))
}

/// Takes the names of several photos in one cell of a column of photo names apart. Returns those that it
/// leaves unclear.
fn split_photo_names(
    rows: &mut [SheetDraft],
    drafts: &[PlannedDraft],
    finder: &mut PhotoFinder<'_>,
    products: &Products,
) -> Vec<(usize, String)> {
    let keys = photo_keys(drafts);
    let mut unclear = Vec::new();
    for row in rows.iter_mut().filter(|row| row.photos.is_empty()) {
        let is_several = |name: &&str| {
            let is_list = || BETWEEN.iter().copied().flatten().any(|sign| name.contains(sign));
            !keys.contains(&key(name)) && (is_list() || range(name).is_some())
        };
        let owner: Vec<&str> = all_names(row).skip(1).collect();
        if let Some(named) = row
            .photo_name
            .as_deref()
            .filter(is_several)
            .and_then(|name| located(Path::new(name), &owner, drafts, finder, products))
        {
            row.photos = named.photos;
            unclear.extend(named.unclear.into_iter().map(|name| (row.row, name)));
        }
    }
    unclear
}

/// The planned drafts that each row describes, by index. Names that agree whole count first, so that a row
/// for `mug 2` keeps its photo beside a row for `mug`; codes with another number of zeros before them last.
fn match_rows(
    (names, longer): (&[Vec<RowName<'_>>], &[Vec<String>]),
    rows: &[SheetDraft],
    drafts: &[PlannedDraft],
    products: &mut Products,
    claims: &Claims<'_>,
    codes: &mut Codes,
) -> (Vec<Vec<usize>>, HashSet<PathBuf>) {
    let mut matches: Vec<Vec<usize>> = names
        .iter()
        .enumerate()
        .map(|(row, names)| products.take_exact(row, names, claims).into_iter().collect())
        .collect();
    let of_others = of_other_rows(&matches, names, drafts);
    // A folder with nothing but photos of others is that of a group.
    let is_own = |index: &usize| {
        let photos = &drafts[*index].photos;
        photos.is_empty() || photos.iter().any(|photo| !of_others.contains(photo))
    };
    for found in &mut matches {
        found.iter().filter(|index| !is_own(index)).for_each(|&index| products.release(index));
        found.retain(is_own);
    }
    for (row, (found, names)) in matches.iter_mut().zip(names).enumerate() {
        let of_variants: Vec<&str> = rows.get(row).into_iter().flat_map(codes_of_variants).collect();
        if let Some(&first) = found.first() {
            let named = (names.as_slice(), of_variants.as_slice());
            found.extend(products.take_more_exact(row, named, first, drafts, claims));
        }
        let exact = std::mem::take(found);
        *found = in_order(exact, products.take_counted(row, names, claims), drafts);
        if found.is_empty() {
            found.extend(products.take_counted_folder(row, names, claims));
        }
    }
    codes.keep(|row| matches[row].is_empty());
    for (row, index) in products.take_codes(codes, drafts) {
        matches[row].push(index);
    }
    for ((found, names), row) in matches.iter_mut().zip(names).zip(rows) {
        if found.is_empty() {
            let properties = row.draft.variants.iter().flat_map(|variant| &variant.properties);
            let values = properties.map(|(_, value)| key(value)).collect();
            found.extend(products.take_inside(names, &values, drafts));
        }
    }
    for (row, (found, names)) in matches.iter_mut().zip(names).enumerate() {
        if found.is_empty() && !names.is_empty() {
            let longer = longer.get(row).into_iter().flatten();
            let longer: Vec<RowName<'_>> = longer.map(|name| RowName::new(name)).collect();
            let by_name = |name| products.take_exact(row, std::slice::from_ref(name), claims);
            let exact: Vec<usize> = longer.iter().filter_map(by_name).collect();
            *found = in_order(exact, products.take_counted(row, &longer, claims), drafts);
        }
    }
    (matches, of_others)
}

/// The planned drafts of a row in the order of their photos: those that are called exactly like it before
/// those with a number, and loose photos before folders.
fn in_order(exact: Vec<usize>, mut counted: Vec<usize>, drafts: &[PlannedDraft]) -> Vec<usize> {
    if exact.len() < 2 {
        counted.extend(exact);
        counted.sort_unstable();
        return counted;
    }
    let (folders, mut photos): (Vec<usize>, Vec<usize>) =
        exact.into_iter().partition(|&index| is_folder(&drafts[index]));
    counted.sort_unstable();
    photos.extend(counted);
    photos.extend(folders);
    photos
}

/// The codes by which a row finds its photos.
fn codes_of((index, row): (usize, &SheetDraft)) -> impl Iterator<Item = (usize, &str)> {
    let own = [row.photo_name.as_deref(), row.draft.sku.as_deref(), row.draft.barcode.as_deref()];
    own.into_iter().flatten().chain(codes_within(row)).map(move |code| (index, code))
}

/// The codes of a row's variants.
fn codes_within(row: &SheetDraft) -> impl Iterator<Item = &str> {
    row.draft.variants.iter().filter_map(|variant| variant.sku.as_deref())
}

fn all_names(row: &SheetDraft) -> impl Iterator<Item = &str> {
    let codes = [row.draft.sku.as_deref(), row.draft.barcode.as_deref()];
    [row.photo_name.as_deref(), Some(row.draft.name.as_str())].into_iter().chain(codes).flatten()
}

/// What the rows are called. The codes of variants are of their row, and tell no rows apart.
fn claims_of<'a>(rows: &'a [SheetDraft], drafts: &[PlannedDraft]) -> Claims<'a> {
    let names = rows
        .iter()
        .enumerate()
        .flat_map(|(index, row)| all_names(row).chain(codes_within(row)).map(move |name| (index, name)));
    let stems = || drafts.iter().flat_map(|draft| &draft.photos).map(|photo| file_stem(photo));
    let folders = drafts.iter().filter(|draft| is_folder(draft)).map(|draft| folded(&own_name(draft)));
    let files = stems().map(|stem| folded(&stem)).chain(folders).collect();
    // Only what something dropped is called is asked for.
    let called = drafts.iter().flat_map(|draft| [own_name(draft), draft.source_name.clone()]).chain(stems());
    let called = called.flat_map(|name| leading_codes(&name).into_iter().chain([name]));
    let asked: HashSet<String> =
        called.flat_map(|name| [folded(strip_counter(&name)), folded(&name)]).collect();
    let names = names.filter(|(_, name)| asked.contains(&folded(name)));
    Claims::of(names, Numbered::of(rows.iter().flat_map(all_names)), files)
}

/// Where rows name photos that were left out for edited ones, these are left out instead.
fn leave_out_edited(planned: &mut ImportPlan, originals: &[PathBuf], taken: &mut HashSet<PathBuf>) {
    if originals.iter().all(|original| !taken.contains(original)) {
        return;
    }
    let place = |photo: &Path, stem: String| (photo.parent().map(Path::to_owned), stem);
    let own = |photo: &Path| photo.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let named = originals.iter().filter(|original| taken.contains(*original));
    let named: HashSet<_> = named.map(|original| place(original, own(original))).collect();
    let is_edited = |photo: &&PathBuf| {
        original_of(&own(photo)).is_some_and(|original| named.contains(&place(photo, original)))
    };
    let photos = planned.drafts.iter().flat_map(|draft| &draft.photos);
    let edited: Vec<PathBuf> =
        photos.filter(is_edited).filter(|photo| !taken.contains(*photo)).cloned().collect();
    planned.ignored_files.retain(|file| !taken.contains(file));
    planned.ignored_files.extend(edited.iter().cloned());
    taken.extend(edited);
}

/// Gives the rows that describe no planned draft the photos of their names, out of drafts that no row
/// describes.
fn take_photos(
    found: &mut [Vec<PathBuf>],
    names: &[Vec<RowName<'_>>],
    matches: &[Vec<usize>],
    rows: &[SheetDraft],
    mut photos: Photos<'_>,
    claims: &Claims<'_>,
    codes: &mut Codes,
) {
    for whole_name in [true, false] {
        for (row, ((found, names), described)) in found.iter_mut().zip(names).zip(matches).enumerate() {
            if described.is_empty() {
                let taken = if whole_name {
                    photos.take_exact(row, names, claims)
                } else {
                    photos.take_counted(row, names, claims)
                };
                found.extend(taken.into_iter().map(Path::to_path_buf));
            }
        }
    }
    codes.keep(|row| matches[row].is_empty() && found[row].is_empty());
    let is_searching =
        |row: &usize| matches[*row].is_empty() && found[*row].is_empty() && !names[*row].is_empty();
    let mut of_codes = photos.take_codes(codes);
    let still = |row: &usize| is_searching(row) && !of_codes.iter().any(|(of, _)| of == row);
    let searching = rows.iter().enumerate().filter(|(row, _)| still(row)).flat_map(codes_of).collect();
    of_codes.extend(photos.take_begun(searching, claims));
    for (row, photo) in of_codes {
        found[row].push(photo.to_owned());
    }
}

/// Gives rows without photos their pictures. What they name on the web is no longer missed.
fn give_pictures(
    found: &mut [Vec<PathBuf>],
    rows: &mut [SheetDraft],
    has_photos: &[bool],
    pictures: &TakenPictures,
    merged: &mut Merged,
) {
    for ((found, row), has_photos) in found.iter_mut().zip(rows).zip(has_photos) {
        if *has_photos || !found.is_empty() {
            continue;
        }
        let SheetDraft { pictures: own, edits, photos, .. } = row;
        for (index, (path, edit)) in own.iter().filter_map(|index| Some((index, pictures.get(index)?))) {
            merged.pictures.insert(*index);
            if !found.contains(path) {
                found.push(path.clone());
                edits.insert(path.clone(), *edit);
            }
        }
        if !found.is_empty() {
            photos.clone_from(found);
            merged.on_web.retain(|(of, _)| *of != row.row);
            merged.on_other_computer.retain(|(of, _)| *of != row.row);
        }
    }
}

/// Removes drafts whose photos belong to rows, and lists those that no row describes. Products that rows of
/// earlier sheets describe keep their photos.
fn remove_taken(
    planned: &mut ImportPlan,
    products: &Products,
    (joined, described): (&HashSet<usize>, &BTreeSet<usize>),
    (taken, mixed): (&HashSet<PathBuf>, &Mixed),
    overview: &mut SheetOverview,
) {
    let drafts = std::mem::take(&mut planned.drafts);
    for (index, mut draft) in drafts.into_iter().enumerate() {
        let is_described = described.contains(&index);
        let all = draft.photos.clone();
        if !is_described {
            draft.photos.retain(|photo| !taken.contains(photo));
        }
        if !is_described && (draft.photos.is_empty() || joined.contains(&index)) {
            continue;
        }
        if products.is_taken(index) {
            planned.drafts.push(draft);
            continue;
        }
        draft.is_left_by_rows |= draft.photos.len() < all.len();
        let is_mixed = is_folder(&draft) && mixed.are_of_several(&all, &draft.photos);
        let alone = if is_mixed { left_in_folder(&draft) } else { vec![draft] };
        overview.without_row.extend(alone.iter().map(|draft| draft.draft.name.clone()));
        planned.drafts.extend(alone);
    }
}

/// Puts the products of rows into the order of the sheet, so that a column copied from it can be pasted; the
/// others come after them.
fn order_by_rows<'a>(drafts: &mut [PlannedDraft], overview: &'a SheetOverview) {
    let product = |row: &'a SheetRow| row.product.as_ref().map(|(source, name)| (&**source, &**name));
    let rows: HashMap<(&Path, &str), usize> =
        overview.rows.iter().enumerate().filter_map(|(index, row)| Some((product(row)?, index))).collect();
    drafts.sort_by_cached_key(|draft| {
        rows.get(&(&*draft.source, &*draft.source_name)).copied().unwrap_or(usize::MAX)
    });
}

/// The problems of a row that its product shows in its cells, and one without a cell.
fn cells_of(problems: Vec<Problem>, sheet: &Path) -> (Vec<Problem>, Option<Problem>) {
    let problems = problems.into_iter().map(|problem| problem.with_subject(sheet.display().to_string()));
    let (cells, others): (Vec<_>, Vec<_>) =
        problems.partition(|problem| problem.field.as_deref().and_then(Field::from_name).is_some());
    (cells, others.into_iter().next())
}

/// The row's fields take precedence over those derived from the file's name.
fn overlay(planned: &mut PlannedDraft, row: Draft) {
    let found = std::mem::replace(&mut planned.draft, row);
    planned.draft.fill(&found);
}

fn draft_of_row(sheet: &Path, draft: Draft, origin: Option<Origin>, photos: Vec<PathBuf>) -> PlannedDraft {
    let own = || Origin {
        source: photos.first().map_or(sheet, PathBuf::as_path).to_owned(),
        name: draft.name.clone(),
    };
    let Origin { source, name } = origin.unwrap_or_else(own);
    PlannedDraft { source_name: name, draft, source, photos, ..PlannedDraft::default() }
}

/// The keys of products, each of which is one product's only.
struct Keys {
    taken: HashSet<(PathBuf, String)>,
    /// The number behind the next product of the same key.
    next: HashMap<(PathBuf, String), usize>,
}

impl Keys {
    fn of(drafts: &[PlannedDraft]) -> Self {
        let key = |planned: &PlannedDraft| (planned.source.clone(), planned.source_name.clone());
        Self { taken: drafts.iter().map(key).collect(), next: HashMap::new() }
    }

    /// The product with a name of its source that no other product of this source has: what is typed for one
    /// is not typed for the other.
    fn tell_apart(&mut self, product: PlannedDraft) -> PlannedDraft {
        let mut key = (product.source.clone(), product.source_name.clone());
        while self.taken.contains(&key) {
            let own = (product.source.clone(), product.source_name.clone());
            let number = self.next.entry(own).or_insert(1);
            *number += 1;
            key.1 = format!("{} {number}", product.source_name);
        }
        let product = PlannedDraft { source_name: key.1.clone(), ..product };
        self.taken.insert(key);
        product
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::cards::Card;
    use crate::import::sheet::rows::{Known, drafts};
    use crate::import::sheet::{edits_cell, photos_cell, read};
    use vitrine_domain::Price;

    /// A plan of photos, or of folders with their photos.
    fn planned(photos: &[(&str, &[&str])]) -> ImportPlan {
        let draft = |(source, photos): &(&str, &[&str])| {
            let name = Path::new(source).file_stem().unwrap().to_string_lossy().into_owned();
            let photos = photos.iter().map(|photo| PathBuf::from(format!("{source}/{photo}"))).collect();
            let photos =
                if Path::new(source).extension().is_some() { vec![PathBuf::from(source)] } else { photos };
            PlannedDraft {
                draft: Draft { name: name.clone(), ..Draft::default() },
                source: PathBuf::from(source),
                source_name: name,
                photos,
                ..PlannedDraft::default()
            }
        };
        ImportPlan { drafts: photos.iter().map(draft).collect(), ..ImportPlan::default() }
    }

    #[test]
    fn rows_of_one_name_are_products_that_are_told_apart() {
        let csv = "name,price\nJug,1\nJug,2\nJug 2,3\nJug,4\n";
        let (plan, merged) = with_rows(ImportPlan::default(), csv);
        let names: Vec<&str> = plan.drafts.iter().map(|draft| draft.source_name.as_str()).collect();
        assert_eq!(names, ["Jug", "Jug 2", "Jug 2 2", "Jug 3"]);
        let shown: Vec<&str> = plan.drafts.iter().map(|draft| draft.draft.name.as_str()).collect();
        assert_eq!(shown, ["Jug", "Jug", "Jug 2", "Jug"]);
        let of_rows: HashSet<_> = merged.overview.rows.iter().map(|row| row.product.clone()).collect();
        assert_eq!(of_rows.len(), 4);
    }

    fn loose(names: &[&str]) -> ImportPlan {
        let paths: Vec<String> = names.iter().map(|name| format!("/photos/{name}.jpg")).collect();
        planned(&paths.iter().map(|path| (path.as_str(), [].as_slice())).collect::<Vec<_>>())
    }

    fn with_rows(mut planned: ImportPlan, csv: &str) -> (ImportPlan, Merged) {
        let cells = read(Path::new("sheet.csv"), csv.as_bytes()).unwrap();
        let sheet = drafts(&cells, &Known { planned: &planned.drafts, ..Known::default() });
        let merged = merge(&mut planned, sheet, Path::new("/sheets/sheet.csv"), None, &HashMap::new());
        (planned, merged)
    }

    /// The plan with two sheets, one after the other, and the overview of the second.
    fn with_two(
        planned: ImportPlan,
        first: &str,
        second: &str,
        precedence: Option<Precedence>,
    ) -> (ImportPlan, SheetOverview) {
        let (mut planned, merged) = with_rows(planned, first);
        planned.sheets.push(merged.overview);
        let cells = read(Path::new("second.csv"), second.as_bytes()).unwrap();
        let sheet = drafts(&cells, &Known { planned: &planned.drafts, ..Known::default() });
        let merged = merge(&mut planned, sheet, Path::new("/sheets/second.csv"), precedence, &HashMap::new());
        (planned, merged.overview)
    }

    /// Each product as `name: photo photo`.
    fn shown(plan: &ImportPlan) -> Vec<String> {
        let photos = |draft: &PlannedDraft| {
            draft
                .photos
                .iter()
                .map(|photo| photo.file_name().unwrap().to_string_lossy().into_owned())
                .collect::<Vec<_>>()
        };
        plan.drafts.iter().map(|draft| format!("{}: {}", draft.draft.name, photos(draft).join(" "))).collect()
    }

    fn without_photos(merged: &Merged) -> Vec<(usize, &str)> {
        merged.overview.without_photos().map(|row| (row.row, row.name.as_str())).collect()
    }

    #[test]
    fn a_row_sets_the_fields_of_the_draft_with_its_name() {
        let (plan, merged) = with_rows(loose(&["Rug", "Bowl"]), "name,primary_price\nrug,۱۲٬۰۰۰\n");
        let prices: Vec<Option<i64>> =
            plan.drafts.iter().map(|draft| draft.draft.primary_price.map(Price::wire)).collect();
        assert_eq!(prices, [Some(12_000), None]);
        assert_eq!(merged.overview.without_row, ["Bowl"]);
    }

    #[test]
    fn a_row_finds_its_photos_by_sku() {
        let (plan, merged) = with_rows(
            planned(&[("/p/A-17", &["1.jpg", "2.jpg"]), ("/p/b_18.jpg", &[])]),
            "name,sku\nRug,a-17\nBowl,B 18\nVase,C19\n",
        );
        assert_eq!(shown(&plan), ["Rug: 1.jpg 2.jpg", "Bowl: b_18.jpg", "Vase: "]);
        assert_eq!((without_photos(&merged), merged.overview.without_row.len()), (vec![(4, "Vase")], 0));
    }

    #[test]
    fn a_row_has_the_photos_that_follow_its_card() {
        let mut rolls = loose(&["IMG_1", "IMG_5", "IMG_9"]);
        for (draft, (sku, name)) in
            rolls.drafts.iter_mut().zip([("P-2", "Bowl"), ("P-1", "Bowl"), ("", "Vase")])
        {
            let card = Card { sku: sku.to_owned(), name: name.to_owned(), ..Card::default() };
            card.fill(&mut draft.draft);
        }
        let (plan, merged) =
            with_rows(rolls, "name,sku,primary_price\nBowl,P-1,100\nBowl,P-2,200\nVase,,300\n");
        assert_eq!(shown(&plan), ["Bowl: IMG_5.jpg", "Bowl: IMG_1.jpg", "Vase: IMG_9.jpg"]);
        assert_eq!(
            plan.drafts.iter().map(|draft| draft.draft.primary_price.map(Price::wire)).collect::<Vec<_>>(),
            [Some(100), Some(200), Some(300)]
        );
        assert_eq!((without_photos(&merged), merged.overview.without_row.len()), (vec![], 0));
    }

    #[test]
    fn a_row_finds_its_photos_by_a_column_of_folders_and_files_whatever_its_heading() {
        let photos = [
            ("/p/kilim-1", ["a.jpg", "b.jpg"].as_slice()),
            ("/p/all", &["scarf-7_1.jpg", "scarf-7_2.jpg"]),
            ("/p/bag 03.jpg", &[]),
        ];
        let products = ["Bag: bag 03.jpg", "Scarf: scarf-7_1.jpg scarf-7_2.jpg", "Kilim: a.jpg b.jpg"];
        for heading in ["پوشه یا فایل", "Folder", "Our number"] {
            let csv = format!("{heading},name\nbag 03,Bag\nscarf-7,Scarf\nkilim-1,Kilim\n");
            let (plan, merged) = with_rows(planned(&photos), &csv);
            assert_eq!(shown(&plan), products, "{heading}");
            assert_eq!(
                (without_photos(&merged).len(), merged.overview.without_row.len()),
                (0, 0),
                "{heading}"
            );
        }
    }

    #[test]
    fn a_column_with_few_names_of_photos_is_not_taken_for_them() {
        let (plan, _) = with_rows(loose(&["Rug", "Bowl", "Mug"]), "name,Note\nRug,Bowl\nBowl,new\nMug,old\n");
        assert_eq!(shown(&plan), ["Rug: Rug.jpg", "Bowl: Bowl.jpg", "Mug: Mug.jpg"]);
    }

    #[test]
    fn a_row_takes_all_photos_with_its_name_and_a_number() {
        let (plan, merged) = with_rows(
            loose(&["گلیم-۱", "گلیم-۲", "mug", "mug 2", "mug (3)", "vase 1"]),
            "name\nگليم\nMug\nMug 2\n",
        );
        assert_eq!(
            shown(&plan),
            [
                "گليم: گلیم-۱.jpg گلیم-۲.jpg",
                "Mug: mug.jpg mug (3).jpg",
                "Mug 2: mug 2.jpg",
                "vase 1: vase 1.jpg"
            ]
        );
        assert_eq!(
            (without_photos(&merged), merged.overview.without_row.as_slice()),
            (vec![], ["vase 1".to_owned()].as_slice())
        );
    }

    #[test]
    fn a_numbered_folder_belongs_to_a_row_only_if_it_is_the_only_one() {
        let folders =
            [("/p/Rug 1", ["a.jpg"].as_slice()), ("/p/Rug 2", &["b.jpg"]), ("/p/Bowl 1", &["c.jpg"])];
        let (plan, merged) = with_rows(planned(&folders), "name\nRug\nBowl\n");
        assert_eq!(shown(&plan), ["Rug: ", "Bowl: c.jpg", "Rug 1: a.jpg", "Rug 2: b.jpg"]);
        assert_eq!((without_photos(&merged), merged.overview.without_row.len()), (vec![(2, "Rug")], 2));
    }

    #[test]
    fn rows_take_their_photos_out_of_one_large_folder() {
        let all = [(
            "/p/all",
            ["bowl.jpg", "mug.jpg", "mug 2.jpg", "rug-1.jpg", "rug-2.jpg", "1.jpg", "x.jpg"].as_slice(),
        )];
        let (plan, merged) = with_rows(planned(&all), "name,sku\nRug,\nBowl,\nMug,\nMug 2,\nLamp,1\n");
        let expected = [
            "Rug: rug-1.jpg rug-2.jpg",
            "Bowl: bowl.jpg",
            "Mug: mug.jpg",
            "Mug 2: mug 2.jpg",
            "Lamp: ",
            "1: 1.jpg",
            "x: x.jpg",
        ];
        assert_eq!(shown(&plan), expected);
        assert_eq!(
            (without_photos(&merged), merged.overview.without_row.as_slice()),
            (vec![(6, "Lamp")], ["1".to_owned(), "x".to_owned()].as_slice())
        );
    }

    #[test]
    fn two_rows_of_the_same_name_do_not_share_photos() {
        let (plan, merged) = with_rows(loose(&["Rug"]), "name,price\nRug,100\nRug,200\n");
        assert_eq!(shown(&plan), ["Rug: Rug.jpg", "Rug: "]);
        assert_eq!(
            (plan.drafts[0].draft.primary_price, without_photos(&merged)),
            (Some(Price::on_wire(100)), vec![(3, "Rug")])
        );
    }

    #[test]
    fn a_row_with_photos_takes_them_from_the_planned_drafts() {
        let (plan, _) = with_rows(loose(&["Rug", "Bowl"]), "name;photos\nA set;Rug.jpg|Bowl.jpg\n");
        assert_eq!(
            plan.drafts[0].photos,
            [PathBuf::from("/photos/Rug.jpg"), PathBuf::from("/photos/Bowl.jpg")]
        );
        assert_eq!(plan.drafts.len(), 1);
    }

    #[test]
    fn a_photo_cell_may_name_a_folder() {
        let (plan, merged) = with_rows(
            planned(&[("/p/IMG 100", &["1.jpg", "2.jpg"]), ("/p/x.jpg", &[])]),
            "name,عکس\nRug,img_100\nBowl,X\n",
        );
        assert_eq!(shown(&plan), ["Rug: 1.jpg 2.jpg", "Bowl: x.jpg"]);
        assert_eq!(merged.elsewhere, []);
    }

    #[test]
    fn a_photo_that_nobody_dropped_may_be_beside_the_sheet() {
        let (plan, merged) = with_rows(loose(&[]), "name,photos\nRug,rug.jpg\n");
        assert_eq!(plan.drafts[0].photos, [PathBuf::from("/sheets/rug.jpg")]);
        assert_eq!(merged.elsewhere, [NamedPhoto { row: 2, path: "/sheets/rug.jpg".into(), outside: None }]);
    }

    #[test]
    fn a_row_of_a_failed_product_restores_its_photo_edits() {
        let turned = PhotoEdit::default().rotated_right().with_brightness(20);
        let failed = PlannedDraft {
            edits: vec![PhotoEdit::default(), turned],
            ..draft_of_row(
                Path::new("/x"),
                Draft::default(),
                None,
                ["/sheets/a;b.jpg", "/sheets/c.jpg"].map(PathBuf::from).to_vec(),
            )
        };
        let cells = [photos_cell(&failed.photos), edits_cell(&failed)]
            .map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
        let (plan, _) = with_rows(loose(&[]), &format!("name,photos,photo_edits\nRug,{}\n", cells.join(",")));
        assert_eq!((&plan.drafts[0].photos, &plan.drafts[0].edits), (&failed.photos, &failed.edits));
    }

    #[test]
    fn a_row_with_damaged_photo_edits_creates_no_product() {
        let (plan, _) = with_rows(loose(&[]), "name,photos,photo_edits\nRug,/a.jpg,turned\nBowl,/b.jpg,\n");
        let names: Vec<&str> = plan.drafts.iter().map(|draft| draft.source_name.as_str()).collect();
        assert_eq!(names, ["Bowl"]);
        assert_eq!(plan.problems[0].field.as_deref(), Some("photo_edits"));
    }

    #[test]
    fn a_cell_that_means_nothing_stays_with_its_product_and_its_photos() {
        let (plan, merged) =
            with_rows(loose(&["Rug", "Bowl"]), "name,price,stock,weight\nRug,cheap,3,-7\nVase,dear,1,200\n");
        assert_eq!(shown(&plan), ["Rug: Rug.jpg", "Vase: ", "Bowl: Bowl.jpg"]);
        let cells = |draft: &PlannedDraft| {
            draft
                .unusable_cells()
                .map(|(field, text, _)| format!("{}={text}", field.name()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            plan.drafts.iter().map(cells).collect::<Vec<_>>(),
            [vec!["primary_price=cheap", "weight=-7"], vec!["primary_price=dear"], vec![]]
        );
        let rug = &plan.drafts[0].draft;
        assert_eq!(
            (rug.primary_price, rug.weight, rug.stock),
            (None, None, Some(3)),
            "what can be used is used"
        );
        assert_eq!(plan.problems, [], "the cells say it");
        assert!(merged.overview.rows.iter().all(|row| row.product.is_some()));
    }

    /// Name, price and stock of each product.
    fn values(plan: &ImportPlan) -> Vec<(&str, Option<i64>, Option<i64>)> {
        plan.drafts
            .iter()
            .map(|PlannedDraft { draft, .. }| {
                (draft.name.as_str(), draft.primary_price.map(Price::wire), draft.stock)
            })
            .collect()
    }

    #[test]
    fn rows_of_a_second_sheet_add_to_the_products_of_the_first_cell_by_cell() {
        let first = "name,sku,price\nRug,K-1,100\nBowl,,200\nVase,,300\n";
        let second = "sku,name,stock\nK-1,,7\n,bowl,8\n,Lamp,9\n";
        let (plan, overview) = with_two(loose(&["Rug", "Bowl"]), first, second, None);
        let all = [
            ("Rug", Some(100), Some(7)),
            ("Bowl", Some(200), Some(8)),
            ("Vase", Some(300), None),
            ("Lamp", None, Some(9)),
        ];
        assert_eq!((values(&plan), overview.conflicts), (all.to_vec(), vec![]));
        assert_eq!(
            shown(&plan),
            ["Rug: Rug.jpg", "Bowl: Bowl.jpg", "Vase: ", "Lamp: "],
            "nobody loses a photo"
        );
    }

    #[test]
    fn a_cell_that_both_sheets_fill_differently_stays_and_is_asked_about() {
        let (first, second) =
            ("name,price,stock\nRug,100,1\nBowl,cheap,\n", "name,price,stock\nRug,150,1\nBowl,250,2\n");
        for (precedence, rug, bowl) in [
            (None, Some(100), None),
            (Some(Precedence::Earlier), Some(100), None),
            (Some(Precedence::Later), Some(150), Some(250)),
        ] {
            let (plan, overview) = with_two(loose(&["Rug"]), first, second, precedence);
            assert_eq!(values(&plan), [("Rug", rug, Some(1)), ("Bowl", bowl, Some(2))], "{precedence:?}");
            let conflicts: Vec<(&str, &str, &str)> = overview
                .conflicts
                .iter()
                .map(|of| (of.name.as_str(), of.earlier.as_str(), of.later.as_str()))
                .collect();
            assert_eq!(conflicts, [("Rug", "100", "150"), ("Bowl", "cheap", "250")], "{precedence:?}");
            assert_eq!(
                plan.drafts[1].unusable.len(),
                usize::from(precedence != Some(Precedence::Later)),
                "{precedence:?}"
            );
        }
    }

    #[test]
    fn photos_that_a_second_sheet_names_join_those_of_the_product() {
        let first = "name,photos\nRug,a.jpg\n";
        let (plan, _) =
            with_two(loose(&["a", "b", "c"]), first, "name,photos,stock\nRug,a.jpg|b.jpg,4\n", None);
        assert_eq!(shown(&plan), ["Rug: a.jpg b.jpg", "c: c.jpg"]);
        let (plan, _) = with_two(loose(&["a", "b"]), first, "photos,stock\na.jpg,5\n", None);
        assert_eq!(
            (shown(&plan), plan.drafts[0].draft.stock),
            (vec!["Rug: a.jpg".to_owned(), "b: b.jpg".to_owned()], Some(5))
        );
        let (plan, _) = with_two(loose(&["a"]), first, "name,photos\nRed rug,a.jpg\nRug,a.jpg\n", None);
        assert_eq!(shown(&plan), ["Rug: a.jpg", "Red rug: a.jpg"], "no product loses its photo");
    }

    proptest::proptest! {
        #[test]
        fn no_row_and_no_photo_is_lost(
            files in proptest::collection::btree_set("[ab]{1,2}(-[12])?", 0..8),
            rows in proptest::collection::vec("[ab]{1,2}( [12])?", 0..8),
        ) {
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            // Equal rows would be one product.
            let numbered = rows.iter().enumerate().map(|(stock, row)| format!("{row},{stock}\n"));
            let (plan, merged) = with_rows(loose(&files), &format!("name,stock\n{}", numbered.collect::<String>()));
            let mut photos: Vec<PathBuf> = plan.drafts.iter().flat_map(|draft| draft.photos.clone()).collect();
            photos.sort();
            let mut all: Vec<PathBuf> = files.iter().map(|name| PathBuf::from(format!("/photos/{name}.jpg"))).collect();
            all.sort();
            proptest::prop_assert_eq!(photos, all, "each photo is in one product");
            proptest::prop_assert_eq!(merged.overview.rows.len(), rows.len());
            let described = merged.overview.rows.iter().filter(|row| row.has_photos).count();
            let bare = without_photos(&merged).len();
            proptest::prop_assert_eq!((described + bare, described + bare + merged.overview.without_row.len()), (rows.len(), plan.drafts.len()));
        }
    }
}
