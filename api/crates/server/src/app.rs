//! [`App`]: the parts of the service, created once at startup. Each handler extracts the parts it uses.

use std::sync::Arc;

use actix_web::web;
use anyhow::Context as _;
use yingku_access::auth::signing::RequestProtection;
use yingku_access::auth::signing::client_key::ClientKeys;
use yingku_accounts::Accounts;
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_base::keys::Secrets;
use yingku_base::workers::Housekeeper;
use yingku_catalogue::feeds::Feeds;
use yingku_catalogue::indexer::Indexer;
use yingku_catalogue::magnets::copies::Copies;
use yingku_catalogue::media::Media;
use yingku_catalogue::media::drawings::Drawings;
use yingku_catalogue::pages::site::Site;
use yingku_catalogue::playback::Playback;
use yingku_catalogue::response_cache::ResponseCache;
use yingku_catalogue::suggest::directory::Directory;
use yingku_catalogue::terms::moving::{self, Mover};
use yingku_catalogue::uploads::Uploads;
use yingku_catalogue::works::admin::list::Sources;
use yingku_catalogue::works::views::Views;
use yingku_catalogue::writer::CatalogueWriter;
use yingku_commerce::pay::Pay;
use yingku_commerce::pay::rate_limit::OrderRateLimit;
use yingku_commerce::pay::simulated::SimulatedProviders;
use yingku_commerce::vip::codes::keys::CodeKeys;
use yingku_community::moderation::Moderation;
use yingku_community::support::Support;
use yingku_db::Db;
use yingku_db::checkpoints::Checkpoints;
use yingku_db::integrity::IntegrityReport;
use yingku_db::workloads::Rejections;
use yingku_pay_sandbox::Sandbox;
use yingku_platform::config::{Config, PayMode};
use yingku_platform::ephemeral::{Ephemeral, RedisAddress};
use yingku_platform::state::AppState;
use yingku_platform::stats::searches::Searches;
use yingku_platform::stats::visits::Visits;
use yingku_platform::telemetry::metrics::Metrics;
use yingku_platform::telemetry::security_log::SecurityLog;
use yingku_platform::telemetry::traces::Traces;
use yingku_search::WorksIndex;

use super::alerts::Alerts;
use super::housekeeping;
use super::overload::port;
use super::personal_data::PERSONAL_DATA;
use super::probes::Probes;
use super::special_endpoints::{LARGE_BODY_ENDPOINTS, OPEN};
use super::untrusted_proxy::UntrustedProxy;
use crate::overload::port::connections::Connections;
use crate::overload::visits::PageRateLimit;

/// The parts of the running service. Handlers extract the parts they use; only the server's own modules take it all.
pub struct App {
    /// The settings, the database, the clock, ids and the security log.
    pub state: web::Data<AppState>,
    /// Corruption of the database files.
    pub integrity: IntegrityReport,
    /// Checkpoints of SQLite's log.
    pub checkpoints: Checkpoints,
    /// The works index.
    pub index: web::Data<WorksIndex>,
    /// Where the operators' lists of works look.
    pub listed: web::Data<Sources>,
    /// Cached responses of public lists.
    pub response_cache: web::Data<ResponseCache>,
    /// Writes to the catalogue.
    pub catalogue: web::Data<CatalogueWriter>,
    /// Cached feeds.
    pub feeds: web::Data<Feeds>,
    /// Short-lived state: nonces, captchas, rate limits.
    pub ephemeral: Ephemeral,
    /// Views of works.
    pub views: web::Data<Views>,
    /// Moves the works of merged terms.
    pub mover: web::Data<Mover>,
    /// Names of terms, for suggestions.
    pub directory: web::Data<Directory>,
    /// Deletes expired data.
    pub housekeeper: web::Data<Housekeeper>,
    /// Counts of searches.
    pub searches: web::Data<Searches>,
    /// Counts of visits and plays.
    pub visitors: web::Data<Visits>,
    /// The request protection.
    pub protection: RequestProtection,
    /// Imports of uploaded files.
    pub uploads: web::Data<Uploads>,
    /// Keeps the index up to date.
    pub indexer: web::Data<Indexer>,
    /// Accounts: captchas, tokens, passwords.
    pub accounts: web::Data<Accounts>,
    /// Payment.
    pub pay: web::Data<Pay>,
    /// The sandbox of payments, in sandbox mode.
    pub sandbox: Option<web::Data<Sandbox>>,
    /// Rate limits of orders.
    pub order_rate_limit: web::Data<OrderRateLimit>,
    /// Keys of activation codes.
    pub codes: web::Data<CodeKeys>,
    /// Counts of copied magnet links.
    pub copies: web::Data<Copies>,
    /// Stream addresses.
    pub playback: web::Data<Playback>,
    /// Prometheus metrics, if enabled.
    pub metrics: Option<Arc<Metrics>>,
    /// Request traces, if a collector is set.
    pub traces: Option<Traces>,
    /// The site's name, announcement and footer.
    pub site: web::Data<Site>,
    /// Messages to support.
    pub support: web::Data<Support>,
    /// Reports of works and their decisions.
    pub moderation: web::Data<Moderation>,
    /// Open connections.
    pub connections: Arc<Connections>,
    /// Requests rejected because of event-loop lag.
    pub rejections: Arc<Rejections>,
    /// Rate limits outside the API.
    pub visits: web::Data<PageRateLimit>,
    /// Generated pictures.
    pub drawings: web::Data<Drawings>,
    /// The operators' pictures.
    pub media: web::Data<Media>,
    /// State of the health probes.
    pub probes: Probes,
    /// Tells operators what waits.
    pub alerts: Alerts,
    /// A proxy that is not trusted.
    pub(crate) untrusted_proxy: web::Data<UntrustedProxy>,
}

