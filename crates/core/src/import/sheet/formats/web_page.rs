//! The tables of a web page, which shop panels call `.xls`.

use std::borrow::Cow;

use super::bounds::{Budget, MAX_WORKSHEETS, too_many_cells};
use super::sheet_cells::SheetCells;
use super::table::Table;
use super::xml::RichText;
use vitrine_domain::{Finding, Problem, ProblemKind};

/// Whether a text is a web page with a table.
pub fn is_page(text: &str) -> bool {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    start.starts_with('<')
        && Tokens(start)
            .any(|token| matches!(token, Token::Open { name, .. } if name.eq_ignore_ascii_case("table")))
}

/// Reads the tables of a page.
///
/// # Errors
/// `Sheet` when they have more cells than are read, or there is none.
pub fn read(text: &str) -> Result<Vec<SheetCells>, Problem> {
    let (mut budget, mut found, struck_classes) = (Budget::default(), Vec::new(), struck_classes(text));
    let mut tokens = Tokens(text);
    while let Some(token) = tokens.next() {
        if matches!(token, Token::Open { name, .. } if name.eq_ignore_ascii_case("table"))
            && found.len() < MAX_WORKSHEETS
        {
            let name = (found.len() + 1).to_string();
            let table = Table::new(&name, false, &mut budget);
            let mut reader =
                TableReader { table, row: 0, spans: Vec::new(), struck_classes: &struck_classes };
            reader.read(&mut tokens)?;
            found.push(reader.table.finish());
        }
    }
    found.retain(|sheet| !sheet.rows.is_empty());
    if found.is_empty() {
        Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NoTable))
    } else {
        Ok(found)
    }
}

enum Token<'a> {
    Text(&'a str),
    Open { name: &'a str, attributes: &'a str },
    Close(&'a str),
}

/// The tags and texts of a page; comments, scripts and styles are left out.
struct Tokens<'a>(&'a str);

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.0;
            if rest.is_empty() {
                return None;
            }
            let Some(tag) = rest.strip_prefix('<').filter(|tag| {
                tag.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
            }) else {
                let end =
                    rest.char_indices().skip(1).find(|(_, c)| *c == '<').map_or(rest.len(), |(at, _)| at);
                self.0 = &rest[end..];
                return Some(Token::Text(&rest[..end]));
            };
            if let Some(comment) = tag.strip_prefix("!--") {
                self.0 = comment.split_once("-->").map_or("", |(_, after)| after);
                continue;
            }
            let end = end_of_tag(tag);
            let inside = &tag[..end];
            self.0 = tag.get(end + 1..).unwrap_or_default();
            if inside.starts_with(['!', '?']) {
                continue;
            }
            if let Some(name) = inside.strip_prefix('/') {
                return Some(Token::Close(name.trim()));
            }
            let (name, attributes) =
                inside.split_at(inside.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(inside.len()));
            if name.eq_ignore_ascii_case("script") || name.eq_ignore_ascii_case("style") {
                self.0 = after_closing(self.0, name);
                continue;
            }
            return Some(Token::Open { name, attributes });
        }
    }
}

/// Where a tag ends. A quoted value in it may contain `>`.
fn end_of_tag(tag: &str) -> usize {
    let mut open = None;
    for (at, c) in tag.char_indices() {
        match open {
            Some(quote) if c == quote => open = None,
            None if matches!(c, '"' | '\'') => open = Some(c),
            None if c == '>' => return at,
            _ => {}
        }
    }
    tag.find('>').unwrap_or(tag.len())
}

/// What follows `</name>`.
fn after_closing<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("</") {
        if after.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)) {
            return after.split_once('>').map_or("", |(_, after)| after);
        }
        rest = after;
    }
    ""
}

