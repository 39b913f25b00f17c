//! OpenAPI links from one operation to the next, for stateful API tools.

use yaml_serde::{Mapping, Value};

use super::tree::{at_mut, mapping, operations_mut, set, text};

/// A link: its source operation, its name, its target operation, and where that takes its parameters or body fields
/// from.
struct Link {
    from: &'static str,
    name: &'static str,
    to: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    body: &'static [(&'static str, &'static str)],
}

macro_rules! links {
    ($($from:literal $name:ident $to:literal ($($parameter:literal: $place:literal),*) {$($field:literal: $source:literal),*};)+) => {
        &[$(Link {
            from: $from,
            name: stringify!($name),
            to: $to,
            parameters: &[$(($parameter, $place)),*],
            body: &[$(($field, $source)),*],
        }),+]
    };
}

/// Every link. From a list it uses the first row.
const LINKS: &[Link] = links! {
    "register" LogIn "login" () {"userName": "$request.body#/userName", "password": "$request.body#/password"};
    "login" Refresh "refresh_token" () {};
    "login" LogOut "logout" () {};
    "list_works" Open "get_work" ("id": "$response.body#/rows/0/id") {};
    "list_works" Similar "list_similar_works" ("id": "$response.body#/rows/0/id") {};
    "list_works" Magnets "list_magnets" ("keyword": "$response.body#/rows/0/number") {};
    "get_random_work" Open "get_work" ("id": "$response.body#/data/id") {};
    "get_work" Magnets "list_magnets" ("keyword": "$response.body#/data/number") {};
    "get_work" Like "like_work" () {"status": "0", "dataId": "$response.body#/data/id"};
    "get_work" Collect "collect_work" () {"status": "0", "dataId": "$response.body#/data/id"};
    "get_work" Report "report_work" () {"dataId": "$response.body#/data/id", "reason": "other"};
    "list_magnets" Copy "copy_magnet" () {"id": "$response.body#/rows/0/id"};
    "list_terms" Open "get_term" ("id": "$response.body#/rows/0/id") {};
    "get_term" Follow "follow_term" () {"status": "0", "dataId": "$response.body#/data/id"};
    "follow_term" State "get_follow" ("id": "$request.body#/dataId") {};
    "collect_work" State "get_collections_of_work" ("id": "$request.body#/dataId") {};
    "create_collection" Rename "update_collection" ("id": "$response.body#/cateId") {"cateName": "$request.body#/cateName"};
    "create_collection" Delete "delete_collection" ("id": "$response.body#/cateId") {};
    "create_collection" Works "list_collected_works" ("cateId": "$response.body#/cateId") {};
    "list_collections" Works "list_collected_works" ("cateId": "$response.body#/rows/0/cateId") {};
    "list_plans" Order "create_order" () {"groupId": "$response.body#/rows/0/id", "payChannel": "alipay"};
    "create_order" State "get_order" ("id": "$response.body#/orderId") {};
    "create_order" Pay "pay_order" () {"orderId": "$response.body#/orderId"};
    "create_order" Cancel "cancel_order" () {"orderId": "$response.body#/orderId"};
    "list_orders" State "get_order" ("id": "$response.body#/rows/0/orderId") {};
    "create_message" Open "get_message" ("id": "$response.body#/data/id") {};
    "create_message" Close "close_message" () {"id": "$response.body#/data/id"};
    "list_messages" Open "get_message" ("id": "$response.body#/rows/0/id") {};
    "list_sessions" End "end_session" ("id": "$response.body#/rows/0/id") {};
    "create_program_key" Delete "delete_program_key" ("id": "$response.body#/data/id") {};
    "create_import" Send "upload_import_part" ("id": "$response.body#/data/id") {};
    "create_import" Progress "get_import" ("id": "$response.body#/data/id") {};
    "list_admin_works" Open "get_admin_work" ("id": "$response.body#/rows/0/id") {};
    "list_admin_members" Open "get_admin_member" ("id": "$response.body#/rows/0/id") {};
    "list_admin_orders" Open "get_admin_order" ("id": "$response.body#/rows/0/orderId") {};
    "list_admin_messages" Open "get_admin_message" ("id": "$response.body#/rows/0/id") {};
    "list_admin_terms" Open "get_admin_term" ("id": "$response.body#/rows/0/id") {};
};

