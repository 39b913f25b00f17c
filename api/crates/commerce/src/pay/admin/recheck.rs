//! Querying the provider about an order on an operator's request, and applying the response.

use diesel::result::QueryResult;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::money::yuan;
use yingku_db::Conn;
use yingku_http_kit::error::ApiError;

use crate::pay::gateway::PaidFact;
use crate::pay::orders::number::parse_number;
use crate::pay::orders::queries;
use crate::pay::orders::status::OrderStatus;
use crate::pay::shared::Payments;

/// The order to recheck.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecheckForm {
    /// The order's number.
    #[schema(pattern = "^[0-9]{24}$", example = "202609210123456789012345")]
    pub order_id: String,
}

impl RecheckForm {
    /// The number.
    pub fn number(&self) -> Result<String, ApiError> {
        parse_number(&self.order_id)
    }
}

/// The provider's report and the order's status.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecheckResult {
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// The status before.
    #[schema(minimum = 0, maximum = 4, example = 0)]
    pub before: i16,
    /// The status now.
    pub status: OrderStatus,
    /// Whether the provider reports a payment.
    #[schema(example = true)]
    pub paid: bool,
    /// The payment's trade number, or empty.
    #[schema(example = "2026092122001400000000000001", max_length = 64)]
    pub trade_no: String,
    /// The payment's amount in yuan, or empty.
    #[schema(example = "198.00")]
    pub price: String,
    /// The outcome: granted, already, amount_mismatch, second, orphaned or unknown; empty without a
    /// payment.
    #[schema(example = "granted")]
    pub outcome: &'static str,
}

/// Applies the provider's response if it is a payment, and records the recheck. Roll back on error.
pub fn settle(
    conn: &mut Conn,
    payments: &mut Payments<'_>,
    actor: &Actor,
    number: &str,
    fact: Option<&PaidFact>,
) -> QueryResult<RecheckResult> {
    let status = |conn: &mut Conn| {
        let order = queries::by_number(conn, number)?;
        order
            .map(|order| order.status)
            .ok_or(diesel::result::Error::NotFound)
    };
    let before = status(conn)?;
    let outcome = match fact {
        Some(fact) => payments.apply(conn, fact)?.as_str(),
        None => "",
    };
    let rechecked = RecheckResult {
        order_id: number.to_owned(),
        before: before.code(),
        status: status(conn)?,
        paid: fact.is_some(),
        trade_no: fact.map(|fact| fact.trade_no.clone()).unwrap_or_default(),
        price: fact.map(|fact| yuan(fact.paid.get())).unwrap_or_default(),
        outcome,
    };
    let change = Change {
        action: Action::OrderRecheck,
        target: (TargetKind::Order, number.to_owned()),
        before: json!({ "status": before }),
        after: json!({ "status": rechecked.status, "paid": rechecked.paid, "outcome": outcome }),
        reason: "",
    };
    audit::record(conn, actor, &change)?;
    Ok(rechecked)
}
