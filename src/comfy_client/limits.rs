//! What an engine may cost the service: bytes and time of its answers, its outputs, and the patience with
//! answers that are wrong. Tests set other values.

use std::time::Duration;

const MB: usize = 1_000_000;

/// The limits for engines.
#[derive(Clone, Copy, Debug)]
pub struct EngineLimits {
    /// The answer of `GET /queue`. It contains the graph of every task, also of those that other clients have queued.
    pub queue: AnswerLimit,
    /// The answer of `GET /object_info`. The first one reads the model folders.
    pub object_info: AnswerLimit,
    /// The answer of `GET /history/{id}`. It contains the graph twice and its texts once more as outputs, and ComfyUI
    /// writes what is not ASCII in up to three times as many bytes.
    pub history: AnswerLimit,
    /// The answer of `POST /prompt`. An engine needs a while to validate a large graph.
    pub prompt: AnswerLimit,
    /// The answer to an upload, and the time of the upload.
    pub upload: AnswerLimit,
    /// Every other answer. An engine that is loading a model may be slow to answer.
    pub other: AnswerLimit,
    /// The largest message of its WebSocket, in bytes. Previews are images.
    pub event: usize,
    /// The size of a run's outputs together, in bytes.
    pub output_bytes: u64,
    /// The number of a run's outputs.
    pub outputs: usize,
    /// How long an output may stall without a byte.
    pub output_stall: Duration,
    /// How long an upload may stall before the engine takes more of it, or answers.
    pub upload_stall: Duration,
    /// The time of the answer to a probe.
    pub probe: Duration,
    /// The shortest time between two queue snapshots.
    pub shortest_interval: Duration,
    /// The largest age of a queue snapshot while the engine has tasks that its events do not explain.
    pub busy_interval: Duration,
    /// The largest age of a queue snapshot while the engine has runs of ours, whatever its events say.
    pub run_interval: Duration,
    /// The largest age of a queue snapshot while somebody looks at it.
    pub watched_age: Duration,
    /// How long the handshake of its WebSocket may take, and at least also the first answer of a connection.
    pub handshake: Duration,
    /// How long its events may be silent before it is pinged, and how long it may take to answer that. Together they
    /// are longer than the time of a probe, which tells a hung engine from a silent connection.
    pub event_silence: Duration,
    /// How long a run may stay unsettled while its engine answers with errors.
    pub settle_time: Duration,
    /// How many errors that takes at least.
    pub settle_errors: u32,
    /// How many times in a row the result of a run may stall, although its engine answers otherwise.
    pub settle_stalls: u32,
    /// The shortest and the longest delay before the next connection. A connection that lasts as long as
    /// the longest delay is a good one.
    pub retry_delays: (Duration, Duration),
}

/// The limits of an answer.
#[derive(Clone, Copy, Debug)]
pub struct AnswerLimit {
    /// The number of bytes.
    pub bytes: usize,
    /// The time from the request to the last byte.
    pub time: Duration,
}

const fn answer(bytes: usize, seconds: u64) -> AnswerLimit {
    let time = Duration::from_secs(seconds);
    AnswerLimit { bytes, time }
}

impl Default for EngineLimits {
    fn default() -> Self {
        Self {
            queue: answer(100 * MB, 15),
            object_info: answer(64 * MB, 120),
            history: answer(100 * MB, 20),
            prompt: answer(4 * MB, 60),
            upload: answer(MB, 600),
            other: answer(MB, 15),
            event: 32 * MB,
            output_bytes: 2048 << 20,
            outputs: 1000,
            output_stall: Duration::from_secs(8),
            upload_stall: Duration::from_secs(30),
            probe: Duration::from_secs(7),
            shortest_interval: Duration::from_secs(1),
            busy_interval: Duration::from_secs(2),
            run_interval: Duration::from_secs(5),
            watched_age: Duration::from_millis(2500),
            handshake: Duration::from_secs(5),
            event_silence: Duration::from_secs(5),
            settle_time: Duration::from_secs(60),
            settle_errors: 5,
            settle_stalls: 3,
            retry_delays: (Duration::from_millis(200), Duration::from_secs(10)),
        }
    }
}
