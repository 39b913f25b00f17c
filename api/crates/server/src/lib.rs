//! The service from the outside in: the middleware of every request, the protected API, and the public addresses. Read
//! it from top to bottom to follow a request.

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod admin;
pub mod app;
pub mod app_config;
pub mod context;
mod event_loop_lag;
pub mod health;
pub mod housekeeping;
mod html_shell;
mod incoming;
pub mod metrics_page;
mod missing;
pub mod openapi;
mod openapi_compact;
mod openapi_errors;
mod openapi_headers;
mod openapi_links;
mod openapi_page;
mod openapi_security;
mod openapi_shapes;
mod openapi_signing;
mod openapi_tree;
mod openapi_yaml;
mod page_pictures;
pub mod port;
mod preload_calls;
mod preloaded_response;
mod prerendered_page;
mod prerendered_results;
pub mod robots;
pub mod site;
mod site_routes;
pub mod stopping;
pub mod visits;
mod workloads;

use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::sync::Arc;

use actix_cors::Cors;
use actix_server::ServerBuilder;
use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{Compress, Condition, from_fn};
use actix_web::{Error, HttpServer, web};
use yingku_access::audit;
use yingku_access::auth::caller::protected;
use yingku_access::auth::personal_data::PersonalData;
use yingku_access::auth::signing::body::LargeBodyEndpoints;
use yingku_accounts as account;
use yingku_accounts::personal_data;
use yingku_base::network::anonymized_network;
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
use yingku_http_kit::BASE;
use yingku_http_kit::endpoint::{self, Endpoints};
use yingku_platform::config::Config;
use yingku_platform::telemetry::security_log::Event;

use app::App;
use event_loop_lag::EventLoopLag;

/// Seconds that running requests get at shutdown.
const SHUTDOWN_TIMEOUT_SECONDS: u64 = 20;

/// Unsigned endpoints, below the base path.
pub const OPEN: &[&str] = &[app_config::PATH, pay::ALIPAY_NOTIFY, pay::WEIXIN_NOTIFY];

/// Prefix of the console's endpoints, below the base path.
pub const ADMIN_PREFIX: &str = "/admin/";

/// Endpoints with large bodies.
pub const LARGE_BODY_ENDPOINTS: LargeBodyEndpoints = LargeBodyEndpoints(&[
    catalogue::uploads::PART,
    catalogue::works::admin::WORK_CREATED,
    catalogue::works::admin::WORK_EDITED,
    media::admin_routes::PICTURE,
]);

/// The largest of those bodies, bytes.
pub const LARGEST_BODY: usize = media::admin_routes::PICTURE.max_bytes;

/// What each feature stores about a member, for export and erasure.
pub const PERSONAL_DATA: &[PersonalData] = &[
    personal_data::ACCOUNT,
    personal_data::SESSIONS,
    personal_data::PLACES,
    account::recovery::personal_data::RECOVERY,
    library::personal_data::COLLECTIONS,
    library::personal_data::LIKES,
    library::personal_data::FOLLOWS,
    library::personal_data::HIDDEN,
    library::personal_data::FILTERS,
    programs::keys::personal_data::KEYS,
    vip::personal_data::GRANTS,
    pay::personal_data::ORDERS,
    vip::personal_data::CODES,
    vip::personal_data::ATTEMPTS,
    catalogue::magnets::copies::PERSONAL_DATA,
    vip::downloads::PERSONAL_DATA,
    support::messages::PERSONAL_DATA,
    moderation::reports::PERSONAL_DATA,
    audit::PERSONAL_DATA,
];

/// Every endpoint of the API.
pub fn endpoints() -> Endpoints {
    app_config::endpoints()
        .and(catalogue::works::routes::endpoints())
        .and(catalogue::works::admin::routes::endpoints())
        .and(catalogue::suggest::routes::endpoints())
        .and(catalogue::terms::routes::endpoints())
        .and(catalogue::terms::admin::routes::endpoints())
        .and(catalogue::uploads::routes::endpoints())
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

/// The whole service, for the program and for tests.
pub fn application(
    app: web::Data<App>,
) -> actix_web::App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let protection = app.protection.clone();
    let cors = cors(&app.state.config);
    let pay = pay::mount(app.state.config.pay.mode);
    let event_loop_lag = EventLoopLag::new(
        app.state.config.http.max_event_loop_lag,
        Arc::clone(&app.rejections),
    );
    actix_web::App::new()
        .configure(|config| app.provide(config))
        .app_data(app)
        .configure(yingku_http_kit::extractors(LARGEST_BODY))
        // First: services are tried in order, and patterns cost most.
        .service(
            web::scope(BASE)
                .wrap(from_fn(workloads::within_workload))
                .wrap(Compress::default())
                // Cached responses are compressed already.
                .wrap(from_fn(catalogue::response_cache::serve_from_cache))
                .wrap(protection)
                .wrap(from_fn(move |request, next| {
                    event_loop_lag::shed_load(Rc::clone(&event_loop_lag), request, next)
                }))
                .wrap(cors)
                .configure(|config| endpoints().mount(config, protected))
                .default_service(web::to(endpoint::unmatched_path)),
        )
        .service(
            web::scope("")
                .wrap(from_fn(workloads::within_workload))
                .wrap(Compress::default())
                .configure(health::mount)
                .configure(openapi::mount)
                .configure(media::routes::mount)
                .configure(pay)
                .configure(playback::hls::mount)
                .configure(catalogue::feeds::mount)
                .configure(programs::torznab::routes::mount)
                .default_service(web::to(site::serve))
                .wrap(from_fn(visits::counted)),
        )
        .wrap(from_fn(context::response_context))
}

