//! The map: places the nodes of a workflow, with the editor's positions or without.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::area::{MARGIN, MapArea};
use super::rect::Rect;
use super::saved_positions::SavedPositions;
use super::{layers, placement};
use crate::graph::Workflow;

/// The maximum number of nodes of a map: a picture of more shows nothing.
pub(super) const MAX_NODES: usize = 2_000;

/// A map of a graph, in the units of ComfyUI's editor. Its top left corner is 0, 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GraphMap {
    /// The width and height of the whole map.
    pub size: [i32; 2],
    /// The nodes, in the order of the workflow.
    pub nodes: Vec<MapNode>,
    /// The links between nodes, each from one position in `nodes` to another, and once for any number of inputs.
    pub links: Vec<[usize; 2]>,
    /// The groups of the editor and the subgraphs.
    pub areas: Vec<MapArea>,
}

/// A node on a map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapNode {
    /// The node's id.
    pub id: String,
    /// Its title, or else its class.
    pub name: String,
    /// Its place.
    pub rect: Rect,
}

impl GraphMap {
    /// The map of a workflow, with the positions of the editor if all nodes have one. `None` for a workflow without
    /// nodes, or with too many.
    pub fn of(workflow: &Workflow, saved: Option<&SavedPositions>) -> Option<Self> {
        let count = workflow.nodes.len();
        if count == 0 || count > MAX_NODES {
            return None;
        }
        let links = links(workflow);
        let ids: Vec<&str> = workflow.nodes.iter().map(|node| &*node.id).collect();
        let placed = saved.and_then(|saved| placement::place(saved, &ids));
        let (mut rects, mut areas) =
            placed.unwrap_or_else(|| (layers::layout(count, &links), Vec::new()));
        let bounds = Rect::around(&rects)?.grown(MARGIN);
        areas.retain_mut(|area| match area.rect.within(&bounds) {
            Some(rect) => {
                area.rect = rect.moved(-bounds.x, -bounds.y);
                true
            }
            None => false,
        });
        for rect in &mut rects {
            *rect = rect.moved(-bounds.x, -bounds.y);
        }
        let nodes = workflow
            .nodes
            .iter()
            .zip(rects)
            .map(|(node, rect)| MapNode {
                id: node.id.clone(),
                name: node.title.clone().unwrap_or_else(|| node.class.clone()),
                rect,
            });
        Some(Self {
            size: [bounds.width as i32, bounds.height as i32],
            nodes: nodes.collect(),
            links,
            areas,
        })
    }
}

/// The links between the nodes, by their positions.
fn links(workflow: &Workflow) -> Vec<[usize; 2]> {
    let nodes = workflow.nodes.iter().enumerate();
    let by_id: HashMap<&str, usize> = nodes
        .clone()
        .map(|(index, node)| (node.id.as_str(), index))
        .collect();
    let mut seen = HashSet::new();
    let mut links = Vec::new();
    for (to, node) in nodes {
        let from = node.links().filter_map(|(_, link)| by_id.get(link.node));
        let new = from
            .map(|from| [*from, to])
            .filter(|link| seen.insert(*link));
        links.extend(new);
    }
    links
}
