//! Applies a frame's events to an editor.

use std::sync::Arc;

use egui::accesskit::{self, ActionData};
use egui::{Event, EventFilter, Id, Key, PointerButton, Pos2, Rect, Response, Ui, ViewportCommand};

use super::access;
use super::command::{Command, command};
use super::history::Kind;
use super::model::{Toward, Unit, paragraph_at, word_at, word_edge};
use super::state::{State, TextField, offset};
use crate::layout::map::{Horizontal, Map};
use crate::layout::order::is_separator;
use crate::menu::{self, Entry, Menu};
use crate::selection::{Caret, Selection, Side};

/// The keys that the focused editor keeps: it takes the arrow keys, while Tab and Escape leave it.
const FILTER: EventFilter =
    EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: false };

/// An editor during one frame.
pub(super) struct Input<'a> {
    pub ui: &'a Ui,
    pub id: Id,
    pub field: &'a TextField,
    pub text: &'a mut String,
    pub state: &'a mut State,
    /// The maximum length, in characters.
    pub limit: Option<usize>,
    pub cell: bool,
    /// Whether the text is a number.
    pub number: bool,
    /// Whether the cell is one of several selected ones.
    pub in_range: bool,
}

impl Input<'_> {
    /// Applies the frame's events. Returns whether the text was changed.
    pub fn handle(&mut self, response: &Response, inner: Rect) -> bool {
        let before = self.text.clone();
        if self.ui.is_enabled() {
            self.apply_accessibility_requests();
            self.pointer(response, inner);
            self.keyboard();
            self.menu(response, inner);
        }
        let changed = *self.text != before;
        if changed {
            self.state.is_entered = true;
            self.mark_interaction();
        }
        changed
    }

    fn keyboard(&mut self) {
        let by_tab = self.is_tab_near();
        if !self.ui.memory(|memory| memory.has_focus(self.id)) {
            self.state.composed.clear();
            (self.state.had_focus, self.state.is_entered) = (false, false);
            return;
        }
        if !std::mem::replace(&mut self.state.had_focus, true)
            && !self.ui.input(|input| input.pointer.any_down())
        {
            // Focused by the keyboard: the caret goes to the end. After Tab, what is typed replaces a line.
            self.state.model.place(Caret::after(self.text.len()), false);
            if by_tab && !self.field.multiline {
                self.state.model.select(0..self.text.len());
            }
        }
        // While the menu is open, it gets the keys.
        let filter = match (self.state.menu_open, self.cell) {
            (true, _) => EventFilter::default(),
            (false, true) => EventFilter { tab: true, escape: true, ..FILTER },
            (false, false) => FILTER,
        };
        self.ui.memory_mut(|memory| memory.set_focus_lock_filter(self.id, filter));
        if self.state.menu_open {
            return;
        }
        for event in self.ui.input(|input| input.filtered_events(&FILTER)) {
            self.state.menu_requested |= menu::is_menu_key(&event);
            if let Some(command) =
                self.accessibility_replacement(&event).or_else(|| command(&event, self.ui.os()))
            {
                let selection = self.state.model.selection;
                self.apply(command);
                if self.state.model.selection != selection {
                    self.mark_interaction();
                }
            }
        }
    }

    /// Whether Tab was pressed in this pass or in the one before: back, it moves the focus in the next one.
    fn is_tab_near(&self) -> bool {
        let (pass, key) = (self.ui.ctx().cumulative_pass_nr(), Id::unique("the pass of the last tab"));
        if self.ui.input(|input| input.key_pressed(Key::Tab)) {
            self.ui.data_mut(|data| data.insert_temp(key, pass));
        }
        self.ui.data(|data| data.get_temp::<u64>(key)).is_some_and(|last| pass - last <= 1)
    }

    fn mark_interaction(&mut self) {
        self.state.last_interaction = self.ui.input(|input| input.time);
    }

    fn apply(&mut self, command: Command) {
        if !matches!(command, Command::MoveVertically { .. }) {
            self.state.column = None;
        }
        match command {
            Command::Step { toward, extend } => self.step(toward, extend),
            Command::Word { toward, extend } => self.word(toward, extend),
            Command::LineSide { toward, extend } => {
                self.move_caret(extend, |map, caret| {
                    if map.is_rtl(caret) == (toward == Horizontal::Left) {
                        map.line_end(caret)
                    } else {
                        map.line_start(caret)
                    }
                });
            }
            Command::LineEdge { toward, extend } => self.line_edge(toward, extend),
            Command::TextEdge { toward, extend } => {
                let caret =
                    if toward == Toward::Start { Caret::before(0) } else { Caret::after(self.text.len()) };
                self.state.model.place(caret, extend);
            }
            Command::MoveVertically { toward, lines, extend } => {
                let (map, caret) = self.map_and_caret();
                let column = *self.state.column.get_or_insert_with(|| map.caret_rect(caret).left());
                self.move_caret(extend, |map, caret| {
                    (0..lines).fold(caret, |caret, _| map.move_vertically(caret, toward, column))
                });
            }
            Command::SelectAll => self.state.model.select(0..self.text.len()),
            Command::Delete { toward, unit } => {
                let unit = if self.field.masked && unit == Unit::Word { Unit::Paragraph } else { unit };
                self.state.model.delete(self.text, toward, unit);
            }
            Command::Insert { text, kind } => self.insert(&text, kind),
            Command::Return if self.field.multiline => self.insert("\n", Kind::Typing),
            Command::Return => self.ui.memory_mut(|memory| memory.surrender_focus(self.id)),
            Command::Undo => {
                self.state.model.undo(self.text);
            }
            Command::Redo => {
                self.state.model.redo(self.text);
            }
            Command::Copy => {
                self.copy();
            }
            Command::Cut => {
                if self.copy() {
                    self.state.model.insert(self.text, "", None, Kind::Other);
                }
            }
            Command::Compose(text) => {
                if !text.is_empty() {
                    self.state.model.insert(self.text, "", None, Kind::Other);
                }
                self.state.composed = text;
            }
            Command::Commit(text) => {
                self.state.composed.clear();
                self.insert(&text, Kind::Typing);
            }
            Command::DeleteAround { before, after } => self.delete_around(before, after),
        }
    }

    fn step(&mut self, toward: Horizontal, extend: bool) {
        let selection = self.state.model.selection;
        if extend || selection.is_empty() {
            self.move_caret(extend, |map, caret| map.step(caret, toward));
            return;
        }
        let shown = self.field.shown(self.text, self.state);
        let layout = self.field.lay_out(self.ui, &shown.text);
        let selection = Selection {
            anchor: shown.caret_in(Caret::after(selection.anchor)).at,
            caret: shown.caret_in(selection.caret),
        };
        let caret = shown.caret_of(layout.map.edge(selection, toward));
        self.state.model.place(caret, false);
    }

    fn line_edge(&mut self, toward: Toward, extend: bool) {
        self.move_caret(extend, |map, caret| {
            if toward == Toward::Start { map.line_start(caret) } else { map.line_end(caret) }
        });
        // Of a very long text only a window is laid out, and the window's edge is not the line's edge.
        let caret = self.state.model.selection.caret;
        let paragraph = paragraph_at(self.text, caret.at);
        if toward == Toward::Start && caret.at == self.state.window.start {
            self.state.model.place(Caret::before(paragraph.start), extend);
        } else if toward == Toward::End && caret.at == self.state.window.end {
            self.state.model.place(Caret::after(paragraph.end), extend);
        }
    }

    /// Moves by words in reading order: in a Persian paragraph the next word is to the left.
    fn word(&mut self, toward: Horizontal, extend: bool) {
        let (map, caret) = self.map_and_caret();
        let forward = (toward == Horizontal::Right) != map.is_rtl(caret);
        let toward = if forward { Toward::End } else { Toward::Start };
        let at = match (self.field.masked, toward) {
            (true, Toward::Start) => 0,
            (true, Toward::End) => self.text.len(),
            (false, _) => word_edge(self.text, self.state.model.selection.caret.at, toward),
        };
        self.state.model.place(Caret { at, side: if forward { Side::Before } else { Side::After } }, extend);
    }

    /// The map of the laid-out text, and the caret in it.
    fn map_and_caret(&mut self) -> (Arc<Map>, Caret) {
        let shown = self.field.shown(self.text, self.state);
        let caret = shown.caret_in(self.state.model.selection.caret);
        (self.field.lay_out(self.ui, &shown.text).map, caret)
    }

    fn move_caret(&mut self, extend: bool, to: impl FnOnce(&Map, Caret) -> Caret) {
        let shown = self.field.shown(self.text, self.state);
        let layout = self.field.lay_out(self.ui, &shown.text);
        let caret = shown.caret_of(to(&layout.map, shown.caret_in(self.state.model.selection.caret)));
        self.state.model.place(caret, extend);
    }

    fn insert(&mut self, text: &str, kind: Kind) {
        if self.field.multiline {
            self.state.model.insert(
                self.text,
                &text.replace("\r\n", "\n").replace('\r', "\n"),
                self.limit,
                kind,
            );
        } else {
            // Copied text often ends with a line break that is not part of the value.
            let line = text.trim_end_matches(is_separator).replace("\r\n", " ").replace(is_separator, " ");
            self.state.model.insert(self.text, &line, self.limit, kind);
        }
    }

    /// Copies the selection, never of a password. Returns whether anything was copied.
    fn copy(&self) -> bool {
        let range = self.state.model.selection.range();
        if range.is_empty() || self.field.masked {
            return false;
        }
        self.ui.copy_text(self.text[range].to_owned());
        true
    }

    fn delete_around(&mut self, before: usize, after: usize) {
        let range = self.state.model.selection.range();
        let start = self.text[..range.start]
            .char_indices()
            .rev()
            .take(before)
            .last()
            .map_or(range.start, |(at, _)| at);
        let end = self.text[range.end..]
            .char_indices()
            .nth(after)
            .map_or(self.text.len(), |(at, _)| range.end + at);
        self.state.model.replace(self.text, range.end..end, "", Kind::Other);
        self.state.model.replace(self.text, start..range.start, "", Kind::Other);
    }

    fn pointer(&mut self, response: &Response, inner: Rect) {
        if let Some((at, pasted)) = self.middle_click(response) {
            self.take_focus();
            self.click(at, inner, false);
            self.insert(&pasted, Kind::Other);
            return;
        }
        let Some(at) = response.interact_pointer_pos() else { return };
        let (pressed, shift) = self
            .ui
            .input(|input| (input.pointer.button_pressed(PointerButton::Primary), input.modifiers.shift));
        if response.triple_clicked() {
            let caret = self.state.model.selection.caret;
            self.state.model.select(paragraph_at(self.text, caret.at));
        } else if response.double_clicked() {
            let caret = self.state.model.selection.caret;
            let word = if self.field.masked { 0..self.text.len() } else { word_at(self.text, caret) };
            self.state.model.select(word);
        } else if response.is_pointer_button_down_on() && pressed {
            if !self.enter_number() {
                self.take_focus();
                self.click(at, inner, shift);
            }
        } else if response.is_pointer_button_down_on()
            && self.ui.input(|input| input.pointer.button_pressed(PointerButton::Secondary))
        {
            self.take_focus();
            let selected = self.state.model.selection.range();
            if !selected.contains(&self.caret_at(at, inner).at) {
                self.click(at, inner, false);
            }
        } else if response.dragged_by(PointerButton::Primary) {
            self.click(at, inner, true);
        } else if response.clicked() || response.secondary_clicked() {
            // Pressed and released between two frames.
            if !self.enter_number() {
                self.take_focus();
            }
        }
    }

    /// The first click into a cell with a number selects it, also where a key has moved the focus there, so
    /// that the digits typed next replace it instead of joining it. Returns whether it did.
    fn enter_number(&mut self) -> bool {
        let has_focus = self.ui.memory(|memory| memory.has_focus(self.id));
        let is_entered = std::mem::replace(&mut self.state.is_entered, true) && has_focus;
        let enters = self.cell && self.number && !is_entered;
        if enters {
            self.take_focus();
            self.state.column = None;
            self.state.model.select(0..self.text.len());
            self.mark_interaction();
        }
        enters
    }

    fn middle_click(&self, response: &Response) -> Option<(Pos2, String)> {
        let pasted = self.ui.input(|input| {
            input.events.iter().find_map(|event| match event {
                Event::MiddleClickPaste { pos, text } => Some((*pos, text.clone())),
                _ => None,
            })
        });
        pasted.filter(|_| response.contains_pointer())
    }

    fn take_focus(&mut self) {
        self.state.had_focus = true;
        self.ui.memory_mut(|memory| {
            memory.request_focus(self.id);
            if !self.state.composed.is_empty() {
                memory.interrupt_ime();
            }
        });
        self.state.composed.clear();
    }

    fn caret_at(&mut self, at: Pos2, inner: Rect) -> Caret {
        let shown = self.field.shown(self.text, self.state);
        let layout = self.field.lay_out(self.ui, &shown.text);
        let origin = inner.min + offset(&layout, self.field, self.state.scroll, inner);
        shown.caret_of(layout.map.hit((at - origin).to_pos2()))
    }

    fn menu(&mut self, response: &Response, inner: Rect) {
        let requested_at = std::mem::take(&mut self.state.menu_requested).then(|| {
            let (_, caret) = self.map_and_caret();
            let shown = self.field.shown(self.text, self.state);
            let layout = self.field.lay_out(self.ui, &shown.text);
            inner.min
                + offset(&layout, self.field, self.state.scroll, inner)
                + layout.map.caret_rect(caret).left_bottom().to_vec2()
        });
        let model = &self.state.model;
        let can_copy = (self.in_range || !model.selection.is_empty()) && !self.field.masked;
        let entries = [
            (Entry::Cut, can_copy),
            (Entry::Copy, can_copy),
            (Entry::Paste, true),
            (Entry::SelectAll, !self.text.is_empty()),
            (Entry::Undo, model.history.can_undo()),
            (Entry::Redo, model.history.can_redo()),
        ];
        let chosen = Menu { response, requested_at, entries: &entries }.show(self.ui);
        let open = menu::is_open(response);
        let closed = std::mem::replace(&mut self.state.menu_open, open) && !open;
        if chosen.is_some() || (closed && self.ui.memory(|memory| memory.focused().is_none())) {
            self.take_focus();
        }
        match chosen {
            Some(Entry::Cut) if self.in_range => self.ui.send_viewport_cmd(ViewportCommand::RequestCut),
            Some(Entry::Copy) if self.in_range => self.ui.send_viewport_cmd(ViewportCommand::RequestCopy),
            Some(Entry::Cut) => self.apply(Command::Cut),
            Some(Entry::Copy) => self.apply(Command::Copy),
            Some(Entry::Paste) => self.ui.send_viewport_cmd(ViewportCommand::RequestPaste),
            Some(Entry::SelectAll) => self.apply(Command::SelectAll),
            Some(Entry::Undo) => self.apply(Command::Undo),
            Some(Entry::Redo) => self.apply(Command::Redo),
            None => {}
        }
    }

    fn click(&mut self, at: Pos2, inner: Rect, extend: bool) {
        let caret = self.caret_at(at, inner);
        self.state.column = None;
        self.state.model.place(caret, extend);
        self.mark_interaction();
    }

    /// Applies requests of an assistive technology to set the whole value or the selection, which need no
    /// focus.
    fn apply_accessibility_requests(&mut self) {
        let value = self.ui.input(|input| {
            let requests = input.accesskit_action_requests(self.id, accesskit::Action::SetValue);
            requests.filter_map(|request| value_of(&request.data)).last()
        });
        if let Some(value) = value {
            self.state.model.select(0..self.text.len());
            self.insert(&value, Kind::Other);
        }
        if !self
            .ui
            .input(|input| input.has_accesskit_action_request(self.id, accesskit::Action::SetTextSelection))
        {
            return;
        }
        let shown = self.field.shown(self.text, self.state);
        let layout = self.field.lay_out(self.ui, &shown.text);
        if let Some(asked) = access::requested_selection(self.ui, self.id, &layout.map) {
            let anchor = shown.caret_of(Caret::after(asked.anchor)).at;
            let caret = shown.caret_of(asked.caret);
            self.state.model.place(Caret::after(anchor), false);
            self.state.model.place(caret, true);
        }
    }

    fn accessibility_replacement(&self, event: &Event) -> Option<Command> {
        let Event::AccessKitActionRequest(request) = event else { return None };
        let mine = request.action == accesskit::Action::ReplaceSelectedText
            && request.target_node == self.id.accesskit_id();
        mine.then(|| value_of(&request.data))
            .flatten()
            .map(|text| Command::Insert { text, kind: Kind::Other })
    }
}

fn value_of(data: &Option<ActionData>) -> Option<String> {
    match data {
        Some(ActionData::Value(value)) => Some(value.to_string()),
        _ => None,
    }
}
