mod variants;

use proptest::prelude::*;
use vitrine_domain::{Price, PriceUnits};

use super::*;
use crate::edit::change::{FieldChange, RowState, StoredRow};
use crate::import::bulk::{BulkChange, BulkOperation};
use crate::import::sheet::{self, ColumnUse, RowKind, SheetCells};
use vitrine_domain::{
    CreateRules, FieldError, FieldLimits, FieldValue, PriceUnit, ProblemKind, Product, ProductState, Status,
    StatusChoice,
};

fn product(id: u64, sku: &str, price: i64, stock: Option<i64>) -> ProductState {
    let status = Some(Status { name: Some("available".to_owned()), value: Some(2976) });
    let sku = (!sku.is_empty()).then(|| sku.to_owned());
    let product = Product {
        title: format!("Rug {id}"),
        price: Some(Price::on_wire(price)),
        status,
        inventory: stock,
        sku,
        ..Product::with_id(id.into())
    };
    ProductState { primary_price: Some(Price::on_wire(price)), ..ProductState::from(product) }
}

fn cells(csv: &str) -> SheetCells {
    sheet::read(std::path::Path::new("a.csv"), csv.as_bytes()).unwrap()
}

fn rules() -> CreateRules {
    let statuses = [(2976, "published"), (3790, "hidden")].map(|(id, name)| StatusChoice {
        id,
        name: name.to_owned(),
        photo: false,
    });
    CreateRules {
        statuses: statuses.to_vec(),
        name_chars: Some(20),
        checks: FieldLimits { price_min: Some(Price::on_wire(1_000)), ..FieldLimits::default() },
        ..CreateRules::default()
    }
}

fn in_units(price_unit: Option<PriceUnit>, shop_units: PriceUnit) -> KnownOfChanges {
    KnownOfChanges {
        price_unit,
        shop_units: Some(PriceUnits::alike(shop_units)),
        ..KnownOfChanges::default()
    }
}

fn previewed(csv: &str, of: &[BulkRule], shop: &[ProductState]) -> Preview {
    let requested = requested_changes(&cells(csv), &KnownOfChanges::default()).unwrap().requested;
    let statuses = StatusNames::new(&rules(), [("پنهان".to_owned(), 3790)]);
    preview(&requested, of, &Shop::new(shop), &rules(), &statuses)
}

fn told(row: &PreviewRow) -> String {
    let value = |value: &Option<FieldValue>| value.as_ref().map_or("?".to_owned(), ToString::to_string);
    let changes: Vec<String> = row
        .changes
        .iter()
        .map(|change| format!("{} {} to {}", change.field.name(), value(&change.base), change.new))
        .collect();
    match &row.outcome {
        PreviewOutcome::Refused(problem) => format!("{} refused: {}", row.key, problem.kind.key()),
        outcome => format!("{} {outcome:?}: {}", row.key, changes.join(", ")),
    }
}

fn price(number: i64) -> FieldValue {
    FieldValue::Price(Price::on_wire(number))
}

#[test]
fn a_sheet_names_products_by_id_or_sku_and_empty_cells_leave_alone() {
    let shop =
        [product(1, "R-1", 5_000, Some(3)), product(2, "R-2", 6_000, Some(0)), product(3, "", 7_000, None)];
    let preview = previewed("شناسه,کد کالا,قیمت,موجودی\n,R-1,۵٬۴۰۰,\n,r-2,,4\n3,,7000,\n9,,1,1\n", &[], &shop);
    let told: Vec<String> = preview.rows.iter().map(told).collect();
    assert_eq!(
        told,
        ["R-1 Change: primary_price 5000 to 5400", "r-2 Change: stock 0 to 4", "3 Equal: ", "9 NotFound: ",]
    );
    let PreviewCounts { to_change, equal, not_found, .. } = preview.counts;
    assert_eq!((to_change, equal, not_found, preview.to_send(&LeftOut::new()).len()), (2, 1, 1, 2));
    assert_eq!(preview.rows[3].row, Some(5), "as a spreadsheet program counts");
}

#[test]
fn a_row_that_the_shop_does_not_have_is_called_as_the_sheet_calls_it() {
    let shop = [product(1, "R-1", 5_000, Some(3))];
    let called = |sheet: &str| {
        let rows = previewed(sheet, &[], &shop).rows;
        rows.iter().map(PreviewRow::called).collect::<Vec<_>>()
    };
    let with_names = "کد کالا,نام,قیمت\nR-1,Rug 1,5400\nM-9,Blue mug,100\nM-10,,100\n";
    assert_eq!(called(with_names), ["Rug 1", "M-9 (Blue mug)", "M-10"]);
    assert_eq!(called("کد کالا,قیمت\nM-9,100\n"), ["M-9"]);
}

