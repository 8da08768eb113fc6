//! Follows one run as its caller asks for what happens next: does what the follower wants, and reports what came of it.

use std::future::{Future, pending};
use std::pin::Pin;

use api::{Operation, QueueAnswer, RunDetail};
use client::follow::{
    Action, EVENT_STREAM, Follower, Observation, Timer, is_event_stream, not_a_stream,
};
use reqwest::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue};
use tokio::time::{Duration, Instant, sleep_until};

use super::answer::Answer;
use super::body::Body;
use super::client::Client;
use super::failure::Failure;
use super::stream::Stream;

/// The status of a deployment that has no stream because the run has ended.
const NO_CONTENT: u16 = 204;

/// The header that resumes a stream.
const LAST_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Follows one run. It requests something only while its caller waits for what is seen next.
pub struct FollowRun {
    client: Client,
    run_id: String,
    follower: Follower,
    stream: Events,
    /// The detail or the queue that is being read.
    reading: Option<Reading>,
    look: Option<Instant>,
    silence: Option<Instant>,
    began: Instant,
    is_over: bool,
}

/// A read of what shows the run.
type Reading = Pin<Box<dyn Future<Output = Read> + Send>>;

/// What was read.
enum Read {
    Detail(Result<Box<RunDetail>, Failure>),
    Queue(Result<QueueAnswer, Failure>),
}

/// A stream that is opened.
type Opening = Pin<Box<dyn Future<Output = Result<Option<Stream>, Failure>> + Send>>;

/// The stream of the run's events.
enum Events {
    None,
    Opening(Opening),
    Open(Box<Stream>),
}

/// What a follower waits for.
enum Incoming {
    Opened(Result<Option<Stream>, Failure>),
    Piece(Result<Option<bytes::Bytes>, Failure>),
    Read(Read),
    Passed(Timer),
}

impl FollowRun {
    /// Follows the run with this id. Without `uses_events`, it polls at this interval.
    pub fn new(client: Client, run_id: &str, interval: Duration, uses_events: bool) -> Self {
        let interval = u32::try_from(interval.as_millis()).unwrap_or(u32::MAX);
        Self {
            client,
            run_id: run_id.to_owned(),
            follower: Follower::new(run_id, interval, uses_events),
            stream: Events::None,
            reading: None,
            look: None,
            silence: None,
            began: Instant::now(),
            is_over: false,
        }
    }

    /// What is seen next of the run; `None` when it has ended. May be dropped at any time and called again.
    ///
    /// # Errors
    /// That of a call, if the run cannot be followed any more. `None` follows.
    pub async fn next(&mut self) -> Result<Option<Observation>, Failure> {
        while !self.is_over {
            match self.follower.next_action() {
                Some(Action::Report(observation)) => return Ok(Some(*observation)),
                Some(Action::End) => self.end(),
                Some(action) => self.perform(action),
                None => {
                    let incoming = self.incoming().await;
                    if let Err(failure) = self.take(incoming) {
                        self.end();
                        return Err(failure);
                    }
                }
            }
        }
        Ok(None)
    }

    fn end(&mut self) {
        self.is_over = true;
        (self.stream, self.reading) = (Events::None, None);
    }

    fn perform(&mut self, action: Action) {
        let (client, run_id) = (self.client.clone(), self.run_id.clone());
        match action {
            Action::Open { last_id } => {
                self.stream = Events::Opening(Box::pin(open(client, run_id, last_id)));
            }
            Action::Close => self.stream = Events::None,
            Action::Set(timer, ms) => {
                let passes = Instant::now() + Duration::from_millis(ms.into());
                *self.timer(timer) = Some(passes);
            }
            Action::Stop(timer) => *self.timer(timer) = None,
            Action::ReadDetail => {
                self.reading = Some(Box::pin(async {
                    Read::Detail(read_detail(client, run_id).await)
                }));
            }
            Action::ReadQueue => {
                self.reading = Some(Box::pin(async { Read::Queue(read_queue(client).await) }));
            }
            Action::Report(_) | Action::End => {}
        }
    }

