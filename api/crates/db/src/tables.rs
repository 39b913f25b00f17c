//! The tables copied by backup, restore, move and export, parents before children. Not `work_changes`: it is the works
//! index's queue, its positions mean nothing in another database, and a moved database rebuilds its index.

/// A table and its primary key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// The columns of its primary key, in the key's order.
    pub key: &'static [&'static str],
    /// Whether the key consists of numbers, which both engines order alike.
    pub is_numbered: bool,
}

const fn numbered(name: &'static str, key: &'static [&'static str]) -> Table {
    Table {
        name,
        key,
        is_numbered: true,
    }
}

const fn named(name: &'static str, key: &'static [&'static str]) -> Table {
    Table {
        name,
        key,
        is_numbered: false,
    }
}

/// All of them. `settings` comes last, since it marks the others as complete.
pub const TABLES: [Table; 49] = [
    numbered("works", &["id"]),
    numbered("work_merges", &["from_id"]),
    numbered("terms", &["id"]),
    numbered("term_merges", &["from_id"]),
    numbered("work_terms", &["work_id", "term_id"]),
    numbered("magnets", &["id"]),
    numbered("users", &["id"]),
    named("trusted_origins", &["user_id", "origin"]),
    named("recovery_codes", &["user_id", "kind"]),
    numbered("sessions", &["id"]),
    named("login_failures", &["name_key", "network"]),
    numbered("collections", &["id"]),
    numbered("collection_items", &["collection_id", "work_id"]),
    numbered("follows", &["user_id", "term_id"]),
    numbered("hidden_terms", &["user_id", "term_id"]),
    named("saved_filters", &["user_id", "name"]),
    numbered("program_keys", &["id"]),
    numbered("likes", &["user_id", "work_id"]),
    numbered("vip_plans", &["id"]),
    numbered("vip_grants", &["id"]),
    numbered("activation_codes", &["id"]),
    numbered("activation_attempts", &["id"]),
    named("orders", &["number"]),
    named("payments", &["channel", "trade_no"]),
    numbered("grant_requests", &["id"]),
    named("order_refunds", &["number"]),
    named("sandbox_trades", &["token"]),
    named("sandbox_refunds", &["channel", "number"]),
    named("copy_log", &["day", "subject", "info_hash"]),
    named("copy_quota", &["day", "subject"]),
    numbered("download_requests", &["id"]),
    numbered("code_batches", &["id"]),
    numbered("messages", &["id"]),
    numbered("message_entries", &["id"]),
    numbered("message_notes", &["id"]),
    numbered("audit_log", &["id"]),
    numbered("reports", &["id"]),
    numbered("report_hours", &["hour"]),
    numbered("imports", &["id"]),
    numbered("import_changes", &["import_id", "work_id"]),
    numbered("import_terms", &["import_id", "term_id"]),
    numbered("film_jobs", &["id"]),
    named("daily_counters", &["day", "name"]),
    numbered("daily_work_views", &["day", "work_id"]),
    named("total_counters", &["name"]),
    named("searched_words", &["day", "word"]),
    numbered("notices", &["id"]),
    numbered("last_import", &["id"]),
    named("settings", &["key"]),
];

/// Tables of earlier versions, by what they are called now.
const FORMER: [(&str, Table); 4] = [
    (
        "trusted_origins",
        named("familiar_origins", &["user_id", "origin"]),
    ),
    ("daily_counters", named("daily_figures", &["day", "name"])),
    ("total_counters", named("standing_figures", &["name"])),
    ("searched_words", named("missed_words", &["day", "word"])),
];

/// [`TABLES`] as references.
pub fn all() -> Vec<&'static Table> {
    TABLES.iter().collect()
}

/// Those of [`TABLES`] that a database of an earlier version has, by what they were called there.
pub fn existing(exists: impl Fn(&str) -> bool) -> Vec<&'static Table> {
    let former = |name| {
        FORMER
            .iter()
            .find(|(new, _)| *new == name)
            .map(|(_, table)| table)
    };
    TABLES
        .iter()
        .filter_map(|table| {
            [Some(table), former(table.name)]
                .into_iter()
                .flatten()
                .find(|table| exists(table.name))
        })
        .collect()
}
