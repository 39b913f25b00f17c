//! Looks up which of the imported works already exist.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::schema::works;

use super::fields::FieldSet;
use super::fingerprint::Fingerprinted;
use crate::kinds::Channel;
use crate::works::visibility::Withheld;

/// The columns of a stored work that an import needs.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = works)]
pub(super) struct Known {
    pub(super) id: i64,
    pub(super) fingerprint: i64,
    pub(super) hidden: bool,
    pub(super) withheld: Withheld,
    pub(super) version: i64,
    #[diesel(deserialize_as = i64)]
    pub(super) curated: FieldSet,
}

/// Stored works by channel and number.
pub(super) type ByIdentity<'a> = HashMap<(Channel, &'a str), Known>;

impl Known {
    /// Whether a record with this fingerprint changes the work.
    pub(super) fn is_changed_by(&self, fingerprint: i64, overrides: bool) -> bool {
        self.fingerprint != fingerprint || (overrides && !self.curated.is_empty())
    }
}

impl Fingerprinted {
    /// Whether the work is hidden after this record.
    pub(super) fn hides(&self, work: &Known) -> bool {
        match self.leaves_hidden {
            true => work.hidden,
            false => self.record.hidden || work.withheld != Withheld::No,
        }
    }
}

/// The stored works with the identities of `records`.
pub(super) fn known_works<'a>(
    conn: &mut Conn,
    records: &'a [Fingerprinted],
) -> QueryResult<ByIdentity<'a>> {
    let mut known = HashMap::new();
    for channel in Channel::ALL {
        let numbers: HashMap<&str, &'a str> = records
            .iter()
            .map(|printed| &printed.record)
            .filter(|record| record.channel == channel)
            .map(|record| (record.number.as_str(), record.number.as_str()))
            .collect();
        if numbers.is_empty() {
            continue;
        }
        let rows: Vec<(String, Known)> = works::table
            .select((works::number, Known::as_select()))
            .filter(works::mod_id.eq(channel))
            .filter(works::number.eq_any(numbers.keys().copied().collect::<Vec<_>>()))
            .load(conn)?;
        for (number, work) in rows {
            if let Some(number) = numbers.get(number.as_str()) {
                known.insert((channel, *number), work);
            }
        }
    }
    Ok(known)
}
