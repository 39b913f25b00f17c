//! The daily quota of copied links (R5.6): 3 for visitors and 100 for members unless operators set it, unlimited for VIP. Copying the same link
//! again on the same day is free.
//!
//! A visitor is identified by the client key. A new key gives no new quota, because all visitors of a network share
//! [`VISITORS_OF_NETWORK`] times a visitor's quota. Keys and networks are stored only as keyed hashes. Counting is one conditional update, so
//! that concurrent copies cannot exceed the quota.

use std::collections::HashSet;
use std::sync::Arc;

use diesel::prelude::*;
use diesel::result::QueryResult;
use serde_json::json;
use yingku_access::auth::caller::{Client, Visitor};
use yingku_access::auth::level::Level;
use yingku_access::auth::personal_data::PersonalData;
use yingku_base::keys::{MacKey, Secrets};
use yingku_base::network::network;
use yingku_base::time::shanghai_day;
use yingku_db::Conn;
use yingku_db::schema::{copy_log, copy_quota};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::stats::counters::{self, DailyCounter};
use yingku_signer::hex;

use crate::pages::site::Site;

/// The visitors of a network may copy as many links per day as so many of them.
pub const VISITORS_OF_NETWORK: i32 = 10;

/// Identifies callers.
pub struct Copies {
    key: MacKey,
    site: Arc<Site>,
}

/// A caller and their quota.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copier {
    /// Key of the caller's quota.
    subject: String,
    /// Key and size of the network's quota, for visitors.
    network: Option<(String, i32)>,
    /// Links per day; `None` = unlimited.
    pub limit: Option<i32>,
}

impl Copies {
    /// Uses a derived key of the server.
    pub fn new(secrets: &Secrets, site: &Arc<Site>) -> Self {
        Self {
            key: secrets.key_for("copies"),
            site: Arc::clone(site),
        }
    }

    /// A member.
    pub fn member(&self, user: i64, level: &Level) -> Copier {
        Copier {
            subject: subject_of_member(user),
            network: None,
            limit: level.copies_a_day(self.site.texts().copies),
        }
    }

    /// The caller.
    pub fn copier(&self, visitor: &Visitor, client: &Client) -> Copier {
        match &visitor.0 {
            Some(member) => self.member(member.id, &member.level),
            None => {
                let limits = self.site.texts().copies;
                let network = self.hashed("network", network(client.ip).to_string().as_bytes());
                Copier {
                    subject: self.hashed("device", &client.visitor()),
                    network: Some((network, limits.visitor * VISITORS_OF_NETWORK)),
                    limit: Level::visitor().copies_a_day(limits),
                }
            }
        }
    }

    fn hashed(&self, kind: &str, name: &[u8]) -> String {
        let tag = self.key.tag(&[kind.as_bytes(), b":", name].concat());
        format!("{kind}:{}", hex(tag.get(..16).unwrap_or(&tag)))
    }
}

fn subject_of_member(user: i64) -> String {
    format!("user:{user}")
}

/// Counts a copy of a hash on a day and returns the caller's number of copies. 422 above the limit, unless clients
/// enforce it (`enforced` is false); the transaction must then be rolled back.
pub fn count(
    conn: &mut Conn,
    copier: &Copier,
    hash: &str,
    day: i32,
    enforced: bool,
) -> Result<i32, ApiError> {
    let Some(limit) = copier.limit else {
        count_copy(conn, day)?;
        return used(conn, &copier.subject, day).map_err(Into::into);
    };
    lock_quota(conn, &copier.subject, day)?;
    if log(conn, &copier.subject, hash, day)? {
        let max = |limit: i32| if enforced { limit } else { i32::MAX };
        let mut within = take(conn, &copier.subject, day, max(limit))?;
        if let Some((network, of_network)) = copier.network.as_ref().filter(|_| within) {
            within = take(conn, network, day, max(*of_network))?;
        }
        if !within {
            return Err(copier.rejection(limit));
        }
        count_copy(conn, day)?;
    }
    Ok(used(conn, &copier.subject, day)?)
}

/// Counts copies of these hashes, in order, until the caller's quota is used up, and returns those counted now or
/// before. The quota's row is locked, so that concurrent copies wait.
pub fn count_within_quota(
    conn: &mut Conn,
    copier: &Copier,
    hashes: &[String],
    day: i32,
) -> QueryResult<HashSet<String>> {
    let Some(limit) = copier.limit else {
        return Ok(hashes.iter().cloned().collect());
    };
    let subject = copier.subject.as_str();
    lock_quota(conn, subject, day)?;
    let mut left = limit - used(conn, subject, day)?;
    let mut open = copied(conn, copier, hashes, day)?;
    let mut taken = 0;
    for hash in hashes {
        if left > 0 && !open.contains(hash) && log(conn, subject, hash, day)? {
            open.insert(hash.clone());
            left -= 1;
            taken += 1;
        }
    }
    diesel::update(copy_quota::table.find((day, subject)))
        .set(copy_quota::copies.eq(copy_quota::copies + taken))
        .execute(conn)?;
    if taken > 0 {
        counters::happened_on(conn, &[((day, DailyCounter::Copies), taken.into())].into())?;
    }
    Ok(open)
}

