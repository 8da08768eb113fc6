//! The built-in fonts of drawn text. Knows nothing about layout.

use ab_glyph::FontRef;

use crate::execution_error::ExecutionError;

/// The text font, then fallback fonts for symbols it lacks.
pub(super) fn fonts() -> Result<Vec<FontRef<'static>>, ExecutionError> {
    use epaint_default_fonts::{EMOJI_ICON, HACK_REGULAR, NOTO_EMOJI_REGULAR, UBUNTU_LIGHT};
    [UBUNTU_LIGHT, HACK_REGULAR, NOTO_EMOJI_REGULAR, EMOJI_ICON]
        .into_iter()
        .map(|bytes| {
            FontRef::try_from_slice(bytes)
                .map_err(|error| ExecutionError::new(format!("loading a font: {error}")))
        })
        .collect()
}
