//! The choice: an instance for a run that was just added, a run for an instance that has room.

use std::collections::HashSet;

use super::instances::NO_MODELS;
use super::lines::{Group, Line, Rank};
use super::{Entry, Millis, Placement};

/// How long runs of the same key may overtake a run because an instance has their models in memory, as a multiple of
/// the time that loading its own models takes.
const PATIENCE_OWN: f64 = 3.0;
/// The same for runs of other keys.
const PATIENCE_OTHERS: f64 = 1.0;
/// A run waits for an instance with its models in memory if that is expected to be free within this part of the time
/// that loading takes.
const SOON: f64 = 0.25;

impl Placement {
    pub(super) fn fits(&self, group: Group, instance: u32) -> bool {
        let fitting = self.fits.get(&group.needs);
        fitting.is_some_and(|fitting| fitting.contains(&instance))
    }

    /// Offers the runs again that have waited long enough for a warm instance.
    pub(super) fn end_patience(&mut self, now: Millis) {
        while let Some((due, number)) = self.patient.first().copied().filter(|(due, _)| *due <= now)
        {
            self.patient.remove(&(due, number));
            self.offered.push_back(number);
        }
    }

    /// The idle instance for a run: of those with its models in memory, or else of all, the one that has been idle for
    /// longest; none if it is better to wait.
    pub(super) fn instance_for(&mut self, number: u64, now: Millis) -> Option<u32> {
        let entry = self.waiting.get(&number)?;
        if !self.lines.may_place(&entry.run.key) {
            return None;
        }
        let group = entry.group;
        let is_fitting = |id: &u32| self.fits(group, *id);
        if group.models != NO_MODELS {
            let mut idle = self.instances.idle().filter(is_fitting);
            if let Some(warm) = idle.find(|id| self.instances.is_warm(*id, group.models)) {
                return Some(warm);
            }
        }
        let Some(instance) = self.instances.idle().find(is_fitting) else {
            // Behind another run it may wait, but not to load its models there. Others may have that turn.
            let is_warm = |id: &u32| self.instances.is_warm(*id, group.models);
            let room = self.instances.with_room();
            let room = room.filter(is_fitting).find(is_warm);
            self.instances.ask_again(room.into_iter());
            return None;
        };
        if self.is_patient(entry, now) {
            self.start_patience(number, now);
            return None;
        }
        Some(instance)
    }

    /// Whether a run had better wait for an instance that has its models in memory.
    fn is_patient(&self, entry: &Entry, now: Millis) -> bool {
        if entry.group.models == NO_MODELS {
            return false;
        }
        let load = self.durations.load(&entry.run.workflow);
        if is_over(entry, load * PATIENCE_OTHERS, now) {
            return false;
        }
        let warm = self.instances.warm_count(entry.group.models);
        let ahead = self.wanted.get(&entry.group.models).copied().unwrap_or(1);
        let takes = self.durations.anywhere(&entry.run.workflow, false);
        warm > 0 && ahead as f64 * takes / (warm as f64) < load * SOON
    }

    fn start_patience(&mut self, number: u64, now: Millis) {
        let Some(entry) = self.waiting.get_mut(&number) else {
            return;
        };
        let load = self.durations.load(&entry.run.workflow);
        let since = *entry.overtaken_since.get_or_insert(now);
        let due = since + (load * PATIENCE_OTHERS * 1000.0) as Millis + 1;
        self.patient.insert((due.max(now + 1), number));
    }

