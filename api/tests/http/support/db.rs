//! A database for one test: SQLite from a copied file, PostgreSQL from a copied template. Both are deleted
//! when the test ends.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use diesel::sql_types::Integer;
use diesel::{Connection, PgConnection, RunQueryDsl};
use parking_lot::Mutex;
use yingku_db::{Db, DbOptions, Engine, migrate};

/// Name of the migrated database that the others are copied from.
const TEMPLATE: &str = "yingku_template";

/// A database of a test's own.
pub struct TestDb {
    pub url: String,
    postgres: Option<String>,
}

impl TestDb {
    /// On either engine; SQLite in `folder`.
    pub fn on(engine: Engine, folder: &Path) -> Self {
        match engine {
            Engine::Sqlite => Self::sqlite(folder),
            Engine::Postgres => Self::postgres(),
        }
    }

    /// In `folder`, migrated.
    pub fn sqlite(folder: &Path) -> Self {
        static TEMPLATE_FILE: OnceLock<Vec<u8>> = OnceLock::new();
        let bytes = TEMPLATE_FILE.get_or_init(|| {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("template.db");
            let db = Db::open(&options(&format!("sqlite://{}", file.display()))).unwrap();
            migrate::run(&db).unwrap();
            db.maintain::<_, yingku_db::DbError, _>(|conn| {
                use diesel::connection::SimpleConnection as _;
                Ok(conn.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)")?)
            })
            .unwrap();
            std::fs::read(file).unwrap()
        });
        let file = folder.join("test.db");
        std::fs::write(&file, bytes).unwrap();
        Self {
            url: format!("sqlite://{}", file.display()),
            postgres: None,
        }
    }

    /// On the server of `TEST_POSTGRES_URL`, migrated.
    pub fn postgres() -> Self {
        static STRATEGY: OnceLock<&str> = OnceLock::new();
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let strategy = STRATEGY.get_or_init(|| {
            run(&format!("DROP DATABASE IF EXISTS {TEMPLATE} WITH (FORCE)"));
            run(&format!("CREATE DATABASE {TEMPLATE}"));
            let db = Db::open(&options(&url_of(TEMPLATE))).unwrap();
            migrate::run(&db).unwrap();
            drop(db);
            // Nobody may be connected to a template, and from now on nobody can be. PostgreSQL waits for connections
            // that are still closing.
            run(&format!(
                "ALTER DATABASE {TEMPLATE} WITH ALLOW_CONNECTIONS false"
            ));
            run(&format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{TEMPLATE}'"
            ));
            strategy()
        });
        let name = format!(
            "yingku_test_{}_{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        run(&format!(
            "CREATE DATABASE {name} TEMPLATE {TEMPLATE} {strategy}"
        ));
        Self {
            url: url_of(&name),
            postgres: Some(name),
        }
    }
}

impl Drop for TestDb {
    fn drop(&mut self) {
        if let Some(name) = &self.postgres {
            run(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

/// Small pools: many tests run concurrently.
pub fn options(url: &str) -> DbOptions {
    DbOptions {
        url: url.to_owned(),
        replica_url: None,
        pool_size: 4,
        wait: Duration::from_secs(10),
        lock_wait: Duration::from_secs(5),
        overload_timeout: Duration::from_secs(30),
        statement_timeout: Duration::from_secs(30),
        bulk: false,
        trace: None,
    }
}

fn server() -> String {
    #[expect(
        clippy::disallowed_methods,
        reason = "the test command tells where its PostgreSQL is"
    )]
    let url = std::env::var("TEST_POSTGRES_URL");
    url.expect("PostgreSQL is needed: run scripts/with-postgres.sh cargo test")
}

fn url_of(name: &str) -> String {
    let server = server();
    format!("{}/{name}", server.rsplit_once('/').unwrap().0)
}

/// How databases are copied. Copying files takes a third of the time of copying pages through the log, PostgreSQL's
/// default; before version 15 there was only the file copy.
fn strategy() -> &'static str {
    let mut conn = PgConnection::establish(&server()).unwrap();
    let number =
        diesel::dsl::sql::<Integer>("SELECT current_setting('server_version_num')::integer");
    let version: i32 = number.get_result(&mut conn).unwrap();
    if version < 150_000 {
        ""
    } else {
        "STRATEGY FILE_COPY"
    }
}

/// Runs a statement on a cached connection; several may run concurrently.
fn run(statement: &str) {
    static IDLE: Mutex<Vec<PgConnection>> = Mutex::new(Vec::new());
    let idle = IDLE.lock().pop();
    let mut conn = idle.unwrap_or_else(|| PgConnection::establish(&server()).unwrap());
    #[expect(
        clippy::disallowed_methods,
        reason = "making databases is not the program's work"
    )]
    diesel::sql_query(statement).execute(&mut conn).unwrap();
    IDLE.lock().push(conn);
}
