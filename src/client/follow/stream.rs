//! A stream of events: when it is opened, when it counts as broken, and when it is opened again. Used for the events of
//! one run and of all runs; knows nothing about what they mean.

use crate::call::{Call, Received};
use crate::error::{Error, ErrorKind};
use crate::event_reader::{EventReader, StreamEvent};

/// The content type of a stream of events.
pub const EVENT_STREAM: &str = "text/event-stream";

/// A stream from which nothing arrives for this long is broken, in milliseconds. A service sends comments meanwhile.
pub(super) const SILENCE: u32 = 40_000;

/// The pause before a stream is opened again, in milliseconds; doubled while streams break early.
const FIRST_PAUSE: f64 = 500.0;
const LONGEST_PAUSE: f64 = 30_000.0;

/// The longest wait that a timer of JavaScript takes, in milliseconds. It ends a longer one at once.
const LONGEST_TIMER: f64 = 2_147_483_647.0;

/// A stream that has lasted this long did not break early, in milliseconds.
const STEADY: f64 = 5000.0;

/// A new stream begins with an event. If that comes later than this, in milliseconds, then something on the way holds
/// back events, and would hold back others.
const FIRST_EVENT: f64 = 5000.0;

/// After this many failures in a row, the next stream begins anew: the id may be what the deployment refuses.
const MOST_RESUMED: u32 = 3;

/// The longest id that is sent back, in bytes.
const LONGEST_ID: usize = 200;

/// Whether a content type is that of a stream of events.
pub fn is_event_stream(content_type: &str) -> bool {
    let start = content_type.get(..EVENT_STREAM.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(EVENT_STREAM))
}

/// The error of a successful answer that is not a stream of events.
pub fn not_a_stream(call: &Call, status: u16) -> Error {
    let received = Received {
        status,
        retry_after: None,
        body: "",
    };
    Error::decode(call, received, "it is not a stream of events")
}

/// What a failed attempt to open a stream means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The deployment offers no events.
    NotOffered,
    /// It refuses them to this key or for this run.
    Refused,
    /// It may offer them later.
    Later,
}

impl Refusal {
    /// What an error means. An answer that is no stream is [`ErrorKind::Decode`].
    pub fn of(error: &Error) -> Self {
        match (error.kind, error.status) {
            (ErrorKind::NotFound, _) if error.is_about_the_id() => Self::Refused,
            (ErrorKind::NotFound | ErrorKind::Decode, _) | (_, Some(406)) => Self::NotOffered,
            (ErrorKind::Authentication | ErrorKind::Usage | ErrorKind::Aborted, _) => Self::Refused,
            _ => Self::Later,
        }
    }
}

/// Why a stream must be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// One of its events is too large, and would come again.
    TooLarge,
    /// Something on the way holds back its events.
    HeldBack,
}

/// The state of a stream of events.
#[derive(Debug, Default)]
pub struct Stream {
    /// The id of the last event; empty to begin anew.
    last_id: String,
    /// How often it broke early in a row.
    failures: u32,
    /// When it was opened, and what has arrived since; `None` while it is not open.
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    /// When, in milliseconds.
    began: f64,
    reader: EventReader,
    /// Whether nothing on the way holds back its events.
    is_trusted: bool,
}

impl Stream {
    /// The id with which to open it: that of the last event, if a header can carry it. Without one, the stream begins
    /// with what is true now.
    pub fn last_id(&self) -> &str {
        let is_visible = self.last_id.bytes().all(|byte| matches!(byte, b'!'..=b'~'));
        match is_visible && self.last_id.len() <= LONGEST_ID {
            true => &self.last_id,
            false => "",
        }
    }

    /// Whether it goes on after an event that arrived before.
    pub fn is_resumed(&self) -> bool {
        !self.last_id().is_empty()
    }

    /// Whether it is open, and nothing on the way holds back its events.
    pub fn is_trusted(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.is_trusted)
    }

    /// Notes the id of an event that another reader of the same stream received.
    pub fn note(&mut self, last_id: &str) {
        last_id.clone_into(&mut self.last_id);
    }

    /// Notes that it was opened; `now` is in milliseconds since any moment.
    pub fn opened(&mut self, now: f64) {
        self.open = Some(Open {
            began: now,
            reader: EventReader::default(),
            // Nothing on the way held it back before.
            is_trusted: self.is_resumed(),
        });
    }

    /// The events that a piece of its body completes.
    ///
    /// # Errors
    /// [`Broken`]: close it and call [`Self::broke`].
    pub fn read(&mut self, piece: &[u8], now: f64) -> Result<Vec<StreamEvent>, Broken> {
        let Some(open) = &mut self.open else {
            return Ok(Vec::new());
        };
        let Ok(events) = open.reader.read(piece) else {
            self.last_id.clear();
            return Err(Broken::TooLarge);
        };
        if !open.is_trusted && now - open.began > FIRST_EVENT {
            return Err(Broken::HeldBack);
        }
        open.is_trusted |= !events.is_empty();
        if let Some(last) = events.last() {
            last.last_id.clone_into(&mut self.last_id);
        }
        Ok(events)
    }

    /// The milliseconds until it is opened again, after it broke or could not be opened. `retry_after` are the seconds
    /// that the deployment asks to wait; `random` is between 0 and 1.
    pub fn broke(&mut self, now: f64, retry_after: Option<u32>, random: f64) -> u32 {
        let is_early = match self.open.take() {
            Some(open) => now - open.began < STEADY,
            None => true,
        };
        self.failures = match is_early {
            true => self.failures.saturating_add(1),
            false => 1,
        };
        if self.failures > MOST_RESUMED {
            self.last_id.clear();
        }
        let doublings = i32::try_from(self.failures - 1).unwrap_or(i32::MAX).min(6);
        let pause = (FIRST_PAUSE * 2f64.powi(doublings)).min(LONGEST_PAUSE);
        // Clients that lost their streams together do not return together.
        let pause = pause * (0.75 + random / 2.0);
        let requested = f64::from(retry_after.unwrap_or_default()) * 1000.0;
        pause.max(requested).min(LONGEST_TIMER) as u32
    }
}
