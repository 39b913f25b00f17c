//! The configured providers: the real ones with the merchant's keys, or the sandbox through the same adapters.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use yingku_base::clock::Clock;
use yingku_http_kit::BASE;
use yingku_platform::config::{AlipayConfig, PayConfig, PayMode, WeixinConfig};

use super::alipay::{self, Alipay};
use super::gateway::{PayChannel, PaymentGateway};
use super::http::HttpClient;
use super::signature::{PrivateKey, PublicKey};
use super::simulated::{ALIPAY_GATEWAY, SimulatedProviders, WEIXIN_API};
use super::weixin::wire::{ProviderKey, ResourceKey};
use super::weixin::{self, Weixin};

/// Path of Alipay's notifications, below the base path.
pub const ALIPAY_NOTIFY: &str = "/v2/pay/notify/alipay";
/// Path of WeChat's notifications, below the base path.
pub const WEIXIN_NOTIFY: &str = "/v2/pay/notify/weixin";

/// The providers.
pub(super) struct Providers {
    alipay: Option<Arc<dyn PaymentGateway>>,
    weixin: Option<Arc<dyn PaymentGateway>>,
    /// The sandbox behind both, in sandbox mode.
    pub(super) sandbox: Option<Arc<dyn SimulatedProviders>>,
}

impl Providers {
    /// Reads every key; `sandbox` is for sandbox mode.
    pub(super) fn open(
        config: &PayConfig,
        clock: &Arc<dyn Clock>,
        sandbox: Option<Arc<dyn SimulatedProviders>>,
    ) -> anyhow::Result<Self> {
        match config.mode {
            PayMode::Off => Ok(Self {
                alipay: None,
                weixin: None,
                sandbox: None,
            }),
            PayMode::Live => Self::live(config, clock),
            PayMode::Sandbox => {
                let sandbox = sandbox.context("PAY_MODE=sandbox without the sandbox")?;
                Self::simulated(config, clock, sandbox)
            }
        }
    }

    pub(super) fn gateway(&self, channel: PayChannel) -> Option<Arc<dyn PaymentGateway>> {
        match channel {
            PayChannel::Alipay => self.alipay.clone(),
            PayChannel::Weixin => self.weixin.clone(),
        }
    }

    fn live(config: &PayConfig, clock: &Arc<dyn Clock>) -> anyhow::Result<Self> {
        let http = HttpClient::new(config.timeout, true);
        let alipay = config.alipay.as_ref().map(|own| {
            let merchant = alipay_merchant(own)?;
            let addresses =
                alipay_addresses(config, &own.gateway, &own.gateway, &config.public_url);
            Ok::<_, anyhow::Error>(Alipay {
                merchant,
                addresses,
                http: http.clone(),
                clock: Arc::clone(clock),
            })
        });
        let weixin = config.weixin.as_ref().map(|own| {
            let merchant = weixin_merchant(own)?;
            let addresses = weixin_addresses(config, &own.base, &config.public_url);
            Ok::<_, anyhow::Error>(Weixin {
                merchant,
                addresses,
                http: http.clone(),
                clock: Arc::clone(clock),
            })
        });
        Ok(Self {
            alipay: alipay.transpose()?.map(shared),
            weixin: weixin.transpose()?.map(shared),
            sandbox: None,
        })
    }

    fn simulated(
        config: &PayConfig,
        clock: &Arc<dyn Clock>,
        sandbox: Arc<dyn SimulatedProviders>,
    ) -> anyhow::Result<Self> {
        let http = HttpClient::new(config.timeout, false);
        let (own, public) = (&config.own_url, &config.public_url);
        let gateway = |base: &str| format!("{base}{ALIPAY_GATEWAY}");
        let alipay = Alipay {
            merchant: sandbox.alipay_merchant()?,
            addresses: alipay_addresses(config, &gateway(own), &gateway(public), own),
            http: http.clone(),
            clock: Arc::clone(clock),
        };
        let weixin = Weixin {
            merchant: sandbox.weixin_merchant()?,
            addresses: weixin_addresses(config, &format!("{own}{WEIXIN_API}"), own),
            http,
            clock: Arc::clone(clock),
        };
        Ok(Self {
            alipay: Some(shared(alipay)),
            weixin: Some(shared(weixin)),
            sandbox: Some(sandbox),
        })
    }
}

fn shared(gateway: impl PaymentGateway + 'static) -> Arc<dyn PaymentGateway> {
    Arc::new(gateway)
}

