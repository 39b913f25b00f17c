//! PostgreSQL connection URLs: hosts, and timeouts.

use std::net::IpAddr;

/// Default port.
const PORT: u16 = 5_432;

/// Defaults for libpq: connect timeout (at least two seconds), TCP keepalive and user timeout for a host that is gone.
/// `db/src/stalls.rs` handles an open connection to a server that does not respond.
const TIMEOUTS: [(&str, &str); 6] = [
    ("connect_timeout", "2"),
    ("keepalives", "1"),
    ("keepalives_idle", "10"),
    ("keepalives_interval", "3"),
    ("keepalives_count", "3"),
    ("tcp_user_timeout", "4000"),
];

/// Hosts and ports of a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlHosts {
    hosts: Vec<String>,
    /// The given ports, or the default.
    pub ports: Vec<u16>,
}

impl UrlHosts {
    /// Parses `postgres://user:password@host:port,other:port/name?host=…&port=…`.
    pub fn parse(url: &str) -> Self {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
        let authority = address.split('/').next().unwrap_or_default();
        let list = authority.rsplit('@').next().unwrap_or_default();
        let (mut hosts, mut ports) = (Vec::new(), Vec::new());
        for place in list.split(',') {
            // IPv6 addresses are in brackets.
            let after = place.rfind(']').unwrap_or(0);
            let colon = place.rfind(':').filter(|colon| *colon >= after);
            let (host, port) = match colon.and_then(|colon| place.split_at_checked(colon)) {
                Some((host, port)) => (host, port.trim_start_matches(':')),
                None => (place, ""),
            };
            hosts.push(decoded(host.trim_matches(['[', ']'])));
            ports.extend(port.parse::<u16>());
        }
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "host" | "hostaddr" => hosts.extend(value.split(',').map(str::to_owned)),
                "port" => {
                    ports.extend(value.split(',').filter_map(|port| port.parse::<u16>().ok()))
                }
                _ => {}
            }
        }
        if ports.is_empty() {
            ports.push(PORT);
        }
        Self { hosts, ports }
    }

    /// Number of hosts, tried in order.
    pub fn hosts(&self) -> usize {
        let named = self.hosts.iter().filter(|host| !host.is_empty());
        named.count().max(1)
    }

    /// Whether all hosts are local, so that no network is involved.
    pub fn are_local(&self) -> bool {
        self.hosts.iter().all(|host| is_local_host(host))
    }
}

/// Whether a database URL is local.
pub fn is_local(url: &str) -> bool {
    url.starts_with("sqlite://") || UrlHosts::parse(url).are_local()
}

/// Whether a host is local; an empty host or a path is a Unix socket.
pub fn is_local_host(host: &str) -> bool {
    host.is_empty()
        || host.starts_with(['/', '@'])
        || host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn decoded(text: &str) -> String {
    let query = format!("host={text}");
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs
        .next()
        .map_or_else(String::new, |(_, host)| host.into_owned())
}

/// The URL with the default timeouts added.
pub fn with_timeouts(url: &str) -> String {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let named: Vec<String> = form_urlencoded::parse(query.as_bytes())
        .map(|(name, _)| name.into_owned())
        .collect();
    let mut text = url.to_owned();
    let mut separator = if url.contains('?') { '&' } else { '?' };
    for (name, value) in TIMEOUTS {
        if !named.iter().any(|given| given == name) {
            text.push_str(&format!("{separator}{name}={value}"));
            separator = '&';
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_read_from_the_url() {
        let here = [
            "sqlite://data/yingku.db",
            "postgres://yingku@localhost/yingku",
            "postgres://yingku:pa:ss@127.0.0.1:6432/yingku",
            "postgres://yingku@[::1]:6432/yingku",
            "postgres://yingku@%2Ftmp%2Fcluster/yingku",
            "postgres:///yingku?host=/var/run/postgresql",
            "postgres://127.0.0.1,localhost:5433/yingku",
        ];
        for url in here {
            assert!(is_local(url), "{url}");
        }
        let elsewhere = [
            "postgres://yingku@db.example.org/yingku",
            "postgres://yingku@10.0.0.5:5432/yingku",
            "postgres://localhost,db.example.org/yingku",
            "postgres:///yingku?host=db.example.org",
            "postgres://localhost/yingku?hostaddr=10.0.0.5",
            "postgres://yingku@[2001:db8::1]/yingku",
            "postgres://localhost@db.example.org/yingku",
        ];
        for url in elsewhere {
            assert!(!is_local(url), "{url}");
        }
    }

    #[test]
    fn the_ports_are_read_from_the_url() {
        let ports = |url: &str| UrlHosts::parse(url).ports;
        assert_eq!(ports("postgres://a@b/c"), [5_432]);
        assert_eq!(ports("postgres://a@[::1]:6432/c"), [6_432]);
        assert_eq!(ports("postgres://a@b:1,c:2/d?port=3"), [1, 2, 3]);
    }

    #[test]
    fn the_hosts_of_the_url_are_counted() {
        let hosts = |url: &str| UrlHosts::parse(url).hosts();
        assert_eq!(hosts("postgres:///c"), 1);
        assert_eq!(hosts("postgres:///c?host=db.example.org"), 1);
        assert_eq!(hosts("postgres://a@b:1,c:2/d"), 2);
    }

    #[test]
    fn timeouts_are_added_unless_the_url_sets_them() {
        let url = with_timeouts("postgres://a@b/c?connect_timeout=7");
        assert!(
            url.starts_with("postgres://a@b/c?connect_timeout=7&keepalives=1&"),
            "{url}"
        );
        assert!(with_timeouts("postgres://a@b/c").contains("/c?connect_timeout=2&"));
    }
}
