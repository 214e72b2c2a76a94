//! Makes a preview: reads what is wanted, finds the products, and compares it with the shop as it is now.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;

use super::reading::{ReadProducts, read_all, read_singly};
use super::skus::{self, WithName, WithSku};
use crate::store::{Store, StorePath};
use crate::worker::imports::read_worksheets;
use crate::worker::photos::Budget;
use crate::worker::photos::blocking;
use crate::worker::product_form::upload;
use crate::worker::session::AuthenticatedSession;
use crate::worker::sheet_reader::ReadSheet;
use vitrine_core::edit::follow::{
    Agreed, FOLLOWED, FollowRules, KnownOfList, ListStep, ListedKey, Pending, TakenBy, list_step,
};
use vitrine_core::edit::plan::{
    BulkRule, KnownOfChanges, Preview, RequestedChange, RequestedChanges, Shop, StatusNames, Target, preview,
    requested_changes, undo_preview,
};
use vitrine_core::edit::{EditRunId, StoredRow};
use vitrine_core::import::sheet::{self, ColumnMapping, SheetCells, SheetOverview, name_different_units};
use vitrine_domain::text::folded;
use vitrine_domain::{
    AccountKey, CreateRules, Field, FieldKey, FileId, PhotoEdit, PriceUnit, Problem, ProblemKind, ProductId,
    ProductOrVariant, ProductState,
};
use vitrine_media::Limits;
use vitrine_model::messages::{AlbumPhoto, PhotoSource, Wanted, WantedCells};

/// How many of the last runs a list may lag behind.
const RECENT_RUNS: usize = 20;

/// A request for a preview, kept until it was answered.
#[derive(Debug)]
pub struct PreviewRequest {
    pub number: u64,
    pub wanted: Wanted,
    pub status_names: Vec<(String, i64)>,
}

/// What a preview is made with.
pub struct PreviewSources {
    pub session: AuthenticatedSession,
    pub account: AccountKey,
    pub store: StorePath,
    /// A list may lag behind changes that this program made since then.
    pub recent: Timestamp,
    /// Earlier choices of the columns of sheets.
    pub remembered: Vec<ColumnMapping>,
    pub read_sheet: ReadSheet,
    /// For new photos: the limits known so far, and where pasted ones are kept.
    pub limits: Limits,
    pub budget: Budget,
    pub pasted_dir: PathBuf,
}

/// What a sheet or a selection wants, and of which fields.
#[derive(Default)]
struct Wishes {
    requested: Vec<RequestedChange>,
    fields: Vec<Field>,
    /// How the sheet was understood.
    sheet: Option<Box<SheetOverview>>,
}

/// Who is told how far a preview is.
pub struct PreviewWatch<'a> {
    /// How many products were read, of how many.
    pub on_read: &'a (dyn Fn(usize, usize) + Sync),
    /// Whether the marketplace does not answer, and is asked again.
    pub on_retry: &'a (dyn Fn(bool) + Sync),
    /// How the sheet was understood, if somebody has to say what its columns are.
    pub on_question: &'a (dyn Fn(Box<SheetOverview>) + Sync),
}

/// A preview.
pub struct Made {
    pub preview: Preview,
    /// What the list means that wants it.
    pub step: Option<Box<ListStep>>,
}

impl From<Preview> for Made {
    fn from(preview: Preview) -> Self {
        Self { preview, step: None }
    }
}

/// The rows of a list that is followed, and what is known of them.
pub struct ListRows {
    pub rows: Arc<RequestedChanges>,
    pub agreed: Agreed,
    pub pending: BTreeMap<ListedKey, Pending>,
    pub others: TakenBy,
    pub rules: FollowRules,
}

/// Makes the preview.
///
/// # Errors
/// What keeps it from being made.
pub async fn make(
    request: &PreviewRequest,
    sources: &PreviewSources,
    watch: &PreviewWatch<'_>,
) -> Result<Made, Problem> {
    let profile = sources.session.profile();
    if profile.edit.is_none() {
        return Err(Problem::new(ProblemKind::NoEditing));
    }
    if let Wanted::Undo(run) = request.wanted {
        return undo(run, sources, watch).await.map(Made::from);
    }
    let Wishes { mut requested, fields, sheet } = requested(&request.wanted, sources, watch).await?;
    if fields.is_empty() {
        return Err(Problem::new(ProblemKind::NoChanges));
    }
    let found = find_now(&requested, &fields, sources, watch).await?;
    let shop = found.shop();
    if matches!(request.wanted, Wanted::Cells(_)) {
        requested.iter_mut().for_each(|cells| cells.base_on_list(&shop));
    }
    let rules: CreateRules = profile.rules();
    let statuses = StatusNames::new(&rules, request.status_names.iter().cloned());
    let compared = preview(&requested, rules_of(&request.wanted), &shop, &rules, &statuses);
    Ok(Preview { sheet, ..compared }.into())
}

