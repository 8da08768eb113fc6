//! A listener with small limits, tested over plain connections.

mod connections;
mod encrypted;
mod limits;
mod parties;
mod stalls;
mod test_listener;
mod time_limits;
