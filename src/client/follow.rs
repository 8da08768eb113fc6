//! Follows runs: by their events where a deployment offers them, and by polling otherwise. State machines without a
//! clock, sockets or randomness of their own: a driver does what they ask for, and reports what came of it.

mod actions;
mod followed_run;
mod follower;
mod known_run;
mod observation;
mod place;
mod run_view;
mod stream;

pub use actions::{Action, Timer};
pub use followed_run::{FollowedRun, Waits};
pub use follower::Follower;
pub use known_run::KnownRun;
pub use observation::{Change, Observation, Source};
pub use place::Place;
pub use stream::{Broken, EVENT_STREAM, Refusal, Stream, is_event_stream, not_a_stream};

#[cfg(test)]
mod tests;
