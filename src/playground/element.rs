//! Elements of the page: a builder over the DOM whose moving parts are leptos' effects.
//!
//! Every element is of one Rust type, whatever is in it. Views that are a type each, with an
//! attribute a type each, came to two thirds of the page's bytes, and took half as long again to
//! build a form of a thousand fields.

mod list;
mod value;
mod view;

use std::any::Any;

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, Node};

pub(crate) use list::list;
pub(crate) use value::{Flow, IntoFlow, Words};

/// An element with all that moves in it: what is dropped with it no longer moves. Boxed, since it goes
/// through a call for each thing that is said of it.
pub(crate) struct El(Box<Parts>);

struct Parts {
    node: Element,
    kept: Vec<Box<dyn Any>>,
}

/// An element of this tag; `class` may be empty.
pub(crate) fn el(tag: &str, class: &str) -> El {
    let element = match tag {
        "svg" | "path" => document().create_element_ns(Some("http://www.w3.org/2000/svg"), tag),
        _ => document().create_element(tag),
    };
    // A tag of ours is always a name, which is all that can be wrong with one.
    let node = element.unwrap_or_else(|_| JsValue::NULL.unchecked_into());
    let kept = Vec::new();
    let made = El(Box::new(Parts { node, kept }));
    if class.is_empty() {
        made
    } else {
        made.attr("class", class.to_owned())
    }
}

/// A button that submits nothing.
pub(crate) fn button(class: &str, act: impl Fn() + 'static) -> El {
    el("button", class)
        .attr("type", "button")
        .on("click", move |_| act())
}

/// What the control holds that an event came from.
pub(crate) fn value(event: &Event) -> String {
    let target = event
        .target()
        .unwrap_or_else(|| JsValue::NULL.unchecked_into());
    let value = js_sys::Reflect::get(&target, &"value".into()).ok();
    value
        .and_then(|value| value.as_string())
        .unwrap_or_default()
}

impl El {
    /// The element itself.
    pub(crate) fn node(&self) -> &Element {
        &self.0.node
    }

    /// An attribute, fixed or moving; one without a value is absent.
    pub(crate) fn attr<M>(self, name: &'static str, value: impl IntoFlow<M>) -> Self {
        self.put_attr(name, value.flow())
    }

    /// A text, fixed or moving.
    pub(crate) fn text<M>(self, value: impl IntoFlow<M>) -> Self {
        self.put_text(value.flow())
    }

    /// A property that moves, such as what a control holds.
    pub(crate) fn prop<V: Into<JsValue>>(
        self,
        name: &'static str,
        value: impl Fn() -> V + 'static,
    ) -> Self {
        self.put_prop(name, Box::new(move || value().into()))
    }

    /// What is done on an event.
    pub(crate) fn on(self, name: &'static str, act: impl Fn(Event) + 'static) -> Self {
        self.put_on(name, Box::new(act))
    }

    /// A child at the end.
    pub(crate) fn child(mut self, child: El) -> Self {
        let _ = self.0.node.append_child(&child.0.node);
        self.0.kept.extend(child.0.kept);
        self
    }

    /// Children at the end, one after the other.
    pub(crate) fn children(self, children: impl IntoIterator<Item = El>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// A child that comes, goes, and is made anew as what it reads changes.
    pub(crate) fn live(self, make: impl Fn() -> Option<El> + 'static) -> Self {
        self.put_live(Box::new(make))
    }

    /// Does something now, and again whenever what it reads changes, while the element lives.
    pub(crate) fn effect(self, act: impl Fn() + 'static) -> Self {
        self.put_effect(Box::new(act))
    }

    /// Keeps a value for as long as the element.
    pub(crate) fn keep(mut self, value: impl Any) -> Self {
        self.0.kept.push(Box::new(value));
        self
    }

    // What follows is compiled once, not once for every closure that is given to what is above.

    fn put_attr(self, name: &'static str, value: Flow) -> Self {
        let node = self.0.node.clone();
        self.flow(value, move |value| {
            let _ = match value {
                Some(value) => node.set_attribute(name, value),
                None => node.remove_attribute(name),
            };
        })
    }

    fn put_text(self, value: Flow) -> Self {
        let node = document().create_text_node("");
        let _ = self.0.node.append_child(&node);
        self.flow(value, move |value| {
            node.set_data(value.unwrap_or_default());
        })
    }

    fn put_prop(self, name: &'static str, value: Box<dyn Fn() -> JsValue>) -> Self {
        let node = self.0.node.clone();
        self.effect(move || {
            let value = value();
            let name = JsValue::from_str(name);
            // A control whose text is set again loses the place of its caret.
            if js_sys::Reflect::get(&node, &name).ok().as_ref() != Some(&value) {
                let _ = js_sys::Reflect::set(&node, &name, &value);
            }
        })
    }

    fn put_on(mut self, name: &'static str, act: Box<dyn Fn(Event)>) -> Self {
        let owner = Owner::current().unwrap_or_default();
        let act: Box<dyn Fn(Event)> = Box::new(move |event| owner.with(|| act(event)));
        self.0
            .kept
            .push(Box::new(Listener::new(&self.0.node, name, act)));
        self
    }

    fn put_live(mut self, make: Box<dyn Fn() -> Option<El>>) -> Self {
        let anchor = document().create_text_node("");
        let _ = self.0.node.append_child(&anchor);
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

    fn flow(self, flow: Flow, put: impl Fn(Option<&str>) + 'static) -> Self {
        match flow {
            Flow::Fixed(value) => {
                put(value.as_deref());
                self
            }
            Flow::Moving(value) => self.effect(move || put(value().as_deref())),
        }
    }
}

fn render_effect(act: Box<dyn Fn()>) -> RenderEffect<()> {
    RenderEffect::new(move |_| act())
}

fn live(
    make: Box<dyn Fn() -> Option<El>>,
    parent: Element,
    anchor: Node,
) -> RenderEffect<Option<El>> {
    RenderEffect::new(move |before: Option<Option<El>>| {
        if let Some(before) = before.flatten() {
            before.0.node.remove();
        }
        let made = make();
        if let Some(made) = &made {
            let _ = parent.insert_before(&made.0.node, Some(&anchor));
        }
        made
    })
}

/// A listener that is taken off with its element: what is gone must not be called.
struct Listener {
    node: Element,
    name: &'static str,
    act: Closure<dyn Fn(Event)>,
}

impl Listener {
    fn new(node: &Element, name: &'static str, act: Box<dyn Fn(Event)>) -> Self {
        let act = Closure::wrap(act);
        let _ = node.add_event_listener_with_callback(name, act.as_ref().unchecked_ref());
        Self {
            node: node.clone(),
            name,
            act,
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let act = self.act.as_ref().unchecked_ref();
        let _ = self
            .node
            .remove_event_listener_with_callback(self.name, act);
    }
}
