//! HTTP connections to the store. They are created here and not by object_store, so that TLS uses the program's crypto
//! provider, and no environment variable (a proxy, other keys) redirects them.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use object_store::ClientOptions;
use object_store::client::{HttpClient, HttpConnector};
use reqwest::redirect::Policy;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};

use crate::config::S3Config;

/// Gives our client to object_store.
#[derive(Debug)]
pub(super) struct Connection(reqwest::Client);

impl Connection {
    /// A client with the configured timeout that follows no redirects.
    pub(super) fn new(s3: &S3Config) -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(s3)?)
            .connect_timeout(s3.timeout)
            .redirect(Policy::none())
            .http1_only()
            .no_proxy()
            .user_agent("yingku")
            .build()?;
        Ok(Self(client))
    }
}

impl HttpConnector for Connection {
    fn connect(&self, _options: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.0.clone()))
    }
}

fn tls(s3: &S3Config) -> anyhow::Result<ClientConfig> {
    let mut trusted = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    if let Some(file) = &s3.ca_file {
        trust(&mut trusted, file)
            .with_context(|| format!("reading S3_CA_FILE ({})", file.display()))?;
    }
    let provider = Arc::new(ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(trusted)
        .with_no_client_auth())
}

/// Adds the certificates of a file.
fn trust(trusted: &mut RootCertStore, file: &Path) -> anyhow::Result<()> {
    let before = trusted.len();
    for certificate in CertificateDer::pem_file_iter(file)? {
        trusted.add(certificate?)?;
    }
    // Without any, the store's own would be rejected without a clear error.
    anyhow::ensure!(trusted.len() > before, "no certificates in it");
    Ok(())
}

/// Checks `S3_CA_FILE`, if set.
///
/// # Errors
/// It cannot be used.
pub fn check_authorities(s3: &S3Config) -> anyhow::Result<()> {
    tls(s3).map(drop)
}
