//! Members' Torznab keys, and the search that they give access to.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::client::{Answer, Call, encoded};
use crate::support::member::{Member, PASSWORD};
use crate::support::{TestApp, film, info_hash, whole_film};

async fn make_key(member: &Member<'_>) -> (String, String) {
    let created = member.post("/user/keys", &json!({ "name": "客厅" })).await;
    assert_eq!(created.status, 200, "{}", created.text());
    let data = created.json()["data"].clone();
    (
        data["id"].as_str().unwrap().to_owned(),
        data["key"].as_str().unwrap().to_owned(),
    )
}

async fn keys(member: &Member<'_>) -> Vec<Value> {
    let answer = member.get("/user/keys").await;
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()["data"].as_array().unwrap().clone()
}

async fn ask(t: &TestApp, query: &str) -> Answer {
    let answer = t
        .send_plain(Call::get(&format!("/torznab/api?{query}")).unsigned())
        .await;
    assert_eq!(
        answer.header("content-type"),
        "application/xml; charset=utf-8"
    );
    assert_eq!(answer.header("cache-control"), "no-store");
    answer
}

/// The titles of a successful search, and the total.
async fn found(t: &TestApp, key: &str, query: &str) -> (Vec<String>, String) {
    let answer = ask(t, &format!("t=search&apikey={key}&{query}")).await;
    let text = answer.text();
    assert_eq!(answer.status, 200, "{text}");
    let inside = |text: &str, from: &str, to: &str| {
        text.split(from)
            .nth(1)
            .unwrap()
            .split(to)
            .next()
            .unwrap()
            .to_owned()
    };
    let items = text.split("<item>").skip(1);
    let total = inside(&text, "total=\"", "\"");
    (
        items
            .map(|item| inside(item, "<title>", "</title>"))
            .collect(),
        total,
    )
}

async fn assert_rejected(t: &TestApp, query: &str, status: u16, code: u16) {
    let answer = ask(t, query).await;
    assert_eq!(answer.status, status, "{query}");
    assert!(
        answer.text().contains(&format!("<error code=\"{code}\"")),
        "{}",
        answer.text()
    );
}

