//! Whether the service lives, and whether it can answer: for load balancers and service managers.

use actix_web::{HttpResponse, web};
use serde::Serialize;

use crate::app::App;
use crate::db::dialect;
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
    database: bool,
    index: bool,
    ephemeral: bool,
    indexed_works: u64,
}

async fn readyz(app: web::Data<App>) -> HttpResponse {
    let database = app
        .db
        .read(|conn| Ok::<_, ApiError>(dialect::ping(conn)?))
        .await
        .is_ok();
    let readiness = Readiness {
        database,
        index: app.tail.is_ready(),
        ephemeral: app.ephemeral.answers().await,
        indexed_works: app.index.count(),
    };
    if readiness.database && readiness.index && readiness.ephemeral {
        HttpResponse::Ok().json(readiness)
    } else {
        HttpResponse::ServiceUnavailable().json(readiness)
    }
}
