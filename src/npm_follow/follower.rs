//! The follower for JavaScript.

use client::follow::Timer;
use client::{Error, ErrorKind};
use wasm_bindgen::prelude::*;

use crate::action;

/// Follows a run: see [`client::follow::Follower`]. `now` is in milliseconds since any moment, `random` between 0 and
/// 1. An error is given by its code, status, `Retry-After` in seconds and body.
#[wasm_bindgen]
pub struct Follower {
    follower: client::follow::Follower,
    run_id: String,
}

#[wasm_bindgen]
impl Follower {
    /// A follower of the run with this id; the interval is in milliseconds.
    #[wasm_bindgen(constructor)]
    pub fn new(run_id: String, interval: u32, uses_events: bool) -> Self {
        Self {
            follower: client::follow::Follower::new(&run_id, interval, uses_events),
            run_id,
        }
    }

    /// What to do next, as JSON ([`action::text`]); empty to wait until a timer passes or something arrives.
    #[wasm_bindgen(js_name = nextAction)]
    pub fn next_action(&mut self) -> String {
        let action = self.follower.next_action();
        action.as_ref().map(action::text).unwrap_or_default()
    }

    /// A timer has passed: that of the stream, or that of looks.
    pub fn passed(&mut self, is_stream: bool, now: f64, random: f64) {
        let timer = match is_stream {
            true => Timer::Stream,
            false => Timer::Look,
        };
        self.follower.passed(timer, now, random);
    }

    /// The stream was opened.
    pub fn opened(&mut self, now: f64) {
        self.follower.opened(now);
    }

    /// The deployment answered that the run has ended, and so has no stream.
    #[wasm_bindgen(js_name = hasNone)]
    pub fn has_none(&mut self) {
        self.follower.has_none();
    }

    /// The stream could not be opened.
    pub fn refused(
        &mut self,
        code: &str,
        status: Option<u16>,
        retry_after: Option<u32>,
        body: Option<String>,
        now: f64,
        random: f64,
    ) {
        let error = error(code, status, retry_after, body);
        self.follower.refused(&error, now, random);
    }

    /// A piece of the stream has arrived.
    pub fn arrived(&mut self, piece: &[u8], now: f64, random: f64) {
        self.follower.arrived(piece, now, random);
    }

    /// The stream has ended or broken.
    pub fn closed(&mut self, now: f64, random: f64) {
        self.follower.closed(now, random);
    }

    /// The body of the answer with the detail. Returns whether it could be read.
    pub fn detail(&mut self, body: &[u8]) -> bool {
        let detail = api::decode::answer(&api::GET_RUN, body, &self.run_id);
        detail.is_ok_and(|detail| {
            self.follower.detail(&detail);
            true
        })
    }

    /// The body of the answer with the queue. Returns whether it could be read.
    pub fn queue(&mut self, body: &[u8]) -> bool {
        api::decode::queue_answer(body).is_ok_and(|queue| {
            self.follower.queue(&queue);
            true
        })
    }

    /// The detail, or the queue, could not be read. Returns whether the run can be followed nevertheless.
    pub fn failed(
        &mut self,
        is_queue: bool,
        code: &str,
        status: Option<u16>,
        body: Option<String>,
    ) -> bool {
        let error = error(code, status, None, body);
        match is_queue {
            true => self.follower.no_queue(&error),
            false => self.follower.no_detail(&error),
        }
    }

    /// Whether the deployment offers events; undefined if no stream has shown it.
    #[wasm_bindgen(getter, js_name = offersEvents)]
    pub fn offers_events(&self) -> Option<bool> {
        self.follower.offers_events()
    }
}

fn error(code: &str, status: Option<u16>, retry_after: Option<u32>, body: Option<String>) -> Error {
    Error {
        kind: ErrorKind::by_code(code).unwrap_or(ErrorKind::Usage),
        status,
        retry_after,
        body,
        ..Error::input(&[])
    }
}
