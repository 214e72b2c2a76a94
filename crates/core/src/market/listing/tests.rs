//! Tests of every kind of paging, and what it proves.

use proptest::prelude::*;

use super::*;
use vitrine_domain::{AnswerForm, PhotoUrls, ProblemKind, ProductPhoto};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Paging {
    Honoured,
    /// Every page is the first one.
    Ignored,
    /// Pages after the last repeat the last.
    Clamped,
    /// Page n begins one row after page n-1.
    Sliding,
    /// The first page has number 0.
    FromZero,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Total {
    Products,
    Rows,
    None,
    Zero,
    /// The number of rows on this page, under the wrong name.
    ThisPage,
}

/// A shop with a certain kind of paging. It does not change while it is listed.
#[derive(Clone, Debug)]
struct Shop {
    /// How many rows each product has.
    variants: Vec<usize>,
    paging: Paging,
    /// The page size by default, and the maximum.
    default_size: usize,
    largest: usize,
    total: Total,
    tells_size: bool,
    tells_pages: Option<u64>,
    refuses_past_end: bool,
    /// Refuses these parameters.
    refuses: Vec<&'static str>,
    unreadable_row: Option<usize>,
}

fn shop(products: usize) -> Shop {
    Shop {
        variants: vec![1; products],
        paging: Paging::Honoured,
        default_size: 10,
        largest: 1000,
        total: Total::Products,
        tells_size: false,
        tells_pages: None,
        refuses_past_end: false,
        refuses: Vec::new(),
        unreadable_row: None,
    }
}

impl Shop {
    fn answer(&self, request: &PageRequest) -> Result<ProductPage, Problem> {
        let requested = |name: &str| {
            request
                .query
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.parse::<usize>().unwrap())
        };
        if self.refuses.iter().any(|name| requested(name).is_some()) {
            return Err(Problem {
                status: Some(422),
                form: AnswerForm::Own,
                ..Problem::new(ProblemKind::Unprocessable)
            });
        }
        let rows: Vec<u64> =
            self.variants.iter().zip(1..).flat_map(|(&count, id)| std::iter::repeat_n(id, count)).collect();
        let size = requested("per_page").unwrap_or(self.default_size).min(self.largest);
        let number = requested("page").unwrap_or(1);
        let start = match self.paging {
            Paging::Honoured => number.saturating_sub(1) * size,
            Paging::Ignored => 0,
            Paging::Clamped => {
                (number.saturating_sub(1) * size).min(rows.len().saturating_sub(1) / size * size)
            }
            Paging::Sliding => number.saturating_sub(1),
            Paging::FromZero => number * size,
        };
        if self.refuses_past_end && number > 1 && start >= rows.len() {
            return Err(Problem {
                status: Some(404),
                form: AnswerForm::Own,
                ..Problem::new(ProblemKind::NotFound)
            });
        }
        let listed: Vec<usize> = (start..rows.len()).take(size).collect();
        let readable = listed.iter().filter(|&&row| Some(row) != self.unreadable_row);
        Ok(ProductPage {
            products: readable.clone().map(|&row| product(rows[row])).collect(),
            rows: listed.len() as u64,
            all_readable: readable.count() == listed.len(),
            total: match self.total {
                Total::Products => Some(self.variants.len() as u64),
                Total::Rows => Some(rows.len() as u64),
                Total::None => None,
                Total::Zero => Some(0),
                Total::ThisPage => Some(listed.len() as u64),
            },
            total_pages: self.tells_pages,
            per_page: self.tells_size.then_some(size as u64),
            age: Duration::ZERO,
        })
    }

    fn list(&self, rules: &ListRules) -> (Listing, usize) {
        let (listing, requested) = self.list_with_failures(rules, |_| None);
        (listing, requested.len())
    }

    /// The pages that are requested when no more is to be read.
    fn list_within(&self, reach: Reach) -> (Listing, Vec<u64>) {
        let (mut listing, mut requested) = (Listing::new(&rules(10)).within(reach), Vec::new());
        while let Some(request) = listing.next() {
            requested.push(request.number);
            assert!(requested.len() < 100, "the listing does not end: {requested:?}");
            listing.accept(self.answer(&request).unwrap());
        }
        (listing, requested)
    }

    /// Lists with failures, which `line` determines by the number of the request. Also returns the requested
    /// pages.
    fn list_with_failures(
        &self,
        rules: &ListRules,
        line: impl Fn(usize) -> Option<ProblemKind>,
    ) -> (Listing, Vec<u64>) {
        let (mut listing, mut requested) = (Listing::new(rules), Vec::new());
        let mut lost = 0;
        while let Some(request) = listing.next() {
            assert!(
                requested.len() <= 2 * self.variants.iter().sum::<usize>() + 10 + lost,
                "the listing does not end"
            );
            let answer =
                line(requested.len()).map_or_else(|| self.answer(&request), |code| Err(Problem::new(code)));
            requested.push(request.number);
            match answer {
                Ok(page) => listing.accept(page),
                Err(problem) => {
                    lost += usize::from(problem.status.is_none());
                    listing.fail(problem).unwrap();
                }
            }
        }
        (listing, requested)
    }
}

