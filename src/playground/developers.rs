//! The view for developers: the call of the open result or of the form as code, the last calls as sent, and the schema with its
//! field names. It loads when it is opened, and so does the code that generates its texts.

mod call;
mod calls;
mod code;
mod code_source;
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
