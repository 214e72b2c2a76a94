//! How lists are laid out: prices below sizes, a card for each product, worksheets of what is no longer sold,
//! names in several columns; and what they say of all prices.

use serde_json::{Value, json};

use crate::changes::{changes, new_prices};
use crate::look::{Look, look, look_at, prices};
use crate::sheet_opening::{excel, row};
use crate::sheet_sizes::{variants, with_variants};

fn sheet(rows: &[&[&str]]) -> String {
    rows.iter().map(|cells| row(cells)).collect()
}

fn priced(size: &str, price: i64) -> (String, Option<i64>, Option<i64>) {
    (size.to_owned(), Some(price), None)
}

fn stderr(look: &Look) -> &str {
    &look.output.stderr
}

fn problem_of(look: &Look, product: usize, field: &str) -> Value {
    let problems = look.planned()[product]["problems"].as_array().unwrap();
    problems.iter().find(|problem| problem["field"] == field).cloned().unwrap_or_default()
}

#[test]
fn prices_below_sizes_are_those_of_variants_or_asked_about() {
    let rug = "نام,40x60,60×90,قیمت ۱۰۰ در ۱۵۰\nافشان,250000,450000,\nهریس,270000,480000,850000\n";
    let read = with_variants("s.csv", rug.as_bytes(), &[]);
    assert_eq!(
        variants(&read),
        [
            vec![priced("40x60", 250_000), priced("60×90", 450_000)],
            vec![priced("40x60", 270_000), priced("60×90", 480_000), priced("۱۰۰ در ۱۵۰", 850_000)],
        ],
        "{:?}",
        read.output
    );
    assert!(stderr(&read).contains("have the price of each size"), "{}", stderr(&read));
    let asked = look(rug);
    let question: Vec<&Value> = asked.sheet()["price_question"].as_array().unwrap().iter().collect();
    assert_eq!((asked.output.status, question.len()), (2, 3), "{:?}", asked.output);
    assert!(asked.values("stock").iter().all(Value::is_null));
    // A title says that small numbers are prices, and their unit is asked for as that of any others.
    let title = "قیمت‌ها به هزار تومان,,,\nنام,S,M,L\nتیشرت,250,260,270\n";
    let open = with_variants("s.csv", title.as_bytes(), &[]);
    assert_eq!(open.output.status, 2, "{:?}", open.output);
    let said = with_variants("s.csv", title.as_bytes(), &["--price-unit", "thousand-toman"]);
    assert_eq!(
        variants(&said),
        [vec![priced("S", 2_500_000), priced("M", 2_600_000), priced("L", 2_700_000)]],
        "{:?}",
        said.output
    );
    let stock = "نام,موجودی,S,M\nتیشرت,7,2500000,2600000\n";
    let shared = with_variants("s.csv", stock.as_bytes(), &[]);
    assert_eq!(shared.refused("stock"), [true], "{:?}", shared.output);
}

#[test]
fn a_variant_without_a_price_is_named_with_its_size_and_row() {
    let csv = "نام,سایز,قیمت (ریال),موجودی\nپیراهن,S,1000000,1\n,M,,2\n,L,1200000,3\n";
    let read = with_variants("s.csv", csv.as_bytes(), &[]);
    assert_eq!(read.sheet()["variants_without_price"], json!([{ "row": 3, "text": "پیراهن – M" }]));
    let problem = problem_of(&read, 0, "primary_price");
    assert!(problem["cause"].as_str().unwrap().contains("none: M"), "{problem}");
}

#[test]
fn what_a_cell_says_that_cannot_be_used_is_named_with_its_row() {
    let read = look("name,price,stock\nRug,1000,2\nCup,cheap,2\n");
    let problem = problem_of(&read, 1, "primary_price");
    assert_eq!((&problem["row"], &problem["cell"]), (&json!(3), &json!("cheap")), "{problem}");
}

