//! Which photos of folders belong to which row of a list.

use vitrine_sandbox::{Categories, Faults, Options, ShopBehaviour};

use crate::kit::shop::{Shop, TestEnv};
use crate::look::{Look, look_at};

/// What would be created of these photos and this list: each product with its photos, as `name: photo photo`.
fn products(csv: &str, photos: &[&str]) -> Vec<String> {
    shown(&look_at("sheet.csv", csv.as_bytes(), photos, &[]))
}

fn shown(look: &Look) -> Vec<String> {
    let of = |line: &&serde_json::Value| {
        let photos = line["photos"].as_array().unwrap().iter().map(|path| {
            let path = path.as_str().unwrap();
            path.rsplit_once("/photos/").map_or(path, |(_, photo)| photo).to_owned()
        });
        format!("{}: {}", line["name"].as_str().unwrap(), photos.collect::<Vec<_>>().join(" "))
    };
    look.planned().iter().map(of).collect()
}

#[test]
fn a_group_title_takes_no_photos_of_the_folder_of_its_group() {
    let photos = ["فرش/گلیم.jpg", "فرش/جاجیم.jpg", "ظروف/کاسه.jpg"];
    let right = ["گلیم: فرش/گلیم.jpg", "جاجیم: فرش/جاجیم.jpg", "کاسه: ظروف/کاسه.jpg"];
    for csv in [
        "نام,قیمت,موجودی\nفرش,,\nگلیم,2600000,3\nجاجیم,2000000,2\nظروف,,\nکاسه,900000,4\n",
        "نام,قیمت\nفرش:,\nگلیم,2600000\nجاجیم,2000000\n** ظروف **,\nکاسه,900000\n",
    ] {
        assert_eq!(products(csv, &photos), right, "{csv}");
    }
    let by_code = "Name,Price,Code\nRugs,,\nKilim,2600000,R-11\nJajim,2000000,R-12\n";
    assert_eq!(
        products(by_code, &["Rugs/R-11.jpg", "Rugs/R-12.jpg", "Rugs/R-12_2.jpg"]),
        ["Kilim: Rugs/R-11.jpg", "Jajim: Rugs/R-12.jpg Rugs/R-12_2.jpg"]
    );
    let with_words = "نام,قیمت\nفرش,تماس بگیرید\nگلیم,2600000\n";
    assert_eq!(products(with_words, &["فرش/گلیم.jpg"]), ["فرش: ", "گلیم: فرش/گلیم.jpg"]);
    let product = "Name,Price,Stock\nMug,,\nCup,900000,4\n";
    assert_eq!(
        products(product, &["Mug/1.jpg", "Mug/2.jpg", "Cup/1.jpg"]).len(),
        2,
        "a product without a price"
    );
}

#[test]
fn a_row_that_is_called_like_the_folder_takes_no_photo_of_another_row() {
    let csv = "نام,قیمت,کد\nگلیم,2500000,A1\nگلیم قشقایی,900000,A2\nجاجیم,800000,A3\n";
    for (photos, right) in [
        (
            ["گلیم/گلیم قشقایی.jpg", "گلیم/جاجیم.jpg", "گلیم/گلیم.jpg"],
            ["گلیم: گلیم/گلیم.jpg", "گلیم قشقایی: گلیم/گلیم قشقایی.jpg", "جاجیم: گلیم/جاجیم.jpg"],
        ),
        (
            ["گلیم/A1.jpg", "گلیم/A2.jpg", "گلیم/A3.jpg"],
            ["گلیم: گلیم/A1.jpg", "گلیم قشقایی: گلیم/A2.jpg", "جاجیم: گلیم/A3.jpg"],
        ),
    ] {
        assert_eq!(products(csv, &photos), right);
    }
    let folders = "Name,Price,Code\nMug,100,1\nCup,200,2\n";
    assert_eq!(
        products(folders, &["Mug/1.jpg", "Mug/2.jpg", "Cup/1.jpg", "Cup/2.jpg"]),
        ["Mug: Mug/1.jpg Mug/2.jpg", "Cup: Cup/1.jpg Cup/2.jpg"]
    );
}

