//! What a merge moves from one work to another, and how that is moved back. What the other work has already stays where
//! it is, so that nobody has anything twice, and nothing is lost.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use diesel::dsl::count;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use yingku_catalogue::import::fields::FieldSet;
use yingku_db::Conn;
use yingku_db::schema::{collection_items, download_requests, likes, magnets, reports, works};

/// Most rows of a work that is merged: it is one transaction, and visitors' writes wait for it.
pub const MAX_ROWS: i64 = 10_000;
/// Places of a work in a member's collections.
const PLACES: std::ops::RangeInclusive<i16> = 1..=5;

/// How many rows of a table are of a work. A macro, because every diesel table has a type of its own.
macro_rules! count_of {
    ($conn:expr, $table:ident, $column:ident, $work:expr) => {
        $table::table
            .filter($table::$column.eq($work))
            .count()
            .get_result::<i64>($conn)?
    };
}

/// The rows that a merge has moved.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Moved {
    /// Items of collections: the collection, the place before and the place since.
    pub items: Vec<(i64, i16, i16)>,
    /// Members who like it.
    pub likes: Vec<i64>,
    /// Download requests.
    pub requests: Vec<i64>,
    /// Reports.
    pub reports: Vec<i64>,
    /// Magnet links.
    pub magnets: Vec<i64>,
    /// Views.
    pub views: i64,
    /// Works that were merged into it before.
    pub led: Vec<i64>,
    /// The other work's imported line, by its fingerprint, if its links follow imports again when the merge is undone.
    #[serde(default)]
    pub line: Option<i64>,
}

impl Moved {
    /// Moves everything of a work to another one.
    pub fn take(conn: &mut Conn, from: i64, into: i64) -> QueryResult<Self> {
        let mut moved = Self {
            items: items(conn, from, into)?,
            likes: members(conn, from, into)?,
            requests: requests(conn, from, into)?,
            reports: report_ids(conn, from, into)?,
            magnets: links(conn, from, into)?,
            views: works::table.find(from).select(works::views).first(conn)?,
            led: works::table
                .filter(works::merged_into.eq(from))
                .select(works::id)
                .load(conn)?,
            line: None,
        };
        if !moved.magnets.is_empty() {
            moved.line = keep_links(conn, into)?;
        }
        moved.place(conn, from, into, |(_, _, since)| *since)?;
        moved.shift_views(conn, from, into)?;
        // Of a member whose account was deleted meanwhile nothing was moved.
        moved.likes = likes::table
            .filter(likes::work_id.eq(into))
            .filter(likes::user_id.eq_any(&moved.likes))
            .order(likes::user_id)
            .select(likes::user_id)
            .load(conn)?;
        Ok(moved)
    }

    /// How many rows of a work there are to move.
    pub fn rows_of(conn: &mut Conn, work: i64) -> QueryResult<i64> {
        let counts = [
            count_of!(conn, collection_items, work_id, work),
            count_of!(conn, likes, work_id, work),
            count_of!(conn, download_requests, work_id, work),
            count_of!(conn, reports, work_id, work),
            count_of!(conn, magnets, work_id, work),
            count_of!(conn, works, merged_into, work),
        ];
        Ok(counts.iter().sum())
    }

    /// Moves back what is still there.
    pub fn give_back(&self, conn: &mut Conn, from: i64, into: i64) -> QueryResult<()> {
        if let Some(line) = self.line {
            release_links(conn, into, line)?;
        }
        self.drop_links_of(conn, from)?;
        self.place(conn, into, from, |(_, before, _)| *before)?;
        self.shift_views(conn, into, from)
    }

    /// Deletes moved links that the work has again, from an import since.
    fn drop_links_of(&self, conn: &mut Conn, from: i64) -> QueryResult<()> {
        let again: Vec<String> = magnets::table
            .filter(magnets::work_id.eq(from))
            .select(magnets::info_hash)
            .load(conn)?;
        let moved = magnets::table
            .filter(magnets::id.eq_any(&self.magnets))
            .filter(magnets::work_id.ne(from))
            .filter(magnets::info_hash.eq_any(again));
        diesel::delete(moved).execute(conn).map(|_| ())
    }

