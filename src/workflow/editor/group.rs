//! Group nodes, ComfyUI's predecessor of subgraphs: each becomes a graph of its own. Source: the
//! editor's `extra.groupNodes`.

mod conversion;
mod widgets;

pub(super) use conversion::to_graph;
pub(super) use widgets::promoted;
