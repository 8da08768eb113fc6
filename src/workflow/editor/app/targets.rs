//! Where the value of an App Mode input goes: into a node of the prompt, or several.

use super::super::graph::GraphNode;
use super::super::role::Role;
use super::Shower;
use crate::workflow::Target;

/// How many places one input may feed.
const MOST_TARGETS: usize = 1_000;

/// Where a value goes, and the type of the slot there.
pub(super) type Found = (Target, Option<String>);

impl Shower<'_> {
    /// Where the value of a node's widget goes.
    pub(super) fn targets(
        &self,
        scope: usize,
        place: usize,
        widget: &str,
        targets: &mut Vec<Found>,
    ) {
        if targets.len() >= MOST_TARGETS {
            return;
        }
        let node = &self.graphs[self.scopes[scope].graph].nodes[place];
        match node.role {
            Role::Runs => {
                let id = format!("{}{}", self.scopes[scope].prefix, node.id);
                if self.there.contains(id.as_str()) {
                    let slot = node.raw.inputs.iter().find(|input| input.name == widget);
                    let target = Target {
                        node: id,
                        input: widget.to_owned(),
                    };
                    targets.push((target, slot.map(|slot| slot.kind.clone())));
                }
            }
            Role::Primitive if scope == 0 => {
                let links = self.leaving.get(node.id.as_str()).into_iter().flatten();
                for (node, slot) in links.filter_map(|link| self.graphs[0].taken.get(link)) {
                    let input = &self.graphs[0].nodes[*node].raw.inputs[*slot];
                    if self.graphs[0].nodes[*node].role != Role::Primitive {
                        self.targets(0, *node, &input.name, targets);
                    }
                }
            }
            Role::Host(_) => self.inside(scope, place, node, widget, targets),
            _ => {}
        }
    }

    /// Where the value of a subgraph's own widget goes inside.
    fn inside(
        &self,
        scope: usize,
        place: usize,
        host: &GraphNode,
        widget: &str,
        targets: &mut Vec<Found>,
    ) {
        let Some(&child) = self.scopes[scope].children.get(&place) else {
            return;
        };
        let graph = &self.graphs[self.scopes[child].graph];
        let slot = graph.inputs.iter().position(|input| input.name == widget);
        if let Some(slot) = slot {
            for (node, input) in graph.fed_by(slot) {
                self.targets(child, node, &input.name, targets);
            }
            return;
        }
        let proxy = host
            .raw
            .proxy_widgets
            .iter()
            .find(|(_, name)| name == widget);
        if let Some(node) = proxy.and_then(|(node, _)| graph.by_id.get(node)) {
            self.targets(child, *node, widget, targets);
        }
    }
}
