//! Places nodes as the editor does. A subgraph is unfolded where its node is, and what is right of it and below moves
//! away, so that every node that runs is on one map.

use std::collections::{HashMap, HashSet};

use super::area::{MARGIN, MapArea};
use super::rect::Rect;
use super::saved_graph::{SavedGraph, SavedNode};
use super::saved_positions::SavedPositions;
use super::shift::Shift;

/// The height of the title of an unfolded subgraph.
const TITLE: f64 = 40.0;

/// The places of these nodes in their order, and the areas around them; `None` if one has no position.
pub(super) fn place(saved: &SavedPositions, ids: &[&str]) -> Option<(Vec<Rect>, Vec<MapArea>)> {
    let unfolding = Unfolding {
        saved,
        wanted: ids.iter().copied().collect(),
        prefixes: ids.iter().flat_map(|id| prefixes(id)).collect(),
    };
    let unfolded = unfolding.unfold(&saved.root, "");
    let rects: HashMap<String, Rect> = unfolded.nodes.into_iter().collect();
    let rects: Option<Vec<Rect>> = ids.iter().map(|id| rects.get(*id).copied()).collect();
    Some((rects?, unfolded.areas))
}

/// The prefixes of the subgraphs that a node is in: `57:` and `57:8:` for `57:8:3`.
fn prefixes(id: &str) -> impl Iterator<Item = &str> {
    id.match_indices(':').map(|(end, _)| &id[..=end])
}

/// What is to be placed.
struct Unfolding<'a> {
    saved: &'a SavedPositions,
    wanted: HashSet<&'a str>,
    prefixes: HashSet<&'a str>,
}

/// A graph with its subgraphs unfolded.
#[derive(Default)]
struct Unfolded {
    nodes: Vec<(String, Rect)>,
    areas: Vec<MapArea>,
}

/// A subgraph where its node is.
struct Host<'a> {
    node: &'a SavedNode,
    rect: Rect,
    inner: Unfolded,
    bounds: Rect,
}

impl Unfolding<'_> {
    /// Only subgraphs with wanted nodes are unfolded, so a file that nests many takes no longer.
    fn unfold(&self, graph: &SavedGraph, prefix: &str) -> Unfolded {
        let mut unfolded = Unfolded::default();
        let mut hosts = Vec::new();
        for node in &graph.nodes {
            let id = format!("{prefix}{}", node.id);
            let inside = format!("{id}:");
            let Some(rect) = node.rect() else { continue };
            if self.wanted.contains(&*id) {
                unfolded.nodes.push((id, rect));
            } else if self.prefixes.contains(&*inside)
                && let Some(inner) = self.saved.graph_of(node)
            {
                hosts.extend(Host::of(node, rect, self.unfold(inner, &inside)));
            }
        }
        let groups = graph.groups.iter().filter_map(|group| {
            let (name, rect) = (group.title.clone(), group.rect?);
            Some(MapArea { name, rect })
        });
        unfolded.areas = groups.collect();
        unfolded.make_room(&hosts);
        unfolded
    }
}

impl<'a> Host<'a> {
    /// `None` without nodes inside.
    fn of(node: &'a SavedNode, rect: Rect, inner: Unfolded) -> Option<Self> {
        let nodes = inner.nodes.iter().map(|(_, rect)| rect);
        let areas = inner.areas.iter().map(|area| &area.rect);
        let bounds = Rect::around(nodes.clone())?;
        // Groups may lie anywhere, so only those around nodes count.
        let areas: Vec<Rect> = areas
            .filter(|area| area.within(&bounds).is_some())
            .copied()
            .collect();
        let bounds = Rect::around(nodes.chain(&areas))?.grown(MARGIN);
        Some(Self {
            node,
            rect,
            inner,
            bounds,
        })
    }

    fn size(&self) -> [f64; 2] {
        [self.bounds.width, self.bounds.height + TITLE]
    }
}

impl Unfolded {
    /// Moves everything out of the way of the unfolded subgraphs, and adds what is in them.
    fn make_room(&mut self, hosts: &[Host<'_>]) {
        let wide = |host: &Host<'_>| [host.rect.x, host.rect.right(), host.size()[0]];
        let high = |host: &Host<'_>| [host.rect.y, host.rect.bottom(), host.size()[1]];
        let [across, down] = [
            Shift::of(hosts.iter().map(wide).collect()),
            Shift::of(hosts.iter().map(high).collect()),
        ];
        for (_, rect) in &mut self.nodes {
            (rect.x, rect.y) = (across.apply(rect.x), down.apply(rect.y));
        }
        for MapArea { rect, .. } in &mut self.areas {
            let start = [across.apply(rect.x), down.apply(rect.y)];
            let end = [across.apply(rect.right()), down.apply(rect.bottom())];
            *rect = Rect::new(start, [end[0] - start[0], end[1] - start[1]]);
        }
        for host in hosts {
            let start = [across.apply(host.rect.x), down.apply(host.rect.y)];
            self.add(host, Rect::new(start, host.size()));
        }
    }

    fn add(&mut self, host: &Host<'_>, place: Rect) {
        let move_by = [place.x - host.bounds.x, place.y + TITLE - host.bounds.y];
        let moved = |rect: &Rect| rect.moved(move_by[0], move_by[1]);
        let name = host.node.title.clone().unwrap_or_default();
        self.areas.push(MapArea { name, rect: place });
        let areas = host.inner.areas.iter().map(|area| MapArea {
            name: area.name.clone(),
            rect: moved(&area.rect),
        });
        self.areas.extend(areas);
        let nodes = host.inner.nodes.iter();
        self.nodes
            .extend(nodes.map(|(id, rect)| (id.clone(), moved(rect))));
    }
}
