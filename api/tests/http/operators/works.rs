//! Finding, changing and hiding works.

use std::time::Duration;

use actix_web::rt;
use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_db::schema::works;

use super::{assert_done, rows};
use crate::support::member::Member;
use crate::support::{TestApp, film, films, whole_film};

/// The time limit for a change to reach the lists automatically.
const TIMEOUT: Duration = Duration::from_secs(30);

fn of(id: &str) -> Value {
    json!({ "id": id, "reason": "版权方要求" })
}

fn numbers(rows: &[Value]) -> Vec<&str> {
    rows.iter()
        .map(|row| row["number"].as_str().unwrap())
        .collect()
}

pub async fn id_of(t: &TestApp, number: &str) -> String {
    let rows = t
        .rows(&format!("/works/detail/list?keyword={number}"))
        .await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// A playable work with terms and links.
pub fn whole(title: &str) -> Value {
    let mut work = whole_film("ABC-1", 1);
    work["title"] = json!(title);
    work["channel"] = json!("uncensored");
    work["makers"] = json!([{ "name": "远山" }]);
    work
}

/// The list, the maker's two counts, and the status of every URL of the work.
pub async fn seen(t: &TestApp, member: &Member<'_>, id: &str) -> Value {
    t.app.indexer.catch_up_now();
    let maker = t.rows("/tag/list?tableName=maker").await;
    let count = |name: &str| maker.first().map_or(json!(0), |row| row[name].clone());
    let mut statuses = Vec::new();
    for path in [
        format!("/works/detail/{id}"),
        format!("/video/uncensored/{id}"),
    ] {
        statuses.push(member.get(&path).await.status.as_u16());
    }
    let kept = |answer: Value| answer["total"].clone();
    json!({
        "list": t.numbers("").await,
        "search": t.numbers("keyword=ABC-1").await,
        "links": t.rows("/dht/list?keyword=ABC-1").await.len(),
        "maker": [count("count"), count("uncensoredCount")],
        "collected": kept(member.get("/user/collect/detail/list").await.json()),
        "liked": kept(member.get("/user/like/detail/list").await.json()),
        "statuses": statuses,
    })
}

both! {
    async fn a_hidden_or_taken_down_work_is_gone_everywhere_and_can_be_restored(t: &TestApp) {
        t.import(&[whole("山谷里的四季")]);
        let id = id_of(t, "ABC-1").await;
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let member = t.member("lin-xiaoyue").await;
        t.make_vip(&member, 1);
        member.post("/user/collect/adds", &json!({ "status": 0, "dataId": id })).await;
        member.post("/user/like", &json!({ "status": 0, "dataId": id })).await;
        let seen_before = seen(t, &member, &id).await;
        assert_eq!(seen_before, json!({
            "list": ["ABC-1"], "search": ["ABC-1"], "links": 1, "maker": [1, 1], "collected": 1, "liked": 1, "statuses": [200, 200],
        }));
        let gone = json!({
            "list": [], "search": [], "links": 0, "maker": [0, 0], "collected": 0, "liked": 0, "statuses": [404, 404],
        });
        for call in ["/works/hide", "/works/takedown"] {
            for _ in 0..2 {
                assert_done(&editor.admin_post(call, &of(&id)).await);
            }
            assert_eq!(seen(t, &member, &id).await, gone, "{call}");
            for _ in 0..2 {
                assert_done(&editor.admin_post("/works/restore", &of(&id)).await);
            }
            assert_eq!(seen(t, &member, &id).await, seen_before, "{call}");
        }
        let entries = rows(&admin, "/audit").await;
        let actions: Vec<&str> = entries.iter().map(|row| row["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["works.restore", "works.takedown", "works.restore", "works.hide"]);
        let down = &entries[1];
        assert_eq!((&down["actor"], &down["targetId"], &down["reason"]), (&json!("wang-yuanshan"), &json!(id), &json!("版权方要求")));
        assert_eq!((&down["before"], &down["after"]), (&json!({ "hidden": false, "withheld": "no" }), &json!({ "hidden": true, "withheld": "takenDown" })));
    }

    async fn a_work_hidden_by_operators_stays_hidden_after_an_import(t: &TestApp) {
        t.import(&[whole("山谷里的四季")]);
        let id = id_of(t, "ABC-1").await;
        let (editor, member) = (t.operator("wang-yuanshan", Role::Editor).await, t.member("lin-xiaoyue").await);
        t.make_vip(&member, 1);
        for (call, title) in [("/works/hide", "第二版"), ("/works/takedown", "第三版")] {
            editor.admin_post(call, &of(&id)).await;
            let gone = seen(t, &member, &id).await;
            assert_eq!(t.import(&[whole(title)]).updated, 1);
            assert_eq!(seen(t, &member, &id).await, gone, "{call}");
            let detail = editor.admin_get(&format!("/works/{id}")).await.json();
            assert_eq!((&detail["data"]["title"], &detail["data"]["hidden"]), (&json!(title), &json!(1)));
            assert_done(&editor.admin_post("/works/restore", &of(&id)).await);
            let seen_before = seen(t, &member, &id).await;
            assert_eq!((&seen_before["list"], &seen_before["maker"]), (&json!(["ABC-1"]), &json!([1, 1])), "{call}");
        }
        // What an import has hidden an import can show again.
        let mut line = whole("第四版");
        line["hidden"] = json!(true);
        t.import(std::slice::from_ref(&line));
        assert_eq!(seen(t, &member, &id).await["maker"], json!([0, 0]));
        t.import(&[whole("第四版")]);
        assert_eq!(seen(t, &member, &id).await["maker"], json!([0, 0]));
        line["hidden"] = json!(false);
        t.import(&[line]);
        assert_eq!(seen(t, &member, &id).await["maker"], json!([1, 1]));
    }

    async fn a_change_is_applied_after_its_client_disconnects(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({}))]);
        let id = id_of(t, "ABC-1").await;
        let page = format!("/works/detail/{id}");
        assert_eq!(t.get(&page).await.status, 200);
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (hang_up, has_hung_up) = std::sync::mpsc::channel::<()>();
        let work: i64 = id.parse().unwrap();
        let writing = t.app.catalogue.write(move |conn| {
            diesel::update(works::table.find(work)).set(works::hidden.eq(true)).execute(conn)?;
            begun.send(()).unwrap();
            has_hung_up.recv().unwrap();
            Ok(())
        });
        tokio::select! {
            _ = writing => panic!("it waits"),
            begun = has_begun => begun.unwrap(),
        }
        hang_up.send(()).unwrap();
        let gone = async {
            while t.get(&page).await.status != 404 {
                rt::task::yield_now().await;
            }
        };
        rt::time::timeout(Duration::from_secs(10), gone).await.unwrap();
    }

    async fn a_hidden_work_leaves_the_lists_automatically(t: &TestApp) {
        t.import(&films("censored", 2));
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let id = id_of(t, "AAAA-001").await;
        assert_eq!(t.numbers("").await.len(), 2);
        let generation = t.app.index.generation();
        editor.admin_post("/works/takedown", &of(&id)).await;
        assert!(t.app.index.wait_for_change(generation, TIMEOUT), "it never came");
        let list = t.get("/works/detail/list").await.json();
        assert_eq!((&list["total"], &list["rows"][0]["number"]), (&json!(1), &json!("AAAA-002")));
    }

    async fn only_edited_fields_change(t: &TestApp) {
        t.import(&[whole("山谷里的四季"), film("ABC-2", "另一个", json!({ "channel": "uncensored" }))]);
        let id = id_of(t, "ABC-1").await;
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let detail = || async { editor.admin_get(&format!("/works/{id}")).await.json()["data"].clone() };
        let mut expected = detail().await;
        assert_eq!((&expected["takenDown"], &expected["makers"][0]["name"], &expected["magnets"][0]["length"]), (&json!(0), &json!("远山"), &json!(999_999)));
        t.clock.advance(60_000);
        let form = json!({
            "id": id, "number": "ABC-3", "title": "海边的四季", "duration": 90, "picBig": "a/b.jpg", "imageBig": ["s/1.jpg", "s/2,b.jpg"],
            "makers": [{ "name": "白云", "nameCn": "白云社" }], "tags": [{ "name": "高清", "group": "画质" }], "hidden": 1, "likes": 99,
        });
        assert_done(&editor.admin_edit("/works/edit", &form).await);
        for field in ["number", "title", "duration", "picBig"] {
            expected[field] = form[field].clone();
        }
        expected["imageBig"] = json!(["s/1.jpg", "s/2%2Cb.jpg"]);
        expected["makers"] = json!([{ "name": "白云", "nameCn": "白云社", "group": "" }]);
        expected["tags"] = json!([{ "name": "高清", "nameCn": "", "group": "画质" }]);
        expected["updateTime"] = json!("2026-09-21 22:14:20");
        expected["version"] = json!(2);
        expected["curated"] = json!(["title", "duration", "picBig", "imageBig", "tags", "makers"]);
        assert_eq!(detail().await, expected);
        t.app.indexer.catch_up_now();
        assert_eq!(t.numbers("keyword=ABC-3").await, ["ABC-3"]);
        assert_eq!(t.numbers("keyword=%E7%99%BD%E4%BA%91").await, ["ABC-3"]);
        let makers = t.rows("/tag/list?tableName=maker").await;
        assert_eq!((makers.len(), &makers[0]["name"], &makers[0]["count"], &makers[0]["uncensoredCount"]), (1, &json!("白云"), &json!(1), &json!(1)));
        let entry = rows(&admin, "/audit").await[0].clone();
        assert_eq!((&entry["action"], &entry["before"]["title"], &entry["after"]["title"]), (&json!("works.edit"), &json!("山谷里的四季"), &json!("海边的四季")));
        assert!(entry["before"].get("mp4").is_none() && entry["after"].get("magnets").is_none());
        // An unchanged and an empty form change nothing.
        for same in [json!({ "id": id, "title": "海边的四季" }), json!({ "id": id })] {
            assert_done(&editor.admin_edit("/works/edit", &same).await);
        }
        assert_eq!(rows(&admin, "/audit").await.len(), 1);
        let taken = editor.admin_edit("/works/edit", &json!({ "id": id, "number": "ABC-2" })).await;
        taken.assert_fails(409, "number_taken");
        for (bad, field) in [(json!({ "title": " " }), "title"), (json!({ "picBig": "javascript:x" }), "picBig"), (json!({ "pubTime": "2026-02-30" }), "pubTime"), (json!({ "duration": 6001 }), "duration")] {
            let mut form = bad;
            form["id"] = json!(id);
            let rejected = editor.admin_edit("/works/edit", &form).await;
            rejected.assert_fails(422, "work_refused");
            assert!(rejected.json()["msg"].as_str().unwrap().contains(field));
        }
        for bad in [json!({ "title": "x" }), json!({ "id": id, "title": 5 }), json!({ "id": id, "tags": ["x"] })] {
            editor.admin_edit("/works/edit", &bad).await.assert_fails(400, "bad_request");
        }
        editor.admin_edit("/works/edit", &json!({ "id": "910000000000000009", "title": "x" })).await.assert_fails(404, "not_found");
        assert_eq!(detail().await, expected);
    }

    async fn an_edited_work_stays_edited_when_its_line_changes(t: &TestApp) {
        t.import(&[whole("山谷里的四季")]);
        let id = id_of(t, "ABC-1").await;
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let edit = async |title: &str| assert_done(&editor.admin_edit("/works/edit", &json!({ "id": id, "title": title })).await);
        let title = async || editor.admin_get(&format!("/works/{id}")).await.json()["data"]["title"].clone();
        edit("海边的四季").await;
        assert_eq!(t.import(&[whole("山谷里的四季")]).unchanged, 1);
        assert_eq!(title().await, "海边的四季");
        edit("山谷里的四季").await;
        assert_eq!(title().await, "山谷里的四季");
        edit("海边的四季").await;
        // Another line updates the fields that nobody has edited.
        assert_eq!(t.import(&[whole("山顶的四季")]).updated, 1);
        assert_eq!(title().await, "海边的四季");
        // A hidden work stays hidden while it is edited.
        editor.admin_post("/works/hide", &of(&id)).await;
        edit("藏起来的四季").await;
        t.app.indexer.catch_up_now();
        assert!(t.numbers("").await.is_empty() && t.rows("/tag/list?tableName=maker").await.is_empty());
        editor.admin_post("/works/restore", &of(&id)).await;
        t.app.indexer.catch_up_now();
        assert_eq!(t.rows("/tag/list?tableName=maker").await[0]["count"], 1);
    }

    async fn operators_find_works_on_the_site_and_off_it(t: &TestApp) {
        t.import(&films("censored", 5));
        let named = json!({ "channel": "western", "tags": [{ "name": "山城" }], "performers": [{ "name": "Lin Xia", "aliases": ["旧\"名"] }] });
        t.import(&[film("BBBB-001", "100%_真种", named)]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (second, other) = (id_of(t, "AAAA-002").await, id_of(t, "BBBB-001").await);
        for (id, call) in [(&second, "/works/hide"), (&other, "/works/takedown")] {
            t.clock.advance(1_000);
            editor.admin_post(call, &of(id)).await;
        }
        t.app.indexer.catch_up_now();
        let off = rows(&editor, "/works?hidden=1").await;
        assert_eq!(numbers(&off), ["BBBB-001", "AAAA-002"]);
        assert_eq!((&off[0]["hidden"], &off[0]["takenDown"], &off[1]["takenDown"], &off[0]["modId"]), (&json!(1), &json!(1), &json!(0), &json!(3)));
        let on = ["AAAA-005", "AAAA-004", "AAAA-003", "AAAA-001"];
        assert_eq!(numbers(&rows(&editor, "/works?hidden=0").await), on);
        let mut paged = Vec::new();
        for page in 1..=4 {
            let answer = editor.admin_get(&format!("/works?pageSize=3&pageNum={page}")).await.json();
            assert_eq!(answer["total"], 6);
            paged.extend(answer["rows"].as_array().unwrap().clone());
        }
        assert_eq!(numbers(&paged), [&["BBBB-001", "AAAA-002"][..], &on].concat());
        for (query, found) in [
            ("keyword=aaaa-002", &["AAAA-002"][..]), ("keyword=AAAA-003", &["AAAA-003"]), ("keyword=%25_", &["BBBB-001"]),
            ("keyword=%E5%B1%B1%E5%9F%8E", &["BBBB-001"]), ("keyword=lin%20x&hidden=1", &["BBBB-001"]), ("keyword=%E6%97%A7%22%E5%90%8D", &["BBBB-001"]),
            ("keyword=bbbb1", &["BBBB-001"]), ("keyword=bbbb%2001", &["BBBB-001"]), ("keyword=BBBB-0001", &["BBBB-001"]),
            // In the other script than the title.
            ("keyword=100%25_%E7%9C%9F%E7%A8%AE", &["BBBB-001"]), ("keyword=bbbb2", &[]),
            ("keyword=aaaa-002&hidden=0", &[]), ("modId=3", &["BBBB-001"]), ("modId=1&hidden=1", &["AAAA-002"]), ("modId=2", &[]),
            (&format!("keyword={second}"), &["AAAA-002"]), (&format!("keyword={second}&hidden=0"), &[]), (&format!("keyword={second}&modId=2"), &[]),
        ] {
            assert_eq!(numbers(&rows(&editor, &format!("/works?{query}")).await), found, "{query}");
        }
        for bad in ["hidden=2", "modId=4", "keyword=%20", "pageNum=0", "pageSize=101"] {
            editor.admin_get(&format!("/works?{bad}")).await.assert_fails(400, "bad_request");
        }
        for (bad, status) in [(json!({ "id": second }), 400), (json!({ "id": second, "reason": " " }), 400), (json!({ "id": second, "reason": "长".repeat(201) }), 400), (of("910000000000000009"), 404), (of("x"), 400)] {
            for call in ["/works/hide", "/works/restore", "/works/takedown"] {
                assert_eq!(editor.admin_post(call, &bad).await.status, status, "{call} {bad}");
            }
        }
        editor.admin_get("/works/910000000000000009").await.assert_fails(404, "not_found");
    }
}
