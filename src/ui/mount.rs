//! Implements leptos' view traits for elements, so that leptos can mount them and move them in lists.

use leptos::tachys::view::{Mountable, Render};
use web_sys::{Element, Node};

use super::element::El;

impl Render for El {
    type State = Self;

    fn build(self) -> Self {
        self
    }

    fn rebuild(self, state: &mut Self) {
        let mut made = self;
        state.insert_before_this(&mut made);
        state.unmount();
        *state = made;
    }
}

impl Mountable for El {
    fn unmount(&mut self) {
        self.node().remove();
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        let _ = parent.insert_before(self.node(), marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        if let Some(parent) = self.node().parent_element() {
            child.mount(&parent, Some(self.node()));
        }
        true
    }

    fn elements(&self) -> Vec<Element> {
        vec![self.node().clone()]
    }
}
