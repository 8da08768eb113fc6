//! Listens for HTTP requests, with limits on connections, waiting times and header sizes. Knows no
//! routes.

mod activity;
mod connection;
mod connections;
mod exchange;
mod in_work;
mod limits;
mod open_files;
mod pace;
mod party;
mod request_body;
mod response_body;
mod server;
mod thread;
mod tls;
mod watched_stream;

#[cfg(test)]
mod tests;

pub use connection::{Reserved, closing};
pub use exchange::Ownership;
pub use limits::Limits;
pub use open_files::raise_open_files_limit;
pub use party::TooMany;
pub use server::serve;
pub use thread::prepare_thread;
pub use tls::{Tls, TlsError};
