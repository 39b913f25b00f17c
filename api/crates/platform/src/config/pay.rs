//! Settings of payment: the mode, the public address and the merchant's credentials.

use std::path::PathBuf;
use std::time::Duration;

use super::HttpConfig;
use super::source::Source;

/// Who takes the money.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PayMode {
    /// A simulated provider; no real money.
    #[default]
    Sandbox,
    /// Alipay and WeChat Pay.
    Live,
    /// Nobody: orders cannot be paid.
    Off,
}

impl PayMode {
    /// The value stored with orders, payments and grants: `sandbox`, or `live` for real money.
    pub const fn stored(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Live | Self::Off => LIVE,
        }
    }
}

/// The stored value for real money, and for everything that was not bought.
pub const LIVE: &str = "live";

/// Payment.
#[derive(Debug, Clone)]
pub struct PayConfig {
    /// Who takes the money.
    pub mode: PayMode,
    /// Public address of the site, without a trailing slash.
    pub public_url: String,
    /// URL at which this process reaches itself.
    pub own_url: String,
    /// Timeout of requests to a provider.
    pub timeout: Duration,
    /// Orders per minute for each member, and status queries to a provider.
    pub orders_per_minute: u32,
    /// Folder of the sandbox's keys.
    pub sandbox_dir: PathBuf,
    /// The merchant at Alipay; live mode only.
    pub alipay: Option<AlipayConfig>,
    /// The merchant at WeChat Pay; live mode only.
    pub weixin: Option<WeixinConfig>,
}

/// The merchant at Alipay.
#[derive(Debug, Clone)]
pub struct AlipayConfig {
    /// Id of the application.
    pub app_id: String,
    /// Id of the seller.
    pub seller_id: String,
    /// Our private key.
    pub private_key_file: PathBuf,
    /// Alipay's public key.
    pub public_key_file: PathBuf,
    /// The gateway.
    pub gateway: String,
}

/// A key of WeChat Pay that is being replaced: the platform certificate's, or a former public key.
#[derive(Debug, Clone)]
pub struct PreviousKey {
    /// The certificate's serial number, or the key's id.
    pub id: String,
    /// File of the public key, PEM.
    pub file: PathBuf,
}

/// The merchant at WeChat Pay.
#[derive(Debug, Clone)]
pub struct WeixinConfig {
    /// Id of the application.
    pub app_id: String,
    /// Id of the merchant.
    pub mch_id: String,
    /// Serial number of our certificate.
    pub cert_serial: String,
    /// Our private key.
    pub private_key_file: PathBuf,
    /// Id of WeChat's public key.
    pub public_key_id: String,
    /// WeChat's public key.
    pub public_key_file: PathBuf,
    /// Another key of WeChat Pay that is accepted too.
    pub previous_key: Option<PreviousKey>,
    /// The APIv3 key.
    pub api_key_file: PathBuf,
    /// The API.
    pub base: String,
}

impl PayConfig {
    pub(super) fn read(source: &mut Source, production: bool, http: &HttpConfig) -> Self {
        let modes = [
            ("sandbox", PayMode::Sandbox),
            ("live", PayMode::Live),
            ("off", PayMode::Off),
        ];
        let mode = source.one_of("PAY_MODE", &modes);
        let own_url = format!("http://{}", http.local_address());
        let public_url = public_url(source, mode, &own_url);
        let allowed = source.is_on("SANDBOX_IN_PUBLIC");
        if mode == PayMode::Sandbox {
            reject_public_sandbox(
                source,
                production,
                allowed,
                &public_signs(http, &public_url),
            );
        }
        let live = mode == PayMode::Live;
        let config = Self {
            mode,
            public_url,
            own_url,
            timeout: source.milliseconds("PAY_TIMEOUT_MS", 10, 60_000),
            sandbox_dir: source.text("SANDBOX_DIR").into(),
            orders_per_minute: source.number("ORDERS_PER_MINUTE", 1, 1_000_000),
            alipay: live.then(|| alipay(source)).flatten(),
            weixin: live.then(|| weixin(source)).flatten(),
        };
        if live && config.alipay.is_none() && config.weixin.is_none() {
            let what = "live needs ALIPAY_APP_ID or WEIXIN_APP_ID and the settings that go with it";
            source.problem("PAY_MODE", what);
        }
        config
    }
}

