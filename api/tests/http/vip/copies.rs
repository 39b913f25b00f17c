//! Copying magnet links: the daily quotas.

use diesel::prelude::*;
use futures_util::future::join_all;
use serde_json::{Value, json};
use yingku_db::schema::{copy_log, copy_quota};
use yingku_http_kit::error::ApiError;
use yingku_signer::client::Signer;

use crate::support::client::{Answer, Call};
use crate::support::member::{Member, PASSWORD};
use crate::support::{TestApp, info_hash, whole_film};

const LIST: &str = "/dht/list?keyword=ABC-1&pageSize=100";

/// Imports a work with that many links and returns their ids, in the order of their numbers.
async fn links(t: &TestApp, count: u32) -> Vec<String> {
    t.import(&[whole_film("ABC-1", count)]);
    let mut ids = Vec::new();
    for page in 1..=count.div_ceil(100) {
        let rows = t.rows(&format!("{LIST}&pageNum={page}")).await;
        ids.extend(
            rows.iter()
                .map(|row| row["id"].as_str().unwrap().to_owned()),
        );
    }
    assert_eq!(ids.len(), usize::try_from(count).unwrap());
    ids
}

fn form(id: &str) -> Call {
    Call::post("/prod-api/v2/dht/copy", &json!({ "id": id }))
}

async fn copy(t: &TestApp, id: &str) -> Answer {
    t.send(form(id)).await
}

async fn copy_as(t: &TestApp, who: &Signer, id: &str) -> Answer {
    t.send_as(who, form(id)).await
}

async fn copy_of_member(member: &Member<'_>, id: &str) -> Answer {
    member.post("/dht/copy", &json!({ "id": id })).await
}

/// `used`, `limit` and `remaining` of a successful response.
fn counts(answer: &Answer) -> (Value, Value, Value) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let data = answer.json()["data"].clone();
    (
        data["used"].clone(),
        data["limit"].clone(),
        data["remaining"].clone(),
    )
}

fn assert_rejected(answer: &Answer, word: &str, msg: &str) {
    answer.assert_fails(422, word);
    assert_eq!(
        (&answer.json()["code"], &answer.json()["msg"]),
        (&json!(402), &json!(msg))
    );
}

/// Rows of the log, and all copies of the quota.
fn count_copies(t: &TestApp) -> (i64, i64) {
    t.app
        .state
        .db
        .read_now::<_, ApiError, _>(|conn| {
            let log = copy_log::table.count().get_result(conn)?;
            let quota: Vec<i32> = copy_quota::table.select(copy_quota::copies).load(conn)?;
            Ok((log, quota.into_iter().map(i64::from).sum()))
        })
        .unwrap()
}

const LOGIN: &str = "需要登陆账号才可以使用该功能！";
const UPGRADE: &str = "非VIP用户,每日最多复制100次,,请先收藏后次日下载或升级VIP";

