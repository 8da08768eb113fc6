//! The HTTP side of the service: its routes, how requests are read, and which answer follows from an error of the other
//! parts, which know nothing of it.

mod api_error;
mod app_state;
mod blob_answer;
mod client_address;
mod error_answers;
mod fault_log;
pub(crate) mod form_reader;
mod http_settings;
mod private_answers;
mod queue_view;
mod rate_limit_headers;
mod request_body;
mod request_ids;
mod routes;
mod shared_outputs;
mod shared_page;

pub(crate) use app_state::AppState;
pub(crate) use http_settings::HttpSettings;
pub(crate) use routes::{monitoring_router, router};