    /// What arrives or passes first. Events have precedence: they may be older than what is read.
    async fn incoming(&mut self) -> Incoming {
        let stream = async {
            match &mut self.stream {
                Events::None => pending().await,
                Events::Opening(opening) => Incoming::Opened(opening.await),
                Events::Open(stream) => Incoming::Piece(stream.next().await),
            }
        };
        let reading = async {
            match &mut self.reading {
                Some(reading) => Incoming::Read(reading.await),
                None => pending().await,
            }
        };
        tokio::select! {
            biased;
            incoming = stream => incoming,
            incoming = reading => incoming,
            () = passed(self.look) => Incoming::Passed(Timer::Look),
            () = passed(self.silence) => Incoming::Passed(Timer::Stream),
        }
    }

    /// Hands on what has arrived.
    ///
    /// # Errors
    /// That of a read, if the run cannot be followed any more.
    fn take(&mut self, incoming: Incoming) -> Result<(), Failure> {
        let (now, random) = (self.began.elapsed().as_secs_f64() * 1000.0, rand::random());
        match incoming {
            Incoming::Passed(timer) => {
                *self.timer(timer) = None;
                self.follower.passed(timer, now, random);
            }
            Incoming::Opened(Ok(Some(stream))) => {
                self.stream = Events::Open(Box::new(stream));
                self.follower.opened(now);
            }
            Incoming::Opened(Ok(None)) => self.follower.has_none(),
            Incoming::Opened(Err(failure)) => self.follower.refused(&failure.error, now, random),
            Incoming::Piece(Ok(Some(piece))) => self.follower.arrived(&piece, now, random),
            Incoming::Piece(_) => self.follower.closed(now, random),
            Incoming::Read(read) => {
                self.reading = None;
                return self.take_read(read);
            }
        }
        Ok(())
    }

    fn take_read(&mut self, read: Read) -> Result<(), Failure> {
        match read {
            Read::Detail(Ok(detail)) => self.follower.detail(&detail),
            Read::Queue(Ok(queue)) => self.follower.queue(&queue),
            Read::Detail(Err(failure)) if self.follower.no_detail(&failure.error) => {}
            Read::Queue(Err(failure)) if self.follower.no_queue(&failure.error) => {}
            Read::Detail(Err(failure)) | Read::Queue(Err(failure)) => return Err(failure),
        }
        Ok(())
    }

    fn timer(&mut self, timer: Timer) -> &mut Option<Instant> {
        match timer {
            Timer::Look => &mut self.look,
            Timer::Stream => &mut self.silence,
        }
    }
}

async fn read_detail(client: Client, run_id: String) -> Result<Box<RunDetail>, Failure> {
    let answer = ask(client, &api::GET_RUN, run_id.clone()).await?;
    let read = |body: &[u8]| api::decode::answer(&api::GET_RUN, body, &run_id);
    Ok(Box::new(answer.decode(read)?))
}

async fn read_queue(client: Client) -> Result<QueueAnswer, Failure> {
    let answer = ask(client, &api::QUEUE, String::new()).await?;
    Ok(answer.decode(api::decode::queue_answer)?)
}

/// The answer to a call without a body.
async fn ask(client: Client, operation: &'static Operation, id: String) -> Result<Answer, Failure> {
    let call = client.call(operation, &id, "")?;
    client.send(&call, &Body::Empty).await
}

/// Waits until an instant; forever without one.
async fn passed(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}

/// Opens the stream of a run's events, after the event with this id; `None` if the run has ended.
async fn open(client: Client, run_id: String, last_id: String) -> Result<Option<Stream>, Failure> {
    let call = client.call(&api::RUN_EVENTS, &run_id, "")?;
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static(EVENT_STREAM));
    if let Ok(last_id) = HeaderValue::from_str(&last_id)
        && !last_id.is_empty()
    {
        headers.insert(LAST_ID, last_id);
    }
    let stream = client.open(&call, headers).await?;
    if stream.status() == NO_CONTENT {
        return Ok(None);
    }
    match is_event_stream(stream.content_type()) {
        true => Ok(Some(stream)),
        false => Err(not_a_stream(&call, stream.status()).into()),
    }
}
