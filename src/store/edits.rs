//! Runs of changes to products that are in the shop: what each changes, on which values that is based, and
//! how far it is.

use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::{OptionalExtension, Row, Statement, params};
use serde::{Deserialize, Serialize};

use super::{Store, damaged, find_shop, invalid_id, shop};
use vitrine_core::edit::engine::RowUpdate;
use vitrine_core::edit::{
    ChangedVariant, EditCounts, EditRun, EditRunId, FieldChange, RowState, RunPurpose, StoredRow,
};
use vitrine_domain::{AccountKey, Field, FieldValue, Problem, ProductId};

/// A field by its name on the wire, with its new value, and the variant that gets it.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum NewValue {
    Own(String, FieldValue),
    OfVariant(String, FieldValue, ChangedVariant),
}

impl From<&FieldChange> for NewValue {
    fn from(change: &FieldChange) -> Self {
        let (field, new) = (change.field.name().to_owned(), change.new.clone());
        match change.variant.clone() {
            None => Self::Own(field, new),
            Some(variant) => Self::OfVariant(field, new, variant),
        }
    }
}

/// The rows that are not finished, in SQL.
const OPEN: &str = "('waiting', 'sent')";

/// The part of a row that an update replaces, as it is stored.
struct Progress {
    base: String,
    state: String,
    sent: bool,
    now: String,
    problem: Option<String>,
}

impl Store {
    /// Begins a run of the account.
    pub fn begin_edit_run(
        &self,
        account: &AccountKey,
        rows: &[StoredRow],
        purpose: impl Into<RunPurpose>,
        now: Timestamp,
    ) -> Result<EditRunId, Problem> {
        let RunPurpose { undoes, back_on } = purpose.into();
        let mut stored = Vec::new();
        for (position, row) in rows.iter().enumerate() {
            let fields: Vec<NewValue> = row.changes.iter().map(NewValue::from).collect();
            stored.push((row, self.json(&fields)?, self.progress(&RowUpdate::of(position, row))?));
        }
        self.write(|db| {
            let shop = shop(db, account)?;
            db.execute(
                "INSERT INTO edit_run (shop, started_at, undoes, back_on) VALUES (?1, ?2, ?3, ?4)",
                params![shop, now.as_second(), undoes.map(|run| run.0), back_on.map(|day| day.to_string())],
            )?;
            let run = EditRunId(u64::try_from(db.last_insert_rowid()).unwrap_or_default());
            let mut insert = db.prepare("INSERT INTO edit_row (run, position, product, name, fields, base, state, sent, now, problem) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?;
            for (position, (row, fields, progress)) in stored.into_iter().enumerate() {
                let Progress { base, state, sent, now, problem } = progress;
                insert.execute(params![run.0, position, row.product.as_str(), row.name, fields, base, state, sent, now, problem])?;
            }
            Ok(run)
        })
    }

    /// Replaces what has changed about rows of a run, in this order.
    pub fn update_edit_rows<'a>(
        &self,
        run: EditRunId,
        updates: impl IntoIterator<Item = &'a RowUpdate>,
    ) -> Result<(), Problem> {
        let updates = updates.into_iter().map(|update| Ok((update.row, self.progress(update)?)));
        let updates = updates.collect::<Result<Vec<_>, Problem>>()?;
        self.write(|db| {
            let sql = "UPDATE edit_row SET base = ?3, state = ?4, sent = ?5, now = ?6, problem = ?7 WHERE run = ?1 AND position = ?2";
            let mut replace = db.prepare(sql)?;
            updates.into_iter().try_for_each(|(position, Progress { base, state, sent, now, problem })| {
                replace.execute(params![run.0, position, base, state, sent, now, problem]).map(drop)
            })
        })
    }

