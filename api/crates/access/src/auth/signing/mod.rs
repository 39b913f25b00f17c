//! Request protection (protocol AV1): every API request passes here, unless its path is open.
//!
//! The checks run from cheap to expensive: query and headers ([`headers`]) → time window → rate limit of the address
//! ([`limits`]) → client key, from the cache or decrypted within a budget ([`client_key`], [`decryption_budget`]) → body
//! ([`body`]) → signature → nonce, only after a valid signature, so that junk cannot fill the store. [`middleware`] runs
//! them.

pub mod body;
pub mod client_key;
mod decryption_budget;
mod dominant_client;
mod headers;
pub mod limits;
mod middleware;

use std::net::IpAddr;
use std::sync::Arc;

use governor::Quota;
use yingku_base::clock::Clock;
use yingku_http_kit::error::ApiError;
use yingku_platform::config::{Config, SigningMode};
use yingku_platform::ephemeral::{Ephemeral, UsedIds, at_least_one};

use client_key::{ClientKeys, KeyHash};
use dominant_client::DominantClient;
use limits::AddressLimit;

/// A timestamp may be this far behind the server's clock, ms. It may not be ahead: a request from the future could be
/// replayed undetected after a restart of the nonce store.
pub const SKEW_MS: i64 = 300_000;
/// Nonces stored per window; beyond that, requests get 503.
const MAX_NONCES: usize = 4_000_000;

/// The request protection, shared by all workers.
#[derive(Clone)]
pub struct RequestProtection(Arc<Inner>);

struct Inner {
    mode: SigningMode,
    clock: Arc<dyn Clock>,
    keys: ClientKeys,
    limit: AddressLimit,
    dominant_client: DominantClient,
    nonces: UsedIds,
    /// Exact paths below the base path.
    open: &'static [&'static str],
    trusted_proxies: Vec<IpAddr>,
    bodies: body::Bodies,
}

/// The client of a signed request.
#[derive(Debug, Clone)]
pub struct SignedClient {
    /// Pseudonymous id of the installation.
    pub device_id: [u8; 16],
    /// Hash of the client key, which tokens are bound to.
    pub key_hash: KeyHash,
    /// The caller's address, as far as it can be trusted.
    pub ip: IpAddr,
}

/// The address of any caller, signed or not, as far as it can be trusted.
#[derive(Debug, Clone, Copy)]
pub struct CallerIp(pub IpAddr);

/// The query of a request in its canonical form, signed or not.
pub struct CanonicalQuery(pub String);

impl RequestProtection {
    /// `open` are the paths below the base path that need no signature, `large` the endpoints with large bodies.
    pub fn new(
        config: &Config,
        ephemeral: &Ephemeral,
        clock: Arc<dyn Clock>,
        open: &'static [&'static str],
        large: body::LargeBodyEndpoints,
    ) -> anyhow::Result<Self> {
        let keys = ClientKeys::open(config, ephemeral, Arc::clone(&clock))?;
        Ok(Self(Arc::new(Inner {
            mode: config.signing.mode,
            keys,
            limit: AddressLimit::new(
                ephemeral,
                "calls",
                Quota::per_second(at_least_one(config.limits.rate_per_second))
                    .allow_burst(at_least_one(config.limits.rate_burst)),
            ),
            dominant_client: DominantClient::default(),
            nonces: ephemeral.once("nonce", 2 * SKEW_MS, MAX_NONCES),
            open,
            trusted_proxies: config.network.trusted_proxies.clone(),
            bodies: body::Bodies::new(config.service.waits, large),
            clock,
        })))
    }

    /// Applies the rate limit of API requests to one outside the API; fails with 429.
    pub async fn admit(&self, ip: IpAddr) -> Result<(), ApiError> {
        self.0.limit.admit(ip).await
    }

    /// The client keys.
    pub fn client_keys(&self) -> &ClientKeys {
        &self.0.keys
    }
}
