//! The browser's methods that build elements. None of them can throw the way it is called here. The bindings in
//! web-sys wrap each call in a closure that catches exceptions, which is slow: a form makes thousands of these calls.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Element, Node, NodeList};

#[wasm_bindgen]
extern "C" {
    type BuiltNode;

    #[wasm_bindgen(method, js_name = setAttribute)]
    fn set_attribute(this: &BuiltNode, name: &str, value: &str);
    #[wasm_bindgen(method, js_name = append)]
    fn append_text(this: &BuiltNode, text: &str);
    #[wasm_bindgen(method, js_name = appendChild)]
    fn append_child(this: &BuiltNode, child: &Node);
    #[wasm_bindgen(method, js_name = replaceWith)]
    fn replace_with(this: &BuiltNode, other: &Node);
    #[wasm_bindgen(method, js_name = cloneNode)]
    fn clone_node(this: &BuiltNode, deep: bool) -> Element;
    #[wasm_bindgen(method, js_name = querySelectorAll)]
    fn query_selector_all(this: &BuiltNode, selectors: &str) -> NodeList;
    #[wasm_bindgen(method, js_name = addEventListener)]
    fn add_event_listener(this: &BuiltNode, name: &str, listener: &JsValue);
    #[wasm_bindgen(method, js_name = removeEventListener)]
    fn remove_event_listener(this: &BuiltNode, name: &str, listener: &JsValue);
    #[wasm_bindgen(method, structural, indexing_getter)]
    fn property(this: &BuiltNode, name: &JsValue) -> JsValue;
    #[wasm_bindgen(method, structural, indexing_setter)]
    fn set_property(this: &BuiltNode, name: &JsValue, value: &JsValue);
}

fn built(node: &Node) -> &BuiltNode {
    node.unchecked_ref()
}

/// Sets an attribute. The name must be valid.
pub(super) fn set_attribute(element: &Element, name: &str, value: &str) {
    built(element).set_attribute(name, value);
}

/// Adds a text at the end.
pub(super) fn append_text(element: &Element, text: &str) {
    built(element).append_text(text);
}

/// Adds a child at the end. The child must not contain the element.
pub(super) fn append(element: &Element, child: &Node) {
    built(element).append_child(child);
}

/// Puts another node in the place of an element. The node must not contain the element.
pub(super) fn replace(element: &Element, by: &Node) {
    built(element).replace_with(by);
}

/// A copy of an element with everything in it.
pub(super) fn clone(element: &Element) -> Element {
    built(element).clone_node(true)
}

/// The elements in it that match. The selectors must be valid.
pub(super) fn find_all(element: &Element, selectors: &str) -> NodeList {
    built(element).query_selector_all(selectors)
}

/// Adds a listener.
pub(super) fn listen(element: &Element, name: &str, listener: &JsValue) {
    built(element).add_event_listener(name, listener);
}

/// Removes a listener.
pub(super) fn stop_listening(element: &Element, name: &str, listener: &JsValue) {
    built(element).remove_event_listener(name, listener);
}

/// Sets a property of a control that accepts any value. Setting the same text again would move the caret.
pub(super) fn set_property(element: &Element, name: &JsValue, value: &JsValue) {
    if built(element).property(name) != *value {
        built(element).set_property(name, value);
    }
}
