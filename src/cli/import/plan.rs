//! The plan of an import: its products, what became of its sheet, and the unit of the sheet's prices.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};

use super::super::args;
use super::super::printing::{print_json, print_json_lines, print_line};
use super::super::sheet::sheet_json;
use super::super::terminal::Terminal;
use super::in_shop::InShop;
use super::slips::Slips;
use super::values::Values;
use crate::args;
use crate::worker::{CategoryPreview, Command, Event, ImportCommand, ImportEvent, SheetRequest, SheetSource};
use vitrine_core::import::sheet::{
    CellConflict, ColumnMapping, Precedence, SheetOverview, SheetRow, name_different_units,
};
use vitrine_core::import::{Grouping, PlannedDraft};
use vitrine_domain::{Currency, Field, FieldError, Position, PriceUnit, Problem, ProblemKind};

/// Rows that a notice names.
const MAX_NAMED: usize = 10;

/// A planned import.
#[derive(Default)]
pub struct Plan {
    pub drafts: Vec<PlannedDraft>,
    pub problems: Vec<Problem>,
    /// The sheet that was merged into it.
    pub sheet: Option<Box<SheetOverview>>,
    /// The number of files and folders that are not used.
    ignored: usize,
    /// The fields outside the contract for which its columns are used.
    market_fields: Vec<Field>,
    /// Its further worksheets.
    worksheets: Vec<SheetOverview>,
    /// Sheets in the folders that are not used.
    other_sheets: Vec<PathBuf>,
}

impl Plan {
    /// Plans the paths and the sheet of the command line.
    ///
    /// # Errors
    /// `Cancelled` when the program is stopped.
    pub fn of(
        terminal: &Terminal,
        options: &args::Import,
        values: &Values,
        market_fields: Vec<Field>,
    ) -> Result<Self, Problem> {
        let source = options.sheet.clone().map_or(SheetSource::None, SheetSource::File);
        let request = SheetRequest { source, is_required: true, market_fields, ..SheetRequest::default() };
        let plan = Self::with_sheet(terminal, options, values, request.clone())?;
        if options.answers.point.is_none()
            && options.answers.weight_unit.is_none()
            && options.answers.prefer.is_none()
            && options.answers.column.is_empty()
        {
            return Ok(plan);
        }
        let columns = plan.overviews().filter_map(|overview| chosen_columns(overview, options)).collect();
        let is_unknown = |name: &str| {
            plan.sheet.is_some() && plan.overviews().all(|overview| overview.column_named(name).is_none())
        };
        if let Some((name, _)) = options.answers.column.iter().find(|(name, _)| is_unknown(name)) {
            return Err(Problem::new(ProblemKind::NoColumn).with_subject(name.as_str()));
        }
        Self::with_sheet(
            terminal,
            options,
            values,
            SheetRequest { columns, precedence: plan.precedence(options), ..request },
        )
    }

    fn with_sheet(
        terminal: &Terminal,
        options: &args::Import,
        values: &Values,
        sheet: SheetRequest,
    ) -> Result<Self, Problem> {
        let mut plan = Self { market_fields: sheet.market_fields.clone(), ..Self::default() };
        terminal.send(Command::Import(ImportCommand::Plan {
            paths: options.paths.clone(),
            grouping: Grouping::from(options.group).into(),
            sheet,
        }));
        loop {
            match terminal.next() {
                Event::Import(ImportEvent::SheetPlanned { sheets, others }) => {
                    let mut sheets = sheets.into_iter();
                    (plan.sheet, plan.other_sheets) = (sheets.next().map(Box::new), others);
                    plan.worksheets = sheets.collect();
                }
                Event::Import(ImportEvent::Planned { mut drafts, mut problems, ignored, .. }) => {
                    drafts.retain_mut(|planned| match values.fill(planned) {
                        Ok(()) => true,
                        Err(invalid) => {
                            problems.push(Problem::from(invalid).with_subject(planned.source_name.as_str()));
                            false
                        }
                    });
                    return Ok(Self { drafts, problems, ignored, ..plan });
                }
                Event::Stopped => return Err(Problem::new(ProblemKind::Cancelled)),
                _ => {}
            }
        }
    }

    /// A request for the same plan.
    fn request(&self) -> SheetRequest {
        let market_fields = self.market_fields.clone();
        SheetRequest { is_required: true, market_fields, ..SheetRequest::default() }
    }

