//! `GET /admin/settings`.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::values::Bit;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Rows;
use yingku_platform::config::ShownSetting;
use yingku_platform::state::AppState;

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![list_admin_settings needs SettingsView]
}

/// A setting as it is in effect in this process.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminSetting {
    /// The environment variable.
    #[schema(example = "LOG_FORMAT", max_length = 64)]
    pub name: &'static str,
    /// Effective value; empty for a secret. Of a URL that may contain a password, only the scheme.
    #[schema(example = "human")]
    pub value: String,
    /// Default value.
    #[schema(example = "human")]
    pub default: &'static str,
    /// Where the value came from: `env`, `file` or `default`.
    #[schema(example = "default")]
    pub source: &'static str,
    /// Description.
    #[schema(example = "human or json")]
    pub help: &'static str,
    /// Description in Chinese.
    #[schema(example = "日志格式：human 或 json")]
    pub help_zh: &'static str,
    /// 1 for a secret, whose value is not shown.
    pub secret: Bit,
    /// 1 when it has a value.
    pub is_set: Bit,
}

impl From<&ShownSetting> for AdminSetting {
    fn from(shown: &ShownSetting) -> Self {
        let setting = &shown.setting;
        Self {
            name: setting.name,
            value: shown.value.clone(),
            default: setting.default,
            source: shown.origin.as_str(),
            help: setting.help,
            help_zh: setting.help_zh,
            secret: Bit(shown.is_secret()),
            is_set: Bit(shown.is_set),
        }
    }
}

/// List the settings
///
/// The settings in effect in the responding process. They are changed on the machine and apply after a restart.
#[utoipa::path(
    get, path = "/admin/settings", tag = "operators", security(("bearer" = [])),
    responses((status = 200, description = "Every setting", body = Rows<AdminSetting>)),
)]
async fn list_admin_settings(state: web::Data<AppState>) -> Rows<AdminSetting> {
    let rows: Vec<_> = state.config.shown.iter().map(AdminSetting::from).collect();
    let total = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    Rows::new(rows, total)
}
