//! What stands in the price lists of wholesalers and accounting programs beside the goods: what they are sold
//! in, what is not on the shelf, telephones, totals.

use serde_json::{Value, json};

use crate::changes::{changes, new_prices};
use crate::kit::shop::{RunOutput, Shop, TestEnv};
use crate::look::{Look, look, prices};
use crate::sheet_opening::{excel, row};
use crate::sheet_sizes::with_variants;

fn sheet(rows: &[&[&str]]) -> Vec<u8> {
    excel(&[("A", &rows.iter().map(|cells| row(cells)).collect::<String>())], &[])
}

fn of_units(heading: &str, units: [&str; 2]) -> Vec<Option<i64>> {
    prices(&format!("name,price (rial),{heading}\nCup,260000,{}\nMug,950000,{}\n", units[0], units[1]))
}

#[test]
fn the_price_of_a_dozen_is_none_of_one_piece_whatever_the_column_is_called() {
    for heading in ["واحد", "واحد شمارش", "واحد اندازه‌گیری", "بسته‌بندی", "UOM", "Sold by", "Per", "Unit"]
    {
        assert_eq!(of_units(heading, ["عدد", "جین"]), [Some(260_000), None], "{heading}");
    }
    for several in ["DZ", "PK6", "جفت", "کارتن ۴ عددی", "بسته", "box of 12", "pack"] {
        assert_eq!(of_units("UOM", ["EA", several]), [Some(260_000), None], "{several}");
    }
    for one in ["pcs", "عددی", "متر", "دستگاه", "kg", "500 گرم"] {
        assert_eq!(of_units("واحد", [one, one]), [Some(260_000), Some(950_000)], "{one}");
    }
    assert_eq!(of_units("بسته‌بندی", ["جعبه", "سلفون"]), [Some(260_000), Some(950_000)], "how it is packed");
    let rows = sheet(&[&["id", "واحد", "price"], &["=3001", "جین", "=1400"], &["=3002", "عدد", "=1200"]]);
    let read = changes("s.xlsx", &rows, &[]);
    assert_eq!(new_prices(&read), [1200], "{read:?}");
}

#[test]
fn the_units_of_the_marketplace_are_read_by_their_words_and_others_left_out_with_their_rows() {
    let csv = "نام,واحد,قیمت (ریال)\nلیوان,عدد,100000\nپیاله,عددی,100000\nپارچه,متر,300000\nچای,بسته,90000\n\
               قند,کیلوگرم,90000\nسینی,شقه,90000\nکوزه,6304,90000\n";
    let look = with_variants("s.csv", csv.as_bytes(), &[]);
    let units = [json!(6304), json!(6304), json!(6307), json!(6319), json!(6305), Value::Null, json!(6304)];
    assert_eq!(look.values("unit_type"), units, "{:?}", look.output);
    assert_eq!(look.values("unit_quantity")[..2], [json!(1), json!(1)]);
    assert_eq!(look.refused("unit_type"), [false; 7]);
    assert_eq!(look.sheet()["unknown_unit_rows"], json!([7]));
    assert!(look.output.stderr.contains("doesn’t have are left out (1)"), "{}", look.output.stderr);
}

#[test]
fn a_million_and_two_hundred_is_not_guessed() {
    let csv = "نام,قیمت (ریال)\nا,۱ میلیون و ۲۰۰\nب,۲ میلیون و ۵۰\nپ,۱ میلیون و ۲۰۰ هزار\nت,۲۵۰ هزار و ۵۰۰\nث,۱ میلیون و ۲۰۰۰۰۰\n";
    assert_eq!(prices(csv), [None, None, Some(1_200_000), Some(250_500), Some(1_200_000)]);
}

#[test]
fn what_was_there_is_on_its_way_or_is_somebody_elses_is_no_stock() {
    for heading in [
        "موجودی اول دوره",
        "موجودی ابتدای سال",
        "موجودی در راه",
        "موجودی امانی",
        "Stock days",
        "Opening stock",
    ] {
        let look = look(&format!("name,price,{heading}\nRug,2600000,50\nBowl,900000,40\n"));
        assert!(look.values("stock").iter().all(Value::is_null), "{heading}: {:?}", look.output);
    }
}

