//! Checks what manifests cannot say: a module of the program uses only those listed before it in the table of
//! `src/lib.rs`, files of a crate or layer have no cyclic dependencies, neither have a folder and its
//! neighbours, and what has to be free of I/O and clocks is.
//!
//! Dependencies are read from `use` declarations and paths in the source. A re-exported name belongs to the
//! file that defines it, and a `mod.rs` with only declarations and re-exports is not part of a cycle.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

#[test]
fn no_layer_uses_a_higher_layer() {
    let layers = layers();
    let level = |name: &str| layers.iter().position(|layer| layer == name);
    let mut violations = BTreeSet::new();
    for (at, module) in &CRATES["vitrine"].modules {
        let Some(own) = at.first().and_then(|layer| level(layer)) else { continue };
        for used in module.uses.iter().map(|used| &used.path[0]) {
            if level(used).is_some_and(|level| level > own) {
                violations.insert(format!("{}: {} uses crate::{used}", module.file, layers[own]));
            }
        }
    }
    assert!(violations.is_empty(), "a layer uses a higher layer:\n{}", Vec::from_iter(violations).join("\n"));
}

#[test]
fn every_module_is_in_the_table_of_layers() {
    let declared: BTreeSet<_> =
        CRATES["vitrine"].modules.keys().filter(|at| at.len() == 1).map(|at| at[0].clone()).collect();
    assert_eq!(declared, layers().into_iter().collect());
}

#[test]
fn files_of_a_layer_have_no_dependency_cycles() {
    let cycles: Vec<String> = CRATES.values().flat_map(SourceTree::cycles).collect();
    assert!(cycles.is_empty(), "files depend on each other in a cycle:\n\n{}", cycles.join("\n\n"));
}

#[test]
fn a_folder_and_its_neighbours_do_not_use_each_other() {
    let both_ways: Vec<String> = CRATES.values().flat_map(SourceTree::mutual_neighbours).collect();
    assert!(both_ways.is_empty(), "these use each other:\n\n{}", both_ways.join("\n\n"));
}

#[test]
fn folders_beside_each_other_have_no_dependency_cycles() {
    for tree in CRATES.values() {
        let neighbours = tree.dependencies_of_neighbours();
        let folders = between_folders(&neighbours);
        let cycles: Vec<String> = folders
            .keys()
            .filter_map(|folder| Some(shortest_cycle(&folders, folder)?.join(" uses ")))
            .collect();
        assert!(cycles.is_empty(), "folders depend on each other in a cycle:\n\n{}", cycles.join("\n\n"));
    }
}

/// What is pure: no disk, no network, no process, no thread, no clock.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::net::TcpListener",
    "std::net::TcpStream",
    "std::net::UdpSocket",
    "std::net::ToSocketAddrs",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
    "jiff::Timestamp::now",
    "jiff::Zoned::now",
];

/// What crates, and layers of the program, must not use of what they can: of the standard library and of the
/// program's packages.
const FORBIDDEN: [(&str, Option<&str>, &[&str]); 6] = [
    ("domain", None, IMPURE),
    ("core", None, IMPURE),
    ("model", None, IMPURE),
    ("widgets", None, IMPURE),
    ("media", None, &["std::net", "std::process"]),
    (
        "vitrine",
        Some("ui"),
        &["std::fs", "std::net", "std::process", "std::thread", "tokio", "rusqlite", "reqwest"],
    ),
];

