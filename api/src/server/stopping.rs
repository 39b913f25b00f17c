//! How an instance stops. At SIGTERM it first says that it is going, and goes on answering for `DRAIN_SECONDS`: `/readyz` is
//! 503, and every answer closes its connection, so that a proxy keeps none that would end just when it is used again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::{Server, ServiceResponse};
use actix_web::http::ConnectionType;
use tokio::signal::unix::{SignalKind, signal};

/// Whether the instance is about to stop.
#[derive(Debug, Default)]
pub struct Draining(AtomicBool);

impl Draining {
    /// Whether it has been asked to stop.
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Lets an answer be the last of its connection if the instance is about to stop.
    pub fn close_after(&self, response: &mut ServiceResponse<BoxBody>) {
        if self.has_begun() {
            let head = response.response_mut().head_mut();
            head.set_connection_type(ConnectionType::Close);
        }
    }
}

/// Stops the server at a signal: at SIGTERM when it has drained for `time` and the running requests have ended, at once at
/// the second SIGTERM, and without waiting for requests at SIGINT and SIGQUIT.
///
/// # Errors
/// When the signals cannot be listened for.
pub fn at_signals(server: &Server, draining: Arc<Draining>, time: Duration) -> std::io::Result<()> {
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
