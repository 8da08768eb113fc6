//! Our own schema document: an input schema as JSON, to store, write by hand or share.
//!
//! ```json
//! {
//!   "flowdeck": 1,
//!   "workflow_id": "poster",
//!   "fields": [{ "name": "title", "label": "Title", "kind": "text", "multiline": false, "required": true }],
//!   "outputs": [{ "node": "9", "label": "Poster", "kind": "image" }]
//! }
//! ```
//!
//! Its JSON Schema is `www/schema/schema.json`. Reading is tolerant: a field only needs a name, numbers
//! may be JSON numbers or decimal text, and `null` means absent.

mod additional;
mod field;
mod key;
mod read;
mod strict;
mod write;

pub use additional::additional;
pub use read::read;
pub use strict::read_strict;
pub use write::write;

#[cfg(test)]
mod tests;
