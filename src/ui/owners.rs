//! Owners that are used again. An owner never releases the owners created in it, so new ones would pile up.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::Owner;

/// Owners within one that stays.
#[derive(Clone)]
pub(super) struct Owners {
    parent: Owner,
    spare: Rc<RefCell<Vec<Owner>>>,
}

impl Owners {
    /// Owners within the current one.
    pub(super) fn new() -> Self {
        Self {
            parent: Owner::current().unwrap_or_default(),
            spare: Rc::default(),
        }
    }

    /// One that nothing uses.
    pub(super) fn take(&self) -> Owner {
        let spare = self.spare.borrow_mut().pop();
        spare.unwrap_or_else(|| self.parent.with(Owner::new))
    }

    /// Ends what belongs to an owner, and keeps it for later.
    pub(super) fn give_back(&self, owner: Owner) {
        owner.cleanup();
        self.spare.borrow_mut().push(owner);
    }
}

#[cfg(test)]
mod tests;
