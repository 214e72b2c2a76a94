//! Colours by purpose, in a light and a dark palette.

use egui::{Color32, Ui};

/// The palette of the theme that `ui` is drawn in.
pub fn palette(ui: &Ui) -> &'static Palette {
    if ui.visuals().dark_mode { &DARK } else { &LIGHT }
}

/// Text and background colours have a contrast of at least 4.5:1 (a test computes it).
///
/// It is large because it has a field for each colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The window's background.
    pub canvas: Color32,
    /// The navigation's background.
    pub rail: Color32,
    /// The background of cards, tables and dialogs.
    pub surface: Color32,
    /// The background of table headings and hovered widgets.
    pub sunken: Color32,
    /// The background of text fields.
    pub input: Color32,
    /// Lines between rows and around cards.
    pub line: Color32,
    /// The outline of fields and buttons, with a contrast of 3:1.
    pub edge: Color32,

    /// Text.
    pub ink: Color32,
    /// Help, captions and units.
    pub ink_soft: Color32,

    /// The colour of primary buttons and the focus ring.
    pub accent: Color32,
    /// The accent under the pointer.
    pub accent_hover: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Text and icons in the accent's hue, on any background.
    pub accent_ink: Color32,
    /// A light background in the accent's hue.
    pub accent_soft: Color32,
    /// The ground of selected text, with a contrast of 3:1 to that of a field.
    pub selection: Color32,

    /// Success.
    pub good: Tone,
    /// Warnings.
    pub warn: Tone,
    /// Problems.
    pub bad: Tone,
    /// Information.
    pub info: Tone,
    /// Neutral states.
    pub plain: Tone,
}

/// The colours of a meaning: text and shapes, and a light background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tone {
    /// Text and shapes.
    pub ink: Color32,
    /// The background.
    pub soft: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn tone(ink: u32, soft: u32) -> Tone {
    Tone { ink: rgb(ink), soft: rgb(soft) }
}

/// The light palette: paper, ink and turquoise.
pub static LIGHT: Palette = Palette {
    canvas: rgb(0xf8f5ef),
    rail: rgb(0xf0eadf),
    surface: rgb(0xfffefc),
    sunken: rgb(0xf8f4ec),
    input: rgb(0xffffff),
    line: rgb(0xe4dcce),
    edge: rgb(0x8d8070),
    ink: rgb(0x2a241e),
    ink_soft: rgb(0x665b50),
    accent: rgb(0x0c6b64),
    accent_hover: rgb(0x095852),
    on_accent: rgb(0xffffff),
    accent_ink: rgb(0x0a5f59),
    accent_soft: rgb(0xddeeea),
    selection: rgb(0x6b9b94),
    good: tone(0x2a6633, 0xe1f0de),
    warn: tone(0x805100, 0xfbedcd),
    bad: tone(0xa12d26, 0xfae4df),
    info: tone(0x2a5682, 0xe1ecf5),
    plain: tone(0x5f554a, 0xeee8dd),
};

/// The dark palette, in the same hues.
pub static DARK: Palette = Palette {
    canvas: rgb(0x1b1917),
    rail: rgb(0x151311),
    surface: rgb(0x25221f),
    sunken: rgb(0x1f1c1a),
    input: rgb(0x181614),
    line: rgb(0x3a342e),
    edge: rgb(0x85796c),
    ink: rgb(0xf0e9df),
    ink_soft: rgb(0xb7ab9d),
    accent: rgb(0x5cc3b6),
    accent_hover: rgb(0x79d4c8),
    on_accent: rgb(0x0a221f),
    accent_ink: rgb(0x7fd6ca),
    accent_soft: rgb(0x1d3935),
    selection: rgb(0x3c726b),
    good: tone(0x93cf8c, 0x20331e),
    warn: tone(0xecbf66, 0x3b2f16),
    bad: tone(0xf39d91, 0x442520),
    info: tone(0x98c3ec, 0x1f3041),
    plain: tone(0xc0b5a8, 0x332e29),
};

/// The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, success criterion 1.4.3).
pub fn contrast(a: Color32, b: Color32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: Color32) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_has_the_highest_contrast() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
    }

    #[test]
    fn every_text_colour_has_enough_contrast_on_its_backgrounds() {
        for (name, p) in [("light", &LIGHT), ("dark", &DARK)] {
            let grounds = [
                ("canvas", p.canvas),
                ("rail", p.rail),
                ("surface", p.surface),
                ("sunken", p.sunken),
                ("input", p.input),
            ];
            let inks = [
                ("ink", p.ink),
                ("soft", p.ink_soft),
                ("accent", p.accent_ink),
                ("bad", p.bad.ink),
                ("good", p.good.ink),
            ];
            for (ground_name, ground) in grounds {
                for (ink_name, ink) in inks {
                    let ratio = contrast(ink, ground);
                    assert!(ratio >= 4.5, "{name}: {ink_name} on {ground_name}: {ratio:.2}");
                }
            }
            let pairs = [
                (p.on_accent, p.accent),
                (p.on_accent, p.accent_hover),
                (p.accent_ink, p.accent_soft),
                (p.ink, p.accent_soft),
            ];
            for (ink, ground) in pairs {
                assert!(
                    contrast(ink, ground) >= 4.5,
                    "{name}: {ink:?} on {ground:?}: {:.2}",
                    contrast(ink, ground)
                );
            }
            for tone in [p.good, p.warn, p.bad, p.info, p.plain] {
                assert!(
                    contrast(tone.ink, tone.soft) >= 4.5,
                    "{name}: {tone:?}: {:.2}",
                    contrast(tone.ink, tone.soft)
                );
                assert!(contrast(p.ink, tone.soft) >= 4.5, "{name}: ink on {tone:?}");
            }
        }
    }

    #[test]
    fn outlines_and_selected_text_have_enough_contrast() {
        for (name, p) in [("light", &LIGHT), ("dark", &DARK)] {
            for ground in [p.canvas, p.surface, p.input, p.sunken] {
                assert!(
                    contrast(p.edge, ground) >= 3.0,
                    "{name}: {ground:?}: {:.2}",
                    contrast(p.edge, ground)
                );
            }
            let selected = (contrast(p.selection, p.input), contrast(p.ink, p.selection));
            assert!(selected.0 >= 3.0 && selected.1 >= 4.5, "{name}: selected text: {selected:?}");
        }
    }
}
