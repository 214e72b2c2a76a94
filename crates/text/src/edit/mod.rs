//! Editors for one line and for several lines, with correct typing, selection and caret movement in
//! bidirectional text.
//!
//! egui's own editor supports only one direction. This one consists of a pure model (text, selection, undo
//! history), a map of the graphemes' positions, and commands derived from keys.

mod access;
mod apply;
mod command;
mod history;
pub(crate) mod model;
pub(crate) mod number;
mod paint;
mod shown;
mod state;

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::PoisonError;

use egui::accesskit::{self, Role};
use egui::util::IdTypeMap;
use egui::{Context, FontId, Id, Margin, Response, Sense, TextStyle, Ui, Widget, WidgetInfo, vec2};

use self::apply::Input;
use self::number::NumberFormat;
use self::state::{SharedState, TextField};
use super::label::tooltip;
use super::layout::order::Direction;
use super::selection::{Caret, Selection};
use crate::layout::order::without_direction_marks;

/// An editor of one line. Enter ends editing (`lost_focus`); line breaks in pasted text become spaces.
///
/// `identity` names what is edited (such as the screen and the field, or a product and its column). The
/// keyboard focus stays with that identity, even if the layout moves the editor while it is in use.
pub fn line_edit(identity: impl Hash + Debug, text: &mut String) -> Editor<'_> {
    Editor { multiline: false, rows: 1, ..Editor::new(identity, text) }
}

/// An editor of several lines, as high as its text but at least its number of rows. `identity` is as in
/// [`line_edit`].
pub fn paragraph_edit(identity: impl Hash + Debug, text: &mut String) -> Editor<'_> {
    Editor { multiline: true, rows: 4, ..Editor::new(identity, text) }
}

/// The widget id of the editor with this identity.
pub fn edit_id(identity: impl Hash + Debug) -> Id {
    Id::unique(identity)
}

/// Whether an editor has the keyboard focus and therefore gets keys and pastes.
pub fn is_typing(ctx: &Context) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    focused.is_some_and(|id| ctx.data(|data| data.get_temp::<SharedState>(id)).is_some())
}

/// Gives an editor the focus with its whole text selected, so that typing replaces it.
pub fn focus_and_select(ctx: &Context, id: Id) {
    let shared: SharedState = ctx.data_mut(|data| data.get_temp_mut_or_default::<SharedState>(id).clone());
    let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
    (state.had_focus, state.model.selection) =
        (true, Selection { anchor: 0, caret: Caret::after(usize::MAX) });
    ctx.memory_mut(|memory| memory.request_focus(id));
}

/// Forgets the selections and the history of all editors: what was typed for one account is not brought back
/// for another.
pub fn forget_editors(ctx: &Context) {
    ctx.data_mut(IdTypeMap::remove_by_type::<SharedState>);
}

/// Whether the focused editor's menu is open.
pub fn is_menu_open(ctx: &Context) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    let shared = focused.and_then(|id| ctx.data(|data| data.get_temp::<SharedState>(id)));
    shared.is_some_and(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner).menu_open)
}

/// A text field. Give it a name for screen readers: `ui.add(…).labelled_by(label.id)`, or
/// `.accessible_name(…)`.
///
/// It is large because it has a field for each choice of whoever shows one.
#[must_use = "add it to a ui"]
pub struct Editor<'t> {
    text: &'t mut String,
    multiline: bool,
    rows: usize,
    hint: Cow<'t, str>,
    width: Option<f32>,
    password: bool,
    error: bool,
    framed: bool,
    flat: bool,
    at_right: bool,
    limit: Option<usize>,
    style: TextStyle,
    size: Option<f32>,
    direction: Direction,
    margin: Margin,
    cell: bool,
    in_range: bool,
    number: Option<&'t dyn NumberFormat>,
    id: Id,
}

impl<'t> Editor<'t> {
    fn new(identity: impl Hash + Debug, text: &'t mut String) -> Self {
        Self {
            text,
            multiline: false,
            rows: 1,
            hint: Cow::Borrowed(""),
            width: None,
            password: false,
            error: false,
            framed: true,
            flat: false,
            at_right: false,
            limit: None,
            style: TextStyle::Body,
            size: None,
            direction: Direction::Auto,
            margin: Margin::symmetric(8, 4),
            cell: false,
            in_range: false,
            number: None,
            id: edit_id(identity),
        }
    }

    /// Text shown while the field is empty.
    pub fn hint(mut self, hint: impl Into<Cow<'t, str>>) -> Self {
        self.hint = hint.into();
        self
    }

    /// The width in points; `f32::INFINITY` takes all the available width. The default is the style's
    /// `text_edit_width`.
    pub fn width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// The minimum height in lines.
    pub fn rows(mut self, rows: usize) -> Self {
        self.rows = rows;
        self
    }

    /// Shows dots and disables copying.
    pub fn password(mut self, password: bool) -> Self {
        self.password = password;
        self
    }

    /// Draws the frame in the error colour.
    pub fn error(mut self, error: bool) -> Self {
        self.error = error;
        self
    }

    /// Without a frame it looks like plain text until it is used, as in a table cell.
    pub fn frame(mut self, framed: bool) -> Self {
        self.framed = framed;
        self
    }

    /// A flat cell has a ground and a frame only while it is pointed at, used or wrong, so that a table of
    /// them is calm.
    pub fn flat(mut self) -> Self {
        self.flat = true;
        self
    }

