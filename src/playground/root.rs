//! The owner of what lives as long as the page: signals made in late callbacks belong to it, not
//! to the component that happened to be there.

use leptos::prelude::*;

use crate::playground::signal::StoredValue;

/// The page's own owner.
#[derive(Clone)]
pub(crate) struct Root(Owner);

impl Root {
    /// Takes the current owner, which must be the page's.
    pub(crate) fn provide() {
        if let Some(owner) = Owner::current() {
            provide_context(StoredValue::new(Self(owner)));
        }
    }

    /// The page's owner, to be taken while a component is made.
    pub(crate) fn take() -> StoredValue<Self> {
        expect_context()
    }

    /// Makes something that lives as long as the page.
    pub(crate) fn make<T>(&self, make: impl FnOnce() -> T) -> T {
        self.0.with(make)
    }
}
