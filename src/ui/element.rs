//! One element: a builder over the DOM. Its live parts are leptos' effects, which end with it.

use std::any::Any;
use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlOptionElement, Node, UiEvent};

use super::dom;
use super::kept_effect::KeptEffect;
use super::slots::Slots;
use super::text::{IntoText, LiveText, Text};

/// An element with its effects and listeners, which end when it is dropped. Boxed, since each call of the
/// builder moves it.
pub struct El(Box<Parts>);

struct Parts {
    node: Element,
    slots: Option<Slots>,
    kept: Vec<Box<dyn Any>>,
}

/// An element with this tag; `class` may be empty.
pub fn el(tag: &str, class: &str) -> El {
    let element = match tag {
        "svg" | "path" | "g" | "rect" | "text" | "title" => {
            document().create_element_ns(Some("http://www.w3.org/2000/svg"), tag)
        }
        _ => document().create_element(tag),
    };
    // Creating one fails only for an invalid name.
    let element = element.unwrap_or_else(|_| JsValue::NULL.unchecked_into());
    let made = El::with_slots(element, None);
    if class.is_empty() {
        made
    } else {
        made.attr("class", class.to_owned())
    }
}

/// A button that does not submit a form.
pub fn button(class: &str, on_click: impl Fn() + 'static) -> El {
    el("button", class)
        .attr("type", "button")
        .on("click", move |_| on_click())
}

/// An entry of a `<select>`.
pub fn choice_option(value: &str, text: &str) -> El {
    match HtmlOptionElement::new_with_text_and_value(text, value) {
        Ok(option) => El::with_slots(option.into(), None),
        Err(_) => el("option", ""),
    }
}

/// The value of the control that an event came from.
pub fn value(event: &Event) -> String {
    let value = property(event, "value").and_then(|value| value.as_string());
    value.unwrap_or_default()
}

/// Whether the checkbox that an event came from is checked.
pub fn checked(event: &Event) -> bool {
    property(event, "checked").is_some_and(|checked| checked.is_truthy())
}

/// Whether a click is not the second one of a double click.
pub fn is_first_click(event: &Event) -> bool {
    event
        .dyn_ref::<UiEvent>()
        .is_none_or(|event| event.detail() < 2)
}

/// The name of the tag that an event came from.
pub fn target_tag(event: &Event) -> String {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    target.map(|target| target.tag_name()).unwrap_or_default()
}

fn property(event: &Event, name: &str) -> Option<JsValue> {
    js_sys::Reflect::get(&event.target()?.into(), &name.into()).ok()
}

impl El {
    /// An element that already exists, with the slots of the template that it is from.
    pub(super) fn with_slots(node: Element, slots: Option<Slots>) -> Self {
        let kept = Vec::new();
        El(Box::new(Parts { node, slots, kept }))
    }

    pub(super) fn slots(&self) -> Option<&Slots> {
        self.0.slots.as_ref()
    }

    /// The DOM element.
    pub fn node(&self) -> &Element {
        &self.0.node
    }

    /// Sets an attribute that the element does not have yet, fixed or live; `None` and `false` remove it again.
    pub fn attr<M>(self, name: &'static str, value: impl IntoText<M>) -> Self {
        self.put_attr(name, value.into_text())
    }

    /// Adds a text, fixed or live.
    pub fn text<M>(self, value: impl IntoText<M>) -> Self {
        self.put_text(value.into_text())
    }

    /// Sets a live property, such as the value of a control.
    pub fn prop<V: Into<JsValue>>(
        self,
        name: &'static str,
        value: impl Fn() -> V + 'static,
    ) -> Self {
        self.put_prop(name, Box::new(move || value().into()))
    }

    /// Listens to an event.
    pub fn on(self, name: &'static str, listener: impl Fn(Event) + 'static) -> Self {
        self.put_on(name, Box::new(listener))
    }

    /// Adds a child at the end.
    pub fn child(mut self, child: El) -> Self {
        dom::append(&self.0.node, &child.0.node);
        self.0.kept.extend(child.0.kept);
        self
    }

