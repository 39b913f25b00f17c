//! Settings of what operators are told.

use lettre::Address;
use reqwest::Url;
use secrecy::{ExposeSecret as _, SecretString};
use yingku_base::address::is_local_host;

use super::declare::settings;
use super::rule::{choice, list, optional, parsed_by, secret};
use super::source::Source;

/// Shortest secret of the webhook.
const MIN_SECRET: usize = 16;

settings! {
    /// What operators are told, as it is set.
    pub(super) struct NotifySettings {
        /// Addresses that get mail about what waits for operators, separated by commas: urgent matters at once, a digest
        /// each day; empty = none
        "接收提醒邮件的地址，用逗号分隔：紧急的立即发，每天一封汇总；空 = 不发"
        NOTIFY_MAIL = "" => mail: Vec<String>, list();
        /// Address that gets the same as a signed POST in JSON; empty = none
        "以签名的 JSON POST 接收同样提醒的地址（webhook）；空 = 不发"
        WEBHOOK_URL = "" => webhook: Option<Url>, optional(parsed_by(webhook_url)), Address;
        /// Secret of the webhook's signature, at least 16 characters
        "webhook 签名的密钥，至少 16 个字符"
        WEBHOOK_SECRET = "" => webhook_secret: SecretString, secret(), Hidden;
        /// allow = WEBHOOK_URL may be on this machine or a private network
        "allow 允许 WEBHOOK_URL 指向本机或内网"
        WEBHOOK_PRIVATE = "deny" => webhook_private: bool, choice(&[("deny", false), ("allow", true)]);
    }
}

/// What operators are told.
#[derive(Debug, Clone)]
pub struct NotifyConfig {
    /// Addresses that get mail.
    pub mail: Vec<String>,
    /// The webhook.
    pub webhook: Option<WebhookConfig>,
}

/// A webhook.
#[derive(Debug, Clone)]
pub struct WebhookConfig {
    /// Its address.
    pub url: String,
    /// The secret that signs.
    pub secret: SecretString,
    /// Whether it may be on this machine or a private network.
    pub allows_private: bool,
}

impl NotifyConfig {
    /// Whether operators are told anything.
    pub fn is_on(&self) -> bool {
        !self.mail.is_empty() || self.webhook.is_some()
    }
}

impl NotifySettings {
    /// Checks it; `has_mail` if the site can send mail.
    pub(super) fn check(self, source: &mut Source, has_mail: bool) -> NotifyConfig {
        if !self.mail.is_empty() && !has_mail {
            source.problem("NOTIFY_MAIL", "needs SMTP_URL");
        }
        if !self.mail.iter().all(|to| to.parse::<Address>().is_ok()) {
            source.problem("NOTIFY_MAIL", "must be addresses, such as me@films.example");
        }
        if let Some(url) = &self.webhook {
            let host = url.host_str().unwrap_or_default();
            if url.scheme() == "http" && !is_local_host(host.trim_matches(['[', ']'])) {
                let cure = "use an https:// address";
                source.needs_secure_network("WEBHOOK_URL", "is not encrypted", cure);
            }
            if self.webhook_secret.expose_secret().len() < MIN_SECRET {
                let what = "must have at least 16 characters when WEBHOOK_URL is set";
                source.problem("WEBHOOK_SECRET", what);
            }
        }
        let webhook = self.webhook.map(|url| WebhookConfig {
            url: url.into(),
            secret: self.webhook_secret,
            allows_private: self.webhook_private,
        });
        NotifyConfig {
            mail: self.mail,
            webhook,
        }
    }
}

fn webhook_url(text: &str) -> Result<Url, &'static str> {
    let wrong = "must be an address that begins with https:// or http://";
    let url = Url::parse(text).map_err(|_| wrong)?;
    let is_web = ["https", "http"].contains(&url.scheme()) && url.has_host();
    is_web.then_some(url).ok_or(wrong)
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    const SECRET: (&str, &str) = ("WEBHOOK_SECRET", "0123456789abcdef");

    fn problems(settings: &[(&str, &str)]) -> String {
        Config::from_pairs(settings).err().unwrap_or_default()
    }

    #[test]
    fn a_webhook_is_encrypted_or_local_and_has_a_secret() {
        for good in [
            "https://hooks.example/a?token=b",
            "http://127.0.0.1:9000/",
            "http://[::1]/",
        ] {
            assert_eq!(problems(&[("WEBHOOK_URL", good), SECRET]), "", "{good}");
        }
        for bad in ["hooks.example", "ftp://hooks.example/", "http://"] {
            let seen = problems(&[("WEBHOOK_URL", bad), SECRET]);
            assert!(seen.contains("WEBHOOK_URL: must be"), "{bad}: {seen}");
        }
        let plain = problems(&[("WEBHOOK_URL", "http://hooks.example/"), SECRET]);
        assert!(plain.contains("is not encrypted"), "{plain}");
        let bare = problems(&[("WEBHOOK_URL", "https://hooks.example/")]);
        assert!(bare.contains("WEBHOOK_SECRET"), "{bare}");
    }

    #[test]
    fn mail_to_operators_needs_a_server_and_addresses() {
        let server = [
            ("SMTP_URL", "smtp://127.0.0.1"),
            ("MAIL_FROM", "a@films.example"),
        ];
        let to = |address| ("NOTIFY_MAIL", address);
        let all = |last| [server[0], server[1], last];
        assert_eq!(problems(&all(to("me@films.example,you@films.example"))), "");
        assert!(problems(&all(to("me"))).contains("NOTIFY_MAIL: must be"));
        assert!(problems(&[to("me@films.example")]).contains("needs SMTP_URL"));
    }
}