fn product(id: u64) -> Product {
    Product {
        photo: Some(ProductPhoto { id: Some(id.into()), urls: PhotoUrls::default() }),
        ..Product::with_id(id.into())
    }
}

fn rules(page_size: u32) -> ListRules {
    ListRules { page_size, ..ListRules::default() }
}

fn count(listing: &Listing) -> usize {
    listing.products().len()
}

#[test]
fn a_shop_is_listed_page_by_page_in_its_order() {
    let (listing, requests) = shop(25).list(&rules(10));
    assert!(listing.is_complete());
    assert_eq!((requests, listing.total()), (3, Some(25)));
    let ids: Vec<ProductId> = listing.into_products().into_iter().map(|product| product.id).collect();
    assert_eq!(ids, (1..=25).map(ProductId::from).collect::<Vec<_>>());
}

/// A product's photo has its number.
fn sought(product: u64) -> Reach {
    Reach::Newest { pages: 4, sought: vec![FileId::from(product)] }
}

#[test]
fn a_shop_is_read_to_its_end_only_if_it_is_small() {
    let within = |shop: &Shop| {
        let (listing, requested) = shop.list_within(Reach::Small { pages: 3 });
        (listing.is_complete(), listing.was_cut_short(), requested.len())
    };
    assert_eq!(within(&shop(25)), (true, false, 3));
    assert_eq!(within(&shop(10_000)), (false, true, 1), "the first page tells");
    assert_eq!(within(&Shop { total: Total::None, ..shop(10_000) }), (false, true, 3));
}

#[test]
fn new_products_are_looked_for_at_both_ends_of_the_list_and_no_further_once_they_were_seen() {
    let pages = |shop: &Shop, product: u64| {
        let (listing, requested) = shop.list_within(sought(product));
        assert!(listing.was_cut_short() && !listing.is_complete());
        requested
    };
    assert_eq!(pages(&shop(10_000), 3), [1]);
    assert_eq!(pages(&shop(10_000), 9_999), [1, 1_000]);
    assert_eq!(pages(&shop(10_000), 5_000), [1, 1_000, 2, 999]);
    assert_eq!(
        pages(&Shop { total: Total::None, ..shop(10_000) }, 5_000),
        [1, 2, 3, 4],
        "nobody knows where the list ends"
    );
    let ahead = Shop { tells_pages: Some(1_001), ..shop(10_000) };
    assert_eq!(pages(&ahead, 5_000), [1, 1_001, 2, 1_000], "an empty last page");
}

#[test]
fn an_empty_shop_is_complete_after_one_request_where_products_are_counted() {
    // Without a total, the pages may be counted from zero, and the first one is still to come.
    for (total, expected) in [(Total::Products, 1), (Total::None, 2)] {
        let (listing, requests) = Shop { total, ..shop(0) }.list(&rules(10));
        assert!(listing.is_complete());
        assert_eq!(requests, expected, "{total:?}");
    }
}

#[test]
fn a_page_size_reduced_by_the_server_only_takes_more_pages() {
    let (listing, requests) = Shop { largest: 7, ..shop(25) }.list(&rules(100));
    assert_eq!((listing.is_complete(), count(&listing), requests), (true, 25, 4));
}

#[test]
fn a_first_page_with_the_number_zero_that_cannot_be_read_proves_nothing() {
    let unreadable =
        Shop { paging: Paging::FromZero, total: Total::None, unreadable_row: Some(0), ..shop(1) };
    assert!(!unreadable.list(&rules(1)).0.is_complete());
}