/// Makes the preview of a list that is followed.
///
/// # Errors
/// As [`make`].
pub async fn make_of_list(
    list: &ListRows,
    sources: &PreviewSources,
    watch: &PreviewWatch<'_>,
) -> Result<Made, Problem> {
    let RequestedChanges { requested, fields, sheet, .. } = list.rows.as_ref();
    let fields: Vec<Field> = fields.iter().copied().filter(|field| FOLLOWED.contains(field)).collect();
    if fields.is_empty() {
        return Err(Problem::new(ProblemKind::NoChanges));
    }
    let found = find_now(requested, &fields, sources, watch).await?;
    let (shop, rules) = (found.shop(), sources.session.profile().rules());
    let known =
        KnownOfList { agreed: &list.agreed, pending: &list.pending, others: &list.others, rules: list.rules };
    let step = list_step(requested.clone(), &shop, &known);
    let compared = preview(&step.requested, &[], &shop, &rules, &StatusNames::default());
    let preview = Preview { sheet: Some(Box::new(sheet.clone())), ..compared };
    Ok(Made { preview, step: Some(Box::new(step)) })
}

/// The products that are meant, as they are now, whatever a list lags behind.
async fn find_now(
    requested: &[RequestedChange],
    fields: &[Field],
    sources: &PreviewSources,
    watch: &PreviewWatch<'_>,
) -> Result<Found, Problem> {
    let mut found = find(requested, fields, sources, watch).await?;
    find_namesakes(&mut found, requested, fields, sources, watch).await?;
    let (store, account, recent) = (sources.store.clone(), sources.account.clone(), sources.recent);
    let changed = blocking(move || recently_changed(&store.connect()?, &account, recent)).await?;
    found.read_again(&changed, sources, watch).await;
    Ok(found)
}

/// The products that runs since this time have changed, or may have, each with its last change.
fn recently_changed(
    store: &Store,
    account: &AccountKey,
    since: Timestamp,
) -> Result<Vec<StoredRow>, Problem> {
    let mut last = HashMap::new();
    let runs = store.edit_runs(account, RECENT_RUNS)?;
    for run in runs.iter().rev().filter(|run| run.started_at >= since) {
        let rows = store.edit_rows(account, run.id)?.unwrap_or_default();
        last.extend(
            rows.into_iter().filter(StoredRow::may_have_changed).map(|row| (row.product.clone(), row)),
        );
    }
    Ok(last.into_values().collect())
}

fn rules_of(wanted: &Wanted) -> &[BulkRule] {
    match wanted {
        Wanted::Products { rules, .. } | Wanted::DaysOff { rules, .. } | Wanted::Sheet { rules, .. } => rules,
        Wanted::Product { .. }
        | Wanted::Cells(_)
        | Wanted::Discount { .. }
        | Wanted::Undo(_)
        | Wanted::Followed(_) => &[],
    }
}

async fn requested(
    wanted: &Wanted,
    sources: &PreviewSources,
    watch: &PreviewWatch<'_>,
) -> Result<Wishes, Problem> {
    let mut read = match wanted {
        Wanted::Products { products, .. } | Wanted::DaysOff { products, .. } => {
            let request = |product: &ProductOrVariant| RequestedChange::of_rules(product.clone().into());
            Wishes { requested: products.iter().map(request).collect(), ..Wishes::default() }
        }
        Wanted::Discount { products, discount } => {
            let request = |product: &ProductId| RequestedChange::of_discount(product.clone(), *discount);
            // What buyers pay is said from the owner's prices.
            let fields = vec![Field::Discount, Field::PrimaryPrice];
            Wishes { requested: products.iter().map(request).collect(), fields, sheet: None }
        }
        Wanted::Product { product, values, base, album } => {
            let is_wanted =
                |(key, text): &&(FieldKey, String)| !text.trim().is_empty() || key.field.is_clearable();
            let values: Vec<(FieldKey, String)> = values.iter().filter(is_wanted).cloned().collect();
            let album = match album {
                Some(photos) => Some(upload_new(photos, sources).await?),
                None => None,
            };
            let fields = values
                .iter()
                .map(|(key, _)| key.field)
                .chain(album.is_some().then_some(Field::Photos))
                .collect();
            Wishes {
                requested: RequestedChange::of_product(product, values, base, album.as_deref()),
                fields,
                ..Wishes::default()
            }
        }
        Wanted::Cells(cells) => {
            let request = |WantedCells { product, values, base }: &WantedCells| {
                RequestedChange::of_product(product, values.iter().cloned(), base, None)
            };
            let fields: BTreeSet<Field> =
                cells.iter().flat_map(|cells| &cells.values).map(|(key, _)| key.field).collect();
            Wishes {
                requested: cells.iter().flat_map(request).collect(),
                fields: fields.into_iter().collect(),
                ..Wishes::default()
            }
        }
        Wanted::Sheet { path, columns, price_unit, shop_units, .. } => {
            let (chosen, path, columns) = (sources.remembered.clone(), path.clone(), columns.clone());
            let (price_unit, shop_units) = (*price_unit, *shop_units);
            let has_variants = sources.session.profile().rules().changes_variants;
            let known = KnownOfChanges { path, chosen, columns, price_unit, shop_units, has_variants };
            let RequestedChanges { requested, fields, sheet, .. } =
                read_wishes(known, sources.read_sheet, watch.on_question).await?;
            Wishes { requested, fields, sheet: Some(Box::new(sheet)) }
        }
        // A list that is not followed any more wants nothing.
        Wanted::Undo(_) | Wanted::Followed(_) => Wishes::default(),
    };
    read.fields.extend(rules_of(wanted).iter().map(|rule| rule.field));
    Ok(read)
}

