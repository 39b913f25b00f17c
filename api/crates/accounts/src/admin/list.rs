//! The operators' member search: by name prefix or by complete e-mail address, each with its index.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use utoipa::{IntoParams, ToSchema};
use yingku_access::auth::level::VIP;
use yingku_access::auth::users::{UserRow, name_begins};
use yingku_base::role::Role;
use yingku_base::string_enum;
use yingku_base::values::{Id, Time};
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::like::lower;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::users;
use yingku_http_kit::in_order;
use yingku_http_kit::param_types::{Flag, Keyword};
use yingku_http_kit::sorting::Sorting;
use yingku_platform::stats::counters::{self, TotalCounter};

/// A keyword of at most the length of an e-mail address.
type MemberKeyword = Keyword<120>;

/// A member in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminMember {
    /// The id.
    pub id: Id,
    /// The name as entered at registration.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// The current group: 1 member, 2 and above VIP.
    #[schema(minimum = 1, maximum = 9, example = 1)]
    pub level: i16,
    /// When VIP ends; empty without VIP.
    #[schema(example = "2027-09-21 21:33:20")]
    pub vip_until: String,
    /// The role.
    pub role: Role,
    /// 1 when the account is disabled.
    #[schema(minimum = 0, maximum = 1, example = 0)]
    pub disabled: i16,
    /// When the account was created.
    pub create_time: Time,
}

impl AdminMember {
    /// The state at `now`, seconds.
    pub fn from_row(row: UserRow, now: i64) -> Self {
        let level = row.level(now);
        Self {
            id: Id(row.id),
            role: row.role,
            level: level.level_id,
            vip_until: level.expire_time.unwrap_or_default(),
            user_name: row.name,
            disabled: i16::from(row.disabled),
            create_time: Time(row.created_at),
        }
    }
}

/// Filters of the member list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct MembersFilter {
    /// The beginning of the name, or the whole e-mail address; case-insensitive.
    #[param(value_type = Option<MemberKeyword>, inline, example = "lin_")]
    pub keyword: Option<NameOrEmail>,
    /// The role.
    #[param(inline)]
    pub role: Option<Role>,
    /// 0 enabled, 1 disabled; both if omitted.
    #[param(inline)]
    pub disabled: Option<Flag>,
    /// 0 without VIP, 1 with VIP; both if omitted.
    #[param(inline)]
    pub vip: Option<Flag>,
}

string_enum! {
    /// Sort keys of the member list.
    pub enum MemberSort {
        /// Name.
        UserName = "userName",
        /// When VIP ends; members without VIP sort as the earliest.
        VipUntil = "vipUntil",
        /// When the account was created.
        CreateTime = "createTime",
    }
}

impl MembersFilter {
    fn is_everybody(&self) -> bool {
        let Self {
            keyword,
            role,
            disabled,
            vip,
        } = self;
        keyword.is_none() && role.is_none() && disabled.is_none() && vip.is_none()
    }
}

/// A keyword: a name or an address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "MemberKeyword")]
pub enum NameOrEmail {
    /// The beginning of a name, normalized for comparison.
    Name(String),
    /// A whole address.
    Email(String),
}

impl From<MemberKeyword> for NameOrEmail {
    fn from(Keyword(text): MemberKeyword) -> Self {
        if text.contains('@') {
            return Self::Email(text);
        }
        let key: String = text.nfkc().collect();
        Self::Name(key.to_ascii_lowercase())
    }
}

/// One page of the matching members at `now` (seconds), newest first unless sorted, and their total.
pub fn list(
    conn: &mut Conn,
    filter: &MembersFilter,
    sorting: Sorting<MemberSort>,
    page: Page,
    now: i64,
) -> QueryResult<(Vec<UserRow>, i64)> {
    let matching = |conn: &Conn| {
        let mut list = users::table.filter(users::leaving.eq(false)).into_boxed();
        match &filter.keyword {
            Some(NameOrEmail::Name(name)) => list = list.filter(name_begins(conn, name)),
            Some(NameOrEmail::Email(email)) => {
                let email = email.clone().into_sql::<diesel::sql_types::Text>();
                list = list.filter(lower(users::email).eq(lower(email)));
            }
            None => {}
        }
        match filter.role {
            None => {}
            // Nearly everybody, which SQLite does not know. No index serves an expression, so that it takes another one.
            Some(Role::Member) if matches!(conn, Conn::Sqlite(_)) => {
                list = list.filter(users::role.concat("").eq(Role::Member));
            }
            Some(role) => list = list.filter(users::role.eq(role)),
        }
        match filter.disabled.map(Flag::is_set) {
            Some(true) => list = list.filter(users::disabled),
            Some(false) => list = list.filter(users::disabled.eq(false)),
            None => {}
        }
        let has_vip = users::vip_until.gt(now).and(users::level_id.ge(VIP));
        match filter.vip.map(Flag::is_set) {
            Some(true) => list = list.filter(has_vip),
            Some(false) => list = list.filter(diesel::dsl::not(has_vip)),
            None => {}
        }
        list
    };
    let total = match filter.is_everybody() {
        // This number has a counter.
        true => counters::totals(conn)?(TotalCounter::Members),
        false => count_up_to_max!(conn, matching(conn), users::id)?,
    };
    let list = matching(conn).select(UserRow::as_select());
    let list = match sorting.chosen() {
        None => list.order(users::id.desc()),
        Some((MemberSort::UserName, way)) => in_order!(list, way, users::name_key),
        Some((MemberSort::VipUntil, way)) => in_order!(list, way, users::vip_until, users::id),
        Some((MemberSort::CreateTime, way)) => in_order!(list, way, users::id),
    };
    Ok((list.paged(page).load(conn)?, total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_http_kit::params::Params;

    #[test]
    fn a_keyword_is_a_name_prefix_or_a_whole_email() {
        let read = |text: &str| {
            let query = form_urlencoded::Serializer::new(String::new())
                .append_pair("keyword", text)
                .finish();
            Params::<MembersFilter>::read(&query).map(|filter| filter.keyword)
        };
        let name = NameOrEmail::Name("lin_".to_owned());
        assert_eq!(read(" Ｌin_ ").unwrap(), Some(name));
        let email = NameOrEmail::Email("Lin@example.org".to_owned());
        assert_eq!(read("Lin@example.org").unwrap(), Some(email));
        for bad in ["", "  ", "a\0", &"x".repeat(121)] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
    }
}
