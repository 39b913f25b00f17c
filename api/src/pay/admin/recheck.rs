//! Asking the provider about an order because an operator wants to know, and applying what it says.

use diesel::result::QueryResult;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::base::money::yuan;
use crate::db::Conn;
use crate::http::error::ApiError;
use crate::pay::Payments;
use crate::pay::gateway::PaidFact;
use crate::pay::orders::model::OrderStatus;
use crate::pay::orders::model::is_order_number;
use crate::pay::orders::queries;

/// Which order.
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

/// The number of an order in a form.
pub(in crate::pay) fn parse_number(text: &str) -> Result<String, ApiError> {
    if is_order_number(text) {
        Ok(text.to_owned())
    } else {
        Err(ApiError::bad_request("参数orderId不是有效的订单号"))
    }
}

/// What the provider said, and how the order is now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rechecked {
    /// The order's number.
    #[schema(example = "202609210123456789012345")]
    pub order_id: String,
    /// What it was in before.
    #[schema(minimum = 0, maximum = 4, example = 0)]
    pub before: i16,
    /// How it stands.
    pub status: OrderStatus,
    /// Whether the provider has a payment of it.
    #[schema(example = true)]
    pub paid: bool,
    /// The provider's number of that payment, or empty.
    #[schema(example = "2026092122001400000000000001", max_length = 64)]
    pub trade_no: String,
    /// How much that is, yuan, or empty.
    #[schema(example = "198.00")]
    pub price: String,
    /// What became of it: granted, already, unfitting, second, ownerless or unknown; empty without a payment.
    #[schema(example = "granted")]
    pub outcome: &'static str,
}

/// Applies what the provider has said about the order of a number, if that is a payment, and enters the question.
///
/// # Errors
/// `NotFound`, or the statement's; the transaction is to be given up then.
pub fn settle(
    conn: &mut Conn,
    payments: &mut Payments<'_>,
    actor: &Actor,
    number: &str,
    fact: Option<&PaidFact>,
) -> QueryResult<Rechecked> {
    let status = |conn: &mut Conn| {
        let order = queries::by_number(conn, number)?;
        order
            .map(|order| order.status)
            .ok_or(diesel::result::Error::NotFound)
    };
    let before = status(conn)?;
    let outcome = match fact {
        Some(fact) => payments.apply(conn, fact)?.word(),
        None => "",
    };
    let rechecked = Rechecked {
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