#[test]
fn worksheets_of_what_is_no_longer_sold_are_left_out_and_said() {
    let today = sheet(&[&["نام", "قیمت (ریال)"], &["گلیم", "=2500000"]]);
    let past = sheet(&[&["نام", "قیمت (ریال)"], &["قاب", "=100000"]]);
    for name in ["توقف تولید", "Discontinued", "Archive 1402", "Old", "قدیمی", "آرشیو", "نمونه", "Template"]
    {
        let file = excel(&[("کالاها", &today), (name, &past)], &[]);
        let read = look_at("s.xlsx", &file, &[], &[]);
        assert_eq!(read.names(), ["گلیم"], "{name}: {:?}", read.output);
        assert!(stderr(&read).contains("no longer sold"), "{name}: {}", stderr(&read));
    }
    for names in [["فرش", "فرش قدیمی"], ["Example", "Archive"]] {
        let file = excel(&[(names[0], &today), (names[1], &past)], &[]);
        assert_eq!(look_at("s.xlsx", &file, &[], &[]).names(), ["گلیم", "قاب"], "{names:?}");
    }
    let changed = sheet(&[&["id", "price"], &["=3001", "=1100"]]);
    let old = sheet(&[&["id", "price"], &["=3002", "=900"]]);
    let read = changes("s.xlsx", &excel(&[("A", &changed), ("Archive", &old)], &[]), &[]);
    assert_eq!(new_prices(&read), [1100], "{read:?}");
}

#[test]
fn the_photos_of_rows_that_are_left_out_are_no_products() {
    let today = sheet(&[&["نام", "قیمت (ریال)", "کد"], &["گلیم", "=2500000", "A1"]]);
    let past = sheet(&[&["نام", "قیمت (ریال)", "کد"], &["قاب", "=100000", "A2"], &["میز", "=1", "A3"]]);
    let file = excel(&[("کالاها", &today), ("آرشیو", &past)], &[]);
    let read = look_at("s.xlsx", &file, &["A1.jpg", "A2.jpg", "A2-2.jpg", "میز/1.jpg", "کوزه.jpg"], &[]);
    assert_eq!(read.names(), ["گلیم", "کوزه"], "{:?}", read.output);
    assert!(stderr(&read).contains("in no product: 3"), "{}", stderr(&read));
}

#[test]
fn tax_and_discounts_in_titles_and_notes_are_said() {
    for (csv, said) in [
        ("قیمت‌ها بدون مالیات بر ارزش افزوده,\nنام,قیمت (ریال)\nگلیم,2400000\n", "بدون مالیات"),
        ("All prices exclude VAT,\nname,price\nRug,2400000\n", "exclude VAT"),
        ("name,price\nRug,2400000\n* 10% discount on all prices,\n", "10% discount"),
    ] {
        let read = look(csv);
        assert!(read.sheet()["said_of_prices"].to_string().contains(said), "{:?}", read.output);
        assert!(stderr(&read).contains("Your list says"), "{}", stderr(&read));
    }
    assert_eq!(look("name,price\nRug,2400000\n").sheet()["said_of_prices"], json!([]));
}

#[test]
fn it_is_said_what_names_the_currency_for_which_no_price_is_used() {
    let titled = look("لیست قیمت فروشگاه دلار,\nنام,قیمت\nگلیم,2500000\n");
    assert_eq!(titled.sheet()["other_prices"], "لیست قیمت فروشگاه دلار");
    assert!(stderr(&titled).contains("because of “لیست قیمت فروشگاه دلار”"), "{}", stderr(&titled));
    let other = look("لیست قیمت فروشگاه دلار,\nنام,قیمت (ریال)\nگلیم,2500000\n");
    assert_eq!(
        (&other.sheet()["other_prices"], other.values("primary_price")),
        (&json!(null), vec![json!(2_500_000)])
    );
}

#[test]
fn a_decimal_comma_in_the_prices_is_one_in_the_other_columns() {
    let read = look("name;price;stock\nRug;2500000,00;5,00\nCup;900000,00;12,00\n");
    assert_eq!(read.values("stock"), [json!(5), json!(12)], "{:?}", read.output);
    let pieces = "name;price;stock\nRug;2500000,00;5,000\nCup;900000,00;12,000\n";
    let asked = look(pieces);
    assert_eq!(
        (&asked.sheet()["unclear_number"], asked.values("stock")),
        (&json!("5,000"), vec![json!(null); 2])
    );
    for (answer, stocks) in [("decimal", [5, 12]), ("thousands", [5000, 12_000])] {
        let read = look_at("s.csv", pieces.as_bytes(), &[], &["--point", answer]);
        assert_eq!(read.values("stock"), stocks.map(|stock| json!(stock)), "{:?}", read.output);
    }
}

