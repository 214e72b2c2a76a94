//! Searching, filtering and sorting the review's table.
//!
//! Sorting and searching are done once, when the person asks for them: a row stays where it is while its
//! values are typed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::Review;
use super::draft_key;
use super::sheet_rest::described;
use vitrine_core::sorting::{self, SortKey};
use vitrine_domain::Field;
use vitrine_domain::text::searchable;

/// Which products the table shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReviewFilter {
    #[default]
    All,
    /// Those that cannot be sent yet.
    Incomplete,
    /// Those that can be sent.
    Ready,
    /// Those that are skipped, because they are in the shop already.
    Known,
    /// Those without photos: rows of the sheet to which none belongs.
    WithoutPhotos,
    /// Those that no row of the sheet describes.
    WithoutRow,
    /// Those whose texts contain contact data.
    ContactData,
    /// Those whose files have changed since the review was saved.
    Changed,
}

/// A column by which the table can be sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewColumn {
    Field(Field),
    /// The number of photos.
    Photos,
    /// The folder or file.
    Source,
}

/// What the table shows and in which order; without `sort` the order of the plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewArrangement {
    /// The text to search for in names, SKUs and sources.
    pub query: String,
    pub filter: ReviewFilter,
    /// The column, and whether the order is descending. Empty values come last either way.
    pub sort: Option<(ReviewColumn, bool)>,
}

/// The products of the table's rows, kept up to date with a [`ReviewArrangement`].
#[derive(Debug, Default)]
pub struct ReviewFinder {
    made_for: Option<Inputs>,
    /// What is searched of each product, and the revision for which it was put together.
    texts: Option<(u64, Vec<String>)>,
    filtered_for: Option<(ReviewFilter, (u64, u64), Option<usize>)>,
    /// The products found, in order; `None`: all, in the order of the plan.
    found: Option<Vec<usize>>,
    /// Those of them that pass the filter; `None`: all of them.
    filtered: Option<Vec<usize>>,
    /// The row of each product; `None`: the plan's order.
    rows: Option<Vec<Option<u32>>>,
    products: usize,
}

/// So many products are prepared in a frame.
const PREPARED_PER_FRAME: usize = 1_000;

/// What the found products were computed from.
#[derive(Debug, PartialEq)]
struct Inputs {
    query: String,
    sort: Option<(ReviewColumn, bool)>,
    plan_revision: u64,
}

impl ReviewFinder {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.shown().map_or(self.products, Vec::len)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index of the product in a row.
    pub fn product(&self, row: usize) -> Option<usize> {
        match self.shown() {
            Some(shown) => shown.get(row).copied(),
            None => (row < self.products).then_some(row),
        }
    }

    /// The row of a product.
    pub fn row(&self, product: usize) -> Option<usize> {
        match &self.rows {
            Some(rows) => rows.get(product).copied().flatten().map(|row| row as usize),
            None => (product < self.products).then_some(product),
        }
    }

    /// Whether nothing passed this filter when the rows were last found.
    pub fn is_void(&self, filter: ReviewFilter) -> bool {
        self.filtered_for.is_some_and(|(filtered, ..)| filtered == filter) && self.is_empty()
    }

    fn shown(&self) -> Option<&Vec<usize>> {
        self.filtered.as_ref().or(self.found.as_ref())
    }

    /// Applies the filter anew: what no longer passes it goes. It stays until then, so that nothing that is
    /// corrected goes away, with the focus.
    pub fn filter_again(&mut self) {
        (self.filtered, self.filtered_for) = (None, None);
    }

    /// Puts together what is searched of some products, so that the first letter typed takes no longer than
    /// the others. Returns whether that was done for all.
    pub fn prepare(&mut self, review: &Review) -> bool {
        self.prepare_to(review, self.prepared(review) + PREPARED_PER_FRAME)
    }

    /// Of how many products it is known what is searched.
    fn prepared(&self, review: &Review) -> usize {
        self.texts
            .as_ref()
            .filter(|(revision, _)| *revision == review.revision())
            .map_or(0, |(_, texts)| texts.len())
    }