#[test]
fn texts_of_a_sheet_are_new_values_too_and_empty_cells_empty_nothing() {
    let mut shop = [product(1, "A", 5_000, None), product(2, "B", 5_000, None)];
    shop[0].details.insert(Field::Brief, FieldValue::Text("Soft".to_owned()));
    shop[1].details.insert(Field::Description, FieldValue::Text("Wool".to_owned()));
    let csv = "sku,short description,description\nA,Softer,\nB,,\"Wool,\nby hand\"\n";
    let told: Vec<String> = previewed(csv, &[], &shop).rows.iter().map(told).collect();
    assert_eq!(told, ["A Change: brief Soft to Softer", "B Change: description Wool to Wool,\nby hand"]);
    let fields = |csv: &str| requested_changes(&cells(csv), &KnownOfChanges::default()).unwrap().fields;
    assert_eq!(fields(csv), [Field::Brief, Field::Description]);
    assert_eq!(
        fields("sku,price,description\nA,6000,\n"),
        [Field::PrimaryPrice],
        "products are not read alone for an empty column"
    );
}

#[test]
fn an_id_beside_the_sku_of_another_product_is_refused() {
    let shop = [product(11, "A", 5_000, None), product(12, "B", 5_000, None)];
    let preview = previewed("id,sku,price\n11,B,6000\n12,B,7000\n", &[], &shop);
    let told: Vec<String> = preview.rows.iter().map(told).collect();
    assert_eq!(told, ["11 refused: id_and_sku", "12 Change: primary_price 5000 to 7000"]);
    // A code that no product has is an old or a new one.
    let other = previewed("id,sku,price\n11,C,6000\n", &[], &shop);
    assert_eq!((other.counts.refused, other.counts.to_change), (0, 1));
}

#[test]
fn what_the_marketplace_would_refuse_is_not_sent() {
    let mut shop = vec![
        product(1, "A", 5_000, Some(3)),
        product(2, "B", 5_000, None),
        product(3, "B", 5_000, None),
        product(4, "C", 5_000, None),
    ];
    shop[3].has_variants = true;
    let preview =
        previewed("sku,price,name,status\nA,900,,\nB,6000,,\nC,6000,,\nC,,,hidden\nA,7000,,\n", &[], &shop);
    let told: Vec<String> = preview.rows.iter().map(told).collect();
    assert_eq!(
        told,
        [
            "A refused: invalid_field",
            "B refused: several_products",
            "C refused: has_variants",
            "C refused: repeated_row",
            "A refused: repeated_row"
        ]
    );
    let long = previewed("id,name\n1,A name that is far too long\n", &[], &shop);
    assert_eq!(long.counts.refused, 1);
    let unreadable = previewed("id,price\n1,twelve\n2,12.000\n", &[], &shop);
    assert_eq!(unreadable.counts.refused, 2);
}

#[test]
fn a_status_is_known_by_every_name_it_has() {
    let shop = [product(1, "A", 5_000, Some(3))];
    for (text, expected) in [
        ("hidden", "1 Change: status 2976 to 3790"),
        ("پنهان", "1 Change: status 2976 to 3790"),
        ("3790", "1 Change: status 2976 to 3790"),
        ("Available", "1 Equal: "),
        ("published", "1 Equal: "),
        ("gone", "1 refused: invalid_field"),
        ("77", "1 refused: invalid_field"),
    ] {
        assert_eq!(
            told(&previewed(&format!("id,status\n1,{text}\n"), &[], &shop).rows[0]),
            expected,
            "{text}"
        );
    }
}

