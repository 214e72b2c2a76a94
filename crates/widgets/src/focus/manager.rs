//! Who has the focus, and who gets it.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use egui::accesskit::NodeId;
use egui::{Id, LayerId};

/// The number of passes in which a new page must have drawn its heading.
pub const LANDING_PASSES: u8 = 4;

/// A part of the window, between which F6 moves the focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Region {
    Navigation,
    #[default]
    Page,
    /// The rows of a table that fills its screen.
    Table,
    /// What is known of one row, beside the table or in its place.
    Details,
    /// The photos of a product, below the review.
    Panel,
    /// The open questions, beside the review.
    Questions,
    /// The bar at the bottom.
    Foot,
    Toasts,
}

/// What the window shows, as far as it decides about the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// On another page the focus goes to its heading.
    pub page: Id,
    /// In another state of the page the focus goes to the heading if its widget is gone.
    pub state: Id,
}

impl Place {
    pub fn new(page: impl Hash + Debug, state: impl Hash + Debug) -> Self {
        Self { page: Id::unique(("page", page)), state: Id::unique(("state of a page", state)) }
    }
}

/// What a widget is, wherever it is drawn: its identity, and its number among those with the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WidgetKey {
    pub identity: Id,
    pub number: usize,
}

/// A widget that can have the focus.
#[derive(Clone, Copy, Debug)]
pub struct TabStop {
    pub id: Id,
    pub key: WidgetKey,
    pub region: Region,
    pub layer: LayerId,
    /// Whether it gets the focus of a neighbour that has gone.
    pub inherits: bool,
}

/// Where the keyboard focus is, and where it goes.
///
/// It is large because where it goes follows from all that was drawn in a frame and pressed since.
#[derive(Clone, Debug, Default)]
pub struct FocusManager {
    pub pass: u64,
    pub place: Option<Place>,
    pub region: Region,
    /// The widgets of this pass, in reading order.
    pub stops: Vec<TabStop>,
    pub numbers: HashMap<Id, usize>,
    /// The heading of the page, and the widget that the page names instead.
    pub heading: Option<(Id, LayerId)>,
    pub named: Option<Id>,
    /// The widget at which F6 enters the table.
    pub entry: Option<Id>,
    /// That of the pass before.
    pub entry_before: Option<Id>,
    /// Who has the focus.
    pub held: Option<TabStop>,
    /// The widgets of the last pass in which `held` was drawn.
    pub order: Vec<TabStop>,
    /// As `order`, of each layer, so that the neighbours of what opened a dialog are known behind it.
    pub orders: HashMap<LayerId, Vec<TabStop>>,
    /// The widgets that last had the focus in each region.
    pub visited: HashMap<Region, WidgetKey>,
    /// In how many passes the heading may still appear that gets the focus.
    pub landing: u8,
    /// The heading that has the focus. In another state of the page it is another one.
    pub headed: Option<Id>,
    /// A widget that got the focus although it is not drawn yet.
    pub awaited: Option<Id>,
    /// Whether the focus is used, so that it has to be seen.
    pub visible: bool,
    /// Whether a dialog decides about the focus in this pass.
    pub is_suspended: bool,
    /// The widget to which [`end_pass`] gave the focus, and that was not drawn since; egui does not tell it.
    pub given: Option<Id>,
    /// The widget that asks for the focus at the end of the pass.
    pub requested: Option<Id>,
    pub returning: Option<Returning>,
    /// The nodes of the widgets behind a dialog, as they were drawn last.
    pub behind: HashSet<NodeId>,
}

/// A widget that gets the focus back.
#[derive(Clone, Copy, Debug)]
pub struct Returning {
    pub stop: TabStop,
    /// The one that gets it if that is gone.
    pub otherwise: Option<TabStop>,
    /// In how many passes it may still appear.
    pub left: u8,
}

impl FocusManager {
    pub fn begin(&mut self, pass: u64) {
        self.pass = pass;
        self.region = Region::default();
        self.stops.clear();
        self.numbers.clear();
        self.entry_before = self.entry.take();
        (self.heading, self.named, self.is_suspended) = (None, None, false);
    }

    pub fn count(&mut self, id: Id) -> usize {
        let count = self.numbers.entry(id).or_default();
        *count += 1;
        *count - 1
    }

    pub fn take_place(&mut self, place: Place) {
        let Some(before) = self.place.replace(place) else {
            self.landing = LANDING_PASSES;
            return;
        };
        if before.page != place.page {
            let stays = self.landing == 0 && self.held.is_some_and(|held| held.region == Region::Navigation);
            self.landing = if stays { 0 } else { LANDING_PASSES };
            self.returning = None;
            self.visited.retain(|region, _| *region == Region::Navigation);
            self.orders.clear();
        } else if before.state != place.state {
            // Applied when it turns out that the widget is gone.
            self.order.clear();
            self.orders.clear();
        }
    }

