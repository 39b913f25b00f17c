//! The page for Prometheus, on its own listener at `METRICS_BIND`, which is off by default. It must not be public. Gauges
//! that need a query are read on each request, and left out while the database does not answer.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Weak};

use actix_web::{HttpResponse, web};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;

use super::app::App;
use super::health;
use crate::admin::overview;
use crate::catalogue::uploads;
use crate::db::outbox;
use crate::db::workloads::Workload;
use crate::http::error::ApiError;
use crate::telemetry::metrics::PREFIX;
use crate::telemetry::traces::Traces;

/// The OpenMetrics text format.
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A name, what it means, and its value.
type Gauge = (&'static str, &'static str, i64);

/// The page, which does not keep the service alive.
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

/// The gauges of this moment.
async fn gauges(app: &Arc<App>) -> Registry {
    let (queried, database, ephemeral) = tokio::join!(
        queried_gauges(app),
        app.state.db.primary_answers(),
        app.ephemeral.answers()
    );
    let queried = queried.unwrap_or_else(|error| {
        tracing::warn!(event = "database_metrics_skipped", %error, "skipping database metrics");
        Vec::new()
    });
    let mut registry = Registry::with_prefix(PREFIX);
    let known = index_gauges(app).into_iter().chain(connection_gauges(app));
    let known = known.chain(part_gauges(app, database, ephemeral));
    let known = known.chain([(
        "clock_seconds",
        "The time here, in seconds since 1970: signatures of callers with another time are refused",
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
        "Spans of traces since the start that the collector did not take, or that were too many",
        ConstGauge::new(whole(app.traces.as_ref().map_or(0, Traces::lost))),
    );
    registry
}

/// What only the database knows.
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
            "Changes that the index does not have yet, counted up to 10000",
            lag.changes,
        ),
        (
            "index_lag_seconds",
            "Seconds since the first of them",
            lag.seconds,
        ),
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
            "messages_unanswered",
            "Messages of members that nobody has answered",
            waiting.messages,
        ),
        (
            "reports_open",
            "Reports of works that nobody has decided",
            waiting.reports,
        ),
        (
            "orders_abnormal",
            "Orders that were paid, but not on their terms",
            waiting.orders,
        ),
    ])
}

fn part_gauges(app: &App, database: bool, ephemeral: bool) -> [Gauge; 4] {
    [
        (
            "database_up",
            "1 while the database answers; with a replica, the primary",
            i64::from(database),
        ),
        (
            "database_fault",
            "1 while something is wrong with the files of the database",
            i64::from(app.integrity.fault().is_some()),
        ),
        (
            "redis_up",
            "1 while Redis answers, and where there is none",
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
            "Database connections that may be used at once, SQLite's writer aside",
            count(connections),
        ),
        (
            "database_connections_free",
            "Database connections that nobody uses",
            count(free),
        ),
        (
            "connections",
            "Connections that are open",
            count(app.connections.open()),
        ),
        (
            "connections_rejected",
            "Connections turned away since the start, because there were too many",
            whole(app.connections.refused()),
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
    let help = "Sign-ins, refusals and limits since the start";
    registry.register("security_events", help, events);
}

/// How the replica is; nothing without one.
fn register_replica(registry: &mut Registry, app: &App) {
    let Some((bypassed, behind)) = app.state.db.replica() else {
        return;
    };
    registry.register(
        "replica_bypassed",
        "1 while the primary is read in place of the replica, which is away or behind",
        ConstGauge::new(i64::from(bypassed)),
    );
    registry.register(
        "replica_lag_seconds",
        "How old what the replica has was at the last look",
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
struct AskedLabels {
    store: &'static str,
    outcome: &'static str,
}

/// What was asked of the stores that hold operators' files; nothing when they are in folders.
fn register_stores(registry: &mut Registry, app: &App) {
    let requests = Family::<AskedLabels, Counter>::default();
    let seconds = Family::<StoreLabels, Counter<f64, AtomicU64>>::default();
    let stores = [
        ("media", app.media.files.asked()),
        ("streams", app.playback.files.asked()),
    ];
    for (store, asked) in stores {
        let Some(asked) = asked else { continue };
        for (outcome, count) in [("answered", asked.answered()), ("failed", asked.failed())] {
            let labels = AskedLabels { store, outcome };
            requests.get_or_create(&labels).inc_by(count);
        }
        let took = asked.took().as_secs_f64();
        seconds.get_or_create(&StoreLabels { store }).inc_by(took);
    }
    let of_what = "of the stores that hold operators' files";
    registry.register("store_requests", format!("Requests {of_what}"), requests);
    registry.register(
        "store_seconds",
        format!("Time waited for answers {of_what}"),
        seconds,
    );
}

fn index_gauges(app: &App) -> [Gauge; 4] {
    let condition = app.indexer.condition();
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
    ]
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
