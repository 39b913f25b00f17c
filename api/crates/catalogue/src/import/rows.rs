//! The statements of an import.

use std::collections::{BTreeMap, HashSet};

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::insert_all;
use yingku_db::schema::{magnets, terms, work_terms, works};
use yingku_db::{Conn, ROWS_OF_AN_INSERT};

use super::record::MagnetRecord;
use crate::precision::Precision;

/// Maximum number of ids in one update.
const IDS_OF_AN_UPDATE: usize = 500;

/// A new row of `works`.
#[derive(Insertable)]
#[diesel(table_name = works, treat_none_as_default_value = false)]
pub struct InsertedWork<'a> {
    #[diesel(embed)]
    pub work: NewWork<'a>,
    pub collects: i64,
    pub likes: i64,
    pub views: i64,
    pub created_at: i64,
}

/// The columns of `works` that an import writes.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = works, treat_none_as_default_value = false)]
pub struct NewWork<'a> {
    #[diesel(skip_update)]
    pub id: i64,
    pub mod_id: i16,
    pub number: &'a str,
    pub title: &'a str,
    pub pub_time: i64,
    pub pic_small: &'a str,
    pub pic_big: &'a str,
    pub image_small: String,
    pub image_big: String,
    pub mp4: &'a str,
    pub m3u8: &'a str,
    pub duration: i32,
    pub average: f64,
    pub evaluates: i32,
    pub is_online: i16,
    pub is_dht: bool,
    pub hidden: bool,
    pub fingerprint: i64,
    pub curated: i64,
    pub pub_precision: Precision,
    pub updated_at: i64,
}

/// A row of `work_terms`.
#[derive(Insertable)]
#[diesel(table_name = work_terms, treat_none_as_default_value = false)]
pub struct NewLink {
    pub work_id: i64,
    pub term_id: i64,
    pub position: i16,
}

/// A row of `magnets`.
#[derive(Insertable)]
#[diesel(table_name = magnets, treat_none_as_default_value = false)]
pub struct NewMagnet<'a> {
    pub id: i64,
    pub work_id: i64,
    pub name: &'a str,
    pub info_hash: &'a str,
    pub length: i64,
    pub create_time: i64,
}

