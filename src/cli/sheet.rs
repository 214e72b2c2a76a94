//! How a sheet was understood, as a JSON line.

use serde_json::{Value, json};

use vitrine_core::import::sheet::{CellConflict, Export, LeftOut, SheetColumn, SheetOverview, TextEncoding};

/// The line of a sheet, in an import and where a change asks about its columns.
pub fn sheet_json(overview: &SheetOverview) -> Value {
    let encoding = overview.encoding.map(|encoding| match encoding {
        TextEncoding::Utf8 => "utf-8",
        TextEncoding::Utf16 => "utf-16",
        TextEncoding::Utf32 => "utf-32",
        TextEncoding::Windows1256 => "windows-1256",
        TextEncoding::Windows1252 => "windows-1252",
    });
    let columns = overview.columns.iter().map(|column| {
        json!({ "heading": column.heading, "field": column.used_for.map(|used_for| used_for.name()), "example": column.examples.first() })
    });
    let bare = overview.without_photos().map(|row| json!({ "row": row.row, "name": row.name }));
    let understood = &overview.understood;
    let left_out = understood.left_out.iter().map(left_out_json);
    let units = understood.units.iter().map(|(unit, place)| json!({ "unit": unit, "place": place.name() }));
    let conflict = |conflict: &CellConflict| json!({ "name": conflict.name, "field": conflict.field.name(), "earlier": conflict.earlier, "later": conflict.later });
    let conflicts = overview.conflicts.iter().filter(|_| overview.has_open_conflicts()).map(conflict);
    let named =
        |column: &SheetColumn| json!({ "heading": column.heading, "example": column.examples.first() });
    let question = overview.may_name_photos().map(named);
    let repeated_codes =
        understood.repeated.codes.iter().map(|(code, rows)| json!({ "code": code, "rows": rows }));
    let repeated_names =
        understood.repeated.names.iter().map(|(name, rows)| json!({ "name": name, "rows": rows }));
    let row = |(row, text): &(usize, String)| json!({ "row": row, "text": text });
    let sizes = understood.variants.sizes.columns.iter().map(|place| overview.heading(*place));
    let mut line = json!({
        "event": "sheet",
        "path": overview.path.to_string_lossy(),
        "worksheet": overview.worksheet,
        "worksheets_not_read": overview.unread,
        "encoding": encoding,
        "export": understood.export.map(Export::name),
        "rows": overview.rows.len(),
        "columns": columns.collect::<Vec<_>>(),
        "price_unit": overview.price_unit.or(overview.named_unit),
        "price_unit_said": units.collect::<Vec<_>>(),
        "photo_columns": overview.photo_columns().into_iter().map(|column| column.heading.as_str()).collect::<Vec<_>>(),
        "may_name_photos": question,
        "other_price_columns": overview.price_columns().1.into_iter().map(|column| column.heading.as_str()).collect::<Vec<_>>(),
        "price_question": overview.price_question().into_iter().map(named).collect::<Vec<_>>(),
        "stock_question": overview.stock_question().into_iter().map(named).collect::<Vec<_>>(),
        "has_headings": !understood.is_headless,
        "tables": understood.tables,
        "same_price_columns": understood.doubts.same_prices.as_ref().map(|same| json!({ "heading": overview.heading(same.column), "differing_rows": same.differing })),
        "conflicts": conflicts.collect::<Vec<_>>(),
        "unclear_weight": understood.unclear_weight,
        "unclear_number": understood.unclear_number,
        "left_out": left_out.collect::<Vec<_>>(),
        "unpublished_rows": understood.noted.unpublished,
        "unknown_unit_rows": understood.noted.unknown_units,
        "repeated_codes": repeated_codes.collect::<Vec<_>>(),
        "repeated_names": repeated_names.collect::<Vec<_>>(),
        "alone": understood.variants.alone.iter().map(row).collect::<Vec<_>>(),
        "contradicting": understood.variants.contradicting.iter().map(row).collect::<Vec<_>>(),
        "size_columns": sizes.collect::<Vec<_>>(),
        "sizes_are_variants": understood.variants.sizes.are_variants,
        "rows_with_other_totals": understood.variants.sizes.other_totals,
        "crossed_names": understood.open_photos.crossed_names,
        "unclear_photos": understood.open_photos.unclear.iter().map(row).collect::<Vec<_>>(),
        "stray_quotes": understood.stray_quotes,
        "restored_rows": understood.tidied.restored,
        "garbled_rows": understood.tidied.garbled,
        "cleaned_cells": understood.tidied.cleaned,
        "pictures_taken": overview.pictures.taken,
        "pictures_left_out": overview.pictures.left_out(),
        "rows_without_photos": bare.collect::<Vec<_>>(),
        "products_without_row": overview.without_row,
    });
    line["several_code_rows"] = json!(understood.noted.several_codes);
    line["said_of_prices"] = json!(understood.noted.said);
    line["other_prices"] = json!(understood.noted.other_prices);
    line["sizes_have_prices"] = json!(understood.variants.sizes.have_prices);
    let without_price = understood.variants.without_price.iter().map(row);
    line["variants_without_price"] = without_price.collect();
    let with_other_values = understood.variants.with_other_values.iter().map(row);
    line["variants_with_other_values"] = with_other_values.collect();
    line["photos_set_aside"] = json!(understood.open_photos.set_aside);
    line
}

/// A row that becomes no product, or changes none.
pub fn left_out_json(left: &LeftOut) -> Value {
    json!({ "row": left.row, "kind": left.kind.name(), "text": left.text })
}