    /// The plan with the prices of the column in the marketplace's unit, where a sheet has the same prices in
    /// two.
    ///
    /// # Errors
    /// `Cancelled` when the program is stopped.
    pub fn in_column_of_unit(
        self,
        terminal: &Terminal,
        options: &args::Import,
        values: &Values,
        currency: &Currency,
    ) -> Result<Self, Problem> {
        let has_both = |overview: &SheetOverview| {
            overview.understood.doubts.same_prices.as_ref().is_some_and(|same| same.differing.is_empty())
        };
        match (&options.sheet, currency.units()) {
            (Some(path), Some(units)) if self.overviews().any(has_both) => {
                let columns =
                    self.overviews().filter_map(|overview| chosen_columns(overview, options)).collect();
                let (source, shop_units) = (SheetSource::File(path.clone()), Some(units));
                let request = SheetRequest { source, columns, shop_units, ..self.request() };
                Self::with_sheet(
                    terminal,
                    options,
                    values,
                    SheetRequest { precedence: self.precedence(options), ..request },
                )
            }
            _ => Ok(self),
        }
    }

    /// The sheet and its further worksheets.
    pub fn overviews(&self) -> impl Iterator<Item = &SheetOverview> {
        self.sheet.iter().map(|sheet| &**sheet).chain(&self.worksheets)
    }

    /// Whose values count where worksheets differ, as `--prefer` says.
    fn precedence(&self, options: &args::Import) -> Vec<(PathBuf, Precedence)> {
        let of = |prefer: args::Prefer| {
            self.overviews().map(move |overview| (overview.path.clone(), prefer.into()))
        };
        options.answers.prefer.into_iter().flat_map(of).collect()
    }

    /// What keeps the sheet from being used before somebody answers: what its columns are, worksheets that
    /// say different things of one product, or the unit of the prices.
    pub fn question(&self, options: &args::Import, currency: &Currency) -> Option<Problem> {
        self.question_of_sheet().or_else(|| self.unit_question(options, currency))
    }

    /// The question about the sheet alone, whatever the marketplace is.
    pub fn question_of_sheet(&self) -> Option<Problem> {
        let of_columns = self.overviews().find(|overview| overview.has_column_question());
        let question = |overview: &SheetOverview| {
            Problem::new(ProblemKind::SheetColumns).with_subject(overview.path.display().to_string())
        };
        of_columns.map(question).or_else(|| self.conflict_question())
    }

    /// The question whose values count, if worksheets say different things of one product.
    fn conflict_question(&self) -> Option<Problem> {
        let overview = self.overviews().find(|overview| overview.has_open_conflicts())?;
        Some(Problem::new(ProblemKind::SheetConflict).with_subject(overview.path.display().to_string()))
    }

    /// The question in which unit the prices are, if the sheet names another one than the marketplace's, or
    /// two, and nobody said.
    fn unit_question(&self, options: &args::Import, currency: &Currency) -> Option<Problem> {
        let shop = currency.units().filter(|_| options.answers.price_unit.is_none())?;
        let overview = self.overviews().find(|overview| overview.open_unit_question(Some(shop)).is_some())?;
        Some(Problem::new(ProblemKind::PriceUnit).with_subject(overview.path.display().to_string()))
    }

    /// The plan with prices in the unit of the marketplace. `--price-unit` says in which unit the sheet's
    /// prices are, or an answer given in the window before.
    ///
    /// # Errors
    /// `PriceUnit` when the sheet names another unit than the marketplace's, and nobody said what its numbers
    /// are.
    pub fn in_shop_unit(
        self,
        terminal: &Terminal,
        options: &args::Import,
        values: &Values,
        currency: &Currency,
    ) -> Result<Self, Problem> {
        if let Some(question) = self.question(options, currency) {
            return Err(question);
        }
        let (Some(overview), Some(shop)) = (&self.sheet, currency.units()) else { return Ok(self) };
        let unit = options.answers.price_unit.map(Into::into).or(overview.price_unit);
        // The plan has them as they were remembered, if they were.
        let is_as_planned = |unit: PriceUnit| {
            self.overviews().all(|overview| {
                unit == overview.price_unit.unwrap_or(shop.wire)
                    && !overview.is_unit_disputed
                    && overview.named_unit.is_none_or(|named| named == unit)
            })
        };
        // One answer is not true of worksheets that name different units: each is in its own.
        let differ = name_different_units(self.overviews().map(|overview| overview.named_unit));
        if !shop.differ() && !differ && unit.is_none_or(is_as_planned) {
            return Ok(self);
        }
        let of = |overview: &SheetOverview| overview.named_unit.filter(|_| differ).or(unit);
        let columns = self
            .overviews()
            .map(|overview| ColumnMapping { price_unit: of(overview), ..overview.mapping() })
            .collect();
        let source = SheetSource::File(overview.path.clone());
        Self::with_sheet(
            terminal,
            options,
            values,
            SheetRequest {
                source,
                columns,
                precedence: self.precedence(options),
                shop_units: Some(shop),
                ..self.request()
            },
        )
    }

