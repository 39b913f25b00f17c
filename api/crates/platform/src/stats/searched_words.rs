//! Searched words, stored anonymously, so that operators see what is missing and visitors what is popular: per word and
//! day the number of searches and a 63-bit sketch of visitors, in which each sets one bit by a keyed hash of word and
//! visitor. A word is shown only after several visitors have searched for it, so that one visitor's searches stay
//! private.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::result::QueryResult;
use diesel::sql_types::BigInt;
use yingku_db::Conn;
use yingku_db::schema::searched_words;

/// Retention of a word in days, including today.
pub const DAYS: i32 = 30;
/// Maximum number of stored words with results, and of words without; beyond this the least searched and oldest are
/// deleted.
pub const MAX_WORDS: i64 = 5_000;
/// Minimum number of visitors before a word is shown.
pub const MIN_VISITORS: u32 = 3;
/// Period of the hot words in days, including today.
pub const HOT_DAYS: i32 = 7;
/// Number of words shown.
pub const MAX_SHOWN: usize = 20;

diesel::infix_operator!(BitOr, " | ", BigInt);

/// The searches for a word.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Searched {
    /// Number of searches.
    pub searches: i64,
    /// A bit for each visitor.
    pub visitors: i64,
    /// Whether the last one found something.
    pub found: bool,
}

impl Searched {
    /// Merges a later one.
    pub fn add(&mut self, later: Self) {
        self.searches += later.searches;
        self.visitors |= later.visitors;
        self.found = later.found;
    }
}

/// The bit of a visitor's hash.
pub fn bit(hash: u128) -> i64 {
    let place = u32::try_from(hash % 63).unwrap_or(0);
    1_i64.checked_shl(place).unwrap_or(1)
}

/// Adds words to their days, and deletes those older than [`DAYS`] on `today` and those beyond [`MAX_WORDS`].
pub fn add(
    conn: &mut Conn,
    words: &BTreeMap<(i32, String), Searched>,
    today: i32,
) -> QueryResult<()> {
    for ((day, word), searched) in words {
        let row = (
            searched_words::day.eq(day),
            searched_words::word.eq(word),
            searched_words::searches.eq(searched.searches),
            searched_words::visitors.eq(searched.visitors),
            searched_words::found.eq(searched.found),
        );
        let both = BitOr::new(
            searched_words::visitors,
            searched.visitors.into_sql::<BigInt>(),
        );
        yingku_db::on_engine!(conn, c => diesel::insert_into(searched_words::table)
            .values(row)
            .on_conflict((searched_words::day, searched_words::word))
            .do_update()
            .set((
                searched_words::searches.eq(searched_words::searches + searched.searches),
                searched_words::visitors.eq(both),
                searched_words::found.eq(searched.found),
            ))
            .execute(c))?;
    }
    let old = searched_words::table.filter(searched_words::day.le(today - DAYS));
    diesel::delete(old).execute(conn)?;
    for found in [false, true] {
        let of_these = searched_words::table.filter(searched_words::found.eq(found));
        let stored: i64 = of_these.count().get_result(conn)?;
        delete_least(conn, found, stored - MAX_WORDS)?;
    }
    Ok(())
}

fn delete_least(conn: &mut Conn, found: bool, surplus: i64) -> QueryResult<()> {
    if surplus <= 0 {
        return Ok(());
    }
    let least_searched: Vec<(i32, String)> = searched_words::table
        .select((searched_words::day, searched_words::word))
        .filter(searched_words::found.eq(found))
        .order((
            searched_words::searches,
            searched_words::day,
            searched_words::word,
        ))
        .limit(surplus)
        .load(conn)?;
    for (day, word) in least_searched {
        diesel::delete(searched_words::table.find((day, word))).execute(conn)?;
    }
    Ok(())
}

/// The most searched words without results since the day `first`, with their numbers of searches, most searched first.
pub fn most_missed(conn: &mut Conn, first: i32) -> QueryResult<Vec<(String, i64)>> {
    most_searched(conn, first, false)
}

/// The most searched words with results since the day `first`, like [`most_missed`].
pub fn hottest(conn: &mut Conn, first: i32) -> QueryResult<Vec<(String, i64)>> {
    most_searched(conn, first, true)
}

fn most_searched(conn: &mut Conn, first: i32, found: bool) -> QueryResult<Vec<(String, i64)>> {
    let rows: Vec<(String, i64, i64)> = searched_words::table
        .filter(searched_words::day.ge(first))
        .filter(searched_words::found.eq(found))
        .select((
            searched_words::word,
            searched_words::searches,
            searched_words::visitors,
        ))
        .load(conn)?;
    Ok(rank(rows))
}

fn rank(rows: Vec<(String, i64, i64)>) -> Vec<(String, i64)> {
    let mut words: BTreeMap<String, Searched> = BTreeMap::new();
    for (word, searches, visitors) in rows {
        let searched = Searched {
            searches,
            visitors,
            found: false,
        };
        words.entry(word).or_default().add(searched);
    }
    let by_several = |searched: &Searched| searched.visitors.count_ones() >= MIN_VISITORS;
    let mut shown: Vec<(String, i64)> = words
        .into_iter()
        .filter(|(_, searched)| by_several(searched))
        .map(|(word, searched)| (word, searched.searches))
        .collect();
    shown.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    shown.truncate(MAX_SHOWN);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(word: &str, searches: i64, visitors: i64) -> (String, i64, i64) {
        (word.to_owned(), searches, visitors)
    }

    #[test]
    fn a_word_is_listed_once_three_visitors_searched_for_it() {
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
    fn twenty_words_are_listed() {
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