#[test]
fn rules_apply_to_every_product_of_a_sheet_in_the_place_of_its_cells() {
    let shop = [product(1, "A", 12_345, Some(3)), product(2, "B", 100_000, None)];
    for (field, text, rounding, expected) in [
        (Field::PrimaryPrice, "+8%", "", ["primary_price 12345 to 13333", "primary_price 100000 to 108000"]),
        (
            Field::PrimaryPrice,
            "+8%",
            "1000",
            ["primary_price 12345 to 13000", "primary_price 100000 to 108000"],
        ),
        (Field::PrimaryPrice, "-۵٪", "", ["primary_price 12345 to 11728", "primary_price 100000 to 95000"]),
        (
            Field::PrimaryPrice,
            "+20000",
            "",
            ["primary_price 12345 to 32345", "primary_price 100000 to 120000"],
        ),
        (Field::PrimaryPrice, "50000", "", ["primary_price 12345 to 50000", "primary_price 100000 to 50000"]),
        (Field::Stock, "7", "", ["stock 3 to 7", "stock ? to 7"]),
        (Field::Name, "Rug=>Kilim", "", ["name Rug 1 to Kilim 1", "name Rug 2 to Kilim 2"]),
        (Field::PreparationDays, "2", "", ["preparation_days ? to 2", "preparation_days ? to 2"]),
    ] {
        let rule = BulkRule::parse(field, text, rounding).unwrap();
        let preview = previewed("id,price\n1,1\n2,\n", &[rule], &shop);
        if field == Field::PrimaryPrice {
            let told: Vec<String> = preview.rows.iter().map(told).collect();
            assert_eq!(
                told,
                [format!("1 Change: {}", expected[0]), format!("2 Change: {}", expected[1])],
                "{text}"
            );
        } else {
            assert_eq!(told(&preview.rows[1]), format!("2 Change: {}", expected[1]), "{text}");
        }
    }
    let ends_below_zero = BulkRule::parse(Field::PrimaryPrice, "-90000", "").unwrap();
    let preview = previewed("id\tsku\n1\tA\n2\tB\n", &[ends_below_zero], &shop);
    assert_eq!((preview.counts.refused, preview.counts.to_change), (1, 1));
}

#[test]
fn a_percentage_is_rounded_once() {
    let shop = [product(1, "", 1_032, None)];
    let rule = BulkRule::parse(Field::PrimaryPrice, "+8%", "10").unwrap();
    let preview = previewed("id\tsku\n1\t\n", &[rule], &shop);
    assert_eq!(told(&preview.rows[0]), "1 Change: primary_price 1032 to 1110", "the nearest to 1114.56");
}

#[test]
fn a_rule_that_means_nothing_is_refused() {
    for (field, text) in [
        (Field::PrimaryPrice, ""),
        (Field::PrimaryPrice, "8%"),
        (Field::PrimaryPrice, "+x"),
        (Field::Stock, "many"),
        (Field::Name, "=>x"),
        (Field::Name, " "),
    ] {
        assert!(matches!(BulkRule::parse(field, text, ""), Err(BulkRuleError::Value(..))), "{text}");
    }
    assert_eq!(BulkRule::parse(Field::Weight, "5", "").unwrap_err(), BulkRuleError::Field(Field::Weight));
    assert_eq!(
        BulkRule::parse(Field::PrimaryPrice, "+5", "0").unwrap_err(),
        BulkRuleError::Rounding(FieldError::NotPositive)
    );
    let change =
        BulkChange { operation: BulkOperation::Set, operand: "5000".to_owned(), rounding: String::new() };
    assert!(BulkRule::computed(Field::PrimaryPrice, &change).is_ok());
}

#[test]
fn prices_in_another_unit_are_converted_and_unusual_ones_counted() {
    let csv = "id,price (toman)\n1,600\n2,60000\n";
    let unasked = requested_changes(&cells(csv), &in_units(None, PriceUnit::Rial)).unwrap();
    assert_eq!(unasked.sheet.named_unit, Some(PriceUnit::Toman), "somebody has to say what the numbers are");
    let read = requested_changes(&cells(csv), &in_units(Some(PriceUnit::Toman), PriceUnit::Rial)).unwrap();
    assert_eq!(
        (read.sheet.price_unit, read.sheet.open_unit_question(Some(PriceUnits::alike(PriceUnit::Rial)))),
        (Some(PriceUnit::Toman), None)
    );
    let shop = [product(1, "", 5_000, None), product(2, "", 5_000, None)];
    let preview = preview(&read.requested, &[], &Shop::new(&shop), &rules(), &StatusNames::default());
    assert_eq!(preview.rows[0].changes[0].new, price(6_000));
    assert_eq!((preview.counts.to_change, preview.counts.unusual), (2, 1));
}