/// Uploads the photos that are new; returns the ids of all.
async fn upload_new(photos: &[AlbumPhoto], sources: &PreviewSources) -> Result<Vec<FileId>, Problem> {
    let (mut limits, mut ids) = (sources.limits.clone(), Vec::new());
    for photo in photos {
        ids.push(match photo {
            AlbumPhoto::InShop(id) => id.clone(),
            AlbumPhoto::New(path) => {
                let (source, pasted) = (PhotoSource::File(path.clone()), sources.pasted_dir.clone());
                let known = (limits.clone(), &sources.budget);
                let uploaded =
                    upload(&sources.session, source, PhotoEdit::default(), pasted, known, |_| {}, |_| {})
                        .await?;
                limits = uploaded.learned.apply_to(limits);
                uploaded.file
            }
        });
    }
    Ok(ids)
}

/// What a spreadsheet wants. `on_question` is told how it was understood, if somebody has to say what its
/// columns are.
///
/// # Errors
/// Why it cannot be read or understood.
pub async fn read_wishes(
    known: KnownOfChanges,
    reader: ReadSheet,
    on_question: &(dyn Fn(Box<SheetOverview>) + Sync),
) -> Result<RequestedChanges, Problem> {
    let (name, shop_units) = (known.path.display().to_string(), known.shop_units);
    let read = blocking(move || requested_of_worksheets(read_worksheets(&known.path, reader)?, &known));
    let read = read.await.map_err(|problem| match problem.kind {
        ProblemKind::NoKeyColumn => problem.with_subject(&name),
        _ => problem,
    })?;
    let RequestedChanges { fields, sheet, .. } = &read;
    if sheet.has_column_question() {
        on_question(Box::new(read.sheet));
        return Err(Problem::new(ProblemKind::SheetColumns).with_subject(&name));
    }
    // Two answers to the same question: somebody has to say which one holds.
    let is_open =
        sheet.open_unit_question(shop_units).is_some() || (sheet.is_unit_disputed && shop_units.is_some());
    if is_open && fields.contains(&Field::PrimaryPrice) {
        return Err(Problem::new(ProblemKind::PriceUnit).with_subject(&name));
    }
    Ok(read)
}

