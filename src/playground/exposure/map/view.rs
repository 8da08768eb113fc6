//! The map on the screen: draws the nodes and marks them.

use std::rc::Rc;

use web_sys::Element;

use super::nodes::Nodes;
use super::scale::Scale;
use super::{drawing, labels};
use crate::exposure::opened::Opened;
use crate::file_reader::GraphMap;
use ui::{RwSignal, StoredValue, request_animation_frame};

/// How many nodes are drawn per frame, so that the page stays responsive.
const PER_FRAME: usize = 50;

/// The map on the screen.
#[derive(Clone)]
pub(super) struct MapView {
    pub(super) opened: Opened,
    pub(super) svg: Element,
    pub(super) scale: Scale,
    pub(super) map: Rc<GraphMap>,
    pub(super) nodes: Rc<Nodes>,
    /// The nodes that are drawn.
    pub(super) elements: RwSignal<Vec<Element>>,
    /// The only node that Tab reaches; arrow keys lead to the others.
    pub(super) current: StoredValue<usize>,
}

impl MapView {
    /// Draws the next nodes in the next frame, and so on.
    pub(super) fn draw_soon(self) {
        request_animation_frame(move || {
            let drawn = self.elements.try_with_untracked(Vec::len);
            // The map may be closed.
            let Some(drawn) = drawn else { return };
            if drawn == self.map.nodes.len() {
                return self.make_current(self.nodes.first());
            }
            let next = self.map.nodes.iter().enumerate();
            let views = next.skip(drawn).take(PER_FRAME).map(|(index, node)| {
                let view = drawing::node_view(index, node, self.nodes.has_inputs(index));
                let _ = self.svg.append_child(view.node());
                view.node().clone()
            });
            let views: Vec<Element> = views.collect();
            self.elements.update(|elements| elements.extend(views));
            self.draw_soon();
        });
    }

    /// Names the nodes that have room for it.
    pub(super) fn show_names(&self) {
        let scale = self.scale.get();
        self.elements.with(|elements| {
            for (node, element) in self.map.nodes.iter().zip(elements) {
                if let Ok(Some(before)) = element.query_selector("text") {
                    before.remove();
                }
                if let Some(name) = labels::node_name(node, scale) {
                    let _ = element.append_child(name.node());
                }
            }
        });
    }

    /// Marks the nodes with fields, and those with suggested inputs.
    pub(super) fn show_states(&self) {
        let states = self.opened.chosen.with(|chosen| self.nodes.states(chosen));
        self.elements.with(|elements| {
            for (element, state) in elements.iter().zip(states) {
                if element.get_attribute("data-state").as_deref() != state {
                    let _ = match state {
                        Some(state) => element.set_attribute("data-state", state),
                        None => element.remove_attribute("data-state"),
                    };
                }
            }
        });
    }

    /// Marks the nodes of the inputs that the person points at or has focused.
    pub(super) fn show_lit(&self) {
        let lit = self.opened.lit.get();
        while let Ok(Some(before)) = self.svg.query_selector("[data-lit]") {
            let _ = before.remove_attribute("data-lit");
        }
        for input in lit.into_iter().flatten() {
            let node = self.nodes.of_input(input);
            if let Some(element) = node.and_then(|node| self.element(node)) {
                let _ = element.set_attribute("data-lit", "");
            }
        }
    }

    /// The element of a node, if it is drawn.
    pub(super) fn element(&self, node: usize) -> Option<Element> {
        let element = |elements: &Vec<Element>| elements.get(node).cloned();
        self.elements.try_with_untracked(element).flatten()
    }
}
