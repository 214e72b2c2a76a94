//! Imports into a marketplace with categories: from folders, by name, and with what the categories ask for.

use std::path::PathBuf;

use serde_json::{Value, json};
use vitrine_sandbox::{
    Categories, FaultRule, Faults, Moment, Operation, Options, RefusalForm, ShopBehaviour, Wrapper,
};

use crate::kit::shop::{RunOutput, Shop, TestEnv, write};

fn shop(behaviour: ShopBehaviour) -> Shop {
    let behaviour = ShopBehaviour { categories: Categories::English, ..behaviour };
    Shop::open(Options { faults: Faults { behaviour, ..Faults::default() }, ..Options::default() })
}

/// What every product needs here besides its category.
const REQUIRED: [&str; 8] = [
    "--set",
    "preparation_days=2",
    "--set",
    "package_weight=1000",
    "--set",
    "primary_price=250000",
    "--set",
    "product_attribute=Material=Wool; Purity=18 carat; Weight of the gold=900; Storage=128 GB",
];

fn import_folder(env: &TestEnv, more: &[&str]) -> RunOutput {
    let photos = env.photos();
    env.run(
        &[&["import", "--json", "--yes"][..], &REQUIRED[..], more, &[photos.to_str().unwrap()][..]].concat(),
    )
}

/// The names of the products in the shop with their categories, sorted.
fn categories(shop: &Shop) -> Vec<(String, u64)> {
    let products = shop.sandbox.products().into_iter();
    let mut all: Vec<(String, u64)> = products
        .map(|product| (product.fields.name, product.fields.extra["category_id"].as_u64().unwrap()))
        .collect();
    all.sort();
    all
}

fn problem(output: &RunOutput, product: &str) -> (String, String) {
    let problem = &output.product_events()[product]["problem"];
    (
        problem["field"].as_str().unwrap_or_default().to_owned(),
        problem["cause"].as_str().unwrap_or_default().to_owned(),
    )
}

#[test]
fn products_get_the_categories_of_their_folders_with_attributes_and_status() {
    let behaviour = ShopBehaviour {
        wrapper: Wrapper::InTurn,
        refusal_form: RefusalForm::InTurn,
        ..ShopBehaviour::default()
    };
    let (shop, folders) = (
        shop(behaviour),
        [
            "Rugs/Kilim",
            "Rugs/Gabbeh",
            "Rugs/Jajim",
            "Decoration/Cushion",
            "Decoration/Vase",
            "Kitchen/Mug",
            "Kitchen/Bowl",
            "Men/T-shirt",
            "Women/T-shirt",
            "Food/Saffron",
            "Gold/Gold ring",
            "Phones/Mobile phone",
        ],
    );
    let env = TestEnv::new(&shop);
    for folder in folders {
        for product in 1..=3 {
            env.photo(&format!("{folder}/{} {product}/a.jpg", folder.split('/').next_back().unwrap()));
        }
    }

    let output = import_folder(&env, &[]);

    assert_eq!((output.status, output.counts()), (0, [36, 0, 0, 0]), "{}", output.stderr);
    assert!(output.stderr.contains("Home / Rugs / Kilim: 3"), "{}", output.stderr);
    let mut ids: Vec<u64> = categories(&shop).into_iter().map(|(_, id)| id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids, [231, 252, 302, 303, 304, 305, 306, 324, 326, 501, 601, 1001]);
    let extra = |name: &str| {
        shop.sandbox.products().into_iter().find(|product| product.fields.name == name).unwrap().fields.extra
    };
    assert_eq!(
        extra("Kilim 1")["product_attribute"],
        json!([{"attribute_id": 219, "selected_values": [17]}])
    );
    assert_eq!(
        extra("Gold ring 2")["product_attribute"],
        json!([{"attribute_id": 1785, "selected_values": [51]}, {"attribute_id": 1786, "value": "900"}])
    );
    assert_eq!((extra("Mug 3").get("product_attribute"), &extra("Mug 3")["status"]), (None, &json!(2976)));
}

