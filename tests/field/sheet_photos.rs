//! Which photos belong to a row: by names and codes, by the numbers behind them, and by cells that name
//! several.

use image::ImageFormat;
use serde_json::Value;

use crate::kit::photos::{encode, scene};
use crate::kit::shop::write;
use crate::look::{Look, look_at};
use crate::sheet_sizes::with_variants;

/// Each product with the names of its photos.
fn photos(look: &Look) -> Vec<(String, Vec<String>)> {
    let file = |photo: &Value| photo.as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let of = |line: &&Value| {
        (
            line["name"].as_str().unwrap().to_owned(),
            line["photos"].as_array().unwrap().iter().map(file).collect(),
        )
    };
    look.planned().iter().map(of).collect()
}

fn looked(csv: &str, dropped: &[&str]) -> Look {
    look_at("sheet.csv", csv.as_bytes(), dropped, &[])
}

/// The photos of the product of this name.
fn of(look: &Look, name: &str) -> Vec<String> {
    photos(look)
        .into_iter()
        .find(|(product, _)| product == name)
        .unwrap_or_else(|| panic!("{name}: {:?}", look.output))
        .1
}

#[test]
fn a_number_that_tells_rows_apart_counts_no_photos() {
    let dropped = ["Kilim.jpg", "Kilim 2.jpg", "Kilim 10.jpg", "Kilim 3.jpg", "Kilim (4).jpg"];
    let look = looked("name,price\nKilim,250000\nKilim 2,260000\nKilim 10,270000\n", &dropped);
    assert_eq!(of(&look, "Kilim"), ["Kilim.jpg", "Kilim (4).jpg"], "Kilim 3 is another product");
    assert_eq!(
        (of(&look, "Kilim 2"), of(&look, "Kilim 10")),
        (vec!["Kilim 2.jpg".to_owned()], vec!["Kilim 10.jpg".to_owned()])
    );
    assert!(!look.sheet()["products_without_row"].as_array().unwrap().is_empty(), "and is named");
}

#[test]
fn numbers_that_begin_nowhere_count_no_photos() {
    let look = looked("name,price\nKilim,250000\nBowl,1000\n", &["Kilim 7.jpg", "Bowl 1.jpg", "Bowl 2.jpg"]);
    assert_eq!((of(&look, "Kilim").len(), of(&look, "Bowl").len()), (0, 2));
    assert_eq!(look.sheet()["rows_without_photos"][0]["name"], "Kilim");
}

#[test]
fn a_name_that_is_the_code_of_another_row_takes_no_photo() {
    let look = looked("name,sku,price\nA1,B1,250000\nB1,A1,260000\n", &["A1.jpg", "B1.jpg"]);
    assert_eq!((of(&look, "A1").len(), of(&look, "B1").len()), (0, 0));
    assert_eq!(look.sheet()["crossed_names"], serde_json::json!(["A1", "B1"]));
    let told =
        looked("name,sku,price\nA1,B1,250000\nB1,A1,260000\nBowl,C7,1000\n", &["A1.jpg", "B1.jpg", "C7.jpg"]);
    assert_eq!(
        (of(&told, "A1"), of(&told, "B1")),
        (vec!["B1.jpg".to_owned()], vec!["A1.jpg".to_owned()]),
        "photos have the codes"
    );
}

#[test]
fn a_cell_names_several_photos_with_whatever_stands_between_them() {
    for between in [" / ", "/", "،", " ; ", "|", "\n", " و ", " and ", ", ", " "] {
        for heading in ["photos", "کد عکس"] {
            let csv = format!("name;price;{heading}\nSet;250000;\"b1{between}b2\"\nBowl;1000;c1\n");
            let look = looked(&csv, &["b1.jpg", "b2.jpg", "c1.jpg"]);
            assert_eq!(
                (of(&look, "Set"), of(&look, "Bowl").len()),
                (vec!["b1.jpg".to_owned(), "b2.jpg".to_owned()], 1),
                "{between:?} {heading}"
            );
        }
    }
}

#[test]
fn a_path_in_a_cell_names_one_photo() {
    let look = looked("name,price,photos\nSet,1000,b1/b2.jpg\n", &["b1/b2.jpg", "b2.jpg", "b1.jpg"]);
    assert_eq!(of(&look, "Set"), ["b2.jpg"]);
}

