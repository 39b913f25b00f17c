//! The payment provider: a request that it never gets, or one that it has done and whose answer breaks off or comes too
//! late.

use super::walk::{Afterwards, Faults, Operation};
use super::{begin, end, orders};
use crate::support::TestApp;
use crate::support::client::Answer;
use crate::support::provider_faults::{Manner, ProviderFaults};

/// What asks a provider, and how often at least, over both of them.
const ASKING: [(&str, usize); 5] = [
    ("POST /v2/orders/submit", 1),
    ("POST /v2/orders/pay", 1),
    ("POST /v2/orders/cancel", 4),
    ("GET /v2/orders/getOrderId/{id}", 2),
    ("POST /admin/orders/recheck", 2),
];

impl Faults for ProviderFaults {
    fn arm(&self, n: u32) {
        self.strike_at(n);
    }

    fn disarm(&self) -> Option<String> {
        self.strike_no_more()
    }

    /// The call goes on without the provider, or says that it is away.
    fn problem(&self, operation: &Operation, _: &str, answer: &Answer) -> Option<String> {
        let status = answer.status.as_u16();
        let is_told = operation.provider_away == Some(status)
            && (status == 200 || answer.error() == "provider_away");
        (!is_told).then(|| "it does not say that the provider is away".to_owned())
    }

    fn afterwards(&self) -> Afterwards {
        Afterwards::Repeated
    }
}

async fn struck(manner: Manner, time: &str) {
    for t in TestApp::on_both(&[("PAY_TIMEOUT_MS", time)]).await {
        let faults = ProviderFaults::start(&t, manner);
        let walk = begin(&t, &faults).await;
        orders::of_providers(&walk).await;
        let found = end(walk);
        for (operation, least) in ASKING {
            let struck = found.struck[operation];
            assert!(struck >= least, "{operation} was struck {struck} times");
        }
    }
}

#[actix_web::test]
async fn requests_that_a_provider_never_gets_leave_everything_whole() {
    struck(Manner::Refused, "30000").await;
}

#[actix_web::test]
async fn answers_of_a_provider_that_break_off_leave_everything_whole() {
    struck(Manner::AnswerCut, "30000").await;
}

#[actix_web::test]
async fn answers_of_a_provider_that_come_too_late_leave_everything_whole() {
    struck(Manner::AnswerLate, "500").await;
}
