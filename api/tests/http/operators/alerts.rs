//! What operators are told by mail and webhook.

use std::net::TcpListener;
use std::sync::Arc;

use diesel::prelude::*;
use parking_lot::Mutex;
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::keys::{key, tag};
use yingku_base::role::Role;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_db::schema::notices;
use yingku_db::{Conn, DbError, Engine};
use yingku_server::alerts::Alerts;
use yingku_server::last_backup::LastBackup;

use crate::pay::{MONTH, notify, paid, submit};
use crate::support::TestApp;
use crate::support::db::TestDb;
use crate::support::listening::{Provider, http};
use crate::support::mail_server::MailServer;

const SECRET: &str = "0123456789abcdef";

/// A webhook that keeps what it gets, and fails as often as it is told to.
struct Sink {
    url: String,
    requests: Arc<Mutex<Vec<String>>>,
    failures: Arc<Mutex<u32>>,
    _server: Provider,
}

impl Sink {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let failures = Arc::new(Mutex::new(0_u32));
        let (kept, left) = (Arc::clone(&requests), Arc::clone(&failures));
        let server = Provider::at(listener, move |request| {
            kept.lock().push(request.to_owned());
            let mut left = left.lock();
            let status = if *left > 0 {
                "500 Broken"
            } else {
                "204 No Content"
            };
            *left = left.saturating_sub(1);
            Some(http(status, "", ""))
        });
        Self {
            url,
            requests,
            failures,
            _server: server,
        }
    }

    /// The bodies since the last call; each is signed.
    fn bodies(&self) -> Vec<Value> {
        let requests = std::mem::take(&mut *self.requests.lock());
        let bodies = requests.iter().map(|request| {
            let (head, body) = request.split_once("\r\n\r\n").unwrap();
            let header = |name: &str| {
                let mut lines = head.lines().filter_map(|line| line.split_once(": "));
                let found = lines.find(|(found, _)| found.eq_ignore_ascii_case(name));
                found.unwrap().1.to_owned()
            };
            let time = header("x-yingku-timestamp");
            let parts: [&[u8]; 3] = [time.as_bytes(), b".", body.as_bytes()];
            let expected = tag(&key(SECRET.as_bytes()), &parts);
            let expected: String = expected.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(header("x-yingku-signature"), format!("sha256={expected}"));
            serde_json::from_str(body).unwrap()
        });
        bodies.collect()
    }

    fn kinds(&self) -> Vec<String> {
        let bodies = self.bodies();
        let kinds = bodies.iter().map(|body| body["kind"].as_str().unwrap());
        kinds.map(str::to_owned).collect()
    }
}

/// A site on each engine that tells its own sink.
async fn with_webhook(private: &str) -> Vec<(Sink, TestApp)> {
    let mut sites = Vec::new();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let sink = Sink::start();
        let settings = [
            ("WEBHOOK_URL", &*sink.url),
            ("WEBHOOK_SECRET", SECRET),
            ("WEBHOOK_PRIVATE", private),
        ];
        let site = with(engine, &settings).await;
        sites.push((sink, site));
    }
    sites
}

async fn with(engine: Engine, settings: &[(&str, &str)]) -> TestApp {
    let folder = tempfile::tempdir().unwrap();
    let db = TestDb::on(engine, folder.path());
    TestApp::start(folder, db, settings).await
}

/// An order that was paid with a wrong amount.
async fn abnormal_order(t: &TestApp, name: &str, trade: &str) -> String {
    let member = t.member(name).await;
    let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
    notify(t, &paid(PayChannel::Alipay, &order, 1, trade)).await;
    order
}

fn write<T>(t: &TestApp, work: impl FnOnce(&mut Conn) -> QueryResult<T>) -> T {
    let db = &t.app.state.db;
    db.write_now::<_, DbError, _>(|conn| Ok(work(conn)?))
        .unwrap()
}

