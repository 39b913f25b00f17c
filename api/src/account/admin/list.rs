//! Which members operators look for: by the beginning of the name or by the whole e-mail address, each with an index
//! of its own.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;
use utoipa::{IntoParams, ToSchema};

use crate::auth::level::VIP;
use crate::auth::users::UserRow;
use crate::base::role::Role;
use crate::base::time::format_shanghai;
use crate::count_up_to_most;
use crate::db::Conn;
use crate::db::like::{begins, lower};
use crate::db::schema::users;
use crate::http::error::ApiError;
use crate::http::params::{Page, choice};
use crate::http::sorting::{OrderName, Sorting};
use crate::in_order;
use crate::stats::counters::{self, TotalCounter};

/// Longest keyword, in code points: an e-mail address.
const KEYWORD_CHARS: usize = 120;
/// After every character that a name can have.
const AFTER_ALL: char = char::MAX;
/// Yes and no as they are asked for.
const YES_NO: [(&str, bool); 2] = [("0", false), ("1", true)];
/// The roles as they are asked for.
pub const ROLES: [(&str, Role); 5] = [
    ("member", Role::Member),
    ("editor", Role::Editor),
    ("support", Role::Support),
    ("cashier", Role::Cashier),
    ("admin", Role::Admin),
];

/// A member in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedMember {
    /// 64-bit number as text.
    #[schema(example = "910000000000000001")]
    pub id: String,
    /// As its owner writes it.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// The group at the moment: 1 member, 2 and above VIP.
    #[schema(minimum = 1, maximum = 9, example = 1)]
    pub level: i16,
    /// When VIP ends, Asia/Shanghai; empty for whoever has none.
    #[schema(example = "2027-09-21 21:33:20")]
    pub vip_until: String,
    /// What they are among the operators.
    #[schema(example = "member")]
    pub role: &'static str,
    /// 1 when the account is disabled.
    #[schema(minimum = 0, maximum = 1, example = 0)]
    pub disabled: i16,
    /// When the account was made, Asia/Shanghai.
    #[schema(example = "2026-09-21 21:33:20")]
    pub create_time: String,
}

impl ListedMember {
    /// As it is at `now`, seconds.
    pub fn of(row: UserRow, now: i64) -> Self {
        let level = row.level(now);
        Self {
            id: row.id.to_string(),
            role: row.role().word(),
            level: level.level_id,
            vip_until: level.expire_time.unwrap_or_default(),
            user_name: row.name,
            disabled: i16::from(row.disabled),
            create_time: format_shanghai(row.created_at),
        }
    }
}

/// Which members.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct MembersParams {
    /// Page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10000, example = 1)]
    pub page_num: Option<String>,
    /// Rows on a page; 10 when not given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 20)]
    pub page_size: Option<String>,
    /// The beginning of the name, or the whole e-mail address; upper and lower case are the same.
    #[param(
        min_length = 1,
        max_length = 120,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "lin_"
    )]
    pub keyword: Option<String>,
    /// What they are among the operators.
    #[param(value_type = Option<RoleName>, inline)]
    pub role: Option<String>,
    /// 0 enabled, 1 disabled; both when not given.
    #[param(value_type = Option<u32>, minimum = 0, maximum = 1)]
    pub disabled: Option<String>,
    /// 0 without VIP, 1 with VIP; both when not given.
    #[param(value_type = Option<u32>, minimum = 0, maximum = 1)]
    pub vip: Option<String>,
    /// By what; the newest first when not given.
    #[param(value_type = Option<MemberSort>, inline)]
    pub sort: Option<String>,
    /// Which way it is sorted; descending when not given.
    #[param(value_type = Option<OrderName>, inline)]
    pub order: Option<String>,
}

/// What members can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "camelCase")]
pub enum MemberSort {
    /// Name.
    UserName,
    /// When VIP ends; those without it count as the earliest.
    VipUntil,
    /// When the account was made.
    CreateTime,
}

const SORTS: [(&str, MemberSort); 3] = [
    ("userName", MemberSort::UserName),
    ("vipUntil", MemberSort::VipUntil),
    ("createTime", MemberSort::CreateTime),
];

/// Words of the roles, for the contract.
pub struct RoleName;

impl utoipa::PartialSchema for RoleName {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::schema::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::SchemaType::new(
                utoipa::openapi::Type::String,
            ))
            .enum_values(Some(ROLES.iter().map(|(word, _)| *word)))
            .into()
    }
}

impl ToSchema for RoleName {}

/// What is looked for.
#[derive(Debug, Clone)]
pub struct Wanted {
    keyword: Option<Keyword>,
    role: Option<Role>,
    disabled: Option<bool>,
    vip: Option<bool>,
    sorting: Option<Sorting<MemberSort>>,
    page: Page,
}

