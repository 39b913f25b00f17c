//! Creating, naming, listing and deleting collections.

use diesel::connection::SimpleConnection as _;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_db::DbError;

use super::{collect, collected, collection, collections, list, works};
use crate::support::member::Member;
use crate::support::{TestApp, film};

/// The migration that gave everybody a default collection, on both engines.
const BACKFILL: &str =
    include_str!("../../../../migrations/sqlite/2026-11-27-000000_default_collections/up.sql");

/// The collections that a member has created.
async fn own(member: &Member<'_>) -> Vec<Value> {
    let mut all = collections(member).await;
    all.retain(|one| one["isDefault"] == 0);
    all
}

/// Deletes a member's default collection with its contents.
fn delete_default(t: &TestApp, member: &Member<'_>) {
    let delete = format!(
        "DELETE FROM collections WHERE user_id = {} AND is_default",
        member.id
    );
    let deleted = t
        .app
        .state
        .db
        .write_now::<_, DbError, _>(|conn| Ok(conn.batch_execute(&delete)?));
    deleted.unwrap();
}

both! {
    async fn a_new_member_has_a_default_collection_for_collected_works(t: &TestApp) {
        let works = works(t, 2).await;
        let member = t.member("lin-xiaoyue").await;
        let created = collections(&member).await;
        assert_eq!(created.len(), 1);
        assert_eq!(
            (&created[0]["cateName"], &created[0]["isDefault"], &created[0]["isPrivate"], &created[0]["count"], &created[0]["dataId"]),
            (&json!("默认收藏夹"), &json!(1), &json!(1), &json!(0), &json!(""))
        );
        let answer = collect(&member, &works[0], &[]).await.json();
        assert_eq!(answer["data"], json!({ "collect": true, "cateIds": [created[0]["cateId"]] }));
        collect(&member, &works[1], &[]).await;
        let created = collections(&member).await;
        assert_eq!((created.len(), &created[0]["count"]), (1, &json!(2)));
        assert_eq!(created[0]["dataId"], json!(works[0].clone().max(works[1].clone())));
    }

    async fn a_collection_is_created_renamed_and_deleted(t: &TestApp) {
        let works = works(t, 2).await;
        let member = t.member("lin-xiaoyue").await;
        let form = json!({ "cateName": " 想再看一遍 ", "description": "雨天", "isPrivate": 0, "dataId": works[0] });
        let created = member.post("/user/collect/cate/", &form).await.json();
        assert_eq!((&created["dataId"], &created["cateId"]), (&json!(works[0]), &created["data"]["cateId"]));
        assert_eq!(created["data"]["count"], 1);
        let id = created["cateId"].as_str().unwrap();
        assert!(id.len() >= 16);
        assert_eq!(own(&member).await, [created["data"].clone()]);
        assert_eq!(created["data"]["cateName"], "想再看一遍");

        let renamed = member
            .post(&format!("/user/collect/cate/{id}/edit"), &json!({ "cateName": "旧片", "isPrivate": 1 }))
            .await
            .json();
        assert_eq!(
            (&renamed["data"]["cateName"], &renamed["data"]["description"], &renamed["data"]["isPrivate"]),
            (&json!("旧片"), &json!(""), &json!(1))
        );
        assert_eq!(own(&member).await, [renamed["data"].clone()]);

        let deleted = member.post(&format!("/user/collect/cate/{id}/delete"), &json!({})).await;
        assert_eq!(deleted.status, 200, "{}", deleted.text());
        assert!(own(&member).await.is_empty() && collected(&member, None).await.is_empty());
        member.post(&format!("/user/collect/cate/{id}/delete"), &json!({})).await.assert_fails(404, "not_found");
    }

    async fn both_spellings_of_the_path_create_a_collection(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        for (path, name) in [("/user/collect/cate/", "一"), ("/user/collect/cate", "二")] {
            assert_eq!(member.post(path, &json!({ "cateName": name })).await.status, 200, "{path}");
            member.post(path, &json!({ "cateName": name })).await.assert_fails(409, "collection_name_taken");
        }
        assert_eq!(own(&member).await.len(), 2);
    }

    async fn a15_names_and_descriptions_are_bounded(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let kept = collection(&member, "山").await;
        for (name, description, text) in [
            ("", "", "收藏夾名字未填写"),
            ("   ", "", "收藏夾名字未填写"),
            (&*"长".repeat(31), "", "收藏夹名字最多30个字符"),
            ("a\u{0}b", "", "收藏夹名字不能包含控制字符"),
            ("好", &*"长".repeat(201), "收藏夹描述最多200个字符"),
        ] {
            let form = json!({ "cateName": name, "description": description });
            for path in ["/user/collect/cate/", &format!("/user/collect/cate/{kept}/edit")] {
                let answer = member.post(path, &form).await;
                answer.assert_fails(400, "bad_request");
                assert_eq!((&answer.json()["msg"], &answer.json()["code"]), (&json!(text), &json!(402)));
            }
        }
        for bad in [json!({}), json!({ "cateName": "山川", "dataId": "x" }), json!({ "cateName": 5 }), json!({ "cateName": "山川", "isPrivate": 2 }), json!([])] {
            member.post("/user/collect/cate/", &bad).await.assert_fails(400, "bad_request");
        }
        let longest = json!({ "cateName": "😀".repeat(30), "description": "长".repeat(200) });
        assert_eq!(member.post("/user/collect/cate/", &longest).await.status, 200);
        assert_eq!(own(&member).await.len(), 2);
    }

    async fn collections_of_a_member_have_unique_names(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let other = t.member("wang-yuanshan").await;
        let form = json!({ "cateName": "山" });
        let answers = join_all((0..8).map(|_| member.post("/user/collect/cate/", &form))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(409, "collection_name_taken");
        }
        let second = collection(&member, "水").await;
        member
            .post(&format!("/user/collect/cate/{second}/edit"), &json!({ "cateName": "山" }))
            .await
            .assert_fails(409, "collection_name_taken");
        collection(&other, "山").await;
    }

    async fn a_member_creates_forty_nine_collections_besides_the_default_one(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        for number in 1..=48 {
            collection(&member, &number.to_string()).await;
        }
        let last = (0..6).map(|n| json!({ "cateName": format!("并行{n}"), "dataId": works[0] })).collect::<Vec<_>>();
        let answers = join_all(last.iter().map(|form| member.post("/user/collect/cate/", form))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.assert_fails(422, "too_many_collections");
        }
        member.post("/user/collect/cate", &last[0]).await.assert_fails(422, "too_many_collections");
        assert_eq!(own(&member).await.len(), 49);
        assert_eq!(collect(&member, &works[0], &[]).await.status, 200);
        let all = collections(&member).await;
        assert_eq!((all.len(), &all[0]["isDefault"]), (50, &json!(1)));
    }

    async fn the_default_collection_can_be_renamed_but_stays(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        collect(&member, &works[0], &[]).await;
        let id = collections(&member).await[0]["cateId"].as_str().unwrap().to_owned();
        member
            .post(&format!("/user/collect/cate/{id}/delete"), &json!({}))
            .await
            .assert_fails(422, "collection_default");
        let renamed = member.post(&format!("/user/collect/cate/{id}/edit"), &json!({ "cateName": "我的" })).await;
        assert_eq!(renamed.status, 200);
        assert_eq!(collected(&member, Some(&id)).await, works);
    }

    // An instance of an earlier version creates members without one.
    async fn a_missing_default_collection_is_created_or_adopted_by_name(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        delete_default(t, &member);
        collect(&member, &works[0], &[]).await;
        assert_eq!(collections(&member).await[0]["isDefault"], 1);
        delete_default(t, &member);
        let own = collection(&member, "默认收藏夹").await;
        assert_eq!(collect(&member, &works[0], &[]).await.json()["data"]["cateIds"], json!([own]));
        assert_eq!(collections(&member).await[0]["isDefault"], 1);
    }

    async fn older_members_get_a_default_collection(t: &TestApp) {
        let members = [t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await, t.member("chen-hai").await];
        delete_default(t, &members[0]);
        delete_default(t, &members[1]);
        let own = collection(&members[1], "默认收藏夹").await;
        let before = collections(&members[2]).await;
        t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(conn.batch_execute(BACKFILL)?)).unwrap();
        for member in &members {
            let all = collections(member).await;
            assert_eq!((all.len(), &all[0]["isDefault"], &all[0]["cateName"]), (1, &json!(1), &json!("默认收藏夹")));
        }
        assert_eq!(collections(&members[1]).await[0]["cateId"], json!(own));
        assert_eq!(collections(&members[2]).await, before);
    }

    async fn a_collection_that_cannot_be_filled_is_not_created(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let form = json!({ "cateName": "山", "dataId": "910000000000000001" });
        for path in ["/user/collect/cate/", "/user/collect/cate"] {
            member.post(path, &form).await.assert_fails(404, "not_found");
        }
        assert!(own(&member).await.is_empty());
    }

    async fn a_name_given_while_the_default_collection_is_created_is_stored_or_rejected(t: &TestApp) {
        let works = works(t, 1).await;
        for name in ["lin-xiaoyue", "wang-yuanshan", "chen-hai", "zhao-lin"] {
            let member = t.member(name).await;
            delete_default(t, &member);
            let path = format!("/user/collect/cate/{}/edit", collection(&member, "山").await);
            let form = json!({ "cateName": "默认收藏夹" });
            let (renamed, collected) = tokio::join!(member.post(&path, &form), collect(&member, &works[0], &[]));
            assert_eq!(collected.status, 200, "{}", collected.text());
            if renamed.status != 200 {
                renamed.assert_fails(409, "collection_name_taken");
            }
            let defaults = collections(&member).await.into_iter().filter(|one| one["isDefault"] == 1);
            assert_eq!(defaults.count(), 1);
        }
    }

    async fn the_last_work_of_a_collection_is_a_visible_one(t: &TestApp) {
        let works = works(t, 2).await;
        let member = t.member("lin-xiaoyue").await;
        for work in &works {
            collect(&member, work, &[]).await;
            t.clock.advance(1_000);
        }
        assert_eq!(collections(&member).await[0]["dataId"], json!(works[1]));
        for (hidden, last) in [("AAAA-002", &*works[0]), ("AAAA-001", "")] {
            t.import(&[film(hidden, "山谷里的四季", json!({ "hidden": true }))]);
            assert_eq!(collections(&member).await[0]["dataId"], json!(last));
        }
    }

    async fn collections_are_paged(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        for name in ["一", "二", "三"] {
            collection(&member, name).await;
        }
        let (first, total) = list(&member, "/user/collect/cate/list?pageSize=2").await;
        let (second, _) = list(&member, "/user/collect/cate/list?pageSize=2&pageNum=2").await;
        assert_eq!((first.len(), second.len(), total), (2, 2, 4));
        assert_eq!(list(&member, "/user/collect/cate/list?pageNum=9").await, (vec![], 4));
        for bad in ["pageNum=0", "pageSize=101", "pageSize=1e3", "pageNum=", "pageNum=1&pageNum=2"] {
            member.get(&format!("/user/collect/cate/list?{bad}")).await.assert_fails(400, "bad_request");
        }
    }
}
