//! A type has one subject: few enough fields and methods to be read at once. Those that have more are listed
//! here, and may only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::{Expr, ExprLit, Fields, ImplItem, Item, Lit, Type};

const MAX_FIELDS: usize = 16;
const MAX_METHODS: usize = 30;

/// Each owner in the review has fewer fields: it is swapped, derived or forgotten as one value.
const MAX_FIELDS_IN_REVIEW: usize = 12;
const REVIEW: &str = "crates/model/src/import/review";

/// With these words the documentation of a type that has more says why.
const REASON: &str = "It is large because";

/// The types with more fields, and with more methods, and how many they have.
const FIELDS: &[(&str, usize)] = &[
    ("crates/core/src/edit/engine/state.rs::Engine", 23),
    ("crates/core/src/import/engine/evidence/schedule.rs::ListingSchedule", 22),
    ("crates/core/src/import/engine/queues.rs::Queues", 17),
    ("crates/core/src/import/engine/state.rs::Engine", 31),
    ("crates/core/src/import/journal/replay.rs::DraftHistory", 19),
    ("crates/core/src/import/sheet/overview.rs::SheetOverview", 17),
    ("crates/core/src/market/config/file.rs::File", 18),
    ("crates/core/src/market/listing/mod.rs::Listing", 20),
    ("crates/core/src/pace/rate.rs::Rate", 18),
    ("crates/domain/src/product/draft.rs::Draft", 22),
    ("crates/model/src/lib.rs::Model", 27),
    ("crates/model/src/messages/platform.rs::Settings", 19),
    ("crates/sandbox/src/faults/behaviour.rs::ShopBehaviour", 36),
    ("crates/sandbox/src/faults/rules.rs::FaultRule", 17),
    ("crates/text/src/edit/mod.rs::Editor", 19),
    ("src/ui/app.rs::App", 17),
    ("crates/widgets/src/focus/manager.rs::FocusManager", 22),
    ("src/ui/screens/import/questions/mod.rs::QuestionsView", 19),
    ("src/ui/screens/products/view.rs::ProductsView", 18),
    ("crates/widgets/src/theme/palette.rs::Palette", 20),
    ("crates/widgets/src/table/mod.rs::Table", 17),
    ("src/worker/options.rs::Options", 17),
];
const METHODS: &[(&str, usize)] = &[
    ("crates/core/src/edit/engine/state.rs::Engine", 52),
    ("crates/core/src/import/engine/state.rs::Engine", 144),
    ("crates/model/src/import/mod.rs::Import", 40),
    ("crates/model/src/import/review/mod.rs::Review", 119),
    ("crates/model/src/lib.rs::Model", 62),
    ("src/client/operations.rs::Client", 49),
    ("src/i18n/messages.rs::Messages", 126),
    ("src/store/mod.rs::Store", 93),
    ("src/ui/screens/grid/mod.rs::Grid", 34),
    ("src/worker/accounts/state.rs::Accounts", 60),
    ("src/worker/imports/state.rs::Imports", 91),
];

#[test]
fn no_type_owns_more_than_can_be_read_at_once() {
    let (fields, methods) = sizes();
    let in_review: Vec<_> = fields
        .iter()
        .filter(|(name, count)| name.starts_with(REVIEW) && **count > MAX_FIELDS_IN_REVIEW)
        .collect();
    assert!(in_review.is_empty(), "{in_review:?}");
    check(&fields, FIELDS, MAX_FIELDS);
    check(&methods, METHODS, MAX_METHODS);
}

