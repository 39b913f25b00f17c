//! Two members over every operation that depends on the caller: the data of one is invisible to the other and
//! cannot be changed. A new member operation that is missing here fails the test.

use std::collections::BTreeSet;

use actix_web::http::Method;
use serde_json::{Value, json};
use yingku_base::role::Role;

use super::counters::numbers_of;
use super::{collect, collection};
use crate::support::client::{Answer, Call};
use crate::support::codes::code;
use crate::support::member::{Member, PASSWORD};
use crate::support::{TestApp, film, info_hash, whole_film};

/// The targets of the requests.
struct Targets {
    work: String,
    collection: String,
    session: String,
    /// An unused activation code.
    code: String,
    /// A link of the work.
    magnet: String,
    /// A Torznab key of the first member.
    key: String,
    /// A term of the work, which the first member follows.
    term: String,
    order: String,
    /// A conversation with support.
    message: String,
}

impl Targets {
    /// Public data, and ids that do not exist.
    fn nothing(work: &str, magnet: &str, term: &str) -> Self {
        let never = "910000000000000009";
        Self {
            work: work.to_owned(),
            collection: never.to_owned(),
            session: never.to_owned(),
            code: "12345678".to_owned(),
            magnet: magnet.to_owned(),
            key: never.to_owned(),
            term: term.to_owned(),
            order: "202609210000000000000009".to_owned(),
            message: never.to_owned(),
        }
    }
}

/// A request of the other member.
struct Case {
    method: Method,
    /// The path as in the contract.
    path: &'static str,
    /// The query, or the value of `{id}`.
    at: fn(&Targets) -> String,
    body: fn(&Targets) -> Value,
    /// It targets the first member's data: the response is the same as for an unknown id.
    aimed: bool,
    /// The other member is deleted or signed out afterwards.
    ends: bool,
}

fn get(path: &'static str) -> Case {
    Case {
        method: Method::GET,
        path,
        at: |_| String::new(),
        body: |_| json!(null),
        aimed: false,
        ends: false,
    }
}

fn post(path: &'static str, body: fn(&Targets) -> Value) -> Case {
    Case {
        method: Method::POST,
        body,
        ..get(path)
    }
}

fn put(path: &'static str, body: fn(&Targets) -> Value) -> Case {
    Case {
        method: Method::PUT,
        ..post(path, body)
    }
}

impl Case {
    fn at(self, at: fn(&Targets) -> String) -> Self {
        Self { at, ..self }
    }

    fn aimed(self) -> Self {
        Self {
            aimed: true,
            ..self
        }
    }

    fn ends(self) -> Self {
        Self { ends: true, ..self }
    }

    fn call(&self, targets: &Targets) -> Call {
        let at = (self.at)(targets);
        let path = if self.path.contains("{id}") {
            self.path.replace("{id}", &at)
        } else {
            format!("{}{at}", self.path)
        };
        let target = format!("/prod-api{path}");
        if self.method != Method::GET {
            let call = Call::post(&target, &(self.body)(targets));
            Call {
                method: self.method.clone(),
                ..call
            }
        } else {
            Call::new(self.method.clone(), &target)
        }
    }
}

/// Every operation that depends on the caller, some in several ways.
fn cases() -> Vec<Case> {
    let mut cases = account_cases();
    cases.extend(library_cases());
    cases.extend(like_cases());
    cases.extend(follow_cases());
    cases.extend(vip_cases());
    cases.extend(order_cases());
    cases.extend(message_cases());
    cases
}

fn account_cases() -> Vec<Case> {
    vec![
        get("/v2/works/detail/{id}").at(|to| to.work.clone()),
        get("/v2/user/getInfo"),
        get("/v2/user/sessions"),
        get("/v2/user/export"),
        post("/v2/user/logout", |_| json!({})).ends(),
        post(
            "/v2/user/password",
            |_| json!({ "oldPassword": PASSWORD, "newPassword": "loud-river-28", "confirmPassword": "loud-river-28" }),
        ).ends(),
        get("/v2/user/recovery"),
        post("/v2/user/recovery/code", |_| json!({ "password": PASSWORD })),
        post("/v2/user/email", |_| json!({ "password": PASSWORD, "email": "wang.hai@example.org" })),
        post("/v2/user/delete", |_| json!({ "password": PASSWORD })).ends(),
        post("/v2/user/sessions/{id}/end", |_| json!({}))
            .at(|to| to.session.clone())
            .aimed(),
    ]
}

