//! The counters behind rankings: exact under concurrency, and soon reflected in the order of the
//! lists.

use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::json;
use yingku_base::role::Role;
use yingku_db::DbError;
use yingku_db::schema::{users as users_table, works as works_table};
use yingku_search::Basis;

use super::{collect, collected, collection, ids, liked, works};
use crate::support::member::{Member, PASSWORD};
use crate::support::{TestApp, film, films};

/// Collects, likes and views of a work as the database has them.
pub fn numbers_of(t: &TestApp, work: &str) -> (i64, i64, i64) {
    let id: i64 = work.parse().unwrap();
    t.app
        .state
        .db
        .read_now::<_, DbError, _>(|conn| {
            Ok(works_table::table
                .find(id)
                .select((
                    works_table::collects,
                    works_table::likes,
                    works_table::views,
                ))
                .first(conn)?)
        })
        .unwrap()
}

/// Creates members; not all concurrently, because password hashing sheds excess load.
async fn members(t: &TestApp, count: usize) -> Vec<Member<'_>> {
    let names: Vec<String> = (0..count)
        .map(|number| format!("member-{number}"))
        .collect();
    let mut members = Vec::new();
    for some in names.chunks(8) {
        members.extend(join_all(some.iter().map(|name| t.member(name))).await);
    }
    members
}

/// The time that a busy machine may take for what takes a second on an idle one.
const TIMEOUT: Duration = Duration::from_secs(30);

