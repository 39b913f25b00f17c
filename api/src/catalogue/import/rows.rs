//! The statements an import makes.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::record::MagnetRecord;
use crate::db::Conn;
use crate::db::schema::{magnets, terms, work_terms, works};
use crate::on_engine;

/// Rows of one insert: under both engines' limit of bound values (SQLite 32,766, PostgreSQL 65,535)
/// at the 24 columns of the widest table.
const CHUNK: usize = 500;

/// A row of `works`; counters start at zero.
#[derive(Insertable)]
#[diesel(table_name = works)]
pub struct InsertedWork {
    #[diesel(embed)]
    pub work: NewWork,
    pub collects: i64,
    pub likes: i64,
    pub views: i64,
    pub created_at: i64,
}

/// What an import knows of a work.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = works)]
pub struct NewWork {
    #[diesel(skip_update)]
    pub id: i64,
    pub mod_id: i16,
    pub number: String,
    pub title: String,
    pub pub_time: i64,
    pub pic_small: String,
    pub pic_big: String,
    pub image_small: String,
    pub image_big: String,
    pub mp4: String,
    pub m3u8: String,
    pub duration: i32,
    pub average: f64,
    pub evaluates: i32,
    pub is_online: i16,
    pub is_dht: bool,
    pub hidden: bool,
    pub fingerprint: i64,
    pub updated_at: i64,
}

/// A row of `work_terms`.
#[derive(Insertable)]
#[diesel(table_name = work_terms)]
pub struct NewLink {
    pub work_id: i64,
    pub term_id: i64,
    pub position: i16,
}

/// A row of `magnets`.
#[derive(Insertable)]
#[diesel(table_name = magnets)]
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

/// A row of `terms`.
#[derive(Insertable)]
#[diesel(table_name = terms)]
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

/// Inserts works.
pub fn insert_works(conn: &mut Conn, new: Vec<NewWork>) -> QueryResult<()> {
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
    for chunk in rows.chunks(CHUNK) {
        on_engine!(conn, c => diesel::insert_into(works::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// Updates what an import may change; id, counters and the time of making stay.
pub fn update_work(conn: &mut Conn, work: &NewWork) -> QueryResult<()> {
    diesel::update(works::table.find(work.id))
        .set(work)
        .execute(conn)
        .map(|_| ())
}

/// The terms of a work.
pub fn term_ids_of(conn: &mut Conn, work: i64) -> QueryResult<Vec<i64>> {
    work_terms::table
        .select(work_terms::term_id)
        .filter(work_terms::work_id.eq(work))
        .load(conn)
}

/// Takes works out of all their terms.
pub fn unlink_terms(conn: &mut Conn, works: &[i64]) -> QueryResult<()> {
    if works.is_empty() {
        return Ok(());
    }
    diesel::delete(work_terms::table.filter(work_terms::work_id.eq_any(works)))
        .execute(conn)
        .map(|_| ())
}

/// Files works under terms.
pub fn insert_links(conn: &mut Conn, links: &[NewLink]) -> QueryResult<()> {
    for chunk in links.chunks(CHUNK) {
        on_engine!(conn, c => diesel::insert_into(work_terms::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// Makes the stored magnets of a work those of the import: what is gone is deleted, what says
/// something else now is changed and keeps its id. Returns the hashes that are stored already.
pub fn keep_magnets(
    conn: &mut Conn,
    work: i64,
    wanted: &[MagnetRecord],
) -> QueryResult<HashSet<String>> {
    let stored: Vec<(i64, String, String, i64, i64)> = magnets::table
        .select((
            magnets::id,
            magnets::info_hash,
            magnets::name,
            magnets::length,
            magnets::create_time,
        ))
        .filter(magnets::work_id.eq(work))
        .load(conn)?;
    let mut kept = HashSet::new();
    for (id, hash, name, length, create_time) in stored {
        match wanted.iter().find(|magnet| magnet.info_hash == hash) {
            None => {
                diesel::delete(magnets::table.find(id)).execute(conn)?;
                continue;
            }
            Some(now)
                if (&now.name, now.length, now.create_time) != (&name, length, create_time) =>
            {
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
        kept.insert(hash);
    }
    Ok(kept)
}

/// Inserts magnets.
pub fn insert_magnets(conn: &mut Conn, new: &[NewMagnet<'_>]) -> QueryResult<()> {
    for chunk in new.chunks(CHUNK) {
        on_engine!(conn, c => diesel::insert_into(magnets::table).values(chunk).execute(c))?;
    }
    Ok(())
}

/// Inserts terms that another writer may be inserting too: the first one wins.
pub fn insert_terms(conn: &mut Conn, new: &[NewTerm]) -> QueryResult<()> {
    for chunk in new.chunks(CHUNK) {
        match conn {
            // The one writer has just looked: nobody can have been quicker.
            Conn::Sqlite(conn) => diesel::insert_into(terms::table)
                .values(chunk)
                .execute(conn)?,
            Conn::Postgres(conn) => diesel::insert_into(terms::table)
                .values(chunk)
                .on_conflict_do_nothing()
                .execute(conn)?,
        };
    }
    Ok(())
}

/// Replaces what a term says of itself.
pub fn update_term(
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
        ))
        .execute(conn)
        .map(|_| ())
}

/// Moves a term's counts.
pub fn shift_counts(conn: &mut Conn, id: i64, count: i32, uncensored: i32) -> QueryResult<()> {
    diesel::update(terms::table.find(id))
        .set((
            terms::count.eq(terms::count + count),
            terms::uncensored_count.eq(terms::uncensored_count + uncensored),
        ))
        .execute(conn)
        .map(|_| ())
}