#[test]
fn a_photo_with_a_number_is_of_the_code_before_it_where_the_longer_code_has_its_own() {
    for (one, other, photos, right) in [
        (
            "100",
            "100-1",
            ["100.jpg", "100_1.jpg", "100_2.jpg", "100-1.jpg"].as_slice(),
            ["Rug: 100.jpg 100_1.jpg 100_2.jpg", "Cup: 100-1.jpg"],
        ),
        (
            "A-1",
            "A-1-2",
            &["A-1.jpg", "A-1_2.jpg", "A-1-2.jpg"],
            ["Rug: A-1.jpg A-1_2.jpg", "Cup: A-1-2.jpg"],
        ),
        (
            "A.1",
            "A.1.2",
            &["A.1.jpg", "A.1-2.jpg", "A.1.2.jpg"],
            ["Rug: A.1.jpg A.1-2.jpg", "Cup: A.1.2.jpg"],
        ),
        ("100", "100-1", &["100.jpg", "100_1.jpg"], ["Rug: 100.jpg", "Cup: 100_1.jpg"]),
    ] {
        let csv = format!("name,price,sku\nRug,100,{one}\nCup,200,{other}\n");
        assert_eq!(products(&csv, photos), right);
    }
}

#[test]
fn photos_by_code_beside_the_folder_of_the_name_are_of_the_same_row() {
    let csv = "نام,قیمت,کد\nگلیم,2500000,A1\nکاسه,900000,A2\n";
    assert_eq!(
        products(csv, &["گلیم/1.jpg", "A1.jpg", "A1-2.jpg", "A2.jpg"]),
        ["گلیم: A1.jpg A1-2.jpg گلیم/1.jpg", "کاسه: A2.jpg"]
    );
    let by_code = "name,price,sku\nRug,100,A1\nCup,200,A2\n";
    assert_eq!(
        products(by_code, &["A1/1.jpg", "A1/2.jpg", "A1.jpg", "A2/1.jpg"]),
        ["Rug: A1.jpg A1/1.jpg A1/2.jpg", "Cup: A2/1.jpg"]
    );
}

#[test]
fn a_photo_that_a_row_names_is_used_though_an_edited_one_lies_beside_it() {
    let photos = ["A5.jpg", "A5~2.jpg", "A6.jpg", "A6-edited.jpg"];
    let by_name = "name,price,photo\nRug,100,A5.jpg\nCup,200,A6.jpg\n";
    assert_eq!(products(by_name, &photos), ["Rug: A5.jpg", "Cup: A6.jpg"]);
    let by_code = "name,price,sku\nRug,100,A5\nCup,200,A6\n";
    assert_eq!(products(by_code, &photos), ["Rug: A5~2.jpg", "Cup: A6-edited.jpg"]);
}

#[test]
fn a_folder_is_named_in_the_way_of_any_system() {
    let csv = "name,price,photos\nRug,100,photos/A1\nCup,200,photos\\B\n";
    let photos = ["A1/1.jpg", "B/1.jpg", "B/2.jpg"];
    assert_eq!(products(csv, &photos), ["Rug: A1/1.jpg", "Cup: B/1.jpg B/2.jpg"]);
}

#[test]
fn numbers_in_headings_order_the_photos() {
    for headings in ["Image 3,Image 1,Image 2", "عکس ۳,عکس ۱,عکس ۲"] {
        let csv = format!("name,{headings},price\nMug,y3.jpg,y1.jpg,y2.jpg,100\n");
        assert_eq!(
            products(&csv, &["y1.jpg", "y2.jpg", "y3.jpg"]),
            ["Mug: y1.jpg y2.jpg y3.jpg"],
            "{headings}"
        );
    }
}

#[test]
fn folders_of_views_and_photos_and_numbers_are_parts_of_the_product_above() {
    let none = "name,price\nLamp,100\n";
    assert_eq!(
        products(
            none,
            &["Mug/front/1.jpg", "Mug/back/1.jpg", "Cup/Photos/1.jpg", "Cup/عکس/2.jpg", "Jug/images/1.jpg"]
        ),
        [
            "Lamp: ",
            "Cup: Cup/Photos/1.jpg Cup/عکس/2.jpg",
            "Jug: Jug/images/1.jpg",
            "Mug: Mug/front/1.jpg Mug/back/1.jpg"
        ]
    );
    let numbered = ["گلیم/1/a.jpg", "گلیم/2/a.jpg", "کاسه/1/a.jpg", "کاسه/2/a.jpg"];
    assert_eq!(
        products(none, &numbered),
        [
            "Lamp: ",
            "کاسه 1: کاسه/1/a.jpg",
            "کاسه 2: کاسه/2/a.jpg",
            "گلیم 1: گلیم/1/a.jpg",
            "گلیم 2: گلیم/2/a.jpg"
        ]
    );
    let rows = "نام,قیمت\nگلیم,2600000\nکاسه,900000\n";
    assert_eq!(
        products(rows, &numbered),
        ["گلیم: گلیم/1/a.jpg گلیم/2/a.jpg", "کاسه: کاسه/1/a.jpg کاسه/2/a.jpg"]
    );
}

