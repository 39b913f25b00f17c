//! Prometheus metrics. Routes are labelled by their patterns, so that the number of series is bounded and no label
//! reveals what anybody viewed.

use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::ServiceResponse;
use actix_web::http::Method;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::request_log::RequestOutcome;

/// Upper bounds of the histogram's buckets, seconds.
const BUCKETS: [f64; 12] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0,
];
/// Prefix of every metric.
pub const PREFIX: &str = "yingku";

/// The metrics of the running service.
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    failed: Counter,
    rejections: Counter,
    times: Family<RouteLabels, Histogram, fn() -> Histogram>,
    payments: Family<PaymentLabels, Counter>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    method: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PaymentLabels {
    channel: &'static str,
    outcome: &'static str,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix(PREFIX);
        let requests = Family::default();
        let (failed, rejections) = (Counter::default(), Counter::default());
        let new: fn() -> Histogram = histogram;
        let times = Family::new_with_constructor(new);
        let payments = Family::default();
        registry.register("requests", "Requests answered", requests.clone());
        registry.register(
            "requests_failed",
            "Requests that failed with 5xx, each with a log line",
            failed.clone(),
        );
        registry.register(
            "requests_rejected",
            "Requests rejected with 503 because of overload, or because Redis was unavailable or full",
            rejections.clone(),
        );
        registry.register(
            "request_seconds",
            "Time until the head of an answer",
            times.clone(),
        );
        registry.register(
            "payments",
            "Payments confirmed by providers, by outcome",
            payments.clone(),
        );
        Self {
            registry,
            requests,
            failed,
            rejections,
            times,
            payments,
        }
    }
}

fn histogram() -> Histogram {
    Histogram::new(BUCKETS)
}

impl Metrics {
    /// The registry, for the metrics endpoint.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Counts a response, its duration and its outcome.
    pub fn answered(
        &self,
        response: &ServiceResponse<BoxBody>,
        took: Duration,
        outcome: RequestOutcome,
    ) {
        let request = response.request();
        let route = request.match_pattern();
        let route = route.unwrap_or_else(|| "other".to_owned());
        let labels = RequestLabels {
            route: route.clone(),
            method: method(request.method()),
            status: response.status().as_u16(),
        };
        self.requests.get_or_create(&labels).inc();
        match outcome {
            RequestOutcome::Answered => {}
            RequestOutcome::Rejected => {
                self.rejections.inc();
            }
            RequestOutcome::Failed => {
                self.failed.inc();
            }
        }
        let labels = RouteLabels { route };
        self.times
            .get_or_create(&labels)
            .observe(took.as_secs_f64());
    }

    /// Counts a payment by its channel and outcome.
    pub fn paid(&self, channel: &'static str, outcome: &'static str) {
        let labels = PaymentLabels { channel, outcome };
        self.payments.get_or_create(&labels).inc();
    }
}

/// The label of a method. Clients can invent methods, so only the known ones get a series.
pub(super) fn method(method: &Method) -> &'static str {
    const KNOWN: [&str; 6] = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE"];
    let known = KNOWN.into_iter().find(|known| *known == method.as_str());
    known.unwrap_or("other")
}