#[test]
fn a_category_is_given_by_number_or_by_name_and_a_status_by_number() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    env.photo("1/One.jpg");
    assert_eq!(
        import_folder(&env, &["--set", "category_id=302", "--set", "status=3790"]).counts(),
        [1, 0, 0, 0]
    );
    env.photo("2/Two.jpg");
    let output = import_folder(
        &env,
        &["--set", "category=Rugs / Kilim", "--set", "unit_quantity=2", "--set", "keywords=rug, wool"],
    );
    assert_eq!(output.counts(), [1, 1, 0, 0], "{}", output.stderr);
    assert_eq!(categories(&shop), [("1".to_owned(), 302), ("2".to_owned(), 302)]);
    let extra: Vec<Value> =
        shop.sandbox.products().into_iter().map(|product| Value::Object(product.fields.extra)).collect();
    assert_eq!((&extra[0]["status"], &extra[1]["status"]), (&json!(3790), &json!(2976)));
    assert_eq!(
        (&extra[1]["unit_type"], &extra[1]["unit_quantity"], &extra[1]["keywords"]),
        (&json!(6304), &json!(2), &json!(["rug", "wool"]))
    );
}

#[test]
fn a_folders_category_is_remembered_and_the_innermost_folder_wins() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    env.photo("stock/A.jpg");
    env.photo("stock/blue/B.jpg");
    let output = import_folder(
        &env,
        &["--group", "file", "--category", "stock=Mug", "--category", "stock/blue=Kitchen/Bowl"],
    );
    assert_eq!(output.counts(), [2, 0, 0, 0], "{}", output.stderr);
    env.photo("stock/blue/C.jpg");
    assert_eq!(import_folder(&env, &["--group", "file"]).counts(), [1, 2, 0, 0]);
    assert_eq!(categories(&shop), [("A".to_owned(), 324), ("B".to_owned(), 326), ("C".to_owned(), 326)]);
}

#[test]
fn a_sheet_names_categories_by_path_or_number_and_its_other_columns_are_sent() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join("goods.csv");
    for photo in ["a.jpg", "b.jpg"] {
        env.photo(photo);
    }
    let rows = "name,photo,category,barcode,packaging_dimensions\nA,photos/a.jpg,Kitchen > Mug,626001,30x20x10\nB,photos/b.jpg,326,,\n";
    write(&sheet, rows.as_bytes());
    let output = env
        .run(&[&["import", "--json", "--yes", "--sheet", sheet.to_str().unwrap()], &REQUIRED[..]].concat());
    assert_eq!(output.counts(), [2, 0, 0, 0], "{}", output.stderr);
    assert_eq!(categories(&shop), [("A".to_owned(), 324), ("B".to_owned(), 326)]);
    let products = shop.sandbox.products();
    let first = &products.iter().find(|product| product.fields.name == "A").unwrap().fields.extra;
    assert_eq!(
        (&first["barcode"], &first["packaging_dimensions"]),
        (&json!("626001"), &json!({"length": 30, "width": 20, "height": 10}))
    );
}

#[test]
fn what_the_marketplace_would_refuse_is_reported_before_anything_is_sent() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    env.photo("stuff/Thing/a.jpg");
    env.photo("stuff/Thing/b.jpg");
    let refused = |more: &[&str]| {
        let output = import_folder(&env, more);
        assert_eq!(output.counts(), [0, 0, 1, 0], "{}", output.stderr);
        problem(&output, "Thing")
    };
    assert_eq!(refused(&[]).0, "category_id", "it is required");
    let (field, cause) = refused(&["--set", "category=T-shirt"]);
    assert_eq!((field.as_str(), cause.contains("Several categories")), ("category_id", true), "{cause}");
    assert!(refused(&["--set", "category=Rugs"]).1.contains("subcategories"));
    assert_eq!(refused(&["--set", "category_id=324", "--set", "weight=1000"]).0, "package_weight");
    assert_eq!(
        refused(&["--set", "category=Gold ring", "--set", "preparation_days=8"]).0,
        "preparation_days"
    );
    assert_eq!(shop.sandbox.peak_in_flight(Operation::Create), 0);
    assert!(shop.sandbox.products().is_empty());
}

