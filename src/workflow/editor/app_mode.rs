//! The inputs that App Mode shows, found among the prompt's nodes. Source: ComfyUI's editor,
//! `extra.linearData.inputs`: `[node id, widget name]`, in newer files `["graph:node:widget", …]`.

mod entry;
mod finder;
mod targets;

pub(super) use finder::AppInputFinder;
pub(super) use targets::TargetFinder;
