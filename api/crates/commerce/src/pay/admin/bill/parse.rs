//! The bills of Alipay (业务明细, GBK or UTF-8) and WeChat Pay (交易账单, UTF-8) as CSV. Both have lines before or after
//! the table, and cells that spreadsheets must not take for numbers: Alipay's end with a tab, WeChat's begin with a
//! backtick. Columns are found by their names, so their order and further ones do not matter.

use std::borrow::Cow;

use encoding_rs::{GB18030, UTF_8};
use yingku_base::money::parse_yuan;
use yingku_base::time::start_of_day;

use crate::pay::gateway::PayChannel;

/// Most lines of a bill.
const MAX_LINES: usize = 50_000;

/// Column names of a provider: several for what was renamed.
struct Columns {
    channel: PayChannel,
    trade: &'static [&'static str],
    order: &'static [&'static str],
    time: &'static [&'static str],
    kind: &'static [&'static str],
    price: &'static [&'static str],
    /// Of a refund, if it has a column of its own.
    refund: &'static [&'static str],
}

const ALIPAY: Columns = Columns {
    channel: PayChannel::Alipay,
    trade: &["支付宝交易号"],
    order: &["商户订单号"],
    time: &["完成时间", "创建时间"],
    kind: &["业务类型"],
    price: &["订单金额(元)"],
    refund: &[],
};

const WEIXIN: Columns = Columns {
    channel: PayChannel::Weixin,
    trade: &["微信订单号"],
    order: &["商户订单号"],
    time: &["交易时间"],
    kind: &["交易状态"],
    price: &["订单金额", "总金额", "应结订单金额"],
    refund: &["申请退款金额", "退款金额"],
};

/// A bill.
#[derive(Debug)]
pub struct Bill {
    /// Whose it is.
    pub channel: PayChannel,
    /// Its payments and refunds.
    pub lines: Vec<BillLine>,
}

/// A payment or refund in a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillLine {
    /// Whether it is a refund.
    pub is_refund: bool,
    /// Our number of the order; empty for money that came without one.
    pub order: String,
    /// The provider's number of the payment.
    pub trade: String,
    /// The amount, positive.
    pub fen: i64,
    /// When, as written: `yyyy-MM-dd HH:mm:ss`.
    pub time: String,
}

impl BillLine {
    /// The first second of its day in Shanghai, and of the next.
    pub fn day(&self) -> Option<(i64, i64)> {
        let day = self.time.get(..10)?;
        start_of_day(day, 0).zip(start_of_day(day, 1))
    }
}

/// Reads a bill; the error is a text for the operator.
pub fn parse(bytes: &[u8]) -> Result<Bill, String> {
    if bytes.starts_with(b"PK") {
        return Err("请先解压账单，再上传里面的 CSV 文件".to_owned());
    }
    let text = decode(bytes).ok_or("账单应为 UTF-8 或 GBK 编码的 CSV 文件")?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut table: Option<Table> = None;
    let mut lines = Vec::new();
    for (at, record) in reader.records().enumerate() {
        let record = record.map_err(|_| format!("第{}行不是 CSV", at + 1))?;
        let cells: Vec<&str> = record.iter().map(clean).collect();
        match &table {
            None => table = Table::of(&cells),
            Some(_) if is_end(&cells) => break,
            Some(table) => {
                let line = table.line(&cells);
                let line = line.ok_or_else(|| format!("第{}行的内容不完整", at + 1))?;
                lines.push(line);
            }
        }
        if lines.len() > MAX_LINES {
            return Err(format!("账单超过{MAX_LINES}行，请按天下载"));
        }
    }
    let table = table.ok_or("没有找到账单的表头，请上传支付宝的业务明细或微信的交易账单")?;
    Ok(Bill {
        channel: table.columns.channel,
        lines,
    })
}

fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let text = UTF_8.decode_with_bom_removal(bytes);
    match text {
        (text, false) => Some(text),
        (_, true) => GB18030.decode_without_bom_handling_and_without_replacement(bytes),
    }
}

/// A cell without what keeps spreadsheets from taking it for a number.
fn clean(cell: &str) -> &str {
    cell.trim().trim_start_matches('`').trim()
}

/// Whether the table is over: a line of sums, or of the words after it.
fn is_end(cells: &[&str]) -> bool {
    let first = cells.first().copied().unwrap_or_default();
    first.starts_with('#') || first == "总交易单数" || cells.iter().all(|cell| cell.is_empty())
}

/// The places of the columns.
struct Table {
    columns: &'static Columns,
    trade: usize,
    order: usize,
    time: usize,
    kind: usize,
    price: usize,
    refund: Option<usize>,
}

impl Table {
    /// The table that these are the headings of.
    fn of(cells: &[&str]) -> Option<Self> {
        [&ALIPAY, &WEIXIN].into_iter().find_map(|columns| {
            let place = |names: &[&str]| {
                let places = names.iter().map(|name| {
                    cells
                        .iter()
                        .position(|cell| cell.replace('（', "(").replace('）', ")") == *name)
                });
                places.flatten().next()
            };
            Some(Self {
                columns,
                trade: place(columns.trade)?,
                order: place(columns.order)?,
                time: place(columns.time)?,
                kind: place(columns.kind)?,
                price: place(columns.price)?,
                refund: place(columns.refund),
            })
        })
    }

    fn line(&self, cells: &[&str]) -> Option<BillLine> {
        let cell = |place: usize| cells.get(place).copied();
        let kind = cell(self.kind)?;
        let is_refund = matches!(kind, "退款" | "REFUND" | "REVOKED" | "交易退款");
        let price = match self.refund.filter(|_| is_refund) {
            Some(refund) => cell(refund)?,
            None => cell(self.price)?,
        };
        let line = BillLine {
            is_refund,
            order: cell(self.order)?.to_owned(),
            trade: cell(self.trade)?.to_owned(),
            fen: fen(price)?,
            time: cell(self.time)?.to_owned(),
        };
        line.day().is_some().then_some(line)
    }
}

/// An amount in yuan of either sign, in fen without it.
fn fen(text: &str) -> Option<i64> {
    parse_yuan(text.trim_start_matches(['-', '+', '¥']))
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
