//! A map of a workflow's graph: where its nodes are and how they are linked, for people who choose fields from it.
//! Knows neither fields nor views.

mod area;
mod graph_map;
mod layers;
mod placement;
mod rect;
mod saved_graph;
mod saved_positions;
mod shift;

pub use area::MapArea;
pub use graph_map::{GraphMap, MapNode};
pub use rect::Rect;
pub use saved_positions::SavedPositions;

#[cfg(test)]
mod tests;