#[actix_web::test]
async fn urgent_matters_are_told_when_they_begin_and_a_digest_each_day() {
    for (sink, t) in with_webhook("allow").await {
        t.app.alerts.run_now();
        let digests = sink.bodies();
        assert_eq!(digests.len(), 1, "{digests:?}");
        assert_eq!(
            (&digests[0]["kind"], &digests[0]["subject"]),
            (&json!("digest"), &json!("[映库] 每日汇总"))
        );
        let text = digests[0]["text"].as_str().unwrap();
        assert!(
            text.contains("昨天：访问 0") && text.contains("备份：还没有"),
            "{text}"
        );
        abnormal_order(&t, "lin-xiaoyue", "2026092122001").await;
        t.app.alerts.run_now();
        let told = sink.bodies();
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(
            (&told[0]["kind"], &told[0]["subject"]),
            (&json!("orders"), &json!("[映库] 1 笔异常订单"))
        );
        t.app.alerts.run_now();
        assert_eq!(sink.kinds(), [""; 0]);
        abnormal_order(&t, "zhou-qing", "2026092122002").await;
        let made_at = t.app.state.now() - 3 * 86_400;
        let old = LastBackup {
            made_at,
            complete: true,
            ..LastBackup::default()
        };
        write(&t, |conn| old.save(conn));
        let system = Actor::system(&t.app.state);
        for _ in 0..10 {
            let failed = Change {
                action: Action::UserSignInFailed,
                target: (TargetKind::User, "1".to_owned()),
                before: Value::Null,
                after: json!({}),
                reason: "",
            };
            write(&t, |conn| audit::record(conn, &system, &failed));
        }
        t.app.alerts.run_now();
        assert_eq!(sink.kinds(), ["orders", "signIns", "backup"]);
        // A new backup and quiet end them; the digest is of the next day.
        let made_at = t.app.state.now() + 86_400;
        let new = LastBackup {
            made_at,
            complete: true,
            ..LastBackup::default()
        };
        write(&t, |conn| new.save(conn));
        t.clock.advance(86_400_000);
        t.app.alerts.run_now();
        assert_eq!(sink.kinds(), ["digest"]);
        write(&t, |conn| old.save(conn));
        t.app.alerts.run_now();
        assert_eq!(sink.kinds(), ["backup"]);
    }
}

#[actix_web::test]
async fn mail_goes_to_each_address() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut server = MailServer::start();
        let url = server.url();
        let settings = [
            ("SMTP_URL", &*url),
            ("MAIL_FROM", "映库 <noreply@films.example>"),
            ("NOTIFY_MAIL", "me@films.example,you@films.example"),
        ];
        let t = with(engine, &settings).await;
        t.app.alerts.run_now();
        let (first, second) = (server.next().await, server.next().await);
        assert_eq!(
            (&*first.to, &*second.to),
            ("<me@films.example>", "<you@films.example>")
        );
        assert!(first.text.contains("待答复留言：0"), "{}", first.text);
        abnormal_order(&t, "lin-xiaoyue", "2026092122001").await;
        t.app.alerts.run_now();
        let told = server.next().await;
        assert!(told.text.contains("有 1 笔订单金额不符"), "{}", told.text);
        server.next().await;
        t.app.alerts.run_now();
        assert!(!server.has_more());
    }
}

#[actix_web::test]
async fn a_bad_address_keeps_no_mail_from_others_and_repeats_none() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut server = MailServer::start();
        let url = server.url();
        let settings = [
            ("SMTP_URL", &*url),
            ("MAIL_FROM", "映库 <noreply@films.example>"),
            (
                "NOTIFY_MAIL",
                "me@films.example,unknown@films.example,you@films.example",
            ),
        ];
        let t = with(engine, &settings).await;
        t.app.alerts.run_now();
        let (first, second) = (server.next().await, server.next().await);
        assert_eq!(
            (&*first.to, &*second.to),
            ("<me@films.example>", "<you@films.example>")
        );
        for _ in 0..3 {
            t.clock.advance(600_000);
            t.app.alerts.run_now();
        }
        assert!(!server.has_more());
        let unsent = notices::table.filter(notices::sent_at.is_null());
        let columns = (notices::address, notices::attempts);
        let left: Vec<(String, i32)> = write(&t, |conn| unsent.select(columns).load(conn));
        assert_eq!(left, [("unknown@films.example".to_owned(), 4)]);
        // One of an earlier version goes to all.
        write(&t, |conn| {
            diesel::update(notices::table)
                .set((notices::address.eq(""), notices::next_at.eq(0)))
                .execute(conn)
        });
        t.app.alerts.run_now();
        assert_eq!(server.next().await.to, "<me@films.example>");
    }
}

