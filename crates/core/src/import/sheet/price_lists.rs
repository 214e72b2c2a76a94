//! Lists of a name and its price in one line, as people write them in a message: `گلیم ۲۵۰ هزار تومان`.

use super::formats::sheet_cells::SheetCells;
use super::headings::recognized;
use vitrine_domain::PriceUnit;
use vitrine_domain::text::folded;

/// Puts the prices of such a list into a column of their own, where nearly all lines end with one.
pub fn split_prices(sheet: &mut SheetCells) {
    let Some(lines) = lines(sheet) else { return };
    let filled = lines.iter().flatten().count();
    let priced = lines.iter().flatten().filter(|(_, line)| split(line).is_some()).count();
    if filled < 2 || 10 * priced < 8 * filled || recognized(&sheet.rows) > 0 {
        return;
    }
    for (index, line) in lines.into_iter().enumerate() {
        let Some((column, line)) = line else { continue };
        let Some((name, price)) = split(&line) else { continue };
        let row = &mut sheet.rows[index];
        row.truncate(column);
        row.extend([name.to_owned(), price.to_owned()]);
        sheet.shown.remove(&(index, column));
    }
}

/// The line of each row, with its column: its only cell, or in a text file cells that a comma between
/// thousands tore apart. `None` for a table.
fn lines(sheet: &SheetCells) -> Option<Vec<Option<(usize, String)>>> {
    let begins_with_thousands = |cell: &&String| {
        let digits = cell.chars().take_while(|c| c.is_numeric()).count();
        digits == 3
    };
    let mut first = None;
    let line = |row: &Vec<String>| {
        let Some(column) = row.iter().position(|cell| !cell.trim().is_empty()) else { return Some(None) };
        if *first.get_or_insert(column) != column {
            return None;
        }
        let last = row.iter().rposition(|cell| !cell.trim().is_empty()).unwrap_or(column);
        let is_torn = sheet.encoding.is_some()
            && row[column + 1..=last].iter().all(|cell| begins_with_thousands(&cell));
        (last == column || is_torn).then(|| Some((column, row[column..=last].join(","))))
    };
    sheet.rows.iter().map(line).collect()
}

/// A line of an exported chat without the time and the sender before it: `[12:03, 5/1/2025] Ali: Rug 250`.
fn without_sender(line: &str) -> &str {
    let stamp = |rest: &str| rest.starts_with(|c: char| c.is_numeric());
    let Some((_, message)) =
        line.strip_prefix('[').filter(|rest| stamp(rest)).and_then(|rest| rest.split_once(']'))
    else {
        return line;
    };
    let is_sender = |sender: &str| sender.chars().count() < 40 && !sender.trim().is_empty();
    message.split_once(": ").filter(|(sender, _)| is_sender(sender)).map_or(line, |(_, said)| said.trim())
}

/// Whether a character stands between a name and its price, or before the name: a dash, an arrow, a picture.
fn is_decoration(c: char) -> bool {
    !c.is_alphanumeric() && !"()[]{}«»\"'%+!؟".contains(c)
}

/// Splits a line into the name and the price behind it. The price has a word for it, or is set apart.
fn split(line: &str) -> Option<(&str, &str)> {
    let line = without_sender(line.trim());
    let mut from = line.len();
    let (mut has_number, mut has_word, mut is_joined) = (false, false, false);
    while let Some(word) = line[..from].split_whitespace().next_back() {
        let said = folded(word);
        let digits =
            said.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | '٬' | '٫' | '/'));
        let is_number =
            said.starts_with(|c: char| c.is_ascii_digit()) && (digits.is_empty() || is_word(digits));
        if is_number && has_number && !is_joined {
            break;
        }
        if !(is_number || is_word(&said) || (said == "و" && has_number)) {
            break;
        }
        has_word |= is_word(&said) || (is_number && !digits.is_empty());
        is_joined = said == "و" || (is_joined && !is_number);
        has_number |= is_number;
        from = line[..from].trim_end().len() - word.len();
    }
    let (name, price) = line.split_at(from);
    let plain = name.trim_end().trim_end_matches("قیمت").trim_end();
    let bare = plain.trim_end_matches(is_decoration);
    let is_apart = bare.len() < name.trim_end().len();
    let is_price = has_number && !is_joined && (has_word || is_apart) && bare.contains(char::is_alphabetic);
    is_price.then(|| (bare.trim_start_matches(is_decoration), price.trim()))
}

/// Whether a word counts money, or stands for thousands of it.
fn is_word(word: &str) -> bool {
    matches!(word, "هزار" | "میلیون" | "thousand" | "million" | "k") || PriceUnit::from_word(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::formats::encoding::TextEncoding;
    use super::*;

    #[test]
    fn a_price_is_told_from_the_numbers_of_a_name() {
        for (line, parts) in [
            ("گلیم ۲۵۰ هزار تومان", Some(("گلیم", "۲۵۰ هزار تومان"))),
            ("ست ۶ پارچه ۹۵ هزار تومان", Some(("ست ۶ پارچه", "۹۵ هزار تومان"))),
            ("کاسه: ۸۵۰۰۰", Some(("کاسه", "۸۵۰۰۰"))),
            ("قالی - ۱ میلیون و ۲۰۰ هزار تومان", Some(("قالی", "۱ میلیون و ۲۰۰ هزار تومان"))),
            ("Rug = 250,000 toman", Some(("Rug", "250,000 toman"))),
            ("🔸 گلیم دستباف 👈 250,000 تومان", Some(("گلیم دستباف", "250,000 تومان"))),
            ("پارچ ۹۵هزار", Some(("پارچ", "۹۵هزار"))),
            ("سینی قیمت ۹۵ تومان", Some(("سینی", "۹۵ تومان"))),
            ("iPhone 12", None),
            ("گلیم 60x90", None),
            ("۲۵۰ هزار تومان", None),
            ("گلیم", None),
        ] {
            assert_eq!(split(line), parts, "{line}");
        }
    }

    #[test]
    fn a_list_that_has_prices_in_few_lines_stays() {
        let list = |lines: &[&str]| SheetCells {
            rows: lines.iter().map(|line| vec![(*line).to_owned()]).collect(),
            ..SheetCells::default()
        };
        let mut few = list(&["گلیم ۲۵۰ هزار تومان", "کاسه", "پارچ"]);
        split_prices(&mut few);
        assert_eq!(few.rows[0].len(), 1);
        let mut all = list(&["گلیم ۲۵۰ هزار تومان", "", "کاسه ۸۵ هزار تومان"]);
        split_prices(&mut all);
        assert_eq!(all.rows[2], ["کاسه", "۸۵ هزار تومان"]);
        let cells = |row: &[&str]| row.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let mut torn = SheetCells {
            rows: vec![cells(&["گلیم ۲", "۵۰۰", "۰۰۰ تومان"]), cells(&["کاسه ۸۵", "۰۰۰ تومان"])],
            encoding: Some(TextEncoding::Utf8),
            ..SheetCells::default()
        };
        split_prices(&mut torn);
        assert_eq!(torn.rows, [["گلیم", "۲,۵۰۰,۰۰۰ تومان"], ["کاسه", "۸۵,۰۰۰ تومان"]]);
    }
}