both! {
    async fn fifty_members_like_and_unlike_concurrently_and_the_count_is_exact(t: &TestApp) {
        let works = works(t, 1).await;
        let members = members(t, 50).await;
        let form = |status: i32| json!({ "status": status, "dataId": works[0] });
        let like = |member| async move {
            let member: &Member<'_> = member;
            let answer = member.post("/user/like", &form(0)).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
        };
        join_all(members.iter().chain(&members).map(like)).await;
        assert_eq!(numbers_of(t, &works[0]).1, 50);
        // Every other member undoes it, twice concurrently, while the others like it again.
        let toggled = members.iter().enumerate().chain(members.iter().enumerate()).map(|(at, member)| {
            let form = form(if at % 2 == 0 { 9 } else { 0 });
            async move {
                let answer = member.post("/user/like", &form).await;
                assert_eq!(answer.status, 200, "{}", answer.text());
            }
        });
        join_all(toggled).await;
        assert_eq!(numbers_of(t, &works[0]).1, 25);
        let states = join_all(members.iter().map(|member| member.get("/user/like/detail/list"))).await;
        let liking = states.iter().filter(|answer| answer.json()["total"] == 1).count();
        assert_eq!(liking, 25);
    }

    async fn a_member_who_collects_into_many_collections_concurrently_counts_once(t: &TestApp) {
        let works = works(t, 1).await;
        let members = members(t, 3).await;
        let mut calls = Vec::new();
        for member in &members {
            for name in ["一", "二", "三"] {
                calls.push((member, collection(member, name).await));
            }
        }
        let calls: Vec<_> = calls.iter().map(|(member, id)| (*member, [id.as_str()])).collect();
        let answers = join_all(calls.iter().map(|(member, into)| collect(member, &works[0], into))).await;
        assert!(answers.iter().all(|answer| answer.status == 200));
        assert_eq!(numbers_of(t, &works[0]).0, 3);
        let off = json!({ "status": 9, "dataId": works[0] });
        let leaving = members[..2].iter().chain(&members[..2]);
        join_all(leaving.map(|member| member.post("/user/collect/edit", &off))).await;
        assert_eq!(numbers_of(t, &works[0]).0, 1);
        // The last collection it is in.
        for (at, (member, into)) in calls[6..].iter().enumerate() {
            let path = format!("/user/collect/cate/{}/delete", into[0]);
            assert_eq!(member.post(&path, &json!({})).await.status, 200);
            assert_eq!(numbers_of(t, &works[0]).0, i64::from(at < 2));
        }
    }

    async fn a_counter_does_not_affect_lists_in_another_order(t: &TestApp) {
        let works = works(t, 3).await;
        let member = t.member("lin-xiaoyue").await;
        let states = || (t.app.index.state(Basis::Works), t.app.index.state(Basis::Counters));
        let first = states();
        collect(&member, &works[0], &[]).await;
        t.app.indexer.catch_up_now();
        let counted = states();
        assert_eq!(counted.0, first.0);
        assert_ne!(counted.1, first.1);
        // A work that changes together with a counter invalidates everything.
        member.post("/user/like", &json!({ "status": 0, "dataId": works[1] })).await;
        t.import(&[film("ZZZZ-001", "新来的", json!({ "pubTime": "2026-09-21" }))]);
        assert!(!t.app.index.is_still(counted.0));
        let rows = t.rows("/works/detail/list").await;
        assert_eq!((rows.len(), rows[0]["number"].as_str()), (4, Some("ZZZZ-001")));
    }

    async fn collects_and_likes_reach_the_order_of_the_lists_automatically(t: &TestApp) {
        let works = works(t, 3).await;
        let member = t.member("lin-xiaoyue").await;
        let order = "/works/detail/list?sort=collects";
        // Ties are ordered by descending id, so the first of these has furthest to move.
        assert_eq!(ids(&t.rows(order).await).last(), works.first());
        let generation = t.app.index.generation();
        collect(&member, &works[0], &[]).await;
        assert!(t.app.index.wait_for_change(generation, TIMEOUT), "it never came");
        assert_eq!(ids(&t.rows(order).await)[0], works[0]);
        let generation = t.app.index.generation();
        member.post("/user/like", &json!({ "status": 0, "dataId": works[1] })).await;
        assert!(t.app.index.wait_for_change(generation, TIMEOUT), "it never came");
        // A collect outweighs a like, and a like outweighs nothing.
        let hot = ids(&t.rows("/works/detail/list?sort=hot").await);
        assert_eq!(hot, works);
    }

    async fn deleting_an_account_removes_its_collects_and_likes(t: &TestApp) {
        let works = works(t, 3).await;
        let (leaving, staying) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        for member in [&leaving, &staying] {
            collect(member, &works[0], &[]).await;
            member.post("/user/like", &json!({ "status": 0, "dataId": works[0] })).await;
        }
        let other = collection(&leaving, "旧片").await;
        collect(&leaving, &works[0], &[&other]).await;
        collect(&leaving, &works[2], &[&other]).await;
        collect(&staying, &works[1], &[]).await;
        let order = async || {
            t.app.indexer.catch_up_now();
            ids(&t.rows("/works/detail/list?sort=collects").await)
        };
        // Ties are ordered by descending id.
        assert_eq!(order().await, [&*works[0], &works[2], &works[1]]);
        let ended = leaving.post("/user/delete", &json!({ "password": PASSWORD })).await;
        assert_eq!(ended.status, 200, "{}", ended.text());
        let numbers: Vec<_> = works.iter().map(|work| numbers_of(t, work)).collect();
        assert_eq!(numbers, [(1, 1, 0), (1, 0, 0), (0, 0, 0)]);
        assert_eq!(order().await, [&*works[1], &works[0], &works[2]]);
        assert_eq!(liked(&staying).await, [works[0].clone()]);
    }

    async fn concurrent_account_deletions_do_not_block_each_other(t: &TestApp) {
        let works = works(t, 12).await;
        let members = members(t, 8).await;
        // Half of them collect what the others like.
        let (some, others) = works.split_at(6);
        for (at, member) in members.iter().enumerate() {
            let (collected, liked) = if at % 2 == 0 { (some, others) } else { (others, some) };
            for (one, another) in collected.iter().zip(liked) {
                assert_eq!(collect(member, one, &[]).await.status, 200);
                let like = json!({ "status": 0, "dataId": another });
                assert_eq!(member.post("/user/like", &like).await.status, 200);
            }
        }
        assert!(works.iter().all(|work| numbers_of(t, work) == (4, 4, 0)));
        let form = json!({ "password": PASSWORD });
        let ended = join_all(members.iter().map(|member| member.post("/user/delete", &form))).await;
        for answer in ended {
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        assert!(works.iter().all(|work| numbers_of(t, work) == (0, 0, 0)));
    }

    async fn a_large_library_is_deleted_in_batches_after_the_account(t: &TestApp) {
        t.import(&films("censored", 700));
        let (leaving, admin) = (t.member("lin-xiaoyue").await, t.operator("operator-1", Role::Admin).await);
        t.app.housekeeper.0.finish();
        let sum = || {
            let read = t.app.state.db.read_now::<Option<i64>, DbError, _>(|conn| {
                use diesel::dsl::{count_star, max};
                let users: i64 = users_table::table.select(count_star()).first(conn)?;
                let most: Option<i64> = works_table::table.select(max(works_table::likes)).first(conn)?;
                Ok(most.map(|most| most * 100 + users))
            });
            read.unwrap()
        };
        let like_all = "INSERT INTO likes (user_id, work_id, created_at) \
             SELECT users.id, works.id, 1 FROM users, works WHERE users.name = 'lin-xiaoyue'; \
             UPDATE works SET likes = likes + 1";
        t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(conn.batch_execute(like_all)?)).unwrap();
        assert_eq!(sum(), Some(102));
        let begun = t.app.state.db.transactions();
        let ended = leaving.post("/user/delete", &json!({ "password": PASSWORD })).await;
        assert_eq!(ended.status, 200, "{}", ended.text());
        assert_eq!(leaving.get("/user/getInfo").await.status, 401);
        let names = admin.admin_get("/members").await.json();
        assert_eq!((&names["total"], &names["rows"][0]["userName"]), (&json!(1), &json!("operator-1")));
        assert_eq!(t.register("lin-xiaoyue").await.status, 200);
        t.app.housekeeper.0.finish();
        // The operator and the new owner of the name; nobody likes anything.
        assert_eq!(sum(), Some(2));
        assert!(t.app.state.db.transactions() - begun > 4);
    }

    async fn importing_a_work_again_keeps_its_counters(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        collect(&member, &works[0], &[]).await;
        member.post("/user/like", &json!({ "status": 0, "dataId": works[0] })).await;
        t.import(&[film("AAAA-001", "另一个标题", json!({}))]);
        assert_eq!(numbers_of(t, &works[0]), (1, 1, 0));
        assert_eq!(collected(&member, None).await, works);
    }

    async fn an_export_has_collections_and_likes(t: &TestApp) {
        let works = works(t, 2).await;
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        collect(&other, &works[1], &[]).await;
        let id = collection(&member, "旧片").await;
        collect(&member, &works[0], &[&id]).await;
        member.post("/user/like", &json!({ "status": 0, "dataId": works[1] })).await;
        let export = member.get("/user/export").await.json();
        let mut collections = export["data"]["collections"].as_array().unwrap().clone();
        collections.retain(|one| one["cateName"] != "默认收藏夹");
        assert_eq!(collections.len(), 1);
        assert_eq!((&collections[0]["cateName"], &collections[0]["cateId"]), (&json!("旧片"), &json!(id)));
        assert_eq!(ids(collections[0]["works"].as_array().unwrap()), [works[0].clone()]);
        assert_eq!(collections[0]["works"][0]["number"], "AAAA-001");
        assert_eq!(ids(export["data"]["likes"].as_array().unwrap()), [works[1].clone()]);
    }
}
