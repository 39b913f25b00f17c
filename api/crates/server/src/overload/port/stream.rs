//! A connection with timeouts. A client that does not read its responses is disconnected after a timeout, and nothing
//! more is read from it meanwhile. An idle client is disconnected too.

use std::io::{ErrorKind, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::rt::time::{Instant, Sleep, sleep};
use actix_web::web::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf, Take};

use super::connections::Place;
use super::parse_errors;

/// Most bytes read in a row, so that requests are answered before more are read.
const MAX_AT_ONCE: u64 = 8 * 1024;
/// A client that reads less than this within the timeout counts as not reading.
const MIN_TAKEN: usize = 16 * 1024;

/// Timeouts of a connection.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeouts {
    /// While a response is not read.
    pub(super) unread: Duration,
    /// While nothing is read or written; longer than any request takes.
    pub(super) idle: Duration,
}

/// A connection with timeouts.
pub(super) struct TimedStream<S> {
    /// Reads at most its limit, which is set before each read.
    stream: Take<S>,
    _place: Place,
    timeouts: Timeouts,
    timer: Pin<Box<Sleep>>,
    /// When a byte was last read or written.
    last: Instant,
    /// Since when the client lags in reading, and how much it has read since.
    behind: Option<(Instant, usize)>,
    /// A read was deferred because the client lags.
    read_deferred: bool,
    /// Bytes read since the last pause.
    bytes_since_pause: u64,
    /// Our response in place of the framework's.
    replacement: Bytes,
}

impl<S: AsyncRead + AsyncWrite + Unpin> TimedStream<S> {
    pub(super) fn new(stream: S, place: Place, timeouts: Timeouts) -> Self {
        Self {
            stream: stream.take(MAX_AT_ONCE),
            _place: place,
            timeouts,
            timer: Box::pin(sleep(timeouts.idle)),
            last: Instant::now(),
            behind: None,
            read_deferred: false,
            bytes_since_pause: 0,
            replacement: Bytes::new(),
        }
    }

    /// Fails after a timeout, and otherwise schedules the next check.
    fn wait(&mut self, cx: &mut Context<'_>) -> Result<()> {
        while self.timer.as_mut().poll(cx).is_ready() {
            let now = Instant::now();
            let mut next = self.last + self.timeouts.idle;
            if let Some((since, taken)) = &mut self.behind {
                if now >= *since + self.timeouts.unread {
                    if *taken < MIN_TAKEN {
                        return Err(ErrorKind::TimedOut.into());
                    }
                    (*since, *taken) = (now, 0);
                }
                next = next.min(*since + self.timeouts.unread);
            }
            if next <= now {
                return Err(ErrorKind::TimedOut.into());
            }
            self.timer.as_mut().reset(next);
        }
        Ok(())
    }

    /// The client has read `taken` bytes and not everything.
    fn record_partial_read(&mut self, taken: usize) {
        let now = Instant::now();
        match &mut self.behind {
            Some((_, before)) => *before += taken,
            None => {
                self.behind = Some((now, taken));
                let end = now + self.timeouts.unread;
                if end < self.timer.deadline() {
                    self.timer.as_mut().reset(end);
                }
            }
        }
    }

    /// The client has read everything.
    fn caught_up(&mut self, cx: &Context<'_>) {
        self.behind = None;
        if std::mem::take(&mut self.read_deferred) {
            cx.waker().wake_by_ref();
        }
    }

