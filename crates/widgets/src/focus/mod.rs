//! Keyboard focus, by one rule for the whole window:
//!
//! 1. A widget keeps the focus as long as it is drawn, wherever the layout moves it. It is known by what it
//!    is, not by egui's automatic ids, which change when something is inserted before it.
//! 2. On another page, the focus is on its heading, or on the widget that the page names.
//! 3. If the focused widget goes, its neighbour gets the focus; if the page has changed its state meanwhile,
//!    the heading does. A button that sends something is no such neighbour ([`inherits_nothing`]).
//! 4. What is clicked has the focus, except in the navigation.
//! 5. Neither Escape nor Enter takes the focus away, and a button that cannot be pressed at the moment keeps
//!    it.
//!
//! Widgets report themselves in each pass ([`stop`]); [`end_pass`] applies the rule.

mod manager;

use std::fmt::Debug;
use std::hash::Hash;

use egui::accesskit::Node;
use egui::{Context, Event, Id, Key, LayerId, PointerButton, Rect, Response, Sense, Ui, Vec2};

use self::manager::{FocusManager, LANDING_PASSES, Returning, TabStop, WidgetKey};
pub use self::manager::{Place, Region};
use crate::input_splitter::expect_focus;

/// A widget that had the focus, or was clicked, and may get the focus back.
#[derive(Clone, Copy, Debug)]
pub struct Holder(TabStop);

const KEEPER: &str = "keeper of the focus";

fn with<R>(ctx: &Context, act: impl FnOnce(&mut FocusManager) -> R) -> R {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let keeper = data.get_temp_mut_or_default::<FocusManager>(Id::unique(KEEPER));
        if keeper.pass != pass {
            keeper.begin(pass);
        }
        act(keeper)
    })
}

/// A widget id that depends on what the widget is and on the `Ui` it is in, but not on the widgets before it.
/// When another widget takes its place, that does not get the key press that was meant for this one.
pub fn widget_id(ui: &Ui, identity: impl Hash + Debug) -> Id {
    let base = ui.unique_id().with(("widget", Id::unique(identity)));
    let number = with(ui.ctx(), |keeper| keeper.count(base));
    if number == 0 { base } else { base.with(number) }
}

/// Allocates a widget whose id depends on its identity, and reports it ([`widget_id`], [`stop`]).
pub fn allocate(ui: &mut Ui, size: Vec2, sense: Sense, identity: impl Hash + Debug) -> (Rect, Response) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::empty());
    let identity = Id::unique(identity);
    let response = ui.interact(rect, widget_id(ui, identity), sense);
    stop(ui, &response, identity);
    (rect, response)
}

/// Reports a widget that can have the focus. Call it in each pass, even if the widget is out of sight: a
/// widget that just got the focus is scrolled into view, with its ring. `identity` says what the widget is,
/// such as its name.
pub fn stop(ui: &Ui, response: &Response, identity: impl Hash + Debug) {
    stop_at(ui, response, Id::unique(identity));
}

/// As [`stop`], with an identity that is made already.
pub fn stop_at(ui: &Ui, response: &Response, identity: Id) {
    if is_new(response) {
        ui.scroll_to_rect(response.rect.expand(6.0), None);
    }
    if !response.sense.is_focusable() {
        return;
    }
    let layer = ui.layer_id();
    // The keyboard goes on where the mouse was used. A screen that was chosen with it begins at its heading
    // all the same.
    if response.clicked_by(PointerButton::Primary)
        && with(ui.ctx(), |keeper| keeper.region != Region::Navigation)
    {
        response.request_focus();
    }
    with(ui.ctx(), |keeper| {
        // What is called alike in a dialog and behind it are two.
        let identity = identity.with(layer);
        let key = WidgetKey { identity, number: keeper.count(identity) };
        let region = keeper.region;
        keeper.stops.push(TabStop { id: response.id, key, region, layer, inherits: true });
    });
}

/// The focus comes to this widget by a key or a click only, and not because its neighbour has gone: the next
/// Enter was meant for that.
pub fn inherits_nothing(response: &Response) {
    with(&response.ctx, |keeper| {
        if let Some(stop) = keeper.stops.iter_mut().rev().find(|stop| stop.id == response.id) {
            stop.inherits = false;
        }
    });
}

/// The number of widgets that were reported in this pass until now.
pub fn stops(ctx: &Context) -> usize {
    with(ctx, |keeper| keeper.stops.len())
}

/// The widgets that were reported after the first `before` ones.
pub fn widgets_since(ctx: &Context, before: usize) -> Vec<Id> {
    with(ctx, |keeper| keeper.stops.iter().skip(before).map(|stop| stop.id).collect())
}

