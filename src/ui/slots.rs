//! The slots of a template's clone: the elements that are marked with `data-slot`.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, NodeList};

use super::dom;

/// Finds every slot.
pub(super) const SLOTS: &str = "[data-slot]";

/// The slots of a clone. They are found by their position, because a form may have a thousand clones.
#[derive(Clone)]
pub(super) struct Slots {
    names: Rc<[String]>,
    elements: NodeList,
}

impl Slots {
    /// The slots of this clone, whose names are known from its template.
    pub(super) fn of(clone: &Element, names: Rc<[String]>) -> Self {
        let elements = dom::find_all(clone, SLOTS);
        Self { names, elements }
    }

    /// The slot with this name. Without one, the page does without what would be in it; tests fail.
    pub(super) fn find(&self, name: &str) -> Option<Element> {
        let index = self.names.iter().position(|own| own == name);
        debug_assert!(index.is_some(), "no slot {name} in {:?}", self.names);
        let index = index?;
        let node = self.elements.item(index as u32)?;
        Some(node.unchecked_into())
    }
}
