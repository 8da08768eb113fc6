//! The program `flowdeck`: arguments, logging, start.
fn main() {}
