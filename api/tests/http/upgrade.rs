//! A program of the version before, which goes on beside this one on the migrated database.

use diesel::prelude::*;
use yingku_db::schema::{daily_counters, payments, searched_words, total_counters};
use yingku_db::{Db, DbError};

use crate::support::db::{TestDb, options};

/// What the version before sends: its tables had other names, and two of its words are stored otherwise now.
const STATEMENTS: [&str; 6] = [
    "INSERT INTO daily_figures (day, name, value) VALUES (20000, 'looks', 2)
     ON CONFLICT (day, name) DO UPDATE SET value = daily_figures.value + 2",
    "INSERT INTO daily_figures (day, name, value) VALUES (20000, 'looks', 2)
     ON CONFLICT (day, name) DO UPDATE SET value = daily_figures.value + 2",
    "INSERT INTO standing_figures (name, value) VALUES ('members', 5)
     ON CONFLICT (name) DO UPDATE SET value = standing_figures.value + 5",
    "INSERT INTO missed_words (day, word, searches, visitors, found) VALUES (20000, '灯塔', 1, 1, FALSE)
     ON CONFLICT (day, word) DO UPDATE SET searches = missed_words.searches + 1",
    "INSERT INTO payments (channel, trade_no, order_no, fen, outcome, raw, created_at)
     VALUES ('alipay', '1', '1', 1, 'unfitting', '', 1), ('alipay', '2', '2', 1, 'granted', '', 1)",
    "UPDATE payments SET outcome = 'ownerless' WHERE trade_no = '2'",
];

#[test]
fn the_version_before_writes_what_this_one_reads() {
    let database = TestDb::postgres();
    let db = Db::open(&options(&database.url)).unwrap();
    db.write_now::<_, DbError, _>(|conn| {
        for statement in STATEMENTS {
            #[expect(clippy::disallowed_methods, reason = "statements of another program")]
            let done = diesel::sql_query(statement).execute(conn);
            assert!(done? > 0, "{statement}");
        }
        let counted: Vec<(String, i64)> = daily_counters::table
            .select((daily_counters::name, daily_counters::value))
            .load(conn)?;
        assert_eq!(counted, [("views".to_owned(), 4)]);
        let total: i64 = total_counters::table
            .find("members")
            .select(total_counters::value)
            .first(conn)?;
        assert_eq!(total, 5);
        let words: Vec<String> = searched_words::table
            .select(searched_words::word)
            .load(conn)?;
        assert_eq!(words, ["灯塔"]);
        let outcomes: Vec<String> = payments::table
            .order(payments::trade_no)
            .select(payments::outcome)
            .load(conn)?;
        assert_eq!(outcomes, ["amount_mismatch", "orphaned"]);
        Ok(())
    })
    .unwrap();
}
