//! The real service, in this process, on a database of its own and with a manual clock.

use std::net::TcpListener;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use actix_http::{BoxedPayloadStream, Payload, Request};
use actix_web::dev::Service as _;
use actix_web::{test, web};
use futures_util::future::LocalBoxFuture;
use serde_json::Value;
use tempfile::TempDir;
use yingku_access::auth::signing::body::LargeBodyEndpoints;
use yingku_base::clock::{Clock, ManualClock};
use yingku_base::ids::Ids;
use yingku_base::random;
use yingku_catalogue::import::record::parse;
use yingku_catalogue::import::store::{ImportSummary, Store};
use yingku_db::{Db, Engine, Trace};
use yingku_platform::config::{ClientTimeouts, Config};
use yingku_platform::ephemeral::Ephemeral;
use yingku_search::Storage;
use yingku_server::app::App;
use yingku_signer::ClientKey;
use yingku_signer::client::Signer;

use super::client::{Answer, Call};
use super::db::TestDb;
use super::faults::Faults;
use super::proxy::Proxy;
use super::responses::CalledOperation;

/// Test doubles around the service.
#[derive(Default)]
struct Around {
    /// Receives each statement.
    trace: Option<Trace>,
    /// The directory of the index.
    storage: Storage,
    /// The timeouts of clients.
    waits: ClientTimeouts,
}

impl Around {
    fn on(storage: Storage) -> Self {
        Self {
            storage,
            ..Self::default()
        }
    }

    fn traced(trace: &Trace) -> Self {
        Self {
            trace: Some(trace.clone()),
            ..Self::default()
        }
    }
}

/// The initial time of the clock: 2026-09-21 22:13:20 in Shanghai.
pub const NOW_MS: i64 = 1_790_000_000_000;

/// The service and everything around it. Fields are dropped in this order.
pub struct TestApp {
    call: Box<dyn Fn(Request) -> LocalBoxFuture<'static, Answer>>,
    pub app: web::Data<App>,
    pub clock: Arc<ManualClock>,
    pub signer: Signer,
    /// The signer's encrypted client key.
    pub client_key: ClientKey,
    /// Where the service calls itself; nothing listens there until a test does.
    pub address: TcpListener,
    pub db: TestDb,
    pub folder: TempDir,
}

