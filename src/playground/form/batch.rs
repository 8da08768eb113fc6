//! A batch: several runs made by one press, which differ in the values of one or two fields, or in those of a table.
//! Does not know how runs are sent.

mod chips;
mod draft;
pub(super) mod editor;
mod options;
pub(super) mod panel;
mod range;
mod settings;
mod table;
pub(super) mod table_panel;
mod value;
mod variation;
pub(super) mod vary;

pub(super) use settings::BatchSettings;
pub(super) use value::BatchValue;
