//! Checks the sources of the packages for Windows as far as that is possible without Windows.
//! `packaging/windows/check` runs them.

use std::collections::BTreeSet;
use std::path::Path;

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/windows").join(name))
        .unwrap()
}

/// The names of the installer's own texts in a file of one language.
fn texts(file: &str, language: &str) -> BTreeSet<String> {
    let text = read(file);
    let strings = text.lines().filter_map(|line| line.strip_prefix("LangString "));
    let names = strings.map(|line| {
        let (name, rest) = line.split_once(' ').unwrap();
        let value =
            rest.strip_prefix(&format!("${{{language}}} ")).unwrap_or_else(|| panic!("{file}: {line}"));
        assert!(value.len() > 4 && value.starts_with('"') && value.ends_with('"'), "{file}: {line}");
        name.to_owned()
    });
    names.collect()
}

#[test]
fn the_installer_has_its_texts_in_both_languages_and_uses_them() {
    let english = texts("messages-en.nsh", "LANG_ENGLISH");
    assert_eq!(english, texts("messages-fa.nsh", "LANG_FARSI"));
    let script = read("vitrine.nsi");
    for name in english {
        assert!(script.contains(&format!("$({name})")), "{name} is not used");
    }
}

#[test]
fn the_uninstaller_deletes_what_the_packages_contain() {
    let (stage, script) = (read("stage"), read("vitrine.nsi"));
    let mut staged: BTreeSet<&str> = stage
        .split("\"$stage/")
        .skip(1)
        .filter_map(|rest| rest.split_once('"'))
        .map(|(name, _)| name)
        .collect();
    for line in stage.lines().filter(|line| line.contains("cp ") && line.contains("\"$stage\"")) {
        let sources = line.split("cp ").nth(1).unwrap().split(" \"$stage\"").next().unwrap();
        staged.extend(sources.split(' ').map(|source| source.rsplit('/').next().unwrap()));
    }
    assert!(staged.len() >= 5, "{staged:?}");
    for name in staged {
        assert!(script.contains(&format!("Delete \"$INSTDIR\\{name}\"")), "{name} would be left");
    }
}

#[test]
fn the_installer_makes_known_who_shows_notifications() {
    let source = include_str!("../../src/worker/platform/notifications.rs");
    let (_, rest) = source.split_once("app_id(\"").expect("the program names itself");
    let (name, _) = rest.split_once('"').unwrap();
    assert!(
        read("vitrine.nsi").contains(&format!(r"Software\Classes\AppUserModelId\{name}")),
        "{name} is not made known"
    );
}

#[test]
fn each_picture_of_the_stores_manifest_is_drawn() {
    let (manifest, tiles) = (read("msix/AppxManifest.xml"), read("msix/tiles"));
    let pictures: BTreeSet<&str> = manifest
        .split("Assets\\")
        .skip(1)
        .filter_map(|rest| rest.split_once(".png"))
        .map(|(name, _)| name)
        .collect();
    assert!(pictures.len() >= 6, "{pictures:?}");
    for name in pictures {
        assert!(tiles.contains(&format!("tile \"{name}$suffix\"")), "{name} is not drawn");
    }
}