#[test]
fn zeros_that_are_left_out_are_asked_about() {
    for title in [
        "قیمت‌ها با حذف یک صفر",
        "با حذف ۱ صفر",
        "قیمت‌ها با حذف چهار صفر",
        "prices without one zero",
        "ارقام به هزار تومان",
        "قیمت به هزار تومان",
        "مبالغ به هزار ریال",
    ] {
        let read = look(&format!("{title},\nنام,قیمت\nگلیم,240000\n"));
        assert_eq!(read.output.status, 2, "{title}: {:?}", read.output);
    }
}

#[test]
fn names_in_several_columns_and_beside_their_code_are_names() {
    let phones = look("برند,مدل,قیمت (ریال)\nسامسونگ,A15,2600000\nشیائومی,A15,900000\n");
    assert_eq!(phones.names(), ["سامسونگ A15", "شیائومی A15"], "{:?}", phones.output);
    let coded = look("کد و شرح کالا,قیمت (ریال)\nA1 - گلیم,2600000\nA2 - کاسه,900000\n");
    assert_eq!(coded.names(), ["گلیم", "کاسه"], "{:?}", coded.output);
    assert_eq!(coded.values("sku"), [json!("A1"), json!("A2")]);
    let kinds = look("نوع,رنگ,قیمت (ریال)\nتیشرت,قرمز,2600000\n");
    assert_eq!(kinds.names(), ["تیشرت"]);
    let files = look_at(
        "s.csv",
        "نام,قیمت (ریال)\nگلیم قرمز.jpg,2500000\n".as_bytes(),
        &["گلیم قرمز.jpg", "کاسه.jpg"],
        &[],
    );
    assert_eq!((files.names()[0], files.photos()[0]), ("گلیم قرمز", 1), "{:?}", files.output);
}

#[test]
fn several_codes_in_a_cell_are_none() {
    let read = look("Name,Price (rial),SKU\nMug,2600000,\"M-S, M-M, M-L\"\nCup,100,\"A,1\"\nBag,100,B-1\n");
    assert_eq!(read.values("sku"), [Value::Null, json!("A,1"), json!("B-1")], "{:?}", read.output);
    assert!(stderr(&read).contains("several codes"), "{}", stderr(&read));
}

#[test]
fn cards_of_labels_and_values_are_products() {
    let csv = "نام:,گلیم\nقیمت:,2600000 ریال\nموجودی:,3\n,\nنام:,کاسه\nقیمت:,900000 ریال\nموجودی:,4\n";
    let read = look(csv);
    assert_eq!(read.names(), ["گلیم", "کاسه"], "{:?}", read.output);
    assert_eq!(read.values("primary_price"), [2_600_000, 900_000]);
    assert_eq!(read.values("stock"), [3, 4]);
    let one = sheet(&[&["Name", "Rug"], &["Price (rial)", "=1000"], &["SKU", "A1"], &["Stock", "=2"]]);
    let other = sheet(&[&["Name", "Cup"], &["Price (rial)", "=2000"], &["SKU", "A2"], &["Stock", "=3"]]);
    let read = look_at("s.xlsx", &excel(&[("Rug", &one), ("Cup", &other)], &[]), &[], &[]);
    assert_eq!((read.names(), read.values("sku")), (vec!["Rug", "Cup"], vec![json!("A1"), json!("A2")]));
    let table = look("نام,قیمت\nگلیم,1000\nکاسه,2000\n");
    assert_eq!(table.names(), ["گلیم", "کاسه"]);
}

#[test]
fn dimensions_of_goods_are_not_those_of_their_package_and_a_shelf_is_no_code() {
    let rug = with_variants("s.csv", "نام,قیمت,ابعاد,کد انبار\nگلیم,1000,60×90×2,W1\n".as_bytes(), &[]);
    assert_eq!(
        (rug.values("packaging_dimensions"), rug.values("sku")),
        (vec![Value::Null], vec![Value::Null])
    );
}

