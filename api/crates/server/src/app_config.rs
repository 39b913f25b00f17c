//! `GET /v2/app/config`: what a client must know before it can sign its first request. The HTML shell
//! embeds the same object, so the site needs no request for it.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_commerce::pay::gateway::PayChannel;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;

use super::app::App;

/// The public settings.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppConfig {
    /// Id of the application, sent with forms.
    #[schema(example = "yingku")]
    pub app_id: String,
    /// Name of the public key.
    #[schema(example = "kq83vEjRW")]
    pub kid: String,
    /// RSA public key in PEM, to encrypt the client key.
    #[schema(example = "-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----\n")]
    pub public_key: String,
    /// The server's clock in ms since 1970.
    #[schema(example = 1_790_000_000_000_i64)]
    pub server_time: i64,
    /// Prefix of relative picture paths.
    #[schema(example = "/media")]
    pub image_base: String,
    /// Trackers to add to magnet links.
    #[schema(example = json!(["udp://tracker.example.org:1337/announce"]))]
    pub magnet_trackers: Vec<String>,
    /// Payment channels in use, in display order; empty when nothing can be bought.
    pub pay_channels: Vec<PayChannel>,
    /// Name of the site.
    #[schema(example = "映库", min_length = 1, max_length = 12)]
    pub site_name: String,
    /// Path of the logo, or empty.
    #[schema(example = "")]
    pub logo: String,
    /// An announcement to all visitors; empty for none.
    #[schema(example = "", max_length = 200)]
    pub announcement: String,
    /// A notice above the plans; empty for none.
    #[schema(example = "", max_length = 200)]
    pub plan_notice: String,
    /// Magnet links that a visitor may copy per day.
    #[schema(minimum = 0, maximum = 10000, example = 3)]
    pub visitor_copies: i32,
    /// Magnet links that a member may copy per day.
    #[schema(minimum = 0, maximum = 10000, example = 100)]
    pub member_copies: i32,
    /// The line at the foot of pages; empty for none.
    #[schema(example = "", max_length = 120)]
    pub footer: String,
}

impl AppConfig {
    /// As of this moment.
    pub fn from_app(app: &App) -> Self {
        let texts = app.site.texts();
        Self {
            app_id: app.state.config.signing.app_id.clone(),
            kid: app.client_keys().kid().to_owned(),
            public_key: app.client_keys().public_pem().to_owned(),
            server_time: app.state.clock.now_ms(),
            image_base: app.state.config.media.image_base.clone(),
            magnet_trackers: app.state.config.vip.magnet_trackers.clone(),
            pay_channels: app.pay.channels(),
            site_name: texts.name.clone(),
            logo: texts.logo.clone(),
            announcement: texts.announcement.clone(),
            footer: texts.footer.clone(),
            plan_notice: texts.plan_notice.clone(),
            visitor_copies: texts.copies.visitor,
            member_copies: texts.copies.member,
        }
    }
}

/// The settings in the HTML shell: the same plus the fixed secret, so that the site need not be rebuilt when it
/// changes, and the logo's shape. Other clients are configured with the secret.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageConfig {
    #[serde(flatten)]
    config: AppConfig,
    app_secret: String,
    /// Width and height of the logo as CSS has them, so that it has its room before it is loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    logo_shape: Option<String>,
}

impl PageConfig {
    /// As of this moment.
    pub fn from_app(app: &App) -> Self {
        Self {
            config: AppConfig::from_app(app),
            app_secret: app.state.config.signing.app_secret.clone(),
            logo_shape: None,
        }
    }

    /// The same with the size of the logo, pixels.
    pub fn with_logo_shape(mut self, shape: Option<(usize, usize)>) -> Self {
        self.logo_shape = shape.map(|(width, height)| format!("{width} / {height}"));
        self
    }

    /// The same at another time.
    pub fn at(&self, server_time: i64) -> Self {
        let mut same = self.clone();
        same.config.server_time = server_time;
        same
    }
}

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![get_app_config]
}

/// Get the application settings
///
/// Not signed. Has the key to encrypt a client key, and the server's clock.
#[utoipa::path(
    get, path = "/v2/app/config", tag = "app", security(()),
    responses((status = 200, description = "The settings", body = Data<AppConfig>)),
)]
async fn get_app_config(app: web::Data<App>) -> Data<AppConfig> {
    Data::new(AppConfig::from_app(&app))
}