/// Counts a copy in the operators' statistics.
fn count_copy(conn: &mut Conn, day: i32) -> QueryResult<()> {
    counters::happened_on(conn, &[((day, DailyCounter::Copies), 1)].into())
}

impl Copier {
    fn rejection(&self, limit: i32) -> ApiError {
        match self.network {
            Some(_) => ApiError::new(ErrorKind::CopyLogin),
            None => ApiError::with_message(
                ErrorKind::CopyVip,
                format!("非VIP用户,每日最多复制{limit}次,,请先收藏后次日下载或升级VIP"),
            ),
        }
    }
}

/// Which of the hashes the caller has copied on a day.
pub fn copied(
    conn: &mut Conn,
    copier: &Copier,
    hashes: &[String],
    day: i32,
) -> QueryResult<HashSet<String>> {
    let copied: Vec<String> = copy_log::table
        .filter(copy_log::day.eq(day))
        .filter(copy_log::subject.eq(&copier.subject))
        .filter(copy_log::info_hash.eq_any(hashes))
        .select(copy_log::info_hash)
        .load(conn)?;
    Ok(copied.into_iter().collect())
}

/// Records a copied hash; returns whether it is the first time that day.
fn log(conn: &mut Conn, subject: &str, hash: &str, day: i32) -> QueryResult<bool> {
    let row = (
        copy_log::day.eq(day),
        copy_log::subject.eq(subject),
        copy_log::info_hash.eq(hash),
    );
    yingku_db::on_engine!(conn, c => diesel::insert_into(copy_log::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(c))
    .map(|rows| rows == 1)
}

/// Locks a day's quota. Must be the first lock of a copy.
fn lock_quota(conn: &mut Conn, subject: &str, day: i32) -> QueryResult<()> {
    insert_quota_row(conn, subject, day)?;
    diesel::update(copy_quota::table.find((day, subject)))
        .set(copy_quota::copies.eq(copy_quota::copies))
        .execute(conn)
        .map(|_| ())
}

/// Creates the row of a day's quota.
fn insert_quota_row(conn: &mut Conn, subject: &str, day: i32) -> QueryResult<()> {
    let first = (
        copy_quota::day.eq(day),
        copy_quota::subject.eq(subject),
        copy_quota::copies.eq(0),
    );
    yingku_db::on_engine!(conn, c => diesel::insert_into(copy_quota::table)
        .values(first)
        .on_conflict_do_nothing()
        .execute(c))
    .map(|_| ())
}

/// Counts one more copy unless the limit is reached; returns whether it was counted.
fn take(conn: &mut Conn, subject: &str, day: i32, limit: i32) -> QueryResult<bool> {
    insert_quota_row(conn, subject, day)?;
    let free = copy_quota::table
        .find((day, subject))
        .filter(copy_quota::copies.lt(limit));
    diesel::update(free)
        .set(copy_quota::copies.eq(copy_quota::copies + 1))
        .execute(conn)
        .map(|rows| rows == 1)
}

fn used(conn: &mut Conn, subject: &str, day: i32) -> QueryResult<i32> {
    copy_quota::table
        .find((day, subject))
        .select(copy_quota::copies)
        .first(conn)
        .optional()
        .map(Option::unwrap_or_default)
}

/// The links a member has copied today.
pub const PERSONAL_DATA: PersonalData = PersonalData {
    name: "copiedMagnets",
    export: |conn, user, now| {
        let hashes: Vec<String> = copy_log::table
            .filter(copy_log::day.eq(shanghai_day(now)))
            .filter(copy_log::subject.eq(subject_of_member(user)))
            .select(copy_log::info_hash)
            .order(copy_log::info_hash)
            .load(conn)?;
        Ok(json!(hashes))
    },
    before_delete: |conn, user, _| {
        let subject = subject_of_member(user);
        diesel::delete(copy_log::table.filter(copy_log::subject.eq(&subject))).execute(conn)?;
        diesel::delete(copy_quota::table.filter(copy_quota::subject.eq(&subject)))
            .execute(conn)
            .map(|_| ())
    },
    ..PersonalData::NOTHING
};
