//! Cells with several values.

use serde_json::Value;

use super::cell::Cell;
use super::columns::Field;
use super::draft::{Draft, IMAGE_SEPARATORS};
use super::mapping::Target;
use super::terms::known_of;
use crate::values::address::{address, in_brackets};
use crate::values::list::values;

impl Draft<'_> {
    /// Takes a list as the import format has it, of terms, links or addresses; of other fields its one text.
    pub(super) fn listed(&mut self, field: Field, list: Vec<Value>) {
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
                    self.work.push(name, term);
                }
                value if field.is_of_text() => self.work.put(name, value),
                value => self.work.push(name, value),
            }
        }
    }

    /// Takes a list as a program has written it.
    pub(super) fn written_list(&mut self, target: &Target, list: Vec<Value>) {
        if target.field.is_of_terms() {
            self.listed(target.field, list);
            return;
        }
        for text in list.iter().filter_map(Value::as_str) {
            self.take_text(target, &Cell::Text(text.into()), text);
        }
    }

    pub(super) fn pictures(&mut self, field: Field, text: &str) {
        let all = match in_brackets(text) {
            none if none.is_empty() => {
                let texts = values(text, IMAGE_SEPARATORS);
                texts.flat_map(str::split_whitespace).collect()
            }
            addresses => addresses,
        };
        for text in all {
            match address(text) {
                Ok(address) => self.work.push(field.name(), address.into()),
                Err(why) => self.leave_out(field, text, why),
            }
        }
    }
}
