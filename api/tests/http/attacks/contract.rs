//! The operations of the contract, to be attacked one by one.

use actix_web::http::Method;
use serde_json::{Value, json};
use yingku_base::role::Role;

use crate::support::TestApp;
use crate::support::client::{Call, encoded};
use crate::support::member::Member;

/// An id that does not exist.
pub const NOTHING: &str = "910000000000000009";

/// An operation of the contract.
pub struct Operation {
    pub method: Method,
    /// As in the contract, such as `/v2/message/{id}`.
    pub path: String,
    /// Its query parameters.
    pub parameters: Vec<Parameter>,
    /// Its path parameters.
    pub in_path: Vec<Parameter>,
    /// The fields of its JSON body, and an example.
    pub body: Option<Body>,
    /// It requires an access token.
    pub needs_token: bool,
    /// Its response depends on the caller.
    pub knows_caller: bool,
}

/// A parameter with its schema.
pub struct Parameter {
    pub name: String,
    pub schema: Value,
    pub example: Value,
    pub required: bool,
}

/// The JSON body of an operation.
pub struct Body {
    pub example: Value,
    pub properties: Vec<(String, Value)>,
}

/// Every operation of the contract.
pub fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(yingku_server::openapi::document()).unwrap();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, described) in methods.as_object().unwrap() {
            all.push(operation(&document, method, path, described));
        }
    }
    assert!(all.len() > 100, "{}", all.len());
    all
}

fn operation(document: &Value, method: &str, path: &str, described: &Value) -> Operation {
    let of = |place: &str| -> Vec<Parameter> {
        let all = described["parameters"].as_array().into_iter().flatten();
        all.filter(|parameter| parameter["in"] == place)
            .map(|given| parameter(document, given))
            .collect()
    };
    let ways = described["security"].as_array().into_iter().flatten();
    let with_token: Vec<bool> = ways.map(|way| way.get("bearer").is_some()).collect();
    let content = &described["requestBody"]["content"]["application/json"];
    Operation {
        method: method.to_uppercase().parse().unwrap(),
        path: path.to_owned(),
        parameters: of("query"),
        in_path: of("path"),
        body: content.is_object().then(|| Body {
            example: example(document, &content["schema"]).unwrap_or_default(),
            properties: properties(document, &content["schema"]),
        }),
        needs_token: !with_token.is_empty() && with_token.iter().all(|with| *with),
        knows_caller: with_token.contains(&true),
    }
}

fn parameter(document: &Value, given: &Value) -> Parameter {
    let schema = resolved(document, &given["schema"]).clone();
    let example = given_example(given).or_else(|| given_example(&schema));
    Parameter {
        name: given["name"].as_str().unwrap().to_owned(),
        example: example.cloned().unwrap_or(json!(1)),
        required: given["required"] == true,
        schema,
    }
}

/// An example of a schema, made of those of its fields, as tools make it.
fn example(document: &Value, schema: &Value) -> Option<Value> {
    let known = resolved(document, schema);
    if let Some(given) = given_example(schema).or_else(|| given_example(known)) {
        return Some(given.clone());
    }
    if known["items"].is_object() {
        return Some(json!([example(document, &known["items"])?]));
    }
    let parts = known["allOf"].as_array().into_iter().flatten();
    let inherited = parts.filter_map(|part| example(document, part)?.as_object().cloned());
    let fields = known["properties"].as_object().into_iter().flatten();
    let own = fields.filter_map(|(name, field)| Some((name.clone(), example(document, field)?)));
    let all: serde_json::Map<_, _> = inherited.flatten().chain(own).collect();
    (!all.is_empty()).then(|| all.into())
}

fn given_example(schema: &Value) -> Option<&Value> {
    let places = ["/example", "/default", "/examples/0", "/enum/0"];
    places.iter().find_map(|place| schema.pointer(place))
}

/// The fields of an object, each with its schema.
fn properties(document: &Value, schema: &Value) -> Vec<(String, Value)> {
    let schema = resolved(document, schema);
    let parts = schema["allOf"].as_array().into_iter().flatten();
    let mut all: Vec<_> = parts.flat_map(|part| properties(document, part)).collect();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        all.push((name.clone(), resolved(document, field).clone()));
    }
    all
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let inner = match schema["oneOf"].as_array() {
        // A nullable value.
        Some(ways) => ways
            .iter()
            .find(|way| way["type"] != "null")
            .unwrap_or(schema),
        None => schema,
    };
    match inner["$ref"].as_str() {
        Some(path) => document.pointer(path.trim_start_matches('#')).unwrap(),
        None => inner,
    }
}

impl Parameter {
    /// Whether it is an enumeration.
    pub fn is_word(&self) -> bool {
        self.schema["enum"].is_array()
    }

    /// Whether it is free text.
    pub fn is_text(&self) -> bool {
        let free = self.schema["type"] == "string" && !self.is_word();
        free && !self.schema["maxLength"].is_null()
            && !self.name.ends_with("Id")
            && self.schema["format"].is_null()
    }
}

impl Operation {
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name)
    }

    /// Its URL, with a value for the path parameter.
    pub fn at(&self, inside: &str) -> String {
        let (before, rest) = self.path.split_once('{').unwrap_or((&self.path, "}"));
        let (_, after) = rest.split_once('}').unwrap();
        let inside = if self.path.contains('{') { inside } else { "" };
        format!("/prod-api{before}{inside}{after}")
    }

    /// Its URL with its required query parameters, overridden by `more`.
    pub fn target(&self, more: &str) -> String {
        let named: Vec<&str> = more
            .split('&')
            .filter_map(|pair| pair.split('=').next())
            .collect();
        let needed = self.parameters.iter();
        let needed =
            needed.filter(|parameter| parameter.required && !named.contains(&&*parameter.name));
        let mut query: Vec<String> = needed
            .map(|parameter| {
                let example = parameter
                    .example
                    .as_str()
                    .map_or_else(|| parameter.example.to_string(), encoded);
                format!("{}={example}", parameter.name)
            })
            .collect();
        query.push(more.to_owned());
        format!(
            "{}?{}",
            self.at(NOTHING),
            query.join("&").trim_end_matches('&')
        )
    }

    /// The request with a JSON body.
    pub fn posting(&self, body: impl Into<Vec<u8>>) -> Call {
        let example = self
            .in_path
            .first()
            .map_or(NOTHING, |inside| inside.example.as_str().unwrap_or(NOTHING));
        Call::new(self.method.clone(), &self.at(example))
            .body(body)
            .header("content-type", "application/json")
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

/// A user with every permission.
pub async fn user_with_every_permission<'a>(t: &'a TestApp, name: &str) -> Member<'a> {
    let admin = t.operator(name, Role::Admin).await;
    t.make_vip(&admin, 30);
    admin
}
