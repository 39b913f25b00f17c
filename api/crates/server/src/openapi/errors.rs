//! The error codes in the contract, from the error table. `error` is an open string: a closed enumeration would break
//! every generated client when a code is added.

use std::fmt::Write as _;

use yaml_serde::Value;
use yingku_http_kit::error::ErrorKind;

use super::tree::{at_mut, set};

const INTRODUCTION: &str = "\
The body of an error. New values of `error` may be added: handle unknown ones by `code`. `msg` may name the field.\n\n\
|`error`|status|`code`|when|\n|---|---|---|---|\n";

/// Lists the codes in the error schema.
pub(super) fn describe(document: &mut Value) {
    let Some(body) = at_mut(document, &["components", "schemas", "ErrorBody"]) else {
        return;
    };
    set(body, "description", table());
    let words: Vec<Value> = ErrorKind::ALL
        .iter()
        .map(|kind| kind.as_str().into())
        .collect();
    if let Some(error) = at_mut(body, &["properties", "error"]) {
        set(error, "x-extensible-enum", words);
    }
}

fn table() -> String {
    let mut table = INTRODUCTION.to_owned();
    for kind in ErrorKind::ALL {
        let (word, status, code) = (kind.as_str(), kind.status(), kind.code());
        let _ = writeln!(table, "|{word}|{status}|{code}|{}|", kind.meaning().trim());
    }
    table.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::tree::{at, text};

    #[test]
    fn the_contract_lists_every_code_and_allows_more() {
        let document = crate::openapi::document();
        let body = at(&document, &["components", "schemas", "ErrorBody"]).unwrap();
        let table = text(body, &["description"]).unwrap();
        let error = at(body, &["properties", "error"]).unwrap();
        let words = error["x-extensible-enum"].as_sequence().unwrap();
        assert_eq!(words.len(), ErrorKind::ALL.len());
        for kind in ErrorKind::ALL {
            let row = format!("|{}|{}|{}|", kind.as_str(), kind.status(), kind.code());
            assert!(table.contains(&row), "{row}");
            assert!(
                words
                    .iter()
                    .any(|word| word.as_str() == Some(kind.as_str()))
            );
        }
        assert!(error.get("enum").is_none());
    }
}