#[test]
fn without_paging_only_the_total_proves_completeness() {
    let ignoring = Shop { paging: Paging::Ignored, default_size: 25, ..shop(25) };
    assert!(ignoring.list(&rules(25)).0.is_complete());
    let uncounted = Shop { total: Total::None, ..ignoring.clone() };
    assert!(!uncounted.list(&rules(25)).0.is_complete());
    let capped = Shop { largest: 10, ..ignoring };
    let (listing, requests) = capped.list(&rules(25));
    assert_eq!((listing.is_complete(), count(&listing), requests), (false, 10, 2));
}

#[test]
fn without_a_total_pages_are_read_until_an_empty_one() {
    let (listing, requests) = Shop { total: Total::None, ..shop(20) }.list(&rules(10));
    assert_eq!(
        (listing.is_complete(), count(&listing), requests),
        (true, 20, 4),
        "and the one before the first"
    );
}

#[test]
fn pages_that_are_counted_from_zero_are_read_from_the_first_one() {
    for total in [Total::None, Total::Products] {
        for products in [7, 25, 30] {
            let (listing, _) = Shop { paging: Paging::FromZero, total, ..shop(products) }.list(&rules(10));
            assert_eq!((listing.is_complete(), count(&listing)), (true, products), "{total:?}");
        }
    }
}

#[test]
fn a_marketplace_that_breaks_at_the_page_zero_counts_from_one() {
    let uncounted = Shop { total: Total::None, ..shop(25) };
    let mut listing = Listing::new(&rules(10));
    let mut asked = 0;
    while let Some(request) = listing.next() {
        asked += 1;
        match request.number {
            0 => {
                listing
                    .fail(Problem { status: Some(500), ..Problem::new(ProblemKind::ServerError) })
                    .unwrap();
            }
            _ => listing.accept(uncounted.answer(&request).unwrap()),
        }
    }
    assert_eq!((listing.is_complete(), count(&listing), asked), (true, 25, 7));
}

#[test]
fn a_marketplace_that_is_down_says_nothing_about_the_page_zero() {
    let mut listing = Listing::new(&rules(10));
    listing.accept(ProductPage { all_readable: true, ..ProductPage::default() });
    let down = || Problem { status: Some(503), ..Problem::new(ProblemKind::ServerError) };
    for _ in 0..6 {
        assert_eq!(listing.next().map(|request| request.number), Some(0));
        listing.fail(down()).unwrap();
    }
    assert_eq!(listing.fail(down()), Err(down()), "the only page may be that one");
}

#[test]
fn a_window_of_a_search_index_is_not_the_end_of_the_shop() {
    let refused = |status| Problem {
        status: Some(status),
        form: AnswerForm::Own,
        ..Problem::new(ProblemKind::Refused)
    };
    let list = |products: usize, page_size, status| {
        let (window, mut listing) = (shop(products), Listing::new(&rules(page_size)));
        while let Some(request) = listing.next() {
            match window.answer(&request).unwrap() {
                page if page.rows == 0 => drop(listing.fail(refused(status)).unwrap()),
                page => listing.accept(page),
            }
        }
        listing.is_complete()
    };
    assert!(!list(200, 100, 400), "the page after a full one is refused");
    assert!(list(200, 100, 404), "there is no such page");
    assert!(list(150, 100, 400), "the last page was not full");
    assert!(!list(10_000, 1_000, 404), "it stops counting");
    assert!(list(9_000, 1_000, 404));
}

#[test]
fn a_listing_is_as_old_as_its_oldest_answer() {
    let mut listing = Listing::new(&rules(10));
    for age in [3, 60, 0] {
        let page = shop(25).answer(&listing.next().unwrap()).unwrap();
        listing.accept(ProductPage { age: Duration::from_secs(age), ..page });
    }
    assert_eq!((listing.is_complete(), listing.age()), (true, Duration::from_secs(60)));
}

#[test]
fn a_refused_page_past_the_last_ends_the_listing_but_proves_nothing() {
    let refusing = Shop { refuses_past_end: true, ..shop(20) };
    assert!(refusing.list(&rules(10)).0.is_complete());
    let (listing, _) = Shop { total: Total::None, ..refusing }.list(&rules(10));
    assert_eq!((listing.is_complete(), count(&listing)), (false, 20));
}

#[test]
fn a_total_that_changes_between_pages_proves_nothing() {
    let mut listing = Listing::new(&rules(10));
    listing.accept(shop(25).answer(&listing.next().unwrap()).unwrap());
    while let Some(request) = listing.next() {
        listing.accept(shop(24).answer(&request).unwrap());
    }
    assert!(!listing.is_complete());
}

