//! State that those who show it follow: leptos' triggers and owners around a value whose type they do
//! not know. leptos' own signals are compiled anew for each type, which was a quarter of the page.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use leptos::prelude::{Effect, GetValue, LocalStorage, Notify, Track, untrack};
use leptos::reactive::signal::ArcTrigger;

/// What the page's owners hold: a value of a type of its own, and who follows it.
type Item = leptos::prelude::StoredValue<Rc<Slot>, LocalStorage>;

struct Slot {
    value: Box<dyn Any>,
    trigger: ArcTrigger,
}

/// A value that is followed. It ends with the owner that it was made in.
pub(crate) struct RwSignal<T>(Item, PhantomData<fn() -> T>);

/// A value that is kept and followed by nobody. It ends with the owner that it was made in.
pub(crate) struct StoredValue<T>(RwSignal<T>);

impl<T: 'static> RwSignal<T> {
    /// A signal with this value.
    pub(crate) fn new(value: T) -> Self {
        Self(item(Box::new(RefCell::new(value))), PhantomData)
    }

    /// Follows it.
    pub(crate) fn track(&self) {
        track(self.0);
    }

    /// What `tell` makes of the value; follows it.
    pub(crate) fn with<U>(&self, tell: impl FnOnce(&T) -> U) -> U {
        self.track();
        self.with_untracked(tell)
    }

    /// What `tell` makes of the value.
    pub(crate) fn with_untracked<U>(&self, tell: impl FnOnce(&T) -> U) -> U {
        tell(&cell(&slot(self.0)).borrow())
    }

    /// [`Self::with_untracked`]; `None` once its owner has ended.
    pub(crate) fn try_with_untracked<U>(&self, tell: impl FnOnce(&T) -> U) -> Option<U> {
        let slot = self.0.try_get_value()?;
        Some(tell(&cell(&slot).borrow()))
    }

    /// Takes a value.
    pub(crate) fn set(&self, value: T) {
        self.update(|own| *own = value);
    }

    /// Takes a value, unless its owner has ended.
    pub(crate) fn try_set(&self, value: T) -> Option<()> {
        self.try_update(|own| *own = value)
    }

    /// Changes the value.
    pub(crate) fn update(&self, change: impl FnOnce(&mut T)) {
        self.update_untracked(change);
        notify(self.0);
    }

    /// Changes the value, unless its owner has ended.
    pub(crate) fn try_update<U>(&self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        let slot = self.0.try_get_value()?;
        let made = change(&mut cell(&slot).borrow_mut());
        slot.trigger.notify();
        Some(made)
    }

    /// Tells those who follow it that it changed.
    pub(crate) fn notify(&self) {
        notify(self.0);
    }

    fn update_untracked<U>(&self, change: impl FnOnce(&mut T) -> U) -> U {
        change(&mut cell(&slot(self.0)).borrow_mut())
    }
}

impl<T: Clone + 'static> RwSignal<T> {
    /// The value; follows it.
    pub(crate) fn get(&self) -> T {
        self.with(T::clone)
    }

    /// The value.
    pub(crate) fn get_untracked(&self) -> T {
        self.with_untracked(T::clone)
    }

    /// The value; `None` once its owner has ended.
    pub(crate) fn try_get_untracked(&self) -> Option<T> {
        self.try_with_untracked(T::clone)
    }
}

impl<T: 'static> StoredValue<T> {
    /// Keeps this value.
    pub(crate) fn new(value: T) -> Self {
        Self(RwSignal::new(value))
    }

    /// What `tell` makes of the value.
    pub(crate) fn with_value<U>(&self, tell: impl FnOnce(&T) -> U) -> U {
        self.0.with_untracked(tell)
    }

    /// [`Self::with_value`]; `None` once its owner has ended.
    pub(crate) fn try_with_value<U>(&self, tell: impl FnOnce(&T) -> U) -> Option<U> {
        self.0.try_with_untracked(tell)
    }

    /// Takes a value.
    pub(crate) fn set_value(&self, value: T) {
        self.update_value(|own| *own = value);
    }

    /// Changes the value.
    pub(crate) fn update_value(&self, change: impl FnOnce(&mut T)) {
        self.0.update_untracked(change);
    }

    /// Changes the value, unless its owner has ended.
    pub(crate) fn try_update_value<U>(&self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        let slot = self.0.0.try_get_value()?;
        let made = change(&mut cell(&slot).borrow_mut());
        Some(made)
    }
}

impl<T: Clone + 'static> StoredValue<T> {
    /// The value.
    pub(crate) fn get_value(&self) -> T {
        self.with_value(T::clone)
    }
}

/// A signal that holds what `read` reads, and tells only that this has changed, not that something
/// was read again.
pub(crate) fn steady<T: PartialEq + 'static>(read: impl Fn() -> T + 'static) -> RwSignal<T> {
    let signal = RwSignal::new(untrack(&read));
    Effect::new(move |_| {
        let now = read();
        if signal.try_with_untracked(|before| *before != now) == Some(true) {
            signal.set(now);
        }
    });
    signal
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
    // Whoever is told may end the owner of the signal.
    if let Some(slot) = item.try_get_value() {
        slot.trigger.notify();
    }
}

fn cell<T: 'static>(slot: &Slot) -> &RefCell<T> {
    match slot.value.downcast_ref() {
        Some(cell) => cell,
        // A signal of T is made of a T alone.
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