#[test]
fn telephones_and_cards_are_no_prices_and_rows_of_them_no_products() {
    let csv = "نام,قیمت (ریال),موجودی\nگلیم,2600000,3\nکاسه,09121234567,1\nلیوان,+98 912 123 4567,1\nمیز,9121234567,1\n\
               قاب,900000,6037991234567890\nفرش,9500000000,1\n";
    let read = look(csv);
    let prices: Vec<Option<i64>> = read.values("primary_price").iter().map(Value::as_i64).collect();
    assert_eq!(prices, [Some(2_600_000), None, None, None, Some(900_000), Some(9_500_000_000)]);
    assert_eq!(read.values("stock")[4], Value::Null);
    let feet = "نام,قیمت (ریال)\nگلیم,2600000\nتلفن سومین,900000\nموبایل,150000000\nتلفن سفارش,2188776655\n\
                شماره کارت,6037991234567890\nحداقل خرید,5000000\nارسال رایگان بالای,10000000\nTel.,2188776655\n\
                Mobile,9121234567\nMinimum order,5000000\nRate,95000\n";
    let read = look(feet);
    assert_eq!(read.names(), ["گلیم", "تلفن سومین", "موبایل"], "{:?}", read.output);
    assert_eq!(read.left_out().len(), 8);
}

#[test]
fn sums_of_pieces_leave_the_titles_of_groups_titles() {
    for csv in [
        "نام,قیمت (ریال),موجودی\nفرش,,\nگلیم,2600000,3\nجاجیم,2000000,2\nجمع فرش,,5\nظروف,,\nکاسه,900000,4\nجمع ظروف,,4\n",
        "Name,Price (rial),Stock\nRugs,,\nگلیم,2600000,3\nجاجیم,2000000,2\nRugs Total,,5\nDishes,,\nکاسه,900000,4\nDishes Total,,4\nGrand Total,,9\n",
        "نام,قیمت (ریال),موجودی\nفرش,,\nگلیم,2600000,3\nجاجیم,2000000,2\nظروف,,\nکاسه,900000,4\nجمع ظروف,–,4\n",
    ] {
        let read = look(csv);
        assert_eq!(read.names(), ["گلیم", "جاجیم", "کاسه"], "{:?}", read.output);
    }
}

#[test]
fn kilograms_among_grams_and_grams_among_kilograms_are_asked_for() {
    let weights =
        |csv: &str| -> Vec<Option<f64>> { look(csv).values("weight").iter().map(Value::as_f64).collect() };
    let grams = "نام,قیمت,وزن (گرم)\nلیوان,1000,350\nکاسه,1000,0.35\nبشقاب,1000,1.2\nقاشق,1000,50\n";
    assert_eq!(weights(grams), [Some(350.0), None, None, Some(50.0)]);
    let kilograms =
        "نام,قیمت,وزن (کیلوگرم)\nلیوان,1000,0.35\nکاسه,1000,350\nبشقاب,1000,420\nقاشق,1000,0.05\n";
    assert_eq!(weights(kilograms), [Some(350.0), None, None, Some(50.0)]);
    let rings = "نام,قیمت,وزن (گرم)\nحلقه,1000,0.85\nگوشواره,1000,1.2\nزنجیر,1000,12.5\n";
    assert_eq!(weights(rings), [Some(0.85), Some(1.2), Some(12.5)]);
}

// Changes.

