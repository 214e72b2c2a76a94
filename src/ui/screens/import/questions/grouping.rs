//! How the photos became products: the choice for all, the reasons of the automatic choice, and the question
//! about a folder for which it is unclear.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use eframe::egui::{Ui, vec2};

use crate::ui::screens::Cx;
use vitrine_core::import::Grouping;
use vitrine_core::import::plan::{FolderPlan, Reason};
use vitrine_model::{Action, Import, ImportAction, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{is_rtl, row_layout};
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{self as widgets, Button, Notice, check, named_segments};

/// The screen's own state.
#[derive(Default)]
pub struct GroupingView {
    /// Whether an answer is meant for all unclear folders.
    for_all: bool,
    summary: Summary,
}

/// Values derived from the folders of the plan. Computed again for every plan.
#[derive(Default)]
struct Summary {
    /// The number of the plan, and the revision of its products.
    made_for: Option<(u64, u64)>,
    /// The numbers of folders and of photos by reason.
    reasons: BTreeMap<Reason, (usize, usize)>,
    /// The unclear folders, by their places.
    unclear: Vec<usize>,
    /// The folders for which a person chose.
    chosen: Vec<PathBuf>,
    /// The photos of the folder that is asked about that were taken out meanwhile.
    taken_out: HashSet<PathBuf>,
}

impl Summary {
    fn new(import: &Import) -> Self {
        let mut summary = Self {
            made_for: Some((import.review.plan_number(), import.review.plan_revision())),
            ..Self::default()
        };
        let mut taken_out = import.review.taken_out();
        for (index, folder) in import.review.plan().folders.iter().enumerate() {
            let (folders, photos) = summary.reasons.entry(shown_reason(folder.reason)).or_default();
            *folders += 1;
            *photos += folder.photos;
            // One photo left, or none, is no question.
            let left = folder.photos.saturating_sub(taken_out.get(&folder.folder).map_or(0, HashSet::len));
            if folder.is_unclear && left > 1 {
                summary.unclear.push(index);
            }
            if folder.reason == Reason::Chosen {
                summary.chosen.push(folder.folder.clone());
            }
        }
        if let Some(asked) =
            summary.unclear.first().and_then(|&index| import.review.plan().folders.get(index))
        {
            summary.taken_out = taken_out.remove(&asked.folder).unwrap_or_default();
        }
        summary
    }
}

impl GroupingView {
    /// Whether a question is open.
    pub fn is_asking(&self) -> bool {
        !self.summary.unclear.is_empty()
    }
}

/// The ways to group all photos.
const GROUPINGS: [Grouping; 7] = [
    Grouping::Auto,
    Grouping::File,
    Grouping::Folder,
    Grouping::Name,
    Grouping::Time,
    Grouping::Likeness,
    Grouping::Cards,
];

/// The side of a thumbnail in the question, in points.
const THUMBNAIL: f32 = 44.0;

/// Takes the folders of the plan. Call it before the panel is drawn.
pub fn update(view: &mut GroupingView, import: &Import) {
    let made_for = view.summary.made_for;
    if made_for != Some((import.review.plan_number(), import.review.plan_revision())) {
        let for_all = view.for_all && made_for.is_some_and(|(plan, _)| plan == import.review.plan_number());
        *view = GroupingView { for_all, summary: Summary::new(import) };
    }
}

/// Draws the ways to group all photos, and why they were grouped as they are.
pub fn choices(ui: &mut Ui, view: &mut GroupingView, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let options: Vec<_> =
        GROUPINGS.into_iter().map(|grouping| (grouping, cx.words.grouping(grouping), None)).collect();
    if let Some(grouping) = named_segments(ui, &cx.t("import-grouping"), import.review.grouping(), &options) {
        cx.act(Action::Import(ImportAction::Review(ReviewAction::Grouping(grouping))));
    }
    let summary = &view.summary;
    reasons(ui, summary, cx);
    if !summary.chosen.is_empty()
        && ui.add(Button::quiet(cx.t("import-grouping-ask-again")).small()).clicked()
    {
        let chosen = summary.chosen.iter().map(|folder| (folder.clone(), None)).collect();
        cx.act(Action::Import(ImportAction::Review(ReviewAction::GroupFolders(chosen))));
    }
    card_switches(ui, cx);
    question_card(ui, view, cx);
}

/// A switch for each folder that its cards divide, or would.
fn card_switches(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut answer = None;
    for folder in cx.model.import.review.plan().folders.iter().filter(|folder| folder.cards > 0) {
        let name = folder.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let words = cx.format("import-cards-switch", crate::args!["count" => folder.cards, "folder" => name]);
        let is_divided = folder.reason == Reason::Cards;
        if check(ui, is_divided, words).clicked() {
            answer = Some((
                folder.folder.clone(),
                Some(if is_divided { Grouping::Likeness } else { Grouping::Cards }),
            ));
        }
    }
    if let Some(answer) = answer {
        cx.act(Action::Import(ImportAction::Review(ReviewAction::GroupFolders(vec![answer]))));
    }
}

/// Asks about the first unclear folder, if there is one.
pub fn question_card(ui: &mut Ui, view: &mut GroupingView, cx: &mut Cx<'_>) {
    if let Some(folder) =
        view.summary.unclear.first().and_then(|&index| cx.model.import.review.plan().folders.get(index))
    {
        question(ui, view, cx, folder);
    }
}

/// Why the photos were grouped as they were, or what the chosen grouping means.
fn reasons(ui: &mut Ui, summary: &Summary, cx: &Cx<'_>) {
    let said = match cx.model.import.review.grouping() {
        Grouping::Auto if !summary.reasons.is_empty() => {
            let reason = |(&reason, &(folders, photos)): (&Reason, &(usize, usize))| {
                cx.format(reason_key(reason), crate::args!["folders" => folders, "photos" => photos])
                    .into_owned()
            };
            summary.reasons.iter().map(reason).collect::<Vec<_>>().join("  ·  ")
        }
        grouping => cx.words.grouping_help(grouping).into_owned(),
    };
    ui.add(Text::new(said).small().color(theme::palette(ui).ink_soft).wrap());
}

/// An unclear folder is treated as any other until a person answers; the question says what is unclear.
const fn shown_reason(reason: Reason) -> Reason {
    match reason {
        Reason::DifferentNames | Reason::RepeatedNames | Reason::NamesSayNothing | Reason::ManyPhotos => {
            Reason::Folder
        }
        clear => clear,
    }
}

const fn reason_key(reason: Reason) -> &'static str {
    match reason {
        Reason::Folder => "import-grouped-folder",
        Reason::SameName => "import-grouped-same-name",
        Reason::BesideFolders => "import-grouped-beside-folders",
        Reason::DroppedDirectly => "import-grouped-dropped",
        Reason::Cards => "import-grouped-cards",
        Reason::Chosen => "import-grouped-chosen",
        Reason::DifferentNames => "import-unclear-different-names",
        Reason::RepeatedNames => "import-unclear-repeated-names",
        Reason::NamesSayNothing => "import-unclear-names-say-nothing",
        Reason::ManyPhotos => "import-unclear-many-photos",
    }
}