#[actix_web::test]
async fn another_abnormal_order_is_told_though_one_was_settled_meanwhile() {
    for (sink, t) in with_webhook("allow").await {
        let cashier = t.operator("wu-ming", Role::Cashier).await;
        let first = abnormal_order(&t, "lin-xiaoyue", "2026092122001").await;
        t.app.alerts.run_now();
        sink.bodies();
        t.clock.advance(10_000);
        let refund = json!({ "orderId": first, "reason": "会员申请", "payments": 1 });
        assert_eq!(
            cashier.admin_post("/orders/refund", &refund).await.status,
            200
        );
        abnormal_order(&t, "zhou-qing", "2026092122002").await;
        t.app.alerts.run_now();
        let told = sink.bodies();
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0]["subject"], "[映库] 1 笔异常订单");
        // One that is settled is no news.
        t.clock.advance(10_000);
        let third = abnormal_order(&t, "qian-yu", "2026092122003").await;
        t.app.alerts.run_now();
        assert_eq!(sink.kinds(), ["orders"]);
        let refund = json!({ "orderId": third, "reason": "会员申请", "payments": 1 });
        assert_eq!(
            cashier.admin_post("/orders/refund", &refund).await.status,
            200
        );
        t.app.alerts.run_now();
        assert_eq!(sink.kinds(), [""; 0]);
    }
}

#[actix_web::test]
async fn of_several_instances_one_tells() {
    for (sink, t) in with_webhook("allow").await {
        t.app.alerts.run_now();
        assert_eq!(sink.kinds(), ["digest"]);
        let state = &t.app.state;
        let site = t.app.site.clone().into_inner();
        let start = || Alerts::start(&state.config, &state.db, &state.clock, &state.ids, &site);
        let others: Vec<Alerts> = (0..3).map(|_| start().unwrap()).collect();
        abnormal_order(&t, "lin-xiaoyue", "2026092122001").await;
        std::thread::scope(|scope| {
            for alerts in &others {
                scope.spawn(|| alerts.run_now());
            }
        });
        t.app.alerts.run_now();
        assert_eq!(sink.kinds(), ["orders"]);
    }
}

#[actix_web::test]
async fn a_webhook_that_fails_is_tried_again_later() {
    for (sink, t) in with_webhook("allow").await {
        t.app.alerts.run_now();
        sink.bodies();
        *sink.failures.lock() = 2;
        abnormal_order(&t, "lin-xiaoyue", "2026092122001").await;
        t.app.alerts.run_now();
        t.app.alerts.run_now();
        let first = sink.bodies();
        assert_eq!(first.len(), 1, "no sooner than after a minute");
        t.clock.advance(61_000);
        t.app.alerts.run_now();
        t.clock.advance(61_000);
        t.app.alerts.run_now();
        let second = sink.bodies();
        assert_eq!(second.len(), 1, "then after two");
        t.clock.advance(60_000);
        t.app.alerts.run_now();
        let third = sink.bodies();
        assert_eq!(
            (&first[0]["id"], &second[0]["id"]),
            (&third[0]["id"], &third[0]["id"])
        );
        t.clock.advance(3_600_000);
        t.app.alerts.run_now();
        assert_eq!(sink.bodies().len(), 0);
    }
}

#[actix_web::test]
async fn a_webhook_on_a_private_network_is_not_called() {
    for (sink, t) in with_webhook("deny").await {
        t.app.alerts.run_now();
        let unsent = notices::table.filter(notices::sent_at.is_null());
        let attempts: Vec<i32> = write(&t, |conn| unsent.select(notices::attempts).load(conn));
        assert_eq!(attempts, [1]);
        assert_eq!(sink.bodies().len(), 0);
    }
}

#[actix_web::test]
async fn without_a_channel_nothing_is_noted() {
    let t = TestApp::on_sqlite().await;
    abnormal_order(&t, "lin-xiaoyue", "2026092122001").await;
    t.app.alerts.run_now();
    assert_eq!(
        write(&t, |conn| notices::table.count().get_result::<i64>(conn)),
        0
    );
}
