//! Invariants that hold whatever fails, and what a request has changed.

use std::collections::{BTreeMap, BTreeSet};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use yingku_catalogue::indexer::compare;
use yingku_db::schema::audit_log;
use yingku_db::{Conn, DbError};

use crate::support::TestApp;

/// The stored data. Left out are records of attempts, which stay by design, the sandbox's tables, the audit log, which
/// is compared entry by entry, and the daily counters, which have rules.
const COMPARED_TABLES: &[&str] = &[
    "activation_codes",
    "code_batches",
    "collection_items",
    "collections",
    "copy_log",
    "copy_quota",
    "download_requests",
    "film_jobs",
    "follows",
    "grant_requests",
    "hidden_terms",
    "import_changes",
    "import_terms",
    "imports",
    "likes",
    "magnets",
    "message_entries",
    "message_notes",
    "messages",
    "order_refunds",
    "orders",
    "payments",
    "program_keys",
    "recovery_codes",
    "reports",
    "saved_filters",
    "sessions",
    "settings",
    "term_merges",
    "terms",
    "users",
    "vip_grants",
    "vip_plans",
    "work_merges",
    "work_terms",
    "works",
];

/// Columns of terms that a background thread fills in.
const READ_LATER: &[&str] = &["initial", "readings", "read_by"];

