//! A single work, and its magnets.

use serde_json::{Value, json};

use crate::support::client::Call;
use crate::support::member::Member;
use crate::support::{TestApp, film};

fn whole() -> Value {
    film(
        "ABC-123",
        "山谷里的四季",
        json!({
            "pubTime": "2026-09-01 20:30:00", "duration": 95, "average": 3.85, "evaluates": 20, "isOnline": 1,
            "mp4": "clips/test-pattern.mp4", "imageBig": ["s/1.jpg", "s/2.jpg"], "imageSmall": ["s/1s.jpg", "s/2s.jpg"],
            "tags": [{ "name": "高清", "group": "画质" }], "performers": [{ "name": "林晓月", "nameCn": "林晓月" }],
            "makers": [{ "name": "远山" }], "series": [{ "name": "四季" }], "directors": [{ "name": "王海" }],
            "labels": [{ "name": "白" }], "items": [{ "name": "一" }],
            "magnets": [
                { "name": "<em>ABC-123</em> 1080p", "infoHash": "ab".repeat(20), "length": 5_000_000_000_i64, "createTime": "2026-09-02 08:00:00" },
                { "name": "small 4K 字幕", "infoHash": "cd".repeat(20), "length": 0, "createTime": "2026-09-03" },
            ],
        }),
    )
}

