//! The Prometheus endpoint, on its own listener at `METRICS_BIND`, off by default. It must not be public. Gauges that
//! need a query are read on each request, and omitted while the database does not respond.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Weak};

use actix_web::{HttpResponse, web};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use yingku_catalogue::uploads;
use yingku_db::outbox;
use yingku_db::workloads::Workload;
use yingku_http_kit::error::ApiError;
use yingku_platform::telemetry::metrics::PREFIX;
use yingku_platform::telemetry::traces::Traces;

use super::app::App;
use super::health;
use crate::admin::overview;

/// The OpenMetrics text format.
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Name, help text and value.
type Gauge = (&'static str, &'static str, i64);

/// Mounts the endpoint, which does not keep the service alive.
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
    let now = gauges(&app).await;
    let mut text = String::new();
    encode_registry(&mut text, metrics.registry()).map_err(anyhow::Error::from)?;
    encode_registry(&mut text, &now).map_err(anyhow::Error::from)?;
    encode_eof(&mut text).map_err(anyhow::Error::from)?;
    Ok(HttpResponse::Ok().content_type(CONTENT_TYPE).body(text))
}

/// The current gauges.
async fn gauges(app: &Arc<App>) -> Registry {
    let (queried, database, ephemeral) = tokio::join!(
        queried_gauges(app),
        app.state.db.primary_responds(),
        app.ephemeral.is_available()
    );
    let queried = queried.unwrap_or_else(|error| {
        tracing::warn!(event = "database_metrics_skipped", %error, "skipping database metrics");
        Vec::new()
    });
    let mut registry = Registry::with_prefix(PREFIX);
    let known = index_gauges(app).into_iter().chain(connection_gauges(app));
    let known = known.chain(component_gauges(app, database, ephemeral));
    let known = known.chain([(
        "clock_seconds",
        "Clock of the server, seconds since 1970; signatures of clients with another time are rejected",
        app.state.now(),
    )]);
    for (name, help, value) in known.chain(queried) {
        registry.register(name, help, ConstGauge::new(value));
    }
    register_security_events(&mut registry, app);
    registry.register(
        "database_acquire_timeouts",
        "Requests since the start that got no database connection in time, by workload",
        rejections(app.state.db.rejections()),
    );
    registry.register(
        "requests_shed",
        "Requests since the start that were rejected because the event loop lagged, by workload",
        rejections(app.rejections.counts()),
    );
    register_replica(&mut registry, app);
    register_stores(&mut registry, app);
    registry.register(
        "spans_dropped",
        "Trace spans dropped since the start: rejected by the collector, or over the queue's limit",
        ConstGauge::new(whole(app.traces.as_ref().map_or(0, Traces::lost))),
    );
    registry
}

/// The gauges that need a database query.
async fn queried_gauges(app: &App) -> Result<Vec<Gauge>, ApiError> {
    let (checkpoint, now) = (app.indexer.checkpoint(), app.state.now());
    let read = app.state.db.query_fresh(move |conn| {
        let (lag, outbox) = (checkpoint.lag(conn, now)?, outbox::span(conn)?);
        let waiting = overview::waiting(conn)?;
        Ok((lag, outbox, uploads::queries::unfinished(conn)?, waiting))
    });
    let (lag, outbox, imports, waiting) = read.await?;
    Ok(vec![
        (
            "index_pending_changes",
            "Changes not yet in the index, counted up to 10000",
            lag.changes,
        ),
        (
            "index_lag_seconds",
            "Age of the oldest change not yet in the index, seconds",
            lag.seconds,
        ),
        (
            "outbox_span",
            "Changes in the outbox, gaps included",
            outbox,
        ),
        (
            "imports_unfinished",
            "Imports of uploaded files that run or are queued",
            imports,
        ),
        (
            "messages_unanswered",
            "Messages of members without an answer",
            waiting.messages,
        ),
        (
            "reports_open",
            "Undecided reports of works",
            waiting.reports,
        ),
        (
            "orders_abnormal",
            "Orders with an abnormal payment",
            waiting.orders,
        ),
    ])
}

