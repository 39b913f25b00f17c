//! Request protection (protocol AV1): every call to the API passes here, unless its address is open.
//!
//! The order goes from cheap to dear, so that junk is thrown away before it costs anything:
//! query and headers ([`headers`]) → time window → rate of the address ([`limits`]) → client key, from
//! the cache or opened within a budget ([`client_key`], [`opening_budget`]) → body, capped and timed, a large one only
//! for whoever may make the call ([`body`]) → signature
//! → nonce, only after a valid signature, so that junk cannot fill the store. [`middleware`] walks it.

pub mod body;
pub mod client_key;
mod headers;
pub(crate) mod limits;
mod middleware;
mod opening_budget;

use std::net::IpAddr;
use std::sync::Arc;

use governor::Quota;

use crate::base::clock::Clock;
use crate::config::{Config, SigningMode};
use crate::ephemeral::{Ephemeral, Once, at_least_one};
use client_key::{ClientKeys, KeyHash};
use limits::AddressLimit;

/// A timestamp may be this far behind the server's clock, ms. It may not be ahead: a call from the future could be
/// made once more when a store of nonces has begun anew, and nobody could tell.
pub const SKEW_MS: i64 = 300_000;
/// Nonces kept in one window; more callers than that are told to come back.
const MOST_NONCES: usize = 4_000_000;

/// The protection, shared by all workers.
#[derive(Clone)]
pub struct RequestProtection(Arc<Inner>);

struct Inner {
    mode: SigningMode,
    clock: Arc<dyn Clock>,
    keys: ClientKeys,
    limit: AddressLimit,
    nonces: Once,
    /// Below the base path; exact.
    open: &'static [&'static str],
    trusted_proxies: Vec<IpAddr>,
    large_bodies: body::LargeBodies,
}

/// Who made a signed call.
#[derive(Debug, Clone)]
pub struct SignedClient {
    /// Tells installations apart without naming anybody.
    pub device_id: [u8; 16],
    /// Names the client key: what tokens are bound to.
    pub key_hash: KeyHash,
    /// The caller's address, as far as it can be trusted.
    pub ip: IpAddr,
}

/// The address of any caller, signed or not, as far as it can be trusted.
#[derive(Debug, Clone, Copy)]
pub struct CallerIp(pub IpAddr);

/// The query of a call in its canonical form, whether signed or not.
pub struct CanonicalQuery(pub String);

impl RequestProtection {
    /// `open` are the addresses below the base path that need no signature, `large` the calls with large bodies.
    ///
    /// # Errors
    /// When the client-key file cannot be read or made.
    pub fn new(
        config: &Config,
        ephemeral: &Ephemeral,
        clock: Arc<dyn Clock>,
        open: &'static [&'static str],
        large: body::LargeCalls,
    ) -> anyhow::Result<Self> {
        let keys = ClientKeys::open(&config.signing, ephemeral, Arc::clone(&clock))?;
        Ok(Self(Arc::new(Inner {
            mode: config.signing.mode,
            keys,
            limit: AddressLimit::new(
                ephemeral,
                "calls",
                Quota::per_second(at_least_one(config.http.rate_per_second))
                    .allow_burst(at_least_one(config.http.rate_burst)),
            ),
            nonces: ephemeral.once("nonce", 2 * SKEW_MS, MOST_NONCES),
            open,
            trusted_proxies: config.http.trusted_proxies.clone(),
            large_bodies: body::LargeBodies::new(large),
            clock,
        })))
    }

    /// The keys that client keys are sealed to.
    pub fn client_keys(&self) -> &ClientKeys {
        &self.0.keys
    }
}
