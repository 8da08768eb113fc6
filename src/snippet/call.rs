//! The call that code is generated for. Knows no programming language.

use api::RUN;

/// The environment variable from which the code reads the API key.
pub(super) const KEY_VARIABLE: &str = "FLOWDECK_API_KEY";

/// The content type and body of a form without parts, for clients that cannot send one themselves.
pub(super) const EMPTY_TYPE: &str = "multipart/form-data; boundary=empty";
pub(super) const EMPTY_FORM: &str = "--empty--\r\n";

/// The call that starts a run.
#[derive(Clone, Copy, Debug)]
pub struct RunCall<'a> {
    /// The deployment's base URL, without a trailing slash.
    pub base_url: &'a str,
    /// The workflow to run.
    pub workflow_id: &'a str,
    /// The form parts in order; several may share a name.
    pub parts: &'a [FormPart<'a>],
    /// Whether the deployment serves the npm package, at [`package_address`](crate::package_address).
    pub offers_package: bool,
}

/// One part of the form.
#[derive(Clone, Copy, Debug)]
pub struct FormPart<'a> {
    /// The field's name.
    pub name: &'a str,
    /// Its value.
    pub value: PartValue<'a>,
}

/// The value of a form part.
#[derive(Clone, Copy, Debug)]
pub enum PartValue<'a> {
    /// Text.
    Text(&'a str),
    /// A number with the digits that were typed, or `true` or `false`. A form sends it as text. Code
    /// writes it as a literal of its language if that keeps every digit.
    Literal(&'a str),
    /// A file, which the code opens by its name.
    File {
        /// The file's name.
        name: &'a str,
        /// Its content type; empty if unknown.
        content_type: &'a str,
        /// Whether it is chosen; otherwise the name is a placeholder.
        is_chosen: bool,
    },
}

impl RunCall<'_> {
    /// The path and query that start the run, below the base URL. Percent-encoding leaves nothing in
    /// them that a literal of any language would interpret.
    pub(super) fn path(&self) -> String {
        let mut path = RUN.url("", "").unwrap_or_default();
        path.push_str(&RUN.query(self.workflow_id, ""));
        path
    }

    pub(super) fn has_files(&self) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| matches!(part.value, PartValue::File { .. }))
    }
}