    /// A number stands at the right edge, also in a right-to-left window: numbers run from left to right, so
    /// that units stand below units.
    pub fn at_right(mut self) -> Self {
        self.at_right = true;
        self
    }

    /// The maximum number of characters.
    pub fn limit(mut self, characters: usize) -> Self {
        self.limit = Some(characters);
        self
    }

    /// The text style.
    pub fn style(mut self, style: TextStyle) -> Self {
        self.style = style;
        self
    }

    /// The text size in points, overriding the style's.
    pub fn size(mut self, size: f32) -> Self {
        self.size = Some(size);
        self
    }

    /// Sets a fixed direction, for text that is always Latin, such as an address or a code.
    pub fn direction(mut self, direction: Direction) -> Self {
        self.direction = direction;
        self
    }

    /// A number runs from left to right in every language, so that typing, the caret, Home and End agree. It
    /// stays at the leading edge of the field. Without the focus it is shown as the language writes it,
    /// whatever was typed; with the focus without separators. The caller's text changes by typing only.
    /// Words, which are no number, have the direction of their letters.
    pub fn number(mut self, format: Option<&'t impl NumberFormat>) -> Self {
        self.number = format.map(|format| format as &dyn NumberFormat);
        self
    }

    /// The editor is a cell of a table, which handles Tab, Escape, Enter and the vertical arrow keys.
    pub fn cell(mut self) -> Self {
        self.cell = true;
        self
    }

    /// The cell is one of several selected ones: the menu copies and cuts all of them, which the table does.
    pub fn in_range(mut self, in_range: bool) -> Self {
        self.in_range = in_range;
        self
    }

    /// The space between the frame and the text.
    pub fn margin(mut self, margin: impl Into<Margin>) -> Self {
        self.margin = margin.into();
        self
    }

    fn font(&self, ui: &Ui) -> FontId {
        let mut font = self.style.resolve(ui.style());
        font.size = self.size.unwrap_or(font.size);
        font
    }
}

impl Widget for Editor<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let id = self.id;
        let font = self.font(ui);
        let shared: SharedState = ui.data_mut(|data| data.get_temp_mut_or_default::<SharedState>(id).clone());
        let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let given = number::show(ui, id, self.number, self.text, &mut state);
        state.model.clamp_selection(self.text);
        let before = self.text.clone();

        let width = self.width.unwrap_or(ui.spacing().text_edit_width).min(ui.available_width()).max(24.0);
        let field = TextField {
            width: width - self.margin.sum().x,
            direction: if self.number.is_some() { number::direction(self.text) } else { self.direction },
            surrounding_rtl: ui.layout().prefer_right_to_left(),
            multiline: self.multiline,
            masked: self.password,
            numeric: self.number.is_some(),
            at_right: self.at_right,
            is_flat: self.flat,
            font,
        };
        let row_height = ui.fonts_mut(|fonts| fonts.row_height(&field.font));
        let shown = field.shown(self.text, &mut state);
        let layout = field.lay_out(ui, &shown.text);
        drop(shown);
        let text_height = if self.multiline { layout.galley.size().y } else { row_height };
        let inner = vec2(field.width, text_height.max(row_height * self.rows as f32));
        let (_, rect) = ui.allocate_space(inner + self.margin.sum());
        let mut response = ui.interact(rect, id, Sense::click_and_drag());
        response.set_intrinsic_size(rect.size());
        let inner_rect = rect - self.margin;

        let mut input = Input {
            ui: &*ui,
            id,
            field: &field,
            text: self.text,
            state: &mut state,
            limit: self.limit,
            cell: self.cell,
            number: given.is_some(),
            in_range: self.in_range,
        };
        let changed = input.handle(&response, inner_rect);
        if changed {
            response.mark_changed();
            // The height was allocated for the text before the change.
            ui.ctx().request_repaint();
        }
        let origin = self.paint(ui, &response, rect, &field, &mut state);
        self.describe(ui, &response, &before);
        let shown = field.shown(self.text, &mut state);
        let layout = field.lay_out(ui, &shown.text);
        let Selection { anchor, caret } = state.model.selection;
        let selection =
            Selection { anchor: shown.caret_in(Caret::after(anchor)).at, caret: shown.caret_in(caret) };
        access::publish(ui, id, &shown.text, &layout.map, origin, selection);
        drop(shown);
        if self.is_cut(&response, &layout, &field, &state) {
            tooltip(response.clone(), self.text.as_str());
        }
        number::keep(given, changed, self.text, &mut state);
        response
    }
}

impl Editor<'_> {
    /// Describes the editor to assistive technologies and tests.
    fn describe(&self, ui: &Ui, response: &Response, before: &str) {
        let visible =
            |text: &str| if self.password { "•".repeat(text.chars().count()) } else { text.to_owned() };
        response.widget_info(|| {
            WidgetInfo::text_edit(
                ui.is_enabled(),
                visible(before),
                visible(self.text),
                without_direction_marks(&self.hint),
            )
        });
        let role = match (self.password, self.multiline) {
            (true, _) => Role::PasswordInput,
            (false, true) => Role::MultilineTextInput,
            (false, false) => Role::TextInput,
        };
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_role(role);
            node.add_action(accesskit::Action::SetValue);
            node.add_action(accesskit::Action::ReplaceSelectedText);
            if self.error {
                node.set_invalid(accesskit::Invalid::True);
            }
        });
    }
}
