//! Liveness and readiness probes, for load balancers and service managers.

use std::ops::Not;
use std::sync::{Arc, Weak};

use actix_web::{HttpResponse, web};
use serde::Serialize;
use yingku_catalogue::indexer::IndexProblem;
use yingku_db::integrity::DatabaseFault;

use super::app::App;
use super::probes::{LIVENESS_PATH, READINESS_PATH};

/// The two probes.
pub fn mount(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource(LIVENESS_PATH)
                .route(web::get().to(healthz))
                .route(web::head().to(healthz)),
        )
        .service(
            web::resource(READINESS_PATH)
                .route(web::get().to(readyz))
                .route(web::head().to(readyz)),
        );
}

/// The probes on the private listener, which does not keep the service alive.
pub fn mount_private(config: &mut web::ServiceConfig) {
    config
        .route(LIVENESS_PATH, web::get().to(healthz))
        .route(READINESS_PATH, web::get().to(readyz_private));
}

async fn healthz() -> &'static str {
    "ok"
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Readiness {
    /// It responds, and its files are not corrupt.
    database: bool,
    /// Corruption of its files.
    #[serde(skip_serializing_if = "Option::is_none")]
    database_fault: Option<DatabaseFault>,
    /// It can be searched. An index that cannot be written lags, but the instance stays ready.
    index: bool,
    ephemeral: bool,
    /// It is out of memory: writes are rejected, and the instance stays ready for reads.
    #[serde(skip_serializing_if = "Not::not")]
    ephemeral_full: bool,
    indexed_works: u64,
    index_building: bool,
    /// Number of works that differed at the last comparison with the database.
    index_missing: u64,
    /// Seconds since it was last known to be complete.
    index_seconds: u64,
    /// Why it is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    index_trouble: Option<IndexProblem>,
    /// It is draining.
    stopping: bool,
}

async fn readyz(app: web::Data<App>) -> HttpResponse {
    answer(&app).await
}

async fn readyz_private(app: web::Data<Weak<App>>) -> HttpResponse {
    let app: Option<Arc<App>> = app.upgrade();
    match app {
        Some(app) => answer(&app).await,
        None => HttpResponse::ServiceUnavailable().finish(),
    }
}

async fn answer(app: &App) -> HttpResponse {
    let stores = app.probes.probe(&app.state, &app.ephemeral).await;
    let index = app.indexer.condition();
    let database_fault = app.integrity.fault();
    let readiness = Readiness {
        database: stores.database && database_fault != Some(DatabaseFault::Damaged),
        database_fault,
        index: index.is_serving,
        ephemeral: stores.ephemeral,
        ephemeral_full: app.ephemeral.is_full(),
        indexed_works: app.index.count(),
        index_building: index.building,
        index_missing: index.missing,
        index_seconds: index.seconds,
        index_trouble: index.trouble,
        stopping: app.probes.draining.has_begun(),
    };
    let is_ready = readiness.database && readiness.index && readiness.ephemeral;
    if is_ready && !readiness.stopping {
        HttpResponse::Ok().json(readiness)
    } else {
        HttpResponse::ServiceUnavailable().json(readiness)
    }
}