impl TestApp {
    pub async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = TestDb::sqlite(folder.path());
        Self::start(folder, db, &[]).await
    }

    pub async fn on_postgres() -> Self {
        Self::start(tempfile::tempdir().unwrap(), TestDb::postgres(), &[]).await
    }

    /// On SQLite and on PostgreSQL, with other settings.
    pub async fn on_both(settings: &[(&str, &str)]) -> [Self; 2] {
        let postgres = TestDb::postgres();
        let folder = tempfile::tempdir().unwrap();
        [
            Self::with(settings).await,
            Self::start(folder, postgres, settings).await,
        ]
    }

    /// On either engine; each statement of this app, and of no other, is traced.
    pub async fn traced(engine: Engine, trace: &Trace) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = TestDb::on(engine, folder.path());
        Self::traced_on(folder, db, trace).await
    }

    /// [`TestApp::traced`] on an existing database.
    pub async fn traced_on(folder: TempDir, db: TestDb, trace: &Trace) -> Self {
        let clock = Arc::new(ManualClock::at(NOW_MS));
        Self::start_on(folder, db, &[], clock, Around::traced(trace)).await
    }

    /// On PostgreSQL through a proxy, with other settings.
    pub async fn through_proxy(settings: &[(&str, &str)]) -> (Self, Proxy) {
        let mut db = TestDb::postgres();
        let proxy = Proxy::before(&db.url).alone();
        db.url = proxy.url(&db.url);
        let folder = tempfile::tempdir().unwrap();
        (Self::start(folder, db, settings).await, proxy)
    }

    /// On SQLite, with other settings.
    pub async fn with(settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = TestDb::sqlite(folder.path());
        Self::start(folder, db, settings).await
    }

    pub async fn start(folder: TempDir, db: TestDb, settings: &[(&str, &str)]) -> Self {
        Self::start_at(folder, db, settings, Arc::new(ManualClock::at(NOW_MS))).await
    }

    /// Stops the service, changes its folder, and starts it again on the same database.
    pub async fn restart(self, meanwhile: impl FnOnce(&Path, &Db)) -> Self {
        self.restart_as(&[], Storage::default(), meanwhile).await
    }

    /// [`TestApp::restart`] with an index on a test directory.
    pub async fn restart_on(self, storage: Storage, meanwhile: impl FnOnce(&Path, &Db)) -> Self {
        self.restart_as(&[], storage, meanwhile).await
    }

    /// Stops the service and starts it again on the same database with other settings.
    pub async fn restart_with(self, settings: &[(&str, &str)]) -> Self {
        self.restart_as(settings, Storage::default(), |_, _| {})
            .await
    }

    async fn restart_as(
        self,
        settings: &[(&str, &str)],
        storage: Storage,
        meanwhile: impl FnOnce(&Path, &Db),
    ) -> Self {
        let Self {
            call,
            app,
            clock,
            signer: _,
            client_key: _,
            address: _,
            db,
            folder,
        } = self;
        let connection = app.state.db.clone();
        drop((call, app));
        meanwhile(folder.path(), &connection);
        drop(connection);
        Self::start_on(folder, db, settings, clock, Around::on(storage)).await
    }

    /// On SQLite, with an index whose folder fails on demand.
    pub async fn with_faults(faults: &Faults) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = TestDb::sqlite(folder.path());
        let clock = Arc::new(ManualClock::at(NOW_MS));
        Self::start_on(folder, db, &[], clock, Around::on(faults.storage())).await
    }

    /// On SQLite, with these client timeouts.
    pub async fn waiting(waits: ClientTimeouts) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = TestDb::sqlite(folder.path());
        let clock = Arc::new(ManualClock::at(NOW_MS));
        let around = Around {
            waits,
            ..Around::default()
        };
        Self::start_on(folder, db, &[], clock, around).await
    }

    /// On SQLite, in an existing folder.
    pub async fn in_folder(folder: TempDir) -> Self {
        let db = TestDb::sqlite(folder.path());
        Self::start(folder, db, &[]).await
    }

    async fn start_at(
        folder: TempDir,
        db: TestDb,
        settings: &[(&str, &str)],
        clock: Arc<ManualClock>,
    ) -> Self {
        Self::start_on(folder, db, settings, clock, Around::default()).await
    }

    async fn start_on(
        folder: TempDir,
        db: TestDb,
        settings: &[(&str, &str)],
        clock: Arc<ManualClock>,
        around: Around,
    ) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap();
        let bind = address.local_addr().unwrap().to_string();
        let settings = [&[("BIND", bind.as_str())], settings].concat();
        let mut config = config(folder.path(), &db.url, &settings);
        config.database.trace = around.trace;
        config.index.storage = around.storage;
        config.service.waits = around.waits;
        let time: Arc<dyn Clock> = clock.clone();
        let app = web::Data::new(App::open(config, time).unwrap());
        app.indexer.catch_up_now();
        let (signer, client_key) = installation(&app, &clock);
        let service = Rc::new(test::init_service(yingku_server::application(app.clone())).await);
        let call = Box::new(move |request: Request| -> LocalBoxFuture<'static, Answer> {
            let service = Rc::clone(&service);
            Box::pin(async move {
                match service.call(request).await {
                    Ok(response) => {
                        let operation = CalledOperation::of(response.request());
                        let answer = Answer::read(response).await;
                        operation.record(&answer);
                        answer
                    }
                    Err(error) => panic!("no layer answered: {error}"),
                }
            })
        });
        Self {
            call,
            app,
            clock,
            signer,
            client_key,
            address,
            db,
            folder,
        }
    }

    /// The time as clients sign it, ms.
    pub fn now(&self) -> u64 {
        now_ms(&self.clock)
    }

    /// A client with a key of its own.
    pub fn another_installation(&self) -> Signer {
        installation(&self.app, &self.clock).0
    }

    /// A signed GET below `/prod-api/v2`.
    pub async fn get(&self, path_and_query: &str) -> Answer {
        self.send(Call::get(&format!("/prod-api/v2{path_and_query}")))
            .await
    }

    /// The rows of a successful list.
    pub async fn rows(&self, path_and_query: &str) -> Vec<Value> {
        let answer = self.get(path_and_query).await;
        assert_eq!(answer.status, 200, "{path_and_query}: {}", answer.text());
        answer.json()["rows"].as_array().unwrap().clone()
    }

    /// The numbers of the works of a successful list.
    pub async fn numbers(&self, query: &str) -> Vec<String> {
        let rows = self
            .rows(&format!("/works/detail/list?pageSize=100&{query}"))
            .await;
        rows.iter()
            .map(|row| row["number"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Signs a request, unless it is unsigned, and sends it.
    pub async fn send(&self, call: Call) -> Answer {
        self.send_as(&self.signer, call).await
    }

    /// Sends an unsigned request whose errors may lack the envelope: pages, and responses to providers.
    pub async fn send_plain(&self, call: Call) -> Answer {
        let request = call.unsigned().request(&self.signer, now_ms(&self.clock));
        let answer = (self.call)(request).await;
        answer.check_headers();
        answer
    }

    /// Sends a request with another installation's client key.
    pub async fn send_as(&self, signer: &Signer, call: Call) -> Answer {
        let request = call.request(signer, now_ms(&self.clock));
        let answer = (self.call)(request).await;
        answer.check_common_parts();
        answer
    }

    /// Sends a request whose body never ends; it runs in the background while the response lives.
    pub fn send_without_end(&self, signer: &Signer, call: Call) -> LocalBoxFuture<'static, Answer> {
        let request = call.request(signer, now_ms(&self.clock));
        let payload: BoxedPayloadStream = Box::pin(futures_util::stream::pending());
        let (request, _) = request.replace_payload(Payload::Stream { payload });
        (self.call)(request)
    }

    /// Imports records and waits until they are searchable.
    pub fn import(&self, records: &[Value]) -> ImportSummary {
        let summary = store(&self.app.state.db, records);
        self.app.indexer.catch_up_now();
        summary
    }
}

/// Imports records into the database alone.
pub fn store(db: &Db, records: &[Value]) -> ImportSummary {
    let records: Vec<_> = records
        .iter()
        .map(|record| {
            parse(record.to_string().as_bytes())
                .unwrap_or_else(|rejection| panic!("{rejection}"))
                .into()
        })
        .collect();
    let clock = Arc::new(ManualClock::at(NOW_MS));
    Store::new(db, clock, ids()).write(&records).unwrap().0
}

/// One source of ids for everything that tests write.
fn ids() -> Arc<Ids> {
    static IDS: OnceLock<Arc<Ids>> = OnceLock::new();
    Arc::clone(IDS.get_or_init(|| Arc::new(Ids::new(1))))
}

fn installation(app: &App, clock: &ManualClock) -> (Signer, ClientKey) {
    let (secret, keys) = (&app.state.config.signing.app_secret, app.client_keys());
    let key = ClientKey {
        key: random::bytes().unwrap(),
        device_id: random::bytes().unwrap(),
        created_at_ms: now_ms(clock),
    };
    let signer = Signer::with_key(secret, keys.kid(), keys.public_pem(), &key).unwrap();
    (signer, key)
}

fn now_ms(clock: &ManualClock) -> u64 {
    u64::try_from(clock.now_ms()).unwrap()
}

/// The settings of a test in `folder`.
pub fn config(folder: &Path, database: &str, settings: &[(&str, &str)]) -> Config {
    let path = |name: &str| folder.join(name).display().to_string();
    let (index, media, streams) = (path("index"), path("media"), path("streams"));
    let imports = path("imports");
    let pages = path("pages");
    let secret = "0123456789abcdef".repeat(4);
    let mut all = vec![
        ("DATABASE_URL", database),
        ("DATABASE_POOL", "4"),
        ("DATABASE_WAIT_MS", "30000"),
        ("DATABASE_CROWDED_WAIT_MS", "30000"),
        ("CROWDED_LATE_MS", "30000"),
        ("DATABASE_STATEMENT_MS", "30000"),
        ("INDEX_DIR", &index),
        ("INDEX_MEMORY_MB", "16"),
        ("MEDIA_DIR", &media),
        ("STREAM_DIR", &streams),
        ("IMPORT_DIR", &imports),
        ("PAGES_DIR", &pages),
        ("CLIENT_KEY_FILE", key_file()),
        ("SANDBOX_DIR", sandbox_dir()),
        ("PAY_TIMEOUT_MS", "30000"),
        // Some tests are behind a proxy.
        ("SANDBOX_IN_PUBLIC", "on"),
        ("SERVER_SECRET", &secret),
        ("RATE_PER_SECOND", "100000"),
        ("RATE_BURST", "100000"),
        ("KEY_OPENINGS_PER_MINUTE", "100000"),
        ("KEY_OPENINGS_PER_SECOND", "100000"),
        ("CAPTCHA_PER_MINUTE", "100000"),
        ("LOGIN_PER_MINUTE", "100000"),
        ("REGISTER_PER_HOUR", "100000"),
        ("EXPORT_PER_HOUR", "100000"),
        ("MESSAGES_PER_MINUTE", "100000"),
        ("REPORTS_PER_HOUR", "100000"),
        ("REPORTS_HIDE_PER_HOUR", "100000"),
        ("ORDERS_PER_MINUTE", "100000"),
    ];
    all.retain(|(name, _)| !settings.iter().any(|(other, _)| other == name));
    all.extend(settings);
    Config::from_pairs(&all).unwrap()
}

/// One RSA key for all tests: generating one takes longer than most of them.
fn key_file() -> &'static str {
    static FILE: OnceLock<(TempDir, String)> = OnceLock::new();
    let (_, file) = FILE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key.pem").display().to_string();
        let config = Config::from_pairs(&[("CLIENT_KEY_FILE", &file)]).unwrap();
        yingku_access::auth::signing::RequestProtection::new(
            &config,
            &Ephemeral::in_memory(Arc::new(ManualClock::at(0))),
            Arc::new(ManualClock::at(0)),
            &[],
            LargeBodyEndpoints(&[]),
        )
        .unwrap();
        (folder, file)
    });
    file
}

/// The sandbox's keys for all tests, for the same reason.
fn sandbox_dir() -> &'static str {
    static FOLDER: OnceLock<(TempDir, String)> = OnceLock::new();
    let (_, path) = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display().to_string();
        (folder, path)
    });
    path
}