#[test]
fn each_type_that_owns_more_says_why() {
    let large: BTreeSet<&str> = FIELDS.iter().chain(METHODS).map(|(name, _)| *name).collect();
    let says_why = |name: &str| {
        let (file, of) = name.split_once("::").unwrap();
        let items = parsed(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).items;
        let attributes = items.iter().find_map(|item| {
            if let Item::Struct(it) = item { (it.ident == of).then_some(&it.attrs) } else { None }
        });
        let documented =
            attributes.unwrap_or_else(|| panic!("{name}")).iter().filter(|it| it.path().is_ident("doc"));
        documented
            .filter_map(|it| it.meta.require_name_value().ok())
            .any(|doc| quoted(&doc.value).contains(REASON))
    };
    let silent: Vec<&str> = large.into_iter().filter(|name| !says_why(name)).collect();
    assert!(silent.is_empty(), "say {REASON:?} in the documentation of these: {silent:#?}");
}

/// The text of a line of documentation.
fn quoted(value: &Expr) -> String {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.value(),
        _ => String::new(),
    }
}

fn check(counts: &BTreeMap<String, usize>, known: &[(&str, usize)], max: usize) {
    let known: BTreeMap<&str, usize> = known.iter().copied().collect();
    let allowed = |name: &str| known.get(name).copied().unwrap_or(max);
    let larger: Vec<_> = counts.iter().filter(|(name, count)| **count > allowed(name)).collect();
    assert!(larger.is_empty(), "more than {max}, or than before: {larger:#?}");
    let smaller: Vec<_> =
        known.iter().filter(|(name, count)| counts.get(**name).is_none_or(|now| now < count)).collect();
    assert!(smaller.is_empty(), "these are smaller now: say so in the list: {smaller:#?}");
}

/// The fields and the methods of the types, by file and name. Simulators and tests are left out: they stand
/// for a whole world.
fn sizes() -> (BTreeMap<String, usize>, BTreeMap<String, usize>) {
    let (mut fields, mut methods) = (BTreeMap::new(), BTreeMap::new());
    for folder in crate::source_folders() {
        let files: Vec<(PathBuf, syn::File)> =
            sources(&folder).into_iter().map(|file| (file.clone(), parsed(&file))).collect();
        let structs =
            |item: &Item| if let Item::Struct(it) = item { Some(it.ident.to_string()) } else { None };
        let mut homes: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
        for (file, parsed) in &files {
            parsed
                .items
                .iter()
                .filter_map(structs)
                .for_each(|name| homes.entry(name).or_default().push(file));
        }
        // The methods of a type may be in several files. Of several types of a name, it is the nearest one.
        let full_name = |of: String, file: &Path| {
            let shared = |home: &&Path| {
                home.components().zip(file.components()).take_while(|(one, other)| one == other).count()
            };
            let home =
                homes.get(&of).and_then(|homes| homes.iter().copied().max_by_key(shared)).unwrap_or(file);
            format!("{}::{of}", home.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().display())
        };
        for (file, item) in
            files.iter().flat_map(|(file, parsed)| parsed.items.iter().map(move |item| (file, item)))
        {
            match item {
                Item::Struct(it) if matches!(it.fields, Fields::Named(_)) => {
                    fields.insert(full_name(it.ident.to_string(), file), it.fields.len());
                }
                Item::Impl(it) if it.trait_.is_none() => {
                    let Type::Path(of) = &*it.self_ty else { continue };
                    let of = of.path.segments.last().unwrap().ident.to_string();
                    let count = it.items.iter().filter(|item| matches!(item, ImplItem::Fn(_))).count();
                    *methods.entry(full_name(of, file)).or_default() += count;
                }
                _ => {}
            }
        }
    }
    (fields, methods)
}

fn parsed(file: &Path) -> syn::File {
    syn::parse_file(&std::fs::read_to_string(file).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let is_left_out = |path: &Path| {
        let name = path.file_stem().unwrap_or_default();
        ["tests", "sim", "walk", "simulation"].iter().any(|left_out| name == *left_out)
    };
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let inside = |path: PathBuf| match path {
        path if is_left_out(&path) => Vec::new(),
        path if path.is_dir() => sources(&path),
        path if path.extension().is_some_and(|extension| extension == "rs") => vec![path],
        _ => Vec::new(),
    };
    entries.flat_map(inside).collect()
}
