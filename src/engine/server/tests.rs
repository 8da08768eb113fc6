//! The protocol over a real loopback socket.

mod any;
mod bench;
mod files;
mod queue;
mod refusal;
mod run;
mod socket;
