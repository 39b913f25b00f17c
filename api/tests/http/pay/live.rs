//! Live mode, as far as possible without the providers: keys from files, URLs, and rejected settings.

use std::path::Path;

use yingku_base::clock::{Clock, ManualClock};
use yingku_commerce::pay::alipay::wire::{decoded, request_text};
use yingku_commerce::pay::signature::PrivateKey;
use yingku_platform::config::Config;

use super::{ALIPAY, MONTH, assert_rejected, submit};
use crate::support::TestApp;
use crate::support::app::{NOW_MS, config};
use crate::support::client::Call;
use crate::support::db::TestDb;

const SITE: &str = "https://films.example";

/// Writes a merchant's key files and returns the settings that name them, and the merchant's key.
pub fn merchant_files(folder: &Path) -> (Vec<(&'static str, String)>, PrivateKey) {
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        std::fs::write(&file, text).unwrap();
        file.display().to_string()
    };
    let (own, other) = (PrivateKey::make().unwrap(), PrivateKey::make().unwrap());
    let own_file = write("own.pem", &own.to_pem().unwrap());
    let public_file = folder.join("public.pem").display().to_string();
    let other_file = write("other.pem", &other.to_pem().unwrap());
    let generated = std::process::Command::new("openssl")
        .args(["pkey", "-in", &other_file, "-pubout", "-out", &public_file])
        .status();
    assert!(generated.unwrap().success());
    let settings = vec![
        ("PAY_MODE", "live".to_owned()),
        ("PUBLIC_URL", SITE.to_owned()),
        ("ALIPAY_APP_ID", "2021999".to_owned()),
        ("ALIPAY_SELLER_ID", "2088999".to_owned()),
        ("ALIPAY_PRIVATE_KEY_FILE", own_file.clone()),
        ("ALIPAY_PUBLIC_KEY_FILE", public_file.clone()),
        ("WEIXIN_APP_ID", "wx999".to_owned()),
        ("WEIXIN_MCH_ID", "1900999".to_owned()),
        ("WEIXIN_CERT_SERIAL", "7A1B2C3D4E5F60718293".to_owned()),
        ("WEIXIN_PRIVATE_KEY_FILE", own_file),
        ("WEIXIN_PUBLIC_KEY_ID", "PUB_KEY_ID_1".to_owned()),
        ("WEIXIN_PUBLIC_KEY_FILE", public_file),
        (
            "WEIXIN_API_KEY_FILE",
            write("api-key", "0123456789abcdef0123456789abcdef\n"),
        ),
    ];
    (settings, own)
}

pub fn as_str_pairs<'a>(settings: &'a [(&'static str, String)]) -> Vec<(&'static str, &'a str)> {
    settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect()
}

#[actix_web::test]
async fn live_mode_uses_alipay_and_has_no_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, own) = merchant_files(folder.path());
    for t in TestApp::on_both(&as_str_pairs(&settings)).await {
        let member = t.member("lin_xia").await;
        let (link, order) = submit(&member, MONTH, "alipay", "phone").await;
        let (gateway, query) = link.split_once('?').unwrap();
        assert_eq!(gateway, "https://openapi.alipay.com/gateway.do");
        let params = decoded(query.as_bytes()).unwrap();
        let value = |name: &str| params.get(name).map(String::as_str).unwrap_or_default();
        assert!(
            own.public()
                .verify(request_text(&params).as_bytes(), value("sign"))
        );
        assert_eq!(
            (value("app_id"), value("method")),
            ("2021999", "alipay.trade.wap.pay")
        );
        assert_eq!(value("notify_url"), format!("{SITE}{ALIPAY}"));
        assert_eq!(value("return_url"), format!("{SITE}/orders"));
        let content: serde_json::Value = serde_json::from_str(value("biz_content")).unwrap();
        assert_eq!(
            (&content["out_trade_no"], &content["total_amount"]),
            (&order.into(), &"30.00".into())
        );
        assert_eq!(content["time_expire"], "2026-09-21 22:43:20");
        assert!(t.app.sandbox.is_none());
        let page = t
            .send_plain(Call::get(&format!("/sandbox/cashier/{}", "0".repeat(32))))
            .await;
        assert!(!page.text().contains("沙箱"));
        let notification = Call::new(actix_web::http::Method::POST, ALIPAY).body("a=1&sign=x");
        assert_rejected(&t.send_plain(notification).await);
    }
}

#[test]
fn an_unreadable_key_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (settings, _) = merchant_files(folder.path());
    let database = TestDb::sqlite(folder.path());
    let open = || {
        let config: Config = config(folder.path(), &database.url, &as_str_pairs(&settings));
        let clock: std::sync::Arc<dyn Clock> = std::sync::Arc::new(ManualClock::at(NOW_MS));
        yingku_server::app::App::open(config, clock)
    };
    assert!(open().is_ok());
    for (file, text) in [
        ("api-key", "too short"),
        ("public.pem", "no key"),
        ("own.pem", ""),
    ] {
        std::fs::write(folder.path().join(file), text).unwrap();
        let error = format!("{:#}", open().err().unwrap());
        assert!(
            error.contains(file) && !error.contains("too short"),
            "{error}"
        );
    }
}
