//! Following terms, and the works of followed terms.

use diesel::connection::SimpleConnection as _;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_community::library::follows::queries::MAX_FOLLOWS;
use yingku_db::DbError;

use super::{ids, list};
use crate::support::client::Answer;
use crate::support::member::Member;
use crate::support::{TestApp, film};

const FOLLOWED: &str = "/user/follow/list?pageSize=100";

fn catalogue() -> Vec<Value> {
    vec![
        film(
            "A-1",
            "甲",
            json!({ "pubTime": "2026-09-01", "performers": [{ "name": "林晓月" }], "makers": [{ "name": "海岸" }] }),
        ),
        film(
            "A-2",
            "乙",
            json!({ "pubTime": "2026-09-02", "performers": [{ "name": "王海" }], "tags": [{ "name": "森林" }] }),
        ),
        film(
            "A-3",
            "丙",
            json!({ "pubTime": "2026-09-03", "performers": [{ "name": "林晓月" }, { "name": "王海" }] }),
        ),
        film(
            "A-4",
            "丁",
            json!({ "pubTime": "2026-09-04", "tags": [{ "name": "森林" }] }),
        ),
    ]
}

/// The id of a term.
async fn term(t: &TestApp, kind: &str, name: &str) -> String {
    let rows = t
        .rows(&format!("/tag/list?tableName={kind}&modId=1&pageSize=100"))
        .await;
    let row = rows.iter().find(|row| row["name"] == name);
    row.unwrap_or_else(|| panic!("{name} is not in {rows:?}"))["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn follow(member: &Member<'_>, term: &str, status: i32) -> Answer {
    member
        .post("/user/follow", &json!({ "status": status, "dataId": term }))
        .await
}

/// The numbers of the works of a member's followed terms.
async fn works(member: &Member<'_>, query: &str) -> (Vec<String>, u64) {
    let (rows, total) = list(member, &format!("/user/follow/works?{query}")).await;
    let number = |row: &Value| row["number"].as_str().unwrap().to_owned();
    (rows.iter().map(number).collect(), total)
}

both! {
    async fn following_and_unfollowing_count_once(t: &TestApp) {
        t.import(&catalogue());
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        let lin = term(t, "performer", "林晓月").await;
        for (who, status, count) in [(&member, 9, 0), (&member, 0, 1), (&member, 0, 1), (&other, 0, 2), (&member, 9, 1), (&member, 9, 1)] {
            let answer = follow(who, &lin, status).await;
            assert_eq!(answer.header("cache-control"), "no-store");
            assert_eq!(answer.json()["data"], json!({ "follow": status == 0, "count": count }));
            let state = who.get(&format!("/user/follow/{lin}")).await.json();
            assert_eq!(state["data"], json!({ "follow": status == 0, "count": count }));
        }
        assert_eq!((list(&member, FOLLOWED).await.1, list(&other, FOLLOWED).await.1), (0, 1));
        let answers = join_all((0..8).map(|_| follow(&member, &lin, 0))).await;
        assert!(answers.iter().all(|answer| answer.json()["data"] == json!({ "follow": true, "count": 2 })));
    }

    async fn followed_terms_are_listed_latest_first(t: &TestApp) {
        t.import(&catalogue());
        let member = t.member("lin-xiaoyue").await;
        let all = [term(t, "performer", "林晓月").await, term(t, "maker", "海岸").await, term(t, "tag", "森林").await];
        for id in &all {
            follow(&member, id, 0).await;
            t.clock.advance(1_000);
        }
        let (rows, total) = list(&member, FOLLOWED).await;
        assert_eq!((ids(&rows), total), (all.iter().rev().cloned().collect(), 3));
        assert_eq!(
            (&rows[2]["kind"], &rows[2]["modId"], &rows[2]["count"], &rows[2]["avatar"], &rows[2]["createTime"]),
            (&json!("performer"), &json!(1), &json!(2), &json!(format!("avatars/{}.svg", all[0])), &json!("2026-09-21 22:13:20"))
        );
        assert_eq!(ids(&list(&member, "/user/follow/list?tableName=maker").await.0), [all[1].clone()]);
        assert_eq!(ids(&list(&member, "/user/follow/list?pageSize=2&pageNum=2").await.0), [all[0].clone()]);
        for bad in ["tableName=users", "pageSize=0"] {
            member.get(&format!("/user/follow/list?{bad}")).await.assert_fails(400, "bad_request");
        }
        let export = member.get("/user/export").await.json();
        assert_eq!(export["data"]["follows"][2]["name"], "林晓月");
    }

    async fn works_of_followed_terms_are_listed_newest_first_each_once(t: &TestApp) {
        t.import(&catalogue());
        let member = t.member("lin-xiaoyue").await;
        assert_eq!(works(&member, "").await, (vec![], 0));
        follow(&member, &term(t, "performer", "林晓月").await, 0).await;
        assert_eq!(works(&member, "").await, (vec!["A-3".into(), "A-1".into()], 2));
        for (kind, name) in [("performer", "王海"), ("tag", "森林")] {
            follow(&member, &term(t, kind, name).await, 0).await;
        }
        assert_eq!(works(&member, "").await, (["A-4", "A-3", "A-2", "A-1"].map(String::from).to_vec(), 4));
        assert_eq!(works(&member, "pageSize=3&pageNum=2").await, (vec!["A-1".into()], 4));
        assert_eq!(works(&member, "pageSize=3&pageNum=3").await, (vec![], 4));
        assert_eq!(works(&member, "pageSize=100&pageNum=10000").await, (vec![], 4));
        let hidden = json!({ "ids": [term(t, "performer", "王海").await] });
        member.put("/user/hidden", &hidden).await;
        assert_eq!(works(&member, "").await, (vec!["A-4".into(), "A-1".into()], 2));
        member.put("/user/hidden", &json!({ "ids": [] })).await;
        t.import(&[film("A-3", "丙", json!({ "hidden": true }))]);
        assert_eq!(works(&member, "").await.1, 3);
    }

    async fn a_merge_moves_the_followers(t: &TestApp) {
        t.import(&catalogue());
        let editor = t.operator("operator-editor", Role::Editor).await;
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        let (from, into) = (term(t, "performer", "林晓月").await, term(t, "performer", "王海").await);
        follow(&member, &from, 0).await;
        follow(&member, &into, 0).await;
        follow(&other, &from, 0).await;
        let form = json!({ "from": from, "into": into, "reason": "同一个人" });
        assert_eq!(editor.admin_post("/terms/merge", &form).await.status, 200);
        // Whether the works and followers have moved or not.
        for moved in [false, true] {
            if moved {
                t.app.mover.0.finish();
                t.app.indexer.catch_up_now();
            }
            for who in [&member, &other] {
                let (rows, total) = list(who, FOLLOWED).await;
                assert_eq!((ids(&rows), total), (vec![into.clone()], 1));
                assert_eq!(works(who, "").await.0, ["A-3", "A-2", "A-1"]);
                for id in [&from, &into] {
                    let state = who.get(&format!("/user/follow/{id}")).await.json();
                    assert_eq!(state["data"], json!({ "follow": true, "count": 2 }));
                }
            }
        }
        // Under the old id as well.
        assert_eq!(follow(&member, &from, 9).await.json()["data"], json!({ "follow": false, "count": 1 }));
        assert_eq!(follow(&member, &from, 0).await.json()["data"], json!({ "follow": true, "count": 2 }));
    }

    async fn follows_of_a_member_are_limited(t: &TestApp) {
        t.import(&catalogue());
        let member = t.member("lin-xiaoyue").await;
        let fill = format!(
            "INSERT INTO terms (id, kind, mod_id, name, name_cn, aliases, group_name, count, uncensored_count, version) \
             SELECT n, 2, 1, 'p' || n, '', '[]', '', 1, 0, 1 FROM (WITH RECURSIVE counting (n) AS \
             (SELECT 1 UNION ALL SELECT n + 1 FROM counting WHERE n < {}) SELECT n FROM counting) AS numbers; \
             INSERT INTO follows (user_id, term_id, created_at) SELECT users.id, terms.id, 1 FROM users, terms WHERE terms.id < 1000;",
            MAX_FOLLOWS - 1,
        );
        t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(conn.batch_execute(&fill)?)).unwrap();
        let terms = [term(t, "performer", "林晓月").await, term(t, "performer", "王海").await, term(t, "tag", "森林").await];
        let answers = join_all(terms.iter().map(|id| follow(&member, id, 0))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(422, "too_many_follows");
        }
        assert_eq!(list(&member, FOLLOWED).await.1, u64::try_from(MAX_FOLLOWS).unwrap());
        assert_eq!(follow(&member, "1", 9).await.status, 200);
    }

    async fn a_missing_term_cannot_be_followed(t: &TestApp) {
        t.import(&catalogue());
        let member = t.member("lin-xiaoyue").await;
        let tag = term(t, "tag", "森林").await;
        follow(&member, &tag, 0).await;
        for status in [0, 9] {
            follow(&member, "910000000000000001", status).await.assert_fails(404, "not_found");
        }
        member.get("/user/follow/910000000000000001").await.assert_fails(404, "not_found");
        for bad in [json!({}), json!({ "status": 0 }), json!({ "status": 5, "dataId": tag }), json!({ "status": 0, "dataId": "x" })] {
            member.post("/user/follow", &bad).await.assert_fails(400, "bad_request");
        }
        // A term without visible works stays in the list, and can be unfollowed.
        for number in ["A-2", "A-4"] {
            t.import(&[film(number, "乙", json!({ "hidden": true }))]);
        }
        assert_eq!(list(&member, FOLLOWED).await.0[0]["count"], 0);
        assert_eq!(follow(&member, &tag, 9).await.json()["data"]["follow"], false);
        follow(&member, &tag, 0).await.assert_fails(404, "not_found");
    }
}
