//! Gives every engine instance the next run as soon as it has room for one.

use std::sync::Arc;
use std::time::Duration;

use tracing::Instrument;

use super::Runs;
use super::hand_over::hand_over;
use placement::LearnedDuration;
use store::{LearnedNode, LearningStore, StoreError};

/// How often what was learned about durations is stored.
const LEARNING_INTERVAL: Duration = Duration::from_secs(60);

/// How long runs wait before the free space is looked at again.
const FULL_DISK_PAUSE: Duration = Duration::from_secs(2);

/// Stores what was learned about durations now and then, and when the service stops.
pub(crate) async fn keep_learned(runs: Arc<Runs>, store: Arc<dyn LearningStore>) {
    let mut stored = (runs.waiting.learned(), runs.node_times.rows());
    while !runs.background.is_stopped() {
        tokio::select! {
            () = runs.background.stopped() => {}
            () = tokio::time::sleep(LEARNING_INTERVAL) => {}
        }
        let learned = (runs.waiting.learned(), runs.node_times.rows());
        if learned == stored {
            continue;
        }
        match store_learned(&*store, &stored, &learned).await {
            Ok(()) => stored = learned,
            Err(error) => tracing::warn!("storing the durations of runs: {error}; trying again"),
        }
    }
}

/// What was learned about the durations of runs and of nodes.
type Learned = (Vec<LearnedDuration>, Vec<LearnedNode>);

/// Stores what was learned and was not stored before.
async fn store_learned(
    store: &dyn LearningStore,
    stored: &Learned,
    learned: &Learned,
) -> Result<(), StoreError> {
    let durations = new(&stored.0, &learned.0, |row| (&row.workflow, &row.instance));
    store.learn_durations(durations).await?;
    let times = new(&stored.1, &learned.1, |row| (&row.workflow, &row.node));
    store.learn_node_times(times).await
}

/// The rows that were not there before. Both lists are sorted by this key.
fn new<T: Clone + PartialEq>(before: &[T], rows: &[T], key: fn(&T) -> (&str, &str)) -> Vec<T> {
    let is_new = |row: &&T| {
        let place = before.binary_search_by(|one| key(one).cmp(&key(row)));
        place.ok().and_then(|place| before.get(place)) != Some(*row)
    };
    rows.iter().filter(is_new).cloned().collect()
}

/// Hands over waiting runs until the service stops.
pub(crate) async fn dispatch(runs: Arc<Runs>) {
    loop {
        let has_room = runs.disk.allows_work().await;
        let instances = runs.engines.pool.instances();
        while has_room && let Some(placed) = runs.waiting.next(&instances, runs.rules.depth) {
            let Some(run) = runs.waiting.get(&placed.id) else {
                runs.waiting.remove(&placed.id, None);
                continue;
            };
            match runs.engines.pool.instance(&placed.address) {
                Some(instance) => {
                    let log_ids = runs.waiting.log_ids(&placed.id);
                    let handing_over = hand_over(runs.clone(), instance, run);
                    runs.background.spawn(handing_over.instrument(log_ids));
                }
                // It was removed a moment ago.
                None => runs.waiting.add_back(run, &runs.engines.pool.instances()),
            }
        }
        let due = async {
            match runs.waiting.next_due() {
                Some(due) => tokio::time::sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        let has_room_again = async {
            match has_room {
                true => std::future::pending().await,
                false => tokio::time::sleep(FULL_DISK_PAUSE).await,
            }
        };
        tokio::select! {
            () = runs.background.stopped() => return,
            () = runs.engines.signal.changed() => {}
            () = due => {}
            () = has_room_again => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_that_are_new_or_have_changed_are_stored() {
        let row = |node: &str, seconds| LearnedNode {
            workflow: "w".to_owned(),
            node: node.to_owned(),
            seconds,
        };
        let before = [row("1", 1.0), row("3", 3.0)];
        let now = [row("1", 1.0), row("2", 2.0), row("3", 4.0)];
        let new = new(&before, &now, |row| (&row.workflow, &row.node));
        assert_eq!(new, [row("2", 2.0), row("3", 4.0)]);
    }
}