#[test]
fn names_that_are_none_rename_nothing_and_spoiled_ones_are_refused() {
    let rows = sheet(&[
        &["id", "name", "price"],
        &["=3001", "—", "=1100"],
        &["=3002", "ندارد", "=1200"],
        &["=3003", "...", "=1300"],
    ]);
    let read = changes("s.xlsx", &rows, &[]);
    assert_eq!(new_prices(&read), [1100, 1200, 1300], "{read:?}");
    let spoiled = sheet(&[&["id", "name"], &["=3001", "Ú©Ù\u{f181}Ø´"], &["=3002", "Ú©ÙØ´"]]);
    let read = changes("s.xlsx", &spoiled, &[]);
    assert_eq!(new_prices(&read), Vec::<Value>::new(), "{read:?}");
}

fn dropped(products: &[(&str, &str, i64)], list: &[&[&str]], run: &[&str]) -> RunOutput {
    let shop = Shop::open(vitrine_sandbox::Options::default());
    let env = TestEnv::new(&shop);
    let mut csv = "name,sku,price,stock\n".to_owned();
    for (name, sku, price) in products {
        env.photo(&format!("{name}.png"));
        csv.push_str(&format!("{name},{sku},{price},3\n"));
    }
    let first = env.dir.path().join("first.csv");
    std::fs::write(&first, csv).unwrap();
    let photos = env.photos();
    let import = ["import", photos.to_str().unwrap(), "--json", "--yes", "--sheet", first.to_str().unwrap()];
    let made = env.run(&import);
    assert_eq!(made.status, 0, "{made:?}");
    let second = env.dir.path().join("second.xlsx");
    std::fs::write(&second, sheet(list)).unwrap();
    let paths: Vec<&str> = run
        .iter()
        .map(|word| match *word {
            "PHOTOS" => photos.to_str().unwrap(),
            word => word,
        })
        .collect();
    env.run(&[&paths[..], &["--json", "--sheet", second.to_str().unwrap()]].concat())
}

const GOODS: [(&str, &str, i64); 3] = [("گلیم", "A1", 1000), ("کاسه", "A2", 1100), ("چراغ", "A3", 1200)];

#[test]
fn the_letters_of_accounting_programs_rename_nothing() {
    let list: [&[&str]; 3] = [&["sku", "name", "price"], &["A1", "گليم", "=1010"], &["A2", "كاسه", "=1110"]];
    let read = dropped(&GOODS, &list, &["edit", "--dry-run"]);
    assert_eq!(new_prices(&read), [1010, 1110], "{read:?}");
}

#[test]
fn a_name_of_which_a_spreadsheet_program_made_a_number_is_no_new_name() {
    let goods = [("007", "A1", 1000), ("1.10", "A2", 1100), ("3-1", "A3", 1200)];
    let list: [&[&str]; 4] = [
        &["sku", "name", "price"],
        &["A1", "=7", "=1010"],
        &["A2", "=1.1", "=1110"],
        &["A3", "3-2", "=1200"],
    ];
    let read = dropped(&goods, &list, &["edit", "--dry-run"]);
    assert_eq!(new_prices(&read), [json!(1010), json!(1110), json!("3-2")], "{read:?}");
}

#[test]
fn names_that_are_those_of_other_products_are_refused_by_row() {
    let list: [&[&str]; 4] = [
        &["sku", "name", "price"],
        &["A1", "چراغ", "=1200"],
        &["A2", "گلیم", "=1000"],
        &["A3", "چراغ", "=1250"],
    ];
    let read = dropped(&GOODS, &list, &["edit", "--dry-run"]);
    assert_eq!(new_prices(&read), [1250], "{read:?}");
    let one: [&[&str]; 2] = [&["sku", "name"], &["A1", "چراغ"]];
    assert_eq!(new_prices(&dropped(&GOODS, &one, &["edit", "--dry-run"])).len(), 1, "one may be meant");
}

// Slips.

