//! Cells with several values.

use serde_json::{Map, Value};

use super::cell::Cell;
use super::draft::{Draft, IMAGE_SEPARATORS};
use super::field::Field;
use super::mapping::Target;
use super::terms::known_of;
use crate::values::address::{address, addresses, in_brackets};
use crate::values::list::values;

impl Draft<'_> {
    /// Takes a list as the import format has it, of terms, links or addresses; of other fields its one text.
    pub(super) fn listed(&mut self, target: &Target, list: Vec<Value>) {
        let field = target.field;
        let name = field.name();
        for value in list {
            match value {
                Value::String(text) if field.is_of_terms() => {
                    self.work.push_name(name, &text, None);
                }
                Value::Object(term) if field.is_of_terms() => {
                    let (term, others) = known_of(term);
                    if !others.is_empty() {
                        self.leave_out(field, &others, "不认识的字段，没有导入");
                    }
                    match term.get("name") {
                        Some(_) => self.work.push(name, term),
                        None => self.leave_out(field, &others, "对象里没有名称，没有导入"),
                    }
                }
                Value::Object(file) if field.is_of_address() => match address_of(&file) {
                    Some(address) => {
                        self.take_text(target, &Cell::Text(address.into()), address);
                    }
                    None => {
                        let keys: Vec<&str> = file.keys().map(String::as_str).collect();
                        self.leave_out(field, &keys.join(", "), "对象里没有 url，没有导入");
                    }
                },
                value if field.is_of_terms() => {
                    self.leave_out(field, &value.to_string(), "不是名称，没有导入");
                }
                value if field.is_of_address() && !value.is_string() => {
                    self.leave_out(field, &value.to_string(), "不是地址，没有导入");
                }
                Value::String(link) if field == Field::Magnets => {
                    self.take_text(target, &Cell::Text(link.as_str().into()), &link);
                }
                value if field.is_of_text() => self.work.put(name, value),
                value => self.work.push(name, value),
            }
        }
    }

    /// Takes a list as a program has written it.
    pub(super) fn written_list(&mut self, target: &Target, list: Vec<Value>) {
        if target.field.is_of_terms() {
            self.listed(target, list);
            return;
        }
        for value in list {
            match value {
                Value::String(text) => {
                    self.take_text(target, &Cell::Text(text.as_str().into()), &text);
                }
                other => self.listed(target, vec![other]),
            }
        }
    }

    pub(super) fn pictures(&mut self, field: Field, text: &str) {
        // A formula of a picture within the cell is one text.
        let all = match text.contains("DISPIMG(") {
            true => vec![text],
            false => pictures_of(text),
        };
        for text in all {
            match address(text) {
                Ok(address) => self.work.push(field.name(), address.into()),
                Err(why) => self.leave_out(field, text, why),
            }
        }
    }
}

/// The addresses of several pictures.
pub(super) fn pictures_of(text: &str) -> Vec<&str> {
    match in_brackets(text) {
        none if none.is_empty() => values(text, IMAGE_SEPARATORS)
            .flat_map(str::split_whitespace)
            .flat_map(addresses)
            .collect(),
        found => found,
    }
}

/// The address of an attachment, as Airtable, Baserow, NocoDB, SeaTable and Notion have it in JSON.
fn address_of(file: &Map<String, Value>) -> Option<&str> {
    let within = ["file", "external"]
        .iter()
        .find_map(|name| file.get(*name)?.as_object());
    [Some(file), within].into_iter().flatten().find_map(url_of)
}

fn url_of(file: &Map<String, Value>) -> Option<&str> {
    let names = [
        "remoteUrl",
        "url",
        "signedUrl",
        "src",
        "href",
        "original",
        "large",
        "full",
        "image",
        "thumb",
    ];
    names.iter().find_map(|name| file.get(*name)?.as_str())
}
