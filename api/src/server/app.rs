//! [`App`]: everything the service is made of, made once at the start. Each part is given to the handlers that take it.

use std::sync::Arc;

use actix_web::web;
use anyhow::Context as _;
use secrecy::ExposeSecret as _;

use super::health::Probes;
use super::housekeeping;
use super::port;
use super::port::connections::Connections;
use super::visits::Visits;
use super::{LARGE_CALLS, OPEN, PERSONAL_DATA};
use crate::account::Accounts;
use crate::auth::signing::RequestProtection;
use crate::auth::signing::client_key::ClientKeys;
use crate::base::clock::Clock;
use crate::base::ids::Ids;
use crate::base::keys::Secrets;
use crate::catalogue::index::WorksIndex;
use crate::catalogue::indexer::Indexer;
use crate::catalogue::magnets::copies::Copies;
use crate::catalogue::response_cache::ResponseCache;
use crate::catalogue::terms::moving::{self, Mover};
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
use crate::state::AppState;
use crate::stats::searches::Searches;
use crate::support::Support;
use crate::telemetry::metrics::Metrics;
use crate::telemetry::security_log::SecurityLog;
use crate::vip::codes::keys::CodeKeys;
use crate::workers::Housekeeper;

/// What the running service is made of. Handlers take the parts they use; the server's own modules may take it whole.
pub struct App {
    /// The settings, the database, the clock, ids and the security log.
    pub state: web::Data<AppState>,
    /// What failed statements have said of the database's files.
    pub soundness: Soundness,
    /// What keeps SQLite's log short.
    pub checkpoints: Checkpoints,
    /// The works index.
    pub index: web::Data<WorksIndex>,
    /// Kept answers of public lists.
    pub response_cache: web::Data<ResponseCache>,
    /// Facts that live for minutes.
    pub ephemeral: Ephemeral,
    /// How often works are looked at.
    pub views: web::Data<Views>,
    /// What moves the works of merged terms.
    pub mover: web::Data<Mover>,
    /// What deletes what is kept for a time only.
    pub housekeeper: web::Data<Housekeeper>,
    /// How often something is searched for.
    pub searches: web::Data<Searches>,
    /// The request protection.
    pub protection: RequestProtection,
    /// Imports of uploaded files.
    pub uploads: web::Data<Uploads>,
    /// What keeps the index up to date.
    pub indexer: web::Data<Indexer>,
    /// Accounts: captchas, tokens, passwords.
    pub accounts: web::Data<Accounts>,
    /// Payment.
    pub pay: web::Data<Pay>,
    /// How often members order.
    pub order_pace: web::Data<OrderPace>,
    /// Keys of activation codes.
    pub codes: web::Data<CodeKeys>,
    /// Counting of copied magnet links.
    pub copies: web::Data<Copies>,
    /// Addresses of streams.
    pub playback: web::Data<Playback>,
    /// Counters for Prometheus, when it may read any.
    pub metrics: Option<Arc<Metrics>>,
    /// What is written to the operators.
    pub support: web::Data<Support>,
    /// What may be on the site.
    pub moderation: web::Data<Moderation>,
    /// The connections there are.
    pub connections: Arc<Connections>,
    /// How often addresses ask for what is not the API.
    pub visits: Visits,
    /// Pictures that were drawn.
    pub drawings: web::Data<Drawings>,
    /// What was last told of the service's health.
    pub probes: Probes,
}

