//! The listener below the service: connection limits ([`connections`]), timeouts and buffering ([`stream`],
//! [`sliced`]), and the responses to unreadable requests ([`parse_errors`]).

pub mod connections;
mod descriptors;
mod parse_errors;
mod sliced;
mod stream;

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_http::{HttpService, Request};
use actix_server::{Server, ServerBuilder};
use actix_service::{ServiceFactoryExt as _, fn_service, map_config};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceFactory, ServiceResponse};
use actix_web::rt::net::TcpStream;
use actix_web::{Error, HttpResponse};
use nix::sys::socket::{self, Backlog};

use connections::Connections;
pub use descriptors::raise as raise_descriptors;
use yingku_platform::config::ClientTimeouts;

use sliced::Sliced;
use stream::{TimedStream, Timeouts};

/// Timeout of closing a connection.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// Timeouts of a connection.
const TIMEOUTS: Timeouts = Timeouts {
    unread: Duration::from_secs(30),
    idle: Duration::from_secs(75),
};

/// Listens at an address, with the largest backlog that the system allows: the standard library's 128 are too few for a
/// proxy's burst, and clients beyond the backlog retry only after a second.
pub fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let listener = TcpListener::bind(address)?;
    socket::listen(&listener, Backlog::MAXALLOWABLE)?;
    Ok(listener)
}

/// A server, not yet running, that serves `application` and reports rejected connections to `on_reject`.
pub fn serve<F, A, S, B>(
    listener: TcpListener,
    connections: &Arc<Connections>,
    waits: ClientTimeouts,
    on_reject: impl Fn(IpAddr) + Clone + Send + 'static,
    application: F,
) -> std::io::Result<ServerBuilder>
where
    F: Fn() -> A + Clone + Send + 'static,
    A: actix_service::IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error>
        + 'static,
    S::InitError: std::fmt::Debug,
    S::Future: 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
{
    let server = Server::build();
    let (stopping, connections) = (server.graceful_shutdown_signal(), Arc::clone(connections));
    server.listen("yingku", listener, move || {
        let (stopping, connections) = (stopping.clone(), Arc::clone(&connections));
        let on_reject = on_reject.clone();
        let service = application()
            .into_factory()
            .map_err(|error: Error| error.error_response())
            .map(|answer: ServiceResponse<B>| {
                actix_http::Response::from(HttpResponse::from(answer))
                    .map_body(|_, body| Sliced::new(body))
            });
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .client_request_timeout(waits.head)
            .keep_alive(waits.next)
            .client_disconnect_timeout(DISCONNECT_TIMEOUT)
            .expect(fn_service(parse_errors::expected))
            .h1(map_config(service, |()| AppConfig::default()));
        let admit = move |stream: TcpStream| {
            let admitted = admit(stream, &connections, &on_reject);
            async move { admitted }
        };
        fn_service(admit).and_then(http)
    })
}

/// Accepts a connection if there is a slot for its address.
fn admit(
    stream: TcpStream,
    connections: &Arc<Connections>,
    on_reject: impl Fn(IpAddr),
) -> Result<(TimedStream<TcpStream>, Option<SocketAddr>), actix_http::error::DispatchError> {
    let peer = stream.peer_addr()?;
    let Some(place) = connections.admit(peer.ip()) else {
        on_reject(peer.ip());
        return Err(std::io::Error::from(std::io::ErrorKind::QuotaExceeded).into());
    };
    Ok((TimedStream::new(stream, place, TIMEOUTS), Some(peer)))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_burst_of_connections_waits_to_be_accepted() {
        let listener = listen(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let address = listener.local_addr().unwrap();
        // Nobody accepts them.
        let soon = Duration::from_millis(500);
        let burst: Vec<_> = (0..300)
            .map(|_| std::net::TcpStream::connect_timeout(&address, soon))
            .collect();
        assert!(burst.iter().all(Result::is_ok));
    }

    #[actix_web::test]
    async fn excess_connections_are_logged() {
        let listener = actix_web::rt::net::TcpListener::bind("127.0.0.1:0")
            .await
            .unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(Connections::new(1_024, 1, &[]));
        let (mut callers, mut held) = (Vec::new(), Vec::new());
        let rejected_ips = RefCell::new(Vec::new());
        for _ in 0..2 {
            callers.push(TcpStream::connect(address).await.unwrap());
            let (stream, _) = listener.accept().await.unwrap();
            held.push(admit(stream, &connections, |ip| {
                rejected_ips.borrow_mut().push(ip)
            }));
        }
        assert!(held[0].is_ok() && held[1].is_err());
        assert_eq!(*rejected_ips.borrow(), [address.ip()]);
    }
}
