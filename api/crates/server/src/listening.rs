//! Starts the service, and the listener for Prometheus beside it.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_server::ServerBuilder;
use actix_web::dev::Server;
use actix_web::{HttpServer, web};
use yingku_base::network::anonymized_network;
use yingku_catalogue::media;
use yingku_catalogue::playback;
use yingku_platform::telemetry::security_log::Event;

use crate::app::App;
use crate::overload::port;
use crate::service::application;
use crate::{metrics_page, openapi, stopping};

/// Seconds that running requests get at shutdown.
const SHUTDOWN_TIMEOUT_SECONDS: u64 = 20;

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
    let (bind, workers) = (
        app.state.config.service.bind,
        app.state.config.service.workers,
    );
    let (draining, drain) = (
        Arc::clone(&app.probes.draining),
        app.state.config.service.drain,
    );
    if let Some(bind) = app.state.config.service.metrics_bind {
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
    let waits = state.config.service.waits;
    let refused = move |ip| {
        let network = anonymized_network(ip);
        let security = &state.security;
        security.write(Event::TooMany, None, &network, "connections", None);
    };
    port::serve(listener, &connections, waits, refused, move || {
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
