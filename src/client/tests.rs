//! Helpers for the tests of errors and retries.

use super::{Call, Error, Received};

/// The error of an answer to starting a run.
pub(super) fn answered(status: u16, retry_after: Option<u32>, body: &str) -> Error {
    let call = Call::new(&api::RUN, "http://127.0.0.1:8787", "poster", "").unwrap();
    let received = Received {
        status,
        retry_after,
        body,
    };
    Error::answered(&call, received)
}
