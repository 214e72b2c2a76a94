//! The app's icons: a few strokes on a grid of 24 × 24 units, drawn with the painter. So they are sharp at
//! any pixel density, take any colour, and are mirrored where they have a direction.

use egui::{
    Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, epaint::PathShape, pos2, vec2,
};

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Icon {
    Import,
    Create,
    Products,
    Webhooks,
    Settings,
    Refresh,
    Search,
    Close,
    Check,
    Alert,
    Info,
    Question,
    Clock,
    Upload,
    Pause,
    Play,
    Stop,
    Photo,
    Folder,
    Paste,
    Trash,
    /// Towards the start of a line.
    Back,
    /// Towards the end of a line.
    Forward,
    Up,
    Down,
    SignOut,
    Shop,
    Key,
    Eye,
    EyeOff,
    Star,
    File,
    Bell,
    Chart,
    Edit,
    Undo,
    Redo,
    TurnLeft,
    TurnRight,
    More,
    Phone,
}

/// One stroke of an icon.
enum Part {
    Line(&'static [(f32, f32)]),
    Closed(&'static [(f32, f32)]),
    Circle(f32, f32, f32),
    /// Centre, radius, start and end as fractions of a full turn (0 is right, 0.25 is down).
    Arc(f32, f32, f32, f32, f32),
    Dot(f32, f32),
    Filled(&'static [(f32, f32)]),
}

use Part::{Arc, Circle, Closed, Dot, Filled, Line};

impl Icon {
    /// All icons.
    pub const ALL: [Self; 41] = [
        Self::Import,
        Self::Create,
        Self::Products,
        Self::Webhooks,
        Self::Settings,
        Self::Refresh,
        Self::Search,
        Self::Close,
        Self::Check,
        Self::Alert,
        Self::Info,
        Self::Question,
        Self::Clock,
        Self::Upload,
        Self::Pause,
        Self::Play,
        Self::Stop,
        Self::Photo,
        Self::Folder,
        Self::Paste,
        Self::Trash,
        Self::Back,
        Self::Forward,
        Self::Up,
        Self::Down,
        Self::SignOut,
        Self::Shop,
        Self::Key,
        Self::Eye,
        Self::EyeOff,
        Self::Star,
        Self::File,
        Self::Bell,
        Self::Chart,
        Self::Edit,
        Self::Undo,
        Self::Redo,
        Self::TurnLeft,
        Self::TurnRight,
        Self::More,
        Self::Phone,
    ];

    #[allow(clippy::too_many_lines, reason = "a table of strokes, not a course of action")]
    const fn parts(self) -> &'static [Part] {
        match self {
            Self::Import => &[
                Line(&[(12.0, 3.5), (12.0, 14.0)]),
                Line(&[(7.5, 9.8), (12.0, 14.2), (16.5, 9.8)]),
                Line(&[(4.0, 14.0), (4.0, 20.0), (20.0, 20.0), (20.0, 14.0)]),
            ],
            Self::More => &[Dot(6.0, 12.0), Dot(12.0, 12.0), Dot(18.0, 12.0)],
            Self::Phone => &[
                Closed(&[(7.0, 3.0), (17.0, 3.0), (17.0, 21.0), (7.0, 21.0)]),
                Line(&[(10.5, 6.0), (13.5, 6.0)]),
                Dot(12.0, 17.8),
            ],
            Self::Create => &[
                Circle(12.0, 12.0, 8.5),
                Line(&[(12.0, 8.0), (12.0, 16.0)]),
                Line(&[(8.0, 12.0), (16.0, 12.0)]),
            ],
            Self::Products => &[
                Closed(&[(4.0, 4.0), (10.0, 4.0), (10.0, 10.0), (4.0, 10.0)]),
                Closed(&[(14.0, 4.0), (20.0, 4.0), (20.0, 10.0), (14.0, 10.0)]),
                Closed(&[(4.0, 14.0), (10.0, 14.0), (10.0, 20.0), (4.0, 20.0)]),
                Closed(&[(14.0, 14.0), (20.0, 14.0), (20.0, 20.0), (14.0, 20.0)]),
            ],
            Self::Webhooks => &[
                Arc(12.0, 18.5, 5.0, 0.58, 0.92),
                Arc(12.0, 18.5, 9.5, 0.6, 0.9),
                Arc(12.0, 18.5, 14.0, 0.615, 0.885),
                Dot(12.0, 18.5),
            ],
            Self::Settings => &[
                Line(&[(4.0, 7.0), (12.0, 7.0)]),
                Circle(14.5, 7.0, 2.5),
                Line(&[(17.0, 7.0), (20.0, 7.0)]),
                Line(&[(4.0, 17.0), (7.0, 17.0)]),
                Circle(9.5, 17.0, 2.5),
                Line(&[(12.0, 17.0), (20.0, 17.0)]),
            ],
            Self::Refresh => {
                &[Arc(12.0, 12.0, 7.5, 0.02, 0.82), Line(&[(17.6, 2.8), (16.0, 7.2), (11.6, 6.2)])]
            }
            Self::Search => &[Circle(10.5, 10.5, 6.0), Line(&[(15.0, 15.0), (20.0, 20.0)])],
            Self::Close => &[Line(&[(6.5, 6.5), (17.5, 17.5)]), Line(&[(17.5, 6.5), (6.5, 17.5)])],
            Self::Check => &[Line(&[(5.0, 12.5), (10.0, 17.5), (19.0, 7.0)])],
            Self::Alert => &[
                Closed(&[(12.0, 4.0), (21.0, 19.5), (3.0, 19.5)]),
                Line(&[(12.0, 10.0), (12.0, 14.0)]),
                Dot(12.0, 16.8),
            ],
            Self::Info => &[Circle(12.0, 12.0, 8.5), Line(&[(12.0, 11.0), (12.0, 16.2)]), Dot(12.0, 8.0)],
            Self::Question => &[
                Circle(12.0, 12.0, 8.5),
                Arc(12.0, 9.8, 2.6, 0.5, 1.12),
                Line(&[(13.7, 11.8), (12.0, 13.8)]),
                Dot(12.0, 16.5),
            ],
            Self::Clock => &[Circle(12.0, 12.0, 8.5), Line(&[(12.0, 7.0), (12.0, 12.0), (15.5, 14.0)])],
            Self::Upload => &[
                Line(&[(12.0, 15.0), (12.0, 4.5)]),
                Line(&[(7.5, 8.8), (12.0, 4.3), (16.5, 8.8)]),
                Line(&[(5.0, 19.5), (19.0, 19.5)]),
            ],
            Self::Pause => &[Line(&[(9.0, 6.0), (9.0, 18.0)]), Line(&[(15.0, 6.0), (15.0, 18.0)])],
            Self::Play => &[Closed(&[(8.0, 5.5), (18.5, 12.0), (8.0, 18.5)])],
            Self::Stop => &[Closed(&[(6.5, 6.5), (17.5, 6.5), (17.5, 17.5), (6.5, 17.5)])],
            Self::Photo => &[
                Closed(&[(3.5, 5.0), (20.5, 5.0), (20.5, 19.0), (3.5, 19.0)]),
                Circle(8.5, 9.5, 1.6),
                Line(&[(3.8, 17.2), (9.5, 12.8), (13.0, 15.6), (16.5, 11.5), (20.2, 15.0)]),
            ],
            Self::Folder => {
                &[Closed(&[(3.5, 6.0), (9.5, 6.0), (11.5, 8.5), (20.5, 8.5), (20.5, 19.0), (3.5, 19.0)])]
            }
            Self::Paste => &[
                Closed(&[(5.5, 5.5), (18.5, 5.5), (18.5, 20.5), (5.5, 20.5)]),
                Closed(&[(9.0, 3.5), (15.0, 3.5), (15.0, 7.5), (9.0, 7.5)]),
                Line(&[(9.0, 12.0), (15.0, 12.0)]),
                Line(&[(9.0, 16.0), (13.0, 16.0)]),
            ],
            Self::Trash => &[
                Line(&[(4.5, 7.0), (19.5, 7.0)]),
                Line(&[(9.5, 7.0), (9.5, 4.0), (14.5, 4.0), (14.5, 7.0)]),
                Line(&[(6.5, 7.0), (7.5, 20.0), (16.5, 20.0), (17.5, 7.0)]),
                Line(&[(10.3, 10.5), (10.3, 16.5)]),
                Line(&[(13.7, 10.5), (13.7, 16.5)]),
            ],
            Self::Back => &[Line(&[(14.5, 6.0), (8.5, 12.0), (14.5, 18.0)])],
            Self::Forward => &[Line(&[(9.5, 6.0), (15.5, 12.0), (9.5, 18.0)])],
            Self::Up => &[Line(&[(6.0, 14.5), (12.0, 8.5), (18.0, 14.5)])],
            Self::Down => &[Line(&[(6.0, 9.5), (12.0, 15.5), (18.0, 9.5)])],
            Self::SignOut => &[
                Line(&[(11.0, 4.5), (4.5, 4.5), (4.5, 19.5), (11.0, 19.5)]),
                Line(&[(9.5, 12.0), (20.0, 12.0)]),
                Line(&[(16.0, 7.8), (20.2, 12.0), (16.0, 16.2)]),
            ],
            Self::Shop => &[
                Line(&[(5.0, 11.0), (5.0, 20.0), (19.0, 20.0), (19.0, 11.0)]),
                Closed(&[(5.5, 4.0), (18.5, 4.0), (21.0, 9.5), (3.0, 9.5)]),
                Arc(6.0, 9.5, 3.0, 0.0, 0.5),
                Arc(12.0, 9.5, 3.0, 0.0, 0.5),
                Arc(18.0, 9.5, 3.0, 0.0, 0.5),
                Line(&[(10.0, 20.0), (10.0, 15.5), (14.0, 15.5), (14.0, 20.0)]),
            ],
            Self::Key => &[
                Circle(8.0, 15.5, 4.0),
                Line(&[(11.0, 12.5), (19.5, 4.0)]),
                Line(&[(16.0, 7.5), (19.0, 10.5)]),
            ],
            Self::Eye => &[
                Line(&[
                    (2.5, 12.0),
                    (6.5, 7.6),
                    (12.0, 6.0),
                    (17.5, 7.6),
                    (21.5, 12.0),
                    (17.5, 16.4),
                    (12.0, 18.0),
                    (6.5, 16.4),
                    (2.5, 12.0),
                ]),
                Circle(12.0, 12.0, 2.8),
            ],
            Self::EyeOff => &[
                Line(&[
                    (2.5, 12.0),
                    (6.5, 7.6),
                    (12.0, 6.0),
                    (17.5, 7.6),
                    (21.5, 12.0),
                    (17.5, 16.4),
                    (12.0, 18.0),
                    (6.5, 16.4),
                    (2.5, 12.0),
                ]),
                Line(&[(4.5, 4.5), (19.5, 19.5)]),
            ],
            Self::Star => &[Filled(&[
                (12.0, 3.5),
                (14.2, 9.1),
                (20.2, 9.4),
                (15.5, 13.1),
                (17.1, 18.9),
                (12.0, 15.6),
                (6.9, 18.9),
                (8.5, 13.1),
                (3.8, 9.4),
                (9.8, 9.1),
            ])],
            Self::Bell => &[
                Line(&[(4.5, 17.0), (19.5, 17.0)]),
                Line(&[(6.5, 17.0), (6.5, 11.0)]),
                Arc(12.0, 11.0, 5.5, 0.5, 1.0),
                Line(&[(17.5, 11.0), (17.5, 17.0)]),
                Line(&[(12.0, 3.2), (12.0, 5.5)]),
                Arc(12.0, 17.5, 2.6, 0.04, 0.46),
            ],
            Self::Chart => &[
                Line(&[(4.0, 4.0), (4.0, 20.0), (20.5, 20.0)]),
                Line(&[(8.5, 16.5), (8.5, 12.0)]),
                Line(&[(13.0, 16.5), (13.0, 6.0)]),
                Line(&[(17.5, 16.5), (17.5, 9.5)]),
            ],
            Self::Edit => &[
                Closed(&[(4.5, 19.5), (5.5, 15.0), (16.0, 4.5), (19.5, 8.0), (9.0, 18.5)]),
                Line(&[(13.6, 6.9), (17.1, 10.4)]),
            ],
            Self::Undo => &[
                Line(&[(8.5, 4.5), (4.5, 8.5), (8.5, 12.5)]),
                Line(&[(4.8, 8.5), (14.0, 8.5)]),
                Arc(14.0, 13.5, 5.0, 0.75, 1.25),
                Line(&[(14.0, 18.5), (9.0, 18.5)]),
            ],
            Self::Redo => &[
                Line(&[(15.5, 4.5), (19.5, 8.5), (15.5, 12.5)]),
                Line(&[(19.2, 8.5), (10.0, 8.5)]),
                Arc(10.0, 13.5, 5.0, 0.25, 0.75),
                Line(&[(10.0, 18.5), (15.0, 18.5)]),
            ],
            Self::TurnLeft => {
                &[Arc(12.0, 12.5, 7.5, -0.42, 0.42), Line(&[(4.6, 3.8), (5.2, 8.6), (10.0, 8.0)])]
            }
            Self::TurnRight => {
                &[Arc(12.0, 12.5, 7.5, 0.08, 0.92), Line(&[(19.4, 3.8), (18.8, 8.6), (14.0, 8.0)])]
            }
            Self::File => &[
                Closed(&[(6.0, 3.5), (14.0, 3.5), (18.5, 8.0), (18.5, 20.5), (6.0, 20.5)]),
                Line(&[(14.0, 3.5), (14.0, 8.0), (18.5, 8.0)]),
            ],
        }
    }

    /// Whether the icon points along the reading direction and is mirrored in right-to-left languages.
    /// Symbols of players are not: they stand for the direction of a tape.
    pub const fn has_direction(self) -> bool {
        matches!(self, Self::Back | Self::Forward | Self::SignOut | Self::Undo | Self::Redo)
    }

    /// Draws the icon in the middle of `rect`, as large as fits.
    pub fn paint(self, painter: &Painter, rect: Rect, colour: Color32, rtl: bool) {
        let side = rect.width().min(rect.height());
        let square = Rect::from_center_size(rect.center(), Vec2::splat(side));
        let mirror = rtl && self.has_direction();
        let unit = side / 24.0;
        let at = |(x, y): (f32, f32)| -> Pos2 {
            let x = if mirror { 24.0 - x } else { x };
            square.min + vec2(x, y) * unit
        };
        let stroke = Stroke::new((1.7 * unit).max(1.2), colour);
        for part in self.parts() {
            match *part {
                Line(points) => path(painter, points.iter().copied().map(at).collect(), false, stroke),
                Closed(points) => path(painter, points.iter().copied().map(at).collect(), true, stroke),
                Circle(x, y, radius) => {
                    painter.circle_stroke(at((x, y)), radius * unit, stroke);
                }
                Arc(x, y, radius, from, to) => {
                    path(painter, arc(x, y, radius, from, to).into_iter().map(at).collect(), false, stroke);
                }
                Dot(x, y) => {
                    painter.circle_filled(at((x, y)), 1.25 * unit, colour);
                }
                Filled(points) => {
                    star(painter, points.iter().copied().map(at).collect(), at((12.0, 12.0)), colour);
                }
            }
        }
    }

    /// Adds the icon to a row, `side` points wide. Screen readers ignore it.
    pub fn show(self, ui: &mut Ui, side: f32, colour: Color32) -> Response {
        let rtl = super::layout::is_rtl(ui);
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::empty());
        self.paint(ui.painter(), rect, colour, rtl);
        response
    }
}

/// Draws a path with round corners and ends.
fn path(painter: &Painter, points: Vec<Pos2>, closed: bool, stroke: Stroke) {
    for point in &points {
        painter.circle_filled(*point, stroke.width / 2.0, stroke.color);
    }
    painter.add(Shape::Path(PathShape { points, closed, fill: Color32::TRANSPARENT, stroke: stroke.into() }));
}

/// Draws a star as triangles, because egui fills convex polygons only.
fn star(painter: &Painter, points: Vec<Pos2>, middle: Pos2, colour: Color32) {
    for (i, &point) in points.iter().enumerate() {
        let next = points[(i + 1) % points.len()];
        painter.add(Shape::convex_polygon(vec![middle, point, next], colour, Stroke::NONE));
    }
}

fn arc(x: f32, y: f32, radius: f32, from: f32, to: f32) -> Vec<(f32, f32)> {
    const STEPS: usize = 16;
    (0..=STEPS)
        .map(|step| {
            let turn = from + (to - from) * step as f32 / STEPS as f32;
            let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
            let at = pos2(x + radius * cos, y + radius * sin);
            (at.x, at.y)
        })
        .collect()
}