#[test]
fn a_missing_one_of_several_photos_is_named() {
    let look = looked("name,price,photos\nSet,1000,b1.jpg و missing.jpg\n", &["b1.jpg"]);
    assert!(look.output.stderr.contains("missing.jpg"), "{}", look.output.stderr);
}

#[test]
fn short_codes_find_their_photos_with_and_without_zeros() {
    let look = looked("name,price,sku\nTin,250000,7\nIron,260000,12\n", &["007.jpg", "12.jpg"]);
    assert_eq!(
        (of(&look, "Tin"), of(&look, "Iron")),
        (vec!["007.jpg".to_owned()], vec!["12.jpg".to_owned()])
    );
    let both = looked("name,price,sku\nTin,250000,7\nIron,260000,007\n", &["7.jpg", "007.jpg"]);
    assert_eq!((of(&both, "Tin"), of(&both, "Iron")), (vec!["7.jpg".to_owned()], vec!["007.jpg".to_owned()]));
}

#[test]
fn photos_that_are_numbered_from_one_are_no_codes() {
    let csv = "name,price,sku\nTin,1000,1\nIron,1000,2\nLead,1000,3\nZinc,1000,4\nGold,1000,5\n";
    let look = looked(csv, &["album/1.jpg", "album/2.jpg"]);
    assert_eq!(
        (of(&look, "Tin").len(), of(&look, "Iron").len()),
        (0, 0),
        "they may be two photos of one product"
    );
}

#[test]
fn a_code_that_lost_its_digits_is_no_code() {
    let look = looked("name,price,sku\nTin,250000,1E+05\nIron,260000,6.26E+12\nGold,1000,12E3\n", &[]);
    assert_eq!(look.refused("sku"), [true, true, false]);
    assert_eq!(look.values("sku"), [Value::Null, Value::Null, Value::from("12E3")]);
}

#[test]
fn a_photo_or_folder_whose_name_begins_with_a_code_and_goes_on_is_of_the_row_with_that_code() {
    let csv = "name,price,sku\nRug,250000,R-1\nKilim,260000,R-10\nگلیم,270000,1001\n";
    let look = looked(
        csv,
        &["R-1_back.jpg", "R-1_front.jpg", "R-10 detail.jpg", "1001 گلیم/a.jpg", "1001 گلیم/b.jpg"],
    );
    assert_eq!(of(&look, "Rug"), ["R-1_front.jpg", "R-1_back.jpg"], "the front is the cover");
    assert_eq!(
        (of(&look, "Kilim"), of(&look, "گلیم")),
        (vec!["R-10 detail.jpg".to_owned()], vec!["a.jpg".to_owned(), "b.jpg".to_owned()])
    );
    // A measure or a count at the beginning of a name is no code.
    let csv = "name,price,sku\nA,1000,100\nB,1000,250\nC,1000,3001\nD,1000,3002\nE,1000,3003\n";
    let look = looked(csv, &["100 g saffron.jpg", "250 ml oil.jpg", "3001 nights.jpg"]);
    assert_eq!(["A", "B", "C"].map(|name| of(&look, name).len()), [0; 3]);
}

