//! Every command, in the order of the overview and of the list of actions: one entry says all that the
//! program knows of it.

use eframe::egui::{Key, Modifiers};

use super::actions;
use super::spec::{CommandSpec, Section};
use vitrine_model::Screen;
use vitrine_widgets::icons::Icon;

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const COMMAND: Modifiers = Modifiers::COMMAND;
const COMMAND_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// Makes the enum of the commands, their list, and their descriptions from the entries.
macro_rules! commands {
    ($($(#[$doc:meta])* $command:ident => $spec:expr,)*) => {
        /// Something a person can do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum UiCommand {
            $($(#[$doc])* $command,)*
        }

        impl UiCommand {
            /// Every command. Of two whose keys differ in Shift, the one with it comes first, because the
            /// other recognises it, too.
            pub const ALL: [Self; [$(stringify!($command)),*].len()] = [$(Self::$command),*];

            /// All that is known of it.
            pub const fn spec(self) -> &'static CommandSpec {
                match self {
                    $(Self::$command => const { &$spec },)*
                }
            }
        }
    };
}

impl UiCommand {
    /// The command that goes to a screen.
    pub const fn go_to(screen: Screen) -> Self {
        match screen {
            Screen::Import => Self::GoToImport,
            Screen::Create => Self::GoToCreate,
            Screen::Products => Self::GoToProducts,
            Screen::Settings => Self::GoToSettings,
            Screen::Webhooks => Self::GoToWebhooks,
        }
    }
}

commands! {
    /// The help, with the overview of the keyboard shortcuts.
    Overview => CommandSpec {
        is_before_sign_in: true,
        label: Some("guide-title"),
        icon: Some(Icon::Question),
        ..CommandSpec::of_window(
            &[(NONE, Key::F1), (COMMAND_SHIFT, Key::Questionmark), (COMMAND_SHIFT, Key::Slash)],
            "shortcut-overview",
        )
    },
    /// The list of actions.
    Palette => CommandSpec {
        is_before_sign_in: true,
        label: Some("palette-open"),
        icon: Some(Icon::Search),
        ..CommandSpec::of_window(&[(COMMAND, Key::K)], "shortcut-palette")
    },
    GoToImport => CommandSpec::screen(&[(COMMAND, Key::Num1)], "nav-import", Icon::Import, Screen::Import),
    GoToCreate => CommandSpec::screen(&[(COMMAND, Key::Num2)], "nav-create", Icon::Create, Screen::Create),
    GoToProducts => CommandSpec::screen(&[(COMMAND, Key::Num3)], "nav-products", Icon::Products, Screen::Products),
    GoToSettings => CommandSpec::screen(&[(COMMAND, Key::Num4), (COMMAND, Key::Comma)], "nav-settings", Icon::Settings, Screen::Settings),
    GoToWebhooks => CommandSpec::screen(&[(COMMAND, Key::Num5)], "nav-webhooks", Icon::Webhooks, Screen::Webhooks),
    /// Creates the product of the form, and begins the next one.
    CreateNext => CommandSpec {
        label: Some("create-send-next"),
        ..CommandSpec::of_window(&[(COMMAND_SHIFT, Key::Enter)], "shortcut-create-next")
    },
    /// The main action of the screen: starts or creates.
    MainAction => CommandSpec::of_window(&[(COMMAND, Key::Enter)], "shortcut-main"),
    Find => CommandSpec::of_window(&[(COMMAND, Key::F)], "shortcut-find"),
    Refresh => CommandSpec {
        label: Some("refresh"),
        icon: Some(Icon::Refresh),
        ..CommandSpec::of_window(&[(NONE, Key::F5)], "shortcut-refresh")
    },
    PreviousRegion => CommandSpec {
        is_before_sign_in: true,
        ..CommandSpec::of_window(&[(SHIFT, Key::F6)], "shortcut-previous-region")
    },
    NextRegion => CommandSpec { is_before_sign_in: true, ..CommandSpec::of_window(&[(NONE, Key::F6)], "shortcut-next-region") },
    Zoom => CommandSpec::in_part(
        Section::Everywhere,
        &[(COMMAND, Key::Plus), (COMMAND, Key::Minus), (COMMAND, Key::Num0)],
        "shortcut-zoom",
    ),
    Scroll => CommandSpec::in_part(Section::Everywhere, &[(NONE, Key::PageDown), (NONE, Key::PageUp)], "shortcut-scroll"),
    /// Adds the photos or the picture that the clipboard has.
    PastePhotos => CommandSpec::in_part(Section::Everywhere, &[(COMMAND, Key::V)], "shortcut-paste"),
    Quit => CommandSpec::in_part(Section::Everywhere, &[(COMMAND, Key::Q)], "shortcut-quit"),
    ChooseFolder => CommandSpec {
        icon: Some(Icon::Folder),
        ..CommandSpec::action("import-choose-folder", actions::choose_folder)
    },
    ChoosePhotos => CommandSpec {
        icon: Some(Icon::Photo),
        ..CommandSpec::action("import-choose-photos", actions::choose_photos)
    },
    /// Adds the picture that the clipboard has.
    Paste => CommandSpec { icon: Some(Icon::Paste), ..CommandSpec::action("import-paste", actions::paste) },
    ShowNotifications => CommandSpec {
        icon: Some(Icon::Bell),
        ..CommandSpec::action("notifications-title", actions::show_notifications)
    },
    ReportProblem => CommandSpec { is_before_sign_in: true, ..CommandSpec::action("guide-report", actions::report_problem) },
    OpenDataFolder => CommandSpec {
        icon: Some(Icon::Folder),
        is_before_sign_in: true,
        ..CommandSpec::action("guide-data-folder", actions::open_data_folder)
    },
    ShowActivity => CommandSpec {
        label: Some("activity-title"),
        icon: Some(Icon::Clock),
        ..CommandSpec::action("palette-activity", actions::show_activity)
    },
    GoToRow => CommandSpec::in_part(Section::Tables, &[(NONE, Key::ArrowDown), (NONE, Key::ArrowUp)], "shortcut-row"),
    GoToCell => CommandSpec::in_part(Section::Tables, &[(NONE, Key::ArrowLeft), (NONE, Key::ArrowRight)], "shortcut-cell"),
    GoToEndsOfRow => CommandSpec::in_part(Section::Tables, &[(NONE, Key::Home), (NONE, Key::End)], "shortcut-row-ends"),
    GoToEnds => CommandSpec::in_part(Section::Tables, &[(COMMAND, Key::Home), (COMMAND, Key::End)], "shortcut-ends"),
    OpenDetails => CommandSpec {
        icon: Some(Icon::Info),
        ..CommandSpec::in_part(Section::Products, &[(NONE, Key::Enter)], "products-details")
    },
    ShowVariants => CommandSpec::in_part(Section::Products, &[(NONE, Key::ArrowRight), (NONE, Key::ArrowLeft)], "shortcut-variants"),
    SelectProduct => CommandSpec::in_part(Section::Products, &[(NONE, Key::Space)], "shortcut-select-product"),
    SelectProducts => CommandSpec::in_part(
        Section::Products,
        &[(SHIFT, Key::ArrowDown), (SHIFT, Key::ArrowUp)],
        "shortcut-select-range",
    ),
    SelectAllProducts => CommandSpec::in_part(Section::Products, &[(COMMAND, Key::A)], "shortcut-select-all"),
    CopyProducts => CommandSpec {
        icon: Some(Icon::Paste),
        ..CommandSpec::in_part(Section::Products, &[(COMMAND, Key::C)], "products-copy")
    },
    ChangeProducts => CommandSpec::button("edits-change", Icon::Edit),
    OpenProductPage => CommandSpec::button("products-page", Icon::Shop),
    CreateAlike => CommandSpec::button("products-like", Icon::Create),
    GoToCellBelow => CommandSpec::in_part(Section::Review, &[(NONE, Key::Enter)], "shortcut-cell-below"),
    EditCell => CommandSpec::in_part(Section::Review, &[(NONE, Key::F2)], "shortcut-cell-edit"),
    ExtendRange => CommandSpec::in_part(Section::Review, &[(SHIFT, Key::ArrowDown)], "shortcut-cell-range"),
    FillDown => CommandSpec::in_part(Section::Review, &[(COMMAND, Key::D)], "shortcut-fill-down"),
    MergeUp => CommandSpec::in_part(Section::Review, &[(COMMAND, Key::M)], "shortcut-merge-up"),
    SelectRow => CommandSpec::in_part(Section::Review, &[(SHIFT, Key::Space)], "shortcut-select-row"),
    SelectAll => CommandSpec::in_part(Section::Review, &[(COMMAND, Key::A)], "shortcut-select-all"),
    StartImport => CommandSpec::action("palette-start", actions::start_import),
    Undo => CommandSpec {
        icon: Some(Icon::Undo),
        keys: &[(COMMAND, Key::Z)],
        section: Some(Section::Everywhere),
        ..CommandSpec::action("undo", actions::undo)
    },
    Redo => CommandSpec {
        icon: Some(Icon::Redo),
        keys: &[(COMMAND_SHIFT, Key::Z), (COMMAND, Key::Y)],
        section: Some(Section::Everywhere),
        ..CommandSpec::action("redo", actions::redo)
    },
    /// Gives the review up.
    StartOver => CommandSpec { icon: Some(Icon::Trash), ..CommandSpec::action("import-clear", actions::start_over) },
    LeaveTable => CommandSpec::in_part(Section::Review, &[(NONE, Key::Escape)], "shortcut-leave-table"),
    PauseImport => CommandSpec { icon: Some(Icon::Pause), ..CommandSpec::action("import-pause", actions::pause_import) },
    ContinueImport => CommandSpec { icon: Some(Icon::Play), ..CommandSpec::action("import-continue", actions::continue_import) },
    NewImport => CommandSpec { icon: Some(Icon::Import), ..CommandSpec::action("import-new", actions::new_import) },
    ClearForm => CommandSpec::action("create-clear", actions::clear_form),
    LightColors => CommandSpec { is_before_sign_in: true, ..CommandSpec::action("palette-light", actions::light_colors) },
    DarkColors => CommandSpec { is_before_sign_in: true, ..CommandSpec::action("palette-dark", actions::dark_colors) },
    SystemColors => CommandSpec { is_before_sign_in: true, ..CommandSpec::action("palette-system-theme", actions::system_colors) },
    English => CommandSpec { is_before_sign_in: true, ..CommandSpec::action("palette-english", actions::english) },
    Persian => CommandSpec { is_before_sign_in: true, ..CommandSpec::action("palette-persian", actions::persian) },
    AddAccount => CommandSpec { icon: Some(Icon::Create), ..CommandSpec::action("account-add", actions::add_account) },
    OtherMarket => CommandSpec { icon: Some(Icon::Forward), ..CommandSpec::action("account-other-market", actions::other_market) },
    SignOut => CommandSpec { icon: Some(Icon::SignOut), ..CommandSpec::action("sign-out", actions::sign_out) },
    ChooseCategory => CommandSpec::in_part(Section::Categories, &[(NONE, Key::Enter)], "shortcut-choose-category"),
    PinCategory => CommandSpec::in_part(Section::Categories, &[(COMMAND, Key::D)], "shortcut-pin-category"),
    EditPhoto => CommandSpec {
        icon: Some(Icon::Edit),
        ..CommandSpec::in_part(Section::Photos, &[(NONE, Key::Enter), (NONE, Key::E)], "editor-menu")
    },
    MovePhoto => CommandSpec::in_part(Section::Photos, &[(ALT, Key::ArrowLeft), (ALT, Key::ArrowRight)], "shortcut-move-photo"),
    SelectPhoto => CommandSpec::in_part(Section::Photos, &[(NONE, Key::Space)], "shortcut-select-photo"),
    RemovePhoto => CommandSpec {
        icon: Some(Icon::Trash),
        ..CommandSpec::in_part(Section::Photos, &[(NONE, Key::Delete)], "strip-remove")
    },
    SplitProduct => CommandSpec::in_part(Section::Photos, &[(COMMAND_SHIFT, Key::M)], "shortcut-split-product"),
    MakeCover => CommandSpec::button("strip-make-cover", Icon::Star),
    MoveToProduct => CommandSpec::button("strip-move", Icon::Forward),
    SplitPhotos => CommandSpec::button("strip-split", Icon::Create),
    ReplacePhoto => CommandSpec::button("strip-replace", Icon::File),
    CheckPhotoAgain => CommandSpec::button("strip-check-again", Icon::Refresh),
    MergeWithAbove => CommandSpec::button("strip-merge-above", Icon::Up),
    MergeWithBelow => CommandSpec::button("strip-merge-below", Icon::Down),
    RotatePhoto => CommandSpec::in_part(Section::Editor, &[(NONE, Key::OpenBracket), (NONE, Key::CloseBracket)], "shortcut-rotate"),
    MoveFrame => CommandSpec::in_part(Section::Editor, &[(NONE, Key::ArrowLeft), (NONE, Key::ArrowRight)], "shortcut-move-frame"),
    ResizeFrame => CommandSpec::in_part(Section::Editor, &[(SHIFT, Key::ArrowLeft), (SHIFT, Key::ArrowRight)], "shortcut-resize-frame"),
}

#[cfg(test)]
mod tests {
    use super::super::spec::Run;
    use super::*;
    use crate::i18n::{Language, Messages};

    #[test]
    fn no_two_commands_have_the_same_keys_where_both_work() {
        for (index, one) in UiCommand::ALL.into_iter().enumerate() {
            for other in &UiCommand::ALL[index + 1..] {
                let (one, other) = (one.spec(), other.spec());
                let everywhere = [one.section, other.section].contains(&Some(Section::Everywhere));
                let both_work = one.section == other.section || everywhere;
                let shared = one.keys.iter().find(|combination| other.keys.contains(combination));
                assert!(!both_work || shared.is_none(), "{shared:?}: {} and {}", one.name, other.name);
            }
        }
    }

    #[test]
    fn each_command_has_a_name_in_every_language() {
        for language in Language::ALL {
            let words = Messages::new(language);
            let sections = Section::ALL.map(Section::title);
            let of_commands = UiCommand::ALL
                .into_iter()
                .map(UiCommand::spec)
                .flat_map(|spec| [Some(spec.name), spec.label]);
            for key in of_commands.flatten().chain(sections) {
                assert_ne!(words.text(key), key, "{language:?}");
            }
        }
    }

    #[test]
    fn the_overview_lists_what_has_keys_and_nothing_else() {
        for command in UiCommand::ALL {
            let spec = command.spec();
            assert_eq!(spec.section.is_some(), !spec.keys.is_empty(), "{command:?}");
        }
    }

    #[test]
    fn each_screen_has_the_command_that_goes_there() {
        for screen in Screen::ALL {
            assert!(matches!(UiCommand::go_to(screen).spec().run, Run::Go(to) if to == screen), "{screen:?}");
        }
    }
}
