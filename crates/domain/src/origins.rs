//! What tells marketplaces apart: the name, and the origins to which a sign-in is sent.
//!
//! A file's name can be anybody's. So accounts, tokens, imports and all else that is kept of a marketplace
//! belong to its id, which a file with the same name and other origins does not have.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use super::text::searchable;

/// How many characters of the hash of its origins an id has.
const HASH_CHARS: usize = 20;

/// The origins of a marketplace (scheme, host and port of each address), by what they are for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origins(BTreeMap<String, String>);

impl Origins {
    /// Where products are read and created, and where tokens are issued: an address with one of these origins
    /// may be added to a file.
    const MAIN: [&str; 3] = ["base", "core", "auth"];

    /// The id of the marketplace with this name and these origins. Managers of keychains show it.
    pub fn market_id(&self, name: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        for part in [name].into_iter().chain(self.0.iter().flat_map(|(role, origin)| [role.as_str(), origin]))
        {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        let hash = &hasher.finalize().to_hex()[..HASH_CHARS];
        let host = Self::MAIN.iter().find_map(|role| self.0.get(*role)).map_or("", |origin| host(origin));
        format!("{name} [{host} {hash}]")
    }

    /// Whether a sign-in for `known` is sent nowhere else by a file with these origins, and all else it does
    /// is done where it was.
    pub fn stay_within(&self, known: &Self) -> bool {
        let is_same = |(role, origin): (&String, &String)| match known.0.get(role) {
            Some(before) => before == origin,
            None => Self::MAIN.iter().any(|main| known.0.get(*main) == Some(origin)),
        };
        let keeps_one = ["base", "core"]
            .iter()
            .any(|role| self.0.contains_key(*role) && self.0.get(*role) == known.0.get(*role));
        keeps_one && self.0.iter().all(is_same)
    }

    /// The hosts to which a file with these origins sends something and `known` does not, and those that they
    /// replace.
    pub fn hosts_beside(&self, known: &Self) -> [String; 2] {
        let changed = || self.0.iter().filter(|(role, origin)| known.0.get(*role) != Some(origin));
        let added = listed(changed().map(|(_, origin)| origin));
        let replaced = listed(changed().filter_map(|(role, _)| known.0.get(role)));
        // What was only added replaces nothing.
        [added, if replaced.is_empty() { known.hosts() } else { replaced }]
    }

    /// All hosts, each once.
    pub fn hosts(&self) -> String {
        listed(self.0.values())
    }

    /// Whether all are on this computer.
    pub fn are_local(&self) -> bool {
        let is_local = |name: &str| name == "localhost" || name.starts_with("127.");
        self.0.values().map(|origin| host(origin)).all(|host| match host.strip_prefix("[::1]") {
            Some(port) => port.is_empty() || port.starts_with(':'),
            None => host.split(':').next().is_some_and(is_local),
        })
    }
}

impl<'a> FromIterator<(&'a str, String)> for Origins {
    fn from_iter<T: IntoIterator<Item = (&'a str, String)>>(origins: T) -> Self {
        Self(origins.into_iter().map(|(role, origin)| (role.to_owned(), origin)).collect())
    }
}

fn listed<'a>(origins: impl Iterator<Item = &'a String>) -> String {
    let mut hosts: Vec<&str> = origins.map(|origin| host(origin)).collect();
    hosts.sort_unstable();
    hosts.dedup();
    hosts.join(", ")
}

/// The host of an origin, with its port unless that is the default.
fn host(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, host)| host)
}

/// The name of the marketplace with this id. The practice shop, and what older versions kept, have the name
/// alone as their id.
pub fn market_name(id: &str) -> &str {
    parts(id).map_or(id, |(name, _)| name)
}

/// The host in an id.
pub fn market_host(id: &str) -> Option<&str> {
    parts(id).map(|(_, host)| host)
}

fn parts(id: &str) -> Option<(&str, &str)> {
    let (before, hash) = id.strip_suffix(']')?.rsplit_once(' ')?;
    let is_hash = hash.len() == HASH_CHARS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    before.rsplit_once(" [").filter(|_| is_hash)
}

/// Whether two names look alike: they differ in capitals, spaces and signs only, or in letters that are drawn
/// alike.
pub fn names_look_alike(one: &str, other: &str) -> bool {
    let drawn =
        |name: &str| searchable(name).nfd().filter(|c| c.is_alphanumeric()).map(twin).collect::<String>();
    drawn(one) == drawn(other)
}

