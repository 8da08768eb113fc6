//! The state shared by every step of reading one property of a form's schema.

use super::document::Document;
use crate::truncate::truncated;

/// Reads one property.
pub(super) struct FieldReader<'d, 'a> {
    pub(super) document: &'d Document<'a>,
    /// The property's name.
    pub(super) name: &'a str,
    /// The content type that its form part should have.
    pub(super) content_type: Option<&'a str>,
}

impl FieldReader<'_, '_> {
    pub(super) fn problem(&self, message: &str) {
        self.document
            .problem(format!("field `{}`: {message}", truncated(self.name, 40)));
    }
}
