//! What the cells of a spreadsheet mean: numbers, texts, headings, rows, units, photos, and exports of shop
//! systems.

use serde_json::{Value, json};
use vitrine_sandbox::Options;

use crate::kit::shop::{Shop, TestEnv};
use crate::look::{look, look_at, prices};
use crate::sheet_sizes::{variants, with_variants};

// Numbers.

#[test]
fn prices_with_words_for_thousands_are_multiplied() {
    let read = prices("نام;قیمت\nالف;۲۵۰ هزار\nب;۲٫۵ میلیون\nپ;125,000/-\nت;۱ میلیون و ۲۰۰ هزار\nث;250k\n");
    assert_eq!(read, [Some(250_000), Some(2_500_000), Some(125_000), Some(1_200_000), Some(250_000)]);
}

#[test]
fn a_price_with_cents_is_never_a_hundred_times_as_high() {
    let look = look("name;price\nA;19.99\nB;19,99\nC;1.234,56\n");
    assert_eq!(look.values("primary_price"), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(look.refused("primary_price"), [true, true, true]);
}

#[test]
fn decimals_of_zero_are_none() {
    assert_eq!(
        prices("name;price\nA;250000.000000\nB;250000.00\nC;1.250.000,00\nD;8.0\n"),
        [Some(250_000), Some(250_000), Some(1_250_000), Some(8)]
    );
}

#[test]
fn a_point_separates_thousands_where_another_price_of_the_column_shows_it() {
    assert_eq!(prices("name;price\nA;12.000\nB;1.250.000\n"), [Some(12_000), Some(1_250_000)]);
    assert_eq!(prices("name;price\nA;12.000\nB;8.500\n"), [None, None], "twelve, or twelve thousand");
}

#[test]
fn a_number_with_two_meanings_is_asked_about_once_for_its_sheet() {
    let csv = "name;price\nRug;12.000\nBowl;8.500\n";
    let asked = look(csv);
    assert_eq!(asked.refused("primary_price"), [true, true]);
    assert_eq!(
        asked.output.stderr.matches("“12.000” can be read in two ways").count(),
        1,
        "{}",
        asked.output.stderr
    );
    let read =
        |point: &str| look_at("sheet.csv", csv.as_bytes(), &[], &["--point", point]).values("primary_price");
    assert_eq!(read("thousands"), [Value::from(12_000), Value::from(8_500)]);
    assert_eq!(read("decimal"), [Value::from(12), Value::Null], "half a unit is no price");
}

#[test]
fn a_weight_with_a_comma_for_thousands_is_no_decimal() {
    let look = look("name;price;weight\nA;1;\"1,800\"\nB;1;1.5 kg\nC;1;۱۰۰ گرم\nD;1;250 g\n");
    assert_eq!(look.values("weight"), [1800, 1500, 100, 250].map(Value::from));
}

#[test]
fn counts_days_and_an_empty_shelf_are_read_with_their_words() {
    let look = look(
        "نام;قیمت;موجودی;زمان آماده‌سازی\nالف;1;2 عدد;۳ روز\nب;1;ناموجود;1 هفته\nپ;1;8.0;۲ روز کاری\nت;1;۳ کارتن;\n",
    );
    assert_eq!(look.values("stock"), [Value::from(2), Value::from(0), Value::from(8), Value::Null]);
    assert_eq!(look.values("preparation_days")[..3], [3, 7, 2].map(Value::from));
    assert_eq!(look.refused("stock"), [false, false, false, true], "a carton may have any number");
}

#[test]
fn a_heading_in_kilograms_is_converted() {
    let look = look("name,price,weight (kg)\nRug,1,1.5\nBowl,1,2\n");
    assert_eq!(look.values("weight"), [1500, 2000].map(Value::from));
}

// Text files.

#[test]
fn a_lone_quotation_mark_costs_no_other_row() {
    for (separator, head) in [('\t', "name\tprice\tsku"), ('|', "name|price|sku")] {
        let rows = ["abc,1,A", "\"error,2,B", "\",3,C", "last,4,D"]
            .map(|row| row.replace(',', &separator.to_string()));
        let look = look(&format!("{head}\n{}\n", rows.join("\n")));
        assert_eq!(look.values("primary_price"), [1, 2, 3, 4].map(Value::from), "{separator:?}");
        assert_eq!(look.sheet()["stray_quotes"].as_array().unwrap().len(), 2, "{separator:?}");
    }
}

#[test]
fn a_mark_inside_of_a_field_takes_no_row_with_it() {
    let look = look(
        "name,price,stock\n/images\",500,1\n24\" frame,600,2\n\"24\\\" frame, oak\",700,3\n\"Bowl \"big\" one\",800,4\n",
    );
    assert_eq!(look.names(), ["/images\"", "24\" frame", "24\" frame, oak", "Bowl \"big\" one"]);
    assert_eq!(look.values("stock"), [1, 2, 3, 4].map(Value::from));
}

#[test]
fn the_end_mark_of_old_programs_is_no_row() {
    assert_eq!(look("name,price\r\nRug,5\r\n\u{1a}").names(), ["Rug"]);
}

#[test]
fn every_unicode_encoding_is_read_with_and_without_a_mark() {
    let text = "نام,قیمت\r\nگلیم,250000\r\nکاسه,85000\r\n";
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf16_be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let utf32: Vec<u8> =
        [0xff, 0xfe, 0, 0].into_iter().chain(text.chars().flat_map(|c| u32::from(c).to_le_bytes())).collect();
    for bytes in [utf16, utf16_be, utf32] {
        assert_eq!(look_at("sheet.csv", &bytes, &[], &[]).names(), ["گلیم", "کاسه"]);
    }
}

#[test]
fn text_that_another_program_spoiled_is_restored_and_said() {
    let look = look("name,price\nÚ¯Ù„ÛŒÙ…,5\nCafÃ© donâ€™t,6\nÐ»Ð°Ð¼Ð¿Ð°,7\nRug,8\n????,9\n");
    assert_eq!(look.names()[..4], ["گلیم", "Café don’t", "лампа", "Rug"]);
    assert_eq!(
        (look.sheet()["restored_rows"].clone(), look.sheet()["garbled_rows"].clone()),
        (vec![2, 3, 4].into(), vec![6].into())
    );
    assert!(look.refused("name")[4], "no product is called ????");
    assert!(look.output.stderr.contains("wrong encoding"), "{}", look.output.stderr);
}

#[test]
fn what_nobody_sees_in_headings_and_codes_changes_nothing() {
    let look = look("\u{feff}na\u{200b}me,\u{a0}price ,sku\nRug\u{a0}red,\u{200f}12000,A-17\u{200b}\n");
    assert_eq!(
        (look.names(), look.values("sku"), look.values("primary_price")),
        (vec!["Rug red"], vec!["A-17".into()], vec![12_000.into()])
    );
    assert!(look.sheet()["cleaned_cells"].as_u64().unwrap() > 0);
}

#[test]
fn a_name_over_two_lines_is_one_line_and_its_entities_are_characters() {
    let look = look("name,price\n\"Rug\nred\",1\n60 &times; 90 &laquo;گلیم&raquo;,2\n");
    assert_eq!(look.names(), ["Rug red", "60 × 90 «گلیم»"]);
}

// Headings.

#[test]
fn a_row_of_units_or_of_marks_below_the_headings_is_no_product() {
    let look = look("نام;قیمت;وزن;موجودی\n(اجباری);تومان;گرم;عدد\nگلیم;25000;1200;3\n");
    assert_eq!((look.names(), look.sheet()["price_unit"].as_str()), (vec!["گلیم"], Some("toman")));
}

#[test]
fn headings_in_two_languages_are_read_in_one_cell_and_in_two_rows() {
    for head in [
        "\"نام محصول\nProduct name\",قیمت / Price,SKU",
        "نام محصول,قیمت,کد\nProduct name,Price,SKU",
        "قیمت فروش,,\nنام (Name),قیمت (Price),کد",
    ] {
        let look = look(&format!("{head}\nگلیم,25000,R-1\n"));
        assert_eq!(
            (look.names(), look.values("primary_price")),
            (vec!["گلیم"], vec![25_000.into()]),
            "{head}"
        );
    }
}

#[test]
fn numbers_of_columns_below_the_headings_are_no_product() {
    assert_eq!(look("name,price,sku\n1,2,3\nRug,5,R\n").names(), ["Rug"]);
}

// Kinds of rows.

#[test]
fn groups_totals_and_notes_are_left_out_and_listed() {
    let look = look(
        "نام;قیمت;موجودی\nگلیم‌ها;;\nگلیم قرمز;1200;3\nگلیم آبی;1300;2\nجمع گلیم‌ها;2500;5\nکاسه‌ها;;\nکاسه;850;12\nجمع کل;3350;17\nتوجه: قیمت‌ها تا پایان بهار است;;\n",
    );
    assert_eq!(look.names(), ["گلیم قرمز", "گلیم آبی", "کاسه"]);
    assert_eq!(look.left_out(), [(2, "title"), (5, "total"), (6, "title"), (8, "total"), (9, "note")]);
    assert!(look.output.stderr.contains("totals (2)"), "{}", look.output.stderr);
}

#[test]
fn a_second_table_below_makes_no_product_of_its_headings_and_takes_no_price_from_another_column() {
    let same = look("name,price,finish\nRug,1200,matt\n,,\nname,price,glaze\nBowl,850,blue\n");
    assert_eq!((same.names(), same.left_out()), (vec!["Rug", "Bowl"], vec![(4, "headings")]));
    let other =
        look("name,price,stock\nRug,1200,3\nOther goods,,\nname,stock,price\nBowl,4,850\nVase,5,900\n");
    assert_eq!(other.names(), ["Rug"]);
    let rows = vec![(3, "note"), (4, "headings"), (5, "other_table"), (6, "other_table")];
    assert_eq!(other.left_out(), rows);
    assert!(other.output.stderr.contains("another table"), "{}", other.output.stderr);
}

#[test]
fn a_product_whose_name_begins_like_a_total_stays_one() {
    assert_eq!(
        look("name,price,stock\nTotal care shampoo,500,3\nRug,700,2\nجمع کننده میز,900,1\n").names().len(),
        3
    );
}

#[test]
fn a_name_without_a_price_is_a_product_where_photos_have_it_or_others_lack_a_price_too() {
    let sheet = "name,price,stock\nRug,,\nBowl,5,1\nVase,6,2\nLamp,,4\n";
    assert_eq!(look_at("sheet.csv", sheet.as_bytes(), &["Rug.jpg"], &[]).names()[0], "Rug");
    assert_eq!(look(sheet).names().len(), 4, "prices are missing elsewhere, too");
}

// The unit of prices.

#[test]
fn the_unit_is_found_above_the_headings_and_in_a_note() {
    for sheet in [
        "لیست قیمت بهار (قیمت‌ها به تومان),,\nنام,قیمت,کد\nگلیم,25000,R-1\nکاسه,8500,B-1\n",
        "نام,قیمت,کد\nگلیم,25000,R-1\nکاسه,8500,B-1\nکلیه قیمت‌ها به تومان است,,\n",
        "نام,قیمت (به تومان),کد\nگلیم,25000,R-1\n",
        "نام,قیمت,کد\nگلیم,تومان 25000,R-1\n",
    ] {
        let look = look(sheet);
        assert_eq!(
            (look.sheet()["price_unit"].as_str(), look.output.status),
            (Some("toman"), 2),
            "{sheet}: it asks like the run"
        );
        assert_eq!(look.values("primary_price")[0], 25_000, "{sheet}: as written until somebody says");
    }
}

#[test]
fn a_look_shows_the_prices_that_will_be_sent() {
    let look =
        look_at("sheet.csv", "نام,قیمت (تومان)\nگلیم,25000\n".as_bytes(), &[], &["--price-unit", "toman"]);
    assert_eq!((look.values("primary_price"), look.output.status), (vec![250_000.into()], 0));
}

#[test]
fn places_that_name_different_units_are_asked_about() {
    let look = look("قیمت‌ها به تومان,,\nنام,قیمت (ریال),کد\nگلیم,250000,R-1\n");
    assert_eq!(look.output.status, 2);
    assert!(look.output.stderr.contains("above the headings"), "{}", look.output.stderr);
}

// Photos.

#[test]
fn a_column_of_small_numbers_is_not_taken_for_the_names_of_photos() {
    let photos = ["1.jpg", "2.jpg", "3.jpg"];
    let sheet = "name,price,pieces in a carton\nRug,5,1\nBowl,6,2\nVase,7,3\n";
    let look = look_at("sheet.csv", sheet.as_bytes(), &photos, &["--group", "file"]);
    assert_eq!(look.photos()[..3], [0, 0, 0], "a wrong picture is worse than none");
    assert_eq!(look.sheet()["may_name_photos"]["heading"], "pieces in a carton");
    assert!(look.output.stderr.contains("pieces in a carton"), "{}", look.output.stderr);
    let said = sheet.replace("pieces in a carton", "شماره عکس");
    let look = look_at("sheet.csv", said.as_bytes(), &photos, &["--group", "file"]);
    assert_eq!(
        (look.photos(), look.sheet()["photo_columns"].clone()),
        (vec![1, 1, 1], vec!["شماره عکس"].into())
    );
}

#[test]
fn a_column_whose_values_repeat_is_asked_about() {
    let sheet = "name,price,colour\nRug,5,red\nBowl,6,red\nVase,7,blue\n";
    let look = look_at("sheet.csv", sheet.as_bytes(), &["red.jpg", "blue.jpg"], &["--group", "file"]);
    assert_eq!(look.sheet()["may_name_photos"]["heading"], "colour");
    assert_eq!(look.photos()[..3], [0, 0, 0]);
}

#[test]
fn measures_find_their_photo_with_any_sign_between_the_numbers() {
    let sheet = "name,price\nفرش ۶۰×۹۰,5\nفرش 100 در 150,6\n";
    let look =
        look_at("sheet.csv", sheet.as_bytes(), &["فرش 60x90.jpg", "فرش 100*150.jpg"], &["--group", "file"]);
    assert_eq!(look.photos(), [1, 1]);
}

#[test]
fn names_in_persian_find_their_folder_with_or_without_half_spaces_and_links() {
    let sheet =
        "نام,قیمت\nچای‌ساز,5\nکاسه‌ی سفالی,6\nگلدانِ شیشه‌ای,7\nمیز ۴ نفره,8\nآینهٔ گرد,9\nکوزه ي آبي,10\n";
    let photos = [
        "چای ساز.jpg",
        "کاسه سفالی.jpg",
        "گلدان شیشه ای.jpg",
        "میز 4نفره.jpg",
        "آینه‌ی گرد.jpg",
        "کوزه‌ی آبی.jpg",
    ];
    let look = look_at("sheet.csv", sheet.as_bytes(), &photos, &["--group", "file"]);
    assert_eq!(look.photos(), [1; 6]);
    let other =
        look_at("sheet.csv", "name,price\nRug 12,5\n".as_bytes(), &["Rug 1 2.jpg"], &["--group", "file"]);
    assert_eq!(other.photos()[0], 0, "spaces between numbers and in Latin words tell names apart");
}

// What else a sheet says.

#[test]
fn thousands_of_a_unit_are_a_unit_of_their_own_wherever_they_are_said() {
    for sheet in [
        "قیمت ها به هزار تومان\nنام,قیمت\nگلیم,1200\n",
        "نام,قیمت (هزار تومان)\nگلیم,1200\n",
        "نام,قیمت به هزار تومان\nگلیم,1200\n",
    ] {
        let asked = look_at("sheet.csv", sheet.as_bytes(), &[], &[]);
        assert_eq!(
            (asked.output.status, &asked.sheet()["price_unit"]),
            (2, &Value::from("thousand_toman")),
            "asked: {sheet}"
        );
        let read = look_at("sheet.csv", sheet.as_bytes(), &[], &["--price-unit", "thousand-toman"]);
        assert_eq!(read.values("primary_price"), [Value::from(12_000_000)], "in rial: {sheet}");
    }
}

#[test]
fn further_columns_of_prices_are_said_and_so_is_what_is_not_used() {
    let look = look("نام,قیمت,قیمت فروش,رنگ\nگلیم,800000,1200000,قرمز\n");
    assert_eq!(look.sheet()["other_price_columns"], serde_json::json!(["قیمت فروش"]));
    assert!(
        look.output.stderr.contains("“قیمت فروش”") || look.output.stderr.contains("قیمت فروش"),
        "{}",
        look.output.stderr
    );
    assert!(look.output.stderr.contains("رنگ"), "{}", look.output.stderr);
    let none = self::look("نام,قیمت نقدی,قیمت اقساطی\nگلیم,5,6\n");
    assert!(none.output.stderr.contains("Which column has the prices?"), "{}", none.output.stderr);
}

#[test]
fn products_that_are_not_published_where_they_come_from_are_said() {
    let look = look("name,price,published\nRug,5,1\nBowl,6,0\nMug,7,-1\n");
    assert_eq!((look.names().len(), &look.sheet()["unpublished_rows"]), (3, &serde_json::json!([3, 4])));
}

#[test]
fn charges_below_the_goods_and_the_rows_of_another_table_are_no_products() {
    let look = look(
        "نام,قیمت,تعداد\nگلیم,1000000,2\nکاسه,235000,1\nتخفیف,50000,\nمالیات بر ارزش افزوده ۱۰٪,123500,\nقابل پرداخت,1418500,\n\nنام مشتری,مبلغ,تعداد\nعلی,500000,2\n",
    );
    assert_eq!(look.names(), ["گلیم", "کاسه"]);
}

#[test]
fn what_programs_write_for_codes_and_for_nothing_is_neither_code_nor_name() {
    let look = look("name,price,sku,brief\nRug,5,\"=\"\"00123\"\"\",nan\nBowl,6,NULL,None\n");
    assert_eq!(look.values("sku"), [Value::from("00123"), Value::Null]);
    assert_eq!(look.values("brief"), [Value::Null, Value::Null]);
}

#[test]
fn a_cell_of_two_lines_in_the_middle_column_tears_no_row() {
    let look = look(
        "name,primary_price,sku,description,weight,package_weight,preparation_days\nA,250000,SA,\"line1\nline2\",1500,1600,2\nB,260000,SB,\"line1\nline2\",1500,1600,2\n",
    );
    assert_eq!((look.names(), look.values("description")), (vec!["A", "B"], vec!["line1\nline2".into(); 2]));
    assert_eq!(look.values("weight"), [Value::from(1500), Value::from(1500)]);
}

// Exports.

#[test]
fn an_export_of_woocommerce_is_read_without_a_mapping() {
    let sheet = "ID,Type,SKU,Name,Short description,Description,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Images,Parent\n\
        11,simple,R-1,Rug &amp; wool,,\"<style>p{}</style><p>one</p>\\ntwo\",1,3,1.5,200,250000,Home > Rugs,\"https://x.example/a-1.jpg, https://x.example/a-2-scaled.jpg\",\n\
        13,variable,,Mug,,Stoneware,1,,,,,,https://x.example/mug.jpg,\n\
        14,variation,M-B,Mug - Blue,,,0,,,,60000,,,id:13\n";
    let look = look_at("wc.csv", sheet.as_bytes(), &["a-1.jpg", "a-2.jpg", "mug.jpg"], &["--group", "file"]);
    assert_eq!(
        (look.sheet()["export"].as_str(), look.names()),
        (Some("WooCommerce"), vec!["Rug & wool", "Mug - Blue"])
    );
    assert_eq!(look.values("primary_price"), [250_000, 60_000].map(Value::from));
    assert_eq!(
        (look.values("weight")[0].clone(), look.values("stock")),
        (1500.into(), [3, 0].map(Value::from).to_vec())
    );
    assert_eq!(look.values("description"), ["one\ntwo", "Stoneware"].map(Value::from));
    assert_eq!((look.photos(), look.left_out()), (vec![2, 1], vec![(3, "parent")]));
}

#[test]
fn an_export_of_shopify_is_one_product_for_each_handle() {
    let sheet = "Handle,Title,Body (HTML),Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Image Src,Status\n\
        rug,Rug,<p>Wool</p>,Default Title,'00071,1500.0,3,250000.00,https://x.example/rug_1.jpg?v=1,active\n\
        rug,,,,,,,,https://x.example/rug_2.jpg?v=2,\n\
        mug,Mug,,Blue,M-B,400,5,85000.00,https://x.example/mug.jpg,draft\n\
        mug,,,White,M-W,400,-2,90000.00,,\n";
    let look = look_at(
        "products_export.csv",
        sheet.as_bytes(),
        &["rug_1.jpg", "rug_2.jpg", "mug.jpg"],
        &["--group", "file"],
    );
    assert_eq!((look.names(), look.photos()), (vec!["Rug", "Mug"], vec![2, 1]));
    assert_eq!(look.values("sku"), ["00071", "M-B"].map(Value::from));
    assert_eq!(
        (look.values("primary_price"), look.left_out()),
        ([250_000, 85_000].map(Value::from).to_vec(), vec![(5, "variant")])
    );
    assert!(look.output.stderr.contains("Mug – White"), "{}", look.output.stderr);
}

#[test]
fn exports_of_other_systems_are_known_by_their_headings() {
    for (export, sheet, sku) in [
        (
            "PrestaShop",
            "Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status\n1;;Rug;R-1;Home;200000.000000;250000.000000;3;1\n",
            "R-1",
        ),
        (
            "Odoo",
            "id,name,default_code,list_price,standard_price,qty_available,weight\nx.1,Rug,R-1,250000.0,90000.0,3.0,1.5\n,,,,,,\n",
            "R-1",
        ),
        (
            "Odoo",
            "External ID,Name,Internal Reference,Sales Price,Cost,Quantity On Hand\nx1,Rug,R-1,250000.00,9.00,3.00\n",
            "R-1",
        ),
        (
            "Digikala",
            "کد تنوع,عنوان کالا,عنوان تنوع,کد فروشنده,قیمت مرجع,قیمت فروش (ریال),موجودی فروشنده\n991,Rug,red,R-1,300000,250000,3\n",
            "R-1",
        ),
        (
            "Basalam",
            "شناسه محصول,نام محصول,کد کالا (SKU),قیمت,موجودی,زمان آماده‌سازی,وضعیت محصول\n77,Rug,R-1,250000,3,2,منتشر شده\n",
            "R-1",
        ),
    ] {
        let look = look(sheet);
        let names = look
            .names()
            .into_iter()
            .map(|name| name.strip_suffix(" – red").unwrap_or(name))
            .collect::<Vec<_>>();
        assert_eq!((look.sheet()["export"].as_str(), names), (Some(export), vec!["Rug"]), "{sheet}");
        let read = (look.values("primary_price"), look.values("stock"), look.values("sku"));
        assert_eq!(read, (vec![250_000.into()], vec![3.into()], vec![sku.into()]), "{sheet}");
        assert!(look.output.stderr.contains("looks like an export from"), "{}", look.output.stderr);
    }
}

// Photos on the web, and lists that are none of goods.

#[test]
fn addresses_on_the_web_are_named_once_and_those_of_dropped_photos_find_them() {
    let rows = [
        ("Rug", "https://drive.example/file/d/1AbC/view?usp=sharing"),
        ("Bowl", "https://drive.example/open?id=1Zy"),
        ("Lamp", "https://files.example/scl/abc/lamp.jpg?dl=0"),
        ("Tray", "\"=IMAGE(\"\"https://shop.example/tray.jpg\"\")\""),
        ("Jug", r"C:\Users\Owner\Desktop\jug.jpg"),
    ];
    let csv: String = rows.iter().map(|(name, photo)| format!("{name},1000,{photo}\n")).collect();
    let csv = format!("name,price,photos\n{csv}");
    let look = look_at("sheet.csv", csv.as_bytes(), &["lamp.jpg", "tray.jpg", "jug.jpg"], &[]);
    assert_eq!(
        (look.names(), look.photos()),
        (vec!["Rug", "Bowl", "Lamp", "Tray", "Jug"], vec![0, 0, 1, 1, 1])
    );
    let said = &look.output.stderr;
    assert_eq!(said.matches("Photos on the web instead of files, in rows 2, 3").count(), 1, "{said}");
    assert!(!said.contains("/view”") && !said.contains("/open”"), "{said}");
}

#[test]
fn marks_at_both_ends_of_a_field_swallow_no_row() {
    let strays = look("name,price,stock\n\"Rug\" big,250000,1\n24\" frame,300000,2\nBowl,\"100,000\",3\n");
    assert_eq!(strays.names().len(), 3, "{:?}", strays.output);
    assert_eq!(strays.values("primary_price"), [250_000, 300_000, 100_000]);
    assert!(strays.output.stderr.contains("stray quotation mark"), "{}", strays.output.stderr);
    let escaped = look("name,price\n\"Rug \\\"big\\\"\",250000\n\"Bowl \\\"S\\\", blue\",30000\n");
    assert_eq!(escaped.names(), ["Rug \"big\"", "Bowl \"S\", blue"], "{:?}", escaped.output);
}

#[test]
fn the_unit_alone_below_its_heading_or_in_a_sentence_below_the_rows_is_no_product() {
    for (csv, place) in [
        ("نام,قیمت\n,(تومان)\nگلیم,250000\nکاسه,30000\n", "heading"),
        ("نام,قیمت\nگلیم,250000\nکاسه,30000\n,\nتمام قیمت‌ها به تومان می‌باشد,\n", "note"),
        ("name,price\nRug,250000\nBowl,30000\nOur prices are in toman,\n", "note"),
    ] {
        let look = look(csv);
        assert_eq!(look.names().len(), 2, "{csv}: {:?}", look.output);
        assert_eq!(look.sheet()["price_unit_said"][0]["place"], place, "{csv}");
        assert_eq!(look.sheet()["price_unit"], "toman");
    }
}

#[test]
fn exports_of_plugins_and_of_magento_are_known_by_their_headings() {
    let plugin = look(
        "post_title,post_name,ID,post_excerpt,post_content,post_status,sku,stock,regular_price,images\n\
         Mug,mug,1,short,<p>long</p>,publish,M1,5,250000,mug.jpg\n",
    );
    let magento = look(
        "sku,product_type,name,description,short_description,price,special_price,qty,base_image,additional_images\n\
         M1,simple,Mug,<p>long</p>,short,250000.0000,200000.0000,5.0000,/m/u/mug.jpg,\"/m/u/a.jpg,/m/u/b.jpg\"\n",
    );
    for look in [&plugin, &magento] {
        assert_eq!(look.names(), ["Mug"], "{:?}", look.output);
        for (field, value) in [("brief", "short"), ("description", "long"), ("sku", "M1")] {
            assert_eq!(look.values(field), [value], "{:?}", look.output);
        }
        assert_eq!(
            (look.values("primary_price"), look.values("stock")),
            (vec![250_000.into()], vec![5.into()])
        );
    }
    assert_eq!(magento.photos(), [3]);
}

#[test]
fn a_look_says_no_unit_of_prices_whose_unit_is_asked() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let sheet = env.dir.path().join("s.csv");
    std::fs::write(&sheet, "name,price (toman)\nRug,250000\n").unwrap();
    let look = |more: &[&str]| {
        env.run(&[&["import", "--dry-run", "--sheet", sheet.to_str().unwrap()], more].concat())
    };
    let asked = look(&[]);
    assert!(asked.stdout.contains("price 250,000, no photos"), "{asked:?}");
    let said = look(&["--price-unit", "toman"]);
    assert!(said.stdout.contains("price 2,500,000 rial"), "{said:?}");
}

