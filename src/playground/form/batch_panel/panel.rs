//! The fold with a table of runs below the fields. In the deferred chunk.

use super::table_panel;
use crate::form::fold::fold;
use crate::form::state::FormState;
use crate::messages as say;
use ui::El;

/// The table.
pub(crate) fn batch_panel(form: FormState) -> El {
    fold(say::TABLE, false, table_panel::content, form)
}
