//! Notices a proxy that is not in `TRUSTED_PROXIES`: all its visitors count as one address.

use std::net::IpAddr;

use actix_web::dev::ServiceRequest;
use parking_lot::RwLock;
use yingku_base::network::is_public;

/// The header in which a proxy names its client.
const FORWARDED: &str = "x-forwarded-for";

/// The last such proxy that this process has seen.
#[derive(Default)]
pub(crate) struct UntrustedProxy(RwLock<Option<IpAddr>>);

impl UntrustedProxy {
    /// Looks at a request. Anybody can send the header, so a peer counts only in a network of its own.
    pub(crate) fn observe(&self, request: &ServiceRequest, trusted: &[IpAddr]) {
        if !request.headers().contains_key(FORWARDED) {
            return;
        }
        let peer = request.peer_addr().map(|peer| peer.ip().to_canonical());
        let untrusted = peer.filter(|peer| !trusted.contains(peer) && !is_public(*peer));
        if untrusted.is_some() && *self.0.read() != untrusted {
            *self.0.write() = untrusted;
        }
    }

    /// Its address.
    pub(crate) fn seen(&self) -> Option<IpAddr> {
        *self.0.read()
    }
}
