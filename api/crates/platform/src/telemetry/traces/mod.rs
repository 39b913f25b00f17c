//! Request traces for an OpenTelemetry collector; off unless `OTLP_ENDPOINT` is set. A request has one span with its
//! route, method, status and request id, and child spans from [`yingku_base::span`]. As in the log, they contain no
//! addresses, queries, headers, bodies or callers. [`delivery`] exports finished spans.
//!
//! `traceparent` is honoured only from a trusted proxy: it decides whether a request is traced, and in which trace.
//! `tracestate` is free text and ignored.

mod delivery;

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::HeaderMap;
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::{
    FutureExt as _, Span as _, SpanKind, Status, TraceContextExt as _, Tracer as _,
    TracerProvider as _,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracer, SdkTracerProvider, SpanLimits};
use yingku_base::span::Recorder;

use super::metrics::method;
use crate::config::Config;
use delivery::{Delivery, Outbox};

/// Header with the parent span of a request.
const TRACEPARENT: &str = "traceparent";
/// Name of the tracer and of the service.
const NAME: &str = "yingku";

/// Begins request spans. Dropping it exports those that have ended, for some seconds at most.
pub struct Traces {
    tracer: SdkTracer,
    trusted_proxies: Vec<IpAddr>,
    delivery: Arc<Delivery>,
}

impl Traces {
    /// Starts the exporter; `None` without a collector.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn start(config: &Config) -> std::io::Result<Option<Self>> {
        let Some(endpoint) = &config.service.traces_endpoint else {
            return Ok(None);
        };
        let attributes = [
            KeyValue::new("service.name", NAME),
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("service.instance.id", config.service.node_id.to_string()),
        ];
        let resource = Resource::builder_empty()
            .with_attributes(attributes)
            .build();
        let delivery = Arc::new(Delivery::start(endpoint, &resource)?);
        let sampler = Sampler::TraceIdRatioBased(config.service.traces_sample);
        let provider = SdkTracerProvider::builder()
            .with_sampler(Sampler::ParentBased(Box::new(sampler)))
            .with_span_limits(SpanLimits::default())
            .with_resource(resource)
            .with_span_processor(Outbox::of(&delivery))
            .build();
        Ok(Some(Self {
            tracer: provider.tracer(NAME),
            trusted_proxies: config.network.trusted_proxies.clone(),
            delivery,
        }))
    }

    /// Begins the span of a request; `None` if it is not traced.
    pub fn begin(&self, request: &ServiceRequest) -> Option<CallSpan> {
        let peer = request.peer_addr().map(|peer| peer.ip().to_canonical());
        let parent = match peer {
            Some(peer) if self.trusted_proxies.contains(&peer) => {
                let propagator = TraceContextPropagator::new();
                propagator.extract_with_context(&Context::new(), &Parent(request.headers()))
            }
            _ => Context::new(),
        };
        let span = self
            .tracer
            .span_builder("call")
            .with_kind(SpanKind::Server)
            .start_with_context(&self.tracer, &parent);
        let recorder = Recorder(self.tracer.clone());
        let is_traced = span.span_context().is_sampled();
        is_traced.then(|| CallSpan(parent.with_span(span).with_value(recorder)))
    }

    /// Spans dropped since the start: rejected by the collector, or over the queue's limit.
    pub fn lost(&self) -> u64 {
        self.delivery.lost()
    }

    /// Exports ended spans; for tests.
    pub fn deliver_now(&self) {
        self.delivery.deliver_now();
    }
}

/// The span of a request. If the request is cancelled, it ends without a response.
pub struct CallSpan(Context);

impl CallSpan {
    /// Ends the span with the response.
    pub fn end(self, response: &ServiceResponse<BoxBody>, id: &str) {
        let request = response.request();
        let route = request.match_pattern();
        let route = route.unwrap_or_else(|| "other".to_owned());
        let (method, status) = (method(request.method()), response.status().as_u16());
        let span = self.0.span();
        span.update_name(format!("{method} {route}"));
        span.set_attributes([
            KeyValue::new("http.request.method", method),
            KeyValue::new("http.route", route),
            KeyValue::new("http.response.status_code", i64::from(status)),
            KeyValue::new("yingku.request_id", id.to_owned()),
        ]);
        if status >= 500 {
            span.set_status(Status::error(""));
        }
        span.end();
    }
}

/// Runs a request within its span, if it has one.
pub async fn within<F: Future>(span: Option<&CallSpan>, call: F) -> F::Output {
    match span {
        Some(CallSpan(context)) => call.with_context(context.clone()).await,
        None => call.await,
    }
}

/// Extracts [`TRACEPARENT`] from headers.
struct Parent<'a>(&'a HeaderMap);

impl Extractor for Parent<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        let value = self.0.get(TRACEPARENT).filter(|_| key == TRACEPARENT)?;
        value.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT]
    }
}
