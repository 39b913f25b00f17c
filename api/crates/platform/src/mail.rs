//! Sends mail through the operator's SMTP server (`SMTP_URL`). Each mail opens its own connection: there are few.

use std::sync::Arc;
use std::time::Duration;

use lettre::message::{Mailbox, header::ContentType};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use yingku_http_kit::error::{ApiError, ErrorKind};

use crate::config::MailConfig;

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
    pub fn new(config: &MailConfig) -> anyhow::Result<Self> {
        let transport = config.server.transport.clone();
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
