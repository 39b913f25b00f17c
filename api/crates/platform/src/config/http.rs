//! Settings of the HTTP service: addresses, workers and limits.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use yingku_base::threads;

use super::source::Source;

/// Listening and limits.
#[derive(Debug, Clone)]
pub struct HttpConfig {
    /// Address and port.
    pub bind: SocketAddr,
    /// Address of the Prometheus endpoint, if enabled.
    pub metrics_bind: Option<SocketAddr>,
    /// Worker threads; 0 = one per core.
    pub workers: usize,
    /// Other origins allowed by CORS.
    pub cors_origins: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// Requests per second for each address.
    pub rate_per_second: u32,
    /// Requests in one burst for each address.
    pub rate_burst: u32,
    /// Concurrent connections for each address.
    pub connections_per_address: usize,
    /// Event-loop lag above which requests of a flooding workload are rejected.
    pub max_event_loop_lag: Duration,
    /// How long it still serves requests after SIGTERM.
    pub drain: Duration,
    /// Timeouts of clients.
    pub waits: ClientTimeouts,
}

/// Timeouts of clients. Not settings; tests use shorter ones.
#[derive(Debug, Clone, Copy)]
pub struct ClientTimeouts {
    /// For the head of a connection's first request.
    pub head: Duration,
    /// For the next request of a connection.
    pub next: Duration,
    /// For a body.
    pub body: Duration,
    /// For a large body.
    pub large_body: Duration,
}

impl Default for ClientTimeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(5),
            next: Duration::from_secs(5),
            body: Duration::from_secs(10),
            large_body: Duration::from_secs(30),
        }
    }
}

impl HttpConfig {
    /// The address for requests from this machine: loopback if the service listens on all interfaces.
    pub fn local_address(&self) -> SocketAddr {
        let ip = match self.bind.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        SocketAddr::new(ip, self.bind.port())
    }

    /// How many processors its event loops, and password hashing for unknown clients, may use.
    pub fn processors(&self) -> usize {
        match self.workers {
            0 => threads::processors(),
            workers => workers,
        }
    }

    pub(super) fn read(source: &mut Source) -> Self {
        let local = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let metrics = source.optional("METRICS_BIND");
        Self {
            bind: source.parsed("BIND", local(8_080)),
            metrics_bind: metrics.map(|_| source.parsed("METRICS_BIND", local(9_091))),
            workers: source.number("WORKERS", 0, 1024),
            cors_origins: source.list("CORS_ORIGINS"),
            trusted_proxies: source.parsed_list("TRUSTED_PROXIES"),
            rate_per_second: source.number("RATE_PER_SECOND", 1, 1_000_000),
            rate_burst: source.number("RATE_BURST", 1, 1_000_000),
            connections_per_address: source.number("CONNECTIONS_PER_ADDRESS", 1, 20_000),
            max_event_loop_lag: source.milliseconds("CROWDED_LATE_MS", 1, 60_000),
            drain: Duration::from_secs(source.number("DRAIN_SECONDS", 0, 60)),
            waits: ClientTimeouts::default(),
        }
    }
}
