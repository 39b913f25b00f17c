//! Responses that many operations declare alike, tried on every one that does, as in the contract. The responses
//! of a single operation are in its own tests; `scripts/check-answers.py` finds those that are untested.

use std::time::Duration;

use actix_web::http::Method;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_platform::config::ClientTimeouts;
use yingku_server::LARGE_BODY_ENDPOINTS;

use crate::support::client::{Answer, Call};
use crate::support::member::Member;
use crate::support::redis::TestRedis;
use crate::support::{TestApp, film};

/// An id that does not exist.
const NONE: &str = "910000000000000009";

/// An operation of the contract.
struct Operation {
    method: Method,
    /// Below the base path, with ids that do not exist.
    path: String,
    described: Value,
}

/// All operations that `wanted` chooses.
fn operations(wanted: impl Fn(&Operation) -> bool) -> Vec<Operation> {
    let document = serde_json::to_value(yingku_server::openapi::document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, methods)| {
        methods
            .as_object()
            .unwrap()
            .iter()
            .map(|(method, described)| Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: path
                    .replace("{id}", NONE)
                    .replace("{batch}", "none")
                    .replace("{name}", "none"),
                described: described.clone(),
            })
    });
    let found: Vec<Operation> = all.filter(wanted).collect();
    assert!(!found.is_empty(), "no operation is meant");
    found
}

impl Operation {
    fn declares(&self, status: &str) -> bool {
        self.described["responses"].get(status).is_some()
    }

    /// Whether it declares the response shared by all such operations.
    fn shares(&self, status: &str, name: &str) -> bool {
        let declared = &self.described["responses"][status]["$ref"];
        declared == &format!("#/components/responses/{name}")
    }

    /// Whether it takes one of the API's own forms; providers' operations have their own error responses.
    fn takes_form(&self) -> bool {
        let content = &self.described["requestBody"]["content"];
        self.is_signed() && content.get("application/json").is_some()
    }

    /// The names of its query parameters.
    fn in_query(&self) -> impl Iterator<Item = &str> {
        let parameters = self.described["parameters"].as_array();
        let parameters = parameters.into_iter().flatten();
        parameters
            .filter(|parameter| parameter["in"] == "query")
            .filter_map(|parameter| parameter["name"].as_str())
    }

    fn is_signed(&self) -> bool {
        !yingku_server::OPEN.contains(&self.path.as_str())
    }

    fn call(&self) -> Call {
        self.call_with("")
    }

    fn call_with(&self, query: &str) -> Call {
        Call::new(
            self.method.clone(),
            &format!("/prod-api{}{query}", self.path),
        )
    }

    /// With a JSON body that is not a form.
    fn call_with_no_form(&self) -> Call {
        self.call_with_json("[1]")
    }

    fn call_with_json(&self, body: &str) -> Call {
        self.call()
            .body(body)
            .header("content-type", "application/json")
    }
}

/// Tries each operation, all concurrently; reports those with another response.
async fn each(
    t: &TestApp,
    operations: &[Operation],
    call: impl Fn(&Operation) -> Call,
    (status, word): (u16, &str),
) -> Vec<Answer> {
    let answers = operations.iter().map(|operation| t.send(call(operation)));
    let answers = join_all(answers).await;
    let wrong: Vec<String> = operations
        .iter()
        .zip(&answers)
        .filter(|(_, answer)| answer.status.as_u16() != status || answer.error() != word)
        .map(|(operation, answer)| {
            let Operation { method, path, .. } = operation;
            format!("{method} {path}: {} {}", answer.status, answer.text())
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "not {status} {word}:\n{}",
        wrong.join("\n")
    );
    answers
}

/// A user with every permission.
async fn admin(t: &TestApp) -> Member<'_> {
    t.operator("office-admin", Role::Admin).await
}

