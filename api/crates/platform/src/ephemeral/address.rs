//! The address of Redis, and whose TLS certificates are trusted.

use redis::{Client, ConnectionAddr, IntoConnectionInfo as _, ProtocolVersion, TlsCertificates};
use rustls::crypto::{CryptoProvider, ring};

/// The address of a Redis.
#[derive(Debug, Clone)]
pub struct RedisAddress(Client);

impl RedisAddress {
    /// Parses `redis://…`, `rediss://…` (TLS) or `redis+unix://…`.
    ///
    /// # Errors
    /// What is wrong with it, without the address, which may hold a password.
    pub fn parse(url: &str) -> anyhow::Result<Self> {
        let wrong = || anyhow::anyhow!("must be a redis://, rediss:// or redis+unix:// address");
        let info = url.into_connection_info().map_err(|_| wrong())?;
        // With RESP3 a lost connection is noticed at once, not at the next command.
        let settings = info.redis_settings().clone();
        let info = info.set_redis_settings(settings.set_protocol(ProtocolVersion::RESP3));
        if matches!(info.addr(), ConnectionAddr::TcpTls { insecure: true, .. }) {
            anyhow::bail!(
                "#insecure would trust any certificate; REDIS_CA_FILE names your own authority"
            );
        }
        Ok(Self(Client::open(info).map_err(|_| wrong())?))
    }

    /// Trusts only these certificate authorities (PEM).
    ///
    /// # Errors
    /// If these are not certificates, or the address is without TLS.
    pub fn trusting(self, authorities: Vec<u8>) -> anyhow::Result<Self> {
        let text = String::from_utf8_lossy(&authorities);
        anyhow::ensure!(text.contains("BEGIN CERTIFICATE"), "no certificates in it");
        let certificates = TlsCertificates {
            client_tls: None,
            root_cert: Some(authorities),
        };
        let info = self.0.get_connection_info().clone();
        Ok(Self(Client::build_with_tls(info, certificates)?))
    }

    /// Whether it is on this machine.
    pub fn is_local(&self) -> bool {
        match self.0.get_connection_info().addr() {
            ConnectionAddr::Tcp(host, _) | ConnectionAddr::TcpTls { host, .. } => {
                yingku_base::address::is_local_host(host)
            }
            ConnectionAddr::Unix(_) => true,
            _ => false,
        }
    }

    /// Whether it uses TLS and verifies the server's certificate.
    pub fn is_encrypted(&self) -> bool {
        matches!(
            self.0.get_connection_info().addr(),
            ConnectionAddr::TcpTls { .. }
        )
    }

    /// A client for it.
    pub(super) fn into_client(self) -> Client {
        // redis uses the process's default provider. If it is already set, it is the same one.
        if self.is_encrypted() && CryptoProvider::get_default().is_none() {
            let _ = ring::default_provider().install_default();
        }
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_gives_the_host_and_whether_it_is_encrypted() {
        for (url, here, encrypted) in [
            ("redis://127.0.0.1:6390/0", true, false),
            ("redis://:pw@redis.example.org/0", false, false),
            ("rediss://:pw@redis.example.org/0", false, true),
            ("rediss://localhost", true, true),
            ("redis+unix:///run/redis.sock", true, false),
        ] {
            let redis = RedisAddress::parse(url).unwrap();
            let found = (redis.is_local(), redis.is_encrypted());
            assert_eq!(found, (here, encrypted), "{url}");
        }
        let error_of = |url: &str| RedisAddress::parse(url).unwrap_err().to_string();
        assert!(error_of("http://localhost").contains("must be a redis://"));
        let any = error_of("rediss://:pw@redis.example.org/#insecure");
        assert!(
            any.contains("any certificate") && !any.contains("pw"),
            "{any}"
        );
    }

    #[test]
    fn certificate_authorities_must_be_certificates() {
        let redis = |url: &str| RedisAddress::parse(url).unwrap();
        let broken = b"-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n";
        assert!(
            redis("rediss://localhost")
                .trusting(broken.to_vec())
                .is_err()
        );
        assert!(redis("rediss://localhost").trusting(Vec::new()).is_err());
        assert!(redis("redis://localhost").trusting(Vec::new()).is_err());
    }
}
