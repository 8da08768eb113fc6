//! The state of the dialog: the lifetime to choose, the link that was made, and all links. Makes no calls.

use super::link::Link;
use crate::connection::Connection;
use crate::runs::RunRow;
use ui::RwSignal;

/// The lifetimes to choose from, in days.
pub(super) const LIFETIMES: [u32; 3] = [1, 7, 30];

/// The lifetime without a choice, in days.
const LIFETIME: u32 = 7;

/// What the author of the workflow lets links show.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Permission {
    Everything,
    WithoutInputs,
    Nothing,
}

impl Permission {
    /// Reads the listing's JSON text.
    pub(super) fn of(share: &str) -> Self {
        match share {
            "true" => Self::Everything,
            "false" => Self::Nothing,
            _ => Self::WithoutInputs,
        }
    }
}

/// The links of this key, as far as they are known.
#[derive(Clone, PartialEq)]
pub(super) enum Links {
    Loading,
    Loaded(Vec<Link>),
    Failed(String),
}

/// The state of one result's dialog.
#[derive(Clone, Copy)]
pub(super) struct Sharing {
    pub(super) row: RunRow,
    pub(super) connection: Connection,
    pub(super) permission: Permission,
    pub(super) is_open: RwSignal<bool>,
    /// The lifetime of the next link, in days.
    pub(super) days: RwSignal<u32>,
    /// Whether a call is under way that makes or revokes a link.
    pub(super) is_busy: RwSignal<bool>,
    /// The link that was made last.
    pub(super) made: RwSignal<Option<Link>>,
    pub(super) links: RwSignal<Links>,
    /// What was done last.
    pub(super) status: RwSignal<Option<String>>,
    /// Why the last call failed.
    pub(super) error: RwSignal<Option<String>>,
}

impl Sharing {
    pub(super) fn new(row: RunRow, connection: Connection, permission: Permission) -> Self {
        Self {
            row,
            connection,
            permission,
            is_open: RwSignal::new(false),
            days: RwSignal::new(LIFETIME),
            is_busy: RwSignal::new(false),
            made: RwSignal::new(None),
            links: RwSignal::new(Links::Loading),
            status: RwSignal::new(None),
            error: RwSignal::new(None),
        }
    }

    /// Adds a link that was made.
    pub(super) fn add(self, link: Link) {
        let _ = self.links.try_update(|links| match links {
            Links::Loaded(links) => links.insert(0, link.clone()),
            other => *other = Links::Loaded(vec![link.clone()]),
        });
        let _ = self.made.try_set(Some(link));
    }

    /// Takes out a link that was revoked.
    pub(super) fn remove(self, id: &str) {
        let _ = self.links.try_update(|links| {
            if let Links::Loaded(links) = links {
                links.retain(|link| link.id != id);
            }
        });
        let is_made = self.made.try_get_untracked().flatten();
        if is_made.is_some_and(|link| link.id == id) {
            let _ = self.made.try_set(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Permission;

    #[test]
    fn the_listing_says_what_may_be_shared() {
        assert!(Permission::of("true") == Permission::Everything);
        assert!(Permission::of("false") == Permission::Nothing);
        assert!(Permission::of("{\"inputs\":false}") == Permission::WithoutInputs);
    }
}
