//! The text of the digest.

use diesel::result::QueryResult;
use yingku_base::money::yuan;
use yingku_db::Conn;
use yingku_platform::stats::counters::{DailyCounter, Days};

use super::matters::Matter;
use crate::admin::overview;

/// Yesterday's figures, and what waits.
pub(super) fn digest(conn: &mut Conn, matters: &[Matter], yesterday: i64) -> QueryResult<String> {
    let day = i32::try_from(yesterday).unwrap_or_default();
    let days = Days::read(conn, day, day)?;
    let on = |counter| days.on(day, counter);
    let waiting = overview::waiting(conn)?;
    let net = yuan(on(DailyCounter::PaidFen) - on(DailyCounter::RefundedFen));
    let mut lines = vec![
        format!(
            "昨天：访问 {}，浏览 {}，搜索 {}，播放 {}，注册 {}，支付 {} 笔，净收 ¥{net}",
            on(DailyCounter::Visits),
            on(DailyCounter::Views),
            on(DailyCounter::Searches),
            on(DailyCounter::Plays),
            on(DailyCounter::Registrations),
            on(DailyCounter::PaidOrders),
        ),
        format!("待答复留言：{}", waiting.messages),
        format!("待处理举报：{}", waiting.reports),
    ];
    lines.extend(matters.iter().map(Matter::line));
    Ok(lines.join("\n"))
}