/// WooCommerce lets people choose the columns of an export (woocommerce 20643, 18047).
#[test]
fn an_export_of_woocommerce_with_few_columns_has_no_parent_without_a_price() {
    for csv in [
        "ID,Type,SKU,Name,Parent,Regular price,Stock\n1,variable,S,Shirt,,,\n2,variation,S-S,Shirt - S,S,25000,3\n3,variation,S-M,Shirt - M,id:1,26000,4\n4,simple,B,Bowl,,5000,3\n",
        "Type,SKU,Name,Regular price,Stock\nvariable,S,Shirt,,\nvariation,S-S,Shirt - S,25000,3\nvariation,S-M,Shirt - M,26000,4\nsimple,B,Bowl,5000,3\n",
        "SKU,Name,Parent,Regular price,Stock\nS,Shirt,,,\nS-S,Shirt - S,S,25000,3\nS-M,Shirt - M,S,26000,4\nB,Bowl,,5000,3\n",
        "نوع,شناسه محصول,نام,والد,قیمت اصلی,موجودی\nvariable,S,Shirt,,,\nvariation,S-S,Shirt - S,S,25000,3\nvariation,S-M,Shirt - M,S,26000,4\nsimple,B,Bowl,,5000,3\n",
    ] {
        let look = look(csv);
        assert_eq!(look.names(), ["Shirt - S", "Shirt - M", "Bowl"], "{csv}: {:?}", look.output);
        assert_eq!(look.values("primary_price"), [25000, 26000, 5000], "{csv}");
        assert_eq!(
            (look.left_out(), &look.sheet()["export"]),
            (vec![(2, "parent")], &json!("WooCommerce")),
            "{csv}"
        );
    }
    let other = look("Type,Name,Price\nrug,Kilim,25000\nbowl,Big bowl,26000\n");
    assert_eq!((other.names(), &other.sheet()["export"]), (vec!["Kilim", "Big bowl"], &json!(null)));
}

