//! The dashboard: what each figure counts, who may see it, and that nobody is identified.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_base::role::Role;
use yingku_base::time::shanghai_day;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::schema::{daily_counters, imports, searched_words, total_counters};
use yingku_db::{Conn, DbError};
use yingku_platform::stats::searched_words::{DAYS, MAX_WORDS, Searched};
use yingku_platform::stats::searches::SEARCHES_PER_NETWORK;

use super::assert_done;
use crate::pay::{MONTH, notify, paid, submit};
use crate::support::client::Call;
use crate::support::member::{Member, PASSWORD};
use crate::support::{TestApp, film, films, whole_film};

const DAY_MS: i64 = 86_400_000;

async fn figures(operator: &Member<'_>) -> Value {
    let answer = operator.admin_get("/dashboard").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()["data"].clone()
}

fn read<T>(t: &TestApp, work: impl FnOnce(&mut Conn) -> QueryResult<T>) -> T {
    let read = t
        .app
        .state
        .db
        .read_now::<_, DbError, _>(|conn| Ok(work(conn)?));
    read.unwrap()
}

fn search(keyword: &str) -> Call {
    Call::get(&format!(
        "/prod-api/v2/works/detail/list?pageSize=24&keyword={keyword}"
    ))
}

/// A member asks; support replies after some minutes, and again a minute later.
async fn reply_after(t: &TestApp, minutes: i64) {
    let member = t.signed_in("lin-xiaoyue").await;
    let question = json!({ "message": "一个问题" });
    assert_eq!(member.post("/message", &question).await.status, 200);
    let id = member.get("/message/list").await.json()["rows"][0]["id"].clone();
    t.clock.advance(minutes * 60_000);
    let support = t.signed_in("office-support").await;
    for (version, reply) in ["好的", "已经好了"].into_iter().enumerate() {
        let form = json!({ "id": id, "version": version + 1, "message": reply });
        assert_done(&support.admin_post("/messages/reply", &form).await);
        t.clock.advance(60_000);
    }
}

/// Searches by that many visitors, each with a client key of their own.
pub async fn search_as_visitors(t: &TestApp, count: u32, keyword: &str) {
    for _ in 0..count {
        let stranger = t.another_installation();
        assert_eq!(t.send_as(&stranger, search(keyword)).await.status, 200);
    }
    t.app.searches.write_now().unwrap();
}

/// Non-zero totals by name.
fn nonzero_totals(conn: &mut Conn) -> QueryResult<Vec<(String, i64)>> {
    total_counters::table
        .filter(total_counters::value.ne(0))
        .select((total_counters::name, total_counters::value))
        .order(total_counters::name)
        .load(conn)
}

/// Figures by day and name, without those that cannot be derived from rows.
fn daily(conn: &mut Conn) -> QueryResult<Vec<(i32, String, i64)>> {
    daily_counters::table
        .filter(daily_counters::name.ne_all(["visits", "views", "searches", "misses"]))
        .order((daily_counters::day, daily_counters::name))
        .load(conn)
}

async fn id_of(t: &TestApp, number: &str) -> String {
    let rows = t
        .rows(&format!("/works/detail/list?keyword={number}"))
        .await;
    rows[0]["id"].as_str().unwrap().to_owned()
}