#[test]
fn a_stock_that_may_be_a_price_in_the_wrong_column_is_counted_as_unusual() {
    let csv = "id,stock\n1,1.250.000\n2,40\n3,20000\n";
    let read = requested_changes(&cells(csv), &in_units(None, PriceUnit::Rial)).unwrap();
    let shop =
        [product(1, "", 5_000, Some(3)), product(2, "", 5_000, Some(3)), product(3, "", 5_000, Some(30_000))];
    let preview = preview(&read.requested, &[], &Shop::new(&shop), &rules(), &StatusNames::default());
    assert_eq!(preview.rows[0].changes[0].new, FieldValue::Number(1_250_000));
    assert_eq!(
        (preview.counts.to_change, preview.counts.unusual),
        (3, 1),
        "a large stock was usual of the third"
    );
}

#[test]
fn a_price_that_is_no_whole_number_of_the_marketplace_is_refused_and_not_sent_as_it_is() {
    let read = requested_changes(
        &cells("id,price\n3,10035\n4,10030\n"),
        &in_units(Some(PriceUnit::Rial), PriceUnit::Toman),
    )
    .unwrap();
    let shop = [product(3, "", 1_000, None), product(4, "", 1_001, None)];
    let preview = preview(&read.requested, &[], &Shop::new(&shop), &rules(), &StatusNames::default());
    let told: Vec<String> = preview.rows.iter().map(told).collect();
    assert_eq!(
        told,
        ["3 refused: invalid_field", "4 Change: primary_price 1001 to 1003"],
        "10035 rial are no whole toman"
    );
    assert_eq!(preview.rows[0].row, Some(2));
}

/// Somebody once said that the prices below these headings are in toman.
fn remembered() -> [sheet::ColumnMapping; 1] {
    let texts = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
    [sheet::ColumnMapping {
        headings: texts(["sku", "price"]),
        columns: texts(["sku", "primary_price"]),
        price_unit: Some(PriceUnit::Toman),
        ..sheet::ColumnMapping::default()
    }]
}

#[test]
fn what_is_said_now_about_the_unit_counts_more_than_what_was_once_said() {
    let price = |csv: &str, said| {
        let known = KnownOfChanges { chosen: remembered().to_vec(), ..in_units(said, PriceUnit::Rial) };
        let read = requested_changes(&cells(csv), &known).unwrap();
        (read.requested[0].values.first().map(|(_, text)| text.clone()), read.sheet.is_unit_disputed)
    };
    let told = |text: &str| Some(text.to_owned());
    assert_eq!(
        price("sku,price\nA,6000\n", None),
        (told("60000"), false),
        "as it was said for these headings"
    );
    assert_eq!(
        price("sku,price\nA,6000\n", Some(PriceUnit::Rial)),
        (told("6000"), false),
        "the option counts more"
    );
    assert_eq!(price("sku,price\nA,6000 تومان\n", None), (told("60000"), false));
    assert!(
        price("sku,price\nA,6000 ریال\n", None).1,
        "the cell says otherwise: somebody has to say which one holds"
    );
    assert_eq!(price("sku,price\nA,6000 ریال\n", Some(PriceUnit::Rial)), (told("6000"), false));
}

#[test]
fn each_bad_cell_of_a_row_is_kept_also_if_another_one_follows() {
    let shop = [product(7, "", 5_000, None)];
    let told: Vec<String> =
        previewed("id,price,weight\n7,12.000,0.5\n", &[], &shop).rows.iter().map(told).collect();
    assert_eq!(told, ["7 refused: invalid_field"]);
    let rule = BulkRule::parse(Field::PrimaryPrice, "6000", "").unwrap();
    let preview = previewed("id,price,stock\n7,12.000,0.5\n", &[rule], &shop);
    assert_eq!(preview.counts.refused, 1, "the rule replaces the price, not the stock");
}

#[test]
fn a_price_is_not_changed_by_what_buyers_pay_for_it() {
    let discounted =
        |price| [product(1, "", price, None)].map(|state| ProductState { primary_price: None, ..state });
    for (change, expected) in [
        ("+8%", "1 refused: own_price_unknown"),
        ("-5", "1 refused: own_price_unknown"),
        ("972000", "1 Change: primary_price 900000 to 972000"),
    ] {
        let rule = BulkRule::parse(Field::PrimaryPrice, change, "").unwrap();
        assert_eq!(
            told(&previewed("id\tsku\n1\t\n", &[rule], &discounted(900_000)).rows[0]),
            expected,
            "{change}"
        );
    }
}

#[test]
fn a_number_of_a_product_may_be_written_in_persian_digits() {
    let shop = [product(11, "", 5_000, None)];
    for id in ["۱۱", "١١", "11"] {
        assert_eq!(
            told(&previewed(&format!("id,price\n{id},6000\n"), &[], &shop).rows[0]),
            "11 Change: primary_price 5000 to 6000"
        );
    }
}

