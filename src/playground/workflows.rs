//! The choice among the workflows of the connected deployment and the files that a person opens, and the chosen one's
//! form. Knows nothing about a form's fields.

mod cards;
pub(crate) mod deferred;
mod drop_outside_field;
mod exposures;
mod file_fields;
mod kept_file;
mod open;
mod open_error;
mod picker;
mod prefill;
mod state;
mod workflow_id;
mod workflow_list;

pub(crate) use cards::{kind_message, workflow_cards};
pub(crate) use drop_outside_field::drop_overlay;
pub(crate) use file_fields::FileField;
pub(crate) use picker::workflow_picker;
pub(crate) use state::{Then, Workflows};
pub(crate) use workflow_id::WORKFLOW_ID;