#[actix_web::test]
async fn a_malformed_query() {
    let t = TestApp::on_sqlite().await;
    let all = operations(|operation| operation.declares("400"));
    let call = |operation: &Operation| operation.call_with("?keyword=%");
    each(&t, &all, call, (400, "query_malformed")).await;
}

#[actix_web::test]
async fn a_repeated_parameter() {
    let t = TestApp::on_sqlite().await;
    let admin = admin(&t).await;
    let all = operations(|operation| operation.shares("400", "BadQuery"));
    let call = |operation: &Operation| {
        let name = operation.in_query().next().unwrap();
        let call = operation.call_with(&format!("?{name}=1&{name}=1"));
        call.bearer(&admin.access)
    };
    each(&t, &all, call, (400, "bad_request")).await;
}

#[actix_web::test]
async fn a_malformed_body() {
    let t = TestApp::on_sqlite().await;
    let admin = admin(&t).await;
    let all = operations(|operation| operation.takes_form() && operation.declares("400"));
    // Arrays are not forms, even where they would fit.
    for body in ["[1]", "[[]]", "[\"1\"]"] {
        let call = |operation: &Operation| operation.call_with_json(body).bearer(&admin.access);
        each(&t, &all, call, (400, "bad_request")).await;
    }
}

#[actix_web::test]
async fn an_unsigned_request() {
    let t = TestApp::on_sqlite().await;
    let all = operations(|operation| operation.declares("401"));
    let call = |operation: &Operation| operation.call().unsigned();
    each(&t, &all, call, (401, "signature_missing")).await;
}

#[actix_web::test]
async fn an_invalid_token() {
    let t = TestApp::on_sqlite().await;
    let all = operations(|operation| operation.shares("401", "BadAuth"));
    let call = |operation: &Operation| operation.call_with_no_form().bearer("none");
    each(&t, &all, call, (401, "token_invalid")).await;
}

#[actix_web::test]
async fn a_member_operation_without_a_token() {
    let t = TestApp::on_sqlite().await;
    let all = operations(|operation| {
        operation.shares("403", "NoToken") || operation.shares("403", "Forbidden")
    });
    each(
        &t,
        &all,
        Operation::call_with_no_form,
        (403, "login_required"),
    )
    .await;
}

#[actix_web::test]
async fn an_operator_operation_by_a_member() {
    let t = TestApp::on_sqlite().await;
    let member = t.member("lin_xia").await;
    let all = operations(|operation| operation.shares("403", "Forbidden"));
    let call = |operation: &Operation| operation.call_with_no_form().bearer(&member.access);
    each(&t, &all, call, (403, "forbidden")).await;
}

#[actix_web::test]
async fn an_oversized_body() {
    let t = TestApp::on_sqlite().await;
    let admin = admin(&t).await;
    let all = operations(|operation| operation.declares("413"));
    // Over every operation's limit; it is rejected by its declared length.
    let length = (yingku_server::LARGEST_BODY + 1).to_string();
    let call = |operation: &Operation| {
        let call = operation.call().bearer(&admin.access);
        call.header("content-length", &length)
    };
    each(&t, &all, call, (413, "body_too_large")).await;
}

#[actix_web::test]
async fn a_compressed_or_non_json_body() {
    let t = TestApp::on_sqlite().await;
    let admin = admin(&t).await;
    let all = operations(|operation| operation.declares("415"));
    let call = |operation: &Operation| {
        let call = operation.call_with_no_form().bearer(&admin.access);
        call.header("content-encoding", "gzip")
    };
    each(&t, &all, call, (415, "unsupported_content")).await;
    let all = operations(Operation::takes_form);
    let call = |operation: &Operation| {
        let call = operation.call().body("{}").bearer(&admin.access);
        call.header("content-type", "text/plain")
    };
    each(&t, &all, call, (415, "unsupported_content")).await;
}

