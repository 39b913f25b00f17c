//! [`App`]: everything a handler may need, made once at the start and handed to every worker. Time,
//! ids, the database and the index come from here, so tests can bring their own.

use std::sync::Arc;

use anyhow::Context as _;
use secrecy::ExposeSecret as _;

use super::health::Probes;
use super::housekeeping;
use super::port;
use super::port::connections::Connections;
use super::visits::Visits;
use crate::account::Accounts;
use crate::auth::signing::Guard;
use crate::auth::signing::client_key::ClientKeys;
use crate::base::clock::Clock;
use crate::base::ids::Ids;
use crate::base::keys::Secrets;
use crate::catalogue::answers::Answers;
use crate::catalogue::index::WorksIndex;
use crate::catalogue::indexer::Tail;
use crate::catalogue::magnets::copies::Copies;
use crate::catalogue::terms::moving;
use crate::catalogue::uploads::Uploads;
use crate::catalogue::works::views::Views;
use crate::config::Config;
use crate::db::Db;
use crate::db::checkpoints::Checkpoints;
use crate::db::soundness::Soundness;
use crate::ephemeral::Ephemeral;
use crate::media::drawings::Drawings;
use crate::moderation::Moderation;
use crate::pay::Pay;
use crate::pay::pace::OrderPace;
use crate::playback::Playback;
use crate::stats::searches::Searches;
use crate::support::Support;
use crate::telemetry::metrics::Metrics;
use crate::telemetry::security_log::SecurityLog;
use crate::vip::codes::keys::CodeKeys;
use crate::workers::Routine;

/// What the running service is made of.
pub struct App {
    /// The settings.
    pub config: Config,
    /// The database.
    pub db: Db,
    /// What failed statements have said of its files.
    pub soundness: Soundness,
    /// What keeps SQLite's log short.
    pub checkpoints: Checkpoints,
    /// The works index.
    pub index: Arc<WorksIndex>,
    /// Kept answers of public lists.
    pub answers: Answers,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<Ids>,
    /// Facts that live for minutes.
    pub ephemeral: Ephemeral,
    /// How often works are looked at.
    pub views: Views,
    /// What moves the works of merged terms.
    pub mover: Routine,
    /// What deletes what is kept for a time only.
    pub housekeeper: Routine,
    /// How often something is searched for.
    pub searches: Searches,
    /// The request protection.
    pub guard: Guard,
    /// Imports of uploaded files.
    pub uploads: Uploads,
    /// What keeps the index up to date.
    pub tail: Tail,
    /// Accounts: captchas, tokens, passwords.
    pub accounts: Accounts,
    /// Payment.
    pub pay: Pay,
    /// How often members order.
    pub order_pace: OrderPace,
    /// Keys of activation codes.
    pub codes: Arc<CodeKeys>,
    /// Counting of copied magnet links.
    pub copies: Copies,
    /// Addresses of streams.
    pub playback: Playback,
    /// Figures for Prometheus, when it may read any.
    pub metrics: Option<Arc<Metrics>>,
    /// What is written to the operators.
    pub support: Support,
    /// What may be on the site.
    pub moderation: Moderation,
    /// What happens at the doors.
    pub security: SecurityLog,
    /// The connections there are.
    pub connections: Arc<Connections>,
    /// How often addresses ask for what is not the API.
    pub visits: Visits,
    /// Pictures that were drawn.
    pub drawings: Drawings,
    /// What was last told of the service's health.
    pub probes: Probes,
}

impl App {
    /// Opens the database, the index and the keys. The index may still be filling when this returns;
    /// [`Tail`] says how far it is.
    ///
    /// # Errors
    /// Whatever cannot be opened, with where it was.
    pub fn open(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let db = Db::open(&config.database)?;
        let checkpoints = Checkpoints::start(&db)?;
        let ids = Arc::new(Ids::new(config.node_id));
        let tail = Tail::start(&db, &config.index, Arc::clone(&clock))
            .context("opening the works index")?;
        let ephemeral = open_ephemeral(&config, &clock)?;
        let views = Views::start(&db, &ephemeral, tail.waker(), Arc::clone(&clock))?;
        let mover = moving::start(&db, tail.waker(), Arc::clone(&clock))?;
        let housekeeper = housekeeping::start(&db, Arc::clone(&clock))?;
        let uploads = Uploads::start(&config, &db, &ids, &clock).context("opening IMPORT_DIR")?;
        let guard = Guard::new(&config, &ephemeral, Arc::clone(&clock), crate::server::OPEN)
            .context("opening the client-key file")?;
        let (present, previous) = (
            &config.signing.server_secret,
            &config.account.previous_secret,
        );
        let secrets = Secrets::new(present, previous)?;
        let searches = Searches::start(&db, &secrets, Arc::clone(&clock))?;
        let accounts = Accounts::new(&config, &secrets, &ephemeral, &clock)?;
        let codes = Arc::new(CodeKeys::new(&config.vip.code_secret)?);
        let metrics = config.http.metrics_bind.map(|_| Arc::default());
        let pay = Pay::start(&config, &db, &clock, &ids, &codes, metrics.clone())
            .context("opening payment")?;
        let connections = Connections::new(
            port::raise_descriptors(),
            config.http.connections_per_address,
            &config.http.trusted_proxies,
        );
        Ok(Self {
            connections: Arc::new(connections),
            visits: Visits::new(&config.http, Arc::clone(&clock)),
            drawings: Drawings::default(),
            probes: Probes::default(),
            accounts,
            order_pace: OrderPace::new(&config.pay, &ephemeral, &clock),
            pay,
            codes,
            copies: Copies::new(&secrets),
            playback: Playback::new(&config.streams, &ephemeral)?,
            support: Support::new(&config.support, &ephemeral),
            moderation: Moderation::new(&config.support, &secrets, &ephemeral),
            security: SecurityLog::new(&ephemeral),
            index: tail.index(),
            answers: Answers::default(),
            db,
            soundness: Soundness::default(),
            checkpoints,
            clock,
            ids,
            ephemeral,
            views,
            mover,
            housekeeper,
            uploads,
            searches,
            metrics,
            guard,
            tail,
            config,
        })
    }

    /// Seconds since 1970.
    pub fn now(&self) -> i64 {
        self.clock.now_ms().div_euclid(1000)
    }

    /// The public key that client keys are sealed to.
    pub fn client_keys(&self) -> &ClientKeys {
        self.guard.client_keys()
    }
}

/// The shared store when the settings name one, else this process's memory.
fn open_ephemeral(config: &Config, clock: &Arc<dyn Clock>) -> anyhow::Result<Ephemeral> {
    match &config.redis_url {
        Some(url) => {
            Ephemeral::in_redis(url.expose_secret(), Arc::clone(clock)).context("opening REDIS_URL")
        }
        None => Ok(Ephemeral::in_memory(Arc::clone(clock))),
    }
}
