//! Expired rows are deleted, and nothing else.

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use yingku_db::DbError;
use yingku_db::schema::{
    activation_attempts, activation_codes, audit_log, copy_log, payments, sessions,
};

use crate::support::TestApp;
use crate::support::app::NOW_MS;

const DAY: i64 = 86_400;

/// The number of rows that expire: links, sessions, attempts, networks of codes, notifications, entries.
fn left(t: &TestApp) -> [i64; 6] {
    let read = t.app.state.db.read_now::<_, DbError, _>(|conn| {
        let codes = activation_codes::table.filter(activation_codes::used_network.ne(""));
        let notices = payments::table.filter(payments::raw.ne(""));
        Ok([
            copy_log::table.count().get_result(conn)?,
            sessions::table.count().get_result(conn)?,
            activation_attempts::table.count().get_result(conn)?,
            codes.count().get_result(conn)?,
            notices.count().get_result(conn)?,
            audit_log::table.count().get_result(conn)?,
        ])
    });
    read.unwrap()
}

/// One row of everything, `age` seconds old, with ids that start with `id`.
fn one_of_each(t: &TestApp, id: i64, age: i64) {
    let at = NOW_MS / 1_000 - age;
    let statements = format!(
        "INSERT INTO copy_log (day, subject, info_hash) VALUES ({at} / 86400, 'user:{id}', 'x');
         INSERT INTO sessions (id, user_id, counter, network, agent, created_at, rotated_at, idle_until, ends_at)
           SELECT {id}, id, 1, '', '', {at}, {at}, {at}, {at} FROM users;
         INSERT INTO activation_attempts (id, user_id, network, last4, result, created_at)
           SELECT {id}, id, '192.0.2.0/24', 'ABCD', 'invalid', {at} FROM users;
         INSERT INTO activation_codes (id, code_hash, last4, batch, level_id, days, created_at, used_at, used_network)
           VALUES ({id}, 'hash{id}', 'ABCD', 'test', 2, 1, {at}, {at}, '192.0.2.0/24');
         INSERT INTO payments (channel, trade_no, order_no, fen, outcome, raw, created_at)
           VALUES ('alipay', 'trade{id}', 'order{id}', 1, 'paid', 'notice', {at});
         INSERT INTO audit_log (id, actor, action, target_kind, target_id, before, after, reason, created_at)
           VALUES ({id}, 'ops', 'user_edit', 'user', '1', '', '', '', {at});"
    );
    t.app
        .state
        .db
        .write_now::<_, DbError, _>(|conn| Ok(conn.batch_execute(&statements)?))
        .unwrap();
}

both! {
    async fn expired_rows_are_deleted_and_others_stay(t: &TestApp) {
        // The housekeeping run that started with the service may already be past these tables.
        t.app.housekeeper.0.finish();
        let member = t.member("lin_xia").await;
        let before = left(t);
        one_of_each(t, 1, 4 * 366 * DAY);
        one_of_each(t, 2, 1_200 * DAY);
        one_of_each(t, 3, 0);
        t.app.housekeeper.0.finish();
        let found: Vec<i64> = left(t).iter().zip(before).map(|(left, before)| left - before).collect();
        assert_eq!(found, [1, 1, 1, 1, 1, 1]);
        assert_eq!(member.get("/user/getInfo").await.status, 200);
    }

    async fn large_deletions_take_several_batches(t: &TestApp) {
        // The housekeeping run that started with the service may already be past these tables.
        t.app.housekeeper.0.finish();
        let rows = t.app.state.db.write_now::<_, DbError, _>(|conn| {
            let rows: Vec<_> = (0..300).map(|at| (
                copy_log::day.eq(1),
                copy_log::subject.eq(format!("user:{at}")),
                copy_log::info_hash.eq("x"),
            )).collect();
            yingku_db::on_engine!(conn, c => diesel::insert_into(copy_log::table).values(rows).execute(c)).map_err(Into::into)
        });
        assert_eq!(rows.unwrap(), 300);
        let begun = t.app.state.db.transactions();
        t.app.housekeeper.0.finish();
        assert_eq!(left(t)[0], 0);
        // Batches start at 50 rows and grow by at most half each time.
        assert!(t.app.state.db.transactions() - begun >= 4);
    }
}
