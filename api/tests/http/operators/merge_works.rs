//! Duplicate works merged into one, and merges undone.

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_db::DbError;
use yingku_db::schema::{collection_items, likes, magnets, reports, work_merges, works};

use super::reports::report;
use super::works::id_of;
use super::{assert_done, rows};
use crate::support::TestApp;
use crate::support::member::{Member, PASSWORD};
use crate::support::{film, whole_film};

const DAY_MS: i64 = 86_400_000;

type Counts = (String, bool, i64, i64, bool);

/// Everything that a merge may move, by work.
fn stored(t: &TestApp) -> Value {
    let read = t.app.state.db.read_now::<_, DbError, _>(|conn| {
        let columns = (
            works::number,
            works::hidden,
            works::collects,
            works::likes,
            works::is_dht,
        );
        let works: Vec<Counts> = works::table
            .select(columns)
            .order(works::number)
            .load(conn)?;
        let items: Vec<(i64, i64, i16, i64)> = collection_items::table
            .select((
                collection_items::collection_id,
                collection_items::work_id,
                collection_items::place,
                collection_items::created_at,
            ))
            .order((collection_items::collection_id, collection_items::work_id))
            .load(conn)?;
        let liked: Vec<(i64, i64)> = likes::table
            .select((likes::user_id, likes::work_id))
            .order((likes::user_id, likes::work_id))
            .load(conn)?;
        let links: Vec<(i64, i64)> = magnets::table
            .select((magnets::id, magnets::work_id))
            .order(magnets::id)
            .load(conn)?;
        let reported: Vec<(i64, i64)> = reports::table
            .select((reports::id, reports::work_id))
            .order(reports::id)
            .load(conn)?;
        Ok(json!([works, items, liked, links, reported]))
    });
    read.unwrap()
}

fn set_views(t: &TestApp, of: &[(&str, i64)]) {
    let write = |conn: &mut yingku_db::Conn| {
        for (number, views) in of {
            diesel::update(works::table.filter(works::number.eq(number)))
                .set(works::views.eq(views))
                .execute(conn)?;
        }
        Ok(())
    };
    t.app.state.db.write_now::<_, DbError, _>(write).unwrap();
}

fn views(t: &TestApp, number: &str) -> i64 {
    let read = t.app.state.db.read_now::<_, DbError, _>(|conn| {
        let of = works::table.filter(works::number.eq(number));
        Ok(of.select(works::views).first(conn)?)
    });
    read.unwrap()
}

async fn merge(
    editor: &Member<'_>,
    id: &str,
    into: Option<&str>,
) -> crate::support::client::Answer {
    let mut form = json!({ "id": id, "reason": "重复收录" });
    if let Some(into) = into {
        form["into"] = json!(into);
    }
    editor.admin_post("/works/merge", &form).await
}

async fn like(member: &Member<'_>, id: &str) {
    let form = json!({ "dataId": id, "status": 0 });
    assert_eq!(member.post("/user/like", &form).await.status, 200);
}

async fn collect(member: &Member<'_>, id: &str) {
    let form = json!({ "dataId": id, "status": 0 });
    assert_eq!(member.post("/user/collect/adds", &form).await.status, 200);
}

/// Gives a work so many magnet links, with ids from 1.
fn add_magnets(t: &TestApp, work: &str, many: i64) {
    let statement = format!(
        "INSERT INTO magnets (id, work_id, name, info_hash, length, create_time) \
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {many}) \
         SELECT n, {work}, 'x', CAST(n AS TEXT), 1, 0 FROM numbers"
    );
    let write = |conn: &mut yingku_db::Conn| Ok(conn.batch_execute(&statement)?);
    t.app.state.db.write_now::<_, DbError, _>(write).unwrap();
}

