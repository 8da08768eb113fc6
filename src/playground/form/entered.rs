//! What was entered into one field when its run began.

use web_sys::File;

/// One field's name, what people call it, and what was in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entered {
    /// The field's name.
    pub(crate) name: String,
    /// Its label.
    pub(crate) label: String,
    /// Its text; empty where it holds files.
    pub(crate) text: String,
    /// Its files.
    pub(crate) files: Vec<File>,
}