fn typed(base: &[(Field, i64)], values: &[(Field, &str)], shop: &[ProductState]) -> Preview {
    let request = RequestedChange {
        row: None,
        target: Target::Id(1.into()),
        sku: None,
        name: None,
        properties: Vec::new(),
        values: values.iter().map(|(field, text)| (*field, (*text).to_owned())).collect(),
        album: None,
        discount: None,
        base: base.iter().map(|(field, value)| (*field, FieldValue::of_number(*field, *value))).collect(),
        problems: Vec::new(),
    };
    preview(&[request], &[], &Shop::new(shop), &rules(), &StatusNames::default())
}

#[test]
fn what_was_sold_while_a_form_was_open_is_not_overwritten() {
    let typed = |sold| {
        told(
            &typed(&[(Field::Stock, 10)], &[(Field::Stock, "12")], &[product(1, "", 5_000, Some(sold))]).rows
                [0],
        )
    };
    assert_eq!(typed(10), "1 Change: stock 10 to 12");
    assert_eq!(typed(7), "1 Moved: stock 10 to 12", "it waits for a person");
    assert_eq!(typed(12), "1 Equal: ");
}

#[test]
fn a_product_that_cannot_be_read_is_refused_by_name_and_spoils_no_others() {
    let shop = [product(1, "A", 5_000, None)];
    let problem = || Problem { status: Some(500), ..Problem::new(ProblemKind::ServerError) };
    let shop = || {
        Shop::new(&shop)
            .with_unread(Target::Id(2.into()), problem())
            .with_unread(Target::Sku("b".to_owned()), problem())
    };
    let requested =
        requested_changes(&cells("id,sku,price\n1,,6000\n2,,6000\n,B,6000\n"), &KnownOfChanges::default())
            .unwrap()
            .requested;
    let told: Vec<String> =
        preview(&requested, &[], &shop(), &rules(), &StatusNames::default()).rows.iter().map(told).collect();
    assert_eq!(
        told,
        ["1 Change: primary_price 5000 to 6000", "2 refused: server_error", "B refused: server_error"]
    );
    let run = [
        done(1, RowState::Changed, Field::PrimaryPrice, 4_000, 5_000),
        done(2, RowState::Changed, Field::PrimaryPrice, 1, 2),
    ];
    let preview = undo_preview(&run, &shop());
    assert_eq!((preview.counts.to_change, preview.counts.refused), (1, 1), "the rest can be undone");
}

