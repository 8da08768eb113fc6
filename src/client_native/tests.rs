//! The client against servers on loopback that answer as a test says.

mod answers;
mod certificates;
mod following;
mod server;
mod silences;
