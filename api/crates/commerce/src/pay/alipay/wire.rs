//! Alipay's wire format, OpenAPI v2 with RSA2: what is signed, and how. Requests omit empty values from the signed
//! text, notifications keep them, and a response's signature covers the exact bytes of its content.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, IgnoredAny};

use crate::pay::gateway::NotifyError;
use crate::pay::signature::{PrivateKey, PublicKey};

/// The only signature type used and accepted. Alipay's own SDKs take the type from the message and accept `RSA`, which
/// is SHA-1; we do not.
pub const SIGN_TYPE: &str = "RSA2";

/// Parameters of a request or a notification, decoded.
pub type Params = BTreeMap<String, String>;

/// The signed text of a request: everything but `sign` and empty values, sorted, not encoded.
pub fn request_text(params: &Params) -> String {
    text(params, |name, value| name != "sign" && !value.is_empty())
}

/// The signed text of a notification: everything but `sign` and `sign_type`, including empty values.
pub fn notification_text(params: &Params) -> String {
    text(params, |name, _| name != "sign" && name != "sign_type")
}

fn text(params: &Params, signed: impl Fn(&str, &str) -> bool) -> String {
    let pairs: Vec<String> = params
        .iter()
        .filter(|(name, value)| signed(name, value))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    pairs.join("&")
}

/// A signed request, as a query string or the body of a form.
pub fn signed_request(mut params: Params, key: &PrivateKey) -> anyhow::Result<String> {
    let signature = key.sign(request_text(&params).as_bytes())?;
    params.insert("sign".to_owned(), signature);
    Ok(encoded(&params))
}

/// A signed notification, as the body of a form.
pub fn signed_notification(mut params: Params, key: &PrivateKey) -> anyhow::Result<String> {
    let signature = key.sign(notification_text(&params).as_bytes())?;
    params.insert("sign".to_owned(), signature);
    params.insert("sign_type".to_owned(), SIGN_TYPE.to_owned());
    Ok(encoded(&params))
}

fn encoded(params: &Params) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(params)
        .finish()
}

/// Parses a query or a form; none when a name is repeated.
pub fn decoded(form: &[u8]) -> Option<Params> {
    let mut params = Params::new();
    for (name, value) in form_urlencoded::parse(form) {
        if params
            .insert(name.into_owned(), value.into_owned())
            .is_some()
        {
            return None;
        }
    }
    Some(params)
}

/// Verifies a request and returns its parameters.
pub fn verify_request(form: &[u8], key: &PublicKey) -> Result<Params, NotifyError> {
    verify_text(form, key, request_text)
}

/// Verifies a notification and returns its parameters.
pub fn verify_notification(form: &[u8], key: &PublicKey) -> Result<Params, NotifyError> {
    verify_text(form, key, notification_text)
}

fn verify_text(
    form: &[u8],
    key: &PublicKey,
    text: impl Fn(&Params) -> String,
) -> Result<Params, NotifyError> {
    let params = decoded(form).ok_or(NotifyError::Malformed("duplicate parameter"))?;
    let signature = params
        .get("sign")
        .ok_or(NotifyError::Malformed("signature missing"))?;
    if params
        .get("sign_type")
        .is_some_and(|kind| kind != SIGN_TYPE)
    {
        return Err(NotifyError::Malformed("sign_type is not RSA2"));
    }
    if !key.verify(text(&params).as_bytes(), signature) {
        return Err(NotifyError::BadSignature);
    }
    Ok(params)
}

/// A signed response to a request of `method`.
pub fn signed_response(method: &str, content: &str, key: &PrivateKey) -> anyhow::Result<String> {
    let (name, signature) = (content_name(method), key.sign(content.as_bytes())?);
    Ok(format!("{{\"{name}\":{content},\"sign\":\"{signature}\"}}"))
}

/// Verifies a response to a request of `method` and returns the exact bytes of its content.
pub fn verify_response<'a>(answer: &'a str, method: &str, key: &PublicKey) -> Option<&'a str> {
    let members = members(answer)?;
    let only = |name: &str| {
        let mut found = members.iter().filter(|(member, _)| member == name);
        found.next().filter(|_| found.next().is_none())
    };
    let (_, content) = only(&content_name(method))?;
    let (_, signature) = only("sign")?;
    let signature: String = serde_json::from_str(signature).ok()?;
    key.verify(content.as_bytes(), &signature)
        .then_some(*content)
}

fn content_name(method: &str) -> String {
    format!("{}_response", method.replace('.', "_"))
}

/// The members of a JSON object, each value with its exact text. Values must be strings, arrays or objects, as in every
/// response of Alipay.
fn members(text: &str) -> Option<Vec<(String, &str)>> {
    let mut members = Vec::new();
    let mut rest = text.trim().strip_prefix('{')?;
    loop {
        let (name, after) = first::<String>(rest)?;
        let value = after.trim_start().strip_prefix(':')?.trim_start();
        let (_, after) = first::<IgnoredAny>(value)?;
        members.push((name, value.strip_suffix(after)?));
        match after.trim_start().strip_prefix(',') {
            Some(more) => rest = more,
            None => return (after.trim_start() == "}").then_some(members),
        }
    }
}

/// The JSON value at the beginning of `text`, and the rest.
fn first<T: DeserializeOwned>(text: &str) -> Option<(T, &str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<T>();
    let value = values.next()?.ok()?;
    Some((value, text.get(values.byte_offset()..)?))
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;
