//! Settings of mail.

use std::path::PathBuf;

use lettre::message::Mailbox;
use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use reqwest::Url;
use yingku_base::address::is_local_host;

use super::declare::settings;
use super::rule::{optional, parsed_by, path, text};
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
        /// File with CA certificates (PEM) to trust besides the public authorities, for a mail server with your own certificate
        "除公共机构外还信任的证书文件（PEM），用于证书由自己签发的邮件服务器"
        SMTP_CA_FILE = "" => ca_file: Option<PathBuf>, optional(path());
    }
}

/// Mail.
#[derive(Debug, Clone)]
pub struct MailConfig {
    /// The server.
    pub server: MailServer,
    /// The sender.
    pub from: Mailbox,
    /// `SMTP_CA_FILE`: certificates to trust besides the public authorities.
    pub ca_file: Option<PathBuf>,
}

impl MailSettings {
    /// `None` without `SMTP_URL`: the site sends no mail.
    pub(super) fn check(self, source: &mut Source) -> Option<MailConfig> {
        let is_encrypted = self.server.as_ref().is_some_and(MailServer::is_encrypted);
        if self.ca_file.is_some() && !is_encrypted {
            let problem = "requires an smtps:// address, or ?tls=required, in SMTP_URL";
            source.problem("SMTP_CA_FILE", problem);
        }
        let server = self.server?;
        if !is_encrypted && !server.is_local {
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
        Some(MailConfig {
            server,
            from,
            ca_file: self.ca_file,
        })
    }
}

/// A mail server and how to log in.
#[derive(Debug, Clone)]
pub struct MailServer {
    /// Connects to it.
    pub transport: AsyncSmtpTransportBuilder,
    /// The name that its certificate has.
    pub host: String,
    /// How the connection is encrypted; `None` if it may be plain.
    pub encryption: Option<Encryption>,
    /// Whether it is on this machine.
    is_local: bool,
}

/// When TLS begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// With the connection: `smtps://`.
    Wrapper,
    /// By STARTTLS, without which no mail is sent: `?tls=required`.
    StartTls,
}

impl MailServer {
    fn parse(text: &str) -> Result<Self, &'static str> {
        let wrong = "must be smtps://user:password@host, or smtp://user:password@host?tls=required";
        let url = Url::parse(text).map_err(|_| wrong)?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(text);
        let host = url.host_str().unwrap_or_default();
        Ok(Self {
            transport: transport.map_err(|_| wrong)?,
            host: host.to_owned(),
            encryption: encryption(&url),
            is_local: is_local_host(host.trim_matches(['[', ']'])),
        })
    }

    fn is_encrypted(&self) -> bool {
        self.encryption.is_some()
    }
}

/// With `tls=opportunistic` a man in the middle can disable it.
fn encryption(url: &Url) -> Option<Encryption> {
    let mut query = url.query_pairs();
    let is_required = query.any(|(name, value)| name == "tls" && value == "required");
    match url.scheme() {
        "smtps" => Some(Encryption::Wrapper),
        _ => is_required.then_some(Encryption::StartTls),
    }
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
    fn certificates_to_trust_need_a_server_with_tls() {
        for (url, is_good) in [
            ("smtps://mail.example", true),
            ("smtp://mail.example?tls=required", true),
            ("smtp://127.0.0.1", false),
            ("", false),
        ] {
            let settings = [
                ("SMTP_URL", url),
                ("MAIL_FROM", "noreply@films.example"),
                ("SMTP_CA_FILE", "ca.pem"),
            ];
            let problems = Config::from_pairs(&settings).err().unwrap_or_default();
            assert_eq!(
                !problems.contains("SMTP_CA_FILE: requires"),
                is_good,
                "{url}: {problems}"
            );
        }
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