#[test]
fn a_required_attribute_without_a_value_is_named() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    let photo = env.photo("Thing.jpg");
    let output = env.run(&[
        "import",
        "--json",
        "--yes",
        "--set",
        "category_id=302",
        "--set",
        "preparation_days=1",
        "--set",
        "package_weight=10",
        photo.to_str().unwrap(),
    ]);
    let (field, cause) = problem(&output, "Thing");
    assert_eq!((field.as_str(), cause.contains("Material")), ("product_attribute", true), "{cause}");
}

#[test]
fn categories_are_read_once_and_work_without_a_connection() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    let read = || {
        shop.sandbox
            .requests()
            .into_iter()
            .filter(|request| request.operation == Some(Operation::Categories))
            .count()
    };
    env.photo("Kitchen/Mug/A/a.jpg");
    import_folder(&env, &[]);
    let once = read();
    env.photo("Kitchen/Mug/B/b.jpg");
    assert_eq!(import_folder(&env, &[]).counts(), [1, 1, 0, 0]);
    assert_eq!((once, read()), (2, 2), "the tree and the attributes of one category");
}

#[test]
fn a_marketplace_without_categories_refuses_a_category_before_anything_is_sent() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    env.photo("Kitchen/Mug/A/a.jpg");
    assert_eq!(import_folder(&env, &["--set", "category_id=302"]).status, 2);
    let photos = env.photos();
    assert_eq!(env.run(&["import", "--json", "--yes", photos.to_str().unwrap()]).counts(), [1, 0, 0, 0]);
    assert!(shop.sandbox.requests().iter().all(|request| request.operation != Some(Operation::Categories)));
    assert_eq!(shop.sandbox.products()[0].fields.extra.len(), 0);
}

/// The folders of a shop, with the categories that they are named like.
const FOLDERS: [([&str; 2], u64); 12] = [
    (["Rugs/Kilim", "فرش/گلیم"], 302),
    (["Rugs/Gabbeh", "فرش/گبه"], 303),
    (["Rugs/Jajim", "فرش/جاجیم"], 304),
    (["Decoration/Cushion", "دکوراسیون/کوسن"], 305),
    (["Decoration/Vase", "دکوراسیون/گلدان"], 306),
    (["Kitchen/Mug", "آشپزخانه/ماگ"], 324),
    (["Kitchen/Bowl", "آشپزخانه/کاسه"], 326),
    (["Men/T-shirt", "مردانه/تی‌شرت"], 252),
    (["Women/T-shirt", "زنانه/تی‌شرت"], 231),
    (["Spices/Saffron", "ادویه/زعفران"], 501),
    (["Gold/Gold ring", "طلا/انگشتر طلا"], 601),
    (["Phones/Mobile phone", "موبایل/گوشی موبایل"], 1001),
];

/// The shop holds exactly what was meant, where nothing was typed but prices.
#[test]
fn two_hundred_products_of_one_folder_tree_get_their_categories_in_both_languages() {
    let attributes = [
        "product_attribute=Material=Wool; Purity=18 carat; Weight of the gold=900; Storage=128 GB",
        "product_attribute=جنس=پشم; عیار=۱۸ عیار; وزن طلا=900; حافظهٔ داخلی=۱۲۸ گیگابایت",
    ];
    for (language, categories) in [Categories::English, Categories::Persian].into_iter().enumerate() {
        let behaviour = ShopBehaviour { categories, wrapper: Wrapper::InTurn, ..ShopBehaviour::default() };
        let shop =
            Shop::open(Options { faults: Faults { behaviour, ..Faults::default() }, ..Options::default() });
        let env = TestEnv::new(&shop);
        let mut meant = std::collections::BTreeMap::new();
        let mut sheet = "name,primary_price\n".to_owned();
        for n in 0..200u64 {
            let (folder, category) = FOLDERS[n as usize % FOLDERS.len()];
            let name = format!("{} {n}", folder[language].split('/').next_back().unwrap());
            env.photo(&format!("{}/{name}/1.png", folder[language]));
            sheet += &format!("{name},{}\n", 100_000 + n);
            let required = match category {
                302..=304 => json!([{"attribute_id": 219, "selected_values": [17]}]),
                601 => {
                    json!([{"attribute_id": 1785, "selected_values": [51]}, {"attribute_id": 1786, "value": "900"}])
                }
                1001 => json!([{"attribute_id": 1707, "selected_values": [41]}]),
                _ => Value::Null,
            };
            meant.insert(name, (category, 100_000 + n as i64, required));
        }
        let prices = env.dir.path().join("prices.csv");
        write(&prices, sheet.as_bytes());

        let (photos, prices) = (env.photos(), prices.to_str().unwrap().to_owned());
        let given = [
            "import",
            "--json",
            "--yes",
            "--sheet",
            &prices,
            "--set",
            "preparation_days=2",
            "--set",
            "package_weight=1000",
        ];
        let output =
            env.run(&[&given[..], &["--set", attributes[language], photos.to_str().unwrap()]].concat());

        assert_eq!((output.status, output.counts()), (0, [200, 0, 0, 0]), "{}", output.stderr);
        let there: std::collections::BTreeMap<_, _> = shop
            .sandbox
            .products()
            .into_iter()
            .map(|product| {
                let extra = product.fields.extra;
                assert_eq!((&extra["status"], product.fields.photos.len()), (&json!(2976), 1));
                let attributes = extra.get("product_attribute").cloned().unwrap_or_default();
                (
                    product.fields.name,
                    (
                        extra["category_id"].as_u64().unwrap(),
                        product.fields.primary_price.unwrap(),
                        attributes,
                    ),
                )
            })
            .collect();
        assert_eq!(there, meant);
    }
}

