//! Finds the real origin of an input's value, through reroutes, bypassed nodes and the boundaries of
//! subgraphs. Source: how ComfyUI's editor turns a graph into a prompt.

mod resolver;
mod source;
mod step;

pub(super) use resolver::LinkResolver;
pub(super) use source::Source;