fn component_gauges(app: &App, database: bool, ephemeral: bool) -> [Gauge; 4] {
    [
        (
            "database_up",
            "1 while the database responds; with a replica, the primary",
            i64::from(database),
        ),
        (
            "database_fault",
            "1 while the database files are corrupt or cannot be accessed",
            i64::from(app.integrity.fault().is_some()),
        ),
        (
            "redis_up",
            "1 while Redis responds, or if none is used",
            i64::from(ephemeral),
        ),
        (
            "redis_full",
            "1 while Redis is out of memory, and for a minute after",
            i64::from(app.ephemeral.is_full()),
        ),
    ]
}

fn connection_gauges(app: &App) -> [Gauge; 5] {
    let (connections, free) = app.state.db.connections();
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    [
        (
            "database_transactions_begun",
            "Transactions begun since the start",
            whole(app.state.db.transactions()),
        ),
        (
            "database_connections",
            "Size of the database connection pool, SQLite's writer aside",
            count(connections),
        ),
        (
            "database_connections_free",
            "Idle database connections",
            count(free),
        ),
        (
            "connections",
            "Open connections",
            count(app.connections.open()),
        ),
        (
            "connections_rejected",
            "Connections rejected since the start, over a limit",
            whole(app.connections.rejected()),
        ),
    ]
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct EventLabels {
    event: &'static str,
}

fn register_security_events(registry: &mut Registry, app: &App) {
    let events = Family::<EventLabels, Counter>::default();
    for (event, count) in app.state.security.counts() {
        events.get_or_create(&EventLabels { event }).inc_by(count);
    }
    let help = "Security events since the start, by kind";
    registry.register("security_events", help, events);
}

/// The state of the replica, if there is one.
fn register_replica(registry: &mut Registry, app: &App) {
    let Some((bypassed, behind)) = app.state.db.replica() else {
        return;
    };
    registry.register(
        "replica_bypassed",
        "1 while reads bypass the replica, because it is unavailable or lags",
        ConstGauge::new(i64::from(bypassed)),
    );
    registry.register(
        "replica_lag_seconds",
        "Replication lag at the last probe, seconds",
        ConstGauge::new(behind.as_secs_f64()),
    );
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct WorkloadLabels {
    workload: &'static str,
}

fn rejections(counts: impl Iterator<Item = (Workload, u64)>) -> Family<WorkloadLabels, Counter> {
    let calls = Family::<WorkloadLabels, Counter>::default();
    for (workload, count) in counts {
        let workload = workload.as_str();
        calls
            .get_or_create(&WorkloadLabels { workload })
            .inc_by(count);
    }
    calls
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StoreLabels {
    store: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StoreRequestLabels {
    store: &'static str,
    outcome: &'static str,
}

/// Requests to the stores of operators' files; nothing when they are in folders.
fn register_stores(registry: &mut Registry, app: &App) {
    let requests = Family::<StoreRequestLabels, Counter>::default();
    let seconds = Family::<StoreLabels, Counter<f64, AtomicU64>>::default();
    let stores = [
        ("media", app.media.files.request_counts()),
        ("streams", app.playback.files.request_counts()),
    ];
    for (store, counts) in stores {
        let Some(counts) = counts else { continue };
        for (outcome, count) in [("answered", counts.answered()), ("failed", counts.failed())] {
            let labels = StoreRequestLabels { store, outcome };
            requests.get_or_create(&labels).inc_by(count);
        }
        let took = counts.took().as_secs_f64();
        seconds.get_or_create(&StoreLabels { store }).inc_by(took);
    }
    let of_what = "of the stores that hold operators' files";
    registry.register("store_requests", format!("Requests {of_what}"), requests);
    registry.register(
        "store_seconds",
        format!("Time waited for responses {of_what}"),
        seconds,
    );
}

fn index_gauges(app: &App) -> [Gauge; 4] {
    let condition = app.indexer.condition();
    [
        (
            "index_ready",
            "1 while the works index is complete and can be searched",
            i64::from(condition.is_serving),
        ),
        (
            "index_failing",
            "1 while the works index cannot follow the database",
            i64::from(condition.trouble.is_some()),
        ),
        (
            "index_missing_works",
            "Works that differed when the index was last compared with the database",
            whole(condition.missing),
        ),
        (
            "indexed_works",
            "Works in the index",
            whole(app.index.count()),
        ),
    ]
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
