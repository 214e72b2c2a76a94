//! Creating products with variants: the real program at a practice shop that takes them.

use serde_json::{Value, json};
use vitrine_domain::DraftVariant;
use vitrine_sandbox::{
    Categories, CreatedProduct, FaultRule, Faults, Moment, Operation, Options, ShopBehaviour,
};

use crate::kit::shop::{RunOutput, Shop, TestEnv};

fn open(rule: Option<FaultRule>) -> (Shop, TestEnv) {
    let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
    let faults = Faults { behaviour, ..rule.map(Faults::of).unwrap_or_default() };
    let shop = Shop::open(Options { faults, ..Options::default() });
    let env = TestEnv::new(&shop);
    (shop, env)
}

/// What every product needs here besides what the sheet says.
const REQUIRED: [&str; 6] =
    ["--set", "category_id=701", "--set", "preparation_days=2", "--set", "package_weight=1000"];

fn import(env: &TestEnv, csv: &str, more: &[&str]) -> RunOutput {
    let sheet = env.dir.path().join("goods.csv");
    std::fs::write(&sheet, csv).unwrap();
    let photos = env.photos();
    std::fs::create_dir_all(&photos).unwrap();
    let paths = [photos.to_str().unwrap(), "--sheet", sheet.to_str().unwrap()];
    env.run(&[&["import", "--json", "--yes"], &paths[..], &REQUIRED[..], more].concat())
}

/// The properties, price, stock and code of each variant.
fn variants(product: &CreatedProduct) -> Vec<(String, i64, i64, Option<&str>)> {
    let of = |variant: &'_ Value| {
        let pairs = variant["properties"].as_array().unwrap().iter();
        let pairs = pairs.map(|pair| {
            format!("{}={}", pair["property"].as_str().unwrap(), pair["value"].as_str().unwrap())
        });
        (
            pairs.collect::<Vec<_>>().join(", "),
            variant["primary_price"].as_i64().unwrap(),
            variant["stock"].as_i64().unwrap(),
        )
    };
    let all = product.fields.extra["variants"].as_array().unwrap();
    all.iter()
        .map(|variant| {
            let (pairs, price, stock) = of(variant);
            (pairs, price, stock, variant.get("sku").and_then(Value::as_str))
        })
        .collect()
}

/// The fields of each product of a look at an import.
fn planned(output: &RunOutput) -> Vec<&Value> {
    output.lines.iter().filter(|line| line["event"] == "planned").map(|line| &line["fields"]).collect()
}

#[test]
fn shirts_with_sizes_are_created_from_one_sheet_each_once_although_answers_are_lost() {
    let lost = FaultRule {
        on: Some(Operation::Create),
        reset: true,
        when: Moment::After,
        every: 3,
        ..FaultRule::default()
    };
    let (shop, env) = open(Some(lost));
    let mut csv = "نام,سایز,قیمت,موجودی,کد\n".to_owned();
    for shirt in 1..=12 {
        env.photo(&format!("پیراهن {shirt}/1.png"));
        env.photo(&format!("پیراهن {shirt}/2.png"));
        for (at, size) in ["S", "M", "L", "XL"].into_iter().enumerate() {
            csv += &format!("پیراهن {shirt},{size},{},{at},P{shirt}-{size}\n", 1_000_000 + 1_000 * at);
        }
    }
    let output = import(&env, &csv, &[]);
    assert_eq!(output.status, 0, "{output:?}");
    let products = shop.sandbox.products();
    assert_eq!(products.len(), 12, "each shirt is there once");
    for product in &products {
        let code = product.fields.name.replace("پیراهن ", "P");
        let wanted = ["S", "M", "L", "XL"].into_iter().enumerate().map(|(at, size)| {
            (format!("سایز={size}"), 1_000_000 + 1_000 * at as i64, at as i64, format!("{code}-{size}"))
        });
        let wanted: Vec<_> = wanted.collect();
        let there = variants(product);
        let wanted: Vec<_> = wanted
            .iter()
            .map(|(pairs, price, stock, sku)| (pairs.clone(), *price, *stock, Some(sku.as_str())))
            .collect();
        assert_eq!(there, wanted, "{}", product.fields.name);
        assert_eq!((product.fields.photos.len(), product.fields.primary_price), (2, None));
    }
    let again = import(&env, &csv, &[]);
    assert_eq!((again.status, shop.sandbox.products().len()), (0, 12), "{again:?}");
}

