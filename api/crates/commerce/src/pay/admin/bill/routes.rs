//! `POST /admin/orders/compare`.

use actix_web::{HttpRequest, web};
use utoipa::ToSchema;
use yingku_access::auth::caller::Operator;
use yingku_access::auth::signing::body::LargeBody;
use yingku_base::role::Permission;
use yingku_http_kit::content_type::is_octet_stream;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_platform::state::AppState;

use super::compare::{self, BillComparison};
use super::parse::parse;

/// The upload of a bill.
pub const BILL: LargeBody = LargeBody {
    from: "/admin/orders/compare",
    to: "",
    max_bytes: 4 * 1024 * 1024,
    permissions: &[Permission::OrdersView],
};

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![find_bill_differences needs OrdersView]
}

/// Bytes of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct BillBytes(#[expect(dead_code, reason = "only described")] Vec<u8>);

/// Compare a provider's bill
///
/// Alipay's 业务明细 or WeChat Pay's 交易账单 as CSV, with the payments stored here. Nothing of it is stored.
#[utoipa::path(
    post, path = "/admin/orders/compare", tag = "operators", security(("bearer" = [])),
    request_body(content = inline(BillBytes), content_type = "application/octet-stream", description = "The file, 1 byte to 4 MiB"),
    responses(
        (status = 200, description = "The differences", body = Data<BillComparison>),
        (status = 413, description = "Larger than 4 MiB", body = ErrorBody),
        (status = 415, description = "The body is compressed, or not `application/octet-stream`", body = ErrorBody),
        (status = 422, description = "Not such a bill, or one of more than 31 days (`bill_refused`)", body = ErrorBody),
    ),
)]
async fn find_bill_differences(
    state: web::Data<AppState>,
    request: HttpRequest,
    _operator: Operator,
    bytes: web::Bytes,
) -> Result<Data<BillComparison>, ApiError> {
    if !is_octet_stream(request.headers()) {
        return Err(ApiError::new(ErrorKind::UnsupportedContent));
    }
    let mode = state.config.pay.mode.stored();
    let compared = state
        .db
        .read_fresh(move |conn| {
            let bill = parse(&bytes).map_err(refused)?;
            compare::compare(conn, &bill, mode)?.map_err(refused)
        })
        .await?;
    Ok(Data::new(compared))
}

fn refused(text: String) -> ApiError {
    ApiError::with_message(ErrorKind::BillRefused, text)
}