#[test]
fn an_import_asks_about_a_zero_too_many_and_stocks_like_prices() {
    let shop = Shop::open(vitrine_sandbox::Options::default());
    let env = TestEnv::new(&shop);
    let mut csv = "name,price,stock\n".to_owned();
    for number in 0..6 {
        env.photo(&format!("Rug{number}.png"));
        let price = if number == 3 { 9_000_000 } else { 900_000 };
        csv.push_str(&format!("Rug{number},{price},{}\n", if number == 5 { 2_600_000 } else { 3 }));
    }
    let sheet = env.dir.path().join("s.csv");
    std::fs::write(&sheet, csv).unwrap();
    let (photos, sheet) = (env.photos(), sheet.to_str().unwrap().to_owned());
    let run = |more: &[&str]| {
        env.run(&[&["import", photos.to_str().unwrap(), "--json", "--sheet", &sheet], more].concat())
    };
    let dry = Look { output: run(&["--dry-run"]) };
    let unusual: Vec<Value> = dry.planned().iter().map(|line| line["unusual"].clone()).collect();
    assert_eq!(
        (&unusual[3], &unusual[5], &unusual[0]),
        (&json!(["primary_price"]), &json!(["stock"]), &json!([]))
    );
    assert!(dry.output.stderr.contains("10 times those of the others (1): Rug3"), "{}", dry.output.stderr);
    let asked = run(&[]);
    assert_eq!((asked.status, shop.sandbox.products().len()), (2, 0), "{asked:?}");
    let said = run(&["--yes"]);
    assert_eq!((said.status, shop.sandbox.products().len()), (0, 6), "{said:?}");
}

#[test]
fn a_second_import_says_which_products_have_other_values_in_the_list() {
    let list: [&[&str]; 4] = [
        &["name", "sku", "price", "stock"],
        &["گلیم", "A1", "=1500", "=3"],
        &["کاسه", "A2", "=1100", "=0"],
        &["چراغ", "A3", "=1200", "=3"],
    ];
    let read = dropped(&GOODS, &list, &["import", "PHOTOS", "--yes"]);
    let others: Vec<(&str, bool)> = read
        .lines
        .iter()
        .filter(|line| line["event"] == "product")
        .map(|line| (line["name"].as_str().unwrap(), line["other_values"] == true))
        .collect();
    assert_eq!(others, [("گلیم", true), ("کاسه", true), ("چراغ", false)], "{read:?}");
    assert!(read.stderr.contains("2 products that are already in the shop"), "{}", read.stderr);
}

#[test]
fn a_second_import_says_which_fields_of_a_product_are_others_in_the_list() {
    let shop = Shop::open(vitrine_sandbox::Options::default());
    let env = TestEnv::new(&shop);
    let (photos, list) = (env.photos(), env.dir.path().join("list.csv"));
    let _ = ["Rug.png", "Cup.png", "Mug.png"].map(|photo| env.photo(photo));
    let run = |rows: &str| {
        std::fs::write(&list, format!("name,sku,price (rial),description\n{rows}")).unwrap();
        let sheet = list.to_str().unwrap();
        env.run(&["import", photos.to_str().unwrap(), "--sheet", sheet, "--yes"])
    };
    assert_eq!(run("Rug,,1000,woven\nCup,A2,1100,round\nMug,A3,1200,tall\n").status, 0);
    env.photo("Mug-2.png");
    let again = run("Rug,A1,1000,woven\nCup,A2,1100,round and blue\nMug,B3,1300,tall\n");
    assert_eq!(shop.sandbox.products().len(), 3, "{again:?}");
    for said in ["SKU (2): Rug, Mug", "Description (1): Cup", "Price (1): Mug", "Photos (1): Mug"] {
        assert!(again.stderr.contains(said), "{said}: {}", again.stderr);
    }
}

