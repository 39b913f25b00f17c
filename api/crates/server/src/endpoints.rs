//! The endpoint table of the whole API.

use yingku_accounts as account;
use yingku_catalogue as catalogue;
use yingku_catalogue::media;
use yingku_catalogue::pages;
use yingku_catalogue::playback;
use yingku_catalogue::programs;
use yingku_commerce::pay;
use yingku_commerce::vip;
use yingku_community::library;
use yingku_community::moderation;
use yingku_community::support;
use yingku_http_kit::endpoint::Endpoints;

use crate::{admin, app_config};

/// Every endpoint of the API.
pub fn endpoints() -> Endpoints {
    app_config::endpoints()
        .and(catalogue::works::routes::endpoints())
        .and(catalogue::works::admin::routes::endpoints())
        .and(catalogue::suggest::routes::endpoints())
        .and(catalogue::terms::routes::endpoints())
        .and(catalogue::terms::admin::routes::endpoints())
        .and(catalogue::uploads::routes::endpoints())
        .and(catalogue::uploads::preview_routes::endpoints())
        .and(catalogue::jobs::routes::endpoints())
        .and(catalogue::magnets::routes::endpoints())
        .and(account::endpoints())
        .and(library::endpoints())
        .and(vip::endpoints())
        .and(pay::endpoints())
        .and(playback::routes::endpoints())
        .and(support::endpoints())
        .and(moderation::endpoints())
        .and(admin::endpoints())
        .and(media::admin_routes::endpoints())
        .and(pages::routes::endpoints())
        .and(pages::admin::endpoints())
        .and(programs::keys::routes::endpoints())
}
