//! JSON text, put together by hand: for the little that is written here, less code than its
//! description for a library would be. Pure.

use crate::json::write_text;

/// A JSON object on its way.
#[derive(Default)]
pub(super) struct Object(String);

impl Object {
    fn name(&mut self, name: &str) {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        write_text(name, &mut self.0);
        self.0.push(':');
    }

    /// A member that is a text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        write_text(text, &mut self.0);
    }

    /// A member that is a text, where there is one.
    pub(super) fn some(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(name, text);
        }
    }

    /// A member that is true or false.
    pub(super) fn flag(&mut self, name: &str, flag: bool) {
        self.raw(name, if flag { "true" } else { "false" });
    }

    /// A member that is JSON already.
    pub(super) fn raw(&mut self, name: &str, json: &str) {
        self.name(name);
        self.0.push_str(json);
    }

    /// The object's text.
    pub(super) fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A list of what is JSON already.
pub(super) fn list(items: &[String]) -> String {
    ["[", &items.join(","), "]"].concat()
}

/// A text.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_text(text, &mut out);
    out
}
