//! Delivers notices by mail and webhook.

use anyhow::Context as _;
use serde_json::json;
use yingku_db::{Db, DbError};
use yingku_platform::config::Config;
use yingku_platform::mail::Mailer;
use yingku_platform::webhook::Webhook;

use super::notices::{self, Channel, MAX_ATTEMPTS, Notice, Recipient};

/// Notices of a channel in one run.
const BATCH: usize = 20;

/// The channels.
pub(super) struct Delivery {
    mail: Option<MailChannel>,
    webhook: Option<Webhook>,
}

struct MailChannel {
    mailer: Mailer,
    to: Vec<String>,
    /// Mail is sent asynchronously.
    runtime: tokio::runtime::Runtime,
}

impl Delivery {
    pub(super) fn new(config: &Config) -> anyhow::Result<Self> {
        let notify = &config.notify;
        let mail = config.mail.as_ref().filter(|_| !notify.mail.is_empty());
        let mail = mail.map(|mail| {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            anyhow::Ok(MailChannel {
                mailer: Mailer::new(mail)?,
                to: notify.mail.clone(),
                runtime,
            })
        });
        Ok(Self {
            mail: mail.transpose()?,
            webhook: notify.webhook.as_ref().map(Webhook::new),
        })
    }

    /// Those in use.
    fn channels(&self) -> Vec<Channel> {
        let mail = self.mail.as_ref().map(|_| Channel::Mail);
        let webhook = self.webhook.as_ref().map(|_| Channel::Webhook);
        mail.into_iter().chain(webhook).collect()
    }

    /// Everybody who is told.
    pub(super) fn recipients(&self) -> Vec<Recipient> {
        let mail = self.mail.iter().flat_map(|mail| mail.to.iter());
        let mail = mail.map(|to| (Channel::Mail, to.clone()));
        let webhook = self.webhook.iter();
        mail.chain(webhook.map(|_| (Channel::Webhook, String::new())))
            .collect()
    }

    /// Delivers what is due at `now` (seconds).
    pub(super) fn run(&self, db: &Db, now: i64) -> anyhow::Result<()> {
        for channel in self.channels() {
            for _ in 0..BATCH {
                let claimed =
                    db.write_now::<_, DbError, _>(|conn| Ok(notices::claim(conn, channel, now)?))?;
                let Some(notice) = claimed else { break };
                let sent = self.send(channel, &notice, now);
                db.execute_now(|conn| match &sent {
                    Ok(()) => notices::set_sent(conn, notice.id, now),
                    Err(_) => notices::set_failed(conn, notice.id, notice.attempts, now),
                })?;
                if let Err(error) = sent {
                    log_failure(channel, &notice, &error);
                }
            }
        }
        Ok(())
    }

    fn send(&self, channel: Channel, notice: &Notice, now: i64) -> anyhow::Result<()> {
        match channel {
            Channel::Mail => self.mail.as_ref().map_or(Ok(()), |mail| mail.send(notice)),
            Channel::Webhook => {
                let webhook = self.webhook.as_ref();
                webhook.map_or(Ok(()), |webhook| webhook.post(&json_of(notice), now))
            }
        }
    }
}

/// The body of a POST. The id is the same in every attempt.
fn json_of(notice: &Notice) -> String {
    let body = json!({
        "id": notice.id.to_string(),
        "kind": notice.kind,
        "time": notice.created_at,
        "subject": notice.subject,
        "text": notice.body,
    });
    body.to_string()
}

fn log_failure(channel: Channel, notice: &Notice, error: &anyhow::Error) {
    let is_last = notice.attempts + 1 >= MAX_ATTEMPTS;
    tracing::warn!(
        event = "notice_failed",
        channel = channel.as_str(),
        kind = notice.kind,
        is_last,
        cause = format!("{error:#}"),
        "failed to deliver a notice to operators"
    );
}

impl MailChannel {
    fn send(&self, notice: &Notice) -> anyhow::Result<()> {
        let all = match notice.address.as_str() {
            "" => self.to.as_slice(),
            _ => std::slice::from_ref(&notice.address),
        };
        for to in all {
            let permit = self.mailer.permit();
            let permit = permit.map_err(|_| anyhow::anyhow!("too much mail is being sent"))?;
            let sending = permit.send(to, &notice.subject, notice.body.clone());
            self.runtime.block_on(sending).context("sending mail")?;
        }
        Ok(())
    }
}
