//! Query plans of the statements that the service really sends. A walk over the requests collects each statement,
//! and each engine explains it: none may scan a whole table that grows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use diesel::prelude::*;
use diesel::sql_types::Text;
use parking_lot::Mutex;
use serde_json::json;
use yingku_base::role::Role;
use yingku_db::{Conn, DbError, Engine, Trace};

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
    "follows",
    "hidden_terms",
    "saved_filters",
    "program_keys",
    "vip_grants",
    "activation_codes",
    "activation_attempts",
    "orders",
    "payments",
    "order_refunds",
    "copy_log",
    "copy_quota",
    "download_requests",
    "messages",
    "message_entries",
    "message_notes",
    "audit_log",
    "reports",
    "film_jobs",
];

/// When no name begins with a part, names that contain it are looked for in all of them.
const BY_VALUE: &str = "name_key LIKE";

/// Partial indexes of pending or hidden rows, which are scanned in full.
const QUEUES: &[&str] = &["reports_open", "works_hidden"];

/// The operator lists, in every order that has an index.
const OPERATORS: &[&str] = &[
    "/orders",
    "/orders?sort=paidTime&order=desc",
    "/orders?sort=paidTime&order=asc",
    "/orders?sort=price&order=asc",
    "/orders?status=1",
    "/orders?keyword=lin_xia",
    "/orders?keyword=345678",
    "/orders?mode=sandbox",
    "/orders?channel=other",
    "/orders?asked=1",
    "/orders?from=2026-09-21&to=2026-09-21",
    "/orders?from=2026-09-21&to=2026-09-21&sort=price",
    "/orders?from=2026-09-21&to=2026-09-21&time=paidTime",
    "/orders?status=1&sort=price",
    "/orders?status=1&sort=paidTime&order=asc",
    "/orders?mode=live&channel=alipay&sort=paidTime",
    "/orders?from=2026-09-21&to=2026-09-21&time=paidTime&sort=createTime",
    "/orders?keyword=lin_xia&sort=paidTime",
    "/orders/sums?from=2026-09-21&to=2026-09-21",
    "/orders/sums?from=2026-09-21&to=2026-09-21&time=paidTime",
    "/orders/sums?keyword=lin_xia",
    "/orders/export?from=2026-09-21&to=2026-09-21",
    "/members",
    "/members?keyword=lin",
    "/members?sort=vipUntil&order=desc",
    "/members?role=member&sort=vipUntil",
    "/members?role=member&vip=1",
    "/members?disabled=1&sort=userName",
    "/codes",
    "/audit",
    "/audit?actor=ops",
    "/audit?action=works.edit&order=asc&sort=createTime",
    "/audit?action=works.edit&targetKind=work",
    "/audit?targetKind=order",
    "/audit?targetKind=order&action=orders.grant&from=2026-09-21",
    "/audit?actor=ops&targetKind=order&action=orders.grant",
    "/audit?targetId=910000000000000031",
    "/audit?targetKind=work&targetId=910000000000000031",
    "/reports",
    "/messages",
    "/messages?sort=since&order=desc",
    "/messages?status=9&sort=since",
    "/messages?assigned=me",
    "/messages?assigned=nobody&status=0",
    "/messages/templates",
    "/downloads",
    "/dashboard",
    "/works",
    "/works?lacks=cast&minDuration=1&scoreBelow=50&from=2026-09-21&sort=score",
    "/works?lacks=cover&editedBy=operator-1&to=2026-09-21&time=updateTime&sort=updateTime",
    "/works?hidden=1&state=draft&sort=views",
    "/works?hidden=1&editedBy=operator-1",
    "/works?covers=0&isDht=0&isOnline=0&withTerms=910000000000000002",
    "/works?sort=number&order=asc",
    "/works?sort=pubTime",
    "/works?sort=duration",
    "/works?sort=average",
    "/works?sort=views",
    "/works?sort=collects",
    "/works?sort=likes",
    "/works?sort=createTime&order=asc",
    "/works?sort=score&order=desc",
    "/imports",
    "/jobs",
    "/jobs?state=running",
    "/jobs?state=failed",
];