#[test]
fn a_dry_run_shows_the_categories_of_folders_without_a_request() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    env.photo("Kitchen/Mug/A/a.jpg");
    env.photo("Kitchen/other/B/b.jpg");
    let photos = env.photos();
    let dry_run =
        || env.run(&["import", "--json", "--dry-run", "--category", "other=Bowl", photos.to_str().unwrap()]);
    let before = dry_run();
    assert_eq!((before.status, shop.sandbox.request_count()), (0, 0));
    assert!(before.stderr.contains("aren’t known before the first sign-in"), "{}", before.stderr);

    import_folder(&env, &["--set", "category_id=324"]);
    let requests = shop.sandbox.request_count();
    let output = dry_run();
    let of = |name: &str| output.lines.iter().find(|line| line["name"] == name).unwrap().clone();
    assert_eq!(
        (&of("A")["fields"]["category_id"], &of("B")["fields"]["category_id"]),
        (&json!(324), &json!(326))
    );
    assert_eq!(
        of("A")["problems"].as_array().unwrap().len(),
        2,
        "preparation time and packaged weight are required here"
    );
    assert!(output.stderr.contains("Home / Kitchen / Bowl: 1"), "{}", output.stderr);
    assert_eq!(shop.sandbox.request_count(), requests);
}

const HIDDEN: &[u8] = b"name,status,category\nHidden,3790,Kitchen/Mug\nShown,2976,Kitchen/Mug\n";

/// A shop in which the answer to one creation is lost, and a sheet with a hidden product that has no photo.
fn shop_and_sheet(lost: u64) -> (Shop, TestEnv, PathBuf) {
    let lost = FaultRule {
        on: Some(Operation::Create),
        from: lost,
        to: Some(lost),
        reset: true,
        when: Moment::After,
        ..FaultRule::default()
    };
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let shop = Shop::open(Options { faults: Faults { behaviour, ..Faults::of(lost) }, ..Options::default() });
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join("goods.csv");
    write(&sheet, HIDDEN);
    (shop, env, sheet)
}

#[test]
fn a_hidden_product_may_lack_a_photo() {
    let (shop, env, sheet) = shop_and_sheet(2);
    env.photo("Kitchen/Mug/Earlier/a.jpg");
    assert_eq!(import_folder(&env, &[]).counts(), [1, 0, 0, 0]);
    let import = || {
        env.run(&[&["import", "--json", "--yes", "--sheet", sheet.to_str().unwrap()], &REQUIRED[..]].concat())
    };

    let output = import();
    assert_eq!(output.counts(), [1, 0, 1, 0], "{}", output.stderr);
    assert_eq!(problem(&output, "Shown").0, "photo");
    assert_eq!(output.product_events()["Hidden"]["photo_id"], Value::Null);
    let product =
        shop.sandbox.products().into_iter().find(|product| product.fields.name == "Hidden").unwrap();
    assert_eq!((product.fields.photos.len(), &product.fields.extra["status"]), (0, &json!(3790)));

    assert_eq!(import().counts(), [0, 1, 1, 0], "it is recognized");
    assert_eq!(shop.sandbox.products().len(), 2, "though its answer was lost");
}