/// It waited for a review and was approved later, or its answers were lost: the shop tells whether there is
/// something to undo.
#[test]
fn what_changed_without_being_known_to_is_undone_as_well() {
    let unproven = |id, state, code: Option<ProblemKind>| StoredRow {
        problem: code.map(Problem::new),
        ..done(id, state, Field::PrimaryPrice, 5_000, 5_400)
    };
    let shop_of = |price| (1..=4).map(|id| product(id, "", price, None)).collect::<Vec<_>>();
    let run = [
        unproven(1, RowState::InReview, None),
        unproven(2, RowState::Failed, Some(ProblemKind::ChangeUnconfirmed)),
        unproven(3, RowState::Failed, Some(ProblemKind::NotApplied)),
        unproven(4, RowState::Failed, Some(ProblemKind::Refused)),
    ];
    let undone = |price| {
        let shop = shop_of(price);
        undo_preview(&run, &Shop::new(&shop)).rows.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(undone(5_400), [1, 2, 3].map(|id| format!("{id} Change: primary_price 5400 to 5000")));
    assert_eq!(undone(5_000), ["1 refused: still_in_review"], "nothing else changed");
    assert_eq!(
        undone(7_000),
        ["1 Moved: primary_price 5400 to 5000"],
        "somebody else's price stays where nothing was accepted"
    );
}

#[test]
fn an_undo_looks_at_all_that_was_sent_and_restores_what_is_ours() {
    let sent = |row: StoredRow| StoredRow { sent: true, ..row };
    let refused = StoredRow {
        problem: Some(Problem::new(ProblemKind::Refused)),
        ..done(1, RowState::Failed, Field::PrimaryPrice, 5_000, 5_400)
    };
    let spelled = StoredRow {
        now: vec![Some(price(5_390))],
        ..done(2, RowState::Changed, Field::PrimaryPrice, 5_000, 5_396)
    };
    let mut moved = done(3, RowState::Moved, Field::PrimaryPrice, 5_000, 5_400);
    moved.changes.push(FieldChange::new(Field::Stock, Some(FieldValue::Number(3)), FieldValue::Number(9)));
    let shop = [product(1, "", 5_400, None), product(2, "", 5_390, None), product(3, "", 5_400, Some(7))];
    let preview = undo_preview(&[refused, spelled, moved].map(sent), &Shop::new(&shop));
    let told: Vec<String> = preview.rows.iter().map(told).collect();
    let expected = [(1, 5_400), (2, 5_390), (3, 5_400)]
        .map(|(id, price)| format!("{id} Change: primary_price {price} to 5000"));
    assert_eq!(told, expected);
}

#[test]
fn what_moved_since_is_shown_as_the_shop_has_it_and_sent_from_what_it_is_based_on() {
    let run = [done(1, RowState::Changed, Field::PrimaryPrice, 1_000, 5_500)];
    let shop = [product(1, "", 7_777, None)];
    let preview = undo_preview(&run, &Shop::new(&shop));
    let row = &preview.rows[0];
    assert_eq!(row.outcome, PreviewOutcome::Moved);
    let values = |changes: &[FieldChange]| {
        changes.iter().map(|change| (change.base.clone(), change.new.clone())).collect::<Vec<_>>()
    };
    assert_eq!(values(row.as_shown()), [(Some(price(7_777)), price(1_000))]);
    assert_eq!(
        values(&preview.to_send(&LeftOut::new())[0].changes),
        [(Some(price(5_500)), price(1_000))],
        "so that it waits"
    );
}

#[test]
fn a_first_sku_cannot_be_undone_and_is_counted() {
    let first = |base| FieldChange::new(Field::Sku, base, FieldValue::Text("A-1".to_owned()));
    for base in [None, Some(FieldValue::Text(String::new()))] {
        let mut run = [
            done(1, RowState::Changed, Field::PrimaryPrice, 5_000, 5_400),
            done(2, RowState::Changed, Field::Stock, 1, 2),
        ];
        run[0].changes.push(first(base.clone()));
        run[1].changes = vec![first(base)];
        let shop = [product(1, "A-1", 5_400, None), product(2, "A-1", 5_000, None)];
        let preview = undo_preview(&run, &Shop::new(&shop));
        let told: Vec<String> = preview.rows.iter().map(told).collect();
        assert_eq!(
            told,
            ["1 Change: primary_price 5400 to 5000", "1 refused: no_old_value", "2 refused: no_old_value"]
        );
        assert_eq!((preview.counts.refused, preview.counts.equal), (2, 0));
    }
}

#[test]
fn a_sheet_without_ids_and_skus_names_no_products() {
    let problem = requested_changes(&cells("name,price\nRug,5\n"), &KnownOfChanges::default()).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::NoKeyColumn);
}

#[test]
fn several_prices_are_asked_about_before_one_is_used() {
    let csv = "sku,price,wholesale price\nA,6000,5000\n";
    let read = |columns: &[(&str, Option<ColumnUse>)]| {
        let columns = columns.iter().map(|(name, used_for)| ((*name).to_owned(), *used_for)).collect();
        requested_changes(&cells(csv), &KnownOfChanges { columns, ..KnownOfChanges::default() }).unwrap()
    };
    assert_eq!(read(&[]).sheet.price_question().len(), 2);
    for (name, price) in [("price", "6000"), ("wholesale price", "5000"), ("C", "5000")] {
        let read = read(&[(name, Some(ColumnUse::Field(Field::PrimaryPrice)))]);
        assert_eq!(
            (read.sheet.has_column_question(), &*read.requested[0].values[0].1),
            (false, price),
            "{name}"
        );
    }
    let other =
        KnownOfChanges { columns: vec![("no such heading".to_owned(), None)], ..KnownOfChanges::default() };
    assert_eq!(requested_changes(&cells(csv), &other).unwrap().unknown_columns.len(), 1);
}

#[test]
fn rows_that_name_no_product_and_hidden_ones_are_listed() {
    let mut cells = cells("sku,name,price\nA,,6000\n,Bowl,7000\nB,,8000\n");
    cells.hidden_rows.insert(3);
    let read = requested_changes(&cells, &KnownOfChanges::default()).unwrap();
    let left_out: Vec<_> = read.sheet.understood.left_out.iter().map(|row| (row.row, row.kind)).collect();
    assert_eq!((read.requested.len(), left_out), (1, vec![(4, RowKind::Hidden), (3, RowKind::WithoutKey)]));
}

