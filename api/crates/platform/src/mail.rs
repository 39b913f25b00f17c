//! Sends mail through the operator's SMTP server (`SMTP_URL`). Each mail opens its own connection: there are few.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use lettre::message::{Mailbox, header::ContentType};
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use yingku_http_kit::error::{ApiError, ErrorKind};

use crate::config::{Encryption, MailConfig};

/// Mails being sent or queued. Beyond that, callers get 503.
const MAX_PENDING: usize = 16;
/// Timeout of each SMTP step.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Sends mail.
#[derive(Clone)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    pending: Arc<Semaphore>,
}

/// Permit to send one mail.
pub struct MailPermit {
    mailer: Mailer,
    _pending: OwnedSemaphorePermit,
}

impl Mailer {
    /// Connects when the first mail is sent.
    ///
    /// # Errors
    /// `SMTP_CA_FILE` cannot be used.
    pub fn new(config: &MailConfig) -> anyhow::Result<Self> {
        let mut transport = config.server.transport.clone();
        if let Some(tls) = tls(config)? {
            transport = transport.tls(tls);
        }
        Ok(Self {
            transport: transport
                .hello_name(ClientId::Domain(config.from.email.domain().to_owned()))
                .timeout(Some(TIMEOUT))
                .build(),
            from: config.from.clone(),
            pending: Arc::new(Semaphore::new(MAX_PENDING)),
        })
    }

    /// Acquires a permit, or fails with 503.
    pub fn permit(&self) -> Result<MailPermit, ApiError> {
        let pending = Arc::clone(&self.pending).try_acquire_owned();
        Ok(MailPermit {
            mailer: self.clone(),
            _pending: pending.map_err(|_| ApiError::new(ErrorKind::Busy).retry_after(10))?,
        })
    }
}

/// Connections that trust `SMTP_CA_FILE` as well; `None` without one.
fn tls(config: &MailConfig) -> anyhow::Result<Option<Tls>> {
    let server = &config.server;
    let (Some(file), Some(encryption)) = (&config.ca_file, server.encryption) else {
        return Ok(None);
    };
    let authorities =
        authorities(file).with_context(|| format!("reading SMTP_CA_FILE ({})", file.display()))?;
    let parameters = TlsParameters::builder(server.host.clone());
    let parameters = parameters.add_root_certificate(authorities).build()?;
    Ok(Some(match encryption {
        Encryption::Wrapper => Tls::Wrapper(parameters),
        Encryption::StartTls => Tls::Required(parameters),
    }))
}

fn authorities(file: &Path) -> anyhow::Result<Certificate> {
    let pem = std::fs::read(file)?;
    // lettre accepts a file without any, and then rejects every server.
    let first = CertificateDer::pem_slice_iter(&pem).next();
    first.context("no certificates in it")??;
    Ok(Certificate::from_pem(&pem)?)
}

/// Checks `SMTP_CA_FILE`, if set.
///
/// # Errors
/// It cannot be used.
pub fn check_mail_authorities(config: &MailConfig) -> anyhow::Result<()> {
    tls(config).map(drop)
}

impl MailPermit {
    /// Sends a plain-text mail.
    pub async fn send(self, to: &str, subject: &str, text: String) -> anyhow::Result<()> {
        let message = Message::builder()
            .from(self.mailer.from.clone())
            .to(Mailbox::new(None, to.parse::<Address>()?))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text)?;
        self.mailer.transport.send(message).await?;
        Ok(())
    }
}
