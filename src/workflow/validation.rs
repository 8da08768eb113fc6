//! Whether an engine would accept a prompt: types of links, output slots, required inputs, values. Gives the verdict
//! of ComfyUI's `validate_prompt`, as far as the engine's node classes tell. Knows no fields and no engine.
//!
//! Not judged, since `GET /object_info` does not show it: what a class checks itself (`VALIDATE_INPUTS`), and lists of
//! files, which change with every upload.
//! Source: ComfyUI's `POST /prompt`, `execution.py` and `comfy_execution/validation.py`.

mod cycles;
mod declared_inputs;
mod fault;
mod link;
mod link_type;
mod literal;
mod own_checks;
mod prompt;
mod validate;
mod verdict;

pub use fault::{Fault, FaultKind};
pub use literal::takes;
pub use validate::{Validation, validate, validate_outputs};
pub use verdict::{MainVerdict, validate_main};

#[cfg(test)]
mod tests;
