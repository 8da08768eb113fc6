//! The connection to a deployment: its address, its key, and its state. Knows nothing about the requests
//! made over it.

mod address;
mod advice;
mod by_link;
pub(crate) mod deferred;
mod deliveries;
mod key_details;
mod keys;
mod link_key;
mod panel;
mod panel_content;
mod remember;
mod saved_deployments;
mod state;
mod status;

pub(crate) use panel::connection_panel;
pub(crate) use remember::remember_question;
pub(crate) use state::Connection;
pub(crate) use status::ConnectionStatus;
