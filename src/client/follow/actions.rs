//! What a follower asks its driver to do. Does not say why.

use super::observation::Observation;

/// The waits of a follower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// Until the next look at the run's detail, or at the queue.
    Look,
    /// Until a silent stream counts as broken, or a broken one is opened again.
    Stream,
}

/// What the driver of a follower does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Open the stream of events, and report how that went and what arrives.
    Open {
        /// The id of the last event, for the header `Last-Event-ID`; empty to begin anew.
        last_id: String,
    },
    /// Close the stream, also while it is opened. Report nothing more of it.
    Close,
    /// Set this timer to so many milliseconds from now; it replaces the one before.
    Set(Timer, u32),
    /// Stop this timer.
    Stop(Timer),
    /// Read the run's detail, and report it.
    ReadDetail,
    /// Read the queue, and report it.
    ReadQueue,
    /// Report this to the caller.
    Report(Box<Observation>),
    /// The run has ended. Close the stream and stop the timers; no action follows.
    End,
}
