//! Choosing the sheets of the review and what their columns are used for.

use std::path::PathBuf;

use super::history::Step;
use super::review_sheet::{ReviewSheet, SheetAction};
use super::{FollowUp, Review};
use crate::messages::{Settings, SheetRequest, SheetSource};
use vitrine_core::import::sheet::{ColumnMapping, SheetOverview};

impl Review {
    /// The sheets of the review.
    pub const fn sheet(&self) -> &ReviewSheet {
        &self.sheet
    }

    /// Another sheet is dropped, with these paths, which can be taken out again.
    pub(in crate::import) fn record_dropped(&mut self, paths: Vec<PathBuf>) {
        let before = Step::Dropped { out: paths, back: Vec::new(), choice: self.sheet.choice.clone() };
        self.history.record(before, None);
    }

    /// Performs an action. Returns what follows, and the settings if they change.
    pub(in crate::import) fn act_on_sheet(
        &mut self,
        action: SheetAction,
        settings: &Settings,
    ) -> (FollowUp, Option<Settings>) {
        let source = |source| SheetRequest { source, ..self.sheet.choice.clone() };
        match action {
            SheetAction::Use(path) => (self.choose_sheet(source(SheetSource::File(path))), None),
            SheetAction::UseNone => (self.choose_sheet(source(SheetSource::None)), None),
            SheetAction::SetColumns(mapping) => self.choose_columns(mapping, settings),
            SheetAction::ForgetColumns(sheet) => {
                let Some(overview) = self.sheet.overviews.get(sheet) else { return Default::default() };
                let headings = overview.mapping().headings;
                let mut choice = self.sheet.choice.clone();
                choice.columns.retain(|known| known.headings != headings);
                self.set_columns(choice, headings, None, settings)
            }
            SheetAction::SetPriceUnit(sheet, unit) => {
                let Some(overview) = self.sheet.overviews.get(sheet) else { return Default::default() };
                let mapping = ColumnMapping { price_unit: Some(unit), ..overview.mapping() };
                self.choose_columns(mapping, settings)
            }
            SheetAction::Prefer(sheet, precedence) => self.choose_for(sheet, |choice, overview| {
                choice.precedence.retain(|(path, _)| *path != overview.path);
                choice.precedence.push((overview.path.clone(), precedence));
            }),
            SheetAction::KeepRows(sheet, kind) => {
                self.choose_for(sheet, |choice, overview| choice.kept.push((overview.path.clone(), kind)))
            }
            SheetAction::LeaveOutRows(sheet) => self
                .choose_for(sheet, |choice, overview| choice.kept.retain(|(path, _)| *path != overview.path)),
            SheetAction::LeaveOut(sheet) => self.choose_for(sheet, |choice, overview| {
                choice.left_out.extend(overview.worksheet.clone().map(|name| (overview.path.clone(), name)));
            }),
            SheetAction::ReadAll(sheet) => self.choose_for(sheet, |choice, overview| {
                choice.left_out.retain(|(path, _)| *path != overview.path);
            }),
            SheetAction::CloseQuestion => {
                self.sheet.asks = false;
                Default::default()
            }
        }
    }

    /// Chooses the sheets or how they are used, and plans again.
    fn choose_sheet(&mut self, choice: SheetRequest) -> FollowUp {
        let before = self.sheet.replace_choice(choice);
        self.history.record(Step::Sheet(before), None);
        FollowUp::PLAN
    }

    /// Chooses how the sheet at this place is used, and plans again.
    fn choose_for(
        &mut self,
        sheet: usize,
        change: impl FnOnce(&mut SheetRequest, &SheetOverview),
    ) -> (FollowUp, Option<Settings>) {
        let Some(overview) = self.sheet.overviews.get(sheet) else { return Default::default() };
        let mut choice = self.sheet.choice.clone();
        change(&mut choice, overview);
        (self.choose_sheet(choice), None)
    }

