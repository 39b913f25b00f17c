//! [`Pay`]: the providers of the running service, and the ways their payments are applied. Handlers ask a
//! provider on the blocking pool, few at a time, so that a slow one takes no worker and no memory.

use std::sync::Arc;

use diesel::result::QueryResult;
use tokio::sync::Semaphore;

use super::apply::{Outcome, apply_paid_fact};
use super::fulfil::Fulfil;
use super::gateway::{GatewayError, PaidFact, PayChannel, PaymentGateway};
use super::providers::Providers;
use super::reconciler;
use super::sandbox::Sandbox;
use super::void;
use crate::base::clock::Clock;
use crate::base::ids::Ids;
use crate::config::{Config, PayMode};
use crate::db::{Conn, Db, DbError};
use crate::telemetry::metrics::Metrics;
use crate::vip::codes::keys::CodeKeys;
use crate::workers::Worker;

/// Questions to providers at once; further ones fail as if the provider were out of order.
const MOST_CALLS: usize = 32;

/// Payment while the service runs.
pub struct Pay {
    shared: Arc<Shared>,
    reconciler: Worker,
    calls: Arc<Semaphore>,
}

/// What handlers and the reconciler both use.
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
    /// Reads the keys, or makes those of the sandbox, and starts the reconciler.
    ///
    /// # Errors
    /// Keys that cannot be read, or gifts of the sandbox that are not taken back.
    pub fn start(
        config: &Config,
        db: &Db,
        clock: &Arc<dyn Clock>,
        ids: &Arc<Ids>,
        codes: &Arc<CodeKeys>,
        metrics: Option<Arc<Metrics>>,
    ) -> anyhow::Result<Self> {
        refuse_gifts(config, db)?;
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
            calls: Arc::new(Semaphore::new(MOST_CALLS)),
        })
    }

    /// The provider of a channel, when there is one.
    pub fn gateway(&self, channel: PayChannel) -> Option<Arc<dyn PaymentGateway>> {
        self.shared.providers.gateway(channel)
    }

    /// The sandbox, when it is the provider.
    pub fn sandbox(&self) -> Option<&Arc<Sandbox>> {
        self.shared.providers.sandbox.as_ref()
    }

    /// Asks the provider of a channel, waiting for its answer on the blocking pool.
    ///
    /// # Errors
    /// The question's, or when the channel has no provider or too much is being asked.
    pub async fn ask<T, F>(&self, channel: PayChannel, question: F) -> Result<T, GatewayError>
    where
        T: Send + 'static,
        F: FnOnce(&dyn PaymentGateway) -> Result<T, GatewayError> + Send + 'static,
    {
        let gateway = self.gateway(channel).ok_or(GatewayError::Unreachable(
            "there is no such provider".to_owned(),
        ))?;
        let permit = Arc::clone(&self.calls)
            .try_acquire_owned()
            .map_err(|_| GatewayError::Unreachable("too many questions at once".to_owned()))?;
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            question(gateway.as_ref())
        })
        .await
        .map_err(|error| GatewayError::Ours(error.into()))?
    }

    /// Applies a payment.
    ///
    /// # Errors
    /// The database's; then nothing was changed.
    pub async fn apply(&self, fact: PaidFact) -> Result<Outcome, DbError> {
        self.write(move |conn, payments| Ok(payments.apply(conn, &fact)?))
            .await
    }

    /// A transaction that may apply payments.
    ///
    /// # Errors
    /// The database's or the closure's; then nothing was changed.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + From<diesel::result::Error> + Send + 'static,
        F: FnOnce(&mut Conn, &mut Payments<'_>) -> Result<T, E> + Send + 'static,
    {
        let shared = Arc::clone(&self.shared);
        let write = move |conn: &mut Conn| {
            let mut payments = Payments::of(&shared);
            let value = work(conn, &mut payments)?;
            Ok::<_, E>((value, payments.applied))
        };
        let (value, applied) = self.shared.db.write(write).await?;
        self.shared.count(&applied);
        Ok(value)
    }

    /// Does now, and waits for, what the reconciler does every second: for tests and for the stop.
    pub fn reconcile_now(&self) {
        self.reconciler.finish();
    }
}

/// Applies payments in a transaction; they are counted once it has been committed.
pub struct Payments<'a> {
    shared: &'a Shared,
    applied: Vec<(PayChannel, Outcome)>,
}

impl<'a> Payments<'a> {
    fn of(shared: &'a Shared) -> Self {
        Self {
            shared,
            applied: Vec::new(),
        }
    }

    /// Applies a payment.
    ///
    /// # Errors
    /// The statement's; the transaction is to be given up then.
    pub fn apply(&mut self, conn: &mut Conn, fact: &PaidFact) -> QueryResult<Outcome> {
        let shared = self.shared;
        let with = Fulfil {
            id: shared.ids.next(shared.clock.as_ref()),
            codes: shared.codes.as_ref(),
            mode: shared.mode,
        };
        let outcome = apply_paid_fact(conn, fact, &with, shared.now())?;
        let (order, channel, trade) = (&fact.order_no, fact.channel.word(), &fact.trade_no);
        if outcome.is_alarming() {
            tracing::error!(
                order,
                channel,
                trade,
                outcome = outcome.word(),
                "a payment needs an operator"
            );
        } else if outcome == Outcome::Granted {
            tracing::info!(order, channel, trade, "paid");
        }
        self.applied.push((fact.channel, outcome));
        Ok(outcome)
    }
}

/// Real money does not come in while the sandbox's gifts are still around.
fn refuse_gifts(config: &Config, db: &Db) -> anyhow::Result<()> {
    if config.pay.mode != PayMode::Live {
        return Ok(());
    }
    let left = db.query_now(void::left)?;
    anyhow::ensure!(
        left == 0,
        "{left} orders were made in the sandbox, and what they gave would stay: run `{}` first.",
        void::COMMAND
    );
    Ok(())
}

impl Shared {
    /// [`Pay::apply`] on this thread.
    pub(super) fn apply_now(&self, fact: &PaidFact) -> Result<Outcome, DbError> {
        let mut payments = Payments::of(self);
        let outcome = self.db.execute_now(|conn| payments.apply(conn, fact))?;
        self.count(&payments.applied);
        Ok(outcome)
    }

    fn count(&self, applied: &[(PayChannel, Outcome)]) {
        if let Some(metrics) = &self.metrics {
            for (channel, outcome) in applied {
                metrics.paid(channel.word(), outcome.word());
            }
        }
    }

    pub(super) fn now(&self) -> i64 {
        self.clock.now_ms().div_euclid(1000)
    }
}