/// Small letters of other scripts, and digits, after the Latin letter that looks like them. A capital I is a
/// small L.
const TWINS: [&str; 18] = [
    "aаα",
    "bвβь",
    "cсϲ",
    "dԁ",
    "eеε",
    "hһн",
    "jј",
    "kкκ",
    "li1іιӏ",
    "mм",
    "o0оοσ",
    "pрρ",
    "s5ѕ",
    "tтτ",
    "uυ",
    "vνѵ",
    "xхχ",
    "yуγ",
];

fn twin(c: char) -> char {
    TWINS.iter().find(|twins| twins.contains(c)).and_then(|twins| twins.chars().next()).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(text: &str) -> Origins {
        text.split_whitespace()
            .map(|part| part.split_once('=').unwrap())
            .map(|(role, host)| (role, format!("https://{host}")))
            .collect()
    }

    #[test]
    fn an_id_tells_name_and_host_and_is_another_for_each_origin() {
        let known = origins("auth=auth.x base=api.x");
        let id = known.market_id("Basket [new]");
        assert_eq!((market_name(&id), market_host(&id)), ("Basket [new]", Some("api.x")));
        assert_eq!(
            id,
            origins("base=api.x auth=auth.x").market_id("Basket [new]"),
            "the order of addresses does not matter"
        );
        for other in [
            "auth=auth.x base=api.y",
            "auth=auth.y base=api.x",
            "auth=auth.x core=api.x",
            "auth=auth.x base=api.x:444",
        ] {
            assert_ne!(id, origins(other).market_id("Basket [new]"), "{other}");
        }
        assert_ne!(id, known.market_id("Basket"));
        for plain in ["Basket", "Basket [new]", "Basket [x 1234]", "", "]"] {
            assert_eq!((market_name(plain), market_host(plain)), (plain, None));
        }
    }

    #[test]
    fn an_address_is_added_without_a_question_only_where_tokens_and_products_are_anyway() {
        let known = origins("auth=auth.x base=api.x upload=files.x");
        for same in
            ["auth=auth.x base=api.x upload=files.x", "auth=auth.x base=api.x webhook=api.x", "base=api.x"]
        {
            assert!(origins(same).stay_within(&known), "{same}");
        }
        for other in [
            "auth=auth.x base=api.x upload=files.y",
            "auth=auth.x base=api.x webhook=hooks.x",
            "auth=auth.x base=api.x exchange=files.x",
            "auth=api.x base=api.x",
            "auth=auth.x base=files.x",
            "auth=auth.x",
        ] {
            assert!(!origins(other).stay_within(&known), "{other}");
        }
    }

    #[test]
    fn what_changed_is_told_by_hosts() {
        let known = origins("auth=x.shop base=x.shop");
        assert_eq!(origins("auth=y.shop base=x.shop").hosts_beside(&known), ["y.shop", "x.shop"]);
        assert_eq!(
            origins("auth=x.shop base=x.shop webhook=z.shop").hosts_beside(&known),
            ["z.shop", "x.shop"]
        );
    }

    #[test]
    fn a_name_in_other_letters_looks_like_the_one_that_it_imitates() {
        for imitation in [
            "BASALAM!",
            "ba-salam",
            "B\u{430}s\u{430}lam",
            "BasaIam",
            "Basa1am",
            "Ｂａｓａｌａｍ",
            "Bäsalam",
            "Ba\u{200b}salam",
        ] {
            assert!(names_look_alike("Basalam", imitation), "{imitation}");
        }
        for imitation in ["با سلام", "باســـلام", "بَاسلام", "با\u{200c}سلام"] {
            assert!(names_look_alike("باسلام", imitation), "{imitation}");
        }
        for other in ["Salam", "Bazaar", "سلام", "", "!"] {
            assert!(!names_look_alike("Basalam", other) && !names_look_alike("باسلام", other), "{other}");
        }
    }

    #[test]
    fn only_this_computer_is_local() {
        let local = |origin: &str| Origins::from_iter([("base", origin.to_owned())]).are_local();
        for origin in [
            "http://127.0.0.1:80",
            "http://localhost",
            "http://[::1]:8080",
            "http://[::1]",
            "http://127.0.0.1",
        ] {
            assert!(local(origin), "{origin}");
        }
        for origin in ["https://x.shop", "https://localhost.x.shop", "https://[2001:db8::1]:443"] {
            assert!(!local(origin), "{origin}");
        }
    }
}
