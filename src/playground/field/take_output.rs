//! Puts a dragged result into a field. In the deferred chunk.

use crate::form::{FieldState, Undoable};
use crate::messages as say;
use crate::output_drag::output_file;

/// Loads the output with this address and name into the field.
pub(super) async fn take_output(
    undoable: Undoable,
    field: FieldState,
    (url, name): (String, String),
) {
    match output_file(&url, &name).await {
        Some(file) => undoable.put_files(field, vec![file]),
        // The field may be gone.
        None => {
            let why = say::USE_AS_INPUT_FAILED.now().to_owned();
            let _ = field.errors.try_set(vec![why]);
        }
    }
}