#[test]
fn what_has_to_be_pure_uses_no_disk_network_thread_or_clock() {
    let uses = |(name, layer, forbidden): &(&str, Option<&str>, &[&str])| {
        CRATES[*name].uses_from_outside(*layer, forbidden)
    };
    let found: Vec<String> = FORBIDDEN.iter().flat_map(uses).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Hooks for the tests of other crates are compiled for them alone.
#[test]
fn no_build_of_the_program_has_the_hooks_of_the_tests() {
    let read = |path: PathBuf| fs::read_to_string(path).unwrap().parse::<toml::Table>().unwrap();
    let crates = CRATES
        .keys()
        .filter(|name| *name != "vitrine")
        .map(|name| root().join("crates").join(name).join("Cargo.toml"));
    for manifest in crates.chain([root().join("Cargo.toml")]).map(read) {
        let tables = ["dependencies", "target", "build-dependencies"]
            .map(|table| manifest.get(table).map(ToString::to_string));
        let workspace = manifest
            .get("workspace")
            .and_then(|workspace| workspace.get("dependencies"))
            .map(ToString::to_string);
        let defaults =
            manifest.get("features").and_then(|features| features.get("default")).map(ToString::to_string);
        for table in tables.into_iter().chain([workspace, defaults]).flatten() {
            assert!(!table.contains("simulation"), "{}", manifest["package"]["name"]);
        }
    }
}

/// The program, and the libraries in `crates` by the names of their folders.
static CRATES: LazyLock<BTreeMap<String, SourceTree>> = LazyLock::new(|| {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let library = |folder: PathBuf| {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let tree = SourceTree { is_one_layer: true, ..SourceTree::read(&folder.join("src")) };
        (name, tree)
    };
    folders.map(library).chain([("vitrine".to_owned(), SourceTree::read(&root().join("src")))]).collect()
});

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names in the table of `src/lib.rs`, lowest layer first.
fn layers() -> Vec<String> {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let name = |row: &str| Some(row.trim_start_matches('[').strip_prefix('`')?.split_once('`')?.0.to_owned());
    lib.lines().filter_map(|line| name(line.strip_prefix("//! | ")?)).collect()
}

/// A path from the crate root; while a file is read, as written in that file.
type Names = Vec<String>;

/// The modules of a crate that are files.
#[derive(Default)]
struct SourceTree {
    modules: BTreeMap<Names, Module>,
    /// Whether its modules are not layers, whose order is checked apart.
    is_one_layer: bool,
}

struct Module {
    /// The path under `src`, or under the folder of the crate’s sources.
    file: String,
    /// The names it defines; empty if it only declares modules and re-exports names.
    defines: BTreeSet<String>,
    /// The names it imports, with their meaning.
    imports: Vec<(String, Names)>,
    uses: Vec<Use>,
    /// The paths into other crates, outside of what is for tests.
    outside: BTreeSet<String>,
}

/// A path used by a module.
struct Use {
    path: Names,
    /// Whether it is a dependency: it is not in tests and not just a re-export (`pub use`).
    is_dependency: bool,
}

impl SourceTree {
    fn read(src: &Path) -> Self {
        let mut tree = Self::default();
        tree.add(src, &src.join("lib.rs"), Vec::new(), (false, false));
        tree
    }

    /// Adds a file and the files of its `mod` declarations.
    fn add(&mut self, src: &Path, file: &Path, at: Names, (in_tests, only_for_tests): (bool, bool)) {
        let source = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let syntax = syn::parse_file(&source).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut reader = Reader { file: at.clone(), here: at.clone(), in_tests, ..Reader::default() };
        reader.visit_file(&syntax);
        let parent = file.parent().unwrap();
        let is_folder = at.is_empty() || file.ends_with("mod.rs");
        let folder = if is_folder { parent.to_owned() } else { file.with_extension("") };
        for child in &reader.children {
            let default_files =
                [folder.join(format!("{}.rs", child.name)), folder.join(&child.name).join("mod.rs")];
            let child_file = match &child.path_attribute {
                Some(path) => parent.join(path),
                None => default_files.into_iter().find(|file| file.exists()).expect("a file for the module"),
            };
            self.add(
                src,
                &child_file,
                joined(&at, std::slice::from_ref(&child.name)),
                (child.in_tests, only_for_tests || child.only_for_tests),
            );
        }
        let module = Module {
            file: file.strip_prefix(src).unwrap_or(file).display().to_string(),
            defines: syntax.items.iter().filter_map(defined_name).collect(),
            imports: reader
                .imports
                .iter()
                .filter_map(|(name, path)| Some((name.clone(), reader.absolute(path, 8)?)))
                .collect(),
            uses: reader.uses(),
            outside: if only_for_tests { BTreeSet::new() } else { reader.outside() },
        };
        self.modules.insert(at, module);
    }

    /// The module that defines the target of a path, and its name there. None for modules themselves and
    /// other crates.
    fn definition(&self, path: &[String], steps: usize) -> Option<(Names, String)> {
        let depth = (0..path.len()).rev().find(|&depth| self.modules.contains_key(&path[..depth]))?;
        let (at, name) = (&path[..depth], &path[depth]);
        let module = &self.modules[at];
        if module.defines.contains(name) || (name == "*" && !module.defines.is_empty()) {
            return Some((at.to_vec(), name.clone()));
        }
        let steps = steps.checked_sub(1)?;
        module.imports.iter().find_map(|(local, meant)| match local {
            _ if local == name => self.definition(&joined(meant, &path[depth + 1..]), steps),
            _ if local == "*" => self.definition(&joined(&meant[..meant.len() - 1], &path[depth..]), steps),
            _ => None,
        })
    }

    /// For each file, the files of its layer that it uses, and the names it uses. A library is one layer.
    fn dependencies(&self) -> Dependencies<'_> {
        let mut dependencies = Dependencies::new();
        for (at, module) in self.modules.iter().filter(|(at, _)| !at.is_empty()) {
            for used in module
                .uses
                .iter()
                .filter(|used| used.is_dependency && (self.is_one_layer || used.path[0] == at[0]))
            {
                if let Some((other, name)) = self.definition(&used.path, 8).filter(|(other, _)| other != at) {
                    let names = dependencies
                        .entry(&module.file)
                        .or_default()
                        .entry(&self.modules[&other].file)
                        .or_default();
                    names.insert(name);
                }
            }
        }
        dependencies
    }

    /// Each cycle as a list of files with the names that cause it. A file is in one cycle only.
    fn cycles(&self) -> Vec<String> {
        let dependencies = self.dependencies();
        let mut reported = BTreeSet::new();
        let mut cycles = Vec::new();
        for &file in dependencies.keys() {
            let Some(cycle) = shortest_cycle(&dependencies, file).filter(|_| !reported.contains(file)) else {
                continue;
            };
            let names =
                |from, to| dependencies[from][to].iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let lines = cycle
                .windows(2)
                .map(|pair| format!("{} uses {} of {}", pair[0], names(pair[0], pair[1]), pair[1]));
            cycles.push(lines.collect::<Vec<_>>().join("\n"));
            reported.extend(cycle);
        }
        cycles
    }

    /// The dependencies between neighbours in a folder: its files, and its sub-folders as a whole.
    fn dependencies_of_neighbours(&self) -> BTreeMap<(String, String), BTreeSet<String>> {
        let mut found: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
        for (from, others) in self.dependencies() {
            for (to, names) in others {
                let (one, other): (Vec<&str>, Vec<&str>) =
                    (from.split('/').collect(), to.split('/').collect());
                let apart = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
                let used =
                    format!("{from} uses {} of {to}", names.into_iter().collect::<Vec<_>>().join(", "));
                found.entry((one[..=apart].join("/"), other[..=apart].join("/"))).or_default().insert(used);
            }
        }
        found
    }

    /// The folders that use a neighbour which uses them.
    fn mutual_neighbours(&self) -> Vec<String> {
        let used = self.dependencies_of_neighbours();
        let pairs = used
            .iter()
            .filter(|((one, other), _)| one < other && !(one.ends_with(".rs") && other.ends_with(".rs")));
        let both_ways = pairs
            .filter_map(|((one, other), there)| Some(there.union(used.get(&(other.clone(), one.clone()))?)));
        both_ways.map(|uses| uses.cloned().collect::<Vec<_>>().join("\n")).collect()
    }

    /// Which files, of one layer or of all, use one of these paths of other crates, outside of tests.
    fn uses_from_outside(&self, layer: Option<&str>, forbidden: &[&str]) -> Vec<String> {
        let in_layer = self
            .modules
            .iter()
            .filter(|(at, _)| layer.is_none_or(|layer| at.first().is_some_and(|first| first == layer)));
        let paths = in_layer.flat_map(|(_, module)| module.outside.iter().map(|path| (&module.file, path)));
        let is_forbidden = |path: &str| {
            forbidden.iter().any(|forbidden| {
                path.strip_prefix(forbidden).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            })
        };
        paths
            .filter(|(_, path)| is_forbidden(path))
            .map(|(file, path)| format!("{file} uses {path}"))
            .collect()
    }
}

