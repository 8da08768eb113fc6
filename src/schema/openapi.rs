//! Converts between OpenAPI documents and schemas. Knows only the contract's two operations. Does no
//! I/O: a reference to another document is a problem, not a request.
//!
//! # How a document distinguishes workflows
//! The contract has one operation for all workflows, and OpenAPI has no single way to describe that.
//! These are read, in this order:
//!
//! 1. several paths (`/api/v1/runs?workflow_id=poster`);
//! 2. a body that is `oneOf` or `anyOf` of objects. Each is named by `x-workflow-id`, a property
//!    `workflow_id` with one value, the body's `discriminator`, its `title` or the name in its `$ref`;
//! 3. an `enum` of the query parameter `workflow_id`, whose workflows share the body.
//!
//! [`document`] writes the second form, with `x-workflow-id`.
//!
//! Whatever OpenAPI cannot express (sliders, steps, multiline texts, nodes) is in `x-flowdeck`, which
//! other tools ignore.
//!
//! Source: OpenAPI 3.0 and 3.1; the contract, sections 2.1 and 4.

mod accepted;
mod alternatives;
mod body;
mod body_workflows;
mod document;
mod extension;
mod field;
mod field_reader;
mod field_type;
mod form_text;
mod media;
mod merged_schema;
mod number;
mod read;
mod write;

pub use read::read;
pub use write::{document, form_name, name};

#[cfg(test)]
mod tests;
