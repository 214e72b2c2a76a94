//! Choosing the sheet of the review and what its columns are used for.

use std::path::{Path, PathBuf};

use super::history::Step;
use super::review_sheet::{ReviewSheet, SheetAction};
use super::{Import, Phase};
use crate::import::sheet::{ColumnMapping, PriceUnit, SheetOverview, is_sheet};
use crate::worker::{Command, ImportCommand, PlatformCommand, Settings, SheetRequest, SheetSource};

/// Choices of columns that are remembered.
const MAX_REMEMBERED: usize = 50;

impl Import {
    /// The sheet of the review.
    pub const fn sheet(&self) -> &ReviewSheet {
        &self.sheet
    }

    /// The sheet to plan with, and the dropped paths without it. Of several dropped sheets, the last one is used.
    pub(super) fn sheet_request(&self) -> (SheetRequest, Vec<PathBuf>) {
        let dropped = || self.dropped.iter().rfind(|path| is_sheet(path)).cloned();
        let source = match &self.sheet.choice.source {
            SheetSource::Folder => dropped().map_or(SheetSource::Folder, SheetSource::File),
            source => source.clone(),
        };
        let is_used = |path: &Path| matches!(&source, SheetSource::File(used) if used == path);
        let paths = self.dropped.iter().filter(|path| !is_used(path)).cloned().collect();
        (SheetRequest { source, ..self.sheet.choice.clone() }, paths)
    }

    /// Paths are dropped: a sheet among them is used, whatever was chosen before.
    pub(super) fn sheet_dropped(&mut self, paths: &[PathBuf]) {
        if paths.iter().any(|path| is_sheet(path)) {
            self.sheet.choice.source = SheetSource::Folder;
        }
    }

    /// Takes the sheet of the plan that follows.
    pub(in crate::ui::model) fn sheet_planned(&mut self, overview: Option<Box<SheetOverview>>, others: Vec<PathBuf>) {
        if matches!(self.phase, Phase::Planning | Phase::Review) {
            self.sheet.overview = overview;
            self.sheet.others = others;
            self.sheet.asks_unit &= self.sheet.open_unit_question().is_some();
        }
    }

    /// The marketplace's prices are in this unit. Prices of a sheet are read again when it changes.
    pub(in crate::ui::model) fn set_shop_unit(&mut self, unit: Option<PriceUnit>) -> Vec<Command> {
        let changed = self.sheet.choice.shop_unit != unit;
        self.sheet.choice.shop_unit = unit;
        let is_open = self.phase == Phase::Planning || (self.phase == Phase::Review && self.sheet.overview.is_some());
        if changed && is_open { self.plan() } else { Vec::new() }
    }

    /// Whether Start has to wait for the unit of the prices: then the question is open.
    pub(super) fn asks_price_unit(&mut self) -> bool {
        self.sheet.asks_unit = self.sheet.open_unit_question().is_some();
        self.sheet.asks_unit
    }

    /// Performs an action; returns the commands for the worker, and the settings if they change.
    pub(super) fn act_on_sheet(&mut self, action: SheetAction, settings: &Settings) -> (Vec<Command>, Option<Settings>) {
        let source = |source| SheetRequest { source, ..SheetRequest::default() };
        match action {
            SheetAction::Use(path) => (self.choose_sheet(source(SheetSource::File(path))), None),
            SheetAction::UseNone => (self.choose_sheet(source(SheetSource::None)), None),
            SheetAction::SetColumns(mapping) => self.choose_columns(mapping, settings),
            SheetAction::SetPriceUnit(unit) => {
                let Some(overview) = self.sheet.overview() else { return Default::default() };
                let mapping = ColumnMapping { price_unit: Some(unit), ..overview.mapping() };
                self.choose_columns(mapping, settings)
            }
            SheetAction::CloseQuestion => {
                self.sheet.asks_unit = false;
                Default::default()
            }
        }
    }

    /// Chooses the sheet or its columns, and plans again.
    pub(super) fn choose_sheet(&mut self, choice: SheetRequest) -> Vec<Command> {
        let step = self.replace_choice(choice);
        self.history.record(step, None);
        self.plan()
    }

    fn choose_columns(&mut self, mapping: ColumnMapping, settings: &Settings) -> (Vec<Command>, Option<Settings>) {
        // What is undone is the columns as they were, not what is remembered for them from now on.
        if self.sheet.choice.columns.is_none() {
            self.sheet.choice.columns = self.sheet.overview().map(SheetOverview::mapping);
        }
        let choice = SheetRequest { columns: Some(mapping.clone()), ..self.sheet.choice.clone() };
        let mut commands = self.choose_sheet(choice);
        let mut settings = settings.clone();
        settings.sheets.retain(|known| known.headings != mapping.headings);
        settings.sheets.insert(0, mapping);
        settings.sheets.truncate(MAX_REMEMBERED);
        commands.insert(0, Command::Platform(PlatformCommand::SaveSettings(Box::new(settings.clone()))));
        (commands, Some(settings))
    }

    /// Replaces the choice, for the marketplace of now. Returns what takes it back.
    pub(super) fn replace_choice(&mut self, choice: SheetRequest) -> Step {
        let shop_unit = self.sheet.choice.shop_unit;
        Step::Sheet(std::mem::replace(&mut self.sheet.choice, SheetRequest { shop_unit, ..choice }))
    }

    /// Clears the sheet. Returns it, to be brought back.
    pub(super) fn take_sheet(&mut self) -> ReviewSheet {
        let shop_unit = self.sheet.choice.shop_unit;
        let taken = std::mem::take(&mut self.sheet);
        self.sheet.choice.shop_unit = shop_unit;
        taken
    }

