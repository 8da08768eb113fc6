//! A value derived from signals: leptos' memo around a value of unknown type.

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;

use leptos::prelude::{Track, WithUntracked};
use send_wrapper::SendWrapper;

/// leptos asks for values that threads can share. The page has one thread.
type Value = SendWrapper<Rc<dyn Any>>;
type Item = leptos::prelude::Memo<Value>;

/// Computes the value; `None` if it equals the one before.
type Compute = Box<dyn Fn(Option<&dyn Any>) -> Option<Rc<dyn Any>>>;

/// A value derived from signals. It is disposed with the owner in which it was created.
pub struct Memo<T>(Item, PhantomData<fn() -> T>);

/// The result of `read`, computed when it is read or tracked and a signal that it depends on has changed. Its
/// subscribers are notified only when the result changes.
pub fn memo<T: PartialEq + 'static>(read: impl Fn() -> T + 'static) -> Memo<T> {
    let compute = move |before: Option<&dyn Any>| {
        let now = read();
        let before = before.and_then(|before| before.downcast_ref());
        (before != Some(&now)).then(|| Rc::new(now) as Rc<dyn Any>)
    };
    Memo(item(Box::new(compute)), PhantomData)
}

impl<T: 'static> Memo<T> {
    /// Subscribes to it.
    pub fn track(&self) {
        track(self.0);
    }

    /// Reads the value and subscribes to it.
    pub fn with<U>(&self, read: impl FnOnce(&T) -> U) -> U {
        self.track();
        self.with_untracked(read)
    }

    /// Reads the value.
    pub fn with_untracked<U>(&self, read: impl FnOnce(&T) -> U) -> U {
        read(content(&value(self.0)))
    }

    /// Reads the value; `None` if its owner was disposed.
    pub fn try_with_untracked<U>(&self, read: impl FnOnce(&T) -> U) -> Option<U> {
        Some(read(content(&try_value(self.0)?)))
    }
}

impl<T: Clone + 'static> Memo<T> {
    /// A copy of the value; subscribes to it.
    pub fn get(&self) -> T {
        self.with(T::clone)
    }

    /// A copy of the value.
    pub fn get_untracked(&self) -> T {
        self.with_untracked(T::clone)
    }

    /// A copy of the value; `None` if its owner was disposed.
    pub fn try_get_untracked(&self) -> Option<T> {
        self.try_with_untracked(T::clone)
    }
}

// Compiled once, unlike the generic functions above.

fn item(compute: Compute) -> Item {
    let compute = SendWrapper::new(compute);
    Item::new_owning(move |before: Option<Value>| {
        let now = compute(before.as_deref().map(Rc::as_ref));
        match (now, before) {
            (Some(now), _) => (SendWrapper::new(now), true),
            (None, Some(before)) => (before, false),
            // Nothing equals no value.
            (None, None) => unreachable!(),
        }
    })
}

/// Subscribes. Before its value was computed it depends on no signal, so nothing would ever notify it.
fn track(item: Item) {
    item.track();
    try_value(item);
}

/// The value, not borrowed: reading it may change a signal that it depends on.
fn value(item: Item) -> Rc<dyn Any> {
    item.with_untracked(|value| Rc::clone(value))
}

fn try_value(item: Item) -> Option<Rc<dyn Any>> {
    item.try_with_untracked(|value| Rc::clone(value))
}

fn content<T: 'static>(value: &Rc<dyn Any>) -> &T {
    match value.downcast_ref() {
        Some(content) => content,
        // A memo of T only ever computes a T.
        None => unreachable!(),
    }
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Memo<T> {}

impl<T> PartialEq for Memo<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

#[cfg(test)]
mod tests;
