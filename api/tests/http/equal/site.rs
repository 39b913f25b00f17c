//! A site in use: works of all channels, some hidden and some changed, merged names, and activity of members and
//! visitors.

use serde_json::{Value, json};
use yingku::demo::DemoCatalogue;
use yingku_base::role::Role;
use yingku_catalogue::import::line::line_of;

use crate::library::{collect, collection};
use crate::operators::dashboard::search_as_visitors;
use crate::support::app::NOW_MS;
use crate::support::client::Call;
use crate::support::member::Member;
use crate::support::{TestApp, film};

/// The number of works in the catalogue.
const WORKS: u64 = 700;

/// Fills the site; returns the name of a member with a library.
pub async fn fill(t: &TestApp) -> &'static str {
    t.import(&catalogue());
    // Changed works leave deletions in the index, which a new one does not have.
    t.import(&changed());
    merge_names(t).await;
    let rows = every_work(t).await;
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    for (count, name) in ["lin_xia", "wang_hai", "chen_mu"].into_iter().enumerate() {
        let member = t.member(name).await;
        keep(&member, &ids, 5 + 4 * count).await;
    }
    for (count, id) in ids.iter().enumerate().take(120) {
        for _ in 0..count % 3 {
            let call = Call::get(&format!("/prod-api/v2/works/detail/{id}"));
            t.send_as(&t.another_installation(), call).await;
        }
    }
    // Far enough apart that one more search of a test changes no order.
    for (count, word) in [
        (14, "%E9%9B%AA%E5%B1%B1"),
        (9, "%E7%81%AF%E5%A1%94"),
        (4, "GEN"),
    ] {
        search_as_visitors(t, count, word).await;
    }
    t.app.views.write_now().unwrap();
    t.app.indexer.catch_up_now();
    t.app.directory.catch_up_now();
    "lin_xia"
}

fn catalogue() -> Vec<Value> {
    let demo = DemoCatalogue::new(WORKS, 1, NOW_MS / 1000);
    let lines = demo.enumerate().map(|(count, work)| {
        let mut line: Value = serde_json::from_str(&line_of(&work)).unwrap();
        line["hidden"] = json!(count % 23 == 0);
        line
    });
    lines.chain(edge_case_works()).collect()
}

/// Works that differ by id only, and texts that the engines collate differently.
fn edge_case_works() -> Vec<Value> {
    let titles = [
        "a",
        "A",
        "á",
        "ａ",
        "e\u{301}",
        "é",
        "ß",
        "SS",
        "100%",
        "_",
        "\\",
        "'",
        "\"quoted\"",
        "山 谷",
        "山谷",
        "龍門",
        "龙门",
        "İstanbul",
        "ﬁn",
        "🎬",
    ];
    let odd = titles.into_iter().enumerate().map(|(count, title)| {
        let more = json!({
            "tags": [{ "name": title }, { "name": "同名" }], "performers": [{ "name": title, "aliases": ["ODD", title] }],
            "average": 4.35, "evaluates": 7, "duration": 90,
        });
        film(&format!("GEN-{count:03}"), title, more)
    });
    let same = (0..40).map(|count| {
        film(
            &format!("SAME-{count}"),
            "同一天",
            json!({ "tags": [{ "name": "同名" }] }),
        )
    });
    odd.chain(same).collect()
}

/// Some of the works as in a later import.
fn changed() -> Vec<Value> {
    let mut works: Vec<Value> = catalogue().into_iter().step_by(7).collect();
    for (count, work) in works.iter_mut().enumerate() {
        match count % 3 {
            0 => work["title"] = json!(format!("{} 重映", work["title"].as_str().unwrap())),
            1 => work["tags"] = json!([{ "name": "同名" }]),
            _ => work["hidden"] = json!(count % 2 == 0),
        }
    }
    works
}

/// Merges three pairs of performers.
async fn merge_names(t: &TestApp) {
    let admin = t.operator("office-admin", Role::Admin).await;
    let found = admin
        .admin_get("/terms?kind=performer&pageSize=100")
        .await
        .json();
    let rows: Vec<&Value> = found["rows"].as_array().unwrap().iter().collect();
    let of_one_channel: Vec<&&Value> = rows.iter().filter(|row| row["modId"] == 1).collect();
    for pair in of_one_channel.chunks_exact(2).take(3) {
        let form = json!({ "from": pair[0]["id"], "into": pair[1]["id"], "reason": "同一个人" });
        let answer = admin.admin_post("/terms/merge", &form).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    t.app.mover.0.finish();
    t.app.indexer.catch_up_now();
}

/// Every visible work, as lists return it.
pub async fn every_work(t: &TestApp) -> Vec<Value> {
    let mut works = Vec::new();
    for page in 1.. {
        let rows = t
            .rows(&format!("/works/detail/list?pageSize=100&pageNum={page}"))
            .await;
        if rows.is_empty() {
            break;
        }
        works.extend(rows);
    }
    works
}

/// Likes, collects, follows and hides, at fixed intervals.
async fn keep(member: &Member<'_>, ids: &[&str], every: usize) {
    let own = collection(member, "再看一遍").await;
    for (count, id) in ids.iter().step_by(every).take(40).enumerate() {
        let form = json!({ "status": 0, "dataId": id });
        assert_eq!(member.post("/user/like", &form).await.status, 200);
        let into: &[&str] = if count % 2 == 0 { &[&own] } else { &[] };
        assert_eq!(collect(member, id, into).await.status, 200);
    }
    let terms = member
        .get("/works/performer/list?modName=censored&pageSize=12")
        .await
        .json();
    let terms: Vec<&Value> = terms["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["id"])
        .collect();
    for id in terms.iter().take(9) {
        let form = json!({ "status": 0, "dataId": id });
        assert_eq!(member.post("/user/follow", &form).await.status, 200);
    }
    let hidden = member
        .put("/user/hidden", &json!({ "ids": terms[9..] }))
        .await;
    assert_eq!(hidden.status, 200, "{}", hidden.text());
}