/// Each rule counts the rows that violate it.
const RULES: &[(&str, &str)] = &[
    (
        "refunds of a payment",
        "SELECT count(*) FROM payments p WHERE refunded_fen > fen OR refunded_fen <> \
         (SELECT coalesce(sum(r.fen), 0) FROM order_refunds r WHERE r.channel = p.channel AND r.trade_no = p.trade_no AND r.state <> 'failed')",
    ),
    (
        "likes of a work",
        "SELECT count(*) FROM works w WHERE likes <> (SELECT count(*) FROM likes l WHERE l.work_id = w.id)",
    ),
    (
        "collects of a work",
        "SELECT count(*) FROM works w WHERE collects <> \
         (SELECT count(DISTINCT user_id) FROM collection_items i WHERE i.work_id = w.id)",
    ),
    (
        "works of a collection",
        "SELECT count(*) FROM collections c WHERE works <> \
         (SELECT count(*) FROM collection_items i WHERE i.collection_id = c.id)",
    ),
    (
        "works of a term",
        "SELECT count(*) FROM terms t WHERE count <> (SELECT count(*) FROM work_terms x \
         JOIN works w ON w.id = x.work_id WHERE x.term_id = t.id AND NOT w.hidden)",
    ),
    (
        "entries of a conversation",
        "SELECT count(*) FROM messages m WHERE entries <> 1 + \
         (SELECT count(*) FROM message_entries e WHERE e.message_id = m.id)",
    ),
    (
        "notes of a conversation",
        "SELECT count(*) FROM messages m WHERE notes <> \
         (SELECT count(*) FROM message_notes n WHERE n.message_id = m.id)",
    ),
    (
        "copies of a day",
        "SELECT count(*) FROM copy_quota q WHERE copies <> \
         (SELECT count(*) FROM copy_log l WHERE l.day = q.day AND l.subject = q.subject)",
    ),
    (
        "VIP according to the ledger",
        "SELECT count(*) FROM users u WHERE vip_until <> coalesce((SELECT CASE WHEN source = 'refund' \
         THEN starts_at ELSE ends_at END FROM vip_grants g WHERE g.user_id = u.id ORDER BY g.id DESC LIMIT 1), 0)",
    ),
    (
        "a paid order has one payment",
        "SELECT count(*) FROM orders o WHERE status IN (1, 4) AND 1 <> \
         (SELECT count(*) FROM payments p WHERE p.order_no = o.number AND p.outcome IN ('granted', 'manual'))",
    ),
    (
        "an unpaid order has no payment",
        "SELECT count(*) FROM orders o WHERE status IN (0, 3) AND EXISTS \
         (SELECT 1 FROM payments p WHERE p.order_no = o.number)",
    ),
    (
        "a paid order of days gave them once",
        "SELECT count(*) FROM orders o WHERE kind = 'time' AND status IN (1, 4) AND 1 <> \
         (SELECT count(*) FROM vip_grants g WHERE g.source = 'order' AND g.reference = o.number)",
    ),
    (
        "a paid order of a code gave one",
        "SELECT count(*) FROM orders o WHERE kind = 'code' AND status IN (1, 4) AND 1 <> \
         (SELECT count(*) FROM activation_codes c WHERE c.order_no = o.number)",
    ),
    (
        "days of an order were paid",
        "SELECT count(*) FROM vip_grants g WHERE source = 'order' AND NOT EXISTS \
         (SELECT 1 FROM orders o WHERE o.number = g.reference AND o.status IN (1, 2, 4))",
    ),
    (
        "a code of an order was paid",
        "SELECT count(*) FROM activation_codes c WHERE order_no IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM orders o WHERE o.number = c.order_no AND o.status IN (1, 2, 4))",
    ),
    (
        "a used code gave its days once",
        "SELECT count(*) FROM activation_codes c WHERE used_at IS NOT NULL AND 1 <> \
         (SELECT count(*) FROM vip_grants g WHERE g.source = 'code' AND g.reference = CAST(c.id AS TEXT))",
    ),
    (
        "days of a code are of a used one",
        "SELECT count(*) FROM vip_grants g WHERE source = 'code' AND NOT EXISTS (SELECT 1 FROM activation_codes c \
         WHERE CAST(c.id AS TEXT) = g.reference AND c.used_at IS NOT NULL AND c.revoked_at IS NULL)",
    ),
    (
        "a batch has codes",
        "SELECT count(*) FROM code_batches b WHERE NOT EXISTS \
         (SELECT 1 FROM activation_codes c WHERE c.batch = b.name)",
    ),
    (
        "no disabled or deleted member is signed in",
        "SELECT count(*) FROM sessions s WHERE revoked_at IS NULL AND NOT EXISTS \
         (SELECT 1 FROM users u WHERE u.id = s.user_id AND NOT u.disabled AND NOT u.leaving)",
    ),
    (
        "a work with an open serious report that took it off is off",
        "SELECT count(*) FROM works w WHERE withheld = 2 AND NOT EXISTS \
         (SELECT 1 FROM reports r WHERE r.work_id = w.id AND r.grave AND r.decision IS NULL)",
    ),
    (
        "a withheld work is hidden",
        "SELECT count(*) FROM works w WHERE withheld <> 0 AND NOT hidden",
    ),
    (
        "members in all",
        "SELECT count(*) FROM total_counters WHERE name = 'members' AND value <> \
         (SELECT count(*) FROM users WHERE NOT leaving)",
    ),
    (
        "visible works in all",
        "SELECT count(*) FROM total_counters f WHERE name IN ('works_censored', 'works_uncensored', 'works_western') \
         AND value <> (SELECT count(*) FROM works w WHERE NOT hidden AND w.mod_id = \
         CASE f.name WHEN 'works_censored' THEN 1 WHEN 'works_uncensored' THEN 2 ELSE 3 END)",
    ),
    (
        "hidden works in all",
        "SELECT count(*) FROM total_counters WHERE name = 'works_hidden' \
         AND value <> (SELECT count(*) FROM works WHERE hidden)",
    ),
    (
        "works taken down in all",
        "SELECT count(*) FROM total_counters WHERE name = 'works_taken_down' \
         AND value <> (SELECT count(*) FROM works WHERE withheld = 3)",
    ),
    (
        "orders paid, by day",
        "SELECT count(*) FROM (SELECT 1 WHERE (SELECT coalesce(sum(value), 0) FROM daily_counters WHERE name = 'paid_orders') \
         <> (SELECT count(*) FROM payments WHERE outcome IN ('granted', 'manual'))) AS wrong",
    ),
    (
        "money received, by day",
        "SELECT count(*) FROM (SELECT 1 WHERE (SELECT coalesce(sum(value), 0) FROM daily_counters WHERE name = 'paid_fen') \
         <> (SELECT coalesce(sum(coalesce(o.received_fen, p.fen)), 0) FROM payments p JOIN orders o ON o.number = p.order_no \
         WHERE p.outcome IN ('granted', 'manual'))) AS wrong",
    ),
    (
        "an order with what was received was granted by hand",
        "SELECT count(*) FROM orders o WHERE received_fen IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM payments p WHERE p.order_no = o.number AND p.outcome = 'manual')",
    ),
];

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    content: String,
}

#[derive(QueryableByName)]
struct Broken {
    #[diesel(sql_type = Text)]
    rule: String,
    #[diesel(sql_type = BigInt)]
    times: i64,
}

/// The violated rules.
pub fn broken(t: &TestApp) -> Vec<String> {
    let rules = RULES.iter().map(|(rule, counted)| {
        let rule = rule.replace('\'', "''");
        format!("SELECT '{rule}' AS rule, ({counted}) AS times")
    });
    let statement = rules.collect::<Vec<_>>().join(" UNION ALL ");
    let all: Vec<Broken> = ask(t, |conn| load(conn, &statement));
    assert_eq!(all.len(), RULES.len());
    let broken = all.into_iter().filter(|rule| rule.times > 0);
    broken.map(|rule| rule.rule).collect()
}

