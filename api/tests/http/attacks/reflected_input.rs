//! Untrusted input that is output again: names with markup, paths, hosts, return URLs.

use serde_json::{Value, json};

use crate::support::client::{Answer, Call, encoded};
use crate::support::listening::Listening;
use crate::support::raw::Raw;
use crate::support::{TestApp, film, info_hash, whole_film};

const MARKUP: [&str; 5] = [
    "<em>ABC-1</em><img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "</title><svg onload=alert(1)>",
    "]]><b>x</b>&amp;&lt;",
    "javascript:alert(1)//\"'><a href=//evil.example>",
];

/// A work whose title and links are markup.
fn work_with_markup() -> Value {
    let magnets: Vec<Value> = MARKUP.iter().zip(1..).map(|(name, link)| {
        json!({ "name": name, "infoHash": info_hash("ABC-1", link), "length": 1_000 - i64::from(link), "createTime": "2026-09-02" })
    }).collect();
    film(
        "ABC-1",
        &MARKUP.concat(),
        json!({ "magnets": magnets, "tags": [{ "name": MARKUP[0] }] }),
    )
}

/// The tags in a text.
fn tags(text: &str) -> Vec<&str> {
    let open = text.split('<').skip(1);
    open.filter_map(|rest| {
        rest.split(['>', ' ', '/', '\n'])
            .find(|name| !name.is_empty())
    })
    .collect()
}

fn assert_json(answer: &Answer) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(
        answer
            .header("content-type")
            .starts_with("application/json"),
        "{}",
        answer.header("content-type")
    );
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
}