impl App {
    /// Opens the database, the index and the keys. The index may still be building when this returns.
    pub fn open(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let db = Db::open(&config.database)?;
        let checkpoints = Checkpoints::start(&db)?;
        let ids = Arc::new(Ids::new(config.service.node_id));
        let indexer = Indexer::start(&db, &config.index, Arc::clone(&clock))
            .context("opening the works index")?;
        let ephemeral = open_ephemeral(&config, &clock)?;
        let views = Views::start(&db, &ephemeral, indexer.waker(), Arc::clone(&clock))?;
        let mover = moving::start(&db, indexer.waker(), Arc::clone(&clock))?;
        let uploads = Uploads::start(&config, &db, &ids, &clock).context("opening IMPORT_DIR")?;
        let protection = protection(&config, &ephemeral, &clock)?;
        let secrets = secrets(&config)?;
        let accounts = Accounts::new(&config, &secrets, &ephemeral, &clock, PERSONAL_DATA)?;
        let codes = Arc::new(CodeKeys::new(&config.secrets.codes)?);
        let response_cache = web::Data::new(ResponseCache::new(Arc::clone(&clock)));
        let catalogue = CatalogueWriter::new(&db, indexer.waker(), &response_cache);
        let metrics = config.service.metrics_bind.map(|_| Arc::default());
        let site = Arc::new(Site::start(&db)?);
        let (pay, sandbox) = payment(&config, &db, &clock, &ids, (&codes, &site), metrics.clone())
            .context("opening payment")?;
        let alerts = Alerts::start(&config, &db, &clock, &ids, &site)?;
        Ok(Self {
            alerts,
            connections: Arc::new(connections(&config)),
            rejections: Arc::new(Rejections::new("the processors are busy")),
            visits: web::Data::new(PageRateLimit::new(&config, Arc::clone(&clock))),
            drawings: web::Data::default(),
            media: web::Data::new(Media::open(&config)?),
            probes: Probes::default(),
            untrusted_proxy: web::Data::default(),
            accounts: web::Data::new(accounts),
            order_rate_limit: web::Data::new(OrderRateLimit::new(&config.pay, &ephemeral, &clock)),
            pay: web::Data::new(pay),
            sandbox: sandbox.map(web::Data::from),
            codes: web::Data::from(codes),
            copies: web::Data::new(Copies::new(&secrets, &site)),
            playback: web::Data::new(Playback::new(&config, &ephemeral)?),
            site: web::Data::from(site),
            support: web::Data::new(Support::new(&config.support, &ephemeral)),
            moderation: web::Data::new(Moderation::new(&config.support, &secrets, &ephemeral)),
            index: web::Data::from(indexer.index()),
            listed: web::Data::new(Sources::new(indexer.index())),
            catalogue: web::Data::new(catalogue),
            response_cache,
            feeds: web::Data::default(),
            integrity: IntegrityReport::default(),
            checkpoints,
            views: web::Data::new(views),
            mover: web::Data::new(mover),
            directory: web::Data::new(Directory::start(&db, &indexer.index())?),
            housekeeper: web::Data::new(housekeeping::start(&db, &clock, &ids)?),
            uploads: web::Data::new(uploads),
            searches: web::Data::new(Searches::start(&db, &secrets, Arc::clone(&clock))?),
            visitors: web::Data::new(Visits::start(&db, Arc::clone(&clock))?),
            metrics,
            traces: Traces::start(&config)?,
            protection,
            indexer: web::Data::new(indexer),
            state: web::Data::new(app_state(config, db, clock, ids, &ephemeral)),
            ephemeral,
        })
    }

