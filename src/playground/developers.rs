//! The view for developers: the form's call as code, the last calls as sent, and the schema with its
//! field names. It loads when it is opened, and so does the code that generates its texts.

mod calls;
mod code;
pub(crate) mod deferred;
mod document;
mod download;
mod highlight;
mod json;
mod package_offer;
mod panel;
mod reference;
mod region;
mod schema;
mod state;
mod subject;
mod tabs;

pub(crate) use reference::reference_address;
pub(crate) use region::{developers_button, developers_region};
pub(crate) use state::Developers;
