//! Reads the stream of events, and opens it again when it breaks. Knows the other tabs only through the session.

use std::rc::Rc;

use client::follow::Refusal;
use client_web::EventBody;
use web_sys::AbortController;

use super::session::Session;
use crate::promise;
use crate::time::now;

/// The deployment does not offer events if this many attempts in a row had no answer, none had one before, and the
/// page's other requests are answered.
const MAX_UNANSWERED: u32 = 5;

/// How a stream ended.
#[derive(Default)]
struct Ending {
    /// Whether the deployment does not offer it, or not to this key.
    is_refused: bool,
    /// Whether it ever answered.
    was_answered: bool,
    /// The seconds that the deployment asks to wait.
    retry_after: Option<u32>,
}

/// Reads until the connection changes, or the deployment turns out not to offer events.
pub(super) async fn read(session: &Rc<Session>) {
    let (mut unanswered, mut was_ever_answered) = (0, false);
    while !session.is_over() {
        let ending = read_once(session).await;
        session.set_stream(None);
        session.lose();
        was_ever_answered |= ending.was_answered;
        unanswered += 1;
        let is_unanswered =
            !was_ever_answered && unanswered >= MAX_UNANSWERED && session.is_connected();
        if session.is_over() || ending.is_refused || is_unanswered {
            return;
        }
        let random = js_sys::Math::random();
        let pause = session.stream().broke(now(), ending.retry_after, random);
        promise::pause(pause).await;
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
    let last_id = session.stream().last_id().to_owned();
    match session.client.events(&last_id, &signal).await {
        Ok(body) => {
            read_body(session, &body).await;
            Ending {
                was_answered: true,
                ..Ending::default()
            }
        }
        Err(error) => Ending {
            is_refused: Refusal::of(&error) != Refusal::Later,
            was_answered: error.status.is_some(),
            retry_after: error.retry_after,
        },
    }
}

async fn read_body(session: &Rc<Session>, body: &EventBody) {
    session.stream().opened(now());
    let is_resumed = session.stream().is_resumed();
    if is_resumed {
        session.take_own(Vec::new(), is_resumed);
    }
    while let Ok(Some(bytes)) = body.next().await {
        if session.is_over() {
            return;
        }
        session.hear();
        let read = session.stream().read(&bytes, now());
        match read {
            Ok(events) if session.stream().is_trusted() => session.take_own(events, is_resumed),
            Ok(_) => {}
            Err(_) => return,
        }
    }
}
