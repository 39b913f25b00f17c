//! A failed request: a row of the error table with the details of this request, and the response it becomes.

use std::borrow::Cow;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, HeaderValue, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use utoipa::ToSchema;
use yingku_db::DbError;
use yingku_search::IndexError;

use super::error::ErrorKind;

/// The message for visitors while there is no index.
const INDEX_PREPARING: &str = "片库正在准备，请稍后再试";

/// A failed request.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.kind.as_str())]
pub struct ApiError {
    /// The row of the table.
    pub kind: ErrorKind,
    message: Option<Cow<'static, str>>,
    retry_after: Option<u64>,
    allow: Option<String>,
    server_time: Option<i64>,
    #[source]
    source: Option<anyhow::Error>,
}

impl ApiError {
    /// A row with its default text.
    pub fn new(kind: ErrorKind) -> Self {
        Self {
            kind,
            message: None,
            retry_after: None,
            allow: None,
            server_time: None,
            source: None,
        }
    }

    /// A row with its cause, for the log.
    pub fn with_cause(kind: ErrorKind, cause: impl Into<anyhow::Error>) -> Self {
        Self {
            source: Some(cause.into()),
            ..Self::new(kind)
        }
    }

    /// A row with a more specific text, in Chinese, shown to users.
    pub fn with_message(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            message: Some(message.into()),
            ..Self::new(kind)
        }
    }

    /// A parameter that breaks a rule.
    pub fn bad_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::with_message(ErrorKind::BadRequest, message)
    }

    /// 404.
    pub fn not_found() -> Self {
        Self::new(ErrorKind::NotFound)
    }

    /// 405 with the methods that exist.
    pub fn method_not_allowed(allow: String) -> Self {
        Self {
            allow: Some(allow),
            ..Self::new(ErrorKind::MethodNotAllowed)
        }
    }

    /// Adds `Retry-After`, in seconds.
    pub fn retry_after(self, seconds: u64) -> Self {
        Self {
            retry_after: Some(seconds),
            ..self
        }
    }

    /// Replaces the text with a more specific one, in Chinese, shown to users.
    pub fn with_text(self, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            message: Some(message.into()),
            ..self
        }
    }

    /// Adds the server's clock, ms.
    pub fn server_time(self, now_ms: i64) -> Self {
        Self {
            server_time: Some(now_ms),
            ..self
        }
    }

    /// The cause with its chain, for the log only.
    pub fn cause(&self) -> Option<&anyhow::Error> {
        self.source.as_ref()
    }

    /// The text to show.
    pub fn text(&self) -> &str {
        self.message.as_deref().unwrap_or(self.kind.text())
    }

    /// The body to send.
    pub fn body(&self, request_id: &str) -> ErrorBody {
        ErrorBody {
            code: self.kind.code(),
            msg: self.text().to_owned(),
            error: self.kind.as_str().to_owned(),
            request_id: request_id.to_owned(),
            server_time: self.server_time,
        }
    }
}

impl From<ErrorKind> for ApiError {
    fn from(kind: ErrorKind) -> Self {
        Self::new(kind)
    }
}

/// The body of an error.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// What the site should do: 401 refresh, 402 toast, 403 login dialog, 404 missing, 500 toast.
    #[schema(example = 402)]
    pub code: u16,
    /// Chinese text to show.
    #[schema(example = "请求参数有误")]
    pub msg: String,
    /// Stable error code.
    #[schema(example = "bad_request")]
    pub error: String,
    /// Id of this request, to quote when asking for help.
    #[schema(example = "0198c0de-7000-7000-8000-000000000001")]
    pub request_id: String,
    /// The server's clock in ms since 1970, with every signature error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_time: Option<i64>,
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.kind.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Some(seconds) = self.retry_after {
            response.insert_header((RETRY_AFTER, seconds));
        }
        if let Some(allow) = self
            .allow
            .as_deref()
            .and_then(|allow| HeaderValue::from_str(allow).ok())
        {
            response.insert_header((ALLOW, allow));
        }
        if self.kind.status() == 401 {
            // Body code 401 is about tokens; other rows of this status are about signatures.
            let scheme = if self.kind.code() == 401 {
                "Bearer"
            } else {
                "AV1"
            };
            let challenge = format!("{scheme} error=\"{}\"", self.kind.as_str());
            response.insert_header((actix_web::http::header::WWW_AUTHENTICATE, challenge));
        }
        // `server::context`, which sees every response, fills in the request id.
        let body = self.body("");
        let mut response = response.json(&body);
        response.extensions_mut().insert(body);
        response
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        let (kind, retry_after) = match error {
            DbError::Query(diesel::result::Error::NotFound) => return Self::not_found(),
            // Counted and logged where requests are rejected: a line for each would flood the log.
            DbError::Busy(None) => return Self::new(ErrorKind::Busy).retry_after(1),
            DbError::Busy(_) | DbError::Unreachable(_) => (ErrorKind::Busy, Some(1)),
            DbError::Full(_) => (ErrorKind::DiskFull, Some(60)),
            DbError::Address
            | DbError::SharedSession
            | DbError::Migration(_)
            | DbError::Query(_) => (ErrorKind::Internal, None),
        };
        Self {
            retry_after,
            ..Self::with_cause(kind, error)
        }
    }
}

impl From<diesel::result::Error> for ApiError {
    fn from(error: diesel::result::Error) -> Self {
        DbError::from(error).into()
    }
}

impl From<IndexError> for ApiError {
    /// The index recovers automatically, so the request may be retried.
    fn from(error: IndexError) -> Self {
        let busy = match error {
            // Logged when it began.
            IndexError::NotBuilt => Self::with_message(ErrorKind::Busy, INDEX_PREPARING),
            error => Self::with_cause(ErrorKind::Busy, error),
        };
        busy.retry_after(1)
    }
}

impl From<anyhow::Error> for ApiError {
    fn from(error: anyhow::Error) -> Self {
        Self::with_cause(ErrorKind::Internal, error)
    }
}
