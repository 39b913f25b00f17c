//! [`Pay`]: the providers of the running service, and applying their payments. Handlers call a provider on the blocking
//! pool, a limited number at a time, so that a slow provider ties up neither workers nor memory.

use std::sync::Arc;

use diesel::result::QueryResult;
use tokio::sync::Semaphore;
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_base::span;
use yingku_base::workers::Worker;
use yingku_db::{Conn, Db, DbError};
use yingku_platform::config::{Config, PayMode};
use yingku_platform::telemetry::metrics::Metrics;

use super::apply::{Outcome, apply_paid_fact};
use super::fulfil::Fulfil;
use super::gateway::{GatewayError, PaidFact, PayChannel, PaymentGateway};
use super::providers::Providers;
use super::reconciler;
use super::sandbox::Sandbox;
use super::void;
use crate::vip::codes::keys::CodeKeys;

/// Concurrent provider calls; further ones fail as if the provider were unavailable.
const MAX_CALLS: usize = 32;

/// The payment service.
pub struct Pay {
    shared: Arc<Shared>,
    reconciler: Worker,
    calls: Arc<Semaphore>,
}

/// Shared by the handlers and the reconciler.
pub(super) struct Shared {
    pub(super) providers: Providers,
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) ids: Arc<Ids>,
    codes: Arc<CodeKeys>,
    metrics: Option<Arc<Metrics>>,
    mode: PayMode,
}

impl Pay {
    /// Reads the keys, or creates those of the sandbox, and starts the reconciler. Fails in live mode while sandbox orders
    /// are not voided.
    pub fn start(
        config: &Config,
        db: &Db,
        clock: &Arc<dyn Clock>,
        ids: &Arc<Ids>,
        codes: &Arc<CodeKeys>,
        metrics: Option<Arc<Metrics>>,
    ) -> anyhow::Result<Self> {
        reject_unvoided_sandbox(config, db)?;
        let shared = Arc::new(Shared {
            providers: Providers::open(&config.pay, db, clock)?,
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
        })
    }

    /// The provider of a channel, if configured.
    pub fn gateway(&self, channel: PayChannel) -> Option<Arc<dyn PaymentGateway>> {
        self.shared.providers.gateway(channel)
    }

    /// The channels that can be paid through.
    pub fn channels(&self) -> Vec<PayChannel> {
        let known = PayChannel::ALL.iter().copied();
        known
            .filter(|channel| self.gateway(*channel).is_some())
            .collect()
    }

    /// The sandbox, in sandbox mode.
    pub fn sandbox(&self) -> Option<&Arc<Sandbox>> {
        self.shared.providers.sandbox.as_ref()
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

/// Applies payments in a transaction; metrics count them after the commit.
pub struct Payments<'a> {
    shared: &'a Shared,
    applied: Vec<(PayChannel, Outcome)>,
}

impl<'a> Payments<'a> {
    fn new(shared: &'a Shared) -> Self {
        Self {
            shared,
            applied: Vec::new(),
        }
    }

    /// What fulfilling an order needs.
    pub fn fulfil(&self) -> Fulfil<'a> {
        let shared = self.shared;
        Fulfil {
            id: shared.ids.next(shared.clock.as_ref()),
            codes: shared.codes.as_ref(),
            mode: shared.mode,
        }
    }

    /// Applies a payment. Roll back on error.
    pub fn apply(&mut self, conn: &mut Conn, fact: &PaidFact) -> QueryResult<Outcome> {
        let (shared, with) = (self.shared, self.fulfil());
        let outcome = apply_paid_fact(conn, fact, &with, shared.now())?;
        let (order, channel, trade) = (&fact.order_no, fact.channel.as_str(), &fact.trade_no);
        if outcome.needs_operator() {
            tracing::error!(
                event = "payment_abnormal",
                order,
                channel,
                trade,
                outcome = outcome.as_str(),
                "payment needs an operator"
            );
        } else if outcome == Outcome::Granted {
            tracing::info!(event = "order_paid", order, channel, trade, "order paid");
        }
        self.applied.push((fact.channel, outcome));
        Ok(outcome)
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

impl Shared {
    /// [`Pay::apply`] on this thread.
    pub(super) fn apply_now(&self, fact: &PaidFact) -> Result<Outcome, DbError> {
        let mut payments = Payments::new(self);
        let outcome = self.db.execute_now(|conn| payments.apply(conn, fact))?;
        self.count(&payments.applied);
        Ok(outcome)
    }

    fn count(&self, applied: &[(PayChannel, Outcome)]) {
        if let Some(metrics) = &self.metrics {
            for (channel, outcome) in applied {
                metrics.paid(channel.as_str(), outcome.as_str());
            }
        }
    }

    pub(super) fn now(&self) -> i64 {
        self.clock.now_ms().div_euclid(1000)
    }
}
