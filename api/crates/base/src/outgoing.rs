//! HTTP client for other services.

use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

use crate::network::is_public;

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

#[cfg(test)]
mod tests {
    use super::*;

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
