//! What operators may do. A role brings permissions; a user may have more beside them.

/// What somebody is among the operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Role {
    /// Nobody: a member like all others.
    Member,
    /// Looks after works and terms.
    Editor,
    /// Answers messages and looks into orders.
    Support,
    /// Looks after payments and activation codes.
    Cashier,
    /// May do everything.
    Admin,
}

/// One thing that only operators may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Permission {
    #[value(name = "works:edit")]
    WorksEdit,
    #[value(name = "works:import")]
    WorksImport,
    #[value(name = "terms:edit")]
    TermsEdit,
    #[value(name = "messages:reply")]
    MessagesReply,
    #[value(name = "orders:view")]
    OrdersView,
    #[value(name = "orders:refund")]
    OrdersRefund,
    #[value(name = "codes:make")]
    CodesMake,
    #[value(name = "plans:edit")]
    PlansEdit,
    #[value(name = "downloads:handle")]
    DownloadsHandle,
    #[value(name = "users:manage")]
    UsersManage,
    #[value(name = "reports:handle")]
    ReportsHandle,
    #[value(name = "audit:view")]
    AuditView,
    #[value(name = "dashboard:view")]
    DashboardView,
    #[value(name = "settings:view")]
    SettingsView,
}

use Permission::{
    AuditView, CodesMake, DashboardView, DownloadsHandle, MessagesReply, OrdersRefund, OrdersView,
    PlansEdit, ReportsHandle, SettingsView, TermsEdit, UsersManage, WorksEdit, WorksImport,
};

/// Every permission with its word.
const WORDS: [(Permission, &str); 14] = [
    (WorksEdit, "works:edit"),
    (WorksImport, "works:import"),
    (TermsEdit, "terms:edit"),
    (MessagesReply, "messages:reply"),
    (OrdersView, "orders:view"),
    (OrdersRefund, "orders:refund"),
    (CodesMake, "codes:make"),
    (PlansEdit, "plans:edit"),
    (DownloadsHandle, "downloads:handle"),
    (UsersManage, "users:manage"),
    (ReportsHandle, "reports:handle"),
    (AuditView, "audit:view"),
    (DashboardView, "dashboard:view"),
    (SettingsView, "settings:view"),
];

impl Role {
    /// The word in the database and on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Editor => "editor",
            Self::Support => "support",
            Self::Cashier => "cashier",
            Self::Admin => "admin",
        }
    }

    /// The role of a word; what is no role gives no rights.
    pub fn of(word: &str) -> Self {
        [Self::Editor, Self::Support, Self::Cashier, Self::Admin]
            .into_iter()
            .find(|role| role.word() == word)
            .unwrap_or(Self::Member)
    }

    fn has(self, permission: Permission) -> bool {
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
    /// The word in the database and on the wire.
    pub fn word(self) -> &'static str {
        WORDS
            .iter()
            .find(|(permission, _)| *permission == self)
            .map_or("", |(_, word)| word)
    }

    /// Every one, in the order of the table.
    pub fn all() -> Vec<Self> {
        WORDS.iter().map(|(permission, _)| *permission).collect()
    }

    /// What a role and the words beside it, separated by commas, allow.
    pub fn of(role: Role, beside: &str) -> Vec<Self> {
        let beside: Vec<&str> = beside.split(',').collect();
        WORDS
            .iter()
            .filter(|(permission, word)| role.has(*permission) || beside.contains(word))
            .map(|(permission, _)| *permission)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(role: Role, beside: &str) -> Vec<&'static str> {
        let all = Permission::of(role, beside);
        all.into_iter().map(Permission::word).collect()
    }

    #[test]
    fn a_role_brings_permissions_and_words_beside_it_add_to_them() {
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
        assert_eq!(words(Role::Admin, "").len(), WORDS.len());
    }

    #[test]
    fn an_unknown_word_is_no_role() {
        assert_eq!(Role::of("Admin"), Role::Member);
        assert_eq!(Role::of("admin"), Role::Admin);
    }
}