/// Whether a widget has just got the focus, so that it has to be seen with what belongs to it.
pub fn is_new(response: &Response) -> bool {
    response.gained_focus() || with(&response.ctx, |keeper| keeper.given == Some(response.id))
}

/// Gives a widget the focus at the end of the pass, so that the key press of this pass does not press it.
pub fn request(ctx: &Context, id: Id) {
    with(ctx, |keeper| keeper.requested = Some(id));
}

/// The part of the window to which the widgets belong that are drawn now.
pub fn region(ctx: &Context) -> Region {
    with(ctx, |keeper| keeper.region)
}

/// The widgets that follow belong to this part of the window.
pub fn enter(ctx: &Context, region: Region) {
    with(ctx, |keeper| keeper.region = region);
}

/// The widget id of the page's heading. Headings of different pages are different widgets, so that a screen
/// reader reads each.
pub fn heading_id(ctx: &Context) -> Id {
    let place = with(ctx, |keeper| keeper.place);
    Id::unique(("heading of a page", place.map(|place| (place.page, place.state))))
}

/// Whether the page has drawn its heading.
pub fn has_heading(ctx: &Context) -> bool {
    with(ctx, |keeper| keeper.heading.is_some())
}

/// Whether the focus is on the page's heading, or nowhere, so that the keys are free.
pub fn is_at_heading(ctx: &Context) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    focused.is_none() || focused == Some(heading_id(ctx))
}

/// Reports the heading of the page.
pub fn heading(ui: &Ui, id: Id) {
    let layer = ui.layer_id();
    with(ui.ctx(), |keeper| keeper.heading = Some((id, layer)));
}

/// F6 enters the table at this widget, unless another one of it had the focus before.
pub fn enter_table_here(response: &Response) {
    with(&response.ctx, |keeper| keeper.entry = keeper.entry.or(Some(response.id)));
}

/// The widgets in a part of the window, in order, as far as they are drawn in this pass.
pub fn widgets_in(ctx: &Context, region: Region) -> Vec<Id> {
    with(ctx, |keeper| keeper.stops.iter().filter(|stop| stop.region == region).map(|stop| stop.id).collect())
}

/// Whether the focus is in this part of the window.
pub fn is_in(ctx: &Context, region: Region) -> bool {
    with(ctx, |keeper| keeper.held.is_some_and(|held| held.region == region))
}

/// On a new page this widget gets the focus instead of the heading.
pub fn begin_here(response: &Response) {
    with(&response.ctx, |keeper| keeper.named = Some(response.id));
}

/// Gives the focus to the heading of the page, or to the widget it names, as soon as it is drawn.
pub fn go_to_heading(ctx: &Context) {
    with(ctx, |keeper| keeper.landing = LANDING_PASSES);
    ctx.request_repaint();
}

/// In this pass the rule moves nothing, because what is being drawn moves the focus itself.
pub fn suspend(ctx: &Context) {
    with(ctx, |keeper| {
        keeper.is_suspended = true;
        // What is opened now takes the focus: nothing that was closed before gets it back meanwhile, nor does
        // a new page.
        (keeper.returning, keeper.landing) = (None, 0);
    });
}

/// The widget with this id, if it was reported.
pub fn holder(ctx: &Context, id: Id) -> Option<Holder> {
    with(ctx, |keeper| {
        keeper.stops.iter().chain(&keeper.order).find(|stop| stop.id == id).map(|stop| Holder(*stop))
    })
}

/// Gives the focus back to a widget, as soon as it can have it; if there is no such widget any more, to
/// another one, or to the page's heading.
pub fn return_to(ctx: &Context, holder: Option<Holder>, otherwise: Option<Holder>) {
    let otherwise = otherwise.map(|Holder(stop)| stop);
    with(ctx, |keeper| match holder {
        Some(Holder(stop)) => keeper.returning = Some(Returning { stop, otherwise, left: LANDING_PASSES }),
        None => keeper.landing = LANDING_PASSES,
    });
    ctx.request_repaint();
}

/// The widgets on a layer, in order, as far as they are drawn in this pass.
pub fn widgets_on(ctx: &Context, layer: LayerId) -> Vec<Id> {
    with(ctx, |keeper| keeper.stops.iter().filter(|stop| stop.layer == layer).map(|stop| stop.id).collect())
}

/// Whether a widget has the focus at the end of the pass before. egui takes the focus away at Escape, until
/// the end of the pass.
pub fn is_held(ctx: &Context, id: Id) -> bool {
    with(ctx, |keeper| keeper.held.is_some_and(|held| held.id == id))
}

/// Whether the keyboard is used, so that the focus has to be seen.
pub fn is_visible(ctx: &Context) -> bool {
    with(ctx, |keeper| keeper.visible)
}