/// The list may have been empty by mistake, and then have an old product of that name: nothing but a photo
/// would tell.
#[test]
fn the_first_product_of_a_shop_is_asked_about_if_it_has_no_photo_and_its_answer_is_lost() {
    let (shop, env, sheet) = shop_and_sheet(1);
    let import = || {
        env.run(&[&["import", "--json", "--yes", "--sheet", sheet.to_str().unwrap()], &REQUIRED[..]].concat())
    };
    for _ in 0..2 {
        let output = import();
        assert_eq!((output.counts(), output.status), ([0, 0, 1, 1], 4), "{}", output.stderr);
        assert_eq!(shop.sandbox.products().len(), 1, "it is not sent again");
    }
}

#[test]
fn a_product_that_is_created_again_gets_an_sku_of_its_own() {
    let shop = shop(ShopBehaviour { sku_unique: true, ..ShopBehaviour::default() });
    let env = TestEnv::new(&shop);
    env.photo("Kitchen/Mug/A/a.jpg");
    assert_eq!(import_folder(&env, &["--generate-sku"]).counts(), [1, 0, 0, 0]);
    assert_eq!(import_folder(&env, &["--generate-sku"]).counts(), [0, 1, 0, 0]);
    assert_eq!(import_folder(&env, &["--generate-sku", "--again"]).counts(), [1, 0, 0, 0]);
    let skus: std::collections::BTreeSet<_> =
        shop.sandbox.products().into_iter().filter_map(|product| product.fields.sku).collect();
    assert_eq!(skus.len(), 2, "{skus:?}");
}

#[test]
fn the_demo_fills_a_practice_shop_with_categories() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    let output = env.run(&["demo"]);
    assert_eq!(output.status, 0, "{output:?}");
    assert!(
        output.stderr.contains("Home / Rugs / Kilim: 2") && output.stdout.contains("20 created"),
        "{output:?}"
    );
    assert_eq!(shop.sandbox.request_count(), 0, "it has a shop of its own");
}

/// The tree is read, the attributes of categories are not.
#[test]
fn products_whose_attributes_cannot_be_read_are_created_only_if_that_was_said() {
    let failing =
        FaultRule { on: Some(Operation::Categories), from: 2, status: Some(503), ..FaultRule::default() };
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let shop =
        Shop::open(Options { faults: Faults { behaviour, ..Faults::of(failing) }, ..Options::default() });
    let env = TestEnv::new(&shop);
    env.photo("Kitchen/Mug/A/a.jpg");
    env.photo("Kitchen/Mug/B/b.jpg");

    let output = import_folder(&env, &[]);
    assert_eq!((output.status, output.counts()), (1, [0, 0, 0, 2]), "{}", output.stderr);
    assert!(
        output.stderr.contains("2 products in “Home / Kitchen / Mug”")
            && output.stderr.contains("--without-attributes"),
        "{output:?}"
    );
    let problem = output.lines.iter().find(|line| line["event"] == "problem").expect("a problem");
    assert_eq!(problem["problem"]["code"], "server_error", "{problem}");
    assert_eq!(
        (shop.sandbox.products().len(), shop.sandbox.peak_in_flight(Operation::Upload)),
        (0, 0),
        "nothing was sent"
    );

    let output = import_folder(&env, &["--without-attributes"]);
    assert_eq!((output.status, output.counts()), (0, [2, 0, 0, 0]), "{}", output.stderr);
    assert_eq!(categories(&shop), [("A".to_owned(), 324), ("B".to_owned(), 324)]);
}

