//! HTTP client for other services.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

/// An HTTP client; `time` is the timeout of a whole request. It follows no redirects, takes no proxy from the
/// environment, and returns error statuses as responses.
pub fn http_agent(time: Duration, tls_only: bool) -> Agent {
    config(time, tls_only).new_agent()
}

/// A client for addresses that somebody names. It only connects to machines of the public internet: to others, such as
/// those of the own network, it would open what is closed to the outside.
pub fn public_http_agent(time: Duration) -> Agent {
    let resolver = PublicOnly(DefaultResolver::default());
    Agent::with_parts(config(time, false), DefaultConnector::default(), resolver)
}

fn config(time: Duration, tls_only: bool) -> Config {
    Agent::config_builder()
        .timeout_global(Some(time))
        .https_only(tls_only)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .proxy(None)
        .user_agent("yingku")
        .build()
}

/// What a client says that must not connect to this machine.
pub const PRIVATE_ADDRESS: &str = "a private address";

/// Finds only addresses of the public internet.
#[derive(Debug)]
struct PublicOnly(DefaultResolver);

impl Resolver for PublicOnly {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.0.resolve(uri, config, timeout)?;
        match found.iter().all(|address| is_public(address.ip())) {
            true => Ok(found),
            false => Err(Error::Io(std::io::Error::other(PRIVATE_ADDRESS))),
        }
    }
}

/// Whether an address is of the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

const fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_reserved = match address.octets() {
        [0, ..] | [240..=255, ..] => true,
        [100, second, ..] => second >= 64 && second < 128,
        [192, 0, 0, _] | [198, 18 | 19, ..] => true,
        _ => false,
    };
    !(is_reserved
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

/// Addresses in which one of version 4 is hidden count as that one.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let embedded = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            embedded(high, low)
        }
        [0x2002, high, low, ..] => embedded(high, low),
        [0x2001, 0xdb8 | 0, ..] => false,
        // Only these are assigned: the others are of links, sites, groups, or of nobody.
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_own_networks_are_not_public() {
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["9.9.9.9", "172.32.0.1", "2606:4700::1111", "::ffff:9.9.9.9"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn the_client_does_not_connect_to_this_machine() {
        let listening = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listening.local_addr().unwrap().port();
        let agent = public_http_agent(Duration::from_secs(5));
        for host in ["127.0.0.1", "localhost"] {
            let error = agent
                .get(format!("http://{host}:{port}/"))
                .call()
                .unwrap_err();
            assert!(error.to_string().contains(PRIVATE_ADDRESS), "{error}");
        }
    }
}
