//! Roles and permissions of operators. A role has permissions; a user may have additional ones.

use std::collections::BTreeSet;
use std::fmt;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use serde::Serialize;

use crate::enums::parse_enum;
use crate::string_enum;

string_enum! {
    /// An operator's role. An unknown role grants nothing.
    #[derive(clap::ValueEnum)]
    pub enum Role {
        /// Not an operator.
        Member = "member",
        /// Edits works and terms.
        Editor = "editor",
        /// Answers messages and views orders.
        Support = "support",
        /// Manages payments and activation codes.
        Cashier = "cashier",
        /// May do everything.
        Admin = "admin",
    } else Member
}

string_enum! {
    /// A permission of operators.
    #[derive(clap::ValueEnum)]
    #[expect(missing_docs, reason = "the words say it")]
    pub enum Permission {
        #[value(name = "works:edit")]
        WorksEdit = "works:edit",
        #[value(name = "works:import")]
        WorksImport = "works:import",
        #[value(name = "terms:edit")]
        TermsEdit = "terms:edit",
        #[value(name = "messages:reply")]
        MessagesReply = "messages:reply",
        #[value(name = "orders:view")]
        OrdersView = "orders:view",
        #[value(name = "orders:refund")]
        OrdersRefund = "orders:refund",
        #[value(name = "codes:make")]
        CodesMake = "codes:make",
        #[value(name = "plans:edit")]
        PlansEdit = "plans:edit",
        #[value(name = "downloads:handle")]
        DownloadsHandle = "downloads:handle",
        #[value(name = "users:manage")]
        UsersManage = "users:manage",
        #[value(name = "reports:handle")]
        ReportsHandle = "reports:handle",
        #[value(name = "audit:view")]
        AuditView = "audit:view",
        #[value(name = "dashboard:view")]
        DashboardView = "dashboard:view",
        #[value(name = "settings:view")]
        SettingsView = "settings:view",
        #[value(name = "settings:edit")]
        SettingsEdit = "settings:edit",
    }
}

use Permission::{
    CodesMake, DashboardView, DownloadsHandle, MessagesReply, OrdersRefund, OrdersView,
    ReportsHandle, TermsEdit, WorksEdit, WorksImport,
};

impl Role {
    /// Whether it has a permission.
    pub fn has(self, permission: Permission) -> bool {
        match self {
            Self::Member => false,
            Self::Editor => matches!(
                permission,
                WorksEdit | WorksImport | TermsEdit | DashboardView
            ),
            Self::Support => matches!(
                permission,
                MessagesReply | OrdersView | ReportsHandle | DownloadsHandle | DashboardView
            ),
            Self::Cashier => matches!(
                permission,
                OrdersView | OrdersRefund | CodesMake | DashboardView
            ),
            Self::Admin => true,
        }
    }
}

impl Permission {
    /// What a key may allow a program: the catalogue and its queues, but nothing about accounts, money or settings (R21.30).
    pub const OF_PROGRAMS: [Self; 7] = [
        WorksEdit,
        WorksImport,
        TermsEdit,
        MessagesReply,
        DownloadsHandle,
        ReportsHandle,
        DashboardView,
    ];
}

/// A set of permissions, in the order of the declaration. A text column has them separated by commas; unknown ones are
/// left out, since a newer version may have stored them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, FromSqlRow)]
pub struct Permissions(pub BTreeSet<Permission>);

impl Permissions {
    /// The permissions of a role.
    pub fn of(role: Role) -> Self {
        Permission::ALL
            .into_iter()
            .filter(|one| role.has(*one))
            .collect()
    }

    fn parse(text: &str) -> Self {
        text.split(',').filter_map(parse_enum).collect()
    }
}

impl FromIterator<Permission> for Permissions {
    fn from_iter<I: IntoIterator<Item = Permission>>(permissions: I) -> Self {
        Self(permissions.into_iter().collect())
    }
}

impl fmt::Display for Permissions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self.0.iter().map(|one| one.as_str()).collect();
        out.write_str(&words.join(","))
    }
}

impl AsExpression<Text> for Permissions {
    type Expression = <String as AsExpression<Text>>::Expression;

    fn as_expression(self) -> Self::Expression {
        <&Self as AsExpression<Text>>::as_expression(&self)
    }
}

impl AsExpression<Text> for &Permissions {
    type Expression = <String as AsExpression<Text>>::Expression;

    fn as_expression(self) -> Self::Expression {
        <String as AsExpression<Text>>::as_expression(self.to_string())
    }
}

impl<DB: Backend> FromSql<Text, DB> for Permissions
where
    String: FromSql<Text, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(Self::parse(&String::from_sql(bytes)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(role: Role, extra: &str) -> Vec<&'static str> {
        let all = &Permissions::of(role).0 | &Permissions::parse(extra).0;
        all.into_iter().map(Permission::as_str).collect()
    }

    #[test]
    fn a_role_grants_permissions_and_extra_ones_add_to_them() {
        assert!(words(Role::Member, "").is_empty());
        assert_eq!(words(Role::Member, "audit:view,nonsense"), ["audit:view"]);
        assert_eq!(
            words(Role::Support, "audit:view,orders:view"),
            [
                "messages:reply",
                "orders:view",
                "downloads:handle",
                "reports:handle",
                "audit:view",
                "dashboard:view"
            ]
        );
        assert_eq!(
            words(Role::Cashier, ""),
            [
                "orders:view",
                "orders:refund",
                "codes:make",
                "dashboard:view"
            ]
        );
        assert_eq!(words(Role::Admin, "").len(), Permission::ALL.len());
        let stored = Permissions::parse("orders:view,works:edit,orders:view,");
        assert_eq!(stored.to_string(), "works:edit,orders:view");
    }
}