/// The settings that indicate a public service.
fn public_signs(http: &HttpConfig, public_url: &str) -> Vec<&'static str> {
    let signs = [
        (!http.trusted_proxies.is_empty(), "TRUSTED_PROXIES is set"),
        (
            public_url.starts_with("https://"),
            "PUBLIC_URL is an https address",
        ),
        (!http.bind.ip().is_loopback(), "BIND is not loopback"),
    ];
    let seen = signs.into_iter().filter(|(is_so, _)| *is_so);
    seen.map(|(_, sign)| sign).collect()
}

/// Rejects the sandbox on a public service, since it gives VIP to anyone.
fn reject_public_sandbox(source: &mut Source, production: bool, allowed: bool, signs: &[&str]) {
    if production {
        let what = "the sandbox gives VIP to anyone; production needs live or off";
        source.problem("PAY_MODE", what);
    } else if !signs.is_empty() && !allowed {
        let what = format!(
            "the sandbox gives VIP to anyone, and this service is public ({}): set live or off, or SANDBOX_IN_PUBLIC=on",
            signs.join(", ")
        );
        source.problem("PAY_MODE", what);
    }
}

fn public_url(source: &mut Source, mode: PayMode, own_url: &str) -> String {
    let given = source.optional("PUBLIC_URL");
    let url = given.as_deref().unwrap_or(own_url);
    let url = url.trim_end_matches('/').to_owned();
    let scheme = if mode == PayMode::Live {
        &["https://"][..]
    } else {
        &["https://", "http://"]
    };
    let host = scheme.iter().find_map(|scheme| url.strip_prefix(scheme));
    let plain =
        |host: &str| !host.is_empty() && !host.contains(['?', '#', '@', ' ', '"', '<', '\\']);
    if !host.is_some_and(plain) {
        let what = format!(
            "must be an address that begins with {}",
            scheme.join(" or ")
        );
        source.problem("PUBLIC_URL", what);
    }
    url
}

fn alipay(source: &mut Source) -> Option<AlipayConfig> {
    Some(AlipayConfig {
        app_id: source.optional("ALIPAY_APP_ID")?,
        seller_id: needed(source, "ALIPAY_SELLER_ID"),
        private_key_file: needed(source, "ALIPAY_PRIVATE_KEY_FILE").into(),
        public_key_file: needed(source, "ALIPAY_PUBLIC_KEY_FILE").into(),
        gateway: secure(source, "ALIPAY_GATEWAY"),
    })
}

fn weixin(source: &mut Source) -> Option<WeixinConfig> {
    Some(WeixinConfig {
        app_id: source.optional("WEIXIN_APP_ID")?,
        mch_id: needed(source, "WEIXIN_MCH_ID"),
        cert_serial: serial(source, "WEIXIN_CERT_SERIAL"),
        private_key_file: needed(source, "WEIXIN_PRIVATE_KEY_FILE").into(),
        public_key_id: needed(source, "WEIXIN_PUBLIC_KEY_ID"),
        public_key_file: needed(source, "WEIXIN_PUBLIC_KEY_FILE").into(),
        previous_key: previous_key(source),
        api_key_file: needed(source, "WEIXIN_API_KEY_FILE").into(),
        base: secure(source, "WEIXIN_BASE"),
    })
}

fn previous_key(source: &mut Source) -> Option<PreviousKey> {
    let id = source.optional("WEIXIN_PREVIOUS_KEY_ID");
    let file = source.optional("WEIXIN_PREVIOUS_KEY_FILE");
    match (id, file) {
        (Some(id), Some(file)) => Some(PreviousKey {
            id,
            file: file.into(),
        }),
        (Some(_), None) => {
            source.problem(
                "WEIXIN_PREVIOUS_KEY_FILE",
                "must be set with WEIXIN_PREVIOUS_KEY_ID",
            );
            None
        }
        (None, Some(_)) => {
            source.problem(
                "WEIXIN_PREVIOUS_KEY_ID",
                "must be set with WEIXIN_PREVIOUS_KEY_FILE",
            );
            None
        }
        (None, None) => None,
    }
}

