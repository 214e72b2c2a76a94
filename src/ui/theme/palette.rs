//! Colours by what they are for, in a light and a dark set.

use eframe::egui::Color32;

/// Text and its ground are paired: each pair reads at 4.5:1 or better (a test computes it).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The window's ground.
    pub canvas: Color32,
    /// The navigation's ground.
    pub rail: Color32,
    /// Cards, tables, dialogs.
    pub surface: Color32,
    /// Headers of tables, every other row, wells.
    pub sunken: Color32,
    /// Where one types.
    pub input: Color32,
    /// Between rows and around cards.
    pub line: Color32,
    /// Around what can be typed into or pressed: 3:1 against its ground.
    pub edge: Color32,

    pub ink: Color32,
    /// Help, captions, units.
    pub ink_soft: Color32,

    /// The one colour that says "press here".
    pub accent: Color32,
    pub accent_hover: Color32,
    pub on_accent: Color32,
    /// Text and icons in the accent's colour, on any ground.
    pub accent_ink: Color32,
    pub accent_soft: Color32,

    pub good: Tone,
    pub warn: Tone,
    pub bad: Tone,
    pub info: Tone,
    pub plain: Tone,
}

/// A meaning's colour for text and shapes, and a quiet ground for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tone {
    pub ink: Color32,
    pub soft: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn tone(ink: u32, soft: u32) -> Tone {
    Tone { ink: rgb(ink), soft: rgb(soft) }
}

/// Paper, ink, and the turquoise of glazed tiles.
pub static LIGHT: Palette = Palette {
    canvas: rgb(0xf8_f5_ef),
    rail: rgb(0xf0_ea_df),
    surface: rgb(0xff_fe_fc),
    sunken: rgb(0xf8_f4_ec),
    input: rgb(0xff_ff_ff),
    line: rgb(0xe4_dc_ce),
    edge: rgb(0x8d_80_70),
    ink: rgb(0x2a_24_1e),
    ink_soft: rgb(0x66_5b_50),
    accent: rgb(0x0c_6b_64),
    accent_hover: rgb(0x09_58_52),
    on_accent: rgb(0xff_ff_ff),
    accent_ink: rgb(0x0a_5f_59),
    accent_soft: rgb(0xdd_ee_ea),
    good: tone(0x2a_66_33, 0xe1_f0_de),
    warn: tone(0x80_51_00, 0xfb_ed_cd),
    bad: tone(0xa1_2d_26, 0xfa_e4_df),
    info: tone(0x2a_56_82, 0xe1_ec_f5),
    plain: tone(0x5f_55_4a, 0xee_e8_dd),
};

/// The same shop in the evening.
pub static DARK: Palette = Palette {
    canvas: rgb(0x1b_19_17),
    rail: rgb(0x15_13_11),
    surface: rgb(0x25_22_1f),
    sunken: rgb(0x1f_1c_1a),
    input: rgb(0x18_16_14),
    line: rgb(0x3a_34_2e),
    edge: rgb(0x85_79_6c),
    ink: rgb(0xf0_e9_df),
    ink_soft: rgb(0xb7_ab_9d),
    accent: rgb(0x5c_c3_b6),
    accent_hover: rgb(0x79_d4_c8),
    on_accent: rgb(0x0a_22_1f),
    accent_ink: rgb(0x7f_d6_ca),
    accent_soft: rgb(0x1d_39_35),
    good: tone(0x93_cf_8c, 0x20_33_1e),
    warn: tone(0xec_bf_66, 0x3b_2f_16),
    bad: tone(0xf3_9d_91, 0x44_25_20),
    info: tone(0x98_c3_ec, 0x1f_30_41),
    plain: tone(0xc0_b5_a8, 0x33_2e_29),
};

/// How well two colours stand apart, from 1 to 21 (WCAG 2.2, 1.4.3).
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
    fn black_on_white_is_the_best_there_is() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
    }

    #[test]
    fn every_text_reads_on_every_ground_it_stands_on() {
        for (name, p) in [("light", &LIGHT), ("dark", &DARK)] {
            let grounds = [("canvas", p.canvas), ("rail", p.rail), ("surface", p.surface), ("sunken", p.sunken), ("input", p.input)];
            let inks = [("ink", p.ink), ("soft", p.ink_soft), ("accent", p.accent_ink), ("bad", p.bad.ink), ("good", p.good.ink)];
            for (ground_name, ground) in grounds {
                for (ink_name, ink) in inks {
                    let ratio = contrast(ink, ground);
                    assert!(ratio >= 4.5, "{name}: {ink_name} on {ground_name}: {ratio:.2}");
                }
            }
            let pairs = [(p.on_accent, p.accent), (p.on_accent, p.accent_hover), (p.accent_ink, p.accent_soft), (p.ink, p.accent_soft)];
            for (ink, ground) in pairs {
                assert!(contrast(ink, ground) >= 4.5, "{name}: {ink:?} on {ground:?}: {:.2}", contrast(ink, ground));
            }
            for tone in [p.good, p.warn, p.bad, p.info, p.plain] {
                assert!(contrast(tone.ink, tone.soft) >= 4.5, "{name}: {tone:?}: {:.2}", contrast(tone.ink, tone.soft));
                assert!(contrast(p.ink, tone.soft) >= 4.5, "{name}: ink on {tone:?}");
            }
        }
    }

    #[test]
    fn the_edge_of_what_can_be_used_is_seen_on_every_ground() {
        for (name, p) in [("light", &LIGHT), ("dark", &DARK)] {
            for ground in [p.canvas, p.surface, p.input, p.sunken] {
                assert!(contrast(p.edge, ground) >= 3.0, "{name}: {ground:?}: {:.2}", contrast(p.edge, ground));
            }
        }
    }
}
