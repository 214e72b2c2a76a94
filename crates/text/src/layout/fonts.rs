//! The fonts: Vazirmatn, which covers Latin and Arabic in one face so that runs seldom change fonts; Noto
//! Sans Hebrew; and Noto Emoji in one color, and egui's own fonts as fallbacks.

use std::sync::{Arc, LazyLock, OnceLock};

use egui::epaint::text::FontsView;
use egui::{Context, FontData, FontDefinitions, FontFamily, FontId, FontTweak};

use super::order::is_mark;
use super::piece::Face;

const REGULAR: &str = "Vazirmatn-Regular";
const BOLD: &str = "Vazirmatn-Bold";
const HEBREW: &str = "NotoSansHebrew-Regular";
/// Emoji: the characters of Noto Emoji that no other font here has, without those that combine several.
const EMOJI: &str = "NotoEmoji-Subset";
/// How large emoji are beside letters.
const EMOJI_SCALE: f32 = 0.81;
/// egui's monospaced font.
const SIGNS: &str = "Hack";

static BOLD_FAMILY: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name(BOLD.into()));
/// A family of the bundled fonts only, used to query their coverage.
static OWN_FAMILY: LazyLock<FontFamily> = LazyLock::new(|| FontFamily::Name(REGULAR.into()));

/// Makes Vazirmatn the font of the window. Call it once, before the first frame.
pub fn install_fonts(ctx: &Context) {
    ctx.set_fonts(definitions());
}

/// The family of bold text.
pub fn bold() -> FontFamily {
    BOLD_FAMILY.clone()
}

fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let faces: [(&str, &[u8]); 4] = [
        (REGULAR, include_bytes!("../../../../assets/fonts/Vazirmatn-Regular.ttf")),
        (BOLD, include_bytes!("../../../../assets/fonts/Vazirmatn-Bold.ttf")),
        (HEBREW, include_bytes!("../../../../assets/fonts/NotoSansHebrew-Regular.ttf")),
        (EMOJI, include_bytes!("../../../../assets/fonts/NotoEmoji-Subset.ttf")),
    ];
    for (name, bytes) in faces {
        let tweak = if name == EMOJI {
            FontTweak { scale: EMOJI_SCALE, ..FontTweak::default() }
        } else {
            FontTweak::default()
        };
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes).tweak(tweak)));
    }
    let mut fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    // It has signs that the others lack, such as the box for characters that no font has.
    fallbacks.extend(fonts.font_data.contains_key(SIGNS).then(|| SIGNS.to_owned()));
    fallbacks.push(EMOJI.to_owned());
    let with_fallbacks = |face: &str| {
        [face.to_owned(), HEBREW.to_owned()].into_iter().chain(fallbacks.iter().cloned()).collect()
    };
    fonts.families.insert(bold(), with_fallbacks(BOLD));
    fonts.families.insert(FontFamily::Proportional, with_fallbacks(REGULAR));
    if let Some(monospace) = fonts.families.get_mut(&FontFamily::Monospace) {
        monospace.splice(0..0, [REGULAR.to_owned(), HEBREW.to_owned()]);
        monospace.push(EMOJI.to_owned());
    }
    fonts.families.insert(OWN_FAMILY.clone(), vec![REGULAR.to_owned(), HEBREW.to_owned()]);
    fonts
}

/// The font that draws a character; both weights of Vazirmatn cover the same characters.
pub(crate) fn face(fonts: &mut FontsView<'_>, c: char) -> Face {
    static COVERAGE: OnceLock<[(Face, Coverage); 2]> = OnceLock::new();
    let find = |coverage: &[(Face, Coverage); 2]| {
        coverage.iter().find(|(_, set)| set.has(c)).map_or(Face::Other, |&(face, _)| face)
    };
    if let Some(coverage) = COVERAGE.get() {
        return match find(coverage) {
            Face::Other if is_missing(fonts, c) => Face::Missing,
            face => face,
        };
    }
    if !fonts.definitions().families.contains_key(&*OWN_FAMILY) {
        // The fonts are not installed (a bare egui in a test), so there is nothing to distinguish.
        return Face::Own;
    }
    let characters = fonts.characters(&OWN_FAMILY);
    let of = |name: &str| {
        Coverage::of(
            characters.iter().filter(|(_, faces)| faces.iter().any(|face| face == name)).map(|(&c, _)| c),
        )
    };
    COVERAGE.get_or_init(|| [(Face::Own, of(REGULAR)), (Face::Hebrew, of(HEBREW))]);
    face(fonts, c)
}

/// Whether no font has a glyph for a character that should be seen.
fn is_missing(fonts: &mut FontsView<'_>, c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !is_mark(c) && !fonts.has_glyph(&FontId::default(), c)
}

/// A set of characters as a bit set, because it is queried for every character of every new text.
struct Coverage(Vec<u64>);

impl Coverage {
    fn of(characters: impl Iterator<Item = char>) -> Self {
        let mut bits = Vec::new();
        for c in characters {
            let (word, bit) = Self::word_and_bit(c);
            bits.resize(bits.len().max(word + 1), 0);
            bits[word] |= bit;
        }
        Self(bits)
    }

    fn has(&self, c: char) -> bool {
        let (word, bit) = Self::word_and_bit(c);
        self.0.get(word).is_some_and(|word| word & bit != 0)
    }

    const fn word_and_bit(c: char) -> (usize, u64) {
        (c as usize / 64, 1 << (c as usize % 64))
    }
}

/// Whether the fonts of [`install_fonts`] are active yet.
pub(crate) fn installed(fonts: &FontsView<'_>) -> bool {
    fonts.definitions().families.contains_key(&*BOLD_FAMILY)
}
