//! WeChat Pay's wire format against the provider's own published test vector.

use ring::aead::AES_128_GCM;

use super::*;
use crate::pay::signature::test_keys::{MERCHANT, PROVIDER};

/// The notification that WeChat's own Go SDK is tested with (wechatpay-go, core/notify/notify_test.go): headers and
/// body to the byte, and the public key of its certificate.
mod vector {
    pub const PUBLIC_KEY: &str = "-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2VCTd91fnUn73Xy9DLvt
/V62TVxRTEEstVdeRaZ3B3leO0pldE806mXO4RwdHXagHQ4vGeZN0yqm++rDsGK+
U3AH7kejyD2pXshNP9Cq5YwbptiLGtjcquw4HNxJQUOmDeJf2vg6byms9RUipiq4
SzbJKqJFlUpbuIPDpSpWz10PYmyCNeDGUUK65E5h2B834uxl1zNLYQCrkdBzb8oU
xwYeP5a2DNxmjL5lsJML7DGr5znsevnoqGRwTm9fxCGfy8wus7hwKz6clt3Whmmd
a7UAdb1c08hEQFVRbF14AR73xbnd8N0obCWJPCbzMCtkaSef4FdEEgEXJiw0VAJT
8wIDAQAB
-----END PUBLIC KEY-----";
    pub const NOW: i64 = 1_624_523_846;
    pub const TIMESTAMP: &str = "1624523846";
    pub const NONCE: &str = "EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBz";
    pub const SERIAL: &str = "D7CE59D1F522D701";
    pub const SIGNATURE: &str = "tJHIiIS9eB2hAYstmAmbbD3ZE5LiIm/Ug5tuL4fC0YOFRWIHV39UFIZXC0e9Wl6lBu6sKvkqDkzpqzBsVHyXF\
        lbYZTOQrVdG4b6LfTnK4mikv9++ixJMd3vTf2yCqvBkh98zs3Ds5zsYQakzbcwhmw4fMJs4nPLws28H0UW9FjDR//rxELLwXvV1VEA1I\
        BLX70xptjL8hrfUjEE8kkry6yNJTHZRU8CAc7qHli2Ng1V1qb9ARbK8A3ThmFmPQvRGrapI/jS2laKKgYUmfdEdkNO6B2Cke5e8VTxY4\
        06ArAmQ90GAihDwIcb16TQMnzCMBoutnwZKNiKRACrFmtxw2Q==";
    pub const BODY: &str = concat!(
        r#"{"id":"3119dfba-e649-5eec-ab1e-3412bc4d2e17","create_time":"2021-06-24T16:37:26+08:00","#,
        r#""resource_type":"encrypt-resource","event_type":"PAYSCORE.USER_OPEN_SERVICE","summary":"签约成功","#,
        r#""resource":{"original_type":"payscore","algorithm":"AEAD_AES_256_GCM","ciphertext":""#,
        "YDS3lKPaC4Y52Gf3uhft5qUBlIa8b428AWTtTauHQfQrRw+X1WpiuHIDy0vo1Vd6VEq67aVyqPdDYMkRVSDaZL3iZt",
        "tevRMOoPKMifozg6XPWjIZumks/GpT48lI4NizyeaqLBokNebthah3o1H76qSlO9NkDjp9bzmKLEYYH9TEklFUpsvPqOTOcgSLgh21YJXYR",
        "7dEBXFgRLiNIKRgO5JdXh1hccRUAlyVWxE54PXpnQ==",
        r#"","associated_data":"payscore","nonce":"Kj7QIyUiYx1q"}}"#,
    );
    /// Half as long as a real one: the vector is encrypted with AES-128.
    pub const API_KEY: &[u8] = b"testMchAPIv3Key0";
    pub const PLAIN: &str = concat!(
        r#"{"mchid":"1234567890","appid":"054aa7d7a2a54ab5898df65bd96f001c","#,
        r#""create_time":"2020-06-30T12:12:00+08:00","out_contract_code":"21640bdbd08e473e828f3206a2741c6e"}"#,
    );
}

fn provider() -> ProviderKey {
    ProviderKey {
        id: vector::SERIAL.to_owned(),
        key: PublicKey::parse(vector::PUBLIC_KEY).unwrap(),
    }
}

fn headers() -> Signed<'static> {
    Signed {
        timestamp: vector::TIMESTAMP,
        nonce: vector::NONCE,
        signature: vector::SIGNATURE,
        serial: vector::SERIAL,
    }
}

#[test]
fn the_providers_notification_is_accepted_and_decrypted() {
    let body = vector::BODY.as_bytes();
    assert_eq!(headers().verify(body, vector::NOW, &[provider()]), Ok(()));
    let notification: serde_json::Value = serde_json::from_slice(body).unwrap();
    let part = |name: &str| notification["resource"][name].as_str().unwrap().to_owned();
    let key = UnboundKey::new(&AES_128_GCM, vector::API_KEY).unwrap();
    let key = ResourceKey(LessSafeKey::new(key));
    let open = |nonce: &str, additional: &str| key.open(&part("ciphertext"), nonce, additional);
    let plain = open(&part("nonce"), &part("associated_data")).unwrap();
    assert_eq!(String::from_utf8(plain).unwrap(), vector::PLAIN);
    assert_eq!(open("Kj7QIyUiYx1r", "payscore"), None);
    assert_eq!(open("short", "payscore"), None);
    assert_eq!(open("Kj7QIyUiYx1q", "payscores"), None);
}

