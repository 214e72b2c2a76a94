//! The shop's products as they were last read.

use jiff::Timestamp;
use proptest::prelude::*;
use vitrine::store::Store;
use vitrine_domain::{
    AccountKey, CatalogState, Discount, Field, FieldValue, FileId, PhotoUrls, Price, Product, ProductId,
    ProductPhoto, Review, Status, UserId, Variant, VendorId,
};

fn shop(user: u64) -> AccountKey {
    AccountKey {
        market: "Example market".to_owned(),
        user: UserId::from(user),
        vendor: VendorId::from(user + 100),
    }
}

fn product(id: u64, title: &str) -> Product {
    Product { title: title.to_owned(), ..Product::with_id(id.into()) }
}

fn state(second: i64) -> CatalogState {
    CatalogState { read_at: Timestamp::from_second(1_800_000_000 + second).unwrap(), is_complete: true }
}

/// Reads a shop's list with these products, to its end.
fn save(store: &Store, account: &AccountKey, products: &[Product], state: CatalogState) {
    let catalog = store.begin_catalog(account).unwrap();
    products.chunks(3).for_each(|page| store.put_in_catalog(catalog, page).unwrap());
    store.finish_catalog(catalog, state).unwrap();
}

/// The shop's saved products, read two at a time.
fn saved(store: &Store, account: &AccountKey) -> Option<(CatalogState, Vec<Product>)> {
    let (catalog, state) = store.catalog(account).unwrap()?;
    let (mut all, mut next) = (Vec::new(), 0);
    loop {
        let (products, after) = store.catalog_products(catalog, next, 2).unwrap();
        if products.is_empty() {
            return Some((state, all));
        }
        all.extend(products);
        next = after;
    }
}

fn titles(store: &Store, account: &AccountKey) -> Vec<String> {
    saved(store, account)
        .map(|(_, products)| products.into_iter().map(|product| product.title).collect())
        .unwrap_or_default()
}

#[test]
fn the_list_that_was_read_last_is_there_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let rugs: Vec<Product> = (0..10).map(|id| product(id, &format!("Rug {id}"))).collect();
    {
        let store = Store::open(dir.path()).unwrap();
        assert_eq!(saved(&store, &shop(1)), None);
        save(&store, &shop(1), &[product(77, "Vase")], state(0));
        save(&store, &shop(1), &rugs, state(60));
        save(&store, &shop(2), &[], CatalogState { is_complete: false, ..state(5) });
    }
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(saved(&store, &shop(1)), Some((state(60), rugs)));
    assert_eq!(saved(&store, &shop(2)), Some((CatalogState { is_complete: false, ..state(5) }, vec![])));
}

#[test]
fn a_list_that_was_not_read_to_its_end_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    save(&store, &shop(1), &[product(1, "Rug"), product(2, "Vase")], state(0));
    let unfinished = store.begin_catalog(&shop(1)).unwrap();
    store.put_in_catalog(unfinished, &[product(3, "Bowl")]).unwrap();
    assert_eq!(titles(&store, &shop(1)), ["Rug", "Vase"]);
    save(&store, &shop(1), &[product(4, "Cup")], state(1));
    assert_eq!(titles(&store, &shop(1)), ["Cup"]);
    store.put_in_catalog(unfinished, &[product(3, "Bowl")]).unwrap();
    store.finish_catalog(unfinished, state(2)).unwrap();
    assert!(
        store.catalog_products(unfinished, 0, 10).unwrap().0.is_empty(),
        "nothing of it is left in the file"
    );
    assert_eq!(titles(&store, &shop(1)), ["Cup"]);
}

#[test]
fn a_product_that_is_read_again_is_replaced_in_its_place_and_a_new_one_is_added_at_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    save(&store, &shop(1), &[product(1, "Rug"), product(2, "Vase")], state(0));
    let (catalog, _) = store.catalog(&shop(1)).unwrap().unwrap();
    store.put_in_catalog(catalog, &[product(3, "Bowl"), product(1, "Red rug")]).unwrap();
    assert_eq!(titles(&store, &shop(1)), ["Red rug", "Vase", "Bowl"]);
}

fn text() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("\\PC{0,12}")
}

fn variant() -> impl Strategy<Value = Variant> {
    let of = |(id, name, sku, price, stock): (u64, _, _, Option<i64>, _)| Variant {
        id: id.into(),
        name,
        properties: Vec::new(),
        sku,
        primary_price: price.map(Price::on_wire),
        stock,
    };
    (any::<u64>(), "\\PC{0,6}", text(), any::<Option<i64>>(), any::<Option<i64>>()).prop_map(of)
}

fn any_product() -> impl Strategy<Value = Product> {
    let urls = (text(), text(), text(), text(), text());
    let urls = urls.prop_map(|(original, xs, sm, md, lg)| PhotoUrls { original, xs, sm, md, lg });
    let file = proptest::option::of(prop_oneof![
        any::<u64>().prop_map(FileId::from),
        "[a-z]{1,9}".prop_map(|id| FileId::new(id).unwrap())
    ]);
    let photo = proptest::option::of((file, urls).prop_map(|(id, urls)| ProductPhoto { id, urls }));
    let status =
        proptest::option::of((text(), any::<Option<i64>>()).prop_map(|(name, value)| Status { name, value }));
    let id = prop_oneof![
        any::<u64>().prop_map(ProductId::from),
        "[a-z]{1,9}".prop_map(|id| ProductId::new(id).unwrap())
    ];
    let numbers = (any::<Option<i64>>(), any::<Option<i64>>(), any::<Option<bool>>());
    let time = || {
        proptest::option::of((0i64..4_000_000_000).prop_map(|second| Timestamp::from_second(second).unwrap()))
    };
    let review = || {
        proptest::option::of((text(), text()).prop_map(|(name, reason)| {
            let values = name.map(|name| (Field::Name, FieldValue::Text(name)));
            Box::new(Review::new(values, reason.into_iter().collect()))
        }))
    };
    let skus = (text(), proptest::collection::vec(variant(), 0..3));
    let rest = (skus, any::<Option<i64>>(), time(), time(), review());
    (id, "\\PC{0,40}", numbers, photo, status, rest).prop_map(
        |(
            id,
            title,
            (price, inventory, is_wholesale),
            photo,
            status,
            ((sku, variants), category_id, created_at, changed_at, review),
        )| {
            Product {
                id,
                title,
                price: price.map(Price::on_wire),
                photo,
                status,
                inventory,
                is_wholesale,
                sku,
                variants,
                discount: price.map(|price| Discount {
                    percent: price.rem_euclid(100) as u8,
                    days: None,
                    ends: changed_at,
                }),
                primary_price: inventory.map(Price::on_wire),
                category_id,
                created_at,
                changed_at,
                review,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_product_reads_back_unchanged(products in proptest::collection::vec(any_product(), 0..8)) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let mut ids = std::collections::HashSet::new();
        let products: Vec<Product> = products.into_iter().filter(|product| ids.insert(product.id.clone())).collect();
        save(&store, &shop(1), &products, state(0));
        prop_assert_eq!(saved(&store, &shop(1)), Some((state(0), products)));
    }
}