async fn id_of(t: &TestApp, number: &str) -> String {
    let rows = t
        .rows(&format!("/works/detail/list?keyword={number}"))
        .await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// The minimum number of transactions of a request over some tries: background tasks add some of their own.
async fn transactions(t: &TestApp, member: &Member<'_>, path: &str) -> u64 {
    let mut min = u64::MAX;
    for _ in 0..10 {
        let before = t.app.state.db.transactions();
        assert_eq!(member.get(path).await.status, 200);
        min = min.min(t.app.state.db.transactions() - before);
    }
    min
}

both! {
    async fn a_work_page_has_one_database_read_for_a_member_too(t: &TestApp) {
        t.import(&[whole()]);
        let path = format!("/works/detail/{}", id_of(t, "ABC-123").await);
        let member = t.member("lin-xiaoyue").await;
        member.post("/user/like", &json!({ "status": 0, "dataId": id_of(t, "ABC-123").await })).await;
        assert_eq!(transactions(t, &member, &path).await, 1);
        assert_eq!(member.get(&path).await.json()["like"], true);
        member.get("/works/detail/910000000000000009").await.assert_fails(404, "not_found");
        assert_eq!(member.post("/user/logout", &json!({})).await.status, 200);
        member.get(&path).await.assert_fails(401, "token_invalid");
    }

    async fn a_work_has_all_its_fields(t: &TestApp) {
        t.import(&[whole()]);
        let id = id_of(t, "ABC-123").await;
        assert!(id.len() >= 16);
        let detail = t.get(&format!("/works/detail/{id}")).await;
        assert_eq!(detail.status, 200);
        let detail = detail.json();
        let work = &detail["data"];
        assert_eq!(work["pubTime"], "2026-09-01 20:30:00");
        assert_eq!((&work["duration"], &work["average"], &work["isOnline"], &work["isDht"]), (&json!(95), &json!(3.85), &json!(1), &json!(1)));
        assert_eq!(work["imageBig"], "s/1.jpg,s/2.jpg");
        assert_eq!(work["picSmall"], format!("covers/{id}-small.svg"));
        assert_eq!((&detail["collect"], &detail["like"]), (&json!(false), &json!(false)));
        for (kind, name) in [("tags", "高清"), ("performer", "林晓月"), ("maker", "远山"), ("series", "四季"), ("director", "王海"), ("label", "白"), ("item", "一")] {
            assert_eq!(detail[kind][0]["name"], name, "{kind}");
            assert!(detail[kind][0]["id"].as_str().unwrap().len() >= 16);
        }
    }

    async fn missing_and_invalid_ids_get_the_same_response(t: &TestApp) {
        t.import(&[whole()]);
        for bad in ["910000000000000001", "999999999999999", "abc", "-5", "007", "9223372036854775808", "%2e%2e", "a%2Fb", "1%20"] {
            let answer = t.get(&format!("/works/detail/{bad}")).await;
            answer.assert_fails(404, "not_found");
            assert_eq!((&answer.json()["code"], &answer.json()["msg"]), (&json!(404), &json!("访问资源不存在")), "{bad}");
        }
    }

    async fn a_hidden_work_is_gone_everywhere_and_can_be_shown_again(t: &TestApp) {
        t.import(&[whole()]);
        let id = id_of(t, "ABC-123").await;
        let mut hidden = whole();
        hidden["hidden"] = json!(true);
        t.import(&[hidden]);
        assert!(t.numbers("").await.is_empty());
        assert!(t.numbers("keyword=ABC-123").await.is_empty());
        t.get(&format!("/works/detail/{id}")).await.assert_fails(404, "not_found");
        assert!(t.rows("/dht/list?keyword=ABC-123").await.is_empty());
        assert!(t.rows("/tag/list?tableName=maker").await.is_empty());
        assert!(t.rows("/works/performer/list").await.is_empty());
        assert_eq!(t.get("/tag/channel?modId=1").await.json()["data"], json!([]));
        let mut shown = whole();
        shown["hidden"] = json!(false);
        t.import(&[shown]);
        assert_eq!(id_of(t, "ABC-123").await, id);
        assert_eq!(t.rows("/tag/list?tableName=maker").await[0]["count"], 1);
    }

    async fn magnets_are_listed_by_number_with_their_hashes_masked(t: &TestApp) {
        t.import(&[whole()]);
        for keyword in ["ABC-123", "abc123", "ABC%20123"] {
            let rows = t.rows(&format!(
                "/dht/list?pageSize=48&pageNum=1&order=dht&data=0&keyword={keyword}&category=video&modId=3&remark=dht"
            )).await;
            assert_eq!(rows.len(), 2, "{keyword}");
            assert_eq!(rows[0]["name"], "<em>ABC-123</em> 1080p");
            assert_eq!(rows[0]["infoHash"], format!("abababab{}", "*".repeat(32)));
            assert_eq!((&rows[0]["locked"], &rows[0]["length"]), (&json!(true), &json!(5_000_000_000_i64)));
            assert_eq!(rows[0]["createTime"], "2026-09-02 08:00:00");
            assert_eq!((&rows[0]["marks"], &rows[1]["marks"]), (&json!([]), &json!(["subtitle", "4k"])));
        }
        assert!(t.rows("/dht/list?keyword=XYZ-1").await.is_empty());
        for bad in ["", "?keyword=", "?keyword=%20", "?keyword=ABC&pageSize=0"] {
            t.get(&format!("/dht/list{bad}")).await.assert_fails(400, "bad_request");
        }
    }

    async fn a_work_gets_its_own_magnets_and_no_others(t: &TestApp) {
        let link = |digit: &str| json!([{ "name": digit.repeat(3), "infoHash": digit.repeat(40), "length": 1, "createTime": "2026-09-02" }]);
        t.import(&[
            film("MZU-017", "甲", json!({ "magnets": link("a") })),
            film("MZU-0017", "乙", json!({ "magnets": link("b") })),
            film("TGM-008", "丙", json!({})),
            film("TGM-0008", "丁", json!({ "magnets": link("c") })),
        ]);
        let names = async |keyword: &str| -> Vec<String> {
            let rows = t.rows(&format!("/dht/list?keyword={keyword}")).await;
            let mut names: Vec<_> = rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect();
            names.sort();
            names
        };
        assert_eq!(names("MZU-017").await, ["aaa"]);
        assert_eq!(names("mzu0017").await, ["bbb"]);
        assert!(names("TGM-008").await.is_empty());
        // Zeros are ignored where no work has exactly this spelling.
        assert_eq!(names("MZU-17").await, ["aaa", "bbb"]);
        assert_eq!(names("tgm8").await, ["ccc"]);
    }

    async fn the_cast_of_a_work_has_pictures(t: &TestApp) {
        t.import(&[whole()]);
        let detail = t.get(&format!("/works/detail/{}", id_of(t, "ABC-123").await)).await.json();
        let id = detail["performer"][0]["id"].as_str().unwrap();
        assert_eq!(detail["performer"][0]["avatar"], format!("avatars/{id}.svg"));
        assert_eq!(detail["maker"][0].get("avatar"), None);
    }

    async fn large_numbers_round_trip(t: &TestApp) {
        t.import(&[whole()]);
        let id = id_of(t, "ABC-123").await;
        assert_eq!(id.parse::<i64>().unwrap().to_string(), id);
        t.get("/works/detail/9223372036854775807").await.assert_fails(404, "not_found");
    }
}

#[actix_web::test]
async fn pictures_and_clips_need_no_signature() {
    let t = TestApp::on_sqlite().await;
    yingku_catalogue::media::routes::prepare(&t.app.state.config.media.dir).unwrap();
    let cover = t
        .send(Call::get("/media/covers/910000000000000001-small.svg").unsigned())
        .await;
    assert_eq!(
        (cover.status.as_u16(), cover.header("content-type")),
        (200, "image/svg+xml")
    );
    assert!(cover.header("cache-control").contains("immutable"));
    let piece = Call::get("/media/clips/test-pattern.mp4")
        .unsigned()
        .header("range", "bytes=0-99");
    let piece = t.send(piece).await;
    assert_eq!((piece.status.as_u16(), piece.body.len()), (206, 100));
    for bad in [
        "covers/x.svg",
        "..%2fkey.pem",
        "%2e%2e/test.db",
        "clips/..%2f..%2ftest.db",
        "clips/missing.mp4",
    ] {
        let answer = t.send(Call::get(&format!("/media/{bad}")).unsigned()).await;
        answer.assert_fails(404, "not_found");
    }
}