    /// The widget that gets the focus now, if it has to move.
    pub fn decide(&mut self, focused: Option<Id>, is_drawn: bool, pressed: bool, tabbed: bool) -> Option<Id> {
        self.given.take_if(|given| self.stops.iter().any(|stop| stop.id == *given));
        if self.is_suspended {
            // What has the focus now keeps it, even if the layout moves it in the next pass.
            if let Some(stop) = self.stops.iter().find(|stop| Some(stop.id) == focused).copied() {
                self.hold(stop);
            }
            return None;
        }
        if let Some(stop) =
            self.requested.take().and_then(|id| self.stops.iter().find(|stop| stop.id == id).copied())
        {
            self.landing = 0;
            self.hold(stop);
            return Some(stop.id);
        }
        if let Some(returning) = self.returning {
            return self.give_back(returning);
        }
        if self.landing > 0 {
            return self.land(focused);
        }
        let awaited = self.awaited.take();
        let Some(id) = focused else {
            if pressed {
                (self.held, self.headed) = (None, None);
            }
            if let Some((heading, _)) =
                self.heading.filter(|(id, _)| self.headed.is_some_and(|had| had != *id))
            {
                (self.headed, self.awaited) = (Some(heading), Some(heading));
                return Some(heading);
            }
            if self.stops.is_empty() {
                // A page with nothing to use, on which Tab leads nowhere.
                return self.heading.map(|(id, _)| id);
            }
            // After Tab on the last widget, egui gives the focus to the first one in the next pass.
            return if tabbed { None } else { self.heir() };
        };
        match self.stops.iter().find(|stop| stop.id == id).copied() {
            Some(stop) if self.held.is_none_or(|held| held.id != id || held.key == stop.key) => {
                self.hold(stop);
                None
            }
            Some(_) => self.heir(),
            None if self.held.is_some_and(|held| held.id == id) || awaited == Some(id) => self.heir(),
            // A widget that does not report itself, such as an entry of a text's menu.
            None if is_drawn => None,
            None => {
                self.awaited = Some(id);
                None
            }
        }
    }

    /// The widget that had the focus in a part of the window, else the one at which it is entered.
    pub fn way_into(&self, region: Region) -> Option<Id> {
        let inside = || self.order.iter().filter(move |stop| stop.region == region);
        let visited = self.visited.get(&region);
        let entry = self.entry.or(self.entry_before).filter(|_| region == Region::Table);
        let known = inside()
            .find(|stop| Some(&stop.key) == visited)
            .or_else(|| inside().find(|stop| Some(stop.id) == entry));
        known.or_else(|| inside().next()).map(|stop| stop.id)
    }

    fn hold(&mut self, stop: TabStop) {
        (self.held, self.headed) = (Some(stop), None);
        self.visited.insert(stop.region, stop.key);
        self.order.clone_from(&self.stops);
        self.orders.entry(stop.layer).or_default().clone_from(&self.stops);
    }

    /// The widget that is still there, among those near one in an order: first those after it.
    fn neighbour(&self, of: TabStop, order: &[TabStop]) -> Option<TabStop> {
        let at = order.iter().position(|stop| stop.key == of.key)?;
        let (before, after) = order.split_at(at);
        let near = |stop: &&TabStop| stop.region == of.region && stop.layer == of.layer;
        // The same button elsewhere is no neighbour.
        let now = |was: &TabStop| {
            let is_same = |stop: &&TabStop| stop.key == was.key && stop.region == was.region;
            self.stops.iter().find(is_same).filter(|stop| stop.inherits).copied()
        };
        after.iter().filter(near).chain(before.iter().rev().filter(near)).find_map(now)
    }

    fn give_back(&mut self, returning: Returning) -> Option<Id> {
        let now = |stop: TabStop| self.stops.iter().find(|now| now.key == stop.key).copied();
        let is_over = returning.left == 0;
        // What was answered leaves the next question; what a page has done leaves its heading.
        let near = || {
            self.neighbour(returning.stop, self.orders.get(&returning.stop.layer)?)
                .filter(|stop| stop.region == Region::Questions)
        };
        let otherwise = || now(returning.otherwise?).or_else(near);
        if let Some(stop) = now(returning.stop).or_else(|| if is_over { otherwise() } else { None }) {
            self.returning = None;
            self.hold(stop);
            return Some(stop.id);
        }
        self.returning = returning.left.checked_sub(1).map(|left| Returning { left, ..returning });
        if self.returning.is_none() {
            self.held = None;
            self.landing = LANDING_PASSES;
        }
        None
    }

    /// Goes to the widget that the page names, or to its heading.
    fn land(&mut self, focused: Option<Id>) -> Option<Id> {
        self.landing -= 1;
        let named = self.named.filter(|id| self.stops.iter().any(|stop| stop.id == *id));
        let first = || {
            self.stops
                .iter()
                .find(|stop| stop.region == Region::Page)
                .or(self.stops.first())
                .map(|stop| stop.id)
        };
        let to =
            named.or(self.heading.map(|(id, _)| id)).or_else(|| (self.landing == 0).then(first).flatten())?;
        self.landing = 0;
        // A key that takes the focus away in the next pass already finds who had it.
        match self.stops.iter().find(|stop| stop.id == to).copied() {
            Some(stop) => self.hold(stop),
            None => (self.held, self.awaited, self.headed) = (None, Some(to), Some(to)),
        }
        (focused != Some(to)).then_some(to)
    }

    /// The widget that gets the focus of the held one: itself, where it is now; a neighbour; or the heading.
    fn heir(&mut self) -> Option<Id> {
        let held = self.held?;
        let now = self.stops.iter().find(|stop| stop.key == held.key).copied();
        if let Some(heir) = now.or_else(|| self.neighbour(held, &self.order)) {
            self.hold(heir);
            return Some(heir.id);
        }
        self.held = None;
        self.landing = LANDING_PASSES;
        self.land(None)
    }
}
