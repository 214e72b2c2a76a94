//! The forms of the navigation.

use eframe::egui::{Margin, Vec2};

/// How the navigation is drawn. The room is measured in points, so that enlarging the window's contents
/// leaves less of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NavigationForm {
    /// Labels beside the icons.
    Wide,
    /// Labels under the icons.
    Narrow,
    /// Icons only. It scrolls if even they do not fit.
    Icons,
}

impl NavigationForm {
    /// The form that fits into the room.
    pub const fn of(room: Vec2) -> Self {
        match (room.x, room.y) {
            (_, ..460.0) | (..560.0, _) => Self::Icons,
            (..1200.0, _) => Self::Narrow,
            _ => Self::Wide,
        }
    }

    /// The width of the navigation, in points.
    pub const fn width(self) -> f32 {
        match self {
            Self::Wide => 216.0,
            Self::Narrow => 92.0,
            Self::Icons => 52.0,
        }
    }

    /// The height of an item, in points.
    pub const fn item_height(self) -> f32 {
        match self {
            Self::Wide => 40.0,
            Self::Narrow => 56.0,
            Self::Icons => 36.0,
        }
    }

    /// The space around its contents.
    pub const fn margin(self) -> Margin {
        match self {
            Self::Wide => Margin::symmetric(12, 14),
            Self::Narrow => Margin::symmetric(6, 14),
            Self::Icons => Margin::symmetric(6, 8),
        }
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::vec2;

    use super::*;

    #[test]
    fn the_navigation_follows_the_room_that_the_zoom_leaves() {
        let zoomed =
            |width: f32, height: f32, zoom: f32| NavigationForm::of(vec2(width / zoom, height / zoom));
        assert_eq!(zoomed(1280.0, 800.0, 1.0), NavigationForm::Wide);
        assert_eq!(zoomed(760.0, 500.0, 1.0), NavigationForm::Narrow);
        assert_eq!(zoomed(720.0, 480.0, 1.0), NavigationForm::Narrow, "the smallest window");
        assert_eq!(zoomed(760.0, 500.0, 1.5), NavigationForm::Icons);
        assert_eq!(
            zoomed(1280.0, 800.0, 2.0),
            NavigationForm::Icons,
            "there is no room for the account below"
        );
        assert_eq!(zoomed(1600.0, 1200.0, 2.0), NavigationForm::Narrow);
    }
}
