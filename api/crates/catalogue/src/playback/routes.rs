//! The playback endpoints.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::auth::caller::Member;
use yingku_base::values::{Time, parse_id};
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody, ErrorKind};
use yingku_platform::state::AppState;
use yingku_platform::stats::visits::Visits;

use super::queries::{self, StreamState};
use crate::playback::{Playback, elsewhere};

/// The endpoints.
pub fn endpoints() -> Endpoints {
    endpoints![get_censored_video, get_uncensored_video, get_western_video]
}

/// The stream of a work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Video {
    /// The playlist: a path, or an https URL.
    #[schema(example = "/hls/qKOIEGxNz3i4UlYNDPtp9w/1790021600/910000000000000001/index.m3u8")]
    pub m3u8_url: String,
    /// Another source if that fails; not signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "https://a.example/1.m3u8")]
    pub fallback_url: Option<String>,
    /// When it expires.
    pub expires: Time,
}

/// Defines the endpoint of a channel; they differ only in their paths.
macro_rules! video_call {
    ($(#[$doc:meta])* $handler:ident at $path:tt) => {
        $(#[$doc])*
        #[utoipa::path(
            get, path = $path, tag = "vip", security(("bearer" = [])),
            params(("id" = String, Path, description = "Id of the work", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000001")),
            responses(
                (status = 200, description = "The stream", body = Data<Video>),
                (status = 404, description = "No such work", body = ErrorBody),
                (status = 422, description = "Only for VIP (`vip_required`), or the work has no stream (`not_online`), or not yet (`transcoding`)", body = ErrorBody),
                (status = 429, description = "Too many streams, or calls", body = ErrorBody, headers(("Retry-After" = u64, description = "Seconds to wait"))),
            ),
        )]
        async fn $handler(
            state: web::Data<AppState>,
            playback: web::Data<Playback>,
            visits: web::Data<Visits>,
            member: Member,
            id: web::Path<String>,
        ) -> Result<Data<Video>, ApiError> {
            let video = video(&state, &playback, &member, &id).await?;
            visits.record_play();
            Ok(video)
        }
    };
}

video_call! {
    /// Get the stream of a work
    ///
    /// For VIP only; request a new one when it expires. Takes the id of any channel. Limit: 20 per hour and member.
    get_censored_video at "/v2/video/censored/{id}"
}

video_call! {
    /// Get an uncensored stream
    ///
    /// The same as `/v2/video/censored/{id}`.
    get_uncensored_video at "/v2/video/uncensored/{id}"
}

video_call! {
    /// Get a western stream
    ///
    /// The same as `/v2/video/censored/{id}`.
    get_western_video at "/v2/video/western/{id}"
}

async fn video(
    state: &AppState,
    playback: &Playback,
    member: &Member,
    id: &str,
) -> Result<Data<Video>, ApiError> {
    let work = parse_id(id).ok_or_else(ApiError::not_found)?;
    let online = state
        .db
        .query(move |conn| queries::stream_state(conn, work))
        .await?;
    let address = match online {
        StreamState::No => return Err(ApiError::new(ErrorKind::NotOnline)),
        StreamState::Transcoding => return Err(ApiError::new(ErrorKind::Transcoding)),
        StreamState::Yes(_) if !member.level.may_watch() => {
            return Err(ApiError::new(ErrorKind::VipRequired));
        }
        StreamState::Yes(address) => address,
    };
    playback.count_stream(member.id).await?;
    let own = playback.signer.address(work, state.now());
    let expires = Time(own.expires);
    let other = elsewhere::allowed(&address, &state.config.streams);
    let (m3u8_url, fallback_url) = match other {
        Some(other) if !playback.has_own(work).await => (other.to_owned(), None),
        other => (own.url, other.map(ToOwned::to_owned)),
    };
    Ok(Data::new(Video {
        m3u8_url,
        fallback_url,
        expires,
    }))
}
