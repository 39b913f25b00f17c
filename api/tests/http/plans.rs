//! How the databases answer what the program really asks. A walk over the calls gathers each statement as it was sent,
//! and each engine explains it: none may look at a whole table that grows.

use std::collections::BTreeSet;
use std::sync::Arc;

use diesel::prelude::*;
use diesel::sql_types::Text;
use parking_lot::Mutex;
use serde_json::json;
use yingku::account::role::Role;
use yingku::db::{Conn, DbError, Engine, Trace};

use crate::support::member::PASSWORD;
use crate::support::{TestApp, films};

/// Tables that grow with visitors, members, orders or works.
const GROWING: &[&str] = &[
    "works",
    "terms",
    "work_terms",
    "magnets",
    "work_changes",
    "users",
    "sessions",
    "login_failures",
    "collections",
    "collection_items",
    "likes",
    "vip_grants",
    "activation_codes",
    "activation_attempts",
    "orders",
    "payments",
    "copy_log",
    "copy_quota",
    "download_requests",
    "messages",
    "message_entries",
    "audit_log",
    "reports",
];

/// What may look at all, and why.
const MAY: &[(&str, &str)] = &[
    // The log is bounded by its retention, and an index without the texts is looked at.
    ("SELECT count(*) FROM audit_log", "an index alone"),
];

/// The operators' lists, in every order that is a matter of an index.
const OPERATORS: &[&str] = &[
    "/orders",
    "/orders?sort=paidTime&order=descending",
    "/orders?sort=paidTime&order=ascending",
    "/orders?sort=price&order=ascending",
    "/orders?status=1",
    "/orders?keyword=lin_xia",
    "/members",
    "/members?keyword=lin",
    "/members?sort=vipUntil&order=descending",
    "/codes",
    "/audit",
    "/audit?actor=ops",
    "/reports",
    "/messages",
    "/downloads",
    "/dashboard",
    "/works",
    "/imports",
];

const MEMBERS: &[&str] = &[
    "/user/getInfo",
    "/user/export",
    "/user/sessions",
    "/user/collect/cate/list",
    "/user/like/detail/list",
    "/orders/list",
    "/message/list",
];

const VISITORS: &[&str] = &[
    "/works/detail/list?modName=censored",
    "/works/detail/list?keyword=ABC",
    "/dht/list?keyword=ABC-001",
    "/works/performer/list",
];

#[derive(QueryableByName)]
struct SqliteStep {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[derive(QueryableByName)]
struct PostgresStep {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    detail: String,
}

/// A statement without the values and with lists of one length.
fn plain(statement: &str) -> String {
    let text = statement.split(" -- binds:").next().unwrap_or_default();
    let text = text.replace(['`', '"'], "");
    let mut short = text.replace("?, ?", "?");
    while short.contains("?, ?") {
        short = short.replace("?, ?", "?");
    }
    short
}

fn is_asked_of_tables(statement: &str) -> bool {
    let verbs = ["SELECT", "UPDATE", "DELETE"];
    verbs.iter().any(|verb| statement.starts_with(verb)) && !statement.contains("advisory")
}

/// The highest `$n`.
fn values(statement: &str) -> usize {
    let numbers = statement.split('$').skip(1).filter_map(|rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().ok()
    });
    numbers.max().unwrap_or_default()
}

#[expect(
    clippy::disallowed_methods,
    reason = "asking an engine for its plan is not the program's work"
)]
fn plan(conn: &mut Conn, statement: &str) -> QueryResult<Vec<String>> {
    use diesel::connection::SimpleConnection as _;
    match conn {
        Conn::Sqlite(conn) => {
            let steps = diesel::sql_query(format!("EXPLAIN QUERY PLAN {statement}"))
                .load::<SqliteStep>(conn)?;
            Ok(steps.into_iter().map(|step| step.detail).collect())
        }
        Conn::Postgres(conn) => {
            conn.batch_execute(&format!(
                "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; \
                 DEALLOCATE ALL; PREPARE asked AS {statement}"
            ))?;
            let none = vec!["NULL"; values(statement)].join(", ");
            let given = if none.is_empty() {
                none
            } else {
                format!("({none})")
            };
            let steps = diesel::sql_query(format!("EXPLAIN (COSTS OFF) EXECUTE asked{given}"))
                .load::<PostgresStep>(conn)?;
            Ok(steps.into_iter().map(|step| step.detail).collect())
        }
    }
}

