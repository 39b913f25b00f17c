//! Requests that lose to others in the database get a retryable error, not a server error.

use std::sync::Barrier;
use std::time::Duration;

use actix_web::ResponseError as _;
use diesel::prelude::*;
use yingku_db::schema::works;
use yingku_db::{Conn, Db, DbError, DbOptions, migrate};
use yingku_http_kit::error::ApiError;

use crate::support::app::store;
use crate::support::db::{TestDb, options};
use crate::support::films;

/// A database with two works, and their ids.
fn filled(options: &DbOptions) -> (Db, [i64; 2]) {
    let db = Db::open(options).unwrap();
    store(&db, &films("censored", 2));
    let ids = db.read_now::<_, DbError, _>(|conn| {
        Ok(works::table
            .select(works::id)
            .order(works::id)
            .load::<i64>(conn)?)
    });
    (db, ids.unwrap().try_into().unwrap())
}

fn touch(conn: &mut Conn, work: i64) -> Result<(), DbError> {
    diesel::update(works::table.find(work))
        .set(works::views.eq(works::views + 1))
        .execute(conn)?;
    Ok(())
}

fn assert_retryable(error: DbError) {
    assert!(matches!(error, DbError::Busy(Some(_))), "{error:?}");
    let answer = ApiError::from(error).error_response();
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.headers().get("retry-after").unwrap(), "1");
}

/// The result of a second connection that waits for what a first one holds.
fn second_writer(options: &DbOptions) -> DbError {
    let (db, [work, _]) = filled(options);
    let second = Db::open(options).unwrap();
    db.write_now(|conn| {
        touch(conn, work)?;
        Ok::<_, DbError>(second.write_now(|conn| touch(conn, work)).unwrap_err())
    })
    .unwrap()
}

#[test]
fn a_timeout_on_the_sqlite_lock_is_retryable() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDb::sqlite(folder.path());
    assert_retryable(second_writer(&DbOptions {
        lock_wait: Duration::from_millis(1),
        overload_timeout: Duration::from_secs(30),
        ..options(&database.url)
    }));
}

#[test]
fn a_timeout_on_a_postgres_row_lock_is_retryable() {
    let database = TestDb::postgres();
    assert_retryable(second_writer(&DbOptions {
        statement_timeout: Duration::from_millis(500),
        ..options(&database.url)
    }));
}

#[test]
fn a_postgres_deadlock_is_retryable_for_one_of_two() {
    let database = TestDb::postgres();
    let (db, [one, other]) = filled(&options(&database.url));
    let both_hold = Barrier::new(2);
    let write = |first: i64, second: i64| {
        db.write_now(|conn| {
            touch(conn, first)?;
            both_hold.wait();
            touch(conn, second)
        })
    };
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| write(other, one));
        (write(one, other), second.join().unwrap())
    });
    let rejected = match (first, second) {
        (Ok(()), Err(error)) | (Err(error), Ok(())) => error,
        outcomes => panic!("{outcomes:?}"),
    };
    assert_retryable(rejected);
}

/// diesel recognizes these errors by their English text only.
#[test]
fn each_connection_sets_english_messages() {
    #[derive(QueryableByName)]
    struct Setting {
        #[diesel(sql_type = diesel::sql_types::Text)]
        value: String,
    }
    let database = TestDb::postgres();
    let spoken = || {
        let db = Db::open(&options(&database.url)).unwrap();
        let read = db.read_now::<_, DbError, _>(|conn| {
            #[expect(
                clippy::disallowed_methods,
                reason = "what a session is set to is not the program's work"
            )]
            let shown = diesel::sql_query("SELECT current_setting('lc_messages') AS value")
                .get_result::<Setting>(conn)?;
            Ok(shown.value)
        });
        read.unwrap()
    };
    Db::open(&options(&database.url))
        .unwrap()
        .maintain::<_, DbError, _>(|conn| {
            use diesel::connection::SimpleConnection as _;
            let name = database.url.rsplit('/').next().unwrap();
            Ok(conn.batch_execute(&format!(
                "ALTER DATABASE {name} SET lc_messages = 'C.UTF-8'"
            ))?)
        })
        .unwrap();
    assert_eq!(spoken(), "C");
}

#[derive(QueryableByName)]
struct Waiting {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    value: i64,
}

/// A migration that waits for a table must not block everybody behind it.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "PostgreSQL's locks, asked of itself"
)]
fn a_table_stays_usable_while_a_migration_waits_for_it() {
    let database = TestDb::postgres();
    let db = Db::open(&options(&database.url)).unwrap();
    let other = Db::open(&options(&database.url)).unwrap();
    let run = |conn: &mut Conn, statement: &str| diesel::sql_query(statement).execute(conn);
    // Its table references users, so it locks them as well.
    db.execute_now(|conn| {
        run(conn, "DROP TABLE saved_filters")?;
        run(
            conn,
            "DELETE FROM __diesel_schema_migrations WHERE version = '20261130000000'",
        )
    })
    .unwrap();
    let use_users = |conn: &mut Conn| run(conn, "LOCK TABLE users IN ROW EXCLUSIVE MODE");
    std::thread::scope(|scope| {
        let migrating = db.write_now(|conn| {
            use_users(conn)?;
            let migrating = scope.spawn(|| migrate::run(&other).unwrap());
            let waits = "SELECT count(*) AS value FROM pg_locks WHERE NOT granted AND locktype = 'relation' \
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
            let is_waiting = || {
                db.query_now(|conn| diesel::sql_query(waits).get_result::<Waiting>(conn))
                    .is_ok_and(|waiting| waiting.value > 0)
            };
            while !is_waiting() {
                assert!(!migrating.is_finished());
            }
            db.execute_now(use_users).unwrap();
            assert!(!migrating.is_finished());
            Ok::<_, DbError>(migrating)
        });
        let ran = migrating.unwrap().join().unwrap();
        assert_eq!(ran, ["20261130000000"]);
    });
    assert_eq!(migrate::pending(&db).unwrap(), 0);
}
