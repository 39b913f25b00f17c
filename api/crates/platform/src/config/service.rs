//! Settings of the program as one instance: addresses, traces, threads.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use yingku_base::ids::INSTANCES;
use yingku_base::threads;

use super::address::HttpAddress;
use super::declare::settings;
use super::rule::{choice, milliseconds, number, optional, parsed, parsed_by};
use super::source::Source;

settings! {
    /// One instance.
    pub struct ServiceConfig {
        /// development or production; production rejects missing and weak secrets
        "development 或 production；production 会拒绝缺失的密钥和不安全的设置"
        APP_ENV = "development" => production: bool, choice(&[("development", false), ("production", true)]);
        /// Address and port of the site and the API
        "网站与接口监听的地址和端口"
        BIND = "127.0.0.1:8080" => bind: SocketAddr, parsed();
        /// Address and port of /metrics for Prometheus, such as 127.0.0.1:9091; must not be public; empty = off
        "Prometheus 读取 /metrics 的地址和端口，例如 127.0.0.1:9091；不要对外开放；留空为关闭"
        METRICS_BIND = "" => metrics_bind: Option<SocketAddr>, optional(parsed());
        /// OpenTelemetry collector for request traces (OTLP over HTTP), such as http://127.0.0.1:4318; empty = off
        "接收调用链路追踪的 OpenTelemetry 收集器（OTLP/HTTP），例如 http://127.0.0.1:4318；留空为关闭"
        OTLP_ENDPOINT = "" => traces_endpoint: Option<HttpAddress>, optional(parsed_by(collector));
        /// Fraction of requests to trace, 0 to 1; a traceparent from a trusted proxy takes precedence
        "被追踪的调用所占比例，0 到 1；可信代理已在追踪的调用由代理决定"
        OTLP_SAMPLE = "1" => traces_sample: f64, parsed().must(|share| (0.0..=1.0).contains(share), "must be a number from 0 to 1");
        /// Worker threads; 0 = one per core
        "工作线程数；0 为每个核心一个"
        WORKERS = "0" => workers: usize, number(0, 1_024);
        /// Event-loop lag above which requests of the flooding workload get 503; other workloads at four times the lag
        "工作线程落后多少毫秒后，蜂拥而来的一类调用得到 503；其余调用的上限为四倍"
        CROWDED_LATE_MS = "50" => max_event_loop_lag: Duration, milliseconds(1, 60_000);
        /// How long an instance still serves requests after SIGTERM, so that a proxy drains it, seconds; 5 for several
        /// instances
        "收到 SIGTERM 后继续应答多少秒，让前面的代理先放手；多实例时设为 5"
        DRAIN_SECONDS = "0" => drain: Duration, number(0, 60).map(Duration::from_secs);
        /// Number of this instance, 0-511; must differ between instances
        "本实例的编号，0–511；各实例不能相同"
        NODE_ID = "0" => node_id: u16, number(0, INSTANCES - 1);
    } and {
        /// Timeouts of clients.
        waits: ClientTimeouts = ClientTimeouts::default();
    }
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

impl ServiceConfig {
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

    pub(super) fn check(&self, source: &mut Source) {
        let endpoint = self.traces_endpoint.as_ref();
        if endpoint.is_some_and(|endpoint| !endpoint.is_secure() && !endpoint.is_local()) {
            let cure = "use an https:// address";
            source.needs_secure_network("OTLP_ENDPOINT", "is not encrypted", cure);
        }
    }
}

/// The address of a collector. It is shown to operators and logged, so it holds no password.
fn collector(text: &str) -> Result<HttpAddress, &'static str> {
    let what = "must be an http:// or https:// address, such as http://127.0.0.1:4318";
    text.parse().map_err(|()| what)
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    fn problems(settings: &[(&str, &str)]) -> String {
        Config::from_pairs(settings).err().unwrap_or_default()
    }

    #[test]
    fn only_collector_urls_are_accepted() {
        for good in [
            "http://127.0.0.1:4318",
            "http://[::1]:4318/",
            "http://localhost/otlp",
            "https://traces.example.org",
        ] {
            assert_eq!(problems(&[("OTLP_ENDPOINT", good)]), "", "{good}");
        }
        for bad in [
            "127.0.0.1:4318",
            "grpc://localhost",
            "http://",
            "http://me:secret@localhost",
            "http://localhost/?key=secret",
        ] {
            let problems = problems(&[("OTLP_ENDPOINT", bad)]);
            assert!(
                problems.contains("OTLP_ENDPOINT") && !problems.contains("secret"),
                "{bad}: {problems}"
            );
        }
        for bad in ["-0.1", "1.1", "NaN", "half"] {
            assert!(
                problems(&[("OTLP_SAMPLE", bad)]).contains("OTLP_SAMPLE"),
                "{bad}"
            );
        }
    }
}
