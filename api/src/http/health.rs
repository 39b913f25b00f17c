//! Whether the service lives, and whether it can answer: for load balancers and service managers.

use actix_web::{HttpResponse, web};
use serde::Serialize;

use crate::app::App;
use crate::catalogue::indexer::Trouble;
use crate::db::dialect;
use crate::db::soundness::Fault;
use crate::http::error::ApiError;

/// The two probes.
pub fn mount(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource("/healthz")
                .route(web::get().to(healthz))
                .route(web::head().to(healthz)),
        )
        .service(
            web::resource("/readyz")
                .route(web::get().to(readyz))
                .route(web::head().to(readyz)),
        );
}

async fn healthz() -> &'static str {
    "ok"
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Readiness {
    /// Whether it answers, and its files are not damaged.
    database: bool,
    /// What failed statements have said of its files.
    #[serde(skip_serializing_if = "Option::is_none")]
    database_fault: Option<Fault>,
    /// Whether searches are answered. An index that cannot be written is behind, and no reason to ask nobody.
    index: bool,
    ephemeral: bool,
    indexed_works: u64,
    index_building: bool,
    /// By how many works it differed when it was last compared with the database.
    index_missing: u64,
    /// Since it was last known to have everything.
    index_seconds: u64,
    /// What keeps it from having everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    index_trouble: Option<Trouble>,
}

async fn readyz(app: web::Data<App>) -> HttpResponse {
    let database = app
        .db
        .read(|conn| Ok::<_, ApiError>(dialect::ping(conn)?))
        .await
        .is_ok();
    let index = app.tail.condition();
    let database_fault = app.soundness.fault();
    let readiness = Readiness {
        database: database && database_fault != Some(Fault::Damaged),
        database_fault,
        index: index.answers,
        ephemeral: app.ephemeral.answers().await,
        indexed_works: app.index.count(),
        index_building: index.building,
        index_missing: index.missing,
        index_seconds: index.seconds,
        index_trouble: index.trouble,
    };
    if readiness.database && readiness.index && readiness.ephemeral {
        HttpResponse::Ok().json(readiness)
    } else {
        HttpResponse::ServiceUnavailable().json(readiness)
    }
}
