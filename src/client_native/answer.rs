//! A successful answer, with what is needed to read it. Does not know how it arrived.

use std::fmt::Display;

use bytes::Bytes;
use client::{Call, Error, Received};

use super::exchange::MAX_ERROR_BODY;

/// The answer to a call, not read yet.
pub struct Answer {
    call: Call,
    status: u16,
    body: Bytes,
    key: String,
}

impl Answer {
    pub(super) fn new(call: Call, status: u16, body: Bytes, key: String) -> Self {
        Self {
            call,
            status,
            body,
            key,
        }
    }

    /// Reads the body.
    ///
    /// # Errors
    /// [`client::ErrorKind::Decode`].
    pub fn decode<T, E: Display>(
        &self,
        read: impl FnOnce(&[u8]) -> Result<T, E>,
    ) -> Result<T, Error> {
        read(&self.body).map_err(|why| {
            let start = self.body.get(..MAX_ERROR_BODY).unwrap_or(&self.body);
            let received = Received {
                status: self.status,
                retry_after: None,
                body: &String::from_utf8_lossy(start),
            };
            Error::decode(&self.call, received, &why.to_string()).without(&self.key)
        })
    }
}
