//! Measures reading price lists of 20,000 rows, a text file and an Excel file: understanding one – its
//! headings, columns, rows, numbers and units, and a product for each row – beside reading its cells alone,
//! with the `csv` crate and with calamine. Fails if understanding takes more than so many times as long.
//!
//! The time is CPU time where the system reports it.

#[allow(dead_code, reason = "parts are used by other benches only")]
mod frames;

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::Duration;

use calamine::{DataType as _, Reader as _, Xlsx};
use frames::{Clock, milliseconds};
use rust_xlsxwriter::Workbook;
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::plan::{self, ImportPlan, TakenPictures};
use vitrine_core::import::sheet::{self, Known};

const ROWS: usize = 20_000;
const ROUNDS: usize = 7;
/// How many times as long understanding a list takes, at most: of text, of Excel.
const MAX_RATIOS: [f64; 2] = [30.0, 8.0];

/// Reads a list in some way. Returns the number of its rows.
type Work = fn(&[u8]) -> usize;

fn main() {
    let lists: [(&str, Vec<u8>, Work); 2] = [("CSV", text(), read_text), ("Excel", excel(), read_excel)];
    for ((what, bytes, read), most) in lists.into_iter().zip(MAX_RATIOS) {
        // Interleaved, so that a slow moment of the machine affects both; the median ratio counts.
        let mut rounds: Vec<(f64, Duration, Duration)> =
            (0..ROUNDS).map(|_| (timed(&bytes, understand), timed(&bytes, read))).map(ratio).collect();
        rounds.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (ratio, understood, alone) = rounds[ROUNDS / 2];
        let (understood, alone) = (milliseconds(understood), milliseconds(alone));
        println!(
            "{what}: understood in {understood:.0} ms, read alone in {alone:.0} ms: {ratio:.2}, at most {most}"
        );
        assert!(ratio <= most, "understanding takes more than {most} times as long as reading: {what}");
    }
}

fn ratio((understood, alone): (Duration, Duration)) -> (f64, Duration, Duration) {
    (understood.as_secs_f64() / alone.as_secs_f64(), understood, alone)
}

fn timed(bytes: &[u8], work: Work) -> Duration {
    let start = Clock::start();
    assert_eq!(work(bytes), ROWS);
    start.elapsed()
}

const HEADINGS: [&str; 6] = ["نام محصول", "کد", "قیمت (تومان)", "موجودی", "وزن (گرم)", "توضیحات"];
const DESCRIPTION: &str = "پشم و پنبه، شستشو با آب سرد، اندازه ۱۲۰ در ۸۰";

/// The name, the code and the numbers of a row.
fn row(at: usize) -> (String, String, [usize; 3]) {
    let numbers = [(at * 7_919 % 900 + 100) * 1_000, at * 31 % 40, at * 613 % 1_900 + 100];
    (format!("گلیم دستباف شماره {at}"), format!("K{at:05}"), numbers)
}

fn text() -> Vec<u8> {
    let mut text = HEADINGS.join(",") + "\n";
    for (name, code, [price, stock, weight]) in (0..ROWS).map(row) {
        let _ = writeln!(text, "{name},{code},{price},{stock},{weight},{DESCRIPTION}");
    }
    text.into_bytes()
}

fn excel() -> Vec<u8> {
    let mut workbook = Workbook::new();
    let page = workbook.add_worksheet();
    let written = "a cell";
    for (column, heading) in (0..).zip(HEADINGS) {
        page.write(0, column, heading).expect(written);
    }
    for (line, (name, code, numbers)) in (1..).zip((0..ROWS).map(row)) {
        page.write(line, 0, name).expect(written);
        page.write(line, 1, code).expect(written);
        for (column, number) in (2..).zip(numbers) {
            page.write(line, column, number as f64).expect(written);
        }
        page.write(line, 5, DESCRIPTION).expect(written);
    }
    workbook.save_to_buffer().expect("a workbook")
}

/// Reads a list as an import does, beside a dropped photo. Returns the number of its products with a price.
fn understand(bytes: &[u8]) -> usize {
    let photo = PathBuf::from("/goods/photos/K00001.jpg");
    let dropped = PlannedDraft {
        source: photo.clone(),
        source_name: "K00001".to_owned(),
        photos: vec![photo],
        ..PlannedDraft::default()
    };
    let mut planned = ImportPlan { drafts: vec![dropped], ..ImportPlan::default() };
    let cells = sheet::best(sheet::open(bytes).expect("a list"));
    let list = sheet::drafts(&cells, &Known { planned: &planned.drafts, ..Known::default() });
    plan::merge(&mut planned, list, Path::new("/goods/list"), None, &TakenPictures::new());
    planned.drafts.iter().filter(|planned| planned.draft.primary_price.is_some()).count()
}

fn read_text(bytes: &[u8]) -> usize {
    let rows: Vec<Vec<String>> = csv::Reader::from_reader(bytes)
        .records()
        .map(|record| record.expect("a row").iter().map(str::to_owned).collect())
        .collect();
    black_box(rows).len()
}

fn read_excel(bytes: &[u8]) -> usize {
    let mut workbook = Xlsx::new(Cursor::new(bytes)).expect("a workbook");
    let range = workbook.worksheet_range_at(0).expect("a worksheet").expect("its cells");
    let rows: Vec<Vec<String>> =
        range.rows().map(|row| row.iter().filter_map(|cell| cell.as_string()).collect()).collect();
    black_box(rows).len() - 1
}
