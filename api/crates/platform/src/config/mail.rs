//! Settings of mail.

use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use reqwest::Url;
use secrecy::SecretString;
use yingku_base::address::is_local_host;

use super::source::Source;

/// The SMTP server.
#[derive(Debug, Clone)]
pub struct MailConfig {
    /// Its address; it may hold a password.
    pub url: SecretString,
    /// The sender.
    pub from: Mailbox,
}

impl MailConfig {
    /// `None` without `SMTP_URL`: the site sends no mail.
    pub(super) fn read(source: &mut Source) -> Option<Self> {
        let url = source.optional("SMTP_URL")?;
        let understood = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url).is_ok();
        match Url::parse(&url) {
            Ok(parsed) if understood => {
                if !is_encrypted(&parsed) && !is_local_server(&parsed) {
                    let cure = "use smtps://, or add ?tls=required";
                    source.needs_secure_network("SMTP_URL", "is not encrypted", cure);
                }
            }
            _ => source.problem(
                "SMTP_URL",
                "must be smtps://user:password@host, or smtp://user:password@host?tls=required",
            ),
        }
        let from = source.text("MAIL_FROM").parse();
        if from.is_err() {
            source.problem(
                "MAIL_FROM",
                "must be the address that mail comes from, such as noreply@films.example, when SMTP_URL is set",
            );
        }
        Some(Self {
            url: SecretString::from(url),
            from: from.ok()?,
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