    fn prepare_to(&mut self, review: &Review, count: usize) -> bool {
        let (from, all) = (self.prepared(review), review.drafts().len());
        let dropped: HashSet<&Path> = review.dropped().iter().map(PathBuf::as_path).collect();
        let more = (from..count.min(all)).map(|product| searched_text(review, product, &dropped));
        match &mut self.texts {
            Some((revision, texts)) if *revision == review.revision() => texts.extend(more),
            texts => *texts = Some((review.revision(), more.collect())),
        }
        count >= all
    }

    /// Call it before drawing. `focused` is the product whose row has the keyboard focus: it passes the
    /// filter, so that text is never typed into the row that would take its place.
    pub fn update(&mut self, review: &Review, wanted: &ReviewArrangement, focused: Option<usize>) {
        let inputs = Inputs {
            query: searchable(&wanted.query),
            sort: wanted.sort,
            plan_revision: review.plan_revision(),
        };
        let is_new = self.made_for.as_ref() != Some(&inputs);
        if is_new {
            self.products = review.drafts().len();
            if !inputs.query.is_empty() {
                self.prepare_to(review, self.products);
            }
            self.found = self.find(review, &inputs);
            self.made_for = Some(inputs);
        }
        let filtering = Some((wanted.filter, (review.revision(), review.checks().revision()), focused))
            .filter(|_| wanted.filter != ReviewFilter::All);
        if is_new || self.filtered_for != filtering {
            let same = filtering
                .zip(self.filtered_for)
                .is_some_and(|((filter, ..), (before, ..))| !is_new && filter == before);
            let kept = self.filtered.take().filter(|_| same).unwrap_or_default();
            self.filtered =
                filtering.map(|(filter, _, focused)| self.filter(review, filter, (focused, &kept)));
            self.filtered_for = filtering;
            self.rows = self.shown().map(|shown| {
                let mut rows = vec![None; self.products];
                for (row, &product) in shown.iter().enumerate() {
                    rows[product] = u32::try_from(row).ok();
                }
                rows
            });
        }
    }

    fn find(&self, review: &Review, wanted: &Inputs) -> Option<Vec<usize>> {
        if wanted.query.is_empty() && wanted.sort.is_none() {
            return None;
        }
        let narrows = |before: &&Inputs| {
            before.plan_revision == wanted.plan_revision
                && !before.query.is_empty()
                && wanted.query.starts_with(&before.query)
        };
        let before = self.made_for.as_ref().filter(narrows).and(self.found.as_ref());
        let texts = self.texts.as_ref().map(|(_, texts)| texts.as_slice()).unwrap_or_default();
        let matches = |&product: &usize| {
            wanted.query.is_empty() || texts.get(product).is_some_and(|text| text.contains(&wanted.query))
        };
        let mut found: Vec<usize> = match before {
            Some(before) => before.iter().copied().filter(matches).collect(),
            None => (0..self.products).filter(matches).collect(),
        };
        found.sort_unstable();
        if let Some((column, is_descending)) = wanted.sort {
            sorting::sort(&mut found, is_descending, |product| key(review, *product, column));
        }
        Some(found)
    }

    /// `kept`: the products that are shown already, which stay.
    fn filter(
        &self,
        review: &Review,
        filter: ReviewFilter,
        (focused, kept): (Option<usize>, &[usize]),
    ) -> Vec<usize> {
        let kept: HashSet<usize> = kept.iter().copied().chain(focused).collect();
        let rows = if filter == ReviewFilter::WithoutRow { described(review) } else { HashSet::new() };
        let is_incomplete = |product| review.checks().incomplete().binary_search(&product).is_ok();
        let matches = |product| match filter {
            ReviewFilter::All => true,
            ReviewFilter::Incomplete => is_incomplete(product),
            ReviewFilter::Known => review.is_skipped(product),
            ReviewFilter::WithoutPhotos => {
                review.drafts().get(product).is_some_and(|draft| draft.photos.is_empty())
            }
            ReviewFilter::WithoutRow => {
                review.drafts().get(product).is_some_and(|draft| !rows.contains(&draft_key::key(draft)))
            }
            ReviewFilter::ContactData => review.checks().findings().contacts().contains_key(&product),
            ReviewFilter::Changed => {
                review.drafts().get(product).is_some_and(|draft| review.plan().is_changed_since_saved(draft))
                    && !review.is_skipped(product)
            }
            ReviewFilter::Ready => !is_incomplete(product) && !review.is_skipped(product),
        };
        let passes = |&product: &usize| kept.contains(&product) || matches(product);
        match &self.found {
            Some(found) => found.iter().copied().filter(passes).collect(),
            None => (0..self.products).filter(passes).collect(),
        }
    }
}