/// The question names no unit that the sheet does not.
#[test]
fn a_question_about_thousand_toman_is_not_about_toman_or_rial() {
    let asked = look("name,price (thousand toman)\nRug,125\n");
    assert_eq!(asked.output.status, 2);
    assert!(asked.output.stderr.contains("Which unit are the prices in"), "{:?}", asked.output);
    assert!(!asked.output.stderr.contains("toman or rial?"), "{:?}", asked.output);
}

/// Wix, BigCommerce, Square, Odoo 17 and Magento have a row for each variant, for further photos and for
/// further languages.
#[test]
fn exports_with_a_row_for_each_variant_are_products_or_variants() {
    let wix = "handleId,fieldType,name,productImageUrl,sku,price,surcharge,inventory,productOptionName1,productOptionDescription1\n\
        shirt,Product,Shirt,a.png,SH,250000,,,Size,S;M\nshirt,Variant,,,SH-S,,0,5,Size,S\nshirt,Variant,,,SH-M,,20000,3,Size,M\n\
        rug,Product,Rug,b.png,R,1200000,,2,,\n";
    let later = "handle,fieldType,name,media,sku,price,inventory,productOptionName1,productOptionChoices1\n\
        shirt,PRODUCT,Shirt,a.png,,250000,,Size,S;M\nshirt,MEDIA,,b.png,,,,,\n\
        shirt,VARIANT,,,SH-S,250000,5,Size,S\nshirt,VARIANT,,,SH-M,270000,3,Size,M\nrug,PRODUCT,Rug,c.png,R,1200000,2,,\n";
    let bigcommerce = "Item Type,Product Name,Product Code/SKU,Price,Current Stock Level\n\
        Product,Shirt,SH,250000.00,8\n  SKU,[S]Size=S,SH-S,,5\n  SKU,[S]Size=M,SH-M,270000.00,3\n  Rule,,,1,\nProduct,Rug,R,1200000.00,2\n";
    let square = "Token,Item Name,Variation Name,SKU,Price,Current Quantity Shop\n\
        t1,Shirt,S,SH-S,250000,5\nt2,Shirt,M,SH-M,270000,3\nt3,Rug,Regular,R,1200000,2\n";
    let odoo = "External ID,Internal Reference,Name,Sales Price,Quantity On Hand,Attribute values\n\
        t,,Shirt,250000,,\np1,SH-S,Shirt,,5,Size:S\np2,SH-M,Shirt,270000,3,Size:M\np3,R,Rug,1200000,2,\n";
    let magento = "sku,store_view_code,product_type,name,price,qty,configurable_variations\n\
        SH-S,,simple,Shirt-S,250000.0000,5,\nSH-M,,simple,Shirt-M,270000.0000,3,\n\
        SH,,configurable,Shirt,,0,\"sku=SH-S,size=S|sku=SH-M,size=M\"\nSH,fa,configurable,پیراهن,,,\n\
        R,,simple,Rug,1200000.0000,2.0000,\nR,fa,simple,فرش,,,\n";
    for (export, csv) in [
        ("Wix", wix),
        ("Wix", later),
        ("BigCommerce", bigcommerce),
        ("Square", square),
        ("Odoo", odoo),
        ("Magento", magento),
    ] {
        let each = look(csv);
        assert_eq!(each.names(), ["Shirt – S", "Shirt – M", "Rug"], "{export}: {:?}", each.output);
        assert_eq!(each.sheet()["export"], export);
        assert_eq!(each.values("primary_price"), [250_000, 270_000, 1_200_000], "{export}");
        assert_eq!(each.values("stock"), [5, 3, 2], "{export}");
        assert_eq!(each.values("sku"), ["SH-S", "SH-M", "R"], "{export}");
        let one = with_variants("a.csv", csv.as_bytes(), &[]);
        let of = |size: &str, price, stock| (size.to_owned(), Some(price), Some(stock));
        assert_eq!(
            variants(&one),
            [vec![of("S", 250_000, 5), of("M", 270_000, 3)], vec![]],
            "{export}: {:?}",
            one.output
        );
        let mut names = one.names();
        names.sort_unstable();
        assert_eq!(names, ["Rug", "Shirt"], "{export}");
    }
    let languages = look(magento);
    assert_eq!(languages.left_out(), [(4, "parent"), (5, "continued"), (7, "continued")]);
}