/// What was typed while nobody was signed in means something only once the categories and their attributes
/// are known.
#[test]
fn an_import_saved_while_signed_out_is_resumed_with_the_attributes_of_its_categories() {
    let failing = FaultRule {
        on: Some(Operation::Categories),
        from: 2,
        to: Some(9),
        status: Some(503),
        ..FaultRule::default()
    };
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let shop =
        Shop::open(Options { faults: Faults { behaviour, ..Faults::of(failing) }, ..Options::default() });
    let env = TestEnv::new(&shop);
    env.photo("Rug/a.jpg");
    let photos = env.photos();
    let of_kilim = ["--set", "category=Rugs / Kilim"];
    let arguments =
        [&["import", "--json", "--yes"][..], &REQUIRED[..], &of_kilim[..], &[photos.to_str().unwrap()][..]]
            .concat();
    let saved = env.command(&arguments).env_remove("VITRINE_TOKEN").output().unwrap();
    assert_eq!(saved.status.code(), Some(3), "{saved:?}");

    let failed = env.run(&["resume", "--json"]);
    assert_eq!((failed.status != 0, failed.counts()), (true, [0, 0, 0, 1]), "{}", failed.stderr);
    assert!(shop.sandbox.products().is_empty(), "it waits until the attributes are read");

    let tries = || std::iter::repeat_with(|| env.run(&["resume", "--json"])).take(6);
    let resumed = tries().find(|resumed| resumed.counts()[3] == 0).expect("the attributes are read at last");
    assert_eq!((resumed.status, resumed.counts()), (0, [1, 0, 0, 0]), "{:?}", resumed.lines);
    let extra = shop.sandbox.products().remove(0).fields.extra;
    assert_eq!(extra["category_id"], json!(302));
    assert_eq!(extra["product_attribute"], json!([{"attribute_id": 219, "selected_values": [17]}]));
}

/// Nothing was read before the first sign-in. Folders, and what was typed for them, are looked up when the
/// tree is known.
#[test]
fn an_import_saved_before_the_first_sign_in_waits_for_the_categories_of_its_folders() {
    let failing =
        FaultRule { on: Some(Operation::Categories), to: Some(6), status: Some(503), ..FaultRule::default() };
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let shop =
        Shop::open(Options { faults: Faults { behaviour, ..Faults::of(failing) }, ..Options::default() });
    let env = TestEnv::new(&shop);
    env.photo("Rugs/Kilim/First/a.jpg");
    env.photo("Various/Second/a.jpg");
    env.photo("Odd/Third/a.jpg");
    let photos = env.photos();
    let folders = ["--category", "Various=Mug", "--category", "Odd=No such category", "--generate-sku"];
    let arguments =
        [&["import", "--json", "--yes"][..], &REQUIRED[..], &folders[..], &[photos.to_str().unwrap()][..]]
            .concat();
    let saved = env.command(&arguments).env_remove("VITRINE_TOKEN").output().unwrap();
    assert_eq!(saved.status.code(), Some(3), "{saved:?}");

    let failed = env.run(&["resume", "--json"]);
    assert_eq!((failed.status != 0, failed.counts()), (true, [0, 0, 0, 3]), "{}", failed.stderr);
    assert!(shop.sandbox.products().is_empty(), "they wait until the tree is read");

    let tries = || std::iter::repeat_with(|| env.run(&["resume", "--json"])).take(6);
    let resumed = tries().find(|resumed| resumed.counts()[3] == 0).expect("the tree is read at last");
    assert_eq!((resumed.status, resumed.counts()), (1, [2, 0, 1, 0]), "{:?}", resumed.lines);
    let (field, cause) = problem(&resumed, "Third");
    assert_eq!(
        (field.as_str(), cause.contains("No such category")),
        ("category_id", true),
        "what was typed is reported: {cause}"
    );
    assert_eq!(categories(&shop), [("First".to_owned(), 302), ("Second".to_owned(), 324)]);
    assert!(shop.sandbox.products().iter().all(|product| product.fields.sku.is_some()));

    env.photo("Various/Fourth/a.jpg");
    import_folder(&env, &[]);
    assert!(categories(&shop).contains(&("Fourth".to_owned(), 324)), "the folder's category is remembered");
}

