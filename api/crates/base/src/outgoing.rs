//! HTTP client for other services.

use std::time::Duration;

use ureq::Agent;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use super::network::is_public;

/// An HTTP client; `time` is the timeout of a whole request. It follows no redirects, takes no proxy from the
/// environment, and returns error statuses as responses.
pub fn http_agent(time: Duration, tls_only: bool) -> Agent {
    config(time, tls_only).new_agent()
}

/// The same, which connects to public addresses alone: a URL from outside leads to no service of this network.
pub fn public_http_agent(time: Duration) -> Agent {
    Agent::with_parts(
        config(time, false),
        DefaultConnector::default(),
        PublicAddresses::default(),
    )
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

/// Resolves names to their public addresses. The connection goes to what was checked, not to another resolution.
#[derive(Debug, Default)]
struct PublicAddresses(DefaultResolver);

impl Resolver for PublicAddresses {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let resolved = self.0.resolve(uri, config, timeout)?;
        let mut public = self.empty();
        let allowed = resolved.iter().filter(|address| is_public(address.ip()));
        allowed.for_each(|address| public.push(*address));
        match public.is_empty() {
            true => Err(ureq::Error::HostNotFound),
            false => Ok(public),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_private_address_is_not_connected_to() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let agent = public_http_agent(Duration::from_secs(5));
        for host in ["127.0.0.1", "localhost", "[::1]", "2130706433"] {
            let answer = agent.get(format!("http://{host}:{port}/")).call();
            assert!(answer.is_err(), "{host}");
        }
        assert!(listener.accept().is_err());
    }
}