/// Sends the head without the body.
async fn assert_not_waited_for(t: &TestApp, admin: &Member<'_>, operation: &Operation) {
    let call = operation.call().bearer(&admin.access);
    let answer = t.send_without_end(&t.signer, call).await;
    answer.check_common_parts();
    answer.assert_fails(408, "body_timeout");
}

#[actix_web::test]
async fn a_missing_body() {
    let waits = ClientTimeouts {
        body: Duration::from_millis(50),
        large_body: Duration::from_millis(150),
        ..ClientTimeouts::default()
    };
    let t = TestApp::waiting(waits).await;
    let admin = admin(&t).await;
    let all = operations(|operation| operation.declares("408"));
    let least = LARGE_BODY_ENDPOINTS.max_bytes("");
    let (large, others): (Vec<_>, Vec<_>) = all
        .iter()
        .partition(|operation| LARGE_BODY_ENDPOINTS.max_bytes(&operation.path) > least);
    let others = others.into_iter();
    join_all(others.map(|operation| assert_not_waited_for(&t, &admin, operation))).await;
    // Large bodies of an operator are read one at a time.
    for operation in large {
        assert_not_waited_for(&t, &admin, operation).await;
    }
}

#[actix_web::test]
async fn a_request_over_the_rate_limit() {
    let t = TestApp::with(&[("RATE_PER_SECOND", "1"), ("RATE_BURST", "1")]).await;
    assert_eq!(t.get("/works/detail/list").await.status, 200);
    let all = operations(|operation| operation.declares("429"));
    let answers = each(&t, &all, Operation::call, (429, "rate_limited")).await;
    assert!(
        answers
            .iter()
            .all(|answer| answer.header("retry-after") == "1")
    );
}

#[actix_web::test]
async fn a_possible_replay_while_the_shared_store_is_unavailable() {
    let mut redis = TestRedis::start();
    let t = TestApp::with(&[("REDIS_URL", &redis.url())]).await;
    let all = operations(|operation| operation.declares("503"));
    assert_eq!(all.len(), operations(Operation::is_signed).len());
    let admin = admin(&t).await;
    redis.kill();
    let call = |operation: &Operation| operation.call().bearer(&admin.access);
    let answers = each(&t, &all, call, (503, "busy")).await;
    assert!(
        answers
            .iter()
            .all(|answer| answer.header("retry-after") == "1")
    );
}

/// The required query parameters with their examples.
fn required(operation: &Operation) -> String {
    let parameters = operation.described["parameters"].as_array();
    let required = parameters
        .into_iter()
        .flatten()
        .filter(|parameter| parameter["in"] == "query" && parameter["required"] == true);
    let mut query = form_urlencoded::Serializer::new(String::new());
    for parameter in required {
        let (name, example) = (&parameter["name"], &parameter["example"]);
        let text = example
            .as_str()
            .map_or_else(|| example.to_string(), str::to_owned);
        query.append_pair(name.as_str().unwrap(), &text);
    }
    query.finish()
}

#[actix_web::test]
async fn a_response_that_the_client_has_cached() {
    let t = TestApp::on_sqlite().await;
    t.import(&[film(
        "ABC-001",
        "山谷",
        json!({ "tags": [{ "name": "剧情" }] }),
    )]);
    let [work, term] = ["/works/detail/list", "/tag/list?modName=censored"];
    let (work, term) = (t.rows(work).await, t.rows(term).await);
    for operation in operations(|operation| operation.declares("304")) {
        let one = if operation.path.contains("/tag/") {
            &term
        } else {
            &work
        };
        let path = operation.path.replace(NONE, one[0]["id"].as_str().unwrap());
        let target = format!("/prod-api{path}?{}", required(&operation));
        let first = t.send(Call::get(&target)).await;
        assert_eq!(first.status, 200, "{target}: {}", first.text());
        let again = Call::get(&target).header("if-none-match", first.header("etag"));
        let again = t.send(again).await;
        assert_eq!(
            (again.status.as_u16(), again.body.len()),
            (304, 0),
            "{target}"
        );
    }
}
