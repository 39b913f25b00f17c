//! Filters that members save under a name.

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_db::schema::saved_filters;
use yingku_http_kit::error::ApiError;

use crate::support::TestApp;
use crate::support::member::{Member, PASSWORD};

async fn saved(member: &Member<'_>) -> Value {
    let answer = member.get("/user/filters").await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("cache-control")),
        (200, "no-store")
    );
    answer.json()["data"].clone()
}

fn form(filters: &[(&str, &str)]) -> Value {
    let filters: Vec<Value> = filters
        .iter()
        .map(|(name, query)| json!({ "name": name, "query": query }))
        .collect();
    json!({ "filters": filters })
}

/// Rows of all members.
fn rows(t: &TestApp) -> i64 {
    t.app
        .state
        .db
        .read_now::<_, ApiError, _>(|conn| Ok(saved_filters::table.count().get_result(conn)?))
        .unwrap()
}

both! {
    async fn a_list_replaces_the_previous_one_and_keeps_its_order(t: &TestApp) {
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        assert_eq!(saved(&member).await, json!([]));
        let two = form(&[(" 今晚看 ", "online=1&tag=1%2C-2"), ("Short", "length=-60")]);
        let answer = member.put("/user/filters", &two).await;
        let kept = json!([{ "name": "今晚看", "query": "online=1&tag=1%2C-2" }, { "name": "Short", "query": "length=-60" }]);
        assert_eq!((answer.status.as_u16(), &answer.json()["data"]), (200, &kept));
        assert_eq!(saved(&member).await, kept);
        // The names are swapped, and so are their filters.
        let swapped = form(&[("Short", "online=1"), ("今晚看", "length=-60"), ("short", "from=2020")]);
        member.put("/user/filters", &swapped).await;
        assert_eq!(saved(&member).await, swapped["filters"]);
        assert_eq!(saved(&other).await, json!([]));
        member.put("/user/filters", &form(&[])).await;
        assert_eq!(saved(&member).await, json!([]));
    }

    async fn at_most_twenty_filters_with_unique_names(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let names: Vec<String> = (1..=21).map(|number| format!("第{number}个")).collect();
        let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "online=1")).collect();
        assert_eq!(member.put("/user/filters", &form(&many[..20])).await.status, 200);
        let rejected = member.put("/user/filters", &form(&many)).await;
        rejected.assert_fails(422, "too_many_filters");
        assert_eq!(rejected.json()["msg"], "保存的筛选已达20个上限");
        let twice = form(&[("山", "online=1"), ("山", "from=2020")]);
        member.put("/user/filters", &twice).await.assert_fails(422, "filter_names_equal");
        for (name, query, text) in [
            (" ", "online=1", "筛选名称限制为1-20个字符"),
            ("a\u{0}", "online=1", "筛选名称限制为1-20个字符"),
            ("山", "", "筛选条件不正确"),
            ("山", "tag=<b>", "筛选条件不正确"),
        ] {
            let rejected = member.put("/user/filters", &form(&[(name, query)])).await;
            rejected.assert_fails(400, "bad_request");
            assert_eq!(rejected.json()["msg"], text);
        }
        for no_filter in [json!({ "name": "山" }), json!(["山", "online=1"])] {
            member.put("/user/filters", &json!({ "filters": [no_filter] })).await.assert_fails(400, "bad_request");
        }
        assert_eq!(saved(&member).await.as_array().unwrap().len(), 20, "a rejection changes nothing");
    }

    async fn lists_saved_concurrently_do_not_mix(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let lists = [form(&[("山", "online=1"), ("海", "online=1")]), form(&[("海", "from=2020"), ("山", "from=2020"), ("河", "from=2020")])];
        for answer in join_all((0..6).map(|turn| member.put("/user/filters", &lists[turn % 2]))).await {
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        let kept = saved(&member).await;
        assert!(lists.iter().any(|list| list["filters"] == kept), "{kept}");
    }

    async fn filters_are_exported_and_deleted_with_the_member(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let one = form(&[("今晚看", "online=1")]);
        member.put("/user/filters", &one).await;
        let exported = member.get("/user/export").await.json();
        assert_eq!(exported["data"]["savedFilters"], one["filters"]);
        assert_eq!(rows(t), 1);
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        assert_eq!(rows(t), 0);
    }
}