#[test]
fn a_product_with_a_row_per_variant_is_listed_once() {
    for (total, requests) in [(Total::Products, 1), (Total::Rows, 2)] {
        let variants = Shop { variants: vec![3, 1, 2], total, ..shop(0) };
        let (listing, requested) = variants.list(&rules(10));
        assert_eq!((listing.is_complete(), count(&listing), requested), (true, 3, requests), "{total:?}");
    }
}

#[test]
fn guessed_parameters_are_dropped_when_refused() {
    let strict = Shop { refuses: vec!["per_page"], ..shop(25) };
    assert!(strict.list(&rules(100)).0.is_complete());
    let stricter = Shop { refuses: vec!["per_page", "page"], ..shop(8) };
    assert!(stricter.list(&rules(100)).0.is_complete());
    let (listing, _) = Shop { refuses: vec!["per_page", "page"], ..shop(25) }.list(&rules(100));
    assert_eq!((listing.is_complete(), count(&listing)), (false, 10));
}

#[test]
fn a_configured_size_is_dropped_when_refused_and_a_configured_page_is_not() {
    let rules = ListRules { guessed: false, ..rules(100) };
    assert!(Shop { refuses: vec!["per_page"], ..shop(25) }.list(&rules).0.is_complete());
    let strict = Shop { refuses: vec!["per_page", "page"], ..shop(5) };
    let mut listing = Listing::new(&rules);
    let mut refused = || {
        strict
            .answer(&listing.next().unwrap())
            .map(|_| ())
            .or_else(|refusal| listing.fail(refusal).map(|_| ()))
    };
    assert_eq!([refused().is_ok(), refused().is_ok()], [true, false]);
}

#[test]
fn each_failed_page_is_requested_again_in_a_large_shop() {
    let (listing, requested) = shop(2000)
        .list_with_failures(&rules(2), |request| (request % 30 == 0).then_some(ProblemKind::ServerError));
    assert_eq!((listing.is_complete(), count(&listing)), (true, 2000));
    assert!(requested.is_sorted(), "pages that arrived are not requested again");
    assert!(requested.len() > 1000 + 30, "{} requests", requested.len());
}

#[test]
fn a_page_that_fails_repeatedly_ends_the_listing_with_its_problem() {
    let mut listing = Listing::new(&rules(10));
    listing.accept(shop(25).answer(&listing.next().unwrap()).unwrap());
    let page = listing.next();
    for _ in 1..MAX_PAGE_ATTEMPTS {
        assert!(listing.fail(Problem::new(ProblemKind::TimedOut)).is_ok());
    }
    assert_eq!(listing.fail(Problem::new(ProblemKind::TimedOut)), Err(Problem::new(ProblemKind::TimedOut)));
    assert_eq!((listing.next(), listing.is_complete(), count(&listing)), (page, false, 10));
}

#[test]
fn the_delay_grows_with_each_failure_of_a_page() {
    let mut listing = Listing::new(&rules(10));
    let mut wait = |problem: Problem| listing.fail(problem).unwrap().as_millis();
    let lost = || Problem::new(ProblemKind::ConnectionLost);
    assert_eq!([wait(lost()), wait(lost()), wait(lost())], [100, 200, 400]);
    let busy =
        Problem { retry_after: Some(Duration::from_secs(30)), ..Problem::new(ProblemKind::ServerError) };
    assert_eq!([wait(busy), wait(lost())], [30_000, 1_600]);
    listing.accept(shop(25).answer(&listing.next().unwrap()).unwrap());
    assert_eq!(
        listing.fail(lost()).unwrap().as_millis(),
        100,
        "the failures of the previous page do not count"
    );
}

#[test]
fn permanent_failures_are_not_retried() {
    for code in [ProblemKind::Unauthorized, ProblemKind::Forbidden, ProblemKind::RedirectRefused] {
        let problem = Problem { form: AnswerForm::Own, ..Problem::new(code) };
        assert_eq!(Listing::new(&rules(10)).fail(problem.clone()), Err(problem));
    }
}

#[test]
fn extra_parameters_are_sent_with_every_page() {
    let rules = ListRules {
        page: Some("p".into()),
        per_page: None,
        page_size: 50,
        extra: vec![("variants_flatting".into(), "false".into())],
        guessed: false,
    };
    let expected =
        [("p", "1"), ("variants_flatting", "false")].map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(Listing::new(&rules).next().unwrap().query, expected);
}

