//! The texts of a picture that may be a workflow.

use std::borrow::Cow;

/// What a picture says: ComfyUI's `prompt`, in the API format, and `workflow`, in the editor's.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) prompt: Option<String>,
    pub(super) workflow: Option<String>,
    /// Whether the file ends before it should.
    pub(super) cut_off: bool,
    /// How many bytes were inflated so far.
    inflated: usize,
}

impl Found {
    /// Takes the text of a key, which is only made when it is wanted, and told how many bytes were
    /// inflated before; the first of a key counts.
    pub(super) fn take(&mut self, key: &str, text: impl FnOnce(&mut usize) -> Option<String>) {
        let place = if key.eq_ignore_ascii_case("prompt") {
            &mut self.prompt
        } else if key.eq_ignore_ascii_case("workflow") {
            &mut self.workflow
        } else {
            return;
        };
        if place.is_none() {
            *place = text(&mut self.inflated);
        }
    }

    /// Takes a text that names its key itself: `workflow:{…}`.
    pub(super) fn take_named(&mut self, bytes: &[u8]) {
        let Some(colon) = bytes.iter().take(10).position(|byte| *byte == b':') else {
            return;
        };
        let (key, text) = bytes.split_at(colon);
        // Only a text that is wanted is looked through for its end: very many may be the same bytes.
        self.take(&latin1(key), |_| {
            let text = text[1..].split(|byte| *byte == 0).next()?;
            Some(latin1(text).into_owned())
        });
    }
}

/// Text of Latin-1, unless it is UTF-8, as some programs write it against the rules.
pub(super) fn latin1(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}
