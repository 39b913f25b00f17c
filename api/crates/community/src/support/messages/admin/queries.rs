//! The operators' side of conversations. The audit records do not contain the texts, which are deleted with the member's
//! account.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use serde_json::json;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_access::auth::user_name::UserName;
use yingku_access::auth::users::UserRow;
use yingku_base::values::{Id, Time, parse_id};
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::like::{contains, lower};
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{message_entries, messages, users};
use yingku_http_kit::error::ApiError;
use yingku_http_kit::in_order;
use yingku_http_kit::param_types::Keyword;
use yingku_http_kit::sorting::Sorting;
use yingku_http_kit::version;

use super::edit;
use super::model::{AdminMessage, Assigned, MessageNote, QueueFilter, QueueSort};
use crate::support::messages::model::{Conversation, EntryRow, MessageRow, MessageStatus, Writer};
use crate::support::messages::queries::{MAX_ENTRIES, entries, set_status, write_error};

/// The number of latest conversations whose questions are searched.
pub const SEARCHED: i64 = 5_000;
/// Most conversations found by question, and most found by member.
const MAX_FOUND: i64 = 1_000;

/// A row of the list, with the assignee's id and the tags in their column.
type QueueRow = (
    i64,
    String,
    String,
    MessageStatus,
    i64,
    i64,
    i64,
    i32,
    Option<i64>,
    String,
);

/// One page of the conversations that `caller` wants, and the total; by default sorted by status, and within one the
/// longest in it first.
pub fn page(
    conn: &mut Conn,
    queue: &QueueFilter,
    caller: i64,
    sorting: Sorting<QueueSort>,
    page: Page,
) -> QueryResult<(Vec<AdminMessage>, i64)> {
    let found = match &queue.keyword {
        Some(Keyword(keyword)) => Some(find(conn, keyword)?),
        None => None,
    };
    let wanted = || {
        let mut wanted = messages::table.into_boxed();
        if let Some(status) = queue.status {
            wanted = wanted.filter(messages::status.eq(status));
        }
        wanted = match queue.assigned {
            Some(Assigned::Me) => wanted.filter(messages::assignee_id.eq(caller)),
            Some(Assigned::Nobody) => wanted.filter(messages::assignee_id.is_null()),
            None => wanted,
        };
        if let Some(found) = &found {
            wanted = wanted.filter(messages::id.eq_any(found));
        }
        wanted
    };
    let total = count_up_to_max!(conn, wanted(), messages::id)?;
    // Ids are read from an index alone, and whole rows only of the page.
    let ids = wanted().select(messages::id);
    let ids = match sorting.chosen() {
        None => ids.order((messages::status, messages::status_since, messages::id)),
        Some((QueueSort::Since, way)) => {
            in_order!(ids, way, messages::status_since, messages::id)
        }
    };
    let ids: Vec<i64> = ids.paged(page).load(conn)?;
    let rows = rows(conn, &ids)?;
    let assignees = names(conn, rows.iter().filter_map(|row| row.8))?;
    let rows = rows.into_iter().map(|row| queued(row, &assignees));
    Ok((rows.collect(), total))
}

