//! The payment provider: a request that it never gets, or one that it has processed and whose response is truncated
//! or too late.

use super::walk::{Afterwards, Faults, Operation};
use super::{begin, end, orders, whole};
use crate::pay::{MONTH, status};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::provider_faults::{FaultMode, ProviderFaults};

const HALF_AN_HOUR: i64 = 30 * 60_000;
/// The status of an unpaid order.
const CLOSED: i16 = 3;

/// The operations that query a provider, and the minimum number of requests over both providers.
const ASKING: [(&str, usize); 5] = [
    ("POST /v2/orders/submit", 1),
    ("POST /v2/orders/pay", 1),
    ("POST /v2/orders/cancel", 4),
    ("GET /v2/orders/getOrderId/{id}", 2),
    ("POST /admin/orders/recheck", 2),
];

impl Faults for ProviderFaults {
    fn arm(&self, n: u32) {
        self.inject_at(n);
    }

    fn disarm(&self) -> Option<String> {
        self.stop_injecting()
    }

    /// The operation works without the provider, or reports it as unavailable.
    fn problem(&self, operation: &Operation, _: &str, answer: &Answer) -> Option<String> {
        let status = answer.status.as_u16();
        let is_told = operation.provider_away == Some(status)
            && (status == 200 || answer.error() == "provider_away");
        (!is_told).then(|| "it does not report the provider as unavailable".to_owned())
    }

    fn afterwards(&self) -> Afterwards {
        Afterwards::Repeated
    }
}

/// An expired order is closed at the provider and here, by this check or the next.
async fn out_of_time(t: &TestApp, faults: &ProviderFaults, channel: &str) {
    let mut struck = 0;
    for n in 1.. {
        let member = t.signed_in("lin_orders").await;
        let (_, order) = orders::ordered(t, &member, MONTH, channel).await;
        faults.inject_at(n);
        t.clock.advance(HALF_AN_HOUR);
        t.app.pay.reconcile_now();
        let spared = faults.stop_injecting().is_none();
        assert_eq!(status(t, &order) == CLOSED, spared, "{channel} at {n}");
        t.clock.advance(HALF_AN_HOUR);
        t.app.pay.reconcile_now();
        assert_eq!(status(t, &order), CLOSED, "{channel} at {n}");
        assert_eq!(whole::broken(t), [""; 0], "{channel} at {n}");
        if spared {
            break;
        }
        struck += 1;
    }
    assert!(struck >= 2, "{channel} was struck {struck} times");
}

async fn struck(manner: FaultMode, time: &str) {
    for t in TestApp::on_both(&[("PAY_TIMEOUT_MS", time)]).await {
        let faults = ProviderFaults::start(&t, manner);
        let walk = begin(&t, &faults).await;
        orders::of_providers(&walk).await;
        let found = end(walk);
        for (operation, min) in ASKING {
            let struck = found.struck[operation];
            assert!(struck >= min, "{operation} was struck {struck} times");
        }
        for channel in ["alipay", "weixin"] {
            out_of_time(&t, &faults, channel).await;
        }
    }
}

#[actix_web::test]
async fn requests_lost_before_a_provider_leave_everything_consistent() {
    struck(FaultMode::Rejected, "30000").await;
}

#[actix_web::test]
async fn truncated_provider_responses_leave_everything_consistent() {
    struck(FaultMode::AnswerCut, "30000").await;
}

#[actix_web::test]
async fn late_provider_responses_leave_everything_consistent() {
    struck(FaultMode::AnswerLate, "500").await;
}
