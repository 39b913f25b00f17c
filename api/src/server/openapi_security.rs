//! The security requirements in the contract. Handlers name only their token; this module adds the four signature headers
//! to each signed call.

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{ComponentsBuilder, OpenApi, PathItem};

/// The scheme that members' calls name.
const BEARER: &str = "bearer";

/// The signature headers: scheme, header, meaning.
const SIGNATURE_HEADERS: [(&str, &str, &str); 4] = [
    (
        "timestamp",
        "X-Timestamp",
        "Milliseconds since 1970, 13 digits, within 5 minutes of the server's clock",
    ),
    (
        "nonce",
        "X-Nonce",
        "16-64 of A-Za-z0-9_-, fresh for every attempt",
    ),
    (
        "clientKey",
        "X-Client-Key",
        "`<kid>.<base64url>`: the client key, sealed to the server's public key by RSA-OAEP-SHA256",
    ),
    ("signature", "X-Signature", "HMAC-SHA256 in 64 hex digits"),
];

/// The tokens and their meaning.
const TOKENS: [(&str, &str); 2] = [
    (
        BEARER,
        "Access token; works with the client key it was given to",
    ),
    (
        "refresh",
        "Refresh token; good for one use, with the client key it was given to",
    ),
];

/// Adds the schemes, and the signature to each signed call.
pub(super) fn add(document: &mut OpenApi) {
    let components = document
        .components
        .get_or_insert_with(|| ComponentsBuilder::new().build());
    for (name, header, meaning) in SIGNATURE_HEADERS {
        let key = ApiKeyValue::with_description(header, meaning);
        components.add_security_scheme(name, SecurityScheme::ApiKey(ApiKey::Header(key)));
    }
    for (name, meaning) in TOKENS {
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        scheme.description = Some(meaning.to_owned());
        components.add_security_scheme(name, SecurityScheme::Http(scheme));
    }
    document.security = Some(vec![signed(SecurityRequirement::default())]);
    for (path, item) in &mut document.paths.paths {
        if crate::server::OPEN.contains(&path.as_str()) {
            continue;
        }
        for operation in operations(item) {
            operation.security = operation
                .security
                .take()
                .map(|ways| ways.into_iter().map(signed).collect());
        }
    }
}

/// The operations of an address.
pub(super) fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [
        &mut item.get,
        &mut item.post,
        &mut item.put,
        &mut item.delete,
    ]
    .into_iter()
    .flatten()
}

/// Whether a call may carry a token, and whether it must.
pub(super) fn takes_token(operation: &Operation) -> (bool, bool) {
    let ways = operation.security.as_deref().unwrap_or_default();
    let bearer = SecurityRequirement::new(BEARER, Vec::<String>::new());
    let may = ways.contains(&bearer);
    (may, may && !ways.contains(&SecurityRequirement::default()))
}

fn signed(mut way: SecurityRequirement) -> SecurityRequirement {
    for (name, _, _) in SIGNATURE_HEADERS {
        way = way.add(name, Vec::<String>::new());
    }
    way
}