both! {
    async fn a17_markup_in_a_name_is_escaped_everywhere(t: &TestApp) {
        t.import(&[work_with_markup()]);
        let list = t.get("/dht/list?keyword=ABC-1").await;
        assert_json(&list);
        let rows = list.json()["rows"].as_array().unwrap().clone();
        let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(names, MARKUP, "as it was imported: the site makes text of it");
        // In a link everything but letters and digits is percent-encoded.
        let member = t.registered("lin_xia").await;
        for row in &rows {
            let copied = member.post("/dht/copy", &json!({ "id": row["id"] })).await.json();
            let magnet = copied["data"]["magnet"].as_str().unwrap();
            assert!(magnet.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"?=&:%.-_~".contains(&byte)), "{magnet}");
            assert_eq!(magnet.matches("xt=").count(), 1, "{magnet}");
        }
        // In the XML formats.
        let key = member.post("/user/keys", &json!({ "name": "客厅" })).await.json()["data"]["key"].as_str().unwrap().to_owned();
        let found = t.send_plain(Call::get(&format!("/torznab/api?t=search&apikey={key}&q=ABC-1")).unsigned()).await;
        let feed = t.send_plain(Call::get("/feeds/works.atom").unsigned()).await;
        for (answer, needed) in [(found, "<item>"), (feed, "<entry>")] {
            let text = answer.text();
            assert!(answer.status == 200 && text.contains(needed), "{text}");
            assert!(answer.header("content-type").contains("xml"));
            for bad in ["img", "script", "svg", "b", "a", "em", "![CDATA["] {
                assert!(!tags(&text).contains(&bad), "<{bad} in {text}");
            }
        }
    }

    async fn a21_a_keyword_and_a_title_are_escaped_in_the_html_shell(t: &TestApp) {
        t.import(&[work_with_markup()]);
        let id = t.rows("/works/detail/list").await[0]["id"].as_str().unwrap().to_owned();
        let mut paths = vec![format!("/censored/{id}"), "/censored".to_owned()];
        paths.extend(MARKUP.map(|text| format!("/search/{}", encoded(text))));
        paths.extend(MARKUP.map(|text| format!("/message?message={}", encoded(text))));
        let plain = t.send_plain(Call::get("/login")).await.text();
        let expected: std::collections::HashSet<_> = tags(&plain).into_iter().map(str::to_owned).collect();
        for path in paths {
            let page = t.send_plain(Call::get(&path).header("cookie", "age=1")).await;
            let text = page.text();
            // The data of the prerendered covers.
            let text = text.replace("<img src=\"/media/", "").replace("<svg width=\"18\" height=\"18\"></svg>", "");
            let drawn = ["link", "script", "meta", "ul", "li", "p", "span", "strong", "small"];
            for tag in tags(&text) {
                assert!(expected.contains(tag) || drawn.contains(&tag), "{path}: <{tag}");
            }
            assert!(!text.contains("<script>"), "{path}: {text}");
            let policy = page.header("content-security-policy");
            assert!(policy.contains("script-src 'self'") && !policy.contains("'unsafe-inline' 'self'; script"), "{policy}");
            let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).unwrap();
            assert!(!scripts.contains("unsafe"), "{scripts}");
        }
    }

    async fn a20_the_return_url_of_a_payment_is_the_servers_own(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        let evil = "https://evil.example/";
        let mut form = json!({ "groupId": "1000000000000003", "payChannel": "alipay", "scene": "phone" });
        for name in ["returnUrl", "return_url", "notifyUrl", "notify_url", "quitUrl", "redirect", "url", "host"] {
            form[name] = json!(evil);
        }
        let call = Call::post("/prod-api/v2/orders/submit", &form).bearer(&member.access);
        let headers = [("host", "evil.example"), ("x-forwarded-host", "evil.example"), ("origin", "https://evil.example"), ("referer", evil)];
        let call = headers.iter().fold(call, |call, (name, value)| call.header(name, value));
        let link = t.send(call).await.json()["data"].as_str().unwrap().to_owned();
        assert!(link.starts_with(&format!("{}/sandbox/", t.app.state.config.pay.public_url)), "{link}");
        assert!(!link.contains("evil"), "{link}");
        // And no path of the site redirects elsewhere.
        for path in ["//evil.example/", "//evil.example/%2e%2e", "/%5cevil.example/", "/\\evil.example", "/%2f%2fevil.example", "/login?from=https://evil.example/", "/UserLogin?redirect=//evil.example", "/index/?url=//evil.example"] {
            let answer = t.send_plain(Call::get(&path.replace('\\', "%5c"))).await;
            assert_eq!((answer.header("location"), answer.header("refresh")), ("", ""), "{path}");
            assert!(!answer.status.is_redirection(), "{path}");
        }
    }

    async fn a22_links_come_from_the_settings_and_not_from_request_headers(t: &TestApp) {
        t.import(&[whole_film("ABC-1", 1)]);
        let member = t.registered("lin_xia").await;
        let key = member.post("/user/keys", &json!({ "name": "客厅" })).await.json()["data"]["key"].as_str().unwrap().to_owned();
        let site = t.app.state.config.pay.public_url.clone();
        for path in ["/feeds/works.atom".to_owned(), format!("/torznab/api?t=search&apikey={key}"), "/torznab/api?t=caps".to_owned(), "/robots.txt".to_owned(), "/index".to_owned(), "/openapi.yaml".to_owned(), "/docs".to_owned()] {
            let request = Call::get(&path).unsigned().header("host", "evil.example");
            let request = request.header("x-forwarded-host", "evil.example").header("forwarded", "host=evil.example;proto=https");
            let answer = t.send_plain(request).await;
            assert_eq!(answer.status, 200, "{path}");
            assert!(!answer.text().contains("evil"), "{path}");
            for (name, value) in &answer.headers {
                assert!(!value.to_str().unwrap().contains("evil"), "{path}: {name}");
            }
            if path.contains("feeds") {
                assert!(answer.text().contains(&site));
            }
        }
    }
}

