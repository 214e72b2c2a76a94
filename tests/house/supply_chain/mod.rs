//! The packages that Vitrine is built from: the policy of `deny.toml`, and the notice of their licences. Read
//! from what is on this machine, never from the network.

mod notice;
mod policy;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn strings(value: &toml::Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|item| item.as_str().expect("text").to_owned()).collect()
}

fn versions(entries: &[toml::Value]) -> BTreeSet<String> {
    entries.iter().map(|entry| entry["crate"].as_str().expect("a package").to_owned()).collect()
}

/// `deny.toml`.
static POLICY: LazyLock<Policy> = LazyLock::new(Policy::read);

struct Policy {
    targets: Vec<String>,
    /// In the order of preference.
    licences: Vec<Licensee>,
    registries: Vec<String>,
    /// Versions that others need beside a newer one, as `name@version`.
    duplicates: BTreeSet<String>,
    /// What is known of versions without an advisory, as `name@version`.
    known: BTreeSet<String>,
}

impl Policy {
    fn read() -> Self {
        let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
        let file: toml::Table = text.parse().expect("deny.toml is TOML");
        let skipped = file["bans"]["skip"].as_array().expect("a list");
        Self {
            targets: strings(&file["graph"]["targets"]),
            licences: strings(&file["licenses"]["allow"])
                .iter()
                .map(|name| Licensee::parse(name).expect("an SPDX licence"))
                .collect(),
            registries: strings(&file["sources"]["allow-registry"]),
            duplicates: versions(skipped),
            known: versions(file["vitrine"]["known-without-advisory"].as_array().expect("a list")),
        }
    }
}

/// A package as cargo describes it.
#[derive(Clone, Debug)]
struct Package {
    name: String,
    version: String,
    licence: String,
    repository: Option<String>,
    authors: Vec<String>,
    folder: PathBuf,
}

impl Package {
    fn read(value: &Value) -> Self {
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        let manifest = PathBuf::from(text("manifest_path").expect("a manifest"));
        Self {
            name: text("name").expect("a name"),
            version: text("version").expect("a version"),
            licence: text("license").unwrap_or_default(),
            repository: text("repository"),
            authors: value["authors"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            folder: manifest.parent().expect("a folder").to_owned(),
        }
    }

    /// The licences that are used of those offered; an error where the policy allows none.
    fn licences_used(&self) -> Result<Vec<String>, String> {
        let expression =
            Expression::parse_mode(&self.licence, ParseMode::LAX).map_err(|error| error.to_string())?;
        let used = expression.minimized_requirements(&POLICY.licences).map_err(|error| error.to_string())?;
        Ok(used.iter().map(ToString::to_string).collect())
    }
}

/// The packages of some systems, by id.
struct Graph {
    packages: BTreeMap<String, Package>,
    /// Those whose code is in the program: not those that only build or test it.
    shipped: BTreeSet<String>,
}

impl Graph {
    /// Asks cargo. `None` when the sources of a package are not on this machine: building for one system does
    /// not fetch those of others; `cargo fetch --locked` does.
    fn of(targets: &[String]) -> Option<Self> {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(root()).args(["metadata", "--format-version=1", "--locked", "--offline"]);
        for target in targets {
            cargo.args(["--filter-platform", target]);
        }
        let output = cargo.output().expect("cargo starts");
        let error = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() && error.contains("offline") {
            return None;
        }
        assert!(output.status.success(), "{error}");
        let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        Some(Self::read(&metadata))
    }

    fn read(metadata: &Value) -> Self {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let id = |value: &Value| value.as_str().expect("an id").to_owned();
        let packages: BTreeMap<_, _> =
            list(&metadata["packages"]).iter().map(|it| (id(&it["id"]), Package::read(it))).collect();
        let is_macro = |package: &Value| {
            list(&package["targets"]).iter().any(|it| list(&it["kind"]).contains(&"proc-macro".into()))
        };
        let macros: BTreeSet<_> =
            list(&metadata["packages"]).iter().filter(|it| is_macro(it)).map(|it| id(&it["id"])).collect();
        let nodes: BTreeMap<_, _> =
            list(&metadata["resolve"]["nodes"]).into_iter().map(|node| (id(&node["id"]), node)).collect();
        let own = id(&metadata["resolve"]["root"]);
        let (mut shipped, mut waiting) = (BTreeSet::new(), vec![own]);
        while let Some(at) = waiting.pop() {
            let dependencies = list(&nodes[&at]["deps"]);
            let linked = dependencies
                .iter()
                .filter(|it| list(&it["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()));
            for name in linked.map(|it| id(&it["pkg"])).filter(|name| !macros.contains(name)) {
                if shipped.insert(name.clone()) {
                    waiting.push(name);
                }
            }
        }
        // The program's own crates.
        for member in list(&metadata["workspace_members"]) {
            shipped.remove(&id(&member));
        }
        Self { packages, shipped }
    }

    fn shipped(&self) -> impl Iterator<Item = &Package> {
        self.shipped.iter().map(|id| &self.packages[id])
    }
}

/// The packages of all released systems, or of this one where the others' sources are missing.
static GRAPH: LazyLock<(Graph, Extent)> = LazyLock::new(|| match Graph::of(&POLICY.targets) {
    Some(graph) => (graph, Extent::Released),
    None => {
        (Graph::of(&[this_system()]).expect("the packages that this test was built from"), Extent::ThisSystem)
    }
});

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Released,
    ThisSystem,
}

fn this_system() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host").to_owned()
}