#[test]
fn words_below_photo_that_say_there_is_none_name_none() {
    let csv = "name,price,sku,photo\nA,100,A1,ندارد\nB,200,A2,-\nC,300,A3,بعداً\nD,400,A4,TBD\nE,500,A5,\n";
    assert_eq!(
        products(csv, &["A1.jpg", "A2.jpg", "A5.jpg"]),
        ["A: A1.jpg", "B: A2.jpg", "C: ", "D: ", "E: A5.jpg"]
    );
}

#[test]
fn copies_and_photos_that_say_how_many_there_are_are_of_their_row() {
    let photos = [
        "A1.jpg",
        "A1 - Copy.jpg",
        "A1 - Copy (2).jpg",
        "A2.jpg",
        "A2 - کپی.jpg",
        "Copy of A3.jpg",
        "A4.jpg",
        "A4_copy.jpg",
        "A6_final.jpg",
        "A7 (ویرایش شده).jpg",
        "A8.jpg",
        "A8 new.jpg",
        "Rug 1 of 2.jpg",
        "Rug 2 of 2.jpg",
        "کاسه 1از2.jpg",
    ];
    let codes = ["A1", "A2", "A3", "A4", "A6", "A7", "A8"].map(|code| format!("Product {code},100,{code}\n"));
    let csv = format!("name,price,sku\n{}Rug,200,\nکاسه,300,\n", codes.concat());
    assert_eq!(
        products(&csv, &photos),
        [
            "Product A1: A1.jpg A1 - Copy.jpg A1 - Copy (2).jpg",
            "Product A2: A2.jpg A2 - کپی.jpg",
            "Product A3: Copy of A3.jpg",
            "Product A4: A4.jpg A4_copy.jpg",
            "Product A6: A6_final.jpg",
            "Product A7: A7 (ویرایش شده).jpg",
            "Product A8: A8.jpg A8 new.jpg",
            "Rug: Rug 1 of 2.jpg Rug 2 of 2.jpg",
            "کاسه: کاسه 1از2.jpg"
        ]
    );
}

#[test]
fn photos_are_found_by_barcodes_and_by_the_codes_of_variants() {
    let look = |csv: &str, photos: &[&str]| {
        let behaviour = ShopBehaviour { categories: Categories::English, ..ShopBehaviour::default() };
        let faults = Faults { behaviour, ..Faults::default() };
        let env = TestEnv::new(&Shop::open(Options { faults, ..Options::default() }));
        for photo in photos {
            env.photo(photo);
        }
        let sheet = env.dir.path().join("sheet.csv");
        std::fs::write(&sheet, csv).unwrap();
        let (folder, sheet) = (env.photos(), sheet.to_str().unwrap().to_owned());
        let arguments = ["import", folder.to_str().unwrap(), "--dry-run", "--json", "--sheet", &sheet];
        shown(&Look { output: env.run(&arguments) })
    };
    let by_barcode = "name,price,sku,barcode\nRug,100,A1,6260001234567\nCup,200,A2,0012345678905\n";
    let photos = ["6260001234567.jpg", "6260001234567_2.jpg", "012345678905.jpg"];
    assert_eq!(
        look(by_barcode, &photos),
        ["Rug: 6260001234567.jpg 6260001234567_2.jpg", "Cup: 012345678905.jpg"]
    );
    let of_variants = "نام,رنگ,قیمت,موجودی,کد\nپیراهن,قرمز,100000,1,P-R\nپیراهن,آبی,100000,2,P-B\n";
    for (photos, right) in [
        (["P-R.jpg", "P-B.jpg", "P-B-2.jpg"], "پیراهن: P-R.jpg P-B.jpg P-B-2.jpg"),
        (["P-R/1.jpg", "P-B/1.jpg", "P-B/2.jpg"], "پیراهن: P-R/1.jpg P-B/1.jpg P-B/2.jpg"),
    ] {
        assert_eq!(look(of_variants, &photos), [right]);
    }
    let colors = "name,color,price,stock\nRug,red,100,1\nRug,blue,100,2\nCup,,50,1\n";
    assert_eq!(
        look(colors, &["Rug red 1.jpg", "Rug red 2.jpg", "Rug blue.jpg", "Cup.jpg"]),
        ["Rug: Rug blue.jpg Rug red 1.jpg Rug red 2.jpg", "Cup: Cup.jpg"]
    );
}

