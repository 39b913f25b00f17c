//! Settings of payment: the mode, where we are, and the merchant's papers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use super::HttpConfig;
use super::source::Source;

/// Who takes the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayMode {
    /// A provider of our own, which moves no money.
    Sandbox,
    /// Alipay and WeChat Pay.
    Live,
    /// Nobody: orders cannot be paid.
    Off,
}

impl PayMode {
    /// The word that is kept with what was ordered, paid and given: `sandbox`, or `live` for real money.
    pub const fn kept(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Live | Self::Off => LIVE,
        }
    }
}

/// The word of real money, and of everything that was not bought.
pub const LIVE: &str = "live";

/// Payment.
#[derive(Debug, Clone)]
pub struct PayConfig {
    /// Who takes the money.
    pub mode: PayMode,
    /// Where people open the site; no slash at its end.
    pub public_url: String,
    /// Where this process reaches itself.
    pub own_url: String,
    /// How long a provider may take.
    pub timeout: Duration,
    /// Orders a member may make a minute, and questions about orders that are put to a provider.
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
    /// The APIv3 key.
    pub api_key_file: PathBuf,
    /// The API.
    pub base: String,
}

pub(super) fn pay(source: &mut Source, production: bool, http: &HttpConfig) -> PayConfig {
    let mode = match source
        .choice("PAY_MODE", &["sandbox", "live", "off"])
        .as_str()
    {
        "live" => PayMode::Live,
        "off" => PayMode::Off,
        _ => PayMode::Sandbox,
    };
    let own_url = format!("http://{}", reachable(http.bind));
    let public_url = public_url(source, mode, &own_url);
    let named = source.choice("SANDBOX_IN_PUBLIC", &["off", "on"]) == "on";
    if mode == PayMode::Sandbox {
        keep_in(source, production, named, &public_signs(http, &public_url));
    }
    let live = mode == PayMode::Live;
    let config = PayConfig {
        mode,
        public_url,
        own_url,
        timeout: Duration::from_millis(source.number("PAY_TIMEOUT_MS", 10, 60_000)),
        sandbox_dir: source.text("SANDBOX_DIR").into(),
        orders_per_minute: source.number("ORDERS_PER_MINUTE", 1, 1_000_000),
        alipay: live.then(|| alipay(source)).flatten(),
        weixin: live.then(|| weixin(source)).flatten(),
    };
    if live && config.alipay.is_none() && config.weixin.is_none() {
        let what = "live needs ALIPAY_APP_ID or WEIXIN_APP_ID, with what belongs to it";
        source.problem("PAY_MODE", what.to_owned());
    }
    config
}

/// What tells that others reach the service.
fn public_signs(http: &HttpConfig, public_url: &str) -> Vec<&'static str> {
    let signs = [
        (!http.trusted_proxies.is_empty(), "TRUSTED_PROXIES is set"),
        (
            public_url.starts_with("https://"),
            "PUBLIC_URL is an https address",
        ),
        (
            !http.bind.ip().is_loopback(),
            "BIND is not an address of this machine alone",
        ),
    ];
    let seen = signs.into_iter().filter(|(is_so, _)| *is_so);
    seen.map(|(_, sign)| sign).collect()
}

/// The sandbox gives everything away, so only whoever tries it out may reach it.
fn keep_in(source: &mut Source, production: bool, named: bool, signs: &[&str]) {
    let what = if production {
        "the sandbox gives everything away; production needs live or off".to_owned()
    } else if signs.is_empty() || named {
        return;
    } else {
        format!(
            "the sandbox gives everything away, and others reach this service ({}): set live or off, or SANDBOX_IN_PUBLIC=on to give away all the same",
            signs.join(", ")
        )
    };
    source.problem("PAY_MODE", what);
}

/// An address that listens everywhere is reached on this machine.
fn reachable(bind: SocketAddr) -> SocketAddr {
    let ip = match bind.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bind.port())
}

fn public_url(source: &mut Source, mode: PayMode, own_url: &str) -> String {
    let given = source.text("PUBLIC_URL");
    let url = if given.is_empty() { own_url } else { &given };
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
    let app_id = source.text("ALIPAY_APP_ID");
    if app_id.is_empty() {
        return None;
    }
    Some(AlipayConfig {
        app_id,
        seller_id: needed(source, "ALIPAY_SELLER_ID"),
        private_key_file: needed(source, "ALIPAY_PRIVATE_KEY_FILE").into(),
        public_key_file: needed(source, "ALIPAY_PUBLIC_KEY_FILE").into(),
        gateway: secure(source, "ALIPAY_GATEWAY"),
    })
}

fn weixin(source: &mut Source) -> Option<WeixinConfig> {
    let app_id = source.text("WEIXIN_APP_ID");
    if app_id.is_empty() {
        return None;
    }
    Some(WeixinConfig {
        app_id,
        mch_id: needed(source, "WEIXIN_MCH_ID"),
        cert_serial: needed(source, "WEIXIN_CERT_SERIAL"),
        private_key_file: needed(source, "WEIXIN_PRIVATE_KEY_FILE").into(),
        public_key_id: needed(source, "WEIXIN_PUBLIC_KEY_ID"),
        public_key_file: needed(source, "WEIXIN_PUBLIC_KEY_FILE").into(),
        api_key_file: needed(source, "WEIXIN_API_KEY_FILE").into(),
        base: secure(source, "WEIXIN_BASE"),
    })
}

fn needed(source: &mut Source, name: &str) -> String {
    let text = source.text(name);
    if text.is_empty() {
        source.problem(name, "must be set for this provider".to_owned());
    }
    text
}

fn secure(source: &mut Source, name: &str) -> String {
    let text = source.text(name);
    if !text.starts_with("https://") {
        source.problem(
            name,
            "must be an address that begins with https://".to_owned(),
        );
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
    fn the_sandbox_is_the_default_and_reaches_itself() {
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
    fn live_needs_a_whole_merchant_and_no_plain_text() {
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