const MEMBERS: &[&str] = &[
    "/user/getInfo",
    "/user/export",
    "/user/sessions",
    "/user/collect/cate/list",
    "/user/like/detail/list",
    "/user/like/detail/list?sort=average&isDht=1",
    "/user/collect/detail/list?isDht=1",
    "/user/follow/list",
    "/user/follow/works",
    "/user/hidden",
    "/user/filters",
    "/user/keys",
    "/orders/list",
    "/message/list",
    "/user/downloads",
    "/user/downloads?dataId=910000000000000009",
];

const VISITORS: &[&str] = &[
    "/works/detail/list?modName=censored",
    "/works/detail/list?keyword=ABC",
    "/dht/list?keyword=ABC-001",
    "/works/performer/list",
    "/works/performer/list?modName=censored&keyword=lin",
    "/works/performer/list?modName=censored&letter=L",
    "/tag/letters?tableName=performer&modId=1",
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

/// A statement without its values and with lists of one length.
fn plain(statement: &str) -> String {
    let text = statement.split(" -- binds:").next().unwrap_or_default();
    let text = text.replace(['`', '"'], "");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // `$7` and `?` are the same.
    let mut parts = text.split('$');
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        short.push('?');
        short.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    while short.contains("?, ?") {
        short = short.replace("?, ?", "?");
    }
    short
}

fn is_asked_of_tables(statement: &str) -> bool {
    let verbs = ["SELECT", "UPDATE", "DELETE"];
    // An empty list of ids sends nothing, and what other instances do is PostgreSQL's own.
    let asks = !statement.contains("(1=0)") && !statement.contains("advisory");
    asks && verbs.iter().any(|verb| statement.starts_with(verb))
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

/// Plan steps that scan a growing table.
fn scanning_steps(statement: &str, steps: &[String]) -> Option<String> {
    let counts = statement.to_lowercase().contains("count(");
    // A queue has a partial index of its pending rows.
    let is_queue = |step: &str| QUEUES.iter().any(|queue| step.contains(queue));
    if plain(statement).contains(BY_VALUE) {
        return None;
    }
    let bounded = statement.contains(" LIMIT ") && (!counts || statement.ends_with("AS counted"));
    let sorts = steps.iter().any(|step| {
        let step = step.trim().trim_start_matches("->").trim();
        step.contains("TEMP B-TREE FOR ORDER BY") || step == "Sort"
    });
    let may_not = sorts || !bounded;
    for (at, step) in steps.iter().enumerate() {
        let words: Vec<&str> = step.split_whitespace().collect();
        let sqlite = words.first() == Some(&"SCAN")
            && words.get(1).is_some_and(|table| GROWING.contains(table));
        if is_queue(step) {
            continue;
        }
        if sqlite && may_not {
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
        if all_of_index && may_not && !step.contains(" WHERE ") {
            return Some(step.clone());
        }
    }
    None
}

async fn walk(t: &TestApp) {
    t.import(&films("censored", 3));
    let member = t.member("lin_xia").await;
    let admin = t.operator("operator-1", Role::Admin).await;
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
    t.app.housekeeper.0.finish();
    let gone = member
        .post("/user/delete", &json!({ "password": PASSWORD }))
        .await;
    assert_eq!(gone.status, 200);
}

/// The statements and their plans: the access path of every table.
type Plans = BTreeMap<String, Vec<String>>;

/// The access paths only: how the engine joins and sorts is its own choice. So is whether PostgreSQL
/// uses a bitmap scan: for a few values of a key version 15 does, and 17 does not.
fn ways(steps: &[String]) -> Vec<String> {
    let is_way = |step: &&str| {
        let words = ["SCAN ", "SEARCH ", " Scan "];
        words.iter().any(|word| step.contains(word)) && !step.starts_with("Bitmap Heap Scan ")
    };
    let steps = steps.iter();
    let steps = steps.map(|step| step.trim().trim_start_matches("->").trim());
    let mut found: Vec<String> = steps.filter(is_way).map(without_bitmap).collect();
    found.sort();
    found.dedup();
    found
}

/// A step of a plan, named by its index alone where it looks rows up by one.
fn without_bitmap(step: &str) -> String {
    let index = step
        .strip_prefix("Bitmap Index Scan on ")
        .or_else(|| step.strip_prefix("Index Scan using ")?.split(' ').next());
    index.map_or_else(
        || step.to_owned(),
        |index| format!("Index Scan using {index}"),
    )
}

fn written(plans: &Plans) -> String {
    plans
        .iter()
        .map(|(statement, ways)| format!("{statement}\n    {}\n", ways.join("\n    ")))
        .collect()
}

/// The output of [`written`].
fn read(text: &str) -> Plans {
    let mut plans = Plans::new();
    let mut last = String::new();
    for line in text.lines() {
        match line.strip_prefix("    ") {
            Some("") => {}
            Some(way) => plans.entry(last.clone()).or_default().push(way.to_owned()),
            None => {
                last = line.to_owned();
                plans.entry(last.clone()).or_default();
            }
        }
    }
    plans
}

/// Each engine uses the access paths in the snapshots next to this file. To update them, copy what the
/// test has written into `target/plans`.
fn compare(engine: &str, seen: &Plans) {
    let file = format!("tests/http/plans/{engine}.txt");
    let golden = read(&std::fs::read_to_string(&file).unwrap_or_default());
    let differ: Vec<String> = seen
        .iter()
        // The pool sends this on an idle connection, which depends on the machine.
        .filter(|(statement, _)| *statement != "SELECT 1")
        .filter(|(statement, ways)| golden.get(*statement) != Some(ways))
        .map(|(statement, ways)| {
            let before = golden.get(statement);
            format!("{statement}\n  was {before:?}\n  is  {ways:?}")
        })
        .collect();
    if !differ.is_empty() {
        let folder = "../target/plans";
        std::fs::create_dir_all(folder).unwrap();
        let mut all = golden;
        all.extend(seen.clone());
        std::fs::write(format!("{folder}/{engine}.txt"), written(&all)).unwrap();
        panic!(
            "{engine} has other access paths than {file}:\n{}",
            differ.join("\n")
        );
    }
}

#[actix_web::test]
async fn no_query_scans_a_growing_table() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        // Each statement, and whether a request sent it: background runs vary.
        let recorded: Arc<Mutex<BTreeMap<String, bool>>> = Arc::default();
        let recorder = Arc::clone(&recorded);
        let trace = Trace::new(move |statement| {
            let text = statement.split(" -- binds:").next().unwrap_or_default();
            let thread = std::thread::current();
            let of_a_call = thread.name() == Some("tokio-rt-worker");
            *recorder.lock().entry(text.to_owned()).or_default() |= of_a_call;
        });
        let t = TestApp::traced(engine, &trace).await;
        recorded.lock().clear();
        walk(&t).await;
        let seen = recorded.lock().clone();
        let statements: Vec<(&String, &bool)> = seen
            .iter()
            .filter(|(text, _)| is_asked_of_tables(text))
            .collect();
        assert!(
            statements.len() > 60,
            "only {} statements were seen",
            statements.len()
        );
        let (mut wrong, mut plans) = (BTreeSet::new(), Plans::new());
        t.app
            .state
            .db
            .maintain::<_, DbError, _>(|conn| {
                for (statement, of_a_call) in &statements {
                    let steps = plan(conn, statement)?;
                    let text = plain(statement);
                    if let Some(step) = scanning_steps(statement, &steps) {
                        wrong.insert(format!("{text}\n    {step}"));
                    }
                    if **of_a_call {
                        plans.insert(text, ways(&steps));
                    }
                }
                Ok(())
            })
            .unwrap();
        let engine = match engine {
            Engine::Sqlite => "sqlite",
            Engine::Postgres => "postgres",
        };
        assert!(
            wrong.is_empty(),
            "{engine}:\n{}",
            Vec::from_iter(wrong).join("\n")
        );
        compare(engine, &plans);
    }
}
