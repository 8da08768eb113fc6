//! The workflows of the connected deployment, the files that a person opens, and the chosen workflow's
//! form. Knows nothing about a form's fields.

pub(crate) mod deferred;
mod deployed;
mod exposures;
mod listing;
mod open;
mod open_error;
mod picker;
mod prefill;
mod state;

pub(crate) use open::OPEN;
pub(crate) use picker::workflow_picker;
pub(crate) use state::Workflows;