    /// Adds children at the end.
    pub fn children(self, children: impl IntoIterator<Item = El>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// Takes what is kept as long as the element.
    pub(super) fn take_kept(&mut self) -> Vec<Box<dyn Any>> {
        std::mem::take(&mut self.0.kept)
    }

    /// Adds a child that is rebuilt when a signal that `make` reads changes. `None` means no child.
    pub fn live(self, make: impl Fn() -> Option<El> + 'static) -> Self {
        self.put_live(Box::new(make))
    }

    /// Runs `act` now, and again when a signal that it reads changes, as long as the element exists.
    pub fn effect(self, act: impl Fn() + 'static) -> Self {
        self.put_effect(Box::new(act))
    }

    /// Keeps a value as long as the element.
    pub fn keep(mut self, value: impl Any) -> Self {
        self.0.kept.push(Box::new(value));
        self
    }

    // Compiled once, unlike the generic methods above.

    fn put_attr(self, name: &'static str, value: Text) -> Self {
        let node = self.0.node.clone();
        let is_set = Cell::new(false);
        self.apply(value, move |value| {
            match value {
                Some(value) => dom::set_attribute(&node, name, value),
                None if is_set.get() => {
                    let _ = node.remove_attribute(name);
                }
                None => {}
            }
            is_set.set(value.is_some());
        })
    }

    fn put_text(self, value: Text) -> Self {
        match value {
            Text::Fixed(text) => {
                if let Some(text) = text {
                    dom::append_text(&self.0.node, &text);
                }
                self
            }
            Text::Live(text) => {
                let parent = self.0.node.clone();
                self.keep(live_text(text, parent))
            }
        }
    }

    fn put_prop(self, name: &'static str, value: Box<dyn Fn() -> JsValue>) -> Self {
        let node = self.0.node.clone();
        let name = JsValue::from_str(name);
        self.effect(move || dom::set_property(&node, &name, &value()))
    }

    fn put_on(mut self, name: &'static str, listener: Box<dyn Fn(Event)>) -> Self {
        let owner = Owner::current().unwrap_or_default();
        let listener: Box<dyn Fn(Event)> = Box::new(move |event| owner.with(|| listener(event)));
        self.0
            .kept
            .push(Box::new(Listener::new(&self.0.node, name, listener)));
        self
    }

    fn put_live(mut self, make: Box<dyn Fn() -> Option<El>>) -> Self {
        let anchor = document().create_text_node("");
        dom::append(&self.0.node, &anchor);
        let parent = self.0.node.clone();
        self.0
            .kept
            .push(Box::new(live(make, parent, anchor.into())));
        self
    }

    fn put_effect(mut self, act: Box<dyn Fn()>) -> Self {
        self.0.kept.push(Box::new(render_effect(act)));
        self
    }

    fn apply(self, text: Text, put: impl Fn(Option<&str>) + 'static) -> Self {
        match text {
            Text::Fixed(value) => {
                put(value.as_deref());
                self
            }
            Text::Live(value) => self.effect(move || put(value().as_deref())),
        }
    }
}

fn render_effect(act: Box<dyn Fn()>) -> KeptEffect<()> {
    KeptEffect::new(move |_| act())
}

fn live_text(text: LiveText, parent: Element) -> KeptEffect<web_sys::Text> {
    KeptEffect::new(move |shown: Option<web_sys::Text>| {
        let text = text().unwrap_or_default();
        match shown {
            Some(shown) => {
                shown.set_data(&text);
                shown
            }
            None => {
                let shown = document().create_text_node(&text);
                dom::append(&parent, &shown);
                shown
            }
        }
    })
}

fn live(
    make: Box<dyn Fn() -> Option<El>>,
    parent: Element,
    anchor: Node,
) -> KeptEffect<Option<El>> {
    KeptEffect::new(move |before: Option<Option<El>>| {
        if let Some(before) = before.flatten() {
            let node = before.0.node.clone();
            // Its signals are gone, so its listeners end before the browser tells them that the focus left.
            drop(before);
            node.remove();
        }
        let made = make();
        if let Some(made) = &made {
            let _ = parent.insert_before(&made.0.node, Some(&anchor));
        }
        made
    })
}

/// A listener that is removed with its element.
struct Listener {
    node: Element,
    name: &'static str,
    act: Closure<dyn Fn(Event)>,
}

impl Listener {
    fn new(node: &Element, name: &'static str, act: Box<dyn Fn(Event)>) -> Self {
        let act = Closure::wrap(act);
        dom::listen(node, name, act.as_ref());
        Self {
            node: node.clone(),
            name,
            act,
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        dom::stop_listening(&self.node, self.name, self.act.as_ref());
    }
}