impl<'a> NewMagnet<'a> {
    /// `record` as a row.
    pub fn new(id: i64, work_id: i64, record: &'a MagnetRecord) -> Self {
        Self {
            id,
            work_id,
            name: &record.name,
            info_hash: &record.info_hash,
            length: record.length,
            create_time: record.create_time,
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = terms, treat_none_as_default_value = false)]
pub struct NewTerm {
    pub id: i64,
    pub kind: i16,
    pub mod_id: i16,
    pub name: String,
    pub name_cn: String,
    pub aliases: String,
    pub group_name: String,
    pub count: i32,
    pub uncensored_count: i32,
}

impl NewTerm {
    /// A term without works, with only its name.
    pub fn new(id: i64, (kind, mod_id): (i16, i16), name: String) -> Self {
        Self {
            id,
            kind,
            mod_id,
            name,
            name_cn: String::new(),
            aliases: aliases_text(&[]),
            group_name: String::new(),
            count: 0,
            uncensored_count: 0,
        }
    }
}

pub(crate) fn insert_works(conn: &mut Conn, new: Vec<NewWork<'_>>) -> QueryResult<()> {
    let rows: Vec<_> = new
        .into_iter()
        .map(|work| InsertedWork {
            collects: 0,
            likes: 0,
            views: 0,
            created_at: work.updated_at,
            work,
        })
        .collect();
    insert_all!(conn, works::table, rows)
}

/// Updates a work, except its id, counters and creation time.
pub(crate) fn update_work(conn: &mut Conn, work: &NewWork<'_>) -> QueryResult<()> {
    diesel::update(works::table.find(work.id))
        .set((work, works::version.eq(works::version + 1)))
        .execute(conn)
        .map(|_| ())
}

pub(crate) fn term_ids_of(conn: &mut Conn, work: i64) -> QueryResult<Vec<i64>> {
    work_terms::table
        .select(work_terms::term_id)
        .filter(work_terms::work_id.eq(work))
        .load(conn)
}

pub(crate) fn unlink_terms(conn: &mut Conn, works: &[i64]) -> QueryResult<()> {
    if works.is_empty() {
        return Ok(());
    }
    diesel::delete(work_terms::table.filter(work_terms::work_id.eq_any(works)))
        .execute(conn)
        .map(|_| ())
}

pub(crate) fn insert_links(conn: &mut Conn, links: &[NewLink]) -> QueryResult<()> {
    insert_all!(conn, work_terms::table, links)
}

/// Deletes the stored magnets of a work that are not in `wanted`, and updates the changed ones, which keep their ids.
/// Returns the hashes that are stored.
pub(crate) fn sync_magnets(
    conn: &mut Conn,
    work: i64,
    wanted: &[MagnetRecord],
) -> QueryResult<HashSet<String>> {
    let stored: Vec<(i64, MagnetRecord)> = magnets::table
        .select((magnets::id, MagnetRecord::as_select()))
        .filter(magnets::work_id.eq(work))
        .load(conn)?;
    let mut unchanged = HashSet::new();
    for (id, stored) in stored {
        match wanted
            .iter()
            .find(|magnet| magnet.info_hash == stored.info_hash)
        {
            None => {
                diesel::delete(magnets::table.find(id)).execute(conn)?;
                continue;
            }
            Some(now) if *now != stored => {
                diesel::update(magnets::table.find(id))
                    .set((
                        magnets::name.eq(&now.name),
                        magnets::length.eq(now.length),
                        magnets::create_time.eq(now.create_time),
                    ))
                    .execute(conn)?;
            }
            Some(_) => {}
        }
        unchanged.insert(stored.info_hash);
    }
    Ok(unchanged)
}

pub(crate) fn insert_magnets(conn: &mut Conn, new: &[NewMagnet<'_>]) -> QueryResult<()> {
    insert_all!(conn, magnets::table, new)
}

/// Inserts terms. If a concurrent writer inserts the same one, the first wins.
pub(crate) fn insert_terms(conn: &mut Conn, new: &[NewTerm]) -> QueryResult<()> {
    if let Conn::Postgres(conn) = conn {
        for rows in new.chunks(ROWS_OF_AN_INSERT) {
            diesel::insert_into(terms::table)
                .values(rows)
                .on_conflict((terms::kind, terms::mod_id, terms::name))
                .do_nothing()
                .execute(conn)?;
        }
        return Ok(());
    }
    // SQLite has one writer.
    insert_all!(conn, terms::table, new)
}

/// Aliases as the column of the database.
pub(crate) fn aliases_text(aliases: &[String]) -> String {
    serde_json::to_string(aliases).unwrap_or_else(|_| "[]".to_owned())
}

/// Updates a term, except its name. Resets its derived columns ([`crate::terms::readings`]).
pub(crate) fn update_term(
    conn: &mut Conn,
    id: i64,
    name_cn: &str,
    aliases: &str,
    group: &str,
) -> QueryResult<()> {
    diesel::update(terms::table.find(id))
        .set((
            terms::name_cn.eq(name_cn),
            terms::aliases.eq(aliases),
            terms::group_name.eq(group),
            terms::initial.eq(None::<String>),
            terms::read_by.eq(0),
            terms::version.eq(terms::version + 1),
        ))
        .execute(conn)
        .map(|_| ())
}

/// The update of both counts. A macro, because the type is too long to write.
macro_rules! shifted {
    ($by:expr) => {
        (
            terms::count.eq(terms::count + $by.0),
            terms::uncensored_count.eq(terms::uncensored_count + $by.1),
        )
    };
}

/// Changes both counts of terms. SQLite updates terms with equal changes in one statement. PostgreSQL updates them one
/// by one in the order of their ids, so that concurrent writers lock rows in the same order.
pub(crate) fn shift_counts(conn: &mut Conn, shifts: &BTreeMap<i64, (i32, i32)>) -> QueryResult<()> {
    let moved = shifts.iter().filter(|(_, by)| **by != (0, 0));
    match conn {
        Conn::Sqlite(conn) => {
            let mut alike: BTreeMap<(i32, i32), Vec<i64>> = BTreeMap::new();
            for (term, by) in moved {
                alike.entry(*by).or_default().push(*term);
            }
            for (by, ids) in &alike {
                for ids in ids.chunks(IDS_OF_AN_UPDATE) {
                    diesel::update(terms::table.filter(terms::id.eq_any(ids)))
                        .set(shifted!(by))
                        .execute(conn)?;
                }
            }
        }
        Conn::Postgres(conn) => {
            for (term, by) in moved {
                diesel::update(terms::table.find(*term))
                    .set(shifted!(by))
                    .execute(conn)?;
            }
        }
    }
    Ok(())
}
