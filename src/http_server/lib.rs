//! The parts of an HTTP server that the service and the embedded engines share. Knows no routes.

pub mod byte_range;
pub mod charset;
pub mod file_head;
pub mod listen;
pub mod multipart;
pub mod regular_file;