#[cfg(not(windows))]
#[test]
fn paths_of_another_computer_are_named_once_and_those_of_dropped_photos_find_them() {
    let csv = "name,price,photo\nRug,1000,C:\\Users\\Ali\\rug.jpg\nBowl,2000,D:/pics/bowl.jpg\n\
               Vase,3000,file:///C:/pics/vase.jpg\nLamp,4000,www.example.com/lamp.jpg\n";
    let look = looked(csv, &["rug.jpg"]);
    assert_eq!(of(&look, "Rug"), ["rug.jpg"]);
    let codes: Vec<&str> = look
        .output
        .lines
        .iter()
        .filter(|line| line["event"] == "problem")
        .map(|line| line["problem"]["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["photo_on_web", "photo_on_other_computer"], "{:?}", look.output);
    assert!(look.output.stderr.contains("on another computer, in rows 3, 4"), "{}", look.output.stderr);
    assert_eq!((of(&look, "Bowl").len(), of(&look, "Lamp").len()), (0, 0));
}

/// Whoever converts photos leaves their list as it is.
#[test]
fn a_photo_in_another_format_than_the_named_one_is_found() {
    let dropped = ["rug.jpg", "bowl.png", "set/1.webp", "jug 1.jpg"];
    let look = looked(
        "name,price,photo\nRug,1000,rug.jpeg\nBowl,2000,bowl.JPG\nSet,3000,set/1.jpg\nJug,4000,jug 1.2\n",
        &dropped,
    );
    assert_eq!(of(&look, "Rug"), ["rug.jpg"]);
    assert_eq!(
        (of(&look, "Bowl"), of(&look, "Set")),
        (vec!["bowl.png".to_owned()], vec!["1.webp".to_owned()])
    );
    assert_eq!(of(&look, "Jug"), ["jug 1.2"], "a number behind a point is no format: {:?}", look.output);
}

/// A column may say whether there is a photo, or how many.
#[test]
fn answers_and_counts_in_a_column_of_photos_name_none() {
    for answers in [["yes", "no"], ["دارد", "ندارد"], ["✓", ""], ["3", "2"]] {
        let csv = format!("name,price,photos\nRug,1000,{}\nBowl,2000,{}\n", answers[0], answers[1]);
        let look = looked(&csv, &["Rug.jpg", "Bowl.jpg"]);
        assert_eq!(
            (of(&look, "Rug"), of(&look, "Bowl")),
            (vec!["Rug.jpg".to_owned()], vec!["Bowl.jpg".to_owned()])
        );
        assert_eq!(look.names().len(), 2, "{csv}: {:?}", look.output);
    }
    let numbers = looked("name,price,photos\nRug,1000,3\nBowl,2000,2\n", &["1.jpg", "2.jpg", "3.jpg"]);
    assert_eq!((of(&numbers, "Rug"), of(&numbers, "Bowl")), (vec![], vec![]), "a count takes no photo");
    assert_eq!(numbers.sheet()["may_name_photos"]["heading"], "photos", "{:?}", numbers.output);
}

#[test]
fn codes_find_photos_with_or_without_a_space_before_their_number_and_before_a_size() {
    let csv = "name,sku,price\nGlass,EF14,1000\nCup,EF-15,900\nآب‌پاش,K1,800\n";
    let look = looked(csv, &["EF 14.jpg", "ef15.jpg", "اب پاش.jpg"]);
    assert_eq!(["Glass", "Cup", "آب‌پاش"].map(|name| of(&look, name).len()), [1; 3]);
    let csv = "name,sku,price\nRug,RUG-101,1\nMug,MUG102,1\nTin,TIN105,1\nPot,POT104,1\n";
    let look = looked(
        csv,
        &["RUG-101@2x.jpg", "MUG102-600x600.jpg", "TIN105#1.jpg", "TIN105#2.jpg", "POT104_800px.jpg"],
    );
    assert_eq!(["Rug", "Mug", "Tin", "Pot"].map(|name| of(&look, name).len()), [1, 1, 2, 1]);
    // The number of another product is no size.
    let look = looked("name,sku,price\nRug,R-1,1\n", &["R-1-22.jpg"]);
    assert_eq!(of(&look, "Rug").len(), 0);
}

#[test]
fn a_cell_names_photos_from_one_number_to_another_or_as_a_list_of_programs() {
    let dropped = ["1.jpg", "2.jpg", "3.jpg", "04.jpg", "05.jpg", "6.jpg"];
    for heading in ["photo", "شماره عکس"] {
        let look =
            looked(&format!("name,{heading},price\nRug,1-3,1000\nMug,04 تا 05,900\nJar,6,800\n"), &dropped);
        assert_eq!(of(&look, "Rug"), ["1.jpg", "2.jpg", "3.jpg"], "{heading}");
        assert_eq!((of(&look, "Mug").len(), of(&look, "Jar").len()), (2, 1), "{heading}");
    }
    let list = "name;price;photo\nRug;1000;\"[\"\"b.jpg\"\",\"\"a.jpg\"\"]\"\nMug;900;d.jpg, c.jpg\n";
    let look = looked(list, &["a.jpg", "b.jpg", "c.jpg", "d.jpg"]);
    assert_eq!(of(&look, "Rug"), ["b.jpg", "a.jpg"], "the first one is the cover");
    assert_eq!(of(&look, "Mug"), ["d.jpg", "c.jpg"]);
}

/// Each product with its photos and their folders: `Rug: rug/1.jpg`.
fn placed(look: &Look) -> Vec<String> {
    let place = |photo: &Value| {
        let parts: Vec<&str> = photo.as_str().unwrap().rsplit('/').take(2).collect();
        format!("{}/{}", parts[1], parts[0])
    };
    let of = |line: &Value| {
        let photos: Vec<String> = line["photos"].as_array().unwrap().iter().map(place).collect();
        format!("{}: {}", line["name"].as_str().unwrap(), photos.join(" "))
    };
    look.planned().into_iter().map(of).collect()
}

#[test]
fn of_photos_of_one_name_the_path_in_the_cell_tells_which_is_meant() {
    let dropped = ["x/1.jpg", "y/1.jpg"];
    for before in ["", "photos/", "C:\\photos\\", "https://s.example/"] {
        let sign = if before.contains('\\') || before.is_empty() { '\\' } else { '/' };
        let csv =
            format!("name,price,photo\nRug,1000,{before}x{sign}1.jpg\nBowl,2000,{before}y{sign}1.jpg\n");
        let look = looked(&csv, &dropped);
        assert_eq!(placed(&look), ["Rug: x/1.jpg", "Bowl: y/1.jpg"], "{csv} {:?}", look.output.stderr);
    }
}

#[test]
fn of_photos_of_one_name_the_products_own_folder_or_a_column_of_folders_tells_which_is_meant() {
    let look = looked("name,price,پوشه,photo\nA,1000,x,1.jpg\nB,2000,y,1.jpg\n", &["x/1.jpg", "y/1.jpg"]);
    assert_eq!(placed(&look), ["A: x/1.jpg", "B: y/1.jpg"], "{:?}", look.output.stderr);
    let dropped = ["گلیم/1.jpg", "گلیم/2.jpg", "کاسه/1.jpg", "کاسه/2.jpg"];
    let look = looked("name;price;photos\nکاسه;1000;1.jpg, 2.jpg\nگلیم;2000;1.jpg, 2.jpg\n", &dropped);
    assert_eq!(placed(&look), ["کاسه: کاسه/1.jpg کاسه/2.jpg", "گلیم: گلیم/1.jpg گلیم/2.jpg"]);
    let csv = "name,price,sku,photo\nBowl,1000,K-201,1.jpg\nRug,2000,K-202,1.jpg\n";
    let look = looked(csv, &["K-201/1.jpg", "K-202/1.jpg"]);
    assert_eq!(placed(&look), ["Bowl: K-201/1.jpg", "Rug: K-202/1.jpg"]);
}

#[test]
fn of_photos_of_one_name_none_is_taken_where_nothing_tells_which_is_meant() {
    let dropped = ["x/1.jpg", "x/2.jpg", "y/1.jpg", "y/2.jpg", "z/3.jpg"];
    let look = looked("name,price,photo\nRug,1000,1.jpg\nBowl,2000,2.jpg\nJug,3000,3.jpg\n", &dropped);
    assert_eq!(placed(&look)[..3], ["Rug: ", "Bowl: ", "Jug: z/3.jpg"]);
    let unclear = serde_json::json!([{"row": 2, "text": "1.jpg"}, {"row": 3, "text": "2.jpg"}]);
    assert_eq!(look.sheet()["unclear_photos"], unclear);
    assert!(look.output.stderr.contains("1.jpg (row 2)"), "{}", look.output.stderr);
}

#[test]
fn a_photo_that_is_called_exactly_like_a_row_goes_to_no_other() {
    for [one, other] in [["BAG1", "BAG-1"], ["T10R", "T10-R"], ["T10-R", "T10R"], ["K.5", "K5"]] {
        let csv = format!("name,price,sku\nRug,1000,{one}\nFrame,2000,{other}\n");
        for folder in ["", "all/"] {
            let [one, other] = [one, other].map(|code| format!("{folder}{code}.jpg"));
            let look = looked(&csv, &[&one, &other]);
            assert_eq!(of(&look, "Rug"), [one.trim_start_matches("all/")], "{csv}");
            assert_eq!(of(&look, "Frame"), [other.trim_start_matches("all/")], "{csv}");
        }
    }
    let look = looked("name,price\nگلیم1,1000\nگلیم 1,2000\n", &["گلیم1.jpg", "گلیم 1.jpg"]);
    assert_eq!(
        (of(&look, "گلیم1"), of(&look, "گلیم 1")),
        (vec!["گلیم1.jpg".into()], vec!["گلیم 1.jpg".into()])
    );
    let look = looked("name,price\nگلیم,1000\nکاسه,2000\n", &["گلیم/1.jpg", "گليم/2.jpg"]);
    assert_eq!(of(&look, "گلیم"), ["1.jpg"], "the folder with the same ye");
    // A front of one code is not of the other.
    let csv = "name,price,sku\nRug,1000,R1\nFrame,2000,R-1\n";
    let look = looked(csv, &["R-1_front.jpg", "R1_front.jpg", "R-1-1.jpg", "R-1-2.jpg", "R1-1.jpg"]);
    assert_eq!(
        (of(&look, "Rug"), of(&look, "Frame")),
        (vec!["R1-1.jpg".into()], vec!["R-1-1.jpg".into(), "R-1-2.jpg".into()])
    );
}

#[test]
fn a_number_behind_a_code_counts_its_photos_although_another_code_ends_with_it() {
    let csv = "name,price,sku\nRug,1000,BAG\nFrame,2000,BAG1\n";
    for folder in ["", "all/"] {
        let dropped = ["BAG-1.jpg", "BAG-2.jpg", "BAG1-1.jpg"].map(|photo| format!("{folder}{photo}"));
        let look = looked(csv, &dropped.each_ref().map(String::as_str));
        assert_eq!(
            (of(&look, "Rug"), of(&look, "Frame")),
            (vec!["BAG-1.jpg".into(), "BAG-2.jpg".into()], vec!["BAG1-1.jpg".into()])
        );
    }
}

#[test]
fn photos_in_folders_of_the_values_of_variants_are_of_their_product() {
    let csv = "name,Color,price,stock\nCoat,Red,2500000,3\nCoat,Blue,2600000,2\n";
    let shop = tempfile::tempdir().unwrap();
    let photo = encode(&scene(64, 48), ImageFormat::Jpeg);
    for name in ["Coat/Red/1.jpg", "Coat/Red/2.jpg", "Coat/Blue/1.jpg", "Coat/Runner/1.jpg"] {
        write(&shop.path().join("photos").join(name), &photo);
    }
    let photos = shop.path().join("photos");
    let look = with_variants("s.csv", csv.as_bytes(), &[photos.to_str().unwrap()]);
    assert_eq!(look.names(), ["Coat", "Runner"], "{:?}", look.output.stderr);
    assert_eq!(placed(&look)[0], "Coat: Blue/1.jpg Red/1.jpg Red/2.jpg");
    let look = looked(
        "name,price\nRug,1000\nBowl,2000\n",
        &["Rug/1.jpg", "Rug/2.jpg", "Rug/details/3.jpg", "Bowl/1.jpg"],
    );
    assert_eq!(placed(&look), ["Rug: Rug/1.jpg Rug/2.jpg details/3.jpg", "Bowl: Bowl/1.jpg"]);
    // What else lies in a folder of the product may be another one.
    let look = looked("name,price\nRug,1000\nBowl,2000\n", &["Rug/1.jpg", "Rug/2.jpg", "Rug/Runner/3.jpg"]);
    assert_eq!(placed(&look), ["Rug: Rug/1.jpg Rug/2.jpg", "Bowl: ", "Runner: Runner/3.jpg"]);
}

#[test]
fn names_that_call_a_code_one_or_go_on_after_a_short_one_are_of_its_row() {
    let csv = "name,price,sku\nOne,1000,101\nFour,2000,104\nFive,3000,M1\n";
    let look = looked(csv, &["کد ۱۰۱/1.jpg", "#104/1.jpg", "#104/2.jpg", "M1-red.jpg"]);
    assert_eq!(["One", "Four", "Five"].map(|name| of(&look, name).len()), [1, 2, 1], "{:?}", placed(&look));
}

#[test]
fn a_cell_names_photos_from_one_name_to_another() {
    let dropped = ["IMG_0012.jpg", "IMG_0013.jpg", "IMG_0014.jpg", "IMG_0015.jpg", "IMG_0016.jpg"];
    for ending in ["", ".jpg"] {
        let csv = format!(
            "name,photo,price\nRug,IMG_0012{ending}-IMG_0014{ending},1000\nMug,IMG_0015{ending} تا IMG_0016{ending},900\n"
        );
        let look = looked(&csv, &dropped);
        assert_eq!(of(&look, "Rug"), ["IMG_0012.jpg", "IMG_0013.jpg", "IMG_0014.jpg"], "{csv}");
        assert_eq!(of(&look, "Mug"), ["IMG_0015.jpg", "IMG_0016.jpg"]);
    }
    let csv = "name;photo;price\nRug;12، 13;1000\nMug;15;900\nJar;IMG_0016;800\n";
    let look = looked(csv, &dropped);
    assert_eq!((of(&look, "Rug").len(), of(&look, "Mug")), (2, vec!["IMG_0015.jpg".to_owned()]));
}
