//! The group of a caller and what it may do (R10.1): visitors 0, members 1, VIP 2. VIP expires by time alone; the member
//! is in group 1 again without any write.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yingku_base::time::format_shanghai;

/// Ordinary members.
pub const MEMBER: i16 = 1;
/// Paying members.
pub const VIP: i16 = 2;
/// Magnet links that may be copied per day (R5.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyLimits {
    /// By a visitor.
    pub visitor: i32,
    /// By a member.
    pub member: i32,
}

impl Default for CopyLimits {
    fn default() -> Self {
        Self {
            visitor: 3,
            member: 100,
        }
    }
}

/// The group of a caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Level {
    /// 0 visitor, 1 member, 2 VIP.
    #[schema(minimum = 0, maximum = 9, example = 1)]
    pub level_id: i16,
    /// Name of the group.
    #[schema(example = "普通会员")]
    pub group_name: &'static str,
    /// Rank of the group; a higher one may do more.
    #[schema(minimum = 0, maximum = 9, example = 1)]
    pub group_level: i16,
    /// When VIP ends; only for VIP.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2027-09-21 21:33:20")]
    pub expire_time: Option<String>,
}

impl Level {
    /// The group of a visitor.
    pub fn visitor() -> Self {
        Self::of_group(0, None)
    }

    /// The group at `now` of a member with group `level_id` until `vip_until`; both in seconds.
    pub fn of_member(level_id: i16, vip_until: i64, now: i64) -> Self {
        if vip_until > now && level_id >= VIP {
            Self::of_group(level_id, Some(format_shanghai(vip_until)))
        } else {
            Self::of_group(MEMBER, None)
        }
    }

    /// Whether it is one of the paid groups.
    pub fn is_vip(&self) -> bool {
        self.level_id >= VIP
    }

    /// Magnet links that may be copied per day; none = unlimited.
    pub fn copies_a_day(&self, limits: CopyLimits) -> Option<i32> {
        match self.level_id {
            VIP.. => None,
            MEMBER => Some(limits.member),
            _ => Some(limits.visitor),
        }
    }

    /// Whether works may be watched online.
    pub fn may_watch(&self) -> bool {
        self.is_vip()
    }

    fn of_group(level_id: i16, expire_time: Option<String>) -> Self {
        Self {
            level_id,
            group_name: match level_id {
                0 => "游客",
                MEMBER => "普通会员",
                _ => "VIP会员",
            },
            group_level: level_id,
            expire_time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vip_expires_at_its_exact_second() {
        assert!(Level::of_member(VIP, 101, 100).is_vip());
        let after = Level::of_member(VIP, 100, 100);
        assert_eq!((after.level_id, after.group_name), (1, "普通会员"));
        assert_eq!(after.expire_time, None);
        assert!(!Level::of_member(MEMBER, i64::MAX, 0).is_vip());
        assert_eq!(Level::visitor().group_name, "游客");
    }

    #[test]
    fn each_group_has_its_rights() {
        let rights = |level: Level| (level.copies_a_day(CopyLimits::default()), level.may_watch());
        assert_eq!(rights(Level::visitor()), (Some(3), false));
        assert_eq!(rights(Level::of_member(MEMBER, 0, 100)), (Some(100), false));
        assert_eq!(rights(Level::of_member(VIP, 100, 100)), (Some(100), false));
        assert_eq!(rights(Level::of_member(VIP, 101, 100)), (None, true));
        assert_eq!(rights(Level::of_member(3, 101, 100)), (None, true));
    }
}
