//! Whether the service lives, and whether it can answer: for load balancers and service managers.

use std::sync::{Arc, Weak};

use actix_web::{HttpResponse, web};
use serde::Serialize;
use tokio::sync::Mutex;

use crate::app::App;
use crate::db::dialect;
use crate::http::error::ApiError;

/// Whether the service lives.
const LIVES: &str = "/healthz";
/// Whether it can answer.
const READY: &str = "/readyz";
/// Both addresses.
pub const PROBES: [&str; 2] = [LIVES, READY];
/// So long is what was found out told again, ms.
const TOLD_AGAIN_MS: i64 = 1_000;

/// What was found out last, and when; whoever asks meanwhile waits for the same.
#[derive(Default)]
pub struct Probes(Mutex<Option<(i64, Readiness)>>);

/// The two probes.
pub fn mount(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource(LIVES)
                .route(web::get().to(healthz))
                .route(web::head().to(healthz)),
        )
        .service(
            web::resource(READY)
                .route(web::get().to(readyz))
                .route(web::head().to(readyz)),
        );
}

/// The same on the private listener, which does not keep the service alive.
pub fn mount_private(config: &mut web::ServiceConfig) {
    config
        .route(LIVES, web::get().to(healthz))
        .route(READY, web::get().to(readyz_private));
}

async fn healthz() -> &'static str {
    "ok"
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct Readiness {
    database: bool,
    index: bool,
    ephemeral: bool,
    indexed_works: u64,
}

impl Probes {
    async fn readiness(&self, app: &App) -> Readiness {
        let mut last = self.0.lock().await;
        let now = app.clock.now_ms();
        if let Some((at, readiness)) = last.as_ref()
            && (now - at).abs() < TOLD_AGAIN_MS
        {
            return readiness.clone();
        }
        let readiness = find_out(app).await;
        *last = Some((now, readiness.clone()));
        readiness
    }
}

async fn find_out(app: &App) -> Readiness {
    let database = app
        .db
        .read(|conn| Ok::<_, ApiError>(dialect::ping(conn)?))
        .await
        .is_ok();
    Readiness {
        database,
        index: app.tail.is_ready(),
        ephemeral: app.ephemeral.answers().await,
        indexed_works: app.index.count(),
    }
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
    let readiness = app.probes.readiness(app).await;
    if readiness.database && readiness.index && readiness.ephemeral {
        HttpResponse::Ok().json(readiness)
    } else {
        HttpResponse::ServiceUnavailable().json(readiness)
    }
}
