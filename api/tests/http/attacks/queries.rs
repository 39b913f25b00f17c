//! URL input: pages, ids, keywords and enum values, on every operation of the contract that takes them.

use actix_web::http::Method;
use serde_json::{Value, json};

use super::contract::{NOTHING, Operation, operations, user_with_every_permission};
use crate::support::client::{Call, encoded};
use crate::support::{TestApp, film};

/// Invalid page numbers and sizes; some overflow 32 or 64 bits.
const NO_NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "+1",
    "1e3",
    "1.0",
    "0x1",
    "",
    "%20",
    "abc",
    "2147483648",
    "9223372036854775808",
    "%EF%BC%91",
];
/// Invalid ids: signs, leading zeros, more than 64 bits, other digits, path traversal.
const NO_IDS: [&str; 17] = [
    "999999999999999",
    "0",
    "-5",
    "+5",
    "007",
    "1.0",
    "1e17",
    "0x10",
    "abc",
    "9223372036854775808",
    "99999999999999999999",
    "%EF%BC%91%EF%BC%92",
    "1%20",
    "%2e%2e",
    "..%2f..%2fetc%2fpasswd",
    "%00",
    "%ff",
];
/// Text with a meaning in SQL, in patterns, in the index, or in right-to-left rendering.
const STRANGE: [&str; 22] = [
    "%",
    "_",
    "\\",
    "'",
    "\"",
    "';--",
    "' OR 1=1 --",
    "*",
    "title:山",
    "[0 TO *]",
    "(",
    "AND",
    "a*",
    "-山",
    "\u{202e}山",
    "שלום",
    "مرحبا",
    "e\u{301}\u{301}\u{301}",
    "\u{200b}",
    "\u{fdfa}",
    "😀",
    "<b>",
];

/// The operations that have a parameter.
fn with(name: &str) -> Vec<Operation> {
    let mut all = operations();
    all.retain(|call| call.method == Method::GET && call.parameter(name).is_some());
    all
}

