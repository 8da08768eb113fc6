//! The board's state: every instance, which of them are shown in what order, and where. Knows neither
//! the deployment nor the page's elements.

mod apply;
mod arrangement;
mod health;

use super::instance::Instance;
use super::list_layout::ListLayout;
use super::sizes::Sizes;
use super::view_options::ViewOptions;
use super::waiting_snapshot::WaitingSnapshot;

/// The part of the list that is in view, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viewport {
    /// The scroll offset.
    pub(super) top: f64,
    /// The height.
    pub(super) height: f64,
    /// The sizes of what it shows.
    pub(super) sizes: Sizes,
}

/// Counts over all instances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    /// Running tasks.
    pub(super) running: usize,
    /// Pending tasks, and runs that wait for an instance.
    pub(super) pending: usize,
    /// Instances that the deployment lists.
    pub(super) instances: usize,
    /// Those of them that take no runs.
    pub(super) unavailable: usize,
    /// Instances that match the view options.
    pub(super) shown: usize,
}

/// What the polling interval depends on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PollCounters {
    /// Consecutive snapshots without a change.
    pub(super) unchanged: u32,
    /// Consecutive failures.
    pub(super) failures: u32,
    /// Snapshots so far.
    pub(super) snapshots: u32,
    /// Whether the deployment does not report health.
    pub(super) no_health: bool,
}

/// The state of the board.
pub(super) struct BoardState {
    /// Every instance under its key, which is never reused.
    instances: Vec<Option<Box<Instance>>>,
    /// The keys of those that the deployment lists, in its order.
    listed: Vec<usize>,
    /// The keys of those that it does not list: gone, or known only by their health.
    unlisted: Vec<usize>,
    /// The keys of those that are shown, in their order.
    shown: Vec<usize>,
    layout: ListLayout,
    /// Counts over all instances.
    pub(super) totals: Totals,
    /// The runs that wait for an instance.
    pub(super) waiting: WaitingSnapshot,
    /// The view options that the user chose.
    pub(super) options: ViewOptions,
    /// The part of the list that is in view.
    pub(super) viewport: Viewport,
    /// The instance with the focus. It stays in the page even if it is scrolled out of view.
    pub(super) focused: Option<usize>,
    /// How far to scroll so that the instances in view keep their place.
    pub(super) scroll_by: f64,
    /// What the polling interval depends on.
    pub(super) polling: PollCounters,
    /// When the latest snapshot was taken.
    snapshot_at: f64,
    /// The number of the latest sampling interval.
    sample_slot: f64,
}

impl BoardState {
    /// The state before the first snapshot.
    pub(super) fn new() -> Self {
        Self {
            instances: Vec::new(),
            listed: Vec::new(),
            unlisted: Vec::new(),
            shown: Vec::new(),
            layout: ListLayout::default(),
            totals: Totals::default(),
            waiting: WaitingSnapshot::default(),
            options: ViewOptions::load(),
            viewport: Viewport {
                top: 0.0,
                height: 0.0,
                sizes: Sizes::of(16.0, false),
            },
            focused: None,
            scroll_by: 0.0,
            polling: PollCounters::default(),
            snapshot_at: 0.0,
            sample_slot: 0.0,
        }
    }

    /// Removes every instance.
    pub(super) fn clear(&mut self) {
        self.instances.iter_mut().for_each(|slot| *slot = None);
        self.listed.clear();
        self.unlisted.clear();
        self.waiting = WaitingSnapshot::default();
        (self.snapshot_at, self.sample_slot, self.focused) = (0.0, 0.0, None);
        self.polling = PollCounters::default();
    }

    /// An instance by its key.
    pub(super) fn instance(&self, key: usize) -> Option<&Instance> {
        self.instances.get(key)?.as_deref()
    }

    /// A mutable instance by its key.
    pub(super) fn instance_mut(&mut self, key: usize) -> Option<&mut Instance> {
        self.instances.get_mut(key)?.as_deref_mut()
    }

    /// Every instance's key, listed ones first.
    pub(super) fn keys(&self) -> impl Iterator<Item = usize> {
        self.listed.iter().chain(&self.unlisted).copied()
    }

    /// The key of the instance at this index of the deployment's order.
    pub(super) fn key_at(&self, index: usize) -> Option<usize> {
        self.listed.get(index).copied()
    }
}
