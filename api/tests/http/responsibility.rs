//! The site's duties to the public: the RTA label on everything, no indexing by search engines unless the operator
//! wants it, and the pages about itself.

use serde_json::{Value, json};

use crate::support::client::{Answer, Call};
use crate::support::{TestApp, film};

const RTA: &str = "RTA-5042-1996-1400-1577-RTA";
const NOT_LISTED: &str = "noindex, nofollow, noarchive, noimageindex";

/// A page, an API response, an error, a picture, a rejected stream, and the rest.
const EVERYTHING: [&str; 12] = [
    "/",
    "/censored",
    "/terms",
    "/user",
    "/admin",
    "/robots.txt",
    "/prod-api/v2/app/config",
    "/prod-api/v2/nothing",
    "/media/covers/910000000000000001/big.svg",
    "/hls/x/1/910000000000000001/index.m3u8",
    "/docs",
    "/readyz",
];

async fn plain(t: &TestApp, path: &str) -> Answer {
    t.send_plain(Call::get(path)).await
}

async fn listed(t: &TestApp) -> Vec<&'static str> {
    let mut listed = Vec::new();
    for path in EVERYTHING {
        let answer = plain(t, path).await;
        assert_eq!(answer.header("rating"), RTA, "{path}");
        if answer.headers.get("x-robots-tag").is_none() {
            listed.push(path);
        } else {
            assert_eq!(answer.header("x-robots-tag"), NOT_LISTED, "{path}");
        }
    }
    listed
}

#[actix_web::test]
async fn everything_has_the_adult_label_and_nothing_is_indexed_by_default() {
    let t = TestApp::on_sqlite().await;
    t.import(&[film("ABC-1", "甲", json!({}))]);
    assert_eq!(listed(&t).await, [""; 0]);
    let robots = plain(&t, "/robots.txt").await;
    assert_eq!(robots.text(), "User-agent: *\nDisallow: /\n");
}

#[actix_web::test]
async fn an_operator_may_let_search_engines_index_public_pages() {
    let t = TestApp::with(&[("SEARCH_ENGINES", "allow")]).await;
    assert_eq!(listed(&t).await, ["/", "/censored", "/terms"]);
    let robots = plain(&t, "/robots.txt").await;
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    assert!(robots.text().contains("Disallow: /admin\n"));
    assert!(!robots.text().contains("Disallow: /\n"));
}

fn text_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["data"]["text"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn the_pages_are_the_operators_or_the_bundled_ones() {
    let t = TestApp::on_sqlite().await;
    let folder = t.app.state.config.site.pages_dir.clone();
    for name in ["terms", "privacy", "contact"] {
        let answer = t.get(&format!("/pages/{name}")).await;
        assert_eq!(answer.json()["data"]["name"], Value::from(name));
        assert!(text_of(&answer).starts_with("# "), "{name}");
    }
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("contact.txt"), "写信给 <b>站长</b>").unwrap();
    let own = t.get("/pages/contact").await;
    assert_eq!(text_of(&own), "写信给 <b>站长</b>");
    // A file of another name is never served.
    std::fs::write(folder.join("secret.md"), "秘密").unwrap();
    for nothing in ["secret", "TERMS", "..%2Fsecret", "terms.md"] {
        let answer = t.get(&format!("/pages/{nothing}")).await;
        answer.assert_fails(404, "not_found");
    }
}
