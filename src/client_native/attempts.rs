//! Makes a call: sends it, and again if that may help, until there is an answer, an error or the call's end.

use std::time::Duration;

use client::{Call, Error, ErrorKind};
use reqwest::header::HeaderMap;
use tokio::time::{sleep, timeout};

use super::answer::Answer;
use super::body::Body;
use super::client::{Client, TIMEOUT};
use super::failure::Failure;
use super::stream::Stream;

impl Client {
    /// Makes a call.
    ///
    /// # Errors
    /// That of the last attempt, or [`ErrorKind::Timeout`].
    pub async fn send(&self, call: &Call, body: &Body) -> Result<Answer, Failure> {
        let attempts = self.attempts(call, body);
        let is_form = matches!(body, Body::Form(_));
        let Some(limit) = self.timeout.or((!is_form).then_some(TIMEOUT)) else {
            return attempts.await;
        };
        let answer = timeout(limit, attempts).await;
        answer.unwrap_or_else(|_| Err(Error::unanswered(ErrorKind::Timeout, call, "").into()))
    }

    /// Makes a call whose answer is read while it arrives. Tried once, without a limit to how long it takes.
    ///
    /// # Errors
    /// Any kind but [`ErrorKind::Decode`]; [`ErrorKind::Timeout`] only for the status 408.
    pub async fn open(&self, call: &Call, headers: HeaderMap) -> Result<Stream, Failure> {
        let response = self.response(call, headers, &Body::Empty).await?;
        Ok(Stream::new(self.clone(), call.clone(), response))
    }

    async fn attempts(&self, call: &Call, body: &Body) -> Result<Answer, Failure> {
        let mut attempt = 0;
        loop {
            attempt += 1;
            let failure = match self.attempt(call, body).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            match call.retry_after(&failure.error, attempt) {
                Some(wait) => sleep(with_jitter(wait)).await,
                None => return Err(failure),
            }
        }
    }

    async fn attempt(&self, call: &Call, body: &Body) -> Result<Answer, Failure> {
        let response = self.response(call, HeaderMap::new(), body).await?;
        let status = response.status().as_u16();
        let body = response.bytes().await;
        let body = body.map_err(|why| self.silence(call, why))?;
        Ok(Answer::new(call.clone(), status, body, self.key.clone()))
    }
}

/// Up to 50 % more, so that clients that failed together do not retry together.
fn with_jitter(ms: u32) -> Duration {
    let ms = u64::from(ms);
    Duration::from_millis(ms + rand::random_range(0..=ms / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_gets_up_to_half_longer_by_chance() {
        let waits: Vec<_> = (0..100).map(|_| with_jitter(1000).as_millis()).collect();
        assert!(waits.iter().all(|wait| (1000..=1500).contains(wait)));
        assert!(waits.iter().any(|wait| *wait != waits[0]));
    }
}