#[test]
fn ids_are_read_as_other_programs_write_them() {
    for id in ["3001", "۳۰۰۱", "3001.0", "3,001"] {
        let read =
            requested_changes(&cells(&format!("id;price\n{id};6000\n")), &KnownOfChanges::default()).unwrap();
        assert_eq!(read.requested[0].target, Target::Id(3001.into()), "{id}");
    }
}

fn done(id: u64, state: RowState, field: Field, base: i64, new: i64) -> StoredRow {
    let changes = vec![FieldChange::new(
        field,
        Some(FieldValue::of_number(field, base)),
        FieldValue::of_number(field, new),
    )];
    StoredRow {
        product: id.into(),
        name: format!("Rug {id}"),
        changes,
        state,
        sent: false,
        now: Vec::new(),
        problem: None,
    }
}

#[test]
fn what_is_left_out_is_not_sent_and_a_product_without_a_change_left_is_no_row_of_the_run() {
    let shop = [product(1, "", 5_000, Some(3)), product(2, "", 6_000, Some(4))];
    let preview = previewed("id,price,stock\n1,5500,7\n2,6600,8\n", &[], &shop);
    let left_out = LeftOut::from([(0, 0), (1, 0), (1, 1)]);
    let sent = preview.to_send(&left_out);
    let fields = |row: &StoredRow| row.changes.iter().map(|change| change.field).collect::<Vec<_>>();
    assert_eq!(
        sent.iter().map(|row| (row.product.to_string(), fields(row))).collect::<Vec<_>>(),
        [("1".to_owned(), vec![Field::Stock])]
    );
}