both! {
    async fn what_members_have_of_a_duplicate_moves_once_and_its_address_shows_the_other(t: &TestApp) {
        t.import(&[whole_film("ABC-1", 2), film("ABC-001", "重复的", json!({})), film("ABC-3", "别的", json!({}))]);
        let (editor, admin) = (t.operator("wang-yuanshan", Role::Editor).await, t.operator("office-admin", Role::Admin).await);
        let (stays, goes) = (id_of(t, "ABC-1").await, rows(&editor, "/works?keyword=%E9%87%8D%E5%A4%8D%E7%9A%84").await[0]["id"].as_str().unwrap().to_owned());
        let (both, one) = (t.member("lin-xiaoyue").await, t.member("zhou-yuanshan").await);
        for id in [&stays, &goes] {
            like(&both, id).await;
            collect(&both, id).await;
        }
        like(&one, &goes).await;
        collect(&one, &goes).await;
        let report = json!({ "dataId": goes, "reason": "wrong", "detail": "重复" });
        assert_eq!(one.post("/report", &report).await.status, 200);
        let before = stored(t);
        set_views(t, &[("ABC-1", 5), ("ABC-001", 3)]);
        assert_done(&merge(&editor, &goes, Some(&stays)).await);
        assert_eq!(views(t, "ABC-1"), 8);
        t.app.indexer.catch_up_now();
        // The number is found no more, and the old address shows the other work.
        assert_eq!(t.numbers("").await.len(), 2);
        let shown = t.get(&format!("/works/detail/{goes}")).await.json();
        assert_eq!(shown["data"]["id"], json!(stays));
        let row = rows(&editor, &format!("/works?keyword={stays}")).await[0].clone();
        assert_eq!((&row["likes"], &row["collects"]), (&json!(2), &json!(2)));
        assert_eq!(one.get("/user/like/detail/list").await.json()["rows"][0]["id"], json!(stays));
        assert_eq!(both.get("/user/like/detail/list").await.json()["total"], 1);
        let entry = rows(&admin, "/audit?action=works.merge").await[0].clone();
        assert_eq!((&entry["targetId"], &entry["after"], &entry["reason"]), (&json!(goes), &json!({ "into": "ABC-1" }), &json!("重复收录")));
        assert_eq!(rows(&editor, "/works?state=hidden").await[0]["mergedInto"], json!(stays));
        // Not restored, not merged again, and an import does not show it.
        let restore = json!({ "id": goes, "reason": "再来一次" });
        editor.admin_post("/works/restore", &restore).await.assert_fails(422, "work_merge");
        merge(&editor, &goes, Some(&stays)).await.assert_fails(422, "work_merge");
        t.import(&[film("ABC-001", "重复的", json!({ "hidden": false, "duration": 9 }))]);
        assert_eq!(t.numbers("").await.len(), 2);
        assert_done(&merge(&editor, &goes, None).await);
        t.app.indexer.catch_up_now();
        assert_eq!(stored(t), before);
        assert_eq!(t.get(&format!("/works/detail/{goes}")).await.json()["data"]["id"], json!(goes));
        merge(&editor, &goes, None).await.assert_fails(404, "not_found");
    }

    async fn a_work_whose_visibility_cannot_be_read_stays_hidden(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({})), film("ABC-2", "乙", json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (stays, goes) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await);
        assert_done(&merge(&editor, &goes, Some(&stays)).await);
        t.app.state.db.execute_now(|conn| {
            let moved: String = work_merges::table.select(work_merges::moved).first(conn)?;
            let other = moved.replace("\"no\"", "\"of a later version\"");
            assert_ne!(other, moved);
            diesel::update(work_merges::table).set(work_merges::moved.eq(other)).execute(conn)
        }).unwrap();
        assert_done(&merge(&editor, &goes, None).await);
        t.get(&format!("/works/detail/{goes}")).await.assert_fails(404, "not_found");
        assert_done(&editor.admin_post("/works/restore", &json!({ "id": goes, "reason": "已核对" })).await);
        assert_eq!(t.get(&format!("/works/detail/{goes}")).await.json()["data"]["id"], json!(goes));
    }

    async fn what_was_removed_since_does_not_come_back(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({})), film("ABC-2", "乙", json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (stays, goes) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await);
        let (one, two) = (t.member("lin-xiaoyue").await, t.member("zhou-yuanshan").await);
        like(&one, &goes).await;
        like(&two, &goes).await;
        assert_done(&merge(&editor, &goes, Some(&stays)).await);
        let unlike = json!({ "dataId": stays, "status": 9 });
        assert_eq!(one.post("/user/like", &unlike).await.status, 200);
        assert_done(&merge(&editor, &goes, None).await);
        let likes = async |id: &str| rows(&editor, &format!("/works?keyword={id}")).await[0]["likes"].clone();
        assert_eq!((likes(&goes).await, likes(&stays).await), (json!(1), json!(0)));
    }

    async fn imports_of_either_work_leave_moved_links_and_undoing_gives_them_back(t: &TestApp) {
        let line = |number: &str, title: &str, hashes: &[&str]| {
            let magnets = hashes.iter().map(|hash| json!({
                "name": hash, "infoHash": hash.repeat(40), "length": 1, "createTime": "2026-01-01",
            }));
            film(number, title, json!({ "magnets": magnets.collect::<Vec<_>>() }))
        };
        t.import(&[line("ABC-1", "甲", &["a"]), line("ABC-2", "乙", &["b", "c"])]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (stays, goes) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await);
        let links = async |id: &str| {
            let detail = editor.admin_get(&format!("/works/{id}")).await.json()["data"].clone();
            let names = detail["magnets"].as_array().unwrap().iter().map(|magnet| magnet["name"].as_str().unwrap().to_owned());
            let mut names: Vec<String> = names.collect();
            names.sort_unstable();
            (names.join(" "), detail["curated"].clone())
        };
        let before = (links(&stays).await, links(&goes).await);
        assert_done(&merge(&editor, &goes, Some(&stays)).await);
        assert_eq!(links(&stays).await, ("a b c".to_owned(), json!(["magnets"])));
        t.import(&[line("ABC-1", "甲（修订）", &["a"]), line("ABC-2", "乙（修订）", &["b", "c"])]);
        assert_eq!(links(&stays).await.0, "a b c");
        assert_done(&merge(&editor, &goes, None).await);
        assert_eq!((links(&stays).await, links(&goes).await), before);
        // Links that an operator had set before stay as they are.
        let edit = json!({ "id": stays, "magnets": [] });
        assert_done(&editor.admin_edit("/works/edit", &edit).await);
        assert_done(&merge(&editor, &goes, Some(&stays)).await);
        assert_done(&merge(&editor, &goes, None).await);
        assert_eq!(links(&stays).await, (String::new(), json!(["magnets"])));
    }

    async fn merges_in_a_row_lead_to_the_last_and_are_undone_backwards(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({})), film("ABC-2", "乙", json!({})), film("ABC-3", "丙", json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (one, two, three) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await, id_of(t, "ABC-3").await);
        let before = stored(t);
        assert_done(&merge(&editor, &one, Some(&two)).await);
        assert_done(&merge(&editor, &two, Some(&three)).await);
        let shown = async |id: &str| t.get(&format!("/works/detail/{id}")).await.json()["data"]["id"].clone();
        assert_eq!((shown(&one).await, shown(&two).await), (json!(three), json!(three)));
        merge(&editor, &one, None).await.assert_fails(422, "work_merge");
        assert_done(&merge(&editor, &two, None).await);
        assert_eq!((shown(&one).await, shown(&two).await), (json!(two), json!(two)));
        assert_done(&merge(&editor, &one, None).await);
        assert_eq!((shown(&one).await, stored(t)), (json!(one), before));
    }

    async fn works_that_are_reported_or_taken_down_are_not_merged(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({})), film("ABC-2", "乙", json!({})), film("ABC-3", "丙", json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (stays, reported, down) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await, id_of(t, "ABC-3").await);
        assert_eq!(report(t, &reported, "minor").await.status, 200);
        let reason = json!({ "id": down, "reason": "按要求下架" });
        assert_done(&editor.admin_post("/works/takedown", &reason).await);
        merge(&editor, &reported, Some(&stays)).await.assert_fails(422, "report_open");
        merge(&editor, &down, Some(&stays)).await.assert_fails(422, "work_taken_down");
    }

    async fn of_two_at_once_one_merges_and_bad_pairs_are_rejected(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({})), film("ABC-2", "乙", json!({})), film("ABC-3", "丙", json!({ "channel": "western" }))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (one, two, other) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await, id_of(t, "ABC-3").await);
        merge(&editor, &one, Some(&one)).await.assert_fails(422, "work_merge");
        merge(&editor, &one, Some(&other)).await.assert_fails(422, "work_merge");
        merge(&editor, &one, Some("910000000000000009")).await.assert_fails(404, "not_found");
        merge(&editor, &one, None).await.assert_fails(404, "not_found");
        editor.admin_post("/works/merge", &json!({ "id": one, "into": two, "reason": " " })).await.assert_fails(400, "bad_request");
        let answers = join_all([merge(&editor, &one, Some(&two)), merge(&editor, &two, Some(&one))]).await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422]);
        t.clock.advance(31 * DAY_MS);
        let editor = t.operator("li-jinshui", Role::Editor).await;
        let merged = if answers[0].status == 200 { &one } else { &two };
        merge(&editor, merged, None).await.assert_fails(404, "not_found");
        t.app.housekeeper.0.finish();
        let left = t.app.state.db.read_now::<_, DbError, _>(|conn| Ok(work_merges::table.count().get_result::<i64>(conn)?));
        assert_eq!(left.unwrap(), 0);
    }

    async fn a_deleted_account_is_in_no_merge_and_undoing_it_skips_it(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({})), film("ABC-2", "乙", json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (stays, goes) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await);
        let (leaves, other) = (t.registered("lin_xia").await, t.member("zhou-yuanshan").await);
        for member in [&leaves, &other] {
            like(member, &goes).await;
        }
        assert_done(&merge(&editor, &goes, Some(&stays)).await);
        let names = |id: &str| {
            let read = t.app.state.db.read_now::<_, DbError, _>(|conn| {
                Ok(work_merges::table.select(work_merges::moved).first::<String>(conn)?)
            });
            read.unwrap().contains(id)
        };
        let (gone, kept) = (leaves.id.to_string(), other.id.to_string());
        assert!(names(&gone) && names(&kept));
        let exported = leaves.get("/user/export").await.json()["data"]["mergedLikes"].clone();
        assert_eq!((&exported[0]["id"], &exported[0]["into"]), (&json!(goes), &json!(stays)));
        assert_eq!(leaves.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        t.app.housekeeper.0.finish();
        assert!(!names(&gone) && names(&kept));
        assert_done(&merge(&editor, &goes, None).await);
        let row = rows(&editor, &format!("/works?keyword={goes}")).await[0].clone();
        assert_eq!(row["likes"], 1);
    }

    async fn a_work_with_too_many_rows_is_not_merged_but_takes_the_other(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({})), film("ABC-2", "乙", json!({}))]);
        let editor = t.operator("wang-yuanshan", Role::Editor).await;
        let (many, few) = (id_of(t, "ABC-1").await, id_of(t, "ABC-2").await);
        add_magnets(t, &many, 10_001);
        let before = stored(t);
        merge(&editor, &many, Some(&few)).await.assert_fails(422, "work_merge");
        assert_eq!(stored(t), before);
        assert_done(&merge(&editor, &few, Some(&many)).await);
        assert_done(&merge(&editor, &few, None).await);
        // One fewer is not too many.
        t.app.state.db.write_now::<_, DbError, _>(|conn| {
            Ok(diesel::delete(magnets::table.find(1)).execute(conn)?)
        }).unwrap();
        assert_done(&merge(&editor, &many, Some(&few)).await);
        assert_done(&merge(&editor, &many, None).await);
    }
}