/// What all worksheets want that name products of the shop and have values for them. Where none has, the best
/// one says why.
fn requested_of_worksheets(
    worksheets: Vec<SheetCells>,
    known: &KnownOfChanges,
) -> Result<RequestedChanges, Problem> {
    let names: Vec<String> = worksheets.iter().filter_map(|cells| cells.worksheet.clone()).collect();
    let shown = worksheets.iter().filter(|cells| names.len() > 1 && !cells.is_hidden);
    let set_aside = sheet::are_set_aside(shown.clone());
    let shown = shown.zip(set_aside).filter(|(_, is_set_aside)| !is_set_aside).map(|(cells, _)| cells);
    let is_of_orders = |cells: &SheetCells| {
        sheet::Columns::find(cells, &known.chosen).is_some_and(|columns| columns.are_of_orders())
    };
    let of_one = |cells: &SheetCells, price_unit: Option<PriceUnit>| {
        if is_of_orders(cells) {
            return None;
        }
        let read = requested_changes(cells, &KnownOfChanges { price_unit, ..known.clone() }).ok()?;
        let wants = !read.requested.is_empty() && !read.fields.is_empty();
        (wants || read.sheet.has_column_question())
            .then(|| read.of_worksheet(cells.worksheet.as_deref().unwrap_or_default()))
    };
    let read: Vec<_> = shown.filter_map(|cells| Some((cells, of_one(cells, known.price_unit)?))).collect();
    // One answer is not true of worksheets that name different units: each is in its own.
    let differ = name_different_units(read.iter().map(|(_, one)| one.sheet.named_unit));
    let own = |(cells, one): (&SheetCells, RequestedChanges)| match one.sheet.named_unit {
        Some(unit) if differ && known.price_unit.is_some() => of_one(cells, Some(unit)),
        _ => Some(one),
    };
    let all = read.into_iter().filter_map(own).reduce(|all, one| all.and(one, known.shop_units));
    let mut all = match all {
        Some(all) => all,
        None => {
            let best = sheet::best(worksheets);
            let worksheets = best.worksheet.iter().cloned().collect();
            RequestedChanges { worksheets, ..requested_changes(&best, known)? }
        }
    };
    if let Some(name) = all.unknown_columns.first() {
        return Err(Problem::new(ProblemKind::NoColumn).with_subject(name));
    }
    all.sheet.unread = names.into_iter().filter(|name| !all.worksheets.contains(name)).collect();
    Ok(all)
}

/// Products as they are now.
#[derive(Default)]
struct Found {
    states: Vec<ProductState>,
    /// What is meant and could not be read, each with its problem.
    unread: Vec<(Target, Problem)>,
    /// The products that were looked for by name.
    called: Vec<WithName>,
}

impl Found {
    fn shop(&self) -> Shop<'_> {
        self.unread.iter().fold(Shop::new(&self.states), |shop, (target, problem)| {
            shop.with_unread(target.clone(), problem.clone())
        })
    }

    /// The folded names that stand beside variants and say another product than theirs.
    fn names_beside_variants(&self, requested: &[RequestedChange]) -> HashSet<String> {
        let shop = self.shop();
        let other = |request: &RequestedChange| {
            let name = folded(request.name.as_deref()?);
            let meant = shop.meant(request).ok()??;
            let is_other = meant.variant.is_some() && !name.contains(&folded(&meant.state.product.title));
            is_other.then_some(name)
        };
        requested.iter().filter_map(other).collect()
    }

    /// Reads those alone that are listed as they were before these changes: a list may lag behind.
    async fn read_again(
        &mut self,
        changed: &[StoredRow],
        sources: &PreviewSources,
        watch: &PreviewWatch<'_>,
    ) {
        let changed: HashMap<&ProductId, &StoredRow> =
            changed.iter().map(|row| (&row.product, row)).collect();
        let is_old = |state: &&ProductState| {
            changed.get(&state.product.id).is_some_and(|row| row.is_shown_as_before(state))
        };
        let old: Vec<ProductId> =
            self.states.iter().filter(is_old).map(|state| state.product.id.clone()).collect();
        for state in read_singly(&sources.session, &old, watch.on_retry).await {
            self.states.retain(|listed| listed.product.id != state.product.id);
            self.states.push(state);
        }
    }

    /// Adds what was read. `skus`: those of the products, folded.
    fn add(&mut self, read: ReadProducts, skus: &[WithSku]) {
        self.states.extend(read.states);
        for (id, problem) in read.unread {
            let skus = skus.iter().filter(|(of, _)| *of == id);
            self.unread.extend(skus.map(|(_, sku)| (Target::Sku(sku.clone()), problem.clone())));
            let names = self.called.iter().filter(|(of, _)| *of == id);
            self.unread.extend(names.map(|(_, name)| (Target::Name(name.clone()), problem.clone())));
            self.unread.push((Target::Id(id), problem));
        }
    }
}

