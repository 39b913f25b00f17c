//! Reconciliation in the background: status checks, closing, and sharing the work between instances.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use yingku_base::clock::Clock;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_commerce::pay::orders::queries;
use yingku_db::schema::orders;
use yingku_db::{Conn, DbError};
use yingku_pay_sandbox::trades::State;
use yingku_server::app::App;

use super::{
    CODE, MONTH, YEAR, checkout_page, count_grants_and_payments, notify, paid, press, read, status,
    submit, trade, write,
};
use crate::support::TestApp;
use crate::support::app::{NOW_MS, config};
use crate::support::listening::{Listening, Provider};

const MINUTE: i64 = 60_000;

fn check_at(t: &TestApp, order: &str) -> Option<i64> {
    read(t, |conn| {
        orders::table
            .find(order)
            .select(orders::check_at)
            .first(conn)
    })
}

/// Makes the database reject every change of an order.
fn reject_updates_of(t: &TestApp, order: &str) {
    let broken = t.app.state.db.maintain::<_, DbError, _>(|conn| {
        let statements = match conn {
            Conn::Sqlite(_) => format!(
                "CREATE TRIGGER broken BEFORE UPDATE ON orders WHEN OLD.number = '{order}' \
                 BEGIN SELECT RAISE(ABORT, 'broken'); END"
            ),
            Conn::Postgres(_) => format!(
                "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$; \
                 CREATE TRIGGER broken BEFORE UPDATE ON orders FOR EACH ROW WHEN (OLD.number = '{order}') EXECUTE FUNCTION broken()"
            ),
        };
        Ok(conn.batch_execute(&statements)?)
    });
    broken.unwrap();
}

both! {
    async fn an_unnotified_payment_is_found_within_a_minute(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        for channel in ["alipay", "weixin"] {
            let (link, order) = submit(&member, MONTH, channel, "phone").await;
            press(t, &checkout_page(t, &link).await, "silent").await;
            t.app.pay.reconcile_now();
            assert_eq!(status(t, &order), 0);
        }
        t.clock.advance(MINUTE);
        t.app.pay.reconcile_now();
        assert_eq!(count_grants_and_payments(t), (2, 2));
    }

    async fn an_unpaid_order_is_closed_after_half_an_hour_on_both_sides(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let mut created = Vec::new();
        for channel in [PayChannel::Alipay, PayChannel::Weixin] {
            let (link, order) = submit(&member, MONTH, channel.as_str(), "phone").await;
            checkout_page(t, &link).await;
            created.push((channel, order));
        }
        // And one whose checkout page nobody has opened.
        let (_, unopened) = submit(&member, YEAR, "alipay", "phone").await;
        t.clock.advance(30 * MINUTE - 1_000);
        t.app.pay.reconcile_now();
        assert!(created.iter().all(|(_, order)| status(t, order) == 0));
        t.clock.advance(1_000);
        t.app.pay.reconcile_now();
        for (channel, order) in &created {
            assert_eq!(status(t, order), 3, "{channel:?}");
            assert_eq!(trade(t, *channel, order).state, State::Closed);
        }
        assert_eq!(status(t, &unopened), 3);
        // A payment that arrives later counts all the same.
        notify(t, &paid(PayChannel::Alipay, &unopened, 19_800, "late")).await;
        assert_eq!((status(t, &unopened), count_grants_and_payments(t)), (1, (1, 1)));
    }

    async fn a_paid_order_is_fulfilled_and_not_closed(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let (link, order) = submit(&member, MONTH, "alipay", "phone").await;
        press(t, &checkout_page(t, &link).await, "silent").await;
        t.clock.advance(31 * MINUTE);
        t.app.pay.reconcile_now();
        assert_eq!((status(t, &order), count_grants_and_payments(t), check_at(t, &order)), (1, (1, 1), None));
    }

    async fn while_the_provider_is_unavailable_nothing_is_closed_for_a_day(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        let _provider = Provider::responding(t, "500 Broken", "", "");
        for minutes in [1, 2, 5, 10, 30, 60, 120, 23 * 60] {
            t.clock.set(NOW_MS + minutes * MINUTE);
            t.app.pay.reconcile_now();
            assert_eq!(status(t, &order), 0, "{minutes}");
            let next = check_at(t, &order).unwrap();
            assert!(next > t.app.state.now(), "{minutes}");
        }
        t.clock.set(NOW_MS + 24 * 60 * MINUTE);
        t.app.pay.reconcile_now();
        assert_eq!((status(t, &order), check_at(t, &order)), (3, None));
    }

    async fn an_order_that_cannot_be_written_does_not_block_others(t: &TestApp) {
        let _listening = Listening::start(t);
        let member = t.member("lin_xia").await;
        let mut created = Vec::new();
        for plan in [MONTH, YEAR, CODE] {
            let (link, order) = submit(&member, plan, "alipay", "phone").await;
            press(t, &checkout_page(t, &link).await, "silent").await;
            created.push(order);
            t.clock.advance(1_000);
        }
        reject_updates_of(t, &created[0]);
        t.clock.advance(MINUTE);
        t.app.pay.reconcile_now();
        let statuses: Vec<i16> = created.iter().map(|order| status(t, order)).collect();
        assert_eq!(statuses, [0, 1, 1]);
        // It is still due.
        assert!(check_at(t, &created[0]).unwrap() <= t.app.state.now());
    }

    async fn of_several_instances_one_queries(t: &TestApp) {
        let member = t.member("lin_xia").await;
        let (_, order) = submit(&member, MONTH, "alipay", "phone").await;
        let row = read(t, |conn| queries::by_number(conn, &order)).unwrap();
        let taken = |next: i64| write(t, |conn| queries::claim_check(conn, &row, Some(next)));
        assert!(taken(5) && !taken(6));
        write(t, |conn| diesel::update(orders::table.find(&order)).set(orders::check_at.eq(row.check_at)).execute(conn));

        let queries = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&queries);
        let _provider = Provider::start(t, move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            Some("HTTP/1.1 500 Broken\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_owned())
        });
        let bind = t.address.local_addr().unwrap().to_string();
        let others: Vec<App> = (0..3)
            .map(|at| {
                let folder = t.folder.path().join(format!("instance{at}"));
                let settings = config(&folder, &t.db.url, &[("BIND", &bind)]);
                let clock: Arc<dyn Clock> = t.clock.clone();
                App::open(settings, clock).unwrap()
            })
            .collect();
        t.clock.advance(MINUTE);
        std::thread::scope(|scope| {
            for app in others.iter().chain([&**t.app]) {
                scope.spawn(|| app.pay.reconcile_now());
            }
        });
        assert_eq!(queries.load(Ordering::SeqCst), 1);
    }
}
