//! The picture: areas, links and nodes, in this order from the back.

use std::rc::Rc;

use super::labels::area_name;
use super::scale::Scale;
use crate::file_reader::{GraphMap, MapNode};
use crate::messages as say;
use ui::{El, el};

/// More links than this would hide the nodes, so they are drawn faintly.
const MANY_LINKS: usize = 150;

/// The picture without its nodes.
pub(super) fn svg(map: &Rc<GraphMap>, scale: Scale) -> El {
    let [width, height] = map.size.map(|side| side.to_string());
    let areas = map.areas.iter().map(|area| rect("map-area", area.rect));
    let named = map.clone();
    let area_names = move || {
        let names = named.areas.iter();
        let names = names.filter_map(|area| area_name(area, scale));
        Some(el("g", "").children(names))
    };
    // One element for all links, since none of them does anything.
    let many = map.links.len() > MANY_LINKS;
    let links = el("path", "map-links")
        .attr("d", links(map))
        .attr("data-many", many);
    el("svg", "map-graph")
        .attr("viewBox", ["0 0 ", &width, " ", &height].concat())
        .attr("role", "group")
        .attr("aria-label", say::MAP)
        .children(areas)
        .child(links)
        .child(el("g", "").live(area_names))
}

/// A node. Without inputs it is only a part of the picture.
pub(super) fn node_view(index: usize, node: &MapNode, has_inputs: bool) -> El {
    let name = [&node.name, " #", &node.id].concat();
    let view = el("g", "map-node")
        .attr("data-node", index.to_string())
        .child(el("title", "").text(name.clone()))
        .child(rect("", node.rect));
    if !has_inputs {
        return view.attr("aria-hidden", "true");
    }
    view.attr("role", "button")
        .attr("tabindex", "-1")
        .attr("aria-label", name)
}

fn rect(class: &str, [x, y, width, height]: [f64; 4]) -> El {
    el("rect", class)
        .attr("x", x.to_string())
        .attr("y", y.to_string())
        .attr("width", width.to_string())
        .attr("height", height.to_string())
}

/// The path of all links, from the right side of one node to the left side of another.
fn links(map: &GraphMap) -> String {
    let mut path = String::new();
    for [from, to] in &map.links {
        let (Some(from), Some(to)) = (map.nodes.get(*from), map.nodes.get(*to)) else {
            continue;
        };
        let [left, top, width, height] = from.rect;
        let start = [left + width, top + height / 2.0];
        let end = [to.rect[0], to.rect[1] + to.rect[3] / 2.0];
        path.push_str(&curve(start, end));
    }
    path
}

/// A curve that leaves and arrives from the side.
fn curve(start: [f64; 2], end: [f64; 2]) -> String {
    let bend = ((end[0] - start[0]).abs() / 2.0).max(20.0);
    let points = [
        start,
        [start[0] + bend, start[1]],
        [end[0] - bend, end[1]],
        end,
    ];
    let [start, leave, arrive, end] =
        points.map(|[x, y]| [x.round().to_string(), y.round().to_string()].join(" "));
    ["M", &start, "C", &leave, " ", &arrive, " ", &end].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_from_right_to_left_sides() {
        let node = |x: f64| MapNode {
            rect: [x, 0.0, 100.0, 50.0],
            ..MapNode::default()
        };
        let map = GraphMap {
            nodes: vec![node(0.0), node(200.0)],
            links: vec![[0, 1], [0, 7]],
            ..GraphMap::default()
        };
        assert_eq!(links(&map), "M100 25C150 25 150 25 200 25");
    }
}
