//! The lines of waiting runs: one for each key, in it one for each priority, in it one for each group of runs that
//! are alike. Keys take turns by virtual time.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Needs;
use super::instances::ModelSet;

/// Runs that fit the same instances and use the same models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Group {
    pub(super) needs: Needs,
    pub(super) models: ModelSet,
}

/// The share of a key that was given no other.
const USUAL_SHARE: f64 = 1.0;

/// The groups of one priority, each with its runs in order.
pub(super) type Rank = BTreeMap<Group, BTreeSet<u64>>;

/// The line of one key.
#[derive(Debug)]
pub(super) struct Line {
    share: f64,
    virtual_time: f64,
    /// By priority, the lowest first.
    ranks: BTreeMap<u8, Rank>,
    /// The number of its runs that wait or are being accepted.
    count: usize,
    /// How many of its runs may have a place at the same time, if that is limited.
    max_placed: Option<usize>,
    /// How many of them have one.
    placed: usize,
}

impl Line {
    /// The ranks, highest priority first.
    pub(super) fn ranks(&self) -> impl Iterator<Item = &Rank> {
        self.ranks.values().rev()
    }

    pub(super) fn virtual_time(&self) -> f64 {
        self.virtual_time
    }

    pub(super) fn share(&self) -> f64 {
        self.share
    }

    /// Whether another one of its runs may have a place.
    pub(super) fn may_place(&self) -> bool {
        self.max_placed.is_none_or(|max| self.placed < max)
    }

    /// How many of its runs may have a place at the same time, if that is limited.
    pub(super) fn max_placed(&self) -> Option<usize> {
        self.max_placed
    }
}

/// A virtual time, to sort by.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Turn(f64);

impl Eq for Turn {}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The lines of all keys.
#[derive(Debug, Default)]
pub(super) struct Lines {
    lines: HashMap<String, Line>,
    /// The keys with waiting runs, by virtual time.
    turns: BTreeSet<(Turn, String)>,
    /// The virtual time of the key that was served last: a key that has been away starts there.
    virtual_time: f64,
    /// The number of runs that wait or are being accepted.
    total: usize,
}

impl Lines {
    fn line(&mut self, key: &str) -> &mut Line {
        let virtual_time = self.virtual_time;
        let lines = &mut self.lines;
        lines.entry(key.to_owned()).or_insert_with(|| Line {
            share: USUAL_SHARE,
            virtual_time,
            ranks: BTreeMap::new(),
            count: 0,
            max_placed: None,
            placed: 0,
        })
    }

    pub(super) fn set_share(&mut self, key: &str, share: f64) {
        if share.is_finite() && share > 0.0 {
            self.line(key).share = share;
        }
    }

    pub(super) fn set_max_placed(&mut self, key: &str, max: Option<usize>) {
        self.line(key).max_placed = max;
    }

    /// Whether another run of a key may have a place.
    pub(super) fn may_place(&self, key: &str) -> bool {
        self.lines.get(key).is_none_or(Line::may_place)
    }

    /// Counts a run of a key that gets a place.
    pub(super) fn place(&mut self, key: &str) {
        self.line(key).placed += 1;
    }

    /// Counts a run of a key that gives up its place. Returns whether others of its runs may have waited for that.
    pub(super) fn vacate(&mut self, key: &str) -> bool {
        let line = self.line(key);
        let was_full = !line.may_place();
        line.placed = line.placed.saturating_sub(1);
        was_full && line.may_place()
    }

    pub(super) fn insert(&mut self, key: &str, priority: u8, group: Group, number: u64) {
        let now = self.virtual_time;
        let line = self.line(key);
        if line.ranks.is_empty() {
            line.virtual_time = line.virtual_time.max(now);
        }
        let turn = Turn(line.virtual_time);
        let rank = line.ranks.entry(priority).or_default();
        rank.entry(group).or_default().insert(number);
        self.turns.insert((turn, key.to_owned()));
        self.admit(key);
    }

    /// Counts one more run of a key.
    pub(super) fn admit(&mut self, key: &str) {
        self.line(key).count += 1;
        self.total += 1;
    }

    /// Counts one run of a key less.
    pub(super) fn release(&mut self, key: &str) {
        self.line(key).count -= 1;
        self.total -= 1;
    }

    /// The number of runs that wait or are being accepted.
    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// The same of one key.
    pub(super) fn count(&self, key: &str) -> usize {
        self.lines.get(key).map_or(0, |line| line.count)
    }

    /// The share of a key among those with runs that wait or are being accepted, from 0 to 1.
    pub(super) fn part(&self, key: &str) -> f64 {
        let own = self.lines.get(key).map_or(USUAL_SHARE, |line| line.share);
        let others = self.lines.iter();
        let others = others.filter(|(other, line)| *other != key && line.count > 0);
        own / (own + others.map(|(_, line)| line.share).sum::<f64>())
    }

    pub(super) fn remove(&mut self, key: &str, priority: u8, group: Group, number: u64) {
        let line = self.line(key);
        if let Some(rank) = line.ranks.get_mut(&priority) {
            if let Some(runs) = rank.get_mut(&group) {
                runs.remove(&number);
                if runs.is_empty() {
                    rank.remove(&group);
                }
            }
            if rank.is_empty() {
                line.ranks.remove(&priority);
            }
        }
        let turn = Turn(line.virtual_time);
        if line.ranks.is_empty() {
            self.turns.remove(&(turn, key.to_owned()));
        }
        self.release(key);
    }

    /// The first run of a group of a key.
    pub(super) fn first(&self, key: &str, priority: u8, group: Group) -> Option<u64> {
        let rank = self.lines.get(key)?.ranks.get(&priority)?;
        rank.get(&group)?.first().copied()
    }

    /// Charges a key for seconds that its runs use.
    pub(super) fn charge(&mut self, key: &str, seconds: f64) {
        let line = self.line(key);
        let before = Turn(line.virtual_time);
        line.virtual_time += seconds / line.share;
        let after = Turn(line.virtual_time);
        if self.turns.remove(&(before, key.to_owned())) {
            self.turns.insert((after, key.to_owned()));
        }
    }

    /// Notes that a key is served.
    pub(super) fn serve(&mut self, key: &str) {
        let time = self.line(key).virtual_time;
        self.virtual_time = self.virtual_time.max(time);
    }

    /// The keys with waiting runs and their lines, in the order of their turns.
    pub(super) fn in_turn(&self) -> impl Iterator<Item = (&str, &Line)> {
        let keys = self.turns.iter();
        keys.filter_map(|(_, key)| Some((key.as_str(), self.lines.get(key)?)))
    }

    /// The lines of the keys that may have another run at an instance, in the order of their turns.
    pub(super) fn placeable(&self) -> impl Iterator<Item = &Line> {
        let lines = self.in_turn().map(|(_, line)| line);
        lines.filter(|line| line.may_place())
    }
}