fn library_cases() -> Vec<Case> {
    let named = |to: &Targets| json!({ "cateName": "别人的", "dataId": to.work });
    vec![
        get("/v2/user/collect/cate/list"),
        post("/v2/user/collect/cate/", named),
        post(
            "/v2/user/collect/cate",
            |to| json!({ "cateName": "也是别人的", "dataId": to.work }),
        ),
        post("/v2/user/collect/cate/{id}/edit", named)
            .at(|to| to.collection.clone())
            .aimed(),
        post("/v2/user/collect/cate/{id}/delete", |_| json!({}))
            .at(|to| to.collection.clone())
            .aimed(),
        get("/v2/user/collect/{id}").at(|to| to.work.clone()),
        get("/v2/user/collect/detail/list"),
        get("/v2/user/collect/detail/facets"),
        get("/v2/user/collect/detail/list")
            .at(|to| format!("?cateId={}", to.collection))
            .aimed(),
        get("/v2/user/collect/detail/facets")
            .at(|to| format!("?cateId={}", to.collection))
            .aimed(),
        post(
            "/v2/user/collect/adds",
            |to| json!({ "status": 0, "dataId": to.work }),
        ),
        post(
            "/v2/user/collect/adds",
            |to| json!({ "status": 0, "dataId": to.work, "cateId": to.collection }),
        )
        .aimed(),
        post(
            "/v2/user/collect/adds",
            |to| json!({ "status": 9, "dataId": to.work, "cateId": to.collection }),
        )
        .aimed(),
        post(
            "/v2/user/collect/adds",
            |to| json!({ "status": 9, "dataId": to.work }),
        ),
        post(
            "/v2/user/collect/edit",
            |to| json!({ "status": 0, "dataId": to.work, "cateIds": [to.collection] }),
        )
        .aimed(),
        post(
            "/v2/user/collect/edit",
            |to| json!({ "status": 9, "dataId": to.work }),
        ),
    ]
}

fn like_cases() -> Vec<Case> {
    vec![
        post(
            "/v2/user/like",
            |to| json!({ "status": 0, "dataId": to.work }),
        ),
        post(
            "/v2/user/like",
            |to| json!({ "status": 9, "dataId": to.work }),
        ),
        get("/v2/user/like/detail/list"),
        get("/v2/user/like/detail/facets"),
    ]
}

fn follow_cases() -> Vec<Case> {
    vec![
        post(
            "/v2/user/follow",
            |to| json!({ "status": 0, "dataId": to.term }),
        ),
        get("/v2/user/follow/{id}").at(|to| to.term.clone()),
        get("/v2/user/follow/list"),
        get("/v2/user/follow/works"),
        get("/v2/user/follow/works/facets"),
        post(
            "/v2/user/follow",
            |to| json!({ "status": 9, "dataId": to.term }),
        ),
        get("/v2/user/keys"),
        post("/v2/user/keys", |_| json!({ "name": "别人的" })),
        post("/v2/user/keys/{id}/delete", |_| json!({}))
            .at(|to| to.key.clone())
            .aimed(),
        get("/v2/user/hidden"),
        put("/v2/user/hidden", |_| json!({ "ids": [] })),
        get("/v2/user/filters"),
        put("/v2/user/filters", |_| json!({ "filters": [] })),
    ]
}

fn vip_cases() -> Vec<Case> {
    let work = |to: &Targets| to.work.clone();
    vec![
        post("/v2/user/activation", |to| json!({ "code": to.code })),
        get("/v2/dht/list").at(|_| "?keyword=AAAA-001".to_owned()),
        post("/v2/dht/copy", |to| json!({ "id": to.magnet })),
        get("/v2/video/censored/{id}").at(work),
        get("/v2/video/uncensored/{id}").at(work),
        get("/v2/video/western/{id}").at(work),
        post("/web/cloud/file/download", |to| {
            let url = format!("magnet:?xt=urn:btih:{}", info_hash("AAAA-001", 1));
            json!({ "censoredId": to.work, "url": url })
        }),
        get("/v2/user/downloads"),
        get("/v2/user/downloads").at(|to| format!("?dataId={}", to.work)),
    ]
}

fn order_cases() -> Vec<Case> {
    let wish = |_: &Targets| json!({ "groupId": "1000000000000003", "payChannel": "alipay" });
    vec![
        post("/v2/orders/submit", wish),
        post("/v2/orders/pay", |to| json!({ "orderId": to.order })).aimed(),
        post("/v2/orders/cancel", |to| json!({ "orderId": to.order })).aimed(),
        get("/v2/orders/list"),
        get("/v2/orders/getOrderId/{id}")
            .at(|to| to.order.clone())
            .aimed(),
    ]
}

