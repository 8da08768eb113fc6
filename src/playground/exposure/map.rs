//! The graph of an opened workflow as a small map. It shows which nodes have fields, and leads to their inputs.

mod drawing;
mod figure;
mod interaction;
mod labels;
mod nearest;
mod nodes;
mod scale;
mod view;

pub(super) use figure::map;
