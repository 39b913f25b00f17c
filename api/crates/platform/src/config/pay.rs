//! Settings of payment: the public address and the mode.

use std::path::PathBuf;
use std::time::Duration;

use yingku_base::string_enum;

use super::callers::NetworkConfig;
use super::declare::settings;
use super::merchants::{AlipayConfig, WeixinConfig};
use super::rule::{choice, milliseconds, on_off, path, rate, text};
use super::service::ServiceConfig;
use super::source::Source;

/// Who takes the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayMode {
    /// A simulated provider; no real money.
    Sandbox,
    /// Alipay and WeChat Pay.
    Live,
    /// Nobody: orders cannot be paid.
    Off,
}

impl PayMode {
    /// What is stored with orders, payments and grants.
    pub const fn stored(self) -> OrderMode {
        match self {
            Self::Sandbox => OrderMode::Sandbox,
            Self::Live | Self::Off => OrderMode::Live,
        }
    }
}

string_enum! {
    /// The money of an order.
    pub enum OrderMode {
        /// Real money, and everything that was not bought.
        Live = "live",
        /// The sandbox's.
        Sandbox = "sandbox",
    }
}

const MODES: [(&str, PayMode); 3] = [
    ("sandbox", PayMode::Sandbox),
    ("live", PayMode::Live),
    ("off", PayMode::Off),
];

settings! {
    /// Payment.
    pub struct PayConfig {
        /// Public address of the site, for payment providers and links; empty = http://BIND
        "人们打开网站的地址，用于支付通知和链接；留空为 http://BIND"
        PUBLIC_URL = "" => public_url: String, text();
        /// sandbox (a simulated provider; rejected in production and on a public service), live (the keys below) or off
        "sandbox（模拟支付，正式环境会拒绝）、live（使用下面的密钥）或 off"
        PAY_MODE = "sandbox" => mode: PayMode, choice(&MODES);
        /// on = run the sandbox on a public service, where it gives VIP to anyone: one with TRUSTED_PROXIES, an https
        /// PUBLIC_URL or a BIND that is not loopback; production still rejects it
        "on 允许对外开放模拟支付（任何人都能免费获得）；正式环境始终拒绝"
        SANDBOX_IN_PUBLIC = "off" => sandbox_in_public: bool, on_off();
        /// Orders per minute for each member, and status queries to a payment provider
        "每位会员每分钟可下的订单数，以及可向支付平台查询的次数"
        ORDERS_PER_MINUTE = "6" => orders_per_minute: u32, rate();
        /// Timeout of requests to a payment provider
        "等待支付平台回应的上限（毫秒）"
        PAY_TIMEOUT_MS = "5000" => timeout: Duration, milliseconds(10, 60_000);
        /// Folder of the sandbox's keys; created when missing
        "模拟支付的密钥文件夹；缺失时自动生成"
        SANDBOX_DIR = "data/sandbox" => sandbox_dir: PathBuf, path();
    } and {
        /// URL at which this process reaches itself.
        own_url: String = String::new();
        /// The merchant at Alipay; live mode only.
        alipay: Option<AlipayConfig> = None;
        /// The merchant at WeChat Pay; live mode only.
        weixin: Option<WeixinConfig> = None;
    }
}

impl PayConfig {
    /// Checks it and adds what other settings say.
    pub(super) fn complete(
        &mut self,
        source: &mut Source,
        service: &ServiceConfig,
        network: &NetworkConfig,
        merchants: (AlipayConfig, WeixinConfig),
    ) {
        self.own_url = format!("http://{}", service.local_address());
        let url = match &*self.public_url {
            "" => self.own_url.as_str(),
            url => url,
        };
        self.public_url = url.trim_end_matches('/').to_owned();
        self.check_public_url(source);
        match self.mode {
            PayMode::Sandbox => self.check_sandbox(source, service, network),
            PayMode::Live => self.add_merchants(source, merchants),
            PayMode::Off => {}
        }
    }

    fn check_public_url(&self, source: &mut Source) {
        let schemes = match self.mode {
            PayMode::Live => &["https://"][..],
            _ => &["https://", "http://"],
        };
        let url = &self.public_url;
        let host = schemes.iter().find_map(|scheme| url.strip_prefix(scheme));
        let plain =
            |host: &str| !host.is_empty() && !host.contains(['?', '#', '@', ' ', '"', '<', '\\']);
        if !host.is_some_and(plain) {
            let schemes = schemes.join(" or ");
            let what = format!("must be an address that begins with {schemes}");
            source.problem("PUBLIC_URL", what);
        }
    }

    fn add_merchants(&mut self, source: &mut Source, merchants: (AlipayConfig, WeixinConfig)) {
        self.alipay = merchants.0.check(source);
        self.weixin = merchants.1.check(source);
        if self.alipay.is_none() && self.weixin.is_none() {
            let what = "live needs ALIPAY_APP_ID or WEIXIN_APP_ID and the settings that go with it";
            source.problem("PAY_MODE", what);
        }
    }

    /// Rejects the sandbox on a public service, since it gives VIP to anyone.
    fn check_sandbox(&self, source: &mut Source, service: &ServiceConfig, network: &NetworkConfig) {
        let signs = [
            (
                !network.trusted_proxies.is_empty(),
                "TRUSTED_PROXIES is set",
            ),
            (
                self.public_url.starts_with("https://"),
                "PUBLIC_URL is an https address",
            ),
            (!service.bind.ip().is_loopback(), "BIND is not loopback"),
        ];
        let signs: Vec<_> = signs
            .iter()
            .filter(|(is_so, _)| *is_so)
            .map(|(_, sign)| *sign)
            .collect();
        if service.production {
            let what = "the sandbox gives VIP to anyone; production needs live or off";
            source.problem("PAY_MODE", what);
        } else if !signs.is_empty() && !self.sandbox_in_public {
            let what = format!(
                "the sandbox gives VIP to anyone, and this service is public ({}): set live or off, or SANDBOX_IN_PUBLIC=on",
                signs.join(", ")
            );
            source.problem("PAY_MODE", what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PayMode;
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