/// Asks how the photos of a folder are grouped, and shows them.
fn question(ui: &mut Ui, view: &mut GroupingView, cx: &mut Cx<'_>, folder: &FolderPlan) {
    let others = view.summary.unclear.len().saturating_sub(1);
    let p = theme::palette(ui);
    let in_folder = folder.grouping == Grouping::Folder;
    let title = if in_folder { "import-grouping-question" } else { "import-grouping-question-loose" };
    let photos = folder.photos.saturating_sub(view.summary.taken_out.len());
    let title = cx.format(title, crate::args!["count" => photos]).into_owned();
    let name = folder.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let why = match folder.reason {
        Reason::BesideFolders | Reason::DroppedDirectly => "import-unclear-loose",
        reason => reason_key(reason),
    };
    let why = cx
        .format("import-unclear-in", crate::args!["folder" => name, "reason" => cx.t(why).into_owned()])
        .into_owned();
    let mut answer = None;
    Notice::new(p.info, Icon::Question, title).stacked().show(ui, |ui| {
        ui.add(Text::new(why).small().color(p.ink).wrap());
        thumbnails(ui, cx, folder, &view.summary.taken_out);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
            for &(grouping, products) in &folder.choices {
                let words = cx.format(choice_key(grouping, products), crate::args!["count" => products]);
                let button = ui.add(Button::secondary(words).small());
                if button.clicked() {
                    answer = Some(grouping);
                }
                vitrine_text::tooltip(button, cx.words.grouping_help(grouping));
            }
            if cx.model.import.review.is_comparing_photos() {
                ui.add(Text::new(cx.t("import-comparing-photos")).small().color(p.ink_soft));
            }
        });
        if others > 0 {
            let for_all = check(
                ui,
                view.for_all,
                cx.format("import-grouping-for-all", crate::args!["count" => others]),
            );
            view.for_all ^= for_all.clicked();
        }
    });
    if let Some(grouping) = answer {
        let asked = if view.for_all {
            view.summary.unclear.as_slice()
        } else {
            view.summary.unclear.get(..1).unwrap_or_default()
        };
        let folders = asked.iter().filter_map(|&index| cx.model.import.review.plan().folders.get(index));
        let answers = folders.map(|folder| (folder.folder.clone(), Some(grouping))).collect();
        cx.act(Action::Import(ImportAction::Review(ReviewAction::GroupFolders(answers))));
    }
}

/// One row of the folder's photos, as many as there is room for, and the number of the others.
fn thumbnails(ui: &mut Ui, cx: &mut Cx<'_>, folder: &FolderPlan, taken_out: &HashSet<PathBuf>) {
    let rtl = is_rtl(ui);
    let sample: Vec<&PathBuf> = folder.sample.iter().filter(|photo| !taken_out.contains(*photo)).collect();
    let photos = folder.photos.saturating_sub(taken_out.len());
    ui.allocate_ui_with_layout(vec2(ui.available_width(), THUMBNAIL), row_layout(rtl), |ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let room = ((ui.available_width() - THUMBNAIL) / (THUMBNAIL + space::XS)).max(1.0) as usize;
        let shown = room.min(sample.len());
        for photo in sample.into_iter().take(shown) {
            let picture = cx.pictures.get(&cx.model.import.review.picture(photo));
            let name = photo.file_name().unwrap_or_default().to_string_lossy();
            let thumbnail = widgets::thumbnail(ui, &picture, THUMBNAIL, &name);
            vitrine_text::tooltip(thumbnail, name.into_owned());
        }
        if photos > shown {
            let more = format!("+{}", cx.words.integer((photos - shown) as i64));
            ui.add(Text::new(more).small().color(theme::palette(ui).ink_soft));
        }
    });
}

const fn choice_key(grouping: Grouping, products: usize) -> &'static str {
    match grouping {
        Grouping::Cards => "import-group-by-cards",
        _ if products == 1 => "import-group-as-one",
        Grouping::Name => "import-group-by-name",
        Grouping::Time => "import-group-by-time",
        Grouping::Likeness => "import-group-by-likeness",
        Grouping::File | Grouping::Folder | Grouping::Auto => "import-group-as-each",
    }
}