/// Adds them to the success responses.
pub(super) fn add(document: &mut Value) {
    for operation in operations_mut(document) {
        let id = text(operation, &["operationId"]).unwrap_or_default();
        let links: Mapping = LINKS
            .iter()
            .filter(|link| link.from == id)
            .map(|link| (link.name.into(), link.described()))
            .collect();
        if let Some(good) = at_mut(operation, &["responses", "200"]).filter(|_| !links.is_empty()) {
            set(good, "links", links);
        }
    }
}

impl Link {
    fn described(&self) -> Value {
        let mut link = mapping([("operationId", self.to.into())]);
        if !self.parameters.is_empty() {
            let places = self.parameters.iter();
            let places: Mapping = places
                .map(|(name, place)| ((*name).into(), (*place).into()))
                .collect();
            set(&mut link, "parameters", places);
        }
        if !self.body.is_empty() {
            set(&mut link, "requestBody", self.body());
        }
        link
    }

    /// The body as a string with expressions in braces. Any value is allowed there (OpenAPI 3.1, Link Object), but
    /// openapi-generator accepts only a string.
    fn body(&self) -> String {
        let fields = self.body.iter().map(|(name, place)| {
            // A status is a number; everything else is text.
            match (place.parse::<u8>(), place.starts_with('$')) {
                (Ok(number), _) => format!("\"{name}\":{number}"),
                (_, true) => format!("\"{name}\":\"{{{place}}}\""),
                (_, false) => format!("\"{name}\":\"{place}\""),
            }
        });
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::tree::{at, entries, operations, resolved};

    /// Whether a schema has the target of a pointer such as `rows/0/id`.
    fn has(document: &Value, schema: &Value, pointer: &[&str]) -> bool {
        let schema = resolved(document, schema);
        let parts = schema.get("allOf").and_then(Value::as_sequence);
        if parts
            .into_iter()
            .flatten()
            .any(|part| has(document, part, pointer))
        {
            return true;
        }
        match pointer {
            [] => true,
            ["0", rest @ ..] => schema
                .get("items")
                .is_some_and(|items| has(document, items, rest)),
            [name, rest @ ..] => at(schema, &["properties", name])
                .is_some_and(|property| has(document, property, rest)),
        }
    }

    #[test]
    fn links_connect_response_fields_to_request_parameters() {
        let document = crate::openapi::document();
        let find = |id: &str| {
            let mut all = operations(&document);
            all.find(|(_, one)| text(one, &["operationId"]) == Some(id))
                .unwrap_or_else(|| panic!("no call is {id}"))
                .1
        };
        let json = ["content", "application/json", "schema"];
        for link in LINKS {
            let (from, to) = (find(link.from), find(link.to));
            let answer = at(from, &["responses", "200"]).and_then(|good| at(good, &json));
            let asked = at(from, &["requestBody"]).and_then(|body| at(body, &json));
            for (name, place) in link.parameters.iter().chain(link.body) {
                let source = match place.split_once("#/") {
                    Some(("$response.body", pointer)) => Some((answer, pointer)),
                    Some(("$request.body", pointer)) => Some((asked, pointer)),
                    _ => None,
                };
                if let Some((schema, pointer)) = source {
                    let pointer: Vec<&str> = pointer.split('/').collect();
                    assert!(
                        has(&document, schema.unwrap(), &pointer),
                        "{} {name}: {place}",
                        link.from
                    );
                }
            }
            for (name, _) in link.parameters {
                let mut known = to["parameters"].as_sequence().unwrap().iter();
                assert!(
                    known.any(|one| text(one, &["name"]) == Some(name)),
                    "{} {name}",
                    link.to
                );
            }
            for (name, _) in link.body {
                let form = at(to, &["requestBody"])
                    .and_then(|body| at(body, &json))
                    .unwrap();
                assert!(has(&document, form, &[name]), "{} {name}", link.to);
            }
        }
        let links: usize = operations(&document)
            .map(|(_, one)| entries(at(one, &["responses", "200", "links"])).count())
            .sum();
        assert_eq!(links, LINKS.len());
        // What generators accept.
        for (_, one) in operations(&document) {
            for (_, link) in entries(at(one, &["responses", "200", "links"])) {
                let body = at(link, &["requestBody"]);
                assert!(body.is_none_or(Value::is_string), "{body:?}");
            }
        }
    }
}