/// The products that are meant, as they are now.
async fn find(
    requested: &[RequestedChange],
    fields: &[Field],
    sources: &PreviewSources,
    watch: &PreviewWatch<'_>,
) -> Result<Found, Problem> {
    let mut ids: Vec<ProductId> = Vec::new();
    let mut known: HashSet<ProductId> = HashSet::new();
    // By folded SKU, as typed.
    let (mut skus, mut names): (HashMap<String, String>, HashSet<String>) = Default::default();
    for request in requested {
        match &request.target {
            Target::Id(id) | Target::Variant(id, _) if known.insert(id.clone()) => ids.push(id.clone()),
            Target::Id(_) | Target::Variant(..) => {}
            Target::Sku(sku) => drop(skus.insert(folded(sku), sku.trim().to_owned())),
            Target::Name(name) => drop(names.insert(folded(name))),
        }
    }
    let (mut found, mut sku_of) = (Found::default(), Vec::new());
    let mut is_list_known = true;
    if !skus.is_empty() || !names.is_empty() {
        let (store, account) = (sources.store.clone(), sources.account.clone());
        let saved = skus::find_saved(store, account, skus.keys().cloned().collect(), names.clone()).await?;
        is_list_known = saved.is_some();
        let (of_skus, mut of_names) = saved.unwrap_or_default();
        let are_known = names.iter().all(|name| of_names.iter().any(|(_, other)| other == name));
        if !are_known {
            of_names = skus::find_called(&sources.session, &names).await?;
        }
        for id in of_skus.iter().chain(&of_names).map(|(id, _)| id) {
            if known.insert(id.clone()) {
                ids.push(id.clone());
            }
        }
        found.called = of_names;
        sku_of = of_skus;
    }
    let mut all = requested.len();
    let read =
        read_all(&sources.session, &ids, fields, |read| (watch.on_read)(read.min(all), all), watch.on_retry)
            .await?;
    found.add(read, &sku_of);
    let unread = found
        .unread
        .iter()
        .filter_map(|(target, _)| if let Target::Sku(sku) = target { Some(sku.clone()) } else { None });
    let read = found.states.iter().flat_map(|state| state.product.skus().map(folded));
    let missing = skus::missing(&skus, read.chain(unread));
    if !missing.is_empty() {
        // A list that an earlier version saved does not have the SKUs of variants.
        let is_whole = !is_list_known || sources.session.profile().rules().changes_variants;
        let more = skus::find_in_shop(&sources.session, &missing, is_whole, watch.on_retry).await?;
        sku_of.extend_from_slice(&more);
        let more: Vec<ProductId> =
            more.into_iter().map(|(id, _)| id).filter(|id| known.insert(id.clone())).collect();
        let before = found.states.len();
        all = all.max(before + more.len());
        let read = read_all(
            &sources.session,
            &more,
            fields,
            |read| (watch.on_read)(before + read, all),
            watch.on_retry,
        )
        .await?;
        found.add(read, &sku_of);
    }
    Ok(found)
}

/// Reads the products whose names stand beside the variants of others, so that such rows are noticed.
async fn find_namesakes(
    found: &mut Found,
    requested: &[RequestedChange],
    fields: &[Field],
    sources: &PreviewSources,
    watch: &PreviewWatch<'_>,
) -> Result<(), Problem> {
    let names = found.names_beside_variants(requested);
    if names.is_empty() {
        return Ok(());
    }
    let (store, account) = (sources.store.clone(), sources.account.clone());
    let saved = skus::find_saved(store, account, HashSet::new(), names.clone()).await?;
    let called = match saved {
        Some((_, called)) => called,
        None => skus::find_called(&sources.session, &names).await?,
    };
    let known: HashSet<&ProductId> = found.states.iter().map(|state| &state.product.id).collect();
    let ids: Vec<ProductId> = called.into_iter().map(|(id, _)| id).filter(|id| !known.contains(id)).collect();
    let read = read_all(&sources.session, &ids, fields, |_| {}, watch.on_retry).await?;
    found.states.extend(read.states);
    Ok(())
}

async fn undo(
    run: EditRunId,
    sources: &PreviewSources,
    watch: &PreviewWatch<'_>,
) -> Result<Preview, Problem> {
    let (store, account) = (sources.store.clone(), sources.account.clone());
    let rows = blocking(move || store.connect()?.edit_rows(&account, run)).await?;
    let rows = rows.ok_or_else(|| Problem::new(ProblemKind::NoEditRun).with_subject(run.to_string()))?;
    let changed: Vec<_> = rows.iter().filter(|row| row.may_have_changed()).collect();
    let ids: Vec<ProductId> = changed.iter().map(|row| row.product.clone()).collect();
    let fields: HashSet<Field> =
        changed.iter().flat_map(|row| row.changes.iter().map(|change| change.field)).collect();
    let fields: Vec<Field> = fields.into_iter().collect();
    let mut found = Found::default();
    let read =
        read_all(&sources.session, &ids, &fields, |read| (watch.on_read)(read, ids.len()), watch.on_retry)
            .await?;
    found.add(read, &[]);
    let changed: Vec<StoredRow> = changed.into_iter().cloned().collect();
    found.read_again(&changed, sources, watch).await;
    Ok(undo_preview(&rows, &found.shop()))
}