/// Steps of a plan that look at all of a table that grows.
fn looks_at_all(statement: &str, steps: &[String]) -> Option<String> {
    let counts = statement.to_lowercase().contains("count(");
    let bounded = statement.contains(" LIMIT ") && !counts;
    let sorts = steps
        .iter()
        .any(|step| step.contains("TEMP B-TREE FOR ORDER BY") || step.trim().starts_with("Sort"));
    for (at, step) in steps.iter().enumerate() {
        let words: Vec<&str> = step.split_whitespace().collect();
        let sqlite = words.first() == Some(&"SCAN")
            && words.get(1).is_some_and(|table| GROWING.contains(table));
        let by_index = step.contains("USING");
        if sqlite && !(by_index && bounded && !sorts) {
            return Some(step.clone());
        }
        let names = |table: &&str| words.windows(2).any(|pair| pair == ["on", *table]);
        if !GROWING.iter().any(names) {
            continue;
        }
        if step.contains("Seq Scan on") {
            return Some(step.clone());
        }
        let has_condition = steps
            .get(at + 1)
            .is_some_and(|next| next.contains("Index Cond"));
        let all_of_index = step.contains("Index")
            && step.contains("Scan")
            && !step.contains("Bitmap Heap")
            && !has_condition;
        if all_of_index && (sorts || !bounded) && !step.contains(" WHERE ") {
            return Some(step.clone());
        }
    }
    None
}

async fn walk(t: &TestApp) {
    t.import(&films("censored", 3));
    let member = t.member("lin_xia").await;
    let admin = t.operator("ops", Role::Admin).await;
    for path in VISITORS {
        assert!(t.get(path).await.status != 500, "{path}");
    }
    for path in MEMBERS {
        let answer = member.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    for path in OPERATORS {
        let answer = admin.admin_get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    t.signed_in("lin_xia").await;
    t.app.housekeeper.finish();
    let gone = member
        .post("/user/delete", &json!({ "password": PASSWORD }))
        .await;
    assert_eq!(gone.status, 200);
}

#[actix_web::test]
async fn nothing_that_is_asked_looks_at_all_of_a_table_that_grows() {
    let told: Arc<Mutex<BTreeSet<String>>> = Arc::default();
    let teller = Arc::clone(&told);
    let trace = Trace::new(move |statement| {
        teller.lock().insert(
            statement
                .split(" -- binds:")
                .next()
                .unwrap_or_default()
                .to_owned(),
        );
    });
    for t in TestApp::traced(&trace).await {
        told.lock().clear();
        walk(&t).await;
        let asked: Vec<String> = told
            .lock()
            .iter()
            .filter(|text| is_asked_of_tables(text))
            .cloned()
            .collect();
        assert!(
            asked.len() > 60,
            "only {} statements were seen",
            asked.len()
        );
        let mut wrong = BTreeSet::new();
        t.app
            .db
            .maintain::<_, DbError, _>(|conn| {
                for statement in &asked {
                    let steps = plan(conn, statement)?;
                    let text = plain(statement);
                    let may = MAY
                        .iter()
                        .any(|(begin, _)| text.trim_start().starts_with(begin));
                    if let Some(step) = looks_at_all(statement, &steps).filter(|_| !may) {
                        wrong.insert(format!("{text}\n    {step}"));
                    }
                }
                Ok(())
            })
            .unwrap();
        let engine = match t.app.db.engine() {
            Engine::Sqlite => "SQLite",
            Engine::Postgres => "PostgreSQL",
        };
        assert!(
            wrong.is_empty(),
            "{engine}:\n{}",
            Vec::from_iter(wrong).join("\n")
        );
    }
}

/// The list of batches asks as often for many as for one.
#[actix_web::test]
async fn the_list_of_batches_asks_no_more_for_many() {
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let teller = Arc::clone(&told);
    let trace = Trace::new(move |statement| teller.lock().push(statement.to_owned()));
    for t in TestApp::traced(&trace).await {
        let admin = t.operator("ops", Role::Admin).await;
        let list = admin.admin_get("/codes").await.json();
        let plan = list["plans"][0]["id"].clone();
        let mut asked = Vec::new();
        for batch in ["one", "two", "three"] {
            let form = json!({ "planId": plan, "count": 2, "batch": batch });
            let made = admin.admin_post("/codes/create", &form).await;
            assert_eq!(made.status, 200, "{}", made.text());
            told.lock().clear();
            let rows = admin.admin_get("/codes").await.json()["rows"]
                .as_array()
                .unwrap()
                .clone();
            assert!(
                rows.iter().all(|row| row["count"] == 2 && row["used"] == 0),
                "{rows:?}"
            );
            asked.push(
                told.lock()
                    .iter()
                    .filter(|text| text.contains("activation_codes"))
                    .count(),
            );
        }
        assert_eq!(asked, [2, 2, 2]);
    }
}