    /// Whether a unit is known for the sheet's prices, so that they can be sent only where the marketplace's
    /// is known.
    pub fn names_unit(&self, options: &args::Import) -> bool {
        let in_sheet = self.overviews().any(|overview| overview.named_unit.or(overview.price_unit).is_some());
        in_sheet || (self.sheet.is_some() && options.answers.price_unit.is_some())
    }

    /// Prints what became of the sheet: its columns, rows without photos, photos without a row; and what was
    /// not used.
    pub fn print_sheet(&self, terminal: &Terminal, json: bool) {
        let words = &terminal.messages;
        for overview in self.overviews() {
            if json {
                print_json(&sheet_json(overview));
            }
            for line in sheet_lines(terminal, overview) {
                terminal.print_notice(&line);
            }
        }
        if self.ignored > 0 {
            terminal.print_notice(&words.format("cli-ignored", args!["count" => self.ignored]));
        }
        for path in &self.other_sheets {
            terminal
                .print_notice(&words.format("cli-sheet-found", args!["path" => path.display().to_string()]));
        }
    }

    /// Prints each product as it would be created, with what is missing, and their number. `preview`: what is
    /// known of the marketplace.
    pub fn print_products(
        &self,
        terminal: &Terminal,
        preview: Option<&CategoryPreview>,
        of_files: &[Problem],
        in_shop: &InShop,
        json: bool,
    ) {
        let (rules, market_categories) =
            preview.map(|known| (known.rules.clone(), known.market_categories.clone())).unwrap_or_default();
        // Until somebody says the unit, a price is a number.
        let is_asked = |currency: &&Currency| {
            self.overviews().any(|overview| overview.open_unit_question(currency.units()).is_some())
        };
        let currency = preview.map(|known| &known.currency).filter(|currency| !is_asked(currency));
        let currency = currency.unwrap_or(&Currency::Unnamed);
        let bad_files: HashSet<&OsStr> =
            of_files.iter().filter_map(|problem| problem.subject.as_deref().map(OsStr::new)).collect();
        let slips = Slips::of(&self.drafts);
        let problems = |planned: &PlannedDraft| {
            planned
                .typed()
                .evaluate(planned.photos.len(), &rules, &market_categories)
                .without_attributes()
                .errors
        };
        let words = &terminal.messages;
        if json {
            let line = |(index, planned)| {
                let problem = |(field, error): (&Field, &FieldError)| {
                    let cell = cell_of(planned, *field);
                    json!({
                        "field": field.name(),
                        "cause": words.field_error(error),
                        "row": cell.and_then(row_of),
                        "cell": cell.and_then(Problem::cell_text),
                    })
                };
                let problems = problems(planned).iter().map(problem).collect();
                PlannedLine::of(planned, problems, slips.fields(index), (in_shop, index))
            };
            print_json_lines(self.drafts.iter().enumerate().map(line));
        }
        let (mut blocked, mut known) = (0, 0);
        for (index, planned) in self.drafts.iter().enumerate().filter(|_| !json) {
            let problems = problems(planned);
            let has_bad_file = planned.photos.iter().any(|photo| bad_files.contains(photo.as_os_str()));
            let is_in_shop = in_shop.has(index);
            known += usize::from(is_in_shop == Some(true));
            blocked += usize::from(is_in_shop != Some(true) && (has_bad_file || !problems.is_empty()));
            if is_in_shop == Some(true) {
                let line = args!["name" => planned.draft.name.as_str()];
                print_line(&words.format("cli-planned-in-shop", line));
                continue;
            }
            let price = planned.draft.primary_price;
            let line = args![
                "name" => planned.draft.name.as_str(),
                "count" => planned.photos.len(),
                "has-price" => if price.is_some() { "yes" } else { "no" },
                "price" => price.map(|price| words.money(price, currency)).unwrap_or_default(),
            ];
            print_line(&words.format("cli-planned", line));
            for (field, error) in &problems {
                let mut said = words.field_error(error);
                if let Some(cell) = cell_of(planned, *field).and_then(|cell| cell.diagnostic.as_ref()) {
                    said = format!("{said} {}", words.diagnostic(cell));
                }
                let line = args!["field" => words.field(*field), "problem" => said];
                print_line(&words.format("cli-planned-problem", line));
            }
        }
        slips.print(terminal, &self.drafts);
        if !json {
            let ready = self.drafts.len() - blocked - known;
            print_line(&words.format("cli-planned-total", args!["count" => ready]));
            if blocked > 0 {
                print_line(&words.format("cli-planned-blocked", args!["count" => blocked]));
            }
        }
        in_shop.print(terminal, &self.drafts);
    }
}

