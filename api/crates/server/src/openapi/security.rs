//! The security requirements in the contract. Handlers name only their token; this module adds the signature to each
//! signed operation.

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{ComponentsBuilder, OpenApi, PathItem};

/// The scheme of the access token.
const BEARER: &str = "bearer";

/// The scheme of the signature.
const SIGNATURE: &str = "signature";

const SIGNATURE_MEANING: &str = "\
HMAC-SHA256 in 64 hex digits, computed for each request and sent with three more headers; see **Signing** above. There is \
no fixed API key.";

/// The tokens and their descriptions.
const TOKENS: [(&str, &str); 2] = [
    (
        BEARER,
        "Access token, bound to its client key; or, below `/admin/`, a key with scopes, without a signature",
    ),
    (
        "refresh",
        "Refresh token for one use, bound to its client key",
    ),
];

/// Adds the schemes, and the signature to each signed operation.
pub(super) fn add(document: &mut OpenApi) {
    let components = document
        .components
        .get_or_insert_with(|| ComponentsBuilder::new().build());
    let signature = ApiKeyValue::with_description("X-Signature", SIGNATURE_MEANING);
    let signature = SecurityScheme::ApiKey(ApiKey::Header(signature));
    components.add_security_scheme(SIGNATURE, signature);
    for (name, meaning) in TOKENS {
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        scheme.description = Some(meaning.to_owned());
        components.add_security_scheme(name, SecurityScheme::Http(scheme));
    }
    // What most operations need.
    let usual = SecurityRequirement::new(BEARER, Vec::<String>::new());
    document.security = Some(vec![signed(usual)]);
    for (path, item) in &mut document.paths.paths {
        if crate::special_endpoints::OPEN.contains(&path.as_str()) {
            continue;
        }
        for operation in operations(item) {
            let ways = operation.security.take();
            let ways = ways.unwrap_or_else(|| vec![SecurityRequirement::default()]);
            operation.security = Some(ways.into_iter().map(signed).collect());
        }
    }
}

/// The operations of a path.
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

/// Whether an operation accepts a token, and whether it requires one.
pub(super) fn takes_token(operation: &Operation) -> (bool, bool) {
    let ways = operation.security.as_deref().unwrap_or_default();
    let bearer = SecurityRequirement::new(BEARER, Vec::<String>::new());
    let may = ways.contains(&bearer);
    (may, may && !ways.contains(&SecurityRequirement::default()))
}

fn signed(way: SecurityRequirement) -> SecurityRequirement {
    way.add(SIGNATURE, Vec::<String>::new())
}
