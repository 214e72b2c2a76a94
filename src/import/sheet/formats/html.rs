//! Descriptions that a shop system exported as HTML.

/// Tags after which a new line begins.
const BREAKS: [&str; 9] = ["br", "/p", "/div", "/li", "/h1", "/h2", "/h3", "/tr", "/ul"];

const ENTITIES: [(&str, &str); 7] =
    [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&zwnj;", "\u{200c}"), ("&amp;", "&")];

/// The text of a cell without its tags. Text that is no HTML stays as it is.
pub fn plain_text(cell: &str) -> String {
    if !cell.contains("</") && !cell.contains("<br") {
        return cell.to_owned();
    }
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let Some((tag, after)) = tag.split_once('>') else {
            rest = "";
            text.push('<');
            text.push_str(tag);
            break;
        };
        let name = tag.split([' ', '\t', '\n']).next().unwrap_or_default().to_ascii_lowercase();
        if BREAKS.contains(&name.trim_end_matches('/')) {
            text.push('\n');
        }
        rest = after;
    }
    text.push_str(rest);
    for (entity, character) in ENTITIES {
        text = text.replace(entity, character);
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exported_description_loses_its_tags_and_other_text_loses_nothing() {
        assert_eq!(plain_text("<p>Wool &amp; silk</p><ul><li>60&nbsp;cm</li><li>red</li></ul>"), "Wool & silk\n60 cm\nred");
        assert_eq!(plain_text("one<br/>two <b class=\"x\">three</b>"), "one\ntwo three");
        for text in ["for sizes < 40 and > 20", "a & b", "ظرف <کوچک>"] {
            assert_eq!(plain_text(text), text);
        }
    }
}