/// The rows of these conversations, in order.
fn rows(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<QueueRow>> {
    let columns = (
        messages::id,
        users::name,
        messages::question,
        messages::status,
        messages::created_at,
        messages::status_since,
        messages::updated_at,
        messages::entries,
        messages::assignee_id,
        messages::tags,
    );
    let rows: Vec<QueueRow> = messages::table
        .inner_join(users::table)
        .filter(messages::id.eq_any(ids))
        .select(columns)
        .load(conn)?;
    let mut by_id: HashMap<i64, QueueRow> = rows.into_iter().map(|row| (row.0, row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

fn queued(row: QueueRow, assignees: &HashMap<i64, String>) -> AdminMessage {
    let (id, user_name, message, status, created_at, since, updated_at, entries, assignee, tags) =
        row;
    AdminMessage {
        id: Id(id),
        user_name,
        message,
        status,
        create_time: Time(created_at),
        since: Time(since),
        update_time: Time(updated_at),
        entries,
        assignee: assignee.and_then(|id| assignees.get(&id).cloned()),
        tags: edit::tags(&tags),
    }
}

/// The names of operators by id.
pub(super) fn names(
    conn: &mut Conn,
    ids: impl Iterator<Item = i64>,
) -> QueryResult<HashMap<i64, String>> {
    let ids: BTreeSet<i64> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(i64, String)> = users::table
        .filter(users::id.eq_any(ids))
        .select((users::id, users::name))
        .load(conn)?;
    Ok(rows.into_iter().collect())
}

/// Finds conversations by id, by the member's name, or by keyword in the latest [`SEARCHED`] questions. Each of the three
/// is bounded or uses an index.
fn find(conn: &mut Conn, keyword: &str) -> QueryResult<BTreeSet<i64>> {
    let oldest: Option<i64> = messages::table
        .select(messages::id)
        .order(messages::id.desc())
        .offset(SEARCHED - 1)
        .first(conn)
        .optional()?;
    let mut found: BTreeSet<i64> = messages::table
        .filter(messages::id.ge(oldest.unwrap_or(i64::MIN)))
        .filter(
            lower(messages::question)
                .like(contains(keyword))
                .escape('\\')
                .or(lower(messages::tags).like(contains(keyword)).escape('\\')),
        )
        .select(messages::id)
        .order(messages::id.desc())
        .limit(MAX_FOUND)
        .load::<i64>(conn)?
        .into_iter()
        .collect();
    if let Ok(name) = UserName::parse(keyword) {
        let of_member = messages::table
            .inner_join(users::table)
            .filter(users::name_key.eq(name.key()))
            .select(messages::id)
            .order((messages::updated_at.desc(), messages::id.desc()))
            .limit(MAX_FOUND);
        found.extend(of_member.load::<i64>(conn)?);
    }
    found.extend(parse_id(keyword));
    Ok(found)
}

/// A conversation as operators read it.
pub struct Opened {
    /// The question and its entries.
    pub conversation: Conversation,
    /// The member.
    pub member: UserRow,
    /// Name of the operator who handles it.
    pub assignee: Option<String>,
    /// The notes, oldest first.
    pub notes: Vec<MessageNote>,
}

/// A conversation with its member and what operators recorded.
pub fn read(conn: &mut Conn, message: i64) -> QueryResult<Opened> {
    let (row, member) = messages::table
        .inner_join(users::table)
        .filter(messages::id.eq(message))
        .select((MessageRow::as_select(), UserRow::as_select()))
        .first(conn)?;
    let assignee = names(conn, row.assignee_id.into_iter())?
        .into_values()
        .next();
    let notes = match row.notes {
        0 => Vec::new(),
        _ => edit::notes(conn, message)?,
    };
    let entries = entries(conn, message)?;
    let conversation = Conversation {
        message: row,
        entries,
    };
    Ok(Opened {
        conversation,
        member,
        assignee,
        notes,
    })
}

/// Answers a conversation and marks it unread for the member.
pub fn answer(
    conn: &mut Conn,
    actor: &Actor,
    (message, version): (i64, i64),
    text: String,
) -> Result<(), ApiError> {
    let open = messages::table
        .find(message)
        .filter(messages::version.eq(version))
        .filter(messages::status.ne(MessageStatus::Closed))
        .filter(messages::entries.lt(MAX_ENTRIES));
    let counted = diesel::update(open)
        .set((
            messages::entries.eq(messages::entries + 1),
            messages::unread.eq(true),
            messages::updated_at.eq(actor.now),
            messages::version.eq(messages::version + 1),
        ))
        .execute(conn)?;
    let before = row(conn, message)?;
    if counted == 0 {
        version::check(before.version, version)?;
        return Err(write_error(&before).into());
    }
    set_status(conn, message, MessageStatus::Answered, actor.now)?;
    let entry = EntryRow {
        id: actor.next_id(),
        message_id: message,
        kind: Writer::Support,
        text,
        operator_id: actor.id(),
        created_at: actor.now,
    };
    diesel::insert_into(message_entries::table)
        .values(&entry)
        .execute(conn)?;
    let change = Change {
        action: Action::MessageReply,
        target: (TargetKind::Message, message.to_string()),
        before: json!({ "status": before.status }),
        after: json!({ "status": MessageStatus::Answered, "entry": entry.id.to_string() }),
        reason: "",
    };
    Ok(audit::record(conn, actor, &change)?)
}

/// Closes a conversation. Closing it again changes nothing.
pub fn close(
    conn: &mut Conn,
    actor: &Actor,
    (message, version): (i64, i64),
) -> Result<(), ApiError> {
    let before = row(conn, message)?;
    let open = messages::table
        .find(message)
        .filter(messages::version.eq(version))
        .filter(messages::status.ne(MessageStatus::Closed));
    let closed = diesel::update(open)
        .set((
            messages::status.eq(MessageStatus::Closed),
            messages::status_since.eq(actor.now),
            messages::updated_at.eq(actor.now),
            messages::version.eq(messages::version + 1),
        ))
        .execute(conn)?;
    if closed == 0 {
        return version::check(row(conn, message)?.version, version);
    }
    let change = Change {
        action: Action::MessageClose,
        target: (TargetKind::Message, message.to_string()),
        before: json!({ "status": before.status }),
        after: json!({ "status": MessageStatus::Closed }),
        reason: "",
    };
    Ok(audit::record(conn, actor, &change)?)
}

/// A conversation's row.
pub(super) fn row(conn: &mut Conn, message: i64) -> QueryResult<MessageRow> {
    messages::table
        .find(message)
        .select(MessageRow::as_select())
        .first(conn)
}
