//! Lists of works: filters, orders, pages, totals, and cached responses.

use serde_json::json;

use crate::support::client::Call;
use crate::support::{TestApp, film, films};

const LIST: &str = "/works/detail/list";

both! {
    async fn newest_first_with_exact_totals_and_pages_that_do_not_overlap(t: &TestApp) {
        t.import(&films("censored", 25));
        let mut seen = Vec::new();
        for page in 1..=3 {
            let answer = t.get(&format!("{LIST}?pageNum={page}&pageSize=10")).await.json();
            assert_eq!(answer["total"], 25);
            seen.extend(answer["rows"].as_array().unwrap().iter().map(|row| row["number"].clone()));
        }
        let expected: Vec<_> = (1..=25).map(|at| json!(format!("AAAA-{at:03}"))).collect();
        assert_eq!(seen, expected);
        let past = t.get(&format!("{LIST}?pageNum=4&pageSize=10")).await.json();
        assert_eq!((past["rows"].as_array().unwrap().len(), &past["total"]), (0, &json!(25)));
    }

    async fn works_of_the_same_time_are_listed_latest_entry_first_on_every_page(t: &TestApp) {
        let records: Vec<_> = (1..=30).map(|at| film(&format!("SAME-{at:03}"), "同一天", json!({}))).collect();
        t.import(&records[..15]);
        t.import(&records[15..]);
        let mut seen = Vec::new();
        for page in 1..=6 {
            let rows = t.rows(&format!("{LIST}?pageNum={page}&pageSize=5")).await;
            seen.extend(rows.iter().map(|row| row["number"].as_str().unwrap().to_owned()));
        }
        let expected: Vec<_> = (1..=30).rev().map(|at| format!("SAME-{at:03}")).collect();
        assert_eq!(seen, expected);
    }

    async fn every_filter_narrows_the_list(t: &TestApp) {
        let magnet = json!([{ "name": "m", "infoHash": "a".repeat(40), "length": 1, "createTime": "2026-01-01" }]);
        t.import(&[
            film("AAA-1", "甲", json!({ "tags": [{ "name": "高清" }], "makers": [{ "name": "远山" }], "magnets": magnet })),
            film("AAA-2", "乙", json!({ "tags": [{ "name": "高清" }], "series": [{ "name": "四季" }] })),
            film("AAA-3", "丙", json!({ "channel": "western", "tags": [{ "name": "高清" }], "performers": [{ "name": "Ann" }] })),
        ]);
        assert_eq!(t.numbers("modName=censored").await, ["AAA-2", "AAA-1"]);
        assert_eq!(t.numbers("modId=3&modName=censored").await, ["AAA-3"]);
        assert_eq!(t.numbers("isDht=1").await, ["AAA-1"]);
        assert_eq!(t.numbers("isDht=0").await.len(), 3);
        assert_eq!(t.numbers("tableNmae=series").await, ["AAA-2"]);
        assert_eq!(t.numbers("tableName=performer&tableNmae=series").await, ["AAA-3"]);
        let tag = &t.rows("/tag/list?tableName=tag&modId=1").await[0]["id"];
        let tag = tag.as_str().unwrap();
        assert_eq!(t.numbers(&format!("tagsId={tag}")).await, ["AAA-2", "AAA-1"]);
        assert_eq!(t.numbers(&format!("tagsId={tag}&isDht=1")).await, ["AAA-1"]);
        // The id of a tag is not the id of a maker.
        assert!(t.numbers(&format!("makerId={tag}")).await.is_empty());
    }

    async fn every_order_puts_the_greatest_first(t: &TestApp) {
        t.import(&[
            film("AAA-1", "甲", json!({ "average": 4.9, "evaluates": 2, "duration": 90, "pubTime": "2026-09-03" })),
            film("AAA-2", "乙", json!({ "average": 4.5, "evaluates": 900, "duration": 60, "pubTime": "2026-09-02" })),
            film("AAA-3", "丙", json!({ "duration": 120, "pubTime": "2026-09-01" })),
        ]);
        assert_eq!(t.numbers("sort=pubTime").await, ["AAA-1", "AAA-2", "AAA-3"]);
        assert_eq!(t.numbers("sort=id").await, ["AAA-3", "AAA-2", "AAA-1"]);
        assert_eq!(t.numbers("sort=average").await, ["AAA-2", "AAA-1", "AAA-3"]);
        assert_eq!(t.numbers("sort=evaluates").await, ["AAA-2", "AAA-1", "AAA-3"]);
        assert_eq!(t.numbers("sort=duration").await, ["AAA-3", "AAA-1", "AAA-2"]);
        for sort in ["collects", "collect", "hot", "hits", "relevance"] {
            assert_eq!(t.numbers(&format!("sort={sort}")).await.len(), 3, "{sort}");
        }
    }

    async fn a_ranking_by_collects_returns_the_count(t: &TestApp) {
        t.import(&films("censored", 2));
        let member = t.member("lin-xiaoyue").await;
        let id = t.rows(LIST).await[1]["id"].as_str().unwrap().to_owned();
        let form = json!({ "status": 0, "dataId": id });
        assert_eq!(member.post("/user/collect/adds", &form).await.status, 200);
        t.app.indexer.catch_up_now();
        for sort in ["collects", "collect"] {
            let rows = t.rows(&format!("{LIST}?sort={sort}")).await;
            assert_eq!((&rows[0]["id"], &rows[0]["collects"], &rows[1]["collects"]), (&json!(id), &json!(1), &json!(0)), "{sort}");
        }
        // Other lists stay cached while counters move: they do not include them.
        assert_eq!(t.rows(LIST).await[0].get("collects"), None);
    }

    async fn a_window_of_days_excludes_the_future_and_the_past(t: &TestApp) {
        t.import(&[
            film("AAA-1", "将来", json!({ "pubTime": "2027-01-01" })),
            film("AAA-2", "上周", json!({ "pubTime": "2026-09-15" })),
            film("AAA-3", "去年", json!({ "pubTime": "2025-09-15" })),
        ]);
        assert_eq!(t.numbers("").await, ["AAA-1", "AAA-2", "AAA-3"]);
        assert_eq!(t.numbers("date=30").await, ["AAA-2"]);
        assert_eq!(t.numbers("date=999").await, ["AAA-2", "AAA-3"]);
    }

    async fn bad_parameters_get_a_clear_error(t: &TestApp) {
        for bad in [
            "pageNum=0", "pageNum=-1", "pageNum=1e3", "pageNum=", "pageNum=2147483648", "pageNum=9223372036854775808",
            "pageNum=%EF%BC%91", "pageNum=1&pageNum=2", "pageSize=0", "pageSize=101", "sort=id;drop", "modName=all",
            "modId=4", "tableName=users", "tableNmae=users", "isDht=2", "date=0", "date=1000", "tagsId=abc",
            "makerId=-1", "labelId=1.5", "seriesId=9223372036854775808", "keyword=", "keyword=%20%20",
        ] {
            let answer = t.get(&format!("{LIST}?{bad}")).await;
            answer.assert_fails(400, "bad_request");
            assert_eq!(answer.json()["code"], 402, "{bad}");
        }
        let long = t.get(&format!("{LIST}?keyword={}", "a".repeat(33))).await;
        assert_eq!(long.json()["msg"], "请输入搜索内容！,限制为1-32个字符");
        let twice = t.get(&format!("{LIST}?pageNum=1&pageNum=2")).await;
        assert_eq!(twice.json()["msg"], "参数pageNum重复");
    }

    async fn a_response_is_cached_until_the_catalogue_changes(t: &TestApp) {
        t.import(&films("censored", 3));
        let first = t.get(&format!("{LIST}?pageSize=3")).await;
        let etag = first.header("etag").to_owned();
        assert!(etag.starts_with("W/\""));
        let again = t.get(&format!("{LIST}?pageSize=3")).await;
        assert_eq!(again.body, first.body);
        let call = || Call::get(&format!("/prod-api/v2{LIST}?pageSize=3")).header("if-none-match", &etag);
        let unchanged = t.send(call()).await;
        assert_eq!((unchanged.status.as_u16(), unchanged.body.len()), (304, 0));
        t.import(&[film("NEW-1", "新作", json!({ "pubTime": "2026-09-21" }))]);
        let changed = t.send(call()).await;
        assert_eq!(changed.status, 200);
        assert_eq!(changed.json()["rows"][0]["number"], "NEW-1");
    }

    async fn a_list_can_be_compressed(t: &TestApp) {
        t.import(&films("censored", 30));
        let call = Call::get(&format!("/prod-api/v2{LIST}?pageSize=30")).header("accept-encoding", "gzip");
        let answer = t.send(call).await;
        assert_eq!(answer.header("content-encoding"), "gzip");
        let mut text = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&answer.body[..]), &mut text).unwrap();
        assert!(text.contains("AAAA-030"));
        let rejected = Call::get(&format!("/prod-api/v2{LIST}?pageSize=30")).header("accept-encoding", "gzip;q=0");
        assert_eq!(t.send(rejected).await.json()["total"], 30);
    }
}
