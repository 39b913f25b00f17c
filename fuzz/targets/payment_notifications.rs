//! Only what a provider has signed is a payment, whatever the input. The first byte selects how the rest is sent.

#![no_main]

use std::sync::{Arc, LazyLock};

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use yingku_base::clock::{Clock, ManualClock};
use yingku_base::ids::Ids;
use yingku_commerce::pay::Pay;
use yingku_commerce::pay::alipay::wire as alipay;
use yingku_commerce::pay::gateway::{Notification, Notify, NotifyError, PayChannel};
use yingku_commerce::pay::signature::PrivateKey;
use yingku_commerce::pay::weixin::wire as weixin;
use yingku_commerce::vip::codes::keys::CodeKeys;
use yingku_db::{Db, migrate};
use yingku_pay_sandbox::{APP_ID, MCH_ID, PROVIDER_KEY_ID, SELLER_ID, Sandbox};
use yingku_platform::config::Config;

const NOW: i64 = 1_700_000_000;
const NONCE: &str = "0123456789ab";

/// The service with its sandbox, whose keys sign like a provider.
struct Service {
    pay: Pay,
    sandbox: Arc<Sandbox>,
    provider: PrivateKey,
    _folder: TempDir,
}

static SERVICE: LazyLock<Service> = LazyLock::new(|| start().expect("the service starts"));

fuzz_target!(|input: &[u8]| {
    let Some((way, rest)) = input.split_first() else {
        return;
    };
    match way % 6 {
        0 => check_rejected(PayChannel::Alipay, &HeaderMap::new(), rest),
        1 => signed_form(rest),
        2 => headers_and_body(rest),
        3 => drop(receive_weixin(rest)),
        4 => encrypted_payment(rest),
        _ => answer(rest),
    }
});

fn start() -> anyhow::Result<Service> {
    let folder = TempDir::new()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (database, keys) = (format!("sqlite://{}", path("yingku.db")), path("sandbox"));
    let pairs = [
        ("DATABASE_URL", database.as_str()),
        ("SANDBOX_DIR", keys.as_str()),
    ];
    let config = Config::from_pairs(&pairs).map_err(anyhow::Error::msg)?;
    let db = Db::open(&config.database)?;
    migrate::run(&db)?;
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::at(NOW * 1000));
    let ids = Arc::new(Ids::new(config.node_id));
    let codes = Arc::new(CodeKeys::new(&config.vip.code_secret)?);
    let sandbox = Arc::new(Sandbox::open(&config.pay, &db, &clock)?);
    let pay = Pay::start(
        &config,
        &db,
        &clock,
        &ids,
        &codes,
        None,
        Some(sandbox.clone()),
    )?;
    let pem = std::fs::read_to_string(folder.path().join("sandbox/provider.pem"))?;
    Ok(Service {
        pay,
        sandbox,
        provider: PrivateKey::parse(&pem)?,
        _folder: folder,
    })
}