    /// The rows of a run of the account, in their order; `None` if there is no such run.
    pub fn edit_rows(&self, account: &AccountKey, run: EditRunId) -> Result<Option<Vec<StoredRow>>, Problem> {
        let sql = "SELECT product, name, fields, base, state, now, problem, sent FROM edit_row WHERE run = ?1 ORDER BY position";
        self.read(|db| {
            let known = db
                .prepare("SELECT 1 FROM edit_run WHERE id = ?1 AND shop = ?2")?
                .exists(params![run.0, find_shop(db, account)?])?;
            if !known {
                return Ok(None);
            }
            db.prepare(sql)?.query_map([run.0], row)?.collect::<rusqlite::Result<_>>().map(Some)
        })
    }

    /// The run whose old values this one restores.
    pub fn undone_by(&self, run: EditRunId) -> Result<Option<EditRunId>, Problem> {
        let undoes = |row: &Row<'_>| row.get::<_, Option<u64>>(0);
        self.read(|db| db.query_row("SELECT undoes FROM edit_run WHERE id = ?1", [run.0], undoes).optional())
            .map(|undoes| undoes.flatten().map(EditRunId))
    }

    /// The account's runs, the latest first, at most `count`.
    pub fn edit_runs(&self, account: &AccountKey, count: usize) -> Result<Vec<EditRun>, Problem> {
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(Vec::new()) };
            let mut runs = db.prepare(
                "SELECT id, started_at, undoes, back_on FROM edit_run WHERE shop = ?1 ORDER BY id DESC LIMIT ?2",
            )?;
            let mut example = db.prepare(
                "SELECT product, name, fields, base, state, now, problem, sent FROM edit_row WHERE run = ?1 AND state = 'changed' ORDER BY position LIMIT 1",
            )?;
            let mut states =
                db.prepare("SELECT state, count(*) FROM edit_row WHERE run = ?1 GROUP BY state")?;
            runs.query_map(params![shop, count], |row| {
                Ok(EditRun {
                    id: EditRunId(row.get(0)?),
                    started_at: Timestamp::from_second(row.get(1)?).map_err(|error| damaged(1, error))?,
                    undoes: row.get::<_, Option<u64>>(2)?.map(EditRunId),
                    back_on: day(row, 3)?,
                    counts: counts(&mut states, row.get(0)?)?,
                    example: example
                        .query_row([row.get::<_, u64>(0)?], self::row)
                        .optional()?
                        .and_then(|row| Some((row.name, row.changes.into_iter().next()?))),
                })
            })?
            .collect()
        })
    }

    /// The account's unfinished run, if it has one: its earlier session ended before it did.
    pub fn unfinished_edit_run(&self, account: &AccountKey) -> Result<Option<EditRunId>, Problem> {
        let sql = format!(
            "SELECT id FROM edit_run WHERE shop = ?1
            AND EXISTS (SELECT 1 FROM edit_row WHERE run = edit_run.id AND state IN {OPEN}) ORDER BY id DESC LIMIT 1"
        );
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(None) };
            db.query_row(&sql, [shop], |row| row.get(0)).optional().map(|id| id.map(EditRunId))
        })
    }

    /// The last of the account's runs whose old values are to come back by this day, and have not. While a
    /// run is unfinished, none.
    pub fn due_edit_run(
        &self,
        account: &AccountKey,
        today: Date,
        before: Option<EditRunId>,
    ) -> Result<Option<EditRunId>, Problem> {
        if self.unfinished_edit_run(account)?.is_some() {
            return Ok(None);
        }
        let sql = "SELECT id FROM edit_run WHERE shop = ?1 AND back_on <= ?2 AND id < ?3
            AND NOT EXISTS (SELECT 1 FROM edit_run AS later WHERE later.undoes = edit_run.id)
            ORDER BY id DESC LIMIT 1";
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(None) };
            let before = before.map_or(i64::MAX, |run| run.0.cast_signed());
            let id = db.query_row(sql, params![shop, today.to_string(), before], |row| row.get(0));
            let id = id.optional()?;
            Ok(id.map(EditRunId))
        })
    }

    /// The old values of a run do not come back automatically any more: they are there.
    pub fn is_back(&self, run: EditRunId) -> Result<(), Problem> {
        self.write(|db| db.execute("UPDATE edit_run SET back_on = NULL WHERE id = ?1", [run.0]).map(drop))
    }

    /// How many products the account's runs have not changed yet, or leave to a decision.
    pub fn count_open_edits(&self, account: &AccountKey) -> Result<usize, Problem> {
        let sql = "SELECT count(*) FROM edit_row WHERE state IN ('waiting', 'sent', 'moved')
            AND run IN (SELECT id FROM edit_run WHERE shop = ?1)";
        self.read(|db| {
            find_shop(db, account)?.map_or(Ok(0), |shop| db.query_row(sql, [shop], |row| row.get(0)))
        })
    }

    /// Gives up what the account's runs have not sent yet.
    pub fn give_up_edits(&self, account: &AccountKey) -> Result<(), Problem> {
        let sql = "UPDATE edit_row SET state = 'cancelled' WHERE state IN ('waiting', 'moved')
            AND run IN (SELECT id FROM edit_run WHERE shop = ?1)";
        self.write(|db| match find_shop(db, account)? {
            Some(shop) => db.execute(sql, [shop]).map(drop),
            None => Ok(()),
        })
    }

    fn progress(&self, update: &RowUpdate) -> Result<Progress, Problem> {
        Ok(Progress {
            base: self.json(&update.bases)?,
            state: update.state.name().to_owned(),
            sent: update.sent,
            now: self.json(&update.now)?,
            problem: update.problem.as_ref().map(|problem| self.json(problem)).transpose()?,
        })
    }
}

