//! Who calls, or why nobody does.

use crate::store::KeyTerms;
use api::{Rate, Right, Rights};

/// Why a key is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyRefused {
    Unknown,
    Expired,
    /// It was valid until a while after its regeneration.
    Regenerated,
}

/// The holder of a valid key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    /// The name of the key; empty for the first one.
    pub(crate) name: String,
    rights: Rights,
    /// How often it may submit a run.
    pub(crate) limit: Option<Rate>,
}

impl Caller {
    /// The holder of the first key.
    pub(super) fn first() -> Self {
        Self {
            name: String::new(),
            rights: Right::Admin.into(),
            limit: None,
        }
    }

    /// The holder of the key with this name.
    pub(super) fn named(name: &str, terms: &KeyTerms) -> Self {
        Self {
            name: name.to_owned(),
            rights: terms.rights,
            limit: terms.limit,
        }
    }

    /// Whether it is the holder of the first key.
    pub(crate) fn is_first(&self) -> bool {
        self.name.is_empty()
    }

    /// Whether it may do this.
    pub(crate) fn may(&self, right: Right) -> bool {
        self.rights.allow(right)
    }

    /// Whose runs it may see: its own, or `None` for everybody's.
    pub(crate) fn sees(&self) -> Option<&str> {
        (!self.may(Right::Admin)).then_some(self.name.as_str())
    }

    /// Whether it may see and change runs of this owner.
    pub(crate) fn owns(&self, owner: &str) -> bool {
        self.sees().is_none_or(|own| own == owner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_key_and_admins_see_the_runs_of_others() {
        let caller = |name: &str| Caller::named(name, &KeyTerms::default());
        let terms = KeyTerms {
            rights: Right::Admin.into(),
            ..KeyTerms::default()
        };
        let admin = Caller::named("ann", &terms);
        assert!(Caller::first().owns("") && Caller::first().owns("a") && caller("a").owns("a"));
        assert!(!caller("a").owns("") && !caller("a").owns("b"));
        assert!(admin.owns("") && admin.owns("b") && !admin.is_first());
    }
}
