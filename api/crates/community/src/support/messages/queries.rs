//! A member's conversations in the database. Each change is one conditional update, so when a question and a closing
//! are concurrent, the second sees the first.

use std::collections::HashMap;

use diesel::prelude::*;
use yingku_access::auth::users::lock_member;
use yingku_base::time::{DAY, seconds_to_next_day};
use yingku_db::Conn;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{message_entries, messages};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::model::{Conversation, EntryRow, MessageRow, MessageStatus, Writer};

/// Open conversations per member.
pub const MAX_OPEN: i64 = 20;
/// Entries per conversation, including the question; also a constraint of the table.
pub const MAX_ENTRIES: i32 = 200;

/// Starts a conversation at `now`, seconds.
pub fn start_conversation(
    conn: &mut Conn,
    (id, user): (i64, i64),
    question: String,
    now: i64,
    a_day: i32,
) -> Result<(), ApiError> {
    lock_member(conn, user)?;
    let today = now - (DAY - seconds_to_next_day(now));
    let asked: i64 = messages::table
        .filter(messages::user_id.eq(user))
        .filter(messages::created_at.ge(today))
        .count()
        .get_result(conn)?;
    if asked >= i64::from(a_day) {
        let text = format!("每天最多提交{a_day}个问题，请明天再来");
        return Err(ApiError::with_message(ErrorKind::MessagesOfMember, text));
    }
    let open: i64 = messages::table
        .filter(messages::user_id.eq(user))
        .filter(messages::status.ne(MessageStatus::Closed))
        .count()
        .get_result(conn)?;
    if open >= MAX_OPEN {
        return Err(ErrorKind::MessagesOfMember.into());
    }
    let row = MessageRow {
        id,
        user_id: user,
        question,
        status: MessageStatus::Waiting,
        unread: false,
        entries: 1,
        status_since: now,
        created_at: now,
        updated_at: now,
        version: 1,
        assignee_id: None,
        tags: String::new(),
        notes: 0,
    };
    diesel::insert_into(messages::table)
        .values(&row)
        .execute(conn)?;
    Ok(())
}

/// Adds a further question, so that the conversation awaits a reply again.
pub fn add_follow_up(
    conn: &mut Conn,
    (user, message): (i64, i64),
    entry: i64,
    text: String,
    now: i64,
) -> Result<(), ApiError> {
    let own = || {
        messages::table
            .find(message)
            .filter(messages::user_id.eq(user))
    };
    let open = own()
        .filter(messages::status.ne(MessageStatus::Closed))
        .filter(messages::entries.lt(MAX_ENTRIES));
    let counted = diesel::update(open)
        .set((
            messages::entries.eq(messages::entries + 1),
            messages::updated_at.eq(now),
            messages::version.eq(messages::version + 1),
        ))
        .execute(conn)?;
    if counted == 0 {
        let row: MessageRow = own().select(MessageRow::as_select()).first(conn)?;
        return Err(write_error(&row).into());
    }
    // A conversation that already awaits a reply keeps its place in the queue.
    set_status(conn, message, MessageStatus::Waiting, now)?;
    let row = EntryRow {
        id: entry,
        message_id: message,
        kind: Writer::Member,
        text,
        operator_id: None,
        created_at: now,
    };
    diesel::insert_into(message_entries::table)
        .values(&row)
        .execute(conn)?;
    Ok(())
}

/// Why nothing can be added to a conversation.
pub(super) fn write_error(message: &MessageRow) -> ErrorKind {
    if message.status == MessageStatus::Closed {
        ErrorKind::MessageClosed
    } else {
        ErrorKind::MessageFull
    }
}

/// Sets the status and, if it changes, the time since when.
pub(super) fn set_status(
    conn: &mut Conn,
    message: i64,
    status: MessageStatus,
    now: i64,
) -> QueryResult<()> {
    let other = messages::table
        .find(message)
        .filter(messages::status.ne(status));
    diesel::update(other)
        .set((messages::status.eq(status), messages::status_since.eq(now)))
        .execute(conn)
        .map(|_| ())
}

/// Closes the member's conversation. Returns whether it is theirs; closing it again changes nothing.
pub fn close(conn: &mut Conn, user: i64, message: i64, now: i64) -> QueryResult<bool> {
    let own = || {
        messages::table
            .find(message)
            .filter(messages::user_id.eq(user))
    };
    diesel::update(own().filter(messages::status.ne(MessageStatus::Closed)))
        .set((
            messages::status.eq(MessageStatus::Closed),
            messages::status_since.eq(now),
            messages::updated_at.eq(now),
            messages::version.eq(messages::version + 1),
        ))
        .execute(conn)?;
    diesel::select(diesel::dsl::exists(own())).get_result(conn)
}

/// The member's conversation.
pub fn conversation(conn: &mut Conn, user: i64, message: i64) -> QueryResult<Conversation> {
    let row = messages::table
        .find(message)
        .filter(messages::user_id.eq(user))
        .select(MessageRow::as_select())
        .first(conn)?;
    let entries = entries(conn, message)?;
    Ok(Conversation {
        message: row,
        entries,
    })
}

/// [`conversation`], marked as read. The mark comes first: a concurrent answer waits for this transaction and is unread
/// again.
pub fn open(conn: &mut Conn, user: i64, message: i64) -> QueryResult<Conversation> {
    let own = messages::table
        .find(message)
        .filter(messages::user_id.eq(user));
    diesel::update(own)
        .set(messages::unread.eq(false))
        .execute(conn)?;
    conversation(conn, user, message)
}

/// The entries after the question, oldest first.
pub(super) fn entries(conn: &mut Conn, message: i64) -> QueryResult<Vec<EntryRow>> {
    message_entries::table
        .select(EntryRow::as_select())
        .filter(message_entries::message_id.eq(message))
        .order(message_entries::id)
        .load(conn)
}

/// One page of the member's conversations, last changed first, and the total.
pub fn page(conn: &mut Conn, user: i64, page: Page) -> QueryResult<(Vec<MessageRow>, i64)> {
    let own = || messages::table.filter(messages::user_id.eq(user));
    let total = own().count().get_result(conn)?;
    let rows = own()
        .select(MessageRow::as_select())
        .order((messages::updated_at.desc(), messages::id.desc()))
        .paged(page)
        .load(conn)?;
    Ok((rows, total))
}

/// The number of the member's conversations with an unread answer.
pub fn count_unread(conn: &mut Conn, user: i64) -> QueryResult<i64> {
    messages::table
        .filter(messages::user_id.eq(user))
        .filter(messages::unread.eq(true))
        .count()
        .get_result(conn)
}

/// All of a member's conversations, oldest first.
pub fn all_by_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<Conversation>> {
    let rows: Vec<MessageRow> = messages::table
        .select(MessageRow::as_select())
        .filter(messages::user_id.eq(user))
        .order(messages::id)
        .load(conn)?;
    let all: Vec<EntryRow> = message_entries::table
        .inner_join(messages::table)
        .select(EntryRow::as_select())
        .filter(messages::user_id.eq(user))
        .order(message_entries::id)
        .load(conn)?;
    let mut entries: HashMap<i64, Vec<EntryRow>> = HashMap::new();
    for entry in all {
        entries.entry(entry.message_id).or_default().push(entry);
    }
    let conversations = rows.into_iter().map(|message| Conversation {
        entries: entries.remove(&message.id).unwrap_or_default(),
        message,
    });
    Ok(conversations.collect())
}
