//! Clones of the `<template>`s in `index.html`, which hold the markup that the page and the first form share. What
//! differs between clones is marked with `data-slot`.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlTemplateElement};

use super::element::{El, el};

/// A clone of the template with this id. An empty element if there is none, so that the page still works.
pub(crate) fn template(id: &str) -> El {
    clone(id).map_or_else(|| el("div", ""), El::of)
}

fn clone(id: &str) -> Option<Element> {
    let template = document().get_element_by_id(id)?;
    let template: HtmlTemplateElement = template.dyn_into().ok()?;
    let first = template.content().first_element_child()?;
    let clone = first.clone_node_with_deep(true).ok()?;
    clone.dyn_into().ok()
}

impl El {
    /// Fills in the slot with this name: `fill` gets the element that is marked with it.
    pub(crate) fn slot(self, name: &str, fill: impl FnOnce(El) -> El) -> Self {
        match self.find(name) {
            Some(node) => self.keep(fill(El::of(node))),
            None => self,
        }
    }

    /// Replaces the slot with this name by an element, or removes it.
    pub(crate) fn replace(self, name: &str, by: Option<El>) -> Self {
        let Some(node) = self.find(name) else {
            return self;
        };
        match by {
            Some(by) => {
                let _ = node.replace_with_with_node_1(by.node());
                self.keep(by)
            }
            None => {
                node.remove();
                self
            }
        }
    }

    /// The element in it that is marked with this name.
    fn find(&self, name: &str) -> Option<Element> {
        let selector = ["[data-slot=", name, "]"].concat();
        self.node().query_selector(&selector).ok().flatten()
    }
}