fn any_shop() -> impl Strategy<Value = Shop> {
    let paging = prop::sample::select(vec![
        Paging::Honoured,
        Paging::Ignored,
        Paging::Clamped,
        Paging::Sliding,
        Paging::FromZero,
    ]);
    let total =
        prop::sample::select(vec![Total::Products, Total::Rows, Total::None, Total::Zero, Total::ThisPage]);
    let refuses = prop::sample::select(vec![vec![], vec!["per_page"], vec!["per_page", "page"]]);
    let variants =
        prop_oneof![prop::collection::vec(1usize..2, 0..60), prop::collection::vec(1usize..5, 0..30)];
    let habits = (
        any::<bool>(),
        prop::option::of(0u64..9),
        any::<bool>(),
        refuses,
        prop::option::weighted(0.2, 0usize..60),
    );
    (variants, paging, 1usize..20, 1usize..20, total, habits).prop_map(
        |(
            variants,
            paging,
            default_size,
            largest,
            total,
            (tells_size, tells_pages, refuses_past_end, refuses, unreadable_row),
        )| Shop {
            variants,
            paging,
            default_size,
            largest,
            total,
            tells_size,
            tells_pages,
            refuses_past_end,
            refuses,
            unreadable_row,
        },
    )
}

/// Whether no answer can reveal the truth: the first page is not the first, and a count that is none hides
/// it; or the total is that of the page, and nothing shows that the page was full, or the next page is equal.
fn deceives_undetectably(shop: &Shop) -> bool {
    let has_variants = shop.variants.iter().any(|&rows| rows > 1);
    match (shop.total, shop.paging) {
        (Total::Products, Paging::FromZero) => has_variants,
        (Total::None, Paging::FromZero) => shop.refuses.contains(&"page"),
        (_, Paging::FromZero) => true,
        (Total::ThisPage, paging) => {
            !shop.tells_size || has_variants || paging == Paging::Ignored || shop.refuses.contains(&"page")
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_complete_listing_contains_every_product(shop in any_shop(), page_size in 1u32..30) {
        let (listing, _) = shop.list(&rules(page_size));
        if listing.is_complete() && !deceives_undetectably(&shop) {
            prop_assert_eq!(count(&listing), shop.variants.len());
        }
    }

    #[test]
    fn temporary_failures_do_not_change_the_listing(
        shop in any_shop(),
        page_size in 1u32..30,
        failing in prop::collection::vec(prop::option::weighted(0.4, 1..MAX_PAGE_ATTEMPTS), 1..40),
    ) {
        let (undisturbed, requests) = shop.list(&rules(page_size));
        // A few failures may precede each answer, but never too many in a row.
        let line: Vec<bool> = failing.iter().flat_map(|failures| std::iter::repeat_n(true, failures.unwrap_or(0) as usize).chain([false])).collect();
        let (listing, requested) = shop.list_with_failures(&rules(page_size), |request| line.get(request).is_some_and(|&fails| fails).then_some(ProblemKind::ConnectionLost));
        prop_assert_eq!(requested.len() - requested.iter().enumerate().filter(|(n, _)| line.get(*n) == Some(&true)).count(), requests);
        prop_assert_eq!(listing.is_complete(), undisturbed.is_complete());
        prop_assert_eq!(listing.products(), undisturbed.products());
    }

    #[test]
    fn a_regular_shop_is_listed_completely_with_at_most_one_extra_page(products in 0usize..80, page_size in 1u32..30, largest in 1usize..30, tells_size: bool) {
        let honest = Shop { largest, tells_size, ..shop(products) };
        let (listing, requests) = honest.list(&rules(page_size));
        prop_assert!(listing.is_complete());
        prop_assert_eq!(count(&listing), products);
        prop_assert!(requests <= products.div_ceil(largest.min(page_size as usize)) + 1);
    }
}

#[test]
fn a_list_of_endless_texts_ends_before_they_fill_the_memory_and_proves_nothing() {
    let mut listing = Listing::new(&rules(10));
    let endless = |id: u64| Product { title: "A".repeat(1_000_000), ..product(id) };
    let mut pages = 0;
    while let Some(request) = listing.next() {
        pages += 1;
        assert!(pages < 30, "the listing does not end");
        listing.accept(ProductPage {
            products: (0..10).map(|row| endless(request.number * 10 + row)).collect(),
            rows: 10,
            all_readable: true,
            total: Some(1_000_000_000),
            total_pages: None,
            per_page: None,
            age: Duration::ZERO,
        });
    }
    assert!(!listing.is_complete());
}
