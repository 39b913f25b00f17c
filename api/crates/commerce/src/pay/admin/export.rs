//! The matching orders as a CSV file that spreadsheets open: UTF-8 with a byte order mark, long numbers as text, and no
//! cell that a spreadsheet would take for a formula.

use diesel::prelude::*;
use yingku_base::money::yuan;
use yingku_base::time::format_shanghai;
use yingku_db::Conn;
use yingku_db::schema::{orders, users};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::OrderMode;

use super::filter::{OrdersFilter, matching};
use super::list;
use crate::pay::orders::status::{MoneyChannel, OrderStatus};

/// Most orders of a file, which is made in memory.
const MAX_ROWS: i64 = 50_000;
/// Without it, spreadsheets take UTF-8 for the system's own encoding.
const BYTE_ORDER_MARK: &str = "\u{feff}";
const HEADS: [&str; 14] = [
    "订单号",
    "会员",
    "商品",
    "天数",
    "订单金额",
    "实收金额",
    "退款金额",
    "净额",
    "收款渠道",
    "状态",
    "交易号",
    "下单时间",
    "支付时间",
    "备注",
];

/// What a line is made of.
#[derive(Debug, Queryable)]
struct Line {
    number: String,
    user: Option<String>,
    plan: String,
    days: i32,
    fen: i64,
    channel: MoneyChannel,
    received_fen: Option<i64>,
    received_channel: Option<MoneyChannel>,
    status: OrderStatus,
    trade_no: Option<String>,
    created_at: i64,
    paid_at: Option<i64>,
    mode: OrderMode,
    refunded_fen: i64,
}

/// The file.
///
/// # Errors
/// `export_too_large` for more than [`MAX_ROWS`] orders.
pub fn file(conn: &mut Conn, wanted: &OrdersFilter) -> Result<Vec<u8>, ApiError> {
    let found = list::found(conn, wanted)?;
    let lines = orders::table.left_join(users::table).select((
        orders::number,
        users::name.nullable(),
        orders::plan_name,
        orders::days,
        orders::fen,
        orders::channel,
        orders::received_fen,
        orders::received_channel,
        orders::status,
        orders::trade_no,
        orders::created_at,
        orders::paid_at,
        orders::mode,
        orders::refunded_fen,
    ));
    let lines: Vec<Line> = matching!(lines, wanted, &found)
        .order((orders::created_at.asc(), orders::number.asc()))
        .limit(MAX_ROWS + 1)
        .load(conn)?;
    if i64::try_from(lines.len()).is_ok_and(|rows| rows > MAX_ROWS) {
        return Err(ErrorKind::ExportTooLarge.into());
    }
    written(&lines).map_err(|error| ApiError::with_cause(ErrorKind::Internal, error))
}

fn written(lines: &[Line]) -> anyhow::Result<Vec<u8>> {
    let mut file = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(BYTE_ORDER_MARK.as_bytes().to_vec());
    file.write_record(HEADS)?;
    for line in lines {
        file.write_record(line.cells())?;
    }
    Ok(file.into_inner()?)
}

impl Line {
    fn cells(&self) -> [String; 14] {
        let received = self.paid_at.map(|_| self.received_fen.unwrap_or(self.fen));
        let received = received.unwrap_or_default();
        let refunded = match self.status {
            OrderStatus::Refunded => received,
            _ => self.refunded_fen,
        };
        [
            long_number(&self.number),
            text(self.user.as_deref().unwrap_or("账号已注销")),
            text(&self.plan),
            self.days.to_string(),
            yuan(self.fen),
            yuan(received),
            yuan(refunded),
            yuan(received - refunded),
            channel_name(self.received_channel.unwrap_or(self.channel)).to_owned(),
            status_name(self.status).to_owned(),
            long_number(self.trade_no.as_deref().unwrap_or_default()),
            format_shanghai(self.created_at),
            self.paid_at.map(format_shanghai).unwrap_or_default(),
            self.notes(),
        ]
    }

    fn notes(&self) -> String {
        let sandbox = (self.mode != OrderMode::Live).then_some("沙箱");
        let manual = self.received_fen.map(|_| "补单");
        let notes: Vec<&str> = sandbox.into_iter().chain(manual).collect();
        notes.join("、")
    }
}

/// Digits that a spreadsheet would round: the tab makes them a text, as in the providers' own files.
fn long_number(number: &str) -> String {
    match number {
        "" => String::new(),
        _ => format!("{}\t", text(number)),
    }
}

/// A text that no spreadsheet evaluates.
fn text(text: &str) -> String {
    let evaluates =
        text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if evaluates {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

const fn channel_name(channel: MoneyChannel) -> &'static str {
    match channel {
        MoneyChannel::Alipay => "支付宝",
        MoneyChannel::Weixin => "微信",
        MoneyChannel::Other => "其他",
    }
}

const fn status_name(status: OrderStatus) -> &'static str {
    match status {
        OrderStatus::Unpaid => "未支付",
        OrderStatus::Paid => "已支付",
        OrderStatus::Abnormal => "异常",
        OrderStatus::Closed => "已关闭",
        OrderStatus::Refunded => "已退款",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_texts_and_numbers_keep_their_digits() {
        let line = Line {
            number: "202609210123456789012345".to_owned(),
            user: Some("=HYPERLINK(\"x\")".to_owned()),
            plan: "月卡, \"新\"".to_owned(),
            days: 30,
            fen: 3_000,
            channel: MoneyChannel::Alipay,
            received_fen: Some(2_990),
            received_channel: Some(MoneyChannel::Other),
            status: OrderStatus::Refunded,
            trade_no: Some("-1+2".to_owned()),
            created_at: 1_790_000_000,
            paid_at: Some(1_790_000_001),
            mode: OrderMode::Sandbox,
            refunded_fen: 0,
        };
        let file = String::from_utf8(written(&[line]).unwrap()).unwrap();
        let lines: Vec<&str> = file.split("\r\n").collect();
        assert!(lines[0].starts_with("\u{feff}订单号,会员,"));
        assert_eq!(
            lines[1],
            "202609210123456789012345\t,\"'=HYPERLINK(\"\"x\"\")\",\"月卡, \"\"新\"\"\",30,30.00,29.90,29.90,0.00,其他,已退款,'-1+2\t,2026-09-21 22:13:20,2026-09-21 22:13:21,沙箱、补单"
        );
        for evaluated in ["=1", "+1", "-1", "@a", "\t=1", "＝1"] {
            assert!(text(evaluated).starts_with('\''), "{evaluated:?}");
        }
        assert_eq!(
            (text("lin_xia"), long_number("")),
            ("lin_xia".to_owned(), String::new())
        );
    }
}
