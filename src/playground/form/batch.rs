//! A batch: several runs made by one press, with another value of one field in each. Does not know how
//! runs are sent.

mod draft;
pub(super) mod panel;
mod range;
mod settings;
mod value;

pub(super) use settings::BatchSettings;
pub(super) use value::BatchValue;
