//! Reads the stream of events, and opens it again when it breaks. Knows the other tabs only through the session.

use std::rc::Rc;

use client::{Error, ErrorKind, EventReader};
use client_web::EventBody;
use web_sys::AbortController;

use super::pause;
use super::session::Session;
use crate::promise;
use crate::time::now;

/// In milliseconds: a new stream whose first event comes later than this is held back by something on the way, and
/// would hold back others.
const MAX_FIRST: f64 = 5000.0;
/// A stream that lasted longer than this, in milliseconds, was a good one.
const GOOD: f64 = 30_000.0;
/// After this many failures in a row, the next stream begins anew: the id may be what the deployment refuses.
const MAX_RESUMED: u32 = 3;
/// The deployment does not offer events if this many attempts in a row had no answer, none had one before, and the
/// page's other requests are answered.
const MAX_UNANSWERED: u32 = 5;
/// The status of a deployment that cannot answer with a stream.
const NOT_ACCEPTABLE: u16 = 406;

/// How a stream ended.
#[derive(Default)]
struct Ending {
    /// Whether the deployment does not offer it.
    is_not_offered: bool,
    /// Whether it ever answered.
    was_opened: bool,
    /// The seconds that the deployment asks to wait.
    retry_after: Option<u32>,
}

/// Reads until the connection changes, or the deployment turns out not to offer events.
pub(super) async fn read(session: &Rc<Session>) {
    let (mut failures, mut was_ever_opened) = (0, false);
    while !session.is_over() {
        let began = now();
        let ending = read_once(session).await;
        session.set_stream(None);
        session.lose();
        was_ever_opened |= ending.was_opened;
        failures = match now() - began < GOOD || !ending.was_opened {
            true => failures + 1,
            false => 1,
        };
        let is_unanswered =
            !was_ever_opened && failures >= MAX_UNANSWERED && session.is_connected();
        if session.is_over() || ending.is_not_offered || is_unanswered {
            return;
        }
        if failures >= MAX_RESUMED {
            session.forget_last_id();
        }
        let random = js_sys::Math::random();
        promise::pause(pause::pause(failures, ending.retry_after, random)).await;
    }
}

/// Reads one stream to its end.
async fn read_once(session: &Rc<Session>) -> Ending {
    let Ok(stream) = AbortController::new() else {
        return Ending::default();
    };
    let signal = stream.signal();
    session.set_stream(Some(stream));
    session.hear();
    let last_id = session.last_id();
    match session.client.events(&last_id, &signal).await {
        Ok(body) => {
            read_body(session, &body, !last_id.is_empty()).await;
            Ending {
                was_opened: true,
                ..Ending::default()
            }
        }
        Err(error) => Ending {
            is_not_offered: is_not_offered(&error),
            was_opened: error.status.is_some(),
            retry_after: error.retry_after,
        },
    }
}

async fn read_body(session: &Rc<Session>, body: &EventBody, is_resumed: bool) {
    let began = now();
    let mut reader = EventReader::default();
    // Nothing on the way held back the stream before.
    let mut is_trusted = is_resumed;
    if is_resumed {
        session.take_own(Vec::new(), is_resumed);
    }
    while let Ok(Some(bytes)) = body.next().await {
        if session.is_over() {
            return;
        }
        session.hear();
        let Ok(events) = reader.read(&bytes) else {
            // It would come again.
            return session.forget_last_id();
        };
        if !is_trusted && now() - began > MAX_FIRST {
            return;
        }
        is_trusted |= !events.is_empty();
        if is_trusted {
            session.take_own(events, is_resumed);
        }
    }
}

/// Whether the answer shows that the deployment does not offer events, or not to this key.
fn is_not_offered(error: &Error) -> bool {
    let kinds = [
        ErrorKind::NotFound,
        ErrorKind::Decode,
        ErrorKind::Authentication,
        ErrorKind::Usage,
    ];
    kinds.contains(&error.kind) || error.status == Some(NOT_ACCEPTABLE)
}
