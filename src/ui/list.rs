//! A keyed list: existing entries are moved, not rebuilt, and keep the focus. leptos moves them.

use std::collections::HashSet;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::tachys::view::keyed::keyed;
use leptos::tachys::view::{Mountable, Render};
use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

use super::element::El;
use super::focus::focus_in_place;
use super::kept_effect::KeptEffect;
use super::owners::Owners;

/// One entry: its key, and the function that builds it.
type Entry = (String, Rc<dyn Fn() -> El>);

/// An entry to build, with its own owner.
struct Made(Rc<dyn Fn() -> El>, Owners);

/// Fills an element with one entry per item, in order. Each key's entry is built once.
pub fn list<T: Clone + 'static>(
    parent: El,
    items: impl Fn() -> Vec<T> + 'static,
    key: impl Fn(&T) -> String + 'static,
    make: impl Fn(T) -> El + 'static,
) -> El {
    let make = Rc::new(make);
    let entries = move || {
        let entry = |item: T| -> Entry {
            let make = make.clone();
            (key(&item), Rc::new(move || make(item.clone())))
        };
        with_distinct_keys(items().into_iter().map(entry))
    };
    let node = parent.node().clone();
    parent.keep(follow(Box::new(entries), node))
}

/// Makes keys unique: if a deployment sends an id twice, the second entry gets a different key.
fn with_distinct_keys(entries: impl Iterator<Item = Entry>) -> Vec<Entry> {
    let mut seen = HashSet::new();
    let make_distinct = |(mut key, make): Entry| {
        while !seen.insert(key.clone()) {
            key.push('+');
        }
        (key, make)
    };
    entries.map(make_distinct).collect()
}

fn follow(entries: Box<dyn Fn() -> Vec<Entry>>, parent: Element) -> impl std::any::Any {
    let owners = Owners::new();
    KeptEffect::new(move |state| {
        let owners = owners.clone();
        let view = keyed(
            entries(),
            |(key, _): &Entry| key.clone(),
            move |_, (_, make)| (|_: usize| (), Made(make, owners.clone())),
        );
        match state {
            Some(mut state) => {
                keep_focus(&parent, || view.rebuild(&mut state));
                state
            }
            None => {
                let mut state = view.build();
                state.mount(&parent, None);
                state
            }
        }
    })
}

/// Changes the entries. An element loses the focus when it is moved in the page, so it is focused again.
fn keep_focus(parent: &Element, change: impl FnOnce()) {
    let active = || document().active_element();
    let before = active();
    change();
    if let Some(focused) = &before
        && before != active()
        && parent.contains(Some(focused))
    {
        focus_in_place(focused.unchecked_ref());
    }
}

/// An entry in the page; its owner ends with it.
struct Shown(El, Owners, Option<Owner>);

impl Render for Made {
    type State = Shown;

    fn build(self) -> Shown {
        let Self(make, owners) = self;
        let owner = owners.take();
        let view = owner.with(|| untrack(|| make()));
        Shown(view, owners, Some(owner))
    }

    fn rebuild(self, state: &mut Shown) {
        let mut made = self.build();
        state.0.insert_before_this(&mut made);
        state.unmount();
        *state = made;
    }
}

impl Mountable for Shown {
    fn unmount(&mut self) {
        self.0.unmount();
        if let Some(owner) = self.2.take() {
            self.1.give_back(owner);
        }
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        self.0.mount(parent, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        self.0.insert_before_this(child)
    }

    fn elements(&self) -> Vec<Element> {
        self.0.elements()
    }
}
