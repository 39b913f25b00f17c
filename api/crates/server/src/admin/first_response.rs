//! First response time: how long members waited for the first answer to a conversation.

use diesel::alias;
use diesel::dsl::min;
use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::time::DAY;
use yingku_base::values::Count;
use yingku_community::support::messages::model::{MessageStatus, Writer};
use yingku_db::Conn;
use yingku_db::schema::{message_entries, messages};

const WEEK: i64 = 7 * DAY;
const MONTH: i64 = 30 * DAY;
/// Most conversations of a status that are read; the latest.
const MAX_READ: i64 = 10_000;

/// First response times, in seconds.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct FirstResponse {
    /// Conversations.
    pub count: Count,
    /// The median.
    pub median: Count,
    /// The 90th percentile.
    pub p90: Count,
}

/// When conversations were begun and first answered.
pub(super) struct FirstResponses(Vec<(i64, i64)>);

impl FirstResponses {
    /// Reads those that were first answered in the month before `now`. Their status has changed since then, too, and is
    /// in an index.
    pub(super) fn read(conn: &mut Conn, now: i64) -> QueryResult<Self> {
        let mut all = Vec::new();
        for status in [
            MessageStatus::Waiting,
            MessageStatus::Answered,
            MessageStatus::Closed,
        ] {
            let recent = alias!(messages as recent);
            let recent = recent
                .filter(recent.field(messages::status).eq(status))
                .filter(recent.field(messages::status_since).gt(now - MONTH))
                .order(recent.field(messages::status_since).desc())
                .limit(MAX_READ)
                .select(recent.field(messages::id));
            let rows: Vec<(i64, Option<i64>)> = messages::table
                .inner_join(message_entries::table)
                .filter(messages::id.eq_any(recent))
                .filter(message_entries::kind.eq(Writer::Support))
                .group_by((messages::id, messages::created_at))
                .select((messages::created_at, min(message_entries::created_at)))
                .load(conn)?;
            let first = rows
                .into_iter()
                .filter_map(|(begun, first)| Some((begun, first?)));
            all.extend(first.filter(|(_, first)| *first > now - MONTH));
        }
        Ok(Self(all))
    }

    /// Of the last seven days.
    pub(super) fn week(&self, now: i64) -> Option<FirstResponse> {
        self.since(now - WEEK)
    }

    /// Of the last 30 days.
    pub(super) fn month(&self, now: i64) -> Option<FirstResponse> {
        self.since(now - MONTH)
    }

    fn since(&self, from: i64) -> Option<FirstResponse> {
        let recent = self.0.iter().filter(|(_, first)| *first > from);
        let mut waited: Vec<i64> = recent
            .map(|(begun, first)| (first - begun).max(0))
            .collect();
        waited.sort_unstable();
        let share = |tenths: usize| {
            let rank = (waited.len() * tenths).div_ceil(10);
            waited.get(rank.checked_sub(1)?).copied().map(Count)
        };
        Some(FirstResponse {
            count: Count(i64::try_from(waited.len()).ok()?),
            median: share(5)?,
            p90: share(9)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_what_was_answered_in_these_days() {
        let now = 100 * DAY;
        let minutes = |ago: i64, waited: i64| (now - ago - 60 * waited, now - ago);
        let mut all: Vec<(i64, i64)> = (1..=10).map(|waited| minutes(60, waited)).collect();
        all.push(minutes(8 * DAY, 100));
        let responses = FirstResponses(all);
        let times = |count, median: i64, p90: i64| {
            Some(FirstResponse {
                count: Count(count),
                median: Count(60 * median),
                p90: Count(60 * p90),
            })
        };
        assert_eq!(responses.week(now), times(10, 5, 9));
        assert_eq!(responses.month(now), times(11, 6, 10));
        assert_eq!(FirstResponses(Vec::new()).week(now), None);
        assert_eq!(
            FirstResponses(vec![minutes(60, 7)]).week(now),
            times(1, 7, 7)
        );
    }
}
