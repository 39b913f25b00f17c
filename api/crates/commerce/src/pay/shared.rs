//! What the handlers of payment and the reconciler share: the providers, and applying payments.

use std::sync::Arc;

use diesel::result::QueryResult;
use yingku_access::audit::Actor;
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_db::{Conn, Db, DbError};
use yingku_platform::config::PayMode;
use yingku_platform::telemetry::metrics::Metrics;

use super::apply::{Outcome, apply_paid_fact};
use super::fulfil::Fulfil;
use super::gateway::{PaidFact, PayChannel};
use super::providers::Providers;
use crate::vip::codes::keys::CodeKeys;

/// Shared by the handlers and the reconciler.
pub(super) struct Shared {
    pub(super) providers: Providers,
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) ids: Arc<Ids>,
    pub(super) codes: Arc<CodeKeys>,
    pub(super) metrics: Option<Arc<Metrics>>,
    pub(super) mode: PayMode,
}

/// Applies payments in a transaction; metrics count them after the commit.
pub struct Payments<'a> {
    shared: &'a Shared,
    pub(super) applied: Vec<(PayChannel, Outcome)>,
}

impl<'a> Payments<'a> {
    pub(super) fn new(shared: &'a Shared) -> Self {
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

impl Shared {
    /// The author of changes that a provider has announced.
    pub(super) fn actor(&self) -> Actor {
        Actor::background(Arc::clone(&self.ids), Arc::clone(&self.clock))
    }

    /// Applies a payment on this thread.
    pub(super) fn apply_now(&self, fact: &PaidFact) -> Result<Outcome, DbError> {
        let mut payments = Payments::new(self);
        let outcome = self.db.execute_now(|conn| payments.apply(conn, fact))?;
        self.count(&payments.applied);
        Ok(outcome)
    }

    /// Counts applied payments in the metrics.
    pub(super) fn count(&self, applied: &[(PayChannel, Outcome)]) {
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
