//! Compares what the parts of the service know of a run: the store, the places that placement counts, and the runs that
//! are tracked at instances. Every place belongs to a run at its instance or on its way there, and every run that has
//! not ended waits or has a place. A difference that lasts is repaired by what the store says, and logged.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::{Duration, Instant};

use super::Runs;
use super::recovery;
use super::run_end;
use super::withdrawal;
use crate::engines::Instance;
use crate::ids_in_use::{IdsInUse, InUse};
use store::StoreError;

/// How often the store is asked for runs that have not ended.
const STORE_INTERVAL: Duration = Duration::from_secs(60);

/// What is known of differences.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The runs on their way to or from an instance.
    moving: IdsInUse,
    seen: Mutex<Differences>,
}

/// The differences that were seen last. Those that are seen again last.
#[derive(Debug, Default)]
struct Differences {
    /// Runs with a place at an instance that does not have them, or the other way round.
    misplaced: HashSet<String>,
    /// Runs of the store that neither wait nor have a place.
    forgotten: HashSet<String>,
    /// When the store was last asked.
    asked: Option<Instant>,
}

impl Places {
    /// Notes that a run is on its way to an instance, until this is dropped.
    pub(super) fn begin_moving(&self, run_id: &str) -> InUse {
        self.moving.begin(run_id)
    }

    fn seen(&self) -> MutexGuard<'_, Differences> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Those of these differences that were known before. The others are known from now on.
fn lasting(known: &mut HashSet<String>, now: HashSet<String>) -> Vec<String> {
    let lasting = now.intersection(known).cloned().collect();
    *known = now;
    lasting
}

/// Looks for differences, and repairs those that last.
pub(super) async fn check(runs: &Arc<Runs>) {
    let misplaced = misplaced(runs);
    let mut lasting = lasting(&mut runs.places.seen().misplaced, misplaced);
    lasting.extend(forgotten(runs).await);
    for id in lasting {
        if let Err(error) = repair(runs, &id).await {
            runs.store_trouble.note("looking for a run", &error);
        }
    }
}

/// The runs with a place at an instance that does not have them, or the other way round.
fn misplaced(runs: &Runs) -> HashSet<String> {
    let mut places = runs.waiting.places();
    let mut misplaced = HashSet::new();
    for instance in runs.engines.pool.all() {
        for (_, run_id) in instance.tasks.runs().ids() {
            match places.remove(&run_id) {
                Some(address) if address == instance.address => {}
                _ => drop(misplaced.insert(run_id)),
            }
        }
    }
    misplaced.extend(places.into_keys());
    misplaced.retain(|id| !runs.places.moving.contains(id));
    misplaced
}

/// The runs of the store that neither wait nor have a place nor are at an instance, when it is time to look.
async fn forgotten(runs: &Runs) -> Vec<String> {
    let is_due = |asked: Option<Instant>| asked.is_none_or(|at| at.elapsed() >= STORE_INTERVAL);
    if !is_due(runs.places.seen().asked) {
        return Vec::new();
    }
    let Ok(unfinished) = runs.open_runs.unfinished().await else {
        // It is asked again at the next look.
        return Vec::new();
    };
    let mut forgotten = runs.waiting.unknown(unfinished);
    let tracked = tracked(runs);
    forgotten.retain(|id| !tracked.contains_key(id) && !runs.places.moving.contains(id));
    let mut seen = runs.places.seen();
    seen.asked = Some(Instant::now());
    lasting(&mut seen.forgotten, forgotten.into_iter().collect())
}

/// Lets the parts of the service know of a run what the store knows.
async fn repair(runs: &Arc<Runs>, id: &str) -> Result<(), StoreError> {
    let record = match runs.stored_runs.run(id).await {
        Err(error) if error.is_refusal() => {
            // Without a place, it is in nobody's way: its row may be repaired.
            if runs.waiting.get(id).is_some() {
                let (background, runs, id) = (runs.background.clone(), runs.clone(), id.to_owned());
                background.spawn(async move { run_end::end_refused(&runs, &id, &error).await });
            }
            return Ok(());
        }
        record => record?,
    };
    let current = record.filter(|run| !run.status.is_final());
    for (instance, prompt_id) in tracked(runs).remove(id).into_iter().flatten() {
        let is_current = current.as_ref().is_some_and(|run| {
            run.prompt_id == prompt_id && run.instance_address.as_ref() == Some(&instance.address)
        });
        if !is_current {
            tracing::warn!("the run {id} is at {} without need", instance.address);
            withdrawal::withdraw_later(runs, &instance, &prompt_id).await;
        }
    }
    match current {
        None => run_end::let_go(runs, id, None).await,
        Some(run) if run.instance_address.is_none() => run_end::wait_again(runs, &run).await,
        Some(run) => recovery::reattach(runs, &run).await?,
    }
    tracing::warn!(
        "the places at engine instances were not those of the runs; repaired the run {id}"
    );
    Ok(())
}

/// The instances that have each run, with its prompt id there.
fn tracked(runs: &Runs) -> HashMap<String, Vec<(Arc<Instance>, String)>> {
    let mut tracked: HashMap<_, Vec<_>> = HashMap::new();
    for instance in runs.engines.pool.all() {
        for (prompt_id, run_id) in instance.tasks.runs().ids() {
            let at = (instance.clone(), prompt_id);
            tracked.entry(run_id).or_default().push(at);
        }
    }
    tracked
}
