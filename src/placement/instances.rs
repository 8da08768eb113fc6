//! The instances: their places, and the models that they have in memory.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use super::Millis;

/// How many sets of models an instance keeps in memory. ComfyUI does not say; it depends on their sizes.
const IN_MEMORY: usize = 3;

/// A set of models; 0 is the empty one.
pub(super) type ModelSet = u32;

/// The empty set of models.
pub(super) const NO_MODELS: ModelSet = 0;

#[derive(Debug, Default)]
struct Instance {
    depth: usize,
    used: usize,
    /// The number of its tasks from elsewhere.
    foreign: usize,
    /// Whether its run loads models: another one would wait long behind it.
    is_loading: bool,
    /// The sets of models in its memory, the last one first.
    models: VecDeque<ModelSet>,
    /// When its last run has ended: if it has none, it has been idle since then.
    idle_since: Millis,
}

/// All instances.
#[derive(Debug, Default)]
pub(super) struct Instances {
    all: Vec<Instance>,
    names: Vec<String>,
    ids: HashMap<String, u32>,
    sets: HashMap<Vec<String>, ModelSet>,
    /// The instances that have each set of models in memory.
    warm: HashMap<ModelSet, HashSet<u32>>,
    /// The instances without runs: those with the fewest tasks from elsewhere first, of these the one that has been
    /// so for longest.
    idle: BTreeSet<(usize, Millis, u32)>,
    /// The instances with room, those with the fewest tasks first.
    room: BTreeSet<(usize, u32)>,
    /// Those of them to find a run for.
    to_ask: BTreeSet<(usize, u32)>,
}

impl Instances {
    pub(super) fn id(&mut self, name: &str) -> u32 {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(Instance::default());
        self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    fn get(&self, id: u32) -> &Instance {
        &self.all[id as usize]
    }

    pub(super) fn name(&self, id: u32) -> &str {
        &self.names[id as usize]
    }

    pub(super) fn model_set(&mut self, models: &[String]) -> ModelSet {
        if models.is_empty() {
            return NO_MODELS;
        }
        if let Some(set) = self.sets.get(models) {
            return *set;
        }
        let set = u32::try_from(self.sets.len() + 1).unwrap_or(u32::MAX);
        self.sets.insert(models.to_vec(), set);
        set
    }

    pub(super) fn set(&mut self, name: &str, depth: usize, foreign: usize, now: Millis) {
        let id = self.id(name);
        if (self.get(id).depth, self.get(id).foreign) == (depth, foreign) {
            return;
        }
        self.unlist(id);
        let instance = &mut self.all[id as usize];
        instance.foreign = foreign;
        if instance.depth == 0 {
            instance.idle_since = now;
        }
        instance.depth = depth;
        self.list(id);
    }

    pub(super) fn set_cold(&mut self, name: &str) {
        let id = self.id(name);
        for set in std::mem::take(&mut self.all[id as usize].models) {
            if let Some(warm) = self.warm.get_mut(&set) {
                warm.remove(&id);
            }
        }
    }

    /// Takes a place, and loads the models if they are not in memory.
    pub(super) fn occupy(&mut self, id: u32, models: ModelSet) {
        self.unlist(id);
        let is_loading = !self.is_warm(id, models);
        let instance = &mut self.all[id as usize];
        instance.used += 1;
        instance.is_loading |= is_loading;
        self.list(id);
        if models != NO_MODELS {
            self.load(id, models);
        }
    }

    fn load(&mut self, id: u32, models: ModelSet) {
        let memory = &mut self.all[id as usize].models;
        memory.retain(|set| *set != models);
        memory.push_front(models);
        let evicted = (memory.len() > IN_MEMORY)
            .then(|| memory.pop_back())
            .flatten();
        self.warm.entry(models).or_default().insert(id);
        if let Some(warm) = evicted.and_then(|set| self.warm.get_mut(&set)) {
            warm.remove(&id);
        }
    }

    pub(super) fn free(&mut self, id: u32, now: Millis) {
        self.unlist(id);
        let instance = &mut self.all[id as usize];
        instance.used = instance.used.saturating_sub(1);
        instance.is_loading = false;
        instance.idle_since = now;
        self.list(id);
    }

    /// Removes an instance from the lists by its state.
    fn unlist(&mut self, id: u32) {
        let Instance {
            used,
            foreign,
            idle_since,
            ..
        } = *self.get(id);
        let tasks = used + foreign;
        self.idle.remove(&(foreign, idle_since, id));
        self.room.remove(&(tasks, id));
        self.to_ask.remove(&(tasks, id));
    }

    /// Adds an instance to the lists by its state.
    fn list(&mut self, id: u32) {
        let Instance {
            used,
            foreign,
            idle_since,
            ..
        } = *self.get(id);
        if self.has_room(id) {
            self.room.insert((used + foreign, id));
            self.to_ask.insert((used + foreign, id));
            if used == 0 {
                self.idle.insert((foreign, idle_since, id));
            }
        }
    }

    /// Lets every instance with room be asked again.
    pub(super) fn ask_all(&mut self) {
        self.to_ask.extend(self.room.iter().copied());
    }

    /// Lets instances be asked again: other runs may fit them now.
    pub(super) fn ask_again(&mut self, ids: impl Iterator<Item = u32>) {
        for id in ids {
            self.list(id);
        }
    }

    /// The next instance to find a run for.
    pub(super) fn next_to_ask(&mut self) -> Option<u32> {
        self.to_ask.pop_first().map(|(_, id)| id)
    }

    pub(super) fn is_idle(&self, id: u32) -> bool {
        let instance = self.get(id);
        instance.used == 0 && instance.depth > 0
    }

    pub(super) fn has_room(&self, id: u32) -> bool {
        let instance = self.get(id);
        instance.used < instance.depth && !instance.is_loading
    }

    /// The instances without runs, the one first that has been so for longest.
    pub(super) fn idle(&self) -> impl Iterator<Item = u32> {
        self.idle.iter().map(|(_, _, id)| *id)
    }

    /// The number of instances without runs.
    pub(super) fn idle_count(&self) -> usize {
        self.idle.len()
    }

    /// The instances with room, those with the fewest runs first.
    pub(super) fn with_room(&self) -> impl Iterator<Item = u32> {
        self.room.iter().map(|(_, id)| *id)
    }

    pub(super) fn is_warm(&self, id: u32, models: ModelSet) -> bool {
        models == NO_MODELS || self.get(id).models.contains(&models)
    }

    /// The sets of models that an instance has in memory, the last one first.
    pub(super) fn in_memory(&self, id: u32) -> impl Iterator<Item = ModelSet> {
        std::iter::once(NO_MODELS).chain(self.get(id).models.iter().copied())
    }

    /// The number of instances that have a set of models in memory.
    pub(super) fn warm_count(&self, models: ModelSet) -> usize {
        self.warm.get(&models).map_or(0, HashSet::len)
    }

    /// The instances that take runs.
    pub(super) fn open(&self) -> impl Iterator<Item = u32> {
        let all = self.all.iter().zip(0_u32..);
        all.filter_map(|(instance, id)| (instance.depth > 0).then_some(id))
    }

    /// When the last run of an instance has ended.
    pub(super) fn idle_since(&self, id: u32) -> Millis {
        self.get(id).idle_since
    }
}
