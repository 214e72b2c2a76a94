//! One product is changed by what was typed in its form, with its texts and photos.

use super::edits::*;
use serde_json::json;
use vitrine::worker::{AlbumPhoto, CatalogCommand, CatalogEvent, Command, Event, Wanted};
use vitrine_core::edit::FieldChange;
use vitrine_core::edit::plan::PreviewOutcome;
use vitrine_domain::{Field, FieldValue, FileId, Price, ProductState};
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation, ShopBehaviour};

#[test]
fn a_sale_while_the_form_of_a_product_is_open_waits_for_a_person() {
    let mut desk = desk(Faults::default());
    let shown = desk.read(1).value(Field::Stock).unwrap();
    desk.change_elsewhere(1, &json!({ "stock": 2 }));
    let base = vec![(Field::Stock.into(), shown)];
    let preview = desk.preview(Wanted::Product {
        product: id(1),
        values: vec![(Field::Stock.into(), "12".to_owned())],
        base,
        album: None,
    });
    assert_eq!((preview.counts.to_change, preview.counts.moved), (0, 1));
    desk.start();
    assert_eq!(desk.end().counts.moved, 1);
    assert_eq!(desk.shop.sandbox.products()[0].fields.stock, Some(2));
}

#[test]
fn one_product_is_changed_by_what_was_typed_and_nothing_else_is_sent() {
    let mut desk = desk(Faults::default());
    let values = vec![
        (Field::Name.into(), "Old product 1".to_owned()),
        (Field::PrimaryPrice.into(), "1500".to_owned()),
        (Field::Stock.into(), String::new()),
    ];
    let preview = desk.preview(Wanted::Product { product: id(1), values, base: Vec::new(), album: None });
    let changes: Vec<(Field, FieldValue)> =
        preview.rows[0].changes.iter().map(|change| (change.field, change.new.clone())).collect();
    assert_eq!(
        changes,
        [(Field::PrimaryPrice, FieldValue::Price(Price::on_wire(1500)))],
        "an equal name and an empty stock are no changes"
    );
    desk.start();
    assert_eq!(desk.end().counts.changed, 1);
    assert_eq!(desk.prices()[&3001], Some(1500));
}

#[test]
fn a_description_is_emptied_by_an_empty_text_and_other_fields_are_left() {
    let mut desk = desk(Faults::default());
    let described = |desk: &Desk| desk.shop.sandbox.products()[0].fields.description.clone();
    for (text, shown) in [("Wool", Some("Wool")), ("", Some(""))] {
        let values = vec![
            (Field::Description.into(), text.to_owned()),
            (Field::Stock.into(), String::new()),
            (Field::Brief.into(), String::new()),
        ];
        let preview = desk.preview(Wanted::Product { product: id(1), values, base: Vec::new(), album: None });
        let changes: Vec<(Field, FieldValue)> =
            preview.rows[0].changes.iter().map(|change| (change.field, change.new.clone())).collect();
        assert_eq!(
            changes,
            [(Field::Description, FieldValue::Text(text.to_owned()))],
            "an empty brief stays empty"
        );
        desk.start();
        assert_eq!(desk.end().counts.changed, 1);
        assert_eq!(described(&desk).as_deref(), shown);
    }
    let runs = desk.runs();
    assert_eq!(counts_of(&desk.preview(Wanted::Undo(runs[0].id))), [1, 0, 0, 0, 0]);
    desk.start();
    assert_eq!(desk.end().counts.changed, 1);
    assert_eq!(described(&desk).as_deref(), Some("Wool"), "what was emptied comes back");
}

#[test]
fn photos_are_added_ordered_and_removed_and_the_whole_album_is_sent() {
    let mut desk = desk(Faults::default());
    let cover = FileId::from(1);
    let read = desk.read(1);
    let ids = |state: &ProductState| {
        state.album.iter().flatten().filter_map(|photo| photo.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&read), std::slice::from_ref(&cover));

    let added = [desk.env.photo("front.jpg"), desk.env.photo("back.jpg")].map(AlbumPhoto::New);
    let album = [vec![AlbumPhoto::InShop(cover.clone())], added.to_vec()].concat();
    let preview = desk.preview(Wanted::Product {
        product: id(1),
        values: Vec::new(),
        base: Vec::new(),
        album: Some(album),
    });
    let [
        FieldChange {
            field: Field::Photos,
            base: Some(FieldValue::Album(base)),
            new: FieldValue::Album(new),
            ..
        },
    ] = preview.rows[0].changes.as_slice()
    else {
        panic!("{:?}", preview.rows)
    };
    assert_eq!((base.as_slice(), new.len()), (std::slice::from_ref(&cover), 3));
    desk.start();
    assert_eq!(desk.end().counts.changed, 1);
    assert_eq!(&ids(&desk.read(1)), new);

    let turned: Vec<FileId> = [&new[2], &new[0]].map(FileId::clone).to_vec();
    let album = turned.iter().cloned().map(AlbumPhoto::InShop).collect();
    desk.preview(Wanted::Product {
        product: id(1),
        values: Vec::new(),
        base: Vec::new(),
        album: Some(album),
    });
    desk.start();
    assert_eq!(desk.end().counts.changed, 1);
    assert_eq!(ids(&desk.read(1)), turned, "another cover, and one photo less");
    let stored = &desk.shop.sandbox.products()[0].fields;
    assert_eq!(stored.photos.first(), Some(&stored.photo));

    let runs = desk.runs();
    desk.preview(Wanted::Undo(runs[0].id));
    desk.start();
    assert_eq!(desk.end().counts.changed, 1);
    assert_eq!(&ids(&desk.read(1)), new, "the album of before");
}