/// How the index differs from the database.
pub fn index_problem(t: &TestApp) -> Option<String> {
    // A merge is carried out in the background.
    t.app.mover.0.finish();
    t.app.indexer.catch_up_now();
    let found = compare(&t.app.state.db, &t.app.index).unwrap();
    (found.differences() > 0).then(|| format!("the index differs: {found:?}"))
}

/// A snapshot of the stored data.
pub struct Snapshot {
    /// The rows of each table as one text.
    tables: BTreeMap<String, String>,
    /// The action of each audit entry by its id.
    log: BTreeMap<i64, String>,
}

impl Snapshot {
    pub fn take(t: &TestApp) -> Self {
        ask(t, |conn| {
            let statement = contents(conn)?;
            let rows: Vec<Named> = load(conn, &statement)?;
            let log = audit_log::table
                .select((audit_log::id, audit_log::action))
                .load(conn)?;
            Ok(Self {
                tables: rows
                    .into_iter()
                    .map(|row| (row.name, row.content))
                    .collect(),
                log: log.into_iter().collect(),
            })
        })
    }

    /// The tables that differ from the other snapshot.
    pub fn differences(&self, other: &Self) -> BTreeSet<&'static str> {
        let differs = |table: &&&str| self.tables.get(**table) != other.tables.get(**table);
        COMPARED_TABLES.iter().filter(differs).copied().collect()
    }

    /// The audit actions that are new.
    pub fn new_entries(&self, before: &Self) -> Vec<&str> {
        let new = self
            .log
            .iter()
            .filter(|(id, _)| !before.log.contains_key(id));
        new.map(|(_, action)| action.as_str()).collect()
    }
}

/// The rows of a table that only operations change: workers keep figures in the other settings.
fn row_condition(table: &str) -> &'static str {
    match table {
        "settings" => " WHERE key IN ('site_texts', 'reply_templates')",
        _ => "",
    }
}

/// The statement that returns the rows of each table as one text.
fn contents(conn: &mut Conn) -> QueryResult<String> {
    let texts = match conn {
        Conn::Postgres(_) => COMPARED_TABLES
            .iter()
            .map(|table| {
                let row = format!("(to_jsonb(t) - ARRAY['{}'])::text", READ_LATER.join("','"));
                let text = format!(
                    "SELECT string_agg({row}, ';' ORDER BY {row}) FROM {table} t{}",
                    row_condition(table)
                );
                (*table, text)
            })
            .collect::<Vec<_>>(),
        Conn::Sqlite(_) => {
            let columns = format!(
                "SELECT m.name AS name, group_concat('quote(\"' || p.name || '\")', '||') AS content \
                 FROM sqlite_master m JOIN pragma_table_info(m.name) p \
                 WHERE m.type = 'table' AND p.name NOT IN ('{}') GROUP BY m.name",
                READ_LATER.join("','")
            );
            let columns: Vec<Named> = load(conn, &columns)?;
            let of = |table: &str| columns.iter().find(|row| row.name == table).unwrap();
            COMPARED_TABLES
                .iter()
                .map(|table| {
                    let row = &of(table).content;
                    let rows = format!(
                        "SELECT {row} AS line FROM {table}{} ORDER BY 1",
                        row_condition(table)
                    );
                    (
                        *table,
                        format!("SELECT group_concat(line, ';') FROM ({rows})"),
                    )
                })
                .collect()
        }
    };
    let texts = texts.iter().map(|(table, text)| {
        format!("SELECT '{table}' AS name, coalesce(({text}), '') AS content")
    });
    Ok(texts.collect::<Vec<_>>().join(" UNION ALL "))
}

fn ask<T>(t: &TestApp, work: impl FnOnce(&mut Conn) -> QueryResult<T>) -> T {
    let read = t.app.state.db.read_now::<_, DbError, _>(|conn| {
        if let Conn::Postgres(conn) = conn {
            // Compiling these statements takes longer than running them.
            conn.batch_execute("SET LOCAL jit = off")?;
        }
        Ok(work(conn)?)
    });
    read.unwrap()
}

#[expect(
    clippy::disallowed_methods,
    reason = "looking at whole tables is not the program's work"
)]
fn load<R>(conn: &mut Conn, statement: &str) -> QueryResult<Vec<R>>
where
    R: diesel::deserialize::QueryableByName<diesel::sqlite::Sqlite>
        + diesel::deserialize::QueryableByName<diesel::pg::Pg>
        + 'static,
{
    let query = diesel::sql_query(statement);
    match conn {
        Conn::Sqlite(conn) => query.load(conn),
        Conn::Postgres(conn) => query.load(conn),
    }
}