    fn write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        match Pin::new(self.stream.get_mut()).poll_write(cx, bytes) {
            Poll::Ready(Ok(taken)) => {
                self.last = Instant::now();
                if taken == bytes.len() {
                    self.caught_up(cx);
                } else {
                    self.record_partial_read(taken);
                }
                Poll::Ready(Ok(taken))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                self.record_partial_read(0);
                self.wait(cx)?;
                Poll::Pending
            }
        }
    }

    /// Writes the rest of the replacement.
    fn write_replacement(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        while !self.replacement.is_empty() {
            let own = self.replacement.clone();
            let taken = ready!(self.write(cx, &own))?;
            if taken == 0 {
                return Poll::Ready(Err(ErrorKind::WriteZero.into()));
            }
            let _ = self.replacement.split_to(taken);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let this = self.get_mut();
        if this.behind.is_some() {
            // The stream wakes this once it is writable.
            this.read_deferred = true;
            this.wait(cx)?;
            return Poll::Pending;
        }
        if this.bytes_since_pause >= MAX_AT_ONCE {
            this.bytes_since_pause = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        this.stream.set_limit(MAX_AT_ONCE);
        match Pin::new(&mut this.stream).poll_read(cx, buffer) {
            Poll::Ready(Ok(())) => {
                this.bytes_since_pause += MAX_AT_ONCE - this.stream.limit();
                this.last = Instant::now();
                Poll::Ready(Ok(()))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                this.bytes_since_pause = 0;
                this.wait(cx)?;
                Poll::Pending
            }
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let this = self.get_mut();
        ready!(this.write_replacement(cx))?;
        let Some((before, response)) = parse_errors::replacement(bytes) else {
            return this.write(cx, bytes);
        };
        if before > 0 {
            return this.write(cx, bytes.get(..before).unwrap_or(bytes));
        }
        this.replacement = response;
        // The rest is written at the next flush.
        if let Poll::Ready(Err(error)) = this.write_replacement(cx) {
            return Poll::Ready(Err(error));
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let this = self.get_mut();
        ready!(this.write_replacement(cx))?;
        Pin::new(this.stream.get_mut()).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let this = self.get_mut();
        ready!(this.write_replacement(cx))?;
        Pin::new(this.stream.get_mut()).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};

    use super::super::connections::Connections;
    use super::*;

    const SHORT: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(600);

    /// A watched connection whose wire holds 1,000 bytes, and its other end.
    fn watched(unread: Duration, idle: Duration) -> (TimedStream<DuplexStream>, DuplexStream) {
        let (near, peer) = duplex(1_000);
        let connections = Arc::new(Connections::new(1_024, 8, &[]));
        let place = connections.admit(IpAddr::V4(Ipv4Addr::LOCALHOST)).unwrap();
        (
            TimedStream::new(near, place, Timeouts { unread, idle }),
            peer,
        )
    }

    #[actix_web::test]
    async fn a_client_that_does_not_read_is_disconnected() {
        let (mut stream, _peer) = watched(SHORT, LONG);
        let error = stream.write_all(&[0; 100_000]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[actix_web::test]
    async fn a_client_that_reads_byte_by_byte_is_disconnected() {
        let (mut stream, mut peer) = watched(SHORT, LONG);
        let reading = async {
            let mut byte = [0; 64];
            for _ in 0..100 {
                actix_web::rt::time::sleep(SHORT / 5).await;
                let _ = peer.read(&mut byte).await;
            }
        };
        let writing = stream.write_all(&[0; 100_000]);
        let error = tokio::select! {
            written = writing => written.unwrap_err(),
            () = reading => panic!("still there"),
        };
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[actix_web::test]
    async fn a_client_that_reads_gets_everything() {
        let (mut stream, mut peer) = watched(LONG, LONG);
        let mut received = vec![0; 300_000];
        let whole: Vec<u8> = (0..=255).cycle().take(300_000).collect();
        let (written, read) =
            tokio::join!(stream.write_all(&whole), peer.read_exact(&mut received));
        written.unwrap();
        read.unwrap();
        assert_eq!(received, whole);
        assert!(stream.behind.is_none());
    }

    #[actix_web::test]
    async fn a_silent_client_is_disconnected() {
        let (mut stream, _peer) = watched(LONG, SHORT);
        let error = stream.read(&mut [0; 8]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[actix_web::test]
    async fn reading_stops_while_a_client_lags_behind_its_responses() {
        let (mut stream, mut peer) = watched(LONG, LONG);
        peer.write_all(&[7; 100]).await.unwrap();
        let mut waiting = std::task::Context::from_waker(std::task::Waker::noop());
        let cx = &mut waiting;
        assert!(Pin::new(&mut stream).poll_write(cx, &[0; 2_000]).is_ready());
        assert!(
            Pin::new(&mut stream)
                .poll_write(cx, &[0; 1_000])
                .is_pending()
        );
        let mut space = [0; 100];
        let mut buffer = ReadBuf::new(&mut space);
        assert!(
            Pin::new(&mut stream)
                .poll_read(cx, &mut buffer)
                .is_pending()
        );
        let mut received = vec![0; 1_000];
        peer.read_exact(&mut received).await.unwrap();
        assert!(Pin::new(&mut stream).poll_write(cx, &[0; 10]).is_ready());
        assert!(Pin::new(&mut stream).poll_read(cx, &mut buffer).is_ready());
        assert_eq!(buffer.filled(), [7; 100]);
    }

    #[actix_web::test]
    async fn large_input_is_read_in_parts() {
        let (mut stream, mut peer) = watched(LONG, LONG);
        let whole = vec![9; 100_000];
        let mut received = vec![0; 100_000];
        let (written, read) =
            tokio::join!(peer.write_all(&whole), stream.read_exact(&mut received));
        written.unwrap();
        read.unwrap();
        assert_eq!(received, whole);
    }
}
