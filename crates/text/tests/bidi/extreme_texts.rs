//! Extreme text that a marketplace, a file name or the clipboard may contain.

/// Texts with their names. None is longer than about a megabyte.
pub fn extreme_texts() -> Vec<(&'static str, String)> {
    let mut every_control: String = (0..0x20_u8).chain(0x7f..0xa0).map(char::from).collect();
    every_control.push_str("\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}\u{10ffff}\u{200b}\u{200d}");
    vec![
        ("an empty text", String::new()),
        ("control characters", every_control),
        ("the replacement of a lone surrogate", "کفش \u{fffd}\u{fffd} Nike".to_owned()),
        ("10,000 combining marks", format!("a{}ب{}", "\u{301}".repeat(5000), "\u{64e}".repeat(5000))),
        ("marks on every letter", "ب\u{64e}\u{651}a\u{301}\u{302}\u{303}".repeat(60_000)),
        ("marks without a letter", "\u{301}\u{64e}".repeat(200)),
        ("unclosed isolates", format!("x{}سلام (1)", "\u{2068}\u{2067}\u{2066}\u{202e}".repeat(300))),
        ("unopened isolates", format!("{}سلام", "\u{2069}\u{202c}".repeat(500))),
        ("a megabyte of isolates", "\u{2067}ب\u{2066}a".repeat(100_000)),
        ("unclosed brackets", "(ب[a{".repeat(500)),
        ("a megabyte of brackets", "(ب[a{".repeat(170_000)),
        ("a change of direction at every letter", "aب".repeat(330_000)),
        ("alternating numbers and letters", "۱a".repeat(330_000)),
        ("a megabyte in one line", "گلیم Kilim ۱۲ ".repeat(50_000)),
        ("a megabyte of Persian without a space", "م".repeat(500_000)),
        ("a megabyte of Latin without a space", "m".repeat(1_000_000)),
        ("a megabyte of lines", "گلیم\nKilim\n".repeat(60_000)),
        ("a megabyte of empty lines", "\n".repeat(1_000_000)),
        ("a megabyte of spaces", " ".repeat(1_000_000)),
        ("a megabyte of zeros", "0".repeat(1_000_000)),
        ("alternating fonts", "Жб◊ب★".repeat(80_000)),
        ("an endless sequence of joined emoji", "👩\u{200d}".repeat(140_000)),
        ("zero-width non-joiners", "\u{200c}".repeat(5000)),
    ]
}
