//! What a text of XML or HTML is, by its first element.

/// Elements with which a page of HTML, or a part of one, begins.
const OF_HTML: [&str; 36] = [
    "html", "head", "meta", "title", "link", "style", "script", "body", "table", "caption",
    "colgroup", "thead", "tbody", "tr", "td", "th", "div", "center", "p", "br", "b", "font",
    "span", "a", "h1", "h2", "h3", "form", "section", "main", "ul", "ol", "img", "hr", "base",
    "basefont",
];
/// First elements of workbooks.
const OF_WORKBOOKS: [&str; 4] = [
    "workbook",
    "office:document",
    "office:document-content",
    "ss:workbook",
];

/// The name of the first element, in lower case.
pub(crate) fn root_of(text: &str) -> Option<String> {
    let mut rest = text;
    loop {
        let (_, behind) = rest.split_once('<')?;
        if behind.starts_with("!--") {
            rest = behind.split_once("-->")?.1;
            continue;
        }
        if behind.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let end = behind.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))?;
            return behind.get(..end).map(str::to_lowercase);
        }
        rest = behind;
    }
}

/// Whether a text is XML with records of another program, and neither a page nor a workbook.
pub(crate) fn is_records(text: &str) -> bool {
    let is_page = text.to_lowercase().contains("<!doctype html");
    let is_other =
        |root: String| !OF_HTML.contains(&root.as_str()) && !OF_WORKBOOKS.contains(&root.as_str());
    // Rows of a table of HTML within an element that HTML does not have.
    let is_of_html = text.to_lowercase().contains("<tr");
    let is_xml = text.contains("<?xml");
    let root = root_of(text);
    // HeidiSQL calls a table so, too.
    let is_table = root.as_deref() == Some("table") && is_xml && !is_of_html;
    !is_page && (is_xml || !is_of_html) && (is_table || root.is_some_and(is_other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_element_tells_what_a_text_is() {
        for text in [
            "<?xml version=\"1.0\"?>\n<!-- <html> -->\n<films a=\"1\">",
            "<!DOCTYPE f [<!ENTITY a \"b\">]><f/>",
            "<rss version=\"2.0\">",
            "<?xml version=\"1.0\"?><table name=\"films\"><row>",
        ] {
            assert!(is_records(text), "{text}");
        }
        for text in [
            "<?xml version=\"1.0\"?><!DOCTYPE html><html>",
            "<TABLE><tr>",
            "<?xml version=\"1.0\"?><table><tr>",
            "<?xml?><Workbook>",
            "<x:data><tr>",
            "<",
            "<films",
        ] {
            assert!(!is_records(text), "{text}");
        }
    }
}
