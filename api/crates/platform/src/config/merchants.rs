//! Settings of the merchant at Alipay and at WeChat Pay. They are needed, and checked, in live mode only.

use std::path::{Path, PathBuf};

use super::declare::settings;
use super::rule::{path, prefix, text};
use super::source::Source;

settings! {
    /// The merchant at Alipay.
    pub struct AlipayConfig {
        /// Live: id of the application at Alipay; empty = no Alipay
        "正式：支付宝应用编号；留空为不使用支付宝"
        ALIPAY_APP_ID = "" => app_id: String, text();
        /// Live: id of the seller at Alipay, 2088…
        "正式：支付宝卖家编号，2088…"
        ALIPAY_SELLER_ID = "" => seller_id: String, text();
        /// Live: file of our RSA2 private key, PEM or as Alipay's tool writes it
        "正式：我方 RSA2 私钥文件，PEM 或支付宝工具的格式"
        ALIPAY_PRIVATE_KEY_FILE = "" => private_key_file: PathBuf, path();
        /// Live: file of Alipay's public key, not our own
        "正式：支付宝的公钥文件（不是我方的）"
        ALIPAY_PUBLIC_KEY_FILE = "" => public_key_file: PathBuf, path();
        /// Live: Alipay's gateway
        "正式：支付宝网关"
        ALIPAY_GATEWAY = "https://openapi.alipay.com/gateway.do" => gateway: String, prefix();
    }
}

settings! {
    /// The merchant at WeChat Pay.
    pub struct WeixinConfig {
        /// Live: id of the application at WeChat; empty = no WeChat Pay
        "正式：微信应用编号；留空为不使用微信支付"
        WEIXIN_APP_ID = "" => app_id: String, text();
        /// Live: id of the merchant at WeChat Pay
        "正式：微信支付商户号"
        WEIXIN_MCH_ID = "" => mch_id: String, text();
        /// Live: serial number of our merchant certificate
        "正式：商户证书序列号"
        WEIXIN_CERT_SERIAL = "" => cert_serial: String, text();
        /// Live: file of our merchant certificate's private key (apiclient_key.pem)
        "正式：商户证书私钥文件（apiclient_key.pem）"
        WEIXIN_PRIVATE_KEY_FILE = "" => private_key_file: PathBuf, path();
        /// Live: id of WeChat Pay's public key, PUB_KEY_ID_…
        "正式：微信支付公钥编号，PUB_KEY_ID_…"
        WEIXIN_PUBLIC_KEY_ID = "" => public_key_id: String, text();
        /// Live: file of WeChat Pay's public key (pub_key.pem)
        "正式：微信支付公钥文件（pub_key.pem）"
        WEIXIN_PUBLIC_KEY_FILE = "" => public_key_file: PathBuf, path();
        /// Live: during a change of WeChat Pay's key, the former one, accepted too: the serial number of the platform
        /// certificate, or a former PUB_KEY_ID_…; empty = none
        "正式：更换微信支付公钥期间仍接受的旧密钥：平台证书序列号或旧的 PUB_KEY_ID_…；空 = 没有"
        WEIXIN_PREVIOUS_KEY_ID = "" => previous_key_id: String, text();
        /// Live: file of that key, PEM; from a certificate with openssl x509 -noout -pubkey -in CERTIFICATE
        "正式：该旧密钥的公钥文件，PEM"
        WEIXIN_PREVIOUS_KEY_FILE = "" => previous_key_file: PathBuf, path();
        /// Live: file of the APIv3 key, 32 characters
        "正式：APIv3 密钥文件，32 个字符"
        WEIXIN_API_KEY_FILE = "" => api_key_file: PathBuf, path();
        /// Live: WeChat Pay's API
        "正式：微信支付接口地址"
        WEIXIN_BASE = "https://api.mch.weixin.qq.com" => base: String, prefix();
    }
}

impl AlipayConfig {
    /// `None` without an id: the site does not take Alipay.
    pub(super) fn check(self, source: &mut Source) -> Option<Self> {
        if self.app_id.is_empty() {
            return None;
        }
        need_text(source, "ALIPAY_SELLER_ID", &self.seller_id);
        need_file(source, "ALIPAY_PRIVATE_KEY_FILE", &self.private_key_file);
        need_file(source, "ALIPAY_PUBLIC_KEY_FILE", &self.public_key_file);
        need_https(source, "ALIPAY_GATEWAY", &self.gateway);
        Some(self)
    }
}

impl WeixinConfig {
    /// A key of WeChat Pay that is being replaced and accepted too, the platform certificate's or a former public key:
    /// its id and its file.
    pub fn previous_key(&self) -> Option<(&str, &Path)> {
        let (id, file) = (&self.previous_key_id, &self.previous_key_file);
        (!id.is_empty()).then_some((id, file))
    }

    /// `None` without an id: the site does not take WeChat Pay.
    pub(super) fn check(self, source: &mut Source) -> Option<Self> {
        if self.app_id.is_empty() {
            return None;
        }
        need_text(source, "WEIXIN_MCH_ID", &self.mch_id);
        need_text(source, "WEIXIN_CERT_SERIAL", &self.cert_serial);
        need_serial(source, "WEIXIN_CERT_SERIAL", &self.cert_serial);
        need_file(source, "WEIXIN_PRIVATE_KEY_FILE", &self.private_key_file);
        need_text(source, "WEIXIN_PUBLIC_KEY_ID", &self.public_key_id);
        need_file(source, "WEIXIN_PUBLIC_KEY_FILE", &self.public_key_file);
        let (id, file) = ("WEIXIN_PREVIOUS_KEY_ID", "WEIXIN_PREVIOUS_KEY_FILE");
        let has_file = !self.previous_key_file.as_os_str().is_empty();
        match (!self.previous_key_id.is_empty(), has_file) {
            (true, false) => source.problem(file, format!("must be set with {id}")),
            (false, true) => source.problem(id, format!("must be set with {file}")),
            _ => {}
        }
        need_file(source, "WEIXIN_API_KEY_FILE", &self.api_key_file);
        need_https(source, "WEIXIN_BASE", &self.base);
        Some(self)
    }
}

fn need_text(source: &mut Source, name: &str, text: &str) {
    if text.is_empty() {
        source.problem(name, "must be set for this provider");
    }
}

fn need_file(source: &mut Source, name: &str, file: &Path) {
    need_text(source, name, &file.to_string_lossy());
}

/// The serial number of a certificate, in hexadecimal.
fn need_serial(source: &mut Source, name: &str, text: &str) {
    let is_serial =
        (8..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !text.is_empty() && !is_serial {
        source.problem(
            name,
            "is 8 to 40 hexadecimal digits, as the provider's console shows them",
        );
    }
}

fn need_https(source: &mut Source, name: &str, address: &str) {
    if !address.starts_with("https://") {
        source.problem(name, "must be an address that begins with https://");
    }
}