#[test]
fn the_results_have_all_worksheets_and_replace_those_of_an_earlier_import() {
    let shop = Shop::open(vitrine_sandbox::Options::default());
    let env = TestEnv::new(&shop);
    let photos = env.photos();
    let _ = ["Rug.png", "Cup.png"].map(|photo| env.photo(photo));
    let headings: &[&str] = &["name", "price", "Product ID", "Status", "Problem"];
    let rugs =
        [row(headings), row(&["Rug", "=1000", "7", "Not created", "?"]), row(&["Rug", "=1000"])].concat();
    let cups = [row(&["name", "price"]), row(&["Cup", "=1100"])].concat();
    let list = env.dir.path().join("list.xlsx");
    std::fs::write(&list, excel(&[("Rugs", &rugs), ("Cups", &cups)], &[])).unwrap();
    let results = env.dir.path().join("r.csv");
    let [list, results] = [&list, &results].map(|path| path.to_str().unwrap());
    let done = env.run(&["import", photos.to_str().unwrap(), "--sheet", list, "--results", results, "--yes"]);
    assert_eq!((done.status, shop.sandbox.products().len()), (0, 2), "{done:?}");
    let id = |name: &str| {
        shop.sandbox.products().iter().find(|product| product.fields.name == name).unwrap().id.to_string()
    };
    let headings = "name,price,Product ID,Status,Problem";
    let expected = format!(
        "\u{feff}{headings}\r\nRug,1000,{},Created,\r\nRug,1000,,Left out: repeated,\r\n,,,,\r\nCups,,,,\r\n{headings}\r\nCup,1100,{},Created,\r\n",
        id("Rug"),
        id("Cup"),
    );
    assert_eq!(std::fs::read_to_string(results).unwrap(), expected);
}

#[test]
fn a_second_import_knows_a_product_by_its_code_and_its_name_in_another_spelling() {
    let shop = Shop::open(vitrine_sandbox::Options::default());
    let env = TestEnv::new(&shop);
    let photos = env.photos();
    let list = env.dir.path().join("list.csv");
    let run = |rows: &str| {
        std::fs::write(&list, format!("name,sku,price (rial),stock\n{rows}")).unwrap();
        let sheet = list.to_str().unwrap();
        env.run(&["import", photos.to_str().unwrap(), "--sheet", sheet, "--yes", "--json"])
    };
    for photo in ["A1.png", "A2.png", "چای\u{200c}ساز.png"] {
        env.photo(photo);
    }
    let first = run("Rug,A1,1000,3\nCup,A2,1100,3\nچای\u{200c}ساز,,1200,3\n");
    assert_eq!((first.status, shop.sandbox.products().len()), (0, 3), "{first:?}");
    // Called otherwise, shown in another photo, and spelled with a space.
    std::fs::write(photos.join("A2.png"), std::fs::read(photos.join("A1.png")).unwrap()).unwrap();
    let again = run("Woven rug,A1,1000,3\nCup,A2,1100,3\nچای ساز,,1200,3\n");
    assert_eq!((again.status, shop.sandbox.products().len()), (0, 3), "{again:?}");
    let rows: Vec<(&str, &str, bool)> = again
        .lines
        .iter()
        .filter(|line| line["event"] == "product")
        .map(|line| {
            let text = |key: &str| line[key].as_str().unwrap();
            (text("name"), text("state"), line["other_values"] == true)
        })
        .collect();
    assert_eq!(
        rows,
        [("Woven rug", "skipped", true), ("Cup", "skipped", false), ("چای ساز", "skipped", false)],
        "{again:?}"
    );
}

#[test]
fn a_folder_that_got_a_sub_folder_or_a_better_cover_brings_no_product_again() {
    let shop = Shop::open(vitrine_sandbox::Options::default());
    let env = TestEnv::new(&shop);
    let (photos, list) = (env.photos(), env.dir.path().join("list.csv"));
    std::fs::write(&list, "name,price (rial),stock\nRug,1000,3\nCup,1100,4\n").unwrap();
    let import = || {
        let sheet = list.to_str().unwrap();
        env.run(&["import", photos.to_str().unwrap(), "--sheet", sheet, "--json", "--yes"])
    };
    for photo in ["Rug-1.png", "Rug-2.png", "Cup-1.png"] {
        env.photo(photo);
    }
    let first = import();
    assert_eq!((first.status, shop.sandbox.products().len()), (0, 2), "{first:?}");
    for more in ["others/x.png", "Rug-0.png", "Cup.png"] {
        env.photo(more);
        let again = import();
        let count = shop
            .sandbox
            .products()
            .iter()
            .filter(|product| ["Rug", "Cup"].contains(&product.fields.name.as_str()))
            .count();
        assert_eq!((again.status, count), (0, 2), "{more}: {again:?}");
    }
}

