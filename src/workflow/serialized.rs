//! The editor's file as it is serialized: links and widget values only; positions, sizes and colours
//! are skipped. Does not interpret them. Source: ComfyUI's editor, workflow JSON 0.4 and 1.0.

mod graph;
mod group;
mod id;
mod node;
mod slot;

pub(crate) use graph::{Definitions, SerializedGraph};
pub(crate) use group::SerializedGroup;
pub(crate) use id::LONGEST_ID;
pub(crate) use id::id;
pub(crate) use node::SerializedNode;
pub(crate) use slot::{SerializedLink, SerializedSlot};
