//! The service, killed during notifications: acknowledged payments are fulfilled, and repeated ones are fulfilled once.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::prelude::*;
use yingku_commerce::pay::alipay::wire::signed_notification;
use yingku_commerce::pay::orders::queries::add;
use yingku_commerce::pay::orders::row::OrderRow;
use yingku_commerce::pay::signature::PrivateKey;
use yingku_db::schema::{orders, users, vip_grants};
use yingku_db::{Db, DbError};
use yingku_pay_sandbox::{APP_ID, SELLER_ID};

use super::ALIPAY;
use crate::support::command::Program;
use crate::support::db::{TestDb, options};
use crate::support::serving::Serving;

/// Orders, and notifications that would pay each of them.
const ORDERS: usize = 600;
/// The service is killed after this many acknowledgements.
const KILLED_AFTER: usize = 150;
/// Concurrent connections.
const CALLERS: usize = 8;
/// The days that each order grants.
const DAYS: i32 = 30;

fn number(at: usize) -> String {
    format!("20260921{at:016}")
}

fn fill(db: &Db) -> i64 {
    db.write_now::<_, DbError, _>(|conn| {
        let user = users::table.select(users::id).first(conn)?;
        for at in 0..ORDERS {
            let order = OrderRow {
                number: number(at),
                user_id: Some(user),
                plan_id: 1_000_000_000_000_003,
                plan_name: "VIP月卡".to_owned(),
                kind: yingku_commerce::vip::plans::PlanKind::Time,
                level_id: 2,
                days: DAYS,
                fen: 3_000,
                channel: yingku_commerce::pay::gateway::PayChannel::Alipay,
                status: yingku_commerce::pay::orders::status::OrderStatus::Unpaid,
                trade_no: None,
                paid_at: None,
                page: format!("{at:032}"),
                scan: String::new(),
                check_at: None,
                created_at: 1_790_000_000,
                updated_at: 1_790_000_000,
                mode: yingku_platform::config::OrderMode::Sandbox,
                voided_at: None,
                device: String::new(),
                payer: String::new(),
                address: String::new(),
                address_at: 0,
                received_fen: None,
                received_channel: None,
            };
            add(conn, &order)?;
        }
        Ok(user)
    })
    .unwrap()
}

fn notification(key: &PrivateKey, at: usize) -> String {
    let params = [
        ("app_id", APP_ID),
        ("seller_id", SELLER_ID),
        ("out_trade_no", &number(at)),
        ("trade_no", &format!("trade{at}")),
        ("trade_status", "TRADE_SUCCESS"),
        ("total_amount", "30.00"),
    ];
    let params = params.map(|(name, value)| (name.to_owned(), value.to_owned()));
    signed_notification(params.into(), key).unwrap()
}

/// Notifies about every order over several connections; returns the acknowledged ones. Kills the service after some.
fn send_notifications(
    serving: &mut Serving,
    notifications: &[String],
    kill_after: Option<usize>,
) -> HashSet<usize> {
    let taken = Mutex::new(HashSet::new());
    let (next, count) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (enough, signal) = std::sync::mpsc::channel();
    let wires: Vec<_> = (0..CALLERS).map(|_| serving.connect()).collect();
    std::thread::scope(|scope| {
        for mut wire in wires {
            let (enough, taken, next, count) = (enough.clone(), &taken, &next, &count);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    let Some(body) = notifications.get(at) else {
                        return;
                    };
                    // Like the provider, sends it again when the service was too busy to store it.
                    let answer = loop {
                        match wire.post_form(ALIPAY, body) {
                            Ok(answer) if answer == "failure" => {}
                            Ok(answer) => break answer,
                            Err(_) => return,
                        }
                    };
                    assert_eq!(answer, "success");
                    taken.lock().unwrap().insert(at);
                    if Some(count.fetch_add(1, Ordering::SeqCst) + 1) == kill_after {
                        enough.send(()).unwrap();
                    }
                }
            });
        }
        drop(enough);
        if kill_after.is_some() {
            signal.recv().expect("the callers ended too soon");
            serving.kill();
        }
    });
    taken.into_inner().unwrap()
}

/// The numbers of the paid orders, and of those with a grant.
fn paid_and_granted(db: &Db) -> (HashSet<String>, Vec<String>) {
    db.read_now::<_, DbError, _>(|conn| {
        let paid: Vec<String> = orders::table
            .filter(orders::status.eq(1))
            .select(orders::number)
            .load(conn)?;
        let given = vip_grants::table.select(vip_grants::reference).load(conn)?;
        Ok((paid.into_iter().collect(), given))
    })
    .unwrap()
}

fn pay_until_killed(database: &TestDb) {
    let db = Db::open(&options(&database.url)).unwrap();
    let program = Program::new();
    let mut serving = Serving::start(&program, &database.url);
    serving.connect().register("lin-xiaoyue");
    let user = fill(&db);
    let pem = std::fs::read_to_string(program.path().join("data/sandbox/provider.pem")).unwrap();
    let key = PrivateKey::parse(&pem).unwrap();
    let notifications: Vec<String> = (0..ORDERS).map(|at| notification(&key, at)).collect();

    let taken = send_notifications(&mut serving, &notifications, Some(KILLED_AFTER));
    assert!(
        (KILLED_AFTER..ORDERS).contains(&taken.len()),
        "{} were acknowledged",
        taken.len()
    );
    let (paid, given) = paid_and_granted(&db);
    let taken: HashSet<String> = taken.into_iter().map(number).collect();
    assert!(taken.is_subset(&paid), "acknowledged payments are lost");
    // What was stored without a response is consistent as well: no order is paid without its days, and none twice.
    assert_eq!(given.len(), paid.len());
    assert_eq!(given.into_iter().collect::<HashSet<_>>(), paid);

    let mut serving = Serving::start(&program, &database.url);
    for _ in 0..2 {
        assert_eq!(
            send_notifications(&mut serving, &notifications, None).len(),
            ORDERS
        );
    }
    let (paid, given) = paid_and_granted(&db);
    assert_eq!((paid.len(), given.len()), (ORDERS, ORDERS));
    let (begins, until): (Option<i64>, i64) = db
        .read_now::<_, DbError, _>(|conn| {
            let begins = vip_grants::table
                .select(diesel::dsl::min(vip_grants::starts_at))
                .first(conn)?;
            Ok((
                begins,
                users::table
                    .find(user)
                    .select(users::vip_until)
                    .first(conn)?,
            ))
        })
        .unwrap();
    let days = i64::try_from(ORDERS).unwrap() * i64::from(DAYS);
    assert_eq!(until - begins.unwrap(), days * 86_400);
}

#[test]
fn a_kill_during_notifications_fulfils_each_order_once_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    pay_until_killed(&TestDb::sqlite(folder.path()));
}

#[test]
fn a_kill_during_notifications_fulfils_each_order_once_on_postgres() {
    pay_until_killed(&TestDb::postgres());
}