/// Imports works of all channels, and lets operators hide some in every possible way.
async fn works_that_come_and_go(t: &TestApp, admin: &Member<'_>) {
    let mut western = films("western", 3);
    western[2]["hidden"] = json!(true);
    t.import(&films("censored", 4));
    t.import(&western);
    // Unchanged lines count nothing; a newly hidden work moves.
    western[1]["hidden"] = json!(true);
    t.import(&western);
    let id = id_of(t, "AAAA-004").await;
    for action in ["hide", "hide", "takedown"] {
        let form = json!({ "id": id, "reason": "核对" });
        let answer = admin.admin_post(&format!("/works/{action}"), &form).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
}

both! {
    async fn works_are_counted_by_state(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        works_that_come_and_go(t, &admin).await;
        let works = json!({ "visible": 4, "censored": 3, "uncensored": 0, "western": 1, "hidden": 3, "takenDown": 1 });
        let seen = figures(&admin).await;
        assert_eq!((&seen["works"], &seen["days"][29]["works"]), (&works, &json!(7)));
        let id = read(t, |conn| {
            use yingku_db::schema::works::dsl::{id, withheld, works};
            works.filter(withheld.eq(3)).select(id).first::<i64>(conn)
        });
        let form = json!({ "id": id.to_string(), "reason": "已更正" });
        assert_eq!(admin.admin_post("/works/restore", &form).await.status, 200);
        let seen = figures(&admin).await["works"].clone();
        assert_eq!((&seen["censored"], &seen["hidden"], &seen["takenDown"]), (&json!(4), &json!(2), &json!(0)));
    }

    async fn members_orders_and_copies_are_counted_by_day(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let (member, leaver) = (t.member("lin-xiaoyue").await, t.member("zhou-qing").await);
        assert_eq!(leaver.post("/user/delete", &json!({ "password": PASSWORD })).await.status, 200);
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        let trade = paid(PayChannel::Alipay, &order, 3_000, "2026092122001");
        notify(t, &trade).await;
        notify(t, &trade).await;
        // A wrong amount pays nothing.
        let (_, other) = submit(&member, MONTH, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &other, 1, "2026092122002")).await;
        t.import(&[whole_film("ABC-1", 2)]);
        let links = t.rows("/dht/list?keyword=ABC-1").await;
        // Copying a link again is free and not counted; the member is VIP now, and copies count each time.
        for link in [&links[0], &links[0], &links[1]] {
            assert_eq!(t.post("/dht/copy", &json!({ "id": link["id"] })).await.status, 200);
        }
        assert_eq!(member.post("/dht/copy", &json!({ "id": links[0]["id"] })).await.status, 200);
        let seen = figures(&admin).await;
        assert_eq!(seen["members"], json!({ "all": 2, "vip": 1, "registered": { "today": 3, "month": 3 } }));
        assert_eq!(seen["orders"], json!({ "paid": { "today": 1, "month": 1 }, "sumToday": "30.00", "sumMonth": "30.00", "refundedToday": "0.00", "refundedMonth": "0.00", "netToday": "30.00", "netMonth": "30.00" }));
        assert_eq!(seen["copies"], json!({ "today": 3, "month": 3 }));
        assert_eq!((&seen["days"][29]["day"], &seen["days"][29]["orders"], &seen["days"][0]["day"]), (&json!("2026-09-21"), &json!(1), &json!("2026-08-23")));
        // It is 22:13: two hours later is another day.
        t.clock.advance(2 * 3_600_000);
        let admin = t.signed_in("office-admin").await;
        let seen = figures(&admin).await;
        assert_eq!(seen["orders"]["paid"], json!({ "today": 0, "month": 1 }));
        // Refunds count on their own day; one of a payment that paid nothing does not count.
        for number in [&order, &other] {
            let form = json!({ "orderId": number, "reason": "已退款" });
            assert_eq!(admin.admin_post("/orders/refund", &form).await.status, 200);
        }
        let refunded = figures(&admin).await["orders"].clone();
        assert_eq!((&refunded["sumMonth"], &refunded["refundedToday"], &refunded["refundedMonth"]), (&json!("30.00"), &json!("30.00"), &json!("30.00")));
        // The refund of another day's payment.
        assert_eq!((&refunded["netToday"], &refunded["netMonth"]), (&json!("-30.00"), &json!("0.00")));
        assert_eq!((&seen["orders"]["sumToday"], &seen["days"][28]["copies"], &seen["days"][29]["day"]), (&json!("0.00"), &json!(3), &json!("2026-09-22")));
        t.clock.advance(29 * DAY_MS);
        let admin = t.signed_in("office-admin").await;
        let seen = figures(&admin).await;
        assert_eq!((&seen["orders"]["paid"]["month"], &seen["copies"]["month"], &seen["members"]["vip"]), (&json!(0), &json!(0), &json!(1)));
        t.clock.advance(2 * DAY_MS);
        let admin = t.signed_in("office-admin").await;
        assert_eq!(figures(&admin).await["members"]["vip"], 0);
    }

    async fn the_migration_computes_the_same_counts(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        works_that_come_and_go(t, &admin).await;
        let member = t.member("lin-xiaoyue").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &order, 3_000, "2026092122001")).await;
        t.import(&[whole_film("ABC-1", 1)]);
        let link = t.rows("/dht/list?keyword=ABC-1").await[0]["id"].clone();
        assert_eq!(t.post("/dht/copy", &json!({ "id": link })).await.status, 200);
        let counted = (read(t, nonzero_totals), read(t, daily));
        assert_eq!(counted.1.len(), 5, "{counted:?}");
        let found = t.app.state.db.write_now::<_, DbError, _>(|conn| {
            diesel::delete(total_counters::table).execute(conn)?;
            diesel::delete(daily_counters::table).execute(conn)?;
            let migration = include_str!("../../../../migrations/sqlite/2026-11-23-500000_daily_figures/up.sql");
            let inserts: Vec<&str> = migration.split(";\n").filter(|text| text.contains("INSERT INTO")).collect();
            assert_eq!(inserts.len(), 11);
            for insert in inserts {
                // The tables were renamed since.
                let insert = insert.replace("daily_figures", "daily_counters").replace("standing_figures", "total_counters");
                #[expect(clippy::disallowed_methods, reason = "the migration's own words")]
                diesel::sql_query(insert).execute(conn)?;
            }
            Ok((nonzero_totals(conn)?, daily(conn)?))
        });
        assert_eq!(found.unwrap(), counted);
    }

    async fn searches_and_views_count_once_per_visitor(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        t.import(&films("censored", 2));
        for keyword in ["AAAA-001", "aaaa-001%20", "%E9%9B%AA%E5%B1%B1", "%E9%9B%AA%E5%B1%B1"] {
            assert_eq!(t.send(search(keyword)).await.status, 200);
        }
        // No further page, no list without a keyword, and no repeated search in another order or channel.
        for rest in ["?pageSize=24&keyword=AAAA&pageNum=2", "?pageSize=24", "?keyword=AAAA-001&modName=western", "?keyword=AAAA-001&sort=hot"] {
            assert_eq!(t.get(&format!("/works/detail/list{rest}")).await.status, 200);
        }
        let id = id_of(t, "AAAA-002").await;
        for _ in 0..2 {
            assert_eq!(t.get(&format!("/works/detail/{id}")).await.status, 200);
        }
        t.app.searches.write_now().unwrap();
        t.app.views.write_now().unwrap();
        let seen = figures(&admin).await;
        let once = json!({ "today": 1, "month": 1 });
        assert_eq!((&seen["searches"], &seen["misses"], &seen["views"]), (&json!({ "today": 3, "month": 3 }), &once, &once));
        // Another visitor's search is served from the cache, and counts all the same.
        search_as_visitors(t, 1, "AAAA-001").await;
        assert_eq!(figures(&admin).await["searches"]["today"], 4);
    }

    async fn a_word_is_without_results_only_if_no_channel_has_any(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        t.import(&[film("ABC-1", "雪山", json!({ "channel": "western" }))]);
        search_as_visitors(t, 3, "ABC-1&modName=censored").await;
        let seen = figures(&admin).await;
        assert_eq!((&seen["searches"]["today"], &seen["misses"]["today"], &seen["words"]), (&json!(3), &json!(0), &json!([])));
    }

    async fn a_word_without_results_is_shown_after_three_anonymous_visitors(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        // Two visitors may share one of 63 bits: a few more visitors ensure three bits.
        search_as_visitors(t, 12, "Zephyr%20%20Coast").await;
        search_as_visitors(t, 2, "13800138000").await;
        for _ in 0..5 {
            t.send(search("only-me")).await;
        }
        t.app.searches.write_now().unwrap();
        let seen = figures(&admin).await;
        assert_eq!(seen["words"], json!([{ "word": "zephyr coast", "searches": 12 }]));
        assert_eq!(seen["misses"]["today"], 15);
        let columns = read(t, |conn| searched_words::table.order(searched_words::word).load::<(i32, String, i64, i64, bool)>(conn));
        assert_eq!(columns.len(), 3);
        assert!(columns[0].3.count_ones() <= 2 && columns[1].3.count_ones() == 1, "{columns:?}");
        // After 30 days they are gone, in memory and in the database.
        t.clock.advance(i64::from(DAYS) * DAY_MS);
        let admin = t.signed_in("office-admin").await;
        assert_eq!(figures(&admin).await["words"], json!([]));
        search_as_visitors(t, 1, "something-else").await;
        let kept: Vec<String> = read(t, |conn| searched_words::table.select(searched_words::word).load(conn));
        assert_eq!(kept, ["something-else"]);
    }

    async fn stored_words_are_bounded(t: &TestApp) {
        let today = shanghai_day(t.app.state.now());
        let missed = |searches| Searched { searches, visitors: 7, found: false };
        let mut words: std::collections::BTreeMap<_, _> = (0..MAX_WORDS).map(|index| ((today, format!("word-{index}")), missed(2))).collect();
        words.insert((today - 1, "seldom".to_owned()), missed(1));
        let added = t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(yingku_platform::stats::searched_words::add(conn, &words, today)?));
        added.unwrap();
        let kept: Vec<String> = read(t, |conn| searched_words::table.select(searched_words::word).load(conn));
        assert_eq!(i64::try_from(kept.len()).unwrap(), MAX_WORDS);
        assert!(!kept.contains(&"seldom".to_owned()));
        // Searches with results have a limit of their own.
        let hot = Searched { searches: 1, visitors: 7, found: true };
        let words = [((today, "hot".to_owned()), hot)].into();
        let added = t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(yingku_platform::stats::searched_words::add(conn, &words, today)?));
        added.unwrap();
        let kept: i64 = read(t, |conn| searched_words::table.count().get_result(conn));
        assert_eq!(kept, MAX_WORDS + 1);
    }

    async fn searches_counted_per_network_are_limited(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        for index in 0..SEARCHES_PER_NETWORK + 5 {
            assert_eq!(t.send(search(&format!("none-{index}"))).await.status, 200);
        }
        t.app.searches.write_now().unwrap();
        assert_eq!(figures(&admin).await["searches"]["today"], SEARCHES_PER_NETWORK);
    }

    async fn pending_work_is_counted_with_its_age(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        let none = json!({ "messages": 0, "reports": 0, "reportsHeld": 0, "downloads": 0, "abnormalOrders": 0, "grants": 0, "failedImports": 0 });
        assert_eq!(figures(&admin).await["waiting"], none);
        t.import(&films("censored", 1));
        let work = id_of(t, "AAAA-001").await;
        let member = t.member("lin-xiaoyue").await;
        for question in ["第一个", "第二个"] {
            assert_eq!(member.post("/message", &json!({ "message": question })).await.status, 200);
            t.clock.advance(60_000);
        }
        let (uuid, code) = t.captcha().await;
        let form = json!({ "dataId": work, "reason": "wrong", "uuid": uuid, "code": code });
        assert_eq!(t.post("/report", &form).await.status, 200);
        // Paid with a wrong amount; an interrupted import that can resume.
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        notify(t, &paid(PayChannel::Alipay, &order, 1, "2026092122002")).await;
        let import = json!({ "name": "films.ndjson", "size": 5 });
        assert_eq!(admin.admin_post("/imports", &import).await.status, 200);
        let set_failed = |conn: &mut Conn| diesel::update(imports::table).set(imports::state.eq("failed")).execute(conn);
        t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(set_failed(conn)?)).unwrap();
        let waiting = json!({ "messages": 2, "oldestMessage": 120, "reports": 1, "reportsHeld": 0, "downloads": 0, "abnormalOrders": 1, "grants": 0, "failedImports": 1 });
        assert_eq!(figures(&admin).await["waiting"], waiting);
        let support = t.operator("office-support", Role::Support).await;
        let seen = figures(&support).await["waiting"].clone();
        assert_eq!(seen, json!({ "messages": 2, "oldestMessage": 120, "reports": 1, "reportsHeld": 0, "downloads": 0, "abnormalOrders": 1 }));
        let editor = t.operator("operator-editor", Role::Editor).await;
        let seen = figures(&editor).await["waiting"].clone();
        assert_eq!(seen, json!({ "failedImports": 1 }));
    }

    async fn first_response_times_are_of_seven_and_thirty_days(t: &TestApp) {
        t.member("lin-xiaoyue").await;
        t.operator("office-support", Role::Support).await;
        reply_after(t, 30).await;
        t.clock.advance(8 * DAY_MS);
        let support = t.signed_in("office-support").await;
        let times = figures(&support).await["waiting"].clone();
        assert_eq!((&times["firstResponseWeek"], &times["firstResponseMonth"]), (&Value::Null, &json!({ "count": 1, "median": 1_800, "p90": 1_800 })));
        reply_after(t, 2).await;
        reply_after(t, 5).await;
        let times = figures(&t.signed_in("office-support").await).await["waiting"].clone();
        assert_eq!(times["firstResponseWeek"], json!({ "count": 2, "median": 120, "p90": 300 }));
        assert_eq!(times["firstResponseMonth"], json!({ "count": 3, "median": 300, "p90": 1_800 }));
        let editor = t.operator("operator-editor", Role::Editor).await;
        assert_eq!(figures(&editor).await["waiting"].get("firstResponseMonth"), None);
    }

    async fn orders_are_shown_only_with_their_permission(t: &TestApp) {
        let editor = t.operator("operator-editor", Role::Editor).await;
        let seen = figures(&editor).await;
        assert!(seen.get("orders").is_none() && seen["days"].as_array().unwrap().iter().all(|day| day.get("orders").is_none()), "{seen}");
        let cashier = t.operator("operator-cashier", Role::Cashier).await;
        let seen = figures(&cashier).await;
        assert_eq!((&seen["orders"]["sumMonth"], &seen["days"][3]["orders"]), (&json!("0.00"), &json!(0)));
    }

    async fn the_index_reports_its_lag(t: &TestApp) {
        let admin = t.operator("office-admin", Role::Admin).await;
        t.import(&films("censored", 3));
        assert_eq!(figures(&admin).await["index"], json!({ "ready": true, "building": false, "changes": 0, "seconds": 0, "missing": 0 }));
        let behind = yingku_catalogue::indexer::Checkpoint::default();
        let lag = read(t, |conn| behind.lag(conn, t.app.state.now() + 7));
        // The clock of the import is the start of the test's.
        assert_eq!((lag.changes, lag.seconds), (3, 7));
    }
}