    fn place(
        &self,
        conn: &mut Conn,
        from: i64,
        into: i64,
        place: impl Fn(&(i64, i16, i16)) -> i16,
    ) -> QueryResult<()> {
        for item in &self.items {
            let there = collection_items::table
                .filter(collection_items::collection_id.eq(item.0))
                .filter(collection_items::work_id.eq(from));
            diesel::update(there)
                .set((
                    collection_items::work_id.eq(into),
                    collection_items::place.eq(place(item)),
                ))
                .execute(conn)?;
        }
        let liked = likes::table
            .filter(likes::work_id.eq(from))
            .filter(likes::user_id.eq_any(&self.likes));
        diesel::update(liked)
            .set(likes::work_id.eq(into))
            .execute(conn)?;
        let requested = download_requests::table
            .filter(download_requests::work_id.eq(from))
            .filter(download_requests::id.eq_any(&self.requests));
        diesel::update(requested)
            .set(download_requests::work_id.eq(into))
            .execute(conn)?;
        let reported = reports::table
            .filter(reports::work_id.eq(from))
            .filter(reports::id.eq_any(&self.reports));
        diesel::update(reported)
            .set(reports::work_id.eq(into))
            .execute(conn)?;
        let linked = magnets::table
            .filter(magnets::work_id.eq(from))
            .filter(magnets::id.eq_any(&self.magnets));
        diesel::update(linked)
            .set(magnets::work_id.eq(into))
            .execute(conn)?;
        for work in [from, into] {
            recount(conn, work)?;
        }
        Ok(())
    }

    fn shift_views(&self, conn: &mut Conn, from: i64, into: i64) -> QueryResult<()> {
        for (work, by) in [(from, -self.views), (into, self.views)] {
            diesel::update(works::table.find(work))
                .set(works::views.eq(works::views + by))
                .execute(conn)?;
        }
        Ok(())
    }
}

/// The items to move, each with a free place. A member who has the other work in as many collections as possible keeps
/// the item where it is.
fn items(conn: &mut Conn, from: i64, into: i64) -> QueryResult<Vec<(i64, i16, i16)>> {
    type Item = (i64, i64, i16);
    let columns = (
        collection_items::collection_id,
        collection_items::user_id,
        collection_items::place,
    );
    let mine: Vec<Item> = collection_items::table
        .filter(collection_items::work_id.eq(from))
        .order((collection_items::user_id, collection_items::place))
        .select(columns)
        .load(conn)?;
    let theirs: Vec<Item> = collection_items::table
        .filter(collection_items::work_id.eq(into))
        .filter(collection_items::user_id.eq_any(mine.iter().map(|item| item.1)))
        .select(columns)
        .load(conn)?;
    let collections: HashSet<i64> = theirs.iter().map(|item| item.0).collect();
    let mut taken: HashMap<i64, HashSet<i16>> = HashMap::new();
    for (_, user, place) in &theirs {
        taken.entry(*user).or_default().insert(*place);
    }
    let mut moved = Vec::new();
    for (collection, user, before) in mine {
        let places = taken.entry(user).or_default();
        let free = PLACES.into_iter().find(|place| !places.contains(place));
        if let Some(place) = free.filter(|_| !collections.contains(&collection)) {
            places.insert(place);
            moved.push((collection, before, place));
        }
    }
    Ok(moved)
}

