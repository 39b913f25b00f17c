//! Lists as feeds.

use serde_json::{Value, json};
use yingku_base::role::Role;

use crate::support::client::{Answer, Call};
use crate::support::{TestApp, film};

async fn feed(t: &TestApp, query: &str) -> Answer {
    let answer = t
        .send_plain(Call::get(&format!("/feeds/works.atom{query}")).unsigned())
        .await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    assert_eq!(
        answer.header("content-type"),
        "application/atom+xml; charset=utf-8"
    );
    answer
}

/// The titles of the entries.
fn titles(feed: &Answer) -> Vec<String> {
    let text = feed.text();
    let entries = text.split("<entry>").skip(1);
    let title = |entry: &str| {
        entry
            .split("<title>")
            .nth(1)
            .unwrap()
            .split("</title>")
            .next()
            .unwrap()
            .to_owned()
    };
    entries.map(title).collect()
}

fn catalogue() -> Vec<Value> {
    vec![
        film(
            "A-1",
            "山 & <水>",
            json!({ "pubTime": "2026-09-01", "performers": [{ "name": "林晓月" }] }),
        ),
        film("A-2", "乙", json!({ "pubTime": "2026-09-03" })),
        film(
            "B-1",
            "丙",
            json!({ "pubTime": "2026-09-02", "channel": "western" }),
        ),
        film("B-2", "丁", json!({ "hidden": true })),
    ]
}

both! {
    async fn a_feed_has_the_works_of_the_list(t: &TestApp) {
        t.import(&catalogue());
        let all = feed(t, "").await;
        assert_eq!(titles(&all), ["B-1 丙", "A-2 乙", "A-1 山 &amp; &lt;水&gt;"], "the latest added first");
        assert_eq!(titles(&feed(t, "?sort=pubTime").await), ["A-2 乙", "B-1 丙", "A-1 山 &amp; &lt;水&gt;"]);
        assert_eq!(all.header("cache-control"), "public, max-age=300");
        assert_eq!(all.header("vary"), "accept-encoding");
        let text = all.text();
        let western = t.rows("/works/detail/list?modName=western").await[0]["id"].as_str().unwrap().to_owned();
        let site = &t.app.state.config.pay.public_url;
        assert!(text.contains(&format!("<link rel=\"alternate\" href=\"{site}/western/{western}\"/>")), "{text}");
        let cover = format!("<media:thumbnail url=\"{site}/media/covers/{western}-small.svg\"/>");
        assert!(text.contains(&cover), "{text}");
        // The entry ids of feed readers are the same at another URL.
        let ids: Vec<&str> = text.split("<id>").skip(1).map(|rest| rest.split('<').next().unwrap()).collect();
        assert!(ids.len() == 4 && ids.iter().all(|id| id.starts_with("urn:uuid:")), "{ids:?}");
        assert!(text.contains("</id><title>映库</title>"), "{text}");
        assert_eq!(titles(&feed(t, "?modName=western").await), ["B-1 丙"]);
        let lin = t.rows("/works/performer/list").await[0]["id"].as_str().unwrap().to_owned();
        let of_lin = feed(t, &format!("?performerId={lin}")).await;
        assert_eq!(titles(&of_lin).len(), 1);
        assert!(of_lin.text().contains("<title>映库 · 林晓月</title>"));
        let found = feed(t, "?keyword=%E4%B9%99&modName=censored").await;
        assert_eq!(titles(&found), ["A-2 乙"]);
        assert!(found.text().contains("<title>映库 · 有码 · “乙”</title>"), "{}", found.text());
    }

    async fn a_feed_is_revalidated_by_its_etag(t: &TestApp) {
        t.import(&catalogue());
        let tag = feed(t, "").await.header("etag").to_owned();
        let again = || Call::get("/feeds/works.atom").unsigned().header("if-none-match", &tag);
        assert_eq!(t.send_plain(again()).await.status, 304);
        t.import(&[film("A-3", "新", json!({ "pubTime": "2026-09-04" }))]);
        let changed = t.send_plain(again()).await;
        assert_eq!((changed.status.as_u16(), titles(&changed).len()), (200, 4));
    }

    async fn a_feed_is_dated_by_when_works_were_added(t: &TestApp) {
        let times = |feed: &Answer, name: &str| -> Vec<String> {
            let (text, tag) = (feed.text(), format!("<{name}>"));
            let times = text.split(&tag).skip(1);
            times.map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
        };
        t.import(&[
            film("A-1", "老", json!({ "pubTime": "2003-05-01" })),
            film("A-2", "新", json!({ "pubTime": "2030-01-01" })),
        ]);
        let first = feed(t, "?sort=id").await;
        let added = "2026-09-21T14:13:20Z";
        assert_eq!(times(&first, "updated"), [added; 3], "the feed and both works: {}", first.text());
        // An unreleased one has no published date.
        assert_eq!(times(&first, "published"), ["2003-04-30T16:00:00Z"]);
        t.clock.advance(3_600_000);
        let operator = t.operator("wang-yuanshan", Role::Editor).await;
        let older = json!({ "channel": "western", "number": "A-3", "title": "更老", "pubTime": "1999-01-01" });
        assert_eq!(operator.admin_post("/works/create", &older).await.status, 200);
        t.app.indexer.catch_up_now();
        let later = "2026-09-21T15:13:20Z";
        for sort in ["id", "pubTime"] {
            let updated = times(&feed(t, &format!("?sort={sort}")).await, "updated");
            assert_eq!(updated[0], later, "the latest of the works, in any order: {sort}");
            assert_eq!(updated[1..].iter().filter(|time| **time == later).count(), 1);
        }
    }

    async fn a_feed_has_fifty_entries_and_the_rules_of_the_list(t: &TestApp) {
        let many: Vec<Value> = (1..=60).map(|number| film(&format!("C-{number}"), "甲", json!({}))).collect();
        t.import(&many);
        assert_eq!(titles(&feed(t, "").await).len(), 50);
        for bad in ["modName=other", "keyword=", "tagsId=x", "date=0"] {
            t.send_plain(Call::get(&format!("/feeds/works.atom?{bad}")).unsigned()).await.assert_fails(400, "bad_request");
        }
        let posted = t.send_plain(Call::post("/feeds/works.atom", &json!({})).unsigned()).await;
        assert!(posted.status.is_client_error());
    }
}