#[test]
fn what_a_run_wrote_is_the_base_of_its_undoing() {
    let run = [
        done(1, RowState::Changed, Field::PrimaryPrice, 5_000, 5_400),
        done(2, RowState::Changed, Field::PrimaryPrice, 5_000, 5_400),
        done(3, RowState::Changed, Field::PrimaryPrice, 5_000, 5_400),
        done(4, RowState::Moved, Field::PrimaryPrice, 5_000, 5_400),
        done(5, RowState::Changed, Field::PrimaryPrice, 5_000, 5_400),
    ];
    let shop = [
        product(1, "", 5_400, None),
        product(2, "", 9_999, None),
        product(3, "", 5_000, None),
        product(4, "", 7_000, None),
    ];
    let preview = undo_preview(&run, &Shop::new(&shop));
    let told: Vec<String> = preview.rows.iter().map(told).collect();
    assert_eq!(
        told,
        [
            "1 Change: primary_price 5400 to 5000",
            "2 Moved: primary_price 5400 to 5000",
            "3 Equal: primary_price 5400 to 5000",
            "5 NotFound: primary_price 5400 to 5000",
        ]
    );
    assert_eq!(preview.to_send(&LeftOut::new()).len(), 2, "what moved waits for a person");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever a sheet says, every row is counted once, nothing is sent twice, and what is sent differs from
    /// the shop.
    #[test]
    fn every_row_has_one_outcome_and_only_differences_are_sent(
        rows in prop::collection::vec((0_u64..12, prop::option::of(-5_i64..200_000), prop::option::of(-3_i64..90)), 0..30),
        products in prop::collection::vec((1_000_i64..90_000, prop::option::of(0_i64..50)), 1..10),
    ) {
        let shop: Vec<ProductState> =
            products.iter().enumerate().map(|(id, (price, stock))| product(id as u64, &format!("S{id}"), *price, *stock)).collect();
        let text = |value: &Option<i64>| value.map(|value| value.to_string()).unwrap_or_default();
        let lines: String = rows.iter().map(|(id, price, stock)| format!("{id},{},{}\n", text(price), text(stock))).collect();
        let preview = previewed(&format!("id,price,stock\n{lines}"), &[], &shop);
        let PreviewCounts { to_change, equal, refused, not_found, moved, .. } = preview.counts;
        prop_assert_eq!(preview.rows.len(), rows.len());
        let is_of = |row: &PreviewRow, other: &PreviewRow| {
            other.product == row.product && other.outcome != PreviewOutcome::Equal
        };
        // Of a product that is named again, the first row may have its values; the others are refused.
        let beside = preview.rows.iter().filter(|row| {
            row.outcome == PreviewOutcome::Equal && preview.rows.iter().any(|other| is_of(row, other))
        });
        prop_assert_eq!(to_change + equal + refused + not_found + moved + beside.count(), rows.len());
        let sent = preview.to_send(&LeftOut::new());
        prop_assert_eq!(sent.len(), to_change);
        let mut ids: Vec<_> = sent.iter().map(|row| row.product.clone()).collect();
        ids.sort();
        ids.dedup();
        prop_assert_eq!(ids.len(), sent.len());
        for row in sent {
            let (id, price, stock) = rows.iter().find(|(id, ..)| ProductId::from(*id) == row.product).unwrap();
            let state = &shop[usize::try_from(*id).unwrap()];
            prop_assert!(!row.changes.is_empty());
            for change in &row.changes {
                prop_assert_eq!(&change.base, &state.value(change.field));
                prop_assert_ne!(change.base.as_ref(), Some(&change.new));
                let cell = if change.field == Field::PrimaryPrice { price } else { stock };
                prop_assert_eq!(&change.new, &FieldValue::of_number(change.field, cell.unwrap()), "an empty cell changes nothing");
            }
        }
    }

    #[test]
    fn a_percentage_is_exact_to_half_a_unit(price in 1_i64..1_000_000_000, percent in 0_i64..500) {
        let rule = BulkRule::parse(Field::PrimaryPrice, &format!("+{percent}%"), "").unwrap();
        let draft = vitrine_domain::Draft { primary_price: Some(Price::on_wire(price)), ..vitrine_domain::Draft::default() };
        let new: i64 = rule.apply(&draft).unwrap().map_or(price, |text| text.parse().unwrap());
        prop_assert!((i128::from(new) * 100 - i128::from(price) * i128::from(100 + percent)).abs() <= 50);
    }

    #[test]
    fn a_percentage_is_rounded_once_to_the_nearest_multiple(price in 1_i64..1_000_000, hundredths in 0_i64..50_000, to in 1_i64..5_000) {
        let text = format!("+{}.{:02}%", hundredths / 100, hundredths % 100);
        let rule = BulkRule::parse(Field::PrimaryPrice, &text, &to.to_string()).unwrap();
        let draft = vitrine_domain::Draft { primary_price: Some(Price::on_wire(price)), ..vitrine_domain::Draft::default() };
        let exact = i128::from(price) * i128::from(10_000 + hundredths);
        match rule.apply(&draft) {
            Ok(new) => {
                let new: i64 = new.map_or(price, |text| text.parse().unwrap());
                prop_assert_eq!(new % to, 0);
                prop_assert!((i128::from(new) * 10_000 - exact).abs() * 2 <= i128::from(to) * 10_000, "{} {} {}: {}", price, text, to, new);
            }
            // Nothing is sold for nothing.
            Err(_) => prop_assert!(exact * 2 < i128::from(to) * 10_000),
        }
    }

    #[test]
    fn no_sheet_and_no_rule_panics(text in any::<String>(), rule in any::<String>()) {
        if let Ok(cells) = sheet::read(std::path::Path::new("a.csv"), text.as_bytes()) {
            let _ = requested_changes(&cells, &KnownOfChanges::default());
        }
        for field in Field::ALL {
            let _ = BulkRule::parse(field, &rule, &text);
        }
    }
}

#[test]
fn a_price_typed_over_what_buyers_pay_is_based_on_the_owners_price_as_long_as_they_pay_that() {
    let discounted = |own: i64, paid: i64| {
        let mut state = product(1, "", own, Some(3));
        state.product.price = Some(Price::on_wire(paid));
        state
    };
    let typed = |shop: &ProductState| {
        let values = [(Field::PrimaryPrice.into(), "12000".to_owned())];
        let seen = [(Field::PrimaryPrice.into(), price(8_000))];
        let shop = Shop::new([shop]);
        let mut requested = RequestedChange::of_product(&1.into(), values, &seen, None);
        requested.iter_mut().for_each(|request| request.base_on_list(&shop));
        told(&preview(&requested, &[], &shop, &rules(), &StatusNames::default()).rows[0])
    };
    assert_eq!(typed(&discounted(10_000, 8_000)), "1 Change: primary_price 10000 to 12000");
    assert_eq!(typed(&discounted(9_000, 7_000)), "1 Moved: primary_price 8000 to 12000");
    assert_eq!(typed(&discounted(8_000, 8_000)), "1 Change: primary_price 8000 to 12000");
}
