//! The endpoint table: one list mounts the routes and writes openapi.yaml, so they cannot differ.
//! It answers 405 with `Allow` for other methods of a path, and HEAD wherever
//! there is GET. A console endpoint names its permission in its line, or several of which one is enough;
//! it is checked before the handler runs.

use std::collections::BTreeMap;

use actix_web::guard::{self, Guard};
use actix_web::http::Method;
use actix_web::{HttpRequest, Route, web};
use utoipa::openapi::OpenApi;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{HttpMethod, Operation, PathItem};
use yingku_base::role::Permission;

use super::error::ApiError;

/// One method of one path.
pub struct Endpoint {
    /// The method.
    pub method: HttpMethod,
    /// The path below the base path, with `{name}` for parameters.
    pub path: String,
    /// The permissions of which it needs one; none outside the console.
    pub permissions: &'static [Permission],
    /// Creates its route.
    pub route: fn() -> Route,
}

/// Guards a route by permissions; supplied by `yingku_access::auth`.
pub type Protect = fn(Route, &'static [Permission]) -> Route;

/// A table of endpoints.
#[derive(Default)]
pub struct Endpoints {
    /// The endpoints.
    pub all: Vec<Endpoint>,
    /// Their operations, and the schemas that these refer to.
    pub contract: OpenApi,
}

/// The endpoints of handlers with `#[utoipa::path]`; `handler needs Permission` restricts one to operators, and
/// `handler needs One or Other` to those with either permission.
#[macro_export]
macro_rules! endpoints {
    ($($handler:ident $(needs $($permission:ident)or+)?),* $(,)?) => { $crate::pastey::paste! {{
        #[derive(utoipa::OpenApi)]
        #[openapi(paths($($handler),*))]
        struct Table;
        $crate::endpoint::Endpoints {
            all: vec![$({
                type Described = [<__path_ $handler>];
                $crate::endpoint::Endpoint {
                    method: <Described as utoipa::Path>::methods().pop().unwrap_or(utoipa::openapi::path::HttpMethod::Get),
                    path: <Described as utoipa::Path>::path(),
                    permissions: &[$($(yingku_base::role::Permission::$permission),+)?],
                    route: || actix_web::web::to($handler),
                }
            }),*],
            contract: <Table as utoipa::OpenApi>::openapi(),
        }
    }} };
}

impl Endpoint {
    /// Its route, guarded by its permissions.
    fn mounted(&self, protect: Protect) -> Route {
        let route = (self.route)();
        match self.permissions {
            [] => route,
            permissions => protect(route, permissions),
        }
    }

    /// Adds its permissions to its operation in `document`.
    fn name_permissions(&self, document: &mut OpenApi) {
        let item = document.paths.paths.get_mut(&self.path);
        let operation = item.and_then(|item| operation_of(item, &self.method));
        let Some(operation) = operation.filter(|_| !self.permissions.is_empty()) else {
            return;
        };
        let words: Vec<&str> = self.permissions.iter().map(|one| one.as_str()).collect();
        let named = Extensions::builder()
            .add("x-permission", words.join(" or "))
            .build();
        operation
            .extensions
            .get_or_insert_with(Extensions::default)
            .merge(named);
    }
}

impl Endpoints {
    /// Joins two tables.
    pub fn and(mut self, other: Endpoints) -> Self {
        self.all.extend(other.all);
        self.contract.merge(other.contract);
        self
    }

    /// Mounts every path once, with all its methods.
    pub fn mount(self, config: &mut web::ServiceConfig, protect: Protect) {
        // Sorted by path, so that a literal segment wins over `{name}` ('{' sorts after letters).
        let mut by_path: BTreeMap<String, Vec<Endpoint>> = BTreeMap::new();
        for endpoint in self.all {
            by_path
                .entry(endpoint.path.clone())
                .or_default()
                .push(endpoint);
        }
        for (path, endpoints) in by_path {
            let allow = allowed(&endpoints);
            let mut resource = web::resource(path.as_str());
            for endpoint in endpoints {
                resource =
                    resource.route(endpoint.mounted(protect).guard(handles(&endpoint.method)));
            }
            config.service(resource.default_service(web::to(move || {
                let allow = allow.clone();
                async move { Err::<String, _>(ApiError::method_not_allowed(allow)) }
            })));
        }
    }

    /// Adds every operation and schema to `document`.
    pub fn document(self, mut document: OpenApi) -> OpenApi {
        document.merge(self.contract);
        for endpoint in &self.all {
            endpoint.name_permissions(&mut document);
        }
        document
    }
}

/// Matches a method; GET also matches HEAD.
fn handles(method: &HttpMethod) -> impl Guard + use<> {
    let guard = guard::Any(guard::Method(http_method(method)));
    if matches!(method, HttpMethod::Get) {
        guard.or(guard::Head())
    } else {
        guard
    }
}

fn http_method(method: &HttpMethod) -> Method {
    match method {
        HttpMethod::Get => Method::GET,
        HttpMethod::Post => Method::POST,
        HttpMethod::Put => Method::PUT,
        HttpMethod::Delete => Method::DELETE,
        HttpMethod::Patch => Method::PATCH,
        HttpMethod::Options => Method::OPTIONS,
        HttpMethod::Head => Method::HEAD,
        HttpMethod::Trace => Method::TRACE,
    }
}

fn operation_of<'a>(item: &'a mut PathItem, method: &HttpMethod) -> Option<&'a mut Operation> {
    let operation = match method {
        HttpMethod::Get => &mut item.get,
        HttpMethod::Post => &mut item.post,
        HttpMethod::Put => &mut item.put,
        HttpMethod::Delete => &mut item.delete,
        HttpMethod::Patch => &mut item.patch,
        HttpMethod::Options => &mut item.options,
        HttpMethod::Head => &mut item.head,
        HttpMethod::Trace => &mut item.trace,
    };
    operation.as_mut()
}

fn allowed(endpoints: &[Endpoint]) -> String {
    let mut methods: Vec<Method> = endpoints
        .iter()
        .map(|endpoint| http_method(&endpoint.method))
        .collect();
    if methods.contains(&Method::GET) {
        methods.push(Method::HEAD);
    }
    let mut names: Vec<&str> = methods.iter().map(Method::as_str).collect();
    names.sort_unstable();
    names.join(", ")
}

/// 404 for unmatched paths, in the envelope.
pub async fn unmatched_path(_: HttpRequest) -> Result<String, ApiError> {
    Err(ApiError::not_found())
}
