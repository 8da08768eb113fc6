//! What clicks and keys do on a map.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, MouseEvent};
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition, SvgElement};

use super::nearest::Way;
use super::view::MapView;
use crate::exposure::rows::row_id;
use ui::{document, request_animation_frame};

/// How far a click may miss a node, in pixels.
const REACH: f64 = 24.0;

impl MapView {
    pub(super) fn on_click(&self, event: &Event) {
        let node = node_of(event).filter(|node| self.nodes.has_inputs(*node));
        if let Some(node) = node.or_else(|| self.near(event)) {
            self.make_current(Some(node));
            self.show_inputs(node);
        }
    }

    /// The node next to a click: on a small screen, nodes are smaller than a finger.
    fn near(&self, event: &Event) -> Option<usize> {
        let event = event.dyn_ref::<MouseEvent>()?;
        let frame = self.svg.get_bounding_client_rect();
        let pixel = [
            f64::from(event.client_x()) - frame.left(),
            f64::from(event.client_y()) - frame.top(),
        ];
        let scale = self.scale;
        let point = scale.point(pixel, [frame.width(), frame.height()]);
        self.nodes.near(point, REACH / scale.now())
    }

    pub(super) fn on_key(&self, event: &Event) {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        let from = self.current.get_value();
        let to = match event.key().as_str() {
            "ArrowLeft" => self.nodes.next(from, Way::Left),
            "ArrowRight" => self.nodes.next(from, Way::Right),
            "ArrowUp" => self.nodes.next(from, Way::Up),
            "ArrowDown" => self.nodes.next(from, Way::Down),
            "Home" => self.nodes.first(),
            "End" => self.nodes.last(),
            "Enter" | " " => {
                event.prevent_default();
                return self.show_inputs(from);
            }
            _ => return,
        };
        event.prevent_default();
        let element = to.and_then(|to| self.element(to));
        // The focus makes it the current one.
        if let Some(element) = element.and_then(|element| element.dyn_into::<SvgElement>().ok()) {
            let _ = element.focus();
        }
    }

    pub(super) fn make_current(&self, node: Option<usize>) {
        let Some(node) = node else { return };
        let before = self.current.get_value();
        self.current.set_value(node);
        for (node, index) in [(before, "-1"), (node, "0")] {
            if let Some(element) = self.element(node).filter(|_| self.nodes.has_inputs(node)) {
                let _ = element.set_attribute("tabindex", index);
            }
        }
    }

    /// Scrolls to the inputs of a node, and focuses the first.
    fn show_inputs(&self, node: usize) {
        let Some(first) = self.nodes.first_input(node) else {
            return;
        };
        if !focus_row(first) {
            // The search hides it, or it is not among the first of a long list.
            self.opened.search.set(self.nodes.search(node));
            request_animation_frame(move || {
                focus_row(first);
            });
        }
    }
}

/// Focuses the checkbox of an input, if it is in the list.
fn focus_row(input: usize) -> bool {
    let row = document().get_element_by_id(&row_id(input));
    let Some(row) = row.and_then(|row| row.dyn_into::<HtmlElement>().ok()) else {
        return false;
    };
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Center);
    row.scroll_into_view_with_scroll_into_view_options(&options);
    row.focus().is_ok()
}

/// The node that an event came from.
pub(super) fn node_of(event: &Event) -> Option<usize> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let node = target.closest("[data-node]").ok()??;
    node.get_attribute("data-node")?.parse().ok()
}
