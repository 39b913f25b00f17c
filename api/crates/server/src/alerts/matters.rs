//! The matters that operators are told of at once.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_access::audit::Action;
use yingku_base::string_enum;
use yingku_base::time::format_shanghai;
use yingku_db::Conn;
use yingku_db::schema::audit_log;
use yingku_platform::config::Config;

use super::levels::key_of;
use crate::admin::overview::{self, Urgent};
use crate::disk::{self, Disk};
use crate::last_backup::LastBackup;

/// Failed sign-ins of operators in [`SIGN_IN_SECONDS`] that are an attack.
const SIGN_INS: i64 = 10;
/// Ten minutes.
const SIGN_IN_SECONDS: i64 = 600;

string_enum! {
    /// A kind of matter.
    pub(super) enum Kind {
        /// Orders that were paid wrongly.
        Orders = "orders",
        /// Failed imports.
        Imports = "imports",
        /// Many failed sign-ins of operators.
        SignIns = "signIns",
        /// No good backup.
        Backup = "backup",
        /// A disk is nearly full.
        Disk = "disk",
    }
}

/// A matter: it is told when its level rises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Matter {
    pub(super) kind: Kind,
    /// It rises with each further one that is wrong, or is 1 for yes; 0 when all is well.
    pub(super) level: i64,
    /// Which one, where there are several.
    place: String,
    detail: String,
}

/// What the database says.
pub(super) struct Found {
    urgent: Urgent,
    failed_sign_ins: i64,
    backup: Option<LastBackup>,
}

/// Reads it at `now` (seconds).
pub(super) fn read(conn: &mut Conn, now: i64) -> QueryResult<Found> {
    let failed_sign_ins = audit_log::table
        .filter(audit_log::action.eq(Action::UserSignInFailed.as_str()))
        .filter(audit_log::created_at.gt(now - SIGN_IN_SECONDS))
        .count()
        .get_result(conn)?;
    Ok(Found {
        urgent: overview::urgent(conn)?,
        failed_sign_ins,
        backup: LastBackup::read(conn)?,
    })
}

/// Most that are counted of one second.
const MAX_COUNT: i64 = 1_000;

/// The level of so many, the last of `last` (seconds). It rises with each that begins, even if another is settled
/// meanwhile, and not when one is settled.
fn level_of(count: i64, last: i64) -> i64 {
    match count {
        0 => 0,
        _ => last * MAX_COUNT + count.min(MAX_COUNT - 1),
    }
}

impl Found {
    /// Every matter, also those that are well. A site that was never backed up is told by its checklist alone.
    pub(super) fn matters(&self, config: &Config, now: i64) -> Vec<Matter> {
        let disk = disk::fullest(config);
        let node = config.service.node_id.to_string();
        let is_attacked = self.failed_sign_ins >= SIGN_INS;
        let backup = self.backup.as_ref().filter(|backup| !backup.is_good(now));
        let (orders, imports) = (self.urgent.abnormal_orders, self.urgent.failed_imports);
        vec![
            Matter::new(
                Kind::Orders,
                level_of(orders, self.urgent.last_abnormal),
                orders.to_string(),
            ),
            Matter::new(
                Kind::Imports,
                level_of(imports, self.urgent.last_failed),
                imports.to_string(),
            ),
            Matter::new(
                Kind::SignIns,
                i64::from(is_attacked),
                self.failed_sign_ins.to_string(),
            ),
            Matter::new(
                Kind::Backup,
                i64::from(backup.is_some()),
                self.backup
                    .as_ref()
                    .map_or_else(String::new, |backup| format_shanghai(backup.made_at)),
            ),
            Matter {
                // Each instance has its own disk.
                place: node,
                ..Matter::new(
                    Kind::Disk,
                    i64::from(disk.as_ref().is_some_and(Disk::is_nearly_full)),
                    disk.as_ref().map_or_else(String::new, Disk::label),
                )
            },
        ]
    }
}

impl Matter {
    fn new(kind: Kind, level: i64, detail: String) -> Self {
        Self {
            kind,
            level,
            place: String::new(),
            detail,
        }
    }

    /// Where its level is stored.
    pub(super) fn key(&self) -> String {
        match &*self.place {
            "" => key_of(self.kind.as_str()),
            place => key_of(&format!("{}:{place}", self.kind.as_str())),
        }
    }

    /// What is wrong, in a few words.
    pub(super) fn title(&self) -> String {
        let detail = &self.detail;
        match self.kind {
            Kind::Orders => format!("{detail} 笔异常订单"),
            Kind::Imports => format!("{detail} 个导入中断"),
            Kind::SignIns => "管理账号连续登录失败".to_owned(),
            Kind::Backup => "备份过期或不完整".to_owned(),
            Kind::Disk => "磁盘快满了".to_owned(),
        }
    }

    /// What is wrong, and what to do.
    pub(super) fn text(&self) -> String {
        let detail = &self.detail;
        match self.kind {
            Kind::Orders => format!("有 {detail} 笔订单金额不符或重复支付，请在“订单”里处理。"),
            Kind::Imports => format!("有 {detail} 个导入中断，请在“导入”里继续或放弃。"),
            Kind::SignIns => {
                format!("十分钟内管理账号登录失败 {detail} 次，可能有人在猜密码。请查看操作日志。")
            }
            Kind::Backup => {
                format!("最近一次备份是 {detail}，超过两天或不完整。请检查备份任务。")
            }
            Kind::Disk => format!("{detail} 可用。请清理或扩容。"),
        }
    }

    /// A line of the digest.
    pub(super) fn line(&self) -> String {
        match (self.kind, self.level) {
            (Kind::Orders, _) => format!("异常订单：{}", self.detail),
            (Kind::Imports, _) => format!("中断的导入：{}", self.detail),
            (Kind::SignIns, 0) => "管理账号登录：正常".to_owned(),
            (Kind::SignIns, _) => format!("管理账号登录：十分钟内失败 {} 次", self.detail),
            (Kind::Backup, _) if self.detail.is_empty() => "备份：还没有".to_owned(),
            (Kind::Backup, 0) => format!("备份：{}", self.detail),
            (Kind::Backup, _) => format!("备份：{}，过期或不完整", self.detail),
            (Kind::Disk, _) => format!("磁盘：{} 可用", self.detail),
        }
    }
}
