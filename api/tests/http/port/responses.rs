//! Properties common to all responses: policies, conditional requests, and content types.

use actix_web::http::Method;
use serde_json::json;

use crate::support::TestApp;
use crate::support::client::Call;

#[actix_web::test]
async fn every_response_has_a_policy() {
    let t = TestApp::on_sqlite().await;
    std::fs::create_dir_all(t.folder.path().join("media/mine")).unwrap();
    let file = |name: &str| t.folder.path().join("media/mine").join(name);
    std::fs::write(file("a.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>").unwrap();
    std::fs::write(file("a.html"), "<p>text</p>").unwrap();
    for path in [
        "/prod-api/v2/works/detail/list",
        "/prod-api/v2/none",
        "/healthz",
        "/readyz",
        "/openapi.yaml",
        "/docs",
        "/robots.txt",
        "/index",
        "/nothing",
        "/.env",
        "/media/covers/910000000000000001-small.svg",
    ] {
        let answer = t.send_plain(Call::get(path)).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src "), "{path}: {policy}");
        assert!(
            policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
    }
    for name in ["a.svg", "a.html"] {
        let answer = t
            .send_plain(Call::get(&format!("/media/mine/{name}")))
            .await;
        assert_eq!(answer.status, 200);
        let policy = answer.header("content-security-policy");
        assert!(
            policy.starts_with("sandbox; default-src 'none'"),
            "{policy}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
}

both! {
    async fn a_condition_may_have_several_etags_a_wildcard_or_a_strong_etag(t: &TestApp) {
        let list = "/prod-api/v2/works/detail/list?pageSize=2";
        let etag = t.send(Call::get(list)).await.header("etag").to_owned();
        let strong = etag.trim_start_matches("W/");
        for (known, same) in [
            (etag.clone(), true),
            (format!("\"x\", {etag}, W/\"y\""), true),
            (format!("\"a,b\",{etag}"), true),
            (strong.to_owned(), true),
            ("*".to_owned(), true),
            (" * ".to_owned(), true),
            ("\"x\"".to_owned(), false),
            ("W/\"x\", \"y\"".to_owned(), false),
            (strong.trim_matches('"').to_owned(), false),
            ("nonsense".to_owned(), false),
        ] {
            let answer = t.send(Call::get(list).header("if-none-match", &known)).await;
            assert_eq!(answer.status == 304, same, "{known}");
        }
        // Several lines are one list.
        let lines = Call::get(list).header("if-none-match", "\"x\"").header("if-none-match", &etag);
        assert_eq!(t.send(lines).await.status, 304);
    }

    async fn json_content_types_match_in_any_spacing(t: &TestApp) {
        for kind in ["application/json ;charset=utf-8", "application/json ; charset=utf-8", "Application/JSON; charset=UTF-8", "application/json;charset=utf-8"] {
            let call = Call::new(Method::POST, "/prod-api/v2/user/login").body("{}").without("content-type");
            t.send(call.header("content-type", kind)).await.assert_fails(400, "bad_request");
        }
        let call = Call::new(Method::POST, "/prod-api/v2/user/login").body("{}").header("content-type", "text/plain");
        t.send(call).await.assert_fails(415, "unsupported_content");
    }

    async fn invisible_text_is_rejected_as_empty(t: &TestApp) {
        let member = t.member("lin_xia").await;
        for blank in ["\u{200b}", "\u{200b}\u{feff} \u{2060}", "\u{00ad}", "\u{3164}"] {
            let named = json!({ "cateName": blank, "description": "", "isPrivate": 0 });
            let answer = member.post("/user/collect/cate/", &named).await;
            answer.assert_fails(400, "bad_request");
            assert_eq!(answer.json()["msg"], "收藏夾名字未填写");
            let request = json!({ "appId": "yingku", "message": blank });
            let answer = member.post("/message", &request).await;
            answer.assert_fails(400, "bad_request");
            assert_eq!(answer.json()["msg"], "请填写后提交");
        }
    }

    async fn a_nul_byte_in_a_code_is_reported(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let code = json!({ "appId": "yingku", "code": "ABCD\u{0}EFGHJK" });
        let answer = member.post("/user/activation", &code).await;
        answer.assert_fails(400, "bad_request");
        assert_eq!(answer.json()["msg"], "激活码包含无法识别的字符");
    }
}

#[actix_web::test]
async fn unencoded_responses_have_no_content_encoding() {
    let t = TestApp::on_sqlite().await;
    for path in [
        "/prod-api/v2/works/detail/list",
        "/openapi.yaml",
        "/media/covers/910000000000000001-small.svg",
    ] {
        let answer = t.send(Call::get(path)).await;
        assert_eq!(answer.header("content-encoding"), "", "{path}");
    }
}

#[actix_web::test]
async fn allowed_origins_may_send_conditional_requests_and_read_their_headers() {
    let t = TestApp::with(&[("CORS_ORIGINS", "https://friend.example")]).await;
    let list = "/prod-api/v2/works/detail/list";
    let preflight = Call::new(Method::OPTIONS, list)
        .unsigned()
        .header("origin", "https://friend.example")
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "if-none-match");
    assert_eq!(t.send(preflight).await.status, 200);
    let call = t
        .send(Call::get(list).header("origin", "https://friend.example"))
        .await;
    let exposed = call.header("access-control-expose-headers").to_lowercase();
    for name in ["retry-after", "etag", "x-request-id"] {
        assert!(exposed.contains(name), "{exposed}");
    }
}