    /// The run for an instance that has room.
    pub(super) fn run_for(&mut self, instance: u32, now: Millis) -> Option<u64> {
        if !self.instances.has_room(instance) {
            return None;
        }
        let mut lines = self.lines.placeable();
        let (first, next) = lines.find_map(|line| Some((line, self.oldest(line, instance)?)))?;
        let entry = self.waiting.get(&next)?;
        let load = self.durations.load(&entry.run.workflow);
        let is_warm = self.instances.is_warm(instance, entry.group.models);
        let is_idle = self.instances.is_idle(instance);
        let chosen = if is_warm || is_idle && is_over(entry, load * PATIENCE_OWN, now) {
            Some(next)
        } else if let Some(warm) = self.warm_run(first, instance) {
            Some(warm)
        } else if is_idle && is_over(entry, load * PATIENCE_OTHERS, now) {
            Some(next)
        } else {
            let limit = first.virtual_time() + load / first.share();
            let near = lines.take_while(|line| line.virtual_time() <= limit);
            let warm = near.filter_map(|line| self.warm_run(line, instance)).next();
            match warm {
                None if is_idle => return self.cold_run(instance, now),
                warm => warm,
            }
        };
        if chosen != Some(next)
            && let Some(entry) = self.waiting.get_mut(&next)
        {
            entry.overtaken_since.get_or_insert(now);
        }
        chosen
    }

    /// The groups of a key's highest priority that has some for an instance.
    fn fitting_groups<'a>(
        &'a self,
        line: &'a Line,
        instance: u32,
    ) -> Option<impl Iterator<Item = (Group, u64)> + 'a> {
        let suits = move |group: Group| self.fits(group, instance);
        let groups = move |rank: &'a Rank| {
            let fitting = rank.iter().filter(move |(group, _)| suits(**group));
            fitting.filter_map(|(group, runs)| Some((*group, *runs.first()?)))
        };
        line.ranks().map(groups).find_map(|groups| {
            let mut groups = groups.peekable();
            groups.peek().is_some().then_some(groups)
        })
    }

    /// The oldest run of a key that an instance could take.
    fn oldest(&self, line: &Line, instance: u32) -> Option<u64> {
        let groups = self.fitting_groups(line, instance)?;
        groups.map(|(_, number)| number).min()
    }

    /// The oldest run of a key whose models an instance has in memory.
    fn warm_run(&self, line: &Line, instance: u32) -> Option<u64> {
        let in_memory: HashSet<u32> = self.instances.in_memory(instance).collect();
        let groups = self.fitting_groups(line, instance)?;
        let warm = groups.filter(|(group, _)| in_memory.contains(&group.models));
        warm.map(|(_, number)| number).min()
    }

    /// How many seconds of runs wait for each instance that has a run's models in memory, or would have them.
    fn pressure(&self, number: u64) -> f64 {
        let Some(entry) = self.waiting.get(&number) else {
            return 0.0;
        };
        let models = entry.group.models;
        let wanted = self.wanted.get(&models).copied().unwrap_or_default();
        let takes = self.durations.anywhere(&entry.run.workflow, false);
        wanted as f64 * takes / (self.instances.warm_count(models) + 1) as f64
    }

    /// A run of the first key, by turn, that had better load its models here than wait: the one whose models most
    /// runs wait for. The others wait with patience.
    fn cold_run(&mut self, instance: u32, now: Millis) -> Option<u64> {
        let mut patient = Vec::new();
        let chosen = self.lines.placeable().find_map(|line| {
            let groups = self.fitting_groups(line, instance)?;
            let impatient = groups.filter(|(_, number)| {
                let entry = self.waiting.get(number);
                let is_patient = entry.is_some_and(|entry| self.is_patient(entry, now));
                if is_patient {
                    patient.push(*number);
                }
                !is_patient
            });
            let by_pressure = |left: &u64, right: &u64| {
                let order = self.pressure(*left).total_cmp(&self.pressure(*right));
                // The older one, if both are alike.
                order.then(right.cmp(left))
            };
            impatient.map(|(_, number)| number).max_by(by_pressure)
        });
        for number in patient {
            self.start_patience(number, now);
        }
        chosen
    }
}

/// Whether a run has been overtaken for so many seconds.
fn is_over(entry: &Entry, seconds: f64, now: Millis) -> bool {
    let overtaken = |since: Millis| now.saturating_sub(since) as f64 > seconds * 1000.0;
    entry.overtaken_since.is_some_and(overtaken)
}