fn message_cases() -> Vec<Case> {
    vec![
        post("/v2/message", |_| json!({ "message": "别人的问题" })),
        post(
            "/v2/message/data",
            |to| json!({ "messageId": to.message, "message": "再问一下" }),
        )
        .aimed(),
        get("/v2/message/list"),
        get("/v2/message/{id}").at(|to| to.message.clone()).aimed(),
        post("/v2/message/update", |to| json!({ "id": to.message })).aimed(),
        post(
            "/v2/report",
            |to| json!({ "dataId": to.work, "reason": "wrong" }),
        ),
    ]
}

/// Every operation that takes an access token, according to the contract.
fn calls_with_a_token() -> BTreeSet<(String, String)> {
    let document = serde_json::to_value(yingku_server::openapi::document()).unwrap();
    let mut calls = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let security = operation["security"].as_array();
            let mut ways = security.into_iter().flatten();
            // Operator operations have a matrix of their own.
            let of_members = !path.starts_with("/admin/");
            if of_members && ways.any(|way| way.get("bearer").is_some()) {
                calls.insert((method.to_uppercase(), path.clone()));
            }
        }
    }
    calls
}

#[test]
fn every_operation_with_a_token_is_in_the_matrix() {
    let tried: BTreeSet<_> = cases()
        .iter()
        .map(|case| (case.method.to_string(), case.path.to_owned()))
        .collect();
    let calls = calls_with_a_token();
    assert!(calls.len() > 15);
    assert_eq!(tried, calls, "left: the matrix, right: the contract");
}

/// A playable work, in a list like that of the other tests of this folder, and its magnet link.
async fn work_and_magnet(t: &TestApp) -> (Vec<String>, String) {
    t.import(&[whole_film("AAAA-001", 1)]);
    let works = t.rows("/works/detail/list").await;
    let magnets = t.rows("/dht/list?keyword=AAAA-001").await;
    (
        super::ids(&works),
        magnets[0]["id"].as_str().unwrap().to_owned(),
    )
}

