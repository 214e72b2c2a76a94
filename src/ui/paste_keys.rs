//! Pasting photos by the keyboard. egui reports a pasted text or picture. Of copied files alone it reports
//! nothing but that the key was released, maybe after Ctrl was; the key of a letter was reported as pressed
//! before.

use eframe::egui::{Event, Key};

/// What may be on the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pasted {
    /// Files, beside a text or alone.
    Files,
    /// A picture without text.
    Picture,
}

/// Remembers whether egui said what the key that is held does: a paste, or a letter.
#[derive(Debug, Default)]
pub struct PasteKeys {
    reported: bool,
}

impl PasteKeys {
    /// Whether photos are to be read from the clipboard. A text goes to the editor if one has the focus
    /// (`typing`).
    pub fn pasted(&mut self, events: &[Event], typing: bool) -> Option<Pasted> {
        let mut pasted = None;
        for event in events {
            match event {
                Event::PasteImage(_) => {
                    self.reported = true;
                    pasted = Some(Pasted::Picture);
                }
                Event::Paste(_) => {
                    self.reported = true;
                    pasted = if typing { pasted } else { Some(Pasted::Files) };
                }
                Event::Key { key: Key::V | Key::Insert | Key::Paste, pressed: true, .. } => {
                    self.reported = true;
                }
                Event::Key { key: Key::V | Key::Insert | Key::Paste, pressed: false, .. }
                    if !std::mem::take(&mut self.reported) =>
                {
                    pasted = Some(Pasted::Files);
                }
                _ => {}
            }
        }
        pasted
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use eframe::egui::{ColorImage, Modifiers};

    use super::*;

    fn key(pressed: bool, modifiers: Modifiers) -> Event {
        Event::Key { key: Key::V, physical_key: None, pressed, repeat: false, modifiers }
    }

    fn released(modifiers: Modifiers) -> Event {
        key(false, modifiers)
    }

    #[test]
    fn copied_files_are_read_whatever_else_the_clipboard_holds() {
        let text = Event::Paste("/home/parvin/rug.jpg".to_owned());
        assert_eq!(
            PasteKeys::default().pasted(std::slice::from_ref(&text), false),
            Some(Pasted::Files),
            "their names as a text"
        );
        assert_eq!(PasteKeys::default().pasted(&[text], true), None, "a text goes to the editor");
        let mut keys = PasteKeys::default();
        assert_eq!(
            keys.pasted(&[released(Modifiers::COMMAND)], true),
            Some(Pasted::Files),
            "nothing but files was copied"
        );
        assert_eq!(
            keys.pasted(&[released(Modifiers::NONE)], false),
            Some(Pasted::Files),
            "Ctrl was released first"
        );
        assert_eq!(
            keys.pasted(&[key(true, Modifiers::NONE), released(Modifiers::NONE)], false),
            None,
            "the letter"
        );
        assert_eq!(keys.pasted(&[key(true, Modifiers::SHIFT)], false), None);
        assert_eq!(
            keys.pasted(&[released(Modifiers::SHIFT)], false),
            None,
            "the letter, held for some frames"
        );
    }

    #[test]
    fn a_paste_is_read_once() {
        let picture = || Event::PasteImage(Arc::new(ColorImage::example()));
        let mut keys = PasteKeys::default();
        assert_eq!(keys.pasted(&[picture()], true), Some(Pasted::Picture));
        assert_eq!(keys.pasted(&[released(Modifiers::COMMAND)], false), None);
        assert_eq!(keys.pasted(&[Event::Paste("text".to_owned()), released(Modifiers::COMMAND)], true), None);
        assert_eq!(keys.pasted(&[released(Modifiers::COMMAND)], true), Some(Pasted::Files));
    }
}