both! {
    async fn a1_invalid_pages_are_rejected_by_every_list(t: &TestApp) {
        let somebody = user_with_every_permission(t, "lin_xia").await;
        let lists = with("pageNum");
        assert!(lists.len() > 20, "{}", lists.len());
        for list in &lists {
            let rejected = async |query: &str| {
                let answer = t.send(Call::get(&list.target(query)).bearer(&somebody.access)).await;
                assert_eq!(answer.status, 400, "{} ?{query}: {}", list, answer.text());
                assert_eq!((&*answer.error(), &answer.json()["code"]), ("bad_request", &json!(402)));
            };
            for name in ["pageNum", "pageSize"] {
                assert!(list.parameter(name).is_some(), "{}", list);
                for bad in NO_NUMBERS {
                    rejected(&format!("{name}={bad}")).await;
                }
                rejected(&format!("{name}=1&{name}=2")).await;
            }
            rejected("pageNum=10001").await;
            rejected("pageSize=101").await;
        }
    }

    async fn a1_a_page_past_the_end_is_empty_and_has_the_exact_total(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({}))]);
        let somebody = user_with_every_permission(t, "lin_xia").await;
        for list in with("pageNum").iter().filter(|list| list.in_path.is_empty()) {
            let page = async |query: &str| {
                let answer = t.send(Call::get(&list.target(query)).bearer(&somebody.access)).await;
                assert_eq!(answer.status, 200, "{}: {}", list, answer.text());
                answer.json()
            };
            let (first, last) = (page("pageSize=1").await, page("pageNum=10000&pageSize=100").await);
            // The operation that returns groups returns all of them.
            if let Some(rows) = last["rows"].as_array() {
                assert!(rows.is_empty(), "{}: {last}", list);
                assert_eq!(first["total"], last["total"], "{}", list);
            } else {
                assert_eq!(list.path, "/v2/tag/channel");
            }
        }
    }

    async fn a2_an_invalid_id_is_like_an_unknown_id_on_every_operation(t: &TestApp) {
        let somebody = user_with_every_permission(t, "lin_xia").await;
        let mut calls = operations();
        calls.retain(|call| call.path.contains('{'));
        assert!(calls.len() > 20, "{}", calls.len());
        for call in &calls {
            let answered = async |inside: &str| {
                let body = call.body.as_ref().map(|body| body.example.to_string()).unwrap_or_default();
                let sent = Call { target: call.at(inside), ..call.posting(body) };
                let answer = t.send(sent.bearer(&somebody.access)).await;
                assert_eq!(answer.status, 404, "{} {inside}: {}", call, answer.text());
                let mut body = answer.json();
                body["requestId"] = Value::Null;
                assert_eq!((&body["code"], &body["error"]), (&json!(404), &json!("not_found")));
                body
            };
            // A part of an upload is binary.
            if call.body.is_none() && call.method != Method::GET && call.path.ends_with("/part") {
                continue;
            }
            let nothing = answered(NOTHING).await;
            for bad in NO_IDS {
                assert_eq!(answered(bad).await, nothing, "{} {bad}", call);
            }
        }
    }

    async fn a3_search_text_is_literal_everywhere_and_never_a_server_error(t: &TestApp) {
        t.import(&[film("ABC-1", "山谷里的四季", json!({
            "tags": [{ "name": "森林" }], "performers": [{ "name": "林晓月" }],
            "magnets": [{ "name": "m", "infoHash": "a".repeat(40), "length": 1, "createTime": "2026-01-01" }],
        }))]);
        let somebody = user_with_every_permission(t, "lin_xia").await;
        let mut tried = 0;
        for call in operations().iter().filter(|call| call.method == Method::GET) {
            for text in call.parameters.iter().filter(|parameter| parameter.is_text()) {
                let max = usize::try_from(text.schema["maxLength"].as_u64().unwrap()).unwrap();
                let ask = async |typed: &str| {
                    let target = call.target(&format!("{}={typed}", text.name));
                    t.send(Call::get(&target).bearer(&somebody.access)).await
                };
                for strange in STRANGE {
                    let answer = ask(&encoded(strange)).await;
                    let shown = format!("{} {}={strange}: {}", call, text.name, answer.text());
                    assert!([200, 400, 404].contains(&answer.status.as_u16()), "{shown}");
                    // Neither is a wildcard.
                    if ["%", "_", "*"].contains(&strange) && answer.status == 200 {
                        let is_empty = match answer.header("content-type").starts_with("text/csv") {
                            true => answer.text().trim_end().lines().count() == 1,
                            false => [&json!(0), &Value::Null].contains(&&answer.json()["total"]),
                        };
                        assert!(is_empty, "{shown}");
                    }
                }
                for bad in [encoded(&"长".repeat(max + 1)), encoded(&"😀".repeat(max + 1)), "a%00b".to_owned(), "%ff".to_owned(), "%ED%A0%80".to_owned()] {
                    let answer = ask(&bad).await;
                    assert_eq!(answer.status, 400, "{} {}={bad}", call, text.name);
                }
                tried += 1;
            }
        }
        assert!(tried >= 10, "{tried}");
        // Outside of the API nothing else parses the query first.
        for bad in ["%00", "%ff", "a%00b", &encoded(&"长".repeat(33))] {
            for path in [format!("/torznab/api?t=search&apikey=x&q={bad}"), format!("/torznab/api?t=search&apikey={bad}"), format!("/feeds/works.atom?keyword={bad}"), format!("/search/{bad}")] {
                let answer = t.send_plain(Call::get(&path).header("cookie", "age=1")).await;
                assert!(answer.status.as_u16() < 500, "{path}: {} {}", answer.status, answer.text());
            }
        }
    }

    async fn a4_unknown_enum_values_are_rejected_by_every_operation(t: &TestApp) {
        let somebody = user_with_every_permission(t, "lin_xia").await;
        let mut tried = 0;
        for call in operations().iter().filter(|call| call.method == Method::GET) {
            for word in call.parameters.iter().filter(|parameter| parameter.is_word()) {
                let good = word.schema["enum"][0].to_string().replace('"', "");
                let upper = good.to_uppercase();
                for bad in ["id;drop", "id%3Bdrop%20table%20works", "id%20desc", "(select%201)", "unknown", "", "%20", &format!("%20{good}"), &format!("{good},{good};"), &upper] {
                    if bad == good {
                        continue;
                    }
                    let target = call.target(&format!("{}={bad}", word.name));
                    let answer = t.send(Call::get(&target).bearer(&somebody.access)).await;
                    assert_eq!((answer.status.as_u16(), &*answer.error()), (400, "bad_request"), "{} {}={bad}: {}", call, word.name, answer.text());
                }
                tried += 1;
            }
        }
        assert!(tried > 20, "{tried}");
        for misspelled in ["tableNmae", "tableName"] {
            let answer = t.get(&format!("/works/detail/list?{misspelled}=users")).await;
            answer.assert_fails(400, "bad_request");
        }
    }
}