#[test]
fn resumed_products_whose_attributes_cannot_be_read_are_created_only_if_that_was_said() {
    let failing =
        FaultRule { on: Some(Operation::Categories), from: 2, status: Some(503), ..FaultRule::default() };
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let shop =
        Shop::open(Options { faults: Faults { behaviour, ..Faults::of(failing) }, ..Options::default() });
    let env = TestEnv::new(&shop);
    env.photo("Kitchen/Mug/A/a.jpg");
    let photos = env.photos();
    let arguments =
        [&["import", "--json", "--yes"][..], &REQUIRED[..], &[photos.to_str().unwrap()][..]].concat();
    let saved = env.command(&arguments).env_remove("VITRINE_TOKEN").output().unwrap();
    assert_eq!(saved.status.code(), Some(3), "{saved:?}");

    let output = env.run(&["resume", "--json"]);
    assert_eq!((output.status, output.counts()), (1, [0, 0, 0, 1]), "{}", output.stderr);
    assert!(
        output.stderr.contains("1 product in “Home / Kitchen / Mug”")
            && output.stderr.contains("--without-attributes"),
        "{output:?}"
    );
    assert!(shop.sandbox.products().is_empty());

    let output = env.run(&["resume", "--json", "--without-attributes"]);
    assert_eq!((output.status, output.counts()), (0, [1, 0, 0, 0]), "{}", output.stderr);
    assert_eq!(categories(&shop), [("A".to_owned(), 324)]);
}

#[test]
fn an_import_saved_while_signed_out_has_the_categories_of_its_folders_if_they_were_read_earlier() {
    let shop = shop(ShopBehaviour::default());
    let env = TestEnv::new(&shop);
    env.photo("Rugs/Kilim/First/a.jpg");
    assert_eq!(import_folder(&env, &[]).counts(), [1, 0, 0, 0]);
    env.photo("Kitchen/Mug/Second/a.jpg");
    let photos = env.photos();
    let arguments =
        [&["import", "--json", "--yes"][..], &REQUIRED[..], &[photos.to_str().unwrap()][..]].concat();
    let saved = env.command(&arguments).env_remove("VITRINE_TOKEN").output().unwrap();
    assert_eq!(saved.status.code(), Some(3), "{saved:?}");
    let resumed = env.run(&["resume", "--json"]);
    assert_eq!((resumed.status, resumed.counts()), (0, [1, 1, 0, 0]), "{:?}", resumed.lines);
    assert_eq!(categories(&shop), [("First".to_owned(), 302), ("Second".to_owned(), 324)]);
}

/// Of two categories one answers: its products are created, and those of the other wait.
#[test]
fn products_of_one_category_are_created_although_the_attributes_of_another_cannot_be_read() {
    let failing =
        FaultRule { on: Some(Operation::Categories), from: 3, status: Some(503), ..FaultRule::default() };
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let shop = Shop::open(Options {
        faults: Faults { behaviour: behaviour.clone(), ..Faults::of(failing) },
        ..Options::default()
    });
    let env = TestEnv::new(&shop);
    env.photo("Rugs/Kilim/First/a.jpg");
    env.photo("Kitchen/Mug/Second/a.jpg");
    let photos = env.photos();
    let arguments =
        [&["import", "--json", "--yes"][..], &REQUIRED[..], &[photos.to_str().unwrap()][..]].concat();
    let saved = env.command(&arguments).env_remove("VITRINE_TOKEN").output().unwrap();
    assert_eq!(saved.status.code(), Some(3), "{saved:?}");

    let resumed = env.run(&["resume", "--json"]);
    assert_eq!(
        (resumed.status, resumed.counts()),
        (4, [1, 0, 0, 1]),
        "{} {:?}",
        resumed.stderr,
        resumed.lines
    );
    assert_eq!(resumed.done_event()["left"], json!(1), "the other one is left");
    assert_eq!(categories(&shop).len(), 1);

    shop.sandbox.set_faults(Faults { behaviour, ..Faults::default() });
    let resumed = env.run(&["resume", "--json"]);
    assert_eq!((resumed.status, resumed.counts()), (0, [1, 0, 0, 0]), "{}", resumed.stderr);
    assert_eq!(categories(&shop).len(), 2);
}
