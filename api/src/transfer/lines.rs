//! Rows as canonical JSON lines, the same for either engine, and checksums of them.

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use yingku_db::dialect::rows::{Column, Kind};

/// The canonical form of a row: columns by name, floats with the fewest digits, booleans as true and false.
pub fn canonical(line: &str, columns: &[Column]) -> anyhow::Result<String> {
    let mut row: Map<String, Value> =
        serde_json::from_str(line).context("a row is not an object")?;
    let mut out = String::with_capacity(line.len() + 2);
    for column in columns {
        let value = row.remove(&column.name);
        let value = value.with_context(|| format!("a row has no {}", column.name))?;
        let value = match column.kind {
            Kind::Exact => value,
            Kind::Real => real(&value)?,
            Kind::Boolean => boolean(value),
        };
        out.push(if out.is_empty() { '{' } else { ',' });
        out.push_str(&serde_json::to_string(&column.name)?);
        out.push(':');
        out.push_str(&serde_json::to_string(&value)?);
    }
    anyhow::ensure!(
        row.is_empty(),
        "a row has a column that this database does not have: {:?}",
        row.keys().next()
    );
    out.push('}');
    Ok(out)
}

fn real(value: &Value) -> anyhow::Result<Value> {
    let number: f64 = match value {
        Value::Null => return Ok(Value::Null),
        Value::String(text) => text.parse()?,
        other => other.to_string().parse()?,
    };
    let number = serde_json::Number::from_f64(number).context("a fraction is not finite")?;
    Ok(Value::Number(number))
}

fn boolean(value: Value) -> Value {
    match value.as_i64() {
        Some(number) => Value::Bool(number != 0),
        None => value,
    }
}

/// An order-independent checksum of a table's rows.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checksum {
    /// Number of rows.
    pub rows: u64,
    /// The sum of 128 bits of each row's SHA-256, in hexadecimal.
    pub sum: String,
}

/// Computes a [`Checksum`].
#[derive(Debug, Default)]
pub struct ChecksumBuilder {
    rows: u64,
    sum: u128,
}

impl ChecksumBuilder {
    /// Adds a [`canonical`] line.
    pub fn add(&mut self, line: &str) {
        let digest = Sha256::digest(line);
        let mut half = [0; 16];
        for (to, from) in half.iter_mut().zip(digest.iter()) {
            *to = *from;
        }
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(half));
    }

    /// The result.
    pub fn checksum(&self) -> Checksum {
        Checksum {
            rows: self.rows,
            sum: format!("{:032x}", self.sum),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<Column> {
        let column = |name: &str, kind| Column {
            name: name.to_owned(),
            kind,
        };
        vec![
            column("average", Kind::Real),
            column("hidden", Kind::Boolean),
            column("id", Kind::Exact),
        ]
    }

    #[test]
    fn both_engines_write_the_same_lines() {
        let sqlite = r#"{"average":"4.3499999999999996","hidden":0,"id":9007199254740993}"#;
        let postgres = r#"{"hidden":false,"average":"4.35","id":9007199254740993}"#;
        let wanted = r#"{"average":4.35,"hidden":false,"id":9007199254740993}"#;
        for line in [sqlite, postgres, wanted] {
            assert_eq!(canonical(line, &columns()).unwrap(), wanted);
        }
    }

    #[test]
    fn a_row_with_other_columns_is_rejected() {
        for line in [
            "[]",
            r#"{"average":"1","hidden":0}"#,
            r#"{"average":"1","hidden":0,"id":1,"more":1}"#,
        ] {
            assert!(canonical(line, &columns()).is_err(), "{line}");
        }
    }

    #[test]
    fn the_checksum_ignores_row_order_and_not_content() {
        let sum = |lines: &[&str]| {
            let mut adder = ChecksumBuilder::default();
            lines.iter().for_each(|line| adder.add(line));
            adder.checksum()
        };
        assert_eq!(sum(&["a", "b"]), sum(&["b", "a"]));
        assert_ne!(sum(&["a", "b"]), sum(&["a", "c"]));
        assert_ne!(sum(&["a"]), sum(&["a", "a"]));
    }
}