    /// The command that plans the dropped paths.
    pub(super) fn plan(&mut self) -> Vec<Command> {
        self.phase = Phase::Planning;
        self.reading = (0, 0);
        self.first_planned.clear();
        self.revision += 1;
        let (sheet, paths) = self.sheet_request();
        vec![Command::Import(ImportCommand::Plan { paths, grouping: self.grouping_choice(), sheet })]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{act, planned};
    use super::super::{ImportAction, Unpriced};
    use super::*;
    use crate::domain::{CreateRules, Field};
    use crate::import::sheet::{ColumnUse, SheetColumn};

    const START: ImportAction = ImportAction::Start { again: false, unpriced: Unpriced::Create };

    fn request(commands: &[Command]) -> &SheetRequest {
        let request = |command: &'_ Command| matches!(command, Command::Import(ImportCommand::Plan { .. }));
        match commands.iter().find(|command| request(command)) {
            Some(Command::Import(ImportCommand::Plan { sheet, .. })) => sheet,
            _ => panic!("{commands:?}"),
        }
    }

    fn overview(named_unit: Option<PriceUnit>, price_unit: Option<PriceUnit>) -> Option<Box<SheetOverview>> {
        let column = |index, heading: &str, field| SheetColumn {
            index,
            heading: heading.to_owned(),
            examples: Vec::new(),
            used_for: Some(ColumnUse::Field(field)),
        };
        let columns = vec![column(0, "نام", Field::Name), column(1, "قیمت", Field::PrimaryPrice)];
        Some(Box::new(SheetOverview { path: PathBuf::from("/p/prices.csv"), columns, named_unit, price_unit, ..SheetOverview::default() }))
    }

    fn reviewed(named_unit: Option<PriceUnit>) -> Import {
        let mut import = Import::default();
        import.set_shop_unit(Some(PriceUnit::Rial));
        import.dropped(vec![PathBuf::from("/p")]);
        import.sheet_planned(overview(named_unit, None), Vec::new());
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        act(&mut import, ImportAction::Type(0, Field::PrimaryPrice, "100".to_owned()));
        import
    }

    #[test]
    fn a_sheet_in_a_dropped_folder_is_used_until_it_is_declined() {
        let mut import = Import::default();
        assert_eq!(request(&import.dropped(vec![PathBuf::from("/p")])).source, SheetSource::Folder);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        let declined = act(&mut import, ImportAction::Sheet(SheetAction::UseNone));
        assert_eq!(request(&declined).source, SheetSource::None);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert_eq!(request(&act(&mut import, ImportAction::Undo)).source, SheetSource::Folder);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        let other = act(&mut import, ImportAction::Sheet(SheetAction::Use(PathBuf::from("/p/b.csv"))));
        assert_eq!(request(&other).source, SheetSource::File(PathBuf::from("/p/b.csv")));
        assert_eq!(request(&import.dropped(vec![PathBuf::from("/c.csv")])).source, SheetSource::File(PathBuf::from("/c.csv")));
    }

    #[test]
    fn a_price_in_another_unit_than_the_shop_is_asked_about_before_anything_starts() {
        let mut import = reviewed(Some(PriceUnit::Toman));
        assert!(act(&mut import, START).is_empty());
        assert_eq!(import.sheet().unit_question(), Some((PriceUnit::Toman, PriceUnit::Rial)));
        let answered = act(&mut import, ImportAction::Sheet(SheetAction::SetPriceUnit(PriceUnit::Toman)));
        let columns = request(&answered).columns.clone().unwrap();
        assert_eq!((columns.price_unit, columns.columns), (Some(PriceUnit::Toman), ["name", "primary_price"].map(str::to_owned).to_vec()));
        import.sheet_planned(overview(Some(PriceUnit::Toman), Some(PriceUnit::Toman)), Vec::new());
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert_eq!(import.sheet().unit_question(), None);
        assert!(!act(&mut import, START).is_empty(), "answered");
    }

    #[test]
    fn prices_in_the_unit_of_the_shop_are_no_question() {
        for unit in [None, Some(PriceUnit::Rial)] {
            assert!(!act(&mut reviewed(unit), START).is_empty(), "{unit:?}");
        }
    }

    #[test]
    fn a_choice_of_columns_is_remembered_and_can_be_undone() {
        let mut import = reviewed(None);
        let before = import.sheet().overview().unwrap().mapping();
        let chosen = ColumnMapping { columns: vec!["name".to_owned(), String::new()], ..before.clone() };
        let action = ImportAction::Sheet(SheetAction::SetColumns(chosen.clone()));
        let (commands, settings) = import.act(action, &CreateRules::default(), &Settings::default());
        assert_eq!((request(&commands).columns.as_ref(), settings.unwrap().sheets), (Some(&chosen), vec![chosen.clone()]));
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert_eq!(request(&act(&mut import, ImportAction::Undo)).columns, Some(before));
    }

    #[test]
    fn the_sheet_is_read_again_when_the_unit_of_the_shop_becomes_known() {
        let mut import = reviewed(None);
        assert!(import.set_shop_unit(Some(PriceUnit::Rial)).is_empty());
        assert_eq!(request(&import.set_shop_unit(Some(PriceUnit::Toman))).shop_unit, Some(PriceUnit::Toman));
    }

    #[test]
    fn a_saved_review_keeps_the_choice() {
        let mut import = reviewed(None);
        act(&mut import, ImportAction::Sheet(SheetAction::UseNone));
        let Some(Command::Import(ImportCommand::SaveReview(Some(saved)))) = import.save_command() else { panic!("nothing saved") };
        let mut later = Import::default();
        assert_eq!(request(&later.restore_saved(*saved)).source, SheetSource::None);
    }
}