#[test]
fn exports_of_quickbooks_and_xero_are_read() {
    let quickbooks = look(
        "Product/Service Name,Sales Description,SKU,Type,Sales Price / Rate,Taxable,Purchase Cost,Quantity On Hand\n\
         Mug,Nice mug,M1,Inventory,250000,yes,150000,5\nBowl,Nice bowl,M2,Inventory,350000,yes,250000,6\n",
    );
    assert_eq!(quickbooks.names(), ["Mug", "Bowl"], "{:?}", quickbooks.output);
    assert_eq!(quickbooks.values("primary_price"), [250_000, 350_000]);
    assert_eq!(quickbooks.values("stock"), [5, 6]);
}

#[test]
fn headings_in_turkish_and_arabic_are_known() {
    let turkish = look("Ürün Kodu,Ürün Adı,Fiyat,Stok,Açıklama\nT1,Kilim,250000,3,Güzel\n");
    assert_eq!(
        (turkish.names(), turkish.values("stock")),
        (vec!["Kilim"], vec![json!(3)]),
        "{:?}",
        turkish.output
    );
    assert_eq!(turkish.values("primary_price"), [250_000]);
    let arabic = look("رمز المنتج,اسم المنتج,السعر,الكمية,الوصف\nT1,سجاد,250000,3,جميل\n");
    assert_eq!(
        (arabic.names(), arabic.values("sku")),
        (vec!["سجاد"], vec![json!("T1")]),
        "{:?}",
        arabic.output
    );
    assert_eq!(arabic.values("description"), [json!("جميل")]);
    assert_eq!(prices("اسم المنتج,السعر (ريال),الكمية\nسجاد,250,3\n"), [None], "of another country");
    assert_eq!(prices("اسم المنتج,السعر,الكمية\nسجاد,250 ر.س,3\n"), [None]);
    assert_eq!(prices("Ürün Adı,Fiyat (TL),Stok\nKilim,250,3\n"), [None]);
}

#[test]
fn ids_that_count_the_rows_are_none_beside_codes() {
    let rows = sheet(&[&["ID", "SKU", "Price (rial)"], &["=1", "K-1", "=2600"], &["=2", "K-2", "=950"]]);
    let read = changes("s.xlsx", &excel(&[("A", &rows)], &[]), &[]);
    assert!(read.stdout.contains("K-1") && !read.stdout.contains("\"key\":\"1\""), "{read:?}");
}

#[test]
fn small_numbers_below_sizes_without_prices_are_asked_about() {
    for csv in [
        "نام,S,M,L\nتیشرت,250,260,270\nهودی,450,460,470\n",
        "نام,250 گرم,500 گرم,1 کیلو\nعربیکا,250,480,900\nروبوستا,150,290,550\n",
    ] {
        let read = with_variants("s.csv", csv.as_bytes(), &[]);
        assert_eq!(read.output.status, 2, "{:?}", read.output);
        assert!(variants(&read).iter().flatten().all(|(_, _, stock)| stock.is_none()));
    }
    let rugs = "قیمت به میلیون تومان,,\nنقشه,6 متری,9 متری\nافشان,12,18\nهریس,13,19.5\n";
    let read = with_variants("s.csv", rugs.as_bytes(), &["--price-unit", "million-toman"]);
    let of = |size: &str, price| priced(size, price);
    assert_eq!(
        variants(&read)[1],
        [of("6 متری", 130_000_000), of("9 متری", 195_000_000)],
        "{:?}",
        read.output
    );
    assert_eq!(read.names(), ["افشان", "هریس"]);
}

#[test]
fn prices_in_another_currency_beside_the_own_ones_are_not_asked_about() {
    assert_eq!(prices("نام,قیمت ریالی,قیمت دلاری\nگلیم,2500000,45\n"), [Some(2_500_000)]);
    assert_eq!(prices("Name,Price USD,Price IRR\nKilim,45,2500000\n"), [Some(2_500_000)]);
    let only = look("نام,قیمت (افغانی)\nگلیم,2500\n");
    assert_eq!(only.output.status, 2, "{:?}", only.output);
    let short = look("نام,قیمت (م تومان)\nفرش,25\n");
    assert_eq!(short.sheet()["price_unit"], json!("million_toman"), "{:?}", short.output);
}

#[test]
fn loose_pieces_beside_cartons_are_not_the_stock() {
    let read = look("نام,قیمت (ریال),موجودی کارتن,موجودی جزء\nچای,450000,3,7\nقند,250000,5,0\n");
    assert!(read.values("stock").iter().all(Value::is_null), "{:?}", read.output);
    let none = look("نام,قیمت (ریال),موجودی کارتن,موجودی جزء\nچای,450000,0,7\n");
    assert_eq!(none.values("stock"), [json!(7)], "{:?}", none.output);
}

