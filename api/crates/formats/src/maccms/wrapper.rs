//! What sites put around a page: messages of PHP before it, and the call of a function.

/// Longest text before the JSON with which a function is called.
const MAX_CALL_BYTES: usize = 200;

/// With what lines of messages of PHP begin, as HTML and as text.
const MESSAGES: [&str; 9] = [
    "<br",
    "<b>",
    "Warning: ",
    "Notice: ",
    "Deprecated: ",
    "Strict Standards: ",
    "Fatal error: ",
    "Parse error: ",
    "PHP ",
];

/// A page without what is before it.
pub(crate) fn unwrapped(text: &str) -> &str {
    let text = behind_messages(text);
    argument_of(text).unwrap_or(text)
}

/// A text behind the messages of PHP with which it begins, and behind byte order marks.
fn behind_messages(text: &str) -> &str {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let mut rest = text.trim_start_matches(is_blank);
    while MESSAGES.iter().any(|message| rest.starts_with(message)) {
        let line = rest.lines().next().unwrap_or_default();
        // Sites that remove line breaks have the page on the same line.
        let heads = line.match_indices('{').map(|(at, _)| (at, line.get(..at)));
        let mut heads =
            heads.filter_map(|(at, head)| head?.trim_end().ends_with('>').then_some(at));
        let end = heads.next().unwrap_or(line.len());
        let behind = rest.get(end..).unwrap_or_default();
        rest = behind.trim_start_matches(is_blank);
    }
    rest
}

/// The JSON with which a function is called, or which a variable gets, at the beginning of a text, and all behind it:
/// `jQuery1102_3({"code":1`.
fn argument_of(text: &str) -> Option<&str> {
    let mut begins = text.match_indices(['{', '[']).filter_map(|(at, _)| {
        let (head, inside) = text.split_at_checked(at)?;
        head.trim_end()
            .ends_with(['(', '='])
            .then_some((head, inside))
    });
    let (head, inside) = begins.next()?;
    let is_script = head.len() <= MAX_CALL_BYTES && head.is_ascii() && !head.contains(['"', '<']);
    is_script.then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::unwrapped;

    #[test]
    fn a_page_may_have_something_before_it() {
        let html = "<br />\n<b>Warning</b>:  Undefined array key \"h\" in <b>/a.php</b> on line <b>9</b><br />\n";
        let text = "\nWarning: Undefined array key \"h\" in /a.php on line 9\r\n\nDeprecated: b in /a.php on line 10\r\n";
        for before in [
            "",
            " \u{feff}\n\u{feff}",
            "\u{feff}window.cb ( ",
            "/**/ typeof cb === 'function' && cb(",
            html,
            text,
            &html.replace('\n', " "),
            &format!("{html}{text}cb("),
        ] {
            assert_eq!(unwrapped(&format!("{before}{{}}")), "{}", "{before}");
        }
        assert_eq!(unwrapped("<b>films</b>"), "");
    }
}