#[test]
fn an_album_that_somebody_else_changed_waits_for_a_decision_and_a_lost_answer_is_read() {
    let lost = FaultRule {
        on: Some(Operation::Change),
        reset: true,
        when: Moment::After,
        to: Some(1),
        ..FaultRule::default()
    };
    let mut desk = desk(Faults { rules: vec![lost], ..Faults::default() });
    let keeps = |desk: &Desk| desk.env.photo("keeps.jpg");
    let album = vec![AlbumPhoto::New(keeps(&desk)), AlbumPhoto::InShop(FileId::from(1))];
    desk.preview(Wanted::Product {
        product: id(1),
        values: Vec::new(),
        base: Vec::new(),
        album: Some(album.clone()),
    });
    desk.start();
    assert_eq!(desk.end().counts.changed, 1, "its answer was lost, and the shop says that it was done");

    let album = vec![AlbumPhoto::InShop(FileId::from(1))];
    desk.preview(Wanted::Product {
        product: id(1),
        values: Vec::new(),
        base: Vec::new(),
        album: Some(album),
    });
    let cover = desk.shop.sandbox.products()[0].fields.photo;
    desk.change_elsewhere(1, &json!({ "photos": [cover] }));
    desk.start();
    assert_eq!(desk.end().counts.moved, 1);
    assert_eq!(desk.shop.sandbox.products()[0].fields.photos.len(), 1, "nothing was sent");
}

#[test]
fn a_photo_that_cannot_be_uploaded_keeps_the_whole_change_from_being_shown() {
    let mut desk = desk(Faults::default());
    let broken = desk.env.dir.path().join("broken.jpg");
    std::fs::write(&broken, b"no photo").unwrap();
    let album = vec![AlbumPhoto::InShop(FileId::from(1)), AlbumPhoto::New(broken)];
    let refused = desk
        .try_preview(Wanted::Product {
            product: id(1),
            values: Vec::new(),
            base: Vec::new(),
            album: Some(album),
        })
        .unwrap_err();
    assert!(refused.subject.is_some_and(|subject| subject.contains("broken.jpg")));
    let empty = desk.preview(Wanted::Product {
        product: id(1),
        values: Vec::new(),
        base: Vec::new(),
        album: Some(Vec::new()),
    });
    assert!(
        matches!(empty.rows[0].outcome, PreviewOutcome::Refused(_)),
        "the marketplace requires a photo: {:?}",
        empty.rows
    );
}

#[test]
fn a_name_that_waits_for_review_is_shown_beside_the_old_one() {
    let mut desk = desk(Faults {
        behaviour: ShopBehaviour { review: true, ..ShopBehaviour::default() },
        ..Faults::default()
    });
    desk.load_products();
    desk.preview(Wanted::Product {
        product: id(1),
        values: vec![(Field::Name.into(), "Kilim".to_owned())],
        base: Vec::new(),
        album: None,
    });
    desk.start();
    assert_eq!(desk.end().counts.in_review, 1);
    desk.worker.send(Command::Catalog(CatalogCommand::OpenSaved));
    let saved = desk.worker.until(|event| match event {
        Event::Catalog(CatalogEvent::Saved { products, .. }) => {
            products.iter().find(|product| product.id == id(1)).cloned()
        }
        _ => None,
    });
    let review = saved.review.unwrap();
    let values: Vec<(Field, &FieldValue)> = review.values().collect();
    assert_eq!(
        (saved.title.as_str(), values),
        ("Old product 1", vec![(Field::Name, &FieldValue::Text("Kilim".to_owned()))])
    );
}

#[test]
fn fields_that_no_list_shows_are_read_and_changed_alone() {
    let mut desk = desk(Faults::default());
    let values = [
        (Field::Description, "Wool, by hand"),
        (Field::Weight, "900"),
        (Field::Sku, "RUG-1"),
        (Field::IsWholesale, "yes"),
    ];
    let values = values.map(|(field, text)| (field.into(), text.to_owned())).to_vec();
    desk.preview(Wanted::Product { product: id(1), values: values.clone(), base: Vec::new(), album: None });
    desk.start();
    assert_eq!(desk.end().counts.changed, 1);
    let fields = desk.shop.sandbox.products().remove(0).fields;
    assert_eq!(
        (fields.description.as_deref(), fields.weight, fields.is_wholesale),
        (Some("Wool, by hand"), Some(900), Some(true))
    );
    assert_eq!(
        (fields.sku.as_deref(), fields.primary_price),
        (Some("RUG-1"), Some(1000)),
        "and nothing else"
    );
    assert!(desk.shop.sandbox.requests().iter().all(|request| request.operation != Some(Operation::Batch)));

    assert_eq!(
        counts_of(&desk.preview(Wanted::Product { product: id(1), values, base: Vec::new(), album: None })),
        [0, 1, 0, 0, 0],
        "the same again is no change"
    );
    let refused = desk.preview(Wanted::Product {
        product: id(1),
        values: vec![(Field::CategoryId.into(), "5".to_owned())],
        base: Vec::new(),
        album: None,
    });
    assert_eq!(counts_of(&refused), [0, 0, 1, 0, 0]);
}