both! {
    async fn a_visitor_copies_three_links_and_must_then_log_in(t: &TestApp) {
        let ids = links(t, 5).await;
        for (number, id) in ids[..3].iter().enumerate() {
            let answer = copy(t, id).await;
            assert_eq!(counts(&answer), (json!(number + 1), json!(3), json!(2 - number)));
            assert_eq!(answer.header("cache-control"), "no-store");
            let hash = info_hash("ABC-1", u32::try_from(number).unwrap() + 1);
            let data = &answer.json()["data"];
            // With the link's name, without its markup.
            let magnet = format!("magnet:?xt=urn:btih:{hash}&dn=ABC-1%20{}", number + 1);
            assert_eq!((&data["id"], &data["infoHash"], &data["magnet"]), (&json!(id), &json!(hash), &json!(magnet)));
        }
        assert_rejected(&copy(t, &ids[3]).await, "copy_login", LOGIN);
        // A link copied today is free to copy again, even then.
        assert_eq!(counts(&copy(t, &ids[0]).await), (json!(3), json!(3), json!(0)));
        let rows = t.rows(LIST).await;
        let locked: Vec<bool> = rows.iter().map(|row| row["locked"].as_bool().unwrap()).collect();
        assert_eq!(locked, [false, false, false, true, true]);
        assert_eq!(rows[0]["infoHash"], json!(info_hash("ABC-1", 1)));
        assert_eq!(rows[3]["infoHash"], json!(format!("00000004{}", "*".repeat(32))));
        // Another installation is unaffected, and so is a member, here or there.
        let other = t.another_installation();
        let answer = t.send_as(&other, Call::get(&format!("/prod-api/v2{LIST}"))).await;
        assert_eq!((answer.header("vary").to_lowercase().contains("authorization"), answer.header("cache-control")), (true, "no-store"));
        assert!(answer.json()["rows"].as_array().unwrap().iter().all(|row| row["locked"] == true));
        let member = t.member("lin-xiaoyue").await;
        assert_eq!(counts(&copy_of_member(&member, &ids[3]).await), (json!(1), json!(100), json!(99)));
        assert_eq!(member.get(LIST).await.json()["rows"][3]["locked"], false);
        assert_eq!(member.get(LIST).await.json()["rows"][0]["locked"], true);
    }

    async fn a_member_copies_a_hundred_links_and_vip_without_limit(t: &TestApp) {
        let ids = links(t, 102).await;
        let member = t.member("lin-xiaoyue").await;
        for (number, id) in ids[..100].iter().enumerate() {
            assert_eq!(counts(&copy_of_member(&member, id).await), (json!(number + 1), json!(100), json!(99 - number)));
        }
        assert_rejected(&copy_of_member(&member, &ids[100]).await, "copy_vip", UPGRADE);
        assert_eq!(copy_of_member(&member, &ids[99]).await.status, 200);
        t.make_vip(&member, 1);
        for id in &ids[100..] {
            assert_eq!(counts(&copy_of_member(&member, id).await), (json!(100), json!(null), json!(null)));
        }
        let rows = member.get(LIST).await.json()["rows"].clone();
        assert!(rows.as_array().unwrap().iter().all(|row| row["locked"] == false));
        assert_eq!(count_copies(t), (100, 100));
    }

    async fn of_many_concurrent_copies_exactly_the_quota_counts(t: &TestApp) {
        let ids = links(t, 24).await;
        let answers = join_all(ids.iter().map(|id| copy(t, id))).await;
        let count = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
        assert_eq!((count(200), count(422)), (3, 21));
        // Three by the installation and three by its network.
        assert_eq!(count_copies(t), (3, 6));
        let member = t.member("lin-xiaoyue").await;
        let answers = join_all((0..24).map(|_| copy_of_member(&member, &ids[0]))).await;
        assert!(answers.iter().all(|answer| counts(answer).0 == json!(1)));
        assert_eq!(count_copies(t), (4, 7));
    }

    async fn new_client_keys_do_not_raise_the_network_quota(t: &TestApp) {
        let ids = links(t, 4).await;
        for _ in 0..10 {
            let visitor = t.another_installation();
            for id in &ids[..3] {
                assert_eq!(copy_as(t, &visitor, id).await.status, 200);
            }
        }
        let visitor = t.another_installation();
        assert_rejected(&copy_as(t, &visitor, &ids[3]).await, "copy_login", LOGIN);
        // A rejected copy has left no row.
        assert_eq!(count_copies(t), (30, 60));
        let member = t.member("lin-xiaoyue").await;
        assert_eq!(copy_of_member(&member, &ids[3]).await.status, 200);
    }

    async fn the_quota_resets_the_next_day_and_old_counts_are_deleted(t: &TestApp) {
        // The housekeeping run that started with the service may already be past these tables.
        t.app.housekeeper.0.finish();
        let ids = links(t, 4).await;
        for id in &ids[..3] {
            copy(t, id).await;
        }
        // 23:59:59 in Shanghai, and the second after it.
        t.clock.advance(6_399_000);
        assert_rejected(&copy(t, &ids[3]).await, "copy_login", LOGIN);
        t.clock.advance(1_000);
        assert_eq!(t.rows(LIST).await[0]["locked"], true);
        assert_eq!(counts(&copy(t, &ids[3]).await), (json!(1), json!(3), json!(2)));
        // No request deletes rows of earlier days; housekeeping does.
        assert_eq!(count_copies(t), (4, 8));
        t.app.housekeeper.0.finish();
        assert_eq!(count_copies(t), (1, 2));
    }

    async fn a_missing_link_cannot_be_copied(t: &TestApp) {
        let ids = links(t, 1).await;
        copy(t, &ids[0]).await;
        copy(t, "910000000000000009").await.assert_fails(404, "not_found");
        let mut hidden = whole_film("ABC-1", 1);
        hidden["hidden"] = json!(true);
        t.import(&[hidden]);
        copy(t, &ids[0]).await.assert_fails(404, "not_found");
        for bad in [json!({}), json!({ "id": "x" }), json!({ "id": 0 }), json!({ "id": null }), json!([])] {
            let call = Call::post("/prod-api/v2/dht/copy", &bad);
            t.send(call).await.assert_fails(400, "bad_request");
        }
        assert_eq!(count_copies(t), (1, 2));
    }

    async fn a_members_copies_are_exported_and_deleted_with_the_account(t: &TestApp) {
        let ids = links(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        copy_of_member(&member, &ids[0]).await;
        let exported = member.get("/user/export").await.json()["data"]["copiedMagnets"].clone();
        assert_eq!(exported, json!([info_hash("ABC-1", 1)]));
        assert_eq!(member.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        assert_eq!(count_copies(t), (0, 0));
    }
}

#[actix_web::test]
async fn counting_can_be_delegated_to_clients() {
    let t = TestApp::with(&[("MAGNET_QUOTA", "client")]).await;
    let ids = links(&t, 5).await;
    let rows = t.rows(LIST).await;
    assert!(rows.iter().all(|row| row["locked"] == false));
    assert_eq!(rows[4]["infoHash"], json!(info_hash("ABC-1", 5)));
    for (number, id) in ids.iter().enumerate() {
        let left = 2_usize.saturating_sub(number);
        assert_eq!(
            counts(&copy(&t, id).await),
            (json!(number + 1), json!(3), json!(left))
        );
    }
}