#[test]
fn words_of_a_status_say_what_is_sold_out_and_refuse_no_row() {
    let csv = "نام,قیمت (ریال),وضعیت\nگلیم,2500000,موجود\nکاسه,900000,ناموجود\nلیوان,500000,فروخته شد\n";
    let read = with_variants("s.csv", csv.as_bytes(), &[]);
    assert_eq!(read.refused("status"), [false; 3], "{:?}", read.output);
    assert_eq!(read.values("stock"), [Value::Null, json!(0), json!(0)]);
    let active = with_variants("s.csv", "name,price,status,stock\nMug,1000,Active,3\n".as_bytes(), &[]);
    assert_eq!((active.refused("status"), active.values("stock")), (vec![false], vec![json!(3)]));
}

#[test]
fn lines_of_a_chat_have_no_sender_and_no_signs_in_their_names() {
    let chat = "[12:03, 5/1/2025] علی فروشگاه: گلیم 250000 تومان\n[12:04, 5/1/2025] علی: کاسه 90000 تومان\n";
    let read = look_at(
        "s.xlsx",
        &excel(&[("A", &chat.lines().map(|line| row(&[line])).collect::<String>())], &[]),
        &[],
        &[],
    );
    assert_eq!(read.names(), ["گلیم", "کاسه"], "{:?}", read.output);
    assert_eq!(
        look("نام,قیمت (ریال)\n*گلیم*,1000\n_کاسه_,2000\nچراغ*,3000\n").names(),
        ["گلیم", "کاسه", "چراغ*"]
    );
    let short =
        look_at("s.xlsx", &excel(&[("A", &(row(&["گلیم ۲۵۰ت"]) + &row(&["کاسه ۹۰ت"])))], &[]), &[], &[]);
    let fields: Vec<&Value> =
        short.sheet()["columns"].as_array().unwrap().iter().map(|of| &of["field"]).collect();
    assert_eq!(fields, [&json!("name"), &json!("primary_price")]);
}

#[test]
fn what_the_colors_of_rows_mean_is_said() {
    let read = look("ردیف‌های قرمز ناموجود است,\nنام,قیمت (ریال)\nگلیم,2500000\n");
    assert!(stderr(&read).contains("ردیف‌های قرمز"), "{}", stderr(&read));
}

#[test]
fn a_summary_of_another_list_is_named_as_one() {
    let rows = "برچسب‌های سطر,جمع از موجودی,جمع از قیمت\nگلیم,3,7500000\nکاسه,4,3600000\nجمع کل,7,11100000\n";
    let read = look(rows);
    assert_eq!(read.planned().len(), 0, "{:?}", read.output);
    assert!(stderr(&read).contains("pivot table"), "{}", stderr(&read));
}

#[test]
fn prices_and_pieces_of_each_size_are_of_the_same_variants() {
    let rows = row(&["نام", "قیمت (ریال)", "", "موجودی", ""])
        + &row(&["", "S", "M", "S", "M"])
        + &row(&["تیشرت", "=2500000", "=2600000", "=3", "=4"])
        + &row(&["هودی", "=4500000", "", "=1", "=0"]);
    let read = with_variants("s.xlsx", &excel(&[("A", &rows)], &[]), &[]);
    let of = |size: &str, price, stock| (size.to_owned(), price, Some(stock));
    assert_eq!(
        variants(&read),
        [
            vec![of("S", Some(2_500_000), 3), of("M", Some(2_600_000), 4)],
            vec![of("S", Some(4_500_000), 1), of("M", None, 0)],
        ],
        "{:?}",
        read.output
    );
    let open =
        "نام,60x90 (ریال),100x150 (ریال)\nگلیم,2500000,-\nفرش,3500000,6500000\nقالی,1000000,تماس بگیرید\n";
    let read = with_variants("s.csv", open.as_bytes(), &[]);
    assert_eq!(
        variants(&read)[1],
        [priced("60x90", 3_500_000), priced("100x150", 6_500_000)],
        "{:?}",
        read.output
    );
    assert!(read.refused("primary_price")[2]);
}
