//! The settings of payment, a part of the table in [`super::settings`].

use super::settings::{Setting, setting};

/// In the order of `.env.example`.
pub(super) const PAY: &[Setting] = &[
    setting(
        "PUBLIC_URL",
        "",
        "Address people open the site at, for payment providers and links; empty = http://BIND",
    ),
    setting(
        "PAY_MODE",
        "sandbox",
        "sandbox (a made-up provider, refused in production and where others reach the service), live (the keys below) or off",
    ),
    setting(
        "SANDBOX_IN_PUBLIC",
        "off",
        "on lets the sandbox give everything away to others too: with TRUSTED_PROXIES, an https PUBLIC_URL, or a BIND that is not this machine's alone; production refuses it all the same",
    ),
    setting(
        "ORDERS_PER_MINUTE",
        "6",
        "Orders each member may make a minute, and questions about orders that are put to a provider",
    ),
    setting(
        "PAY_TIMEOUT_MS",
        "5000",
        "How long a payment provider may take to answer",
    ),
    setting(
        "SANDBOX_DIR",
        "data/sandbox",
        "Folder of the sandbox's keys; made when missing",
    ),
    setting(
        "ALIPAY_APP_ID",
        "",
        "Live: id of the application at Alipay; empty = no Alipay",
    ),
    setting(
        "ALIPAY_SELLER_ID",
        "",
        "Live: id of the seller at Alipay, 2088…",
    ),
    setting(
        "ALIPAY_PRIVATE_KEY_FILE",
        "",
        "Live: file of our RSA2 private key, PEM or as Alipay's tool writes it",
    ),
    setting(
        "ALIPAY_PUBLIC_KEY_FILE",
        "",
        "Live: file of Alipay's public key (not ours)",
    ),
    setting(
        "ALIPAY_GATEWAY",
        "https://openapi.alipay.com/gateway.do",
        "Live: Alipay's gateway",
    ),
    setting(
        "WEIXIN_APP_ID",
        "",
        "Live: id of the application at WeChat; empty = no WeChat Pay",
    ),
    setting(
        "WEIXIN_MCH_ID",
        "",
        "Live: id of the merchant at WeChat Pay",
    ),
    setting(
        "WEIXIN_CERT_SERIAL",
        "",
        "Live: serial number of our merchant certificate",
    ),
    setting(
        "WEIXIN_PRIVATE_KEY_FILE",
        "",
        "Live: file of our merchant certificate's private key (apiclient_key.pem)",
    ),
    setting(
        "WEIXIN_PUBLIC_KEY_ID",
        "",
        "Live: id of WeChat Pay's public key, PUB_KEY_ID_…",
    ),
    setting(
        "WEIXIN_PUBLIC_KEY_FILE",
        "",
        "Live: file of WeChat Pay's public key (pub_key.pem)",
    ),
    setting(
        "WEIXIN_API_KEY_FILE",
        "",
        "Live: file of the APIv3 key, 32 characters",
    ),
    setting(
        "WEIXIN_BASE",
        "https://api.mch.weixin.qq.com",
        "Live: WeChat Pay's API",
    ),
];
