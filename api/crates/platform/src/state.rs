//! [`AppState`]: what nearly every handler needs. Other parts are extracted by their own type, as another
//! `web::Data<…>`.

use std::sync::Arc;

use actix_web::{HttpRequest, web};
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_db::Db;
use yingku_http_kit::error::ApiError;

use crate::config::Config;
use crate::telemetry::security_log::SecurityLog;

/// The settings, the database, the clock, new ids and the security log.
pub struct AppState {
    /// The settings.
    pub config: Config,
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// New ids.
    pub ids: Arc<Ids>,
    /// Sign-ins and rejected requests, as log lines.
    pub security: SecurityLog,
}

impl AppState {
    /// Seconds since 1970.
    pub fn now(&self) -> i64 {
        self.clock.now_ms().div_euclid(1000)
    }
}

/// Gets a part of the application data, for extractors.
pub fn part<T: 'static>(request: &HttpRequest) -> Result<web::Data<T>, ApiError> {
    request.app_data::<web::Data<T>>().cloned().ok_or_else(|| {
        let name = std::any::type_name::<T>();
        anyhow::anyhow!("the service was put together without {name}").into()
    })
}