    fn choose_columns(
        &mut self,
        mapping: ColumnMapping,
        settings: &Settings,
    ) -> (FollowUp, Option<Settings>) {
        let mut choice = self.sheet.choice.clone();
        choice.columns.retain(|known| known.headings != mapping.headings);
        choice.columns.push(mapping.clone());
        // What is undone is the columns as they were.
        if self.sheet.choice.columns.iter().all(|known| known.headings != mapping.headings) {
            let shown = self
                .sheet
                .overviews
                .iter()
                .map(SheetOverview::mapping)
                .find(|shown| shown.headings == mapping.headings);
            self.sheet.choice.columns.extend(shown);
        }
        self.set_columns(choice, mapping.headings.clone(), Some(mapping), settings)
    }

    /// Chooses what the columns below some headings are used for, in the review and from now on.
    fn set_columns(
        &mut self,
        choice: SheetRequest,
        headings: Vec<String>,
        mapping: Option<ColumnMapping>,
        settings: &Settings,
    ) -> (FollowUp, Option<Settings>) {
        let remembered = settings.sheets.iter().find(|known| known.headings == headings).cloned();
        let choice = self.sheet.replace_choice(choice);
        self.sheet.to_remember.push((headings.clone(), mapping.clone()));
        self.history.record(Step::Columns { choice, headings, remembered, now: mapping }, None);
        self.sheet.with_remembered(FollowUp::PLAN, settings)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::import::tests::{act, planned};
    use crate::import::{Import, ImportAction, ReviewAction, Unpriced};
    use crate::messages::{Command, ImportCommand};
    use vitrine_core::import::PlannedDraft;
    use vitrine_core::import::bulk::{BulkChange, BulkOperation, BulkResult};
    use vitrine_core::import::sheet::{CellConflict, ColumnUse, Precedence, RowKind, SheetColumn};
    use vitrine_domain::{CreateRules, Draft, Field, FieldError, Price, PriceUnit, PriceUnits};

    const START: ImportAction = ImportAction::Start { again: false, unpriced: Unpriced::Create };

    fn request(commands: &[Command]) -> &SheetRequest {
        let request = |command: &'_ Command| matches!(command, Command::Import(ImportCommand::Plan { .. }));
        match commands.iter().find(|command| request(command)) {
            Some(Command::Import(ImportCommand::Plan { sheet, .. })) => sheet,
            _ => panic!("{commands:?}"),
        }
    }

    fn overview(named_unit: Option<PriceUnit>, price_unit: Option<PriceUnit>) -> Vec<SheetOverview> {
        let column = |index, heading: &str, field| SheetColumn {
            index,
            heading: heading.to_owned(),
            examples: Vec::new(),
            used_for: Some(ColumnUse::Field(field)),
        };
        let columns = vec![column(0, "نام", Field::Name), column(1, "قیمت", Field::PrimaryPrice)];
        vec![SheetOverview {
            path: PathBuf::from("/p/prices.csv"),
            columns,
            named_unit,
            price_unit,
            ..SheetOverview::default()
        }]
    }

    fn reviewed(named_unit: Option<PriceUnit>) -> Import {
        let mut import = Import::default();
        import.set_shop_units(Some(PriceUnits::alike(PriceUnit::Rial)));
        import.dropped(vec![PathBuf::from("/p")]);
        import.sheets_planned(overview(named_unit, None), Vec::new());
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::PrimaryPrice, "100".to_owned())));
        import
    }

    #[test]
    fn a_sheet_in_a_dropped_folder_is_used_until_it_is_declined() {
        let mut import = Import::default();
        assert_eq!(request(&import.dropped(vec![PathBuf::from("/p")])).source, SheetSource::Folder);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        let declined = act(&mut import, ImportAction::Review(ReviewAction::Sheet(SheetAction::UseNone)));
        assert_eq!(request(&declined).source, SheetSource::None);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert_eq!(request(&act(&mut import, ImportAction::Undo)).source, SheetSource::Folder);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        let other = act(
            &mut import,
            ImportAction::Review(ReviewAction::Sheet(SheetAction::Use(PathBuf::from("/p/b.csv")))),
        );
        assert_eq!(request(&other).source, SheetSource::File(PathBuf::from("/p/b.csv")));
        let further = import.dropped(vec![PathBuf::from("/c.csv")]);
        let (source, dropped) = (SheetSource::File(PathBuf::from("/p/b.csv")), [PathBuf::from("/c.csv")]);
        assert_eq!(
            (&request(&further).source, request(&further).dropped.as_slice()),
            (&source, dropped.as_slice()),
            "both"
        );
    }

    #[test]
    fn a_price_in_another_unit_than_the_shop_is_asked_about_before_anything_starts() {
        let mut import = reviewed(Some(PriceUnit::Toman));
        assert!(act(&mut import, START).is_empty());
        assert_eq!(import.review.sheet().unit_question(), Some((0, PriceUnit::Toman, PriceUnit::Rial)));
        let answered = act(
            &mut import,
            ImportAction::Review(ReviewAction::Sheet(SheetAction::SetPriceUnit(0, PriceUnit::Toman))),
        );
        let columns = request(&answered).columns[0].clone();
        assert_eq!(
            (columns.price_unit, columns.columns),
            (Some(PriceUnit::Toman), ["name", "primary_price"].map(str::to_owned).to_vec())
        );
        import.sheets_planned(overview(Some(PriceUnit::Toman), Some(PriceUnit::Toman)), Vec::new());
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert_eq!(import.review.sheet().unit_question(), None);
        assert!(!act(&mut import, START).is_empty(), "answered");
    }

    #[test]
    fn prices_of_an_unknown_unit_are_not_raised_until_it_is_said() {
        let mut import = reviewed(Some(PriceUnit::Toman));
        let priced = |name, price| PlannedDraft {
            draft: Draft { primary_price: Some(Price::on_wire(price)), ..planned(name).draft },
            ..planned(name)
        };
        let read = |import: &mut Import, price| {
            import.planned(vec![planned("Rug"), priced("Bowl", price)], Vec::new(), 0, Vec::new());
        };
        read(&mut import, 15_000);
        let raise = BulkChange {
            operation: BulkOperation::IncreasePercent,
            operand: "10".to_owned(),
            rounding: String::new(),
        };
        let raised = |import: &Import| import.review.preview(&[0, 1], Field::PrimaryPrice, &raise).unwrap();
        let typed = (0, BulkResult::Changed("110".to_owned()));
        assert_eq!(
            raised(&import),
            [typed.clone(), (1, BulkResult::Invalid(FieldError::UnitUnknown))],
            "what a person typed has the unit of the shop"
        );
        answer(&mut import);
        import.sheets_planned(overview(Some(PriceUnit::Toman), Some(PriceUnit::Toman)), Vec::new());
        read(&mut import, 150_000);
        assert_eq!(raised(&import), [typed, (1, BulkResult::Changed("165000".to_owned()))]);
    }

    fn answer(import: &mut Import) {
        let answer = SheetAction::SetPriceUnit(0, PriceUnit::Toman);
        act(import, ImportAction::Review(ReviewAction::Sheet(answer)));
    }

    #[test]
    fn a_second_list_of_one_review_says_that_its_answers_are_those_of_the_first() {
        let mut import = reviewed(Some(PriceUnit::Toman));
        answer(&mut import);
        let chosen = |path: &str| SheetOverview {
            path: PathBuf::from(path),
            is_chosen: true,
            ..overview(Some(PriceUnit::Toman), Some(PriceUnit::Toman)).remove(0)
        };
        let mut earlier = |paths: &[&str]| {
            import.sheets_planned(paths.iter().map(|path| chosen(path)).collect(), Vec::new());
            let sheet = import.review.sheet();
            sheet.overviews().iter().map(|overview| sheet.uses_earlier_choice(overview)).collect::<Vec<_>>()
        };
        assert_eq!(earlier(&["/p/prices.csv"]), [false], "it was chosen for this one");
        assert_eq!(earlier(&["/p/prices.csv", "/second.csv"]), [false, true]);
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
        let before = import.review.sheet().overviews()[0].mapping();
        let chosen = ColumnMapping { columns: vec!["name".to_owned(), String::new()], ..before.clone() };
        let action = ImportAction::Review(ReviewAction::Sheet(SheetAction::SetColumns(chosen.clone())));
        let (commands, settings) = import.act(action, &CreateRules::default(), &Settings::default());
        let settings = settings.unwrap();
        assert_eq!(
            (&request(&commands).columns, &settings.sheets),
            (&vec![chosen.clone()], &vec![chosen.clone()])
        );
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        let (commands, undone) = import.act(ImportAction::Undo, &CreateRules::default(), &settings);
        let undone = undone.unwrap();
        assert_eq!(
            (&request(&commands).columns, &undone.sheets),
            (&vec![before], &vec![]),
            "nor does it come back with the next sheet"
        );
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        let (_, again) = import.act(ImportAction::Redo, &CreateRules::default(), &undone);
        assert_eq!(again.unwrap().sheets, [chosen]);
    }

    #[test]
    fn the_sheet_is_read_again_when_the_unit_of_the_shop_becomes_known() {
        let mut import = reviewed(None);
        assert!(import.set_shop_units(Some(PriceUnits::alike(PriceUnit::Rial))).is_empty());
        assert_eq!(
            request(&import.set_shop_units(Some(PriceUnits::alike(PriceUnit::Toman)))).shop_units,
            Some(PriceUnits::alike(PriceUnit::Toman))
        );
    }

    #[test]
    fn a_choice_for_other_sheets_with_the_same_headings_is_told_and_can_be_forgotten() {
        let mut import = reviewed(None);
        let remembered = import.review.sheet().overviews()[0].mapping();
        let settings = Settings { sheets: vec![remembered], ..Settings::default() };
        import.sheets_planned(
            overview(None, None)
                .into_iter()
                .map(|sheet| SheetOverview { is_chosen: true, ..sheet })
                .collect(),
            Vec::new(),
        );
        assert!(import.review.sheet().uses_earlier_choice(&import.review.sheet().overviews()[0]));
        let (_, changed) = import.act(
            ImportAction::Review(ReviewAction::Sheet(SheetAction::ForgetColumns(0))),
            &CreateRules::default(),
            &settings,
        );
        assert_eq!(changed.unwrap().sheets, []);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        let (_, undone) = import.act(ImportAction::Undo, &CreateRules::default(), &Settings::default());
        assert_eq!(undone.unwrap().sheets, settings.sheets);
    }

    #[test]
    fn a_second_sheet_is_used_beside_the_first_and_undo_brings_back_what_was() {
        let mut import = Import::default();
        import.dropped(["/photos", "/a.csv"].map(PathBuf::from).to_vec());
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        let second = import.dropped(vec![PathBuf::from("/b.csv")]);
        assert_eq!(request(&second).dropped, ["/a.csv", "/b.csv"].map(PathBuf::from));
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert_eq!(request(&act(&mut import, ImportAction::Undo)).dropped, [PathBuf::from("/a.csv")]);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert_eq!(
            request(&act(&mut import, ImportAction::Redo)).dropped,
            ["/a.csv", "/b.csv"].map(PathBuf::from)
        );
        act(&mut import, ImportAction::Clear);
        assert_eq!(
            import.review.sheet.request(import.review.dropped()).0.dropped,
            [PathBuf::from("/a.csv")],
            "given up while it was read"
        );
        assert!(!import.can_redo());
    }

    #[test]
    fn start_asks_once_whose_values_count_where_two_sheets_differ() {
        let mut import = reviewed(None);
        let conflict = CellConflict {
            name: "Rug".to_owned(),
            field: Field::Stock,
            earlier: "1".to_owned(),
            later: "2".to_owned(),
        };
        let both = |precedence| {
            let second = SheetOverview {
                path: PathBuf::from("/b.csv"),
                conflicts: vec![conflict.clone()],
                precedence,
                ..SheetOverview::default()
            };
            [overview(None, None), vec![second]].concat()
        };
        import.sheets_planned(both(None), Vec::new());
        assert!(act(&mut import, START).is_empty());
        assert_eq!(import.review.sheet().conflict_question(), Some(1));
        let answered = act(
            &mut import,
            ImportAction::Review(ReviewAction::Sheet(SheetAction::Prefer(1, Precedence::Later))),
        );
        assert_eq!(request(&answered).precedence, [(PathBuf::from("/b.csv"), Precedence::Later)]);
        import.sheets_planned(both(Some(Precedence::Later)), Vec::new());
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert!(!act(&mut import, START).is_empty(), "answered");
    }

    #[test]
    fn rows_that_were_left_out_can_be_products_and_left_out_again() {
        let mut import = reviewed(None);
        let path = PathBuf::from("/p/prices.csv");
        let kept = act(
            &mut import,
            ImportAction::Review(ReviewAction::Sheet(SheetAction::KeepRows(0, RowKind::Title))),
        );
        assert_eq!(request(&kept).kept, [(path, RowKind::Title)]);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert!(import.review.sheet().keeps_rows(&import.review.sheet().overviews()[0]));
        let again = act(&mut import, ImportAction::Review(ReviewAction::Sheet(SheetAction::LeaveOutRows(0))));
        assert_eq!(request(&again).kept, []);
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert_eq!(request(&act(&mut import, ImportAction::Undo)).kept.len(), 1);
    }

    #[test]
    fn start_waits_until_somebody_says_which_column_has_the_prices() {
        let mut import = reviewed(None);
        let mut asking = overview(None, None);
        let used = asking[0].columns.iter().find(|column| column.used_for.is_some()).unwrap().clone();
        let other =
            SheetColumn { index: used.index + 1, heading: "همکار".to_owned(), used_for: None, ..used };
        asking[0].understood.doubts.other_prices = vec![other.index];
        asking[0].columns.push(other);
        import.sheets_planned(asking.clone(), Vec::new());
        assert!(act(&mut import, START).is_empty());
        let sheet = import.review.sheet();
        assert_eq!(
            (sheet.column_question(), sheet.unit_question(), sheet.photo_question()),
            (Some(0), None, None)
        );
        asking[0].is_chosen = true;
        import.sheets_planned(asking, Vec::new());
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert!(!act(&mut import, START).is_empty(), "answered");
    }

    #[test]
    fn start_waits_until_somebody_says_whether_numbers_name_photos() {
        let mut import = reviewed(None);
        let mut asking = overview(None, None);
        asking[0].understood.doubts.may_name_photos = Some(1);
        import.sheets_planned(asking.clone(), Vec::new());
        assert!(act(&mut import, START).is_empty());
        assert_eq!(import.review.sheet().photo_question(), Some(0));
        let answer = import.review.sheet().overviews()[0].mapping();
        let answered = act(
            &mut import,
            ImportAction::Review(ReviewAction::Sheet(SheetAction::SetColumns(answer.clone()))),
        );
        assert_eq!(request(&answered).columns, [answer]);
        asking[0].understood.doubts.may_name_photos = None;
        import.sheets_planned(asking, Vec::new());
        import.planned(vec![planned("Rug")], Vec::new(), 0, Vec::new());
        assert!(!act(&mut import, START).is_empty(), "answered");
    }

    #[test]
    fn a_saved_review_keeps_the_choice() {
        let mut import = reviewed(None);
        act(&mut import, ImportAction::Review(ReviewAction::Sheet(SheetAction::UseNone)));
        let Some(Command::Import(ImportCommand::SaveReview(Some(saved)))) = import.save_command() else {
            panic!("nothing saved")
        };
        let mut later = Import::default();
        assert_eq!(request(&later.restore_saved(*saved)).source, SheetSource::None);
    }
}
