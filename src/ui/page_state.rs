//! The state of the whole page, which every view may ask for. It is not a context of leptos: a callback that runs
//! without an owner finds it, too.

use std::any::Any;
use std::cell::RefCell;

/// The type of a value that exists once per page. Only types whose value is provided before any view is built may
/// implement it.
pub trait PageState: Clone + 'static {}

thread_local! {
    static STATES: RefCell<Vec<Box<dyn Any>>> = RefCell::default();
}

/// Provides the value of its type for the page, in place of an earlier one.
pub fn provide_context<T: PageState>(state: T) {
    STATES.with_borrow_mut(|states| {
        states.retain(|other| !other.is::<T>());
        states.push(Box::new(state));
    });
}

/// Forgets every value. For tests, which show one page after another.
pub fn forget_contexts() {
    STATES.take();
}

/// The page's value of this type.
pub fn expect_context<T: PageState>() -> T {
    let find = |states: &Vec<Box<dyn Any>>| {
        states
            .iter()
            .find_map(|state| state.downcast_ref().cloned())
    };
    match STATES.with_borrow(find) {
        Some(state) => state,
        // See the trait.
        None => unreachable!(),
    }
}

#[cfg(test)]
mod tests;
