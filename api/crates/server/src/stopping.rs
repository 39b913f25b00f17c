//! Graceful shutdown. At SIGTERM an instance drains for `DRAIN_SECONDS`: it still serves requests, but `/readyz` is
//! 503, and every response closes its connection, so that a proxy reuses none that is about to close.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::{Server, ServiceResponse};
use actix_web::http::ConnectionType;
use tokio::signal::unix::{SignalKind, signal};

/// Whether the instance is draining.
#[derive(Debug, Default)]
pub struct Draining(AtomicBool);

impl Draining {
    /// Whether draining has begun.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Closes the connection after this response if the instance is draining.
    pub fn close_after(&self, response: &mut ServiceResponse<BoxBody>) {
        if self.has_begun() {
            let head = response.response_mut().head_mut();
            head.set_connection_type(ConnectionType::Close);
        }
    }
}

/// Stops the server at a signal: at SIGTERM after draining for `time` and finishing running requests, without draining
/// at the second SIGTERM, and without waiting for requests at SIGINT and SIGQUIT.
///
/// # Errors
/// When the signals cannot be listened for.
pub fn shut_down_on_signals(
    server: &Server,
    draining: Arc<Draining>,
    time: Duration,
) -> std::io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut quit = signal(SignalKind::quit())?;
    let handle = server.handle();
    actix_web::rt::spawn(async move {
        let abort = async {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = quit.recv() => {}
            }
        };
        tokio::pin!(abort);
        let gracefully = tokio::select! {
            () = &mut abort => false,
            _ = terminate.recv() => {
                draining.0.store(true, Ordering::Relaxed);
                tokio::select! {
                    () = &mut abort => false,
                    _ = terminate.recv() => true,
                    () = tokio::time::sleep(time) => true,
                }
            }
        };
        handle.stop(gracefully).await;
    });
    Ok(())
}
