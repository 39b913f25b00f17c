//! The checks as a middleware around the API.

use std::rc::Rc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready};
use actix_web::http::Method;
use actix_web::{Error, HttpMessage as _, ResponseError as _};
use futures_util::future::{LocalBoxFuture, Ready, ready};
use sha2::{Digest as _, Sha256};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::SigningMode;
use yingku_platform::ephemeral::IdStatus;
use yingku_signer::{SignedText, canonical_query, signed_path};

use super::headers::SignatureHeaders;
use super::limits::caller_ip;
use super::{CallerIp, CanonicalQuery, Inner, RequestProtection, SKEW_MS, SignedClient, body};
use crate::auth::program_key;

impl<S, B> Transform<S, ServiceRequest> for RequestProtection
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<BoxBody>;
    type Error = Error;
    type Transform = ProtectedService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, ()>>;

    fn new_transform(&self, service: S) -> Self::Future {
        ready(Ok(ProtectedService {
            protection: self.clone(),
            service: Rc::new(service),
        }))
    }
}

/// The API behind the checks.
pub struct ProtectedService<S> {
    protection: RequestProtection,
    service: Rc<S>,
}

impl<S, B> Service<ServiceRequest> for ProtectedService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<BoxBody>;
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self::Response, Error>>;

    forward_ready!(service);

    fn call(&self, mut request: ServiceRequest) -> Self::Future {
        let protection = self.protection.clone();
        let service = Rc::clone(&self.service);
        Box::pin(async move {
            match protection.0.check(&mut request).await {
                Ok(client) => {
                    if let Some(client) = client {
                        request.extensions_mut().insert(client);
                    }
                    Ok(service.call(request).await?.map_into_boxed_body())
                }
                Err(error) => {
                    let error = error.server_time(protection.0.clock.now_ms());
                    let mut response = error.error_response();
                    if error.kind == ErrorKind::BodyTimeout || error.kind == ErrorKind::BodyTooLarge
                    {
                        // The rest of the body is not read.
                        response
                            .head_mut()
                            .set_connection_type(actix_web::http::ConnectionType::Close);
                    }
                    Ok(request.into_response(response))
                }
            }
        })
    }
}

impl Inner {
    /// Runs all checks. In report mode, signature errors are logged and let through.
    async fn check(&self, request: &mut ServiceRequest) -> Result<Option<SignedClient>, ApiError> {
        // A zero byte has a canonical form, but PostgreSQL text cannot contain one.
        let query = canonical_query(request.query_string())
            .ok()
            .filter(|query| !query.contains("%00"));
        let query = query.ok_or_else(|| ApiError::new(ErrorKind::QueryMalformed))?;
        let ip = caller_ip(
            request.peer_addr().map(|peer| peer.ip()),
            request.headers(),
            &self.trusted_proxies,
        );
        request.extensions_mut().insert(CallerIp(ip));
        if let Some(address) = self
            .dominant_client
            .count(ip, self.clock.now_ms().div_euclid(1000))
        {
            tracing::warn!(event = "heavy_caller", %address,
                "most requests come from one address: if it is a proxy or a CDN, add it to TRUSTED_PROXIES, or all visitors share one rate limit"
            );
        }
        self.limit.admit(ip).await?;
        let open = self.open.contains(&signed_path(request.path()))
            || program_key::is_used(request.request());
        let outcome = if open || self.mode == SigningMode::Off {
            let read = body::read(request, &self.bodies, None).await;
            read.map(|_| None)
        } else {
            self.check_signature(request, &query, ip).await.map(Some)
        };
        request.extensions_mut().insert(CanonicalQuery(query));
        match outcome {
            Err(error) if self.mode == SigningMode::Report && is_about_signature(error.kind) => {
                tracing::warn!(
                    event = "signature_rejected",
                    error = error.kind.as_str(),
                    "request signature rejected"
                );
                Ok(None)
            }
            outcome => outcome,
        }
    }

    async fn check_signature(
        &self,
        request: &mut ServiceRequest,
        canonical_query: &str,
        ip: std::net::IpAddr,
    ) -> Result<SignedClient, ApiError> {
        let head = request.request().clone();
        let headers = SignatureHeaders::read(head.headers())?;
        let now = self.clock.now_ms();
        if !(now - SKEW_MS..=now).contains(&headers.timestamp_ms) {
            return Err(ApiError::new(ErrorKind::TimestampSkew));
        }
        let client = self.keys.client(headers.client_key, ip).await?;
        let caller = SignedClient {
            device_id: client.device_id,
            key_hash: client.key_hash,
            ip,
        };
        let body = body::read(request, &self.bodies, Some(&caller)).await?;
        let text = SignedText {
            method: head.method().as_str(),
            path: signed_path(head.uri().path()),
            canonical_query,
            timestamp: headers.timestamp,
            nonce: headers.nonce,
            body: &body,
        };
        if !client.key.verify(&text, headers.signature) {
            return Err(ApiError::new(ErrorKind::SignatureMismatch));
        }
        let nonce = nonce_id(&client.device_id, headers.nonce);
        let busy = |seconds| ApiError::new(ErrorKind::Busy).retry_after(seconds);
        match self.seen(nonce, headers.timestamp_ms, head.method()).await {
            IdStatus::Fresh => {
                self.keys.is_trusted(ip);
                Ok(caller)
            }
            IdStatus::Replay => Err(ApiError::new(ErrorKind::NonceReplay)),
            // Signed before the nonce store started, so it may be a replay: the client gets the server's time and signs
            // again.
            IdStatus::Unknown => Err(ApiError::new(ErrorKind::TimestampSkew)),
            IdStatus::Full => Err(busy(60)),
            IdStatus::Unavailable => Err(busy(1)),
        }
    }

    /// Stores a nonce. When the shared store is full, a read-only request uses this process's own memory: replayed on
    /// another instance, it would only read the same again.
    async fn seen(&self, nonce: u128, created_ms: i64, method: &Method) -> IdStatus {
        match self.nonces.put(nonce, created_ms).await {
            IdStatus::Full if method.is_safe() => self.nonces.put_locally(nonce, created_ms),
            seen => seen,
        }
    }
}

fn is_about_signature(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::HeaderMalformed
            | ErrorKind::SignatureMissing
            | ErrorKind::SignatureMismatch
            | ErrorKind::TimestampSkew
            | ErrorKind::NonceReplay
            | ErrorKind::ClientKeyInvalid
    )
}

/// 128-bit hash of device and nonce.
fn nonce_id(device_id: &[u8; 16], nonce: &str) -> u128 {
    let digest = Sha256::new()
        .chain_update(device_id)
        .chain_update(nonce)
        .finalize();
    digest
        .first_chunk()
        .map_or(0, |bytes| u128::from_be_bytes(*bytes))
}
