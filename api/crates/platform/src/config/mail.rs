//! Settings of mail.

use lettre::message::Mailbox;
use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use reqwest::Url;
use yingku_base::address::is_local_host;

use super::declare::settings;
use super::rule::{optional, parsed_by, text};
use super::source::Source;

settings! {
    /// Mail, as it is set.
    pub(super) struct MailSettings {
        /// Mail server for recovery codes: smtps://user:password@host, or smtp://user:password@host:587?tls=required; empty
        /// = no mail
        "发送恢复码的邮件服务器，如 smtps://用户:密码@主机；空 = 不发邮件"
        SMTP_URL = "" => server: Option<MailServer>, optional(parsed_by(MailServer::parse)), Address;
        /// Sender of the mail, such as noreply@films.example
        "发件人，如 noreply@films.example"
        MAIL_FROM = "" => from: String, text();
    }
}

/// Mail.
#[derive(Debug, Clone)]
pub struct MailConfig {
    /// The server.
    pub server: MailServer,
    /// The sender.
    pub from: Mailbox,
}

impl MailSettings {
    /// `None` without `SMTP_URL`: the site sends no mail.
    pub(super) fn check(self, source: &mut Source) -> Option<MailConfig> {
        let server = self.server?;
        if !server.is_secure {
            let cure = "use smtps://, or add ?tls=required";
            source.needs_secure_network("SMTP_URL", "is not encrypted", cure);
        }
        let from = self.from.parse();
        if from.is_err() {
            source.problem(
                "MAIL_FROM",
                "must be the address that mail comes from, such as noreply@films.example, when SMTP_URL is set",
            );
        }
        let from = from.ok()?;
        Some(MailConfig { server, from })
    }
}

/// A mail server and how to log in.
#[derive(Debug, Clone)]
pub struct MailServer {
    /// Connects to it.
    pub transport: AsyncSmtpTransportBuilder,
    /// Whether it is on this machine, or encryption is required.
    is_secure: bool,
}

impl MailServer {
    fn parse(text: &str) -> Result<Self, &'static str> {
        let wrong = "must be smtps://user:password@host, or smtp://user:password@host?tls=required";
        let url = Url::parse(text).map_err(|_| wrong)?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(text);
        Ok(Self {
            transport: transport.map_err(|_| wrong)?,
            is_secure: is_encrypted(&url) || is_local_server(&url),
        })
    }
}

/// Whether encryption is required; with `tls=opportunistic` a man in the middle can disable it.
fn is_encrypted(url: &Url) -> bool {
    let mut query = url.query_pairs();
    let tls = query.find(|(name, _)| name == "tls");
    url.scheme() == "smtps" || tls.is_some_and(|(_, value)| value == "required")
}

fn is_local_server(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    is_local_host(host.trim_matches(['[', ']']))
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    fn problems(url: &str, from: &str) -> String {
        let settings = [("SMTP_URL", url), ("MAIL_FROM", from)];
        Config::from_pairs(&settings).err().unwrap_or_default()
    }

    #[test]
    fn mail_is_off_without_a_server() {
        assert!(Config::from_pairs(&[]).unwrap().mail.is_none());
    }

    #[test]
    fn a_mail_server_uses_tls_or_is_local() {
        let from = "映库 <noreply@films.example>";
        for good in [
            "smtps://films:key@mail.example",
            "smtp://films:key@mail.example:587?tls=required",
            "smtp://127.0.0.1:25",
            "smtp://localhost:2525",
            "smtp://[::1]:2525",
        ] {
            assert_eq!(problems(good, from), "", "{good}");
        }
        for bad in [
            "smtp://films:key@mail.example",
            "smtp://films:key@mail.example?tls=opportunistic",
        ] {
            assert!(problems(bad, from).contains("is not encrypted"), "{bad}");
        }
        assert!(problems("mail.example:587", from).contains("SMTP_URL: must be smtps://"));
        for bad in ["", "films", "a@b@c"] {
            assert!(
                problems("smtp://127.0.0.1", bad).contains("MAIL_FROM: must be"),
                "{bad}"
            );
        }
    }
}
