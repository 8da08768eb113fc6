//! What the board knows: every instance, which of them are to be seen in what order, and where. Knows
//! neither the deployment nor the page's elements.

mod apply;
mod arrangement;
mod health;

use super::list_layout::Geometry;
use super::row::Row;
use super::view_options::Wish;

/// How far beyond what is seen instances are there, in pixels.
const MARGIN: f64 = 240.0;
/// The heights of an article's parts, in rem: all above its tasks, one task, the button for more,
/// what is below. The page's styles take them from here.
pub(super) const HEAD: f64 = 5.5;
pub(super) const TASK: f64 = 1.5;
pub(super) const MORE: f64 = 1.75;
const FOOT: f64 = 0.75;

/// The part of the list that is seen, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// How far it is scrolled.
    pub(super) top: f64,
    /// How high it is.
    pub(super) height: f64,
    /// One rem.
    pub(super) rem: f64,
}

/// All that runs, all that waits, how many instances there are and how many of them are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) running: usize,
    pub(super) pending: usize,
    pub(super) instances: usize,
    pub(super) shown: usize,
}

/// What the pace of asking follows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    /// Pictures in a row without a change.
    pub(super) calm: u32,
    /// Failures in a row.
    pub(super) failures: u32,
    /// Pictures in all.
    pub(super) asked: u32,
    /// Whether the deployment tells no health.
    pub(super) no_health: bool,
}

/// What the board knows.
pub(super) struct State {
    /// Every instance under a number of its own, which no other one gets.
    rows: Vec<Option<Box<Row>>>,
    /// Those that the deployment lists, in its order.
    listed: Vec<usize>,
    /// Those that it does not list: gone, or known by their health alone.
    others: Vec<usize>,
    /// Those to be seen, in their order.
    order: Vec<usize>,
    geometry: Geometry,
    /// All of them.
    pub(super) totals: Totals,
    /// What the person wishes to see.
    pub(super) wish: Wish,
    /// What is seen of the list.
    pub(super) view: View,
    /// The instance that has the focus, which stays in the page wherever it is.
    pub(super) focused: Option<usize>,
    /// How far the list is to be scrolled, so that what is seen stays where it is.
    pub(super) shift: f64,
    /// What the pace of asking follows.
    pub(super) count: Count,
    /// When the last picture was seen.
    last: f64,
    /// Counts the times at which the load is noted.
    slot: f64,
}

impl State {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self {
            rows: Vec::new(),
            listed: Vec::new(),
            others: Vec::new(),
            order: Vec::new(),
            geometry: Geometry::default(),
            totals: Totals::default(),
            wish: Wish::load(),
            view: View {
                top: 0.0,
                height: 0.0,
                rem: 16.0,
            },
            focused: None,
            shift: 0.0,
            count: Count::default(),
            last: 0.0,
            slot: 0.0,
        }
    }

    /// Forgets every instance.
    pub(super) fn clear(&mut self) {
        self.rows.iter_mut().for_each(|row| *row = None);
        self.listed.clear();
        self.others.clear();
        (self.last, self.slot, self.focused) = (0.0, 0.0, None);
        self.count = Count::default();
    }

    /// An instance by its number.
    pub(super) fn row(&self, key: usize) -> Option<&Row> {
        self.rows.get(key)?.as_deref()
    }

    /// The same, to change it.
    pub(super) fn row_mut(&mut self, key: usize) -> Option<&mut Row> {
        self.rows.get_mut(key)?.as_deref_mut()
    }

    /// Every instance's number, the deployment's own order first.
    pub(super) fn keys(&self) -> impl Iterator<Item = usize> {
        self.listed.iter().chain(&self.others).copied()
    }

    /// The number of the instance at a place of the deployment's order.
    pub(super) fn at(&self, place: usize) -> Option<usize> {
        self.listed.get(place).copied()
    }
}

impl Row {
    /// Tells its article that it changed.
    pub(super) fn touch(&self) {
        if let Some(tick) = self.tick {
            let _ = tick.try_update(|tick| *tick = tick.wrapping_add(1));
        }
    }
}