/// The value of an attribute that is a number.
fn number(attributes: &str, name: &str) -> usize {
    let lower = attributes.to_ascii_lowercase();
    let value = lower.split_once(name).and_then(|(_, after)| after.trim_start().strip_prefix('='));
    let value = value.map(|value| value.trim_start().trim_start_matches(['"', '\'']));
    let digits = value.map(|value| value.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(1).clamp(1, 1000)
}

/// The value of an attribute, with or without quotation marks.
fn value_of<'a>(attributes: &'a str, name: &str) -> Option<Cow<'a, str>> {
    let mut rest = attributes;
    loop {
        let (before, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let (value, behind) = match after.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            Some(mark) => after[1..].split_once(mark).unwrap_or((&after[1..], "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after.trim_end_matches('/'), "")),
        };
        if before.split_whitespace().next_back().is_some_and(|of| of.eq_ignore_ascii_case(name)) {
            return Some(html_escape::decode_html_entities(value));
        }
        rest = behind;
    }
}

/// Whether an element has what can be done with a row, which WordPress shows below the pointer alone.
fn is_row_menu(attributes: &str) -> bool {
    value_of(attributes, "class")
        .is_some_and(|classes| classes.split_whitespace().any(|of| of == "row-actions"))
}

/// Whether an element is not shown.
fn is_hidden(attributes: &str) -> bool {
    let written: String = attributes.to_ascii_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    written.contains("display:none") || written == "hidden"
}

/// The classes whose text is struck out, by the style sheets of a page.
fn struck_classes(text: &str) -> Vec<&str> {
    let rules = text.split('}').filter(|rule| rule.contains("line-through"));
    let selectors = rules.filter_map(|rule| rule.rsplit_once('{')).flat_map(|(of, _)| of.split([',', '\n']));
    selectors.filter_map(|selector| selector.rsplit_once('.')).map(|(_, class)| class.trim()).collect()
}

/// More columns are in no table.
const MAX_COLUMNS: usize = 1 << 14;

struct TableReader<'a> {
    table: Table<'a>,
    row: usize,
    /// How many further rows the cell above reaches into, by column.
    spans: Vec<usize>,
    struck_classes: &'a [&'a str],
}

/// A cell that is being read.
struct Cell {
    text: RichText,
    /// How many it covers.
    columns: usize,
    rows: usize,
    /// Whether the cell or its row is struck out.
    is_struck: bool,
    /// The elements that are open, from the first one that strikes out its text.
    striking: Vec<String>,
    /// The elements that are open, from the first one that is not shown.
    unseen: Vec<String>,
    choice: Option<Choice>,
}

/// A list in a form, of which one line is shown.
#[derive(Default)]
struct Choice {
    options: Vec<String>,
    selected: usize,
}

/// Elements that have no end.
const EMPTY: [&str; 6] = ["br", "img", "hr", "wbr", "input", "col"];

impl Cell {
    fn open(&mut self, name: String, strikes_out: bool) {
        if (strikes_out || !self.striking.is_empty()) && !EMPTY.contains(&name.as_str()) {
            self.striking.push(name);
            self.text.is_struck = true;
        }
    }

    /// What a form shows: of a list the line that is selected, else the first one, and what a field holds.
    /// Returns whether it was one of these.
    fn add_of_form(&mut self, token: &Token<'_>, name: &str) -> bool {
        match (token, name, &mut self.choice) {
            (Token::Open { .. }, "select", choice) => *choice = Some(Choice::default()),
            (Token::Close(_), "select", choice) => {
                if let Some(choice) = choice.take() {
                    self.text.push(choice.options.get(choice.selected).map_or("", |option| option.trim()));
                }
            }
            (Token::Open { attributes, .. }, "option", Some(choice)) => {
                if attributes.to_ascii_lowercase().split_whitespace().any(|word| word.starts_with("selected"))
                {
                    choice.selected = choice.options.len();
                }
                choice.options.push(String::new());
            }
            (Token::Text(part), _, Some(choice)) => {
                let part = html_escape::decode_html_entities(part);
                choice.options.last_mut().into_iter().for_each(|option| option.push_str(&part));
            }
            (Token::Open { attributes, .. }, "input", _) => {
                let kind = value_of(attributes, "type").unwrap_or_default();
                if matches!(&*kind.to_ascii_lowercase(), "" | "text" | "number" | "tel") {
                    self.text.push(&value_of(attributes, "value").unwrap_or_default());
                }
            }
            (_, _, choice) => return choice.is_some(),
        }
        true
    }