/// A report has sums that are wrong, averages, and what is carried to the next page.
#[test]
fn sums_that_are_wrong_and_averages_are_no_products() {
    let look = look(
        "کد,نام,قیمت (ریال),موجودی\n,گلیم‌ها,,\n101,گلیم قرمز,1200000,5\nنقل به صفحه بعد,,1200000,5\nنقل از صفحه قبل,,1200000,5\n\
         102,گلیم آبی,1300000,2\n,جمع گلیم‌ها,8600001,9\n103,کاسه,85000,3\n104,سینی,,1\n,میانگین,600000,3\n,تعداد اقلام,3,\n",
    );
    assert_eq!(look.names(), ["گلیم قرمز", "گلیم آبی", "کاسه", "سینی"], "{:?}", look.output);
    let kinds = look.left_out();
    assert_eq!(kinds.iter().filter(|(_, kind)| *kind == "total").count(), 5, "{kinds:?}");
}

#[test]
fn what_is_above_the_headings_is_no_product_on_the_next_pages() {
    let look = look(
        "Golestan Shop,,,\nPrice list,,Page 1 of 2,\nNo,Name,Price,Stock\n1,Rug,250000,5\nGolestan Shop,,,\n\
         Price list,,Page 2 of 2,\nNo,Name,Price,Stock\n2,Bowl,80000,1\n,,Printed 2026-03-01 10:00,user1\n",
    );
    assert_eq!(look.names(), ["Rug", "Bowl"]);
    assert_eq!(look.left_out(), [(5, "headings"), (6, "headings"), (7, "headings"), (9, "note")]);
}

