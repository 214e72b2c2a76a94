//! Shows where two redirect addresses differ: they are compared as text, character by character (contract
//! section 7).

use vitrine_domain::{Problem, ProblemKind};

/// The maximum length compared, in characters; registered addresses are far shorter.
const MAX_CHARS: usize = 1000;

/// The difference of two addresses. Joining the runs restores either of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressDifference {
    /// In reading order. There are no empty runs, so equal addresses have at most one.
    pub runs: Vec<Run>,
    /// The differing parts, in the order of an address.
    pub parts: Vec<AddressPart>,
}

/// A piece of the addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// In both addresses.
    Same(String),
    /// Only in the address that this program sent.
    Sent(String),
    /// Only in the registered address.
    Registered(String),
}

/// One of the two addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Sent,
    Registered,
}

/// The parts that have to match (contract section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressPart {
    Protocol,
    Host,
    Port,
    Path,
    /// Only the slash at the end of the path.
    ClosingSlash,
    /// The query and the fragment.
    Rest,
    /// An invisible character, such as a space.
    Invisible,
}

impl AddressPart {
    /// All parts, in the order of an address.
    pub const ALL: [Self; 7] =
        [Self::Protocol, Self::Host, Self::Port, Self::Path, Self::ClosingSlash, Self::Rest, Self::Invisible];

    /// The name in message files.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::ClosingSlash => "closing-slash",
            Self::Rest => "rest",
            Self::Invisible => "unseen",
        }
    }
}

impl AddressDifference {
    /// The difference between the sent and the registered address, if the problem has both.
    pub fn of(problem: &Problem) -> Option<Self> {
        match (problem.kind, &problem.subject, &problem.expected) {
            (ProblemKind::RedirectUriMismatch, Some(sent), Some(registered)) => {
                Some(Self::between(sent, registered))
            }
            _ => None,
        }
    }

    /// The difference between two addresses.
    pub fn between(sent: &str, registered: &str) -> Self {
        let [a, b] = [sent, registered].map(|text| text.chars().take(MAX_CHARS).collect::<Vec<char>>());
        Self { runs: runs(&a, &b), parts: parts(sent, registered) }
    }

    /// Whether the addresses are equal.
    pub const fn is_none(&self) -> bool {
        self.parts.is_empty()
    }

    /// The pieces of one address, each with whether the other has it as well. Invisible characters are made
    /// visible: see [`visible`].
    pub fn line(&self, side: Side) -> Vec<(String, bool)> {
        let pieces = self.runs.iter().filter_map(|run| match (run, side) {
            (Run::Same(text), _) => Some((text, true)),
            (Run::Sent(text), Side::Sent) | (Run::Registered(text), Side::Registered) => Some((text, false)),
            _ => None,
        });
        pieces.map(|(text, same)| (visible(text), same)).collect()
    }

    /// One address for monospaced text, and under it a line that marks the pieces that the other does not
    /// have, or the position of what is missing in this one.
    pub fn with_markers(&self, side: Side) -> [String; 2] {
        let pieces = self.line(side);
        let line: String = pieces.iter().map(|(text, _)| text.as_str()).collect();
        let mark = |(text, same): &(String, bool)| if *same { " " } else { "^" }.repeat(text.chars().count());
        let marks: String = pieces.iter().map(mark).collect();
        if marks.contains('^') || self.is_none() {
            return [line, marks.trim_end().to_owned()];
        }
        let before = match self.runs.first() {
            Some(Run::Same(text)) => visible(text).chars().count(),
            _ => 0,
        };
        [line, format!("{}^", " ".repeat(before))]
    }
}

/// The text with spaces and invisible or bidirectional control characters written out.
pub fn visible(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            ' ' => out.push('␣'),
            c if is_invisible(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
        out
    })
}

fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// The shortest edit, from the longest common subsequence of the middle between the equal ends.
fn runs(a: &[char], b: &[char]) -> Vec<Run> {
    let start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, head) = (&a[start..], &a[..start]);
    let b = &b[start..];
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, tail) = a.split_at(a.len() - end);
    let b = &b[..b.len() - end];

    let mut found = Builder::default();
    head.iter().for_each(|&c| found.same(c));
    let common = common_lengths(a, b);
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            found.same(a[i]);
            (i, j) = (i + 1, j + 1);
        } else if common[i + 1][j] >= common[i][j + 1] {
            found.sent.push(a[i]);
            i += 1;
        } else {
            found.registered.push(b[j]);
            j += 1;
        }
    }
    found.sent.extend(&a[i..]);
    found.registered.extend(&b[j..]);
    tail.iter().for_each(|&c| found.same(c));
    found.finish()
}

