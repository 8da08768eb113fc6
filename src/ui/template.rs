//! Clones of the `<template>`s in `index.html`, which hold the markup that the page and the first form share. What
//! differs between clones is marked with `data-slot`.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlTemplateElement};

use super::dom;
use super::element::{El, el};
use super::slots::{SLOTS, Slots};
use super::text::{IntoText, LiveText, Text};

thread_local! {
    static TEMPLATES: RefCell<Vec<Template>> = RefCell::default();
}

/// The content of a template, read once, and the names of its slots in the order of the document.
#[derive(Clone)]
struct Template {
    id: String,
    content: Element,
    names: Rc<[String]>,
}

/// Reads every template, so that the next form need not.
pub fn read_templates() {
    let Some(body) = document().body() else {
        return;
    };
    let found = dom::find_all(&body, "template");
    let element = |index| found.item(index)?.dyn_into::<HtmlTemplateElement>().ok();
    for element in (0..found.length()).filter_map(element) {
        if known(&element.id()).is_none() {
            read(&element);
        }
    }
}

/// A clone of the template with this id. An empty element if there is none, so that the page still works; tests fail.
pub fn template(id: &'static str) -> El {
    let found = known(id).or_else(|| read(document().get_element_by_id(id)?.dyn_ref()?));
    debug_assert!(found.is_some(), "no template {id}");
    found.map_or_else(|| el("div", ""), Template::clone_content)
}

fn known(id: &str) -> Option<Template> {
    let find = |all: &RefCell<Vec<Template>>| {
        let all = all.borrow();
        all.iter().find(|template| template.id == id).cloned()
    };
    TEMPLATES.with(find)
}

fn read(element: &HtmlTemplateElement) -> Option<Template> {
    let content = element.content().first_element_child()?;
    let slots = dom::find_all(&content, SLOTS);
    let name = |index| {
        slots
            .item(index)?
            .unchecked_into::<Element>()
            .get_attribute("data-slot")
    };
    let names = (0..slots.length()).filter_map(name).collect();
    let id = element.id();
    let template = Template { id, content, names };
    TEMPLATES.with(|all| all.borrow_mut().push(template.clone()));
    Some(template)
}

impl Template {
    fn clone_content(self) -> El {
        let element = dom::clone(&self.content);
        let slots = Slots::of(&element, self.names);
        El::with_slots(element, Some(slots))
    }
}

impl El {
    /// Fills in the slot with this name: `fill` gets the element that is marked with it.
    pub fn slot(self, name: &str, fill: impl FnOnce(El) -> El) -> Self {
        match self.find(name) {
            Some(node) => {
                let filled = fill(El::with_slots(node, self.slots().cloned()));
                self.keep(filled)
            }
            None => self,
        }
    }

    /// Fills in the slot with this name with a text, fixed or live. It is in the page only while it has one; its
    /// element id is `of-name`.
    pub fn slot_text<M>(self, name: &str, of: &str, text: impl IntoText<M>) -> Self {
        self.put_slot_text(name, of, text.into_text())
    }

    fn put_slot_text(self, name: &str, of: &str, text: Text) -> Self {
        let Some(node) = self.find(name) else {
            return self;
        };
        let id = [of, "-", name].concat();
        match text {
            Text::Fixed(Some(text)) => show_text(&node, &id, &text),
            Text::Fixed(None) => node.remove(),
            Text::Live(text) => return self.effect(show_while_some(node, id, text)),
        }
        self
    }

    /// Replaces the slot with this name by an element, or removes it.
    pub fn replace(self, name: &str, by: Option<El>) -> Self {
        let Some(node) = self.find(name) else {
            return self;
        };
        match by {
            Some(by) => {
                dom::replace(&node, by.node());
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
        let slots = self.slots();
        debug_assert!(slots.is_some(), "a slot {name} outside a template");
        slots?.find(name)
    }
}

fn show_text(node: &Element, id: &str, text: &str) {
    node.set_id(id);
    node.set_text_content(Some(text));
}

/// Shows a text in an element that is in the page only while there is one.
fn show_while_some(node: Element, id: String, text: LiveText) -> impl Fn() {
    let anchor = document().create_text_node("");
    dom::replace(&node, &anchor);
    move || match text() {
        Some(text) => {
            show_text(&node, &id, &text);
            let _ = anchor.after_with_node_1(&node);
        }
        None => node.remove(),
    }
}
