//! `openapi.yaml`, generated from the endpoint table and served with a page to browse it.

mod compact;
mod errors;
mod headers;
mod links;
mod names;
mod page;
mod responses;
mod security;
mod shapes;
mod signing;
mod texts;
mod tree;
mod yaml;

use std::sync::LazyLock;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName};
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::OpenApi;
use utoipa::openapi::ServerBuilder;
use yaml_serde::Value;
use yingku_http_kit::cached_body::CachedBody;
use yingku_http_kit::error::{ApiError, ErrorBody};

/// The page may load only its own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

const DESCRIPTION: &str = include_str!("openapi.md");

#[derive(OpenApi)]
#[openapi(
    info(title = "Yingku API", version = "2", description = DESCRIPTION, contact(name = "Yingku"), license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")),
    components(schemas(ErrorBody)),
    tags(
        (name = "app", description = "Settings that a client needs first"),
        (name = "works", description = "Works"),
        (name = "terms", description = "Tags, performers, makers, labels, directors, series and items"),
        (name = "magnets", description = "Magnet links"),
        (name = "account", description = "Sign-in, and the member's own account"),
        (name = "library", description = "Collections and likes of members"),
        (name = "orders", description = "VIP plans, orders and their payment"),
        (name = "vip", description = "The paid group"),
        (name = "support", description = "Messages of members to support"),
        (name = "operators", description = "The operators' console; `x-permission` of an operation is the permission that it needs"),
    ),
)]
struct Base;

/// The whole document without shared components, for tools that read it.
pub fn document() -> Value {
    let mut document = crate::endpoints::endpoints().document(Base::openapi());
    document.servers = Some(vec![ServerBuilder::new().url("/prod-api").build()]);
    signing::add(&mut document);
    security::add(&mut document);
    // It always serializes; otherwise the tests would find nothing in it.
    let mut document = yaml_serde::to_value(document).unwrap_or_default();
    shapes::simplify(&mut document);
    errors::describe(&mut document);
    headers::declare(&mut document);
    links::add(&mut document);
    document
}

/// The document as published: what occurs more than once is a component.
pub fn contract() -> Value {
    compact::compact(document())
}

/// The contract as YAML.
pub fn yaml() -> anyhow::Result<String> {
    yaml::write(&contract())
}

/// `/openapi.yaml` and the page that shows it.
pub fn mount(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource("/openapi.yaml")
                .route(web::get().to(serve))
                .route(web::head().to(serve)),
        )
        .service(
            web::resource("/docs")
                .route(web::get().to(page))
                .route(web::head().to(page)),
        );
}

/// The served forms of the contract, built once.
struct Documents {
    yaml: CachedBody,
    page: CachedBody,
}

/// `None` if it cannot be serialised, which a test rules out.
static DOCUMENTS: LazyLock<Option<Documents>> = LazyLock::new(|| {
    Some(Documents {
        yaml: CachedBody::new(yaml().ok()?.into_bytes()),
        page: CachedBody::new(page::html(&document()).into_bytes()),
    })
});

/// Builds the documents, so that no request waits for them.
pub fn prepare() {
    LazyLock::force(&DOCUMENTS);
}

fn documents() -> Result<&'static Documents, ApiError> {
    let documents = DOCUMENTS.as_ref();
    documents.ok_or_else(|| anyhow::anyhow!("the contract cannot be written").into())
}

const CACHING: (HeaderName, &str) = (CACHE_CONTROL, "no-cache");

async fn serve(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let yaml = &documents()?.yaml;
    Ok(yaml.respond(&request, "application/yaml; charset=utf-8", &[CACHING]))
}