/// Starts listening. The server runs until it is stopped, and then finishes the running requests.
///
/// # Errors
/// When the address is in use, or the media or stream folder cannot be written.
pub fn start(app: &web::Data<App>) -> std::io::Result<Server> {
    let (media, streams) = (&app.state.config.media.dir, &app.state.config.streams.dir);
    named(media::routes::prepare(media), || {
        format!("writing to MEDIA_DIR ({})", media.display())
    })?;
    named(playback::demo::prepare(streams), || {
        format!("writing to STREAM_DIR ({})", streams.display())
    })?;
    openapi::prepare();
    let (media, playback) = (app.media.clone(), app.playback.clone());
    actix_web::rt::spawn(async move {
        media.files.check("MEDIA_STORE").await;
        playback.files.check("STREAM_STORE").await;
    });
    let (bind, workers) = (app.state.config.http.bind, app.state.config.http.workers);
    let (draining, drain) = (
        Arc::clone(&app.probes.draining),
        app.state.config.http.drain,
    );
    if let Some(bind) = app.state.config.http.metrics_bind {
        serve_metrics(app, bind)?;
    }
    let listener = named(port::listen(bind), || format!("listening on {bind}"))?;
    let mut server = serving(app.clone(), listener)?.shutdown_timeout(SHUTDOWN_TIMEOUT_SECONDS);
    if workers > 0 {
        server = server.workers(workers);
    }
    let server = server.disable_signals().run();
    stopping::shut_down_on_signals(&server, draining, drain)?;
    Ok(server)
}

/// The service on a socket, not yet running.
pub fn serving(app: web::Data<App>, listener: TcpListener) -> std::io::Result<ServerBuilder> {
    let connections = Arc::clone(&app.connections);
    let state = app.state.clone();
    let waits = state.config.http.waits;
    let on_reject = move |ip| {
        let network = anonymized_network(ip);
        let security = &state.security;
        security.write(Event::TooMany, None, &network, "connections", None);
    };
    port::serve(listener, &connections, waits, on_reject, move || {
        application(app.clone())
    })
}

/// Adds context to an error.
fn named<T>(result: std::io::Result<T>, what: impl FnOnce() -> String) -> std::io::Result<T> {
    result.map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", what())))
}

/// Listens for Prometheus. Shutdown does not wait for this listener.
fn serve_metrics(app: &web::Data<App>, bind: SocketAddr) -> std::io::Result<()> {
    if !bind.ip().is_loopback() {
        tracing::warn!(event = "metrics_exposed", %bind, "METRICS_BIND should not be reachable from outside");
    }
    let app = Arc::downgrade(&app.clone().into_inner());
    let server =
        HttpServer::new(move || actix_web::App::new().configure(metrics_page::mount(app.clone())));
    let server = server.workers(1).disable_signals().bind(bind)?.run();
    actix_web::rt::spawn(server);
    Ok(())
}

/// CORS for the configured origins.
fn cors(config: &Config) -> Condition<Cors> {
    let mut cors = Cors::default()
        .allowed_methods(["GET", "HEAD", "POST", "PUT", "DELETE"])
        .allowed_headers([
            "authorization",
            "content-type",
            "if-none-match",
            "x-timestamp",
            "x-nonce",
            "x-client-key",
            "x-signature",
        ])
        .expose_headers([context::REQUEST_ID, header::RETRY_AFTER, header::ETAG])
        .max_age(3_600);
    for origin in &config.http.cors_origins {
        cors = cors.allowed_origin(origin);
    }
    Condition::new(!config.http.cors_origins.is_empty(), cors)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The body limit of each location in the shipped nginx configuration.
    fn locations() -> Vec<(&'static str, usize)> {
        let conf = include_str!("../../../../deploy/nginx.conf");
        let locations = conf.split("location ").skip(1);
        let sized = locations.filter_map(|location| {
            let (name, rest) = location.split_once('{')?;
            let (_, size) = rest.split_once("client_max_body_size ")?;
            let kibibytes: usize = size.split_once("k;")?.0.parse().ok()?;
            Some((name.trim(), kibibytes * 1024))
        });
        sized.collect()
    }

    #[test]
    fn nginx_allows_the_sizes_that_the_server_accepts() {
        let locations = locations();
        assert_eq!(locations.first(), Some(&("/", 64 * 1024)));
        for large in LARGE_BODY_ENDPOINTS.0 {
            let begins = format!(
                "\"^{BASE}{}",
                large.from.trim_end_matches(char::is_alphabetic)
            );
            let fits =
                |(name, size): &(&str, usize)| name.contains(&begins) && *size == large.max_bytes;
            assert!(locations.iter().any(fits), "{}: {locations:?}", large.from);
        }
    }
}
