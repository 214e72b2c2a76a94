//! What software centres show of Vitrine on Linux.

use std::collections::BTreeSet;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The value of an attribute in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\""))?.1.split_once('"').map(|(value, _)| value)
}

#[test]
fn each_picture_exists_in_both_languages_with_the_size_that_is_stated() {
    let text =
        std::fs::read_to_string(root().join("packaging/linux/io.github.vitrine_app.Vitrine.metainfo.xml"))
            .unwrap();
    let base =
        format!("https://raw.githubusercontent.com/vitrine-app/vitrine/v{}/", env!("CARGO_PKG_VERSION"));
    let (mut english, mut persian) = (BTreeSet::new(), BTreeSet::new());
    for image in text.split("<image ").skip(1) {
        let (tag, rest) = image.split_once('>').unwrap();
        let tag = format!(" {tag}");
        let (address, _) = rest.split_once('<').unwrap();
        let path = address.strip_prefix(&base).unwrap_or_else(|| panic!("{address} is not of this version"));
        let size =
            image::image_dimensions(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let stated = ["width", "height"].map(|name| attribute(&tag, name).unwrap().parse::<u32>().unwrap());
        assert_eq!(stated, [size.0, size.1], "{path}");
        let (name, language) = path.strip_suffix(".png").unwrap().rsplit_once('-').unwrap();
        match (attribute(&tag, "xml:lang"), language) {
            (None, "en") => english.insert(name.to_owned()),
            (Some("fa"), "fa") => persian.insert(name.to_owned()),
            other => panic!("{path}: {other:?}"),
        };
    }
    assert!(english.len() >= 3, "{english:?}");
    assert_eq!(english, persian);
}
