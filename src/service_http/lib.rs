//! The HTTP face of the service: its routes, how requests are read, and which answer follows from an error of the use
//! cases, which know nothing of it.

mod api_error;
mod app_state;
mod blob_answer;
mod client_address;
mod error_answers;
mod fault_log;
mod form_reader;
#[cfg(fuzzing)]
pub mod fuzzing;
mod http_settings;
mod private_answers;
mod queue_view;
mod rate_limit_headers;
mod request_body;
mod request_ids;
mod routes;
mod server;
mod shared_outputs;
mod shared_page;

pub use server::Server;

#[cfg(test)]
mod tests;