/// The dependencies between the sub-folders of a folder.
fn between_folders(neighbours: &BTreeMap<(String, String), BTreeSet<String>>) -> Dependencies<'_> {
    let mut found = Dependencies::new();
    for ((one, other), used) in
        neighbours.iter().filter(|((one, other), _)| !one.ends_with(".rs") && !other.ends_with(".rs"))
    {
        found.entry(one).or_default().insert(other, used.clone());
    }
    found
}

type Dependencies<'a> = BTreeMap<&'a str, BTreeMap<&'a str, BTreeSet<String>>>;

/// The shortest cycle through a file or folder.
fn shortest_cycle<'a>(dependencies: &Dependencies<'a>, start: &'a str) -> Option<Vec<&'a str>> {
    let mut paths = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(path) = paths.pop_front() {
        if path.len() > 1 && path[path.len() - 1] == start {
            return Some(path);
        }
        for &next in dependencies.get(path[path.len() - 1]).into_iter().flat_map(BTreeMap::keys) {
            if seen.insert(next) {
                paths.push_back([path.as_slice(), &[next]].concat());
            }
        }
    }
    None
}

/// Collects the paths of one file.
#[derive(Default)]
struct Reader {
    /// The module of the file.
    file: Names,
    /// The current module: the file, or one nested in it.
    here: Names,
    in_tests: bool,
    /// Whether the current item re-exports names.
    in_reexport: bool,
    children: Vec<Child>,
    /// The imports outside of tests: local name and path.
    imports: Vec<(String, Names)>,
    uses: Vec<Use>,
}

