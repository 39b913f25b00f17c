//! Searches without results, so that operators see what is missing, stored without who searched: per word and day the
//! number of searches and 63 bits, of which each visitor sets one by a keyed hash of word and visitor. Different bits
//! mean different visitors, so a word is shown only after several have searched for it; one visitor's own searches stay
//! private.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::result::QueryResult;
use diesel::sql_types::BigInt;

use crate::db::Conn;
use crate::db::schema::missed_words;

/// Days a word is stored, including today.
pub const DAYS: i32 = 30;
/// Words stored over all days; beyond this the least searched and oldest are deleted.
pub const MOST_WORDS: i64 = 5_000;
/// Visitors who must have searched for a word before it is shown.
pub const LEAST_VISITORS: u32 = 3;
/// Words shown.
pub const SHOWN: usize = 20;

diesel::infix_operator!(BitOr, " | ", BigInt);

/// The searches for a word without results.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Missed {
    /// Number of searches.
    pub searches: i64,
    /// A bit for each visitor.
    pub visitors: i64,
}

impl Missed {
    /// Merges another.
    pub fn add(&mut self, other: Self) {
        self.searches += other.searches;
        self.visitors |= other.visitors;
    }
}

/// The bit of a visitor's hash.
pub fn bit(hash: u128) -> i64 {
    let place = u32::try_from(hash % 63).unwrap_or(0);
    1_i64.checked_shl(place).unwrap_or(1)
}

/// Adds words to their days, and deletes those older than [`DAYS`] on `today` and those beyond [`MOST_WORDS`].
pub fn add(
    conn: &mut Conn,
    words: &BTreeMap<(i32, String), Missed>,
    today: i32,
) -> QueryResult<()> {
    for ((day, word), missed) in words {
        let row = (
            missed_words::day.eq(day),
            missed_words::word.eq(word),
            missed_words::searches.eq(missed.searches),
            missed_words::visitors.eq(missed.visitors),
        );
        let both = BitOr::new(missed_words::visitors, missed.visitors.into_sql::<BigInt>());
        crate::on_engine!(conn, c => diesel::insert_into(missed_words::table)
            .values(row)
            .on_conflict((missed_words::day, missed_words::word))
            .do_update()
            .set((
                missed_words::searches.eq(missed_words::searches + missed.searches),
                missed_words::visitors.eq(both),
            ))
            .execute(c))?;
    }
    let old = missed_words::table.filter(missed_words::day.le(today - DAYS));
    diesel::delete(old).execute(conn)?;
    let stored: i64 = missed_words::table.count().get_result(conn)?;
    delete_least(conn, stored - MOST_WORDS)
}

fn delete_least(conn: &mut Conn, surplus: i64) -> QueryResult<()> {
    if surplus <= 0 {
        return Ok(());
    }
    let least: Vec<(i32, String)> = missed_words::table
        .select((missed_words::day, missed_words::word))
        .order((
            missed_words::searches,
            missed_words::day,
            missed_words::word,
        ))
        .limit(surplus)
        .load(conn)?;
    for (day, word) in least {
        diesel::delete(missed_words::table.find((day, word))).execute(conn)?;
    }
    Ok(())
}

/// The words searched for most since the day `first` with their numbers of searches, most searched first.
pub fn most_wanted(conn: &mut Conn, first: i32) -> QueryResult<Vec<(String, i64)>> {
    let rows: Vec<(String, i64, i64)> = missed_words::table
        .filter(missed_words::day.ge(first))
        .select((
            missed_words::word,
            missed_words::searches,
            missed_words::visitors,
        ))
        .load(conn)?;
    Ok(rank(rows))
}

fn rank(rows: Vec<(String, i64, i64)>) -> Vec<(String, i64)> {
    let mut words: BTreeMap<String, Missed> = BTreeMap::new();
    for (word, searches, visitors) in rows {
        let missed = Missed { searches, visitors };
        words.entry(word).or_default().add(missed);
    }
    let by_several = |missed: &Missed| missed.visitors.count_ones() >= LEAST_VISITORS;
    let mut shown: Vec<(String, i64)> = words
        .into_iter()
        .filter(|(_, missed)| by_several(missed))
        .map(|(word, missed)| (word, missed.searches))
        .collect();
    shown.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    shown.truncate(SHOWN);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(word: &str, searches: i64, visitors: i64) -> (String, i64, i64) {
        (word.to_owned(), searches, visitors)
    }

    #[test]
    fn a_word_is_shown_when_three_have_looked_for_it() {
        let rows = vec![
            row("雪山", 2, 0b011),
            row("雪山", 2, 0b100),
            row("秘密", 90, 0b011),
            row("灯塔", 9, 0b111),
            row("长桥", 4, 0b111),
        ];
        let shown = rank(rows);
        let owned = |word: &str, searches| (word.to_owned(), searches);
        assert_eq!(
            shown,
            [owned("灯塔", 9), owned("长桥", 4), owned("雪山", 4)]
        );
    }

    #[test]
    fn twenty_are_shown() {
        let rows = (0..30).map(|index| row(&format!("{index}"), index, 0b111));
        let shown = rank(rows.collect());
        assert_eq!((shown.len(), shown[0].1), (20, 29));
    }

    #[test]
    fn a_visitor_has_one_bit_of_63() {
        let bits: std::collections::BTreeSet<i64> = (0..1_000_u128).map(bit).collect();
        assert_eq!(bits.len(), 63);
        assert!(bits.iter().all(|bit| *bit > 0 && bit.count_ones() == 1));
    }
}
