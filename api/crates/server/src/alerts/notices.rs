//! The outbox of notices.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_base::string_enum;
use yingku_base::time::DAY;
use yingku_db::Conn;
use yingku_db::schema::notices;

/// How long one attempt may take before another instance may try, seconds.
const LEASE: i64 = 60;
/// Attempts, over about 20 hours.
pub(super) const MAX_ATTEMPTS: i32 = 12;
/// Longest pause between two attempts, seconds.
const MAX_PAUSE: i64 = DAY / 4;

string_enum! {
    /// How a notice is delivered.
    pub(super) enum Channel {
        /// By mail.
        Mail = "mail",
        /// By a POST.
        Webhook = "webhook",
    }
}

/// A notice to write.
pub(super) struct NewNotice {
    pub(super) kind: &'static str,
    pub(super) subject: String,
    pub(super) body: String,
    /// Seconds since 1970.
    pub(super) created_at: i64,
}

/// A stored notice.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = notices)]
pub(super) struct Notice {
    pub(super) id: i64,
    pub(super) kind: String,
    pub(super) subject: String,
    pub(super) body: String,
    pub(super) created_at: i64,
    pub(super) attempts: i32,
    /// Who gets it by mail; empty for all, in notices of earlier versions.
    pub(super) address: String,
}

/// Who is told: a channel and, for mail, the address.
pub(super) type Recipient = (Channel, String);

/// Writes a notice for one recipient, so that the failure of one repeats nothing for the others.
pub(super) fn insert(
    conn: &mut Conn,
    id: i64,
    (channel, address): &Recipient,
    notice: &NewNotice,
) -> QueryResult<()> {
    let row = (
        notices::id.eq(id),
        notices::channel.eq(channel.as_str()),
        notices::address.eq(address),
        notices::kind.eq(notice.kind),
        notices::subject.eq(&notice.subject),
        notices::body.eq(&notice.body),
        notices::created_at.eq(notice.created_at),
        notices::attempts.eq(0),
        notices::next_at.eq(notice.created_at),
    );
    diesel::insert_into(notices::table)
        .values(row)
        .execute(conn)
        .map(|_| ())
}

/// Claims the oldest due notice of a channel for [`LEASE`]; none if another instance was faster.
pub(super) fn claim(conn: &mut Conn, channel: Channel, now: i64) -> QueryResult<Option<Notice>> {
    let due = notices::table
        .filter(notices::sent_at.is_null())
        .filter(notices::next_at.le(now))
        .filter(notices::channel.eq(channel.as_str()))
        .filter(notices::attempts.lt(MAX_ATTEMPTS))
        .order((notices::next_at, notices::id))
        .select(Notice::as_select());
    let Some(notice) = due.first(conn).optional()? else {
        return Ok(None);
    };
    let unclaimed = notices::table
        .find(notice.id)
        .filter(notices::attempts.eq(notice.attempts));
    let claimed = diesel::update(unclaimed)
        .set((
            notices::attempts.eq(notice.attempts + 1),
            notices::next_at.eq(now + LEASE),
        ))
        .execute(conn)?;
    Ok((claimed == 1).then_some(notice))
}

/// Notes that a notice was delivered.
pub(super) fn set_sent(conn: &mut Conn, id: i64, now: i64) -> QueryResult<()> {
    diesel::update(notices::table.find(id))
        .set(notices::sent_at.eq(now))
        .execute(conn)
        .map(|_| ())
}

/// Lets a notice wait after an attempt that failed; `attempts` counts those before it.
pub(super) fn set_failed(conn: &mut Conn, id: i64, attempts: i32, now: i64) -> QueryResult<()> {
    diesel::update(notices::table.find(id))
        .set(notices::next_at.eq(now + pause_after(attempts)))
        .execute(conn)
        .map(|_| ())
}

/// A minute, then twice as long each time.
fn pause_after(attempts: i32) -> i64 {
    let doublings = u32::try_from(attempts).unwrap_or_default();
    60_i64
        .checked_shl(doublings)
        .unwrap_or(MAX_PAUSE)
        .min(MAX_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_six_hours() {
        let pauses: Vec<i64> = (0..4).map(pause_after).collect();
        assert_eq!(pauses, [60, 120, 240, 480]);
        assert_eq!(pause_after(MAX_ATTEMPTS), MAX_PAUSE);
    }
}
