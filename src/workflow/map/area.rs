//! Areas of a map: groups of the editor and unfolded subgraphs.

use serde::Serialize;

use super::rect::Rect;

/// The space around nodes.
pub(super) const MARGIN: f64 = 24.0;

/// An area that contains nodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapArea {
    /// The title of the group or subgraph; may be empty.
    pub name: String,
    /// Its place.
    pub rect: Rect,
}