/// A `mod` declaration.
struct Child {
    name: String,
    /// The file in its `path` attribute.
    path_attribute: Option<String>,
    in_tests: bool,
    /// Whether it is compiled for tests only, as a simulation is.
    only_for_tests: bool,
}

impl Reader {
    fn add_use(&mut self, path: &[String]) {
        let path = self.resolve_self(path);
        self.uses.push(Use { path, is_dependency: !self.in_tests && !self.in_reexport });
    }

    /// Resolves `self` and `super`.
    fn resolve_self(&self, path: &[String]) -> Names {
        let root = || vec!["crate".to_owned()];
        let ups = path.iter().take_while(|name| *name == "super").count();
        match path[0].as_str() {
            "self" => joined(&joined(&root(), &self.here), &path[1..]),
            "super" => joined(&joined(&root(), &self.here[..self.here.len() - ups]), &path[ups..]),
            _ => path.to_vec(),
        }
    }

    /// The path from the crate root; None if it leads to another crate.
    fn absolute(&self, path: &[String], steps: usize) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        if first == "crate" {
            return Some(rest.to_vec()).filter(|path| !path.is_empty());
        }
        if self.children.iter().any(|child| child.name == *first) {
            return Some(joined(&self.file, path));
        }
        let (_, meant) = self.imports.iter().find(|(local, _)| local == first)?;
        self.absolute(&joined(meant, rest), steps.checked_sub(1)?)
    }

    fn uses(&self) -> Vec<Use> {
        self.uses
            .iter()
            .filter_map(|used| Some(Use { path: self.absolute(&used.path, 8)?, ..*used }))
            .collect()
    }

    /// The paths into other crates, outside of tests.
    fn outside(&self) -> BTreeSet<String> {
        let named = self
            .uses
            .iter()
            .filter(|used| used.is_dependency)
            .filter_map(|used| self.resolve_outside(&used.path, 8));
        named.map(|path| path.join("::")).collect()
    }

    /// The path from another crate's root; None if it leads to this one.
    fn resolve_outside(&self, path: &[String], steps: usize) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        if first == "crate" || self.children.iter().any(|child| child.name == *first) {
            return None;
        }
        match self.imports.iter().find(|(local, meant)| local == first && meant[0] != *first) {
            Some((_, meant)) => self.resolve_outside(&joined(meant, rest), steps.checked_sub(1)?),
            None => Some(path.to_vec()),
        }
    }

    fn add_use_tree(&mut self, tree: &syn::UseTree, before: &[String]) {
        let with = |name: &syn::Ident| joined(before, &[name.to_string()]);
        let (local, path) = match tree {
            syn::UseTree::Path(it) => return self.add_use_tree(&it.tree, &with(&it.ident)),
            syn::UseTree::Group(it) => {
                return it.items.iter().for_each(|tree| self.add_use_tree(tree, before));
            }
            syn::UseTree::Name(it) if it.ident == "self" => {
                (before[before.len() - 1].clone(), before.to_vec())
            }
            syn::UseTree::Name(it) => (it.ident.to_string(), with(&it.ident)),
            syn::UseTree::Rename(it) if it.ident == "self" => (it.rename.to_string(), before.to_vec()),
            syn::UseTree::Rename(it) => (it.rename.to_string(), with(&it.ident)),
            syn::UseTree::Glob(_) => ("*".to_owned(), joined(before, &["*".to_owned()])),
        };
        self.add_use(&path);
        if !self.in_tests {
            self.imports.push((local, self.resolve_self(&path)));
        }
    }

    /// The paths in the tokens of a macro.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Punct(it) if it.as_char() == ':' => colons += 1,
                TokenTree::Ident(it) if colons == 2 && !path.is_empty() => {
                    path.push(it.to_string());
                    colons = 0;
                }
                other => {
                    self.add_path(&std::mem::take(&mut path));
                    colons = 0;
                    match other {
                        TokenTree::Ident(it) => path.push(it.to_string()),
                        TokenTree::Group(it) => self.add_tokens(it.stream()),
                        _ => {}
                    }
                }
            }
        }
        self.add_path(&path);
    }

    /// Adds a path of several segments. A single segment is an imported name, and its import was added
    /// already.
    fn add_path(&mut self, path: &[String]) {
        if path.len() > 1 {
            self.add_use(path);
        }
    }
}