fn receive(
    channel: PayChannel,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Notification, NotifyError> {
    let gateway = SERVICE.pay.gateway(channel).expect("the sandbox has both");
    gateway.verify_notify(Notify { headers, body })
}

/// Only the provider can sign.
fn check_rejected(channel: PayChannel, headers: &HeaderMap, body: &[u8]) {
    assert!(receive(channel, headers, body).is_err());
}

/// A form signed by Alipay, and the same form with one more field.
fn signed_form(form: &[u8]) {
    let Some(mut params) = alipay::decoded(form) else {
        return;
    };
    params.retain(|name, _| name != "sign" && name != "sign_type");
    let body =
        alipay::signed_notification(params.clone(), &SERVICE.provider).expect("it is signed");
    match receive(PayChannel::Alipay, &HeaderMap::new(), body.as_bytes()) {
        Ok(Notification::Paid(fact)) => {
            let value = |name: &str| params.get(name).map(String::as_str).unwrap_or_default();
            assert_eq!((value("app_id"), value("seller_id")), (APP_ID, SELLER_ID));
            assert_eq!(value("out_trade_no"), fact.order_no);
            assert_eq!(value("trade_no"), fact.trade_no);
            let amount: f64 = value("total_amount").parse().expect("it is a number");
            assert_eq!(format!("{amount:.2}"), fact.paid.to_string());
        }
        Ok(Notification::Other) => {}
        Err(error) => assert_ne!(error, NotifyError::BadSignature),
    }
    if !params.contains_key("more") {
        let forged = format!("{body}&more=");
        check_rejected(PayChannel::Alipay, &HeaderMap::new(), forged.as_bytes());
    }
}

/// A notification in WeChat's name: four lines of headers, then the body.
fn headers_and_body(input: &[u8]) {
    let mut parts = input.splitn(5, |byte| *byte == b'\n');
    let mut headers = HeaderMap::new();
    for name in ["timestamp", "nonce", "signature", "serial"] {
        let value = parts.next().map(HeaderValue::from_bytes);
        if let Some(Ok(value)) = value {
            headers.append(header(name), value);
        }
    }
    check_rejected(
        PayChannel::Weixin,
        &headers,
        parts.next().unwrap_or_default(),
    );
}

/// Any body that WeChat has signed.
fn receive_weixin(body: &[u8]) -> Result<Notification, NotifyError> {
    let timestamp = NOW.to_string();
    let text = weixin::signed_text(&timestamp, NONCE, body);
    let signature = SERVICE.provider.sign(&text).expect("it is signed");
    let mut headers = HeaderMap::new();
    for (name, value) in [
        ("timestamp", timestamp.as_str()),
        ("nonce", NONCE),
        ("signature", &signature),
        ("serial", PROVIDER_KEY_ID),
    ] {
        let value = HeaderValue::from_str(value).expect("it is plain text");
        headers.append(header(name), value);
    }
    let notification = receive(PayChannel::Weixin, &headers, body);
    assert!(!matches!(notification, Err(NotifyError::BadSignature)));
    let mut other = body.to_vec();
    other.push(b' ');
    let forged = receive(PayChannel::Weixin, &headers, &other);
    assert_eq!(forged, Err(NotifyError::BadSignature));
    notification
}

fn header(name: &str) -> HeaderName {
    let name = format!("wechatpay-{name}");
    HeaderName::from_bytes(name.as_bytes()).expect("it is a name")
}

/// Any payment encrypted and signed by WeChat.
fn encrypted_payment(input: &[u8]) {
    let Ok(plain) = std::str::from_utf8(input) else {
        return;
    };
    let key = SERVICE.sandbox.resource_key().expect("it has a key");
    let sealed = key.seal(plain, NONCE, "transaction").expect("it is sealed");
    let body = serde_json::json!({
        "event_type": "TRANSACTION.SUCCESS",
        "resource": {
            "algorithm": "AEAD_AES_256_GCM",
            "ciphertext": encrypted,
            "nonce": NONCE,
            "associated_data": "transaction",
        },
    });
    if let Ok(Notification::Paid(fact)) = receive_weixin(body.to_string().as_bytes()) {
        let read: serde_json::Value = serde_json::from_str(plain).expect("it is JSON");
        assert_eq!(
            (&read["appid"], &read["mchid"]),
            (&APP_ID.into(), &MCH_ID.into())
        );
        assert_eq!(read["trade_state"], "SUCCESS");
        assert_eq!(read["out_trade_no"], fact.order_no);
        assert_eq!(read["amount"]["total"], fact.paid.get());
        assert_eq!(fact.raw, plain);
    }
}

/// Alipay's response to a query: rejected without a valid signature, otherwise read exactly.
fn answer(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let (method, public) = ("alipay.trade.query", SERVICE.provider.public());
    assert_eq!(alipay::verify_response(text, method, &public), None);
    let is_object = serde_json::from_str::<serde_json::Map<_, _>>(text).is_ok();
    if is_object {
        let content = text.trim();
        let signed = alipay::signed_response(method, content, &SERVICE.provider);
        let signed = signed.expect("it is signed");
        let read = alipay::verify_response(&signed, method, &public);
        assert_eq!(read, Some(content));
    }
}
