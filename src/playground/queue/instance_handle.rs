//! Reactive access to one instance of the board, for the views that show it.

use super::board::Board;
use super::instance::Instance;
use crate::time::Clock;
use ui::RwSignal;

/// One instance of the board.
#[derive(Clone, Copy)]
pub(super) struct InstanceHandle {
    /// The board.
    pub(super) board: Board,
    /// The instance's key on it.
    pub(super) key: usize,
    /// Counts the instance's changes.
    pub(super) changes: RwSignal<u32>,
    /// The page's clock.
    pub(super) clock: Clock,
}

impl InstanceHandle {
    /// A text about the instance, not tracked.
    pub(super) fn text_untracked(self, text: fn(&Instance) -> String) -> String {
        self.board
            .read(|state| state.instance(self.key).map(text))
            .unwrap_or_default()
    }

    /// A text about the instance, updated when it changes.
    pub(super) fn text(self, text: fn(&Instance) -> String) -> impl Fn() -> String {
        move || {
            self.changes.track();
            self.text_untracked(text)
        }
    }

    /// A number about the instance; tracks its changes.
    pub(super) fn number(self, number: fn(&Instance) -> f64) -> f64 {
        self.changes.track();
        let number = self
            .board
            .read(|state| state.instance(self.key).map(number));
        number.unwrap_or_default()
    }

    /// The instance's position in the list, from 1; tracks the arrangement.
    pub(super) fn position(self) -> Option<usize> {
        self.board.arranged.track();
        let index = self.board.read(|state| state.shown_index(self.key));
        index.map(|index| index + 1)
    }
}
