//! Reads server-sent events from the bytes of a body, which may be cut anywhere, even inside a character. Pure; knows
//! nothing about what the events mean or how the bytes arrive.
//!
//! Source: the HTML standard, section 9.2.6, without `retry`.

/// The maximum size of an event in bytes, and of one line.
const MAX_EVENT: usize = 1 << 20;

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamEvent {
    /// Its type; `message` if the server gives none.
    pub name: String,
    /// Its data.
    pub data: String,
    /// The latest id in the stream, which resumes the stream after this event. Empty before the first one.
    pub last_id: String,
}

/// An event that is larger than 1 MB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("reading events: one has more than 1 MB; check that the address is a deployment")]
pub struct EventTooLarge;

/// Reads a body that arrives in chunks.
#[derive(Debug, Default)]
pub struct EventReader {
    /// The current line, as far as it has arrived.
    line: Vec<u8>,
    /// Whether a line has ended: only the first one may begin with a byte order mark.
    is_past_first_line: bool,
    /// Whether the last byte was a carriage return: a line feed after it belongs to the same line end.
    is_after_return: bool,
    name: String,
    /// The lines of data, each with a line feed after it.
    data: String,
    last_id: String,
}

impl EventReader {
    /// The events that a chunk completes.
    ///
    /// # Errors
    /// [`EventTooLarge`]; the rest of the body cannot be read then.
    pub fn read(&mut self, chunk: &[u8]) -> Result<Vec<StreamEvent>, EventTooLarge> {
        let mut events = Vec::new();
        let mut rest = chunk;
        while let Some(first) = rest.first() {
            if std::mem::take(&mut self.is_after_return) && *first == b'\n' {
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
            if self.line.len() + self.data.len() + line.len() > MAX_EVENT {
                return Err(EventTooLarge);
            }
            self.line.extend_from_slice(line);
            let Some((end, after)) = after.split_first() else {
                break;
            };
            self.is_after_return = *end == b'\r';
            events.extend(self.end_line());
            rest = after;
        }
        Ok(events)
    }

    /// Ends the current line; an empty one ends an event.
    fn end_line(&mut self) -> Option<StreamEvent> {
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes);
        let is_first = !std::mem::replace(&mut self.is_past_first_line, true);
        let line = match text.strip_prefix('\u{feff}') {
            Some(line) if is_first => line,
            _ => &text,
        };
        if line.is_empty() {
            return self.end_event();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.name),
            "data" => {
                self.data.push_str(value);
                self.data.push('\n');
            }
            "id" if !value.contains('\0') => value.clone_into(&mut self.last_id),
            // A comment, whose field is empty, or a field of a later standard.
            _ => {}
        }
        None
    }

    /// Ends the current event. Without data it is none.
    fn end_event(&mut self) -> Option<StreamEvent> {
        let name = std::mem::take(&mut self.name);
        let mut data = std::mem::take(&mut self.data);
        data.pop()?;
        Some(StreamEvent {
            name: match name.is_empty() {
                true => "message".to_owned(),
                false => name,
            },
            data,
            last_id: self.last_id.clone(),
        })
    }
}

#[cfg(test)]
mod tests;