impl Wanted {
    fn is_everybody(&self) -> bool {
        let Self {
            keyword,
            role,
            disabled,
            vip,
            ..
        } = self;
        keyword.is_none() && role.is_none() && disabled.is_none() && vip.is_none()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Keyword {
    /// The beginning of a name, as names are compared.
    Name(String),
    /// A whole address.
    Email(String),
}

impl Keyword {
    fn parse(text: &str) -> Result<Self, ApiError> {
        let text = text.trim();
        if !(1..=KEYWORD_CHARS).contains(&text.chars().count()) || text.contains('\0') {
            return Err(ApiError::bad_request("参数keyword必须是1到120个字符"));
        }
        if text.contains('@') {
            return Ok(Self::Email(text.to_owned()));
        }
        let key: String = text.nfkc().collect();
        Ok(Self::Name(key.to_ascii_lowercase()))
    }
}

impl MembersParams {
    /// Checks every parameter.
    ///
    /// # Errors
    /// 400 that names the first parameter that breaks its rule.
    pub fn parse(&self) -> Result<Wanted, ApiError> {
        Ok(Wanted {
            page: Page::parse(self.page_num.as_deref(), self.page_size.as_deref())?,
            keyword: self.keyword.as_deref().map(Keyword::parse).transpose()?,
            role: choice("role", self.role.as_deref(), &ROLES)?,
            disabled: choice("disabled", self.disabled.as_deref(), &YES_NO)?,
            vip: choice("vip", self.vip.as_deref(), &YES_NO)?,
            sorting: Sorting::parse(self.sort.as_deref(), self.order.as_deref(), &SORTS)?,
        })
    }
}

/// One page of the members that are wanted at `now` (seconds), the newest first or as they are sorted, and how many there are.
///
/// # Errors
/// The statement's.
pub fn page(conn: &mut Conn, wanted: &Wanted, now: i64) -> QueryResult<(Vec<UserRow>, i64)> {
    // Each engine finds the beginning of a text by its index in its own way.
    let by_range = matches!(conn, Conn::Sqlite(_));
    let matching = || {
        let mut list = users::table.filter(users::leaving.eq(false)).into_boxed();
        match &wanted.keyword {
            Some(Keyword::Name(name)) if by_range => {
                let end = format!("{name}{AFTER_ALL}");
                list = list.filter(
                    users::name_key
                        .ge(name.clone())
                        .and(users::name_key.lt(end)),
                );
            }
            Some(Keyword::Name(name)) => {
                list = list.filter(users::name_key.like(begins(name)).escape('\\'));
            }
            Some(Keyword::Email(email)) => {
                let email = email.clone().into_sql::<diesel::sql_types::Text>();
                list = list.filter(lower(users::email).eq(lower(email)));
            }
            None => {}
        }
        if let Some(role) = wanted.role {
            list = list.filter(users::role.eq(role.word()));
        }
        match wanted.disabled {
            Some(true) => list = list.filter(users::disabled),
            Some(false) => list = list.filter(users::disabled.eq(false)),
            None => {}
        }
        let has_vip = users::vip_until.gt(now).and(users::level_id.ge(VIP));
        match wanted.vip {
            Some(true) => list = list.filter(has_vip),
            Some(false) => list = list.filter(diesel::dsl::not(has_vip)),
            None => {}
        }
        list
    };
    let total = match wanted.is_everybody() {
        // This number stands; nobody has to be counted.
        true => counters::totals(conn)?(TotalCounter::Members),
        false => count_up_to_most!(conn, matching(), users::id)?,
    };
    let list = matching().select(UserRow::as_select());
    let list = match wanted.sorting {
        None => list.order(users::id.desc()),
        Some(Sorting { by, direction }) => match by {
            MemberSort::UserName => in_order!(list, direction, users::name_key),
            MemberSort::VipUntil => in_order!(list, direction, users::vip_until, users::id),
            MemberSort::CreateTime => in_order!(list, direction, users::id),
        },
    };
    let rows = list
        .limit(i64::from(wanted.page.limit()))
        .offset(i64::from(wanted.page.offset()))
        .load(conn)?;
    Ok((rows, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_the_beginning_of_a_name_or_a_whole_address() {
        let name = |text: &str| Keyword::Name(text.to_owned());
        assert_eq!(Keyword::parse(" Ｌin_ ").unwrap(), name("lin_"));
        let email = Keyword::Email("Lin@example.org".to_owned());
        assert_eq!(Keyword::parse("Lin@example.org").unwrap(), email);
        for bad in ["", "  ", "a\0", &"x".repeat(121)] {
            assert!(Keyword::parse(bad).is_err(), "{bad:?}");
        }
    }
}