fn counts(states: &mut Statement<'_>, run: u64) -> rusqlite::Result<EditCounts> {
    let mut counts = EditCounts::default();
    let mut rows = states.query([run])?;
    while let Some(row) = rows.next()? {
        counts.add(state(row, 0)?, row.get(1)?);
    }
    Ok(counts)
}

fn state(row: &Row<'_>, column: usize) -> rusqlite::Result<RowState> {
    let name = row.get_ref(column)?.as_str()?;
    RowState::from_name(name).ok_or_else(|| damaged(column, format!("state {name}")))
}

fn day(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Date>> {
    let text = row.get_ref(column)?.as_str_or_null()?;
    text.map(str::parse).transpose().map_err(|error: jiff::Error| damaged(column, error))
}

fn json<T: serde::de::DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|error| damaged(column, error))
}

fn row(row: &Row<'_>) -> rusqlite::Result<StoredRow> {
    let fields: Vec<NewValue> = json(row, 2)?;
    let bases: Vec<Option<FieldValue>> = json(row, 3)?;
    if bases.len() != fields.len() {
        return Err(damaged(3, "a base for each field"));
    }
    let change = |(new, base): (NewValue, Option<FieldValue>)| {
        let (name, new, variant) = match new {
            NewValue::Own(name, new) => (name, new, None),
            NewValue::OfVariant(name, new, variant) => (name, new, Some(variant)),
        };
        let field = Field::from_name(&name).ok_or_else(|| damaged(2, format!("field {name}")))?;
        Ok(FieldChange { field, variant, base: base.map(|base| base.of(field)), new: new.of(field) })
    };
    let changes: Vec<FieldChange> =
        fields.into_iter().zip(bases).map(change).collect::<rusqlite::Result<_>>()?;
    let now: Vec<Option<FieldValue>> = json(row, 5)?;
    let now_of_field = |(place, now): (usize, Option<FieldValue>)| match changes.get(place) {
        Some(change) => now.map(|now| now.of(change.field)),
        None => now,
    };
    Ok(StoredRow {
        product: ProductId::new(row.get_ref(0)?.as_str()?).ok_or_else(|| invalid_id(0))?,
        name: row.get(1)?,
        now: now.into_iter().enumerate().map(now_of_field).collect(),
        changes,
        state: state(row, 4)?,
        sent: row.get(7)?,
        problem: row
            .get::<_, Option<String>>(6)?
            .map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|error| damaged(6, error))?,
    })
}
