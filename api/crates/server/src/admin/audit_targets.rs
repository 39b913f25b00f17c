//! The current names of the targets of log entries, with one query for each kind on a page.

use std::collections::HashMap;

use diesel::prelude::*;
use yingku_access::audit::entry::TargetNames;
use yingku_access::audit::{AuditRow, TargetKind};
use yingku_catalogue::jobs::film_job::file_name;
use yingku_db::Conn;
use yingku_db::schema::{
    download_requests, film_jobs, imports, reports, terms, users, vip_plans, works,
};

/// The names of all targets of `rows`.
pub(super) fn names_of(conn: &mut Conn, rows: &[AuditRow]) -> QueryResult<TargetNames> {
    let mut names = TargetNames::new();
    for kind in TargetKind::ALL {
        let ids: Vec<i64> = rows
            .iter()
            .filter(|row| row.target_kind == kind.as_str())
            .filter_map(|row| row.target_id.parse().ok())
            .collect();
        if ids.is_empty() {
            continue;
        }
        for (id, name) in names_of_kind(conn, kind, &ids)? {
            names.insert((kind.as_str().to_owned(), id.to_string()), name);
        }
    }
    Ok(names)
}

fn names_of_kind(
    conn: &mut Conn,
    kind: TargetKind,
    ids: &[i64],
) -> QueryResult<Vec<(i64, String)>> {
    match kind {
        TargetKind::Work => works_named(conn, ids),
        TargetKind::Term => terms::table
            .filter(terms::id.eq_any(ids))
            .select((terms::id, terms::name))
            .load(conn),
        TargetKind::User => users::table
            .filter(users::id.eq_any(ids))
            .select((users::id, users::name))
            .load(conn),
        TargetKind::Plan => vip_plans::table
            .filter(vip_plans::id.eq_any(ids))
            .select((vip_plans::id, vip_plans::name))
            .load(conn),
        TargetKind::Import => imports::table
            .filter(imports::id.eq_any(ids))
            .select((imports::id, imports::name))
            .load(conn),
        TargetKind::Film => {
            let jobs: Vec<(i64, String)> = film_jobs::table
                .filter(film_jobs::id.eq_any(ids))
                .select((film_jobs::id, film_jobs::path))
                .load(conn)?;
            Ok(jobs
                .into_iter()
                .map(|(id, path)| (id, file_name(&path).to_owned()))
                .collect())
        }
        TargetKind::Report => {
            let about = reports::table
                .filter(reports::id.eq_any(ids))
                .select((reports::id, reports::work_id))
                .load(conn)?;
            through_works(conn, about)
        }
        TargetKind::Download => {
            let about = download_requests::table
                .filter(download_requests::id.eq_any(ids))
                .select((download_requests::id, download_requests::work_id))
                .load(conn)?;
            through_works(conn, about)
        }
        // The id is the name, the target is a conversation, whose member is not named here, or there is only one.
        TargetKind::Order | TargetKind::Codes | TargetKind::Message | TargetKind::Site => {
            Ok(Vec::new())
        }
    }
}

fn works_named(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<(i64, String)>> {
    let found: Vec<(i64, String, String)> = works::table
        .filter(works::id.eq_any(ids))
        .select((works::id, works::number, works::title))
        .load(conn)?;
    Ok(found
        .into_iter()
        .map(|(id, number, title)| (id, format!("{number} {title}")))
        .collect())
}

/// The names of the works to which other targets belong.
fn through_works(conn: &mut Conn, about: Vec<(i64, i64)>) -> QueryResult<Vec<(i64, String)>> {
    let works: Vec<i64> = about.iter().map(|(_, work)| *work).collect();
    let named: HashMap<i64, String> = works_named(conn, &works)?.into_iter().collect();
    Ok(about
        .into_iter()
        .filter_map(|(id, work)| Some((id, named.get(&work)?.clone())))
        .collect())
}
