//! Licences, sources and duplicates are those that `deny.toml` allows.

use std::collections::{BTreeMap, BTreeSet};

use super::{Extent, GRAPH, POLICY, root};

#[test]
fn every_package_has_a_licence_that_the_policy_allows() {
    let (graph, _) = &*GRAPH;
    let wrong = |(name, licence, error): (&str, &str, String)| format!("{name}: {licence}: {error}");
    let refused: Vec<String> = graph
        .packages
        .values()
        .filter_map(|package| {
            Some((package.name.as_str(), package.licence.as_str(), package.licences_used().err()?))
        })
        .map(wrong)
        .collect();
    assert!(refused.is_empty(), "not allowed by deny.toml:\n{}", refused.join("\n"));
    assert!(graph.packages.len() > 300, "only {} packages were found", graph.packages.len());
}

#[test]
fn every_package_comes_from_the_registry_that_the_policy_allows() {
    let lock: toml::Table = std::fs::read_to_string(root().join("Cargo.lock")).unwrap().parse().unwrap();
    let allowed: BTreeSet<String> =
        POLICY.registries.iter().map(|address| format!("registry+{address}")).collect();
    let packages = lock["package"].as_array().unwrap();
    let is_own = |package: &&toml::Value| {
        package["name"].as_str().is_some_and(|name| name == "vitrine" || name.starts_with("vitrine-"))
    };
    for package in packages.iter().filter(|package| !is_own(package)) {
        let source = package.get("source").and_then(|source| source.as_str());
        assert!(source.is_some_and(|source| allowed.contains(source)), "{}: {source:?}", package["name"]);
        assert!(package.get("checksum").is_some(), "{} has no checksum", package["name"]);
    }
}

#[test]
fn no_package_is_built_in_two_versions_unless_the_policy_says_so() {
    let (graph, extent) = &*GRAPH;
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in graph.packages.values() {
        versions.entry(&package.name).or_default().push(&package.version);
    }
    let mut unexplained = Vec::new();
    let mut needed = BTreeSet::new();
    for (name, mut versions) in versions.into_iter().filter(|(_, versions)| versions.len() > 1) {
        versions.retain(|version| {
            !POLICY.duplicates.contains(&format!("{name}@{version}"))
                || !needed.insert(format!("{name}@{version}"))
        });
        if versions.len() > 1 {
            unexplained.push(format!("{name} {}", versions.join(", ")));
        }
    }
    assert!(unexplained.is_empty(), "in several versions:\n{}", unexplained.join("\n"));
    if *extent == Extent::Released {
        let unneeded: Vec<_> = POLICY.duplicates.difference(&needed).collect();
        assert!(unneeded.is_empty(), "deny.toml skips what is no duplicate any more: {unneeded:?}");
    }
}

#[test]
fn what_is_known_of_a_version_is_looked_at_again_when_it_moves() {
    let lock: toml::Table = std::fs::read_to_string(root().join("Cargo.lock")).unwrap().parse().unwrap();
    let text = |package: &toml::Value, key: &str| package[key].as_str().unwrap().to_owned();
    let locked: BTreeSet<String> = lock["package"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| format!("{}@{}", text(package, "name"), text(package, "version")))
        .collect();
    let moved: Vec<_> = POLICY.known.difference(&locked).collect();
    assert!(
        moved.is_empty(),
        "look again whether what deny.toml tells of these holds for the locked version: {moved:?}"
    );
    for of in ["calamine@", "tiny_http@"] {
        assert!(POLICY.known.iter().any(|known| known.starts_with(of)), "{of}");
    }
}