#[actix_web::test]
async fn a22_line_breaks_inject_no_headers() {
    let t = TestApp::on_sqlite().await;
    let _listening = Listening::start(&t);
    let to = t.address.local_addr().unwrap();
    for path in [
        "/%0d%0ainjected:%201",
        "/index%0d%0ainjected:%201",
        "/feeds/works.atom?modName=x%0d%0ainjected:%201",
        "/media/a%0d%0ainjected:%201",
        "/sandbox/cashier/x%0d%0ainjected:%201",
    ] {
        let response = Raw::connect(to).await.ask(&format!(
            "GET {path} HTTP/1.1\r\nhost: x\r\norigin: https://x%0d%0ainjected\r\n\r\n"
        ));
        assert!(
            !response.has("injected") && response.has("x-request-id"),
            "{path}: {response:?}"
        );
    }
    // A value with a bare line feed or carriage return is invalid.
    for value in ["a\rb", "a\nb: c", "a\0b"] {
        let response = Raw::connect(to).await.ask(&format!(
            "GET /index HTTP/1.1\r\nhost: x\r\nx-request-id: {value}\r\n\r\n"
        ));
        assert_ne!(response.header("x-request-id"), value);
        assert!(!response.has("b"), "{response:?}");
    }
}

/// The content of a file outside of the folders.
const SECRET: &str = "not for you";
/// Paths to it, some of which begin with an existing file.
const WAYS: &str = "../secret.txt mine/../../secret.txt ..%2fsecret.txt %2e%2e/secret.txt %2e%2e%2fsecret.txt \
    ..%252fsecret.txt %252e%252e/secret.txt ..;/secret.txt ..%5csecret.txt ..\\secret.txt ....//secret.txt .%2e/secret.txt \
    %c0%ae%c0%ae/secret.txt mine/.hidden.txt link.txt out/secret.txt mine/good.txt%00.svg mine/good.txt%00 secret.txt%00 \
    file:///etc/passwd /etc/passwd %2fetc%2fpasswd ?../secret.txt mine/ mine .";
/// Prefixes of these paths.
const ROOTS: &str = "/media/ /hls/x/1790021600/910000000000000001/ /hls/ /assets/ / /prod-api/v2/pages/ /docs/ \
    /sandbox/cashier/ /.well-known/";

/// Puts the file next to the folders, and links to it inside.
fn write_outside_file(t: &TestApp) -> String {
    let secret = t.folder.path().join("secret.txt");
    std::fs::write(&secret, SECRET).unwrap();
    for folder in ["media", "streams", "pages"] {
        let folder = t.folder.path().join(folder);
        std::fs::create_dir_all(folder.join("mine")).unwrap();
        std::fs::write(folder.join("mine/good.txt"), "good").unwrap();
        std::fs::write(folder.join("mine/.hidden.txt"), SECRET).unwrap();
        std::os::unix::fs::symlink(&secret, folder.join("link.txt")).unwrap();
        std::os::unix::fs::symlink(t.folder.path(), folder.join("out")).unwrap();
    }
    secret.display().to_string()
}

#[actix_web::test]
async fn a19_no_path_leads_out_of_a_folder() {
    let t = TestApp::on_sqlite().await;
    let absolute = write_outside_file(&t);
    let _listening = Listening::start(&t);
    let to = t.address.local_addr().unwrap();
    let get = async |path: &str| {
        Raw::connect(to)
            .await
            .ask(&format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n"))
    };
    assert_eq!(get("/media/mine/good.txt").await.body, b"good");
    let encoded = absolute.replace('/', "%2f");
    for root in ROOTS.split_whitespace() {
        for way in WAYS.split_whitespace().chain([&*absolute, &*encoded]) {
            let response = get(&format!("{root}{way}")).await;
            let (status, text) = (response.status(), String::from_utf8_lossy(&response.body));
            let kept = !text.contains(SECRET) && !text.starts_with("root:");
            assert!(kept && status < 500, "{root}{way}: {status}");
            let nothing = root != "/media/" || [400, 404].contains(&status);
            assert!(nothing, "{root}{way}: {status}");
        }
    }
}
