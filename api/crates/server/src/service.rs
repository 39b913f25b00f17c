//! The middleware of every request, the protected API, and the public addresses. Read it from top to bottom to follow a
//! request.

use std::rc::Rc;
use std::sync::Arc;

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{Compress, Condition, from_fn};
use actix_web::{Error, web};
use yingku_access::auth::permission::protected;
use yingku_catalogue as catalogue;
use yingku_catalogue::media;
use yingku_catalogue::playback;
use yingku_catalogue::programs;
use yingku_commerce::pay::scan_page;
use yingku_http_kit::BASE;
use yingku_http_kit::endpoint;
use yingku_platform::config::Config;

use crate::app::App;
use crate::common_headers::REQUEST_ID;
use crate::endpoints::endpoints;
use crate::overload::event_loop_lag::{EventLoopLag, shed_load};
use crate::overload::{visits, workloads};
use crate::pages::site;
use crate::special_endpoints::LARGEST_BODY;
use crate::{context, health, openapi};

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
    let has_sandbox = app.sandbox.is_some();
    let event_loop_lag = EventLoopLag::new(
        app.state.config.service.max_event_loop_lag,
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
                    shed_load(Rc::clone(&event_loop_lag), request, next)
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
                .configure(scan_page::mount)
                .configure(move |config| {
                    if has_sandbox {
                        yingku_pay_sandbox::mount(config);
                    }
                })
                .configure(playback::hls::mount)
                .configure(catalogue::feeds::mount)
                .configure(programs::torznab::routes::mount)
                .default_service(web::to(site::serve))
                .wrap(from_fn(visits::counted)),
        )
        .wrap(from_fn(context::response_context))
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
        .expose_headers([REQUEST_ID, header::RETRY_AFTER, header::ETAG])
        .max_age(3_600);
    for origin in &config.network.cors_origins {
        cors = cors.allowed_origin(origin);
    }
    Condition::new(!config.network.cors_origins.is_empty(), cors)
}