/// `[i][j]` is the length of the longest common subsequence of `a[i..]` and `b[j..]`.
fn common_lengths(a: &[char], b: &[char]) -> Vec<Vec<u16>> {
    let mut common = vec![vec![0_u16; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i][j] =
                if a[i] == b[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    common
}

#[derive(Default)]
struct Builder {
    runs: Vec<Run>,
    same: String,
    sent: String,
    registered: String,
}

impl Builder {
    fn same(&mut self, c: char) {
        self.end_difference();
        self.same.push(c);
    }

    fn end_difference(&mut self) {
        if self.sent.is_empty() && self.registered.is_empty() {
            return;
        }
        self.end_same();
        let (sent, registered) = (std::mem::take(&mut self.sent), std::mem::take(&mut self.registered));
        self.runs.extend((!sent.is_empty()).then_some(Run::Sent(sent)));
        self.runs.extend((!registered.is_empty()).then_some(Run::Registered(registered)));
    }

    fn end_same(&mut self) {
        let same = std::mem::take(&mut self.same);
        self.runs.extend((!same.is_empty()).then_some(Run::Same(same)));
    }

    fn finish(mut self) -> Vec<Run> {
        self.end_difference();
        self.end_same();
        self.runs
    }
}

/// An address split into parts without validation: a registered address may be malformed.
#[derive(PartialEq, Eq)]
struct AddressParts<'a> {
    protocol: &'a str,
    host: &'a str,
    port: &'a str,
    path: &'a str,
    rest: &'a str,
}

impl<'a> AddressParts<'a> {
    fn split(text: &'a str) -> Self {
        let (protocol, after) = text.split_once("://").unwrap_or(("", text));
        let (authority, after) = after.split_at(after.find(['/', '?', '#']).unwrap_or(after.len()));
        // The colons of an IPv6 address are inside brackets.
        let (host, port) = match authority.rfind(':').filter(|&at| !authority[at..].contains(']')) {
            Some(at) => (&authority[..at], &authority[at + 1..]),
            None => (authority, ""),
        };
        let (path, rest) = after.split_at(after.find(['?', '#']).unwrap_or(after.len()));
        Self { protocol, host, port, path, rest }
    }
}

fn parts(sent: &str, registered: &str) -> Vec<AddressPart> {
    if sent == registered {
        return Vec::new();
    }
    let [bare_sent, bare_registered] =
        [sent, registered].map(|text| text.chars().filter(|&c| !is_invisible(c)).collect::<String>());
    let (a, b) = (AddressParts::split(&bare_sent), AddressParts::split(&bare_registered));
    let path = if a.path.trim_end_matches('/') == b.path.trim_end_matches('/') {
        AddressPart::ClosingSlash
    } else {
        AddressPart::Path
    };
    let differing = [
        (a.protocol != b.protocol, AddressPart::Protocol),
        (a.host != b.host, AddressPart::Host),
        (a.port != b.port, AddressPart::Port),
        (a.path != b.path, path),
        (a.rest != b.rest, AddressPart::Rest),
        ([sent, registered].iter().any(|text| text.contains(is_invisible)), AddressPart::Invisible),
    ];
    let named: Vec<AddressPart> =
        differing.into_iter().filter_map(|(differs, part)| differs.then_some(part)).collect();
    // For example a colon without a port.
    if named.is_empty() { vec![AddressPart::Rest] } else { named }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text_of(difference: &AddressDifference, side: Side) -> String {
        let piece = |run: &Run| match (run, side) {
            (Run::Same(text), _)
            | (Run::Sent(text), Side::Sent)
            | (Run::Registered(text), Side::Registered) => text.clone(),
            _ => String::new(),
        };
        difference.runs.iter().map(piece).collect()
    }

    #[test]
    fn every_differing_part_is_reported() {
        use AddressPart as Part;
        let sent = "http://127.0.0.1:8765/callback";
        for (registered, parts) in [
            ("https://127.0.0.1:8765/callback", &[Part::Protocol][..]),
            ("http://localhost:8765/callback", &[Part::Host]),
            ("http://127.0.0.1:8766/callback", &[Part::Port]),
            ("http://127.0.0.1/callback", &[Part::Port]),
            ("http://127.0.0.1:8765/Callback", &[Part::Path]),
            ("http://127.0.0.1:8765/callback/", &[Part::ClosingSlash]),
            ("http://127.0.0.1:8765/callback?x=1", &[Part::Rest]),
            ("http://127.0.0.1:8765/callback ", &[Part::Invisible]),
            ("http://127.0.0.1:8765/call\u{200b}back", &[Part::Invisible]),
            ("https://shop.example/back/", &[Part::Protocol, Part::Host, Part::Port, Part::Path]),
            ("http://[::1]:8765/callback", &[Part::Host]),
            ("callback", &[Part::Protocol, Part::Host, Part::Port, Part::Path]),
            (sent, &[]),
        ] {
            assert_eq!(AddressDifference::between(sent, registered).parts, parts, "{registered}");
        }
    }

    #[test]
    fn only_differing_characters_are_marked() {
        let difference =
            AddressDifference::between("http://127.0.0.1:8765/callback", "http://127.0.0.1:8766/callback/");
        assert_eq!(
            difference.line(Side::Sent),
            [
                ("http://127.0.0.1:876".to_owned(), true),
                ("5".to_owned(), false),
                ("/callback".to_owned(), true)
            ]
        );
        assert_eq!(difference.line(Side::Registered).last(), Some(&("/".to_owned(), false)));
    }

    #[test]
    fn markers_are_under_differing_and_missing_characters() {
        let difference = AddressDifference::between("http://a.example:1/b", "http://a.example:2/b");
        assert_eq!(difference.with_markers(Side::Sent), ["http://a.example:1/b", "                 ^"]);
        assert_eq!(difference.with_markers(Side::Registered), ["http://a.example:2/b", "                 ^"]);
        let difference = AddressDifference::between("http://a.example/b", "http://a.example/b/");
        assert_eq!(difference.with_markers(Side::Sent), ["http://a.example/b", "                  ^"]);
        assert_eq!(difference.with_markers(Side::Registered), ["http://a.example/b/", "                  ^"]);
        assert_eq!(AddressDifference::between("a", "a").with_markers(Side::Sent), ["a", ""]);
    }

    #[test]
    fn invisible_characters_are_written_out() {
        let difference = AddressDifference::between("http://a.example/b", "http://a.example/\u{200f}b ");
        assert_eq!(difference.line(Side::Registered)[1], ("\\u{200f}".to_owned(), false));
        assert_eq!(difference.line(Side::Registered)[3], ("␣".to_owned(), false));
    }

    #[test]
    fn only_the_beginning_of_a_very_long_address_is_compared() {
        let difference = AddressDifference::between(&"ab".repeat(90_000), &"ba".repeat(90_000));
        assert_eq!(text_of(&difference, Side::Sent).chars().count(), MAX_CHARS);
    }

    #[test]
    fn a_refusal_with_both_addresses_has_a_difference() {
        let sent = Problem::new(ProblemKind::RedirectUriMismatch).with_subject("http://127.0.0.1:1/a");
        assert_eq!(AddressDifference::of(&sent), None);
        let both = Problem { expected: Some("http://127.0.0.1:2/a".to_owned()), ..sent };
        assert_eq!(AddressDifference::of(&both).unwrap().parts, [AddressPart::Port]);
    }

    proptest! {
        #[test]
        fn the_runs_restore_both_addresses(sent in "[a-c:/ .]{0,40}|.{0,60}", registered in "[a-c:/ .]{0,40}|.{0,60}") {
            let difference = AddressDifference::between(&sent, &registered);
            prop_assert_eq!(text_of(&difference, Side::Sent), sent.clone());
            prop_assert_eq!(text_of(&difference, Side::Registered), registered.clone());
            prop_assert_eq!(difference.is_none(), sent == registered);
            prop_assert!(difference.runs.windows(2).all(|two| std::mem::discriminant(&two[0]) != std::mem::discriminant(&two[1])));
        }

        #[test]
        fn one_changed_character_has_one_marker(address in "[a-z:/.]{1,60}", at: prop::sample::Index) {
            let mut chars: Vec<char> = address.chars().collect();
            let at = at.index(chars.len());
            chars[at] = 'Z';
            let difference = AddressDifference::between(&address, &chars.into_iter().collect::<String>());
            let with_markers = |side| difference.line(side).into_iter().filter(|(_, same)| !same).map(|(text, _)| text.chars().count()).sum::<usize>();
            prop_assert_eq!((with_markers(Side::Sent), with_markers(Side::Registered)), (1, 1));
        }

    }
}
