//! When a run that found no room is sent again, and what the page says until then.

use crate::messages as say;
use crate::reason;
use api::ReachedLimit;
use client::Error;

/// The longest wait until the queue is asked again, in seconds: it may have room earlier than expected.
const LONGEST_PAUSE: u32 = 30;

/// The longest wait for a limit of the key, in seconds. Nobody expects a batch to go on an hour later.
const LONGEST_LIMIT: u32 = 60;

/// The seconds after which a run that was refused may have room. `None` if it has to be refused.
pub(super) fn seconds_until(error: &Error) -> Option<u32> {
    if error.status != Some(429) {
        return None;
    }
    let seconds = error.retry_after.unwrap_or_default().max(1);
    let message = error.server_message();
    match ReachedLimit::read(&message) {
        Some(_) => Some(seconds).filter(|seconds| *seconds <= LONGEST_LIMIT),
        None => Some(seconds.min(LONGEST_PAUSE)),
    }
}

/// Why it waits.
pub(super) fn reason(error: &Error) -> String {
    match ReachedLimit::read(&error.server_message()) {
        Some(_) => reason::of_error(error),
        None => say::RUN_WAITS_FOR_ROOM.now().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::LIMITED_SUBMISSIONS;
    use client::{Call, Received};

    fn seconds(status: u16, retry_after: Option<u32>, message: &str) -> Option<u32> {
        let call = Call::new(&api::CANCEL, "http://127.0.0.1:8787", "nope", "").unwrap();
        let body = format!(r#"{{"status":"error","data":null,"errors":"{message}","meta":null}}"#);
        let received = Received {
            status,
            retry_after,
            body: &body,
        };
        seconds_until(&Error::answered(&call, received))
    }

    #[test]
    fn a_full_queue_is_asked_again_soon_however_long_it_says_it_takes() {
        assert_eq!(seconds(429, Some(3), "the queue is full"), Some(3));
        assert_eq!(seconds(429, Some(600), "the queue is full"), Some(30));
        assert_eq!(seconds(429, None, "the queue is full"), Some(1));
    }

    #[test]
    fn a_limit_of_the_key_is_waited_for_if_that_is_short() {
        let (rate, what) = ("3/min", LIMITED_SUBMISSIONS);
        let limit = ReachedLimit { rate, what }.write();
        assert_eq!(seconds(429, Some(20), &limit), Some(20));
        assert_eq!(seconds(429, Some(3600), &limit), None);
    }

    #[test]
    fn other_refusals_are_final() {
        assert_eq!(seconds(503, Some(3), "no engine is connected"), None);
        assert_eq!(seconds(422, None, "the queue is full"), None);
    }
}