    /// Follows the elements that are not shown. Returns whether a token is within one.
    fn is_unseen(&mut self, token: &Token<'_>, name: &str) -> bool {
        match token {
            Token::Open { attributes, .. }
                if !EMPTY.contains(&name)
                    && (!self.unseen.is_empty() || is_hidden(attributes) || is_row_menu(attributes)) =>
            {
                self.unseen.push(name.to_owned());
            }
            Token::Close(_) => {
                if let Some(at) = self.unseen.iter().rposition(|open| open == name) {
                    self.unseen.truncate(at);
                    return true;
                }
            }
            _ => {}
        }
        !self.unseen.is_empty()
    }

    fn close(&mut self, name: &str) {
        if let Some(at) = self.striking.iter().rposition(|open| open == name) {
            self.striking.truncate(at);
            self.text.is_struck = self.is_struck || at > 0;
        }
    }
}

impl TableReader<'_> {
    fn read(&mut self, tokens: &mut Tokens<'_>) -> Result<(), Problem> {
        let (mut column, mut is_in_row, mut depth, mut is_row_struck) = (0, false, 0_usize, false);
        let mut cell: Option<Cell> = None;
        for token in tokens.by_ref() {
            let name = match &token {
                Token::Open { name, .. } | Token::Close(name) => name.to_ascii_lowercase(),
                Token::Text(_) => String::new(),
            };
            match (&token, name.as_str()) {
                (Token::Open { .. }, "table") => depth += 1,
                (Token::Close(_), "table") if depth > 0 => depth -= 1,
                (_, "td" | "th" | "tr" | "table") if depth == 0 => {
                    if let Some(open) = cell.take() {
                        self.set(&mut column, open)?;
                    }
                    match &token {
                        Token::Open { attributes, .. } if name != "tr" => {
                            let is_struck = is_row_struck || self.strikes_out(&name, attributes);
                            let mut text = RichText::default();
                            text.is_struck = is_struck;
                            cell = Some(Cell {
                                text,
                                columns: number(attributes, "colspan"),
                                rows: number(attributes, "rowspan"),
                                is_struck,
                                striking: Vec::new(),
                                unseen: Vec::new(),
                                choice: None,
                            });
                            is_in_row = true;
                        }
                        Token::Close(_) if name == "td" || name == "th" => {}
                        Token::Close(_) if name == "table" => {
                            return self.end_row(&mut column, &mut is_in_row);
                        }
                        _ => {
                            self.end_row(&mut column, &mut is_in_row)?;
                            if let Token::Open { attributes, .. } = &token {
                                is_row_struck = self.strikes_out(&name, attributes);
                                if is_hidden(attributes) {
                                    self.table.hide_row(self.row)?;
                                }
                            }
                        }
                    }
                }
                _ => {
                    if let Some(cell) = &mut cell {
                        self.add(cell, &token, name);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds to a cell what is in it.
    fn add(&mut self, cell: &mut Cell, token: &Token<'_>, name: String) {
        if cell.is_unseen(token, &name) || cell.add_of_form(token, &name) {
            return;
        }
        match (token, name.as_str()) {
            (Token::Open { .. } | Token::Close(_), "sup") => {
                cell.text.is_raised = matches!(token, Token::Open { .. });
            }
            (Token::Open { .. }, "img") => self.table.add_linked(),
            (Token::Open { .. }, "br") | (Token::Close(_), "p" | "div" | "li") => cell.text.push("\n"),
            _ => {}
        }
        match token {
            Token::Open { attributes, .. } => {
                let strikes_out = self.strikes_out(&name, attributes);
                cell.open(name, strikes_out);
            }
            Token::Close(_) => cell.close(&name),
            // Lines in the source are no lines of the page.
            Token::Text(part) => {
                cell.text.push(&html_escape::decode_html_entities(&part.replace(['\n', '\r', '\t'], " ")));
            }
        }
    }

    /// Whether an element strikes out its text.
    fn strikes_out(&self, name: &str, attributes: &str) -> bool {
        let is_struck_class = |word: &str| {
            let word = word.trim_start_matches("class=").trim_matches(['"', '\'', '/']);
            self.struck_classes.contains(&word)
        };
        matches!(name, "s" | "strike" | "del")
            || attributes.to_ascii_lowercase().contains("line-through")
            || (!self.struck_classes.is_empty() && attributes.split_whitespace().any(is_struck_class))
    }

    fn set(&mut self, column: &mut usize, cell: Cell) -> Result<(), Problem> {
        let Cell { text, columns, rows, .. } = cell;
        while self.spans.get(*column).is_some_and(|left| *left > 0) {
            *column += 1;
        }
        if *column > MAX_COLUMNS {
            return Err(too_many_cells());
        }
        let is_struck = text.is_all_struck();
        let text = plain(&text.shown());
        if !text.is_empty() {
            self.table.set_text((self.row, *column), text)?;
            if is_struck {
                self.table.strike((self.row, *column))?;
            }
        }
        if columns > 1 || rows > 1 {
            self.table.merge((self.row, *column), (self.row + rows - 1, *column + columns - 1))?;
        }
        if rows > 1 {
            if self.spans.len() < *column + columns {
                self.spans.resize(*column + columns, 0);
            }
            // One more, as this row counts itself.
            self.spans[*column..*column + columns].fill(rows);
        }
        *column += columns;
        Ok(())
    }

    fn end_row(&mut self, column: &mut usize, is_in_row: &mut bool) -> Result<(), Problem> {
        if std::mem::take(is_in_row) {
            self.row += 1;
            self.spans.iter_mut().for_each(|left| *left = left.saturating_sub(1));
        }
        *column = 0;
        Ok(())
    }
}

/// A text of a page as it is seen.
fn plain(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(page: &str) -> Vec<Vec<String>> {
        read(page).unwrap().remove(0).rows
    }

    #[test]
    fn a_table_is_read_whatever_its_page_is_like() {
        let page = "\u{feff}<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\"><head><!-- <table> --><style>td > p { a: '<td>' }</style>\
                    <script>if (a<b) { x = \"<table>\" }</script></head><body><TABLE border=1><thead><tr><th>نام<th>قیمت</thead>\
                    <tr><td>گلیم &laquo;سفید&raquo;&nbsp;<br>بزرگ</td><td align=\"right\" x:num>۲۵۰٬۰۰۰</td></tr></TABLE></body>";
        assert!(is_page(page));
        assert_eq!(rows(page), [["نام", "قیمت"], ["گلیم «سفید»\nبزرگ", "۲۵۰٬۰۰۰"]]);
    }

    #[test]
    fn a_cell_over_several_rows_or_columns_leaves_the_others_in_their_columns() {
        let page = "<table><tr><td rowspan=2>Rug<td>60<tr><td>90<tr><td colspan='2'>Bowl<td>5</table>";
        assert_eq!(rows(page), [["Rug", "60", ""], ["", "90", ""], ["Bowl", "", "5"]]);
    }

    #[test]
    fn a_text_with_signs_is_no_page() {
        for text in ["name,price\n<b>Rug</b>,5", "< 5, > 6", "name"] {
            assert!(!is_page(text), "{text}");
        }
        assert!(read("<table></table>").is_err());
    }
}