impl App {
    /// Opens the database, the index and the keys. The index may still be filling when this returns;
    /// [`Indexer`] says how far it is.
    ///
    /// # Errors
    /// Whatever cannot be opened, with where it was.
    pub fn open(config: Config, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let db = Db::open(&config.database)?;
        let checkpoints = Checkpoints::start(&db)?;
        let ids = Arc::new(Ids::new(config.node_id));
        let indexer = Indexer::start(&db, &config.index, Arc::clone(&clock))
            .context("opening the works index")?;
        let ephemeral = open_ephemeral(&config, &clock)?;
        let views = Views::start(&db, &ephemeral, indexer.waker(), Arc::clone(&clock))?;
        let mover = moving::start(&db, indexer.waker(), Arc::clone(&clock))?;
        let housekeeper = housekeeping::start(&db, Arc::clone(&clock))?;
        let uploads = Uploads::start(&config, &db, &ids, &clock).context("opening IMPORT_DIR")?;
        let protection =
            RequestProtection::new(&config, &ephemeral, Arc::clone(&clock), OPEN, LARGE_CALLS)
                .context("opening the client-key file")?;
        let secrets = Secrets::new(
            &config.signing.server_secret,
            &config.account.previous_secret,
        )?;
        let searches = Searches::start(&db, &secrets, Arc::clone(&clock))?;
        let accounts = Accounts::new(&config, &secrets, &ephemeral, &clock, PERSONAL_DATA)?;
        let codes = Arc::new(CodeKeys::new(&config.vip.code_secret)?);
        let metrics = config.http.metrics_bind.map(|_| Arc::default());
        let pay = Pay::start(&config, &db, &clock, &ids, &codes, metrics.clone())
            .context("opening payment")?;
        Ok(Self {
            connections: Arc::new(connections(&config)),
            visits: Visits::new(&config.http, Arc::clone(&clock)),
            drawings: web::Data::default(),
            probes: Probes::default(),
            accounts: web::Data::new(accounts),
            order_pace: web::Data::new(OrderPace::new(&config.pay, &ephemeral, &clock)),
            pay: web::Data::new(pay),
            codes: web::Data::from(codes),
            copies: web::Data::new(Copies::new(&secrets)),
            playback: web::Data::new(Playback::new(&config.streams, &ephemeral)?),
            support: web::Data::new(Support::new(&config.support, &ephemeral)),
            moderation: web::Data::new(Moderation::new(&config.support, &secrets, &ephemeral)),
            index: web::Data::from(indexer.index()),
            response_cache: web::Data::default(),
            soundness: Soundness::default(),
            checkpoints,
            views: web::Data::new(views),
            mover: web::Data::new(mover),
            housekeeper: web::Data::new(housekeeper),
            uploads: web::Data::new(uploads),
            searches: web::Data::new(searches),
            metrics,
            protection,
            indexer: web::Data::new(indexer),
            state: web::Data::new(AppState {
                security: SecurityLog::new(&ephemeral),
                config,
                db,
                clock,
                ids,
            }),
            ephemeral,
        })
    }

    /// Gives each part to the handlers that take it.
    pub fn parts(&self) -> impl FnOnce(&mut web::ServiceConfig) + use<> {
        let access = web::Data::from(Arc::clone(&self.accounts.access));
        let captcha = web::Data::from(Arc::clone(&self.accounts.captcha));
        let (state, accounts) = (self.state.clone(), self.accounts.clone());
        let (index, indexer) = (self.index.clone(), self.indexer.clone());
        let (answers, views) = (self.response_cache.clone(), self.views.clone());
        let (mover, housekeeper) = (self.mover.clone(), self.housekeeper.clone());
        let (searches, uploads) = (self.searches.clone(), self.uploads.clone());
        let (pay, order_pace) = (self.pay.clone(), self.order_pace.clone());
        let (codes, copies) = (self.codes.clone(), self.copies.clone());
        let (playback, drawings) = (self.playback.clone(), self.drawings.clone());
        let (support, moderation) = (self.support.clone(), self.moderation.clone());
        move |config| {
            config
                .app_data(state)
                .app_data(access)
                .app_data(captcha)
                .app_data(accounts)
                .app_data(index)
                .app_data(indexer)
                .app_data(answers)
                .app_data(views)
                .app_data(mover)
                .app_data(housekeeper)
                .app_data(searches)
                .app_data(uploads)
                .app_data(pay)
                .app_data(order_pace)
                .app_data(codes)
                .app_data(copies)
                .app_data(playback)
                .app_data(drawings)
                .app_data(support)
                .app_data(moderation);
        }
    }

    /// The public key that client keys are sealed to.
    pub fn client_keys(&self) -> &ClientKeys {
        self.protection.client_keys()
    }
}

fn connections(config: &Config) -> Connections {
    Connections::new(
        port::raise_descriptors(),
        config.http.connections_per_address,
        &config.http.trusted_proxies,
    )
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
