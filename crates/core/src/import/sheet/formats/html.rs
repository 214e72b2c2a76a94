//! Descriptions and names that a shop system exported as HTML.

use std::borrow::Cow;

use html_escape::decode_html_entities;

/// Tags after which a new line begins.
const BREAKS: [&str; 22] = [
    "br", "hr", "p", "/p", "div", "/div", "li", "/li", "h1", "/h1", "h2", "/h2", "h3", "/h3", "h4", "/h4",
    "tr", "/tr", "/ul", "/ol", "/dt", "/dd",
];

/// Tags after which a space is, at least.
const GAPS: [&str; 3] = ["/td", "/th", "img"];

/// Elements whose content is not for readers.
const HIDDEN: [&str; 3] = ["style", "script", "head"];

/// The text of a cell without its tags. Text that is no HTML stays as it is.
pub fn plain_text(cell: &str) -> Cow<'_, str> {
    if !is_html(cell) {
        return entities(cell);
    }
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        // `5 < 6`: no tag begins here.
        if !tag.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            text.push('<');
            rest = tag;
            continue;
        }
        let comment =
            tag.strip_prefix("!--").map(|inside| inside.split_once("-->").map_or("", |(_, after)| after));
        if let Some(after) = comment {
            rest = after;
            continue;
        }
        let Some((tag, after)) = tag.split_once('>') else {
            rest = "";
            text.push('<');
            text.push_str(tag);
            break;
        };
        let name = tag.split([' ', '\t', '\r', '\n']).next().unwrap_or_default().to_ascii_lowercase();
        if BREAKS.contains(&name.trim_end_matches('/')) {
            text.push('\n');
        }
        if GAPS.contains(&name.trim_end_matches('/')) {
            text.push(' ');
        }
        rest = if HIDDEN.contains(&name.as_str()) { behind_element(after, &name) } else { after };
    }
    text.push_str(rest);
    let text = decode_html_entities(&text).replace('\u{a0}', " ");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

fn is_html(cell: &str) -> bool {
    let begins = |tag: &str| {
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
        let name = tag[..end].to_ascii_lowercase();
        tag[end..].starts_with(['>', ' ', '/'])
            && (BREAKS.contains(&name.as_str()) || ["img", "td", "th", "ul", "ol"].contains(&name.as_str()))
    };
    cell.contains("</") || cell.contains("<!--") || cell.split('<').skip(1).any(begins)
}

/// A text with its entities as characters: `60 &times; 90`. An `&` by itself stays.
pub fn entities(text: &str) -> Cow<'_, str> {
    let is_entity = |end: &str| {
        let name = end.split(';').next().filter(|name| name.len() < end.len()).unwrap_or_default();
        (2..=32).contains(&name.len())
            && name.strip_prefix('#').unwrap_or(name).chars().all(|c| c.is_ascii_alphanumeric())
    };
    if text.split('&').skip(1).any(is_entity) {
        // Some shops escape twice.
        let once = decode_html_entities(text);
        Cow::Owned(decode_html_entities(&once).replace('\u{a0}', " "))
    } else {
        Cow::Borrowed(text)
    }
}

/// What is behind the end of this element.
fn behind_element<'a>(text: &'a str, name: &str) -> &'a str {
    let end = text.to_ascii_lowercase().find(&format!("</{name}"));
    end.and_then(|end| text[end..].split_once('>')).map_or("", |(_, after)| after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exported_description_loses_its_tags_and_other_text_loses_nothing() {
        assert_eq!(
            plain_text("<p>Wool &amp; silk</p><ul><li>60&nbsp;cm</li><li>red</li></ul>"),
            "Wool & silk\n60 cm\nred"
        );
        assert_eq!(plain_text("one<br/>two <b class=\"x\">three</b>"), "one\ntwo three");
        assert_eq!(plain_text("5 < 6 and a <b>b</b> <3 &nbsp;x&lt;y"), "5 < 6 and a b <3  x<y");
        for text in ["for sizes < 40 and > 20", "a & b", "ظرف <کوچک>", "Q&A; more", "R&D"] {
            assert_eq!(plain_text(text), text);
        }
    }

    #[test]
    fn every_entity_is_a_character_and_style_sheets_are_no_text() {
        assert_eq!(
            plain_text("60 &times; 90 &laquo;گلیم&raquo; &#1711; &amp;quot;x&amp;quot; can&rsquo;t"),
            "60 × 90 «گلیم» گ \"x\" can’t"
        );
        assert_eq!(
            plain_text("<style>.a{color:red}</style><p>Wool</p><script>x()</script><!-- no -->!"),
            "Wool\n!"
        );
    }
}
