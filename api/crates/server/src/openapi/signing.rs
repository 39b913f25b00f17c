//! The responses of the request protection in the contract. They are the same for every operation, so handlers do not
//! repeat them.

use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, Header, Object, OpenApi, Ref, RefOr, Response,
    ResponseBuilder, Type,
};

use super::security::{operations, takes_token};
use crate::special_endpoints::{ADMIN_PREFIX, OPEN};

/// Status, name, operations, header, description.
type Answer = (
    &'static str,
    &'static str,
    Calls,
    Option<(&'static str, Type)>,
    &'static str,
);

/// The operations that a response applies to.
enum Calls {
    /// Every operation.
    All,
    /// With a body.
    WithBody,
    /// With query parameters.
    WithQuery,
    /// Signed.
    Signed,
    /// With an optional or required token.
    WithToken,
    /// With a required token.
    OfMembers,
    /// With a permission.
    OfOperators,
}

/// The first response for a status wins.
#[rustfmt::skip]
const ANSWERS: [Answer; 12] = [
    ("401", "BadAuth", Calls::WithToken, Some(("WWW-Authenticate", Type::String)),
        "The token is invalid or expired: refresh it (code 401); or the signature is missing, wrong, too old or replayed (code 402)"),
    ("403", "Forbidden", Calls::OfOperators, None,
        "No token: log in (code 403); or no permission (code 402)"),
    ("403", "NoToken", Calls::OfMembers, None,
        "No token: log in"),
    ("400", "BadField", Calls::WithBody, None,
        "Invalid body field"),
    ("400", "BadQuery", Calls::WithQuery, None,
        "Invalid parameter"),
    ("400", "Malformed", Calls::All, None,
        "Malformed query or header"),
    ("401", "BadSignature", Calls::Signed, Some(("WWW-Authenticate", Type::String)),
        "The signature is missing, wrong, too old or replayed"),
    ("408", "Timeout", Calls::WithBody, None,
        "The body did not arrive in time"),
    ("413", "TooLarge", Calls::WithBody, None,
        "The body is larger than 64 KiB, or than 1 MiB for a whole work"),
    ("415", "BadType", Calls::WithBody, None,
        "The body is compressed, or not JSON"),
    ("429", "TooMany", Calls::All, Some(("Retry-After", Type::Integer)),
        "Too many requests, or new client keys, from this IP"),
    ("503", "Busy", Calls::Signed, Some(("Retry-After", Type::Integer)),
        "Busy; try again later"),
];

/// Adds the responses to every operation that does not name its own for the status.
pub(super) fn add(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let signed = !OPEN.contains(&path.as_str());
        for operation in operations(item) {
            let (may, must) = takes_token(operation);
            let (body, query) = (operation.request_body.is_some(), in_query(operation));
            let belongs = |answer: &&Answer| match answer.2 {
                Calls::All => true,
                Calls::WithBody => body,
                Calls::WithQuery => query,
                Calls::Signed => signed,
                Calls::WithToken => may,
                Calls::OfMembers => must,
                Calls::OfOperators => path.starts_with(ADMIN_PREFIX),
            };
            for answer in ANSWERS.iter().filter(belongs) {
                let responses = &mut operation.responses.responses;
                let own = responses.entry(answer.0.to_owned());
                own.or_insert_with(|| reference(answer));
            }
        }
    }
    let components = document
        .components
        .get_or_insert_with(|| ComponentsBuilder::new().build());
    let all = ANSWERS
        .iter()
        .map(|answer| (answer.1.to_owned(), response(answer)));
    components.responses.extend(all);
}

fn in_query(operation: &Operation) -> bool {
    let mut parameters = operation.parameters.iter().flatten();
    parameters.any(
        |parameter| matches!(parameter, RefOr::T(own) if own.parameter_in == ParameterIn::Query),
    )
}

fn reference((_, name, ..): &Answer) -> RefOr<Response> {
    RefOr::Ref(Ref::new(format!("#/components/responses/{name}")))
}

fn response((_, _, _, header, description): &Answer) -> RefOr<Response> {
    let body = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("ErrorBody")))
        .build();
    let mut response = ResponseBuilder::new()
        .description(*description)
        .content("application/json", body);
    if let Some((name, form)) = header {
        response = response.header(*name, Header::new(Object::with_type(form.clone())));
    }
    response.build().into()
}
