//! Reactive state, type-erased: leptos' triggers and owners around a value of unknown type. The methods
//! have the same meaning as those of leptos' signals and stored values.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use leptos::prelude::{GetValue, LocalStorage, Notify, Track};
use leptos::reactive::signal::ArcTrigger;

/// The values that the owners hold.
type Item = leptos::prelude::StoredValue<Rc<Slot>, LocalStorage>;

struct Slot {
    value: Box<dyn Any>,
    trigger: ArcTrigger,
}

/// A reactive value. It is disposed with the owner in which it was created.
pub struct RwSignal<T>(Item, PhantomData<fn() -> T>);

/// A value that is not reactive. It is disposed with the owner in which it was created.
pub struct StoredValue<T>(RwSignal<T>);

impl<T: 'static> RwSignal<T> {
    /// A signal with this value.
    pub fn new(value: T) -> Self {
        Self(item(Box::new(RefCell::new(value))), PhantomData)
    }

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
        read(&cell(&slot(self.0)).borrow())
    }

    /// Reads the value; `None` if its owner was disposed.
    pub fn try_with_untracked<U>(&self, read: impl FnOnce(&T) -> U) -> Option<U> {
        let slot = self.0.try_get_value()?;
        Some(read(&cell(&slot).borrow()))
    }

    /// Replaces the value and notifies its subscribers; does nothing if its owner was disposed.
    pub fn set(&self, value: T) {
        self.try_update(|old| *old = value);
    }

    /// The same as [`Self::set`]; returns the value if the owner was disposed, `None` on success.
    pub fn try_set(&self, value: T) -> Option<T> {
        let mut value = Some(value);
        self.try_update(|old| {
            if let Some(value) = value.take() {
                *old = value;
            }
        });
        value
    }

    /// Changes the value and notifies its subscribers; does nothing if its owner was disposed.
    pub fn update(&self, change: impl FnOnce(&mut T)) {
        self.try_update(change);
    }

    /// The same as [`Self::update`], with the result of `change`; `None` if the owner was disposed.
    pub fn try_update<U>(&self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        let slot = self.0.try_get_value()?;
        let result = change(&mut cell(&slot).borrow_mut());
        slot.trigger.notify();
        Some(result)
    }

    /// Notifies its subscribers.
    pub fn notify(&self) {
        notify(self.0);
    }
}

impl<T: Clone + 'static> RwSignal<T> {
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

impl<T: 'static> StoredValue<T> {
    /// Keeps this value.
    pub fn new(value: T) -> Self {
        Self(RwSignal::new(value))
    }

    /// Reads the value.
    pub fn with_value<U>(&self, read: impl FnOnce(&T) -> U) -> U {
        self.0.with_untracked(read)
    }

    /// Reads the value; `None` if its owner was disposed.
    pub fn try_with_value<U>(&self, read: impl FnOnce(&T) -> U) -> Option<U> {
        self.0.try_with_untracked(read)
    }

    /// Replaces the value; does nothing if its owner was disposed.
    pub fn set_value(&self, value: T) {
        self.try_update_value(|old| *old = value);
    }

    /// Changes the value; does nothing if its owner was disposed.
    pub fn update_value(&self, change: impl FnOnce(&mut T)) {
        self.try_update_value(change);
    }

    /// The same as [`Self::update_value`], with the result of `change`; `None` if the owner was disposed.
    pub fn try_update_value<U>(&self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        let slot = self.0.0.try_get_value()?;
        let result = change(&mut cell(&slot).borrow_mut());
        Some(result)
    }
}

impl<T: Clone + 'static> StoredValue<T> {
    /// A copy of the value.
    pub fn get_value(&self) -> T {
        self.with_value(T::clone)
    }
}

fn item(value: Box<dyn Any>) -> Item {
    let trigger = ArcTrigger::new();
    Item::new_local(Rc::new(Slot { value, trigger }))
}

fn slot(item: Item) -> Rc<Slot> {
    item.get_value()
}

fn track(item: Item) {
    slot(item).trigger.track();
}

fn notify(item: Item) {
    // Subscribers may end the owner of the signal.
    if let Some(slot) = item.try_get_value() {
        slot.trigger.notify();
    }
}

fn cell<T: 'static>(slot: &Slot) -> &RefCell<T> {
    match slot.value.downcast_ref() {
        Some(cell) => cell,
        // A signal of T is only ever created from a T.
        None => unreachable!(),
    }
}

impl<T> Clone for RwSignal<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for RwSignal<T> {}

impl<T> PartialEq for RwSignal<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Clone for StoredValue<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for StoredValue<T> {}

impl<T> PartialEq for StoredValue<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