#[test]
fn a_feed_says_which_products_are_sold_out() {
    let look = look(
        "id\ttitle\tavailability\tprice\nR1\tRug\tin_stock\t250000.00 IRR\nM1\tMug\tout_of_stock\t90000 IRR\n\
         J1\tJar\tpreorder\t80000 IRR\n",
    );
    assert_eq!(look.values("stock"), [Value::Null, json!(0), Value::Null], "nobody says how many there are");
    assert_eq!(look.refused("stock"), [false; 3]);
    let counted =
        crate::look::look("name,availability,quantity,price\nRug,in stock,5,1000\nMug,out of stock,0,900\n");
    assert_eq!(counted.values("stock"), [5, 0]);
    let fa = crate::look::look("نام,قیمت,وضعیت موجودی\nگلیم,1000,موجود\nماگ,900,ناموجود\n");
    assert_eq!(fa.values("stock"), [Value::Null, json!(0)]);
    let wix = crate::look::look(
        "handleId,fieldType,name,sku,price,inventory\nr,Product,Rug,R1,1000,InStock\nm,Product,Mug,M1,900,OutOfStock\n",
    );
    assert_eq!((wix.values("stock"), wix.refused("stock")), (vec![Value::Null, json!(0)], vec![false; 2]));
}

#[test]
fn a_template_of_amazon_has_the_regular_price_and_no_product_above_its_variants() {
    let look = look(
        "TemplateType=fptcustom\tVersion=2021.0703\t\t\t\t\nSeller SKU\tProduct Name\tQuantity\tYour price\tSale Price\tParentage\n\
         item_sku\titem_name\tquantity\tstandard_price\tsale_price\tparent_child\nR1\tRug\t\t\t\tparent\n\
         R1-S\tRug S\t3\t250000\t200000\tchild\nR1-L\tRug L\t2\t350000\t\tchild\n",
    );
    assert_eq!((look.output.status, look.names()), (0, vec!["Rug S", "Rug L"]));
    assert_eq!(look.values("primary_price"), [250_000, 350_000]);
    assert_eq!(look.left_out(), [(4, "parent")]);
}
