//! What an output is, by its name: the API reports no media type.

use schema::OutputKind;

/// The kind of an output with this file name.
pub(crate) fn output_kind(name: &str) -> OutputKind {
    OutputKind::of_file(name)
}
