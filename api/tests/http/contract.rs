//! The contract: openapi.yaml describes every operation, and every path behaves as described.

use std::collections::{BTreeMap, HashSet};

use actix_web::http::Method;
use serde_json::{Value, json};

use crate::support::client::Call;
use crate::support::{TestApp, film};

fn document() -> Value {
    serde_json::to_value(yingku_server::openapi::document()).unwrap()
}

/// Every operation: path, method in lower case, description.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap();
        methods
            .iter()
            .map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    });
    all.collect()
}

/// Verbs that an operation id may start with, so that it can be guessed.
#[rustfmt::skip]
const VERBS: [&str; 43] = [
    "get", "list", "create", "update", "delete", "login", "logout", "register", "refresh", "redeem", "change", "reset", "export",
    "end", "collect", "choose", "like", "follow", "replace", "pay", "cancel", "receive", "copy", "request", "report", "close",
    "revoke", "decide", "start", "upload", "disable", "enable", "answer", "recheck", "refund", "merge", "hide", "restore", "take", "undo",
    "find", "grant", "sum",
];

#[test]
fn every_operation_is_described() {
    let document = document();
    let known = document["tags"].as_array().unwrap().iter();
    let known: Vec<&Value> = known.map(|tag| &tag["name"]).collect();
    let mut ids = HashSet::new();
    for (path, method, operation) in operations(&document) {
        let id = operation["operationId"].as_str().unwrap();
        let verb = id.split('_').next().unwrap_or_default();
        assert!(ids.insert(id.to_owned()), "{id} is given twice");
        assert!(VERBS.contains(&verb), "{id}");
        let tags = operation["tags"].as_array().unwrap();
        assert!(
            tags.len() == 1 && known.contains(&&tags[0]),
            "{id}: {tags:?}"
        );
        for field in ["summary", "description"] {
            assert!(
                operation[field]
                    .as_str()
                    .is_some_and(|text| !text.is_empty()),
                "{method} {path} has no {field}"
            );
        }
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let (name, schema) = (&parameter["name"], &parameter["schema"]);
            let text = schema["$ref"]
                .as_str()
                .map_or_else(|| schema.to_string(), |_| "enum".to_owned());
            let bounded = ["enum", "maximum", "maxLength", "pattern"]
                .iter()
                .any(|word| text.contains(word));
            let is_header = parameter["in"] == "header";
            assert!(
                bounded || is_header,
                "{name} of {method} {path} has no bound: {schema}"
            );
            assert!(
                parameter["description"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty()),
                "{name} of {path}"
            );
        }
    }
}

#[actix_web::test]
async fn the_contract_is_served() {
    let t = TestApp::on_sqlite().await;
    let yaml = t.send(Call::get("/openapi.yaml").unsigned()).await;
    assert_eq!(
        (yaml.status.as_u16(), yaml.text()),
        (200, yingku_server::openapi::yaml().unwrap())
    );
    let page = t.send(Call::get("/docs").unsigned()).await;
    assert_eq!(
        (page.status.as_u16(), page.header("content-type")),
        (200, "text/html; charset=utf-8")
    );
    for (path, _, _) in operations(&document()) {
        assert!(page.text().contains(path), "{path} is not on the page");
    }
}

#[actix_web::test]
async fn a_path_supports_its_methods_and_lists_them_for_others() {
    let t = TestApp::on_sqlite().await;
    t.import(&[film("ABC-1", "甲", json!({}))]);
    let document = document();
    let mut methods: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (path, method, _) in operations(&document) {
        methods.entry(path).or_default().push(method);
    }
    for (path, known) in methods {
        let target = format!(
            "/prod-api{}",
            path.replace("{id}", "910000000000000001")
                .replace("{name}", "terms")
        );
        let mut allow: Vec<String> = known.iter().map(|name| name.to_uppercase()).collect();
        if known.contains(&"get") {
            allow.push("HEAD".to_owned());
            let get = t.send(Call::get(&target)).await;
            let head = t.send(Call::new(Method::HEAD, &target)).await;
            // The HTTP server itself omits the body of a HEAD response.
            assert_eq!(
                (head.status, head.header("content-type")),
                (get.status, get.header("content-type")),
                "{path}"
            );
        }
        allow.sort();
        for other in [
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::DELETE,
            Method::PATCH,
            Method::TRACE,
        ] {
            if allow.contains(&other.to_string()) {
                continue;
            }
            let answer = t.send(Call::new(other.clone(), &target)).await;
            answer.assert_fails(405, "method_not_allowed");
            assert_eq!(answer.header("allow"), allow.join(", "), "{other} {path}");
        }
    }
}

#[actix_web::test]
async fn an_unknown_path_is_not_found_in_the_envelope() {
    let t = TestApp::on_sqlite().await;
    for path in [
        "/prod-api/v2/nothing",
        "/prod-api/v2/works/detail/list/",
        "/prod-api/v2/works//detail/list",
        "/prod-api/",
    ] {
        t.send(Call::get(path)).await.assert_fails(404, "not_found");
    }
}

#[actix_web::test]
async fn every_successful_response_has_the_envelope() {
    let t = TestApp::on_sqlite().await;
    t.import(&[film("ABC-1", "甲", json!({ "tags": [{ "name": "剧情" }] }))]);
    for list in [
        "/works/detail/list",
        "/tag/list",
        "/works/performer/list",
        "/dht/list?keyword=ABC-1",
    ] {
        let body = t.get(list).await.json();
        assert_eq!(
            (&body["code"], &body["msg"]),
            (&json!(200), &json!("操作成功")),
            "{list}"
        );
        assert!(
            body["rows"].is_array() && body["total"].is_u64(),
            "{list}: {body}"
        );
    }
    for one in ["/tag/channel?modId=1", "/tag/letters", "/app/config"] {
        let body = t.get(one).await.json();
        assert_eq!(body["code"], 200);
        assert!(!body["data"].is_null(), "{one}: {body}");
    }
}

#[actix_web::test]
async fn the_probes_report_liveness_and_readiness() {
    let t = TestApp::on_sqlite().await;
    t.import(&[film("ABC-1", "甲", json!({}))]);
    let lives = t.send(Call::get("/healthz").unsigned()).await;
    assert_eq!((lives.status.as_u16(), lives.text().as_str()), (200, "ok"));
    let ready = t.send(Call::get("/readyz").unsigned()).await;
    assert_eq!(ready.status, 200);
    assert_eq!(
        ready.json(),
        json!({
            "database": true, "ephemeral": true, "index": true, "indexedWorks": 1,
            "indexBuilding": false, "indexMissing": 0, "indexSeconds": 0, "stopping": false,
        })
    );
}
