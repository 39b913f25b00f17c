//! [`Pay`]: the providers of the running service, and applying their payments. Handlers call a provider on the blocking
//! pool, a limited number at a time, so that a slow provider ties up neither workers nor memory.

use std::sync::Arc;

use tokio::sync::Semaphore;
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_base::span;
use yingku_base::workers::Worker;
use yingku_catalogue::pages::site::Site;
use yingku_db::{Conn, Db, DbError};
use yingku_http_kit::error::ApiError;
use yingku_platform::config::{Config, PayMode};
use yingku_platform::telemetry::metrics::Metrics;

use super::apply::Outcome;
use super::gateway::{GatewayError, PaidFact, PayChannel, PaymentGateway, RefundFact};
use super::providers::Providers;
use super::refunds::begin::Open;
use super::shared::{Payments, Shared};
use super::simulated::SimulatedProviders;
use super::{announced, reconciler, void};
use crate::vip::codes::keys::CodeKeys;

/// Concurrent provider calls; further ones fail as if the provider were unavailable.
const MAX_CALLS: usize = 32;

/// The payment service.
pub struct Pay {
    shared: Arc<Shared>,
    reconciler: Worker,
    calls: Arc<Semaphore>,
    site: Arc<Site>,
}

impl Pay {
    /// Reads the keys and starts the reconciler; `sandbox` is for sandbox mode. Fails in live mode while sandbox orders are
    /// not voided.
    pub fn start(
        config: &Config,
        db: &Db,
        clock: &Arc<dyn Clock>,
        ids: &Arc<Ids>,
        (codes, site): (&Arc<CodeKeys>, &Arc<Site>),
        metrics: Option<Arc<Metrics>>,
        sandbox: Option<Arc<dyn SimulatedProviders>>,
    ) -> anyhow::Result<Self> {
        reject_unvoided_sandbox(config, db)?;
        let shared = Arc::new(Shared {
            providers: Providers::open(&config.pay, clock, sandbox)?,
            db: db.clone(),
            clock: Arc::clone(clock),
            ids: Arc::clone(ids),
            codes: Arc::clone(codes),
            metrics,
            mode: config.pay.mode,
        });
        Ok(Self {
            reconciler: reconciler::start(Arc::clone(&shared))?,
            shared,
            calls: Arc::new(Semaphore::new(MAX_CALLS)),
            site: Arc::clone(site),
        })
    }

    /// The provider of a channel, if configured.
    pub fn gateway(&self, channel: PayChannel) -> Option<Arc<dyn PaymentGateway>> {
        self.shared.providers.gateway(channel)
    }

    /// The providers that can be asked for refunds, and the money that they take.
    pub fn open(&self) -> Open {
        let known = PayChannel::ALL.iter().copied();
        Open {
            mode: self.shared.mode.stored(),
            channels: known
                .filter(|channel| self.gateway(*channel).is_some())
                .collect(),
        }
    }

    /// The channels that can be paid through.
    pub fn channels(&self) -> Vec<PayChannel> {
        let known = PayChannel::ALL.iter().copied();
        known.filter(|channel| self.is_open(*channel)).collect()
    }

    /// Whether a channel takes new orders: it is configured, and operators have not closed it. Payments of older orders
    /// still arrive.
    pub fn is_open(&self, channel: PayChannel) -> bool {
        self.gateway(channel).is_some() && self.site.texts().takes_orders(channel.as_str())
    }

    /// Whether payments go to the sandbox.
    pub fn is_simulated(&self) -> bool {
        self.shared.providers.sandbox.is_some()
    }

    /// Calls the provider of a channel on the blocking pool.
    pub async fn call<T, F>(&self, channel: PayChannel, request: F) -> Result<T, GatewayError>
    where
        T: Send + 'static,
        F: FnOnce(&dyn PaymentGateway) -> Result<T, GatewayError> + Send + 'static,
    {
        let gateway = self.gateway(channel).ok_or(GatewayError::Unreachable(
            "provider not configured".to_owned(),
        ))?;
        let permit = Arc::clone(&self.calls)
            .try_acquire_owned()
            .map_err(|_| GatewayError::Unreachable("too many concurrent calls".to_owned()))?;
        let span = span::begin("payment provider");
        tokio::task::spawn_blocking(move || {
            let _held = (permit, span.enter());
            request(gateway.as_ref())
        })
        .await
        .map_err(|error| GatewayError::Internal(error.into()))?
    }

    /// Applies a payment.
    pub async fn apply(&self, fact: PaidFact) -> Result<Outcome, DbError> {
        self.write(move |conn, payments| Ok(payments.apply(conn, &fact)?))
            .await
    }

    /// Applies a refund that the provider has announced.
    pub async fn apply_refund(&self, fact: RefundFact) -> Result<(), ApiError> {
        let actor = self.shared.actor();
        let work = move |conn: &mut Conn| announced::apply(conn, &actor, &fact);
        self.shared.db.write(work).await
    }

    /// Runs a transaction that may apply payments.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + From<diesel::result::Error> + Send + 'static,
        F: FnOnce(&mut Conn, &mut Payments<'_>) -> Result<T, E> + Send + 'static,
    {
        let shared = Arc::clone(&self.shared);
        let write = move |conn: &mut Conn| {
            let mut payments = Payments::new(&shared);
            let value = work(conn, &mut payments)?;
            Ok::<_, E>((value, payments.applied))
        };
        let (value, applied) = self.shared.db.write(write).await?;
        self.shared.count(&applied);
        Ok(value)
    }

    /// Runs the reconciler once and waits for it; for tests and shutdown.
    pub fn reconcile_now(&self) {
        self.reconciler.finish();
    }
}

/// Rejects live mode while grants of sandbox orders are in force.
fn reject_unvoided_sandbox(config: &Config, db: &Db) -> anyhow::Result<()> {
    if config.pay.mode != PayMode::Live {
        return Ok(());
    }
    let left = db.query_now(void::count_unvoided)?;
    anyhow::ensure!(
        left == 0,
        "{left} orders were made in the sandbox, and what they granted would remain valid: run `{}` first.",
        void::COMMAND
    );
    Ok(())
}