#[test]
fn the_rows_of_one_product_are_its_variants_whoever_wrote_them() {
    let (_shop, env) = open(None);
    let woocommerce = "ID,Type,SKU,Name,Published,Short description,Description,Stock,Weight (kg),Sale price,Regular price,Images,Parent,Attribute 1 name,Attribute 1 value(s)\n\
        13,variable,M,Mug,1,,,,,,,,,Color,\"Blue, Red\"\n\
        14,variation,M-B,Mug - Blue,1,,,4,,,60000,,id:13,Color,Blue\n\
        15,variation,M-R,Mug - Red,1,,,2,,,65000,,id:13,Color,Red\n\
        16,simple,B,Bowl,1,,,1,,,90000,,,,\n";
    let shopify = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\n\
        rug,Rug,Size,Small,R-S,250000.00,2\nrug,,,Large,R-L,450000.00,1\nbowl,Bowl,Title,Default Title,B,90000.00,1\n";
    let plain = "name,size,color,price,stock\nShirt,M,Red,100000,2\nHat,,,50000,1\nShirt,L,Red,110000,3\nShirt,M,Blue,100000,0\n";
    for (csv, expected) in [
        (
            woocommerce,
            vec![("Mug", "Color=Blue | 60000 | 4 | M-B; Color=Red | 65000 | 2 | M-R"), ("Bowl", "")],
        ),
        (
            shopify,
            vec![("Rug", "Size=Small | 250000 | 2 | R-S; Size=Large | 450000 | 1 | R-L"), ("Bowl", "")],
        ),
        (
            plain,
            vec![
                (
                    "Shirt",
                    "size=M, color=Red | 100000 | 2; size=L, color=Red | 110000 | 3; size=M, color=Blue | 100000 | 0",
                ),
                ("Hat", ""),
            ],
        ),
    ] {
        let look = import(&env, csv, &["--dry-run"]);
        let read = planned(&look);
        let written = |variants: &Value| {
            let variants: Vec<DraftVariant> = serde_json::from_value(variants.clone()).unwrap_or_default();
            DraftVariant::write_all(&variants)
        };
        let read: Vec<(&str, String)> = read
            .into_iter()
            .map(|fields| (fields["name"].as_str().unwrap(), written(&fields["variants"])))
            .collect();
        let expected: Vec<_> = expected.into_iter().map(|(name, text)| (name, text.to_owned())).collect();
        assert_eq!(read, expected, "{look:?}");
    }
}

#[test]
fn rows_without_a_name_continue_the_product_above() {
    let (_shop, env) = open(None);
    let coat =
        "color=Red, size=S | 900000 | 2; color=Red, size=M | 900000 | 1; color=Blue, size=S | 950000 | 0";
    let unmerged = "name,color,size,price,stock\nCoat,Red,S,900000,2\n,,M,900000,1\n,Blue,S,950000,0\n";
    let below = "sku,name,size,price,stock\nC,Coat,,,\nC-S,,S,900000,2\nC-M,,M,900000,1\n";
    for (csv, variants, sku) in [
        (unmerged, coat, Value::Null),
        (below, "size=S | 900000 | 2 | C-S; size=M | 900000 | 1 | C-M", json!("C")),
    ] {
        let look = import(&env, csv, &["--dry-run"]);
        let [product] = planned(&look)[..] else { panic!("{look:?}") };
        let read: Vec<DraftVariant> = serde_json::from_value(product["variants"].clone()).unwrap();
        let said = (product["name"].as_str(), DraftVariant::write_all(&read), &product["sku"]);
        assert_eq!(said, (Some("Coat"), variants.to_owned(), &sku), "{csv}");
    }
    // Without anything that tells it from the others, a row without a name is no variant of it.
    let look = import(&env, "name,size,price\nCoat,S,900000\n,,800000\n", &["--dry-run"]);
    assert_eq!(planned(&look).len(), 2, "{look:?}");
}

#[test]
fn sizes_and_colors_that_are_not_sent_are_said() {
    let (_shop, env) = open(None);
    let csv = "name,color,price\nCoat,Red,900000\nCoat,Blue,900000\nHat,\"Red, Blue\",100000\nBag,,50000\n";
    let look = import(&env, csv, &["--dry-run"]);
    let sheet = look.lines.iter().rfind(|line| line["event"] == "sheet").expect("a sheet");
    assert_eq!(sheet["alone"], json!([{ "row": 4, "text": "Hat – Red, Blue" }]), "{look:?}");
}

#[test]
fn rows_of_one_name_that_do_not_differ_stay_products() {
    let (_shop, env) = open(None);
    for csv in [
        "name,size,price\nRug,L,100\nRug,L,200\n",
        "name,size,price\nRug,,100\nRug,L,200\n",
        "name,price\nRug,100\nRug,200\n",
    ] {
        let look = import(&env, csv, &["--dry-run"]);
        assert_eq!(planned(&look).len(), 2, "{csv}");
    }
}

#[test]
fn a_variant_without_a_price_is_said_before_anything_is_sent() {
    let (shop, env) = open(None);
    env.photo("Shirt/1.png");
    let csv = "name,size,price,stock\nShirt,M,100000,2\nShirt,L,,3\n";
    let output = import(&env, csv, &[]);
    assert_eq!(shop.sandbox.products().len(), 0);
    let problem = &output.product_events()["Shirt"]["problem"];
    assert_eq!(problem["field"], json!("primary_price"), "{output:?}");
    // The price of the product is that of the variants without one.
    let priced = import(&env, csv, &["--set", "primary_price=120000"]);
    assert_eq!(priced.status, 0, "{priced:?}");
    let prices: Vec<i64> = variants(&shop.sandbox.products()[0]).iter().map(|variant| variant.1).collect();
    assert_eq!(prices, [100_000, 120_000]);
}