    /// Provides each part to the handlers that take it.
    pub fn provide(&self, config: &mut web::ServiceConfig) {
        config
            .app_data(self.state.clone())
            .app_data(web::Data::from(Arc::clone(&self.accounts.access)))
            .app_data(web::Data::from(Arc::clone(&self.accounts.captcha)))
            .app_data(self.accounts.clone())
            .app_data(self.index.clone())
            .app_data(self.listed.clone())
            .app_data(self.indexer.clone())
            .app_data(self.response_cache.clone())
            .app_data(self.catalogue.clone())
            .app_data(self.feeds.clone())
            .app_data(self.views.clone())
            .app_data(self.mover.clone())
            .app_data(self.directory.clone())
            .app_data(self.housekeeper.clone())
            .app_data(self.searches.clone())
            .app_data(self.visitors.clone())
            .app_data(self.uploads.clone())
            .app_data(self.pay.clone())
            .app_data(self.order_rate_limit.clone())
            .app_data(self.codes.clone())
            .app_data(self.copies.clone())
            .app_data(self.playback.clone())
            .app_data(self.visits.clone())
            .app_data(self.drawings.clone())
            .app_data(self.media.clone())
            .app_data(self.site.clone())
            .app_data(self.support.clone())
            .app_data(self.untrusted_proxy.clone())
            .app_data(self.moderation.clone());
        if let Some(sandbox) = &self.sandbox {
            config.app_data(sandbox.clone());
        }
    }

    /// The key pair that client keys are encrypted with.
    pub fn client_keys(&self) -> &ClientKeys {
        self.protection.client_keys()
    }

    /// Flushes buffered data at the end of the process. The server's threads release the service only after the server
    /// has ended, which may happen after the process has stopped waiting for them.
    pub fn flush_buffers(&self) {
        for (what, written) in [
            ("views", self.views.write_now()),
            ("searches", self.searches.write_now()),
            ("visits", self.visitors.write_now()),
        ] {
            if let Err(error) = written {
                tracing::error!(event = "shutdown_flush_failed", what, %error, "failed to flush buffered counters on shutdown");
            }
        }
        if let Some(traces) = &self.traces {
            traces.deliver_now();
        }
    }
}

fn app_state(
    config: Config,
    db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    ephemeral: &Ephemeral,
) -> AppState {
    AppState {
        security: SecurityLog::new(ephemeral),
        config,
        db,
        clock,
        ids,
    }
}

fn protection(
    config: &Config,
    ephemeral: &Ephemeral,
    clock: &Arc<dyn Clock>,
) -> anyhow::Result<RequestProtection> {
    RequestProtection::new(
        config,
        ephemeral,
        Arc::clone(clock),
        OPEN,
        LARGE_BODY_ENDPOINTS,
    )
    .context("opening the client-key file")
}

fn secrets(config: &Config) -> anyhow::Result<Secrets> {
    Secrets::new(&config.secrets.server, &config.secrets.server_previous)
}

/// Payment, and the sandbox behind it in sandbox mode.
fn payment(
    config: &Config,
    db: &Db,
    clock: &Arc<dyn Clock>,
    ids: &Arc<Ids>,
    (codes, site): (&Arc<CodeKeys>, &Arc<Site>),
    metrics: Option<Arc<Metrics>>,
) -> anyhow::Result<(Pay, Option<Arc<Sandbox>>)> {
    let sandbox = match config.pay.mode {
        PayMode::Sandbox => Some(Arc::new(Sandbox::open(&config.pay, db, clock)?)),
        PayMode::Live | PayMode::Off => None,
    };
    let simulated = sandbox
        .clone()
        .map(|sandbox| -> Arc<dyn SimulatedProviders> { sandbox });
    let pay = Pay::start(config, db, clock, ids, (codes, site), metrics, simulated)?;
    Ok((pay, sandbox))
}

fn connections(config: &Config) -> Connections {
    Connections::new(
        port::raise_descriptors(),
        config.limits.connections_per_address,
        &config.network.trusted_proxies,
    )
}

/// The shared store if there is one, otherwise this process's memory.
fn open_ephemeral(config: &Config, clock: &Arc<dyn Clock>) -> anyhow::Result<Ephemeral> {
    let Some(address) = redis_address(config)? else {
        return Ok(Ephemeral::in_memory(Arc::clone(clock)));
    };
    Ephemeral::in_redis(address, config.redis.timeout, Arc::clone(clock))
        .context("opening REDIS_URL")
}

/// The address of the shared store, if there is one, with its trusted certificates.
///
/// # Errors
/// `REDIS_CA_FILE` cannot be used.
pub fn redis_address(config: &Config) -> anyhow::Result<Option<RedisAddress>> {
    let redis = &config.redis;
    let (Some(address), Some(file)) = (redis.address.clone(), &redis.ca_file) else {
        return Ok(redis.address.clone());
    };
    let read = std::fs::read(file).map_err(anyhow::Error::from);
    let trusting = read.and_then(|authorities| address.trusting(authorities));
    let context = || format!("reading REDIS_CA_FILE ({})", file.display());
    trusting.map(Some).with_context(context)
}