#[test]
fn what_rows_left_in_a_folder_are_products_of_their_own_and_known_if_the_shop_has_them() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    for photo in ["A1", "A2", "A3", "A3-2"] {
        env.photo(&format!("{photo}.jpg"));
    }
    let (folder, sheet) = (env.photos(), env.dir.path().join("list.csv"));
    let import = |rows: &str| {
        std::fs::write(&sheet, format!("name,price,sku,photo\n{rows}")).unwrap();
        let output = env.run(&[
            "import",
            folder.to_str().unwrap(),
            "--yes",
            "--json",
            "--sheet",
            sheet.to_str().unwrap(),
        ]);
        assert_eq!(output.status, 0, "{output:?}");
        shop.titles()
    };
    assert_eq!(import("Rug,100,A1,\nCup,200,A2,\nJug,300,A3,\n"), ["Cup", "Jug", "Rug"]);
    assert_eq!(import("Rug,100,A1,\nCup,200,A2,\n"), ["Cup", "Jug", "Rug"], "a row was removed");
    assert_eq!(import("Cup,200,A2,\n"), ["Cup", "Jug", "Rug"], "another one");
    assert_eq!(import("Cup,200,,A2.jpg\n"), ["Cup", "Jug", "Rug"], "it names its photo");
}

#[test]
fn the_other_photos_of_a_folder_of_which_a_row_names_one_stay_together() {
    let csv = "name,price,photos\nMug,100,Mug/1.jpg\nCup,200,Cup/1.jpg\n";
    let photos = ["Mug/1.jpg", "Mug/2.jpg", "Mug/3.jpg", "Cup/1.jpg"];
    assert_eq!(products(csv, &photos), ["Mug: Mug/1.jpg", "Cup: Cup/1.jpg", "Mug: Mug/2.jpg Mug/3.jpg"]);
    let several = "name,price,photos\nMug,100,a5.jpg\n";
    assert_eq!(
        products(several, &["a5.jpg", "b6.jpg", "c7.jpg"]),
        ["Mug: a5.jpg", "b6: b6.jpg", "c7: c7.jpg"]
    );
}

#[test]
fn a_code_by_which_photos_of_two_folders_are_called_finds_none_of_them() {
    let csv = "نام,قیمت,کد\nگلیم,2500000,A1\nکاسه,900000,A2\n";
    let photos = ["خارجی/A1.jpg", "داخلی/A1.jpg", "خارجی/A2.jpg"];
    let look = look_at("sheet.csv", csv.as_bytes(), &photos, &[]);
    assert_eq!(shown(&look)[..2], ["گلیم: ", "کاسه: خارجی/A2.jpg"], "{:?}", look.output);
    assert_eq!(look.sheet()["unclear_photos"], serde_json::json!([{ "row": 2, "text": "A1" }]));
    for folders in [["front", "back"], ["قرمز", "آبی"]] {
        let photos = [format!("{}/A1.jpg", folders[0]), format!("{}/A1.jpg", folders[1])];
        let all = products(csv, &[&photos[0], &photos[1], &format!("{}/A2.jpg", folders[0])]);
        assert!(all[0].contains(&photos[0]) && all[0].contains(&photos[1]), "{all:?}");
    }
}