/// Call it at the start of each pass.
pub fn begin_pass(ctx: &Context, place: Place) {
    let behind = with(ctx, |keeper| std::mem::take(&mut keeper.behind));
    if !behind.is_empty() {
        let is_behind = |event: &Event| matches!(event, Event::AccessKitActionRequest(request) if behind.contains(&request.target_node));
        ctx.input_mut(|input| input.events.retain(|event| !is_behind(event)));
    }
    let visible = ctx.input(|input| input.events.iter().rev().find_map(shows_focus));
    with(ctx, |keeper| {
        keeper.visible = visible.unwrap_or(keeper.visible);
        keeper.take_place(place);
    });
}

/// Whether the focus has to be seen after this event; `None` if it does not matter.
fn shows_focus(event: &Event) -> Option<bool> {
    match event {
        Event::Key { pressed: true, .. } | Event::AccessKitActionRequest(_) => Some(true),
        Event::PointerButton { pressed: true, .. } => Some(false),
        _ => None,
    }
}

/// Where a widget was drawn in this pass or in the one before, in points, and on which layer. Unlike
/// [`Context::read_response`], it does not take the focus from a widget beside which the mouse was pressed in
/// this pass, and which was given it since.
pub fn drawn(ctx: &Context, id: Id) -> Option<(Rect, LayerId)> {
    let widget = ctx.viewport(|viewport| {
        viewport.this_pass.widgets.get(id).or_else(|| viewport.prev_pass.widgets.get(id)).copied()
    });
    widget.map(|widget| (widget.rect, widget.layer_id))
}

/// Call it at the end of each pass: applies the rule.
pub fn end_pass(ctx: &Context) {
    let (pressed, tabbed) = ctx.input(|input| {
        (input.pointer.any_down() || input.pointer.any_released(), input.key_pressed(Key::Tab))
    });
    let mut keeper = with(ctx, std::mem::take);
    let behind: Vec<Id> = ctx.memory(|memory| {
        keeper
            .stops
            .iter()
            .filter(|stop| !memory.allows_interaction(stop.layer))
            .map(|stop| stop.id)
            .collect()
    });
    // A screen reader may go there, too.
    for id in &behind {
        ctx.accesskit_node_builder(*id, Node::set_disabled);
    }
    keeper.behind = behind.iter().map(Id::accesskit_id).collect();
    let is_modal = ctx.memory(|memory| memory.top_modal_layer().is_some());
    let focused = ctx.memory(|memory| {
        keeper.stops.retain(|stop| memory.allows_interaction(stop.layer));
        keeper.heading = keeper.heading.filter(|(_, layer)| memory.allows_interaction(*layer));
        memory.focused()
    });
    let is_drawn = focused.is_some_and(|id| drawn(ctx, id).is_some());
    // A page that changes behind a dialog does not take the focus out of its hands.
    if is_modal && keeper.stops.iter().any(|stop| Some(stop.id) == focused) {
        keeper.landing = 0;
    }
    let to = keeper.decide(focused, is_drawn, pressed, tabbed);
    if keeper.held.is_none() {
        // From the heading, F6 finds the parts of the window, too.
        let stops = keeper.stops.clone();
        keeper.order = stops;
    }
    let waits = keeper.landing > 0 || keeper.awaited.is_some() || keeper.returning.is_some();
    let is_suspended = keeper.is_suspended;
    ctx.data_mut(|data| data.insert_temp(Id::unique(KEEPER), keeper));
    if let Some(to) = to {
        ctx.memory_mut(|memory| memory.request_focus(to));
        with(ctx, |keeper| keeper.given = Some(to));
    }
    if to.is_some() || waits {
        ctx.request_repaint();
    }
    if to.is_some() || waits && !is_suspended {
        expect_focus(ctx);
    }
}

/// Moves the focus to the next part of the window, or to the one before: to the widget that had it there,
/// else to the first.
pub fn move_to_region(ctx: &Context, back: bool) {
    let to = with(ctx, |keeper| {
        let here = keeper.held.map(|held| held.region);
        let mut regions: Vec<Region> = keeper.order.iter().map(|stop| stop.region).collect();
        regions.sort_unstable();
        regions.dedup();
        let at = here.and_then(|here| regions.iter().position(|region| *region == here));
        let count = regions.len().max(1);
        let next = match (at, back) {
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
            // From the heading, F6 goes to the table if there is one.
            (None, _) => regions.iter().position(|region| *region == Region::Table).unwrap_or(0),
        };
        // The key was taken before it was seen here.
        keeper.visible = true;
        keeper.way_into(*regions.get(next)?)
    });
    if let Some(to) = to {
        ctx.memory_mut(|memory| memory.request_focus(to));
    }
}

/// Moves the focus into a part of the window, as F6 does.
pub fn go_into(ctx: &Context, region: Region) {
    with(ctx, |keeper| keeper.requested = keeper.way_into(region));
}