impl Visit<'_> for Reader {
    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        let outside = self.in_tests;
        self.in_tests |= item.ident == "tests";
        if item.content.is_some() {
            self.here.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.here.pop();
        } else {
            let (name, path_attribute) = (item.ident.to_string(), item.attrs.iter().find_map(path_attribute));
            let only_for_tests = item.attrs.iter().any(is_cfg_test);
            self.children.push(Child { name, path_attribute, in_tests: self.in_tests, only_for_tests });
        }
        self.in_tests = outside;
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.in_reexport = !matches!(item.vis, syn::Visibility::Inherited);
        self.add_use_tree(&item.tree, &[]);
        self.in_reexport = false;
    }

    fn visit_path(&mut self, path: &syn::Path) {
        self.add_path(&path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, it: &syn::Macro) {
        self.add_tokens(it.tokens.clone());
        visit::visit_macro(self, it);
    }
}

/// The file in a `path` attribute.
fn path_attribute(attribute: &syn::Attribute) -> Option<String> {
    let syn::Meta::NameValue(meta) = &attribute.meta else { return None };
    match &meta.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) if meta.path.is_ident("path") => {
            Some(path.value())
        }
        _ => None,
    }
}

fn is_cfg_test(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.path.is_ident("cfg")
        && matches!(
            list.tokens.to_string().replace(' ', "").as_str(),
            "test" | "any(test,feature=\"simulation\")"
        )
}

fn defined_name(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(it) => &it.ident,
        syn::Item::Enum(it) => &it.ident,
        syn::Item::Fn(it) => &it.sig.ident,
        syn::Item::Macro(it) => it.ident.as_ref()?,
        syn::Item::Mod(it) if it.content.is_some() => &it.ident,
        syn::Item::Static(it) => &it.ident,
        syn::Item::Struct(it) => &it.ident,
        syn::Item::Trait(it) => &it.ident,
        syn::Item::Type(it) => &it.ident,
        syn::Item::Union(it) => &it.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn joined(one: &[String], other: &[String]) -> Names {
    [one, other].concat()
}

/// Reads a crate with these files.
fn crate_of(files: &[(&str, &str)]) -> SourceTree {
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, source).unwrap();
    }
    SourceTree::read(folder.path())
}

#[test]
fn a_cycle_is_reported_with_the_names_that_cause_it() {
    let tree = crate_of(&[
        ("lib.rs", "pub mod layer;"),
        ("layer/mod.rs", "mod chair; mod lamp; mod table; pub use table::{Leg, Table};"),
        ("layer/chair.rs", "use super::Table; pub struct Chair;"),
        (
            "layer/lamp.rs",
            "use super::{Leg, table as shop}; pub fn light() { println!(\"{}\", shop::top()) }",
        ),
        (
            "layer/table.rs",
            "mod legs; pub struct Leg; pub struct Table; pub fn top() -> u8 { crate::layer::lamp::light(); 1 }",
        ),
        (
            "layer/table/legs.rs",
            "#[cfg(test)] mod tests { use crate::layer::chair::Chair; use super::super::Leg; }",
        ),
    ]);
    let report = "layer/lamp.rs uses Leg, top of layer/table.rs\nlayer/table.rs uses light of layer/lamp.rs";
    assert_eq!(tree.cycles(), [report]);
}

