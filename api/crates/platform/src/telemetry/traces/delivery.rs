//! Exports finished spans to the collector: OTLP over HTTP, as protobuf, once a second and at shutdown, on its own
//! thread. No request waits for it. Spans that the collector does not accept at once are dropped and counted, so that a
//! collector that is down, hangs or is slow costs bounded memory.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::transform::common::tonic::ResourceAttributesWithSchema;
use opentelemetry_proto::transform::trace::tonic::group_spans_by_resource_and_scope;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{Span, SpanData, SpanProcessor};
use prost::Message as _;
use ureq::Agent;
use yingku_base::outgoing::http_agent;
use yingku_base::workers::write_buffer::{Buffered, WriteBuffer};

use crate::config::HttpAddress;

/// Export interval.
const INTERVAL: Duration = Duration::from_secs(1);
/// Timeout of one request: shutdown waits for at most two of them.
const TIME: Duration = Duration::from_secs(2);
/// Spans in one request.
const BATCH: usize = 512;
/// Most queued spans, about four megabytes; further ones are dropped.
const MAX_WAITING: usize = 8_192;
/// Path of traces below the collector's address.
const PATH: &str = "/v1/traces";

/// The queued spans, and the thread that exports them. Dropping it exports once more.
pub(super) struct Delivery {
    buffer: WriteBuffer<Waiting>,
    lost: Arc<AtomicU64>,
}

#[derive(Default)]
struct Waiting(Vec<SpanData>);

impl Buffered for Waiting {
    fn add_back(&mut self, left: Self) {
        self.0.extend(left.0);
    }
}

impl Delivery {
    pub(super) fn start(endpoint: &HttpAddress, resource: &Resource) -> std::io::Result<Self> {
        let lost = Arc::new(AtomicU64::new(0));
        let collector = Collector {
            agent: http_agent(TIME, false),
            address: format!("{endpoint}{PATH}"),
            resource: resource.into(),
            is_reachable: AtomicBool::new(true),
            lost: Arc::clone(&lost),
        };
        let deliver = move |waiting: &mut Waiting| {
            collector.deliver(std::mem::take(&mut waiting.0));
            Ok(())
        };
        Ok(Self {
            buffer: WriteBuffer::start("traces", INTERVAL, deliver)?,
            lost,
        })
    }

    pub(super) fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    pub(super) fn deliver_now(&self) {
        // It never fails: what is not accepted is dropped.
        let _ = self.buffer.write_now();
    }

    fn add(&self, span: SpanData) {
        self.buffer.add(|Waiting(spans)| {
            if spans.len() < MAX_WAITING {
                spans.push(span);
            } else {
                self.lost.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
}

/// The collector.
struct Collector {
    agent: Agent,
    address: String,
    resource: ResourceAttributesWithSchema,
    /// Logged when it changes, not for each export.
    is_reachable: AtomicBool,
    lost: Arc<AtomicU64>,
}

impl Collector {
    /// Exports in batches. After a failed one the rest is dropped: each would wait as long again.
    fn deliver(&self, mut spans: Vec<SpanData>) {
        while !spans.is_empty() {
            let rest = spans.split_off(spans.len().min(BATCH));
            let count = spans.len() + rest.len();
            if let Err(trouble) = self.send(std::mem::replace(&mut spans, rest)) {
                let count = u64::try_from(count).unwrap_or(u64::MAX);
                self.lost.fetch_add(count, Ordering::Relaxed);
                if self.is_reachable.swap(false, Ordering::Relaxed) {
                    tracing::warn!(
                        event = "spans_dropped",
                        trouble,
                        "trace collector unavailable; dropping spans"
                    );
                }
                return;
            }
            if !self.is_reachable.swap(true, Ordering::Relaxed) {
                tracing::info!(
                    event = "collector_available",
                    "trace collector available again"
                );
            }
        }
    }

    fn send(&self, batch: Vec<SpanData>) -> Result<(), String> {
        let request = ExportTraceServiceRequest {
            resource_spans: group_spans_by_resource_and_scope(batch, &self.resource),
        };
        let post = self.agent.post(&self.address);
        let post = post.content_type("application/x-protobuf");
        let answer = post.send(&request.encode_to_vec()[..]);
        let status = answer.map_err(|error| error.to_string())?.status();
        match status.is_success() {
            true => Ok(()),
            false => Err(status.to_string()),
        }
    }
}

/// Receives ended spans. It does not keep the exporter alive: spans still running at shutdown are not waited for.
#[derive(Debug)]
pub(super) struct Outbox(Weak<Delivery>);

impl Outbox {
    pub(super) fn of(delivery: &Arc<Delivery>) -> Self {
        Self(Arc::downgrade(delivery))
    }
}

impl SpanProcessor for Outbox {
    fn on_start(&self, _: &mut Span, _: &Context) {}

    fn on_end(&self, span: SpanData) {
        if let Some(delivery) = self.0.upgrade() {
            delivery.add(span);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use opentelemetry::trace::{Tracer as _, TracerProvider as _};
    use opentelemetry_sdk::trace::SdkTracerProvider;

    use super::*;

    #[test]
    fn the_queue_for_an_unresponsive_collector_is_bounded() {
        const SPANS: u64 = 20_000;
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("http://{}", silent.local_addr().unwrap());
        let endpoint: HttpAddress = endpoint.parse().unwrap();
        let resource = Resource::builder_empty().build();
        let delivery = Arc::new(Delivery::start(&endpoint, &resource).unwrap());
        let outbox = Outbox::of(&delivery);
        let provider = SdkTracerProvider::builder()
            .with_span_processor(outbox)
            .build();
        let tracer = provider.tracer("test");
        for _ in 0..SPANS {
            drop(tracer.start("span"));
        }
        // Those queued, and those being exported.
        let max = u64::try_from(2 * MAX_WAITING).unwrap();
        assert!(delivery.lost() >= SPANS - max, "{}", delivery.lost());
        delivery.deliver_now();
        assert_eq!(delivery.lost(), SPANS);
    }
}