/// The id of a term of another work.
async fn a_term(t: &TestApp) -> String {
    t.import(&[film(
        "AAAA-002",
        "乙",
        json!({ "tags": [{ "name": "森林" }] }),
    )]);
    t.rows("/tag/list?modId=1").await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Follows and hides a term, saves a filter, and creates a key, whose id it returns.
async fn keep(member: &Member<'_>, term: &str) -> String {
    let follow = json!({ "status": 0, "dataId": term });
    member.post("/user/follow", &follow).await;
    member.put("/user/hidden", &json!({ "ids": [term] })).await;
    let filters = json!({ "filters": [{ "name": "今晚看", "query": "online=1" }] });
    member.put("/user/filters", &filters).await;
    let created = member.post("/user/keys", &json!({ "name": "客厅" })).await;
    created.json()["data"]["id"].as_str().unwrap().to_owned()
}

/// Requests a download, and has it decided.
async fn ask_for_download(t: &TestApp, member: &Member<'_>, work: &str) {
    t.make_vip(member, 1);
    let url = format!("magnet:?xt=urn:btih:{}", info_hash("AAAA-001", 1));
    let form = json!({ "censoredId": work, "url": url });
    let call = Call::post("/prod-api/web/cloud/file/download", &form);
    assert_eq!(t.send(call.bearer(&member.access)).await.status, 200);
    let support = t.operator("wang-yuanshan", Role::Support).await;
    let open = support.admin_get("/downloads").await.json();
    let form = json!({ "id": open["rows"][0]["id"], "decision": "done", "note": "林晓月的影片" });
    let decided = support.admin_post("/downloads/decide", &form).await;
    assert_eq!(decided.status, 200, "{}", decided.text());
}

/// All of a member's own data.
async fn seen_by(member: &Member<'_>, work: &str) -> Vec<Value> {
    let mut seen = Vec::new();
    for path in [
        "/user/getInfo",
        "/user/sessions",
        "/user/collect/cate/list?pageSize=50",
        "/user/collect/detail/list",
        "/user/like/detail/list",
        "/user/like/detail/list?sort=pubTime",
        "/user/like/detail/facets",
        "/user/collect/detail/list?sort=pubTime",
        "/user/collect/detail/facets",
        "/user/follow/list",
        "/user/follow/works",
        "/user/follow/works/facets",
        "/user/hidden",
        "/user/filters",
        "/user/keys",
        &format!("/user/collect/{work}"),
        &format!("/works/detail/{work}"),
        "/dht/list?keyword=AAAA-001",
        "/orders/list",
        "/message/list",
        &format!("/user/downloads?dataId={work}"),
        "/user/export",
    ] {
        let answer = member.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        seen.push(answer.json());
    }
    seen
}

fn without_request_id(answer: &Answer) -> Value {
    let mut body = answer.json();
    body["requestId"] = json!("");
    body
}

both! {
    async fn a13_a_members_data_is_inaccessible_to_another(t: &TestApp) {
        let (works, magnet) = work_and_magnet(t).await;
        let term = a_term(t).await;
        let owner = t.member("lin-xiaoyue").await;
        let own = collection(&owner, "林晓月的旧片").await;
        collect(&owner, &works[0], &[&own]).await;
        owner.post("/user/like", &json!({ "status": 0, "dataId": works[0] })).await;
        let key = keep(&owner, &term).await;
        ask_for_download(t, &owner, &works[0]).await;
        let wish = json!({ "groupId": "1000000000000001", "payChannel": "alipay" });
        let order = owner.post("/orders/submit", &wish).await.json();
        let sessions = owner.get("/user/sessions").await.json();
        let question = owner.post("/message", &json!({ "message": "林晓月的问题" })).await;
        let owned = Targets {
            work: works[0].clone(),
            collection: own,
            session: sessions["rows"][0]["id"].as_str().unwrap().to_owned(),
            order: order["orderId"].as_str().unwrap().to_owned(),
            code: code(t, 1, |_| ()),
            magnet: magnet.clone(),
            term: term.clone(),
            key,
            message: question.json()["data"]["id"].as_str().unwrap().to_owned(),
        };
        let nothing = Targets::nothing(&works[0], &magnet, &term);
        let before = seen_by(&owner, &works[0]).await;
        let mut other = t.member("stranger").await;
        t.make_vip(&other, 1);
        for (number, case) in cases().iter().enumerate() {
            let call = |targets: &Targets| case.call(targets).bearer(&other.access);
            let answer = t.send(call(&owned)).await;
            let shown = format!("{} {}: {}", case.method, case.path, answer.text());
            for secret in [&owned.collection, &owned.session, &owned.order, &owned.message, &owner.id, &owner.name, "林晓月的旧片", "林晓月的问题", "林晓月的影片"] {
                assert!(!answer.text().contains(secret), "{shown}");
            }
            if case.aimed {
                answer.assert_fails(404, "not_found");
                let missing = t.send(call(&nothing)).await;
                assert_eq!(without_request_id(&answer), without_request_id(&missing), "{shown}");
            } else {
                assert_eq!(answer.status, 200, "{shown}");
            }
            // The other member's own changes are undone, so that they do not mask changes of the counters.
            for path in ["/user/collect/adds", "/user/like"] {
                other.post(path, &json!({ "status": 9, "dataId": works[0] })).await;
            }
            t.app.views.write_now().unwrap();
            let (collects, likes, _) = numbers_of(t, &works[0]);
            assert_eq!((collects, likes), (1, 1), "{shown}");
            assert_eq!(seen_by(&owner, &works[0]).await, before, "{shown}");
            if case.ends {
                other = t.member(&format!("stranger-{number}")).await;
                t.make_vip(&other, 1);
            }
        }
    }

    async fn without_a_valid_token_nothing_is_done(t: &TestApp) {
        let (works, magnet) = work_and_magnet(t).await;
        let term = a_term(t).await;
        let targets = Targets::nothing(&works[0], &magnet, &term);
        // These are for visitors as well; logging out always works.
        let open = ["/v2/works/detail/{id}", "/v2/user/getInfo", "/v2/user/logout", "/v2/dht/list", "/v2/dht/copy", "/v2/report", "/v2/user/recovery"];
        for case in cases() {
            let visitor = t.send(case.call(&targets)).await;
            let bad = t.send(case.call(&targets).bearer("no.such.token")).await;
            if case.path == "/v2/report" {
                // Not rejected for a missing token: a visitor solves a captcha.
                visitor.assert_fails(400, "bad_request");
            } else if open.contains(&case.path) {
                assert_eq!(visitor.status, 200, "{}", case.path);
            } else {
                visitor.assert_fails(403, "login_required");
                assert_eq!(visitor.json()["code"], 403);
            }
            if case.path != "/v2/user/logout" {
                bad.assert_fails(401, "token_invalid");
                assert_eq!(bad.json()["code"], 401);
            }
        }
        let (collects, likes, _) = numbers_of(t, &works[0]);
        assert_eq!((collects, likes), (0, 0));
    }
}