#[test]
fn a_mod_rs_with_definitions_can_be_part_of_a_cycle() {
    let files = |folder| {
        [
            ("lib.rs", "pub mod layer;"),
            ("layer/mod.rs", folder),
            ("layer/lamp.rs", "use super::*; pub fn light(_: Room) {}"),
        ]
    };
    assert_eq!(crate_of(&files("mod lamp; pub use lamp::light; pub struct Room;")).cycles(), [""; 0]);
    let report = "layer/lamp.rs uses * of layer/mod.rs\nlayer/mod.rs uses light of layer/lamp.rs";
    assert_eq!(
        crate_of(&files("mod lamp; pub struct Room; fn f() { lamp::light(Room) }")).cycles(),
        [report]
    );
}

#[test]
fn all_forms_of_paths_are_found_and_nothing_else() {
    let used = |source| {
        let tree = crate_of(&[("lib.rs", source)]);
        let names: BTreeSet<_> =
            tree.modules[&Names::new()].uses.iter().map(|used| used.path[0].as_str()).collect();
        Vec::from_iter(names).join(" ")
    };
    assert_eq!(used("use crate::{market::{Client, ui}, store as s,\n worker};"), "market store worker");
    assert_eq!(used("fn f<'a>() -> &'a crate :: ui::App { m!(1, [crate::cli::run('x')]) }"), "cli ui");
    assert_eq!(used("mod tests { mod inside { use super::super::cli; } }"), "cli");
    let lookalikes = "// crate::ui\n/* crate::ui */ pub(crate) fn ui() -> &'static str { r#\"crate::ui \"\"# } macro_rules! m { () => { $crate }; }";
    assert_eq!(used(lookalikes), "");
}

#[test]
fn folders_that_use_each_other_are_reported_and_so_are_a_folder_and_a_file_beside_it() {
    let tree = crate_of(&[
        ("lib.rs", "pub mod layer;"),
        ("layer/mod.rs", "mod desk; mod shelf; mod lamp;"),
        ("layer/desk/mod.rs", "pub mod drawer; pub mod top;"),
        ("layer/desk/drawer.rs", "use crate::layer::shelf::board::Board;"),
        ("layer/desk/top.rs", "pub struct Top; pub struct Plug; use crate::layer::lamp::Lamp;"),
        ("layer/shelf/mod.rs", "pub mod board; pub mod books;"),
        ("layer/shelf/board.rs", "pub struct Board;"),
        ("layer/shelf/books.rs", "use crate::layer::desk::top::Top;"),
        ("layer/lamp.rs", "pub struct Lamp(crate::layer::desk::top::Plug);"),
    ]);
    let of_lamp =
        "layer/desk/top.rs uses Lamp of layer/lamp.rs\nlayer/lamp.rs uses Plug of layer/desk/top.rs";
    let of_shelf = "layer/desk/drawer.rs uses Board of layer/shelf/board.rs\nlayer/shelf/books.rs uses Top of layer/desk/top.rs";
    assert_eq!(tree.mutual_neighbours(), [of_lamp, of_shelf]);
    let neighbours = tree.dependencies_of_neighbours();
    assert_eq!(
        shortest_cycle(&between_folders(&neighbours), "layer/desk").unwrap(),
        ["layer/desk", "layer/shelf", "layer/desk"]
    );
}

#[test]
fn a_use_of_the_disk_or_the_clock_is_found_under_any_name_but_not_in_tests() {
    let uses = |source| {
        crate_of(&[("lib.rs", "pub mod pure;"), ("pure.rs", source)])
            .uses_from_outside(Some("pure"), &["std::fs", "jiff::Zoned::now"])
    };
    assert_eq!(
        uses("use std::fs as disk; fn f() { disk::read(\"a\"); }"),
        ["pure.rs uses std::fs", "pure.rs uses std::fs::read"]
    );
    assert_eq!(
        uses("use jiff::{Timestamp, Zoned}; fn f() { Zoned::now(); Zoned::new(); }"),
        ["pure.rs uses jiff::Zoned::now"]
    );
    assert_eq!(uses("fn f() { let _ = ::std::fs::metadata(\"a\"); }"), ["pure.rs uses std::fs::metadata"]);
    assert_eq!(uses("use std::fsx; mod tests { use std::fs; }"), [""; 0]);
}
