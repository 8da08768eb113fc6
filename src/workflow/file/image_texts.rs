//! The texts of an image that may be a workflow. Does not know image formats.

use std::borrow::Cow;

use json::tolerant;

/// The keyword of the text with the run that made the image.
pub(super) const RUN_KEY: &str = "flowdeck";

/// The texts in an image: ComfyUI's `prompt`, in the API format, and `workflow`, in the editor's; and
/// flowdeck's own.
#[derive(Debug, Default)]
pub(crate) struct ImageTexts {
    pub(super) prompt: Option<String>,
    pub(super) workflow: Option<String>,
    /// A saved run as JSON.
    pub(super) run: Option<String>,
    /// Whether the file is truncated.
    pub(super) cut_off: bool,
    /// The number of bytes inflated so far.
    inflated: usize,
}

impl ImageTexts {
    /// Keeps the first text of a key. `text` runs only if the key is wanted; it receives the number of
    /// bytes inflated so far and updates it.
    pub(super) fn take(&mut self, key: &str, text: impl FnOnce(&mut usize) -> Option<String>) {
        let slot = if key.eq_ignore_ascii_case("prompt") {
            &mut self.prompt
        } else if key.eq_ignore_ascii_case("workflow") {
            &mut self.workflow
        } else if key.eq_ignore_ascii_case(RUN_KEY) {
            &mut self.run
        } else {
            return;
        };
        if slot.is_none() {
            *slot = text(&mut self.inflated);
        }
    }

    /// Keeps a text that starts with its key: `workflow:{…}`.
    pub(super) fn take_named(&mut self, bytes: &[u8]) {
        let Some(colon) = bytes.iter().take(10).position(|byte| *byte == b':') else {
            return;
        };
        let (key, text) = bytes.split_at(colon);
        // Searches only a wanted text for its end, since very many entries may share the same bytes.
        self.take(&latin1(key), |_| {
            let text = text.get(1..)?.split(|byte| *byte == 0).next()?;
            Some(latin1(text).into_owned())
        });
    }
}

/// Decodes Latin-1, or UTF-8, which some programs write against the specification.
pub(super) fn latin1(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let latin1 = || bytes.iter().copied().map(char::from).collect();
            Cow::Owned(tolerant::without_surrogates(bytes).unwrap_or_else(latin1))
        }
    }
}
