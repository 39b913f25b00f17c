//! How many works an import would change in each field, with examples (dry run).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use yingku_base::values::Count;

use super::compare::{FieldChange, WorkChange};
use super::fields::FieldSet;
use super::validation_error::{MAX_EXCERPT, excerpt};

/// Examples of each field.
const MAX_EXAMPLES: usize = 3;
/// Characters that two long values have in common and that are shown before the first difference.
const COMMON_CHARS: usize = 10;

/// Stored works that gain, change and lose a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FieldChanges {
    #[schema(example = "title")]
    pub field: String,
    pub gained: Count,
    pub changed: Count,
    pub lost: Count,
    #[schema(max_items = 3)]
    pub examples: Vec<ChangeExample>,
}

/// A work with shortened values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ChangeExample {
    #[schema(example = "ABC-001")]
    pub number: String,
    #[schema(example = "")]
    pub before: String,
    #[schema(example = "")]
    pub after: String,
}

/// What a dry run has found so far, in the order of the fields of a line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChangeTotals(Vec<FieldChanges>);

impl ChangeTotals {
    /// From the column of the database.
    pub fn stored(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The column of the database.
    pub fn to_text(&self) -> String {
        match self.0.is_empty() {
            true => String::new(),
            false => serde_json::to_string(self).unwrap_or_default(),
        }
    }

    /// The fields.
    pub fn fields(&self) -> &[FieldChanges] {
        &self.0
    }

    /// The fields.
    pub fn into_fields(self) -> Vec<FieldChanges> {
        self.0
    }

    /// Counts the fields of a work. A new work changes none.
    pub fn add(&mut self, work: &WorkChange) {
        for change in work.fields.iter().flatten() {
            let Some(field) = self.entry(change.name) else {
                continue;
            };
            let count = match (change.before.is_null(), change.after.is_null()) {
                (true, _) => &mut field.gained,
                (false, true) => &mut field.lost,
                (false, false) => &mut field.changed,
            };
            count.0 += 1;
            if field.examples.len() < MAX_EXAMPLES {
                let (before, after) = shown(change);
                field.examples.push(ChangeExample {
                    number: work.number.clone(),
                    before,
                    after,
                });
            }
        }
    }

    fn entry(&mut self, name: &str) -> Option<&mut FieldChanges> {
        let known = self.0.iter().position(|field| field.field == name);
        let at = known.unwrap_or_else(|| {
            let at = self
                .0
                .partition_point(|field| place(&field.field) < place(name));
            let none = FieldChanges {
                field: name.to_owned(),
                gained: Count(0),
                changed: Count(0),
                lost: Count(0),
                examples: Vec::new(),
            };
            self.0.insert(at, none);
            at
        });
        self.0.get_mut(at)
    }
}

/// The place of a field in a line; `hidden` is the last.
fn place(name: &str) -> usize {
    let names = FieldSet::ALL.names();
    names
        .iter()
        .position(|field| *field == name)
        .unwrap_or(names.len())
}

/// The value before and after, shortened to where they begin to differ.
pub fn shown(change: &FieldChange) -> (String, String) {
    let (before, after) = (readable(&change.before), readable(&change.after));
    let longest = before.chars().count().max(after.chars().count());
    let common = before
        .chars()
        .zip(after.chars())
        .take_while(|(one, other)| one == other);
    let skipped = match longest > MAX_EXCERPT {
        true => common.count().saturating_sub(COMMON_CHARS),
        false => 0,
    };
    let part = |text: &str| match skipped {
        0 => excerpt(text),
        _ => format!(
            "…{}",
            excerpt(&text.chars().skip(skipped).collect::<String>())
        ),
    };
    (part(&before), part(&after))
}

/// A value as a person reads it: the names of a list, separated by 、.
pub fn readable(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(entries) => {
            let name = |entry: &Value| match entry.get("name").and_then(Value::as_str) {
                Some(name) => name.to_owned(),
                None => readable(entry),
            };
            entries.iter().map(name).collect::<Vec<_>>().join("、")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::kinds::Channel;

    fn work(number: &str, fields: &[(&'static str, Value, Value)]) -> WorkChange {
        let fields = fields.iter().map(|(name, before, after)| FieldChange {
            name,
            before: before.clone(),
            after: after.clone(),
        });
        WorkChange {
            channel: Channel::Western,
            number: number.to_owned(),
            title: "山谷".to_owned(),
            fields: Some(fields.collect()),
        }
    }

    #[test]
    fn each_field_counts_gains_changes_and_losses_and_has_three_examples() {
        let mut totals = ChangeTotals::default();
        for number in ["A-1", "A-2", "A-3", "A-4"] {
            totals.add(&work(number, &[("duration", Value::Null, json!(90))]));
        }
        totals.add(&work(
            "A-5",
            &[
                ("title", json!("甲"), json!("乙")),
                ("duration", json!(90), Value::Null),
                ("hidden", json!(false), json!(true)),
            ],
        ));
        let new = WorkChange {
            fields: None,
            ..work("A-6", &[])
        };
        totals.add(&new);
        let counts = totals.fields().iter().map(|field| {
            let counts = [field.gained.0, field.changed.0, field.lost.0];
            (field.field.as_str(), counts, field.examples.len())
        });
        assert_eq!(
            counts.collect::<Vec<_>>(),
            [
                ("title", [0, 1, 0], 1),
                ("duration", [4, 0, 1], 3),
                ("hidden", [0, 1, 0], 1),
            ]
        );
        assert_eq!(ChangeTotals::stored(&totals.to_text()), totals);
        assert_eq!(ChangeTotals::stored(""), ChangeTotals::default());
        assert_eq!(ChangeTotals::default().to_text(), "");
    }

    #[test]
    fn long_values_are_shown_from_where_they_differ() {
        let names = |last: &str| {
            let names = (0..30).map(|number| json!({ "name": format!("标签{number}") }));
            Value::from_iter(names.chain([json!({ "name": last })]))
        };
        let change = |before, after| FieldChange {
            name: "tags",
            before,
            after,
        };
        assert_eq!(
            shown(&change(names("甲"), names("乙"))),
            (
                "…标签28、标签29、甲".to_owned(),
                "…标签28、标签29、乙".to_owned()
            )
        );
        assert_eq!(
            shown(&change(Value::Null, json!(["a.jpg", "b.jpg"]))),
            (String::new(), "a.jpg、b.jpg".to_owned())
        );
        assert_eq!(
            readable(&json!([{ "name": "林晓月" }, { "name": "江白" }])),
            "林晓月、江白"
        );
        assert_eq!(readable(&json!(95)), "95");
    }
}