both! {
    async fn a_key_is_shown_once_and_works_until_it_is_deleted(t: &TestApp) {
        t.import(&[whole_film("AAAA-001", 2)]);
        let member = t.member("lin-xiaoyue").await;
        let (id, key) = make_key(&member).await;
        assert_eq!(key.len(), 40);
        let listed = keys(&member).await;
        assert_eq!((listed.len(), &listed[0]["name"], &listed[0]["useTime"]), (1, &json!("客厅"), &Value::Null));
        assert!(!listed[0].to_string().contains(&key));
        let export = member.get("/user/export").await;
        assert!(export.text().contains("客厅") && !export.text().contains(&key));
        assert_eq!(found(t, &key, "").await.0.len(), 2);
        assert_eq!(keys(&member).await[0]["useTime"], "2026-09-21 22:13:20");
        t.clock.advance(61_000);
        found(t, &key.to_uppercase(), "").await;
        assert_eq!(keys(&member).await[0]["useTime"], "2026-09-21 22:14:21");
        let delete = format!("/user/keys/{id}/delete");
        assert_eq!(member.post(&delete, &json!({})).await.status, 200);
        member.post(&delete, &json!({})).await.assert_fails(404, "not_found");
        assert_rejected(t, &format!("t=search&apikey={key}"), 401, 100).await;
    }

    async fn a_member_has_five_keys_with_names(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let form = json!({ "name": " 客厅 " });
        let answers = join_all((0..8).map(|_| member.post("/user/keys", &form))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 5);
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(422, "too_many_keys");
        }
        assert!(keys(&member).await.iter().all(|key| key["name"] == "客厅"));
        for bad in [json!({}), json!({ "name": " " }), json!({ "name": "a\u{0}" }), json!({ "name": "长".repeat(41) })] {
            member.post("/user/keys", &bad).await.assert_fails(400, "bad_request");
        }
    }

    async fn deleted_and_disabled_members_have_no_key(t: &TestApp) {
        t.import(&[whole_film("AAAA-001", 1)]);
        let member = t.member("lin-xiaoyue").await;
        let (_, key) = make_key(&member).await;
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        assert_rejected(t, &format!("t=search&apikey={key}"), 401, 100).await;
    }

    async fn a_torznab_client_gets_the_capabilities(t: &TestApp) {
        let caps = ask(t, "t=caps").await;
        assert_eq!(caps.status, 200);
        for part in ["<limits max=\"100\" default=\"50\"/>", "<search available=\"yes\" supportedParams=\"q\"/>", "<category id=\"2000\" name=\"Movies\">", "<subcat id=\"100003\" name=\"欧美\"/>"] {
            assert!(caps.text().contains(part), "{}", caps.text());
        }
        for (query, status, code) in [("", 400, 200), ("t=book", 400, 202), ("t=search", 401, 100), ("t=search&apikey=x", 401, 100), ("t=search&apikey=x&limit=a", 400, 201)] {
            assert_rejected(t, query, status, code).await;
        }
    }

    async fn a_search_returns_links_page_by_page(t: &TestApp) {
        let western = json!({ "channel": "western", "magnets": [{ "name": "灯塔 4K", "infoHash": info_hash("W-1", 1), "length": 5, "createTime": "2026-09-02" }] });
        t.import(&[whole_film("AAAA-001", 3), whole_film("BBBB-001", 1), film("W-1", "灯塔", western), film("N-1", "没有磁力", json!({}))]);
        let (_, key) = make_key(&t.member("lin-xiaoyue").await).await;
        let (titles, total) = found(t, &key, "q=AAAA-001").await;
        assert_eq!((titles, total.as_str()), (vec!["AAAA-001 1".into(), "AAAA-001 2".into(), "AAAA-001 3".into()], "3"));
        let (page, total) = found(t, &key, "q=AAAA-001&limit=2&offset=2").await;
        assert_eq!((page, total.as_str()), (vec!["AAAA-001 3".to_owned()], "3"));
        assert_eq!(found(t, &key, "").await.1, "5");
        for (cat, count) in [("100003", 1), ("100001,100003", 5), ("2000", 5), ("5000", 0)] {
            assert_eq!(found(t, &key, &format!("cat={cat}")).await.0.len(), count, "{cat}");
        }
        let text = ask(t, &format!("t=search&apikey={key}&cat=100003")).await.text();
        let hash = info_hash("W-1", 1);
        for part in [
            "<title>W-1 灯塔 4K</title>",
            &format!("<torznab:attr name=\"infohash\" value=\"{hash}\"/>"),
            &format!("<link>magnet:?xt=urn:btih:{hash}&amp;dn=%E7%81%AF%E5%A1%94%204K</link>"),
            "<pubDate>Tue, 01 Sep 2026 16:00:00 +0000</pubDate>",
            "length=\"5\" type=\"application/x-bittorrent;x-scheme-handler/magnet\"",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    async fn a_long_title_is_searched_by_its_words_within_the_limit(t: &TestApp) {
        let magnets = json!([{ "name": "灯塔 4K", "infoHash": info_hash("W-1", 1), "length": 5, "createTime": "2026-09-02" }]);
        let long = "山谷里的四季".repeat(6);
        let title = format!("Lights Above the Northern Harbours of Winter {long}");
        t.import(&[film("W-1", &title, json!({ "channel": "western", "magnets": magnets }))]);
        let (_, key) = make_key(&t.member("lin-xiaoyue").await).await;
        let quoted = format!("「{long}");
        for (keyword, count) in [
            (quoted.as_str(), 1),
            ("Lights Above the Northern Harbours of Winter", 1),
            ("Lights.Above.the.Northern.Harbours.of.Winter.2026.1080p", 1),
            ("Lights Above the Northern Harbour, Winter", 1),
            (long.as_str(), 1),
            ("  Lights Above the Northern Harbours  ", 1),
            ("Lights Below the Northern Harbours of Winter", 0),
        ] {
            assert_eq!(found(t, &key, &format!("q={}", encoded(keyword))).await.0.len(), count, "{keyword}");
        }
        for rejected in ["%20", "a%00"] {
            assert_rejected(t, &format!("t=search&apikey={key}&q={rejected}"), 400, 201).await;
        }
    }

    async fn links_count_against_the_copy_quota(t: &TestApp) {
        let works: Vec<Value> = (1..=12).map(|number| whole_film(&format!("AAAA-{number:03}"), 10)).collect();
        t.import(&works);
        let member = t.member("lin-xiaoyue").await;
        let (_, key) = make_key(&member).await;
        // Polling every few minutes takes nothing of the daily quota.
        assert_eq!(found(t, &key, "limit=100").await.0.len(), 100);
        assert_eq!(found(t, &key, "q=AAAA&limit=90").await.0.len(), 90);
        // The same links are free.
        assert_eq!(found(t, &key, "q=AAAA&limit=90").await.0.len(), 90);
        let both = [found(t, &key, "q=AAAA&limit=100"), found(t, &key, "q=AAAA&limit=15&offset=90")];
        let counts: usize = join_all(both).await.iter().map(|(titles, _)| titles.len()).sum();
        assert!((100..=115).contains(&counts), "{counts}");
        assert_eq!(found(t, &key, "q=AAAA&limit=100").await.0.len(), 100);
        // An empty response would mean that there is nothing new.
        let used_up = ask(t, &format!("t=search&apikey={key}&q=AAAA&limit=20&offset=100")).await;
        assert_eq!((used_up.status.as_u16(), used_up.header("retry-after")), (429, "6400"));
        assert!(used_up.text().contains("<error code=\"500\" description=\"Request limit reached\"/>"), "{}", used_up.text());
        assert_eq!(found(t, &key, "q=ZZZZ-999").await.0.len(), 0);
        assert_eq!(found(t, &key, "limit=100").await.0.len(), 100);
        // The site's own copies share the quota, and show what the Torznab client was given.
        let magnets = |rows: Vec<Value>| rows.into_iter().filter(|row| row["locked"] == true).map(|row| row["id"].clone()).collect::<Vec<_>>();
        let mut locked = Vec::new();
        for number in 1..=12 {
            let rows = member.get(&format!("/dht/list?keyword=AAAA-{number:03}&pageSize=20")).await.json()["rows"].as_array().unwrap().clone();
            locked.extend(magnets(rows));
        }
        assert_eq!(locked.len(), 20);
        member.post("/dht/copy", &json!({ "id": locked[0] })).await.assert_fails(422, "copy_vip");
        t.make_vip(&member, 1);
        assert_eq!(found(t, &key, "q=AAAA&limit=100").await.0.len(), 100);
        assert_eq!(found(t, &key, "q=AAAA&limit=100&offset=100").await.0.len(), 20);
    }
}
