//! A member's own order.

use yingku_access::auth::caller::Member;
use yingku_http_kit::envelope::{Data, OK};
use yingku_http_kit::error::ApiError;
use yingku_platform::state::AppState;

use super::model::OrderState;
use super::number::is_order_number;
use super::row::OrderRow;
use super::{queries, states};

/// The response with an order's status.
pub(super) async fn order_state(
    state: &AppState,
    order: OrderRow,
) -> Result<Data<OrderState>, ApiError> {
    let (order, problem) = state
        .db
        .query_fresh(move |conn| {
            let order = [order];
            let problem = states::problems(conn, &order)?.into_values().next();
            let [order] = order;
            Ok((order, problem))
        })
        .await?;
    Ok(Data {
        code: OK,
        msg: states::text(&order, problem),
        data: OrderState {
            order_id: order.number,
            status: order.status,
        },
    })
}

/// The caller's order with this number; 404 for another member's.
pub(super) async fn own_order(
    state: &AppState,
    member: &Member,
    number: &str,
) -> Result<OrderRow, ApiError> {
    if !is_order_number(number) {
        return Err(ApiError::not_found());
    }
    let (user, number) = (member.id, number.to_owned());
    state
        .db
        .read_fresh(move |conn| Ok(queries::by_user(conn, user, &number)?))
        .await
}