/// The serial number of a certificate, in hexadecimal.
fn serial(source: &mut Source, name: &str) -> String {
    let text = needed(source, name);
    let is_serial =
        (8..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !text.is_empty() && !is_serial {
        source.problem(
            name,
            "is 8 to 40 hexadecimal digits, as the provider's console shows them",
        );
    }
    text
}

fn needed(source: &mut Source, name: &str) -> String {
    let text = source.text(name);
    if text.is_empty() {
        source.problem(name, "must be set for this provider");
    }
    text
}

fn secure(source: &mut Source, name: &str) -> String {
    let text = source.text(name);
    if !text.starts_with("https://") {
        source.problem(name, "must be an address that begins with https://");
    }
    text.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn problems(pairs: &[(&str, &str)]) -> String {
        Config::from_pairs(pairs).unwrap_err()
    }

    #[test]
    fn the_sandbox_is_the_default_and_calls_this_service() {
        let pay = Config::from_pairs(&[("BIND", "127.0.0.1:8123")])
            .unwrap()
            .pay;
        assert_eq!(pay.mode, PayMode::Sandbox);
        assert_eq!(pay.own_url, "http://127.0.0.1:8123");
        assert_eq!(pay.public_url, pay.own_url);
        let named = [
            ("PUBLIC_URL", "https://films.example/"),
            ("BIND", "0.0.0.0:8123"),
            ("PAY_MODE", "off"),
        ];
        let pay = Config::from_pairs(&named).unwrap().pay;
        assert_eq!(pay.public_url, "https://films.example");
        assert_eq!(pay.own_url, "http://127.0.0.1:8123");
    }

    #[test]
    fn live_needs_complete_merchant_settings_and_https() {
        let none = problems(&[
            ("PAY_MODE", "live"),
            ("PUBLIC_URL", "https://films.example"),
        ]);
        assert!(none.contains("ALIPAY_APP_ID"), "{none}");
        let half = problems(&[
            ("PAY_MODE", "live"),
            ("PUBLIC_URL", "http://films.example"),
            ("ALIPAY_APP_ID", "2021"),
            ("ALIPAY_GATEWAY", "http://openapi.alipay.com/gateway.do"),
            ("WEIXIN_APP_ID", "wx1"),
            ("WEIXIN_BASE", "ftp://api"),
        ]);
        for name in [
            "PUBLIC_URL",
            "ALIPAY_SELLER_ID",
            "ALIPAY_PRIVATE_KEY_FILE",
            "ALIPAY_PUBLIC_KEY_FILE",
            "ALIPAY_GATEWAY",
            "WEIXIN_MCH_ID",
            "WEIXIN_CERT_SERIAL",
            "WEIXIN_PRIVATE_KEY_FILE",
            "WEIXIN_PUBLIC_KEY_ID",
            "WEIXIN_PUBLIC_KEY_FILE",
            "WEIXIN_API_KEY_FILE",
            "WEIXIN_BASE",
        ] {
            assert!(half.contains(name), "{name} in {half}");
        }
        let odd = problems(&[
            ("PAY_MODE", "live"),
            ("WEIXIN_APP_ID", "wx1"),
            ("WEIXIN_CERT_SERIAL", "zzz"),
            ("WEIXIN_PREVIOUS_KEY_ID", "PUB_KEY_ID_1"),
        ]);
        assert!(odd.contains("hexadecimal"), "{odd}");
        assert!(odd.contains("WEIXIN_PREVIOUS_KEY_FILE"), "{odd}");
        for bad in [
            "films.example",
            "ftp://films",
            "http://",
            "http://a?b",
            "http://a b",
            "http://u@a",
        ] {
            assert!(
                problems(&[("PUBLIC_URL", bad)]).contains("PUBLIC_URL"),
                "{bad}"
            );
        }
    }
}
