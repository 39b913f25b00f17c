//! The HTML shell: what is preloaded in it, and what is not.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_db::DbError;
use yingku_db::schema::{daily_counters, works};

use crate::support::client::{Answer, Call};
use crate::support::{TestApp, film, films};

const AGE_COOKIE: &str = "age=1";
const PRELOADED_RESPONSE: &str = "class=\"preloaded-response\"";
const LIST: &str = "/works/detail/list?isDht=1&modName=censored&pageNum=1&pageSize=32&sort=pubTime";

async fn page(t: &TestApp, path: &str, cookie: &str) -> Answer {
    t.send_plain(Call::get(path).header("cookie", cookie)).await
}

/// The JSON of a data element, as a browser reads it.
fn data(page: &str, named: &str) -> Option<Value> {
    let start = format!("<script type=\"application/json\" {named}>");
    let (_, rest) = page.split_once(&start)?;
    let (text, _) = rest.split_once("</script>")?;
    Some(serde_json::from_str(text).unwrap())
}

async fn brought(t: &TestApp, path: &str, cookie: &str) -> Option<Value> {
    data(&page(t, path, cookie).await.text(), PRELOADED_RESPONSE)
}

async fn id_of(t: &TestApp, number: &str) -> String {
    let rows = t
        .rows(&format!("/works/detail/list?keyword={number}"))
        .await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

async fn tag_of(t: &TestApp, work: &str) -> String {
    let detail = t.get(&format!("/works/detail/{work}")).await.json();
    detail["tags"][0]["id"].as_str().unwrap().to_owned()
}

fn views(t: &TestApp) -> i64 {
    t.app.views.write_now().unwrap();
    let views: Vec<i64> = t
        .app
        .state
        .db
        .read_now::<_, DbError, _>(|conn| Ok(works::table.select(works::views).load(conn)?))
        .unwrap();
    views.iter().sum()
}

fn searches(t: &TestApp) -> i64 {
    t.app.searches.write_now().unwrap();
    let counted: Vec<i64> = t
        .app
        .state
        .db
        .read_now::<_, DbError, _>(|conn| {
            Ok(daily_counters::table
                .filter(daily_counters::name.eq("searches"))
                .select(daily_counters::value)
                .load(conn)?)
        })
        .unwrap();
    counted.iter().sum()
}

fn magnet() -> Value {
    json!([{ "name": "one", "infoHash": "ab".repeat(20), "length": 1, "createTime": "2026-09-02" }])
}

both! {
    async fn a_revalidated_page_keeps_its_policy(t: &TestApp) {
        for path in ["/index", "/login"] {
            let first = page(t, path, AGE_COOKIE).await;
            let again = Call::get(path).header("cookie", AGE_COOKIE).header("if-none-match", first.header("etag"));
            let again = t.send_plain(again).await;
            assert_eq!(again.status, 304, "{path}");
            assert_eq!(again.header("content-security-policy"), first.header("content-security-policy"));
        }
    }

    async fn a_page_has_its_preloaded_response_after_age_confirmation(t: &TestApp) {
        t.import(&[film("ABC-1", "甲 </script><script>alert(1)</script>", json!({ "magnets": magnet(), "picSmall": "p/a&b.svg" }))]);
        for cookie in ["", "age=0", "xage=1", "other=1"] {
            let plain = page(t, "/censored", cookie).await;
            assert_eq!((plain.status.as_u16(), plain.header("vary")), (200, "accept-encoding, cookie"));
            let text = plain.text();
            assert!(data(&text, "id=\"app-config\"").unwrap()["kid"].is_string());
            assert!(!text.contains(PRELOADED_RESPONSE) && !text.contains("ABC-1") && !text.contains("/media/"), "{text}");
        }
        let whole = page(t, "/censored", "theme=dark; age=1").await;
        let text = whole.text();
        let first = data(&text, PRELOADED_RESPONSE).unwrap();
        assert_eq!(first["call"], format!("/v2{LIST}"));
        assert_eq!(first["answer"], t.get(LIST).await.json());
        assert_eq!(first["answer"]["rows"][0]["title"], "甲 </script><script>alert(1)</script>");
        assert!(!text.contains("<script>alert"), "{text}");
        assert!(text.contains(r#"<link rel="preload" as="image" href="/media/p/a&amp;b.svg">"#), "{text}");
        assert!(whole.header("content-security-policy").contains("script-src 'self';"));
    }

    async fn a_page_prerenders_the_first_covers_of_its_preloaded_response(t: &TestApp) {
        let covers = json!({ "magnets": magnet(), "picSmall": "p/a&b.jpg", "picBig": "p/2.svg", "tags": [{ "name": "山城" }] });
        t.import(&[film("ABC-1", "山谷 \"<b>\" </div>", covers)]);
        t.app.directory.catch_up_now();
        const INERT: &str = " aria-hidden=\"true\" inert";
        let id = id_of(t, "ABC-1").await;
        let markup = async |path: &str, cookie: &str| {
            let text = page(t, path, cookie).await.text();
            let (_, markup) = text.split_once("<div id=\"root\">").unwrap();
            markup.split_once("</div>\n").unwrap().0.to_owned()
        };
        let small = "<img src=\"/media/p/a&amp;b.jpg\" srcset=\"/media/p/a&amp;b.jpg?w=";
        let title = "<p class=\"work-card-title\">山谷 &quot;&lt;b&gt;&quot; &lt;/div&gt;</p>";
        for (path, shown) in [
            ("/censored", vec!["<div class=\"prerendered prerendered-list\">", small, title]),
            ("/index", vec!["prerendered-home\"", "<img src=\"/media/p/2.svg\" alt=\"\"", "&lt;/div&gt;</span>"]),
            (&format!("/censored/{id}"), vec!["prerendered-work\"", "<img src=\"/media/p/2.svg\" alt=\"\""]),
            ("/search/%E5%B1%B1%E5%9F%8E", vec!["prerendered-search\"", "<strong>山城</strong>", "<span>类别 ·</span> <span>1 部</span>", small, title]),
            ("/search/ABC-1", vec!["prerendered-search\"><div class=\"prerendered-heading\"", small]),
        ] {
            let markup = markup(path, AGE_COOKIE).await;
            assert!(markup.contains(INERT), "{markup}");
            for part in shown {
                assert!(markup.replace(INERT, "").contains(part), "{path}: no {part} in {markup}");
            }
        }
        let tag = tag_of(t, &id).await;
        for (path, cookie) in [
            ("/censored", ""),
            ("/uncensored", AGE_COOKIE),
            ("/censored?sort=new", AGE_COOKIE),
            (&format!("/tags/{tag}"), AGE_COOKIE),
            // A corrected search has a note above it, and a long heading takes two lines.
            ("/search/%E5%B1%B1%E5%9F%8E%E4%B9%B1", AGE_COOKIE),
            ("/search/ABC-00000001", AGE_COOKIE),
            ("/nowhere", AGE_COOKIE),
        ] {
            assert_eq!(markup(path, cookie).await, "", "{path} {cookie}");
        }
    }

    async fn a_page_is_sent_again_only_when_it_has_changed(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({ "magnets": magnet() }))]);
        let first = page(t, "/censored", AGE_COOKIE).await;
        let etag = first.header("etag").to_owned();
        assert_eq!(first.header("cache-control"), "no-cache");
        let again = |cookie: &'static str| {
            t.send_plain(Call::get("/censored").header("cookie", cookie).header("if-none-match", &etag))
        };
        assert_eq!(again(AGE_COOKIE).await.status, 304);
        assert_eq!(again("").await.status, 200);
        t.import(&[film("ABC-2", "乙", json!({ "magnets": magnet() }))]);
        assert_eq!(again(AGE_COOKIE).await.status, 200);
    }

    async fn the_magnet_switch_cookie_selects_the_list(t: &TestApp) {
        t.import(&films("censored", 3));
        let first = brought(t, "/censored", AGE_COOKIE).await.unwrap();
        assert_eq!(first["answer"]["total"], 0);
        let all = brought(t, "/censored", "age=1; isDht=0").await.unwrap();
        assert_eq!(all["call"], "/v2/works/detail/list?modName=censored&pageNum=1&pageSize=32&sort=pubTime");
        assert_eq!(all["answer"]["total"], 3);
    }

    async fn a_work_is_preloaded_unless_it_is_hidden(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({})), film("ABC-2", "乙", json!({}))]);
        let (shown, hidden) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await);
        t.import(&[film("ABC-2", "乙", json!({ "hidden": true }))]);
        let first = brought(t, &format!("/censored/{shown}?tab=magnet"), AGE_COOKIE).await.unwrap();
        assert_eq!(first["call"], format!("/v2/works/detail/{shown}"));
        // The page and the request after it are one view.
        let answer = t.get(&format!("/works/detail/{shown}")).await.json();
        assert_eq!((&first["answer"], views(t)), (&answer, 1));
        for id in [hidden.as_str(), "910000000000000001", "1", "abc", "-1", "99999999999999999999", "%00"] {
            let plain = page(t, &format!("/censored/{id}"), AGE_COOKIE).await;
            assert_eq!(plain.status, 404, "{id}");
            assert!(!plain.text().contains(PRELOADED_RESPONSE), "{id}");
        }
        assert_eq!(views(t), 1);
    }

    async fn a_page_of_a_missing_resource_is_the_shell_with_status_404(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({ "tags": [{ "name": "灯塔" }] })), film("ABC-2", "乙", json!({ "tags": [{ "name": "山谷" }] }))]);
        let (shown, hidden) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await);
        let (tag, emptied) = (tag_of(t, &shown).await, tag_of(t, &hidden).await);
        t.import(&[film("ABC-2", "乙", json!({ "tags": [{ "name": "山谷" }], "hidden": true }))]);
        for there in [format!("/similar/{shown}"), format!("/tags/{tag}"), format!("/Censored/{shown}/"), "/tags/index".to_owned()] {
            for cookie in ["", AGE_COOKIE] {
                assert_eq!(page(t, &there, cookie).await.status, 200, "{there}");
            }
        }
        let nobody = "910000000000000001";
        for missing in [
            format!("/censored/{hidden}"), format!("/similar/{hidden}"), format!("/tags/{emptied}"), format!("/performer/{nobody}"),
            format!("/maker/western/{nobody}"), "/series/1".to_owned(), "/tags/00".to_owned(), format!("/tags/{}", "9".repeat(30)),
        ] {
            let answer = page(t, &missing, "").await;
            assert_eq!(answer.status, 404, "{missing}");
            assert!(data(&answer.text(), "id=\"app-config\"").is_some(), "{missing}");
        }
    }

    async fn the_works_of_a_term_are_preloaded_with_their_covers(t: &TestApp) {
        t.import(&[
            film("ABC-1", "甲", json!({ "magnets": magnet(), "picSmall": "p/a.svg", "tags": [{ "name": "灯塔" }], "performers": [{ "name": "林晓月" }] })),
            film("ABC-2", "乙", json!({ "magnets": magnet(), "tags": [{ "name": "山谷" }] })),
        ]);
        let detail = t.get(&format!("/works/detail/{}", id_of(t, "ABC-1").await)).await.json();
        let id = |list: &str| detail[list][0]["id"].as_str().unwrap().to_owned();
        let (tag, performer) = (id("tags"), id("performer"));
        let lists = [
            (format!("/tags/{tag}"), format!("/works/detail/list?isDht=1&modName=censored&pageNum=1&pageSize=24&tableNmae=tag&tagsId={tag}")),
            (format!("/performer/uncensored/{performer}/"), format!("/works/detail/list?isDht=1&pageNum=1&pageSize=12&performerId={performer}&tableNmae=performer")),
        ];
        for (path, list) in lists {
            let text = page(t, &path, AGE_COOKIE).await.text();
            let first = data(&text, PRELOADED_RESPONSE).unwrap();
            assert_eq!((&first["call"], &first["answer"]), (&json!(format!("/v2{list}")), &t.get(&list).await.json()), "{path}");
            assert_eq!((&first["answer"]["total"], &first["answer"]["rows"][0]["number"]), (&json!(1), &json!("ABC-1")), "{path}");
            assert!(text.contains(r#"<link rel="preload" as="image" href="/media/p/a.svg">"#), "{path}");
            assert!(!page(t, &path, "").await.text().contains(PRELOADED_RESPONSE), "{path}");
        }
        for other in [format!("/tags/{tag}?sort=new"), "/tags/index".to_owned(), "/tags/910000000000000001".to_owned()] {
            assert!(brought(t, &other, AGE_COOKIE).await.is_none(), "{other}");
        }
    }

    async fn new_works_since_a_time_are_preloaded(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({ "magnets": magnet(), "picSmall": "p/a.svg" }))]);
        let text = page(t, "/new?since=1000000000", AGE_COOKIE).await.text();
        let first = data(&text, PRELOADED_RESPONSE).unwrap();
        let list = "/works/detail/list?addedSince=1000000000&isDht=1&pageNum=1&pageSize=24&sort=id";
        assert_eq!((&first["call"], &first["answer"]), (&json!(format!("/v2{list}")), &t.get(list).await.json()));
        assert_eq!(first["answer"]["total"], 1);
        assert!(text.contains(r#"<link rel="preload" as="image" href="/media/p/a.svg">"#), "{text}");
        for other in ["/new", "/new?since=1", "/new?since=x", "/new?since=4000000001", "/new?since=1000000000&page=2"] {
            assert!(brought(t, other, AGE_COOKIE).await.is_none(), "{other}");
        }
    }

    async fn home_preloads_each_cover_as_it_is_shown(t: &TestApp) {
        let works: Vec<_> = (1..=3)
            .map(|at| {
                let own = json!({ "magnets": magnet(), "picSmall": format!("small/{at}.svg"), "picBig": format!("big/{at}.svg"), "pubTime": "2026-09-20" });
                film(&format!("ABC-{at}"), "甲", own)
            })
            .collect();
        t.import(&works);
        let text = page(t, "/index", AGE_COOKIE).await.text();
        let first = data(&text, PRELOADED_RESPONSE).unwrap();
        let rows = first["answer"]["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 3, "{first}");
        let preloads = |path: &Value| text.contains(&format!("as=\"image\" href=\"/media/{}\"", path.as_str().unwrap()));
        for (at, row) in rows.iter().enumerate() {
            // The first is large; the row below it has the others.
            assert_eq!((preloads(&row["picBig"]), preloads(&row["picSmall"])), (at == 0, at != 0), "{row}");
        }
    }

    async fn similar_works_are_preloaded_with_the_work_and_their_own_covers(t: &TestApp) {
        let of = |number: &str| {
            let own = json!({ "magnets": magnet(), "tags": [{ "name": "灯塔" }], "picSmall": format!("p/{number}.svg"), "picBig": format!("big/{number}.svg") });
            film(number, "甲", own)
        };
        t.import(&[of("ABC-1"), of("ABC-2")]);
        let id = id_of(t, "ABC-1").await;
        let text = page(t, &format!("/similar/{id}"), AGE_COOKIE).await.text();
        let similar = format!("/works/similar/{id}?isDht=1&limit=48");
        let first = data(&text, PRELOADED_RESPONSE).unwrap();
        assert_eq!((&first["call"], &first["answer"]), (&json!(format!("/v2{similar}")), &t.get(&similar).await.json()));
        assert_eq!(first["answer"]["data"][0]["number"], "ABC-2");
        assert!(text.contains(r#"<link rel="preload" as="image" href="/media/p/ABC-2.svg">"#), "{text}");
        assert!(!text.contains("href=\"/media/big/"), "{text}");
        let (_, behind) = text.split_once("\"shared\"").unwrap();
        let work = data(behind, PRELOADED_RESPONSE).unwrap();
        let detail = format!("/works/detail/{id}");
        assert_eq!((&work["call"], &work["answer"]), (&json!(format!("/v2{detail}")), &t.get(&detail).await.json()));
        assert_eq!(views(t), 1);
        assert!(!page(t, &format!("/similar/{id}"), "").await.text().contains(PRELOADED_RESPONSE));
    }

    async fn a_search_is_preloaded_and_counts_once(t: &TestApp) {
        t.import(&[film("ABC-1", "山谷 <b>", json!({ "magnets": magnet() }))]);
        let first = brought(t, "/search/%E5%B1%B1%E8%B0%B7", AGE_COOKIE).await.unwrap();
        assert_eq!(first["answer"]["rows"][0]["number"], "ABC-1");
        assert_eq!(first["call"], "/v2/works/detail/list?isDht=1&keyword=%E5%B1%B1%E8%B0%B7&pageNum=1&pageSize=24");
        let text = page(t, "/search/%E5%B1%B1%E8%B0%B7", AGE_COOKIE).await.text();
        let (_, behind) = text.split_once("\"rows\"").unwrap();
        let suggested = data(behind, PRELOADED_RESPONSE).unwrap();
        assert_eq!(suggested["call"], "/v2/search/suggest?keyword=%E5%B1%B1%E8%B0%B7&limit=4");
        let asked = t.get("/search/suggest?keyword=%E5%B1%B1%E8%B0%B7&limit=4").await.json();
        assert_eq!(suggested["answer"], asked);
        t.send_plain(Call::get("/search/%E5%B1%B1%E8%B0%B7")).await;
        assert_eq!(searches(t), 1);
        let hostile = "/search/%3C%2Fscript%3E%3Cscript%3E%26%22'+=&%2F";
        let text = page(t, hostile, AGE_COOKIE).await.text();
        assert!(!text.contains("</script><script>&"), "{text}");
        let call = data(&text, PRELOADED_RESPONSE).unwrap()["call"].as_str().unwrap().to_owned();
        assert!(call.contains("keyword=%3C%2Fscript%3E%3Cscript%3E%26%22%27%2B%3D%26%2F&"), "{call}");
        let long = format!("/search/{}", "a".repeat(33));
        for odd in ["/search/%20", "/search/a%00", "/search/%ff", long.as_str()] {
            let plain = page(t, odd, AGE_COOKIE).await;
            assert!(!plain.text().contains(PRELOADED_RESPONSE), "{odd}");
        }
    }
}

#[actix_web::test]
async fn a_page_counts_like_the_request_that_it_preloads() {
    let t = TestApp::with(&[("RATE_PER_SECOND", "1"), ("RATE_BURST", "3")]).await;
    t.import(&films("censored", 1));
    for _ in 0..3 {
        assert!(brought(&t, "/censored", AGE_COOKIE).await.is_some());
    }
    // Over the limit there is a plain page, and the signed request is rejected.
    let plain = page(&t, "/censored", AGE_COOKIE).await;
    assert_eq!(plain.status, 200);
    assert!(!plain.text().contains(PRELOADED_RESPONSE));
    t.get(LIST).await.assert_fails(429, "rate_limited");
    // HEAD preloads nothing.
    let head = Call::new(actix_web::http::Method::HEAD, "/censored").header("cookie", AGE_COOKIE);
    assert_eq!(t.send_plain(head).await.status, 200);
}
