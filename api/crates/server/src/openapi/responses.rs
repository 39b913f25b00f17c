//! Short texts of the contract's responses.

use yaml_serde::Value;

use super::texts::is_phrase;
use super::tree::{at, set, text};

/// So many codes say more than the clauses about them.
const SEVERAL: usize = 3;
/// The summary of an operation says what succeeds, its path what can be missing, and the table of errors what a code
/// means.
pub(super) fn shorten(status: &str, response: &mut Value) {
    let meaning = text(response, &["description"]).unwrap_or_default();
    let codes = codes(meaning);
    let prose = meaning.split(" (`").next().unwrap_or_default();
    let short = match (status, codes.as_slice()) {
        (_, [first @ .., last]) if first.len() + 1 >= SEVERAL => {
            format!("{} or {last}", first.join(", "))
        }
        _ if !is_phrase(prose) => return,
        (_, [code]) => (*code).to_owned(),
        ("200", []) => "OK".to_owned(),
        ("404", []) if meaning.starts_with("No such ") => "Not found".to_owned(),
        _ => return,
    };
    set(response, "description", short);
}

/// The codes of a text of which each clause ends with one: ``It is closed (`message_closed`)``.
fn codes(meaning: &str) -> Vec<&str> {
    let parts: Vec<&str> = meaning.split('`').collect();
    let opened = parts.iter().step_by(2).filter(|part| part.ends_with(" ("));
    let is_regular = opened.count() * 2 + 1 == parts.len() && parts.last() == Some(&")");
    let codes = meaning.split('(').filter_map(|part| part.split(')').next());
    codes
        .filter(|_| is_regular)
        .filter(|code| code.starts_with('`'))
        .collect()
}

/// Whether a response says no more than that it is done.
pub(super) fn is_done(response: &Value) -> bool {
    let schema = ["content", "application/json", "schema", "$ref"];
    let name = at(response, &schema).and_then(Value::as_str);
    name == Some("#/components/schemas/Done")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::tree::mapping;

    #[test]
    fn responses_name_the_codes_of_the_table() {
        let short = |status: &str, meaning: &str| {
            let mut response = mapping([("description", meaning.into())]);
            shorten(status, &mut response);
            text(&response, &["description"]).unwrap().to_owned()
        };
        assert_eq!(short("200", "One page of works"), "OK");
        assert_eq!(short("404", "No such work"), "Not found");
        assert_eq!(short("422", "It is closed (`closed`)"), "`closed`");
        let several = "It is closed (`closed`), full (`full`), or of another member (`foreign`)";
        assert_eq!(short("422", several), "`closed`, `full` or `foreign`");
        for facts in [
            "Stopped or `cancelling`",
            "Not whole, or mistyped (`invalid`)",
            "It is closed (`closed`) or full (`full`)",
            "It is closed (`closed`); `msg` names it",
            "No such work, or not the caller's",
        ] {
            assert_eq!(short("422", facts), facts);
        }
    }
}
