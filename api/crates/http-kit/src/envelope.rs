//! The envelopes of a successful response (R14.2): `code` and `msg`, with `data`, or with `rows` and `total`.

use actix_web::body::BoxBody;
use actix_web::{HttpRequest, HttpResponse, Responder};
use serde::Serialize;
use utoipa::ToSchema;

/// The `code` of every successful response.
pub const OK: u16 = 200;
/// The default `msg` of a successful response.
pub const OK_TEXT: &str = "操作成功";

/// A response with one value.
#[derive(Debug, Serialize, ToSchema)]
pub struct Data<T> {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// The value.
    pub data: T,
}

impl<T> Data<T> {
    /// Wraps `data`.
    pub fn new(data: T) -> Self {
        Self {
            code: OK,
            msg: OK_TEXT,
            data,
        }
    }
}

/// A response without data.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
}

impl Done {
    /// With the default text.
    pub fn new() -> Self {
        Self::with_message(OK_TEXT)
    }

    /// With a specific text.
    pub fn with_message(msg: &'static str) -> Self {
        Self { code: OK, msg }
    }
}

impl Default for Done {
    fn default() -> Self {
        Self::new()
    }
}

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rows<T> {
    /// Always 200.
    #[schema(example = 200)]
    pub code: u16,
    /// A text for the user, in Chinese.
    #[schema(example = "操作成功")]
    pub msg: &'static str,
    /// Rows.
    pub rows: Vec<T>,
    /// Number of rows on all pages.
    #[schema(minimum = 0, example = 1592)]
    pub total: u64,
}

impl<T> Rows<T> {
    /// Wraps one page.
    pub fn new(rows: Vec<T>, total: u64) -> Self {
        Self {
            code: OK,
            msg: OK_TEXT,
            rows,
            total,
        }
    }

    /// Wraps one page with a total from the database.
    pub fn of(rows: impl Iterator<Item = T>, total: i64) -> Self {
        Self::new(rows.collect(), u64::try_from(total).unwrap_or(0))
    }

    /// Wraps one page with a total from the database, converting each row.
    pub fn from_page<Row: Into<T>>((rows, total): (Vec<Row>, i64)) -> Self {
        Self::of(rows.into_iter().map(Into::into), total)
    }
}

/// Implements `Responder`, so handlers can return the envelope.
macro_rules! answers_with_json {
    ($($name:ident $(<$body:ident>)?),+) => {$(
        impl$(<$body: Serialize>)? Responder for $name$(<$body>)? {
            type Body = BoxBody;

            fn respond_to(self, _: &HttpRequest) -> HttpResponse {
                HttpResponse::Ok().json(self)
            }
        }
    )+};
}

answers_with_json!(Data<T>, Done, Rows<T>);
