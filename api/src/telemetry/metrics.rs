//! Figures for Prometheus, on a listener of their own that is off unless `METRICS_BIND` names one: they are for
//! operators' machines and never on the public address. Routes are named by their patterns, so that the number of
//! series is bounded and nothing tells what anybody looked at. What costs a question is asked when somebody reads.

use std::sync::{Arc, Weak};
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::ServiceResponse;
use actix_web::http::Method;
use actix_web::{HttpResponse, web};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::catalogue::indexer::Lag;
use crate::catalogue::uploads;
use crate::db::outbox;
use crate::http::error::ApiError;
use crate::pay::apply::Outcome;
use crate::pay::gateway::Channel;
use crate::server::app::App;
use crate::server::health;

/// What Prometheus calls this form.
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Upper ends of the histogram's buckets, seconds.
const BUCKETS: [f64; 12] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0,
];
/// Before the name of every figure.
const PREFIX: &str = "yingku";

/// What is counted while the service runs.
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
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
        let new: fn() -> Histogram = histogram;
        let times = Family::new_with_constructor(new);
        let payments = Family::default();
        registry.register("requests", "Requests answered", requests.clone());
        registry.register(
            "request_seconds",
            "Time until the head of an answer",
            times.clone(),
        );
        registry.register(
            "payments",
            "Payments that providers have proved, by what became of them",
            payments.clone(),
        );
        Self {
            registry,
            requests,
            times,
            payments,
        }
    }
}

fn histogram() -> Histogram {
    Histogram::new(BUCKETS)
}

impl Metrics {
    /// Counts an answer that took so long.
    pub fn answered(&self, response: &ServiceResponse<BoxBody>, took: Duration) {
        let request = response.request();
        let route = request.match_pattern();
        let route = route.unwrap_or_else(|| "other".to_owned());
        let labels = RequestLabels {
            route: route.clone(),
            method: method(request.method()),
            status: response.status().as_u16(),
        };
        self.requests.get_or_create(&labels).inc();
        let labels = RouteLabels { route };
        self.times
            .get_or_create(&labels)
            .observe(took.as_secs_f64());
    }

    /// Counts a payment.
    pub fn paid(&self, channel: Channel, outcome: Outcome) {
        let labels = PaymentLabels {
            channel: channel.word(),
            outcome: outcome.word(),
        };
        self.payments.get_or_create(&labels).inc();
    }
}

/// Callers make methods up; only those that there are become a series.
fn method(method: &Method) -> &'static str {
    const KNOWN: [(&Method, &str); 6] = [
        (&Method::GET, "GET"),
        (&Method::POST, "POST"),
        (&Method::HEAD, "HEAD"),
        (&Method::OPTIONS, "OPTIONS"),
        (&Method::PUT, "PUT"),
        (&Method::DELETE, "DELETE"),
    ];
    let known = KNOWN.iter().find(|(known, _)| *known == method);
    known.map_or("other", |(_, name)| name)
}

/// The page, of a service that it does not keep alive.
pub fn mount(app: Weak<App>) -> impl FnOnce(&mut web::ServiceConfig) {
    move |config| {
        config
            .app_data(web::Data::new(app))
            .configure(health::mount_private)
            .route("/metrics", web::get().to(page));
    }
}

async fn page(app: web::Data<Weak<App>>) -> Result<HttpResponse, ApiError> {
    let stopping = || HttpResponse::ServiceUnavailable().finish();
    let Some(app) = app.upgrade() else {
        return Ok(stopping());
    };
    let Some(metrics) = app.metrics.clone() else {
        return Ok(stopping());
    };
    let now = asked_now(&app).await?;
    let mut text = String::new();
    encode_registry(&mut text, &metrics.registry).map_err(anyhow::Error::from)?;
    encode_registry(&mut text, &now).map_err(anyhow::Error::from)?;
    encode_eof(&mut text).map_err(anyhow::Error::from)?;
    Ok(HttpResponse::Ok().content_type(CONTENT_TYPE).body(text))
}

/// What is so at this moment.
async fn asked_now(app: &Arc<App>) -> Result<Registry, ApiError> {
    let (reached, now) = (app.tail.reached(), app.now());
    let read = app.db.read_fresh(move |conn| {
        let (lag, outbox) = (reached.lag(conn, now)?, outbox::span(conn)?);
        Ok::<_, ApiError>((lag, outbox, uploads::queries::unfinished(conn)?))
    });
    let (lag, outbox, imports) = read.await?;
    let mut registry = Registry::with_prefix(PREFIX);
    let figures = [
        (
            "outbox_span",
            "Changes kept in the outbox, gaps included",
            outbox,
        ),
        (
            "imports_unfinished",
            "Imports of uploaded files that run or wait for their turn",
            imports,
        ),
        (
            "database_transactions_begun",
            "Transactions begun since the start",
            whole(app.db.transactions()),
        ),
        (
            "connections",
            "Connections that are open",
            i64::try_from(app.connections.open()).unwrap_or(i64::MAX),
        ),
        (
            "connections_refused",
            "Connections turned away since the start, because there were too many",
            whole(app.connections.refused()),
        ),
    ];
    for (name, help, value) in figures_of_index(app, lag).into_iter().chain(figures) {
        registry.register(name, help, ConstGauge::new(value));
    }
    Ok(registry)
}

fn figures_of_index(app: &App, lag: Lag) -> [(&'static str, &'static str, i64); 6] {
    let condition = app.tail.condition();
    [
        (
            "index_ready",
            "1 while searches are answered out of a whole works index",
            i64::from(condition.answers),
        ),
        (
            "index_failing",
            "1 while something keeps the works index from following the database",
            i64::from(condition.trouble.is_some()),
        ),
        (
            "index_missing_works",
            "By how many works the index differed when it was last compared with the database",
            whole(condition.missing),
        ),
        (
            "indexed_works",
            "Works in the index",
            whole(app.index.count()),
        ),
        (
            "index_changes_behind",
            "Changes that the index does not have yet, counted up to 10000",
            lag.changes,
        ),
        (
            "index_seconds_behind",
            "Seconds since the first of them",
            lag.seconds,
        ),
    ]
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