#[test]
fn a_product_of_another_name_with_the_cover_of_one_in_the_shop_is_asked_about() {
    let shop = Shop::open(vitrine_sandbox::Options::default());
    let env = TestEnv::new(&shop);
    let photos = env.photos();
    let import = |more: &[&str]| {
        let price = ["import", photos.to_str().unwrap(), "--set", "primary_price=1000"];
        env.run(&[&price, more].concat())
    };
    env.photo("Rug/1.png");
    env.photo("Rug/2.png");
    assert_eq!((import(&[]).status, shop.sandbox.products().len()), (0, 1));
    std::fs::rename(photos.join("Rug"), photos.join("Woven rug")).unwrap();
    env.photo("Mug/1.png");
    let said = "“Woven rug” (in your shop: “Rug”)";
    let look = import(&["--dry-run"]);
    assert!(look.status == 0 && look.stderr.contains(said), "{look:?}");
    let asked = import(&[]);
    assert_eq!((asked.status, shop.sandbox.products().len()), (2, 1), "{asked:?}");
    assert!(asked.stderr.contains(said), "{asked:?}");
    let created = import(&["--yes"]);
    assert_eq!((created.status, shop.sandbox.products().len()), (0, 3), "{created:?}");
}

#[test]
fn a_look_says_what_is_in_the_shop_already_or_that_it_did_not_look() {
    let shop = Shop::open(vitrine_sandbox::Options::default());
    let env = TestEnv::new(&shop);
    let photos = env.photos();
    let list = |rows: &str| {
        let path = env.dir.path().join("list.csv");
        std::fs::write(&path, format!("name,sku,price (rial),stock\n{rows}")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let run = |list: &str, more: &[&str]| {
        env.run(&[&["import", photos.to_str().unwrap(), "--sheet", list], more].concat())
    };
    env.photo("Rug.png");
    env.photo("Cup.png");
    let two = list("Rug,A1,1000,3\nCup,A2,1100,3\n");
    let first = run(&two, &["--dry-run"]);
    assert!(first.stderr.contains("without looking at your shop"), "{first:?}");
    assert!(first.stdout.contains("2 products would be created"), "{first:?}");
    assert_eq!(run(&two, &["--yes"]).status, 0);
    let before = shop.sandbox.requests().len();
    env.photo("Mug.png");
    let three = list("Rug,A1,1000,3\nCup,A2,1500,3\nMug,A3,1200,3\n");
    let said = run(&three, &["--dry-run"]);
    assert!(said.stdout.contains("Rug — already in your shop"), "{said:?}");
    assert!(said.stdout.contains("1 product would be created"), "{said:?}");
    assert!(said.stderr.contains("2 products are already in the shop that you imported into"), "{said:?}");
    assert!(said.stderr.contains("1 product that is already in the shop has other values"), "{said:?}");
    let lines = run(&three, &["--dry-run", "--json"]);
    let look = Look { output: lines };
    let known: Vec<[Value; 2]> =
        look.planned().iter().map(|line| [line["in_shop"].clone(), line["other_values"].clone()]).collect();
    assert_eq!(
        known,
        [[json!(true), json!(false)], [json!(true), json!(true)], [json!(false), json!(false)]]
    );
    assert_eq!(shop.sandbox.requests().len(), before, "nothing is asked");
    let again = run(&three, &["--dry-run", "--again"]);
    assert!(again.stdout.contains("3 products would be created"), "{again:?}");
}

// Codes.

#[test]
fn the_number_of_an_offer_is_no_code_beside_the_own_one() {
    let offers =
        look("Item number,Title,Custom label (SKU),Available quantity,Start price\n1100,Mug,M1,3,2600000\n");
    assert_eq!(offers.values("sku"), [json!("M1")], "{:?}", offers.output);
}
