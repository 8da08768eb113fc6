//! The workflows of the connected deployment, the files that a person opens, and the chosen workflow's
//! form. Knows nothing about a form's fields.

mod cards;
pub(crate) mod deferred;
mod deployed;
mod exposures;
mod file_fields;
mod kept_file;
mod listed;
mod listing;
mod open;
mod open_error;
mod picker;
mod prefill;
mod state;
mod workflow_list;

pub(crate) use cards::workflow_cards;
pub(crate) use file_fields::FileField;
pub(crate) use listed::Listed;
pub(crate) use open::OPEN;
pub(crate) use picker::workflow_picker;
pub(crate) use state::Workflows;
