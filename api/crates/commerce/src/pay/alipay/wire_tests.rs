//! Alipay's wire format, also against the `openssl` command line, an independent implementation.

use std::process::{Command, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::*;
use crate::pay::signature::test_keys::{MERCHANT, PROVIDER};

fn params(pairs: &[(&str, &str)]) -> Params {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    pairs.iter().map(owned).collect()
}

fn request() -> Params {
    params(&[
        ("method", "alipay.trade.page.pay"),
        ("app_id", "2021000000000001"),
        ("sign_type", "RSA2"),
        ("timestamp", "2026-09-21 21:33:20"),
        ("notify_url", ""),
        (
            "biz_content",
            r#"{"subject":"VIP年卡 & 更多+1","total_amount":"98.00"}"#,
        ),
    ])
}

fn notification() -> Params {
    params(&[
        ("app_id", "2021000000000001"),
        ("trade_status", "TRADE_SUCCESS"),
        ("total_amount", "98.00"),
        ("subject", "VIP年卡 & 更多+1"),
        ("passback_params", ""),
        ("gmt_payment", "2026-09-21 21:33:20"),
    ])
}

/// Runs openssl in a folder, with a text as its input.
fn openssl(folder: &std::path::Path, arguments: &[&str], input: &[u8]) -> (bool, Vec<u8>) {
    use std::io::Write as _;

    let mut child = Command::new("openssl")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.success(), output.stdout)
}

#[test]
fn openssl_accepts_what_we_sign() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("key.pem"), MERCHANT.to_pem().unwrap()).unwrap();
    let public = ["pkey", "-in", "key.pem", "-pubout", "-out", "public.pem"];
    assert!(openssl(folder.path(), &public, b"").0);
    let sent = decoded(signed_request(request(), &MERCHANT).unwrap().as_bytes()).unwrap();
    // Written by hand, following Alipay's documentation.
    let text = "app_id=2021000000000001&biz_content={\"subject\":\"VIP年卡 & 更多+1\",\"total_amount\":\"98.00\"}\
        &method=alipay.trade.page.pay&sign_type=RSA2&timestamp=2026-09-21 21:33:20";
    let signature = STANDARD.decode(sent.get("sign").unwrap()).unwrap();
    std::fs::write(folder.path().join("signature"), signature).unwrap();
    let verify = [
        "dgst",
        "-sha256",
        "-verify",
        "public.pem",
        "-signature",
        "signature",
    ];
    assert!(openssl(folder.path(), &verify, text.as_bytes()).0);
    assert!(!openssl(folder.path(), &verify, format!("{text} ").as_bytes()).0);
}

#[test]
fn we_accept_what_openssl_signs_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("key.pem"), PROVIDER.to_pem().unwrap()).unwrap();
    let text = "app_id=2021000000000001&gmt_payment=2026-09-21 21:33:20&passback_params=&subject=VIP年卡 & 更多+1\
        &total_amount=98.00&trade_status=TRADE_SUCCESS";
    let signed = |hash: &str, text: &str| {
        let (good, signature) = openssl(
            folder.path(),
            &["dgst", hash, "-sign", "key.pem"],
            text.as_bytes(),
        );
        assert!(good);
        STANDARD.encode(signature)
    };
    let form = |signature: &str, sign_type: &str| {
        let mut params = notification();
        params.insert("sign".to_owned(), signature.to_owned());
        params.insert("sign_type".to_owned(), sign_type.to_owned());
        encoded(&params).into_bytes()
    };
    let key = PROVIDER.public();
    let good = signed("-sha256", text);
    assert!(verify_notification(&form(&good, "RSA2"), &key).is_ok());
    // SHA-1, named or not; and the text of a request, which omits empty values.
    let sha1 = signed("-sha1", text);
    let without_empty = signed("-sha256", &text.replace("&passback_params=", ""));
    assert_eq!(
        verify_notification(&form(&sha1, "RSA"), &key),
        Err(NotifyError::Malformed("sign_type is not RSA2"))
    );
    assert_eq!(
        verify_notification(&form(&good, "RSA"), &key),
        Err(NotifyError::Malformed("sign_type is not RSA2"))
    );
    assert_eq!(
        verify_notification(&form(&sha1, "RSA2"), &key),
        Err(NotifyError::BadSignature)
    );
    assert_eq!(
        verify_notification(&form(&without_empty, "RSA2"), &key),
        Err(NotifyError::BadSignature)
    );
}

#[test]
fn a_changed_notification_fails_verification() {
    let key = PROVIDER.public();
    let good = signed_notification(notification(), &PROVIDER).unwrap();
    assert!(verify_notification(good.as_bytes(), &key).is_ok());
    for (from, to) in [
        ("98.00", "99.00"),
        ("TRADE_SUCCESS", "TRADE_FINISHED"),
        ("passback_params=&", ""),
        ("app_id=", "app_id=1"),
        ("VIP", "V1P"),
    ] {
        let changed = good.replace(from, to);
        assert_ne!(changed, good);
        assert_eq!(
            verify_notification(changed.as_bytes(), &key),
            Err(NotifyError::BadSignature),
            "{from}"
        );
    }
    let added = format!("{good}&more=1");
    assert_eq!(
        verify_notification(added.as_bytes(), &key),
        Err(NotifyError::BadSignature)
    );
    assert!(verify_notification(good.as_bytes(), &MERCHANT.public()).is_err());
    let twice = format!("{good}&total_amount=98.00");
    assert_eq!(
        verify_notification(twice.as_bytes(), &key),
        Err(NotifyError::Malformed("duplicate parameter"))
    );
    for junk in [
        &b""[..],
        b"sign=",
        b"sign=AAAA",
        b"\xff\xfe=%zz&sign=%",
        b"a=1&b=2",
    ] {
        assert!(verify_notification(junk, &key).is_err());
    }
}

#[test]
fn the_signature_of_a_response_covers_its_exact_bytes() {
    let method = "alipay.trade.query";
    let key = PROVIDER.public();
    // Spaces, escapes and order that re-encoding would lose.
    let content = r#"{ "code":"10000","msg":"\u6210\u529f", "out_trade_no":"1","a":{"sign":"}"} }"#;
    let answer = signed_response(method, content, &PROVIDER).unwrap();
    assert_eq!(verify_response(&answer, method, &key), Some(content));
    let signature = PROVIDER.sign(content.as_bytes()).unwrap();
    let turned =
        format!("{{ \"sign\" : \"{signature}\" , \"alipay_trade_query_response\" : {content} }}");
    assert_eq!(verify_response(&turned, method, &key), Some(content));
    let compact = content.replace(": ", ":").replace(", ", ",");
    for bad in [
        answer.replace(content, &compact),
        answer.replace("10000", "10001"),
        answer.replace("trade_query", "trade_close"),
        answer.replace("\"sign\":\"", "\"sign\":\"A"),
        format!("{answer}x"),
        turned.replace("{ \"sign\"", "{ \"sign\":\"AAAA\",\"sign\""),
        turned.replace(
            "{ \"sign\"",
            "{ \"alipay_trade_query_response\":{},\"sign\"",
        ),
        String::new(),
        "{}".to_owned(),
        "<html>".to_owned(),
        "{\"sign\":1}".to_owned(),
        "[".repeat(100_000),
    ] {
        assert_eq!(
            verify_response(&bad, method, &key),
            None,
            "{}",
            bad.chars().take(200).collect::<String>()
        );
    }
    assert_eq!(verify_response(&answer, method, &MERCHANT.public()), None);
}
