//! The row of an order.

use diesel::prelude::*;
use yingku_base::enums::parse_enum;
use yingku_db::schema::orders;
use yingku_platform::config::OrderMode;

use super::status::{MoneyChannel, OrderStatus};
use crate::pay::gateway::{Device, PayChannel};
use crate::vip::plans::PlanKind;

/// An order's row.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = orders)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct OrderRow {
    pub number: String,
    pub user_id: Option<i64>,
    pub plan_id: i64,
    pub plan_name: String,
    pub kind: PlanKind,
    pub level_id: i16,
    pub days: i32,
    pub fen: i64,
    pub channel: PayChannel,
    pub status: OrderStatus,
    pub trade_no: Option<String>,
    pub paid_at: Option<i64>,
    pub page: String,
    pub scan: String,
    pub check_at: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
    pub mode: OrderMode,
    pub voided_at: Option<i64>,
    pub device: String,
    pub payer: String,
    pub address: String,
    pub address_at: i64,
    pub received_fen: Option<i64>,
    pub received_channel: Option<MoneyChannel>,
}

impl OrderRow {
    /// What was received for it, if it was paid, fen.
    pub fn received(&self) -> i64 {
        self.received_fen.unwrap_or(self.fen)
    }

    /// The device the order was first requested for; none for orders of an earlier version.
    pub fn device(&self) -> Option<Device> {
        parse_enum(&self.device)
    }
}