/// A product in JSON, with its names in the order of the alphabet, as in all other objects.
#[derive(Serialize)]
struct PlannedLine<'a> {
    event: &'static str,
    fields: Value,
    in_shop: Option<bool>,
    name: &'a str,
    other_fields: Vec<&'static str>,
    other_values: bool,
    photos: Vec<Cow<'a, str>>,
    problems: Vec<Value>,
    source: Cow<'a, str>,
    unusual: Vec<&'static str>,
}

impl<'a> PlannedLine<'a> {
    fn of(
        planned: &'a PlannedDraft,
        problems: Vec<Value>,
        unusual: Vec<&'static str>,
        (in_shop, index): (&InShop, usize),
    ) -> Self {
        let other_fields: Vec<&str> = in_shop.other_values(index).iter().map(|field| field.name()).collect();
        Self {
            event: "planned",
            fields: json!(planned.draft),
            in_shop: in_shop.has(index),
            name: &planned.draft.name,
            other_values: !other_fields.is_empty(),
            other_fields,
            photos: planned.photos.iter().map(|photo| photo.to_string_lossy()).collect(),
            problems,
            source: planned.source.to_string_lossy(),
            unusual,
        }
    }
}

/// What a product's sheet says in the cell of a field, where that cannot be used.
fn cell_of(planned: &PlannedDraft, field: Field) -> Option<&Problem> {
    planned.unusable.iter().find(|problem| problem.field.as_deref() == Some(field.name()))
}

/// The row of a problem in a sheet.
fn row_of(problem: &Problem) -> Option<usize> {
    match problem.diagnostic.as_ref()?.position? {
        Position::Row(row) => Some(row),
        Position::Line { .. } => None,
    }
}

/// The columns of a sheet as the options say, if they say something.
fn chosen_columns(overview: &SheetOverview, options: &args::Import) -> Option<ColumnMapping> {
    let answered = overview.answered(&options.answers.column);
    let is_chosen =
        answered.is_some() || options.answers.point.is_some() || options.answers.weight_unit.is_some();
    let mut mapping = answered.unwrap_or_else(|| overview.mapping());
    mapping.weight_unit = options.answers.weight_unit.map(Into::into).or(mapping.weight_unit);
    mapping.point = options.answers.point.map(Into::into).or(mapping.point);
    is_chosen.then_some(mapping)
}

fn sheet_lines(terminal: &Terminal, overview: &SheetOverview) -> Vec<String> {
    let words = &terminal.messages;
    let (used, unused) = overview.column_counts();
    let mut lines = vec![
        words
            .format(
                "cli-sheet",
                args!["path" => words.sheet_name(overview, &overview.path.display().to_string()), "rows" => overview.rows.len(), "used" => used, "unused" => unused],
            )
            .into_owned(),
    ];
    lines.extend(words.sheet_unused(overview));
    lines.extend(words.sheet_understood(overview));
    lines.extend(words.sheet_unread(overview));
    lines.extend(words.sheet_pictures(overview));
    // One more says that there are others.
    let bare: Vec<String> = overview
        .without_photos()
        .take(MAX_NAMED + 1)
        .map(|SheetRow { row, name, .. }| {
            words.format("sheet-row", args!["row" => *row, "name" => name.as_str()]).into_owned()
        })
        .collect();
    if overview.has_open_conflicts() {
        let conflict = |conflict: &CellConflict| words.sheet_conflict(conflict);
        let names: Vec<String> = overview.conflicts.iter().map(conflict).collect();
        lines.push(
            words
                .format(
                    "cli-sheet-conflicts",
                    args!["count" => names.len(), "names" => words.first_of(&names, MAX_NAMED)],
                )
                .into_owned(),
        );
    }
    for (key, count, names) in [
        ("cli-sheet-without-photos", overview.without_photos().count(), &bare),
        ("cli-sheet-without-row", overview.without_row.len(), &overview.without_row),
    ] {
        if count > 0 {
            let said = args!["count" => count, "names" => words.first_of(names, MAX_NAMED)];
            lines.push(words.format(key, said).into_owned());
        }
    }
    lines
}