/// The name, the SKU and the source of a product as they are searched, each in a line of its own.
fn searched_text(review: &Review, product: usize, dropped: &HashSet<&Path>) -> String {
    let Some(planned) = review.drafts().get(product) else { return String::new() };
    let texts = [
        review.own_text(product, Field::Name).into(),
        review.own_text(product, Field::Sku).into(),
        below_dropped(&planned.source, dropped).to_string_lossy(),
    ];
    texts.map(|text| searchable(&text)).join("\n")
}

/// The part of a source below what was dropped, or its name if it was dropped itself. The folders above, as a
/// name of the user, would be found in every product.
fn below_dropped<'a>(source: &'a Path, dropped: &HashSet<&Path>) -> &'a Path {
    let above = source
        .ancestors()
        .find(|path| dropped.contains(path))
        .filter(|path| *path != source)
        .or(source.parent());
    above.and_then(|above| source.strip_prefix(above).ok()).unwrap_or(source)
}

fn key(review: &Review, product: usize, column: ReviewColumn) -> Option<SortKey> {
    let planned = review.drafts().get(product)?;
    match column {
        ReviewColumn::Photos => Some(SortKey::Number(planned.photos.len() as f64)),
        ReviewColumn::Source => SortKey::text(&planned.source.to_string_lossy()),
        ReviewColumn::Field(Field::CategoryId) => {
            review.category_path(product).and_then(|path| SortKey::text(&path))
        }
        ReviewColumn::Field(field) => SortKey::of(&review.with_defaults(product).value(field)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::tests::{act, in_review};
    use crate::import::{Import, ImportAction, ReviewAction};
    use vitrine_core::import::sheet::{SheetOverview, SheetRow};
    use vitrine_domain::CreateRules;

    fn review() -> Import {
        let mut import = in_review(&["Red rug", "Bowl", "Blue rug", "گلیم ۱۲"]);
        for (product, price) in ["300", "", "100", "۲۰۰"].into_iter().enumerate() {
            act(
                &mut import,
                ImportAction::Review(ReviewAction::Type(product, Field::PrimaryPrice, price.to_owned())),
            );
        }
        import
    }

    fn shown(finder: &ReviewFinder) -> Vec<usize> {
        let shown: Vec<usize> = (0..finder.len()).filter_map(|row| finder.product(row)).collect();
        let rows: Vec<Option<usize>> = shown.iter().map(|&product| finder.row(product)).collect();
        assert_eq!(rows, (0..shown.len()).map(Some).collect::<Vec<_>>(), "rows and products agree");
        shown
    }

    fn arranged(import: &Import, wanted: &ReviewArrangement) -> Vec<usize> {
        let mut finder = ReviewFinder::default();
        finder.update(&import.review, wanted, None);
        shown(&finder)
    }

    #[test]
    fn a_query_finds_names_in_any_spelling_as_they_are_typed() {
        let mut import = review();
        let query =
            |query: &str| ReviewArrangement { query: query.to_owned(), ..ReviewArrangement::default() };
        assert_eq!(arranged(&import, &query("")), [0, 1, 2, 3]);
        assert_eq!(arranged(&import, &query("RUG")), [0, 2]);
        assert_eq!(arranged(&import, &query("كليم")), [0; 0]);
        assert_eq!(arranged(&import, &query("گليم 12")), [3]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::Name, "Rug of wool".to_owned())));
        assert_eq!(arranged(&import, &query("rug")), [0, 1, 2]);
    }

    #[test]
    fn folders_above_what_was_dropped_are_not_searched() {
        let dropped = HashSet::from([Path::new("/home/ali/Rugs"), Path::new("/home/ali/bowl.jpg")]);
        let searched = |source| below_dropped(Path::new(source), &dropped).to_owned();
        assert_eq!(searched("/home/ali/Rugs/wool/1.jpg"), Path::new("wool/1.jpg"));
        assert_eq!(searched("/home/ali/Rugs"), Path::new("Rugs"));
        assert_eq!(searched("/home/ali/bowl.jpg"), Path::new("bowl.jpg"));
        assert_eq!(searched("/elsewhere/2.jpg"), Path::new("2.jpg"));
    }

    #[test]
    fn a_longer_query_is_searched_among_the_rows_found_and_a_shorter_one_among_all() {
        let import = review();
        let mut finder = ReviewFinder::default();
        let mut wanted = ReviewArrangement::default();
        for (query, found) in [
            ("r", vec![0, 2]),
            ("ru", vec![0, 2]),
            ("rug", vec![0, 2]),
            ("b", vec![1, 2]),
            ("", vec![0, 1, 2, 3]),
        ] {
            query.clone_into(&mut wanted.query);
            finder.update(&import.review, &wanted, None);
            assert_eq!(shown(&finder), found, "{query:?}");
        }
    }

    #[test]
    fn sorting_puts_empty_values_last_in_both_orders() {
        let import = review();
        let by = |column, is_descending| ReviewArrangement {
            sort: Some((column, is_descending)),
            ..ReviewArrangement::default()
        };
        let price = ReviewColumn::Field(Field::PrimaryPrice);
        assert_eq!(arranged(&import, &by(price, false)), [2, 3, 0, 1]);
        assert_eq!(arranged(&import, &by(price, true)), [0, 3, 2, 1]);
        assert_eq!(arranged(&import, &by(ReviewColumn::Field(Field::Name), false)), [2, 1, 0, 3]);
    }

    #[test]
    fn a_sorted_row_stays_in_its_place_while_its_price_is_typed() {
        let mut import = review();
        let mut finder = ReviewFinder::default();
        let wanted = ReviewArrangement {
            sort: Some((ReviewColumn::Field(Field::PrimaryPrice), false)),
            ..ReviewArrangement::default()
        };
        finder.update(&import.review, &wanted, None);
        act(&mut import, ImportAction::Review(ReviewAction::Type(2, Field::PrimaryPrice, "900".to_owned())));
        finder.update(&import.review, &wanted, Some(2));
        assert_eq!(shown(&finder), [2, 3, 0, 1]);
    }

    #[test]
    fn rows_without_photos_and_products_without_a_row_can_be_shown_alone() {
        let mut import = review();
        let row =
            |row, product| SheetRow { row, name: String::new(), product: Some(product), has_photos: true };
        let rows = [0, 3]
            .map(|product| {
                row(
                    product + 2,
                    (
                        import.review.drafts()[product].source.clone(),
                        import.review.drafts()[product].source_name.clone(),
                    ),
                )
            })
            .to_vec();
        import.sheets_planned(vec![SheetOverview { rows, ..SheetOverview::default() }], Vec::new());
        let mut drafts = import.review.drafts().to_vec();
        drafts[3].photos.clear();
        import.planned(drafts, Vec::new(), 0, Vec::new());
        let only = |filter| ReviewArrangement { filter, ..ReviewArrangement::default() };
        assert_eq!(arranged(&import, &only(ReviewFilter::WithoutRow)), [1, 2]);
        assert_eq!(arranged(&import, &only(ReviewFilter::WithoutPhotos)), [3]);
    }

    #[test]
    fn a_completed_product_stays_until_the_filter_is_applied_again() {
        let rules = CreateRules { required: vec![Field::PrimaryPrice], ..CreateRules::default() };
        let mut import = review();
        import.review.rules_changed();
        import.review.check(&rules);
        let mut finder = ReviewFinder::default();
        let wanted = ReviewArrangement { filter: ReviewFilter::Incomplete, ..ReviewArrangement::default() };
        finder.update(&import.review, &wanted, Some(1));
        assert_eq!(shown(&finder), [1]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::PrimaryPrice, "5".to_owned())));
        import.review.check(&rules);
        finder.update(&import.review, &wanted, Some(1));
        assert_eq!(shown(&finder), [1]);
        finder.update(&import.review, &wanted, None);
        assert_eq!(shown(&finder), [1]);
        finder.filter_again();
        finder.update(&import.review, &wanted, None);
        assert_eq!(finder.len(), 0);
        finder.update(&import.review, &ReviewArrangement { filter: ReviewFilter::Ready, ..wanted }, None);
        assert_eq!(finder.len(), 4);
    }
}