/// `gateway` is for our requests, `checkout_page` for the payer's browser; notifications come to `us`.
fn alipay_addresses(
    config: &PayConfig,
    gateway: &str,
    checkout_page: &str,
    us: &str,
) -> alipay::Addresses {
    alipay::Addresses {
        gateway: gateway.to_owned(),
        checkout_page: checkout_page.to_owned(),
        notify: format!("{us}{BASE}{ALIPAY_NOTIFY}"),
        back: format!("{}/orders", config.public_url),
        quit: format!("{}/pay", config.public_url),
    }
}

fn weixin_addresses(config: &PayConfig, base: &str, us: &str) -> weixin::Addresses {
    weixin::Addresses {
        base: base.to_owned(),
        notify: format!("{us}{BASE}{WEIXIN_NOTIFY}"),
        back: format!("{}/orders", config.public_url),
    }
}

fn alipay_merchant(config: &AlipayConfig) -> anyhow::Result<alipay::Merchant> {
    Ok(alipay::Merchant {
        app_id: config.app_id.clone(),
        seller_id: config.seller_id.clone(),
        key: private_key(&config.private_key_file)?,
        provider: providers_key(&config.public_key_file, &config.private_key_file)?,
    })
}

/// Whether each key file of the merchants can be used, with the name of its setting.
pub fn check_keys(config: &PayConfig) -> Vec<(&'static str, anyhow::Result<()>)> {
    let mut checked = Vec::new();
    if let Some(own) = &config.alipay {
        let (private, public) = (&own.private_key_file, &own.public_key_file);
        checked.push(("ALIPAY_PRIVATE_KEY_FILE", private_key(private).map(drop)));
        let others = providers_key(public, private);
        checked.push(("ALIPAY_PUBLIC_KEY_FILE", others.map(drop)));
    }
    if let Some(own) = &config.weixin {
        let (private, public) = (&own.private_key_file, &own.public_key_file);
        checked.push(("WEIXIN_PRIVATE_KEY_FILE", private_key(private).map(drop)));
        let others = providers_key(public, private);
        checked.push(("WEIXIN_PUBLIC_KEY_FILE", others.map(drop)));
        if let Some((_, file)) = own.previous_key() {
            let others = providers_key(file, private);
            checked.push(("WEIXIN_PREVIOUS_KEY_FILE", others.map(drop)));
        }
        let api_key = resource_key(&own.api_key_file).map(drop);
        checked.push(("WEIXIN_API_KEY_FILE", api_key));
    }
    checked
}

fn weixin_merchant(config: &WeixinConfig) -> anyhow::Result<weixin::Merchant> {
    let own = &config.private_key_file;
    let mut provider_keys = vec![ProviderKey {
        id: config.public_key_id.clone(),
        key: providers_key(&config.public_key_file, own)?,
    }];
    if let Some((id, file)) = config.previous_key() {
        provider_keys.push(ProviderKey {
            id: id.to_owned(),
            key: providers_key(file, own)?,
        });
    }
    Ok(weixin::Merchant {
        app_id: config.app_id.clone(),
        mch_id: config.mch_id.clone(),
        serial: config.cert_serial.clone(),
        key: private_key(own)?,
        api_key: resource_key(&config.api_key_file)?,
        provider_keys,
    })
}

fn private_key(file: &Path) -> anyhow::Result<PrivateKey> {
    PrivateKey::parse(&text(file)?).with_context(|| format!("reading {}", file.display()))
}

/// The provider's public key. Rejects the merchant's own, shown next to it in the provider's console: no notification
/// would verify.
fn providers_key(file: &Path, own: &Path) -> anyhow::Result<PublicKey> {
    let key = public_key(file)?;
    let is_own = private_key(own).is_ok_and(|own| key.belongs_to(&own));
    anyhow::ensure!(
        !is_own,
        "{} holds your own public key: the provider's is needed",
        file.display()
    );
    Ok(key)
}

fn public_key(file: &Path) -> anyhow::Result<PublicKey> {
    PublicKey::parse(&text(file)?).with_context(|| format!("reading {}", file.display()))
}

fn resource_key(file: &Path) -> anyhow::Result<ResourceKey> {
    ResourceKey::new(text(file)?.trim().as_bytes())
        .with_context(|| format!("{} does not hold 32 characters", file.display()))
}

fn text(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))
}
