//! [`Sandbox`]: its keys, and the merchant that it knows.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};
use yingku_base::clock::Clock;
use yingku_commerce::pay::http::HttpClient;
use yingku_commerce::pay::signature::{PrivateKey, PublicKey};
use yingku_commerce::pay::simulated::SimulatedProviders;
use yingku_commerce::pay::weixin::wire::{ProviderKey, ResourceKey};
use yingku_commerce::pay::{alipay, weixin};
use yingku_db::{Db, DbError};
use yingku_platform::config::PayConfig;
use yingku_signer::hex;

use super::addresses::checkout_page_path;

/// The merchant's application id at both providers.
pub const APP_ID: &str = "2021000000000001";
/// The merchant's id at Alipay.
pub const SELLER_ID: &str = "2088000000000001";
/// The merchant's id at WeChat Pay.
pub const MCH_ID: &str = "1900000001";
/// Serial number of the merchant's certificate.
pub const MERCHANT_SERIAL: &str = "SANDBOXMERCHANT01";
/// Id of WeChat's public key.
pub const PROVIDER_KEY_ID: &str = "PUB_KEY_ID_SANDBOX";

/// The sandbox.
pub struct Sandbox {
    pub(super) merchant: PublicKey,
    pub(super) provider: PrivateKey,
    merchant_pem: String,
    api_key: String,
    pub(super) db: Db,
    clock: Arc<dyn Clock>,
    pub(super) http: HttpClient,
    pub(super) public_url: String,
}

impl Sandbox {
    /// Reads the keys, or creates them on the first start.
    pub fn open(config: &PayConfig, db: &Db, clock: &Arc<dyn Clock>) -> anyhow::Result<Self> {
        let merchant_pem = read_or_create(&config.sandbox_dir.join("merchant.pem"))?;
        let provider_pem = read_or_create(&config.sandbox_dir.join("provider.pem"))?;
        let api_key = Sha256::new()
            .chain_update(b"api-v3-key")
            .chain_update(&provider_pem)
            .finalize();
        // Letters and digits, as merchants choose them: SDKs take the key as text.
        let mut api_key = hex(&api_key);
        api_key.truncate(32);
        Ok(Self {
            merchant: PrivateKey::parse(&merchant_pem)?.public(),
            provider: PrivateKey::parse(&provider_pem)?,
            merchant_pem,
            api_key,
            db: db.clone(),
            clock: Arc::clone(clock),
            http: HttpClient::new(config.timeout, false),
            public_url: config.public_url.clone(),
        })
    }

    /// The APIv3 key.
    pub fn resource_key(&self) -> anyhow::Result<ResourceKey> {
        ResourceKey::new(self.api_key.as_bytes()).context("the generated APIv3 key has 32 bytes")
    }

    /// A key other than the provider's, for forged notifications.
    pub(super) fn forger_key(&self) -> anyhow::Result<PrivateKey> {
        PrivateKey::parse(&self.merchant_pem)
    }

    pub(super) fn now(&self) -> i64 {
        self.clock.now_ms().div_euclid(1000)
    }

    /// The URL of a trade's checkout page.
    pub(super) fn checkout_page_url(&self, token: &str) -> String {
        format!("{}{}", self.public_url, checkout_page_path(token))
    }
}

impl SimulatedProviders for Sandbox {
    fn alipay_merchant(&self) -> anyhow::Result<alipay::Merchant> {
        Ok(alipay::Merchant {
            app_id: APP_ID.to_owned(),
            seller_id: SELLER_ID.to_owned(),
            key: PrivateKey::parse(&self.merchant_pem)?,
            provider: self.provider.public(),
        })
    }

    fn weixin_merchant(&self) -> anyhow::Result<weixin::Merchant> {
        Ok(weixin::Merchant {
            app_id: APP_ID.to_owned(),
            mch_id: MCH_ID.to_owned(),
            serial: MERCHANT_SERIAL.to_owned(),
            key: PrivateKey::parse(&self.merchant_pem)?,
            api_key: self.resource_key()?,
            provider_keys: vec![ProviderKey {
                id: PROVIDER_KEY_ID.to_owned(),
                key: self.provider.public(),
            }],
        })
    }

    fn notify_due(&self) -> Result<(), DbError> {
        self.send_due()
    }
}

/// Reads the key in `file`, or creates it. Of several instances starting at once one creates it.
fn read_or_create(file: &Path) -> anyhow::Result<String> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;

    let reading =
        || std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()));
    if file.exists() {
        return reading();
    }
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    let pem = PrivateKey::make()?.to_pem()?;
    // Written to a temporary file and linked, so that nobody reads half a key.
    let draft = file.with_extension(format!("{}.tmp", yingku_base::random::token()?));
    let mut out = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&draft)
        .with_context(|| format!("making {}", draft.display()))?;
    out.write_all(pem.as_bytes())?;
    let linked = std::fs::hard_link(&draft, file);
    std::fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(error).with_context(|| format!("making {}", file.display()))
        }
        _ => reading(),
    }
}