#[test]
fn a_changed_notification_is_rejected_with_a_reason() {
    let (good, body, key) = (headers(), vector::BODY, provider());
    let verify = |signed: Signed<'_>, body: &str, now: i64| {
        signed.verify(body.as_bytes(), now, std::slice::from_ref(&key))
    };
    let now = vector::NOW;
    assert_eq!(
        verify(good, &format!("{body} "), now),
        Err(NotifyError::BadSignature)
    );
    assert_eq!(
        verify(good, &body.replace("签约", "解约"), now),
        Err(NotifyError::BadSignature)
    );
    assert_eq!(
        verify(
            Signed {
                nonce: "other",
                ..good
            },
            body,
            now
        ),
        Err(NotifyError::BadSignature)
    );
    assert_eq!(
        verify(
            Signed {
                timestamp: "1624523847",
                ..good
            },
            body,
            now
        ),
        Err(NotifyError::BadSignature)
    );
    assert_eq!(
        verify(
            Signed {
                serial: "OTHER",
                ..good
            },
            body,
            now
        ),
        Err(NotifyError::UnknownKey)
    );
    for signature in ["", "AAAA", "not base64"] {
        assert_eq!(
            verify(Signed { signature, ..good }, body, now),
            Err(NotifyError::BadSignature)
        );
    }
}

#[test]
fn two_keys_are_accepted_during_a_key_rotation() {
    let (good, now) = (headers(), vector::NOW);
    let other = ProviderKey {
        id: "PUB_KEY_ID_0100000001".to_owned(),
        key: PublicKey::parse(vector::PUBLIC_KEY).unwrap(),
    };
    let keys = [other, provider()];
    let verify = |signed: Signed<'_>| signed.verify(vector::BODY.as_bytes(), now, &keys);
    assert_eq!(verify(good), Ok(()));
    let by_other = Signed {
        serial: "PUB_KEY_ID_0100000001",
        ..good
    };
    assert_eq!(verify(by_other), Ok(()));
    let unknown = Signed {
        serial: "PUB_KEY_ID_0100000002",
        ..good
    };
    assert_eq!(verify(unknown), Err(NotifyError::UnknownKey));
}

#[test]
fn a_notification_expires_five_minutes_from_our_clock() {
    let (good, body, key) = (headers(), vector::BODY, provider());
    let verify = |signed: Signed<'_>, body: &str, now: i64| {
        signed.verify(body.as_bytes(), now, std::slice::from_ref(&key))
    };
    let now = vector::NOW;
    for off in [-300, 300, 600, -600] {
        assert_eq!(
            verify(good, body, now + off),
            Err(NotifyError::Expired),
            "{off}"
        );
    }
    for off in [-299, 299] {
        assert_eq!(verify(good, body, now + off), Ok(()), "{off}");
    }
    for timestamp in [
        "",
        "-1",
        "+1624523846",
        "1624523846.0",
        "99999999999999999999",
    ] {
        let malformed = Err(NotifyError::Malformed("timestamp is not a number"));
        assert_eq!(
            verify(Signed { timestamp, ..good }, body, now),
            malformed,
            "{timestamp}"
        );
    }
    assert!(Signed::read(|name| (name != "wechatpay-serial").then_some("x")).is_err());
}

#[test]
fn our_header_names_and_signs_five_lines() {
    let request = Request {
        method: "GET",
        target: "/v3/pay/transactions/out-trade-no/1?mchid=1900000001",
        timestamp: 1_790_000_000,
        nonce: "abc",
        body: "",
    };
    let text = "GET\n/v3/pay/transactions/out-trade-no/1?mchid=1900000001\n1790000000\nabc\n\n";
    assert_eq!(request.text(), text);
    let header = request
        .authorization("1900000001", "SERIAL", &MERCHANT)
        .unwrap();
    let (head, signature) = header.split_once("signature=\"").unwrap();
    assert_eq!(
        head,
        "WECHATPAY2-SHA256-RSA2048 mchid=\"1900000001\",nonce_str=\"abc\",timestamp=\"1790000000\",serial_no=\"SERIAL\","
    );
    assert!(
        MERCHANT
            .public()
            .verify(text.as_bytes(), signature.trim_end_matches('"'))
    );
    assert!(
        !PROVIDER
            .public()
            .verify(text.as_bytes(), signature.trim_end_matches('"'))
    );
}

#[test]
fn a_resource_is_encrypted_for_one_key() {
    let key = ResourceKey::new(&[7; 32]).unwrap();
    let sealed = key
        .encrypt("{\"amount\":1}", "0123456789ab", "transaction")
        .unwrap();
    let open = |key: &ResourceKey| key.open(&sealed, "0123456789ab", "transaction");
    assert_eq!(open(&key).unwrap(), b"{\"amount\":1}");
    assert_eq!(open(&ResourceKey::new(&[8; 32]).unwrap()), None);
    assert_eq!(key.open("not base64", "0123456789ab", "transaction"), None);
    assert_eq!(key.open("AAAA", "0123456789ab", "transaction"), None);
    assert!(ResourceKey::new(&[7; 16]).is_none() && ResourceKey::new(b"").is_none());
}

#[test]
fn a_probe_is_distinguished_from_a_forgery() {
    let (good, body, key, now) = (headers(), vector::BODY, provider(), vector::NOW);
    let verify = |signed: Signed<'_>, body: &str, now: i64| {
        signed.verify(body.as_bytes(), now, std::slice::from_ref(&key))
    };
    let probe = format!("{PROBE}{}", vector::SIGNATURE);
    assert_eq!(
        verify(
            Signed {
                signature: &probe,
                ..good
            },
            body,
            now
        ),
        Err(NotifyError::Probe)
    );
}
