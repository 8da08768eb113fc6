//! Reads schemas from a deployment's listing of workflows, which has only names and types; writes the hints of our own.
//!
//! Source: `GET /api/v1/comfy/workflows`, an operation beyond the contract; there `inputs` and
//! `outputs` are each a JSON object inside a string: `{ "text_51536": "string" }`.

mod hints;
mod types;
mod workflows;

pub use hints::hints;
pub use types::read;
pub use workflows::read_all;

#[cfg(test)]
mod tests;
