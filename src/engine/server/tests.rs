//! The protocol over a real loopback socket.

mod bench;
mod run;