#[test]
fn folders_called_by_code_and_name_or_with_a_price_are_of_their_row() {
    let csv = "نام,قیمت,کد\nگلیم,2500000,102\nکاسه,900000,103\n";
    assert_eq!(
        products(csv, &["102 گلیم/1.jpg", "102 گلیم/2.jpg", "کاسه 103/1.jpg"]),
        ["گلیم: 102 گلیم/1.jpg 102 گلیم/2.jpg", "کاسه: کاسه 103/1.jpg"]
    );
    assert_eq!(
        products(csv, &["102 فرش/1.jpg", "103 ظرف/1.jpg"]),
        ["گلیم: 102 فرش/1.jpg", "کاسه: 103 ظرف/1.jpg"]
    );
    assert_eq!(
        products(csv, &["گلیم ۲۵۰ هزار/1.jpg", "کاسه - 90,000 تومان/1.jpg"]),
        ["گلیم: گلیم ۲۵۰ هزار/1.jpg", "کاسه: کاسه - 90,000 تومان/1.jpg"]
    );
    let loose = products("نام,قیمت\nمیز,100\n", &["چراغ ۴۵۰ هزار تومان/1.jpg", "پارچ 500.jpg"]);
    assert_eq!(loose[1..], ["پارچ 500: پارچ 500.jpg", "چراغ: چراغ ۴۵۰ هزار تومان/1.jpg"]);
}

#[test]
fn folders_and_photos_are_called_by_bracketed_codes_and_by_colors_of_variants() {
    let coded = "کد,نام,قیمت\nA1,گلیم,2500000\nA2,کاسه,900000\n";
    assert_eq!(
        products(coded, &["گلیم (A1)/1.jpg", "[A2] کاسه/1.jpg"]),
        ["گلیم: گلیم (A1)/1.jpg", "کاسه: [A2] کاسه/1.jpg"]
    );
    let grams = "کد,نام,قیمت\n100,قند,900000\n200,نبات,2500000\n";
    let all = products(grams, &["100 گرم چای.jpg", "200 گرم چای.jpg"]);
    assert_eq!(all[..2], ["قند: ", "نبات: "], "{all:?}");
}

#[test]
fn a_folder_whose_price_changes_is_the_same_product() {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    let folder = env.photos();
    let import = || env.run(&["import", folder.to_str().unwrap(), "--json", "--yes"]);
    env.photo("گلیم ۲۵۰ هزار/1.jpg");
    env.photo("کاسه/1.jpg");
    assert_eq!(import().status, 0);
    let rename = |from: &str, to: &str| std::fs::rename(folder.join(from), folder.join(to)).unwrap();
    rename("گلیم ۲۵۰ هزار", "گلیم ۳۰۰ هزار تومان");
    let again = import();
    assert_eq!((again.done_event()["skipped"].as_u64(), shop.titles().len()), (Some(2), 2), "{again:?}");
    assert_eq!(shop.titles(), ["کاسه", "گلیم"]);
}

#[test]
fn of_folders_of_one_name_a_row_has_the_one_that_lies_in_its_category_or_group() {
    let photos = ["Bath/Set/1.jpg", "Kitchen/Set/1.jpg", "Kitchen/Set/2.jpg"];
    let right = ["Set: Kitchen/Set/1.jpg Kitchen/Set/2.jpg", "Set: Bath/Set/1.jpg"];
    for csv in [
        "name,category,price,sku\nSet,Home > Kitchen,2500000,K1\nSet,Bath,900000,B1\n",
        "name,brand,price,sku\nSet,kitchen,2500000,K1\nSet,Bath,900000,B1\n",
        "name,price,stock\nKitchen,,\nSet,2500000,1\nBath,,\nSet,900000,2\n",
    ] {
        assert_eq!(products(csv, &photos), right, "{csv}");
    }
}

#[test]
fn of_folders_of_one_name_none_is_chosen_where_nothing_tells_them_apart() {
    let photos = ["Bath/Set/1.jpg", "Kitchen/Set/1.jpg", "Kitchen/Cup/1.jpg"];
    for csv in [
        "name,price,sku\nSet,2500000,K1\nSet,900000,B1\nCup,100000,C1\n",
        "name,price,sku\nSet,2500000,K1\nCup,100000,C1\n",
    ] {
        let look = look_at("sheet.csv", csv.as_bytes(), &photos, &[]);
        let planned = shown(&look);
        assert!(planned.contains(&"Cup: Kitchen/Cup/1.jpg".to_owned()), "{planned:?}");
        assert_eq!(planned[0], "Set: ", "{planned:?}");
        assert!(look.sheet()["unclear_photos"].to_string().contains("Set"), "{:?}", look.output);
    }
    let views = ["front/Set/1.jpg", "back/Set/1.jpg"];
    assert_eq!(
        products("name,price\nSet,2500000\n", &views)[0],
        "Set: back/Set/1.jpg",
        "not asked before either"
    );
}