/// The ids of the rows of a work whose unique key the other work does not have yet. A macro, because every diesel table
/// has a type of its own.
macro_rules! new_rows {
    ($conn:expr, ($from:expr, $into:expr), $table:ident: $id:ident, $among:ident as $first:ty, $key:ident as $second:ty) => {{
        let mine: Vec<(i64, ($first, $second))> = $table::table
            .filter($table::work_id.eq($from))
            .order($table::$id)
            .select(($table::$id, ($table::$among, $table::$key)))
            .load($conn)?;
        let among = mine.iter().map(|(_, (among, _))| among);
        let theirs = $table::table
            .filter($table::work_id.eq($into))
            .filter($table::$among.eq_any(among))
            .select(($table::$id, ($table::$among, $table::$key)))
            .load($conn)?;
        Ok(without(mine, theirs))
    }};
}

fn members(conn: &mut Conn, from: i64, into: i64) -> QueryResult<Vec<i64>> {
    new_rows!(conn, (from, into), likes: user_id, user_id as i64, user_id as i64)
}

fn requests(conn: &mut Conn, from: i64, into: i64) -> QueryResult<Vec<i64>> {
    new_rows!(conn, (from, into), download_requests: id, user_id as i64, info_hash as String)
}

fn report_ids(conn: &mut Conn, from: i64, into: i64) -> QueryResult<Vec<i64>> {
    new_rows!(conn, (from, into), reports: id, reporter as String, reason as String)
}

fn links(conn: &mut Conn, from: i64, into: i64) -> QueryResult<Vec<i64>> {
    new_rows!(conn, (from, into), magnets: id, info_hash as String, info_hash as String)
}

fn links_field() -> FieldSet {
    FieldSet::named(["magnets"])
}

/// Lets imports leave the links of a work as they are: its lines do not have those that are moved to it, and would delete
/// them. Returns the fingerprint of its line, unless an operator had set the links before.
fn keep_links(conn: &mut Conn, work: i64) -> QueryResult<Option<i64>> {
    let (curated, line) = imported(conn, work)?;
    if !links_field().within(curated).is_empty() {
        return Ok(None);
    }
    diesel::update(works::table.find(work))
        .set(works::curated.eq(curated.and(links_field()).bits()))
        .execute(conn)?;
    Ok(Some(line))
}

/// Lets the links of a work follow imports again, with the next import if its line has changed since `line`.
fn release_links(conn: &mut Conn, work: i64, line: i64) -> QueryResult<()> {
    let (curated, now) = imported(conn, work)?;
    diesel::update(works::table.find(work))
        .set((
            works::curated.eq(curated.without(links_field()).bits()),
            works::fingerprint.eq(if now == line { line } else { 0 }),
        ))
        .execute(conn)
        .map(|_| ())
}

/// The fields of a work that operators have set, and the fingerprint of its imported line.
fn imported(conn: &mut Conn, work: i64) -> QueryResult<(FieldSet, i64)> {
    let (curated, line): (i64, i64) = works::table
        .find(work)
        .select((works::curated, works::fingerprint))
        .first(conn)?;
    Ok((FieldSet::from_bits(curated), line))
}

/// The ids of rows whose unique key is not there yet.
fn without<K: Hash + Eq>(mine: Vec<(i64, K)>, theirs: Vec<(i64, K)>) -> Vec<i64> {
    let there: HashSet<K> = theirs.into_iter().map(|(_, key)| key).collect();
    let new = mine.into_iter().filter(|(_, key)| !there.contains(key));
    new.map(|(id, _)| id).collect()
}

/// Counts what a work has again, and raises its version.
fn recount(conn: &mut Conn, work: i64) -> QueryResult<()> {
    let collects: i64 = collection_items::table
        .filter(collection_items::work_id.eq(work))
        .select(count(collection_items::user_id).aggregate_distinct())
        .first(conn)?;
    let liked: i64 = likes::table
        .filter(likes::work_id.eq(work))
        .count()
        .get_result(conn)?;
    let linked: i64 = magnets::table
        .filter(magnets::work_id.eq(work))
        .count()
        .get_result(conn)?;
    diesel::update(works::table.find(work))
        .set((
            works::collects.eq(collects),
            works::likes.eq(liked),
            works::is_dht.eq(linked > 0),
            works::version.eq(works::version + 1),
        ))
        .execute(conn)
        .map(|_| ())
}
