//! Adding works to collections and removing them.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_db::DbError;
use yingku_db::schema::{collection_items, collections as collections_table};

use super::{collect, collected, collection, collections, list, works};
use crate::support::TestApp;
use crate::support::member::Member;

async fn five(member: &Member<'_>) -> Vec<String> {
    let mut five = Vec::new();
    for name in ["一", "二", "三", "四", "五"] {
        five.push(collection(member, name).await);
    }
    five
}

/// The collections that the response lists for a work, sorted.
async fn of_work(member: &Member<'_>, work: &str) -> Vec<String> {
    let answer = member.get(&format!("/user/collect/{work}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    sorted(&answer.json()["data"])
}

fn sorted(ids: &Value) -> Vec<String> {
    let ids = ids.as_array().unwrap().iter();
    let mut ids: Vec<String> = ids.map(|id| id.as_str().unwrap().to_owned()).collect();
    ids.sort();
    ids
}

fn refs(ids: &[String]) -> Vec<&str> {
    ids.iter().map(String::as_str).collect()
}

both! {
    async fn a_work_is_added_to_and_removed_from_named_collections(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        let five = five(&member).await;
        collect(&member, &works[0], &[&five[0]]).await;
        let answer = collect(&member, &works[0], &[&five[0], &five[1], &five[2]]).await.json();
        assert_eq!(sorted(&answer["data"]["cateIds"]), five[..3]);
        let out = json!({ "status": 9, "dataId": works[0], "cateId": five[1] });
        let answer = member.post("/user/collect/adds", &out).await.json();
        assert_eq!(sorted(&answer["data"]["cateIds"]), [five[0].clone(), five[2].clone()]);
        assert_eq!(of_work(&member, &works[0]).await, [five[0].clone(), five[2].clone()]);
        let out = json!({ "status": 9, "dataId": works[0] });
        for _ in 0..2 {
            let answer = member.post("/user/collect/adds", &out).await.json();
            assert_eq!(answer["data"], json!({ "collect": false, "cateIds": [] }));
        }
        let counts: Vec<Value> = collections(&member).await.iter().map(|row| row["count"].clone()).collect();
        assert_eq!(counts, vec![json!(0); 6]);
    }

    async fn editing_sets_exactly_these_collections(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        let five = five(&member).await;
        let edit = |status: i32, ids: Value| json!({ "status": status, "dataId": works[0], "cateIds": ids });
        let choose = edit(0, json!(five));
        member.post("/user/collect/edit", &choose).await;
        assert_eq!(of_work(&member, &works[0]).await, five);
        let choose = edit(0, json!([five[4], five[1]]));
        let answer = member.post("/user/collect/edit", &choose).await.json();
        assert_eq!(sorted(&answer["data"]["cateIds"]), [five[1].clone(), five[4].clone()]);
        member.post("/user/collect/edit", &edit(0, json!([]))).await.assert_fails(422, "collection_choice");
        assert_eq!(of_work(&member, &works[0]).await.len(), 2);
        let answer = member.post("/user/collect/edit", &edit(9, json!([]))).await.json();
        assert_eq!(answer["data"]["collect"], false);
        assert!(collected(&member, None).await.is_empty());
    }

    async fn a15_a_sixth_collection_is_rejected_and_nothing_is_written(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        let mut all = five(&member).await;
        collect(&member, &works[0], &refs(&all)).await;
        let before = collections(&member).await;
        let sixth = json!({ "cateName": "六", "dataId": works[0] });
        member.post("/user/collect/cate/", &sixth).await.assert_fails(422, "too_many_for_work");
        // Not into the default collection either.
        collect(&member, &works[0], &[]).await.assert_fails(422, "too_many_for_work");
        assert_eq!(collections(&member).await, before);
        all.push(collection(&member, "六").await);
        let before = collections(&member).await;
        let answer = collect(&member, &works[0], &[&all[5]]).await;
        answer.assert_fails(422, "too_many_for_work");
        assert_eq!((&answer.json()["code"], &answer.json()["msg"]), (&json!(402), &json!("一个作品最多收藏到5个收藏夹")));
        for path in ["/user/collect/adds", "/user/collect/edit"] {
            let six = json!({ "status": 0, "dataId": works[0], "cateIds": all });
            member.post(path, &six).await.assert_fails(422, "too_many_for_work");
        }
        assert_eq!(collections(&member).await, before);
        assert_eq!(of_work(&member, &works[0]).await, all[..5]);
        // Replacing one by another is no sixth.
        let other_five = json!({ "status": 0, "dataId": works[0], "cateIds": all[1..] });
        assert_eq!(member.post("/user/collect/edit", &other_five).await.status, 200);
        assert_eq!(of_work(&member, &works[0]).await, all[1..]);
    }

    async fn of_many_concurrent_additions_five_collections_get_the_work(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        let mut all = five(&member).await;
        for name in ["六", "七", "八", "九", "十"] {
            all.push(collection(&member, name).await);
        }
        let one = |id: &String| json!({ "status": 0, "dataId": works[0], "cateId": id });
        let forms: Vec<Value> = all.iter().chain(&all).map(one).collect();
        let answers = join_all(forms.iter().map(|form| member.post("/user/collect/adds", form))).await;
        let places = of_work(&member, &works[0]).await;
        assert_eq!(places.len(), 5);
        for (form, answer) in forms.iter().zip(&answers) {
            if places.contains(&form["cateId"].as_str().unwrap().to_owned()) {
                assert_eq!(answer.status, 200, "{}", answer.text());
            } else {
                answer.assert_fails(422, "too_many_for_work");
            }
        }
        let counts = collections(&member).await;
        assert_eq!(counts.iter().filter(|row| row["count"] == 1).count(), 5);
    }

    async fn the_database_enforces_five_unique_slots(t: &TestApp) {
        let works = works(t, 1).await;
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        let mut all = five(&member).await;
        collect(&member, &works[0], &refs(&all)).await;
        all.push(collection(&member, "六").await);
        let number = |id: &str| id.parse::<i64>().unwrap();
        let insert = |collection: &str, user: &str, place: i16| {
            let row = (
                collection_items::collection_id.eq(number(collection)),
                collection_items::work_id.eq(number(&works[0])),
                collection_items::user_id.eq(number(user)),
                collection_items::place.eq(place),
                collection_items::created_at.eq(0),
            );
            t.app.state.db.write_now::<usize, DbError, _>(|conn| {
                Ok(diesel::insert_into(collection_items::table).values(row).execute(conn)?)
            })
        };
        let rejected = |result: Result<usize, DbError>| match result {
            Err(DbError::Query(Error::DatabaseError(kind, _))) => kind,
            other => panic!("{other:?}"),
        };
        for place in 1..=5 {
            let kind = rejected(insert(&all[5], &member.id, place));
            assert!(matches!(kind, DatabaseErrorKind::UniqueViolation));
        }
        for place in [0, 6] {
            let kind = rejected(insert(&all[5], &member.id, place));
            assert!(matches!(kind, DatabaseErrorKind::CheckViolation));
        }
        let kind = rejected(insert(&all[5], &other.id, 1));
        assert!(matches!(kind, DatabaseErrorKind::ForeignKeyViolation));
    }

    async fn a_full_collection_rejects_a_work_and_nothing_is_written(t: &TestApp) {
        let works = works(t, 2).await;
        let member = t.member("lin-xiaoyue").await;
        let (full, empty) = (collection(&member, "满").await, collection(&member, "空").await);
        let id: i64 = full.parse().unwrap();
        t.app.state.db.write_now::<_, DbError, _>(|conn| {
            diesel::update(collections_table::table.find(id))
                .set(collections_table::works.eq(1_999))
                .execute(conn)?;
            Ok(())
        }).unwrap();
        assert_eq!(collect(&member, &works[0], &[&full]).await.status, 200);
        collect(&member, &works[1], &[&empty, &full]).await.assert_fails(422, "collection_full");
        assert!(collected(&member, Some(&empty)).await.is_empty());
        assert_eq!(of_work(&member, &works[1]).await, Vec::<String>::new());
        // A work already in it takes no further slot.
        assert_eq!(collect(&member, &works[0], &[&full]).await.status, 200);
    }

    async fn a15_invalid_forms_are_rejected_and_write_nothing(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        let own = collection(&member, "山").await;
        let foreign = collection(&t.member("wang-yuanshan").await, "水").await;
        let with = |name: &str, value: Value| {
            let mut form = json!({ "status": 0, "dataId": works[0], "cateIds": [own] });
            form[name] = value;
            form
        };
        for path in ["/user/collect/adds", "/user/collect/edit"] {
            for (bad, status, word) in [
                (with("status", json!(1)), 400, "bad_request"),
                (with("status", json!("0")), 400, "bad_request"),
                (with("status", json!(-1)), 400, "bad_request"),
                (with("status", json!(null)), 400, "bad_request"),
                (with("dataId", json!("abc")), 400, "bad_request"),
                (with("dataId", json!(null)), 400, "bad_request"),
                (with("dataId", json!("910000000000000001")), 404, "not_found"),
                (with("cateIds", json!([own, own])), 422, "collection_choice"),
                (with("cateIds", json!([own, "x"])), 400, "bad_request"),
                (with("cateIds", json!([own, foreign])), 404, "not_found"),
                (with("cateIds", json!([own, "910000000000000001"])), 404, "not_found"),
                (with("cateId", json!(own)), 422, "collection_choice"),
                (json!([]), 400, "bad_request"),
            ] {
                member.post(path, &bad).await.assert_fails(status, word);
            }
        }
        assert!(collected(&member, None).await.is_empty());
        assert_eq!(collections(&member).await[0]["count"], 0);
        for bad in ["abc", "910000000000000001", "0"] {
            member.get(&format!("/user/collect/{bad}")).await.assert_fails(404, "not_found");
        }
    }

    async fn collected_works_are_cards_latest_first_each_once(t: &TestApp) {
        let works = works(t, 3).await;
        let member = t.member("lin-xiaoyue").await;
        let (one, two) = (collection(&member, "一").await, collection(&member, "二").await);
        for (work, into) in [(1, &one), (0, &one), (2, &one), (1, &two)] {
            assert_eq!(collect(&member, &works[work], &[into]).await.status, 200);
            t.clock.advance(1_000);
        }
        let order = |numbers: [usize; 3]| numbers.map(|number| works[number].clone());
        assert_eq!(collected(&member, Some(&one)).await, order([2, 0, 1]));
        assert_eq!(collected(&member, None).await, order([1, 2, 0]));
        let (rows, _) = list(&member, "/user/collect/detail/list?pageSize=24").await;
        let catalogue = t.rows("/works/detail/list?pageSize=10").await;
        for row in rows {
            assert!(catalogue.contains(&row), "{row}");
        }
        let (page, total) = list(&member, "/user/collect/detail/list?pageSize=2&pageNum=2").await;
        assert_eq!((page.len(), total), (1, 3));
        assert_eq!(list(&member, "/user/collect/detail/list?pageNum=3").await, (vec![], 3));
        member.get("/user/collect/detail/list?cateId=x").await.assert_fails(400, "bad_request");
        member.get("/user/collect/detail/list?cateId=910000000000000001").await.assert_fails(404, "not_found");
    }

    async fn deleting_a_collection_keeps_works_of_another(t: &TestApp) {
        let works = works(t, 2).await;
        let member = t.member("lin-xiaoyue").await;
        let (one, two) = (collection(&member, "一").await, collection(&member, "二").await);
        collect(&member, &works[0], &[&one]).await;
        collect(&member, &works[1], &[&one, &two]).await;
        member.post(&format!("/user/collect/cate/{one}/delete"), &json!({})).await;
        assert_eq!(collected(&member, None).await, [works[1].clone()]);
        for (work, collected) in works.iter().zip([false, true]) {
            let detail = member.get(&format!("/works/detail/{work}")).await.json();
            assert_eq!(detail["collect"], collected);
        }
    }
}
