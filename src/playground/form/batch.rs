//! A batch: several runs made by one press, which differ in the values of one or two fields, or in those of a table.
//! Does not know how runs are sent, nor how a batch is edited.

mod draft;
mod range;
mod settings;
mod suggestion;
mod table;
mod value;
mod variation;

pub(super) use settings::BatchSettings;
pub(super) use table::{CellKind, Column, Table};
pub(super) use value::BatchValue;
pub(super) use variation::Variation;