async fn page(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let headers = [CACHING, (CONTENT_SECURITY_POLICY, POLICY)];
    let page = &documents()?.page;
    Ok(page.respond(&request, "text/html; charset=utf-8", &headers))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::openapi::tree::{at, entries, operations, resolved};

    #[test]
    fn every_operation_declares_the_errors_of_the_protection() {
        let document = serde_json::to_value(document()).unwrap();
        for (path, item) in document["paths"].as_object().unwrap() {
            let open = crate::OPEN.contains(&path.as_str());
            for (method, operation) in item.as_object().unwrap() {
                let answers = operation["responses"].as_object().unwrap();
                for status in ["400", "429"] {
                    assert!(answers.contains_key(status), "{method} {path} {status}");
                }
                for status in ["408", "413", "415"] {
                    let takes_body = operation.get("requestBody").is_some();
                    let is_named = answers.contains_key(status);
                    assert!(is_named || !takes_body, "{method} {path} {status}");
                }
                for status in ["401", "503"] {
                    assert_eq!(
                        answers.contains_key(status),
                        !open,
                        "{method} {path} {status}"
                    );
                }
            }
        }
        for (name, answer) in document["components"]["responses"].as_object().unwrap() {
            let body = &answer["content"]["application/json"]["schema"]["$ref"];
            assert_eq!(body, "#/components/schemas/ErrorBody", "{name}");
        }
    }

    #[test]
    fn nothing_is_ever_null() {
        let written = serde_json::to_string(&contract()).unwrap();
        for null in [r#""null""#, r#""nullable""#, ":null"] {
            assert_eq!(written.find(null), None, "{null}");
        }
    }

    #[test]
    fn every_operation_but_the_open_ones_is_signed_and_member_operations_need_a_token() {
        let document = serde_json::to_value(document()).unwrap();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let ways = operation.get("security").unwrap_or(&document["security"]);
                let ways = ways.as_array().unwrap();
                let open = crate::OPEN.contains(&path.as_str());
                let signed = |way: &serde_json::Value| way.get("signature").is_some();
                assert!(
                    !ways.is_empty() && ways.iter().all(|way| signed(way) != open),
                    "{path}"
                );
                let token = ways.iter().all(|way| way.get("bearer").is_some());
                let of_operators = path.starts_with(crate::ADMIN_PREFIX);
                let rejection = match (token, of_operators) {
                    (true, true) => json!("#/components/responses/Forbidden"),
                    (true, false) => json!("#/components/responses/NoToken"),
                    (false, _) => json!(null),
                };
                assert_eq!(
                    operation["responses"]["403"]["$ref"], rejection,
                    "{method} {path}"
                );
                let named = operation["x-permission"].is_string();
                assert_eq!(named, of_operators, "{method} {path}");
            }
        }
    }

    /// Whether an example can be composed from those of the schema and its fields.
    fn has_example(document: &Value, schema: &Value) -> bool {
        let given = ["example", "examples", "default", "enum"];
        let whole = resolved(document, schema);
        let is_given = |name: &&str| schema.get(name).or(whole.get(name)).is_some();
        let is_object = whole.get("properties").or(whole.get("allOf")).is_some();
        let items = whole.get("items");
        given.iter().any(is_given)
            || is_object
            || items.is_some_and(|items| has_example(document, items))
    }

    #[test]
    fn every_required_field_of_a_body_has_an_example() {
        let document = document();
        for (path, operation) in operations(&document) {
            for (_, content) in entries(at(operation, &["requestBody", "content"])) {
                let form = resolved(&document, &content["schema"]);
                let parts = form.get("allOf").and_then(Value::as_sequence);
                let parts = parts.map_or(vec![form], |parts| parts.iter().collect());
                for part in parts.into_iter().map(|part| resolved(&document, part)) {
                    let required = part.get("required").and_then(Value::as_sequence);
                    for name in required.into_iter().flatten() {
                        let field = &part["properties"][name];
                        assert!(has_example(&document, field), "{path} {name:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_example_request_is_a_test_vector() {
        let vectors = include_str!("../../../../../clients/vectors.json");
        let vectors: serde_json::Value = serde_json::from_str(vectors).unwrap();
        let request = &vectors["requests"][0];
        for name in ["secret", "query", "canonicalQuery", "nonce", "signature"] {
            let value = request[name].as_str().unwrap();
            assert!(DESCRIPTION.contains(value), "{name}");
        }
    }

    #[test]
    fn a_magnet_list_needs_a_number() {
        let document = serde_json::to_value(document()).unwrap();
        let parameters = &document["paths"]["/v2/dht/list"]["get"]["parameters"];
        let keyword = parameters
            .as_array()
            .unwrap()
            .iter()
            .find(|p| p["name"] == "keyword");
        assert_eq!(keyword.unwrap()["required"], true);
    }
}
