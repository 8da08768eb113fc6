//! A minimal JSON writer, smaller than a library for the little JSON that is written here. Pure.

use json::write_text;

/// A JSON object being written.
#[derive(Default)]
pub(super) struct Object(String);

impl Object {
    fn name(&mut self, name: &str) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        write_text(name, &mut self.0);
        self.0.push(':');
    }

    /// Adds a text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        write_text(text, &mut self.0);
    }

    /// Adds a text, if there is one.
    pub(super) fn some(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(name, text);
        }
    }

    /// Adds a boolean.
    pub(super) fn flag(&mut self, name: &str, flag: bool) {
        self.raw(name, if flag { "true" } else { "false" });
    }

    /// Adds a JSON value.
    pub(super) fn raw(&mut self, name: &str, json: &str) {
        self.name(name);
        self.0.push_str(json);
    }

    /// The finished object.
    pub(super) fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A list of JSON values.
pub(super) fn list(items: &[String]) -> String {
    ["[", &items.join(","), "]"].concat()
}

/// A text as JSON.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_text(text, &mut out);
    out
}
