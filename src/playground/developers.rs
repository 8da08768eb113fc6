//! The view for developers: the form's call as code, the last calls as they went over the wire, and the
//! schema with the names of its fields. Loads when it is opened, as do the writers of its texts.

mod calls;
mod code;
pub(crate) mod deferred;
mod document;
mod download;
mod focus;
mod json;
mod panel;
mod region;
mod schema;
mod state;
mod subject;
mod tabs;

pub(crate) use region::{developers_button, developers_region};
pub(crate) use state::Developers;
