//! `POST /admin/pictures`.

use actix_web::{HttpRequest, web};
use serde::Serialize;
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
use yingku_platform::storage::Failure;

use super::Media;
use super::uploads::{MAX_BYTES, Picture, PictureError};

/// The upload of a picture: of a work, or the logo.
pub const PICTURE: LargeBody = LargeBody {
    from: "/admin/pictures",
    to: "",
    max_bytes: MAX_BYTES,
    permissions: &[Permission::WorksEdit, Permission::SettingsEdit],
};

/// The console's endpoints of pictures.
pub fn endpoints() -> Endpoints {
    endpoints![upload_picture needs WorksEdit or SettingsEdit]
}

/// A stored picture.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadedPicture {
    /// Its path.
    #[schema(
        example = "uploads/3a/7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b.jpg"
    )]
    pub path: String,
    /// Pixels.
    #[schema(minimum = 1, maximum = 8000, example = 800)]
    pub width: usize,
    /// Pixels.
    #[schema(minimum = 1, maximum = 8000, example = 538)]
    pub height: usize,
}

/// Bytes of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct PictureBytes(#[expect(dead_code, reason = "only described")] Vec<u8>);

/// Upload a picture
///
/// A JPEG, PNG, WebP or AVIF of at most 4 MiB and 8,000 pixels a side. The returned `path` is for works and the logo.
/// Metadata is removed, except orientation and colour profile.
#[utoipa::path(
    post, path = "/admin/pictures", tag = "operators", security(("bearer" = [])),
    request_body(content = inline(PictureBytes), content_type = "application/octet-stream", description = "The file"),
    responses(
        (status = 200, description = "Stored", body = Data<UploadedPicture>),
        (status = 413, description = "Larger than 4 MiB", body = ErrorBody),
        (status = 415, description = "The body is compressed, or not `application/octet-stream`", body = ErrorBody),
        (status = 422, description = "Not such a picture, truncated, or a side is too long (`picture_refused`); the disk is full (`storage_full`); or pictures come from another host (`pictures_elsewhere`)", body = ErrorBody),
    ),
)]
async fn upload_picture(
    state: web::Data<AppState>,
    media: web::Data<Media>,
    request: HttpRequest,
    _operator: Operator,
    bytes: web::Bytes,
) -> Result<Data<UploadedPicture>, ApiError> {
    if !is_octet_stream(request.headers()) {
        return Err(ApiError::new(ErrorKind::UnsupportedContent));
    }
    if !state.config.media.serves_files() {
        return Err(ApiError::new(ErrorKind::PicturesElsewhere));
    }
    let parsed = tokio::task::spawn_blocking(move || Picture::parse(bytes)).await;
    let picture = parsed
        .map_err(anyhow::Error::from)?
        .map_err(picture_error)?;
    let bytes = picture.bytes.clone();
    let kept = media.files.keep(&picture.path, bytes, &picture.sha256);
    kept.await.map_err(upload_error)?;
    Ok(Data::new(UploadedPicture {
        path: picture.path,
        width: picture.width,
        height: picture.height,
    }))
}

fn picture_error(rejected: PictureError) -> ApiError {
    match rejected {
        PictureError::Kind => ApiError::new(ErrorKind::PictureRefused),
        PictureError::Size => {
            ApiError::with_message(ErrorKind::PictureRefused, "图片的边长最多8000像素")
        }
        PictureError::Damaged => ApiError::with_message(
            ErrorKind::PictureRefused,
            "图片文件不完整，请重新导出后上传",
        ),
        PictureError::Metadata => ApiError::with_message(
            ErrorKind::PictureRefused,
            "AVIF文件里有拍摄信息，请去除后上传，或改用JPEG、PNG、WebP",
        ),
    }
}

/// The error of a failed upload; it says whether the store is at fault.
fn upload_error(failure: Failure) -> ApiError {
    let text = match failure {
        Failure::Store(_) | Failure::Silent(_) => Some("图片存储服务没有收下图片，请稍后再试"),
        Failure::Full(_) | Failure::Folder(_) | Failure::Name(_) => None,
    };
    let error = ApiError::from(failure);
    match text {
        Some(text) => error.with_text(text),
        None => error,
    }
}
