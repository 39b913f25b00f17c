//! Limits of messages and reports from visitors and members.

use super::declare::settings;
use super::rule::{number, rate};

settings! {
    /// Limits of messages and reports.
    pub struct SupportConfig {
        /// Messages to support per minute for each address
        "每个地址每分钟可发送的客服留言数"
        MESSAGES_PER_MINUTE = "6" => messages_per_minute: u32, rate();
        /// Reports of works per hour for each address
        "每个地址每小时可提交的举报数"
        REPORTS_PER_HOUR = "5" => reports_per_hour: u32, rate();
        /// Works that serious reports may take off the site per hour, in total; further ones wait for an operator
        "每小时最多因严重举报自动下线的影片数；超出的等待人工处理"
        REPORTS_HIDE_PER_HOUR = "20" => hide_per_hour: i32, number(0, 1_000_000);
    }
}
